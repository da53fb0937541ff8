"""Which limits a house may post, wager by wager, as the five documents say it.

Method: the tables below were written from the documents, not from the catalogue. `pitboss check`
judges a file for every game, every wager and every kind of limit, and must agree with them. The
files are the example houses without their own limits.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.reading.library import game, game_ids
from tests.cli.conftest import Run
from tests.rows import every_row

EXAMPLES = Path(__file__).parents[2] / "examples"
MATCH = ("match-up", "match-down", *(f"match-bonus-{number}" for number in range(1, 6)))

ROUND: dict[str, dict[str, str]] = {
    **{f"wa/spanish-21{edition}": dict.fromkeys(MATCH[:2], "WAC 230-15-490")
       for edition in ("-v003", "-v002")},
    "wa/spanish-21": dict.fromkeys(MATCH, "WAC 230-15-490"),
    "co/21-plus-3": dict.fromkeys(("21-plus-3", "21-plus-3-xtreme"), "2107 Start(3)"),
    "co/buffalo-2": {"21-plus-3": "2113(2)"},
    "co/buffalo-3": dict.fromkeys(("21-plus-3", "top-3"), "2114(2)"),
    "co/deuces-wild-xtreme": dict.fromkeys(
        ("odds", "bad-beat", "trips-plus-wild", "goin-wild"), "2118(4)"
    ),
    "co/ride-free": {
        "hedge-22": "2119(4), 2119(23)(a)(iii)",
        "silver-stack": "2119(4), 2119(24)(a)(iii)",
        **dict.fromkeys(
            ("bust-bonus", "21-plus-3-classic", "21-plus-3-xtreme", "top-3", "lucky-ladies"),
            "2119(4)",
        ),
    },
}  # fmt: skip
"""Game -> wager -> the clause that lets the house limit what is paid on it in a round."""

HAND = {
    ("co/ride-free", "hedge-22"): "2119(23)(a)(iii)",
    ("co/ride-free", "silver-stack"): "2119(24)(a)(iii)",
}
"""The wagers on which the limit may be for each hand: "per round or per hand"."""

TIPS: dict[str, dict[str, str]] = {
    "co/golden-21": dict.fromkeys(("main", "golden-21"), "2108 Golden(4)"),
    "co/buffalo-2": dict.fromkeys(("main", "21-plus-3", "bust-bonus"), "2113(4)"),
    "co/buffalo-3": dict.fromkeys(("main", "21-plus-3", "top-3", "bust-bonus"), "2114(4)"),
    "co/trilux": dict.fromkeys(
        ("main", "trilux-bonus", "super-3", "bust-bonanza"), "2115(1)(c)"
    ),
}  # fmt: skip
"""Game -> wager -> the clause that lets the house limit the tips on it."""

ONE_MINIMUM = {("co/straight-jack-progressive", "straight-jack")}
"""2110(3): "casinos must set the minimum at $1"."""

FIVE = '"$5"'
KINDS: dict[str, str] = {
    "min": f"min = {FIVE}",
    "max": f"max = {FIVE}",
    "round": f"aggregate = {FIVE}",
    "hand": f'aggregate = {FIVE}\naggregate_per = "hand"',
    "tip": f"max = {FIVE}",
    "tip-min": f"min = {FIVE}",
    "tip-round": f"aggregate = {FIVE}",
}
"""Kind of limit -> its lines in the file; those of a tip are under "tip:WAGER"."""


def example(game_id: str) -> str:
    """Return the example house of a game without its limits."""
    text = (EXAMPLES / f"{game_id.replace('/', '-')}.toml").read_text()
    return re.sub(r"(?ms)^\[limits\.[^\n]*\n.*?(?=^\[|\Z)", "", text)


def allowed(game_id: str, wager: str, kind: str, house: dict[str, Any]) -> str | None:
    """Return the clause that allows a limit, "" for the house's own, None where it is refused."""
    by_clause = {
        "round": ROUND.get(game_id, {}).get(wager),
        "hand": HAND.get((game_id, wager)),
        "tip": TIPS.get(game_id, {}).get(wager),
        "tip-min": None,
        "tip-round": None,
    }
    if kind in by_clause:
        return by_clause[kind]
    is_insurance = wager.startswith("insurance")  # up to half, or exactly half, in every document
    if is_insurance or (kind == "min" and (game_id, wager) in ONE_MINIMUM):
        return None
    fixed = house.get("jackpots", {}).get(wager, {}).get("wager")
    if fixed is not None:  # the one amount of everybody must lie within what is posted for it
        dollars = float(fixed.removeprefix("$"))
        return "" if (dollars >= 5 if kind == "min" else dollars <= 5) else None
    return ""


