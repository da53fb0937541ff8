"""One table, one decision a step, played by the table engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import error, spaces

from pitboss.cards import format_cards
from pitboss.compiled.arrays import Array
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup
from pitboss.engine.view import HandView, SeatView, TableView, view
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
from pitboss.gym.tables import (
    ILLEGAL,
    NumberedShoe,
    Seeding,
    check_illegal,
    find_cut,
    table,
)
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.pays import format_dollars
from pitboss.simulator.buffers import SEATS_MAX
from pitboss.simulator.tally import BASE
from pitboss.sitting.basic_play import basic_play

Info = dict[str, Any]
LEARNER = 1
"""The learner's seat: the first in turn."""


def render_table(view: TableView, names: Sequence[str]) -> str:
    """Return the table as text, with the *names* of the legal actions."""
    cards = format_cards(view.dealer) + " ??" * view.face_down
    total = _total(view.dealer_total, soft=view.dealer_soft)
    lines = [view.game, f"dealer   {cards.strip():<24}{total}".rstrip()]
    for title, shown in (("bonus", view.bonus), ("poker", view.community)):
        lines += [f"{title:<9}{format_cards(shown)}"] if shown else []
    for seat in view.seats:
        lines += [_hand(view, seat, hand) for hand in seat.hands]
        lines += _poker(seat)
    lines += [
        f"  seat {line.seat} {line.wager}: {line.outcome}, {_with_sign(line.net)}"
        for line in view.settled
    ]
    lines += ["choose   " + ", ".join(names)] if names else []
    return "\n".join(lines) + "\n"


def _hand(view: TableView, seat: SeatView, hand: HandView) -> str:
    mark = ">" if view.turn == (seat.number, hand.number) else " "
    cards = format_cards(hand.cards) + " ??" * hand.face_down
    lammers = f" free {format_dollars(hand.free)}" if hand.free else ""
    place = f"{mark}{seat.number}.{hand.number:<6}"
    total = _total(hand.total, soft=hand.soft)
    low = f" low {format_cards(hand.low)}" if hand.low else ""
    return f"{place}{cards.strip():<24}{total:<10}{format_dollars(hand.stake)}{lammers}{low}"


def _poker(seat: SeatView) -> list[str]:
    """Return the line of a seat's poker part, if it has cards of its own or was folded."""
    cards = (format_cards(seat.poker) + " ??" * seat.poker_face_down).strip()
    words = [f"poker {cards}"] * bool(cards) + ["folded"] * seat.folded
    return [f" {seat.number} {', '.join(words)}"] if words else []


def _total(total: int, *, soft: bool) -> str:
    """Return a blackjack total; 0 in games without blackjack."""
    return f"soft {total}" if soft else str(total or "")


