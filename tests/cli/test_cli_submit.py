"""`pitboss submit`: the dossier of a house, its list, its files and its examples."""

from __future__ import annotations

import json
import math
import re
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss import replay, table
from pitboss.api.dossier import deal_examples
from pitboss.cli.main import main
from pitboss.cli.options import open_table
from pitboss.report.dossier.checklists import REGULATORS
from pitboss.report.dossier.felt import MAIN, SIDE, felt_svg, places
from pitboss.rulebook.defaults import complete_for_report
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
HOUSE = str(ROOT / "examples" / "wa-spanish-21.toml")
FILES = {"dossier.pdf", "dossier.json", "dossier.xlsx", "house.toml", "records.jsonl",
         "rack-card.pdf", "SHA256SUMS"}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the signed dossier of the example for Massachusetts."""
    place = tmp_path_factory.mktemp("dossier")
    (place / "lab.pdf").write_bytes(b"%PDF- the report of a laboratory")
    with pytest.MonkeyPatch.context() as patch:
        for words in (
            ["report", "--new-key", str(place / "key")],
            ["submit", HOUSE, "--to", "ma", "--out", str(place / "out"), "--attach",
             f"laboratory-report={place / 'lab.pdf'}", "--sign", str(place / "key")],
        ):  # fmt: skip
            patch.setattr("sys.argv", ["pitboss", *words])
            main()
    return place / "out"


def pdf_text(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_every_file_is_there_and_has_the_digest_of_the_list(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == FILES | {"lab.pdf", "dossier.sig"}
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    assert sums.keys() == (FILES | {"lab.pdf"}) - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_examples_are_dealt_by_the_engine_and_replay(called: Run, folder: Path) -> None:
    done = called("replay", str(folder / "records.jsonl"), "--json")
    assert done.returncode == 0, done.stdout
    records = [json.loads(line) for line in (folder / "records.jsonl").read_text().splitlines()]
    assert 8 <= len(records) <= 12
    assert not any("differs" in json.loads(line) for line in done.stdout.splitlines())
    results = {
        line["outcome"] for r in records for line in r["settlement"] if line["wager"] == "main"
    }
    assert {"win", "lose", "push"} <= results
    digest = json.loads((folder / "dossier.json").read_text("utf-8"))["about"]["digest"]
    assert {record["digest"] for record in records} == {digest}


def test_the_signature_covers_every_file(called: Run, folder: Path) -> None:
    done = called("report", "--verify", str(folder / "dossier.sig"), "--json")
    assert done.returncode == 0, done.stdout
    named = {verdict["name"] for verdict in json.loads(done.stdout)["verdicts"]}
    assert named == FILES | {"lab.pdf", "signature"}


def test_each_item_is_ticked_or_named_as_missing(called: Run, tmp_path: Path) -> None:
    for state, regulator in REGULATORS.items():
        out = tmp_path / state
        done = called("submit", "co/pai-jack", "--to", state, "--out", str(out), "--json")
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert [item["id"] for item in said["items"]] == [item.id for item in regulator.items]
        missing = [item.id for item in regulator.items if not item.parts]
        assert said["missing"] == missing  # the rules of Pai Jack name remedies for misdeals
        text = " ".join(pdf_text(out / "dossier.pdf").split())
        assert text.count("MISSING") == len(missing)
        assert f"{len(regulator.items) - len(missing)} of {len(regulator.items)} items" in text


def test_a_game_without_remedies_says_so_and_an_attachment_ticks_its_item(folder: Path) -> None:
    text = " ".join(pdf_text(folder / "dossier.pdf").split())
    assert "the rules of this game name no remedy" in text
    assert "attached: lab.pdf" in text
    for words in ("Dealing procedures", "Worked examples", "True odds, payout odds", "Rack card",
                  "Mathematics report", "M4", "M5.1"):  # fmt: skip
        assert words in text


def test_the_felt_has_a_place_for_every_wager_at_its_size() -> None:
    setup = table("wa/spanish-21", decks=6, soft17="hit").setup
    seat = places(setup)
    sides = [name for name in setup.configured.spots if name not in ("main", "insurance")]
    assert [place.spot.wager.id for place in seat] == ["main", *sides]
    assert [place.size for place in seat] == [MAIN, *[SIDE] * len(sides)]
    for one in seat:  # chips of two places never touch
        for two in seat:
            apart = ((one.across - two.across) ** 2 + (one.up - two.up) ** 2) ** 0.5
            assert one is two or apart >= (one.size + two.size) / 2
    drawn = re.findall(r'r="([\d.]+)"', felt_svg(setup, []))
    assert drawn.count(f"{MAIN / 2:.2f}") == 6
    assert drawn.count(f"{SIDE / 2:.2f}") == 6 * len(sides)


@pytest.mark.parametrize(
    "game",
    ["co/21-holdem", "co/blackjack-switch", "co/3-card-21", "co/deuces-wild-xtreme",
     "bet-bigger/spanish-21", "co/trilux"],
)  # fmt: skip
def test_examples_of_every_kind_of_round_replay(game: str) -> None:
    rounds = deal_examples(open_table(game, [], None, complete_for_report))
    assert len(rounds) >= 8
    for example, hand in rounds:
        assert example.shows
        assert replay(hand.record()).difference is None
        assert example.net == sum(hand.net.values())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--to", "mars", "--out", "x"), "option/invalid"),
        (("--to", "ma", "--out", "no/such/folder"), "file/unwritable"),
        (("--to", "ma", "--out", "x", "--attach", "lab.pdf"), "option/invalid"),
        (("--to", "ma", "--out", "x", "--attach", "rights=nowhere.pdf"), "file/missing"),
        (("--to", "ma", "--out", "x", "--sign", "nowhere.pem"), "file/missing"),
        (("--to", "ma", "--out", "x", "--paper", "napkin"), "option/invalid"),
    ],
)
def test_nonsense_is_refused_and_makes_no_folder(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = called("submit", HOUSE, *words)
    assert (done.returncode, f"[{code}]" in done.stderr) == (2, True), done.stderr
    assert not list(tmp_path.iterdir())


def test_dealing_procedures_are_there_where_only_remedies_are_missing(
    called: Run, tmp_path: Path
) -> None:
    done = called("submit", HOUSE, "--to", "nv", "--out", str(tmp_path / "nv"), "--json")
    assert done.returncode == 0, done.stderr
    missing = json.loads(done.stdout)["missing"]
    assert "misdeals" in missing
    assert "dealing" not in missing


def test_words_on_the_felt_lie_along_the_insurance_line() -> None:
    """The middle of each word is between the two arcs, and it is turned as they are."""
    drawn = felt_svg(table("wa/spanish-21", decks=6, soft17="hit").setup, [])
    arcs = [
        tuple(map(float, found))
        for found in re.findall(r"M ([\d.]+) ([\d.]+) A ([\d.]+) [\d.]+ 0 0 0 ([\d.]+)", drawn)
    ]
    words = re.findall(r'rotate\((-?[\d.]+) ([\d.]+) ([\d.]+)\)"?[^<]*>INSURANCE', drawn)
    assert len(arcs) == len(words) == 2
    for text in words:
        turn, x, y = map(float, text)
        far = []
        for left, top, radius, right in arcs:
            middle = (left + right) / 2
            height = top - (radius**2 - ((right - left) / 2) ** 2) ** 0.5
            far.append(((x - middle) ** 2 + (y - height) ** 2) ** 0.5 - radius)
            slope = math.degrees(math.atan2(x - middle, y - height))
            assert abs(turn + slope) < 2
        assert min(far) < 0 < max(far)
