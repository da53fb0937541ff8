"""Write src/pitboss/counts/derived: the best balanced tags of level 2 for every main game.

Usage: python -m tools.derive_counts            write them; a game not solved before takes a minute
       python -m tools.derive_counts --check    write nothing; exit 1, naming every stale file
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pitboss
from pitboss.advantage.count_study import CountStudy
from pitboss.counts.system import tags_by_name
from pitboss.rulebook.model import Game

FOLDER = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "counts" / "derived"
LEVEL = 2


def derive(game: Game) -> str | None:
    """Return the file of a game with its usual options; None if there is nothing to count."""
    study = pitboss.table(game).count(design=LEVEL, balanced=True, system="hi-lo").study
    return None if study.tags is None else "\n".join(_lines(game, study)) + "\n"


def _lines(game: Game, study: CountStudy) -> Iterator[str]:
    assert study.tags is not None
    (best,) = study.tags.best
    by_name = tags_by_name(best.tags, 1, study.tags.shoe)
    yield f'name = "Best for {game.id}"'
    yield (
        f'note = "The best balanced tags of level {LEVEL} with {study.decks} decks and the usual'
        f' options; correlation {best.correlation:.4f}."'
    )
    yield f"tags = {{ {', '.join(f'{card} = {tag}' for card, tag in by_name.items())} }}"


def path_of(game: Game) -> Path:
    """Return the path of the file of a game's count."""
    return FOLDER / f"best-{game.id.replace('/', '-')}.toml"


def stale() -> Iterator[Path]:
    """Yield the files that differ from the derived counts, and write them."""
    for game in pitboss.games():
        path = path_of(game)
        text = derive(game)
        before = path.read_text(encoding="utf-8") if path.is_file() else None
        if before != text:
            yield path
            if text is not None and "--check" not in sys.argv[1:]:
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    behind = list(stale())
    print("\n".join(str(path.name) for path in behind) or "all are up to date")
    sys.exit(1 if behind and "--check" in sys.argv[1:] else 0)
