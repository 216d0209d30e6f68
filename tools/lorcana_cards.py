#!/usr/bin/env python3
"""Makes the files of card facts: names, ids and numbers only, never a text of the owner.

usage: tools/lorcana_cards.py facts CARDS.json > crates/lorcana/data/cards.json
       tools/lorcana_cards.py rust crates/lorcana/data/cards.json > crates/lorcana/src/cards/facts.rs

`facts` reads a card list with texts: for what they say about deck building, and to tell reminders from abilities; none
is written. `rust` writes the same facts as the table that is compiled in; a test compares both. Whatever the tables
below do not know (a new keyword, a new cost) stops the script instead of being left out.
"""
import json
import re
import sys
import unicodedata

INKS = ["Amber", "Amethyst", "Emerald", "Ruby", "Sapphire", "Steel"]
BARE = ["Adventurous", "Alert", "Bodyguard", "Evasive", "Reckless", "Rush", "Support", "Vanish", "Ward"]
VARIANTS = {"": {}, "Combo": {"onto": "one_or_both"}, "Duo": {"onto": "both"}, "Universal": {"onto": "any_character"}}
VALUED = ["Boost", "Challenger", "Resist", "Sing Together", "Singer"]
DISCARDED = ["Action", "Character", "Item", "Location", "Song"]
USUAL_COPIES = 4
# What these abilities say is said by another fact: that the card is a song, that it has several names.
REMINDERS = [r"A character with cost \d+ or more can \S+ to sing this song for free\.",
             r"This character counts as being named both .*"]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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


def shift_cost(entry):
    """What a Shift costs: ink, cards from hand or ink drops."""
    if "n" in entry:
        return {"ink": entry["n"]}
    value = entry["v"]
    if match := re.fullmatch(r"Discard (\d+) cards", value):
        return {"discard": int(match[1]), "of": "any"}
    if match := re.fullmatch(r"Discard an? (\w+) card", value):
        assert match[1].title() in DISCARDED, value
        return {"discard": 1, "of": match[1]}
    match = re.fullmatch(r"Remove (\d+) ink drops", value)
    return {"ink_drops": int(match[1])}


def shift_onto(variant, classifications, items):
    """On top of what, unless it is a character of the same name."""
    if variant in VARIANTS:
        return VARIANTS[variant]
    if variant in classifications:
        return {"onto": {"classification": variant}}
    assert variant in items, variant
    return {"onto": {"item": variant}}


def keyword_facts(entry, classifications, items):
    name = entry["keyword"]
    if name in BARE:
        return {"keyword": name}
    if name in VALUED:
        return {"keyword": name, "value": entry["n"]}
    assert name.endswith("Shift"), name
    words = name.removesuffix("Shift").strip()
    variant = words.removeprefix("Temporary").strip()
    temporary = {"temporary": True} if variant != words else {}
    return {"keyword": "Shift", **shift_cost(entry), **shift_onto(variant, classifications, items), **temporary}


def ability_counts(card):
    """Triggered, static and activated abilities beyond keywords, and effects of actions."""
    counts = {"triggered": 0, "static": 0, "activated": 0}
    for ability in card.get("abilities", []):
        if ability.get("name") or not any(re.fullmatch(r, ability["text"], re.S) for r in REMINDERS):
            counts[ability["type"]] += 1
    counts["effects"] = len(card.get("effects", []))
    return {kind: count for kind, count in counts.items() if count}


def most_copies(card):
    """How many a deck may have; nothing if any number."""
    if "any number of cards named" in card["text"] and "in your deck" in card["text"]:
        return None
    return card.get("maxCopiesInDeck", USUAL_COPIES)


def any_ink(card):
    match = re.search(r"You can have other (\w+) characters in your deck regardless of ink type", card["text"])
    return match and match[1]


def card_facts(card, classifications, items):
    """The facts of one card; what it does not have is left out."""
    numbers = ["strength", "willpower", "lore", "moveCost"]
    facts = {
        "id": card["id"],
        "key": card["key"],
        "full_name": card["fullName"],
        "name": card["name"],
        "version": card.get("version"),
        "names": card.get("names"),
        "type": card["type"],
        "inks": sorted(card["colors"]),
        "cost": card["cost"],
        "inkable": card["inkwell"],
        **{re.sub("C", "_c", number): card.get(number) for number in numbers},
        "classifications": card.get("classifications", []),
        "keywords": [keyword_facts(k, classifications, items) for k in card.get("keywords", [])],
        "abilities": ability_counts(card),
        "any_ink": any_ink(card),
    }
    return {
        **{name: fact for name, fact in facts.items() if fact is not None},
        "most_copies": most_copies(card),
        "core": card["core"],
        "infinity": card["infinity"],
        "printings": card["printings"],
    }


def check(cards):
    folded = [fold(card["full_name"]) for card in cards]
    assert len(set(folded)) == len(cards), "two names that are read alike"
    assert len({card["key"] for card in cards}) == len(cards), "two equal keys"
    for card in cards:
        assert card["full_name"] == " - ".join(filter(None, [card["name"], card.get("version")])), card["full_name"]
        assert fold(card["key"].replace("_", " ")) == fold(card["full_name"]), card["key"]
        assert card["printings"][0]["id"] == card["id"], card["key"]
        assert set(card["inks"]) <= set(INKS), card["key"]


