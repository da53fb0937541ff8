"""Every limit on the size of a file or an argument, in one place.

A limit is checked before the work starts. Input beyond it is refused in one sentence with a stable
code; `docs/reference/command-line.md` lists the limits for users.
"""

from __future__ import annotations

HOUSE_BYTES_MAX = 1 << 20
"""Bytes of a house configuration, or of one file of a game of your own."""

FLOOR_BYTES_MAX = 1 << 20
"""Bytes of a floor file."""

FLOOR_TABLES_MAX = 1_000
"""Tables of a floor file."""

FLOOR_JACKPOTS_MAX = 100
"""Jackpots that the tables of a floor file share."""

RECORD_BYTES_MAX = 1 << 20
"""Bytes of one round record: a file with one, or a line of a file with many."""

STRATEGY_BYTES_MAX = 1 << 26
"""Bytes of a strategy; `pitboss solve --json` prints up to a few million."""

COUNT_BYTES_MAX = 1 << 20
"""Bytes of a file with a count or a ramp."""

TAG_MAX = 100
"""The largest tag of a card, up or down."""

TAG_UNIT_MAX = 100
"""Tags may have parts of a whole: halves, tenths, down to hundredths."""

SIDE_COUNTS_MAX = 12
"""Side counts beside one count."""

COUNT_LIMIT = 200
"""The largest true count, up or down, that a ramp or an index play names."""

INDEX_PLAYS_MAX = 1_000
"""Index plays of one count."""

RAMP_STEPS_MAX = 100
"""Steps of a ramp."""

UNITS_MAX = 100_000
"""Units that a ramp bets."""

DECK_CARDS_MAX = 1_000
"""Cards of a deck in the true count."""

SITTINGS_MAX = 10_000
"""Sittings that are listed: the latest ones of a folder."""

COUNTDOWN_GROUP_MAX = 7
"""Cards that a countdown shows at once."""

COUNTDOWN_STOP_MAX = 416
"""Cards of a countdown from one question to the next."""

COUNTDOWN_PACE_MAX_S = 60
"""Seconds that a countdown shows cards."""

SCORE_BYTES_MAX = 1 << 24
"""Bytes of a training score."""

WITNESS_BYTES_MAX = 1 << 30
"""A copy of the checkpoints of a server's books: a line of 500 bytes for each minute it ran."""
CHECKPOINT_BYTES_MAX = 1 << 30
"""Bytes of a checkpoint, and of what it holds once it is no longer compressed."""

DEPTH_MAX = 32
"""How deep objects, lists and tables may be nested. Our own files need eight."""

NAMES_MAX = 1_000
"""Names in one object or table. A rule book has about a hundred wagers and options."""

NAME_LENGTH_MAX = 200
"""Characters of a name in an object or table."""

HOUSE_NAMES_MAX = 200
"""Names in one table of a house configuration or a round record: options, wagers, rows."""

INTEGER_DIGITS_MAX = 30
"""Digits of a whole number."""

NUMBER_LENGTH_MAX = 40
"""Characters of any number."""

EXPONENT_MAX = 308
"""The largest power of ten, up or down, that a number may have."""

CENTS_MAX = 10**12
"""Cents of a wager, a tip, a limit, a prize, a seed or a bankroll: ten thousand million dollars."""

METER_DOLLARS_MAX = 10**12
"""Dollars that a meter may show when a round begins; it may grow beyond during the round."""

DECKS_MAX = 100
"""Decks of a shoe, also in games of your own."""

SEATS_MAX = 100
"""Seats of one round. Eight decks have cards for fewer hands than that."""

IRREGULARITIES_MAX = 100
"""Irregularities of one round."""

REASON_LENGTH_MAX = 500
"""Characters of the reason that is given for a ruling or a void."""

SEAT_NUMBER_MAX = 10**6
"""The largest number of a seat."""

TEXT_SHOWN_MAX = 60
"""Characters of a text that a message repeats; the rest of it is left out."""

MESSAGE_LENGTH_MAX = 1_000
"""Characters of a whole message."""

PROBLEMS_SHOWN_MAX = 200
"""The most problems of one input that are listed; the number of others is stated."""

GUESS_LENGTH_MAX = 60
"""Characters of an unknown name for which the nearest known names are looked up."""

ARGUMENTS_MAX = 1_000
"""Arguments of one command."""

ARGUMENT_LENGTH_MAX = 4_096
"""Characters of one argument; a path has no more either."""

COLUMNS_MAX = 1_000
"""Columns of a terminal; a larger value in the environment is ignored."""

ROUNDS_PER_HOUR_MAX = 10_000
"""Rounds that a table deals in an hour."""

HOURS_MAX = 10_000
"""Hours of a shift."""

COMPARED_MAX = 8
"""Games, house files or pay tables side by side."""

EXPORT_ROUNDS_MAX = 1_000_000
"""Rounds of a simulation that are exported one by one; the table engine plays them."""

RISK_BYTES_MAX = 1 << 26
"""Bytes of a file with a bet, such as the output of `pitboss solve --json`."""

RISK_UNITS_MAX = 10**9
"""Units of a bank, a goal or the result of a round."""

RISK_ROUNDS_MAX = 10**12
"""Rounds of a trip."""

RECORDS_BYTES_MAX = 1 << 28
"""Bytes of a file of round records that is watched for counters."""

RECORDS_MAX = 100_000
"""Rounds of such a file."""

PROTECT_ROUNDS_MIN = 10_000
PROTECT_ROUNDS_MAX = 10**11
"""Rounds that a protection simulates for each counter: fewer say nothing, more take days."""

PENETRATIONS_MAX = 8
"""Cut cards that one report compares."""

HUNT_TABLES_MAX = 100
"""Tables that feed one meter in a simulation of hunters."""

HUNT_WAGERS_MAX = 10**9
"""Rounds times tables times seats of such a simulation: a few minutes."""

HUNT_CEILING_WAGERS_MIN = 100
"""Wagers that take such a meter from its seed to the amount that it must hit by, at least."""

OUTCOMES_MAX = 10_000
"""Different results of a round."""

OWN_GAMES_MAX = 1_000
"""Files in one folder of games of your own."""


def shorten(text: str, length: int = TEXT_SHOWN_MAX) -> str:
    """Return *text* short enough to be repeated in a message.

    >>> shorten("main"), shorten("x" * 100, 10)
    ('main', 'xxxxxxx...')
    """
    return text if len(text) <= length else f"{text[: length - 3]}..."


def shorten_message(text: str) -> str:
    """Return a message of a bounded length: its beginning and its end.

    >>> len(shorten_message("x" * 10**6)) <= MESSAGE_LENGTH_MAX
    True
    """
    if len(text) <= MESSAGE_LENGTH_MAX:
        return text
    half = (MESSAGE_LENGTH_MAX - len(" ... ")) // 2
    return f"{text[:half]} ... {text[-half:]}"


def printable(text: str) -> str:
    r"""Return *text* with everything escaped that would move the cursor or hide on a terminal.

    >>> printable("7♥ \x1b[2J\n")
    '7♥ \\x1b[2J\\n'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
