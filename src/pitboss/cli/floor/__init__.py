"""`pitboss floor`: an operator's commands for the books of a server.

- `app`: the commands and their help
- `books`: opens existing books and their key file
- `verify`: chains, postings, balances, signed checkpoints, and hashes of the software
- `replay`: replays every round of the journal, and deals one shuffle again
- `export`: rounds, entries, accounts and checkpoints as files
- `backup`: copies the books, and restores a copy
- `users`: who may log in
"""
