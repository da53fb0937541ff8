"""Counts of cards as data: systems and their files, true counts, ramps, index plays."""
