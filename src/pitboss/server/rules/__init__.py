"""The rule book over HTTP; what takes the solver is worked out in another process."""
