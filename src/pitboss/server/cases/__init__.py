"""What happens to single players: exclusions, limits of the house, disputes, voids."""
