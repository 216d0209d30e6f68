//! Actions and events in the notation of traces.
//!
//! **Reads** a card as `p1.tipo_growing_son.a`, with or without the punctuation of its key. **Writes** the key
//! without the characters that the grammar of traces reserves: `p1.fix_it_felix_jr._trusty_builder.a`.

use gaslamp_core::notation::actor_name;
use gaslamp_core::trace::{self, Target, Verb};
use gaslamp_core::{Actor, Contents, Diagnostic, Seat};

use crate::cards::{Card, CardCopy};
use crate::rules::piece::{player_name, player_named_in_any_case};
use crate::rules::{Action, Answer, Event, Order, Piece};

pub(super) const VERBS: &[Verb] = &[
    Verb::action("begins", &["chance lets {target} begin"], false),
    Verb::action("shuffles", &["chance shuffles the deck of {target} into {told}"], true),
    Verb::action("draws_lots", &["chance picks {target}"], false),
    Verb::action("alters", &["{actor} puts {target} under the deck"], true),
    Verb::action("keeps", &["{actor} keeps the rest of the hand"], false),
    Verb::action("passes", &["{actor} ends the turn", "{actor} passes"], false),
    Verb::action("inks", &["{actor} inks {target}"], false),
    Verb::action("plays", &["{actor} plays {target}"], false),
    Verb::action(
        "plays_free",
        &["{actor} plays {target} for free", "{actor} plays {first} for free onto {second}"],
        false,
    ),
    Verb::action("sings", &["{actor} lets {second} sing {first}"], false),
    Verb::action("shifts", &["{actor} shifts {first} onto {second}"], false),
    Verb::action("quests", &["{actor} quests with {target}"], false),
    Verb::action("challenges", &["{actor} challenges {second} with {first}"], false),
    Verb::action("moves", &["{actor} moves {first} to {second}"], false),
    Verb::action("boosts", &["{actor} boosts {target}"], false),
    Verb::action("uses", &["{actor} uses ability {args} of {target}"], false),
    Verb::action("chooses", &["{actor} chooses {target}"], false),
    Verb::action("accepts", &["{actor} says yes"], false),
    Verb::action("declines", &["{actor} says no"], false),
    Verb::action("stops", &["{actor} chooses no more"], false),
    Verb::action("takes", &["{actor} takes trigger {arg} out of the bag"], false),
    Verb::action("counts", &["{actor} chooses the number {arg}"], false),
    Verb::action("names", &["{actor} names {arg}"], false),
    Verb::action("puts_on_top", &["{actor} puts it on top"], false),
    Verb::action("puts_on_bottom", &["{actor} puts it on the bottom"], false),
    Verb::action("puts_into_discard", &["{actor} puts it into the discard"], false),
    Verb::telling("shuffled", &["the deck of {target} is shuffled"]),
    Verb::consequence("draws", &["{target} draws {told}", "{target} draws a card"], true),
    Verb::consequence("enters", &["{target} enters play"], false),
    Verb::consequence("discards", &["{target} goes to the discard"], false),
    Verb::consequence(
        "into_inkwell",
        &["{told} goes into the inkwell of {target}", "a card goes into the inkwell of {target}"],
        true,
    ),
    Verb::consequence("under", &["{told} goes under {target}", "a card goes under {target}"], true),
    Verb::consequence("looks", &["{target} looks at {told}", "{target} looks at cards"], true),
    Verb::consequence("looks_at", &["{target} looks at cards of {told}"], true),
    Verb::consequence("reveals", &["{target} is revealed"], false),
    Verb::consequence("has_named", &["{target} has named {told}"], false),
    Verb::consequence(
        "to_hand",
        &["{told} goes to the hand of {target}", "a card goes to the hand of {target}"],
        true,
    ),
    Verb::consequence(
        "to_bottom",
        &[
            "{told} goes to the bottom of the deck of {target}",
            "a card goes to the bottom of the deck of {target}",
        ],
        true,
    ),
    Verb::consequence(
        "to_top",
        &["{told} goes on top of the deck of {target}", "a card goes on top of the deck of {target}"],
        true,
    ),
    Verb::consequence("moves_to", &["{target} is moved to {told}"], false),
    Verb::consequence("gains_drops", &["{target} gains {told} ink drops"], false),
    Verb::consequence("loses_drops", &["{target} loses {told} ink drops"], false),
    Verb::consequence("gains_lore", &["{target} gains {told} lore"], false),
    Verb::consequence("loses_lore", &["{target} loses {told} lore"], false),
    Verb::consequence("takes_damage", &["{first} takes {arg} damage from {second}"], false),
    Verb::consequence("heals", &["{told} damage is removed from {target}"], false),
    Verb::consequence("banishes", &["{first} is banished by {second}", "{target} is banished"], false),
    Verb::consequence("exerts", &["{target} is exerted"], false),
    Verb::consequence("readies", &["{target} is readied"], false),
    Verb::consequence("triggers", &["an ability of {target} is triggered"], false),
    Verb::consequence("resolves", &["an ability of {target} resolves"], false),
    Verb::consequence("replaces", &["{target} replaces what would happen"], false),
    Verb::consequence("declares", &["{target} wins"], false),
];

