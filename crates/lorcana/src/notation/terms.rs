//! Short texts for the parts of a position that are not cards: effects, abilities, events, stages, pending questions.
//!
//! **Writes** words joined by dashes (`strength+2`, `cannot-be-challenged`, `start-of-turn-p1`), followed, after
//! blanks, pieces and numbers (`challenge p1.tipo_growing_son.a p2.te_ka_heartless.b`). No text has a line end. An
//! ability is the key of its card, `#` and its number from 0; so is a modifier that only this card's effects leave
//! behind. **Reads** the same, with any blanks around and between the parts. Pieces are converted to ids by the sorted
//! list of all pieces of the game.

use gaslamp_core::{Actor, Diagnostic, Seat};

use crate::cards::Card;
use crate::rules::happening::What;
use crate::rules::modifier::{KeywordFlag, Modifier, Restriction};
use crate::rules::piece::{CardId, Piece, player_name, player_named};
use crate::rules::position::{AbilityRef, OnceATurn, Pending, Position, Seen, Stage, Until, Zone};
use crate::text::quote;
use crate::view::GamePhase;

const ZONES: [(Zone, &str); 6] = [
    (Zone::Deck, "deck"),
    (Zone::Hand, "hand"),
    (Zone::Play, "play"),
    (Zone::Under, "under"),
    (Zone::Inkwell, "inkwell"),
    (Zone::Discard, "discard"),
];

const SEEN: [(Seen, &str); 3] =
    [(Seen::Open, "open"), (Seen::Controller, "controller"), (Seen::Owner, "owner")];

/// The name of a zone.
#[must_use]
pub const fn zone_name(zone: Zone) -> &'static str {
    ZONES[zone as usize].1
}

/// The phase of the game, in words for a person.
#[must_use]
pub const fn game_phase_name(phase: GamePhase) -> &'static str {
    match phase {
        GamePhase::Setup => "before the first turn",
        GamePhase::Main => "main step",
        GamePhase::Challenge => "in a challenge",
        GamePhase::BetweenSteps => "between steps",
        GamePhase::AwaitingAnswer => "waiting for an answer",
        GamePhase::Over => "the game is over",
    }
}

/// Reads the name of a zone.
///
/// # Errors
/// If there is no such zone.
pub fn read_zone(text: &str) -> Result<Zone, Diagnostic> {
    find(&ZONES, text.trim()).ok_or_else(|| {
        unknown("lorcana/words/zone", text, "a zone").fix("deck, hand, play, under, inkwell or discard")
    })
}

/// Reads the name of a player.
///
/// # Errors
/// If there is no such player.
pub fn read_seat(text: &str) -> Result<Seat, Diagnostic> {
    player_named(text.trim()).ok_or_else(|| unknown("lorcana/words/player", text, "a player").fix("p1 or p2"))
}

/// Who acts: `p1`, `p2`, or `st` for chance.
#[must_use]
pub fn actor_name(actor: Actor) -> &'static str {
    actor.seat().map_or("st", player_name)
}

/// Reads who acts.
///
/// # Errors
/// If there is no such actor.
pub fn read_actor(text: &str) -> Result<Actor, Diagnostic> {
    actor(text.trim()).ok_or_else(|| unknown("lorcana/words/actor", text, "an actor").fix("p1, p2 or st"))
}

/// A modifier as text.
#[must_use]
pub fn write_modifier(modifier: Modifier) -> String {
    match modifier {
        Modifier::Strength(n) => format!("strength{n:+}"),
        Modifier::Willpower(n) => format!("willpower{n:+}"),
        Modifier::Lore(n) => format!("lore{n:+}"),
        Modifier::Challenger(n) => format!("challenger{n:+}"),
        Modifier::Resist(n) => format!("resist{n:+}"),
        Modifier::Singer(n) => format!("singer{n:+}"),
        Modifier::Has(keyword) => keyword_name(keyword).to_owned(),
        Modifier::Cannot(restriction) => format!("cannot-{}", restriction_name(restriction)),
        Modifier::Shielded => "shielded".to_owned(),
        Modifier::Of(card, number) => write_numbered(card, number),
    }
}

/// Reads a modifier.
///
/// # Errors
/// If there is no such modifier.
pub fn read_modifier(text: &str) -> Result<Modifier, Diagnostic> {
    modifier(text.trim()).ok_or_else(|| {
        unknown("lorcana/words/modifier", text, "a modifier")
            .fix("such as strength+2, evasive, cannot-quest, tipo_growing_son#0")
    })
}

