"""Every game and wager in one table, and the page of each game."""
