"""Tips that the house limits: 2108 Golden(4), 2113(4), 2114(4), 2115(1)(c)."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, refused

GOLDEN = "co/golden-21"
BUFFALO_2 = "co/buffalo-2"
BUFFALO_3 = "co/buffalo-3"
TRILUX = "co/trilux"

FELTS = [
    (GOLDEN, {"golden-21": "12"}, "golden-21"),
    (BUFFALO_2, {"21-plus-3": "A"}, "21-plus-3"),
    (BUFFALO_3, {"21-plus-3": "A"}, "21-plus-3"),
    (TRILUX, {"trilux-bonus": "TRI-01"}, "trilux-bonus"),
]
"""Game, its pay tables, and a side wager on which tips are taken."""
CARDS = "Th 7s 9d Tc"


@clause(TRILUX, "2115(1)(c)", words="any restriction on them")
@clause(GOLDEN, "2108 Golden(4)", words="may cap them")
@clause(BUFFALO_3, "2114(4)", words="may cap them")
@clause(BUFFALO_2, "2113(4)", words="may cap them")
@ruling("C114")
@every_row(("game", "tables", "wager"), FELTS)
def test_ruling_c114_a_house_may_limit_the_largest_tip(
    game: str, tables: dict[str, str], wager: str
) -> None:
    limits = {"tip:main": {"max": 500}, f"tip:{wager}": {"max": 200}}
    rest = {"tables": tables, "limits": limits}
    done = play(game, CARDS, "1 stand", f"1000, {wager} 1000, tip 500, tip {wager} 200", **rest)
    # 19 against 17: the tip wins with the wager, and is not the player's.
    assert done.won("tip:main") == 500
    for tips in ("tip 501", f"tip 500, tip {wager} 201"):
        bets = f"1000, {wager} 1000, {tips}"
        assert refused(game, CARDS, "1 stand", bets, **rest) == "wager/off-limits"
        play(game, CARDS, "1 stand", bets, tables=tables)  # without a limit: up to the own wager


@clause(TRILUX, "2115(1)(c)", words="any restriction on them")
@clause(BUFFALO_3, "2114(4)", words="may cap them")
@clause(BUFFALO_2, "2113(4)", words="may cap them")
@clause(BUFFALO_2, "2113(11)")
@clause(BUFFALO_3, "2114(10)")
@ruling("C114")
@every_row(
    ("game", "wager", "table", "order"),
    [
        (BUFFALO_2, "bust-bonus", "bust-bonus", "1 stand, {}"),
        (BUFFALO_3, "bust-bonus", "bust-bonus", "{}, 1 stand"),
        (TRILUX, "bust-bonanza", "bust-bonanza-2", "1 stand, {}"),
    ],
)
def test_ruling_c114_the_tip_on_a_late_wager_is_limited_too(
    game: str, wager: str, table: str, order: str
) -> None:
    rest = {"tables": {wager: table}, "limits": {f"tip:{wager}": {"max": 200}}}
    for tip, code in ((200, None), (201, "action/amount")):
        decisions = order.format(f"1 bust-bet 500 tip {tip}")
        if code is None:
            done = play(game, "Th 6s 9d Tc Kc", decisions, "1000, tip 100", **rest)
            assert done.won(f"tip:{wager}") > 0
        else:
            got = refused(game, "Th 6s 9d Tc Kc", decisions, "1000, tip 100", **rest)
            assert got == code


@ruling("C114", how="judged")
@every_row(
    "game",
    ["co/21-holdem", "co/21-plus-3", "co/straight-jack", "co/free-bet", "co/ride-free"],
)
def test_ruling_c114_elsewhere_no_clause_limits_tips(game: str) -> None:
    limits = {"tip:main": {"max": 500}}
    assert refused(game, CARDS, "1 stand", 1000, limits=limits) == "option/conflict"
