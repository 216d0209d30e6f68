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

from typing import Any

from gaslamp import _batch, _game, _state
from gaslamp._setups import botc_fields

__all__ = ["ACTIONS", "ENCODING", "GAME", "PADDING", "SIDES", "VOCABULARY", "Batch", "new_initial_state"]

SIDES = ("good", "evil")
"""The sides after the deal; an agent plays all seats of one if it is named by it: ``evil="reasoning"``."""

GAME = _game.Game("botc", SIDES, botc_fields)

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
