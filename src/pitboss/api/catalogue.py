"""The games, and what can be done without a table: check a house, replay a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from pitboss.api.houses import Source, read_source
from pitboss.api.settlement import Settlement, net_words
from pitboss.engine.actions import RefusedError
from pitboss.engine.events import Event
from pitboss.engine.record import Replay as EngineReplay
from pitboss.engine.record import replay as play_record
from pitboss.rulebook.check import judge
from pitboss.rulebook.files import read_text
from pitboss.rulebook.limits import RECORD_BYTES_MAX, shorten
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.parse import NotReadableError, parse_json
from pitboss.text.history import story


def games() -> tuple[Game, ...]:
    """Return every game of the rule book, in the order of the documents.

    >>> [game.id for game in games()][:2], len(games())
    (['wa/spanish-21', 'wa/spanish-21-v003'], 22)
    """
    return library.games()


def game(game_id: str) -> Game:
    """Return one game: its rules, options, wagers and pay tables, each with its clause.

    >>> spanish = game("wa/spanish-21")
    >>> spanish.title, spanish.decks, spanish.option("redouble").cite
    ('Spanish 21', (2, 4, 5, 6, 8), 'GR8, DP6')
    >>> game("wa/spanish21")
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: game: there is no game 'wa/spanish21'; ...
    """
    return library.game(game_id)


def load_game(path: Path | str) -> Game:
    """Read a game of your own from its TOML file, and know it by its id in this process.

    After that everything takes it as it takes the games of the rule book. A file that you change
    and load again takes the place of the game that it was. All problems of a file are raised
    together, as a `RulesError`. For every command and process at once, name a folder of games in
    the environment variable `PITBOSS_GAMES`.

    >>> import pitboss
    >>> pitboss.load_game("rich-21.toml")
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: file: there is no file 'rich-21.toml' [file/missing]
    """
    return library.add_game(Path(path))


def check(house: Source) -> tuple[Problem, ...]:
    """Check a house configuration against the rules and the legal limits; return every problem.

    *house* is the path of a TOML file, a `House`, or its keys as a mapping. Nothing is filled in:
    a configuration must state everything that its document requires. No problem means approved.
    Legal limits are those of its `profile`, or of the default profile of its game.

    >>> for problem in check({"game": "wa/spanish-21", "options": {"decks": 7, "soft17": "hit"}}):
    ...     print(problem)
    options.decks: 7 is not allowed; choose 2, 4, 5, 6 or 8 (GR2) [option/invalid]
    """
    return judge(read_source(house))


@dataclass(frozen=True, slots=True)
class Replay:
    """A round record played to its end."""

    played: EngineReplay

    @property
    def settlement(self) -> Settlement:
        """Every wager with its outcome and what the player gained in cents."""
        return Settlement(self.played.round.state.settled)

    @property
    def net(self) -> dict[int, int]:
        """Seat -> cents gained; negative is lost."""
        return dict(sorted(self.played.round.state.net().items()))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(self.played.round.events)

    @property
    def difference(self) -> str | None:
        """The first difference between the recorded results and the replay; None if they agree."""
        return self.played.difference()

    def record(self) -> dict[str, Any]:
        """Return the record completed with events, settlement, nets and meters."""
        return self.played.complete_record()

    def story(self) -> str:
        """Return the hand history, one line for each event."""
        return "\n".join(story(self.played.round))

    def __repr__(self) -> str:
        """Say what each seat gained, and whether the record agrees."""
        difference = self.difference
        verdict = f"; differs: {shorten(difference)}" if difference else ""
        return f"<Replay of {self.played.given['game']}: {net_words(self.net)}{verdict}>"

    def _repr_html_(self) -> str:
        """Write the hand history; notebooks show it."""
        return f"<pre>{escape(self.story())}</pre>"


def replay(record: Mapping[str, Any] | Path | str) -> Replay:
    """Play a round record to its end and compare the result with the results that it carries.

    *record* is the record itself, its JSON text, or the path of a file. A record that cannot be
    played raises `RefusedError` with a code and one sentence.

    >>> played = replay(
    ...     {
    ...         "game": "ilani/spanish-21",
    ...         "seats": [{"seat": 1, "wagers": {"main": 1000}}],
    ...         "cards": "Kh 9s Qd 8c",
    ...         "decisions": [{"seat": 1, "action": "stand"}],
    ...     }
    ... )
    >>> played.net, played.settlement[0].outcome, played.difference
    ({1: 1000}, 'win', None)
    """
    return Replay(play_record(_record(record)))


def read_rounds(path: Path | str) -> Iterator[dict[str, Any]]:
    """Yield the rounds that `simulate(..., export=path)` wrote, each as a round record.

    A record carries the results of its round, which `replay` verifies.

    >>> import pitboss, tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "rounds.parquet"
    ...     run = pitboss.simulate("reference/blackjack", rounds=20, seed=7, export=file)
    ...     played = [replay(record) for record in read_rounds(file)]
    >>> len(played), any(round.difference for round in played)
    (20, False)
    >>> sum(round.net[1] for round in played) == run.total
    True
    """
    from pitboss.simulator.export.problems import export_problems

    if problems := export_problems(0, key="file"):
        raise RulesError(problems)
    from pitboss.simulator.export.parquet import read_rounds as read

    return read(Path(path))


def _record(source: Mapping[str, Any] | Path | str) -> object:
    if isinstance(source, Mapping):
        # A record is plain JSON: a copy that went through it cannot differ from its file.
        return dict(source)
    text = str(source)
    if isinstance(source, Path) or not source.lstrip().startswith("{"):
        text = read_text(Path(source), RECORD_BYTES_MAX)
    try:
        return parse_json(text)
    except NotReadableError as error:
        raise RefusedError("record/malformed", str(error)) from None
