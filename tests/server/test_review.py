"""Reviews of finished rounds: the values of `pitboss sessions`, and practice from each decision."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.api.advice import decisions
from pitboss.engine.actions import ActionKind
from pitboss.sitting.sittings import review_sitting
from tests.server.asgi import Client, run_async, running
from tests.server.player import FREE, Player, play_round, real_clock, terms_of

GAMES = ("reference/blackjack", "wa/spanish-21", "co/21-holdem")
STACK = 10**8
ROUNDS = 8


async def reviewed(player: Player, path: str) -> dict[str, Any]:
    """Ask for a review until it is there."""
    for _ in range(60):
        answer = await player.get(path)
        if answer.status != 202:
            assert answer.status == 200, answer.body
            review: dict[str, Any] = answer.data
            return review
        await asyncio.sleep(0.2)
    raise AssertionError(path)


async def linked_question(client: Client, link: str) -> dict[str, Any]:
    """Open the practice round of a link, and return what it asks."""
    address, _, word = link.partition("?round=")
    body = (await client.get(f"/api/1/practice/link/{word}")).data
    assert address == f"/practice/{body['game']}"
    frame = (await client.post("/api/1/practice/round", body)).data
    asked: dict[str, Any] = frame["ask"]
    return asked


@run_async
async def test_a_review_has_the_values_of_sessions_and_links_to_each_decision(
    tmp_path: Path,
) -> None:
    """Costs, themes and the worst decision agree with what the terminal says of the records."""
    async with running(
        tmp_path, real_clock(), tables=terms_of(GAMES), play_money_cents=10**9, rates=FREE
    ) as client:
        player = Player(client, 4)
        await player.enter()
        for table in client.services.hall.tables.values():
            assert await player.ask(table, "sit", seat=2, cents=STACK) == 200
            for _ in range(ROUNDS):
                await play_round(table, [player])
            records = []
            cost = 0.0
            mistakes = 0
            linked = 0
            for number in range(1, ROUNDS + 1):
                path = f"rounds/{table.state.id}/{number}"
                review = await reviewed(player, f"{path}/review")
                record = (await player.get(path)).data
                if "unseen" not in record:
                    records.append(record)
                    cost += review["cost_cents"]
                    mistakes += review["mistakes"]
                for row in review["decisions"]:
                    assert row["theme"]
                    asked = await linked_question(client, row["practice"])
                    kinds = {choice["kind"] for choice in asked["choices"]}
                    assert row["action"] in kinds
                    assert row["best"] in kinds
                    assert (asked["seat"], asked["hand"]) == (row["seat"], row["hand"])
                    linked += 1
            assert linked
            file = tmp_path / f"{table.state.id}.jsonl"
            file.write_bytes(b"".join(msgspec.json.encode(it) + b"\n" for it in records))
            tally = review_sitting(file, decisions).tally
            assert tally.loss_cents == pytest.approx(cost)
            assert len(tally.mistakes) == mistakes


@run_async
async def test_an_open_round_and_that_of_a_stranger_have_no_review(tmp_path: Path) -> None:
    async with running(tmp_path, real_clock(), tables=terms_of(GAMES[:1]), rates=FREE) as client:
        ann = Player(client, 1)
        ben = Player(client, 2)
        for player in (ann, ben):
            await player.enter()
        table = next(iter(client.services.hall.tables.values()))
        assert await ann.ask(table, "sit", seat=2, cents=40_000) == 200
        await ann.bet(table)
        while (current := table.state.round) is not None:
            path = f"rounds/{table.state.id}/{table.state.rounds}/review"
            assert (await ann.get(path)).code == "round/unknown"
            assert (await ann.get(path.replace("/review", ""))).code == "round/unknown"
            kinds = [choice.kind for choice in current.question.choices]
            kind = next(it for it in kinds if it in {ActionKind.STAND, ActionKind.DECLINE})
            fields = {"seat": 2, "n": current.n, "action": kind}
            assert await ann.ask(table, "act", **fields) == 200
        last = f"rounds/{table.state.id}/{table.state.rounds}/review"
        assert "decisions" in await reviewed(ann, last)
        assert (await ben.get(last)).code == "round/unknown"
        for number in ("0", "x", "999"):
            path = f"rounds/{table.state.id}/{number}/review"
            assert (await ann.get(path)).code == "round/unknown"
