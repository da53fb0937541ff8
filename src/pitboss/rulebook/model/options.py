"""House options: the choices a document leaves to the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

OptionValue = bool | int | str

USUAL: Mapping[str, OptionValue] = MappingProxyType({"decks": 6, "soft17": "hit"})
"""The usual choice of most houses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A value of an option that is allowed only with others."""

    value: OptionValue
    needs: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict, hash=False)
    """Other option -> the values it must have one of."""
    needs_wagers: tuple[str, ...] = ()
    """Wagers that must be offered."""
    reason: str
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultWhen:
    """A default that depends on another option."""

    when: Mapping[str, OptionValue] = field(hash=False)
    value: OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice the document leaves to the house."""

    id: str
    title: str
    values: tuple[OptionValue, ...]
    """The allowed values; a single value is a rule the house may state but not change."""
    default: OptionValue | None = None
    default_when: tuple[DefaultWhen, ...] = ()
    required: bool = False
    """The house must choose; there is no default."""
    conditions: tuple[Condition, ...] = ()
    rule: str | None = None
    """The rule it decides, if that has another name: "das" decides "double_after_split"."""
    means: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    """Value -> the rule's value, if it is another: "late" is true."""
    offers: str | None = None
    """A counted option that offers wagers by itself: "match-bonus-" offers -1 to -n."""
    offers_like: str | None = None
    """The wager whose pay table those take."""
    combined: tuple[str, ...] = ()
    """The values of which a house may choose several, written in this order: "up, bonus-1"."""
    added: bool = False
    """The rule book got it later, and its default is how the game was played before."""
    cite: str

    def allows(self, value: object) -> bool:
        """Return whether *value* is one of the values, of the same type too (true is not 1).

        Several of those that may be combined are allowed too, in their order.

        >>> names = ("none", "up", "down")
        >>> wagers = Option(id="", title="", values=names, combined=("up", "down"), cite="")
        >>> [wagers.allows(text) for text in ("up, down", "down, up", "none, up")]
        [True, False, False]
        """
        if any(type(value) is type(allowed) and value == allowed for allowed in self.values):
            return True
        several = self.chosen(value) if isinstance(value, str) else ()
        return len(several) > 1 and several == tuple(v for v in self.combined if v in several)

    def chosen(self, value: OptionValue) -> tuple[OptionValue, ...]:
        """Return the single values of a choice: "up, bonus-1" is two of them."""
        if isinstance(value, str) and self.combined:
            return tuple(value.split(", "))
        return (value,)

    @property
    def or_several(self) -> str:
        """What follows the list of its values, where several may be chosen."""
        return f", or several of {', '.join(self.combined)}, in this order" if self.combined else ""

    @property
    def usual(self) -> OptionValue:
        """The value of a table whose house must choose and did not.

        >>> Option(id="decks", title="", values=(1, 6), required=True, cite="").usual
        6
        """
        usual = USUAL.get(self.id)
        return usual if usual is not None and self.allows(usual) else self.values[0]

    def decides(self, value: OptionValue) -> tuple[str, OptionValue]:
        """Return the rule this option decides, and its value for *value*.

        >>> late = Option(id="surrender", title="", values=("late",), means={"late": True}, cite="")
        >>> late.decides("late")
        ('surrender', True)
        """
        meant = self.means.get(value, value) if isinstance(value, str) else value
        return self.rule or self.id, meant
