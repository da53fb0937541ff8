"""Records made to do harm: each is played, or refused in one short sentence with a code."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tracemalloc
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.commands.replay import replay_file
from pitboss.cli.main import main
from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay
from pitboss.rulebook.limits import CENTS_MAX, MESSAGE_LENGTH_MAX, RECORD_BYTES_MAX, SEATS_MAX
from pitboss.rulebook.reading.parse import NotReadableError, dump_json, parse_json, parse_toml

GOOD: dict[str, Any] = {
    "game": "reference/blackjack",
    "seats": [{"seat": 1, "wagers": {"main": 1000}}],
    "cards": "As 5h Kd 9c",
}
SECONDS_MAX = 5.0
"""Of the processor, for what took minutes of it."""


def refused(record: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(RefusedError) as caught:
        replay(record)
    return caught.value.refusal.code, caught.value.refusal.message


def replayed(
    text: str | bytes,
    path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    as_json: bool = False,
) -> tuple[int, str, str]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    options = ["--json"] if as_json else []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["pitboss", "replay", str(path), *options])
        with pytest.raises(SystemExit) as leaving:
            main()
    output = capsys.readouterr()
    assert isinstance(leaving.value.code, int)
    return leaving.value.code, output.out, output.err


# -- claims ----------------------------------------------------------------------------------------


def test_a_wrong_digest_differs() -> None:
    right = replay(GOOD).result()["digest"]
    assert replay(GOOD | {"digest": right}).difference() is None
    difference = replay(GOOD | {"digest": "0000"}).difference()
    assert difference == f'digest is recorded as "0000" but is "{right}"'


def test_no_events_is_a_claim_and_true_is_not_one() -> None:
    completed = replay(GOOD).complete_record()
    assert replay(completed).difference() is None
    assert replay(completed | {"events": None}).difference() == "events is recorded as null"
    line = completed["settlement"][0]
    assert line["hand"] == 1
    forged = [line | {"hand": True}, *completed["settlement"][1:]]
    assert "does not happen" in str(replay(completed | {"settlement": forged}).difference())
    events = [dict(event) for event in completed["events"]]
    place = next(number for number, event in enumerate(events) if event.get("seat") == 1)
    events[place]["seat"] = True
    assert f"event {place + 1} " in str(replay(completed | {"events": events}).difference())


def test_a_meter_that_grows_past_its_limit_replays_to_itself() -> None:
    record = {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"jackpot-1": "3c-5"},
        "jackpots": {
            "jackpot-1": {
                "scheme": "progressive",
                "wager": 500,
                "contribution": "21%",
                "seed": "5000.00",
            }
        },
        "meters": {"jackpot-1": "999999999999.9999"},
        "seats": [{"seat": 1, "wagers": {"main": 1000, "jackpot-1": 500}}],
        "cards": "9s 5h Kd 9c 5c",
        "decisions": [{"seat": 1, "hand": 1, "action": "stand"}],
    }
    completed = replay(record).complete_record()
    assert completed["meters_after"]["jackpot-1"].startswith("1000000000001.")
    assert replay(completed).difference() is None
    code, message = refused(record | {"meters": completed["meters_after"]})
    assert code == "record/malformed"
    assert "too large a meter" in message


# -- sizes -----------------------------------------------------------------------------------------


def test_a_wager_has_a_largest_amount() -> None:
    for amount in (CENTS_MAX + 1, 10**19):
        seat = {"seat": 1, "wagers": {"main": amount}}
        code, message = refused(GOOD | {"seats": [seat]})
        assert code == "wager/off-limits"
        assert message == "seat 1: main is more than 1,000,000,000,000 cents"
    assert replay(GOOD | {"seats": [{"seat": 1, "wagers": {"main": CENTS_MAX}}]}).complete_record()


def test_many_seats_are_refused_before_anything_is_done_for_them() -> None:
    seats = [{"seat": number, "wagers": {"main": 100}} for number in range(1, 20_001)]
    begin = time.thread_time()
    code, message = refused(GOOD | {"seats": seats})
    assert (code, message) == ("seat/too-many", "a round has at most 100 seats, not 20000")
    assert time.thread_time() - begin < SECONDS_MAX
    assert len(seats[:SEATS_MAX]) == 100


def test_many_unknown_options_are_refused_before_they_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compared(*_: object, **__: object) -> None:
        pytest.fail("a name is compared with known ones")

    monkeypatch.setattr("pitboss.rulebook.phrases.get_close_matches", compared)
    with pytest.raises(pytest.fail.Exception):
        replay(GOOD | {"options": {"option-1": 1}})
    options = {f"option-{number}": 1 for number in range(100_000)}
    code, message = refused(GOOD | {"options": options})
    assert code == "record/malformed"
    assert message == "one object or table has at most 200 names, not 100000"
    with pytest.raises(NotReadableError, match="at most 1000 names"):
        parse_json(json.dumps(options))


@pytest.mark.parametrize("depth", [33, 500, 974, 975, 976, 977, 978, 980, 5000, 100_000])
def test_nesting_has_a_limit(
    depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(GOOD)[:-1] + ', "options": ' + "[" * depth + "]" * depth + "}"
    code, _, error = replayed(text, tmp_path / "deep.json", capsys)
    assert code == 2
    assert error == "pitboss: this is nested more than 32 deep [record/malformed]\n"


def test_a_long_dotted_key_is_refused_before_it_is_read() -> None:
    begin = time.thread_time()
    for text in (".".join("a" * 50_000) + " = 1", "[" + " . ".join(['"a"'] * 20_000) + "]"):
        with pytest.raises(NotReadableError, match="nested more than 32 deep"):
            parse_toml(text)
    with pytest.raises(NotReadableError):
        parse_toml("a" * 1_000_000)
    assert time.thread_time() - begin < SECONDS_MAX
    assert parse_toml(".".join("a" * 20) + " = 1")


def test_a_file_without_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("replay", "/dev/zero"),
        ("check", "/dev/zero"),
        ("simulate", "co/golden-21", "--rounds", "10", "--house", "/dev/zero"),
    ):
        sys.argv[1:], kept = arguments, sys.argv[1:]
        try:
            with pytest.raises(SystemExit) as leaving:
                main()
        finally:
            sys.argv[1:] = kept
        assert leaving.value.code == 2
        assert "larger than 1,048,576 bytes [file/too-large]" in capsys.readouterr().err


def test_a_long_line_ends_the_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps(GOOD | {"note": "x" * RECORD_BYTES_MAX})
    code, out, error = replayed(f"{json.dumps(GOOD)}\n{line}\n", tmp_path / "a.jsonl", capsys)
    assert (code, out) == (2, "1: ok: reference/blackjack: seat 1 +1500\n")
    assert error.startswith("pitboss: line 2 of ")
    assert error.endswith(" is larger than 1,048,576 bytes [file/too-large]\n")


def test_long_texts_are_not_repeated_whole() -> None:
    long = "x" * 10**6
    for change in (
        {"game": long},
        {"options": {long: 1}},
        {"tables": {"main": long}},
        {"seats": [{"seat": 1, "wagers": {long: 1000}}]},
        {"cards": long},
        {"decisions": [{"seat": 1, "action": long}]},
        {"meters": {"main": long}},
        {long: 1},
    ):
        code, message = refused(GOOD | change)
        assert code
        assert len(message) <= MESSAGE_LENGTH_MAX
    assert len(str(replay(GOOD | {"digest": long}).difference())) <= MESSAGE_LENGTH_MAX


def test_a_file_of_many_records_takes_no_more_memory_than_one_of_few(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Replay the same record 20 and 400 times; the most memory in use must stay the same."""
    line = json.dumps(replay(GOOD).complete_record()) + "\n"
    most = []
    replayed(line * 400, tmp_path / "warm.jsonl", capsys)
    for count in (20, 400):
        path = tmp_path / f"{count}.jsonl"
        path.write_text(line * count, encoding="utf-8")
        tracemalloc.start()
        with pytest.raises(SystemExit) as leaving:
            replay_file(file=str(path), as_json=False)
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert leaving.value.code == 0
        assert capsys.readouterr().out.count("\n") == count
    assert most[1] < most[0] + 1_000_000  # 400 records held are 6 million bytes


