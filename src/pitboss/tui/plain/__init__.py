"""The table and the trainer line by line, without a screen."""