def write_facts(data):
    """The facts as JSON, a line for each set and each card."""
    cards = sorted(data["cards"], key=lambda card: card["id"])
    classifications = {c for card in cards for c in card.get("classifications", [])}
    items = {card["name"] for card in cards if card["type"] == "Item"}
    sets = [{"code": code, "name": entry["name"], "type": entry["type"], "released": entry["releaseDate"]}
            for code, entry in data["sets"].items()]
    cards = [card_facts(card, classifications, items) for card in cards]
    check(cards)
    print(f'{{"source": {compact(data["source"]["from"])},')
    print('"sets": [\n' + ",\n".join(map(compact, sets)) + "\n],")
    print('"cards": [\n' + ",\n".join(map(compact, cards)) + "\n]}")


def kind(card):
    if card["type"] == "Character":
        return f"Character {{ strength: {card['strength']}, willpower: {card['willpower']}, lore: {card['lore']} }}"
    if card["type"] == "Location":
        return (f"Location {{ move_cost: {card['move_cost']}, willpower: {card['willpower']}, "
                f"lore: {card['lore']} }}")
    assert card["type"] in ("Action", "Item"), card["type"]
    return card["type"]


def shift(keyword):
    if "ink" in keyword:
        cost = f"Ink({keyword['ink']})"
    elif "discard" in keyword:
        cost = f"Discard({keyword['discard']}, {keyword['of'].title()}Card)"
    else:
        cost = f"InkDrops({keyword['ink_drops']})"
    onto = keyword.get("onto", "same_name")
    if isinstance(onto, str):
        onto = word(onto.replace("_", " ").title())
    elif "classification" in onto:
        onto = f"Class({word(onto['classification'])})"
    else:
        onto = f"ItemNamed({quoted(onto['item'])})"
    return f"shift!({cost}, {onto}, {str('temporary' in keyword).lower()})"


def keyword(entry):
    if entry["keyword"] == "Shift":
        return shift(entry)
    value = f"({entry['value']})" if "value" in entry else ""
    return word(entry["keyword"]) + value


def exceptions(card):
    """Fields that most cards leave alone."""
    if "names" in card:
        yield f"names: &{listed(map(quoted, card['names']))}"
    if card["most_copies"] is None:
        yield "most_copies: None"
    elif card["most_copies"] != USUAL_COPIES:
        yield f"most_copies: Some({card['most_copies']})"
    if "any_ink" in card:
        yield f"any_ink: Some({word(card['any_ink'])})"
    if card["core"]:
        yield "core: true"
    if not card["infinity"]:
        yield "infinity: false"


def printing(entry, sets):
    number = "None" if entry["number"] is None else f"Some({entry['number']})"
    variant = f", {entry['variant']!r}" if "variant" in entry else ""
    return f"({entry['id']}, {sets.index(entry['set'])}, {number}, {word(entry['rarity'])}{variant})"


def line(card, sets):
    version = f" - {quoted(card['version'])}" if "version" in card else ""
    parts = [
        f"{card['id']}, {quoted(card['key'])}, {quoted(card['name'])}{version}",
        kind(card),
        listed(card["inks"]),
        str(card["cost"]),
        str(card["inkable"]).lower(),
        listed(map(word, card["classifications"])),
        listed(map(keyword, card["keywords"])),
        listed(str(card["abilities"].get(kind, 0)) for kind in ["triggered", "static", "activated", "effects"]),
        listed(printing(p, sets) for p in card["printings"]),
        *exceptions(card),
    ]
    return f"    card!({', '.join(parts)}),"


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
//! Made by `tools/lorcana_cards.py` from `data/cards.json`; do not edit. Names, ids and numbers only: no text of the
//! owner.

use Classification::*;

use super::keyword::{Discarded::*, Keyword::*, Onto::*, ShiftCost::*};
use super::table::{card, classifications, printing, shift};
use super::{Facts, Kind::*, Rarity::*, Set, SetKind};
"""


def write_rust(data):
    """The facts as a table of Rust."""
    cards = data["cards"]
    check(cards)
    sets = [entry["code"] for entry in data["sets"]]
    print(HEADER)
    print("classifications! {")
    for name in sorted({c for card in cards for c in card["classifications"]}):
        print(f"    {word(name)} = {quoted(name)},")
    print("}")
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static SETS: [Set; {len(sets)}] = [")
    for entry in data["sets"]:
        released = f"Some({quoted(entry['released'])})" if entry["released"] else "None"
        print(f"    Set {{ code: {quoted(entry['code'])}, name: {quoted(entry['name'])}, "
              f"kind: SetKind::{entry['type'].title()}, released: {released} }},")
    print("];")
    print()
    print("#[rustfmt::skip]")
    print(f"pub(super) static FACTS: [Facts; {len(cards)}] = [")
    for card in cards:
        print(line(card, sets))
    print("];")
    ids = {p["id"]: index for index, card in enumerate(cards) for p in card["printings"]}
    print_table("BY_ID", "u16", [str(ids.get(id, 65535)) for id in range(max(ids) + 1)])
    by_key = sorted(range(len(cards)), key=lambda index: cards[index]["key"].encode())
    print_table("BY_KEY", "u16", [str(index) for index in by_key])
    by_name = sorted((fold(card["full_name"]), index) for index, card in enumerate(cards))
    print_table("BY_NAME", "(&str, u16)", [f"({quoted(name)}, {index})" for name, index in by_name])


def main(what, path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    {"facts": write_facts, "rust": write_rust}[what](data)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("facts", "rust"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
