"""From the process that a player reached to the one that runs the table.

Several processes share the books, and a player's connection may be with any of them. What he asks
of a table goes over one link to the process that has its lease, and everything that happens there
comes back in the same order. Whoever plays notices nothing of it.
"""
