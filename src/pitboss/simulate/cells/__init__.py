"""What the games that are not blackjack alone share: layout, job and counters."""
