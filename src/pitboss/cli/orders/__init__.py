"""What a command is asked for: each field of an order is an option or argument, with its help."""