fn modifier(text: &str) -> Option<Modifier> {
    if let Some((card, number)) = numbered(text) {
        return Some(Modifier::Of(card, number));
    }
    if let Some(at) = text.find('+').or_else(|| text.rfind('-')) {
        let (name, number) = text.split_at(at);
        let by = || signed(number);
        match name {
            "strength" => return by().map(Modifier::Strength),
            "willpower" => return by().map(Modifier::Willpower),
            "lore" => return by().map(Modifier::Lore),
            "challenger" => return by().map(Modifier::Challenger),
            "resist" => return by().map(Modifier::Resist),
            "singer" => return by().map(Modifier::Singer),
            _ => {}
        }
    }
    Some(if let Some(restriction) = text.strip_prefix("cannot-") {
        Modifier::Cannot(Restriction::ALL.into_iter().find(|&known| restriction_name(known) == restriction)?)
    } else if text == "shielded" {
        Modifier::Shielded
    } else {
        Modifier::Has(KeywordFlag::ALL.into_iter().find(|&known| keyword_name(known) == text)?)
    })
}

/// The end of a lasting effect as text.
#[must_use]
pub fn write_until(until: Until) -> String {
    match until {
        Until::EndOfTurn => "end-of-turn".to_owned(),
        Until::StartOfTurn(seat) => format!("start-of-turn-{}", player_name(seat)),
        Until::Ready(seat) => format!("ready-{}", player_name(seat)),
        Until::EndOfChallenge => "end-of-challenge".to_owned(),
        Until::EndOfTurnOf(seat) => format!("end-of-turn-{}", player_name(seat)),
        Until::NextTurnOf(seat) => format!("next-turn-{}", player_name(seat)),
        Until::SourceLeaves => "source-leaves".to_owned(),
        Until::Leaves => "leaves".to_owned(),
    }
}

/// Reads the end of a lasting effect.
///
/// # Errors
/// If there is no such end.
pub fn read_until(text: &str) -> Result<Until, Diagnostic> {
    until(text.trim()).ok_or_else(|| {
        unknown("lorcana/words/until", text, "the end of an effect").fix(
            "end-of-turn, end-of-turn-p1, start-of-turn-p1, next-turn-p1, ready-p1, end-of-challenge, \
             source-leaves or leaves",
        )
    })
}

fn until(text: &str) -> Option<Until> {
    let (name, seat) = match text.rsplit_once('-') {
        Some((name, player)) => (name, player_named(player)),
        None => (text, None),
    };
    Some(match (text, name, seat) {
        ("end-of-turn", ..) => Until::EndOfTurn,
        ("end-of-challenge", ..) => Until::EndOfChallenge,
        ("source-leaves", ..) => Until::SourceLeaves,
        ("leaves", ..) => Until::Leaves,
        (_, "start-of-turn", Some(seat)) => Until::StartOfTurn(seat),
        (_, "ready", Some(seat)) => Until::Ready(seat),
        (_, "end-of-turn", Some(seat)) => Until::EndOfTurnOf(seat),
        (_, "next-turn", Some(seat)) => Until::NextTurnOf(seat),
        _ => return None,
    })
}

/// A reference to an ability as text.
#[must_use]
pub fn write_ability(ability: AbilityRef) -> String {
    match ability {
        AbilityRef::Support => "support".to_owned(),
        AbilityRef::Vanish => "vanish".to_owned(),
        AbilityRef::Temporary => "temporary".to_owned(),
        AbilityRef::Payment => "payment".to_owned(),
        AbilityRef::Card(card, number) => write_numbered(card, number),
    }
}

/// Reads a reference to an ability, without checking that the card has it.
///
/// # Errors
/// If it is not a reference to an ability.
pub fn read_ability(text: &str) -> Result<AbilityRef, Diagnostic> {
    let found = match text.trim() {
        "support" => Some(AbilityRef::Support),
        "vanish" => Some(AbilityRef::Vanish),
        "temporary" => Some(AbilityRef::Temporary),
        "payment" => Some(AbilityRef::Payment),
        text => numbered(text).map(|(card, number)| AbilityRef::Card(card, number)),
    };
    found.ok_or_else(|| {
        unknown("lorcana/words/ability", text, "an ability")
            .fix("support, vanish, temporary, or a card and a number such as tipo_growing_son#0")
    })
}

/// Something of a card, by its number there: `tipo_growing_son#0`.
fn write_numbered(card: Card, number: u8) -> String {
    format!("{}#{number}", card.key())
}

