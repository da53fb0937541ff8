"""The blackjack game solved: one hand against the dealer, splits included."""