def _with_sign(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{format_dollars(abs(cents))}"


class TableEnv(gymnasium.Env[Observation, int]):
    """A learner's seat at a table of one game.

    An episode is a round with a fresh shoe or, with a *penetration*, a shoe dealt down to its cut
    card. It starts before the wager; the action ``deal`` deals. The reward is the net of the round
    in units of the first wager, given at its end.

    A sensible player plays the other seats. *wagers* are the learner's side wagers, in cents at a
    main wager of 100, on a felt with the pay tables of *tables*. With *values*, `info` has the
    exact value of every legal action, and what the last one cost.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - as many as there are choices
        self,
        game: str,
        *,
        options: Mapping[str, OptionValue] | None = None,
        tables: Mapping[str, str] | None = None,
        wagers: Mapping[str, int] | None = None,
        seats: int = 1,
        penetration: float | None = None,
        illegal: Literal["penalty", "raise"] = ILLEGAL,
        penalty: float = 1.0,
        values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open a table, or raise `RulesError` with every problem."""
        if not 1 <= seats <= SEATS_MAX:
            raise ValueError(f"seats is from 1 to {SEATS_MAX}, not {seats}")
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise ValueError(f"render_mode is ansi or human, not {render_mode}")
        self.setup: Setup = table(game, options, tables)
        self.illegal = check_illegal(illegal)
        self.penalty = penalty
        self.render_mode = render_mode
        self.observation_space = observation_space(self.setup)
        kind = KINDS[self.setup.round]
        self.action_space = spaces.Discrete(len(kind.actions))  # type: ignore[assignment]
        offered = [wager for wager in kind.wagers if wager in self.setup.configured.spots]
        mains = dict.fromkeys((*self.setup.mains, *offered), BASE)
        others = [Bets(seat, mains) for seat in range(LEARNER + 1, seats + 1)]
        self._bets = [Bets(LEARNER, {**mains, **(wagers or {})}), *others]
        # A wager the table does not take is refused now; every round begins with these bets.
        self._placed = Round.start(self.setup, self._bets)
        self._burn, self._cut = find_cut(self.setup, penetration)
        self._values = ActionValues(self.setup) if values else None
        self._known: Array | None = None
        """The values of the legal actions of the last observation."""
        self._seeding = Seeding()
        self._shoes = NumberedShoe(self.setup)
        self._shoe: NumberedShoe | None = None
        """The shoe of this episode."""
        self.round: Round | None = None
        """The current round, or the last one: its events and its settlement."""
        self._ranks = ranks_in(self.setup)
        self._seen = [0] * self._ranks
        self._legal: dict[int, Action | None] = {}
        """The legal actions of the last observation, by number; None is to deal."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start an episode with the next shoe of the seed, or with shoe ``options["shoe"]``."""
        super().reset(seed=seed)
        number = self._seeding.number(seed, options, self.np_random)
        self._shoe = self._shoes.open(self._seeding.seed, number)
        for _ in range(self._burn):
            self._shoe.draw()
        self.round = None
        self._seen = [0] * self._ranks
        self._print()
        return self._observe(Phase.WAGER)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Take an action: deal, or answer the question."""
        if self._shoe is None:
            raise error.ResetNeeded("reset() begins an episode; none is under way")
        number = int(action)
        if number != action or number not in self._legal:
            return self._handle_illegal(number)
        answer = self._legal[number]
        cost = 0.0 if self._known is None or answer is None else regret(self._known, number)
        if answer is None:
            self.round = self._placed.again()
            self._shoe.begin_round()
        else:
            assert self.round is not None
            self.round.act(answer)
        played = self._play_on()
        if self._values is not None:
            played[-1]["regret"] = cost
        self._print()
        return played

    def action_masks(self) -> Array:
        """Return whether each action is legal now, as MaskablePPO asks for it."""
        return mask_array(self._legal, self.setup).astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as text; in the mode ``human`` every step has printed it."""
        return None if self.render_mode == "human" else self._text()

    def _text(self) -> str:
        if self.round is None:
            return "The shoe is ready; nothing is dealt yet.\n"
        names = [ACTIONS[number] for number in self._answers()] if self._question() else []
        return render_table(view(self.round.state, LEARNER), names)

    def _print(self) -> None:
        if self.render_mode == "human":
            print(self._text())  # noqa: T201 - that is what the mode means

    def _question(self) -> Question | None:
        due = None if self.round is None else self.round.due
        return due if isinstance(due, Question) else None

    def _answers(self) -> dict[int, Action | None]:
        """Return number -> the engine's action for all legal actions; None is to deal."""
        question = self._question()
        if question is None:
            return {NUMBER[DEAL]: None}
        assert self.round is not None
        cards = self.round.state.seat(question.seat).hand(question.hand).cards
        return {**legal_answers(question, cards)}

    def _handle_illegal(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Handle an illegal action: raise an error, or do nothing for a penalty."""
        if self.illegal == "raise" or action not in self.action_space:
            mask = mask_array(self._answers(), self.setup)
            raise error.InvalidAction(refusal(action, mask, "now"))
        seen, info = self._observe(Phase.WAGER)
        cost = {} if self._values is None else {"regret": 0.0}
        return seen, -float(self.penalty), False, False, {**info, **cost, "illegal": True}

    def _play_on(self) -> tuple[Observation, float, bool, bool, Info]:
        """Deal cards and let the others play until the learner's turn, or the end of the round."""
        playing = self.round
        shoe = self._shoe
        assert playing is not None
        assert shoe is not None
        while playing.due is not None:
            if isinstance(playing.due, CardNeeded):
                playing.deal(shoe.draw())
            elif isinstance(playing.due, ReshuffleNeeded):
                shoe.reshuffle_but(playing.due.keep)
                playing.reshuffle()
            else:
                assert isinstance(playing.due, Question)
                if playing.due.seat == LEARNER:
                    seen, info = self._observe(Phase.HAND)
                    return seen, 0.0, False, False, info
                playing.act(basic_play(playing.state, playing.due))
        self._seen = self._count_seen_cards(view(playing.state, LEARNER))
        reward = playing.state.net()[LEARNER] / BASE
        over = shoe.dealt >= self._cut
        seen, info = self._observe(Phase.OVER if over else Phase.WAGER)
        if over:
            self._shoe = None
        return seen, reward, over, False, info

    def _count_seen_cards(self, shown: TableView) -> list[int]:
        now = count_ranks(visible_cards(shown), len(self._seen))
        return [before + more for before, more in zip(self._seen, now, strict=True)]

    def _observe(self, between: Phase) -> tuple[Observation, Info]:
        """Return the observation with the mask; *between* is the phase between rounds."""
        question = self._question()
        self._legal = {} if question is None and between is Phase.OVER else self._answers()
        mask = mask_array(self._legal, self.setup)
        if question is None:
            seen = observe_between_rounds(self.setup, between, self._seen, mask)
        else:
            assert self.round is not None
            shown = view(self.round.state, LEARNER)
            by_now = self._count_seen_cards(shown)
            seen = observe_question(self.round.state, question, shown, by_now, mask)
        info: Info = {"action_mask": mask.copy(), "illegal": False}
        if self._values is not None:
            self._known = self._values.none()
            if question is not None and self.round is not None:
                self._known = self._values.of(self.round.state, question, self._legal)
            info["values"] = self._known.copy()
        return seen, info
