"""Index plays: where the count changes how a hand is best played, and what that gains."""
