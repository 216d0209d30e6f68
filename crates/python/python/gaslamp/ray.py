"""Many games on many machines, with Ray: rollouts, sweeps, leagues, calibrations.

Everything is cut into units of seconds. A unit is a range of games of one :class:`~gaslamp.SimulationSpec`, so it comes to the same wherever
and however often it is played: answers do not depend on how many machines there are, on the size of units, or on workers that die.

- Whatever Ray is connected to is used: call ``ray.init()`` or ``ray.init(address=...)`` first, or nothing at all, and Ray is started here.
- ``workers="all"`` keeps every processor busy, a number plays at most so many units at once, and ``workers=None`` does without Ray, on the
  threads of this process.
- A unit whose worker or machine dies is played again, and counted once. A unit that raises is not: what it raised becomes a
  :class:`~gaslamp.GaslampError`, whose ``answer`` has what was found by then.
- Ctrl-C cancels what is being played and raises :class:`~gaslamp.Interrupted`, whose ``answer`` has the same.

``docs/many-machines.md`` says how to start a cluster, and how far this goes.

>>> from gaslamp.ray import sweep
>>> rows = sweep({"game": "mafia", "red": ["random", "heuristic"]}, games=100, workers=None)
>>> [(row["who"]["red"], row["red"]["wins"]) for row in rows]
[('random', 21), ('heuristic', 88)]
"""

import itertools
import json
import os
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from gaslamp import simulation
from gaslamp._gaslamp import Record, __version__
from gaslamp.errors import GaslampError, Unreadable
from gaslamp.simulation import Interrupted, Pace, SimulationSpec, Tally, add_tallies, at_least, check_range, spec_of

__all__ = ["SweepState", "calibrate", "grid", "league", "rollouts", "sim", "sweep"]

Workers = int | str | None
Row = dict[str, Any]
ALL = "all"

# A unit of rollouts comes back whole, and random games of Lorcana have 12 kB each.
MOST_RECORDS = 1000
# For each processor one unit that is played, and one that waits at the machine.
UNITS_PER_CPU = 2
# How often a cluster is asked how large it is, and how often finished units are written.
SECONDS_BETWEEN_COUNTS = 5.0
SECONDS_BETWEEN_FILES = 1.0
CANCEL_SECONDS = 2.0


# Units, and who plays them.


