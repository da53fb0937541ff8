"""Values that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cached_property
from typing import Any, TypeVar, overload

Key = TypeVar("Key")
Made = TypeVar("Made")


class MadeWhenAsked(MutableMapping[Key, Made]):
    """A table whose rows are made when they are asked for: what they import nobody else waits for.

    >>> table = MadeWhenAsked({"one": lambda: [1], "never": lambda: [1 // 0]})
    >>> table["one"], table["one"] is table["one"], list(table)
    ([1], True, ['one', 'never'])
    """

    def __init__(self, makers: Mapping[Key, Callable[[], Made]]) -> None:
        """Make each row by its own function."""
        self._makers, self._made = dict(makers), dict[Key, Made]()

    def __getitem__(self, key: Key) -> Made:
        if key not in self._made:
            self._made[key] = self._makers[key]()
        return self._made[key]

    def __setitem__(self, key: Key, value: Made) -> None:
        self._made[key] = value
        self._makers[key] = lambda: value

    def __delitem__(self, key: Key) -> None:
        del self._makers[key]
        self._made.pop(key, None)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


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
