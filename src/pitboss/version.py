"""The version of Pitboss: a leaf, so that no module imports the whole package for it."""

__version__ = "1.0.0"
