"""A configured game has every choice made and every prize known, and its digest identifies it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.rulebook.configured import ConfiguredGame, Spot, configure
from pitboss.rulebook.house import House, JackpotSetup, Limits, OperatorPay, parse_house
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.pays import Dollars, Odds, Percent, Plain, Rounding
from pitboss.rulebook.problems import RulesError
from tests.rows import every_row

WASHINGTON = """
game = "wa/spanish-21"
[options]
decks = 6
soft17 = "hit"
redouble = true
bonus_cards = 2
[tables]
match-up = "2"
jackpot-1 = "3c-5"
jackpot-2 = "5c-8"
[pays.jackpot-1]
alternate = "3-alt-1"
"3-Card Suited Match: 2s - Ks" = "50 for 1"
[pays.jackpot-2]
"2 Suited Matches" = { pay = "40 for 1", from = "jackpot" }
[jackpots.jackpot-1]
scheme = "progressive"
wager = 500
contribution = "21%"
reserve = "0%"
seed = "5000.00"
[jackpots.jackpot-2]
scheme = "progressive"
wager = 100
seed = "2500.00"
[limits.main]
min = 500
max = 40000
"""

TRILUX = """
game = "co/trilux"
[options]
decks = 6
soft17 = "hit"
[tables]
trilux-bonus = "TRILG-04"
super-3 = "SUP-02"
trilux-progressive = "progressive-01"
[jackpots.trilux-progressive]
scheme = "progressive"
wager = 500
[limits.main]
min = 1000
max = 50000
"""

PAI_JACK = 'game = "co/pai-jack"\n'

# What a round record or a ledger may carry for years: a change here means that the rules of a game
# have changed, not only the code.
DIGESTS = {
    WASHINGTON: "c12a8eb0bb98f33d8694e1ca18674d581560f835e12a5a4a918c747888702869",
    TRILUX: "d45165144edb4042bf8176510ac5e9205d74067780bd621746c021c2da054841",
    PAI_JACK: "7e8d99f7847ade686cba59dbb67addc9d702e6054ce08ff4278796b80c0a0f60",
}


def configured(text: str) -> ConfiguredGame:
    return configure(parse_house(text))


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@every_row(("text", "digest"), DIGESTS.items())
def test_the_digest_of_a_configuration_stays_what_it_is(text: str, digest: str) -> None:
    assert configured(text).digest == digest


@every_row("text", [WASHINGTON, TRILUX])
def test_comments_and_the_order_of_keys_do_not_change_the_digest(text: str) -> None:
    head, *sections = text.split("\n[")
    reordered = []
    for section in sections:
        name, *lines = section.strip().split("\n")
        reordered.append("\n".join([f"[{name}  # a comment", *reversed(lines)]))
    rearranged = "\n".join(["# Another comment.", head, *reversed(reordered)])

    assert rearranged != text
    assert configured(rearranged).digest == configured(text).digest


SAME = [
    (PAI_JACK, "\n", '\n[options]\nlow_hand_ace = "eleven"\n'),
    (WASHINGTON, 'seed = "5000.00"', "seed = 5000"),
    (WASHINGTON, 'seed = "5000.00"', "seed = 5000.0"),
    (WASHINGTON, 'contribution = "21%"\n', ""),
    (WASHINGTON, 'contribution = "21%"', 'contribution = "21.0%"'),
    (WASHINGTON, 'reserve = "0%"\n', ""),
    (WASHINGTON, "redouble = true", "redouble = true\ndouble_for_less = false"),
    (WASHINGTON, "redouble = true", 'redouble = true\nrounding = "down"'),
    (WASHINGTON, 'match-up = "2"', 'match-up = "2"\nmatch-bonus-1 = "2"'),
    (WASHINGTON, '"50 for 1"', '{ pay = "50 for 1" }'),
    (WASHINGTON, '"50 for 1"', '{ pay = "50 for 1", from = "house" }'),
    (TRILUX, "wager = 500", 'wager = 500\nseed = "10000.00"\ncontribution = "24%"'),
    (TRILUX, "decks = 6\n", ""),
    (TRILUX, "decks = 6", 'decks = 6\ncards_dealt = "face up"'),
]


@every_row(("text", "old", "new"), SAME)
def test_saying_the_same_in_other_words_does_not_change_the_digest(
    text: str, old: str, new: str
) -> None:
    assert configured(changed(text, old, new)).digest == configured(text).digest


OTHER = [
    (PAI_JACK, "\n", '\n[options]\nlow_hand_ace = "either"\n'),
    (WASHINGTON, "decks = 6\n", "decks = 6\nequipment = 'v005t'\n"),
    (WASHINGTON, "redouble = true", "redouble = false"),
    (WASHINGTON, "redouble = true", "redouble = false\ndouble_for_less = false"),
    (WASHINGTON, "bonus_cards = 2", "bonus_cards = 3"),
    (WASHINGTON, "bonus_cards = 2", 'bonus_cards = 2\nrounding = "up"'),
    (WASHINGTON, "bonus_cards = 2", 'bonus_cards = 2\ndealt_from = "hand"'),
    (WASHINGTON, 'match-up = "2"', 'match-up = "2"\nmatch-down = "2"'),
    (WASHINGTON, '"3c-5"', '"3c-6"'),
    (WASHINGTON, '"5c-8"', '"5c-7"'),
    (WASHINGTON, '"3-alt-1"', '"3-alt-2"'),
    (WASHINGTON, '"50 for 1"', '"51 for 1"'),
    (WASHINGTON, '"50 for 1"', '"50 to 1"'),
    (WASHINGTON, '"50 for 1"', '"$50"'),
    (WASHINGTON, '"50 for 1"', '{ pay = "50 for 1", from = "jackpot" }'),
    (WASHINGTON, 'from = "jackpot"', 'from = "house"'),
    (WASHINGTON, "wager = 500", "wager = 600"),
    (WASHINGTON, '"21%"', '"22%"'),
    (WASHINGTON, 'reserve = "0%"', 'reserve = "1%"'),
    (WASHINGTON, '"5000.00"', '"5000.01"'),
    (WASHINGTON, "min = 500", "min = 501"),
    (WASHINGTON, "max = 40000", "max = 40001"),
    (WASHINGTON, "max = 40000", "max = 40000\n[limits.match-up]\naggregate = 100"),
    (WASHINGTON, "max = 40000", "max = 40000\n[limits.match-up]\nmax = 100"),
    (TRILUX, '"TRILG-04"', '"TRI-03"'),
    (TRILUX, 'super-3 = "SUP-02"\n', ""),
    (TRILUX, 'soft17 = "hit"', 'soft17 = "stand"'),
    (TRILUX, 'soft17 = "hit"', 'soft17 = "hit"\ncards_dealt = "face down"'),
    (TRILUX, '"progressive-01"', '"progressive-05"'),
    (TRILUX, "wager = 500", "wager = 1000"),
]


def test_every_change_of_an_option_a_table_a_pay_a_limit_or_a_jackpot_changes_the_digest() -> None:
    """Each of them from the original, and from each other."""
    digests = {text: configured(text).digest for text in (WASHINGTON, TRILUX, PAI_JACK)}
    for text, old, new in OTHER:
        digests[changed(text, old, new)] = configured(changed(text, old, new)).digest

    assert len(digests) == len(OTHER) + 3
    same = {digest for digest in digests.values() if list(digests.values()).count(digest) > 1}
    assert same == set()


def test_equal_choices_in_two_games_are_two_games() -> None:
    options: dict[str, OptionValue] = {"decks": 6, "soft17": "hit"}
    washington = [
        configure(House(game=game_id, options=options, tables={})).digest
        for game_id in ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
    ]

    assert len(set(washington)) == 3


def test_a_game_with_problems_is_not_configured_and_all_are_said() -> None:
    with pytest.raises(RulesError) as error:
        configured(changed(WASHINGTON, "decks = 6", "decks = 7\nmoon = true"))

    assert {problem.key for problem in error.value.problems} == {
        *("options.decks", "options.moon"),
        *("tables.jackpot-1", "tables.jackpot-2"),
    }


def spot(game: ConfiguredGame, wager_id: str) -> Spot:
    return game.spots[wager_id]


def rows(game: ConfiguredGame, wager_id: str) -> dict[str, object]:
    table = spot(game, wager_id).table
    assert table
    return {row.name: row.pay for row in table.rows}


def test_an_alternate_takes_the_place_of_the_rows_it_replaces() -> None:
    assert rows(configured(WASHINGTON), "jackpot-1") == {
        "3 Suited Aces of ♠ WITH King ♠ Dealer's Down Card": Percent(100),
        "3 Suited Aces": Percent(10),
        "3-Card Suited Match: 2s - Ks": Odds(to=50, for_one=True),
        "1 Non-Suited & 1 Suited Match": Odds(to=12, for_one=True),
        "1 Suited match": Odds(to=9, for_one=True),
        "2 Non-Suited Matches": Odds(to=6, for_one=True),
        "1 Non-Suited Match": Odds(to=3, for_one=True),
    }


def test_alternate_1_is_settled_when_the_down_card_is_exposed_and_alternate_2_is_not() -> None:
    """It looks at the dealer's down card; option 2 and the table itself do not."""
    one = configured(WASHINGTON)
    two = configured(changed(WASHINGTON, "3-alt-1", "3-alt-2"))

    first = spot(one, "jackpot-1").table
    second = spot(two, "jackpot-1").table
    assert first is not None
    assert second is not None
    assert (first.settled, second.settled) == ("when the down card is exposed", None)


