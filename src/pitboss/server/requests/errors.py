"""Refusals: one shape, a stable code for programs, a sentence for people, a status for HTTP."""

from __future__ import annotations

from typing import Final, Self

from pitboss.engine import actions
from pitboss.engine.actions import RefusedError
from pitboss.pit import refusals
from pitboss.rulebook.limits import PROBLEMS_SHOWN_MAX, printable
from pitboss.rulebook.problems import RulesError
from pitboss.server.requests.wire import Refusal
from pitboss.table.practice import PracticeRefusedError

STATUSES: Final = {
    "account/excluded": 403,
    "account/exists": 409,
    "account/name-taken": 409,
    "account/short": 409,
    "account/unknown": 404,
    "box/unknown": 404,
    "count/denomination": 422,
    "count/number": 422,
    "body/encoded": 415,
    "body/invalid": 422,
    "body/not-json": 415,
    "body/slow": 408,
    "body/too-large": 413,
    "dealer/self": 403,
    "dispute/unknown": 404,
    "factor/enrolled": 409,
    "factor/lost": 409,
    "factor/missing": 403,
    "factor/none": 409,
    "file/unreadable": 422,
    "game/unknown": 404,
    "hit/unknown": 404,
    "jackpot/busy": 503,
    "job/failed": 500,
    "job/unknown": 404,
    "jackpot/unknown": 404,
    "key/missing": 422,
    "key/reused": 422,
    "login/refused": 401,
    "name/invalid": 422,
    "office/busy": 503,
    "notice/unknown": 404,
    "password/common": 422,
    "payment/amount": 422,
    "payment/own": 403,
    "payment/rail": 422,
    "payment/unknown": 404,
    "password/length": 422,
    "permission/missing": 403,
    "permission/own-table": 403,
    "proposal/unknown": 404,
    "query/invalid": 422,
    "rate/exceeded": 429,
    "request/closed": 409,
    "request/expired": 409,
    "report/format": 404,
    "request/host": 421,
    "request/lapsed": 409,
    "request/malformed": 400,
    "request/method": 405,
    "request/not-found": 404,
    "request/not-own": 403,
    "request/origin": 403,
    "request/own": 403,
    "request/too-many": 409,
    "request/unknown": 404,
    "role/held": 409,
    "role/incompatible": 409,
    "role/plays": 403,
    "role/self": 403,
    "role/unknown": 409,
    "server/busy": 503,
    "server/fault": 500,
    "round/unknown": 404,
    "session/missing": 401,
    "setup/refused": 403,
    "shoe/not-shown": 404,
    "signature/other-dealer": 403,
    "signature/role": 403,
    "signature/same-person": 403,
    "slip/kind": 422,
    "slip/unknown": 404,
    "staff/disabled": 409,
    "staff/enabled": 409,
    "staff/unknown": 404,
    "step-up/needed": 403,
    "step-up/refused": 403,
    "store/unavailable": 503,
    "table/unknown": 404,
}
"""The status of each code that the server itself gives."""

_BY_START: Final = {
    "action": 409,
    "approval": 409,
    "bankroll": 409,
    "bet": 409,
    "box": 409,
    "count": 409,
    "day": 409,
    "dealer": 409,
    "dispute": 409,
    "exclusion": 409,
    "hit": 409,
    "jackpot": 409,
    "limit": 409,
    "proposal": 409,
    "payment": 409,
    "progressives": 409,
    "round": 409,
    "seat": 409,
    "slip": 409,
    "table": 409,
    "void": 409,
    "wallet": 409,
}
"""The status of codes of the engine and of the floor, by their first word."""
_OTHERWISE: Final = 422


def http_status(code: str) -> int:
    """Return the HTTP status of a code.

    >>> http_status("rate/exceeded"), http_status("action/illegal"), http_status("option/invalid")
    (429, 409, 422)
    """
    return STATUSES.get(code) or _BY_START.get(code.partition("/")[0], _OTHERWISE)


class ApiError(Exception):
    """A request that is refused; nothing was changed.

    >>> ApiError("bet/closed", "bets are closed").refusal
    Refusal(code='bet/closed', message='bets are closed', clause='', decision=0)
    """

    def __init__(
        self, code: str, message: str, *, clause: str = "", retry_s: int = 0, decision: int = 0
    ) -> None:
        """Name the problem; *retry_s* says after how many seconds to try again."""
        super().__init__(message)
        self.code, self.message, self.clause, self.retry_s = code, message, clause, retry_s
        self.decision = decision

    @classmethod
    def of(cls, refused: actions.Refusal, retry_s: int = 0) -> Self:
        """Return the refusal of a table, a round or the office as one of a request."""
        return cls(refused.code, refused.message, retry_s=retry_s)

    @property
    def status(self) -> int:
        """The HTTP status of this refusal."""
        return http_status(self.code)

    @property
    def refusal(self) -> Refusal:
        """What the client is sent."""
        return Refusal(self.code, printable(self.message), self.clause, self.decision)


def from_rules(error: RulesError | RefusedError) -> ApiError:
    """Return the refusal of a round, or of a configuration with its problems in one sentence."""
    if isinstance(error, RefusedError):
        decision = error.decision if isinstance(error, PracticeRefusedError) else 0
        return ApiError(error.refusal.code, error.refusal.message, decision=decision)
    first = error.problems[0]
    shown = error.problems[:PROBLEMS_SHOWN_MAX]
    words = "; ".join(
        f"{problem.key}: {problem.message}" if problem.key else problem.message for problem in shown
    )
    return ApiError(first.code, words, clause=first.cite)


FAULT: Final = ApiError("server/fault", "the server made a mistake; it was logged")
NO_STORE: Final = ApiError.of(refusals.NO_STORE, retry_s=2)
NO_SESSION: Final = ApiError("session/missing", "log in, or POST /api/1/guest, and try again")
