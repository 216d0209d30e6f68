//! The text formats of the game: traces ([`trace`]), boards ([`board`]), graphs ([`dot`]), and what a seat sees, in
//! words.
//!
//! **Reads** the first line of a record: `deck1=` and `deck2=` with lines such as `4*tipo_growing_son`, joined by
//! commas; `seed=` for hands and decks as a seed deals them; or `position=` with a board.
//!
//! **Writes** the same.

pub mod ability_text;
pub mod board;
pub mod describe;
pub mod dot;
pub mod spelling;
mod spoken;
pub mod terms;
pub mod trace;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gaslamp_core::notation::{Field, actor_name};
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::{Dialect, Event as TraceEvent};
use gaslamp_core::{Actor, Choice, Contents, Diagnostic, Game as _, IdKey, Notation, Span};

use crate::cards::{Card, Kind};
use crate::deck::{Deck, Line};
use crate::rules::modifier::KeywordFlag;
use crate::rules::phase::PHASES;
use crate::rules::piece::{SEATS, opponent, player_name};
use crate::rules::position::{AbilityRef, Stage, Status, Zone};
use crate::rules::{Action, CardId, Event, Order, Piece, Position, Setup, State};
use crate::seed::Seed;
use crate::view::{InPlay, VisibleAbility, VisibleState};

impl Notation for State {
    const DIALECT: &'static Dialect =
        &Dialect { spelling: Some(spelling::SPELLING), ..Dialect::new(&PHASES, trace::VERBS) };

    fn names(_: &Setup) -> Vec<String> {
        SEATS.map(|seat| player_name(seat).to_owned()).to_vec()
    }

    fn write_setup(setup: &Setup) -> Vec<(&'static str, String)> {
        match setup {
            Setup::Fresh { decks } => write_decks(decks),
            Setup::Dealt { decks, seed } => {
                let mut fields = write_decks(decks);
                fields.push(("seed", escape(seed.as_str())));
                fields
            }
            Setup::Position(position) => vec![("position", one_line(position))],
        }
    }

    fn read_setup(fields: &[Field<'_>]) -> Result<Setup, Vec<Diagnostic>> {
        read_setup(fields)
    }

    fn write_action(
        names: &[String],
        contents: &Contents<Order>,
        actor: Actor,
        action: Action,
    ) -> TraceEvent {
        trace::write_action(names, contents, actor, action)
    }

    fn read_action(
        _: &[String],
        event: &TraceEvent,
        contents: &mut Contents<Order>,
    ) -> Result<Action, Diagnostic> {
        trace::read_action(event, contents)
    }

    fn write_event(names: &[String], event: &Event) -> Option<TraceEvent> {
        trace::write_event(names, event)
    }

    fn write_state(&self, _: &[String]) -> String {
        board::write(self.position())
    }

    fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
        write_visible_state(names, visible_state)
    }

    fn write_table(&self, names: &[String]) -> String {
        write_table(self, names)
    }

    fn say_action(_: &[String], actor: Actor, action: Action, legal: &[Choice<Self>]) -> Option<String> {
        Some(spoken::say(actor, action, legal))
    }

    fn read_said(actor: Actor, text: &str, legal: &[Choice<Self>]) -> Option<Result<Action, Diagnostic>> {
        spoken::read(actor, text, legal)
    }

    fn read_unlisted(now: &VisibleState, actor: Actor, text: &str) -> Option<Action> {
        spoken::read_unlisted(now, actor, text)
    }

    fn describe(name: &str) -> Option<String> {
        Some(describe::look_up(name))
    }

    fn facts(&self, _: &[String]) -> Vec<(String, String)> {
        facts(self)
    }

    fn id_key(&self, _: &[String], contents: &Contents<Order>, action: Action) -> IdKey {
        id_key(self, contents, action)
    }
}

fn write_decks(decks: &[Deck; 2]) -> Vec<(&'static str, String)> {
    let write = |deck: &Deck| {
        let lines = deck.lines.iter();
        lines
            .map(|line| format!("{}*{}", line.count(), trace::plain_key(line.card().key())))
            .collect::<Vec<_>>()
            .join(",")
    };
    vec![("deck1", write(&decks[0])), ("deck2", write(&decks[1]))]
}

/// A board on one line, without the characters that the first line of a record reserves; names are read without them.
fn one_line(position: &Position) -> String {
    board::write(position).trim_end().replace('\n', "; ").replace('"', "")
}

