"""The base of requests and answers. Unknown fields of a request are refused."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import OptionValue

_S = TypeVar("_S", bound=Struct)


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; every refusal has this shape."""

    code: Annotated[str, Meta(description="Stable, for programs.", examples=["bet/closed"])]
    message: Annotated[str, Meta(description="One sentence, for people.")]
    clause: Annotated[str, Meta(description="The clause of the rules behind it.")] = ""
    decision: Annotated[
        int, Meta(description="Which decision of a practice round does not fit, from 1.")
    ] = 0


class Working(Struct, frozen=True):
    """The answer is being worked out: ask again after `Retry-After` seconds."""

    working: bool = True


class GameCondition(Struct, frozen=True):
    """When a value of an option is not allowed."""

    value: OptionValue
    reason: str


class GameOption(Struct, frozen=True):
    """An option of a game."""

    id: str
    title: str
    values: list[OptionValue]
    default: OptionValue | None
    fixed: Annotated[bool, Meta(description="Whether there is nothing to choose.")]
    conditions: list[GameCondition]


class GameWager(Struct, frozen=True):
    """A wager of a game."""

    id: str
    title: str
    made: Annotated[str, Meta(description="When it is made.")]
    tables: Annotated[list[str], Meta(description="The pay tables that it may have.")]
    note: str


class GamePayRow(Struct, frozen=True):
    """A row of a pay table."""

    name: str
    pay: str


class GamePayTable(Struct, frozen=True):
    """A pay table of a game."""

    id: str
    title: str
    decks: list[int]
    rows: list[GamePayRow]


class GameRules(Struct, frozen=True):
    """A game of the rule book, as `pitboss show --json` prints it; that has more."""

    id: str
    title: str
    options: list[GameOption]
    wagers: list[GameWager]
    tables: list[GamePayTable]


Word = Annotated[str, Meta(max_length=100)]
GameId = Annotated[str, Meta(max_length=200)]
Cents = Annotated[int, Meta(ge=0, le=CENTS_MAX, description="In cents.")]
SetUpData = Annotated[
    dict[str, Any], Meta(description="Its set-up, as a house file has it.", max_length=20)
]
Options = Annotated[list[Word], Meta(description="House options as `key=value`.", max_length=50)]
RepeatedOption = Annotated[
    list[str], Meta(description="House options as `key=value`; repeat it.", max_length=50)
]
Name = Annotated[
    str,
    Meta(description="3 to 24 letters of one script, digits, spaces, - or _. Case is ignored."),
]
Password = Annotated[str, Meta(description="8 to 128 characters, of any kind.")]


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password for a new account, or for the guest who sends them."""

    name: Name
    password: Password


class PasskeyUse(Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey signed, as `navigator.credentials.get` returns it; bytes are base64url."""

    id: Annotated[str, Meta(max_length=1_400)]
    client_data: Annotated[str, Meta(max_length=2_000)]
    authenticator_data: Annotated[str, Meta(max_length=2_000)]
    signature: Annotated[str, Meta(max_length=2_000)]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """How the owner of an account logs in."""

    name: Name
    password: Password
    code: Annotated[
        str,
        Meta(
            max_length=100,
            description="A code of the second factor, where the account has one. The session then "
            "has its roles, and no wrong password of a stranger has locked it out.",
        ),
    ] = ""
    passkey: Annotated[
        PasskeyUse | None,
        Meta(description="A passkey in place of a code; its challenge is of the same session."),
    ] = None


class Playing(Struct, frozen=True):
    """The time at tables without a long break, and the net result."""

    since: Annotated[str, Meta(description="UTC; at most a day ago.")]
    minutes: int
    net_cents: Annotated[
        int, Meta(description="The net result of all rounds since then, after tips.")
    ]


class Me(Struct, frozen=True):
    """The caller's account."""

    account: Annotated[str, Meta(description="The id of the account.")]
    name: Annotated[str | None, Meta(description="Null for a guest.")]
    wallet_cents: Annotated[int, Meta(description="Money away from any table, in cents.")]
    playing: Annotated[Playing | None, Meta(description="Null: not at a table lately.")] = None
    roles: Annotated[list[str], Meta(description="The caller's roles.")] = []


class Welcome(Struct, frozen=True):
    """A new session. Browsers keep its cookie; programs send the token as a bearer token."""

    account: str
    name: str | None
    wallet_cents: int
    token: Annotated[str, Meta(description="Shown once. `Authorization: Bearer TOKEN`.")]


