#!/usr/bin/env python3
"""Writes crates/lorcana/src/cards/facts.rs from a card list: facts only, never a text of the owner.

usage: tools/lorcana_cards.py CARDS.json > crates/lorcana/src/cards/facts.rs

Texts are read for what they say about deck building, and to tell reminders from abilities; none is written.
Whatever the tables below do not know (a new keyword, a new cost) stops the script instead of being left out.
"""
import json
import re
import sys
import unicodedata

INKS = ["Amber", "Amethyst", "Emerald", "Ruby", "Sapphire", "Steel"]
BARE = ["Adventurous", "Alert", "Bodyguard", "Evasive", "Reckless", "Rush", "Support", "Vanish", "Ward"]
VALUED = ["Boost", "Challenger", "Resist", "Sing Together", "Singer"]
DISCARDED = ["Action", "Character", "Item", "Location", "Song"]
# What these abilities say is said by another fact: that the card is a song, that it has several names.
REMINDERS = [r"A character with cost \d+ or more can \S+ to sing this song for free\.",
             r"This character counts as being named both .*"]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def word(text):
    return re.sub(r"[^A-Za-z]", "", text.title() if " " in text else text)


def listed(items):
    return "[" + ", ".join(items) + "]"


def fold(name):
    """As `fold` in crates/lorcana/src/cards/name.rs; a test compares."""
    plain = unicodedata.normalize("NFKD", name.replace("&", "and")).lower()
    folded = "".join(c for c in plain if c.isalnum())
    assert folded.isascii(), name
    return folded


def kind(card):
    if card["type"] == "Character":
        return f"Character {{ strength: {card['strength']}, willpower: {card['willpower']}, lore: {card['lore']} }}"
    if card["type"] == "Location":
        return (f"Location {{ move_cost: {card['moveCost']}, willpower: {card['willpower']}, "
                f"lore: {card['lore']} }}")
    assert card["type"] in ("Action", "Item"), card["type"]
    return card["type"]


def shift_cost(keyword):
    if "n" in keyword:
        return f"Ink({keyword['n']})"
    value = keyword["v"]
    if match := re.fullmatch(r"Discard (\d+) cards", value):
        return f"Discard({match[1]}, AnyCard)"
    if match := re.fullmatch(r"Discard an? (\w+) card", value):
        assert match[1].title() in DISCARDED, value
        return f"Discard(1, {match[1].title()}Card)"
    match = re.fullmatch(r"Remove (\d+) ink drops", value)
    return f"InkDrops({match[1]})"


def shift_onto(variant, classifications, items):
    if variant in ("", "Combo", "Duo"):
        return {"": "SameName", "Combo": "OneOrBoth", "Duo": "Both"}[variant]
    if variant == "Universal":
        return "AnyCharacter"
    if variant in classifications:
        return f"Class({word(variant)})"
    assert variant in items, variant
    return f"ItemNamed({quoted(variant)})"


def keyword(entry, classifications, items):
    name = entry["keyword"]
    if name in BARE:
        return name
    if name in VALUED:
        return f"{word(name)}({entry['n']})"
    assert name.endswith("Shift"), name
    words = name.removesuffix("Shift").strip()
    variant = words.removeprefix("Temporary").strip()
    onto = shift_onto(variant, classifications, items)
    return f"shift!({shift_cost(entry)}, {onto}, {str(variant != words).lower()})"


def ability_counts(card):
    """Triggered, static and activated abilities beyond keywords, and effects of actions."""
    counts = {"triggered": 0, "static": 0, "activated": 0}
    for ability in card.get("abilities", []):
        if ability.get("name") or not any(re.fullmatch(r, ability["text"], re.S) for r in REMINDERS):
            counts[ability["type"]] += 1
    return [*counts.values(), len(card.get("effects", []))]


def exceptions(card):
    """Fields that most cards leave alone."""
    if "names" in card:
        yield f"names: &{listed(map(quoted, card['names']))}"
    if "maxCopiesInDeck" in card:
        yield f"most_copies: Some({card['maxCopiesInDeck']})"
    elif "any number of cards named" in card["text"] and "in your deck" in card["text"]:
        yield "most_copies: None"
    if match := re.search(r"You can have other (\w+) characters in your deck regardless of ink type", card["text"]):
        yield f"any_ink: Some({match[1]})"
    if card["core"]:
        yield "core: true"
    if not card["infinity"]:
        yield "infinity: false"


