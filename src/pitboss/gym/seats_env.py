"""Several learners at one table, one seat each, by the rules of PettingZoo (AEC).

An episode is a round with a fresh shoe. Every seat places its wager in turn (the action ``deal``);
then the cards are dealt, and whoever is asked is the agent that acts. At the end each agent gets
what its seat won, in units of the first wager. Nobody sees a card that lies face down for the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import error, spaces

try:
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ModuleNotFoundError as missing:
    from pitboss.rulebook.extras import install_command

    message = f"several seats need PettingZoo: {install_command('pettingzoo')}"
    raise ImportError(message) from missing

from pitboss.compiled.arrays import Array
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup
from pitboss.engine.view import view
from pitboss.gym.actions import ACTIONS, DEAL, NUMBER, legal_answers, refusal
from pitboss.gym.kinds import KINDS
from pitboss.gym.observations import (
    Observation,
    Phase,
    count_ranks,
    mask_array,
    observation_space,
    observe_between_rounds,
    observe_question,
    ranks_in,
    visible_cards,
)
from pitboss.gym.regret import ActionValues, regret
from pitboss.gym.table_env import render_table
from pitboss.gym.tables import NumberedShoe, Seeding, table
from pitboss.rulebook.model import OptionValue
from pitboss.simulator.buffers import SEATS_MAX
from pitboss.simulator.tally import BASE

_DEAL = NUMBER[DEAL]


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """Every seat of a table, each an agent: "seat_1" to "seat_7".

    *values* gives each agent in its `info` the exact value of its legal actions, and what its last
    one cost. An action that is not legal raises `gymnasium.error.InvalidAction`: use the mask.
    """

    metadata = {"name": "pitboss_seats_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        game: str,
        *,
        seats: int = SEATS_MAX,
        options: Mapping[str, OptionValue] | None = None,
        tables: Mapping[str, str] | None = None,
        values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open a table, or raise `RulesError` with every problem."""
        super().__init__()
        if not 1 <= seats <= SEATS_MAX:
            raise ValueError(f"seats is from 1 to {SEATS_MAX}, not {seats}")
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"render_mode is ansi, not {render_mode}")
        self.setup: Setup = table(game, options, tables)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, start=1)}
        self._agent = {seat: agent for agent, seat in self._seat.items()}
        kind = KINDS[self.setup.round]
        self._observations = observation_space(self.setup)
        self._actions = {agent: spaces.Discrete(len(kind.actions)) for agent in self._seat}
        offered = [wager for wager in kind.wagers if wager in self.setup.configured.spots]
        mains = dict.fromkeys((*self.setup.mains, *offered), BASE)
        # A table that takes fewer seats is refused now; every round begins with these bets.
        self._placed = Round.start(self.setup, [Bets(seat, mains) for seat in self._agent])
        self._values = ActionValues(self.setup) if values else None
        self._known: Array | None = None
        self._seeding = Seeding()
        self._shoe = NumberedShoe(self.setup)
        self._random = np.random.default_rng()
        self.round: Round | None = None
        """The current round, or the last one: its events and its settlement."""
        self._legal: dict[int, Action | None] = {}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent sees: the same for all."""
        del agent
        return self._observations

    def action_space(self, agent: str) -> spaces.Discrete:  # type: ignore[type-arg,unused-ignore]
        """Return the numbers of `pitboss.gym.ACTIONS` that the game has."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a round with the next shoe of the seed, or with shoe ``options["shoe"]``."""
        number = self._seeding.number(seed, options, self._random)
        self._shoe.open(self._seeding.seed, number)
        self.round = None
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask(self.agents[0])

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act: place its wager, or answer the question."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        if number not in self._legal:
            mask = mask_array(self._legal, self.setup)
            raise error.InvalidAction(refusal(number, mask, "now"))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        answer = self._legal[number]
        cost = 0.0
        if answer is None:
            self._place(agent)
        else:
            assert self.round is not None
            cost = 0.0 if self._known is None else regret(self._known, number)
            self.round.act(answer)
            self._play_on()
        if self._values is not None:
            self.infos[agent]["regret"] = cost
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now; its mask is empty unless it is asked."""
        is_asked = not self.terminations[agent] and agent == self.agent_selection
        mask = mask_array(self._legal if is_asked else (), self.setup)
        if self.round is None:
            gone = [0] * ranks_in(self.setup)
            return observe_between_rounds(self.setup, Phase.WAGER, gone, mask)
        shown = view(self.round.state, self._seat[agent])
        gone = count_ranks(visible_cards(shown), ranks_in(self.setup))
        question = self._question()
        if question is None or not is_asked:
            return observe_between_rounds(self.setup, Phase.OVER, gone, mask)
        return observe_question(self.round.state, question, shown, gone, mask)

    def render(self) -> str | None:
        """Return the table as a spectator sees it."""
        if self.round is None:
            return "The shoe is ready; nothing is dealt yet.\n"
        names = [ACTIONS[number] for number in self._legal] if self._question() else []
        return render_table(view(self.round.state, 0), names)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _question(self) -> Question | None:
        due = None if self.round is None else self.round.due
        return due if isinstance(due, Question) else None

    def _place(self, agent: str) -> None:
        """Place a wager; the last seat's lets the cards be dealt."""
        seat = self._seat[agent]
        if seat < len(self.possible_agents):
            self._ask(self._agent[seat + 1])
            return
        self.round = self._placed.again()
        self._shoe.begin_round()
        self._play_on()

    def _play_on(self) -> None:
        """Deal until somebody is asked, or the round is over."""
        playing = self.round
        assert playing is not None
        while playing.due is not None and not isinstance(playing.due, Question):
            if isinstance(playing.due, ReshuffleNeeded):
                self._shoe.reshuffle_but(playing.due.keep)
                playing.reshuffle()
            else:
                assert isinstance(playing.due, CardNeeded)
                playing.deal(self._shoe.draw())
        if isinstance(playing.due, Question):
            self._ask(self._agent[playing.due.seat])
            return
        for seat, cents in playing.state.net().items():
            self.rewards[self._agent[seat]] = cents / BASE
        self._legal = {}
        self._known = None
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self._tell(agent)

    def _ask(self, agent: str) -> None:
        """Make it an agent's turn."""
        self.agent_selection = agent
        question = self._question()
        self._legal = {_DEAL: None}
        if question is not None and self.round is not None:
            cards = self.round.state.seat(question.seat).hand(question.hand).cards
            self._legal = {**legal_answers(question, cards)}
            if self._values is not None:
                self._known = self._values.of(self.round.state, question, self._legal)
        self._tell(agent)

    def _tell(self, agent: str) -> None:
        info = self.infos[agent]
        info.pop("action_mask", None)
        if self._legal:
            info["action_mask"] = mask_array(self._legal, self.setup)
        if self._values is not None:
            info["values"] = self._values.none() if self._known is None else self._known.copy()
