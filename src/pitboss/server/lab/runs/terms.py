"""What the runs of the lab are asked besides a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.server.requests.limits import LAB_ROUNDS_MAX

Rounds = Annotated[int, Meta(ge=1, le=LAB_ROUNDS_MAX)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Part = Annotated[float, Meta(gt=0, lt=1)]


class SimulateTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A simulation, as `pitboss simulate` is told."""

    rounds: Rounds = 1_000_000
    seed: Seed = 0
    seats: Annotated[int, Meta(ge=1, le=7)] = 1
    penetration: Part | None = None
    """None: a fresh shoe every round."""
    strategy: Literal["optimal", "chart"] = "optimal"
