"""`pitboss play --server`: play at a server's table in the terminal.

- `line`: one table of a server, for a program that runs no loop of its own
- `session`: a sitting that follows the server's frames
- `play`: finding a table, taking seats, and leaving them
"""
