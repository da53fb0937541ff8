"""Reports: the rule book, the mathematics and the pit's papers as pages for people."""
