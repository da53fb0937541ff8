"""Golden playthroughs: whole rounds as hand histories, compared line by line."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

from pitboss.engine.actions import ActionKind
from pitboss.engine.record import replay
from pitboss.rulebook.reading.library import games
from tests.playthroughs.transcript import FOLDER, paths, record, transcript
from tests.rows import every_row

PATHS = paths()
playthroughs = every_row("path", PATHS)


@playthroughs
def test_a_playthrough_goes_as_it_did(path: Path) -> None:
    """`tools/regenerate.py` writes it again where the difference is meant."""
    stands = path.read_text(encoding="utf-8").splitlines()
    right = transcript(path).splitlines()
    for number, (was, is_) in enumerate(zip_longest(stands, right), start=1):
        assert was == is_, f"wrong line {number} in {path.name}: {was!r} stands there, not {is_!r}"


@playthroughs
def test_the_record_of_a_playthrough_replays_to_the_settlement_it_shows(path: Path) -> None:
    """The transcript drives the engine itself; `replay` must come to the same nets and meters."""
    given = record(path)
    result = replay(given | {"note": " ".join(given["note"])}).result()
    text = path.read_text(encoding="utf-8")
    nets = dict(re.findall(r"^  seat (\d+) net ([-+]?\$[\d.]+)$", text, re.MULTILINE))
    assert {seat: cents(net) for seat, net in nets.items()} == result["net"]
    after = re.findall(
        r"^meter    (\S+) \$([\d.]+)", text[text.index("settlement") :], re.MULTILINE
    )
    assert dict(after) == result["meters_after"]


def cents(text: str) -> int:
    dollars, _, part = text.lstrip("+-").removeprefix("$").partition(".")
    amount = int(dollars) * 100 + int(part or 0)
    return -amount if text.startswith("-") else amount


def test_every_game_has_a_playthrough() -> None:
    assert {record(path)["game"] for path in PATHS} == {game.id for game in games()}


def test_every_action_is_decided_in_some_playthrough() -> None:
    decided = {decision["action"] for path in PATHS for decision in record(path)["decisions"]}
    assert decided == {kind.value for kind in ActionKind}


def test_no_transcript_has_lost_its_record() -> None:
    assert sorted(FOLDER.glob("*.txt")) == PATHS


@playthroughs
def test_what_a_seat_sees_in_a_playthrough_never_shows_the_down_card(path: Path) -> None:
    """Until it is turned, the view's line says ?? where the state's line says the card."""
    state = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        state = line if re.match(r"\d+ ", line) else state
        if line.lstrip().startswith("sees"):
            assert ("??" in line) == bool(re.search(r"\[\w\w\]", state)), line
