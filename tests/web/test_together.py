"""Several browsers, tabs and connections: everybody sees the same, and nothing is lost."""
