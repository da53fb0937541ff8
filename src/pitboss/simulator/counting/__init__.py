"""A counter: the count, the plays that depend on it, and the cube of the rounds."""
