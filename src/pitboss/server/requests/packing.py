"""Answers in gzip, for clients that read it."""

from __future__ import annotations

import gzip
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response

LEAST: Final = 1_000
"""Bytes of a body below which gzip saves less than its headers cost."""


def reads_gzip(headers: Headers) -> bool:
    """Return whether a client reads gzip."""
    return "gzip" in read_list(headers.get("accept-encoding", ""))


def pack(response: Response, headers: Headers) -> None:
    """Send an answer that is the same for everybody in gzip, if it is long and the client reads it.

    What is told to one person alone is never packed: its length would tell of it.
    """
    if len(response.body) < LEAST:
        return
    response.headers["Vary"] = "Accept-Encoding"
    if reads_gzip(headers):
        response.body = gzip.compress(response.body, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


def read_list(text: str) -> set[str]:
    """Return the entries of a header, without those with "q=0"; a weak tag counts.

    >>> sorted(read_list('gzip;q=0.5, br;q=0, W/"a"'))
    ['"a"', 'gzip']
    """
    entries = (entry.strip().partition(";") for entry in text.split(","))
    refused = re.compile(r"\s*q=0(\.0*)?\s*$")
    return {name.strip().removeprefix("W/") for name, _, q in entries if not refused.match(q)}
