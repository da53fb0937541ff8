"""The dealer's school over HTTP: each question of every game, judged, with the felt beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pitboss.rulebook.ready import ready_tables
from tests.rows import every_row
from tests.server.asgi import Client, Clock, run_with
from tests.server.player import FREE

GAMES = sorted(ready_tables())
SPANISH = Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml"
ROUNDS = 2


async def ask(client: Client, **body: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return the answer of the school, or its refusal."""
    shown: dict[str, Any] = (await client.post("/api/1/lab/school", body)).data
    return shown


@every_row("game", GAMES)
def test_whole_rounds_of_every_game_are_asked_and_judged(game: str, tmp_path: Path) -> None:
    """A learner who answers what the verdict says is right; one who answers nonsense is not."""

    async def learn(client: Client, _: Clock) -> None:
        place = {"round": 1, "at": 0}
        drills = set()
        while place["round"] <= ROUNDS:
            body = {"game": game, "seed": "school", **place}
            step = await ask(client, **body)
            assert step["verdict"] is None, step
            wrong = "9" if step["drill"] in {"next", "order"} else "123456.78"
            judged = await ask(client, **body, answer=wrong)
            assert judged["verdict"]["right"] is False
            assert judged["verdict"]["because"]
            right = await ask(client, **body, answer=judged["verdict"]["answer"])
            assert right["verdict"]["right"] is True
            assert len(step["felt"]["seats"]) > 1
            if step["drill"] in {"next", "order"}:
                assert judged["verdict"]["answer"] in step["choices"]
            drills.add(step["drill"])
            place = step["next"]
        assert {"next", "pay"} <= drills

    run_with(tmp_path, learn, rates=FREE)


def test_the_felt_shows_no_card_that_lies_face_down(tmp_path: Path) -> None:
    """What comes next must not be read off the page: only at the settlement all cards are open."""

    async def learn(client: Client, _: Clock) -> None:
        place = {"round": 1, "at": 0}
        hidden = 0
        while place["round"] <= 5:
            step = await ask(client, game="wa/spanish-21", seed="felt", **place)
            dealer = step["felt"]["dealer"].split()
            if step["drill"] != "next":
                assert "??" not in dealer
            hidden += "??" in dealer
            place = step["next"]
        assert hidden > 5

    run_with(tmp_path, learn, rates=FREE)


def test_a_house_file_is_taught_and_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    async def learn(client: Client, _: Clock) -> None:
        step = await ask(client, game="", toml=SPANISH.read_text(encoding="utf-8"), seed="a")
        assert step["title"] == "Spanish 21"
        assert (await ask(client, game="", toml="decks = ["))["code"] == "house/malformed"
        assert (await ask(client, game="no/such"))["code"] == "game/unknown"
        over = await ask(client, game="wa/spanish-21", at=999)
        assert over["code"] == "question/unknown"
        assert re.search(r"has \d+ questions", over["message"])
        place = {"round": 1, "at": 0}
        while step["drill"] not in {"pay", "check"}:
            step = await ask(client, game="wa/spanish-21", seed="a", **place)
            before = place
            place = step["next"]
        unread = await ask(client, game="wa/spanish-21", seed="a", **before, answer="much")
        assert unread["code"] == "action/amount"

    run_with(tmp_path, learn, rates=FREE)
