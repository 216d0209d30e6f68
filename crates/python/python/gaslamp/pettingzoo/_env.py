"""What the environments of all games share.

Every seat is an agent, ``player_0`` and so on, and stays one until the end of the game: a dead player still reads. Where agents of the
engine play, ``agents`` are the learners of this game, which are known only after the deal.

An observation is a dict: ``observation`` are the latest tokens of what the seat has seen, then padding; ``action_mask`` is 1 for what it
may do; in Lorcana ``present`` are the tokens of what it sees now. The mask of a seat that is not to act has only the id 0, which then does
nothing, since many learners cannot do with a mask that is all zero. Scores, 1 and -1, come at the end to all at once.

Arguments of every environment, all by keyword:

- ``render_mode`` is ``ansi`` (the whole table as a text), ``svg`` (as a picture) or ``human`` (printed),
- ``max_cycles`` breaks a game off after so many steps; None never does,
- ``history`` is how many tokens of the past are shown; None is the game's usual number,
- ``talk`` lets players make claims that no rule asks for,
- ``illegal`` is what happens if an id is not legal: with ``lose`` the game ends for all, with -1 for whoever gave it and 0 for the others,
  as PettingZoo's ``TerminateIllegalWrapper`` has it; with ``raise`` it is raised and nothing has changed. What is no id at all is always raised,
- a side (``red="heuristic"``), ``seats={3: "heuristic"}`` and ``storyteller`` name agents of the engine,
- whatever else there is belongs to the set-up of the game.

A table that is shown, ``state()``, ``record()`` and ``seeds`` tell everything; learners must see observations and infos only. Also ``agents``
tells who is on which side if a side is played by an agent, and the number of steps between two of an agent's own tells what others do with
their eyes open at night: neither is part of an observation.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from gaslamp._game import IDLE, Game, begin, checked_seed, random_seed, whole
from gaslamp._gaslamp import Table
from gaslamp._spaces import ILLEGAL, RENDER_MODES, is_illegal, observation_space, one_of, only_idle, shown
from gaslamp.errors import Illegal

__all__ = ["ParallelTable", "TurnTable", "metadata"]

Observation = dict[str, npt.NDArray[Any]]


def metadata(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": True, "render_fps": 1}


class _Tables:
    """A table and its spaces."""

    game: ClassVar[Game]
    metadata: ClassVar[dict[str, Any]]
    _is_over = True

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        history: int | None = None,
        talk: bool = False,
        illegal: str = "lose",
        **setup: Any,
    ) -> None:
        super().__init__()
        kind = self.game.kind((True, True, bool(talk), False), **setup)
        self._kind = kind
        self._may_lose = one_of("illegal", illegal, ILLEGAL) == "lose"
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self.max_cycles = None if max_cycles is None else whole(max_cycles, "max_cycles", 1)
        self._history = kind.history if history is None else whole(history, "history", 1, 2**20)
        self._present = kind.present
        self._padding = kind.padding
        self._players = kind.names
        self.possible_agents = [f"player_{seat}" for seat in range(len(kind.names))]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        sizes = (self._history, self._present, self._padding, kind.actions)
        self.observation_spaces = {agent: observation_space(*sizes) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(kind.actions) for agent in self.possible_agents}
        shape = (len(kind.names), self._history + self._present)
        self.state_space = spaces.Box(0, self._padding, shape, np.int16)
        self.agents: list[str] = []

    def __getattr__(self, name: str) -> Any:
        # The first reset makes the table and all that belongs to a game.
        if name in ("_table", "agent_selection", "rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"{name} cannot be had before reset begins a game")
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observations of an agent; those of all agents are alike."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The ids."""
        return self.action_spaces[agent]

    @property
    def seeds(self) -> tuple[int, int]:
        """The random seed, and the number of the game within it. They tell what is hidden."""
        return self._table.seeds

    def record(self) -> str | None:
        """The record so far, as one line. It tells what is hidden."""
        return self._table.record()

    def state(self) -> npt.NDArray[np.int16]:
        """What all seats have seen, a row for each: for critics that may know everything while others learn. It is secret from every seat."""
        rows = [self._observe(seat) for seat in range(len(self._players))]
        return np.stack([np.concatenate([row[name] for name in row if name != "action_mask"]) for row in rows])

    def render(self) -> str | None:
        """The whole table, as ``render_mode`` says."""
        return shown(self._table, self.render_mode, self.metadata["name"])

    def close(self) -> None:
        """There is nothing to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _observe(self, seat: int) -> Observation:
        tokens, mask = self._table.observe(seat, self._history, self._padding, IDLE)
        if self._is_over:
            only_idle(mask)
        if self._present:
            present = self._table.present(seat, self._present, self._padding)
            return {"observation": tokens, "present": present, "action_mask": mask}
        return {"observation": tokens, "action_mask": mask}

    def _begin(self, seed: int | None) -> None:
        """Begins the first game of a seed; without one, the game after the last, or the first of a seed that nobody can foresee."""
        game = 0
        if "_table" not in self.__dict__:
            seed = random_seed() if seed is None else checked_seed(seed)
            self._table = Table(self._kind, seed, game)
        elif seed is not None:
            seed = checked_seed(seed)
        else:
            seed, game = self._table.seeds
            game += 1
        begin(self._table, seed, game)
        # Counting down, None never comes to 0.
        self._left = self.max_cycles or 0
        possible = self.possible_agents
        self.agents = [possible[seat] for seat in self._table.learners]

    def _infos(self) -> dict[str, dict[str, Any]]:
        """What an agent is told beside its observation: its own name."""
        return {agent: {"name": self._players[self._seats[agent]]} for agent in self.agents}

    def _scores(self) -> dict[str, float]:
        scores = self._table.scores
        return {agent: float(scores[self._seats[agent]]) for agent in self.agents}


class TurnTable(_Tables, AECEnv[str, Observation, int]):
    """A table at which agents act one after another."""

    # Until the first reset there is no game that could go on.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the first game of a seed; without one, the next game of the last seed, or the first of one that nobody can foresee."""
        self._begin(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = self._infos()
        self._is_over = False
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._table.turn]

    def step(self, action: Any) -> None:
        """Takes an id of the agent that is to act; None once it is over for it."""
        if self._is_over:
            return self._leave(action)
        try:
            self._table.step(action)
        except Illegal as error:
            if not (self._may_lose and is_illegal(error)):
                raise
            actor = self.agent_selection
            return self._end({agent: -1.0 if agent == actor else 0.0 for agent in self.agents}, True)
        turn = self._table.turn
        self._left -= 1
        if turn >= 0 and self._left:
            # All scores come at the end, so until then there is nothing to add up.
            self.agent_selection = self.possible_agents[turn]
            return None
        return self._end(self._scores(), turn == -1)

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        return self._observe(self._seats[agent])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, score, whether it is over or broken off, and info of the agent that is to act."""
        agent = self.agent_selection
        return (
            self._observe(self._seats[agent]) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _end(self, rewards: dict[str, float], is_over: bool) -> None:
        self._is_over = True
        self.rewards = rewards
        self._cumulative_rewards = dict(rewards)
        over = self.terminations if is_over else self.truncations
        over.update(dict.fromkeys(self.agents, True))
        self._deads_step_first()

    def _leave(self, action: int | None) -> None:
        if not self.agents:
            raise Illegal("no game is going on; reset begins one")
        self._was_dead_step(action)


class ParallelTable(_Tables, ParallelEnv[str, Observation, int]):
    """A table at which everybody gives an action at once, and only that of whoever is to act counts."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins the first game of a seed; without one, the next game of the last seed, or the first of one that nobody can foresee."""
        self._begin(seed)
        self._is_over = False
        return self._observe_all(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Takes an id of every agent."""
        agents = self.agents
        if not agents:
            raise Illegal("no game is going on; reset begins one")
        if not actions.keys() <= self._seats.keys():
            unknown = ", ".join(sorted(map(str, actions.keys() - self._seats.keys())))
            raise ValueError(f"unknown agents: {unknown}")
        actor = self.possible_agents[self._table.turn]
        if actor not in actions:
            raise ValueError(f"{actor} is to act and gave no action")
        try:
            self._table.step(actions[actor])
        except Illegal as error:
            if not (self._may_lose and is_illegal(error)):
                raise
            return self._end({agent: -1.0 if agent == actor else 0.0 for agent in agents}, True, False)
        turn = self._table.turn
        self._left -= 1
        if turn >= 0 and self._left:
            no = dict.fromkeys(agents, False)
            return self._observe_all(), dict.fromkeys(agents, 0.0), no, no.copy(), self._infos()
        return self._end(self._scores(), turn == -1, turn != -1)

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self._observe(self._seats[agent]) for agent in self.agents}

    def _end(self, rewards: dict[str, float], is_over: bool, is_broken_off: bool) -> tuple[Any, ...]:
        agents = self.agents
        self._is_over = True
        observations, infos = self._observe_all(), self._infos()
        self.agents = []
        return observations, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_broken_off), infos
