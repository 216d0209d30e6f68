"""States as OpenSpiel has them."""

import copy
import pickle
import random

import numpy as np
import pytest

import gaslamp
from tables import GAMES, SETUPS, module


def begun(game, seed=1):
    """A state in which a player is to act."""
    state = module(game).new_initial_state(seed=seed, **SETUPS[game])
    dice = random.Random(seed)
    while not state.is_player_node():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def told(state):
    """All that a state says."""
    return [
        state.current_player(),
        state.legal_actions(),
        state.chance_outcomes(),
        state.legal_actions_text(),
        [state.information_state_string(player) for player in range(state.num_players())],
        [tokens.tolist() for tokens in state.perfect_information_tokens()],
        state.perfect_information_string(),
        state.returns(),
        state.history(),
        str(state),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_whole_games(game):
    for seed in range(3):
        state = module(game).new_initial_state(seed=seed, **SETUPS[game])
        dice = random.Random(seed)
        ids = []
        while not state.is_terminal():
            assert state.is_chance_node() + state.is_player_node() == 1
            player = state.current_player()
            legal = state.legal_actions()
            assert legal and legal == sorted(legal) == state.legal_actions(player)
            assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
            assert state.returns() == state.rewards() == [0.0] * state.num_players()
            if state.is_chance_node():
                assert player == -1 and len(state.legal_actions_text()) == len(legal)
                outcomes, odds = zip(*state.chance_outcomes())
                assert list(outcomes) == legal and sum(odds) == pytest.approx(1.0)
            else:
                assert state.chance_outcomes() == [] and state.legal_actions((player + 1) % 2 + 100) == []
                assert sum(state.legal_actions_mask(player + 100)) == 0
            assert all(state.action_to_string(player, id) for id in legal[:3])
            ids.append(dice.choice(legal))
            state.apply_action(ids[-1])
        assert state.current_player() == -4 and state.legal_actions() == [] and state.legal_actions_text() == []
        assert state.history() == ids and state.move_number() == len(ids)
        assert state.history_str() == ", ".join(map(str, ids))
        assert set(state.returns()) <= {1.0, -1.0, 0.0} and state.player_return(0) == state.returns()[0]
        assert state.record().result == state.result()
        with pytest.raises(gaslamp.Illegal, match="the game is over"):
            state.apply_action(0)


@pytest.mark.parametrize(
    "way",
    [
        copy.copy,
        copy.deepcopy,
        lambda state: state.clone(),
        lambda state: pickle.loads(pickle.dumps(state)),
        lambda state: gaslamp.deserialize(state.serialize()),
    ],
    ids=["copy", "deepcopy", "clone", "pickle", "serialize"],
)
@pytest.mark.parametrize("game", GAMES)
def test_copies(game, way):
    state = begun(game)
    dice = random.Random(1)
    for _ in range(25):
        twin = way(state)
        assert told(twin) == told(state)
        if state.is_terminal():
            break
        before = told(state)
        id = dice.choice(state.legal_actions())
        twin.apply_action(id)
        assert told(state) == before
        state = state.child(id)
        assert told(state) == told(twin)


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_with_a_seed_of_its_own(game):
    dice = random.Random(1)
    state = begun(game)
    for _ in range(20):
        other = state.clone(seed=99)
        assert told(other)[:-2] == told(state)[:-2] and str(other) == str(state) and other.seed == 99
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))
    start = module(game).new_initial_state(seed=1, **SETUPS[game])
    drawn = set()
    for seed in range(6):
        state = start.clone(seed=seed)
        while not state.is_player_node():
            state.apply_action(0)
        drawn.add(state.perfect_information_string())
    assert len(drawn) > 1


@pytest.mark.parametrize("game", GAMES)
def test_texts(game):
    state = begun(game)
    assert repr(state).startswith(f"<gaslamp.State of {game}: ") and "is to act" in repr(state)
    assert state._repr_html_().startswith("<pre>" if game == "mafia" else "<svg")
    assert state.legal_actions_text() and state.role(0)
    player = state.current_player()
    tokens = state.information_state_tokens(player)
    words = state.information_state_string(player).split()
    assert words == [module(game).VOCABULARY[token] for token in tokens]
    start = module(game).new_initial_state(seed=1, **SETUPS[game])
    assert "chance" in repr(start) and "YOU" not in start.information_state_string(0)
    assert start._repr_html_()


def test_seeds():
    first, second = (module("mafia").new_initial_state() for _ in range(2))
    assert first.seed != second.seed
    assert begun("mafia", 3).perfect_information_string() == begun("mafia", 3).perfect_information_string()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda state: state.apply_action(-1), gaslamp.Illegal),
        (lambda state: state.apply_action(95), gaslamp.Illegal),
        (lambda state: state.apply_action(64), gaslamp.Illegal),
        (lambda state: state.apply_action(None), TypeError),
        (lambda state: state.apply_action(0.0), TypeError),
        (lambda state: state.information_state_tokens(10), ValueError),
        (lambda state: state.information_state_string(-1), ValueError),
        (lambda state: state.information_state_tokens("P1"), TypeError),
        (lambda state: state.player_return(10), ValueError),
        (lambda state: state.role(10), ValueError),
        (lambda state: state.action_to_string(95), IndexError),
        (lambda state: state.action_to_string(-1), ValueError),
        (lambda state: state.clone(seed=-1), ValueError),
    ],
)
def test_wrong_questions(call, error):
    state = begun("mafia")
    before = told(state)
    with pytest.raises(error):
        call(state)
    assert told(state) == before


OTHER_FORM = '{"form": 2, "kind": [1, 2, 3, 4, 5, 6], "seed": 1, "game": 0, "base": null, "taken": []}'


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"form": 1}', OTHER_FORM])
def test_texts_of_no_state(text):
    with pytest.raises(ValueError, match="text of a state"):
        gaslamp.deserialize(text)


@pytest.mark.parametrize(
    "arguments",
    [{"red": "random"}, {"seats": {1: "random"}}, {"storyteller": "random"}, {"nothing": 1}, {"seed": 0.5}],
)
def test_wrong_arguments(arguments):
    with pytest.raises(TypeError):
        module("mafia").new_initial_state(**arguments)


def test_outcomes_of_chance_that_are_not_there():
    state = module("mafia").new_initial_state(seed=1)
    for wrong in (1, -1, 10**9):
        with pytest.raises(gaslamp.Illegal):
            state.apply_action(wrong)
    with pytest.raises(IndexError):
        state.action_to_string(1)
    state.apply_action(0)
    assert state.is_player_node()


def test_a_clone_with_another_seed_has_the_same_history():
    state = gaslamp.botc.new_initial_state(seed=2, players=5)
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
    other = state.clone(seed=9)
    assert other.history() == state.history() and other.move_number() == 30
    other.apply_action(other.legal_actions()[0])
    again = gaslamp.deserialize(other.serialize())
    assert again.history() == other.history() == [*state.history(), other.history()[-1]]
    assert str(again) == str(other)
