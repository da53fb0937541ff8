"""Live tables as pure functions: seats, turns, clocks, and the money that they move.

Everything here is a pure function of a table's state, a command and the time. Storage, sockets and
randomness come from outside, so a day at a table can be replayed from its journal.

- `terms`: the terms of a table: its rules, its seats, its clocks
- `state`: a table at one moment
- `commands`: the commands of players, the clock and the house
- `running`: the answer to a command: a refusal, or the next state and its journal entry; made by
  `seating`, `playing` and `running` itself (the clock and the house)
- `rounds`: closing the bets and taking decisions
- `deadlines`: the next deadline, and what happens then
- `postings`: the money that a change of state moves
- `journal`: the entries of a table's stream
- `rebuild`: a table rebuilt from them
"""
