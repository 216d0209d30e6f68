"""The games as Gymnasium environments for one player, or one team with a shared policy, against agents of the engine.

Importing this registers ``gaslamp/Mafia-v0``, ``gaslamp/Botc-v0`` and ``gaslamp/Lorcana-v0``; ``gymnasium.make`` imports it itself if it is
asked for ``gaslamp.gymnasium:gaslamp/Mafia-v0``.

>>> import gymnasium
>>> import gaslamp.gymnasium
>>> env = gymnasium.make("gaslamp/Mafia-v0", side="black", red="heuristic")
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     mask = env.unwrapped.action_masks()
...     observation, reward, terminated, truncated, info = env.step(mask.nonzero()[0][0])
...     over = terminated or truncated
>>> reward in (1.0, 0.0, -1.0), info["result"] in ("red", "black", "draw")
(True, True)

With sb3-contrib, ``MaskablePPO("MultiInputPolicy", env)`` learns from it as it is.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from gaslamp import botc, lorcana, mafia
from gaslamp._game import IDLE, LEARNER, Game, begin, checked_seed, whole
from gaslamp._gaslamp import Table
from gaslamp._spaces import ILLEGAL, RENDER_MODES, is_illegal, observation_space, one_of, only_idle, shown
from gaslamp.errors import Illegal

__all__ = ["BotcEnv", "LorcanaEnv", "MafiaEnv", "TeamEnv"]

Observation = dict[str, npt.NDArray[Any]] | npt.NDArray[np.int16]


class TeamEnv(gymnasium.Env[Any, Any]):
    """One seat or one side that learns; each step is the decision of whichever of its players is to act.

    - ``side`` is the side that learns, the first of the game unless ``side`` or ``seat`` is given; ``seat`` is the only player who does,
    - a side (``red="heuristic"``) names the agent of everybody else of that side, ``random`` if it is not named,
    - ``seats`` and ``storyteller`` name further agents, and ``history``, ``talk``, ``render_mode`` are as in PettingZoo's environments,
    - with ``flat`` an observation is only the tokens, and :meth:`action_masks` has the mask,
    - with ``illegal="raise"`` an id that is not legal raises and changes nothing, otherwise (``"lose"``) the game ends with -1.

    What is observed is what the player who is to act sees: its tokens tell which one that is. The score, 1 or -1, comes at the end, together
    with ``info["result"]``; it is the mean of the learners' scores, which differ only if one of them has changed sides. Until then ``info``
    has nothing but ``seat``, that of the player.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    game: ClassVar[Game]

    def __init__(
        self,
        *,
        side: str | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
        history: int | None = None,
        talk: bool = False,
        flat: bool = False,
        illegal: str = "lose",
        **setup: Any,
    ) -> None:
        kind = self.game.kind((True, True, bool(talk), False), **self._seated(side, seat, setup))
        self._kind = kind
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self._table: Table | None = None
        self._history = kind.history if history is None else whole(history, "history", 1, 2**20)
        self._present = kind.present
        self._padding = kind.padding
        self._is_flat = flat
        self._may_lose = one_of("illegal", illegal, ILLEGAL) == "lose"
        self._seat = 0
        self._is_over = True
        space = observation_space(self._history, self._present, self._padding, kind.actions)
        shape = (self._history + self._present,)
        self.observation_space = spaces.Box(0, self._padding, shape, np.int16) if flat else space
        self.action_space = spaces.Discrete(kind.actions)

    def _seated(self, side: str | None, seat: int | None, setup: dict[str, Any]) -> dict[str, Any]:
        """The set-up with an agent wherever nobody learns."""
        sides = self.game.sides
        if side is not None and seat is not None:
            raise ValueError("either side or seat learns, not both")
        if side is not None and side not in sides:
            raise ValueError(f"there is no side {side!r} in {self.game.name}; there are {', '.join(sides)}")
        if side is None and seat is None:
            side = sides[0]
        if side is not None and setup.get(side) is not None:
            raise ValueError(f"{side} learns, so it cannot be the agent {setup[side]!r}")
        seated = dict(setup)
        for name in sides:
            if name != side and seated.get(name) is None:
                seated[name] = "random"
        if seat is not None:
            seated["seats"] = {**(setup.get("seats") or {}), whole(seat, "a seat"): LEARNER}
        return seated

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the first game of a seed; without one, a game that goes on from the last seed."""
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        # Drawn from Gymnasium's own generator, so that a seed also settles the games that follow without one.
        seed = int(self.np_random.integers(2**63)) if seed is None else seed
        if self._table is None:
            self._table = Table(self._kind, seed)
        begin(self._table, seed, 0)
        self._is_over = False
        return self._now()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an id of the player who is to act."""
        table = self._begun()
        if self._is_over:
            raise Illegal("no game is going on; reset begins one")
        try:
            table.step(action)
        except Illegal as error:
            if not (self._may_lose and is_illegal(error)):
                raise
            return self._end(-1.0, True, "illegal")
        turn = table.turn
        if turn >= 0:
            observation, info = self._now()
            return observation, 0.0, False, False, info
        scores = table.scores
        learners = table.learners
        return self._end(sum(scores[seat] for seat in learners) / len(learners), turn == -1, table.result)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the player who is to act may do, as sb3-contrib asks for it. Once the game is over, only the id 0, which does nothing."""
        _, mask = self._observe()
        return mask.view(np.bool_)

    def render(self) -> str | None:
        """The whole table, as ``render_mode`` says."""
        return shown(self._begun(), self.render_mode, f"gaslamp/{self.game.name.capitalize()}-v0")

    def record(self) -> str | None:
        """The record so far, as one line. It tells what is hidden."""
        return self._begun().record()

    def _begun(self) -> Table:
        if self._table is None:
            raise Illegal("no game is going on; reset begins one")
        return self._table

    def _observe(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
        tokens, mask = self._begun().observe(self._seat, self._history, self._padding, IDLE)
        return tokens, only_idle(mask) if self._is_over else mask

    def _now(self) -> tuple[Observation, dict[str, Any]]:
        table = self._begun()
        turn = table.turn
        # After the end, it is still the last player who looks on.
        if turn >= 0:
            self._seat = turn
        tokens, mask = self._observe()
        parts: dict[str, npt.NDArray[Any]] = {"observation": tokens}
        if self._present:
            parts["present"] = table.present(self._seat, self._present, self._padding)
        info: dict[str, Any] = {"seat": self._seat}
        if self._is_flat:
            return (np.concatenate(list(parts.values())) if self._present else tokens), info
        parts["action_mask"] = mask
        return parts, info

    def _end(
        self, reward: float, is_over: bool, result: str | None
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._is_over = True
        observation, info = self._now()
        return observation, float(reward), is_over, not is_over, {**info, "result": result}


class MafiaEnv(TeamEnv):
    """Mafia; the set-up is that of :class:`gaslamp.mafia.Batch`."""

    game = mafia.GAME


class BotcEnv(TeamEnv):
    """Blood on the Clocktower; the set-up is that of :class:`gaslamp.botc.Batch`."""

    game = botc.GAME


class LorcanaEnv(TeamEnv):
    """Disney Lorcana; the set-up is that of :class:`gaslamp.lorcana.Batch`."""

    game = lorcana.GAME


for _name in ("Mafia", "Botc", "Lorcana"):
    gymnasium.register(f"gaslamp/{_name}-v0", entry_point=f"gaslamp.gymnasium:{_name}Env")
