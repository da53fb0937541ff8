"""The marks of a night: all that there is, and what a night without some of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.ledger.entry import GENESIS, Draft, Entry, seal
from pitboss.strain import POINTS
from tests.simulation import sometimes
from tests.simulation.__main__ import say
from tests.simulation.model_store import FAULTS
from tests.simulation.night import Night, read_part, write_part
from tests.simulation.sometimes import expected, never, read_codes, read_counts, read_entries, stale
from tests.simulation.strains import VALUES, draw_strain


def test_marks_are_read_off_the_product() -> None:
    codes = sometimes.codes()
    assert {"bet/closed", "store/unavailable", "slip/order", "jackpot/busy"} <= codes
    assert len(codes) > 200
    assert {"day-opened", "dispute-decided", "role-given"} <= sometimes.office_kinds()
    assert {"hit-paid", "hit-voided", "transferred"} <= sometimes.jackpot_kinds()
    assert "dead-hand" in sometimes.irregularities()
    assert {f"fault {name}" for name in FAULTS} < expected()
    assert {f"strain {name}" for name in POINTS} < expected()


def test_every_line_of_the_unreachable_is_a_mark_and_has_a_reason() -> None:
    assert sometimes.unreached().keys() <= expected()
    assert all(len(why) > 10 for why in sometimes.unreached().values())


def test_a_night_says_what_it_never_reached(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that is no whole night; only a whole one fails for it."""
    whole = expected() - sometimes.unreached().keys()
    assert never(whole) == stale(whole) == []
    assert never(whole - {"code bet/closed"}) == ["code bet/closed"]
    assert say(Night(marks={*whole}), is_whole=True) == 0
    capsys.readouterr()
    night = Night(
        seeds=1, marks={*whole} - {"code bet/closed", "code bet/none", "ruling dead-hand"}
    )
    for is_whole in (False, True):
        assert say(night, is_whole=is_whole) == is_whole
        said = capsys.readouterr().out.splitlines()
        assert "never reached, code (2): bet/closed, bet/none" in said
        assert "never reached, ruling (1): dead-hand" in said
        assert said[-1] == f"{len(whole) - 3} of {len(whole)} marks were reached, 3 never"


def test_a_night_fails_for_a_violation_and_for_a_stale_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert say(Night(failures={7: ["conservation: a cent"]}), is_whole=False) == 1
    assert "seed 7: conservation: a cent" in capsys.readouterr().out
    assert say(Night(marks={next(iter(sometimes.unreached()))}), is_whole=False) == 1


def test_nights_add_up() -> None:
    one = Night(seeds=1, marks={"a"}, states={1})
    two = Night(seeds=2, marks={"b"}, states={1, 2})
    one.merge(read_part(write_part(two).encode()))
    assert (one.seeds, one.marks, one.states) == (3, {"a", "b"}, {1, 2})


def test_what_is_listed_as_unreachable_must_not_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = tmp_path / "unreached.toml"
    listing.write_text('[code]\n"bet/closed" = "nobody bets"\n"bet/gone" = "it is gone"\n')
    monkeypatch.setattr(sometimes, "UNREACHED", listing)
    sometimes.unreached.cache_clear()
    try:
        assert stale(expected()) == [
            "reached, and listed as unreachable: code bet/closed",
            "listed as unreachable, and unknown: code bet/gone",
        ]
    finally:
        sometimes.unreached.cache_clear()


def entry(stream: str, kind: str, body: str, at: int = 1, key: str = "k") -> Entry:
    draft = Draft(stream, kind, "house", key, body.encode())
    return seal(draft, version=1, at=at, before=GENESIS)


def test_marks_are_read_off_answers_faults_and_entries() -> None:
    assert read_codes(["ok", "bet/closed", "no/such"]) == {"code bet/closed"}
    assert read_counts({"late": 2, "hang": 0}, ["commit.late"]) == {
        "fault late",
        "strain commit.late",
    }
    marks = read_entries(
        [
            entry("table/1", "dealt", '{"keys":[["a:k",1,0]]}'),
            entry("table/1", "taken-over", "{}"),
            entry("table/1", "ruled", '{"irregularity":"dead-hand","settled":[]}'),
            entry("table/1", "taken-over", "{}"),
            entry("jackpot/mega", "hit-locked", "{}", key="a"),
            entry("jackpot/mega", "hit-locked", "{}", key="b"),
        ]
    )
    assert marks == {
        "entry table/dealt",
        "entry table/taken-over",
        "entry table/ruled",
        "entry jackpot/hit-locked",
        "ruling dead-hand",
        "moment a bet dealt by the clock or by others",
        "moment a table taken over in the middle of a round",
        "moment a table taken over between two rounds",
        "moment two hits at the same instant",
    }


def test_every_point_of_strain_is_strained_by_some_seed() -> None:
    assert VALUES.keys() == POINTS.keys()
    assert {name for seed in range(200) for name, _ in draw_strain(seed)} == POINTS.keys()
    assert any(not draw_strain(seed) for seed in range(10))
