"""Pages and pictures about advantage play: the risk of a bankroll, the protection of a table."""
