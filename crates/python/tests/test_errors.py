"""Whatever is passed, there is an answer or an exception that says what is wrong."""

import pickle
import sys
from pathlib import Path

import pytest

import gaslamp
from commands import ROOT

MAFIA = (ROOT / "examples/mafia.txt").read_text(encoding="utf-8")
RECORD = gaslamp.Record.parse(MAFIA)
GRIMOIRE = "[Ann:imp Ben:chef]"
HUGE = 10**30
LONE = "\ud800"
ENDLESS = []
ENDLESS.append(ENDLESS)


class Path2:
    """Looks like a path, and is none."""

    def __fspath__(self):
        return 7


class Worse:
    """Cannot even be called by its name."""

    def __str__(self):
        raise RuntimeError("no words")


# A call, what it raises, and what that says.
TABLE = [
    # Types.
    (lambda: gaslamp.solve(), TypeError, "puzzle"),
    (lambda: gaslamp.solve(7), TypeError, "str or a path expected, not int"),
    (lambda: gaslamp.solve(None), TypeError, "not NoneType"),
    (lambda: gaslamp.solve(Path2()), TypeError, "Path2"),
    (lambda: gaslamp.solve("", "P1=Imp"), TypeError, "positional"),
    (lambda: gaslamp.solve("", ask=7), TypeError, "'int' object"),
    (lambda: gaslamp.solve("", ask=["a", 7]), TypeError, "'int' object"),
    (lambda: gaslamp.solve("", why=["a"]), TypeError, "'list' object"),
    (lambda: gaslamp.solve("", seconds="long"), TypeError, "not str"),
    (lambda: gaslamp.solve("", wrong=1), TypeError, "wrong"),
    (lambda: gaslamp.Record(), TypeError, "Record"),
    (lambda: gaslamp.Record.parse(b"game"), TypeError, "'bytes' object"),
    (lambda: gaslamp.Record.load(7), TypeError, "os.PathLike object, not int"),
    (lambda: RECORD.view(1.5), TypeError, "str or int expected, not float"),
    (lambda: RECORD.replay("1"), TypeError, "'str' object"),
    (lambda: gaslamp.beliefs(RECORD, None), TypeError, "str or int expected, not NoneType"),
    (lambda: gaslamp.beliefs(3, "P2"), TypeError, "str or a path expected"),
    (lambda: gaslamp.beliefs(RECORD, "P2", trust="60"), TypeError, ""),
    (lambda: gaslamp.beliefs(ROOT / "data/games/two-chefs.txt", "Ann", trust=["Ben"]), TypeError, ""),
    (lambda: gaslamp.render({"a": object()}), TypeError, "JSON has no object"),
    (lambda: gaslamp.render({1: 2}), TypeError, ""),
    (lambda: gaslamp.check("", script={"a": Worse()}), TypeError, "JSON has no Worse"),
    # Values.
    (lambda: gaslamp.solve(LONE), UnicodeEncodeError, "surrogates"),
    (lambda: gaslamp.solve(GRIMOIRE, ask=[LONE]), UnicodeEncodeError, "surrogates"),
    (lambda: gaslamp.Record.parse(LONE), UnicodeEncodeError, "surrogates"),
    (lambda: RECORD.view(LONE), UnicodeEncodeError, "surrogates"),
    (lambda: RECORD.text(LONE), UnicodeEncodeError, "surrogates"),
    (lambda: gaslamp.render({"players": LONE}), UnicodeEncodeError, "surrogates"),
    (lambda: gaslamp.render(ENDLESS), ValueError, "too deeply"),
    (lambda: gaslamp.render([float("nan")]), ValueError, "finite"),
    (lambda: gaslamp.render(GRIMOIRE, "png"), ValueError, 'form must be one of line, ascii, svg, html, json, script, not "png"'),
    (lambda: gaslamp.render(GRIMOIRE, "svg", theme="pink"), ValueError, "theme must be one of auto, light, dark"),
    (lambda: gaslamp.render(GRIMOIRE, public=True, seat=1), ValueError, "public"),
    (lambda: gaslamp.render(RECORD), ValueError, "Record.text"),
    (lambda: RECORD.text("json"), ValueError, "form must be one of line, rich"),
    (lambda: RECORD.diagram("line"), ValueError, "form must be one of ascii, mermaid, plantuml"),
    (lambda: gaslamp.solve("", seconds=-1), ValueError, "seconds"),
    (lambda: gaslamp.solve("", seconds=float("nan")), ValueError, "seconds"),
    (lambda: gaslamp.solve("", threads=0), ValueError, "threads"),
    (lambda: gaslamp.solve("", why="a", expect=True), ValueError, "why"),
    (lambda: gaslamp.solve("", what_if="a", expect=True), ValueError, "expect"),
    (lambda: gaslamp.check(GRIMOIRE, nights=10**6), ValueError, "nights must be at most 999"),
    (lambda: gaslamp.check(GRIMOIRE, players=10**6), ValueError, "players must be at most"),
    (lambda: gaslamp.check(GRIMOIRE, tokens="some"), ValueError, "as-written, at-least"),
    (lambda: gaslamp.beliefs(RECORD, "P2", trust=101), ValueError, "trust must be at most 100"),
    (lambda: gaslamp.beliefs(RECORD, "P2", split="P3"), ValueError, "Blood on the Clocktower"),
    # Numbers.
    (lambda: RECORD.view(HUGE), OverflowError, "too large"),
    (lambda: RECORD.view("P2", at=HUGE), OverflowError, ""),
    (lambda: RECORD.view("P2", at=-1), OverflowError, ""),
    (lambda: RECORD.replay(HUGE), OverflowError, ""),
    (lambda: gaslamp.solve("", show=HUGE), OverflowError, ""),
    (lambda: gaslamp.solve("", seconds=10**400), OverflowError, "too large"),
    (lambda: gaslamp.check("", seed=-1), OverflowError, ""),
    (lambda: gaslamp.render([HUGE]), OverflowError, "64 bits"),
    # Files.
    (lambda: gaslamp.solve(Path("no-such-file")), FileNotFoundError, "no-such-file"),
    (lambda: gaslamp.solve(Path("/")), IsADirectoryError, "/"),
    (lambda: gaslamp.solve(Path("with\0nul")), (ValueError, OSError), ""),
    # What cannot be read, and what is not allowed.
    (lambda: gaslamp.solve("no-such-file"), gaslamp.Unreadable, "error["),
    (lambda: gaslamp.Record.parse(""), gaslamp.Unreadable, "of which game"),
    (lambda: gaslamp.Record.parse("game chess 1"), gaslamp.Unreadable, "no game `chess`"),
    (lambda: gaslamp.Record.parse(MAFIA, game="botc"), gaslamp.Unreadable, "botc"),
    (lambda: gaslamp.Record.parse("game mafia 1\n<N1> P1!flies"), gaslamp.Unreadable, "flies"),
    (lambda: gaslamp.Record.parse(MAFIA.replace("P0!passes", "P1!passes", 1)), gaslamp.Illegal, "it is P0's turn"),
    (lambda: RECORD.view("Zoe"), gaslamp.Unreadable, "nobody sits at `Zoe`"),
    (lambda: RECORD.view(-1), gaslamp.Unreadable, "nobody sits at `-1`"),
    (lambda: RECORD.view(2**62), gaslamp.Unreadable, "nobody sits at"),
    (lambda: RECORD.replay(10**6), gaslamp.Unreadable, "the record has only"),
    (lambda: gaslamp.check("[Ann:? Ben:? Cy:? Dan:? Eve:?]", sample=10**6), gaslamp.Unreadable, "at most 100000"),
    (lambda: gaslamp.check("", script="nothing"), gaslamp.Unreadable, "error["),
]


