"""What holds for every test."""

from __future__ import annotations

import os

from hypothesis import settings

# In CI the same examples are tried every time: a green suite stays green, and whoever wants to look
# for new ones runs it at home, where every run draws its own.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("home", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")
