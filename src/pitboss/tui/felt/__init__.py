"""The felt as a terminal draws it."""
