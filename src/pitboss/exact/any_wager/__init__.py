"""The exact value of side wagers for any cards left in the shoe."""
