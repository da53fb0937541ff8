"""Which tables and jackpots a server opens."""
