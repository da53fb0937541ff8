"""What a report says of each kind of round."""
