"""Random rounds of Pai Jack, each settled again by its auditor.

Method: a seed draws a table, its bets and tips, decks with some ranks on top (Pai Jacks, busts,
small cards), and players who set their hands at random, foul where the house takes it. A failing
test names its seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.cards import FRENCH, Card, format_card
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.rulebook.house import house_from
from tests.engine.audit import pai_jack as audit
from tests.engine.checks import check_auditor, check_fold, check_record
from tests.rows import every_row
from tests.tiers import by_day

ROUNDS = 25
OPTIONS: dict[str, tuple[object, ...]] = {
    "decks": (1,),
    "foul": ("reset", "lose", "house-way"),
    "low_hand_ace": ("eleven", "either"),
    "multiple_hands": (True, False),
    "house_way_help": (True, False),
    "rounding": ("down", "up"),
}
ON_TOP = ("", "", "AJQK", "ATJQK2", "89TJQK", "789", "A234", "AJ", "A5")


def random_table(rng: random.Random) -> tuple[dict[str, Any], Setup]:
    options = {name: rng.choice(of) for name, of in OPTIONS.items() if rng.random() < 0.8}
    house: dict[str, Any] = {"game": "co/pai-jack", "options": options, "tables": {}}
    if rng.random() < 0.8:
        house["tables"] = {"pai-jack-bonus": rng.choice("1234")}
    return house, prepare(house_from(house))


def random_bets(rng: random.Random, setup: Setup) -> list[Bets]:
    bets = []
    for seat in rng.sample(range(1, 12), rng.randint(1, 9)):
        wagers = {"main": rng.choice((1, 2, 3, 500, 1000, rng.randint(1, 9999)))}
        if "pai-jack-bonus" in setup.configured.spots and rng.random() < 0.7:
            wagers["pai-jack-bonus"] = rng.choice((1, 100, rng.randint(1, 999)))
        tips = {name: rng.randint(1, own) for name, own in wagers.items() if rng.random() < 0.3}
        bets.append(Bets(seat, wagers, None, tips))
    return bets


def random_deck(rng: random.Random) -> Iterator[Card]:
    top = rng.choice(ON_TOP)
    strength = rng.choice((0.3, 0.6, 1.0))
    return iter(
        sorted(
            FRENCH.cards, key=lambda card: rng.random() - strength * (format_card(card)[0] in top)
        )
    )


def play_at_random(rng: random.Random, setup: Setup) -> Round:
    def decide(_: State, question: Question) -> Action:
        (choice,) = question.choices
        low = rng.choice(choice.lows)
        return Action(seat=question.seat, kind=choice.kind, low=tuple(rng.sample(low, 2)))

    round_ = Round.start(setup, random_bets(rng, setup))
    round_.play(random_deck(rng), decide)
    return round_


@every_row("seed", range(by_day(8, 40)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    rng = random.Random(seed)
    house, setup = random_table(rng)
    for _ in range(ROUNDS):
        round_ = play_at_random(rng, setup)
        check_auditor(round_, house, audit.settle, audit.tips, by_seat=True)
        check_fold(round_)
        check_record(round_, house)


def test_the_random_rounds_reach_what_they_must() -> None:
    counts: Counter[str] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        _, setup = random_table(rng)
        for _ in range(ROUNDS):
            round_ = play_at_random(rng, setup)
            counts.update(line.outcome for line in round_.state.settled)
    wanted = {"Pai Jack", "win", "lose", "push", "bust", "foul", "dealer Pai Jack"}
    wanted |= {
        "Super Pai Jack (J,J,J,J+A)",
        "Royal Pai Jack (A, K, Q, Suited)",
        "Jack Pai Jack (J, J, A)",
    }
    assert not wanted - set(counts)