class Task(NamedTuple):
    """A unit, as the driver keeps it: what plays it, and what the driver knows it by."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    name: Any


class Done(NamedTuple):
    task: Task
    value: Any
    seconds: float


class _Failed(Exception):
    """A unit has raised something; that is the cause."""


def gaslamp_unit(
    version: str, work: Callable[..., Any], arguments: tuple[Any, ...], threads: int, shared: Any
) -> tuple[Any, float]:
    """Plays a unit, in whatever process. Emits what it came to, and in how many seconds."""
    if version != __version__:
        # Rules and agents change, and so would the games.
        raise GaslampError(f"Gaslamp is {version} at the driver and {__version__} at a worker: install the same")
    begun = time.perf_counter()
    value = work(*arguments, threads) if shared is None else work(*arguments, threads, shared)
    return value, time.perf_counter() - begun


class _Here:
    """The threads of this process."""

    def __init__(self) -> None:
        self.threads = simulation.count_threads(None)

    def cpus(self) -> int:
        return self.threads

    def room(self) -> int:
        return 1

    def play(self, tasks: Iterator[Task], shared: Any = None, ordered: bool = False) -> Iterator[Done]:
        for task in tasks:
            try:
                value, seconds = gaslamp_unit(__version__, task.work, task.arguments, self.threads, shared)
            except Exception as error:
                raise _Failed from error
            yield Done(task, value, seconds)


class _Cluster:
    """What Ray is connected to."""

    def __init__(self, most: int | None) -> None:
        self.ray = _ray()
        self.most = most
        self.counted = (-SECONDS_BETWEEN_COUNTS, 1)

    def cpus(self) -> int:
        """The processors of all machines, which come and go."""
        when, count = self.counted
        if time.monotonic() - when >= SECONDS_BETWEEN_COUNTS:
            count = max(1, int(self.ray.cluster_resources().get("CPU", 0)))
            self.counted = (time.monotonic(), count)
        return count

    def room(self) -> int:
        """How many units there may be at once. Those that wait are what tells an autoscaler that more machines are wanted."""
        return self.most or UNITS_PER_CPU * self.cpus()

    def play(self, tasks: Iterator[Task], shared: Any = None, ordered: bool = False) -> Iterator[Done]:
        """Plays units and emits what they come to as they are finished, or in their order. No more are made than there is room for."""
        ray = self.ray
        # Ray does a task again if its worker or its machine has died, and not if it has raised something.
        remote = ray.remote(gaslamp_unit).options(num_cpus=1, max_retries=-1, retry_exceptions=False)
        shared = None if shared is None else ray.put(shared)
        flying: dict[Any, Task] = {}
        try:
            while True:
                for task in itertools.islice(tasks, max(0, self.room() - len(flying))):
                    flying[remote.remote(__version__, task.work, task.arguments, 1, shared)] = task
                if not flying:
                    return
                for ref in self._finished(list(flying), ordered):
                    task = flying.pop(ref)
                    try:
                        value, seconds = ray.get(ref)
                    except ray.exceptions.RayError as error:
                        raise _Failed from getattr(error, "cause", None) or error
                    yield Done(task, value, seconds)
        finally:
            self._cancel(list(flying))

    def _cancel(self, refs: list[Any]) -> None:
        """Ends what is not wanted any more. A unit ends by itself as at Ctrl-C; the worker of one that does not is ended."""
        ray = self.ray
        for force in (False, True):
            if not refs or not ray.is_initialized():
                return
            for ref in refs:
                ray.cancel(ref, force=force)
            ended, refs = ray.wait(refs, num_returns=len(refs), timeout=CANCEL_SECONDS)
            for ref in ended:
                # Ray complains of errors that nobody has looked at.
                with suppress(ray.exceptions.RayError):
                    ray.get(ref)

    def _finished(self, refs: list[Any], ordered: bool) -> list[Any]:
        if ordered:
            ready, _ = self.ray.wait(refs[:1])
        else:
            ready, _ = self.ray.wait(refs)
            # All that are ready, so that a driver of thousands does not look through all of them for each.
            ready, _ = self.ray.wait(refs, num_returns=len(refs), timeout=0)
        return ready


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        message = "Ray is missing: pip install gaslamp[ray]; workers=None plays on the threads of this process"
        raise ModuleNotFoundError(message, name="ray") from None
    if not ray.is_initialized():
        ray.init()
        address = ray.get_runtime_context().gcs_address
        cpus = ray.cluster_resources().get("CPU", 0)
        print(f"gaslamp: Ray was not initialised; using {address} with {cpus:.0f} CPUs", file=sys.stderr)
    return ray


def _players(workers: Workers) -> _Here | _Cluster:
    if workers is None:
        return _Here()
    if workers == ALL:
        return _Cluster(None)
    if isinstance(workers, str):
        raise ValueError(f'workers must be "all", a number, or None for this process, not {workers!r}')
    at_least("workers", workers, 1)
    return _Cluster(workers)


def _failure(failed: _Failed, answer: dict[str, Any]) -> GaslampError:
    """What is raised for a unit that has raised something."""
    cause = failed.__cause__
    if isinstance(cause, GaslampError):
        return type(cause)(str(cause), cause.problems, {**cause.answer, **answer})
    return GaslampError(f"a unit has failed: {type(cause).__name__}: {cause}", answer=answer)


# Rollouts.


def rollouts(
    game: str | SimulationSpec,
    games: int = 10_000,
    *,
    to: Callable[[Record], Any] | None = None,
    seed: int = 0,
    first: int = 0,
    workers: Workers = ALL,
    unit_seconds: float = 1.0,
    **who: Any,
) -> Iterator[Any]:
    """The records of games, in their order, as they are played; or what ``to`` makes of each, at the worker.

    Who plays is said as to :func:`gaslamp.sim`. Whoever takes records slowly has few waiting: no more units are played than there is room for,
    finished ones included, and what is not wanted any more is cancelled. Reading a record takes longer than playing a random game, so ``to``
    should do all it can: it is sent to every machine once.

    >>> [record.steps for record in rollouts("mafia", 3, agents="heuristic", seed=1, workers=None)]
    [85, 72, 82]
    >>> list(rollouts("mafia", 3, to=lambda record: record.result, agents="heuristic", seed=1, workers=None))
    ['red', 'black', 'red']
    """
    spec = spec_of(game, who)
    check_range(seed, first, games)
    players = _players(workers)
    pace = Pace(_unit_seconds(unit_seconds))
    return _rollouts(players, spec, to, seed, first, games, pace)


def _rollouts(
    players: _Here | _Cluster, spec: SimulationSpec, to: Any, seed: int, first: int, games: int, pace: Pace
) -> Iterator[Any]:
    def tasks() -> Iterator[Task]:
        at, end = first, first + games
        while at < end:
            size = min(pace.games(end - at), MOST_RECORDS)
            yield Task(_records, (spec, seed, at, size), size)
            at += size

    with closing(players.play(tasks(), shared=to, ordered=True)) as units:
        try:
            for (_, _, size), found, seconds in units:
                pace.learn(size, seconds)
                yield from found if to is not None else map(Record.parse, found)
        except _Failed as failed:
            raise _failure(failed, {}) from failed.__cause__


def _records(spec: SimulationSpec, seed: int, first: int, games: int, threads: int, to: Any = None) -> list[Any]:
    _, records = spec.unit(seed, first, games, threads, records=True)
    return [text if to is None else to(Record.parse(text)) for _, text in records]


# Sweeps.


def _tally(spec: SimulationSpec, seed: int, first: int, games: int, threads: int) -> Tally:
    tally, _ = spec.unit(seed, first, games, threads)
    return tally


@dataclass(eq=False)
class _Job:
    """The games of one spec: those that are counted, and those that nobody was given yet."""

    spec: SimulationSpec
    who: dict[str, Any]
    seed: int
    first: int
    games: int
    pace: Pace
    tally: Tally | None = None
    done: int = 0
    seconds: float = 0.0
    # Ranges, as first and games.
    open: deque[tuple[int, int]] = field(default_factory=deque)
    given: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.open.append((self.first, self.games))

    def next(self, shares: int) -> Task | None:
        """The next unit. Towards the end units are smaller, so that nobody waits for the last one for long."""
        if not self.open:
            return None
        first, games = self.open.popleft()
        left = games + sum(games for _, games in self.open)
        size = min(games, max(left // shares, self.pace.size // 16, 1), self.pace.games(games))
        if size < games:
            self.open.appendleft((first + size, games - size))
        self.given.add((first, size))
        return Task(_tally, (self.spec, self.seed, first, size), (self, first, size))

    def count(self, first: int, games: int, tally: Tally, seconds: float) -> bool:
        """Counts a unit; one that nobody waits for was counted before."""
        if (first, games) not in self.given:
            return False
        self.given.remove((first, games))
        assert tally["games"] == games, "a unit has all its games"
        self.tally = add_tallies(self.tally, tally)
        self.done += games
        self.seconds += seconds
        assert self.done == self.tally["games"] <= self.games, "every game is counted once"
        return True

    def row(self) -> Row:
        tallies = [] if self.tally is None else [self.tally]
        # How many seconds it took is told as if one processor had played all of them: jobs are played side by side.
        answer = self.spec.answer(tallies, self.seed, 1, self.seconds)
        return {"game": self.spec.game, "who": self.who, **answer}


@dataclass(frozen=True)
class SweepState:
    """How far a sweep is."""

    #: Games that are counted, those of finished units in ``checkpoint`` included.
    done: int
    #: Of so many.
    games: int
    #: Units that were played in this run.
    units: int
    #: Seconds since it was begun.
    seconds: float
    #: Processors that play.
    cpus: int
    _jobs: Sequence[_Job] = field(repr=False, default=())

    @property
    def results(self) -> list[Row]:
        """What :func:`sweep` would answer now, with the games that are counted."""
        return [job.row() for job in self._jobs]


def grid(game: str, **who: Any) -> list[dict[str, Any]]:
    """The simulations of a grid: every value that is a list is varied. A list that is one value stands in a list itself.

    >>> grid("mafia", red=["random", "heuristic"], black="random")
    [{'game': 'mafia', 'red': 'random', 'black': 'random'}, {'game': 'mafia', 'red': 'heuristic', 'black': 'random'}]
    """
    values = [value if isinstance(value, list) else [value] for value in who.values()]
    return [{"game": game, **dict(zip(who, row, strict=True))} for row in itertools.product(*values)]


def sweep(
    specs: Iterable[SimulationSpec | Mapping[str, Any]] | Mapping[str, Any],
    games: int = 10_000,
    *,
    seed: int = 0,
    first: int = 0,
    workers: Workers = ALL,
    unit_seconds: float = 5.0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[SweepState], object] | None = None,
) -> list[Row]:
    """Plays so many games of each of these simulations, all of them side by side, and answers with a row for each.

    A simulation is a :class:`~gaslamp.SimulationSpec`, or a dict of ``game`` and the keywords of :func:`gaslamp.sim`; one dict alone is a
    :func:`grid`. A row has ``game``, ``who`` (the keywords) and all that ``sim --json`` tells; its ``elapsed_s`` are the seconds of all units
    together, so that its ``games_per_s`` is the speed of one processor. The same games of the seed are played by all.

    ``progress(state)`` is called as units are finished: ``state.results`` are the rows so far. ``checkpoint`` is a directory of finished
    units, at most a file each second; a sweep that was killed goes on where it was, and one with more games or more simulations plays what
    is new.
    """
    check_range(seed, first, games)
    seconds = _unit_seconds(unit_seconds)
    jobs = [_Job(spec, who, seed, first, games, Pace(seconds)) for spec, who in _specs(specs)]
    return _sweep(jobs, _players(workers), checkpoint, progress)


def _specs(specs: Any) -> list[tuple[SimulationSpec, dict[str, Any]]]:
    if isinstance(specs, SimulationSpec):
        specs = [specs]
    elif isinstance(specs, Mapping):
        specs = grid(**specs)
    found = []
    for spec in specs:
        if isinstance(spec, SimulationSpec):
            found.append((spec, _who(spec)))
        elif isinstance(spec, Mapping) and "game" in spec:
            found.append((SimulationSpec.of(**spec), {key: value for key, value in spec.items() if key != "game"}))
        else:
            raise TypeError("a simulation is a SimulationSpec, or a dict with `game` and who plays")
    return found


def _who(spec: SimulationSpec) -> dict[str, Any]:
    return {"setup": dict(spec.setup), "agents": list(spec.agents), "talk": spec.talk}


def _unit_seconds(seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"unit_seconds must be a number, not {type(seconds).__name__}")
    if not 0.0 < seconds <= 3600.0:
        raise ValueError(f"unit_seconds must be more than 0 and at most 3600, not {seconds}")
    return float(seconds)


def _sweep(jobs: list[_Job], players: _Here | _Cluster, checkpoint: Any, progress: Any) -> list[Row]:
    kept = _Checkpoint(Path(checkpoint)) if checkpoint is not None else None
    if kept is not None:
        kept.load(jobs)
    begun, units = time.monotonic(), 0
    wanted = sum(job.games for job in jobs)

    def rows() -> list[Row]:
        return [job.row() for job in jobs]

    def state() -> SweepState:
        done = sum(job.done for job in jobs)
        return SweepState(done, wanted, units, time.monotonic() - begun, players.cpus(), jobs)

    try:
        with closing(players.play(_in_turn(jobs, players))) as finished:
            for task, tally, seconds in finished:
                job, first, games = task.name
                if not job.count(first, games, tally, seconds):
                    continue
                job.pace.learn(games, seconds)
                units += 1
                if kept is not None:
                    kept.add(job, first, games, tally, seconds)
                if progress is not None:
                    progress(state())
    except KeyboardInterrupt:
        message = f"interrupted after {sum(job.done for job in jobs)} of {wanted} games"
        raise Interrupted(message, {"results": rows()}) from None
    except _Failed as failed:
        raise _failure(failed, {"results": rows()}) from failed.__cause__
    finally:
        if kept is not None:
            kept.write()
    assert all(job.done == job.games for job in jobs), "every game is counted"
    return rows()


def _in_turn(jobs: Sequence[_Job], players: _Here | _Cluster) -> Iterator[Task]:
    """Units of one job after the other, until there are none."""
    left = deque(jobs)
    while left:
        job = left.popleft()
        task = job.next(max(1, players.room() // (len(left) + 1)))
        if task is not None:
            left.append(job)
            yield task


class _Checkpoint:
    """A directory of finished units. A file has some of them and is there whole or not at all, so a driver may be killed at any moment."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self.unwritten: list[dict[str, Any]] = []
        self.written = time.monotonic()

    def load(self, jobs: Iterable[_Job]) -> None:
        """Counts what was played before."""
        units: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for path in sorted(self.directory.glob("units-*.json")):
            for unit in _read_units(path):
                units.setdefault((unit["spec"], unit["seed"]), []).append(unit)
        for job in jobs:
            _count_again(job, units.get((job.spec.digest(), job.seed), []))

    def add(self, job: _Job, first: int, games: int, tally: Tally, seconds: float) -> None:
        unit = {"spec": job.spec.digest(), "seed": job.seed, "first": first, "games": games}
        self.unwritten.append({**unit, "seconds": seconds, "tally": tally})
        if time.monotonic() - self.written >= SECONDS_BETWEEN_FILES:
            self.write()

    def write(self) -> None:
        self.written = time.monotonic()
        if not self.unwritten:
            return
        name = uuid.uuid4().hex
        beside = self.directory / f"{name}.part"
        with beside.open("w", encoding="utf-8") as file:
            json.dump({"gaslamp": __version__, "units": self.unwritten}, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.directory / f"units-{name}.json")
        self.unwritten = []


