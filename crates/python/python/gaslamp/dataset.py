"""What every seat has seen and done in many games, as Parquet files, for learning from what others played.

``docs/datasets.md`` explains the columns. :func:`write` plays games into a directory, which polars, pandas or DuckDB read as it is;
:func:`read`, :func:`steps` and :func:`records` read it with pyarrow: ``pip install gaslamp[parquet]``.

>>> import gaslamp, tempfile
>>> directory = tempfile.mkdtemp()
>>> gaslamp.dataset.write("mafia", directory, 3, seed=1, agents="heuristic")
Written(played=3, files=1, games=3)
>>> gaslamp.dataset.write("mafia", directory, 5, seed=1, agents="heuristic")
Written(played=2, files=1, games=5)
>>> row = next(gaslamp.dataset.read(directory))
>>> row.name, row.agent, row.masks.shape == (len(row.actions), 95)
('P0', 'heuristic', True)
>>> bool(row.masks[range(len(row.actions)), row.actions].all())
True
>>> len(list(gaslamp.dataset.records(directory)))
5
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gaslamp import _gaslamp
from gaslamp.simulation import SimulationSpec, spec_of

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SCHEMA", "Row", "Step", "Written", "files", "read", "records", "steps", "write"]

SCHEMA = 1
"""The version of the columns that is written and read here."""

_NAME = re.compile(r"games-(\d+)-(\d+)\.parquet")


class Written(NamedTuple):
    """What :func:`write` has come to."""

    played: int
    """The games that were played now."""
    files: int
    """The files that were written now."""
    games: int
    """How many of the wanted games are there."""


@dataclass(frozen=True, eq=False)
class Row:
    """What one seat has seen and done in one game; one entry of ``read``, ``at``, ``actions`` and ``masks`` for each id that it took."""

    game: int
    seed: int
    seat: int
    name: str
    agent: str
    """Who played the seat."""
    role: str
    """What the player was at the beginning."""
    side: str
    """The side at the beginning."""
    result: str
    """How the game ended, or ``unfinished``."""
    score: int
    """1, -1, or 0 for a draw and for what is unfinished."""
    tokens: np.ndarray
    """Everything that the seat has seen."""
    read: np.ndarray
    """How many of these tokens it had read when it took an id."""
    at: np.ndarray
    """The number of the action in the record to which the id belongs."""
    actions: np.ndarray
    """The ids that it took."""
    masks: np.ndarray
    """What was legal, as booleans: a row for each step, a column for each id."""
    record: str
    """The whole game as one line, which :meth:`gaslamp.Record.parse` reads."""

    def observation(self, step: int) -> np.ndarray:
        """What the seat had before it when it took an id: the tokens it had read, and what it had already written of the same action."""
        import numpy as np

        begun = int(np.searchsorted(self.at, self.at[step]))
        return np.concatenate([self.tokens[: self.read[step]], self.actions[begun:step]])


class Step(NamedTuple):
    """One decision, for learning from it."""

    tokens: np.ndarray
    mask: np.ndarray
    action: int


def write(
    game: str | SimulationSpec,
    directory: str | os.PathLike[str],
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    shard: int = 1_000,
    progress: Callable[[int, int], object] | None = None,
    **who: Any,
) -> Written:
    """Plays games into a directory, those that it does not have yet.

    What is played, and by whom, is said as to :func:`gaslamp.sim`: ``red="reasoning"``, ``players=9``, ``decks=(…)``. ``progress`` is called
    with the number of games that are done and the number that are to be played now, from another thread. Ctrl-C leaves the files that are
    complete, and the same call goes on. A directory with another dataset is refused.
    """
    simulation = spec_of(game, who).native()
    return Written(*_gaslamp.write_dataset(simulation, directory, seed, games, shard, threads, progress))


def files(directory: str | os.PathLike[str]) -> list[Path]:
    """The files of a dataset, in the order of their games."""
    found = [(_NAME.fullmatch(path.name), path) for path in Path(directory).iterdir()]
    named = [(int(match[1]), path) for match, path in found if match]
    return [path for _, path in sorted(named)]


def read(directory: str | os.PathLike[str], *, columns: Iterable[str] | None = None) -> Iterator[Row]:
    """The rows in the order of games and seats; what is not among ``columns`` is not read, and None."""
    wanted = None if columns is None else set(columns)
    if wanted is not None and (strange := wanted - set(Row.__dataclass_fields__)):
        raise ValueError(f"unknown columns: {', '.join(sorted(strange))}; there are {', '.join(Row.__dataclass_fields__)}")
    for path in files(directory):
        yield from _rows(path, wanted)


def steps(directory: str | os.PathLike[str]) -> Iterator[Step]:
    """Every decision of every seat: what it had before it, what was legal, and the id that it took."""
    for row in read(directory, columns=["tokens", "read", "at", "actions", "masks"]):
        for step, action in enumerate(row.actions):
            yield Step(row.observation(step), row.masks[step], int(action))


def records(directory: str | os.PathLike[str]) -> Iterator[_gaslamp.Record]:
    """The games."""
    for row in read(directory, columns=["seat", "record"]):
        if row.seat == 0:
            yield _gaslamp.Record.parse(row.record)


def _rows(path: Path, wanted: set[str] | None) -> Iterator[Row]:
    parquet = _parquet()
    with parquet.ParquetFile(path) as file:
        about = file.schema_arrow.metadata or {}
        version = about.get(b"gaslamp.schema", b"none").decode()
        if version != str(SCHEMA):
            raise ValueError(f"{path} has columns of version {version}; this gaslamp reads version {SCHEMA}")
        ids = int(about[b"gaslamp.ids"])
        read = None if wanted is None else [name for name in Row.__dataclass_fields__ if name in wanted]
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, columns=read)
            named = {name: _cells(table.column(name), name, ids) for name in table.column_names}
            absent = iter(lambda: None, 0)
            parts = [named.get(name, absent) for name in Row.__dataclass_fields__]
            # What is wanted ends first, since what is absent has no end.
            for _, *cells in zip(range(table.num_rows), *parts):
                yield Row(*cells)


def _cells(column: Any, name: str, ids: int) -> Iterable[Any]:
    """The values of a column, one for each row."""
    import numpy as np

    if name in ("tokens", "read", "at", "actions"):
        lists = column.combine_chunks()
        values = lists.values.to_numpy(zero_copy_only=False)
        offsets = lists.offsets.to_numpy()
        return (values[begin:end] for begin, end in zip(offsets[:-1], offsets[1:]))
    if name == "masks":
        width = -(-ids // 8)
        packed = (np.frombuffer(cell.as_buffer(), np.uint8).reshape(-1, width) for cell in column)
        return (np.unpackbits(mask, axis=1, count=ids, bitorder="little").view(np.bool_) for mask in packed)
    return column.to_pylist()


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("datasets are read with pyarrow: pip install gaslamp[parquet]") from error
    return pyarrow.parquet