fn numbered(text: &str) -> Option<(Card, u8)> {
    let (key, number) = text.rsplit_once('#')?;
    Some((card(key)?, count(number)?))
}

/// Reads a card of no player, by its key or its name.
///
/// # Errors
/// If there is no such card.
pub fn read_card(text: &str) -> Result<Card, Diagnostic> {
    card(text.trim())
        .ok_or_else(|| unknown("lorcana/words/card", text, "a card").fix("such as tipo_growing_son"))
}

/// Reads a kind of event; [`What::name`] writes it.
///
/// # Errors
/// If there is no such kind.
pub fn read_what(text: &str) -> Result<What, Diagnostic> {
    What::read(text.trim()).ok_or_else(|| {
        unknown("lorcana/words/what", text, "a kind of event").fix("such as played, quested or banished")
    })
}

/// Who has seen a card in a slot, as text.
#[must_use]
pub const fn seen_name(seen: Seen) -> &'static str {
    SEEN[seen as usize].1
}

/// Reads who has seen a card in a slot.
///
/// # Errors
/// If it says anything else.
pub fn read_seen(text: &str) -> Result<Seen, Diagnostic> {
    find(&SEEN, text.trim()).ok_or_else(|| {
        unknown("lorcana/words/seen", text, "who has seen a card").fix("open, controller or owner")
    })
}

/// The stage of the game as text.
#[must_use]
pub fn write_stage(stage: Stage, pieces: &[Piece]) -> String {
    let at = |name: &str, seat| format!("{name}-{}", player_name(seat));
    match stage {
        Stage::Begin => "begin".to_owned(),
        Stage::Shuffle(seat) => at("shuffle", seat),
        Stage::Alter(seat) => at("alter", seat),
        Stage::Reshuffle(seat) => at("reshuffle", seat),
        Stage::Set => "set".to_owned(),
        Stage::Ready => "ready".to_owned(),
        Stage::Draw => "draw".to_owned(),
        Stage::Main => "main".to_owned(),
        Stage::Challenge { by, target } => {
            format!("challenge {} {}", piece_name(by, pieces), piece_name(target, pieces))
        }
        Stage::ChallengeEnd { by, target } => {
            format!("challenge-end {} {}", piece_name(by, pieces), piece_name(target, pieces))
        }
        Stage::End => "end".to_owned(),
        Stage::Passing => "passing".to_owned(),
        Stage::Over { winner } => at("over", winner),
    }
}

/// Reads the stage of the game.
///
/// # Errors
/// If there is no such stage, or it names a piece that is not in the game.
pub fn read_stage(text: &str, pieces: &[Piece]) -> Result<Stage, Diagnostic> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    Ok(match parts.as_slice() {
        ["begin"] => Stage::Begin,
        ["set"] => Stage::Set,
        ["ready"] => Stage::Ready,
        ["draw"] => Stage::Draw,
        ["main"] => Stage::Main,
        ["end"] => Stage::End,
        ["passing"] => Stage::Passing,
        ["challenge", by, target] => {
            Stage::Challenge { by: read_piece(by, pieces)?, target: read_piece(target, pieces)? }
        }
        ["challenge-end", by, target] => {
            Stage::ChallengeEnd { by: read_piece(by, pieces)?, target: read_piece(target, pieces)? }
        }
        [one] => seat_stage(one).ok_or_else(|| unknown_stage(text))?,
        _ => return Err(unknown_stage(text)),
    })
}

fn seat_stage(text: &str) -> Option<Stage> {
    let (name, player) = text.rsplit_once('-')?;
    let seat = player_named(player)?;
    Some(match name {
        "shuffle" => Stage::Shuffle(seat),
        "alter" => Stage::Alter(seat),
        "reshuffle" => Stage::Reshuffle(seat),
        "over" => Stage::Over { winner: seat },
        _ => return None,
    })
}

fn unknown_stage(text: &str) -> Diagnostic {
    unknown("lorcana/words/stage", text, "a stage of the game").fix("such as main, alter-p1, end or over-p1")
}

