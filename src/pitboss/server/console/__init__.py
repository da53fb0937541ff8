"""The staff console: the pages of an account, and its commands on each page."""
