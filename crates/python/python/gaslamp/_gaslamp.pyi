from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

_Text = str | PathLike[str]
_Json = Mapping[str, Any] | list[Any]
_Form = Literal["line", "rich", "table", "tokens", "ascii", "mermaid", "plantuml"]
_Diagram = Literal["ascii", "mermaid", "plantuml"]

__version__: str

@final
class Record:
    @classmethod
    def parse(cls, text: str, game: str | None = None) -> Record: ...
    @classmethod
    def load(cls, path: str | PathLike[str], game: str | None = None) -> Record: ...
    @property
    def game(self) -> str: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def steps(self) -> int: ...
    @property
    def result(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...
    def view(self, seat: str | int, at: int | None = None) -> dict[str, Any]: ...
    def tokens(self, seat: str | int, at: int | None = None) -> list[int]: ...
    def text(self, form: _Form = "rich", *, seat: str | int | None = None, at: int | None = None) -> str: ...
    def diagram(self, form: _Diagram = "ascii", *, seat: str | int | None = None, at: int | None = None) -> str: ...
    def replay(self, at: int) -> Record: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...

def solve(
    puzzle: _Text,
    *,
    why: str | None = None,
    ask: str | Sequence[str] = (),
    what_if: str | Sequence[str] = (),
    show: int | None = None,
    course: bool = False,
    expect: bool = False,
    seconds: float | None = 60.0,
    threads: int | None = None,
) -> dict[str, Any]: ...
def check(
    text: _Text,
    trace: _Text | None = None,
    *,
    script: _Text | _Json = "tb",
    nights: int | None = None,
    players: int | None = None,
    counts: str | None = None,
    tokens: Literal["as-written", "at-least"] | None = None,
    count: bool = False,
    sample: int | None = None,
    seed: int = 0,
    cases: int = 20_000,
    seconds: float | None = 60.0,
) -> dict[str, Any]: ...
def beliefs(
    record: Record | _Text,
    seat: str | int,
    at: int | None = None,
    *,
    trust: Mapping[str | int, str | float] | int | None = None,
    split: str | int | None = None,
    draws: int | None = None,
    patterns: int | None = None,
    seconds: float | None = 60.0,
    threads: int | None = None,
) -> dict[str, Any]: ...
def render(
    grimoire: Record | _Text | _Json,
    form: Literal["line", "ascii", "svg", "html", "json", "script"] | None = None,
    *,
    layout: str | None = None,
    columns: bool = False,
    short: bool = False,
    public: bool = False,
    seat: str | int | None = None,
    at: int | None = None,
    theme: Literal["auto", "light", "dark"] = "auto",
) -> Any: ...
def write_dataset(
    game: str,
    setup: list[tuple[str, str]],
    agents: list[tuple[str, str]],
    storyteller: str,
    talk: bool,
    directory: str | PathLike[str],
    seed: int,
    games: int,
    shard: int,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> tuple[int, int, int]: ...
