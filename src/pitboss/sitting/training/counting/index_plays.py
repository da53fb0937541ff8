"""Index plays of a game: a hand, an up card and a count; which of two plays is right?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from pitboss.advantage.indices.plays import index_plays
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards import Card, Shoe, card_rank, card_suit
from pitboss.cards.shuffle import BitSource, below
from pitboss.counts.index_play import INSURANCE, hand_row
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import value
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.training.counting.question import CountQuestion
from pitboss.sitting.training.weights import draw_place, owed_weight
from pitboss.text.numbers import signed_count
from pitboss.text.say import say, say_name

PLAYS = 24
"""Index plays that are practised: those that gain most."""
_FAR = 4
"""Counts at either side of an index that are asked."""
_ACE = 1
_SOFT = 11
_VALUES = range(2, 11)
_NEVER = 30
"""Indices beyond this are those of plays that are always or never made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlays:
    """Asks the index plays of a list; a missed one comes more often."""

    system: CountSystem
    shoe: Shoe
    plays: tuple[RatedPlay, ...]
    """The most gainful first."""
    owed: Mapping[str, int] = field(default_factory=dict)
    """The name of a missed play -> right answers that it is owed."""

    def question(self, bits: BitSource) -> CountQuestion:
        """Ask one of the plays at a count near its index."""
        weights = [1.0 + owed_weight(self.owed.get(play_name(play), 0)) for play in self.plays]
        place = draw_place(weights, bits)
        rated = self.plays[place]
        at = rated.index + below(bits, 2 * _FAR) - _FAR
        made = rated.play.applies(at)
        is_running = self.system.convention is TrueCount.RUNNING
        said = "{system}, running count {count}" if is_running else "{system}, true count {count}"
        labels = [_play_words(kind) for kind in (rated.action, rated.otherwise)]
        return CountQuestion(
            words=say(
                "{hand}: {choices}?", hand=_hand_words(rated), choices=say(" or ").join(labels)
            ),
            facts=(say(said, system=self.system.name, count=signed_count(at)),),
            hand=draw_hand(rated.hand, self.shoe, bits),
            up=_draw_card(self.shoe, _value(rated.up), bits),
            choices=(rated.action, rated.otherwise),
            right=rated.action if made else rated.otherwise,
            why=say(
                "{rule} (number {place} of the list)", rule=_rule_words(rated), place=place + 1
            ),
            key=play_name(rated),
        )


def listed_plays(setup: Setup, system: CountSystem) -> tuple[RatedPlay, ...]:
    """Return the index plays to practise; raise `RulesError` if a game has none."""
    plays = index_plays(setup, system)
    listed = tuple(play for play in plays if abs(play.index) < _NEVER)[:PLAYS]
    if not listed:
        message = f"{setup.configured.game.id} has no index plays by {system.name}"
        raise RulesError([Problem(code="count/no-index-plays", key="--theme", message=message)])
    return listed


def play_name(rated: RatedPlay) -> str:
    """Return the name of a play in a score: "16 v T: stand"."""
    return f"{rated.hand} v {rated.up}: {rated.action}"


def _hand_words(rated: RatedPlay) -> str:
    up = say("an ace") if rated.up == "A" else "10" if rated.up == "T" else rated.up
    if rated.hand == INSURANCE:
        return say("Insurance against {card}", card=up)
    part, row = hand_row(rated.hand) or ("hard", 0)
    if part == "pairs":
        kind = say("aces") if row == 1 else say("tens") if row == 10 else say("{row}s", row=row)
        return say("A pair of {kind} against {card}", kind=kind, card=up)
    if part == "soft":
        return say("Soft {total} against {card}", total=row, card=up)
    return say("Hard {total} against {card}", total=row, card=up)


def _play_words(kind: ActionKind) -> str:
    return say_name(str(kind)).replace("-", " ")


def _rule_words(rated: RatedPlay) -> str:
    """Return the rule: "stand at +4 or more, hit below"."""
    first, other = (_play_words(kind) for kind in (rated.action, rated.otherwise))
    at = signed_count(rated.index)
    if rated.below:
        return say("{first} below {at}, {other} from {at} on", first=first, other=other, at=at)
    return say("{first} at {at} or more, {other} below", first=first, other=other, at=at)


def draw_hand(hand: str, shoe: Shoe, bits: BitSource) -> tuple[Card, ...]:
    """Return cards of a row of the chart, of different suits where there are several.

    >>> from pitboss.cards import SPANISH
    >>> from pitboss.cards.shuffle import SeededBits
    >>> from pitboss.patterns.totals import value
    >>> shoe, bits = Shoe(SPANISH, 6), SeededBits("a")
    >>> [sorted(map(value, draw_hand(name, shoe, bits))) for name in ("A,7", "8,8", "20")]
    [[1, 7], [8, 8], [3, 7, 10]]
    """
    part, row = hand_row(hand) or ("hard", 12 + below(bits, 8))
    values: Sequence[int]
    if part == "pairs":
        values = (row, row)
    elif part == "soft":
        values = (_ACE, row - _SOFT)
    else:
        ways = _ways(row, 2) or _ways(row, 3)
        values = ways[below(bits, len(ways))]
    cards: list[Card] = []
    for number in values:
        taken = {card_suit(card) for card in cards}
        cards.append(_draw_card(shoe, number, bits, but=taken))
    return tuple(cards)


def _ways(total: int, cards: int) -> list[tuple[int, ...]]:
    """Return the ways to a hard total with so many cards of different values."""
    every = combinations_with_replacement(_VALUES, cards)
    return [way for way in every if sum(way) == total and len(set(way)) == cards]


def _draw_card(
    shoe: Shoe, number: int, bits: BitSource, but: frozenset[int] | set[int] = frozenset()
) -> Card:
    """Draw a card of a value, of another suit than those named."""
    fitting = [
        card
        for card in dict.fromkeys(shoe.deck.cards)
        if card_rank(card) < 13 and value(card) == number and card_suit(card) not in but
    ]
    return fitting[below(bits, len(fitting))]


def _value(up: str) -> int:
    return {"T": 10, "A": _ACE}.get(up) or int(up)
