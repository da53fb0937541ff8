"""Questions about risk, answered in milliseconds from the cube of a counted run."""

from __future__ import annotations

import asyncio

from pitboss.server.lab.runs.wire import LabRisk, LabRiskQuestion
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Access, Call, Routes

RISK_ROUTES = Routes("lab")
"""Questions about risk."""


@RISK_ROUTES.post(
    "/lab/risk",
    body=LabRiskQuestion,
    access=Access.ANYONE,
    rate="lab",
    codes=("job/unknown", "option/invalid", "spread/malformed"),
)
async def lab_risk(call: Call) -> LabRisk:
    """Return what a ramp wins and risks, from the cube of a counted run."""
    asked: LabRiskQuestion = call.body
    job = call.services.lab.look(asked.cube)
    if job.order.name != "cube" or not job.result:
        raise ApiError("job/unknown", "the run is not over; ask again when it is")
    return await asyncio.to_thread(_answer, job.result, asked)


def _answer(result: bytes, asked: LabRiskQuestion) -> LabRisk:
    from pitboss.server.lab.runs.risk_answer import answer_risk  # noqa: PLC0415 - heavy

    return answer_risk(result, asked)
