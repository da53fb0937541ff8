"""The route of the form; its long work is jobs."""

from __future__ import annotations

import asyncio

from pitboss.server.lab.house.check import answered_form
from pitboss.server.lab.house.wire import HouseAnswers, HouseForm
from pitboss.server.lab.jobs import LAB, TAG
from pitboss.server.requests.limits import LAB_TERMS_BYTES_MAX
from pitboss.server.requests.routes import Access, Call, Route


async def fill_form(call: Call) -> HouseForm:
    """Return the form with what was answered, and what the check says of it."""
    return await asyncio.to_thread(answered_form, call.body)


HOUSE_ROUTES = (
    Route(
        method="POST",
        path=f"{LAB}/house",
        handler=fill_form,
        summary="Set a house up by answers: every question, every problem, and the house file.",
        body=HouseAnswers,
        answer=HouseForm,
        access=Access.ANYONE,
        rate="lab",
        codes=("game/unknown",),
        body_bytes_max=LAB_TERMS_BYTES_MAX,
        tag=TAG,
    ),
)
"""The set-up of a house."""
