"""One engine and one toolbox for Blood on the Clocktower, Mafia and Disney Lorcana.

Answers are those of the ``gaslamp`` binary with ``--json``, as Python objects:

- :func:`solve` finds every world that fits a puzzle, :func:`beliefs` what a seat could know and believe,
- :func:`check` says whether a bag, a grimoire or a trace is legal, :func:`render` writes it in another form,
- a :class:`Record` is a game, whole or as one seat may know it,
- :func:`sim` plays many games and counts them, :func:`calibrate` says how far stated odds can be trusted;
  :mod:`gaslamp.ray` does both on many machines,
- :mod:`gaslamp.dataset` writes what every seat has seen and done in many games, for learners, and reads it.

Learners play in ``gaslamp.mafia``, ``gaslamp.botc`` and ``gaslamp.lorcana``, which need NumPy; ``gaslamp.pettingzoo`` and
``gaslamp.gymnasium`` have their environments.

Wherever a text is read, a ``str`` is the text itself and a path (``pathlib.Path``) is a file that holds it.
What cannot be answered is a :class:`GaslampError`.

>>> import gaslamp
>>> gaslamp.check("[Ann:chef Ben:empath Cy:monk Dan:poisoner Eve:imp]")["legal"]
True
"""

import importlib
from typing import TYPE_CHECKING, Any

from gaslamp import dataset as dataset
from gaslamp._gaslamp import Record, __version__, beliefs, check, render, solve
from gaslamp.errors import GaslampError, Illegal, Unfinished, Unreadable
from gaslamp.simulation import Interrupted, SimulationSpec, calibrate, sim

if TYPE_CHECKING:
    from gaslamp import botc, lorcana, mafia
    from gaslamp._state import State, deserialize

__all__ = [
    "GaslampError",
    "Illegal",
    "Interrupted",
    "Record",
    "SimulationSpec",
    "State",
    "Unfinished",
    "Unreadable",
    "__version__",
    "beliefs",
    "botc",
    "calibrate",
    "check",
    "deserialize",
    "lorcana",
    "mafia",
    "render",
    "sim",
    "solve",
]


def __getattr__(name: str) -> Any:
    """What needs NumPy is imported when it is asked for: a puzzle can be solved without."""
    if name in ("botc", "lorcana", "mafia"):
        return importlib.import_module(f"gaslamp.{name}")
    if name in ("State", "deserialize"):
        return getattr(importlib.import_module("gaslamp._state"), name)
    raise AttributeError(f"module 'gaslamp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
