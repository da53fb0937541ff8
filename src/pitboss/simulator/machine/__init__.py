"""Turns a round that is written as data into the code that plays it."""