/// Escapes the characters that the first line of a record reserves, as `%` and two hex digits for each byte.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '%' | '<' | '[') || c.is_whitespace() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(escaped, "%{byte:02x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first != b'%' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &tail[2..];
    }
    String::from_utf8(bytes).ok()
}

fn read_setup(fields: &[Field<'_>]) -> Result<Setup, Vec<Diagnostic>> {
    if let [Field { key: "position", value, span }] = fields {
        return board::read(value)
            .map(|position| Setup::Position(Box::new(position)))
            .map_err(|problems| problems.into_iter().map(|problem| inside(problem, *span)).collect());
    }
    let mut problems = Vec::new();
    let (mut decks, mut seed) = ([None, None], None);
    for field in fields {
        let mut keep = |diagnostics: Vec<Diagnostic>| {
            problems.extend(diagnostics.into_iter().map(|problem| problem.at(field.span)));
        };
        match field.key {
            "deck1" => decks[0] = read_deck(field.value).map_err(&mut keep).ok(),
            "deck2" => decks[1] = read_deck(field.value).map_err(&mut keep).ok(),
            "seed" => match unescape(field.value) {
                Some(text) => {
                    let read = Seed::read(&text).map_err(|problems| {
                        problems.into_iter().map(|problem| Diagnostic { span: None, ..problem }).collect()
                    });
                    seed = read.map_err(&mut keep).ok();
                }
                None => keep(vec![Diagnostic::new(
                    "lorcana/record/seed",
                    "`%` must be followed by two hex digits",
                )]),
            },
            key => keep(vec![
                Diagnostic::new(
                    "lorcana/record/field",
                    format!("`{key}` is not a field of a Lorcana record"),
                )
                .fix("the fields are deck1, deck2, seed and position"),
            ]),
        }
    }
    let missing = |name: &str| {
        Diagnostic::new("lorcana/record/deck", format!("the record has no field `{name}`"))
            .fix(format!("{name}=4*tipo_growing_son,…"))
    };
    let given = |key: &str| fields.iter().any(|field| field.key == key);
    problems.extend(["deck1", "deck2"].into_iter().filter(|key| !given(key)).map(missing));
    match (decks, problems.is_empty()) {
        ([Some(first), Some(second)], true) => {
            let decks = [first, second];
            Ok(match seed {
                Some(seed) => Setup::Dealt { decks, seed },
                None => Setup::Fresh { decks },
            })
        }
        _ => Err(problems),
    }
}

/// A problem in a quoted field, with its place in the record.
fn inside(problem: Diagnostic, field: Option<Span>) -> Diagnostic {
    let start = field.map(|field| field.start + "position=\"".len());
    let span = problem.span.zip(start).map(|(span, start)| Span::new(start + span.start, start + span.end));
    Diagnostic { span: None, ..problem }.at(span.or(field))
}

fn read_deck(text: &str) -> Result<Deck, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut lines = Vec::new();
    for entry in text.split(',') {
        let line = entry.split_once('*').and_then(|(count, key)| {
            let card = Card::from_key(key).or_else(|| Card::read(key))?;
            Line::new(count.parse().ok()?, card)
        });
        match line {
            Some(line) => lines.push(line),
            None => problems.push(
                Diagnostic::new("lorcana/record/deck", format!("`{entry}` is not a line of a deck list"))
                    .fix("4*tipo_growing_son"),
            ),
        }
    }
    if problems.is_empty() { Ok(Deck { lines }) } else { Err(problems) }
}

/// What the id of an action is made from: the two nodes that its edge joins in the graph.
fn id_key(state: &State, contents: &Contents<Order>, action: Action) -> IdKey {
    if let Action::Shuffle(order) = action {
        let order: Vec<String> = contents.get(order).into_iter().flatten().map(Piece::to_string).collect();
        return IdKey { prefix: 'x', from: "shuffle".to_owned(), to: order.join(",") };
    }
    let (from, to) =
        dot::state::action_edge(state, action).map(|edge| (edge.from, edge.to)).unwrap_or_default();
    IdKey { prefix: id_prefix(action), from, to }
}