# -- texts -----------------------------------------------------------------------------------------


def test_only_a_line_feed_ends_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = "a\u2028b\u0085c\x0bd\x0ce"
    text = json.dumps(GOOD | {"note": note}, ensure_ascii=False) + "\n"
    code, out, _ = replayed(text * 2, tmp_path / "a.jsonl", capsys, as_json=True)
    assert code == 0
    assert [json.loads(line)["note"] for line in out.split("\n")[:2]] == [note, note]
    assert "\u2028" not in out
    assert replayed(out, tmp_path / "b.jsonl", capsys, as_json=True) == (0, out, "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"game": "x", "game": "y"}', "'game' stands twice in one object"),
        ('{"note": NaN}', "NaN is not a number in JSON"),
        ('{"note": -Infinity}', "-Infinity is not a number in JSON"),
        ('{"note": 1e999999}', "1e999999 is too large or too small a number"),
        ('{"note": "\\ud800"}', "a text has half of a surrogate pair"),
        ('{"note": ' + "1" * 31 + "}", "a whole number has at most 30 digits"),
        ('{"note": 1.' + "0" * 50 + "}", "a number has at most 40 characters"),
        ('{"' + "x" * 201 + '": 1}', "a name has at most 200 characters"),
        ("{", "this is not JSON"),
        ("", "there is no record in"),
        ("[]", "a record is a JSON object"),
        ("0", "a record is a JSON object"),
        ("null", "a record is a JSON object"),
        ("{}", "a record names its game"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = replayed(text, tmp_path / "a.json", capsys)
    assert (code, out) == (2, "")
    assert reason in error
    assert error.endswith("[record/malformed]\n")


def test_numbers_keep_their_digits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(GOOD)[:-1] + ', "note": [1.50, 0.1000000000000000000001, 1e308]}'
    code, out, _ = replayed(text, tmp_path / "a.json", capsys, as_json=True)
    assert code == 0
    note = json.loads(out, parse_float=Decimal)["note"]
    assert list(map(str, note)) == ["1.50", "0.1000000000000000000001", "1E+308"]
    assert dump_json({"a": [Decimal("1.50"), {}, []]}, indent=2) == json.dumps(
        {"a": ["?", {}, []]}, indent=2
    ).replace('"?"', "1.50")
    code, _, error = replayed('{"game": 1e308}', tmp_path / "b.json", capsys)
    assert (code, error) == (2, "pitboss: a record names its game [record/malformed]\n")


def test_a_byte_order_mark_is_no_part_of_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = b"\xef\xbb\xbf" + json.dumps(GOOD).encode()
    assert replayed(text, tmp_path / "a.json", capsys)[0] == 0
    assert replayed(text + b"\n" + text, tmp_path / "a.jsonl", capsys)[0] == 0


@pytest.mark.parametrize("text", ["", "\n", "\n  \n\n"])
def test_a_file_without_a_record_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = replayed(text, tmp_path / "a.jsonl", capsys)
    assert (code, out) == (2, "")
    assert error.endswith("[record/malformed]\n")
    assert "there is no record in" in error


def test_texts_of_a_record_cannot_forge_lines_or_move_the_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = (
        GOOD | {"name": "x\n2: ok: forged"},
        GOOD | {"name": "\u001b[2J\u202e"},
        GOOD | {"seats": [{"seat": 1, "wagers": {"\u001b[2J\n": 1000}}]},
        GOOD | {"options": {"\u001b[2J\r": 1}},
        GOOD | {"game": "\u009b2J"},
    )
    text = "".join(json.dumps(record) + "\n" for record in records)
    _, out, _ = replayed(text, tmp_path / "a.jsonl", capsys)
    assert out.count("\n") == len(records)
    assert out.replace("\n", "").isprintable()
    for record in records:
        _, out, error = replayed(json.dumps(record), tmp_path / "a.json", capsys)
        assert (out + error).replace("\n", "").isprintable()


def test_a_record_of_several_lines_is_one_and_a_bad_first_line_does_not_hide_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(json.dumps(GOOD, indent=4), tmp_path / "a.json", capsys)[0] == 0
    code, out, _ = replayed(f"oops\n{json.dumps(GOOD)}\n", tmp_path / "a.json", capsys)
    assert code == 2
    assert out.startswith("1: refused: this is not JSON [record/malformed]\n2: ok: ")


def test_standard_input_is_read_a_line_at_a_time() -> None:
    """The first outcome comes while the writer still has the pipe open."""
    command = [sys.executable, "-m", "pitboss.cli.main", "replay", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write((json.dumps(GOOD) + "\n").encode() * 50)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["net"] == {"1": 1500}
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0
