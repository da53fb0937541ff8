"""What the best counter wins at a table, and what each counter-measure saves and costs."""