const fn id_prefix(action: Action) -> char {
    match action {
        Action::Alter(_) | Action::Keep => 'k',
        Action::EndTurn => 'e',
        Action::Ink(_) => 'i',
        Action::Play(_) => 'p',
        Action::PlayFree { .. } => 'f',
        Action::Sing { .. } => 's',
        Action::Shift { .. } => 'h',
        Action::Quest(_) => 'q',
        Action::Challenge { .. } => 'c',
        Action::Move { .. } => 'm',
        Action::Boost(_) => 'b',
        Action::Activate { .. } => 'a',
        Action::Begin(_) | Action::Shuffle(_) | Action::Random(_) | Action::Choose(_) => 'x',
    }
}

/// The state as named facts: the game, the players, then every card with its zone and status.
fn facts(state: &State) -> Vec<(String, String)> {
    let at = state.position();
    let mut facts = vec![
        ("turn".to_owned(), format!("{} of {}", at.turn, player_name(at.active))),
        ("step".to_owned(), stage_name(at.stage).to_owned()),
    ];
    for seat in SEATS {
        let name = player_name(seat);
        facts.push((format!("{name} lore"), at.players[seat.index()].lore.to_string()));
        let inkwell = state.zone(seat, Zone::Inkwell).len();
        facts.push((format!("{name} ink"), format!("{} ready of {inkwell}", state.ink(seat))));
        facts.push((format!("{name} deck"), plural(at.decks[seat.index()].len(), "card")));
    }
    facts.push(("bag".to_owned(), format!("{} waiting", at.bag.len())));
    for (index, piece) in at.pieces.iter().enumerate() {
        facts.push((piece.to_string(), card_fact(state, CardId::new(index))));
    }
    for effect in &at.effects {
        let modifier = terms::write_modifier(effect.modifier);
        facts.push((format!("effect of {}", state.piece(effect.source)), modifier));
    }
    facts
}

fn card_fact(state: &State, id: CardId) -> String {
    let Status { zone, exerted, drying, damage, location, under, .. } = *state.status(id);
    let mut words = vec![terms::zone_name(zone).to_owned()];
    words.extend(exerted.then(|| "exerted".to_owned()));
    words.extend(drying.then(|| "drying".to_owned()));
    words.extend((damage > 0).then(|| format!("damage {damage}")));
    words.extend(location.map(|location| format!("at {}", state.piece(location))));
    words.extend(under.map(|top| format!("under {}", state.piece(top))));
    words.join(", ")
}

const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Begin => "who begins",
        Stage::Shuffle(_) | Stage::Reshuffle(_) => "shuffling",
        Stage::Alter(_) => "altering hands",
        Stage::Ready => "ready",
        Stage::Set => "set",
        Stage::Draw => "draw",
        Stage::Main => "main",
        Stage::Challenge { .. } | Stage::ChallengeEnd { .. } => "challenge",
        Stage::End | Stage::Passing => "end of turn",
        Stage::Over { .. } => "over",
    }
}

/// The table with both hands, for whoever may see everything.
fn write_table(state: &State, names: &[String]) -> String {
    let own = state.visible_state(state.position().active);
    let mut text = write_visible_state(names, &own);
    for seat in SEATS.into_iter().filter(|&seat| seat != own.seat) {
        let hand = state.visible_state(seat).hand;
        if !hand.is_empty() {
            let _ = write!(text, "\nhand of {}: {}", player_name(seat), write_hand(&hand));
        }
    }
    text
}

/// The table as a seat sees it, with the other player above.
fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
    let mut text = String::new();
    let actor = visible_state.to_act.map(|actor| format!("; {} is to act", actor_name(names, actor)));
    let phase = terms::game_phase_name(visible_state.game_phase);
    let turn = match visible_state.turn {
        0 => String::new(),
        turn => format!("turn {turn} of {}, ", player_name(visible_state.active)),
    };
    let _ = writeln!(text, "{turn}{phase}{}", actor.unwrap_or_default());
    let sides = visible_state.sides.iter();
    let in_play: BTreeSet<Piece> = sides.flat_map(|side| &side.play).map(|card| card.piece).collect();
    for seat in [opponent(visible_state.seat), visible_state.seat] {
        let side = &visible_state.sides[seat.index()];
        let _ = writeln!(
            text,
            "{}: lore {}, ink {} of {}, hand {}, deck {}{}, discard {}",
            player_name(seat),
            side.lore,
            side.ready_ink,
            side.inkwell,
            side.hand,
            side.deck,
            side.top.map_or_else(String::new, |top| format!(" with {} on top", top.card())),
            side.discard.len()
        );
        for card in &side.play {
            let _ = writeln!(text, "  {}", write_in_play(card, &in_play));
        }
    }
    for (name, pieces) in [("hand", &visible_state.hand), ("looking at", &visible_state.looking)] {
        if !pieces.is_empty() {
            let _ = writeln!(text, "{name}: {}", write_hand(pieces));
        }
    }
    for ability in &visible_state.resolving {
        let _ = writeln!(text, "resolving: {}", write_ability(ability, &in_play));
    }
    for (number, ability) in (1..).zip(&visible_state.bag) {
        let _ = writeln!(text, "in the bag, trigger {number}: {}", write_ability(ability, &in_play));
    }
    text.truncate(text.trim_end().len());
    text
}