def _read_units(path: Path) -> list[dict[str, Any]]:
    try:
        units = json.loads(path.read_text(encoding="utf-8"))["units"]
        for unit in units:
            if not (isinstance(unit["spec"], str) and unit["tally"]["games"] == unit["games"]):
                raise ValueError("it contradicts itself")
            for key in ("seed", "first", "games"):
                at_least(key, unit[key], 0)
            float(unit["seconds"])
        return units
    except (ValueError, TypeError, KeyError) as error:
        raise _not_units(path, error) from None


def _not_units(path: Path, why: Any) -> Unreadable:
    return Unreadable(f"`{path}` has no finished units ({why}); without it, its games are played again")


def _count_again(job: _Job, units: Iterable[dict[str, Any]]) -> None:
    """Counts finished units of a job, and leaves the games between them open. Where two of them overlap, which takes two drivers, one counts."""
    at, end = job.first, job.first + job.games
    job.open.clear()
    for unit in sorted(units, key=lambda unit: (unit["first"], -unit["games"])):
        first, games = unit["first"], unit["games"]
        if games == 0 or first < at or first + games > end:
            continue
        # Native code says whether this is a tally of such games.
        job.spec.answer([unit["tally"]], job.seed, 1, 1.0)
        if first > at:
            job.open.append((at, first - at))
        job.given.add((first, games))
        job.count(first, games, unit["tally"], unit["seconds"])
        at = first + games
    if at < end:
        job.open.append((at, end - at))


