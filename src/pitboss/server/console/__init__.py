"""The console of the house: which pages an account has, and what it can do on each."""
