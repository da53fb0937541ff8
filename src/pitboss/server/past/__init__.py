"""Past play over HTTP: rounds, replays and statements."""
