"""Many tables at once: compiled, one decision at each of them a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.compiled.arrays import Array
from pitboss.engine.legal import surrenders_early
from pitboss.engine.setup import Setup
from pitboss.gym.actions import BLACKJACK_ACTIONS, refusal
from pitboss.gym.kinds import KINDS
from pitboss.gym.lanes import STATE, Sights, TableLanes, copy_sights, open_all, stepping
from pitboss.gym.observations import FACTS, RANKS, SUITS, Observation, observation_space
from pitboss.gym.rules import lane_rules
from pitboss.gym.tables import ILLEGAL, Seeding, check_illegal, shoe_room, table
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.blackjack.learner import ANSWERS_ROOM
from pitboss.simulator.buffers import round_buffers
from pitboss.simulator.tally import BASE

Info = dict[str, Any]
_UNKNOWN = object()
_SINGLE = {"seats": 1, "tables": None, "wagers": None, "render_mode": None}
"""What a single table takes besides -> its usual value."""


def _single_refusal(given: Mapping[str, object]) -> str:
    unknown = [name for name in given if name not in _SINGLE]
    if unknown:
        return f"there is no {choice(unknown)}; a table takes options, penetration and illegal"
    names = choice([name for name, value in given.items() if value != _SINGLE[name]])
    return f"{names}: for single tables alone; take vectorization_mode='sync', or leave it out"


class TableVectorEnv(VectorEnv[Observation, Array, Array]):
    """Tables of one game with one seat and its main wager, each with shoes of its own.

    Observations, rewards and questions equal those of `TableEnv`, hand for hand. A table whose
    episode has ended starts the next one at the next step, with any action
    (`AutoresetMode.NEXT_STEP`). Of *n* tables, table *i* has the shoes *i*, *i* + *n*, *i* + 2*n*
    ... of the seed.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        options: Mapping[str, OptionValue] | None = None,
        penetration: float | None = None,
        illegal: Literal["penalty", "raise"] = ILLEGAL,
        penalty: float = 1.0,
        **single: object,
    ) -> None:
        """Open the tables, or raise `RulesError` with every problem.

        *single* is what only single tables have, such as seats: it is refused in one sentence.
        """
        if any(value != _SINGLE.get(name, _UNKNOWN) for name, value in single.items()):
            raise ValueError(_single_refusal(single))
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        self.setup: Setup = table(game, options, None)
        rules = self.setup.blackjack
        if rules is not None and (
            rules.original_bets_only or any(surrenders_early(self.setup, up) for up in (1, 10))
        ):
            message = "early surrender and original bets only are played by TableEnv alone"
            raise RulesError([Problem(code="option/conflict", key="options", message=message)])
        self.num_envs = num_envs
        self.illegal = check_illegal(illegal)
        self.penalty = penalty
        self.single_observation_space = observation_space(self.setup)
        self.single_action_space = spaces.Discrete(len(BLACKJACK_ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rules = lane_rules(self.setup, penetration)
        play_round = KINDS[self.setup.round].play_round
        assert play_round is not None, "the rules were compiled for this kind"
        self._step_all = stepping(play_round)
        self._lanes = _lanes(num_envs, len(self._rules.full))
        self._sights = _sights(num_envs)
        self._buffers = round_buffers()
        self._seeding = Seeding()
        self._each = False
        """Whether every table has a seed of its own."""
        self._mask: Array | None = None
        self._over = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Start an episode at every table, the first with shoe ``options["shoe"]`` or the next.

        With a seed for each table, each plays the shoes of its own seed: as single tables do.
        """
        one = int(seed) if isinstance(seed, int | np.integer) else None
        super().reset(seed=one)
        if seed is not None:
            self._each = one is None
        if self._each:
            self._begin_each(seed, options or {})
        else:
            first = self._seeding.number(one, options, self.np_random)
            self._seeding.skip(self.num_envs - 1)
            self._lanes.seeds[:] = self._seeding.seed
            self._lanes.numbers[:] = np.arange(first, first + self.num_envs, dtype=np.uint64)
            self._lanes.apart[:] = self.num_envs
        open_all(self._rules, self._lanes, self._sights)
        self._over[:] = False
        return self._copy_observations(np.zeros(self.num_envs, dtype=np.bool_))

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        """Take an action at every table."""
        if self._mask is None:
            raise error.ResetNeeded("reset() begins the episodes; none is under way")
        chosen = np.asarray(actions, dtype=np.int64)
        self._check(chosen)
        nets = np.zeros(self.num_envs, dtype=np.int64)
        ended = np.zeros(self.num_envs, dtype=np.bool_)
        illegal = np.zeros(self.num_envs, dtype=np.bool_)
        sights = self._sights
        self._step_all(
            self._rules, self._lanes, self._buffers, chosen, sights, nets, ended, illegal
        )
        rewards = nets / BASE
        rewards[illegal] = -self.penalty
        self._over = ended
        seen, info = self._copy_observations(illegal)
        return seen, rewards, ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), info

    def action_masks(self) -> Array:
        """Return (table, action) whether an action is legal now, as MaskablePPO asks for it."""
        if self._mask is None:
            raise error.ResetNeeded("reset() begins the episodes; none is under way")
        return self._mask.astype(np.bool_)

    def _begin_each(self, seeds: object, options: Mapping[str, Any]) -> None:
        """Take the first shoe of the seed of every table, or of the seeds before the next."""
        if seeds is not None:
            given = np.asarray(seeds)
            if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
                each = f"{self.num_envs} of them, one a table"
                raise ValueError(f"seed is a whole number, or {each}")
            self._lanes.seeds[:] = given.astype(np.uint64)
        first = options.get("shoe", 0 if seeds is not None else None)
        self._lanes.numbers[:] = self._lanes.numbers + np.uint64(1) if first is None else first
        self._lanes.apart[:] = 1

    def _check(self, chosen: Array) -> None:
        """Refuse unknown actions, and illegal ones if that is an error."""
        if chosen.shape != (self.num_envs,):
            raise error.InvalidAction(f"there are {self.num_envs} actions to choose, one a table")
        assert self._mask is not None, "a step comes after a reset"
        wrong = (chosen < 0) | (chosen >= len(BLACKJACK_ACTIONS))
        if not wrong.any() and self.illegal == "raise":
            wrong = (self._mask[np.arange(self.num_envs), chosen] == 0) & ~self._over
        if wrong.any():
            at = int(np.argmax(wrong))
            raise error.InvalidAction(refusal(int(chosen[at]), self._mask[at], f"at table {at}"))

    def _copy_observations(self, illegal: Array) -> tuple[Observation, Info]:
        out = copy_sights(self._sights)
        self._mask = out.mask
        tables = self.num_envs
        seen = {
            **{name: out.facts[number] for number, name in enumerate(FACTS)},
            **{name: getattr(out, name) for name in ("ranks", "suits", "cards", "card_suits")},
            "other": np.zeros((tables, 2), dtype=np.int8),
            "seen": out.seen,
            "action_mask": out.mask.copy(),
        }
        every = np.ones(tables, dtype=np.bool_)
        info = {
            "action_mask": out.mask.copy(),
            "_action_mask": every,
            "illegal": illegal,
            "_illegal": every.copy(),
        }
        return seen, info


def _lanes(tables: int, size: int) -> TableLanes:
    shoes, shuffles, words = shoe_room(tables, size)
    return TableLanes(
        state=np.zeros((tables, STATE), dtype=np.int64),
        shoes=shoes,
        shuffles=shuffles,
        words=words,
        seeds=np.zeros(tables, dtype=np.uint64),
        numbers=np.zeros(tables, dtype=np.uint64),
        apart=np.zeros(tables, dtype=np.uint64),
        answers=np.zeros((tables, ANSWERS_ROOM), dtype=np.uint8),
    )


def _sights(tables: int) -> Sights:
    return Sights(
        facts=np.zeros((len(FACTS), tables), dtype=np.int64),
        ranks=np.zeros((tables, RANKS), dtype=np.int8),
        suits=np.zeros((tables, SUITS), dtype=np.int8),
        cards=np.zeros((tables, 2), dtype=np.int8),
        card_suits=np.zeros((tables, 2), dtype=np.int8),
        seen=np.zeros((tables, RANKS), dtype=np.int16),
        mask=np.zeros((tables, len(BLACKJACK_ACTIONS)), dtype=np.int8),
    )
