"""Requests and answers about staff, second factors, and agreements of two people."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.office.approvals import Decline
from pitboss.office.fields import Why
from pitboss.office.roles import Role
from pitboss.server.requests.forms import body_of
from pitboss.server.requests.wire import Name, PasskeyUse, Password

Code = Annotated[str, Meta(max_length=64, description="Six digits, or a recovery code.")]


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """The account of a person who opens a set-up link."""

    token: Annotated[str, Meta(max_length=200, description="The part of the link after the #.")]
    name: Name
    password: Password


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """The job of somebody new."""

    role: Role


class Invited(Struct, frozen=True):
    """A link for one person."""

    path: Annotated[str, Meta(description="To be opened at this server, once.")]
    until: str


class StepUp(Struct, frozen=True, forbid_unknown_fields=True):
    """The password once more, with a code or a passkey."""

    password: Password
    code: Code = ""
    passkey: PasskeyUse | None = None


class PasskeyOptions(Struct, frozen=True):
    """What a page gives to `navigator.credentials`."""

    options: Annotated[
        dict[str, Any],
        Meta(description="As WebAuthn has them in JSON: bytes are base64url."),
    ]


class PasskeyMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey, as `navigator.credentials.create` returns it; bytes are base64url."""

    name: Annotated[str, Meta(max_length=40, description="What its owner calls it.")]
    client_data: Annotated[str, Meta(max_length=2_000)]
    attestation: Annotated[str, Meta(max_length=6_000)]


class PasskeySeen(Struct, frozen=True):
    """A passkey of the caller."""

    id: str
    name: str
    created: str
    seen: Annotated[str | None, Meta(description="When it was last used.")]


class OwnFactors(Struct, frozen=True):
    """The second factors of the caller."""

    passkeys: list[PasskeySeen]
    codes: Annotated[bool, Meta(description="An authenticator with codes is confirmed.")]


class PasskeyAdded(Struct, frozen=True):
    """A passkey that counts from now on."""

    token: Annotated[str, Meta(description="The session's new token.")]
    passkey: PasskeySeen
    recovery_codes: Annotated[
        list[str],
        Meta(description="With the first second factor. Each stands in for one code, once."),
    ]


class SteppedUp(Struct, frozen=True):
    """A session that has the second factor; it has another token from now on."""

    token: str
    until: Annotated[
        str, Meta(description="UTC. Until then it covers commands that need a second person.")
    ]


class OwnPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's password."""

    password: Password


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Password
    new: Password


class FactorBegun(Struct, frozen=True):
    """A second factor that is to be confirmed. It is shown this once."""

    secret: Annotated[str, Meta(description="To type into an authenticator.")]
    link: Annotated[str, Meta(description="The same as an `otpauth:` link.")]


class FactorCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that shows that an authenticator has the secret."""

    code: Code


class FactorConfirmed(Struct, frozen=True):
    """A second factor that counts from now on."""

    token: Annotated[str, Meta(description="The session's new token.")]
    recovery_codes: Annotated[
        list[str], Meta(description="Each stands in for one code. Shown this once.")
    ]


class OwnStaff(Struct, frozen=True):
    """What the caller may do in the house."""

    roles: list[str]
    permissions: list[str]
    factor: Annotated[bool, Meta(description="A second factor is confirmed.")]
    verified: Annotated[bool, Meta(description="This session has given it: the roles are active.")]
    stepped_up_until: Annotated[str | None, Meta(description="UTC. Null: step up first.")]


class StaffMember(Struct, frozen=True):
    """One of the staff (GLI-19 2.8.9)."""

    account: str
    name: str | None
    roles: list[str]
    disabled: bool
    locked: Annotated[
        bool, Meta(description="No password is accepted at present, or not from some address.")
    ]
    factor: bool
    created: str | None
    seen: Annotated[str | None, Meta(description="The last log-in.")]
    password_changed: str | None


class Staff(Struct, frozen=True):
    """All of the staff."""

    staff: list[StaffMember]


class RoleChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A role that somebody is given, or that is taken away."""

    name: Name
    role: Role
    why: Why


class StaffAndReason(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the staff, and why."""

    name: Name
    why: Why


class Carried(Struct, frozen=True):
    """The outcome of a command."""

    done: Annotated[str, Meta(description="The event: `role-given`, or `requested`.")]
    request: Annotated[
        int | None, Meta(description="The request that waits for a second person.")
    ] = None


class RequestSeen(Struct, frozen=True):
    """Something that waits for a second person."""

    number: int
    command: str
    terms: dict[str, Any]
    by: Annotated[str, Meta(description="The account that asked.")]
    at: str
    until: str
    second: Annotated[str, Meta(description="The permission that the second person needs.")]
    own: bool
    may_agree: Annotated[bool, Meta(description="The caller may agree to it.")]


class Requests(Struct, frozen=True):
    """What waits for a second person."""

    requests: list[RequestSeen]


Because = body_of("Because", Decline, "why", doc="Why.")
