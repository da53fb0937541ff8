"""The rule documents: every printed figure beside the exact one, and the errata."""
