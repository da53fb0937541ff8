"""`pitboss submit`: the dossier of a house for a regulator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pitboss.api.dossier import SUMS, DossierFiles, write_dossier
from pitboss.cli.options import open_table
from pitboss.cli.orders.papers import SubmitOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import check, collecting, conflict, invalid
from pitboss.cli.subjects import read_table
from pitboss.cli.waiting import waiting
from pitboss.report.details import read_details, usual_details, wager_problems
from pitboss.report.document.typesetting import Paper, out_problems
from pitboss.report.dossier.checklists import REGULATORS, Regulator
from pitboss.report.sheets.parts import HouseWords
from pitboss.report.signing import ENDING, read_private_key, sign_parts
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.files import place_problems, quote_path, read_bytes, write_whole
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem

PAPERS: Mapping[str, Paper] = {"letter": "us-letter", "a4": "a4"}
ATTACHMENT_BYTES_MAX = 1 << 28
_OWN = frozenset({"dossier.pdf", "dossier.json", "dossier.xlsx", "house.toml", "records.jsonl",
                  "rack-card.pdf", "dossier.sig", SUMS})  # fmt: skip
"""Names of files that a dossier has anyway."""
Attachments = dict[str, tuple[str, bytes]]


def submit(order: SubmitOrder) -> None:
    """Write the dossier of a house; name every problem before anything is made."""
    problems: list[Problem] = []
    regulator = REGULATORS.get(order.to)
    if regulator is None:
        problems.append(
            invalid("--to", f"{order.to!r} is not allowed; choose {choice(REGULATORS)}")
        )
    if order.paper not in PAPERS:
        problems.append(invalid("--paper", f"{order.paper!r} is not allowed; choose letter or a4"))
    problems += _folder_problems(order.out)
    attached: Attachments = {} if regulator is None else _read_attached(order, regulator, problems)
    key = None
    with collecting(problems):
        _ = None if order.details is None else read_details(order.details)
    with collecting(problems):
        key = read_private_key(order.sign) if order.sign else None
    check(problems)
    assert regulator is not None
    subject = read_table(order.house, order.option or (), order.file)
    table = open_table(subject.game, subject.options, subject.file, complete_for_report)
    details = usual_details(table.house)
    if order.details is not None:
        details = read_details(order.details, details)
    check(wager_problems(details, frozenset(table.setup.configured.spots)))
    order.out.mkdir(exist_ok=True)
    with waiting(f"making the dossier of {subject.label}"):
        words = HouseWords(name=order.name, shoe=table.house.shoe)
        made = write_dossier(
            table,
            regulator,
            order.out,
            details=details,
            house=words,
            attachments=attached,
            paper=PAPERS[order.paper],
        )
    if key is not None:
        parts = {name: (order.out / name).read_bytes() for name in made.files}
        about = dict(made.dossier.maths.about) | {"date": made.dossier.maths.date}
        write_whole(order.out / f"dossier{ENDING}", sign_parts(key, parts, about))
    if not order.as_json:
        print_assumed(table.assumed)
    _say(order, made, signed=key is not None)


def _say(order: SubmitOrder, made: DossierFiles, *, signed: bool) -> None:
    dossier = made.dossier
    files = [*made.files, *([f"dossier{ENDING}"] if signed else [])]
    if order.as_json:
        items = [
            {
                "id": item.id,
                "clause": item.clause,
                "words": item.words,
                "here": here,
                "where": where,
            }
            for item in dossier.regulator.items
            for here, where in [dossier.state(item)]
        ]
        print_json(
            {
                "game": dossier.report.house.game,
                "digest": dossier.report.configured.digest,
                "to": order.to,
                "folder": str(order.out),
                "files": files,
                "examples": len(dossier.examples),
                "items": items,
                "missing": [item.id for item in dossier.missing],
            }
        )
        return
    print(f"{order.out}: {', '.join(files)}")
    print(f"{dossier.regulator.name}, {dossier.regulator.source}:")
    for item in dossier.regulator.items:
        here, where = dossier.state(item)
        print(f"  {'ok' if here else '!!'}  {item.words} ({item.clause}): {where}")
    count = len(dossier.missing)
    print(
        f"{count} {'item is' if count == 1 else 'items are'} missing." if count else "All is here."
    )


def _folder_problems(folder: Path) -> Iterator[Problem]:
    if folder.is_dir():
        yield from place_problems(folder / SUMS, key="--out")
    elif folder.exists() or not folder.parent.is_dir():
        what = "is no folder" if folder.exists() else "cannot be made: its parent folder is missing"
        yield Problem(code="file/unwritable", key="--out", message=f"{quote_path(folder)} {what}")
    yield from (p for p in out_problems(Path("x.pdf"), (".pdf",), key="--out")
                if p.code == "extra/missing")  # fmt: skip


def _read_attached(
    order: SubmitOrder, regulator: Regulator, problems: list[Problem]
) -> Attachments:
    """Read the files of the applicant."""
    items = [item.id for item in regulator.items]
    attached: Attachments = {}
    for text in order.attach or ():
        item, sign, name = text.partition("=")
        if not sign or item not in items:
            message = f"write ITEM=FILE, where ITEM is {choice(items)}"
            problems.append(invalid("--attach", message))
            continue
        path = Path(name)
        if path.name in _OWN or path.name in {known for known, _ in attached.values()}:
            message = f"{quote_path(path)} has the name of another file of the dossier; rename it"
            problems.append(conflict("--attach", message))
            continue
        with collecting(problems):
            attached[item] = (path.name, read_bytes(path, ATTACHMENT_BYTES_MAX))
    return attached
