"""Jackpot hunters: several tables feed one meter, and some players wait for it to be worth it."""
