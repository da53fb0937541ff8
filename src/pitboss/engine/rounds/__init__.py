"""The kinds of round: the phases each has, and what a decision causes."""
