"""Many games, counted; and how well stated odds are calibrated.

>>> import gaslamp
>>> answer = gaslamp.sim("mafia", games=200, red="random", black="random", threads=1)
>>> answer["games"], answer["red_wins"], answer["black_wins"]
(200, 47, 153)

A :class:`SimulationSpec` says what is played in plain strings. :mod:`gaslamp.ray` plays the same on many machines.
"""

import hashlib
import inspect
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from os import PathLike
from typing import Any

from gaslamp import _gaslamp
from gaslamp._setups import USUAL_DECKS, Script, botc_fields, lorcana_fields, mafia_fields

__all__ = ["Interrupted", "SimulationSpec", "calibrate", "sim"]

Progress = Callable[[int, int], object]
Tally = dict[str, Any]

# Long enough that starting threads costs nothing, short enough that a bar moves.
UNIT_SECONDS = 1.0
# Numbers of games and seeds have 64 bits.
MOST = 2**64 - 1


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was found by then: ``answer`` is what the function would have returned for the units that were finished."""

    answer: dict[str, Any]

    def __init__(self, message: str = "", answer: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.answer = {} if answer is None else answer


@dataclass(frozen=True)
class SimulationSpec:
    """What is played, and by whom. It compares, hashes and pickles.

    >>> spec = SimulationSpec.of("mafia", agents="heuristic", rules={"quiet_rounds": 4})
    >>> spec.agents[:2], spec.setup
    (('heuristic', 'heuristic'), (('quiet_rounds', '4'),))
    """

    game: str
    # The fields of the first line of a record.
    setup: tuple[tuple[str, str], ...]
    # Those of both sides, or of both decks, then the Storyteller.
    agents: tuple[str, str, str]
    talk: bool = False

    @classmethod
    def of(cls, game: str, **who: Any) -> "SimulationSpec":
        """Reads the keywords of :func:`sim`, and checks that this can be played."""
        describe = one_of("game", game, _GAMES)
        known = list(inspect.signature(describe).parameters)
        for word in who:
            if word not in known:
                raise TypeError(f"{game} has no {word}; it has {', '.join(known)}")
        spec = describe(**who)
        spec.native()
        return spec

    def native(self) -> "_gaslamp.Simulation":
        """What plays it. Processes keep those they have used last."""
        return _native(self)

    def unit(
        self, seed: int, first: int, games: int, threads: int | None = None, records: bool = False
    ) -> tuple[Tally, list[tuple[int, str]]]:
        """Plays these games. Emits their tally, and their records by number if they are wanted."""
        return self.native().unit(seed, first, games, threads, records)

    def answer(self, tallies: Sequence[Tally], seed: int, threads: int, seconds: float) -> dict[str, Any]:
        """What games have come to, as ``sim --json`` tells it."""
        return self.native().answer(list(tallies), seed, threads, seconds)

    def digest(self) -> str:
        """A short name that differs for other specs, and for other versions of Gaslamp."""
        text = json.dumps([_gaslamp.__version__, *astuple(self)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def _native(spec: SimulationSpec) -> "_gaslamp.Simulation":
    return _gaslamp.Simulation(spec.game, list(spec.setup), spec.agents, spec.talk)


def _mafia(
    agents: str = "random",
    red: str | None = None,
    black: str | None = None,
    rules: Mapping[str, bool | int | str] | None = None,
) -> SimulationSpec:
    return SimulationSpec("mafia", tuple(mafia_fields(rules)), (*_sides(agents, red=red, black=black), ""))


def _botc(
    agents: str = "random",
    good: str | None = None,
    evil: str | None = None,
    storyteller: str = "random",
    script: Script = "tb",
    players: int | Sequence[str] = 7,
    talk: bool = False,
) -> SimulationSpec:
    sides = _sides(agents, good=good, evil=evil)
    setup = tuple(botc_fields(players, script))
    return SimulationSpec("botc", setup, (*sides, _word("storyteller", storyteller)), bool(talk))


def _lorcana(
    decks: Sequence[str | PathLike[str]] = USUAL_DECKS, agents: str | Sequence[str] = "random"
) -> SimulationSpec:
    both = (agents, agents) if isinstance(agents, str) else tuple(agents)
    if len(both) != 2:
        raise ValueError(f"{len(both)} agents are named, but there are 2 players")
    first, second = (_word("agents", name) for name in both)
    return SimulationSpec("lorcana", tuple(lorcana_fields(decks)), (first, second, ""))


_GAMES: dict[str, Callable[..., SimulationSpec]] = {"mafia": _mafia, "botc": _botc, "lorcana": _lorcana}


def _sides(agents: str, **own: str | None) -> tuple[str, str]:
    """The agents of both sides; those that are not named are played by ``agents``."""
    first, second = (
        _word(side, agents if name is None else name) for side, name in own.items()
    )
    return first, second


def _word(what: str, word: Any) -> str:
    if not isinstance(word, str):
        raise TypeError(f"{what} must be a name, not {type(word).__name__}")
    return word


def sim(
    game: str | SimulationSpec,
    games: int = 10_000,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    **who: Any,
) -> dict[str, Any]:
    """Plays many games and counts how they end. The answer is that of ``gaslamp GAME sim --json``.

    ============  =======================================================================
    ``mafia``     ``agents=``, ``red=``, ``black=``: names of agents; ``rules={...}``
    ``botc``      ``agents=``, ``good=``, ``evil=``, ``storyteller=``: names of agents;
                  ``script=``, ``players=`` (how many, or their names), ``talk=``
    ``lorcana``   ``decks=(..., ...)``; ``agents=``: one name for both players, or a pair
    ============  =======================================================================

    Every game of a seed is the same however many there are, wherever they are played: games 0 to 99 and games 100 to 199 (``first=100``) are
    together games 0 to 199. ``progress(done, games)`` is called about once a second. Ctrl-C raises :class:`Interrupted`, whose ``answer`` has
    the games that were finished.

    >>> answer = sim("lorcana", games=20, decks=("sample:bs01", "sample:rp01"), seed=1)
    >>> answer["p1_wins"] + answer["p2_wins"] + answer["unfinished"]
    20
    """
    spec = spec_of(game, who)
    check_range(seed, first, games)
    threads = count_threads(threads)
    pace, tally, done, begun = Pace(UNIT_SECONDS), None, 0, time.perf_counter()

    def answer() -> dict[str, Any]:
        return spec.answer([] if tally is None else [tally], seed, threads, time.perf_counter() - begun)

    try:
        while done < games:
            size = pace.games(games - done)
            start = time.perf_counter()
            unit, _ = spec.unit(seed, first + done, size, threads)
            pace.learn(size, time.perf_counter() - start)
            tally = add_tallies(tally, unit)
            done += size
            if progress is not None:
                progress(done, games)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted after {done} games", answer()) from None
    return answer()


def calibrate(
    script: Script = "tb",
    games: int = 250,
    *,
    experiment: str | None = None,
    variant: str | None = None,
    tellings: int = 8,
    seed: int = 0,
    threads: int | None = None,
) -> list[dict[str, Any]]:
    """How well stated odds are calibrated, on simulated games of Blood on the Clocktower. The answer is that of ``botc calibrate --json``.

    ``experiment`` is ``a`` (how evil are seats called, and how many are?), ``b`` (how high is the Demon ranked?) or both; ``variant`` is ``i``
    (evil players only claim a role), ``ii`` (they invent what they learned) or both. Every game is told so many times in experiment ``a``, each
    time with other lies. Ctrl-C raises :class:`Interrupted`, whose ``answer`` has the ``calibrations`` that were finished.

    >>> (answer,) = calibrate(games=2, experiment="b", variant="i")
    >>> answer["variant"], answer["b"]["games"]
    ('i', 2)
    """
    plan = experiments(experiment, variant)
    check_range(seed, 0, games)
    at_least("tellings", tellings, 1)
    threads = count_threads(threads)
    parts: dict[tuple[str, str], list[Any]] = {}
    try:
        for which in plan:
            parts[which] = [calibration_part(script, which, seed, 0, games, tellings, threads)]
    except KeyboardInterrupt:
        raise Interrupted("interrupted", {"calibrations": calibration_answer(parts)}) from None
    return calibration_answer(parts)


def experiments(experiment: str | None, variant: str | None) -> list[tuple[str, str]]:
    """Variants and experiments, in the order in which they are told."""
    variants = ["i", "ii"] if variant is None else [one_of("variant", variant, {"i": "i", "ii": "ii"})]
    both = ["a", "b"] if experiment is None else [one_of("experiment", experiment, {"a": "a", "b": "b"})]
    return [(variant, experiment) for variant in variants for experiment in both]


def calibration_part(
    script: Any, which: tuple[str, str], seed: int, first: int, games: int, tellings: int, threads: int
) -> Any:
    """What came of some games of an experiment."""
    variant, experiment = which
    return _gaslamp.calibration_part(script, experiment, variant, seed, first, games, tellings, threads)


def calibration_answer(parts: Mapping[tuple[str, str], list[Any]]) -> list[dict[str, Any]]:
    """What parts have come to, a dict for each variant that has some."""
    variants = [v for v in ("i", "ii") if parts.get((v, "a")) or parts.get((v, "b"))]
    return [
        _gaslamp.calibration_answer(v, parts.get((v, "a"), []), parts.get((v, "b"), [])) for v in variants
    ]


def add_tallies(tally: Tally | None, other: Tally) -> Tally:
    """What two ranges have come to together. All is counted; only the fewest and the most turns of Lorcana do not add up.

    >>> add_tallies({"games": 1, "score": {"range": [3, 5]}}, {"games": 2, "score": {"range": [4, 9]}})
    {'games': 3, 'score': {'range': [3, 9]}}
    """
    return other if tally is None else _add(tally, other)


def _add(one: Any, other: Any) -> Any:
    if isinstance(one, dict):
        return {key: _widest(one[key], other[key]) if key == "range" else _add(one[key], other[key]) for key in one}
    if isinstance(one, list):
        return [_add(a, b) for a, b in zip(one, other, strict=True)]
    return one + other


def _widest(one: list[int] | None, other: list[int] | None) -> list[int] | None:
    if one is None or other is None:
        return one or other
    return [min(one[0], other[0]), max(one[1], other[1])]


class Pace:
    """How many games take about so many seconds, learned from those that were played.

    >>> pace = Pace(2.0)
    >>> pace.games(1000)
    8
    >>> pace.learn(8, 0.8)
    >>> pace.games(1000), pace.games(5)
    (20, 5)
    """

    # Few enough for the slowest agents.
    FIRST = 8
    # Early games may be quicker than most, so that sizes grow in steps.
    STEP = 16

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.size = self.FIRST

    def games(self, left: int) -> int:
        return max(1, min(self.size, left))

    def learn(self, games: int, seconds: float) -> None:
        wanted = int(games * self.seconds / max(seconds, 1e-6))
        self.size = max(1, min(wanted, max(games, self.size) * self.STEP))


def spec_of(game: str | SimulationSpec, who: Mapping[str, Any]) -> SimulationSpec:
    if isinstance(game, SimulationSpec):
        if who:
            raise TypeError(f"who plays is said by the spec, not by {', '.join(who)}")
        return game
    return SimulationSpec.of(game, **who)


def check_range(seed: int, first: int, games: int) -> None:
    at_least("seed", seed, 0)
    at_least("first", first, 0)
    at_least("games", games, 1)
    if first + games > MOST or seed > MOST:
        raise OverflowError("seeds and numbers of games have at most 64 bits")


def at_least(what: str, number: Any, least: int) -> None:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} must be a whole number, not {type(number).__name__}")
    if number < least:
        raise ValueError(f"{what} must be at least {least}, not {number}")


def count_threads(threads: int | None) -> int:
    """So many, or as many as this process may use processors."""
    if threads is not None:
        at_least("threads", threads, 1)
        return threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def one_of(what: str, word: Any, known: Mapping[str, Any]) -> Any:
    if not isinstance(word, str) or word not in known:
        raise ValueError(f"{what} must be one of {', '.join(known)}, not {word!r}")
    return known[word]
