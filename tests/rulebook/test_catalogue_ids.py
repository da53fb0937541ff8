"""The stable names that records, commands, files and outside checks use are all in the catalogue.

They are typed here a second time, because other programs hold on to them: none of these may go or
change, and a new one is entered here too.
"""

from __future__ import annotations

from pitboss.rulebook.reading.library import game, game_ids
from tests.rows import every_row


def numbered(prefix: str, last: int, *, width: int = 1) -> list[str]:
    """Return `prefix` with 1 to `last` behind it.

    >>> numbered("SJP", 2), numbered("TRI-", 2, width=2)
    (['SJP1', 'SJP2'], ['TRI-01', 'TRI-02'])
    """
    return [f"{prefix}{number:0{width}}" for number in range(1, last + 1)]


def lettered(number: int, letters: str) -> list[str]:
    """Return Washington's jackpot tables: eight pay tables to a letter."""
    return [name for letter in letters for name in numbered(f"{number}{letter}-", 8)]


MATCH = ["match-up", "match-down"]
PLAIN = ["main", "insurance"]
PROGRESSIVE = "21-plus-3-progressive"
TRILUX_PROGRESSIVES = ("01", "05", "06", "07")
TABLES_3_TO_5 = [*lettered(3, "abcd"), *lettered(4, "abcde"), *lettered(5, "abcd")]
TABLES_213 = numbered("PT-BJS-213-", 11, width=2)

WAGERS: dict[str, list[str]] = {
    "wa/spanish-21": [*PLAIN, *MATCH, *numbered("match-bonus-", 5), *numbered("jackpot-", 2)],
    "wa/spanish-21-v003": [*PLAIN, *MATCH, "jackpot-1"],
    "wa/spanish-21-v002": [*PLAIN, *MATCH, "jackpot-1"],
    "ilani/spanish-21": [*PLAIN, "match-up", "jackpot-1"],
    "bet-bigger/spanish-21": [
        *PLAIN,
        *numbered("bet-bigger-", 3),
        *numbered("insurance-bet-bigger-", 3),
        *MATCH,
        "break-bonus",
    ],
    "co/21-holdem": [*PLAIN, "poker", "poker-2", "poker-3"],
    "co/blackjack-switch": [
        *numbered("main-", 2),
        *numbered("insurance-", 2),
        "super-match",
        "buster",
    ],
    "co/ante-up-21": [*PLAIN, "ante", "bet", "poker-bonus"],
    "co/21-plus-3": [*PLAIN, "21-plus-3", "21-plus-3-xtreme", PROGRESSIVE],
    "co/golden-21": [*PLAIN, "golden-21"],
    "co/straight-jack": [*PLAIN, "straight-jack"],
    "co/straight-jack-progressive": [*PLAIN, "straight-jack"],
    "co/3-card-21": [*PLAIN, "3-card-bonus"],
    "co/pai-jack": ["main", "pai-jack-bonus"],
    "co/buffalo-2": [*PLAIN, "21-plus-3", PROGRESSIVE, "bust-bonus"],
    "co/buffalo-3": [*PLAIN, "21-plus-3", "top-3", PROGRESSIVE, "bust-bonus"],
    "co/trilux": [
        *(*PLAIN, "trilux-bonus", "super-3", "bust-bonanza"),
        *("trilux-progressive", "trilux-progressive-2", "trilux-progressive-3"),
    ],
    "co/free-bet": [*PLAIN, "push-22", "pot-of-gold", "kings-bounty"],
    "co/extreme-21": [*PLAIN, "extreme-21", "big-3", "bust-the-house"],
    "co/deuces-wild-xtreme": [
        *("ante", "odds", "play", "bad-beat", "trips-plus-wild", "goin-wild"),
        *("goin-wild-progressive", "too-wild-progressive", "five-card-linked"),
    ],
    "co/ride-free": [
        *(*PLAIN, "hedge-22", "silver-stack", "bust-bonus", "21-plus-3-classic"),
        *("21-plus-3-xtreme", "top-3", "lucky-ladies", PROGRESSIVE, "lucky-ladies-progressive"),
    ],
    "reference/blackjack": PLAIN,
}

