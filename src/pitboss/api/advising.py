"""Advice for a hand that is written down: which choices there are, and what each is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.api.advice import Advice, Valued, from_values
from pitboss.cards import Card, NotationError, format_card, parse_card
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.advice import advise_ante_up
from pitboss.exact.blackjack.advice import Advice as Value
from pitboss.exact.blackjack.advice import Position, advise
from pitboss.exact.holdem.advice import ASKED, advise_poker
from pitboss.exact.pai_jack.advice import advise_setting
from pitboss.exact.switch.advice import advise_switch
from pitboss.exact.three_card_21.advice import Position as ThreeCardPosition
from pitboss.exact.three_card_21.advice import ThreeCardAdviser
from pitboss.exact.wild_poker.advice import advise_wild
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError

Cards = tuple[Card, ...]
_MANY = 21
"""No hand of blackjack has more cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToPlay:
    """A hand that a player must decide about."""

    hand: Cards
    up: Cards
    other: Cards
    community: Cards
    doubled: int
    after_split: bool
    free: bool


@dataclass(frozen=True, slots=True)
class _Decision:
    """One kind of decision: the cards that describe it, and how its choices are valued."""

    values: Callable[[Setup, HandToPlay], Iterable[Valued]]
    hand: range
    """How many cards the hand may have."""
    up: int = 1
    """How many up cards must be named."""
    other: range = range(1)
    community: int = 0
    settings: frozenset[str] = field(default=frozenset())
    """Which of doubled, after_split and free may be given."""