def test_a_prize_of_one_jackpot_is_not_the_others() -> None:
    """Both run table 5c-8, and each house prize goes to its own."""
    text = changed(WASHINGTON, '"3c-5"', '"5c-8"')
    text = changed(text, 'alternate = "3-alt-1"\n', "")
    text = changed(text, '"3-Card Suited Match: 2s - Ks" = "50 for 1"', '"2 Suited Matches" = "$7"')
    game = configured(text)

    first = spot(game, "jackpot-1").table
    second = spot(game, "jackpot-2").table
    assert first is not None
    assert second is not None
    assert rows(game, "jackpot-1")["2 Suited Matches"] == Dollars(700)
    assert rows(game, "jackpot-2")["2 Suited Matches"] == Odds(to=40, for_one=True)
    assert [row.from_jackpot for row in first.rows].count(True) == 0
    assert [row.name for row in second.rows if row.from_jackpot] == ["2 Suited Matches"]
    assert Plain.OPERATOR_SET not in [row.pay for row in (*first.rows, *second.rows)]


def test_the_catalogues_own_table_stays_as_printed() -> None:
    table = next(t for t in configured(WASHINGTON).game.tables if t.id == "5c-8")

    assert [row.name for row in table.operator_rows] == ["2 Suited Matches"]


def test_a_jackpot_runs_as_it_was_set_up() -> None:
    game = configured(changed(WASHINGTON, 'reserve = "0%"', 'reserve = "12.5%"'))
    first = spot(game, "jackpot-1").jackpot
    second = spot(game, "jackpot-2").jackpot

    assert first is not None
    assert (first.scheme, first.wager, first.seed) == ("progressive", 500, 500_000)
    assert (first.contribution, first.reserve) == (Fraction(21, 100), Fraction(1, 8))
    assert second is not None
    assert (second.wager, second.seed, second.reserve) == (100, 250_000, Fraction(0))
    assert second.contribution == Fraction(21, 100)


