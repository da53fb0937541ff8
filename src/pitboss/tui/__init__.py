"""The terminal table: a sitting at one table, and the two front ends that show it."""
