"""A second opinion: random rounds of the Colorado games come to the auditor's cents.

The auditor knows no engine and no patterns: it reads what was wagered, dealt and decided, and
settles that again from the rulings and the printed rows. Houses, bets, shoes and decisions are
random; `tests/engine` plays the same games with other seeds and checks every step of them.
"""

from __future__ import annotations

import random

from pitboss.engine.drive import Round
from tests.engine.bets import random_bets
from tests.engine.checks import check_audit
from tests.engine.houses import GAMES, random_cards, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.rules.clauses import ruling

COLORADO = [game_id for game_id in GAMES if game_id.startswith("co/")]
TABLES = 8
"""How many tables of a game are opened, each for four rounds."""


@ruling("C0", "C33", "C35", "C36", "C37", "C38", "C39", "C40", "C59", "C60", "C65", "C95")
@every_row("game", COLORADO)
@every_row("hundred", range(3))
def test_rounds_at_random_come_to_the_same_cents(game: str, hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + TABLES):
        rng = random.Random(f"{game} {seed}")
        _, setup = random_setup(rng, game)
        for _ in range(4):
            played = Round.start(setup, random_bets(rng, setup))
            player = random_player(rng)
            played.play(random_cards(rng, setup.shoe), lambda _, question: player(question))  # noqa: B023
            check_audit(played)
