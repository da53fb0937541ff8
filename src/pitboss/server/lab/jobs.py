"""The routes of the lab's jobs: ask for one, look at it, give it up."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from pitboss.rulebook.house import house_data
from pitboss.server.lab.kinds import find_kind, find_shipped, read_terms
from pitboss.server.lab.pool import Job
from pitboss.server.lab.worker import Order
from pitboss.server.requests.limits import LAB_TERMS_BYTES_MAX, sender_address
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.requests.wire import GameId, Options, SetUpData, Word, show
from pitboss.server.rules.book import TABLE_CODES, open_main_table, open_table


class LabJob(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that takes seconds: solving, simulating, protecting."""

    kind: Annotated[Word, Meta(description="What to do: solve ...", examples=["solve"])]
    game: GameId = ""
    option: Options = []
    house: SetUpData = {}
    terms: Annotated[
        dict[str, Any], Meta(description="The settings of this kind of job.", max_length=50)
    ] = {}


class LabProblem(Struct, frozen=True, omit_defaults=True):
    """Why a job failed."""

    code: str
    message: str
    key: str = ""


class LabJobState(Struct, frozen=True):
    """How far a job is."""

    id: Annotated[str, Meta(description="Equal questions are one job.")]
    kind: str
    state: Annotated[str, Meta(description="queued, running, done or failed.")]
    progress: Annotated[float, Meta(description="0 to 1.")]
    partial: Annotated[Any, Meta(description="A first result, where the job has one.")] = None
    result: Annotated[Raw | None, Meta(description="The result, where it is done.")] = None
    problems: Annotated[list[LabProblem], Meta(description="Why it failed.")] = []


JOB_ROUTES = Routes("lab", access=Access.ANYONE, rate="lab")
"""Ask for a job, look at it, give it up."""


@JOB_ROUTES.post(
    "/lab/jobs",
    body=LabJob,
    rate="solver",
    codes=(*TABLE_CODES, "job/kind", "job/terms", "server/busy"),
    body_bytes_max=LAB_TERMS_BYTES_MAX,
)
async def ask_job(call: Call) -> LabJobState:
    """Start a job that takes seconds; equal questions share one job."""
    order = await asyncio.to_thread(make_order, call.body)
    known = await asyncio.to_thread(find_shipped, order.kind, order.house, order.terms)
    return job_state(await call.services.lab.ask(order, known, _asker(call)))


@JOB_ROUTES.get("/lab/jobs/{job}", codes=("job/unknown",))
async def look_at_job(call: Call) -> LabJobState:
    """Return a job's progress and result; a job that nobody asks about is cancelled."""
    return job_state(call.services.lab.look(call.path["job"]))


@JOB_ROUTES.delete("/lab/jobs/{job}", codes=("job/unknown",))
async def give_up_job(call: Call) -> LabJobState:
    """Stop waiting for a job of yours; it is cancelled if nobody else waits for it."""
    return job_state(call.services.lab.give_up(call.path["job"], _asker(call)))


def _asker(call: Call) -> str:
    """Return who waits for a job: an account, or an address without one."""
    return f"account/{call.viewer}" if call.viewer else sender_address(call.request.scope)


def make_order(body: LabJob) -> Order:
    """Check a question, and complete its table."""
    kind = find_kind(body.kind)
    read_terms(kind, body.terms)
    if not body.game:
        return Order(body.kind, kind, {}, body.terms)
    if kind.main_only and not body.house:
        table = open_main_table(body.game, body.option)
    else:
        table = open_table(body.game, body.option, body.house)
    return Order(body.kind, kind, house_data(table.house), body.terms)


def job_state(job: Job) -> LabJobState:
    """Return what a page learns about a job."""
    return show(
        LabJobState,
        job,
        kind=job.order.name,
        result=Raw(job.result) if job.result else None,
        problems=[show(LabProblem, problem) for problem in job.problems],
    )
