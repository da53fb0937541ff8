"""Properties that are computed once, without a lock."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, overload

Made = TypeVar("Made")


class lazy_property(cached_property[Made]):  # noqa: N801 - a decorator
    """Like `cached_property`, but no thread waits for another.

    In Python 3.11 all objects of a class share one lock, so that two of them cannot be worked out
    side by side. Here two threads that ask the same object at once may both make it.

    >>> class Hand:
    ...     @lazy_property
    ...     def total(self) -> list[int]:
    ...         return [20]
    >>> hand = Hand()
    >>> hand.total is hand.total
    True
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> lazy_property[Made]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Made: ...

    def __get__(
        self, instance: object | None, owner: type[Any] | None = None
    ) -> lazy_property[Made] | Made:
        """Make the value and keep it in the object, where Python finds it before the property."""
        if instance is None:
            return self
        assert self.attrname is not None, "it stands in a class"
        made: Made = self.func(instance)
        return vars(instance).setdefault(self.attrname, made)  # type: ignore[no-any-return]