class Health(Struct, frozen=True):
    """Whether the server works."""

    status: str
    version: str
    books: Annotated[
        str,
        Meta(
            description='"answer", "refuse" (they can be read and not written), "silent" (the '
            'floor waits) or "stale" (silent for long).'
        ),
    ] = "answer"
    notice: Annotated[str, Meta(description="The notice that screens show about the books.")] = ""


class FeltPicture(Struct, frozen=True):
    """What a small picture of a felt shows."""

    print: Annotated[str, Meta(description="The first line that is printed on it.")]
    spots: Annotated[
        list[Literal["main", "side"]], Meta(description="The betting spots of a seat, in order.")
    ]
    dealer: Annotated[str, Meta(description="The dealer's cards of a deal, such as `Kh`.")]
    face_down: Annotated[int, Meta(description="How many of the dealer's cards are face down.")]
    hands: Annotated[list[str], Meta(description="The cards of the player's hands.")]
    poker: Annotated[str, Meta(description="The player's poker cards, if the game has some.")]


class GameSummary(Struct, frozen=True):
    """One game of the rule book."""

    id: str
    title: str
    document: str
    section: str
    decks: list[int]
    options: list[str]
    wagers: list[str]
    tables: Annotated[int, Meta(description="How many pay tables it has.")]
    summary: str
    jurisdiction: str
    round: Annotated[str, Meta(description="The kind of its rounds: `blackjack`, `wild-poker`.")]
    bets: Annotated[list[str], Meta(description="The wagers of its ready table, by their names.")]
    special: Annotated[list[str], Meta(description="Its special rules, a few words each.")]
    edge: Annotated[float | None, Meta(description="The house edge of its ready table.")]
    level: Annotated[
        Literal["easy", "medium", "hard"],
        Meta(description="How much there is to learn beside plain blackjack."),
    ]
    jackpot: Annotated[bool, Meta(description="Whether its ready table has a progressive.")]
    picture: Annotated[
        FeltPicture | None, Meta(description="A picture of its ready table, with cards dealt.")
    ]


class Games(Struct, frozen=True):
    """The catalogue."""

    games: list[GameSummary]


class TableQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which table of a game is meant; without options, its ready table."""

    option: RepeatedOption = []


class LabGameQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which table of a game is meant, and for which main wager."""

    option: RepeatedOption = []
    wager: Annotated[
        str, Meta(description="Dollars of the main wager; without it, a small one.", max_length=20)
    ] = ""


class OddsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose odds are asked for."""

    wager: Annotated[str, Meta(description="One wager; without it, all.", max_length=200)] = ""
    option: RepeatedOption = []


class Odds(Struct, frozen=True):
    """Exact odds of the wagers of one table."""

    game: str
    digest: Annotated[str, Meta(description="Of the rules: equal rules, equal digest.")]
    assumed: Annotated[list[str], Meta(description="Options that were filled in.")]
    wagers: Annotated[
        list[dict[str, Any]], Meta(description="As `pitboss odds --json` prints them.")
    ]


class PostedLimit(Struct, frozen=True):
    """What may be bet on a wager."""

    name: str
    amount: str


class PostedPay(Struct, frozen=True):
    """A pay table on the sign."""

    title: str
    rows: list[list[str]]


class PostedStatement(Struct, frozen=True):
    """A notice that the law or the house wants posted."""

    title: str
    text: str
    cite: str


class Posted(Struct, frozen=True):
    """What is posted at a table (WAC 230-15-060)."""

    game: str
    title: str
    digest: str
    lines: list[str]
    limits: list[PostedLimit]
    pays: list[PostedPay]
    statements: list[PostedStatement]
    foot: str


def show(kind: type[_S], value: object, /, **others: Any) -> _S:  # noqa: ANN401 - fields of any type
    """Return a value in the form of an answer: its fields of the same names, and *others*.

    >>> show(Me, Welcome("a1", "ann", 500, "token"), roles=["cage"])
    Me(account='a1', name='ann', wallet_cents=500, playing=None, roles=['cage'])
    """
    names = [name for name in kind.__struct_fields__ if name not in others and hasattr(value, name)]
    return kind(**{name: getattr(value, name) for name in names}, **others)


def moment_text(at: int) -> str:
    """Write a moment, which is in microseconds since 1970.

    >>> moment_text(1_800_000_000_000_000)
    '2027-01-15T08:00:00.000Z'
    """
    text = datetime.fromtimestamp(at / 1_000_000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
