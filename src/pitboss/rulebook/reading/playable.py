"""What the table needs from a game's file to open and settle every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields

from pitboss.rulebook.limits import DECKS_MAX, shorten
from pitboss.rulebook.model import Game, Moment, Option, OptionValue, RoundKind, Wager
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Rounding, parse_ratio

Found = Iterator[tuple[str, str]]
"""Key and reason of each thing wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWagers:
    """The wagers that a kind of round settles itself, and its needs."""

    settled: frozenset[str]
    """Settled against the dealer, and never by a pay table."""
    needed: frozenset[str]
    """Without these no round of this kind can be opened."""
    options: frozenset[str] = field(default=frozenset())
    """Options that the round reads."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROUND_WAGERS: Mapping[RoundKind, RoundWagers] = {
    RoundKind.BLACKJACK: RoundWagers(
        settled=_names(
            "main insurance bet-bigger-1 bet-bigger-2 bet-bigger-3 insurance-bet-bigger-1 "
            "insurance-bet-bigger-2 insurance-bet-bigger-3"
        ),
        needed=_names("main"),
    ),
    RoundKind.SWITCH: RoundWagers(
        settled=_names("main-1 main-2 insurance-1 insurance-2"), needed=_names("main-1 main-2")
    ),
    RoundKind.THREE_CARD_21: RoundWagers(settled=_names("main insurance"), needed=_names("main")),
    RoundKind.HOLDEM: RoundWagers(settled=_names("main insurance"), needed=_names("main")),
    RoundKind.ANTE_UP: RoundWagers(
        settled=_names("main insurance ante bet"), needed=_names("main ante bet")
    ),
    RoundKind.PAI_JACK: RoundWagers(
        settled=_names("main"), needed=_names("main"), options=_names("foul")
    ),
    RoundKind.WILD_POKER: RoundWagers(settled=_names("ante play"), needed=_names("ante play")),
}

_EQUALS: Mapping[str, str] = {
    "main-2": "main-1",
    "bet-bigger-1": "main",
    "bet-bigger-2": "main",
    "bet-bigger-3": "main",
    "bet": "ante",
    "odds": "ante",
    "poker-2": "poker",
    "poker-3": "poker",
}
"""Wagers that the table settles at the size of another, so they must be equal."""

_OPENS = _names("main main-1 main-2 ante")
"""Wagers that a round is opened with."""

_LIMITED_BY_ROUND = _names("poker poker-2 poker-3 odds")
"""Wagers of a poker part: the simulator shares their limit among the seats of a round."""

_VALUES: Mapping[str, frozenset[OptionValue]] = {
    "specific_suit": frozenset("shdc"),
    "rounding": frozenset(Rounding),
    "foul": frozenset({"reset", "lose", "house-way"}),
    "low_hand_ace": frozenset({"eleven", "either"}),
    "cards_dealt": frozenset({"face up", "face down"}),
}
"""Options whose values the table knows by name."""

_OFFERED_BY_NUMBER = {"match-bonus-": "bonus_cards"}
"""Wagers on cards that are dealt only if an option gives their number."""


def unplayable(game: Game) -> Found:
    """Yield what would prevent a table from opening or settling a round of *game*."""
    yield from _wager_problems(game)
    yield from _aggregate_problems(game)
    yield from _option_problems(game)
    rules = game.kind_rules
    for item in fields(rules) if rules else ():
        if item.name.endswith("_pays"):
            try:
                parse_ratio(str(getattr(rules, item.name)))
            except ValueError as error:
                yield f"kind.{item.name}", str(error)


def _wager_problems(game: Game) -> Found:
    known = {wager.id for wager in game.wagers}
    kind = ROUND_WAGERS[game.round]
    for name in sorted(kind.needed - known):
        yield f"wagers.{name}", "is missing: this kind of round is played for it"
    for wager in game.wagers:
        key = f"wagers.{wager.id}"
        tables = game.tables_of(wager.id)
        if wager.id in kind.settled and tables:
            yield key, f"is settled by the round, and by pay table {shorten(tables[0].id)!r} again"
        if wager.id not in kind.settled and not tables:
            yield key, "has no pay table, and this kind of round does not settle it"
        lows = [table.min_wager or 1 for table in tables] + [wager.min or 1]
        step = CENTS_PER_DOLLAR if wager.whole_dollars else 1
        if wager.max is not None and -(-max(lows) // step) * step > wager.max:
            yield key, "has no amount: its least is above its most"
        if wager.equals != _EQUALS.get(wager.id, wager.equals):
            yield key, f"must have equals = {_EQUALS[wager.id]!r}: it is settled at that size"
        if wager.id in kind.needed & _OPENS and wager.made != Moment.BEFORE_DEAL:
            yield key, f"must be made {Moment.BEFORE_DEAL}: it opens the round"
        if wager.jackpot is not None and not wager.jackpot.schemes:
            yield key, "has a jackpot under no scheme; name progressive, house or both"
        if wager.made != Moment.BEFORE_DEAL:
            yield from _late_problems(wager, key)


def _late_problems(wager: Wager, key: str) -> Found:
    """Yield what only a wager before the deal can be."""
    if wager.compulsory or wager.compulsory_when:
        yield key, f"cannot be compulsory: it is made {wager.made}, not {Moment.BEFORE_DEAL}"
    if wager.opening_hand_when:
        yield key, f"cannot have opening_hand_when: it is made {wager.made}"


def _aggregate_problems(game: Game) -> Found:
    for wager in game.wagers:
        key = f"wagers.{wager.id}.aggregate"
        if wager.aggregate and (wager.jackpot or not game.tables_of(wager.id)):
            yield key, "is for the pays of a table that no meter pays"
        if "hand" in wager.aggregate and wager.id in _LIMITED_BY_ROUND:
            yield key, "is for a round, not for a hand, where a poker part is played"


def _option_problems(game: Game) -> Found:
    options = {option.id: option for option in game.options}
    for name in sorted(ROUND_WAGERS[game.round].options - options.keys()):
        yield f"options.{name}", "is missing: this kind of round reads it"
    for name, known in _VALUES.items():
        for value in options[name].values if name in options else ():
            if value not in known:
                names = ", ".join(sorted(map(str, known)))
                yield f"options.{name}", f"{shorten(repr(value))} is unknown; there is {names}"
    yield from _count_problems(options.get("decks"), 1, DECKS_MAX)
    for prefix, name in _OFFERED_BY_NUMBER.items():
        spots = [wager.id for wager in game.wagers if wager.id.startswith(prefix)]
        if spots and name not in options:
            yield f"options.{name}", f"is missing: {spots[0]} is a wager on a card it deals"
        yield from _count_problems(options.get(name), 0, len(spots))


def _count_problems(option: Option | None, low: int, high: int) -> Found:
    for value in option.values if option else ():
        if type(value) is not int or not low <= value <= high:
            key = f"options.{option.id if option else ''}"
            given = shorten(repr(value))
            yield key, f"{given} is not a whole number from {low} to {high}"
