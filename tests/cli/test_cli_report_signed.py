"""`pitboss report --sign`, `--verify` and `--new-key`, from outside."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cli.main import main
from pitboss.report.signing import verify_file
from pitboss.rulebook.problems import RulesError
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "examples" / "wa-spanish-21.toml"
PARTS = ("r.pdf", "r.json", "r.house.toml", "r.xlsx", "r.sig")


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a signed report of the example."""
    folder = tmp_path_factory.mktemp("signed")
    with pytest.MonkeyPatch.context() as patch:
        for words in (
            ["report", "--new-key", str(folder / "key.pem")],
            ["report", "wa/spanish-21", "--house", str(HOUSE), "--out", str(folder / "r.xlsx"),
             "--sign", str(folder / "key.pem")],
        ):  # fmt: skip
            patch.setattr("sys.argv", ["pitboss", *words])
            main()
    return folder


@pytest.fixture
def copy(signed: Path, tmp_path: Path) -> Path:
    """Return a copy of it that a test may spoil."""
    return Path(shutil.copytree(signed, tmp_path / "copy"))


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << (place % 8)
    path.write_bytes(content)


def test_a_signed_report_verifies_by_its_signature_and_by_any_part(
    called: Run, signed: Path
) -> None:
    for part in PARTS:
        done = called("report", "--verify", str(signed / part), "--json")
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["holds"] is True
        assert [v["name"] for v in found["verdicts"]] == ["signature", *sorted(PARTS[:-1])]
    report = json.loads((signed / "r.json").read_text("utf-8"))
    assert found["digest"] == report["about"]["digest"]
    assert found["software_digest"] == report["about"]["software_digest"]
    assert (signed / "key.pem").stat().st_mode & 0o077 == 0


