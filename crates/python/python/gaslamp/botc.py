"""Blood on the Clocktower for learners: games step by step, and thousands of them at once.

An action is written token by token, and the same seat stays to act until its action is complete. Ids beyond the vocabulary are choices
that are left open: what exactly is said or chosen is drawn. ``docs/botc-tokens.md`` explains the tokens.

>>> from gaslamp import botc
>>> botc.SIDES, botc.PADDING == len(botc.VOCABULARY)
(('good', 'evil'), True)
>>> botc.ACTIONS[0], botc.ACTIONS[botc.PADDING]
('<PASS>', 'any claim')
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from gaslamp import _batch, _game, _gaslamp, _state

__all__ = ["ACTIONS", "ENCODING", "GAME", "PADDING", "SIDES", "VOCABULARY", "Batch", "new_initial_state"]

USUAL_PLAYERS = 7
BUILT_IN = ("tb", "bmr", "snv")


def _fields(
    players: int | Sequence[str] = USUAL_PLAYERS,
    script: str | PathLike[str] = "tb",
    counts: Sequence[int] | str | None = None,
) -> list[_game.Field]:
    fields = [("players", _players(players)), *_script(script)]
    if counts is not None:
        fields.append(("counts", counts if isinstance(counts, str) else ",".join(str(count) for count in counts)))
    return fields


def _players(players: int | Sequence[str]) -> str:
    if isinstance(players, str):
        return players
    if isinstance(players, Sequence):
        return ",".join(players)
    return str(_game.whole(players, "players"))


def _script(script: str | PathLike[str]) -> list[_game.Field]:
    if isinstance(script, PathLike):
        with open(script, encoding="utf-8") as file:
            return _gaslamp.setup_fields("botc", "script", file.read())
    if not isinstance(script, str):
        raise TypeError("script must be tb, bmr, snv, a script in JSON, or the path of a file with one")
    if script.lstrip().startswith(("[", "{")):
        return _gaslamp.setup_fields("botc", "script", script)
    return [("script", script)]


SIDES = ("good", "evil")
"""The sides after the deal; an agent plays all seats of one if it is named by it: ``evil="reasoning"``."""

GAME = _game.Game("botc", SIDES, _fields)

VOCABULARY, ACTIONS, PADDING, ENCODING = GAME.constants()


class Batch(_batch.Batch):
    """Many games of Blood on the Clocktower that are stepped together into arrays.

    ``players`` is a number or a list of names; ``script`` is ``tb``, ``bmr``, ``snv``, characters separated by commas, a script in the
    official JSON, or the path of a file with one (``pathlib.Path``); ``counts`` are the numbers of Townsfolk, Outsiders, Minions and
    Demons if they are not the usual ones. Everything else is explained at :class:`gaslamp._batch.Batch`.

    >>> from gaslamp import botc
    >>> batch = botc.Batch(2, seed=1, threads=1, players=["Ann", "Ben", "Cy", "Dan", "Eve"], history=256)
    >>> batch.names[:2], batch.tokens.shape
    (('Ann', 'Ben'), (2, 5, 256))
    """

    game = GAME


def new_initial_state(seed: int | None = None, *, talk: bool = False, **setup: Any) -> _state.State:
    """A game before the bag goes round, as OpenSpiel has games. The Storyteller's decisions are steps of chance.

    >>> from gaslamp import botc
    >>> state = botc.new_initial_state(seed=1, players=5)
    >>> state.is_chance_node(), state.num_players()
    (True, 5)
    """
    return _state.new_initial_state(GAME, seed, talk=talk, **setup)
