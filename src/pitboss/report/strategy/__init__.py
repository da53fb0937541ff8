"""Strategy charts as a page and as text."""
