"""Disney Lorcana as a PettingZoo environment. :mod:`gaslamp.pettingzoo._env` explains the arguments, :class:`gaslamp.lorcana.Batch` the set-up.

>>> from gaslamp.pettingzoo import lorcana_v0
>>> env = lorcana_v0.env(p2="greedy")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     is_over = termination or truncation
...     env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

from typing import Any, ClassVar

from gaslamp import lorcana
from gaslamp.pettingzoo import _env

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(_env.TurnTable):
    """The environment in which players act one after another."""

    game = lorcana.GAME
    metadata: ClassVar[dict[str, Any]] = _env.metadata("lorcana_v0")


class parallel_env(_env.ParallelTable):
    """The environment for learners that want an action of everybody at every step."""

    game = lorcana.GAME
    metadata: ClassVar[dict[str, Any]] = _env.metadata("lorcana_v0")


def env(**arguments: Any) -> raw_env:
    """The same. It keeps its order and refuses what is illegal by itself: PettingZoo's wrappers would only make it ten times slower."""
    return raw_env(**arguments)
