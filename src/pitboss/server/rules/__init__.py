"""The rule book over HTTP; another process runs the solver."""
