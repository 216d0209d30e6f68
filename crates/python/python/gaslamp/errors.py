"""What cannot be answered, and why.

>>> import gaslamp
>>> try:
...     gaslamp.solve("players = 7")
... except gaslamp.Unreadable as error:
...     error.problems[0]["place"]["line"]
1
"""

from collections.abc import Sequence
from typing import Any

__all__ = ["GaslampError", "Illegal", "Unfinished", "Unreadable"]


class GaslampError(Exception):
    """Why there is no answer.

    As a string it reads as the binary's diagnostics do, with the places. ``problems`` has the same for programs: a dict with ``id``, ``message``,
    ``place`` and ``fix`` for each. ``answer`` is the whole JSON object, with what was found all the same.
    """

    problems: list[dict[str, Any]]
    answer: dict[str, Any]

    def __init__(
        self, message: str = "", problems: Sequence[dict[str, Any]] = (), answer: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.problems = list(problems)
        self.answer = {} if answer is None else answer


class Unreadable(GaslampError, ValueError):
    """Something cannot be read, or not be done here. The binary ends with exit code 2."""


class Illegal(GaslampError, ValueError):
    """All can be read, and the rules say no. The binary ends with exit code 1."""


class Unfinished(GaslampError):
    """Time was over; ``answer`` has what was found by then. The binary ends with exit code 2."""
