"""Layout, job and counters of the games that are not blackjack alone."""
