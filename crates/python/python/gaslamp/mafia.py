"""Mafia for learners: games step by step, and thousands of them at once.

An action is one of 95 ids, the place of its name in :data:`ACTIONS`; a seat reads tokens, the places of words in :data:`VOCABULARY`.
``docs/mafia-tokens.md`` explains both.

>>> from gaslamp import mafia
>>> len(mafia.VOCABULARY), len(mafia.ACTIONS), mafia.PADDING, mafia.SIDES
(50, 95, 50, ('red', 'black'))
>>> mafia.ACTIONS[1:3]
('nominates->P0', 'nominates->P1')
"""

from __future__ import annotations

from typing import Any

from gaslamp import _batch, _game, _state
from gaslamp._setups import mafia_fields

__all__ = ["ACTIONS", "ENCODING", "GAME", "PADDING", "SIDES", "VOCABULARY", "Batch", "new_initial_state"]


SIDES = ("red", "black")
"""The sides; an agent plays all seats of one if it is named by it: ``red="heuristic"``."""

GAME = _game.Game("mafia", SIDES, mafia_fields)

VOCABULARY, ACTIONS, PADDING, ENCODING = GAME.constants()


class Batch(_batch.Batch):
    """Many games of Mafia that are stepped together into arrays.

    ``rules`` are those that differ from the usual ones. Everything else is explained at :class:`gaslamp._batch.Batch`.

    >>> from gaslamp import mafia
    >>> batch = mafia.Batch(4, seed=1, threads=1, rules={"unanimous_kill": True})
    >>> batch.masks.shape, batch.tokens.shape
    ((4, 95), (4, 10, 512))
    >>> batch.step(batch.sample())
    >>> batch.masks[range(4), batch.sample()]
    array([ True,  True,  True,  True])
    """

    game = GAME


def new_initial_state(seed: int | None = None, *, talk: bool = False, **setup: Any) -> _state.State:
    """A game before its deal, as OpenSpiel has games.

    >>> from gaslamp import mafia
    >>> state = mafia.new_initial_state(seed=1)
    >>> state.is_chance_node(), state.chance_outcomes()
    (True, [(0, 1.0)])
    >>> state.apply_action(0)
    >>> state.current_player(), state.action_to_string(state.legal_actions()[1])
    (0, 'nominates->P1')
    """
    return _state.new_initial_state(GAME, seed, talk=talk, **setup)
