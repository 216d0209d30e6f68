"""What environments of all kinds share: spaces, words for what they do, pictures."""

from __future__ import annotations

from typing import Any

import gymnasium.logger
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from gaslamp._game import IDLE
from gaslamp._gaslamp import Table
from gaslamp._picture import picture
from gaslamp.errors import Illegal

__all__ = ["ILLEGAL", "RENDER_MODES", "is_illegal", "observation_space", "one_of", "only_idle", "shown"]

RENDER_MODES = ("ansi", "svg", "human")
ILLEGAL = ("lose", "raise")


def observation_space(history: int, present: int, padding: int, actions: int) -> spaces.Dict:
    """Tokens, mask and, if the game has it, the present."""
    space: dict[str, spaces.Space[Any]] = {"observation": spaces.Box(0, padding, (history,), np.int16)}
    if present:
        space["present"] = spaces.Box(0, padding, (present,), np.int16)
    space["action_mask"] = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict(space)


def is_illegal(error: Illegal) -> bool:
    """Whether an id is not legal now, and not something else has failed."""
    return any(problem["id"] == "learn/illegal" for problem in error.problems)


def one_of(name: str, value: Any, known: tuple[str, ...]) -> Any:
    """A word that is known."""
    if value not in known:
        raise ValueError(f"{name} must be {' or '.join(known)}, not {value!r}")
    return value


def shown(table: Table, mode: str | None, name: str) -> str | None:
    """What render answers."""
    if mode == "ansi":
        return table.text()
    if mode == "svg":
        return picture(table)
    if mode == "human":
        print(table.text().rstrip("\n"))
    else:
        gymnasium.logger.warn(f"{name} was made without a render_mode, so it shows nothing; there are {', '.join(RENDER_MODES)}")
    return None


def only_idle(mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The mask of somebody who has nothing to do."""
    mask.fill(0)
    mask[IDLE] = 1
    return mask