def _play(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    position = Position(
        cards=question.hand,
        up=question.up[0],
        doublings=question.doubled,
        # A hand that a lammer carries was made by a split.
        after_split=question.after_split or question.free,
        carried=question.free,
    )
    return advise(setup, position)


def _switch(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    first, second = question.hand[:2], question.other[:2]
    return advise_switch(setup, (first[0], first[1]), (second[0], second[1]), question.up[0])


def _poker(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    one, two = question.community
    return advise_poker(setup, (one, two), question.hand)


def _three_card(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    position = ThreeCardPosition(cards=question.hand, up=question.up[0], others=question.other)
    return ThreeCardAdviser(setup).advise(position)


def _ante_up(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    """Two cards are asked to bet or to fold, more how the hand is played."""
    advice = advise_ante_up(setup, question.hand, question.up[0])
    choices = advice.first or advice.hand
    if not choices:
        raise RefusedError("hand/nothing-asked", "this hand is asked nothing: it stands")
    return [Value(choice.action, choice.value) for choice in choices]


def _setting(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    settings = advise_setting(setup, question.hand)
    return [Value(ActionKind.SET, setting.value, setting.low) for setting in settings]


def _wild(setup: Setup, question: HandToPlay) -> Iterable[Valued]:
    return advise_wild(setup, question.hand)[0]


_PLAYED = frozenset({"doubled", "after_split", "free"})
_HAND = _Decision(_play, range(2, _MANY), settings=_PLAYED)
_DECISIONS: Mapping[RoundKind, tuple[_Decision, ...]] = {
    RoundKind.BLACKJACK: (_HAND,),
    RoundKind.SWITCH: (_HAND, _Decision(_switch, range(2, 3), other=range(2, 3))),
    RoundKind.THREE_CARD: (
        _Decision(_three_card, range(3, _MANY)),
        _Decision(
            _three_card, range(2, _MANY), other=range(2, 3), settings=frozenset({"after_split"})
        ),
    ),
    RoundKind.HOLDEM: (_HAND, _Decision(_poker, range(1, len(ASKED) + 1), up=0, community=2)),
    RoundKind.ANTE_UP: (_Decision(_ante_up, range(2, _MANY)),),
    RoundKind.PAI_JACK: (_Decision(_setting, range(5, 6), up=0),),
    RoundKind.WILD_POKER: (_Decision(_wild, range(5, 6), up=0),),
}
"""Kind of round -> the decisions that a hand on paper describes, the usual one first."""


def advise_hand(
    setup: Setup,
    texts: Mapping[str, str],
    *,
    doubled: int = 0,
    after_split: bool = False,
    free: bool = False,
) -> Advice:
    """Return the choices with a hand, best first; `RulesError` has everything that is wrong.

    *texts* are the cards under `hand`, `up`, `other` and `community`.
    """
    problems: list[Problem] = []
    cards = {key: _read(key, text, problems) for key, text in texts.items()}
    if problems:
        raise RulesError(problems)
    settings = {"doubled": doubled, "after_split": after_split, "free": free}
    decision = _decision(setup, cards)
    wrong = [*_wrong_cards(decision, cards), *_wrong_settings(setup, decision, settings)]
    wrong += _not_in_shoe(setup, tuple(card for each in cards.values() for card in each))
    if wrong:
        raise RulesError(wrong)
    question = HandToPlay(
        hand=cards["hand"],
        up=cards["up"],
        other=cards["other"],
        community=cards["community"],
        doubled=doubled,
        after_split=after_split,
        free=free,
    )
    return from_values(decision.values(setup, question))


def _read(key: str, text: str, problems: list[Problem]) -> Cards:
    cards = []
    for word in text.split():
        try:
            cards.append(parse_card(word))
        except NotationError as error:
            problems.append(Problem(code=error.code, key=key, message=str(error).rstrip(".")))
    return tuple(cards)


def _decision(setup: Setup, cards: Mapping[str, Cards]) -> _Decision:
    """Return the decision that the cards describe: the usual one, unless they name more."""
    usual, *others = _DECISIONS[setup.round]
    for decision in others:
        if (cards["other"] and decision.other.stop > 1) or (
            cards["community"] and decision.community
        ):
            return decision
    return usual


def _wrong_cards(decision: _Decision, cards: Mapping[str, Cards]) -> Iterator[Problem]:
    """Yield where there are too many or too few cards."""
    counts = {
        "hand": decision.hand,
        "up": range(decision.up, decision.up + 1),
        "other": decision.other,
        "community": range(decision.community, decision.community + 1),
    }
    for key, allowed in counts.items():
        count, last = len(cards[key]), allowed.stop - 1
        if count in allowed:
            continue
        if not last:
            message = "this game asks the decision without it: leave it out"
            yield Problem(code="option/conflict", key=key, message=message)
        else:
            wanted = f"{last}" if len(allowed) == 1 else f"{allowed.start} or more"
            noun = "card" if wanted == "1" else "cards"
            message = f"name {wanted} {noun} here, not {count}"
            yield Problem(code="hand/impossible", key=key, message=message)


def _wrong_settings(
    setup: Setup, decision: _Decision, settings: Mapping[str, int]
) -> Iterator[Problem]:
    for key, value in settings.items():
        if value and key not in decision.settings:
            message = "this decision is not about a hand that was played on: leave it out"
            yield Problem(code="option/conflict", key=key, message=message)
    doubled = settings["doubled"]
    if "doubled" in decision.settings and doubled:
        most = setup.rules.doublings if setup.rules.redouble else 1
        if not 0 <= doubled <= most:
            message = f"a hand is doubled 0 to {most} times here, not {doubled}"
            yield Problem(code="hand/impossible", key="doubled", message=message)
    if "free" in decision.settings and settings["free"] and not setup.rules.free_bets:
        message = "this game has no lammers: no hand is free"
        yield Problem(code="option/conflict", key="free", message=message)


def _not_in_shoe(setup: Setup, cards: Cards) -> Iterator[Problem]:
    in_shoe = Counter(setup.shoe.cards())
    for card, count in Counter(cards).items():
        if count > in_shoe[card]:
            has = in_shoe[card] or "no"
            message = f"the shoe has {has} {format_card(card)}, not {count}"
            yield Problem(code="record/card-not-in-shoe", key="", message=message)
