"""Many tables at once: compiled, one decision at each of them a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.engine.setup import Setup
from pitboss.gym.actions import BLACKJACK_ACTIONS, refusal
from pitboss.gym.lanes import PHASE, STATE, TableLanes
from pitboss.gym.observations import FACTS, RANKS, SUITS, Observation, Phase, observation_space
from pitboss.gym.round import ObservationArrays, observe_all, open_all, step_all
from pitboss.gym.rules import lane_rules
from pitboss.gym.tables import ILLEGAL, Seeding, check_illegal, shoe_room, table
from pitboss.rulebook.model import OptionValue
from pitboss.simulator.buffers import CARDS_ROOM, HANDS_ROOM
from pitboss.simulator.random.philox import U64
from pitboss.simulator.tally import BASE

Array = Any
Info = dict[str, Any]


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
    ) -> None:
        """Open the tables, or raise `RulesError` with every problem."""
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        self.setup: Setup = table(game, options, None)
        self.num_envs = num_envs
        self.illegal, self.penalty = check_illegal(illegal), penalty
        self.single_observation_space = observation_space(self.setup)
        self.single_action_space = spaces.Discrete(len(BLACKJACK_ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rules = lane_rules(self.setup, penetration)
        self._lanes = _lanes(num_envs, len(self._rules.full))
        self._seeding = Seeding()
        self._mask: Array = None
        self._over = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start an episode at every table, the first with shoe ``options["shoe"]`` or the next."""
        super().reset(seed=seed)
        first = self._seeding.number(seed, options, self.np_random)
        self._seeding.skip(self.num_envs - 1)
        self._lanes.numbers[:] = np.arange(first, first + self.num_envs, dtype=np.uint64)
        open_all(self._rules, self._lanes, U64(self._seeding.seed))
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
        seed = U64(self._seeding.seed)
        step_all(self._rules, self._lanes, seed, chosen, nets, ended, illegal)
        rewards = nets / BASE
        rewards[illegal] = -self.penalty
        self._over = ended
        seen, info = self._copy_observations(illegal)
        return seen, rewards, ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), info

    def _check(self, chosen: Array) -> None:
        """Refuse unknown actions, and illegal ones if that is an error."""
        if chosen.shape != (self.num_envs,):
            raise error.InvalidAction(f"there are {self.num_envs} actions to choose, one a table")
        wrong = (chosen < 0) | (chosen >= len(BLACKJACK_ACTIONS))
        if not wrong.any() and self.illegal == "raise":
            wrong = (self._mask[np.arange(self.num_envs), chosen] == 0) & ~self._over
        if wrong.any():
            at = int(np.argmax(wrong))
            raise error.InvalidAction(refusal(int(chosen[at]), self._mask[at], f"at table {at}"))

    def _copy_observations(self, illegal: Array) -> tuple[Observation, Info]:
        tables = self.num_envs
        out = ObservationArrays(
            facts=np.zeros((len(FACTS), tables), dtype=np.int64),
            ranks=np.zeros((tables, RANKS), dtype=np.int8),
            suits=np.zeros((tables, SUITS), dtype=np.int8),
            cards=np.zeros((tables, 2), dtype=np.int8),
            card_suits=np.zeros((tables, 2), dtype=np.int8),
            seen=np.empty((tables, RANKS), dtype=np.int16),
            mask=np.empty((tables, len(BLACKJACK_ACTIONS)), dtype=np.int8),
        )
        observe_all(self._rules, self._lanes, out)
        self._mask = out.mask
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
    facts = np.zeros((tables, STATE), dtype=np.int64)
    facts[:, PHASE] = Phase.OVER
    return TableLanes(
        facts=facts,
        shoes=shoes,
        shuffles=shuffles,
        words=words,
        numbers=np.zeros(tables, dtype=np.uint64),
        waiting=np.zeros((tables, HANDS_ROOM), dtype=np.int32),
        ends=np.zeros((tables, HANDS_ROOM), dtype=np.int16),
        seen=np.zeros((tables, RANKS), dtype=np.int16),
        ranks=np.zeros((tables, RANKS), dtype=np.int8),
        suits=np.zeros((tables, SUITS), dtype=np.int8),
        first=np.zeros((tables, 1), dtype=np.uint32),
        second=np.zeros((tables, 1), dtype=np.uint32),
        shown=np.zeros((tables, 2 + CARDS_ROOM), dtype=np.uint32),
    )
