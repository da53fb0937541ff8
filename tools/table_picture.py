"""Draw docs/pictures/table.svg: the terminal table in the middle of a hand, as it is drawn.

Usage: python tools/table_picture.py
"""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.text import Text

from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import read_house
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.tui.screens.table_screen import TableApp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = Path("docs") / "pictures" / "table.svg"
HOUSE = "examples/wa-spanish-21.toml"
SEED = "picture"
SIZE = (104, 32)
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def picture(folder: Path) -> str:
    """Return the table as SVG; the session is kept in *folder*."""
    session = TableSession(
        read_house(ROOT / HOUSE),
        SessionFile(folder / "session.jsonl"),
        valuer=Decisions,
        seats=1,
        bots=2,
        bankroll=50_000,
        seed=SEED,
    )
    app = TableApp(session, lambda _: Text(), pace=0)
    # The program's own fonts are on the reader's machine; nothing is fetched for the picture.
    return _FONTS.sub("", asyncio.run(_draw(app)))


async def _draw(app: TableApp) -> str:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        for _ in range(20):
            await pilot.pause(0.05)
        return app.export_screenshot(title="pitboss play wa/spanish-21")


def main() -> None:
    """Write the picture."""
    with TemporaryDirectory() as folder:
        (ROOT / PICTURE).write_text(picture(Path(folder)) + "\n", encoding="utf-8")
    print(f"wrote {PICTURE}")


if __name__ == "__main__":
    main()
