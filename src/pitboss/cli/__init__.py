"""The command line: its commands, options and output."""
