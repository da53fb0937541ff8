"""The pool of the lab: shared jobs, progress, a bounded queue, and an end for what nobody wants."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pitboss.late import load
from pitboss.server.lab import pool as pools
from pitboss.server.lab.kinds import KINDS, Kind
from pitboss.server.lab.pool import Job, Pool
from pitboss.server.lab.worker import Order
from pitboss.server.requests.errors import ApiError
from tests.server.asgi import Client, Clock, run_with
from tests.server.lab_work import Terms
from tests.server.player import FREE

SQUARE = Kind("tests.server.lab_work:square", Terms)


def order_of(**terms: Any) -> Order:  # noqa: ANN401 - JSON
    return Order("square", SQUARE, {}, terms)


async def ended(pool: Pool, job: Job) -> Job:
    """Look at a job until it is over."""
    while not job.is_over:
        pool.look(job.id)
        await asyncio.sleep(0.02)
    return job


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - a process elsewhere makes it true
        await asyncio.sleep(0.02)


def with_pool(steps: Callable[[Pool], Awaitable[None]], **settings: Any) -> None:  # noqa: ANN401
    async def run() -> None:
        pool = Pool(1, **settings)
        try:
            await asyncio.wait_for(steps(pool), 600)
        finally:
            pool.close()

    asyncio.run(run())


def test_equal_questions_are_one_job_and_its_result_is_kept(tmp_path: Path) -> None:
    door = tmp_path / "door"

    async def steps(pool: Pool) -> None:
        first = await pool.ask(order_of(number=7, file=str(door)))
        assert await pool.ask(order_of(file=str(door), number=7)) is first
        await until(lambda: first.progress == 0.5)
        assert (first.state, first.partial) == ("running", {"first": 7})
        pool.give_up(first.id)  # the other one still waits
        door.touch()
        result = json.decode((await ended(pool, first)).result)
        assert result["square"] == 49
        assert await pool.ask(order_of(number=7, file=str(door))) is first
        after = await ended(pool, await pool.ask(order_of(number=8)))
        assert json.decode(after.result) == {"square": 64, "process": result["process"]}

    with_pool(steps)


def test_what_nobody_wants_any_more_is_cancelled(tmp_path: Path) -> None:
    never = str(tmp_path / "never")
    clock = Clock()

    async def steps(pool: Pool) -> None:
        held = await pool.ask(order_of(number=1, file=never))
        waiting = await pool.ask(order_of(number=2))
        assert (held.state, waiting.state) == ("running", "queued")
        pool.give_up(held.id)
        assert held.problems[0].code == "job/stopped"
        with pytest.raises(ApiError, match="no such job"):
            pool.look(held.id)
        assert json.decode((await ended(pool, waiting)).result)["square"] == 4

        unwatched = await pool.ask(order_of(number=3, file=never))
        clock.pass_s(60)
        await until(lambda: unwatched.is_over)
        assert json.decode((await ended(pool, await pool.ask(order_of(number=4)))).result)

    with_pool(steps, clock=clock.steady, unwatched_s=0.5)


def test_a_job_that_fails_says_why_and_the_queue_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "LAB_WAITING_MAX", 1)
    monkeypatch.setattr(pools, "LAB_JOBS_KEPT", 1)

    async def steps(pool: Pool) -> None:
        refused = await ended(pool, await pool.ask(order_of(number=-1)))
        assert [problem.code for problem in refused.problems] == ["number/negative"]
        broken = await ended(pool, await pool.ask(order_of(number=13)))
        assert [problem.code for problem in broken.problems] == ["job/failed"]
        with pytest.raises(ApiError, match="no such job"):
            pool.look(refused.id)  # only the last result is kept here
        await pool.ask(order_of(number=1, file=str(tmp_path / "never")))
        await pool.ask(order_of(number=2))
        with pytest.raises(ApiError, match="too many jobs wait"):
            await pool.ask(order_of(number=3))

    with_pool(steps)


def test_every_kind_has_its_function() -> None:
    assert [name for name, kind in KINDS.items() if not callable(load(kind.work))] == []


def test_questions_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    table = {"kind": "solve", "game": "wa/spanish-21"}
    cases = {
        "job/kind": {"kind": "dance"},
        "job/terms": {**table, "terms": {"colour": "red"}},
        "game/unknown": {"kind": "solve", "game": "wa/nothing"},
        "option/invalid": {**table, "option": ["decks=7"]},
    }

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        codes = {
            code: (await client.post("/api/1/lab/jobs", case)).code for code, case in cases.items()
        }
        assert codes == {code: code for code in cases}
        for method in ("GET", "DELETE"):
            answer = await client.send(method, "/api/1/lab/jobs/nothing")
            assert (answer.status, answer.code) == (404, "job/unknown")

    run_with(tmp_path, steps, rates=FREE)


def test_a_job_ends_when_nobody_who_asked_for_it_waits(tmp_path: Path) -> None:
    """Whoever knows or works out the name of a job cannot end that of another person."""
    question = {"kind": "simulate", "game": "reference/blackjack", "terms": {"rounds": 10**8}}

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        tokens = [(await client.post("/api/1/guest")).data["token"] for _ in "123"]
        ann, bob, eve = (replace(client, token=token) for token in tokens)
        stranger = replace(client, address="192.0.2.9")
        job = (await ann.post("/api/1/lab/jobs", question)).data
        assert job["state"] in {"queued", "running"}, job
        path = f"/api/1/lab/jobs/{job['id']}"
        assert (await bob.post("/api/1/lab/jobs", question)).data["id"] == job["id"]
        for other in (eve, stranger, eve, bob, bob):
            assert (await other.send("DELETE", path)).data["state"] in {"queued", "running"}
        assert (await ann.get(path)).status == 200
        assert (await ann.send("DELETE", path)).data["problems"][0]["code"] == "job/stopped"
        assert (await ann.get(path)).code == "job/unknown"

    run_with(tmp_path, steps, rates=FREE)
