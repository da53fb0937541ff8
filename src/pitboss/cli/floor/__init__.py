"""`pitboss floor`: what an operator does with the books of a server.

- `app`: the commands and their help
- `books`: opening the books that are there, and their key file
- `verify`: chains, postings, balances and signed checkpoints
- `replay`: every round of the journal played again
- `export`: rounds, entries, accounts and checkpoints as files
- `backup`: a copy of the books, and putting one back
- `shoes`: one shuffle dealt again
- `users`: who may log in
"""
