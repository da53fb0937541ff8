"""Envy pays at tables that share a jackpot: to the seats of the round in which it was won."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor import rebuilding
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.jackpot.postings import account
from pitboss.rulebook.house import House, read_house
from tests.floor.one_table import BUY_IN, PLAYERS, felt
from tests.floor.shared_floor import LinkedTable, SharedFloor, linked_terms, terms_of
from tests.floor.test_linked import same_but_shown
from tests.rules.clauses import clause, ruling

GAME = "co/deuces-wild-xtreme"
