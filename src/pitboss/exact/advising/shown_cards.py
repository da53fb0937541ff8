"""The cards that a player names for advice, read and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pitboss.cards import (
    Card,
    NotationError,
    choose_suits,
    format_card,
    format_cards,
    read_card,
    split_cards,
)
from pitboss.compiled.rule_tables import make_hand
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.questions.ask import asked_fields
from pitboss.questions.game import Advise
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError

Cards = tuple[Card, ...]
HAND = "--hand"
UP = "--up"
OTHER = "--other"
COMMUNITY = "--community"
DOUBLED = "--doubled"
AFTER_SPLIT = "--after-split"
FREE = "--free"
GONE = "--gone"
WAGER = "--wager"


@dataclass(frozen=True, slots=True)
class ShownCards(Advise):
    """The visible cards and the history of the hand."""

    wager: int | None = None
    """The main wager in cents, where prizes and the table's maximum count; None: a small one."""
    _read: dict[str, tuple[Cards, tuple[Problem, ...]]] = field(
        default_factory=dict, init=False, repr=False, compare=False, kw_only=True
    )

    def text(self, key: str) -> str:
        """Return the text of a place."""
        texts = {HAND: self.hand, UP: self.up, OTHER: self.other, COMMUNITY: self.community}
        texts[GONE] = self.gone
        return texts[key] or ""

    def count(self, key: str) -> int:
        """Return how many cards a place names, readable or not."""
        return len(split_cards(self.text(key)))

    def cards(self, *keys: str) -> Cards:
        """Return the cards of some places."""
        return tuple(card for key in keys for card in self._parse(key)[0])

    def unread(self, *keys: str) -> Iterator[Problem]:
        """Yield every word that is not a card."""
        for key in keys:
            yield from self._parse(key)[1]

    def _parse(self, key: str) -> tuple[Cards, tuple[Problem, ...]]:
        if key not in self._read:
            typed = []
            problems = []
            for word in split_cards(self.text(key)):
                try:
                    typed.append(read_card(word))
                except NotationError as error:
                    problems.append(Problem(code=error.code, key=key, message=str(error)))
            self._read[key] = choose_suits(typed, 1, alike=False), tuple(problems)
        return self._read[key]

    def with_equal_suits(self, decks: int) -> ShownCards | None:
        """Return a copy with equal suits where suits are left out; None if none is left out.

        >>> ShownCards(hand="6 7", up="2s").with_equal_suits(6).hand
        '6s 7s'
        """
        changed: dict[str, str] = {}
        for name in ("hand", "up", "other", "community"):
            words = split_cards(getattr(self, name) or "")
            try:
                typed = [read_card(word) for word in words]
            except NotationError:
                continue  # refused already
            if not all(one.has_suit for one in typed):
                changed[name] = format_cards(choose_suits(typed, decks, alike=True))
        return replace(self, **changed) if changed else None  # type: ignore[arg-type]

    @property
    def flags(self) -> Mapping[str, object]:
        """What happened to the hand."""
        return {DOUBLED: self.doubled, AFTER_SPLIT: self.after_split, FREE: self.free}


def conflicts(given: Mapping[str, object], message: str) -> Iterator[Problem]:
    """Yield a problem for everything that has no meaning here."""
    for key, value in given.items():
        if value:
            yield Problem(code="option/conflict", key=key, message=message)


def no_up_card(shown: ShownCards) -> Iterator[Problem]:
    """Yield a problem unless exactly one up card is named."""
    if shown.count(UP) != 1:
        yield Problem(code="hand/no-up-card", key=UP, message="name one up card, as in 2s")


def over_21(shown: ShownCards) -> Iterator[Problem]:
    """Yield a problem if the hand has busted."""
    total = make_hand(shown.cards(HAND)).total
    if total > TWENTY_ONE:
        message = f"{total} is over 21: there is nothing to decide"
        yield Problem(code="hand/over", key=HAND, message=message)


def impossible(key: str, message: str) -> Problem:
    """Return the problem of a hand that no seat can hold at a decision."""
    return Problem(code="hand/impossible", key=key, message=message)


def not_in_shoe(setup: Setup, cards: Cards) -> Iterator[Problem]:
    """Yield the cards that the shoe does not have, or not this often."""
    in_shoe = Counter(setup.shoe.cards())
    for card, count in Counter(cards).items():
        if count > in_shoe[card]:
            name = format_card(card)
            message = f"the shoe has {in_shoe[card]} of {name}, not {count}"
            if not in_shoe[card]:
                message = f"the shoe has no {name}"
            yield Problem(code="record/card-not-in-shoe", key="", message=message)


def show_cards(ask: Advise) -> ShownCards:
    """Return the cards of a question, ready to be read.

    A wager that is no amount raises `RulesError`.
    """
    given = {asked.name: getattr(ask, asked.name) for asked in asked_fields(Advise)}
    try:
        given["wager"] = None if ask.wager is None else parse_dollars(str(ask.wager))
    except ValueError as error:
        problem = Problem(code="option/invalid", key=WAGER, message=str(error))
        raise RulesError([problem]) from None
    return ShownCards(**given)
