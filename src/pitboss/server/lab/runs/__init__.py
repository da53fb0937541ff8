"""What the lab runs: simulations, the risk of a counter, and the protection of a table."""
