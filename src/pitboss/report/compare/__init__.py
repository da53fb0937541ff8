"""Games, house configurations and pay tables side by side."""
