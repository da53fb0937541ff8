"""Live tables: who sits where, whose turn it is, what the clock does, and what it all moves.

Everything here is a pure function of a table's state, a command and the time. Storage, sockets and
chance are handed in from outside, so a day at a table can be played again from its journal.

- `terms`: what a table is: its rules, its seats, its clocks
- `state`: a table at one moment
- `commands`: what players, the clock and the house may ask for
- `decide`: the answer: refused, or accepted with the next state and what goes into the journal;
  it is given by `seating`, `playing` and `running`, the clock and the house
- `rounds`: closing the bets and taking decisions
- `deadlines`: when the clock speaks next, and what it says
- `postings`: the money that a change of state moves
- `journal`: what the entries of a table's stream say
- `rebuilding`: a table rebuilt from them
"""
