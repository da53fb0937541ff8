"""Tell every screen when the books stop answering, and when they answer again (JKP-16)."""

from __future__ import annotations

import asyncio
from logging import WARNING
from typing import TYPE_CHECKING, Any, Final

from pitboss.server.logs import log
from pitboss.server.metrics import Gauge

if TYPE_CHECKING:
    from pitboss.server.services import Services

WAITS: Final = (
    "The books do not answer. The floor waits and takes no jackpot wager; nothing is lost."
)
STALE: Final = f"{WAITS} What the meters show may be old."
ANSWER: Final = "The books answer."
GOES_ON: Final = "The books answer again. Play goes on where it stopped."


class Silence:
    """The state of the books, for screens."""

    def __init__(self, services: Services) -> None:
        """Follow the pulse of the books."""
        self._services = services
        self._pulse = services.committer.pulse
        self._figure = Gauge("pitboss_books_silent", "1 while the books do not answer.")
        services.metrics.keep(self._figure)
        self._is_stale = False
        self._timer: asyncio.TimerHandle | None = None
        self._pulse.on_change.append(self._follow)

    def frame(self) -> dict[str, Any]:
        """Return the frame with the state of the books, sent on connection and on a change."""
        is_silent = self._pulse.is_silent
        words = (STALE if self._is_stale else WAITS) if is_silent else GOES_ON
        return {"t": "books", "answer": not is_silent, "stale": self._is_stale, "message": words}

    def _follow(self) -> None:
        self._figure.value = is_silent = self._pulse.is_silent
        log("books-silent" if is_silent else "books-answer", level=WARNING)
        if self._timer is not None:
            self._timer.cancel()
        self._is_stale = False
        self._timer = None
        if is_silent:
            loop = asyncio.get_running_loop()
            terms = self._services.settings.pulse
            self._timer = loop.call_later(terms.stale - terms.silent, self._become_stale)
        self._services.lines.tell_everybody(self.frame())

    def _become_stale(self) -> None:
        self._is_stale = True
        self._services.lines.tell_everybody(self.frame())
