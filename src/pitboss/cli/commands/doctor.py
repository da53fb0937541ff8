"""`pitboss doctor`: check that this installation is complete and computes known answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pitboss.cli.doctor.answers import known_answers
from pitboss.cli.doctor.findings import Finding, State, run_check
from pitboss.cli.doctor.installation import card, extras, libraries, pages, program
from pitboss.cli.doctor.places import books, cache, data
from pitboss.cli.output import EXIT_NO, print_json
from pitboss.server.services import Settings

_WIDTH = 15


def examine(*, db: str, as_json: bool) -> None:
    """Print each finding as soon as it is known; exit 1 if something is wrong."""
    results = []
    for finding in findings(db):
        results.append(finding)
        if not as_json:
            print(f"{finding.state.value}  {finding.name:<{_WIDTH}}  {finding.words}", flush=True)
    is_well = all(finding.state is not State.WRONG for finding in results)
    if as_json:
        print_json({"ok": is_well, "findings": [finding.as_json() for finding in results]})
    else:
        print("All is well." if is_well else "Lines with !! need mending.")
    if not is_well:
        raise SystemExit(EXIT_NO)


def findings(db: str) -> Iterator[Finding]:
    """Yield every finding about this installation."""
    looks: dict[str, Callable[[], Iterator[Finding]]] = {
        "pitboss": program,
        "libraries": libraries,
        "extras": extras,
        "graphics card": card,
        "page": pages,
        "cache": cache,
        "data folder": data,
        "books": partial(books, Settings(db=db)),
        "known answers": known_answers,
    }
    for name, look in looks.items():
        yield from run_check(name, look)