/// A pending question as text.
#[must_use]
pub fn write_pending(pending: Pending, pieces: &[Piece]) -> String {
    let name = |id| piece_name(id, pieces);
    match pending {
        Pending::Order(seat) => format!("order-{}", player_name(seat)),
        Pending::Ready(seat) => format!("ready-{}", player_name(seat)),
        Pending::Replace(seat) => format!("replace-{}", player_name(seat)),
        Pending::Step(actor) => format!("step-{}", actor_name(actor)),
        Pending::EnterExerted(card) => format!("enter-exerted {}", name(card)),
        Pending::Shuffle(seat) => format!("shuffle-{}", player_name(seat)),
        Pending::Sing { song, total } => format!("sing {} {total}", name(song)),
        Pending::ShiftAlso { card, onto } => format!("shift-also {} {}", name(card), name(onto)),
        Pending::ShiftDiscard { card, onto, left } => {
            format!("shift-discard {} {} {left}", name(card), name(onto))
        }
    }
}

/// Reads a pending question.
///
/// # Errors
/// If there is no such question, or it names a piece that is not in the game.
pub fn read_pending(text: &str, pieces: &[Piece]) -> Result<Pending, Diagnostic> {
    let wrong = || {
        unknown("lorcana/words/ask", text, "a question")
            .fix("such as step-p1, order-p1 or enter-exerted p1.tipo_growing_son.a")
    };
    let number = |text: &str| count(text).ok_or_else(wrong);
    let parts: Vec<&str> = text.split_whitespace().collect();
    Ok(match parts.as_slice() {
        ["enter-exerted", card] => Pending::EnterExerted(read_piece(card, pieces)?),
        ["sing", song, total] => Pending::Sing { song: read_piece(song, pieces)?, total: number(total)? },
        ["shift-also", card, onto] => {
            Pending::ShiftAlso { card: read_piece(card, pieces)?, onto: read_piece(onto, pieces)? }
        }
        ["shift-discard", card, onto, left] => Pending::ShiftDiscard {
            card: read_piece(card, pieces)?,
            onto: read_piece(onto, pieces)?,
            left: number(left)?,
        },
        [one] => match one.split_once('-') {
            Some(("order", player)) => Pending::Order(player_named(player).ok_or_else(wrong)?),
            Some(("ready", player)) => Pending::Ready(player_named(player).ok_or_else(wrong)?),
            Some(("replace", player)) => Pending::Replace(player_named(player).ok_or_else(wrong)?),
            Some(("shuffle", player)) => Pending::Shuffle(player_named(player).ok_or_else(wrong)?),
            Some(("step", who)) => Pending::Step(actor(who).ok_or_else(wrong)?),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    })
}

/// The once-a-turn abilities of a card that have been used, as text: numbers of its own abilities, references to granted
/// ones, and `boost`.
#[must_use]
pub fn write_used(position: &Position, card: CardId) -> String {
    let own = position.pieces.get(card.index()).map(|piece| piece.card());
    let name = |ability: OnceATurn| match ability {
        OnceATurn::Boost => "boost".to_owned(),
        OnceATurn::Card(of, number) if Some(of) == own => number.to_string(),
        OnceATurn::Card(of, number) => write_ability(AbilityRef::Card(of, number)),
    };
    let used = position.used.iter().filter(|used| used.card == card);
    used.map(|used| name(used.ability)).collect::<Vec<_>>().join(" ")
}

/// Reads which once-a-turn abilities of a card have been used.
///
/// # Errors
/// If it contains anything else.
pub fn read_used(text: &str, own: Card) -> Result<Vec<OnceATurn>, Diagnostic> {
    let read = |name: &str| match name {
        "boost" => Some(OnceATurn::Boost),
        _ => match (count(name), read_ability(name)) {
            (Some(number), _) => Some(OnceATurn::Card(own, number)),
            (None, Ok(AbilityRef::Card(of, number))) => Some(OnceATurn::Card(of, number)),
            _ => None,
        },
    };
    text.split_whitespace().map(read).collect::<Option<_>>().ok_or_else(|| {
        unknown("lorcana/words/used", text, "a list of abilities")
            .fix("numbers from 0, references such as tipo_growing_son#0, and boost")
    })
}

/// A card of the game as text: `p1.tipo_growing_son.a`.
#[must_use]
pub fn piece_name(id: CardId, pieces: &[Piece]) -> String {
    pieces.get(id.index()).map_or_else(|| "?".to_owned(), Piece::to_string)
}

/// Reads a card of the game.
///
/// # Errors
/// If it is not a card, or not one of these.
pub fn read_piece(text: &str, pieces: &[Piece]) -> Result<CardId, Diagnostic> {
    let piece = Piece::read(text.trim()).ok_or_else(|| {
        unknown("lorcana/words/piece", text, "a player's card").fix("such as p1.tipo_growing_son.a")
    })?;
    pieces
        .binary_search(&piece)
        .map(CardId::new)
        .map_err(|_| Diagnostic::new("lorcana/words/not-there", format!("{piece} is not in this game")))
}

const fn keyword_name(keyword: KeywordFlag) -> &'static str {
    match keyword {
        KeywordFlag::Adventurous => "adventurous",
        KeywordFlag::Alert => "alert",
        KeywordFlag::Bodyguard => "bodyguard",
        KeywordFlag::Evasive => "evasive",
        KeywordFlag::Reckless => "reckless",
        KeywordFlag::Rush => "rush",
        KeywordFlag::Support => "support",
        KeywordFlag::Vanish => "vanish",
        KeywordFlag::Ward => "ward",
    }
}

