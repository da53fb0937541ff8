"""From a request to its answer: the table of routes, checks, limits and refusals."""
