"""An auditor: settles a finished round again from what everybody saw and what the felt prints."""

from __future__ import annotations

from pitboss.engine.drive import Round
from tests.engine.audit.felt import Felt
from tests.engine.audit.line import Line
from tests.engine.audit.main_hands import insurance_lines, main_lines
from tests.engine.audit.meters import Meters
from tests.engine.audit.procedure import Watcher, mistakes
from tests.engine.audit.side_wagers import side_lines
from tests.engine.audit.spanish import super_bonus_lines


class Audit:
    """One finished round, settled again: its lines, its meters, and what went against the rules."""

    def __init__(self, round_: Round) -> None:
        watcher = Watcher()
        self.felt = Felt(round_, watcher)
        self.mistakes = [*watcher.found, *mistakes(self.felt)]
        self.meters = Meters(round_)
        self.lines: list[Line] = [
            *main_lines(self.felt),
            *insurance_lines(self.felt),
            *side_lines(self.felt, self.meters),
            *super_bonus_lines(self.felt),
        ]
