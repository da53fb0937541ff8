"""Hold what the lab answers against the shapes that the page's types are written from."""

from __future__ import annotations

from typing import Any

import msgspec


def holds(shape: type[msgspec.Struct], answer: object) -> None:
    """Assert that an answer has every field of a shape, of its type; it may have more."""
    read = msgspec.convert(answer, shape)
    lost = [*_lost(msgspec.to_builtins(read), answer, "$")]
    assert not lost, f"{shape.__name__} reads otherwise than it is sent: {lost}"


def _lost(read: Any, sent: Any, place: str) -> list[str]:  # noqa: ANN401 - JSON
    if isinstance(read, dict):
        return [
            line
            for key, value in read.items()
            for line in (
                _lost(value, sent[key], f"{place}.{key}") if key in sent else [f"{place}.{key}"]
            )
        ]
    if isinstance(read, list | tuple):
        assert len(read) == len(sent), place
        return [
            line
            for index, (one, other) in enumerate(zip(read, sent, strict=True))
            for line in _lost(one, other, f"{place}[{index}]")
        ]
    return [] if read == sent else [place]
