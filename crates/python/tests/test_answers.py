"""Answers are those of the binary."""

import pytest

import gaslamp
from commands import HERE, ROOT, binary_json, built_binary, python_json, transcribed, without_times

MAFIA = "../../examples/mafia.txt"
BOTC = "../../data/games/two-chefs.txt"
LORCANA = "../python/tests/data/lorcana.txt"

LINES = [
    *(f"botc solve ../../data/puzzles/{path.name}" for path in sorted((ROOT / "data/puzzles").glob("*.toml"))),
    "botc solve ../../data/puzzles/made-7-2.toml --course --show 1",
    "botc solve ../../data/puzzles/made-7-2.toml --expect",
    "botc solve ../../data/puzzles/made-7-2.toml --why P3=Imp",
    "botc solve ../../data/puzzles/made-7-2.toml --why P3=Imp --ask P1=Imp --ask P2=Imp --what-if P4=Imp",
    "botc solve ../../data/puzzles/made-7-2.toml --ask Nobody=Imp",
    "botc solve 'players = 7'",
    "botc solve ''",
    "botc check '{chef monk virgin(drunk) saint baron imp}' --players 7",
    "botc check '{chef saint imp}' --counts 1,1,0,1",
    "botc check '[Ann:chef Ben:empath Cy:monk Dan:poisoner Eve:imp]' --nights 3",
    "botc check '[Ann:chef Ben:empath Cy:monk Dan:imp Eve:imp]'",
    "botc check '[Ann:chef Ben:empath'",
    f"botc check {BOTC}",
    f"botc replay {BOTC}",
    f"botc replay {BOTC} --seat Cy --at 9",
    f"botc replay {BOTC} --seat Zoe",
    f"botc replay {BOTC} --at 1000",
    f"botc beliefs {BOTC} --seat Cy --at 9 --draws 50",
    f"botc beliefs {BOTC} --seat 1 --split Ben",
    f"botc render {BOTC}",
    f"botc render {BOTC} --as svg --at 3",
    f"botc render {BOTC} --as ascii --seat 2",
    "botc render '[Ann:imp *Ben:chef(poisoned)* Cy:?]' --as html --theme dark",
    "botc render '[Ann:imp *Ben:chef(poisoned)* Cy:?]' --as line --public",
    "botc render '{chef imp}' --as svg",
    "botc render ../../examples/script.json --as script",
    f"mafia replay {MAFIA}",
    f"mafia replay {MAFIA} --seat 2 --at 20",
    "mafia replay '<N1> P1!flies'",
    f"mafia beliefs {MAFIA} --seat 2 --at 20",
    f"mafia beliefs {MAFIA} --seat 2 --at 20 --trust 60",
    f"mafia beliefs {MAFIA} --seat 12",
    f"lorcana replay {LORCANA}",
    f"lorcana replay {LORCANA} --seat p2 --at 5",
]


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    monkeypatch.chdir(HERE)


def test_answers_are_those_of_the_transcripts():
    transcripts = list(transcribed())
    assert len(transcripts) >= 8
    for line, expected in transcripts:
        assert without_times(python_json(line)) == without_times(expected), line


def test_answers_are_those_of_the_binary():
    # Where the binary is not built, the transcripts have to do.
    lines = LINES if built_binary() else []
    for line in lines:
        assert without_times(python_json(line)) == without_times(binary_json(line)), line


def test_whatever_the_binary_is_asked_can_be_asked_here():
    for line in LINES:
        assert python_json(line), line


def test_a_no_is_an_answer_and_silence_is_not():
    assert gaslamp.check("[Ann:chef Ben:empath Cy:monk Dan:imp Eve:imp]")["legal"] is False
    with pytest.raises(gaslamp.Unreadable) as raised:
        gaslamp.check("[Ann:chef Ben:empath")
    assert raised.value.problems == raised.value.answer["errors"]


def test_json_goes_in_as_objects():
    state = gaslamp.render("[Ann:imp Ben:chef]", "json")
    assert gaslamp.render(state, "line") == "[Ann:imp Ben:chef]"
    script = gaslamp.render({"players": [], "bluffs": [], "edition": {"id": "tb"}}, "script")
    assert gaslamp.check("{chef monk empath saint baron imp}", script=script, players=6)["players"] == 6
