# %% [markdown]
# # Play and price a hand
#
# Open a table, deal a hand, see what each choice is worth, and price the side wagers. Money is whole cents.

# %%
import pitboss

table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
table

# %% [markdown]
# Deal a round. `cards` come first out of the shoe; the seed shuffles the rest.

# %%
hand = table.deal(main_cents=1000, wagers={"match-up": 500}, cards="6h 6s 5d 9c", seed=7)
hand

# %%
hand.advise()

# %% [markdown]
# Take the best choice until the round is over.

# %%
while not hand.is_over:
    hand.act(hand.advise().best.action)
hand.settlement

# %% [markdown]
# The round is a record that anybody can settle again.

# %%
pitboss.replay(hand.record()).difference is None

# %% [markdown]
# What the side wager is worth, exactly:

# %%
match = table.odds("match-up")
print("edge", match.edge, "=", f"{float(match.edge):.4%}")
match

# %%
from pitboss.report.document.charts import bars


class Picture:
    """An SVG that a notebook shows."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


rows = [(f"{row.name} ({row.pay})", float(row.probability)) for row in match.rows]
Picture(bars(rows, title="How often each row is paid"))
