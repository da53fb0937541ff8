# %% [markdown]
# # Solve a game and chart it
#
# The exact house edge, the strategy as a chart, what a mistake in it costs, and what each rule is worth.

# %%
import pitboss

solution = pitboss.solve("reference/blackjack", decks=6)
solution

# %%
chart = solution.chart
chart

# %% [markdown]
# The chart is data. Stand with 12 against a 2, which many players do, and ask for the cost:

# %%
mine = chart.as_json()
mine["hard"]["12"]["2"] = "S"
print(f"chart: {solution.cost_of(chart.as_json()):.6%}, mine: {solution.cost_of(mine):.6%}")

# %% [markdown]
# What each rule costs: solve the game with one option changed.

# %%
from pitboss.report.document.charts import Point, categories


class Picture:
    """An SVG that a notebook shows."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


changes = {"as it is": {}, "stands on soft 17": {"soft17": "stand"}, "2 decks": {"decks": 2}}
edges = {
    name: float(pitboss.solve("reference/blackjack", **({"decks": 6} | options)).house_edge)
    for name, options in changes.items()
}
for name, edge in edges.items():
    print(f"{name:<20}{edge:.4%}")
points = [Point(label=name, value=edge) for name, edge in edges.items()]
Picture(categories(points, title="House edge by rule", axis="rule"))
