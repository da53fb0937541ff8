"""`pitboss cache`: show or remove the cached solutions."""

from __future__ import annotations

from collections import Counter

from pitboss.cli.output import print_json
from pitboss.exact.cache import DISK_BYTES_MAX, CacheEntry, clear, entries, version
from pitboss.rulebook.cache_folder import folder

_MEGABYTE = 1_000_000


def show_cache(*, as_json: bool) -> None:
    """Print where cached solutions are, how many there are and how large."""
    place = folder()
    kept = entries()
    size = sum(entry.bytes for entry in kept)
    if as_json:
        record = {"folder": place and str(place), "version": version()}
        print_json(
            record
            | {"bytes": size, "bytes_max": DISK_BYTES_MAX}
            | {"entries": [_entry_json(entry) for entry in reversed(kept)]}
        )
        return
    if place is None:
        print("The cache is switched off.")
        return
    print(f"folder    {place}")
    print(f"entries   {len(kept)}")
    print(f"size      {_megabytes(size)} of at most {_megabytes(DISK_BYTES_MAX)}")
    old = sum(entry.version != version() for entry in kept)
    if old:
        print(f"unused    {old} entries of other versions")
    counts = Counter[str]()
    sizes = Counter[str]()
    for entry in kept:
        counts[entry.name] += 1
        sizes[entry.name] += entry.bytes
    for name, total in sizes.most_common():
        print(f"  {name:<20} {counts[name]:>5}  {_megabytes(total):>12}")


def clear_cache(*, as_json: bool) -> None:
    """Remove every cached solution."""
    place = folder()
    count, size = clear()
    if as_json:
        print_json({"folder": place and str(place), "removed": count, "bytes": size})
        return
    print(f"Removed {count} cached solutions, {_megabytes(size)}.")


def _entry_json(entry: CacheEntry) -> dict[str, object]:
    names = ("name", "version", "bytes")
    return {name: getattr(entry, name) for name in names} | {"used": round(entry.used)}


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:,.1f} MB"
