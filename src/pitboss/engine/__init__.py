"""The table as a pure fold: `apply(state, event) -> state`, and nothing drawn, timed or printed.

Whoever drives a round supplies its cards and decisions: a shuffled shoe, a record, a test, an
exhaustive search. `step` says what is needed next, `legal` what may be decided, `view` what a seat
may see, `mask` what it may see of an event, `money` what an event moves.
"""