def printing(entry, sets):
    number = "None" if entry["number"] is None else f"Some({entry['number']})"
    variant = f", {entry['variant']!r}" if "variant" in entry else ""
    return f"({entry['id']}, {sets.index(entry['set'])}, {number}, {word(entry['rarity'])}{variant})"


def line(card, sets, classifications, items):
    version = f" - {quoted(card['version'])}" if card.get("version") else ""
    parts = [
        f"{card['id']}, {quoted(card['key'])}, {quoted(card['name'])}{version}",
        kind(card),
        listed(card["colors"]),
        str(card["cost"]),
        str(card["inkwell"]).lower(),
        listed(map(word, card.get("classifications", []))),
        listed(keyword(k, classifications, items) for k in card.get("keywords", [])),
        listed(map(str, ability_counts(card))),
        listed(printing(p, sets) for p in card["printings"]),
        *exceptions(card),
    ]
    return f"    card!({', '.join(parts)}),"


def check(cards):
    folded = [fold(card["fullName"]) for card in cards]
    assert len(set(folded)) == len(cards), "two names that are read alike"
    assert len({card["key"] for card in cards}) == len(cards), "two equal keys"
    for card in cards:
        assert card["fullName"] == " - ".join(filter(None, [card["name"], card.get("version")])), card["fullName"]
        assert fold(card["key"].replace("_", " ")) == fold(card["fullName"]), card["key"]
        assert card["printings"][0]["id"] == card["id"], card["key"]
        assert set(card["colors"]) <= set(INKS), card["key"]


def print_table(name, kind, rows):
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static {name}: [{kind}; {len(rows)}] = [")
    for start in range(0, len(rows), 16):
        print("    " + ", ".join(rows[start:start + 16]) + ",")
    print("];")


HEADER = """\
//! Facts about every card: the sets, the cards by id, and the orders that lookups search.
//!
//! Made by `tools/lorcana_cards.py`; do not edit. Names, ids and numbers only: no text of the owner.

use Classification::*;

use super::keyword::{Discarded::*, Keyword::*, Onto::*, ShiftCost::*};
use super::table::{card, classifications, printing, shift};
use super::{Facts, Kind::*, Rarity::*, Set, SetKind};
"""


def main(path):
    data = json.load(open(path, encoding="utf-8"))
    cards = sorted(data["cards"], key=lambda card: card["id"])
    check(cards)
    sets = list(data["sets"])
    classifications = sorted({c for card in cards for c in card.get("classifications", [])})
    items = {card["name"] for card in cards if card["type"] == "Item"}
    print(HEADER)
    print("classifications! {")
    for name in classifications:
        print(f"    {word(name)} = {quoted(name)},")
    print("}")
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static SETS: [Set; {len(sets)}] = [")
    for code, entry in data["sets"].items():
        released = f"Some({quoted(entry['releaseDate'])})" if entry["releaseDate"] else "None"
        print(f"    Set {{ code: {quoted(code)}, name: {quoted(entry['name'])}, "
              f"kind: SetKind::{entry['type'].title()}, released: {released} }},")
    print("];")
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static FACTS: [Facts; {len(cards)}] = [")
    for card in cards:
        print(line(card, sets, classifications, items))
    print("];")
    ids = {p["id"]: index for index, card in enumerate(cards) for p in card["printings"]}
    print_table("BY_ID", "u16", [str(ids.get(id, 65535)) for id in range(max(ids) + 1)])
    by_key = sorted(range(len(cards)), key=lambda index: cards[index]["key"].encode())
    print_table("BY_KEY", "u16", [str(index) for index in by_key])
    by_name = sorted((fold(card["fullName"]), index) for index, card in enumerate(cards))
    print_table("BY_NAME", "(&str, u16)", [f"({quoted(name)}, {index})" for name, index in by_name])


if __name__ == "__main__":
    main(sys.argv[1])
