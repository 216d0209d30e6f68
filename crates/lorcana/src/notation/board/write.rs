//! The writer; the header of [`super`] says what it writes.

use std::fmt::Write as _;

use gaslamp_core::Seat;

use super::{GROUP, ZONES};
use crate::notation::terms;
use crate::rules::happening::Happening;
use crate::rules::piece::{CardId, Piece, SEATS, player_name};
use crate::rules::position::{
    Cause, ComingDamage, EffectTarget, Frame, InSlot, LastKnown, LastingEffect, Position, Seen, Trigger, Zone,
};

/// Writes a board.
#[must_use]
pub fn write(position: &Position) -> String {
    let mut lines = vec![turn(position)];
    for seat in SEATS {
        lines.push(standing(position, seat));
        for (name, zone) in ZONES {
            lines.extend(cards(position, seat, name, zone));
        }
    }
    if position.bag_of != position.active {
        lines.push(format!("bag {}", player_name(position.bag_of)));
    }
    lines.extend(position.history.iter().map(|past| write_past(past, &position.pieces)));
    lines.extend(position.effects.iter().map(|effect| write_effect(effect, &position.pieces)));
    lines.extend(position.bag.iter().map(|trigger| write_trigger(trigger, &position.pieces)));
    lines.extend(position.frames.iter().map(|frame| write_frame(frame, &position.pieces)));
    lines.extend(position.left.iter().map(|known| write_last_known(known, &position.pieces)));
    lines.extend(position.coming.iter().map(|damage| write_coming(damage, &position.pieces)));
    if !position.struck.is_empty() {
        lines.push(format!("struck {}", names(&position.struck, &position.pieces).join(" ")));
    }
    lines.extend(
        position.pending.map(|pending| format!("ask {}", terms::write_pending(pending, &position.pieces))),
    );
    lines.push(String::new());
    lines.join("\n")
}

fn turn(position: &Position) -> String {
    let stage = terms::write_stage(position.stage, &position.pieces);
    format!("turn {} {} {stage}", position.turn, player_name(position.active))
}

fn standing(position: &Position, seat: Seat) -> String {
    let player = &position.players[seat.index()];
    let mut line = format!("{} lore {}", player_name(seat), player.lore);
    for (name, number) in
        [("inked", player.inked), ("tokens", player.ink_tokens), ("altered", player.altered)]
    {
        if number > 0 {
            let _ = write!(line, " {name} {number}");
        }
    }
    line
}

/// The line of a zone; decks have one even if they are empty.
fn cards(position: &Position, seat: Seat, name: &str, zone: Zone) -> Option<String> {
    let ids: Vec<CardId> = if zone == Zone::Deck {
        position.decks[seat.index()].iter().rev().copied().collect()
    } else {
        let all = (0..position.pieces.len()).map(CardId::new);
        let is_there = |id: &CardId| {
            position.pieces[id.index()].owner == seat && position.cards[id.index()].zone == zone
        };
        all.filter(is_there).collect()
    };
    if ids.is_empty() && zone != Zone::Deck {
        return None;
    }
    let mut line = format!("{} {name}", player_name(seat));
    ids.into_iter().for_each(|id| line.extend([" ", &card(position, id)]));
    Some(line)
}

fn card(position: &Position, id: CardId) -> String {
    let (Some(piece), Some(status)) = (position.pieces.get(id.index()), position.cards.get(id.index()))
    else {
        return terms::piece_name(id, &position.pieces);
    };
    let mut flags: Vec<String> = Vec::new();
    let mut flag = |holds: bool, text: &dyn Fn() -> String| {
        if holds {
            flags.push(text());
        }
    };
    let named = |name: &str, id: Option<CardId>| {
        let other = id.and_then(|id| position.pieces.get(id.index()).copied());
        other.map_or_else(String::new, |other| format!("{name}={}", name_next_to(other, *piece)))
    };
    flag(status.exerted, &|| "exerted".to_owned());
    flag(status.drying, &|| "drying".to_owned());
    flag(status.damage > 0, &|| format!("damage={}", status.damage));
    flag(status.location.is_some(), &|| named("at", status.location));
    flag(status.under.is_some(), &|| named("of", status.under));
    flag(status.depth > 0 || status.under.is_some(), &|| format!("depth={}", status.depth));
    flag(status.facedown, &|| "facedown".to_owned());
    flag(status.temporary, &|| "temporary".to_owned());
    let used = terms::write_used(position, id);
    flag(!used.is_empty(), &|| format!("used={}", used.replace(' ', "+")));
    if flags.is_empty() { piece.copy.to_string() } else { format!("{}({})", piece.copy, flags.join(",")) }
}

/// A card of the same player is named without the player.
fn name_next_to(piece: Piece, other: Piece) -> String {
    if piece.owner == other.owner { piece.copy.to_string() } else { piece.to_string() }
}

/// A line of parts, each after its name; parts with nothing to say are left out.
struct Parts<'a> {
    line: String,
    pieces: &'a [Piece],
}

