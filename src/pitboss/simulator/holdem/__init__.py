"""21-Hold 'em simulated."""
