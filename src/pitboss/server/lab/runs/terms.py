"""The settings of the lab's runs, besides a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.server.requests.limits import LAB_PROTECT_ROUNDS_MAX, LAB_ROUNDS_MAX

Rounds = Annotated[int, Meta(ge=1, le=LAB_ROUNDS_MAX)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Part = Annotated[float, Meta(gt=0, lt=1)]


class SimulateTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A simulation, with the settings of `pitboss simulate`."""

    rounds: Rounds = 1_000_000
    seed: Seed = 0
    seats: Annotated[int, Meta(ge=1, le=7)] = 1
    penetration: Part | None = None
    """None: a fresh shoe every round."""
    strategy: Literal["optimal", "chart"] = "optimal"


class CubeTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A run with somebody who counts: what he counts and how he plays; not what he bets."""

    system: Annotated[str, Meta(max_length=40)] = "hi-lo"
    indices: Annotated[str, Meta(max_length=10, description="none, i18, or how many.")] = "none"
    two_hands: bool = False
    """Every round deals a second hand, so the player can bet on it from any count on."""
    seats: Annotated[int, Meta(ge=1, le=7)] = 1
    penetration: Part = 0.9
    """As deep as anybody deals: earlier cut cards are answered from the same run."""
    rounds: Rounds | None = None
    """None: as many as are usual."""
    seed: Seed = 1


class ProtectionTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The protection of a table, with the settings of `pitboss protect`."""

    low: Annotated[int, Meta(ge=1, le=10_000_000, description="Cents.")] = 1_000
    high: Annotated[int, Meta(ge=1, le=100_000_000, description="Cents.")] = 50_000
    rounds_an_hour: Annotated[int, Meta(ge=1, le=1_000)] = 70
    penetration: Part = 0.75
    rounds: Annotated[int, Meta(ge=1_000, le=LAB_PROTECT_ROUNDS_MAX)] = 1_000_000
    """For each counter that is simulated."""
