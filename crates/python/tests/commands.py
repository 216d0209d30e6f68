"""Command lines of the binary, and what the package says to the same."""

import json
import re
import shlex
import subprocess
from pathlib import Path

import gaslamp

ROOT = Path(__file__).resolve().parents[3]
# Paths in the transcripts are seen from here.
HERE = ROOT / "crates/cli"
TRANSCRIPTS = HERE / "tests/cmd"

NUMBERS = {"show", "at", "nights", "players", "sample", "seed", "cases", "draws", "patterns"}
LISTS = {"ask", "what_if"}
SWITCHES = {"course", "expect", "count", "columns", "short", "public"}
# What the binary calls otherwise: Python has keywords.
NAMES = {"as": "form"}


def built_binary():
    """The binary, if it is built."""
    found = [ROOT / "target" / profile / "gaslamp" for profile in ("debug", "release")]
    return next((path for path in found if path.exists()), None)


def binary_json(line):
    """What the binary prints with --json."""
    run = subprocess.run(
        [built_binary(), *shlex.split(line), "--json"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return json.loads(run.stdout)


def source(word):
    """A file where there is one, and otherwise the text itself."""
    path = HERE / word
    try:
        return Path(word) if path.is_file() else word
    except OSError:
        return word


def options(words):
    """The arguments of a command line that stand for themselves, and the others as keywords."""
    plain, named = [], {}
    words = iter(words)
    for word in words:
        name = word.removeprefix("--").replace("-", "_")
        name = NAMES.get(name, name)
        if not word.startswith("--"):
            plain.append(word)
        elif name in SWITCHES:
            named[name] = True
        elif name in LISTS:
            named.setdefault(name, []).append(next(words))
        elif name in NUMBERS:
            named[name] = int(next(words))
        else:
            named[name] = next(words)
    return plain, named


def record_of(word, game):
    text = source(word)
    if isinstance(text, Path):
        return gaslamp.Record.load(text, game)
    return gaslamp.Record.parse(text, game)


def replay(record, seat=None, at=None):
    if seat is not None:
        return record.view(seat, at)
    return (record if at is None else record.replay(at)).to_json()


def asked(line):
    """The answer of the package."""
    (game, verb, *words) = shlex.split(line)
    (text, *_), named = options(words)
    match verb:
        case "solve":
            return gaslamp.solve(source(text), **named)
        case "check":
            return gaslamp.check(source(text), **named)
        case "replay":
            return replay(record_of(text, game), **named)
        case "beliefs":
            if game == "mafia" and "trust" in named:
                named["trust"] = int(named["trust"])
            return gaslamp.beliefs(record_of(text, game), **named)
        case "render":
            found = gaslamp.render(source(text), **{"form": "json", **named})
            return {"text": found} if isinstance(found, str) else found
    raise ValueError(line)


def python_json(line):
    """What the package says, or what it raises."""
    try:
        return asked(line)
    except gaslamp.GaslampError as error:
        return error.answer


def transcribed():
    """Commands with --json of the transcripts, with what the binary prints."""
    block = re.compile(r"^\$ gaslamp (?P<line>.*) --json\n(?:\? \d+\n)?(?P<json>\{.*\})$", re.MULTILINE)
    for path in sorted(TRANSCRIPTS.glob("*.md")):
        for found in block.finditer(path.read_text(encoding="utf-8")):
            if re.match(r"(botc (solve|check|beliefs)|mafia beliefs) ", found["line"]):
                yield found["line"], json.loads(found["json"].replace("[..]", "null"))


def without_times(answer):
    return {key: value for key, value in answer.items() if key != "elapsed_ms"} if isinstance(answer, dict) else answer
