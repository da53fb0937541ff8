"""The answer to a question that takes longer: ask again in a moment."""

from __future__ import annotations

from typing import Final

from msgspec import json

from pitboss.server.requests.routes import Text
from pitboss.server.requests.wire import Working

STILL_WORKING: Final = Text(json.encode(Working()), status=202, retry_s=1)
"""Asked again after a second."""
