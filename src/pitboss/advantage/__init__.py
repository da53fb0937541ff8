"""What counting is worth to a player and costs a house, and what protects a table."""
