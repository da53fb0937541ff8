"""What was played before: rounds, replays and statements over HTTP."""
