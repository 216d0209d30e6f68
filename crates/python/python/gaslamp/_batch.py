"""Many games that are stepped together."""

from __future__ import annotations

import os
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gaslamp import _gaslamp
from gaslamp._game import Game, begin, checked_seed, whole
from gaslamp.errors import Illegal

__all__ = ["Batch"]

MOST_GAMES = 2**20
MOST_THREADS = 1024
# About what a table comes to hold beside the arrays: measured, up to 39 kB in Mafia.
TABLE_BYTES = 40_960


class Batch:
    """Many games of one kind that are stepped together, into arrays that stay the same objects.

    - ``masks`` (games, actions) bool: what whoever is to act may do,
    - ``seats`` (games,) int8: whose turn it is,
    - ``tokens`` (games, seats, history) int16: the latest tokens of what each seat has seen, then padding,
    - ``lengths`` (games, seats) int32: how many tokens that are,
    - ``present`` (games, length) int16: what whoever is to act sees of the present, or None if the game has no such tokens,
    - ``rewards`` (games, seats) float32, ``done`` and ``truncated`` (games,) bool: how the game ended that has just ended,
    - ``games`` (games,) uint64: the numbers of the games within the seed.

    Of ``tokens`` a learner must read the row of its own seat only; ``rewards``, ``done`` and :meth:`role` are for whoever trains it.

    A step updates the rows of ``tokens`` and ``lengths`` for the seat whose turn it then is, and only these: other seats read on when they
    are to act. A game that is over is replaced at once; ``done`` and ``rewards`` tell of the one that ended, everything else is of the new
    one. Game ``i`` of ``n`` goes on with the numbers ``i + n``, ``i + 2 n``, …, so nothing depends on the number of threads.

    ``threads`` is their number, or None for one on each core. Unless ``tokens``, nothing that a seat sees is kept, which is faster.
    ``history`` is how many tokens are shown of each seat; None is the game's usual number. With ``talk`` players may also make claims that no
    rule asks for. With ``records``, :meth:`record` has the record of a running game. Agents are named by sides or in ``seats={3:
    "heuristic"}``; all other seats are learners. Whatever else there is belongs to the set-up of the game.
    """

    game: ClassVar[Game]

    def __init__(
        self,
        n: int,
        seed: int = 0,
        *,
        threads: int | None = None,
        tokens: bool = True,
        history: int | None = None,
        talk: bool = False,
        records: bool = False,
        **setup: Any,
    ) -> None:
        n = whole(n, "the number of games", 1, MOST_GAMES)
        seed = checked_seed(seed)
        threads = 0 if threads is None else whole(threads, "the number of threads", 1, MOST_THREADS)
        kind = self.game.kind((bool(tokens), bool(records), bool(talk), False), **setup)
        shown = kind.history if history is None else whole(history, "history", 1, 2**20)
        shown, present = (shown, kind.present) if tokens else (0, 0)
        seats = len(kind.names)
        # Where only agents sit, there is nothing to step.
        begin(_gaslamp.Table(kind, seed), seed, 0)
        check_memory(n * (TABLE_BYTES + kind.actions + 4 * seats + 2 * (seats * shown + present) + 4 * seats))

        self.kind = kind
        self.n = n
        self.names = tuple(kind.names)
        masks = np.zeros((n, kind.actions), np.uint8)
        done = np.zeros(n, np.uint8)
        cut_off = np.zeros(n, np.uint8)
        # Rust writes bytes; the same memory reads as truth values.
        self.masks: npt.NDArray[np.bool_] = masks.view(np.bool_)
        self.done: npt.NDArray[np.bool_] = done.view(np.bool_)
        self.truncated: npt.NDArray[np.bool_] = cut_off.view(np.bool_)
        self.seats: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros((n, seats), np.float32)
        self.games: npt.NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.tokens: npt.NDArray[np.int16] = np.full((n, seats, shown), kind.padding, np.int16)
        self.lengths: npt.NDArray[np.int32] = np.zeros((n, seats), np.int32)
        now = np.full((n, present), kind.padding, np.int16)
        self.present: npt.NDArray[np.int16] | None = now if present else None
        self._rows = np.arange(n)
        self._ids = np.zeros(n, np.int32)
        self._batch = _gaslamp.Batch(
            kind,
            seed,
            threads,
            shown,
            masks.reshape(-1),
            self.seats,
            self.rewards.reshape(-1),
            done,
            cut_off,
            self.games,
            self.tokens.reshape(-1),
            self.lengths.reshape(-1),
            now.reshape(-1),
        )

    def reset(self, seed: int = 0) -> None:
        """Begins with the first games of a seed."""
        self._batch.reset(checked_seed(seed))

    def step(self, actions: npt.ArrayLike) -> None:
        """Takes one id for every game. If one of them is not legal, that is raised and nothing has changed."""
        self._batch.step(self._read(actions))

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Draws a legal id for every game, all equally likely; into ``out`` if there is one.

        Each game has dice of its own, which ``reset`` sets by the seed.
        """
        if out is None:
            out = np.empty(self.n, np.int32)
        elif not isinstance(out, np.ndarray) or out.dtype != np.int32:
            raise TypeError("out must be an array of int32")
        elif out.shape != (self.n,) or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be a writable array of shape ({self.n},)")
        self._batch.sample(out)
        return out

    def observation(self) -> npt.NDArray[np.int16]:
        """The tokens (games, history) of the seats that are to act, as a new array."""
        return self.tokens[self._rows, self.seats]

    def record(self, i: int) -> str | None:
        """The record of a game as one line, if records are kept."""
        return self._batch.record(whole(i, "a game", 0, self.n - 1))

    def role(self, i: int, seat: int) -> str | None:
        """What a player is now. Learners must not know this of others."""
        return self._batch.role(whole(i, "a game", 0, self.n - 1), whole(seat, "a seat", 0, len(self.names) - 1))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<gaslamp.{self.game.name}.Batch of {self.n}>"

    def _read(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        if type(actions) is np.ndarray and actions.dtype == np.int32 and actions.shape == (self.n,):
            return actions if actions.flags.c_contiguous else np.ascontiguousarray(actions)
        array = np.asarray(actions)
        # Truth values are no actions, though NumPy would take them.
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {array.dtype}")
        if array.shape != (self.n,):
            raise ValueError(f"actions must have the shape ({self.n},), one for each game, not {array.shape}")
        # What int32 does not hold is no legal action either, and must not become one.
        is_id = (array >= 0) & (array < self.masks.shape[1])
        if not is_id.all():
            game = int(is_id.argmin())
            raise Illegal(f"action {array[game]} is not legal in game {game}; the mask says which are")
        self._ids[:] = array
        return self._ids


def check_memory(size: int) -> None:
    """Refuses what the machine could never hold, before the system kills the process for it."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return
    if size > memory:
        raise MemoryError(f"so many games need {size / 1e9:.1f} GB; fewer games or a shorter history need less")