def test_a_house_jackpot_has_prizes_in_cents_and_takes_nothing() -> None:
    setup = JackpotSetup(scheme="house", wager=500, prize={"100%": "5000.00", "10%": 500})
    house = House(
        game="wa/spanish-21",
        options={"decks": 6, "soft17": "stand"},
        tables={"jackpot-1": "3c-5"},
        jackpots={"jackpot-1": setup},
    )
    jackpot = configure(house).spots["jackpot-1"].jackpot

    assert jackpot is not None
    assert jackpot.scheme == "house"
    assert jackpot.prizes == {100: 500_000, 10: 50_000}
    assert jackpot.contribution == jackpot.reserve == jackpot.seed == 0


def test_trilux_takes_the_printed_seed_and_increment_scaled_to_the_wager() -> None:
    five = spot(configured(TRILUX), "trilux-progressive").jackpot
    ten = spot(configured(changed(TRILUX, "wager = 500", "wager = 1000")), "trilux-progressive")

    assert five is not None
    assert (five.seed, five.contribution) == (1_000_000, Fraction(24, 100))
    assert ten.jackpot is not None
    assert (ten.jackpot.seed, ten.jackpot.contribution) == (2_000_000, Fraction(24, 100))


def test_limits_are_the_houses_within_the_documents() -> None:
    house = House(
        game="bet-bigger/spanish-21",
        limits={"main": Limits(min=500), "match-up": Limits(max=800)},
    )
    game = configure(house)

    def limits(wager_id: str) -> tuple[int, int | None, int | None]:
        return game.spots[wager_id].min, game.spots[wager_id].max, game.spots[wager_id].aggregate

    assert limits("main") == (500, 1000, None)
    assert limits("match-up") == (100, 800, None)
    assert limits("bet-bigger-1") == (100, 1000, None)
    assert limits("insurance") == (1, None, None)


