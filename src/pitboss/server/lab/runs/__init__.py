"""The lab's runs: simulations, the risk of a counter, and the protection of a table."""