TABLES: dict[str, dict[str, list[str]]] = {
    "wa/spanish-21": {
        "main": ["bonus-21"],
        "match-up": ["2"],
        "match-down": ["2"],
        **{name: ["2"] for name in numbered("match-bonus-", 5)},
        **{
            name: [*TABLES_3_TO_5, *numbered("6-", 5), "3-alt-1", "3-alt-2", "4-alt"]
            for name in numbered("jackpot-", 2)
        },
    },
    "wa/spanish-21-v003": {
        "main": ["bonus-21"],
        "match-up": ["2"],
        "match-down": ["2"],
        "jackpot-1": [*TABLES_3_TO_5, "3-alt-1", "4-alt"],
    },
    "wa/spanish-21-v002": {
        "main": ["bonus-21"],
        "match-up": ["7"],
        "match-down": ["7"],
        "jackpot-1": [*lettered(8, "abcd"), *lettered(9, "abcd")],
    },
    "ilani/spanish-21": {
        "main": ["bonus-21"],
        "match-up": ["match-the-dealer"],
        "jackpot-1": ["progressive"],
    },
    "bet-bigger/spanish-21": {
        **{name: ["bonus-21"] for name in ("main", *numbered("bet-bigger-", 3))},
        "match-up": ["bonus-options", "probability-block"],
        "match-down": ["bonus-options", "probability-block"],
        "break-bonus": ["break-bonus"],
    },
    "co/21-holdem": {name: ["poker"] for name in ("poker", "poker-2", "poker-3")},
    "co/blackjack-switch": {
        "super-match": ["super-match-1", "super-match-2"],
        "buster": ["buster-1"],
    },
    "co/ante-up-21": {"poker-bonus": ["A", "B", "C", "D"]},
    "co/21-plus-3": {
        "21-plus-3": ["standard"],
        "21-plus-3-xtreme": ["xtreme"],
        PROGRESSIVE: TABLES_213,
    },
    "co/golden-21": {"golden-21": ["1", "2", "3", "4", "12", "13", "14"]},
    "co/straight-jack": {"straight-jack": ["standard"]},
    "co/straight-jack-progressive": {"straight-jack": numbered("SJP", 4)},
    "co/3-card-21": {"3-card-bonus": numbered("", 5)},
    "co/pai-jack": {"pai-jack-bonus": numbered("", 4)},
    "co/buffalo-2": {
        "21-plus-3": ["A", "B"],
        PROGRESSIVE: TABLES_213,
        "bust-bonus": ["bust-bonus"],
    },
    "co/buffalo-3": {
        "21-plus-3": ["A", "B"],
        "top-3": ["top-3-A", "top-3-B"],
        PROGRESSIVE: TABLES_213,
        "bust-bonus": ["bust-bonus"],
    },
    "co/trilux": {
        "trilux-bonus": [*numbered("TRI-", 7, width=2), *numbered("TRILG-", 4, width=2)],
        "super-3": numbered("SUP-", 3, width=2),
        "bust-bonanza": numbered("bust-bonanza-", 2),
        **{
            f"trilux-progressive{place}": [f"progressive-{table}" for table in TRILUX_PROGRESSIVES]
            for place in ("", "-2", "-3")
        },
    },
    "co/free-bet": {
        "push-22": ["push-22-A", "push-22-B", "push-22-C"],
        "pot-of-gold": ["POG-01", "POG-02"],
        "kings-bounty": ["KB01"],
    },
    "co/extreme-21": {
        "extreme-21": [
            *("PT1D-G", "PT5D-G"),
            *(f"PT2D-{letter}" for letter in "ABCG"),
            *(f"PT4D-{letter}" for letter in "ABCDEG"),
            *(f"PT6D-{letter}" for letter in "ABCDEFG"),
            *(f"PT8D-{letter}" for letter in "ABCDEFG"),
        ],
        "big-3": [f"big-3-PT{name}" for name in ("4D-A", "6D-A", "6D-B", "8D-A", "8D-B")],
        "bust-the-house": ["bust-the-house"],
    },
    "co/deuces-wild-xtreme": {
        "odds": ["PT-FLT-DWHF-ODS-01"],
        "bad-beat": numbered("PT-FLT-DWHF-BBX-", 3, width=2),
        "trips-plus-wild": numbered("PT-FLT-DWHF-TPW-", 6, width=2),
        "goin-wild": numbered("PT-FLT-TW-GW-", 2, width=2),
        "goin-wild-progressive": numbered("PT-PRG-TW-GW-", 2, width=2),
        "too-wild-progressive": ["PT-PRG-DWHF-DWP-01"],
        "five-card-linked": [
            *numbered("PT-BJS-5CL-", 11, width=2),
            *numbered("PT-BJS-5CL-E", 3, width=2),
        ],
    },
    "co/ride-free": {
        "hedge-22": numbered("PT-FLT-SB1-", 3, width=2),
        "silver-stack": numbered("PT-FLT-SB2-", 2, width=2),
        "bust-bonus": ["PT-FLT-BB-01"],
        "21-plus-3-classic": [
            *("PT-FLT-213-01", "PT-FLT-213-03"),
            *numbered("PT-FLT-213-E", 4, width=2),
        ],
        "21-plus-3-xtreme": [f"PT-FLT-213XT-{number}" for number in ("01", "03", "04")],
        "top-3": numbered("PT-FLT-TOP3-", 2, width=2),
        "lucky-ladies": numbered("PT-FLT-LL-", 3, width=2),
        PROGRESSIVE: TABLES_213,
        "lucky-ladies-progressive": [f"PT-BJS-LL-{number}" for number in range(26, 36)],
    },
    "reference/blackjack": {},
}


