"""Work in copies of the process."""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Event, Thread

from pitboss.exact.copies import in_copies

ALONE = """
import os
from pitboss.exact.copies import in_copies

made = ["before"]
found = in_copies(lambda item: (os.getpid(), made + [item], in_copies(str, [1, 2])), "abc")
assert [each[1:] for each in found] == [(["before", item], ["1", "2"]) for item in "abc"]
assert os.getpid() not in {each[0] for each in found}
assert in_copies(lambda _: os.getpid(), [0]) == [os.getpid()]
assert in_copies(str, []) == []
parent = os.getpid()
ended = in_copies(lambda _: os._exit(1) if os.getpid() != parent else "again", [1, 2])
assert ended == ["again", "again"]
"""


def test_copies_begin_with_what_was_made_and_are_made_once_more_if_they_are_ended() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_process_with_other_threads_is_not_copied() -> None:
    over = Event()
    other = Thread(target=over.wait)
    other.start()
    try:
        assert in_copies(lambda _: os.getpid(), range(3)) == [os.getpid()] * 3
    finally:
        over.set()
        other.join()
