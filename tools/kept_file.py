"""Write or check a committed file of numbers that take long to compute.

Usage of a tool that keeps one: python TOOL            write it
                                python TOOL --check    write nothing; exit 1 if it is stale
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

REPORT = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "report"


def keep(name: str, head: str, text: Callable[[], str]) -> NoReturn:
    """Bring the file *name* of the report up to date, as the arguments say, and exit.

    The *head* and the name of the tool are a comment; a file that has none (JSON) has no head.
    """
    comment = f"# {head}; {Path(sys.argv[0]).name}\n" if head else ""
    file = REPORT / name
    right = f"{comment}{text()}"
    if file.exists() and file.read_text(encoding="utf-8") == right:
        sys.exit(0)
    if "--check" in sys.argv[1:]:
        print(f"{name} is stale")
        sys.exit(1)
    file.write_text(right, encoding="utf-8")
    print(f"wrote {name}")
    sys.exit(0)
