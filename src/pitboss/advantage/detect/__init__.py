"""Does a player's bet follow the cards that are gone? Read from round records."""
