"""Games as OpenSpiel has them: one state that is asked and that takes actions, chance included."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from gaslamp._game import Game, checked_seed, find_game, random_seed, whole
from gaslamp._gaslamp import Kind, Record, Table, restore_table
from gaslamp._picture import picture_html

__all__ = ["State", "deserialize", "new_initial_state"]

CHANCE = -1
TERMINAL = -4
# A version of what serialize writes.
FORM = 1


class State:
    """A game between two actions.

    Players are seats, from 0; :meth:`current_player` is -1 where chance or the Storyteller is to act and -4 at the end, as in OpenSpiel.
    An action of chance is a place in :meth:`chance_outcomes`. What has too many outcomes to be listed, such as a deal, is one of them, and is
    drawn when it is applied, from the seed of the state.

    >>> from gaslamp import mafia
    >>> state = mafia.new_initial_state(seed=1)
    >>> while state.is_chance_node():
    ...     state.apply_action(0)
    >>> other = state.child(state.legal_actions()[0])
    >>> state.current_player(), other.current_player()
    (0, 1)
    >>> gaslamp.deserialize(other.serialize()).information_state_string(1) == other.information_state_string(1)
    True
    """

    __slots__ = ("_before", "_kind", "_table", "_written")

    def __init__(
        self, kind: Kind, table: Table, written: list[int] | None = None, before: list[int] | None = None
    ) -> None:
        self._kind = kind
        self._table = table
        # The ids that were taken before the table began, where it goes on from a record.
        self._before = [] if before is None else before
        # The ids of an action in the making.
        self._written = [] if written is None else written

    # Whose turn it is

    def current_player(self) -> int:
        """The seat that is to act, -1 for chance or the Storyteller, -4 at the end."""
        turn = self._table.turn
        if turn >= 0:
            return turn
        return CHANCE if turn == -2 else TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance or the Storyteller is to act."""
        return self._table.turn == -2

    def is_player_node(self) -> bool:
        """Whether a player is to act."""
        return self._table.turn >= 0

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._table.turn in (-1, -3)

    def num_players(self) -> int:
        """The number of seats."""
        return len(self._kind.names)

    def num_distinct_actions(self) -> int:
        """The number of ids."""
        return self._kind.actions

    @property
    def seed(self) -> int:
        """What draws are made from."""
        return self._table.seeds[0]

    # What can be done

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids that are legal now, in ascending order; for another player than the current one, none."""
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self._table.chances()))) if self.is_chance_node() else self._table.legal()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for every legal id and 0 for every other."""
        if self.is_chance_node():
            return [1] * len(self.legal_actions(player))
        if player is not None and player != self.current_player():
            return [0] * self._kind.actions
        mask: list[int] = self._table.mask().tolist()
        return mask

    def legal_actions_text(self) -> list[str]:
        """What can be done now, in the words of the notation: whole actions, also where an id is only a token of one."""
        if self.is_chance_node():
            return [words for words, _ in self._table.chances()]
        return self._table.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely each is. What the Storyteller may choose freely is equally likely."""
        return [(index, odds) for index, (_, odds) in enumerate(self._table.chances())]

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """What an id means, with or without the player before it: an action, or a token of one."""
        action = whole(player_or_action if action is None else action, "an action")
        if self.is_chance_node():
            words = self.legal_actions_text()
            if action >= len(words):
                raise IndexError(f"chance has {len(words)} outcomes, and {action} is none of them")
            return words[action]
        return self._kind.action_name(action)

    def apply_action(self, action: int) -> None:
        """Takes an id; for chance, an outcome."""
        before = self._table.steps
        self._table.step(action)
        if self._table.steps == before:
            self._written.append(int(action))
        else:
            self._written.clear()

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self, seed: int | None = None) -> State:
        """The same state, which draws the same from here on; with a seed of its own, it draws differently."""
        if seed is None:
            table = self._table.fork()
            # Only agents cannot be copied, and there are none.
            assert table is not None
            return State(self._kind, table, list(self._written), self._before)
        before = self.history()[: len(self.history()) - len(self._written)]
        table = Table(self._kind, checked_seed(seed), 0)
        table.resume(self.perfect_information_string())
        for id in self._written:
            table.step(id)
        return State(self._kind, table, list(self._written), before)

    # What came of it

    def returns(self) -> list[float]:
        """1 for every seat that has won, -1 for every one that has lost; 0 before the end."""
        return [float(score) for score in self._table.scores]

    def rewards(self) -> list[float]:
        """What the last action brought: all comes at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a seat has got so far."""
        return self.returns()[self._seat(player)]

    def result(self) -> str | None:
        """How the game has ended, in a word."""
        return self._table.result

    # What is known

    def information_state_tokens(self, player: int) -> npt.NDArray[np.int16]:
        """Everything that a seat has seen, and has written of an action, as tokens."""
        return self._table.tokens(self._seat(player))

    def information_state_string(self, player: int) -> str:
        """The same as the names of the tokens."""
        words = self._kind.vocabulary
        return " ".join(words[token] for token in self.information_state_tokens(player).tolist())

    def perfect_information_tokens(self) -> list[npt.NDArray[np.int16]]:
        """What each seat has seen, by seat. No single player may know all of it."""
        return [self._table.tokens(seat) for seat in range(self.num_players())]

    def perfect_information_string(self) -> str:
        """The record of the game. No single player may know all of it."""
        return self._table.record() or ""

    def record(self) -> Record:
        """The game so far, for whatever a record can be asked."""
        return Record.parse(self.perfect_information_string())

    def role(self, player: int) -> str:
        """What a player is now. No other player may know it."""
        return self._table.role(self._seat(player))

    def history(self) -> list[int]:
        """The ids that were taken."""
        taken: list[int]
        _, (_, _, _, _, taken) = self._table.__reduce__()
        return [*self._before, *taken]

    def history_str(self) -> str:
        """The ids that were taken, as a text."""
        return ", ".join(str(id) for id in self.history())

    def move_number(self) -> int:
        """How many ids were taken."""
        return len(self.history())

    # Texts and copies

    def serialize(self) -> str:
        """A text from which :func:`gaslamp.deserialize` makes the same state again, as long as the rules stay the same."""
        _, (kind, seed, game, base, taken) = self._table.__reduce__()
        _, kind = kind.__reduce__()
        told = {"form": FORM, "kind": kind, "seed": seed, "game": game, "base": base, "taken": taken}
        return json.dumps({**told, "before": self._before})

    def __str__(self) -> str:
        return self._table.text().rstrip("\n")

    def __repr__(self) -> str:
        player = self.current_player()
        turn = {CHANCE: "chance", TERMINAL: "nobody"}.get(player) or self._kind.names[player]
        return f"<gaslamp.State of {self._kind.game}: {turn} is to act>"

    def _repr_html_(self) -> str:
        return picture_html(self._table)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return deserialize, (self.serialize(),)

    def _seat(self, player: int) -> int:
        return whole(player, "a player", 0, self.num_players() - 1)


def new_initial_state(game: Game, seed: int | None, *, talk: bool, **setup: Any) -> State:
    """A game before anything has happened; without a seed, one that nobody can foresee."""
    for name in ("seats", "storyteller", *game.sides):
        if name in setup:
            raise TypeError(f"in a State every step is the caller's, so {name} cannot be an agent's")
    kind = game.kind((True, True, bool(talk), True), **setup)
    return State(kind, Table(kind, random_seed() if seed is None else checked_seed(seed), 0))


def deserialize(text: str) -> State:
    """Reads a state that :meth:`State.serialize` has written.

    >>> from gaslamp import mafia
    >>> state = mafia.new_initial_state(seed=5)
    >>> gaslamp.deserialize(state.serialize()).seed
    5
    """
    try:
        read = json.loads(text)
        form = read["form"]
        game, setup, sides, seats, storyteller, keeps = read["kind"]
        seed, number, base, taken = read["seed"], read["game"], read["base"], read["taken"]
        before = [whole(id, "an id") for id in read["before"]]
    except (TypeError, KeyError, ValueError) as error:
        raise ValueError(f"this is not the text of a state: {error}") from None
    if form != FORM:
        raise ValueError(f"this is the text of a state in the form {form}; only {FORM} can be read")
    find_game(game)
    kind = Kind(game, _pairs(setup), _pairs(sides), _pairs(seats), storyteller, tuple(keeps))
    table = restore_table(kind, seed, number, base, [])
    state = State(kind, table, before=before)
    for id in taken:
        state.apply_action(id)
    return state


def _pairs(lists: list[list[Any]]) -> list[tuple[Any, Any]]:
    """What JSON has made lists of."""
    return [(first, second) for first, second in lists]
