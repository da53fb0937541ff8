"""Refusals: one shape, a stable code for programs, a sentence for people, a status for HTTP."""

from __future__ import annotations

from typing import Final, Self

from pitboss.engine import actions
from pitboss.engine.actions import RefusedError
from pitboss.pit import refusals
from pitboss.rulebook.limits import PROBLEMS_SHOWN_MAX, printable
from pitboss.rulebook.problems import RulesError
from pitboss.server.requests.wire import Refusal
from pitboss.sitting.practice import PracticeRefusedError

_CODES: Final = {
    400: "request/malformed",
    401: "login/refused login/second-factor session/missing",
    403: "guest/closed account/excluded dealer/self factor/missing payment/own permission/missing "
    "permission/own-table request/not-own request/origin request/own role/plays role/self "
    "setup/refused signature/other-dealer signature/role signature/same-person "
    "step-up/needed step-up/refused",
    404: "account/unknown box/unknown dispute/unknown game/unknown hit/unknown jackpot/unknown "
    "job/unknown notice/unknown passkey/unknown payment/unknown proposal/unknown report/format "
    "request/not-found request/unknown round/unknown shoe/not-shown slip/unknown "
    "progress/unknown staff/unknown table/unknown",
    405: "request/method",
    408: "body/slow request/slow",
    409: "account/exists account/kept account/name-taken account/short factor/enrolled factor/lost "
    "factor/none request/closed request/expired request/lapsed request/too-many role/held "
    "role/incompatible role/last role/unknown staff/disabled staff/enabled "
    "progress/full proof/early "
    "seed/early action/* approval/* bankroll/* bet/* box/* count/* cut/* day/* dealer/* "
    "dispute/* exclusion/* hit/* irregularity/* jackpot/* limit/* passkey/* payment/* "
    "winner/* progressives/* proposal/* round/* seat/* slip/* table/* void/* wallet/*",
    413: "body/too-large",
    415: "body/encoded body/not-json",
    421: "request/host",
    422: "count/denomination count/number irregularity/unknown payment/amount payment/rail "
    "slip/kind",
    429: "connection/too-many rate/exceeded socket/too-many",
    500: "job/failed server/fault",
    503: "jackpot/busy office/busy server/busy store/unavailable",
}
"""The codes of each status; "bet/*": every other code of that first word. The rest are 422."""
STATUSES: Final = {code: status for status, codes in _CODES.items() for code in codes.split()}
_OTHERWISE: Final = 422


def http_status(code: str) -> int:
    """Return the HTTP status of a code.

    >>> http_status("rate/exceeded"), http_status("action/illegal"), http_status("option/invalid")
    (429, 409, 422)
    """
    return STATUSES.get(code) or STATUSES.get(f"{code.partition('/')[0]}/*", _OTHERWISE)


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
        self.code = code
        self.message = message
        self.clause = clause
        self.retry_s = retry_s
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
