"""A second method for the main game of a report."""
