"""The rule book: every game, option, wager and pay table of the documents, as checked data."""