/// What waits or is being resolved, with what it says: `p1's Tipo - Growing Son: "Whenever …"`.
fn write_ability(ability: &VisibleAbility, in_play: &BTreeSet<Piece>) -> String {
    let VisibleAbility { source, ability, .. } = *ability;
    let name = format!("{}'s {}", player_name(source.owner), spoken::name_among(source, in_play));
    match ability {
        AbilityRef::Card(of, number) => {
            let of_other = if of == source.card() { String::new() } else { format!(", of {of}") };
            let said = of.says().and_then(|all| all.get(usize::from(number)));
            let words = said.map(|one| ability_text::all(std::slice::from_ref(one), of.facts().kind));
            // What others have left behind stands in no line of its own.
            words
                .map_or_else(|| format!("{name}{of_other}"), |words| format!("{name}{of_other}: \"{words}\""))
        }
        AbilityRef::Support => format!("{name}, Support"),
        AbilityRef::Vanish => format!("{name}, Vanish"),
        AbilityRef::Temporary => format!("{name}, Temporary Shift"),
        AbilityRef::Payment => format!("paying for {name}"),
    }
}

/// Cards that are not in play, equal ones together: `Tipo - Growing Son (2); I2I (9) x2`.
fn write_hand(pieces: &[Piece]) -> String {
    let mut cards: Vec<(Card, usize)> = Vec::new();
    for piece in pieces {
        match cards.last_mut() {
            Some((card, copies)) if *card == piece.card() => *copies += 1,
            _ => cards.push((piece.card(), 1)),
        }
    }
    let write = |(card, copies): &(Card, usize)| {
        let facts = card.facts();
        let inkable = if facts.inkable { "" } else { ", not inkable" };
        let times = if *copies > 1 { format!(" x{copies}") } else { String::new() };
        format!("{card} ({}{inkable}){times}", facts.cost)
    };
    cards.iter().map(write).collect::<Vec<_>>().join("; ")
}

/// A card in play: `Tipo - Growing Son: 1/2, lore 1, exerted`.
fn write_in_play(card: &InPlay, in_play: &BTreeSet<Piece>) -> String {
    let traits = &card.traits;
    let mut words = Vec::new();
    match card.piece.facts().kind {
        Kind::Character { .. } => {
            words.push(format!("{}/{}", traits.strength, traits.willpower));
            words.push(format!("lore {}", traits.lore));
        }
        Kind::Location { .. } => {
            words.push(format!("location, willpower {}", traits.willpower));
            words.push(format!("lore {}", traits.lore));
        }
        Kind::Item => words.push("item".to_owned()),
        Kind::Action => {}
    }
    words.extend(card.exerted.then(|| "exerted".to_owned()));
    words.extend(card.drying.then(|| "drying".to_owned()));
    words.extend((card.damage > 0).then(|| format!("damage {}", card.damage)));
    words.extend(card.location.map(|location| format!("at {}", spoken::name_among(location, in_play))));
    words.extend((card.facedown > 0).then(|| format!("{} facedown under it", card.facedown)));
    words.extend((!card.under.is_empty()).then(|| format!("on top of {}", card.under.len())));
    words.extend(
        KeywordFlag::ALL
            .into_iter()
            .filter(|&keyword| traits.has(keyword))
            .map(|keyword| format!("{keyword:?}")),
    );
    words.extend((traits.challenger != 0).then(|| format!("Challenger {:+}", traits.challenger)));
    words.extend((traits.resist != 0).then(|| format!("Resist {:+}", traits.resist)));
    let name = spoken::name_among(card.piece, in_play);
    if words.is_empty() { name } else { format!("{name}: {}", words.join(", ")) }
}
