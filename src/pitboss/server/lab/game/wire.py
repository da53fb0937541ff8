"""Answers for the pages of one game."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.questions.game import Advise
from pitboss.server.requests.limits import GONE_LENGTH_MAX
from pitboss.server.requests.questions import wire_form
from pitboss.server.requests.wire import GameId, Options

OptionValue = str | int | bool


class LabRuleProblem(Struct, frozen=True):
    """Why the rule book refuses something."""

    code: str
    key: str
    message: str
    cite: Annotated[str, Meta(description="The clause that it breaks.")] = ""


class LabRuleValue(Struct, frozen=True):
    """A value of a rule, with all other rules as they are."""

    value: OptionValue
    chosen: bool = False
    edge: Annotated[
        float | None,
        Meta(description="The house edge with it; null where it has to be solved first."),
    ] = None
    change: Annotated[float | None, Meta(description="How much it raises the edge.")] = None
    problem: Annotated[LabRuleProblem | None, Meta(description="Why the rule book refuses it.")] = (
        None
    )


class LabRule(Struct, frozen=True):
    """A rule of the main game that a house chooses."""

    id: str
    title: str
    values: list[LabRuleValue]


class LabPlace(Struct, frozen=True):
    """A place of cards that the hand calculator asks for."""

    key: Annotated[str, Meta(description="Its name in a question about a hand.")]
    title: str
    least: Annotated[int, Meta(description="How many cards it takes at least.")]
    most: Annotated[int, Meta(description="How many at most; 0: as many as a hand can have.")] = 0


class LabHandForm(Struct, frozen=True):
    """A decision that the hand calculator values."""

    id: str
    title: str
    places: list[LabPlace]
    flags: Annotated[
        list[str], Meta(description="What may have happened: doubled, after_split, free.")
    ] = []


class LabCards(Struct, frozen=True):
    """The cards of a shoe."""

    kinds: Annotated[list[str], Meta(description="Every card of a deck, once.")]
    decks: int
    no_gone: Annotated[str, Meta(description="Why no card can be gone; empty: any can.")] = ""


class LabGamePage(Struct, frozen=True):
    """A game under some rules."""

    game: str
    title: str
    summary: str
    document: str
    section: str
    kind: Annotated[str, Meta(description="The kind of its round.")]
    rules: Annotated[list[LabRule], Meta(description="The rules that a house may choose.")]
    option: Annotated[list[str], Meta(description="The rules that are chosen, as `key=value`.")]
    problems: Annotated[
        list[LabRuleProblem], Meta(description="Why these rules are refused; none: they are not.")
    ]
    digest: str = ""
    solution: Annotated[
        dict[str, Any] | None,
        Meta(description="Edge, figures and chart; null where the job `game` has to solve it."),
    ] = None
    hands: Annotated[list[LabHandForm], Meta(description="What the hand calculator takes.")] = []
    cards: LabCards | None = None
    counts: Annotated[
        list[list[str]], Meta(description="The counts of index plays: id and name.")
    ] = []
    command: Annotated[
        list[str], Meta(description="The same figures as words of a `pitboss` command.")
    ] = []
    count_command: Annotated[
        list[str], Meta(description="The start of the command for index plays.")
    ] = []
    by_wager: Annotated[
        bool, Meta(description="Whether the figures depend on the size of the main wager.")
    ] = False
    unsolved: Annotated[
        int, Meta(description="Values whose edge the job `effects` has to solve.")
    ] = 0


_Cards = Annotated[str, Meta(max_length=GONE_LENGTH_MAX)]


LabHand = wire_form(
    Advise,
    "LabHand",
    "A hand of a game under some rules, as `pitboss advise` takes it.",
    module=__name__,
    first=(("game", GameId), ("option", Options, [])),
    narrower={
        "hand": (_Cards, ""),
        "up": (_Cards, ""),
        "other": (_Cards | None, None),
        "community": (_Cards | None, None),
        "gone": (_Cards, ""),
    },
)


class LabHandChoice(Struct, frozen=True):
    """A choice with a hand and its expected value; further figures where a game has them."""

    action: str
    value: float
    value_fraction: str | UnsetType = UNSET
    low: str | UnsetType = UNSET
    high: str | UnsetType = UNSET
    low_total: int | UnsetType = UNSET
    high_total: int | UnsetType = UNSET
    value_of_21: float | UnsetType = UNSET
    value_of_poker: float | UnsetType = UNSET
    house_way: bool | UnsetType = UNSET
    foul: bool | UnsetType = UNSET
    hands: list[str] | UnsetType = UNSET


class LabAfterBet(Struct, frozen=True):
    """The choices with a hand once a further bet is made."""

    actions: list[LabHandChoice]
    best: str | None


class LabDealerHands(Struct, frozen=True):
    """How often the dealer's hands win, tie and lose."""

    win: float
    tie: float
    lose: float


class LabHandValues(Struct, frozen=True):
    """What each choice with a hand is worth, as `pitboss advise --json` prints it, and more."""

    actions: Annotated[list[LabHandChoice], Meta(description="Every legal choice, the best first.")]
    best: str | None
    heading: Annotated[list[str], Meta(description="The situation in words.")]
    problems: Annotated[
        list[LabRuleProblem] | UnsetType,
        Meta(description="Why this hand has no choice, or is impossible."),
    ] = UNSET
    command: Annotated[
        list[str] | UnsetType, Meta(description="The same figures as words of a `pitboss` command.")
    ] = UNSET
    name: Annotated[str | UnsetType, Meta(description="What the hand is called.")] = UNSET
    after_bet: LabAfterBet | UnsetType = UNSET
    dealer_hands: LabDealerHands | UnsetType = UNSET
