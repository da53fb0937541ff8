"""What a browser may load for a page of this server."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""No script, style or connection from anywhere else, and none written into a page."""


def policy_for(page: bytes) -> str:
    """Return the policy of a report, which carries its own style: exactly that one is allowed.

    >>> policy_for(b"<style>p {}</style>").rpartition("; ")[2]
    "style-src 'self' 'sha256-SNJDlN1Iy2mnt7DOjQIyDb2LQE6O5PQiSZomcdzawQ4='"
    """
    style = page.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest()).decode()
    return f"{POLICY}; style-src 'self' 'sha256-{digest}'"
