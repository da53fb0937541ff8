"""What can be asked: each question declared once, with its help, bounds, units and defaults.

The command line, the keywords of Python, the body of an HTTP request, its form in the lab and the
pages of docs/ are made from these declarations, or a test compares them. See `ask`.
"""
