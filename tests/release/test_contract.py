"""What docs/reference/stability.md promises, line by line, against what the program has."""

from __future__ import annotations

from tools.contract import FILE, NEEDED, promises


def test_nothing_that_was_promised_is_gone() -> None:
    """Goal: a rename or a new duty of callers is noticed before it is released.

    A line that is new and harmless is written into the file by `python -m tools.contract`; a line
    that is gone needs an alias, a deprecation and, at the end, a major version.
    """
    kept = set(FILE.read_text(encoding="utf-8").splitlines())
    have = set(promises())
    gone = sorted(kept - have)
    demanded = sorted(line for line in have - kept if NEEDED in line and _is_known(line, kept))
    assert not gone, "these promises are broken"
    assert not demanded, "callers of before do not give these"
    assert not have - kept, "these are new: python -m tools.contract writes them down"


def _is_known(line: str, kept: set[str]) -> bool:
    """Whether something of before demands it: what is new may need anything."""
    thing = line.partition(NEEDED)[0]
    return any(old == thing or old.startswith((f"{thing} ", f"{thing}.")) for old in kept)
