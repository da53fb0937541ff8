"""Rehearsals: simulated days of a floor, with guests, staff, real books and a simulated clock."""
