"""The simulator: the table's rules compiled into arrays, walked by the same code everywhere."""
