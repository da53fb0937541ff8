"""Choose the tables and jackpots that a server opens."""
