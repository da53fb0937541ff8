"""Write web/src/lib/server-types.ts: every shape that the server reads and sends, for the page.

The shapes are those of /openapi.json, the terms of the lab's jobs and the commands over the
WebSocket. openapi-typescript writes them, which needs Node; the first line of the file has the
digest of the schema, so a test says without Node when the file is stale.

python -m tools.web_types          write it
python -m tools.web_types --check  say whether it is up to date
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.server.app import complete_table
from pitboss.server.lab.kinds import KINDS
from pitboss.server.live.view_wire import FRAMES
from pitboss.server.live.wire import REQUESTS
from pitboss.server.requests.wire import Refusal, Working

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "web" / "src" / "lib" / "server-types.ts"
_REFERENCE: Final = "#/components/schemas/{name}"
_FIRST: Final = "// Written by tools/web_types.py: do not edit, run `make web`. Schema "


def schema() -> dict[str, Any]:
    """Return every shape as an OpenAPI document without paths."""
    routes = complete_table()
    types: list[Any] = [
        Refusal,
        Working,
        *REQUESTS.values(),
        *FRAMES,
        *(kind.terms for kind in KINDS.values()),
        *(kind.result for kind in KINDS.values() if kind.result is not None),
    ]
    for route in routes:
        types += [kind for kind in (route.body, route.answer, route.query) if kind is not None]
    _, shapes = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    for struct in _structs(types):
        if _leaves_out(struct):
            _drop_nulls(struct, shapes[struct.__name__])
        if _is_sent_whole(struct):
            shape = shapes[struct.__name__]
            unset = {
                field.encode_name
                for field in msgspec.structs.fields(struct)
                if field.default is msgspec.UNSET
            }
            shape["required"] = [name for name in shape["properties"] if name not in unset]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pitboss", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted(shapes.items()))},
    }


def _is_sent_whole(struct: type[Struct]) -> bool:
    """Return whether the server sends every field; what it reads may leave defaults out."""
    config = struct.__struct_config__
    return not config.omit_defaults and not config.forbid_unknown_fields


def _leaves_out(struct: type[Struct]) -> bool:
    """Return whether the server leaves defaults out of a struct that it sends."""
    config = struct.__struct_config__
    return config.omit_defaults and not config.forbid_unknown_fields


def _drop_nulls(struct: type[Struct], shape: dict[str, Any]) -> None:
    """Leave null out of fields that are left out themselves where they would be null."""
    for field in msgspec.structs.fields(struct):
        written = shape["properties"][field.encode_name]
        if field.default is None and "anyOf" in written:
            written.pop("default", None)
            kinds = [kind for kind in written.pop("anyOf") if kind.get("type") != "null"]
            written |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _structs(types: Iterable[Any]) -> Iterator[type[Struct]]:
    """Yield every struct that the types are made of, once."""
    seen: set[type] = set()
    waiting: list[Any] = [*msgspec.inspect.multi_type_info(types)]
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls not in seen:
                seen.add(info.cls)
                waiting += [field.type for field in info.fields]
                yield info.cls
            continue
        for name in ("type", "types", "item_type", "item_types", "key_type", "value_type"):
            inner = getattr(info, name, ())
            waiting += inner if isinstance(inner, tuple) else [inner]


def digest(shapes: dict[str, Any]) -> str:
    """Return the digest of a schema."""
    text = json.dumps(shapes, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def stale() -> str:
    """Return the problem with the file; empty if it is of this schema."""
    first = FILE.read_text(encoding="utf-8").partition("\n")[0] if FILE.is_file() else ""
    if first == _FIRST + digest(schema()):
        return ""
    return "web/src/lib/server-types.ts is of another schema than the server's: run make web."


def write() -> None:
    """Write the types by openapi-typescript."""
    shapes = schema()
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "schema.json"
        made = Path(folder) / "types.ts"
        given.write_text(json.dumps(shapes), encoding="utf-8")
        options = (
            "--default-non-nullable=false",
            "--empty-objects-unknown",
            "--root-types",
            "--root-types-no-schema-prefix",
        )
        subprocess.run(
            ["npx", "--no-install", "openapi-typescript", str(given), "-o", str(made), *options],
            cwd=ROOT / "web",
            check=True,
            stdout=subprocess.DEVNULL,
        )
        text = made.read_text(encoding="utf-8")
    FILE.write_text(f"{_FIRST}{digest(shapes)}\n\n{text}", encoding="utf-8")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    if parser.parse_args().check:
        problem = stale()
        print(problem or "The types of the page are of the server's schema.")
        return bool(problem)
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
