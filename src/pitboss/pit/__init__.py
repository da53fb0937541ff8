"""Live tables on an event loop; nothing is shown before it is durable.

- `entropy`: the secret entropy of a table's shuffles
- `frames`: the messages for a player, limited to what the player may see
- `table`: one live table: commands in order, the journal, the clock; `presence`: those who watch
- `live_jackpot`, `keeper`: the jackpots that tables share
- `absent_play`: the solver's choices for hands of absent players; `best_choice` computes them
- `desk`: the office; `orders`: its decisions, carried out at tables and jackpots
- `workers`: processes for work that takes seconds
- `loop`: the event loop, and how often Python collects garbage
- `hall`: all tables of a floor: opened, restored after a restart, checkpointed
"""
