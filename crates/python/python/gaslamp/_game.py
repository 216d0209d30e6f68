"""What the three games have in common here: a set-up in friendly words, names of players, and how their kinds are made."""

from __future__ import annotations

import inspect
import operator
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaslamp._gaslamp import Kind, Table
from gaslamp._setups import Field

__all__ = ["Field", "Game", "Keeps", "checked_seed", "find_game", "random_seed", "whole"]

# Whether tokens, the record, talk and the steps of chance are kept or left to the caller.
Keeps = tuple[bool, bool, bool, bool]

LEARNER = "learner"
IDLE = 0


@dataclass(frozen=True)
class Game:
    """A game, and how its set-up is said in Python.

    ``fields`` makes the fields of a record's first line from keyword arguments, and needs none of them.
    """

    name: str
    sides: tuple[str, ...]
    fields: Callable[..., list[Field]]

    def kind(self, keeps: Keeps = (True, True, False, False), **setup: Any) -> Kind:
        """A kind of game from a set-up and agents: ``seats={3: "heuristic"}``, ``storyteller=…``, and one argument for each side."""
        seats = setup.pop("seats", None)
        storyteller = setup.pop("storyteller", None)
        sides = [(side, setup.pop(side)) for side in self.sides if side in setup]
        return Kind(self.name, self._read(setup), named(sides), agents_by_seat(seats), storyteller, keeps)

    def _read(self, setup: dict[str, Any]) -> list[Field]:
        known = inspect.signature(self.fields).parameters
        for name in setup:
            if name not in known:
                words = [*known, *self.sides, "seats", "storyteller"]
                raise TypeError(f"{self.name} has no set-up {name!r}; there are {', '.join(words)}")
        return self.fields(**setup)

    @cached_property
    def usual(self) -> Kind:
        """The kind that is meant if nothing is said; it knows the vocabulary."""
        return self.kind()

    def constants(self) -> tuple[tuple[str, ...], tuple[str, ...], int, int]:
        """Vocabulary, names of actions, padding and version of the encoding."""
        kind = self.usual
        actions = tuple(kind.action_name(id) for id in range(kind.actions))
        return tuple(kind.vocabulary), actions, kind.padding, kind.encoding


def find_game(name: str) -> Game:
    """A game by its name."""
    from gaslamp import botc, lorcana, mafia

    games: dict[str, Game] = {module.GAME.name: module.GAME for module in (mafia, botc, lorcana)}
    if name not in games:
        raise ValueError(f"unknown game {name!r}; there are {', '.join(games)}")
    return games[name]


def named(sides: list[tuple[str, Any]]) -> list[Field]:
    """The agents of sides. None leaves a side to learners, as saying nothing does."""
    for side, agent in sides:
        if agent is not None and not isinstance(agent, str):
            raise TypeError(f"{side} must be the name of an agent, not {type(agent).__name__}")
    return [(side, agent) for side, agent in sides if agent is not None]


def agents_by_seat(seats: Mapping[int, str] | None) -> list[tuple[int, str]]:
    """The agents of seats."""
    if seats is None:
        return []
    if not isinstance(seats, Mapping):
        raise TypeError("seats must map seats to names of agents, such as {3: 'heuristic'}")
    return [(whole(seat, "a seat"), agent) for seat, agent in seats.items()]


def whole(number: Any, name: str, least: int = 0, most: int | None = None) -> int:
    """A whole number of any integer type that lies in bounds."""
    try:
        value = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(number).__name__}") from None
    if value < least or (most is not None and value > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be {bounds}, not {value}")
    return value


def checked_seed(seed: Any) -> int:
    """A random seed."""
    return whole(seed, "a seed", 0, 2**64 - 1)


def random_seed() -> int:
    """A seed that nobody can foresee; below 2⁶³, so that every integer type holds it."""
    return secrets.randbits(63)


def begin(table: Table, seed: int, game: int) -> None:
    """Begins the first game, from this one on, in which a learner has something to decide: where agents play, a game may end before."""
    for number in range(game, game + 1000):
        table.begin(seed, number)
        if table.turn >= 0:
            return
    raise RuntimeError("in 1000 games no learner had anything to decide; is every seat an agent's?")
