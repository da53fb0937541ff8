"""The rounds themselves: a file for each kind, clause by clause. `machine` makes code of them."""
