"""Values that are made when they are first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, overload

Made = TypeVar("Made")


class made_once(cached_property[Made]):  # noqa: N801 - a decorator
    """Like `cached_property`, but no thread waits for another.

    In Python 3.11 all objects of a class share one lock, so that two of them cannot be worked out
    side by side. Here two threads that ask the same object at once may both make it.

    >>> class Hand:
    ...     @made_once
    ...     def total(self) -> list[int]:
    ...         return [20]
    >>> hand = Hand()
    >>> hand.total is hand.total
    True
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> made_once[Made]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Made: ...

    def __get__(
        self, instance: object | None, owner: type[Any] | None = None
    ) -> made_once[Made] | Made:
        """Make the value and keep it in the object, where Python finds it before the property."""
        if instance is None:
            return self
        assert self.attrname is not None, "it stands in a class"
        made: Made = self.func(instance)
        return vars(instance).setdefault(self.attrname, made)  # type: ignore[no-any-return]
