"""Let Atheris hunt for inputs that break a reader, guided by the branches that each input runs.

    python -m tools.hunt --seconds 60                     # every reader for a minute
    python -m tools.hunt --seconds 60 record house        # some
    python -m tools.hunt record --input WyJ4Il0=          # one input again, with its traceback

Readers are in `tools.hunt_reader`. A hunt begins with good examples and with what earlier hunts
have kept in `hunt` of the user's cache folder. An input that ends in neither a value nor a refusal
with a code is printed as a command that repeats it, and the exit code is 1. Linux on x86-64 only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Final

from pitboss.rulebook import cache_folder
from tools.fuzz_kinds.outcome import ROOT, example_houses, example_records

READERS: Final = ("record", "house", "own-game", "frame", "body", "shoe")
BYTES_MAX: Final = 20_000
LIMITS: Final = (f"-max_len={BYTES_MAX}", "-timeout=20", "-rss_limit_mb=4096", "-verbosity=0")


def examples(name: str) -> list[bytes]:
    """Return good inputs of a reader."""
    match name:
        case "record":
            return [json.dumps(record).encode() for record in example_records()]
        case "house":
            return [*example_houses()]
        case "own-game":
            catalog = ROOT / "src" / "pitboss" / "rulebook" / "catalog"
            return [path.read_bytes() for path in sorted(catalog.glob("*-*.toml"))]
        case "frame":
            return [
                b'{"t":"watch","table":"7"}',
                b'{"t":"bet","table":"7","a":"k1","d":{"seat":1,"wagers":{"main":1000},"round":3}}',
                b'{"t":"act","table":"7","a":"k2","d":{"seat":1,"n":2,"action":"set","low":"7h"}}',
                b'{"t":"sit","table":"7","a":"k3","d":{"seat":1,"cents":5000}}',
                b'{"t":"cut","table":"7","a":"k4","d":{"seat":1,"seed":"00ff"}}',
            ]
        case "shoe":
            vectors = json.loads((ROOT / "tests" / "fair" / "vectors.json").read_bytes())
            return [json.dumps(vector).encode() for vector in vectors]
        case _:
            return [
                bytes([number]) + b'{"seat":1,"cents":500,"reason":"why"}' for number in range(90)
            ]


def hunt(name: str, seconds: int, seed: int) -> bool:
    """Hunt with one reader; return whether every input ended well."""
    kept = cache_folder.folder()
    with TemporaryDirectory(prefix="pitboss-hunt-") as folder:
        corpus = (kept or Path(folder)) / "hunt" / name
        good = Path(folder) / "good"
        found = Path(folder) / "found"
        for place in (corpus, good, found):
            place.mkdir(parents=True, exist_ok=True)
        for data in examples(name):
            if len(data) <= BYTES_MAX:
                (good / sha256(data).hexdigest()).write_bytes(data)
        bounds = (f"-max_total_time={seconds}", f"-seed={seed}", f"-artifact_prefix={found}/")
        ended = _start(name, str(corpus), str(good), *LIMITS, *bounds, "-print_final_stats=1")
        told = ended.stdout + ended.stderr
        runs = [line.split()[-1] for line in told.splitlines() if "number_of_executed" in line]
        inputs = sorted(found.iterdir())
        count = f"{int(runs[0]):,} inputs" if runs else "stopped"
        print(f"{name}: {count}, {len(inputs)} failed, {len([*corpus.iterdir()]):,} kept")
        for path in inputs:
            coded = b64encode(path.read_bytes()).decode()
            print(f"    python -m tools.hunt {name} --input {coded}")
        if inputs or ended.returncode:
            print(told[-3000:])
        return not inputs and not ended.returncode


def _start(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.hunt_reader", name, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def main() -> None:
    """Hunt, or run one input again."""
    parser = argparse.ArgumentParser(description="Hunt for inputs that break a reader.")
    parser.add_argument("reader", nargs="*", help=f"these alone, of {', '.join(READERS)}")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--input", help="one input again, as a failure names it")
    given = parser.parse_args()
    if unknown := [name for name in given.reader if name not in READERS]:
        parser.error(f"there is no reader {', '.join(unknown)}; there are {', '.join(READERS)}")
    names = given.reader or list(READERS)
    if given.input is not None:
        with NamedTemporaryFile() as file:
            file.write(b64decode(given.input))
            file.flush()
            ended = _start(names[0], file.name)
        print(ended.stdout, ended.stderr, sep="\n")
        raise SystemExit(ended.returncode)
    ends = [hunt(name, given.seconds, given.seed) for name in names]
    print(f"{sum(ends)} of {len(ends)} readers broke at no input")
    raise SystemExit(not all(ends))


if __name__ == "__main__":
    main()
