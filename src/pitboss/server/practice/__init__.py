"""Practice over HTTP: rounds, advice, charts, drills and links that touch no money."""
