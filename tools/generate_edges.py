"""Write src/pitboss/report/catalogue/edges.toml: what every game and every wager costs.

Each game is at the table that `pitboss play` opens where nothing is said, with every wager on its
felt; README and docs/reference/edges.md are made of it. The ready tables have their edge there too,
for the lobby.

Usage: python -m tools.generate_edges            write it
       python -m tools.generate_edges --check    write nothing; exit 1 if it is stale
"""

from pitboss.report.catalogue.edges import edges_file
from pitboss.report.catalogue.every_game import catalogue, solve_ready_tables
from tools.kept_file import keep

if __name__ == "__main__":
    keep(
        "catalogue/edges.toml",
        "Every game and wager",
        lambda: edges_file(catalogue(), solve_ready_tables()),
    )
