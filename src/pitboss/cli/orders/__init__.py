"""The orders of commands: each field is an option or argument, with its help."""
