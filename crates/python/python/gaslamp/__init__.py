"""One engine and one toolbox for Blood on the Clocktower, Mafia and Disney Lorcana.

Answers are those of the ``gaslamp`` binary with ``--json``, as Python objects:

- :func:`solve` finds every world that fits a puzzle, :func:`beliefs` what a seat could know and believe,
- :func:`check` says whether a bag, a grimoire or a trace is legal, :func:`render` writes it in another form,
- a :class:`Record` is a game, whole or as one seat may know it,
- :mod:`gaslamp.dataset` writes what every seat has seen and done in many games, for learners, and reads it.

Wherever a text is read, a ``str`` is the text itself and a path (``pathlib.Path``) is a file that holds it.
What cannot be answered is a :class:`GaslampError`.

>>> import gaslamp
>>> gaslamp.check("[Ann:chef Ben:empath Cy:monk Dan:poisoner Eve:imp]")["legal"]
True
"""

from gaslamp import dataset as dataset
from gaslamp._gaslamp import Record, __version__, beliefs, check, render, solve
from gaslamp.errors import GaslampError, Illegal, Unfinished, Unreadable

__all__ = [
    "GaslampError",
    "Illegal",
    "Record",
    "Unfinished",
    "Unreadable",
    "__version__",
    "beliefs",
    "check",
    "render",
    "solve",
]
