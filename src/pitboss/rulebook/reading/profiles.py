"""Legal limits on wagers: dated profiles of a jurisdiction, beside the rules of the games."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Annotated, Any

from pitboss.rulebook.money import parse_cents
from pitboss.rulebook.phrases import choice, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.game_problems import CODE
from pitboss.rulebook.reading.merge import CATALOG, read_toml, with_ids
from pitboss.rulebook.reading.schema import ReadBy, decode

NO_PROFILE = "none"
"""Instead of a profile: legal limits are not judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the law of one place and time allows."""

    id: str
    title: str
    jurisdiction: str
    effective: str = ""
    """The date from which it holds, as exact as its source says."""
    until: str = ""
    """The date to which it held; empty: it still holds."""
    games: tuple[str, ...]
    """Patterns of the games it is about."""
    default: bool = False
    """Whether it is judged if no profile is chosen."""
    single_wager_max: Annotated[int | None, ReadBy(parse_cents)] = None
    """Cents; None: the house sets its own."""
    aggregate_odds: int | None = None
    """An aggregate limit pays at least the largest wager at these odds."""
    hand_wagers_max: int | None = None
    """So many separate wagers may ride on one hand; None: as many as the game's rules name."""
    larger_wager: Annotated[int | None, ReadBy(parse_cents)] = None
    """Cents: wagers that may be more than this are larger ones."""
    larger_wagers_max: int | None = None
    """So many of the wagers on one hand may be larger ones."""
    cite: str
    """The clauses that set the limits."""
    source: str
    """Its source."""
    not_judged: tuple[str, ...] = ()
    """Demands of the same law that a configuration does not show."""

    def covers(self, game_id: str) -> bool:
        """Return whether it is about a game."""
        return any(fnmatchcase(game_id, pattern) for pattern in self.games)

    def as_json(self) -> dict[str, Any]:
        """Return the profile as `pitboss check --profiles --json` prints it."""
        data = asdict(self)
        for name in ("single_wager_max", "larger_wager"):
            data[f"{name}_cents"] = data.pop(name)
        return data


@cache
def profiles() -> tuple[Profile, ...]:
    """Return every profile.

    >>> [profile.id for profile in profiles() if profile.default]
    ['wa-2023', 'co-2021']
    """
    data = with_ids(read_toml(CATALOG / "profiles.toml"))
    shaped: dict[str, Profile] = decode(dict[str, Profile], data, where="profiles.toml", code=CODE)
    return tuple(shaped.values())


def find_profile(game_id: str, chosen: str = "") -> Profile | None:
    """Return the profile *chosen* for a game, or the game's default; None: none is judged.

    >>> find_profile("wa/spanish-21").id, find_profile("ilani/spanish-21")
    ('wa-2023', None)
    """
    if chosen == NO_PROFILE:
        return None
    if not chosen:
        return next((p for p in profiles() if p.default and p.covers(game_id)), None)
    for profile in profiles():
        if profile.id == chosen:
            return profile
    known = tuple(profile.id for profile in profiles())
    hint = (
        f"did you mean {near}?" if (near := nearest(chosen, known)) else f"choose {choice(known)}"
    )
    message = f"there is no profile {chosen!r}; {hint}"
    raise RulesError([Problem(code="option/invalid", key="profile", message=message)])
