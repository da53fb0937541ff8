"""Connect a player's process to the process that runs the table.

Several processes share the books, and a player may be connected to any of them. The player's
commands go over one link to the process that has the table's lease, and all events of the table
come back in the same order. Players do not notice.
"""
