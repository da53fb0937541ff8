"""`pitboss floor new-key`: go on with another key file where that of the books is lost."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.floor.books import key_file, open_books, run
from pitboss.cli.output import print_json
from pitboss.cli.problems import refusal
from pitboss.server.keys import open_keys
from pitboss.server.new_key import NewKey, begin_key
from pitboss.server.services import wall_clock


def begin_new_key(*, lost: bool, db: str, keys: Path | None, as_json: bool) -> None:
    """Void open rounds, abandon shuffles and remove second factors; sign with another key."""
    if not lost:
        message = (
            "this voids every open round, and cannot be taken back; "
            "if the key file is lost for good, say --lost"
        )
        raise refusal("command/usage", message, "lost")

    async def work() -> NewKey:
        async with open_books(db) as store:  # refuses missing books before a key is made
            return await begin_key(store, key_file(keys), open_keys(key_file(keys)), wall_clock)

    done = run(work)
    if as_json:
        print_json(done._asdict())
        return
    what = "signs these books from now on" if done.begun else "belongs to these books"
    print(f"The key file {key_file(keys)} {what}.")
    print(
        f"Open rounds made void: {done.rounds:,}. Shuffles abandoned: {done.shuffles:,}. "
        f"People who enrol a second factor again: {done.factors:,}. "
        f"Passwords bound to it: {done.passwords:,}."
    )