def cases(game_id: str) -> Iterator[tuple[str, str, str]]:
    """Yield wager, kind of limit and the lines of the file."""
    for wager in game(game_id).wagers:
        for kind, lines in KINDS.items():
            name = f"tip:{wager.id}" if kind.startswith("tip") else wager.id
            yield wager.id, kind, f'[limits."{name}"]\n{lines}\n'


@pytest.mark.parametrize("game_id", game_ids())
def test_a_limit_is_approved_exactly_where_a_document_allows_it(
    game_id: str, called: Run, tmp_path: Path
) -> None:
    text = example(game_id)
    path = tmp_path / "house.toml"
    house = tomllib.loads(text)
    wrong = []
    for wager, kind, lines in cases(game_id):
        path.write_text(f"{text}\n{lines}")
        # The law of a state is judged apart: it may forbid what the document allows.
        done = called("check", str(path), "--profile", "none", "--json")
        answer = json.loads(done.stdout)
        clause = allowed(game_id, wager, kind, house)
        if answer["ok"] != (clause is not None):
            wrong.append(f"{wager} {kind}: {answer['problems'] or 'approved'}")
        elif clause is None:
            (problem,) = answer["problems"]
            assert problem["cite"], problem
            assert problem["key"].startswith(("limits.", "jackpots.")), problem
        elif kind in ("round", "hand"):
            shown = next((w for w in answer["table"]["wagers"] if w["id"] == wager), None)
            stated = shown and (shown["aggregate_per"], shown["aggregate_cite"])
            assert stated in (None, (kind, clause)), wager  # None: the example does not offer it
    assert wrong == []


