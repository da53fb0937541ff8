"""The parts of `tools.extract_figures`: one for each document, and what they share."""
