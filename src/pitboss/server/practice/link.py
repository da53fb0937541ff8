"""Links to practice rounds: a round encoded as one word of an address.

The word is the version "1" and the body: JSON without defaults, deflated with a dictionary of
common bodies, in URL-safe base64 without its "=".
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec

from pitboss.server.practice.wire import PracticeRound
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import LINK_LENGTH_MAX, PRACTICE_BYTES_MAX

_VERSION = "1"
_USUAL = (
    b'"low":""wager":"poker""insure""decline""take-blackjack""keep-blackjack""free-double"'
    b'"free-split""rescue""redouble""surrender""switch""keep""fold""bet""set""bust-bet"'
    b'{"game":"reference/blackjack","bankroll":"meters":{"reserves":{"bots":[2,3],"tip:main":'
    b'"house":{"options":{"decks":6,"soft17":"hit"},"tables":{"limits":{"option":["'
    b'{"game":"wa/spanish-21","bets":{"1":{"main":1000,"main-1":1000,"main-2":1000}},"2":{'
    b'"seed":"","shoe":1,"dealt":"cards":{"1":"6h 7h","dealer":"Kd","next":"'
    b'"decisions":[{"action":"double","seat":1,"hand":2,"amount":1000},{"action":"split"},'
    b'{"action":"hit"},{"action":"stand"}]}'
)
"""Changing this changes every link: it would need another version."""
_WBITS = -15


def write_link(body: PracticeRound) -> str:
    """Return a round as one word.

    >>> body = PracticeRound(game="co/free-bet", bets={"1": {"main": 1500}}, seed="7")
    >>> len(write_link(body)) < 60, read_link(write_link(body)) == body
    (True, True)
    """
    packer = zlib.compressobj(9, wbits=_WBITS, zdict=_USUAL)
    packed = packer.compress(msgspec.json.encode(body)) + packer.flush()
    word = _VERSION + urlsafe_b64encode(packed).decode().rstrip("=")
    if len(word) > LINK_LENGTH_MAX:
        message = f"this round is too long for a link of {LINK_LENGTH_MAX:,} characters"
        raise ApiError("link/too-long", message)
    return word


def read_link(word: str) -> PracticeRound:
    """Return the round of a link; raise `ApiError` for any other text."""
    if len(word) > LINK_LENGTH_MAX or not word.startswith(_VERSION) or not word.isascii():
        raise _unreadable("it was cut off, or is of another version")
    text = word[len(_VERSION) :]
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(_WBITS, zdict=_USUAL)
        content = unpacker.decompress(packed, PRACTICE_BYTES_MAX)
        if not unpacker.eof or unpacker.unused_data:
            raise _unreadable("it was cut off")
        return msgspec.json.decode(content, type=PracticeRound)
    except (ValueError, zlib.error, msgspec.DecodeError, RecursionError) as error:
        raise _unreadable(str(error)) from None


def _unreadable(why: str) -> ApiError:
    return ApiError("link/unreadable", f"this link opens no round: {why}")
