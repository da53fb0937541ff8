"""Anchors of headings as GitHub makes them: one link serves the repository and the site."""

from __future__ import annotations

import re
from collections.abc import Callable


def anchor(heading: str) -> str:
    """Return the anchor of a heading.

    >>> anchor("What it `costs`, & why")
    'what-it-costs--why'
    """
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")


def slug(heading: str, _: str) -> str:
    """Return the anchor of a heading; the generator names a separator too."""
    return anchor(heading)


def slugs() -> Callable[[str, str], str]:
    """Return the function that makes anchors, for the generator's configuration."""
    return slug
