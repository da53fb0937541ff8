"""Cases of single players: exclusions, limits of the house, disputes, voids."""
