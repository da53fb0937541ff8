"""The books: every movement of money is a balanced entry in a hash chain that anybody can check.

Amounts are whole units of 1/10,000 of a dollar. An entry belongs to a *stream* (a table, a jackpot,
an account) and moves money between *accounts* by postings that sum to zero. Each entry carries the
hash of the one before it in its stream; checkpoints, signed, hold the ends of all streams and all
balances together. Nothing here reads a clock, draws a number or touches a file.
"""