@every_row("game_id", game_ids())
def test_a_game_has_exactly_the_wagers_of_the_contract(game_id: str) -> None:
    assert sorted(wager.id for wager in game(game_id).wagers) == sorted(WAGERS[game_id])


@every_row("game_id", game_ids())
def test_a_wager_has_exactly_the_pay_tables_of_the_contract(game_id: str) -> None:
    by_wager: dict[str, set[str]] = {}
    for table in game(game_id).tables:
        for wager_id in table.wagers:
            by_wager.setdefault(wager_id, set()).add(table.id)

    assert by_wager == {wager_id: set(tables) for wager_id, tables in TABLES[game_id].items()}


@every_row(
    ("game_id", "option_id", "values"),
    [
        ("wa/spanish-21", "decks", (2, 4, 5, 6, 8)),
        ("wa/spanish-21", "soft17", ("stand", "hit")),
        ("wa/spanish-21", "redouble", (False, True)),
        ("wa/spanish-21", "double_for_less", (False, True)),
        ("wa/spanish-21", "bonus_cards", (0, 1, 2, 3, 4, 5)),
        ("wa/spanish-21", "equipment", ("v003", "v005t", "v006")),
        ("wa/spanish-21", "rounding", ("down", "up")),
        ("bet-bigger/spanish-21", "double_cards", ("any", "two")),
        ("co/21-holdem", "poker", ("optional", "required")),
        ("co/21-plus-3", "specific_suit", ("s", "h", "d", "c")),
        ("co/trilux", "surrender", (False, True)),
        ("co/trilux", "resplit_aces", (False, True)),
        ("co/pai-jack", "foul", ("reset", "lose", "house-way")),
        ("co/free-bet", "blackjack", ("3:2", "6:5")),
        ("co/deuces-wild-xtreme", "bonus_alone", (False, True)),
        ("co/ride-free", "require_main", (True, False)),
        ("reference/blackjack", "decks", tuple(range(1, 101))),
        ("reference/blackjack", "soft17", ("stand", "hit")),
        (
            "reference/blackjack",
            "double",
            (
                *("any", "hard", "8-11", "9-11", "10-11", "11"),
                *("8-11-or-soft", "9-11-or-soft", "10-11-or-soft", "11-or-soft"),
            ),
        ),
        ("reference/blackjack", "double_cards", ("two", "any")),
        ("reference/blackjack", "das", (True, False)),
        ("reference/blackjack", "resplit_aces", (False, True)),
        ("reference/blackjack", "hit_split_aces", (False, True)),
        ("reference/blackjack", "max_hands", (2, 3, 4)),
        (
            "reference/blackjack",
            "surrender",
            ("none", "late", "early", "early-against-ten", "early-against-ace"),
        ),
        ("reference/blackjack", "charlie", (0, 5, 6, 7)),
        ("reference/blackjack", "obo", (False, True)),
        ("reference/blackjack", "peek", (True, False, "ace", "ten")),
        ("reference/blackjack", "blackjack", ("3:2", "6:5", "1:1")),
    ],
)
def test_an_option_of_the_contract_has_its_values(
    game_id: str, option_id: str, values: tuple[object, ...]
) -> None:
    assert sorted(map(repr, game(game_id).option(option_id).values)) == sorted(map(repr, values))


def test_the_reference_game_has_the_contracts_options_and_defaults() -> None:
    assert {option.id: option.default for option in game("reference/blackjack").options} == {
        "decks": 6,
        "soft17": "hit",
        "double": "any",
        "double_cards": "two",
        "das": True,
        "resplit_aces": False,
        "hit_split_aces": False,
        "max_hands": 4,
        "surrender": "none",
        "peek": True,
        "obo": False,
        "charlie": 0,
        "charlie_pays": "1:1",
        "double_split_aces": "if-hit",
        "surrender_after_split": False,
        "surrender_doubled": False,
        "never_split": "none",
        "hands_of": "none",
        "ties_lost": "none",
        "dealer_pushes": "none",
        "push_22": False,
        "split_blackjack": False,
        "suited_blackjack": "same",
        "suited_blackjack_in": "any",
        "dealt_from": "shoe",
        "blackjack": "3:2",
    }