def judged(called: Run, path: Path, text: str) -> list[tuple[str, str]]:
    """Return key and clause of everything that `pitboss check` refuses in a file."""
    path.write_text(text)
    done = called("check", str(path), "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == (0 if answer["ok"] else 1)
    return [(problem["key"], problem["cite"]) for problem in answer["problems"]]


REFUSED: list[tuple[str, str, str, str]] = [
    # 2110(3): "casinos must set the minimum at $1", neither more nor less.
    ("co/straight-jack-progressive", '[limits.straight-jack]\nmin = "$5"',
     "limits.straight-jack.min", "2110(3)"),
    ("co/straight-jack-progressive", '[limits.straight-jack]\nmin = "$0.50"',
     "limits.straight-jack.min", "2110(3)"),
    # 2109(3), 2110(3), 2115(1): no wager above the table's maximum.
    ("co/straight-jack", '[limits]\nmain.max = "$100"\nstraight-jack.max = "$500"',
     "limits.straight-jack.max", "2109(3)"),
    ("co/straight-jack-progressive", '[limits]\nmain.max = "$100"\nstraight-jack.max = "$500"',
     "limits.straight-jack.max", "2110(3)"),
    ("co/trilux", '[limits]\nmain.max = "$100"\nsuper-3.max = "$500"',
     "limits.super-3.max", "2115(1)"),
    ("co/trilux", '[limits]\nmain.min = "$10"\nsuper-3.max = "$5"', "limits.super-3", "2115(1)"),
    ("co/straight-jack", '[limits]\nmain.max = "$100"\nstraight-jack.min = "$200"',
     "limits.straight-jack", "2109(3)"),
    # 2113(2), (8), 2114(2), (7): "in an even dollar amount".
    ("co/buffalo-2", '[limits.21-plus-3]\nmin = "$1.50"\nmax = "$25.50"',
     "limits.21-plus-3", "2113(2)"),
    ("co/buffalo-2", '[limits.bust-bonus]\nmax = "$25.50"', "limits.bust-bonus", "2113(8)"),
    ("co/buffalo-3", '[limits.top-3]\nmin = "$1.50"', "limits.top-3", "2114(2)"),
    ("co/buffalo-3", '[limits.bust-bonus]\nmin = "$1.50"', "limits.bust-bonus", "2114(7)"),
    # Bet Bigger: the first card is burned, the cut card lies about one deck from the bottom.
    *(("bet-bigger/spanish-21", f"[shoe]\nburn = {burn}", "shoe.burn", "Method of Play")
      for burn in (0, 2)),
    *(("bet-bigger/spanish-21", f"[shoe]\ncut = {cut}", "shoe.cut", "Method of Play")
      for cut in (0, 35, 61)),
    ("bet-bigger/spanish-21", '[limits.main]\nmax = "$10.01"', "limits.main", "Wager limits"),
    # 2104(1): "one or more cards may be burned".
    ("co/21-holdem", "[shoe]\nburn = 0", "shoe.burn", "2104(1)"),
]  # fmt: skip
"""Game, what its example house is given in place of its limits, and the clause that refuses it."""


@every_row(("game_id", "lines", "key", "clause"), REFUSED)
def test_a_set_up_against_a_clause_is_refused_with_it(
    game_id: str, lines: str, key: str, clause: str, called: Run, tmp_path: Path
) -> None:
    (problem,) = judged(called, tmp_path / "house.toml", f"{example(game_id)}\n{lines}\n")
    assert problem[0] == key
    assert clause in problem[1]


APPROVED = [
    ("co/straight-jack-progressive", '[limits.straight-jack]\nmin = "$1"\nmax = "$25"'),
    ("co/straight-jack", '[limits]\nmain.max = "$100"\nstraight-jack = { min = 100, max = 10000 }'),
    ("bet-bigger/spanish-21", '[limits.main]\nmin = "$0.50"\nmax = "$10"'),
    *(("bet-bigger/spanish-21", f"[shoe]\nburn = 1\ncut = {cut}") for cut in (36, 48, 60)),
    ("co/21-holdem", "[shoe]\nburn = 3"),
]


@every_row(("game_id", "lines"), APPROVED)
def test_a_set_up_that_the_clauses_allow_is_approved(
    game_id: str, lines: str, called: Run, tmp_path: Path
) -> None:
    assert judged(called, tmp_path / "house.toml", f"{example(game_id)}\n{lines}\n") == []


PROGRESSIVE = "jackpots.21-plus-3-progressive.wager"
CHANGED: list[tuple[str, str, str, str, str]] = [
    # 2115(7), Tables 2 and 4: increment and reseed are printed, so nothing is kept in reserve.
    ("co/trilux", r'reserve = "0%"', 'reserve = "90%"',
     "jackpots.trilux-progressive.reserve", "2115(7) Tables 2, 4"),
    # The 21+3 Progressive is a "fixed dollar amount", its tables "based on a $1 wager".
    *((game_id, r'wager = "\$\d"', f'wager = "{wager}"', PROGRESSIVE, clause)
      for game_id, clause in (("co/21-plus-3", "2107 Start(2)-(3)"), ("co/buffalo-2", "2113(2)"),
                              ("co/buffalo-3", "2114(2)"), ("co/ride-free", "2119(30)(a)"))
      for wager in ("$0.50", "$1.50")),
]  # fmt: skip
"""Game, a line of its example house and another one, the key and the clause of the refusal."""


@every_row(("game_id", "line", "other", "key", "clause"), CHANGED)
def test_a_jackpot_against_a_clause_is_refused_with_it(
    game_id: str, line: str, other: str, key: str, clause: str, called: Run, tmp_path: Path
) -> None:
    text, count = re.subn(line, other, example(game_id), count=1)
    assert count == 1
    (problem,) = judged(called, tmp_path / "house.toml", text)
    assert problem[0] == key
    assert clause in problem[1]


HOUSE_JACKPOT = """
game = "wa/spanish-21"
options = { decks = 6, soft17 = "hit" }
tables = { jackpot-1 = "3c-5" }
[pays.jackpot-1]
alternate = "3-alt-1"
"3-Card Suited Match: 2s - Ks" = "50 for 1"
[jackpots.jackpot-1]
scheme = "house"
wager = "$5"
prize = { "100%" = 5000, "10%" = 500 }
"""


@every_row(
    ("line", "other", "key"),
    [
        ('"10%" = 500', '"10%" = 0', "jackpots.jackpot-1.prize.10%"),
        ('"10%" = 500', '"10%" = 5001', "jackpots.jackpot-1.prize.10%"),
        *(
            ("50 for 1", pay, "pays.jackpot-1.3-Card Suited Match: 2s - Ks")
            for pay in ("0 for 1", "0 to 1", "$0")
        ),
    ],
)
def test_a_prize_of_nothing_or_above_a_larger_one_is_refused(
    line: str, other: str, key: str, called: Run, tmp_path: Path
) -> None:
    path = tmp_path / "house.toml"
    assert judged(called, path, HOUSE_JACKPOT) == []
    ((refused, cite),) = judged(called, path, HOUSE_JACKPOT.replace(line, other, 1))
    assert refused == key
    assert cite


def test_side_wagers_have_the_limits_of_the_table(called: Run, tmp_path: Path) -> None:
    """2109(3): "All wagers will be in an amount between the table minimum and maximum"."""
    path = tmp_path / "house.toml"
    path.write_text(example("co/straight-jack") + '\n[limits.main]\nmin = "$5"\nmax = "$100"\n')
    assert re.search(r"straight-jack  \$5 to \$100 ", called("check", str(path)).stdout)


@every_row(("burns", "words"), [("false", "no card burned"), ("true", "burn 1")])
def test_check_says_which_cards_are_burned(
    burns: str, words: str, called: Run, tmp_path: Path
) -> None:
    """2104(1): at the discretion of the house."""
    path = tmp_path / "house.toml"
    path.write_text(f'game = "co/21-holdem"\noptions = {{ burn_cards = {burns} }}\n')
    assert f"shoe        {words} after a shuffle" in called("check", str(path)).stdout


@every_row(
    ("game_id", "lines", "posted"),
    [
        (
            "co/ride-free",
            '[limits.hedge-22]\naggregate = "$900"\naggregate_per = "hand"',
            "Hedge 22: aggregate limit 2119(23)(a)(iii) Each hand is paid at most $900",
        ),
        (
            "co/ride-free",
            '[limits.silver-stack]\naggregate = "$500"',
            "2119(4), (24)(a)(iii) All players together are paid at most $500",
        ),
        (
            "co/trilux",
            '[limits."tip:super-3"]\nmax = "$5"',
            "TriLux Super 3: tips 2115(1)(c) A wager for the dealer is at most $5.",
        ),
    ],
)
def test_the_posting_prints_an_allowed_limit_with_its_clause(
    game_id: str, lines: str, posted: str, called: Run, tmp_path: Path
) -> None:
    """2119(4): the house posts its limits; 2115(1)(c): and "any restrictions" on tips."""
    house = tmp_path / "house.toml"
    out = tmp_path / "posting.html"
    house.write_text(f"{example(game_id)}\n{lines}\n")
    done = called("print", str(house), "--what", "posting", "--out", str(out))
    assert done.returncode == 0
    assert posted in " ".join(re.sub(r"<[^>]+>", " ", out.read_text(encoding="utf-8")).split())