def sim(
    game: str | SimulationSpec,
    games: int = 10_000,
    *,
    seed: int = 0,
    first: int = 0,
    workers: Workers = ALL,
    unit_seconds: float = 5.0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[SweepState], object] | None = None,
    **who: Any,
) -> dict[str, Any]:
    """:func:`gaslamp.sim` on many machines: the same answer, but for its times and ``threads``, which are the processors of all of them."""
    spec = spec_of(game, who)
    check_range(seed, first, games)
    players = _players(workers)
    job = _Job(spec, who, seed, first, games, Pace(_unit_seconds(unit_seconds)))
    begun = time.monotonic()

    def answer() -> dict[str, Any]:
        return spec.answer([job.tally] if job.tally else [], seed, players.cpus(), time.monotonic() - begun)

    try:
        _sweep([job], players, checkpoint, progress)
    except Interrupted as stop:
        raise Interrupted(str(stop), answer()) from None
    return answer()


# Leagues.


def league(
    game: str,
    entrants: Sequence[str] | Mapping[str, Any],
    games: int = 1_000,
    *,
    seed: int = 0,
    first: int = 0,
    workers: Workers = ALL,
    unit_seconds: float = 5.0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[SweepState], object] | None = None,
    **who: Any,
) -> dict[str, Any]:
    """A round robin: everybody plays everybody, on both sides, so many games each time.

    Entrants are agents; for Lorcana they are decks, as a list or as a dict of names. Everything else that :func:`gaslamp.sim` takes is the same
    for all of them. Every pairing has games of its own, so that their counts are independent; entrants that are added at the end of the list
    leave the games of the others as they are.

    - ``pairings``: the rows of :func:`sweep`, with ``first`` (who plays red, good or deck 1) and ``second`` and ``first_wins``,
    - ``matrix``: how often the one (row) beats the other (column), on both sides together, with its 95 % interval,
    - ``standings``: the same against everybody, the best first. A draw is nobody's win, and a game without an end is not counted.

    >>> found = league("mafia", ["random", "heuristic"], games=200, workers=None)
    >>> [row["name"] for row in found["standings"]]
    ['heuristic', 'random']
    >>> found["matrix"]["heuristic"]["random"]["games"]
    400
    """
    check_range(seed, first, games)
    names = _entrants(game, entrants)
    seconds = _unit_seconds(unit_seconds)
    pairs = sorted(itertools.permutations(range(len(names)), 2), key=lambda pair: (max(pair), pair))
    check_range(seed, first, games * len(pairs))
    jobs = []
    for number, (one, other) in enumerate(pairs):
        keywords = _pairing(game, list(names.values())[one], list(names.values())[other]) | who
        spec = SimulationSpec.of(game, **keywords)
        jobs.append(_Job(spec, keywords, seed, first + number * games, games, Pace(seconds)))
    _sweep(jobs, _players(workers), checkpoint, progress)
    return _table(game, list(names), pairs, jobs)


