"""An evaluation for Inspect: how much a player's decisions cost, exactly, on rules never seen.

    pip install inspect-ai pitboss
    inspect eval examples/agents/blackjack_task.py --model openai/gpt-4o
    inspect eval examples/agents/blackjack_task.py --model mockllm/model -T player=chart

`-T player=` names a baseline that asks no model: `random`, `chart` (the solved chart of the rules)
or `optimal`, whose regret is 0. `-T count=` and `-T seed=` choose the decisions.
"""

import random

from decisions import Decision, decisions, follow_chart
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

BASELINES = {
    "random": lambda decision, rng: rng.choice(sorted(decision.values)),
    "chart": lambda decision, _: follow_chart(decision),
    "optimal": lambda decision, _: decision.best,
}


@task
def blackjack_decisions(count: int = 100, seed: int = 1, player: str = "model") -> Task:
    """Ask for decisions on rule sets made up on the fly."""
    if player != "model" and player not in BASELINES:
        raise ValueError(f"player is model, {', '.join(BASELINES)}, not {player!r}")
    asked = {str(number): one for number, one in enumerate(decisions(count, seed))}
    samples = [Sample(id=name, input=one.prompt, target=one.best) for name, one in asked.items()]
    return Task(
        dataset=MemoryDataset(samples, name="blackjack-decisions"),
        solver=generate() if player == "model" else baseline(asked, player, seed),
        scorer=exact_regret(asked),
    )


@solver
def baseline(asked: dict[str, Decision], player: str, seed: int) -> Solver:
    """Answer as a baseline does, without a model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate  # no model is asked
        decision = asked[str(state.sample_id)]
        rng = random.Random(f"{seed} {state.sample_id}")  # noqa: S311 - no secret
        state.output = ModelOutput.from_content(player, BASELINES[player](decision, rng))
        return state

    return solve


@scorer(metrics={"regret": [mean(), stderr()], "best": [mean(), stderr()]})
def exact_regret(asked: dict[str, Decision]) -> Scorer:
    """Score an answer by what it costs, in units of the first wager, and whether it was best."""

    async def score(state: TaskState, target: Target) -> Score:
        decision = asked[str(state.sample_id)]
        answer = state.output.completion
        regret = decision.regret(answer)
        return Score(
            value={"regret": regret, "best": float(regret == 0)},
            answer=answer,
            explanation=f"{target.text} is best: {decision.values}",
        )

    return score
