"""Reading the rule book: catalogue files into games."""
