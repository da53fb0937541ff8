"""From a round as a program to the code that plays it: `simulator/emitted/` (`generate_rounds`)."""
