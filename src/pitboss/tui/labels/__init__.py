"""The words of the terminal table."""
