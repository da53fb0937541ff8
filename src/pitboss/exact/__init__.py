"""The mathematics: exact odds by counting, solved games, and the value of every decision."""
