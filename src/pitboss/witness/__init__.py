"""A second method for blackjack hands: rounds played by a reading of the rules of its own."""
