"""Every game and wager in one table, with its kept figures."""
