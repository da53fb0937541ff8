"""The terminal table: the screens and the plain mode of a sitting."""
