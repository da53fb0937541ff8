"""Questions about risk, answered in milliseconds from the cube of a counted run."""

from __future__ import annotations

import asyncio

from pitboss.late import LateFunction
from pitboss.server.lab.runs.wire import LabRisk, LabRiskQuestion
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Access, Call, Routes

RISK_ROUTES = Routes("lab")
"""Questions about risk."""
_answer_risk: LateFunction[[bytes, LabRiskQuestion], LabRisk] = LateFunction(
    "pitboss.server.lab.runs.risk_answer:answer_risk"
)


@RISK_ROUTES.post(
    "/lab/risk",
    body=LabRiskQuestion,
    access=Access.ANYONE,
    rate="lab",
    codes=("job/unknown", "option/invalid", "spread/malformed"),
)
async def lab_risk(call: Call) -> LabRisk:
    """Return what a ramp wins and risks, from the cube of a counted run."""
    question: LabRiskQuestion = call.body
    job = call.services.lab.look(question.cube)
    if job.order.name != "cube" or not job.result:
        raise ApiError("job/unknown", "the run is not over; ask again when it is")
    return await asyncio.to_thread(_answer_risk, job.result, question)
