"""The rounds of a simulation one by one: played again by the table engine, written to a file."""