def test_the_signed_house_file_configures_the_signed_game(called: Run, signed: Path) -> None:
    done = called("check", str(signed / "r.house.toml"), "--json")
    assert done.returncode == 0, done.stderr
    digest = json.loads((signed / "r.sig").read_text("utf-8"))["digest"]
    assert digest in done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_one_changed_byte_in_any_part_is_found(called: Run, copy: Path, part: str) -> None:
    path = copy / part
    whole = path.read_bytes()
    for place in sorted({*range(0, len(whole), len(whole) // 23 + 1), len(whole) - 1}):
        flip(path, place)
        done = called("report", "--verify", str(copy / "r.sig"), "--signed-by",
                      str(copy / "key.pem.pub"))  # fmt: skip
        assert done.returncode in ((1, 2) if part == "r.sig" else (1,)), (place, done.stdout)
        assert "Traceback" not in done.stderr
        if part != "r.sig":
            assert f"!!  {part}: was changed after it was signed" in done.stdout
        path.write_bytes(whole)
    path.write_bytes(whole[:-1])
    assert called("report", "--verify", str(copy / "r.sig")).returncode in (1, 2)


CHANGES: dict[str, Callable[[bytes, int, int], bytes]] = {
    "flip": lambda whole, at, by: whole[:at] + bytes([whole[at] ^ by]) + whole[at + 1 :],
    "insert": lambda whole, at, by: whole[:at] + bytes([by]) + whole[at:],
    "delete": lambda whole, at, _: whole[:at] + whole[at + 1 :],
    "cut off": lambda whole, at, _: whole[:at],
    "append": lambda whole, _, by: whole + bytes([by]),
}


@given(
    part=st.sampled_from(PARTS),
    change=st.sampled_from(sorted(CHANGES)),
    place=st.floats(0, 1, exclude_max=True),
    by=st.integers(1, 255),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_change_of_any_part_at_any_place_is_found(
    copy: Path, part: str, change: str, place: float, by: int
) -> None:
    path = copy / part
    whole = path.read_bytes()
    spoiled = CHANGES[change](whole, int(place * len(whole)), by)
    path.write_bytes(spoiled)
    try:
        found = verify_file(copy / "r.sig")
        holds = found.holds
    except RulesError as refused:
        assert part == "r.sig"
        assert refused.problems[0].code == "signature/malformed"  # noqa: PT017
        holds = False
    finally:
        path.write_bytes(whole)
    assert holds is (spoiled == whole)
    assert verify_file(copy / "r.sig").holds


def test_every_single_byte_of_the_signature_file_counts(copy: Path) -> None:
    path = copy / "r.sig"
    whole = path.read_bytes()
    for place in range(len(whole)):
        flip(path, place)
        try:
            assert not verify_file(path).holds, place
        except RulesError as refused:
            assert refused.problems[0].code == "signature/malformed"  # noqa: PT017
        path.write_bytes(whole)
    assert verify_file(path).holds


def test_a_missing_part_and_a_foreign_key_are_found(called: Run, copy: Path) -> None:
    assert called("report", "--new-key", str(copy / "other.pem")).returncode == 0
    done = called("report", "--verify", str(copy / "r.sig"), "--signed-by",
                  str(copy / "other.pem.pub"))  # fmt: skip
    assert done.returncode == 1
    assert "!!  key: is not the one that you named" in done.stdout
    (copy / "r.pdf").unlink()
    done = called("report", "--verify", str(copy / "r.sig"))
    assert done.returncode == 1
    assert "!!  r.pdf: there is no file" in done.stdout


def test_a_part_signed_anew_by_somebody_else_names_another_key(called: Run, copy: Path) -> None:
    """Whoever forges a whole report cannot have the signer's key."""
    called("report", "--new-key", str(copy / "other.pem"))
    done = called("report", "wa/spanish-21", "--house", str(HOUSE), "--out", str(copy / "r.pdf"),
                  "--sign", str(copy / "other.pem"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert called("report", "--verify", str(copy / "r.sig")).returncode == 0
    done = called("report", "--verify", str(copy / "r.sig"), "--signed-by",
                  str(copy / "key.pem.pub"))  # fmt: skip
    assert done.returncode == 1


def test_keys_are_refused_in_a_sentence(called: Run, copy: Path) -> None:
    done = called("report", "--new-key", str(copy / "key.pem"))
    assert (done.returncode, "a key is never replaced [file/exists]" in done.stderr) == (2, True)
    (copy / "words.pem").write_text("no key", "utf-8")
    report = ("report", "co/pai-jack", "--out", str(copy / "p.pdf"), "--sign")
    done = called(*report, str(copy / "words.pem"))
    assert (done.returncode, "[signature/key]" in done.stderr) == (2, True)
    assert not (copy / "p.pdf").exists()
    done = called(*report, str(copy / "nowhere.pem"))
    assert (done.returncode, "[file/missing]" in done.stderr) == (2, True)
    done = called("report", "--verify", str(copy / "r.sig"), "--signed-by", str(copy / "key.pem"))
    assert (done.returncode, "[signature/key]" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--verify", "r.sig", "--out", "x.pdf"), "[option/conflict]"),
        (("--verify", "r.sig", "--new-key", "k"), "[option/conflict]"),
        (("--signed-by", "key.pem.pub"), "[option/conflict]"),
        (("wa/spanish-21", "--verify", "r.sig"), "[option/conflict]"),
        (("--verify", "nothing.sig"), "[file/missing]"),
        (("--verify", "key.pem"), "[file/missing]"),
        (("wa/spanish-21",), "name the file to write with --out"),
        (("--out", "x.pdf"), "name a game"),
    ],
)
def test_orders_that_make_no_sense_are_refused(
    called: Run, copy: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], part: str
) -> None:
    monkeypatch.chdir(copy)
    done = called("report", *words)
    assert done.returncode == 2
    assert part in done.stderr


def test_a_report_does_not_write_over_its_own_house_file(
    called: Run, tmp_path: Path, signed: Path
) -> None:
    house = tmp_path / "r.house.toml"
    shutil.copy(HOUSE, house)
    done = called("report", "wa/spanish-21", "--house", str(house), "--out",
                  str(tmp_path / "r.pdf"), "--sign", str(signed / "key.pem"))  # fmt: skip
    assert (done.returncode, "would be written over" in done.stderr) == (2, True)
    assert house.read_bytes() == HOUSE.read_bytes()


def test_openssl_verifies_the_same_signature(signed: Path, tmp_path: Path) -> None:
    """The signature needs no Pitboss: any Ed25519 program checks it over the file without it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    record = json.loads((signed / "r.sig").read_text("utf-8"))
    signature = bytes.fromhex(record.pop("signature"))
    text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True)
    (tmp_path / "message").write_bytes(f"pitboss-signature-1\n{text}\n".encode())
    (tmp_path / "signature").write_bytes(signature)
    done = subprocess.run(
        ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", signed / "key.pem.pub", "-rawin",
         "-in", tmp_path / "message", "-sigfile", tmp_path / "signature"],
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
