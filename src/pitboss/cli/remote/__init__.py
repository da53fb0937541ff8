"""`pitboss play --server`: the terminal table, sat down at a server.

- `line`: one table of a server, for a program that runs no loop of its own
- `session`: a sitting that is fed by what the server sends
- `play`: finding a table, taking seats, and leaving them
"""
