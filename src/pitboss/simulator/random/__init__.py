"""Random numbers and shuffled shoes."""
