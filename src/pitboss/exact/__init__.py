"""The mathematics: exact odds by counting, in integers and fractions."""
