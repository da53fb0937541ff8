"""A sitting at one table, without a screen: what the terminal and the server drive."""
