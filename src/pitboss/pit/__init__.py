"""Live tables on a running loop: every table decides by itself, and nothing is shown undurable.

- `entropy`: what only the house knows of a table's shuffles
- `frames`: what a player is sent, each by what he may see
- `table`: one live table: commands in order, the journal, the clock, those who watch
- `live_jackpot`, `keeper`: the jackpots that tables share
- `absent_play`: the solver's choices for hands of absent players; `best_choice` works them out
- `workers`: processes for what takes seconds
- `memory`: how often Python looks for garbage
- `hall`: all tables of a floor: opened, found again after a restart, checkpointed
"""