/// A key without the characters that the grammar reserves; names are read without them too.
#[must_use]
pub fn plain_key(key: &str) -> String {
    let mut plain = String::with_capacity(key.len());
    for c in key.chars() {
        match c {
            '&' => plain.push_str("and"),
            c if c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '-') => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// A copy of a card, as a word of the grammar.
#[must_use]
pub fn plain_copy(copy: CardCopy) -> String {
    let text = copy.to_string();
    text.rsplit_once('.').map_or_else(String::new, |(key, letters)| format!("{}.{letters}", plain_key(key)))
}

/// A piece, as a word of the grammar.
#[must_use]
pub fn plain_piece(piece: Piece) -> String {
    format!("{}.{}", player_name(piece.owner), plain_copy(piece.copy))
}

/// An action in the notation of traces.
pub(super) fn write_action(
    names: &[String],
    contents: &Contents<Order>,
    actor: Actor,
    action: Action,
) -> trace::Event {
    let empty = Vec::new();
    match action {
        Action::Shuffle(order) => write_shuffle(contents.get(order).unwrap_or(&empty)),
        action => write_listed(actor_name(names, actor), action),
    }
}

/// An order that chance shuffles a deck into.
fn write_shuffle(order: &[Piece]) -> trace::Event {
    let player = order.first().map_or("p1", |piece| player_name(piece.owner));
    let mut event = trace::Event::new("st", "shuffles").target(player);
    if let Some(target) = event.targets.first_mut() {
        target.args = order.iter().map(|piece| plain_copy(piece.copy)).collect();
    }
    event
}

fn write_listed(actor: &str, action: Action) -> trace::Event {
    let event = |verb| trace::Event::new(actor, verb);
    let one = |verb, piece| event(verb).target(&plain_piece(piece));
    let two = |verb, piece, other| one(verb, piece).target(&plain_piece(other));
    match action {
        Action::Begin(seat) => event("begins").target(player_name(seat)),
        Action::Shuffle(_) => event("shuffles"),
        Action::Random(piece) => one("draws_lots", piece),
        Action::Alter(piece) => one("alters", piece),
        Action::Keep => event("keeps"),
        Action::EndTurn => event("passes"),
        Action::Ink(piece) => one("inks", piece),
        Action::Play(piece) => one("plays", piece),
        Action::PlayFree { card, onto: None } => one("plays_free", card),
        Action::PlayFree { card, onto: Some(onto) } => two("plays_free", card, onto),
        Action::Sing { song, singer } => two("sings", song, singer),
        Action::Shift { card, onto } => two("shifts", card, onto),
        Action::Quest(piece) => one("quests", piece),
        Action::Challenge { by, target } => two("challenges", by, target),
        Action::Move { who, to } => two("moves", who, to),
        Action::Boost(piece) => one("boosts", piece),
        Action::Activate { card, of, ability } if card.card() == of => {
            one("uses", card).arg(&(u16::from(ability) + 1).to_string())
        }
        Action::Activate { card, of, ability } => {
            one("uses", card).arg(&(u16::from(ability) + 1).to_string()).arg(&plain_key(of.key()))
        }
        Action::Choose(Answer::Yes) => event("accepts"),
        Action::Choose(Answer::No) => event("declines"),
        Action::Choose(Answer::Done) => event("stops"),
        Action::Choose(Answer::Card(piece)) => one("chooses", piece),
        Action::Choose(Answer::Player(seat)) => event("chooses").target(player_name(seat)),
        Action::Choose(Answer::Trigger(place)) => event("takes").arg(&(u16::from(place) + 1).to_string()),
        Action::Choose(Answer::Number(n)) => event("counts").arg(&n.to_string()),
        Action::Choose(Answer::Name(card)) => event("names").arg(&plain_key(card.key())),
        Action::Choose(Answer::Top) => event("puts_on_top"),
        Action::Choose(Answer::Bottom) => event("puts_on_bottom"),
        Action::Choose(Answer::Discard) => event("puts_into_discard"),
    }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::new("lorcana/notation/action", message)
}

fn read_piece(target: &Target) -> Result<Piece, Diagnostic> {
    let name = &target.name;
    let plain = name.tag.is_none() && target.args.is_empty();
    Piece::read(&name.name).filter(|_| plain).ok_or_else(|| {
        let message = format!("`{name}` is not a player's card");
        Diagnostic::new("lorcana/notation/piece", message).fix("p1.tipo_growing_son.a")
    })
}

/// Reads an action, ignoring the actor.
pub(super) fn read_action(
    event: &trace::Event,
    contents: &mut Contents<Order>,
) -> Result<Action, Diagnostic> {
    let verb = event.verb.as_deref().unwrap_or_default();
    if event.actor.as_ref().is_some_and(|actor| actor.tag.is_some()) {
        return Err(wrong("the actor must be named without a tag".to_owned()).fix("p1!passes"));
    }
    let takes_args = matches!(verb, "uses" | "takes" | "counts" | "names");
    if !takes_args && !event.args.is_empty() {
        return Err(wrong(format!("`{verb}` takes nothing in parentheses")));
    }
    let bare = |action| match event.targets.as_slice() {
        [] => Ok(action),
        _ => Err(wrong(format!("`{verb}` takes no target"))),
    };
    let one = || match event.targets.as_slice() {
        [target] => Ok(target),
        _ => Err(wrong(format!("`{verb}` takes one target")).fix(format!("{verb}->p1.tipo_growing_son.a"))),
    };
    let piece = || read_piece(one()?);
    let two = || match event.targets.as_slice() {
        [first, second] => Ok((read_piece(first)?, read_piece(second)?)),
        _ => Err(wrong(format!("`{verb}` takes two cards")).fix(format!("{verb}->p1.a_card.a,p2.another.a"))),
    };
    let number = |text: Option<&String>| {
        let number = text.and_then(|text| text.parse::<u8>().ok());
        number
            .ok_or_else(|| wrong(format!("`{verb}` takes a number in parentheses")).fix(format!("{verb}(1)")))
    };
    let named = |key: &String| Card::read(key).ok_or_else(|| wrong(format!("`{key}` is not a card")));
    let counted = |text| number(text)?.checked_sub(1).ok_or_else(|| wrong(format!("`{verb}` counts from 1")));
    Ok(match verb {
        "begins" => Action::Begin(player_target(one()?)?),
        "shuffles" => return read_shuffle(one()?, contents),
        "draws_lots" => Action::Random(piece()?),
        "alters" => Action::Alter(piece()?),
        "keeps" => return bare(Action::Keep),
        "passes" => return bare(Action::EndTurn),
        "inks" => Action::Ink(piece()?),
        "plays" => Action::Play(piece()?),
        "plays_free" => match event.targets.as_slice() {
            [card] => Action::PlayFree { card: read_piece(card)?, onto: None },
            [card, onto] => Action::PlayFree { card: read_piece(card)?, onto: Some(read_piece(onto)?) },
            _ => return Err(wrong(format!("`{verb}` takes one or two cards")).fix("plays_free->p1.i2i.a")),
        },
        "quests" => Action::Quest(piece()?),
        "boosts" => Action::Boost(piece()?),
        "sings" => two().map(|(song, singer)| Action::Sing { song, singer })?,
        "shifts" => two().map(|(card, onto)| Action::Shift { card, onto })?,
        "challenges" => two().map(|(by, target)| Action::Challenge { by, target })?,
        "moves" => two().map(|(who, to)| Action::Move { who, to })?,
        "uses" => {
            let card = piece()?;
            let of = match event.args.get(1) {
                None => card.card(),
                Some(key) => named(key)?,
            };
            Action::Activate { card, of, ability: counted(event.args.first())? }
        }
        "accepts" => return bare(Action::Choose(Answer::Yes)),
        "declines" => return bare(Action::Choose(Answer::No)),
        "stops" => return bare(Action::Choose(Answer::Done)),
        "takes" => return bare(Action::Choose(Answer::Trigger(counted(event.args.first())?))),
        "counts" => return bare(Action::Choose(Answer::Number(number(event.args.first())?))),
        "names" => match event.args.as_slice() {
            [key] => return bare(Action::Choose(Answer::Name(named(key)?))),
            _ => return Err(wrong(format!("`{verb}` takes a card in parentheses")).fix("names(i2i)")),
        },
        "puts_on_top" => return bare(Action::Choose(Answer::Top)),
        "puts_on_bottom" => return bare(Action::Choose(Answer::Bottom)),
        "puts_into_discard" => return bare(Action::Choose(Answer::Discard)),
        "chooses" => Action::Choose(match player_named_in_any_case(&one()?.name.name) {
            Some(seat) => Answer::Player(seat),
            None => Answer::Card(piece()?),
        }),
        _ => return Err(wrong(format!("`{verb}` is not an action of this game"))),
    })
}

fn player_target(target: &Target) -> Result<Seat, Diagnostic> {
    player_named_in_any_case(&target.name.name).ok_or_else(|| {
        let message = format!("`{}` is not a player", target.name);
        Diagnostic::new("lorcana/notation/player", message).fix("players are p1 and p2")
    })
}

fn read_shuffle(target: &Target, contents: &mut Contents<Order>) -> Result<Action, Diagnostic> {
    let owner = player_target(target)?;
    let mut order = Order::with_capacity(target.args.len());
    for text in &target.args {
        let copy = CardCopy::read(text).ok_or_else(|| {
            let message = format!("`{text}` is not a copy of a card");
            Diagnostic::new("lorcana/notation/copy", message).fix("tipo_growing_son.a")
        })?;
        order.push(Piece { owner, copy });
    }
    Ok(Action::Shuffle(contents.intern(order)))
}

/// An event in the notation of traces; none if the phase alone says it.
pub(super) fn write_event(names: &[String], event: &Event) -> Option<trace::Event> {
    let told = |verb| trace::Event::new("st", verb);
    let of = |verb, piece: &Piece| told(verb).target(&plain_piece(*piece));
    let with = |mut event: trace::Event, args: Vec<String>| {
        if let Some(target) = event.targets.first_mut() {
            target.args = args;
        }
        event
    };
    let copies = |pieces: &[Piece]| pieces.iter().map(|piece| plain_copy(piece.copy)).collect();
    let player = |verb, seat: &Seat, card: &Option<Piece>| {
        with(told(verb).target(player_name(*seat)), copies(card.as_slice()))
    };
    Some(match event {
        Event::Acts { by, action, .. } => write_listed(actor_name(names, *by), *action),
        Event::Shuffled { player, order } if order.is_empty() => {
            told("shuffled").target(player_name(*player))
        }
        Event::Shuffled { order, .. } => write_shuffle(order),
        Event::TurnBegins(_) => return None,
        Event::Draws { player: seat, card } => player("draws", seat, card),
        Event::Enters(piece) => of("enters", piece),
        Event::Discards(piece) => of("discards", piece),
        Event::ToInkwell { player: seat, card, .. } => player("into_inkwell", seat, card),
        Event::PutUnder { top, card } => with(of("under", top), copies(card.as_slice())),
        Event::Looks { player: seat, cards, .. } => {
            with(told("looks").target(player_name(*seat)), copies(cards))
        }
        Event::LooksAt { player: seat, of, cards, .. } => {
            let mut args = vec![player_name(*of).to_owned()];
            args.extend(cards.iter().map(|piece| plain_copy(piece.copy)));
            with(told("looks_at").target(player_name(*seat)), args)
        }
        Event::Reveals(piece) => of("reveals", piece),
        Event::Names { player: seat, card } => {
            with(told("has_named").target(player_name(*seat)), vec![plain_key(card.key())])
        }
        Event::ToHand { player: seat, card, .. } => player("to_hand", seat, card),
        Event::ToDeck { player: seat, card, top: true, .. } => player("to_top", seat, card),
        Event::ToDeck { player: seat, card, .. } => player("to_bottom", seat, card),
        Event::MovesTo { who, to } => with(of("moves_to", who), vec![plain_piece(*to)]),
        Event::InkDrops { player: seat, by } => {
            let verb = if *by < 0 { "loses_drops" } else { "gains_drops" };
            with(told(verb).target(player_name(*seat)), vec![by.unsigned_abs().to_string()])
        }
        Event::Lore { player: seat, by } => {
            let verb = if *by < 0 { "loses_lore" } else { "gains_lore" };
            with(told(verb).target(player_name(*seat)), vec![by.unsigned_abs().to_string()])
        }
        Event::Damage { card, by, from } => {
            of("takes_damage", card).target(&plain_piece(*from)).arg(&by.to_string())
        }
        Event::Heals { card, by } => with(of("heals", card), vec![by.to_string()]),
        Event::Banished { card, by: Some(by) } => of("banishes", card).target(&plain_piece(*by)),
        Event::Banished { card, by: None } => of("banishes", card),
        Event::Exerts(piece) => of("exerts", piece),
        Event::Readies(piece) => of("readies", piece),
        Event::Triggers(piece) => of("triggers", piece),
        Event::Resolves(piece) => of("resolves", piece),
        Event::Replaces(piece) => of("replaces", piece),
        Event::Wins(seat) => told("declares").target(player_name(*seat)),
    })
}

#[cfg(test)]
mod tests {
    use gaslamp_core::trace::Dialect;
    use gaslamp_core::trace::rich::read_sentence;

    use super::*;
    use crate::rules::KnownTo;
    use crate::rules::phase::PHASES;
    use crate::rules::piece::SEATS;

    fn piece(text: &str) -> Piece {
        Piece::read(text).expect("a piece")
    }

    fn names() -> Vec<String> {
        SEATS.map(|seat| player_name(seat).to_owned()).to_vec()
    }

    #[test]
    fn what_is_played_free_and_answered_reads_back() {
        let (tipo, elsa) = (piece("p1.tipo_growing_son.a"), piece("p1.elsa_snow_queen.b"));
        let mut actions = vec![
            Action::PlayFree { card: tipo, onto: None },
            Action::PlayFree { card: tipo, onto: Some(elsa) },
        ];
        actions.extend([Answer::Top, Answer::Bottom, Answer::Discard].map(Action::Choose));
        actions.extend(Card::all().map(|card| Action::Choose(Answer::Name(card))));
        let mut contents = Contents::default();
        for action in actions {
            let event = write_action(&names(), &contents, Actor::Seat(SEATS[0]), action);
            assert_eq!(read_action(&event, &mut contents), Ok(action), "{event}");
        }
    }

    #[test]
    fn every_new_event_is_a_sentence() {
        let (tipo, elsa) = (piece("p1.tipo_growing_son.a"), piece("p2.elsa_snow_queen.b"));
        let card = tipo.card();
        let [player, of] = SEATS;
        let dialect = Dialect::new(&PHASES, VERBS);
        for (event, sentence) in [
            (Event::LooksAt { player, of, cards: Vec::new(), count: 2 }, "p1 looks at cards of p2"),
            (
                Event::LooksAt { player, of, cards: vec![elsa], count: 1 },
                "p1 looks at cards of p2, elsa_snow_queen.b",
            ),
            (Event::Names { player, card }, "p1 has named tipo_growing_son"),
            (
                Event::MovesTo { who: tipo, to: elsa },
                "p1.tipo_growing_son.a is moved to p2.elsa_snow_queen.b",
            ),
            (Event::Lore { player, by: 2 }, "p1 gains 2 lore"),
            (Event::Heals { card: tipo, by: 2 }, "2 damage is removed from p1.tipo_growing_son.a"),
            (
                Event::Damage { card: tipo, by: 2, from: elsa },
                "p1.tipo_growing_son.a takes 2 damage from p2.elsa_snow_queen.b",
            ),
            (Event::Banished { card: tipo, by: None }, "p1.tipo_growing_son.a is banished"),
            (
                Event::Banished { card: tipo, by: Some(elsa) },
                "p1.tipo_growing_son.a is banished by p2.elsa_snow_queen.b",
            ),
            (
                Event::ToInkwell { player, card: Some(tipo), known: KnownTo::Everybody },
                "tipo_growing_son.a goes into the inkwell of p1",
            ),
            (
                Event::ToDeck { player, card: Some(tipo), known: KnownTo::Everybody, top: false },
                "tipo_growing_son.a goes to the bottom of the deck of p1",
            ),
            (Event::PutUnder { top: tipo, card: None }, "a card goes under p1.tipo_growing_son.a"),
            (Event::InkDrops { player, by: 2 }, "p1 gains 2 ink drops"),
            (Event::InkDrops { player, by: -1 }, "p1 loses 1 ink drops"),
        ] {
            assert_eq!(read_sentence(sentence, &dialect), write_event(&names(), &event), "{sentence}");
        }
    }

    #[test]
    fn other_actions_are_refused() {
        let event = |verb| trace::Event::new("p1", verb);
        for event in [
            event("plays_free"),
            event("plays_free").target("p1"),
            event("names"),
            event("names").arg("no_such_card"),
            event("names").arg("i2i").arg("i2i"),
            event("names").arg("i2i").target("p1"),
            event("puts_on_top").target("p1.i2i.a"),
            event("puts_on_bottom").arg("1"),
            event("puts_it"),
        ] {
            assert!(read_action(&event, &mut Contents::default()).is_err(), "{event}");
        }
    }
}