@pytest.mark.parametrize(("call", "error", "says"), TABLE, ids=range(len(TABLE)))
def test_whatever_is_wrong_is_said(call, error, says):
    with pytest.raises(error) as raised:
        call()
    assert says in str(raised.value)


def test_a_note_says_in_which_argument_it_is():
    with pytest.raises(TypeError) as raised:
        gaslamp.solve("", seconds="long")
    # Exceptions have notes since Python 3.11.
    notes = ["while processing 'seconds'"] if sys.version_info >= (3, 11) else None
    assert getattr(raised.value, "__notes__", None) == notes


def test_files_are_text(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"game mafia 1\n\xff")
    with pytest.raises(gaslamp.Unreadable, match="not UTF-8"):
        gaslamp.Record.load(path)
    path.write_bytes("\ufeff".encode() + MAFIA.encode())
    assert gaslamp.Record.load(path) == RECORD


def test_an_error_reads_like_the_diagnostic_of_the_binary():
    text = MAFIA.replace("P0!passes", "P1!passes", 1)
    with pytest.raises(gaslamp.Illegal) as raised:
        gaslamp.Record.parse(text)
    error = raised.value
    (problem,) = error.problems
    assert str(error).startswith(f"error[{problem['id']}]: {problem['message']}\n  --> the argument:2:")
    assert str(error).rstrip().endswith("^")
    place = problem["place"]
    assert text.encode()[place["start"] : place["end"]] == b"P1!passes"
    assert isinstance(error, gaslamp.GaslampError)


def test_errors_are_pickled():
    with pytest.raises(gaslamp.Unreadable) as raised:
        RECORD.view("Zoe")
    error = raised.value
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.problems, again.answer) == (
        gaslamp.Unreadable,
        str(error),
        error.problems,
        error.answer,
    )
