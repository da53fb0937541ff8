"""Colorado 30-2118, Deuces Wild Xtreme: the Five-Card Linked Progressive and its envy pays.

The last card of a record is the joker's replacement. Seat 1 folds its $10 ante and $10 odds where a
test says nothing else. Meters stand at $8,000, take 10 % of each wager and are seeded with $1,000
where a test says nothing else.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.floor.linked_wagers import LinkedWager, terms_for
from pitboss.floor.terms import TableTerms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError
from pitboss.server.opening.floor_file import read_floor
from tests.own_games import OwnGame
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.progressives import Pay, expected, terms
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import Seats, play, refused
from tests.rules.table import Played
from tests.server.asgi import running
from tests.server.player import real_clock

LINKED = "five-card-linked"
TEN_HIGH = "3c 4d 6c 8s Td"
DEALERS = (TEN_HIGH, "3c 5d 6d 8d Tc", "4c 6s Tc Jh Qh", "3s 5c 7s 8h Th")


def linked(
    table: str,
    cards: str,
    *,
    wager: int = 100,
    seats: Seats | None = None,
    decisions: str = "1 fold",
    **rest: object,
) -> Played:
    jackpots = rest.pop("jackpots", {LINKED: terms(wager)})
    return play(
        GAME,
        cards,
        decisions,
        seats or f"1000, {LINKED} {wager}",
        tables={"odds": "PT-FLT-DWHF-ODS-01", LINKED: f"PT-BJS-5CL-{table}"},
        jackpots=jackpots,
        meters={LINKED: "8000.0000"},
        **rest,
    )


def around(hand: str, replacement: str = "7d") -> str:
    """Return a round's cards: the hand, a dealer's and the replacement."""
    used = {*hand.split(), replacement}
    dealer = next(cards for cards in DEALERS if not set(cards.split()) & used)
    return f"{hand} {dealer} {replacement}"


HANDS = {
    "royal": ["As Ks Qs Js Ts"],
    "straight flush": ["9s Ts Js Qs Ks", "Ah 2h 3h 4h 5h", "2h 3h 4h 5h 6h"],
    "four": ["9s 9h 9d 9c Kh", "2s 2h 2d 2c 9s"],
    "full house": ["9s 9h 9d Ks Kh", "2s 2h 2d Ks Kh"],
    "flush": ["Kh Jh 9h 6h 3h", "As 2s 3s 5s 9s", "Ks As 2s 3s 9s"],
    "flush, four in sequence": ["4h 5h 6h 7h Kh", "Ah 2h 3h 4h Kh", "As Ks Qs Js 2s"],
    "straight": ["5s 6h 7c 8c 9s", "As 2h 3d 4c 5s", "As Kh Qd Jc Ts"],
    "straight, four suited": ["5s 6s 7h 8s 9s"],
    "straight, four suited in sequence": ["5s 6s 7s 8s 9h", "As 2s 3s 4s 5h"],
    "trips": ["9s 9h 9d Kc 5h", "2s 2h 2d Kc 5h"],
    "two pair": ["9s 9h Kd Kc 5h", "2s 2h Kd Kc 5h"],
    "four suited": ["Kh Jh 9h 6h 3s", "9h 9s Kh 6h 2h", "Ks As 2s 3s 9h", "2h 3h 5h 6h 9c"],
    "four suited in sequence": ["5h 6h 7h 8h Kc", "Ah 2h 3h 4h Ks", "As Ks Qs Js 9h"],
    "nothing": ["9s 9h Kd Qc 5h", "2s 2h Kd Qc 5h", "As Kh 9d 7c 5h", "2s 9s Kh 7s 8d"],
}
PAYS: dict[str, str] = {
    # Royal, straight flush, four, full house, flush, straight, trips, two pair.
    "01": "100% 1500 250 100 50 25 5 -",
    "02": "100% 2500 250 100 50 25 5 -",
    "03": "100% 1000 200 100 75 20 5 -",
    "04": "100% 2000 250 75 50 20 5 -",
    "05": "100% 100% 250 75 50 20 5 3",
    "09": "100% 1500 250 75 50 20 10 -",
    "10": "100% 100% 200 75 50 30 5 3",
    "E01": "100% 10% 300 50 40 30 9 -",
    "E02": "100% 10% 300 50 40 30 9 -",
    "E03": "100% 10% 250 75 50 25 10 -",
}
FLUSH_PAYS: dict[str, str] = {
    # Royal, straight flush, four-card straight flush, flush, four-card flush.
    "06": "100% 500 200 50 5",
    "07": "100% 1000 200 50 5",
    "08": "100% 2500 150 75 5",
    "11": "100% 500 200 75 5",
}
ORDER = (
    *("royal", "straight flush", "four", "full house", "flush", "straight", "trips"),
    "two pair",
)


def printed_pay(table: str, kind: str) -> Pay:
    """Return what a table prints for a kind of hand."""
    if table in FLUSH_PAYS:
        royal, straight_flush, four_sequence, flush, four = FLUSH_PAYS[table].split()
        printed = {"royal": royal, "straight flush": straight_flush, "flush": flush}
        if kind.endswith("in sequence"):
            text = four_sequence
        elif kind.endswith("four suited"):
            text = four
        else:
            text = printed.get(kind, "-")
    else:
        plain = kind.partition(",")[0]
        row = dict(zip(ORDER, PAYS[table].split(), strict=True))
        text = row.get(plain, "-")
    if text == "-":
        return None
    return text if text.endswith("%") else int(text)


@clause(GAME, "2118(11)(f)", words="Five-Card Linked Progressive pays on the player's five cards")
@clause(GAME, "2118(13)(f)", "2118(13)(f)(i)(A)")
@clause(GAME, "2118(13)(f)(i)(B)", "2118(13)(f)(i)(D)", "2118(13)(f)(i)(E)", "2118(8)(b)(i)")
@ruling("C5", "C23", "C57", "C69", "D2", "D3", "D5")
@every_row("wager", [100, 500])
@every_row("table", [*PAYS, *FLUSH_PAYS])
@every_row("kind", HANDS)
def test_2118_13_f_every_table_pays_every_hand_its_row(kind: str, table: str, wager: int) -> None:
    gained, meter = expected(printed_pay(table, kind), wager)
    for hand in HANDS[kind]:
        done = linked(table, around(hand), wager=wager)
        assert (done.won(LINKED), done.meters) == (gained, {LINKED: meter}), hand
        assert done.net == -2000 + gained


@clause(GAME, "2118(11)(f)(i)", "2118(13)(f)(i)(E)", "2118(13)(f)(i)(F)")
@ruling("C23", "D5")
@every_row(
    ("hand", "replacement", "row"),
    [
        ("As Ks Qs Js Jk", "Ts", "Royal Flush"),
        ("Jk Ks Qs Js Ts", "9s", "Straight Flush"),
        ("As Ks Qs Js Jk", "9s", "Flush"),
        ("As Ks Qs Js Jk", "Th", "Straight"),
        ("As Ks Qs Js Jk", "2s", "Flush"),  # no wild card
        ("9s 9h Jk 9d 5h", "9c", "Four-of-a-Kind"),
        ("9s 9h Jk 9d 5h", "5c", "Full House"),
        ("9s 9h Jk 9d 5h", "2c", "Three-of-a-Kind"),
        ("2s 2h 2d Jk 5h", "2c", "Four-of-a-Kind"),
        ("2s 2h 2d 2c Jk", "9h", "Four-of-a-Kind"),
        ("9s 9h Jk Kd 5h", "Kc", "Two Pair"),
        ("9s 9h Jk Kd 5h", "7c", "lose"),
        ("Jk 3h 4h 5h 6h", "2c", "Straight"),
        ("Jk 3h 4h 5h 6h", "2h", "Straight Flush"),
    ],
)
def test_2118_13_f_i_f_the_replacement_card_takes_the_jokers_place(
    hand: str, replacement: str, row: str
) -> None:
    done = linked("10", around(hand, replacement))
    assert done.outcome(LINKED) == row


@clause(GAME, "2118(11)(f)(i)", "2118(13)(f)(i)(F)")
@ruling("C23")
def test_2118_13_f_i_f_it_replaces_the_joker_in_no_other_wager_and_no_other_hand() -> None:
    # The joker makes five of a kind for everything else; the replacement is one more pair here.
    wagers = f"1000, {LINKED} 100, too-wild-progressive 100, trips-plus-wild 100"
    tables = {
        "odds": "PT-FLT-DWHF-ODS-01",
        LINKED: "PT-BJS-5CL-01",
        "too-wild-progressive": "PT-PRG-DWHF-DWP-01",
        "trips-plus-wild": "PT-FLT-DWHF-TPW-01",
    }
    done = play(
        GAME,
        f"9s 9h 9d 9c Jk {TEN_HIGH} 7d",
        "1 bet",
        wagers,
        tables=tables,
        jackpots={LINKED: terms(), "too-wild-progressive": terms()},
    )
    names = {wager: done.outcome(wager) for wager in tables}
    assert names == dict.fromkeys(tables, "Five-of-a-Kind") | {LINKED: "Four-of-a-Kind"}
    # Without the joker a hand stays as it is; the dealer's joker is wild for the dealer.
    done = linked("01", "9s 9h 9d Kc 5h Jk 3d 4c 6h 8s 9c", decisions="1 bet")
    assert done.outcome(LINKED) == "Three-of-a-Kind"
    done = linked("01", "9s 9h Kd Qc 5h Jk Th 4c 6h 8s 9c", decisions="1 bet")
    assert (done.outcome(LINKED), done.outcome("ante")) == ("lose", "lose")


@clause(GAME, "2118(11)(f)(i)", "2118(13)(f)(i)(F)")
@ruling("D5")
def test_ruling_d5_the_card_is_drawn_whenever_the_wager_is_offered() -> None:
    hand = "As Kh 9d 7c 5h"
    done = linked("01", f"{hand} {TEN_HIGH} 7d", seats="1000")  # though nobody makes it
    assert done.nets == {1: -2000}
    assert done.replay.round.state.replacement is not None
    offered = {"odds": "PT-FLT-DWHF-ODS-01", LINKED: "PT-BJS-5CL-01"}
    rest = {"tables": offered, "jackpots": {LINKED: terms()}}
    assert refused(GAME, f"{hand} {TEN_HIGH}", "1 fold", **rest) == "record/cards-missing"
    rest = {"tables": {"odds": "PT-FLT-DWHF-ODS-01"}}
    code = refused(GAME, f"{hand} {TEN_HIGH} 7d", "1 fold", **rest)
    assert code == "record/cards-left-over"
    # Once a round, not once a seat.
    seats = dict.fromkeys((1, 2), f"1000, {LINKED} 100")
    cards = f"{hand} Ah Ks 9h 7s 5d {TEN_HIGH} 7d"
    assert linked("01", cards, seats=seats, decisions="1 fold, 2 fold").nets == {1: -2100, 2: -2100}


@clause(GAME, "2118(13)(f)(i)(F)")
@ruling("D5")
def test_ruling_d5_where_the_joker_itself_is_drawn_nothing_changes() -> None:
    assert linked("01", f"9s 9h 9d Kc 5h {TEN_HIGH} Jk").won(LINKED) == 400


OFFERED = f"""
tables = {{ odds = "PT-FLT-DWHF-ODS-01", {LINKED} = "PT-BJS-5CL-01" }}
links = {{ {LINKED} = "five-card" }}
jackpots.{LINKED} = {{ scheme = "progressive", wager = "$1", contribution = "20%", seed = "1000" }}
"""


def linking_problems(folder: Path, *tables: tuple[str, str]) -> list[str]:
    """Return what is wrong with a floor whose tables, (game, option), share one jackpot."""
    parts = [
        f'[[tables]]\nid = "t{number}"\ngame = "{game}"{OFFERED}'
        f'options = {{ five_card_linked_jackpot = "{option}" }}\n'
        for number, (game, option) in enumerate(tables, 1)
    ]
    file = folder / "floor.toml"
    file.write_text("\n".join([*parts, "[jackpots.five-card]"]), encoding="utf-8")
    try:
        read_floor(file)
    except RulesError as error:
        return [f"{problem.code} {problem.message}" for problem in error.problems]
    return []


@clause(
    GAME,
    "2118(11)(f)",
    how="kept",
    words="its jackpot may stand alone ... that carry it",
)
def test_2118_11_f_the_house_says_which_tables_share_the_jackpot(
    tmp_path: Path, own_game: OwnGame
) -> None:
    alone = "standalone"
    tables = "linked tables"
    games = "linked games"
    own = own_game(GAME)
    assert not linking_problems(tmp_path, (GAME, alone)), "one table stands alone"
    for option in (tables, games):
        assert not linking_problems(tmp_path, (GAME, option), (GAME, option))
    assert not linking_problems(tmp_path, (GAME, games), (own, games))
    option = "five_card_linked_jackpot"
    refused = linking_problems(tmp_path, (GAME, alone), (GAME, alone))
    assert refused == [
        f"jackpot/link five-card-linked of table t{number}: {option} = "
        '"standalone" does not share it with other tables (2118(11)(f))'
        for number in (1, 2)
    ]
    refused = linking_problems(tmp_path, (GAME, tables), (GAME, games), (GAME, alone))
    (message,) = refused
    assert message.startswith(f'jackpot/link five-card-linked of table t3: {option} = "standalone"')
    (message,) = linking_problems(tmp_path, (GAME, games), (own, tables))
    assert message.startswith(f"jackpot/link five-card-linked of table t2: {option} = ")
    assert message.endswith('"linked tables" does not share it with other games (2118(11)(f))')


@clause(
    GAME,
    "2118(11)(f)",
    how="kept",
    words="its jackpot may stand alone ... that carry it",
)
def test_2118_11_f_a_new_table_does_not_join_one_that_stands_alone(tmp_path: Path) -> None:
    """The books already have a table that stands alone; a new floor file links another to it."""
    jackpots = {LINKED: {**terms(), "scheme": "progressive"}}
    tables = {"odds": "PT-FLT-DWHF-ODS-01", LINKED: "PT-BJS-5CL-01"}

    def table(name: str, option: str) -> TableTerms:
        options = {"five_card_linked_jackpot": option}
        house = house_from(
            {"game": GAME, "options": options, "tables": tables, "jackpots": jackpots}
        )
        return TableTerms(id=name, name=name, house=house, links={LINKED: "five-card"})

    async def serve(*wanted: TableTerms) -> list[str]:
        planned = terms_for(LinkedWager("t1", LINKED, wanted[0].setup))
        jackpot = PlannedJackpot("five-card", "Five-Card Linked", planned)
        async with running(tmp_path, real_clock(), tables=wanted, jackpots=(jackpot,)) as client:
            return sorted(client.services.hall.tables)

    assert asyncio.run(serve(table("t1", "standalone"))) == ["t1"]
    with pytest.raises(RulesError, match="table t1: five_card_linked_jackpot") as refused:
        asyncio.run(serve(table("t2", "linked tables")))
    assert {problem.code for problem in refused.value.problems} == {"jackpot/link"}
    assert asyncio.run(serve(table("t1", "standalone"))) == ["t1"]


@clause(GAME, "2118(13)(f)")
@ruling("C28", "C57", "C58")
def test_ruling_c28_two_100_percent_rows_from_the_dealers_right() -> None:
    # Seat 5: a straight flush, all of the meter on table 05. Seat 2: a royal flush, the seed.
    done = linked(
        "05",
        f"As Ks Qs Js Ts 5h 6h 7h 8h 9h {TEN_HIGH} 7d",
        seats=dict.fromkeys((2, 5), f"1000, {LINKED} 100"),
        decisions="2 bet, 5 bet",
        jackpots={LINKED: terms(contribution="33.33%")},
    )
    # 8000.6666: 8000.66 to seat 5, 0.0066 stays; 1000.00 to seat 2.
    assert (done.won(LINKED, 5), done.won(LINKED, 2)) == (800_066 - 100, 100_000 - 100)
    assert done.meters == {LINKED: "1000.0066"}


# Envy.

ENVY = {"E01": (1000, 300), "E02": (5000, 1500), "E03": (1000, 250)}
"""Table -> dollars for a royal flush and for a straight flush."""
ROYAL = "As Ks Qs Js Ts"
ROYAL_2 = "Ad Kd Qd Jd Td"
STRAIGHT_FLUSH = "5h 6h 7h 8h 9h"
NOTHING = "4s 6s Kh 7c Jc"
FULL_HOUSE = "9s 9c 9d 5s 5c"
DEALER = "3c 4d 6c 8s Tc"


def envy(table: str, hands: dict[int, str], **rest: object) -> dict[int, int]:
    """Return seat -> envy pay, of seats that fold; seat 6 and above make no Five-Card wager."""
    wager = rest.pop("wager", 100)
    assert isinstance(wager, int)
    done = linked(
        table,
        " ".join([*hands.values(), DEALER, "7d"]),
        wager=wager,
        seats={seat: "1000" + f", {LINKED} {wager}" * (seat < 6) for seat in hands},
        decisions=", ".join(f"{seat} fold" for seat in hands),
        **rest,
    )
    lines = [line for line in done.result["settlement"] if line["wager"] == "envy"]
    assert all(line["stake"] == 0 for line in lines)
    assert len({line["seat"] for line in lines}) == len(lines)
    paid = {line["seat"]: line["net"] for line in lines}
    for seat in hands:  # it is part of the seat's net
        bonus = done.won(LINKED, seat) if seat < 6 else 0
        assert done.nets[seat] == -2000 + bonus + paid.get(seat, 0)
    return paid


@clause(GAME, "2118(13)(f)(i)(C)", "2118(13)(f)(i)(D)")
@ruling("C10", "D4")
@every_row("wager", [100, 300])
@every_row("table", ENVY)
def test_2118_13_f_i_c_envy_goes_to_the_others_in_units_of_the_wager(
    table: str, wager: int
) -> None:
    royal, straight_flush = (dollars * wager for dollars in ENVY[table])
    hands = {1: NOTHING, 2: ROYAL, 4: "3d 5d 8d Jh Qc", 6: "3s 5c 7s 9d Qh"}
    assert envy(table, hands, wager=wager) == {1: royal, 4: royal}
    hands |= {2: STRAIGHT_FLUSH}
    assert envy(table, hands, wager=wager) == {1: straight_flush, 4: straight_flush}
    hands |= {2: "3h 5c 7s 9d Qh", 6: ROYAL}  # who did not bet wins nothing to be envied
    assert envy(table, hands, wager=wager) == {}


@clause(GAME, "2118(13)(f)(i)(C)")
@ruling("D4")
def test_ruling_d4_once_a_round_the_highest_row_and_none_to_winners() -> None:
    hands = {1: STRAIGHT_FLUSH, 2: NOTHING, 3: ROYAL}
    assert envy("E01", hands) == {2: 100_000}
    assert envy("E02", hands | {5: ROYAL_2}) == {2: 500_000}
    assert envy("E01", {1: ROYAL, 5: ROYAL_2}) == {}
    assert envy("E01", {1: ROYAL}) == {}


@clause(GAME, "2118(13)(f)(i)(C)")
@ruling("D4")
def test_ruling_d4_another_pay_of_the_table_does_not_stand_in_the_way_nor_is_it_envied() -> None:
    assert envy("E03", {1: FULL_HOUSE, 2: STRAIGHT_FLUSH}) == {1: 25_000}
    assert envy("E03", {1: FULL_HOUSE, 2: NOTHING}) == {}


@clause(GAME, "2118(13)(f)(i)(C)")
@ruling("D4")
def test_ruling_d4_none_to_a_winners_other_seats() -> None:
    hands = {1: ROYAL, 2: NOTHING, 3: "3d 5d 8d Jh Qc"}
    assert envy("E01", hands, players={1: "ann", 3: "ann", 2: "bob"}) == {2: 100_000}
    assert envy("E01", hands, players={1: "ann", 2: "ann"}) == {3: 100_000}
    hands |= {2: STRAIGHT_FLUSH}
    assert envy("E01", hands, players={2: "bob", 3: "bob"}) == {}


@clause(GAME, "2118(13)(f)(i)(C)")
@every_row("table", [table for table in (*PAYS, *FLUSH_PAYS) if table not in ENVY])
def test_2118_13_f_i_c_no_other_table_pays_envy(table: str) -> None:
    assert envy(table, {1: NOTHING, 2: ROYAL}) == {}


@clause(GAME, "2118(13)(f)(i)(C)", "2118(13)(f)(i)(F)")
@ruling("C23", "D4")
def test_ruling_d4_a_royal_flush_by_the_replacement_card_is_envied() -> None:
    cards = f"As Ks Qs Js Jk {NOTHING} {DEALER} Ts"
    seats = dict.fromkeys((1, 2), f"1000, {LINKED} 100")
    done = linked("E01", cards, seats=seats, decisions="1 bet, 2 fold")
    assert done.won("envy", 2) == 100_000
    assert done.won(LINKED, 1) == 800_020 - 100
    assert done.meters == {LINKED: "1000.0000"}
