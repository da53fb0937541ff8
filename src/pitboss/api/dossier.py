"""The submission dossier of a table: its examples are dealt, its files written and listed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pitboss.api.rounds import Round, seat_bets
from pitboss.api.tables import Table
from pitboss.cards import format_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.report.details import ReportDetails, usual_details
from pitboss.report.document.data import json_file
from pitboss.report.document.typesetting import Paper, pdf_file
from pitboss.report.dossier.checklists import Regulator
from pitboss.report.dossier.page import Dossier, Example, dossier_page
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import maths
from pitboss.report.maths.page import maths_page
from pitboss.report.sheets.parts import HouseWords
from pitboss.report.sheets.pdf import sheets_pdf
from pitboss.report.sheets.signs import rack_card
from pitboss.report.workbook import workbook_file
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.house_file import write_house
from pitboss.sitting.amounts import legal_amount, spots_before_deal
from pitboss.sitting.basic_play import basic_play

SEEDS_TRIED = 400
"""Rounds that are dealt to find examples."""
EXAMPLES_MAX = 12
SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierFiles:
    """What was written."""

    dossier: Dossier
    files: tuple[str, ...]
    """Names in the folder, the document first."""


def write_dossier(
    table: Table,
    regulator: Regulator,
    folder: Path,
    *,
    details: ReportDetails | None = None,
    house: HouseWords | None = None,
    attachments: Mapping[str, tuple[str, bytes]] | None = None,
    paper: Paper = "us-letter",
    date: str = "",
) -> DossierFiles:
    """Write a dossier into *folder*, which is there; nothing is written before all is made.

    *attachments* are files of the applicant: item -> name and content.
    """
    details = details or usual_details(table.house)
    today = date or datetime.now(UTC).date().isoformat()
    house = house or HouseWords(shoe=table.house.shoe)
    given = attachments or {}
    report = maths(table.house, games=game_reports(table.house), assumed=table.assumed)
    document = maths_page(report, date=today, details=details)
    rounds = deal_examples(table)
    dossier = Dossier(
        regulator=regulator,
        report=report,
        setup=table.setup,
        house=house,
        examples=tuple(example for example, _ in rounds),
        maths=document,
        attached={item: name for item, (name, _) in given.items()},
    )
    records = "".join(
        json.dumps(hand.record(), ensure_ascii=False, separators=(",", ":")) + "\n"
        for _, hand in rounds
    )
    others: dict[str, tuple[str, bytes]] = {
        "dossier.json": ("the mathematics report as data, with every figure in full",
                         json_file(document)),
        "dossier.xlsx": ("the mathematics as a workbook with live formulas, a PAR sheet a wager",
                         workbook_file(report, document, details)),
        "house.toml": ("the configuration; pitboss check house.toml",
                       write_house(table.house, name="house.toml").encode()),
        "records.jsonl": (f"the {len(rounds)} rounds of the examples; pitboss replay records.jsonl",
                          records.encode()),
        "rack-card.pdf": ("the rack card", sheets_pdf([rack_card(table.setup, house)], date=today,
                                                      paper=paper)),
    }  # fmt: skip
    for item, (name, content) in given.items():
        others[name] = (f"attached by the applicant: {item}", content)
    words = {name: what for name, (what, _) in others.items()}
    page = dossier_page(dossier, date=today, files=words)
    contents = {"dossier.pdf": pdf_file(page, paper=paper)}
    contents |= {name: content for name, (_, content) in others.items()}
    contents[SUMS] = "".join(
        f"{sha256(content).hexdigest()}  {name}\n" for name, content in contents.items()
    ).encode()
    for name, content in contents.items():
        write_whole(folder / name, content)
    return DossierFiles(dossier=dossier, files=tuple(contents))


def deal_examples(table: Table) -> list[tuple[Example, Round]]:
    """Deal rounds from shuffled shoes and keep those that show something new.

    A round is kept for a result of a wager or a play that no earlier one had.
    """
    main, wagers = _wagers(table)
    seen: set[str] = set()
    kept: list[tuple[Example, Round]] = []
    for seed in range(1, SEEDS_TRIED + 1):
        hand = _played(table, main, wagers, seed)
        new = [words for words in dict.fromkeys(_shown(hand)) if words not in seen]
        if not new or not hand.is_over:
            continue
        seen.update(new)
        net = sum(hand.net.values())
        example = Example(shows=tuple(new[:3]), lines=tuple(hand.story().splitlines()), net=net)
        kept.append((example, hand))
        if len(kept) == EXAMPLES_MAX:
            break
    return kept


def _wagers(table: Table) -> tuple[int, dict[str, int]]:
    """Return a main wager, and every side wager that may be made with it before the deal."""
    setup = table.setup
    spots = spots_before_deal(setup)
    main = max(MAIN_CENTS, *(spots[name].min or 0 for name in setup.mains))
    wagers: dict[str, int] = {}
    for name, spot in spots.items():
        if name in setup.mains:
            continue
        amount = legal_amount(spot, spot.min or LEAST_CENTS)
        if equal := spot.wager.equals:
            amount = main if equal in setup.mains else wagers.get(equal, amount)
        more = wagers | {name: amount}
        if refuse_bets(setup, seat_bets(setup, main, more, 1)) is None:
            wagers = more
    return main, wagers


MAIN_CENTS = 1000
LEAST_CENTS = 100


def _played(table: Table, main: int, wagers: Mapping[str, int], seed: int) -> Round:
    hand = table.deal(main, wagers=wagers, seed=seed)
    while not hand.is_over:
        play = _best(hand)
        hand.act(
            str(play.kind), low=format_cards(play.low) if play.low else None, amount=play.amount
        )
    return hand


def _best(hand: Round) -> Action:
    """Return the best play, or what a plain player does where nothing is solved."""
    question = hand.question
    assert question is not None
    try:
        best = hand.table.decisions.worth(hand.state, question).best
    except RefusedError:
        return basic_play(hand.state, question)
    return Action(seat=question.seat, kind=best.action, low=best.low)


def _shown(hand: Round) -> Iterator[str]:
    """Yield what a round is an example of."""
    titles = {name: spot.wager.title for name, spot in
              hand.table.setup.configured.spots.items()}  # fmt: skip
    mains = hand.table.setup.mains
    for line in sorted(hand.settlement, key=lambda line: line.wager not in mains):
        if line.wager in mains or line.net > -line.stake:  # a lost side wager shows nothing
            yield f"{titles.get(line.wager, line.wager)}: {line.outcome}"
    for kind in _plays(hand.record()):
        yield f"the player's choice to {kind.replace('-', ' ')}"


def _plays(record: Mapping[str, Any]) -> Iterable[str]:
    """Return the plays of a record beyond the plainest."""
    plain = {str(ActionKind.HIT), str(ActionKind.STAND)}  # nobody needs an example of these
    for decision in record.get("decisions", ()):
        name = decision["action"] if isinstance(decision, dict) else str(decision)
        if name not in plain:
            yield name
