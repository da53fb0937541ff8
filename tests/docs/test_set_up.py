"""`make run` shows how far the first set-up has come."""

from __future__ import annotations

from tools.set_up import steps


def test_every_package_is_counted_and_the_last_step_is_named() -> None:
    lines = [
        "Collecting rich==14.0 (from -r requirements/base.txt (line 3))\n",
        "  Downloading rich-14.0-py3-none-any.whl (300 kB)\n",
        "Requirement already satisfied: numpy==2.0 in ./.venv/lib (from -r ...)\n",
        "Installing collected packages: rich\n",
        "Successfully installed rich-14.0\n",
    ]
    assert [*steps(lines, 2)] == [
        "1 of 2 packages: rich",
        "2 of 2 packages: numpy",
        "unpacking 2 packages, the longest step",
    ]
