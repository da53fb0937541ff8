"""Routes of the office's papers and money: trays, slips, the cage, counts, the gambling day."""
