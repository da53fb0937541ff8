"""What a user of the library writes: run, and checked by mypy and pyright as strictly as they can.

The lines that end in `type: ignore` are mistakes that a checker must find.
"""

# ruff: noqa: T201 - it is a program

import pitboss
from pitboss import Advice, Card, ChartHand, RulesError, Simulation, WagerOdds

table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
one: WagerOdds = table.odds("match-up")
every: dict[str, WagerOdds] = pitboss.odds("wa/spanish-21")
print(one.edge.numerator, every["match-up"].edge, table.digest.upper())

solution = table.solve(wager="$10")
print(float(solution.house_edge))


def mimic(hand: ChartHand) -> str | None:
    """Play as the dealer must; a doubled hand is left to the best play."""
    if hand.part.startswith("doubled"):
        return None
    return "hit" if hand.total < 17 else "stand"


print(solution.cost_of(mimic))
run: Simulation = table.simulate(rounds=1000, seed=7, strategy=mimic, seats=2)
low, high = run.house_edge.interval
print(run.rounds, low < high, run.digest)

card: Card = pitboss.Card("7h")
print(card.rank.name, card.suit.name, card.symbol)

hand = table.deal(1000, seed=3)
while not hand.is_over:
    advice: Advice = hand.advise()
    hand.act(advice.best.action)
print(hand.net[1], hand.record()["cards"])

try:
    pitboss.table("wa/spanish-21", decks=7)
except RulesError as error:
    print([problem.code for problem in error.problems])

for wrong in (
    lambda: table.odds(7),  # type: ignore[call-overload]
    lambda: table.simulate(rounds=1000, sead=7),  # type: ignore[call-arg]
    lambda: pitboss.nonsense,  # type: ignore[attr-defined]
):
    try:
        wrong()
    except (AttributeError, TypeError, RulesError) as error:
        print(type(error).__name__)