impl Parts<'_> {
    fn words(&mut self, name: &str, words: &[String]) {
        if !words.is_empty() {
            let _ = write!(self.line, " {name} {}", words.join(" "));
        }
    }

    fn cards(&mut self, name: &str, ids: &[CardId]) {
        self.words(name, &names(ids, self.pieces));
    }

    fn number(&mut self, name: &str, number: impl Into<i32>) {
        let number = number.into();
        if number != 0 {
            let _ = write!(self.line, " {name} {number}");
        }
    }

    /// What an ability remembers of an event, its cards and its player first.
    fn cause(&mut self, cause: &Cause) {
        self.cards("subject", cause.subject.as_slice());
        self.cards("other", cause.other.as_slice());
        self.words("player", cause.player.map(|seat| player_name(seat).to_owned()).as_slice());
        self.number("number", cause.number);
        self.number("at", cause.at);
        self.cards("about", cause.about.as_slice());
    }
}

fn write_past(past: &Happening, pieces: &[Piece]) -> String {
    let line = format!("past {} {}", past.what.name(), player_name(past.player));
    let mut parts = Parts { line, pieces };
    parts.cards("card", past.card.as_slice());
    parts.cards("other", past.other.as_slice());
    parts.number("number", past.number);
    parts.line
}

fn write_effect(effect: &LastingEffect, pieces: &[Piece]) -> String {
    let on = match effect.on {
        EffectTarget::Card(id) => terms::piece_name(id, pieces),
        EffectTarget::Player(seat) => player_name(seat).to_owned(),
        EffectTarget::Group => GROUP.to_owned(),
    };
    let (modifier, until) = (terms::write_modifier(effect.modifier), terms::write_until(effect.until));
    let source = terms::piece_name(effect.source, pieces);
    let mut parts = Parts { line: format!("effect {modifier} on {on} by {source} until {until}"), pieces };
    parts.cards("about", effect.about.as_slice());
    parts.line
}

fn write_trigger(trigger: &Trigger, pieces: &[Piece]) -> String {
    let source = terms::piece_name(trigger.source, pieces);
    let (by, ability) = (player_name(trigger.controller), terms::write_ability(trigger.ability));
    let mut parts = Parts { line: format!("trigger {by} by {source} code {ability}"), pieces };
    parts.cause(&trigger.cause);
    parts.line
}

fn write_frame(frame: &Frame, pieces: &[Piece]) -> String {
    let source = terms::piece_name(frame.source, pieces);
    let (by, ability) = (player_name(frame.controller), terms::write_ability(frame.ability));
    let mut parts = Parts { line: format!("frame {by} by {source} code {ability}"), pieces };
    let Frame { subject, other, player, at, .. } = *frame;
    let slots: Vec<String> = frame.slots.iter().map(|slot| write_slot(slot, pieces)).collect();
    let loops: Vec<String> = frame.loops.iter().map(u8::to_string).collect();
    parts.number("step", frame.step);
    parts.cause(&Cause { subject, other, player, at, ..Cause::default() });
    parts.words("slots", &slots);
    parts.cards("those", &frame.those);
    parts.words("named", frame.named.map(|card| card.key().to_owned()).as_slice());
    parts.number("result", frame.result);
    parts.words("loops", &loops);
    parts.number("tries", frame.tries);
    parts.number("failed", frame.failed);
    if frame.accepted {
        parts.line += " accepted";
    }
    if frame.to_bottom {
        parts.line += " to-bottom";
    }
    parts.number("done", frame.done);
    parts.cards("left", &frame.left);
    parts.line
}

/// `1:p2.z.a:moved:owner`.
fn write_slot(slot: &InSlot, pieces: &[Piece]) -> String {
    let mut text = format!("{}:{}", slot.slot, terms::piece_name(slot.card, pieces));
    if slot.moved {
        text += ":moved";
    }
    if slot.seen != Seen::Open {
        text.extend([":", terms::seen_name(slot.seen)]);
    }
    text
}

fn write_last_known(known: &LastKnown, pieces: &[Piece]) -> String {
    let line = format!("left {} strength {}", terms::piece_name(known.card, pieces), known.strength);
    let mut parts = Parts { line, pieces };
    parts.number("willpower", known.willpower);
    parts.number("lore", known.lore);
    parts.number("damage", known.damage);
    parts.number("under", known.under);
    parts.line
}

fn names(ids: &[CardId], pieces: &[Piece]) -> Vec<String> {
    ids.iter().map(|&id| terms::piece_name(id, pieces)).collect()
}

fn write_coming(damage: &ComingDamage, pieces: &[Piece]) -> String {
    let name = |id| terms::piece_name(id, pieces);
    let kind = if damage.dealt { "dealt" } else { "put" };
    let mut line = format!("damage {kind} {} on {} by {}", damage.by, name(damage.card), name(damage.source));
    if !damage.past.is_empty() {
        let _ = write!(line, " past {}", names(&damage.past, pieces).join(" "));
    }
    line
}
