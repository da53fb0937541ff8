"""The rounds of a simulation one by one: the table engine plays them again, for a file."""
