"""A sitting at one table, without a screen: the terminal and the server drive it."""
