"""Names for annotations."""

from typing import Any


class NDArray:
    def __class_getitem__(cls, _kind: Any) -> Any:
        return cls


ArrayLike = DTypeLike = Any