const fn restriction_name(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::Quest => "quest",
        Restriction::Challenge => "challenge",
        Restriction::BeChallenged => "be-challenged",
        Restriction::Ready => "ready",
        Restriction::ReadyAtStart => "ready-at-start",
        Restriction::Sing => "sing",
        Restriction::Move => "move",
    }
}

fn actor(text: &str) -> Option<Actor> {
    if text == "st" { Some(Actor::Storyteller) } else { player_named(text).map(Actor::Seat) }
}

fn card(text: &str) -> Option<Card> {
    Card::from_key(text).or_else(|| Card::read(text))
}

/// A number without a sign.
fn count(text: &str) -> Option<u8> {
    text.starts_with(|c: char| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A number with a sign.
fn signed(text: &str) -> Option<i8> {
    text.parse().ok()
}

fn find<T: Copy>(names: &[(T, &str)], text: &str) -> Option<T> {
    names.iter().find(|(_, name)| *name == text).map(|(value, _)| *value)
}

fn unknown(id: &'static str, text: &str, what: &str) -> Diagnostic {
    Diagnostic::new(id, format!("`{}` is not {what}", quote(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardCopy;
    use crate::rules::piece::SEATS;
    use crate::rules::position::Used;

    fn modifiers() -> Vec<Modifier> {
        let mut all = vec![Modifier::Shielded];
        for n in [-128, -3, 0, 1, 127] {
            all.extend([
                Modifier::Strength(n),
                Modifier::Willpower(n),
                Modifier::Lore(n),
                Modifier::Challenger(n),
                Modifier::Resist(n),
                Modifier::Singer(n),
            ]);
        }
        all.extend(KeywordFlag::ALL.map(Modifier::Has));
        all.extend(Restriction::ALL.map(Modifier::Cannot));
        all
    }

    fn pieces() -> Vec<Piece> {
        let piece = |owner, card| Piece { owner, copy: CardCopy { card, copy: 1 } };
        let mut pieces: Vec<Piece> =
            SEATS.into_iter().flat_map(|seat| Card::all().map(move |card| piece(seat, card))).collect();
        pieces.sort_unstable();
        pieces
    }

    #[test]
    fn tables_are_in_the_order_of_their_types() {
        assert!(ZONES.iter().all(|&(zone, name)| zone_name(zone) == name));
        assert!(SEEN.iter().all(|&(seen, name)| seen_name(seen) == name));
    }

    #[test]
    fn small_words_read_back() {
        for modifier in modifiers() {
            assert_eq!(read_modifier(&write_modifier(modifier)), Ok(modifier));
        }
        for (zone, _) in ZONES {
            assert_eq!(read_zone(zone_name(zone)), Ok(zone));
        }
        for (seen, name) in SEEN {
            assert_eq!(read_seen(name), Ok(seen));
        }
        for &what in What::ALL {
            assert_eq!(read_what(what.name()), Ok(what));
        }
        let mut ends = vec![Until::EndOfTurn, Until::EndOfChallenge, Until::SourceLeaves, Until::Leaves];
        for seat in SEATS {
            assert_eq!(read_seat(player_name(seat)), Ok(seat));
            ends.extend([Until::StartOfTurn(seat), Until::Ready(seat)]);
            ends.extend([Until::EndOfTurnOf(seat), Until::NextTurnOf(seat)]);
        }
        for until in ends {
            assert_eq!(read_until(&write_until(until)), Ok(until));
        }
        for actor in [Actor::Storyteller, Actor::Seat(SEATS[0]), Actor::Seat(SEATS[1])] {
            assert_eq!(read_actor(actor_name(actor)), Ok(actor));
        }
    }

    #[test]
    fn every_card_can_be_part_of_a_text() {
        let pieces = pieces();
        let mut position = Position::new(pieces.clone().into());
        let granted = OnceATurn::Card(pieces[0].card(), 255);
        for (index, piece) in pieces.iter().enumerate() {
            let (id, other) = (CardId::new(index), CardId::new(0));
            let stages =
                [Stage::Challenge { by: id, target: other }, Stage::ChallengeEnd { by: id, target: other }];
            for stage in stages {
                assert_eq!(read_stage(&write_stage(stage, &pieces), &pieces), Ok(stage));
            }
            let all = [
                Pending::EnterExerted(id),
                Pending::Sing { song: id, total: 7 },
                Pending::ShiftAlso { card: other, onto: id },
                Pending::ShiftDiscard { card: id, onto: other, left: 2 },
            ];
            for pending in all {
                assert_eq!(read_pending(&write_pending(pending, &pieces), &pieces), Ok(pending));
            }
            let used = [OnceATurn::Card(piece.card(), 3), granted, OnceATurn::Boost];
            position.used = used.map(|ability| Used { card: id, ability }).to_vec();
            assert_eq!(read_used(&write_used(&position, id), piece.card()), Ok(used.to_vec()));
            for number in [0, 12, 255] {
                let reference = AbilityRef::Card(piece.card(), number);
                assert_eq!(read_ability(&write_ability(reference)), Ok(reference));
                let modifier = Modifier::Of(piece.card(), number);
                assert_eq!(read_modifier(&write_modifier(modifier)), Ok(modifier));
            }
            assert_eq!(read_card(piece.card().key()), Ok(piece.card()));
        }
    }

    #[test]
    fn stages_and_questions_read_back() {
        let mut stages = vec![Stage::Begin, Stage::Set, Stage::Draw, Stage::Main, Stage::End, Stage::Passing];
        let mut all = vec![Pending::Step(Actor::Storyteller)];
        for seat in SEATS {
            stages.extend([Stage::Shuffle(seat), Stage::Alter(seat), Stage::Reshuffle(seat)]);
            stages.push(Stage::Over { winner: seat });
            all.extend([Pending::Order(seat), Pending::Step(Actor::Seat(seat))]);
            all.extend([Pending::Replace(seat), Pending::Shuffle(seat)]);
        }
        for stage in stages {
            assert_eq!(read_stage(&write_stage(stage, &[]), &[]), Ok(stage));
        }
        for pending in all {
            assert_eq!(read_pending(&write_pending(pending, &[]), &[]), Ok(pending));
        }
        for reference in [AbilityRef::Support, AbilityRef::Vanish, AbilityRef::Temporary, AbilityRef::Payment]
        {
            assert_eq!(read_ability(&write_ability(reference)), Ok(reference));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let texts = [
            "",
            " ",
            "-",
            "+",
            "#",
            "strength",
            "strength2",
            "strength+200",
            "cannot-",
            "cannot-fly",
            "grants-1",
            "cheaper-song-1",
            "more-ink-1",
            "ready-p3",
            "next-turn",
            "end-of-turn-p3",
            "leaves-p1",
            "shuffle-st",
            "bottom",
            "put under",
            "p0",
            "step",
            "step-p3",
            "order-st",
            "over",
            "challenge",
            "challenge p1 p2",
            "sing p1.tipo_growing_son.b x",
            "tipo_growing_son",
            "no_such_card#0",
            "tipo_growing_son#",
            "tipo_growing_son#999",
            "boost 8",
            "é+é",
        ];
        let pieces = pieces();
        for text in texts {
            let ids = [
                read_modifier(text).err().map(|problem| problem.id),
                read_until(text).err().map(|problem| problem.id),
                read_ability(text).err().map(|problem| problem.id),
                read_stage(text, &pieces).err().map(|problem| problem.id),
                read_pending(text, &pieces).err().map(|problem| problem.id),
                read_zone(text).err().map(|problem| problem.id),
                read_actor(text).err().map(|problem| problem.id),
                read_what(text).err().map(|problem| problem.id),
                read_seen(text).err().map(|problem| problem.id),
            ];
            assert!(ids.iter().all(Option::is_some), "{text}: {ids:?}");
        }
        assert_eq!(
            read_piece("p1.tipo_growing_son.a", &pieces).map_err(|problem| problem.id),
            Err("lorcana/words/not-there")
        );
        assert_eq!(read_card("no_such_card").map_err(|problem| problem.id), Err("lorcana/words/card"));
        assert_eq!(
            read_used("boost x", Card::with_key("tipo_growing_son")).map_err(|problem| problem.id),
            Err("lorcana/words/used")
        );
    }
}
