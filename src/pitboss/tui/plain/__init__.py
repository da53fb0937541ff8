"""The table and the trainer line by line."""