def _entrants(game: str, entrants: Any) -> dict[str, Any]:
    if isinstance(entrants, (str, os.PathLike)) or len(entrants) < 2:
        raise ValueError("a league has at least two entrants")
    if isinstance(entrants, Mapping):
        return dict(entrants)
    names = {entrant.stem if isinstance(entrant, Path) else str(entrant): entrant for entrant in entrants}
    if len(names) < len(entrants):
        raise ValueError("two entrants have the same name")
    return names


def _pairing(game: str, one: Any, other: Any) -> dict[str, Any]:
    match simulation.one_of("game", game, {"mafia": "mafia", "botc": "botc", "lorcana": "lorcana"}):
        case "mafia":
            return {"red": one, "black": other}
        case "botc":
            return {"good": one, "evil": other}
        case _:
            return {"decks": (one, other)}


def _table(game: str, names: list[str], pairs: list[tuple[int, int]], jobs: list[_Job]) -> dict[str, Any]:
    pairings = []
    # Who beat whom, of how many games.
    won = {name: {other: [0, 0] for other in names if other != name} for name in names}
    for (one, other), job in zip(pairs, jobs, strict=True):
        row = job.row()
        first, second = names[one], names[other]
        sides = {"mafia": ("red", "black"), "botc": ("good", "evil"), "lorcana": ("deck1", None)}[game]
        wins = row[sides[0]]
        # There are no draws of decks: what the one has not won, the other has.
        lost = row[sides[1]]["wins"] if sides[1] else wins["games"] - wins["wins"]
        for name, against, count in [(first, second, wins["wins"]), (second, first, lost)]:
            won[name][against][0] += count
            won[name][against][1] += wins["games"]
        pairings.append({"first": first, "second": second, "first_wins": wins, **row})
    matrix = {name: {other: _rate(*counts) for other, counts in row.items()} for name, row in won.items()}
    standings = [{"name": name, **_rate(*map(sum, zip(*row.values(), strict=True)))} for name, row in won.items()]
    standings.sort(key=lambda row: -row["rate"])
    return {"game": game, "names": names, "pairings": pairings, "matrix": matrix, "standings": standings}


