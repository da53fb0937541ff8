# %% [markdown]
# # Simulate, export and check
#
# Simulate a table, compare it with the exact figures, then take single rounds out and settle them again.

# %%
import tempfile
from pathlib import Path

import pitboss

table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
run = table.simulate(rounds=200_000, seed=1)
exact = table.solve()
edge = run.house_edge
print(f"simulated {edge.mean:.3%} with a standard error of {edge.standard_error:.3%}")
print(f"exact     {float(exact.house_edge):.3%}")
print(
    f"apart     {(edge.mean - float(exact.house_edge)) / edge.standard_error:+.2f} standard errors"
)

# %% [markdown]
# Each side wager beside its exact odds:

# %%
for wager in run.wagers:
    odds = table.odds(wager.id)
    apart = (wager.edge.mean - float(odds.edge)) / wager.edge.standard_error
    print(
        f"{wager.id:<12}{wager.edge.mean:>9.3%}  exact {float(odds.edge):.3%}  {apart:+.2f} standard errors"
    )

# %%
from pitboss.report.document.charts import bars


class Picture:
    """An SVG that a notebook shows."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


results = sorted(run.histogram.items())
rows = [(f"{gain:+g}", count / run.rounds) for gain, count in results if count > 2000]
Picture(bars(rows, title="What a round wins, in units of the wager"))

# %% [markdown]
# Export rounds one by one. Each is a record, which the table engine settles to the same cents.

# %%
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "rounds.parquet"
    few = table.simulate(rounds=200, seed=1, export=file)
    records = list(pitboss.read_rounds(file))
replays = [pitboss.replay(record) for record in records]
print(len(replays), "rounds,", sum(replay.difference is not None for replay in replays), "differ")
main = sum(line.net for replay in replays for line in replay.settlement if line.wager == "main")
print("main wagers:", main, "cents by replay,", few.total, "cents counted")

# %%
print(replays[0].story())
