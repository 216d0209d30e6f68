#!/usr/bin/env python3
"""Writes crates/botc/src/characters/facts.rs from a character list: facts only, never a text of the owner.

usage: tools/botc_facts.py CHARACTERS.json > crates/botc/src/characters/facts.rs
"""
import json
import sys

TEAMS = ["townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric"]

# Homebrew characters of published puzzles. They come last, so that the published ones keep their numbers.
HOMEBREW = [
    {"id": "legionary", "name": "Legionary", "team": "townsfolk", "edition": "homebrew", "first_night": 67,
     "other_night": 85, "setup": True, "reminders": [], "reminders_global": []},
    {"id": "prodigy", "name": "Prodigy", "team": "townsfolk", "edition": "homebrew", "first_night": 67,
     "other_night": 85, "setup": True, "reminders": ["Lunar"], "reminders_global": []},
]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def strings(items):
    return "&[" + ", ".join(quoted(item) for item in items) + "]"


def number(value):
    return "None" if value is None else f"Some({value})"


def main(path):
    data = json.load(open(path, encoding="utf-8"))
    characters = sorted(data["characters"], key=lambda c: (TEAMS.index(c["team"]), c["id"])) + HOMEBREW
    print("//! Facts about every published character and some homebrew ones, and the night orders.")
    print("//!")
    print("//! Made by `tools/botc_facts.py`; do not edit. Names, ids and numbers only: no text of the owner.")
    print()
    print("use super::{Facts, Team};")
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static FACTS: [Facts; {len(characters)}] = [")
    for c in characters:
        team = c["team"].capitalize()
        print(
            f"    Facts {{ id: {quoted(c['id'])}, name: {quoted(c['name'])}, team: Team::{team}, "
            f"edition: {quoted(c['edition'])}, first_night: {number(c['first_night'])}, "
            f"other_night: {number(c['other_night'])}, changes_setup: {str(c['setup']).lower()}, "
            f"reminders: {strings(c['reminders'])}, global_reminders: {strings(c['reminders_global'])} }},"
        )
    print("];")
    orders = data["script_night_orders"]["tb"]
    for name, order in [("FIRST", orders["first"]), ("OTHER", orders["other"])]:
        print()
        print("/// The order printed for Trouble Brewing, which differs from the global order.")
        print("#[rustfmt::skip]")
        print(f"pub(super) static TROUBLE_BREWING_{name}: &[&str] = {strings(order)};")


if __name__ == "__main__":
    main(sys.argv[1])
