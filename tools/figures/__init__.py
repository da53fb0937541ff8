"""The parts of `tools.extract_figures`: one module for each document, and shared ones."""
