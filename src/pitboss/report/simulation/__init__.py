"""A simulation in a maths report."""