def _rate(won: int, of: int) -> dict[str, Any]:
    """A share and its interval, as native code tells them of so many games that one side has won."""
    score = {"red": {"won": won, "of": of}, "black": {"won": of - won, "of": of}}
    tally = {"games": of, "steps": 0, "unfinished": 0, "endings": [won, of - won, 0], "score": score}
    return SimulationSpec.of("mafia").answer([tally], 0, 1, 1.0)["red"]


# Calibrations.


def calibrate(
    script: str | os.PathLike[str] | Mapping[str, Any] | list[Any] = "tb",
    games: int = 250,
    *,
    experiment: str | None = None,
    variant: str | None = None,
    tellings: int = 8,
    seed: int = 0,
    workers: Workers = ALL,
    unit_seconds: float = 5.0,
    progress: Callable[[int, int], object] | None = None,
) -> list[dict[str, Any]]:
    """:func:`gaslamp.calibrate` on many machines: the same answer, to the last digit. ``progress(done, games)`` counts the games of all
    experiments."""
    plan = simulation.experiments(experiment, variant)
    check_range(seed, 0, games)
    at_least("tellings", tellings, 1)
    if isinstance(script, os.PathLike):
        # Machines need not have the file.
        script = Path(script).read_text(encoding="utf-8")
    players = _players(workers)
    paces = {which: Pace(_unit_seconds(unit_seconds)) for which in plan}
    parts: dict[tuple[str, str], list[Any]] = {which: [] for which in plan}
    done = 0

    def tasks() -> Iterator[Task]:
        for which in plan:
            at = 0
            while at < games:
                left = games - at
                # Games take a second and more: there are few, and everybody should have some.
                size = min(paces[which].games(left), max(1, left // players.room()))
                yield Task(simulation.calibration_part, (script, which, seed, at, size, tellings), (which, size))
                at += size

    try:
        with closing(players.play(tasks())) as finished:
            for task, part, seconds in finished:
                which, size = task.name
                paces[which].learn(size, seconds)
                parts[which].append(part)
                done += size
                if progress is not None:
                    progress(done, games * len(plan))
    except KeyboardInterrupt:
        found = {"calibrations": simulation.calibration_answer(parts)}
        raise Interrupted(f"interrupted after {done} games", found) from None
    except _Failed as failed:
        found = {"calibrations": simulation.calibration_answer(parts)}
        raise _failure(failed, found) from failed.__cause__
    return simulation.calibration_answer(parts)
