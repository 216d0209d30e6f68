"""Disney Lorcana for learners: games step by step, and thousands of them at once.

An action is written token by token, and the same player stays to act until its action is complete. Beside what it has seen, a player
reads the present: hands, cards in play, whatever can be seen now. ``docs/lorcana-tokens.md`` explains the tokens.

>>> from gaslamp import lorcana
>>> lorcana.SIDES, lorcana.ACTIONS == lorcana.VOCABULARY
(('p1', 'p2'), True)
"""

from __future__ import annotations

from typing import Any

from gaslamp import _batch, _game, _state
from gaslamp._setups import lorcana_fields

__all__ = ["ACTIONS", "ENCODING", "GAME", "PADDING", "SIDES", "VOCABULARY", "Batch", "new_initial_state"]

SIDES = ("p1", "p2")
"""The players; an agent plays one if it is named by it: ``p2="greedy"``."""

GAME = _game.Game("lorcana", SIDES, lorcana_fields)

VOCABULARY, ACTIONS, PADDING, ENCODING = GAME.constants()


class Batch(_batch.Batch):
    """Many games of Disney Lorcana that are stepped together into arrays.

    ``decks`` are two: names of samples such as ``"sample:ruby-steel"``, deck lists, decks as the first line of a record has them, or paths
    of files with deck lists (``pathlib.Path``). ``present`` is what the player whose turn it is sees of the present. Everything else is
    explained at :class:`gaslamp._batch.Batch`.

    >>> from gaslamp import lorcana
    >>> batch = lorcana.Batch(2, seed=1, threads=1, history=128, decks=("sample:ruby-steel", "sample:ruby-steel"))
    >>> batch.tokens.shape, batch.present.shape
    ((2, 2, 128), (2, 1024))
    """

    game = GAME


def new_initial_state(seed: int | None = None, *, talk: bool = False, **setup: Any) -> _state.State:
    """A game before anybody is drawn to begin, as OpenSpiel has games.

    >>> from gaslamp import lorcana
    >>> state = lorcana.new_initial_state(seed=1)
    >>> [chance for _, chance in state.chance_outcomes()]
    [0.5, 0.5]
    """
    return _state.new_initial_state(GAME, seed, talk=talk, **setup)