def test_a_pay_tables_own_minimum_counts_too() -> None:
    """TRILG-04 needs $5; the house may ask for more."""
    low = changed(TRILUX, "min = 1000", "min = 100")  # 2115(1): it is the table's minimum too
    assert spot(configured(low), "trilux-bonus").min == 500
    assert spot(configured(changed(low, "TRILG-04", "TRILG-03")), "trilux-bonus").min == 100
    assert spot(configured(TRILUX), "trilux-bonus").min == 1000
    more = f"{TRILUX}[limits.trilux-bonus]\nmin = 700"
    assert spot(configured(more), "trilux-bonus").min == 700


@every_row(("redouble", "for_less"), [("true", False), ("false", True)])
def test_doubling_for_less_is_there_by_default_exactly_without_redoubling(
    redouble: str, *, for_less: bool
) -> None:
    game = configured(changed(WASHINGTON, "redouble = true", f"redouble = {redouble}"))

    assert game.options["double_for_less"] is for_less
    assert game.rules is not None
    assert game.rules.double_for_less is for_less


def test_what_an_option_offers_is_on_the_felt_and_what_is_not_named_is_not() -> None:
    game = configured(WASHINGTON)

    assert list(game.spots) == [
        "main",
        "insurance",
        "match-up",
        "match-bonus-1",
        "match-bonus-2",
        "jackpot-1",
        "jackpot-2",
    ]
    assert spot(game, "main").table is None


def test_without_tables_the_games_own_default_is_offered() -> None:
    washington = House(game="wa/spanish-21", options={"decks": 4, "soft17": "hit"})
    nothing = replace(washington, tables={})

    assert list(configure(washington).spots) == ["main", "insurance", "match-up", "match-down"]
    assert list(configure(nothing).spots) == ["main", "insurance"]
    assert list(configure(House(game="ilani/spanish-21")).spots) == [
        "main",
        "insurance",
        "match-up",
    ]


@every_row(("decks", "rows_expected"), [(2, 7), (4, 9), (8, 9)])
def test_the_bonus_21_table_is_that_of_the_deck_count(decks: int, rows_expected: int) -> None:
    (bonus,) = configured(
        f'game = "wa/spanish-21"\noptions = {{ decks = {decks}, soft17 = "hit" }}'
    ).automatic

    assert bonus.id == "bonus-21"
    assert len(bonus.rows) == rows_expected


def test_rounding_is_an_option_where_there_is_one_and_down_elsewhere() -> None:
    up = changed(WASHINGTON, "decks = 6", 'decks = 6\nrounding = "up"')
    deuces = House(game="co/deuces-wild-xtreme", tables={"odds": "PT-FLT-DWHF-ODS-01"})

    assert configured(up).rounding is Rounding.UP
    assert configured(WASHINGTON).rounding is Rounding.DOWN
    assert configure(deuces).rounding is Rounding.DOWN


def test_a_prize_in_an_inline_table_is_read_with_who_pays_it() -> None:
    house = parse_house(WASHINGTON)

    assert house.pays["jackpot-2"]["2 Suited Matches"] == OperatorPay(
        pay="40 for 1", source="jackpot"
    )
