"""Set-ups as people say them in Python, turned into the fields of a record's first line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from gaslamp._gaslamp import setup_fields

__all__ = ["Field", "Script", "botc_fields", "lorcana_fields", "mafia_fields"]

Field = tuple[str, str]
Script = str | PathLike[str] | Mapping[str, Any] | Sequence[Any]

USUAL_PLAYERS = 7
USUAL_DECKS = ("sample:ruby-steel", "sample:amber-amethyst")


def mafia_fields(rules: Mapping[str, bool | int | str] | None = None) -> list[Field]:
    """Rules of the table that differ from the usual ones."""
    if rules is None:
        return []
    if not isinstance(rules, Mapping):
        raise TypeError("rules must be a mapping such as {'unanimous_kill': True}")
    return [(rule, _rule(rule, value)) for rule, value in rules.items()]


def _rule(rule: str, value: Any) -> str:
    if not isinstance(rule, str):
        raise TypeError(f"a rule must be a name, not {type(rule).__name__}")
    # Words of the notation are lower case, also those for True and False.
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) or hasattr(value, "__index__"):
        return str(value)
    raise TypeError(f"the rule {rule} must be true, false or a number, not {type(value).__name__}")


def botc_fields(
    players: int | Sequence[str] = USUAL_PLAYERS,
    script: Script = "tb",
    counts: Sequence[int] | str | None = None,
) -> list[Field]:
    """Players by number or by name, a script, and the numbers of characters of each team if they are not the usual ones."""
    fields = [("players", _players(players)), *_script(script)]
    if counts is not None:
        fields.append(("counts", counts if isinstance(counts, str) else ",".join(str(count) for count in counts)))
    return fields


def _players(players: int | Sequence[str]) -> str:
    if isinstance(players, str):
        return players
    if isinstance(players, Sequence):
        for name in players:
            if not isinstance(name, str):
                raise TypeError(f"a player's name must be a text, not {type(name).__name__}")
            # The field of a record has the names with commas between.
            if not name.strip() or "," in name or name != name.strip():
                raise ValueError(f"{name!r} cannot be a player's name")
        return ",".join(players)
    if isinstance(players, bool) or not hasattr(players, "__index__"):
        raise TypeError(f"players must be a number or names, not {type(players).__name__}")
    return str(int(players))


def _script(script: Script) -> list[Field]:
    if isinstance(script, PathLike):
        with open(script, encoding="utf-8") as file:
            return setup_fields("botc", "script", file.read())
    if isinstance(script, str):
        is_json = script.lstrip().startswith(("[", "{"))
        return setup_fields("botc", "script", script) if is_json else [("script", script)]
    if isinstance(script, (Mapping, Sequence)):
        return setup_fields("botc", "script", json.dumps(script))
    raise TypeError("script must be tb, bmr, snv, a script in JSON, or the path of a file with one")


def lorcana_fields(decks: Sequence[str | PathLike[str]] = USUAL_DECKS) -> list[Field]:
    """Two decks: lists of cards, paths of files with them, or samples such as ``sample:bs01``."""
    if isinstance(decks, (str, PathLike)) or len(decks) != 2:
        raise ValueError("decks must be two, one for each player, such as decks=('sample:bs01', 'sample:rp01')")
    return [field for name, deck in zip(("deck1", "deck2"), decks) for field in _deck(name, deck)]


def _deck(name: str, deck: str | PathLike[str]) -> list[Field]:
    if isinstance(deck, PathLike):
        with open(deck, encoding="utf-8") as file:
            deck = file.read()
    if not isinstance(deck, str):
        raise TypeError(f"a deck must be a list of cards, a sample or a path, not {type(deck).__name__}")
    return setup_fields("lorcana", name, deck)
