//! The texts in the picture of a board: cards, lasting effects, questions.

use gaslamp_core::{Actor, Seat};

use crate::cards::Card;
use crate::notation::{ability_text, spelling};
use crate::rules::card_rules::{CardRules, Gift, Source};
use crate::rules::modifier::{Modifier, Quality, Restriction};
use crate::rules::piece::player_name;
use crate::rules::position::{Pending, Stage, Until};
use crate::rules::{Piece, State};
use crate::view::{VisibleEffect, VisibleTarget};

/// What may be so of a card, in words.
pub(super) const QUALITIES: [(Quality, &str); 9] = [
    (Quality::Shielded, "shielded"),
    (Quality::MustQuest, "must quest"),
    (Quality::NoChallengeDamage, "no challenge damage"),
    (Quality::NoDamage, "no damage"),
    (Quality::NoDamageUnlessChallenged, "no damage unless challenged"),
    (Quality::NoDamageWhileChallenging, "no damage while challenging"),
    (Quality::QuestsAtOnce, "quests at once"),
    (Quality::KeepsPrintedStrength, "keeps printed strength"),
    (Quality::FightsWithWillpower, "fights with willpower"),
];

/// A card with its player and copy: `p1's Tipo - Growing Son (a)`.
pub(super) fn card(piece: Piece) -> String {
    spelling::piece_name(piece)
}

/// Who acts: a player or chance.
pub(super) const fn actor(actor: Actor) -> &'static str {
    match actor {
        Actor::Storyteller => "chance",
        Actor::Seat(seat) => player_name(seat),
    }
}

/// The stage of the game.
pub(super) fn stage(stage: Stage) -> String {
    let name = match stage {
        Stage::Begin => "chance decides who begins",
        Stage::Shuffle(seat) => return format!("{}'s deck is shuffled", player_name(seat)),
        Stage::Reshuffle(seat) => return format!("{}'s deck is shuffled again", player_name(seat)),
        Stage::Alter(seat) => return format!("{} may alter their hand", player_name(seat)),
        Stage::Ready => "ready step",
        Stage::Set => "set step",
        Stage::Draw => "draw step",
        Stage::Main => "main step",
        Stage::Challenge { .. } => "a challenge, before damage",
        Stage::ChallengeEnd { .. } => "a challenge, after damage",
        Stage::End | Stage::Passing => "end of turn",
        Stage::Over { winner } => return format!("{} has won", player_name(winner)),
    };
    name.to_owned()
}

/// The pending question.
pub(super) fn question(state: &State) -> Option<String> {
    let card = |id| card(state.piece(id));
    Some(match state.position().pending? {
        Pending::Order(_) => "Which trigger is next?".to_owned(),
        Pending::Ready(_) => "Which card gets ready?".to_owned(),
        Pending::Replace(_) => "Which replacement applies?".to_owned(),
        Pending::Step(_) => {
            let frame = state.position().frames.last()?;
            format!("{} needs an answer.", card(frame.source))
        }
        Pending::EnterExerted(id) => format!("Does {} enter play exerted?", card(id)),
        Pending::Shuffle(seat) => format!("Chance shuffles the deck of {}.", player_name(seat)),
        Pending::Sing { song, total } => {
            format!("Who else sings {}? The total cost so far is {total}.", card(song))
        }
        Pending::ShiftAlso { card: id, onto } => {
            format!("Which second character is {} shifted onto, besides {}?", card(id), card(onto))
        }
        Pending::ShiftDiscard { card: id, left, .. } => {
            format!("Which card is discarded to shift {}? {left} left to discard.", card(id))
        }
    })
}

/// A lasting effect: what it is on, the change, how long it lasts, and where it comes from.
pub(super) fn lasting(lasting: &VisibleEffect) -> String {
    let on = match lasting.on {
        VisibleTarget::Card(piece) => card(piece),
        VisibleTarget::Player(seat) => player_name(seat).to_owned(),
        VisibleTarget::Group => group(lasting.modifier),
    };
    let (modifier, until) = (modifier(lasting.modifier), until(lasting.until));
    format!("{on}: {modifier}, {until} (from {})", card(lasting.source))
}

/// The cards that an effect changes which is on all that are like this.
fn group(modifier: Modifier) -> String {
    if let Modifier::Of(card, number) = modifier
        && let Some(Gift::Group(filter, _)) = gift(card, number)
    {
        return ability_text::cards_like(filter, card.facts().kind);
    }
    "cards in play".to_owned()
}

/// What a card or a player gets.
fn modifier(modifier: Modifier) -> String {
    match modifier {
        Modifier::Strength(by) => format!("strength {by:+}"),
        Modifier::Willpower(by) => format!("willpower {by:+}"),
        Modifier::Lore(by) => format!("lore {by:+}"),
        Modifier::Challenger(by) => format!("Challenger {by:+}"),
        Modifier::Resist(by) => format!("Resist {by:+}"),
        Modifier::Singer(by) => format!("Singer {by}"),
        Modifier::Has(keyword) => format!("{keyword:?}"),
        Modifier::Cannot(restriction) => cannot(restriction).to_owned(),
        Modifier::Shielded => "shielded".to_owned(),
        Modifier::Of(card, number) => left_behind(card, number).unwrap_or_else(|| "an effect".to_owned()),
    }
}

/// A restriction.
pub(super) const fn cannot(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::Quest => "cannot quest",
        Restriction::Challenge => "cannot challenge",
        Restriction::BeChallenged => "cannot be challenged",
        Restriction::Ready => "cannot ready",
        Restriction::ReadyAtStart => "cannot ready at the start of a turn",
        Restriction::Sing => "cannot sing",
        Restriction::Move => "cannot move",
    }
}

fn gift(card: Card, number: u8) -> Option<&'static Gift> {
    CardRules::of(card).gifts.get(usize::from(number))
}

/// What an effect of a card has left behind, if it has a gift with this number.
fn left_behind(card: Card, number: u8) -> Option<String> {
    let kind = card.facts().kind;
    Some(match gift(card, number)? {
        Gift::Card(modifier) | Gift::Group(_, modifier) => ability_text::gets(modifier, kind),
        Gift::Player(modifier) => ability_text::player_gets(modifier, kind),
        Gift::Watch(ability) | Gift::Later(ability) => match CardRules::of(card).ability(*ability)?.source {
            Source::Ability(ability) => ability_text::lines(std::slice::from_ref(ability), kind).concat(),
            Source::Steps(steps) => ability_text::steps(steps, kind),
        },
    })
}

fn until(until: Until) -> String {
    let of = |seat: Seat, what: &str| format!("until {}'s {what}", player_name(seat));
    match until {
        Until::EndOfTurn => "until the turn ends".to_owned(),
        Until::StartOfTurn(seat) => of(seat, "next turn begins"),
        Until::Ready(seat) => of(seat, "next ready step is over"),
        Until::EndOfChallenge => "until the challenge ends".to_owned(),
        Until::EndOfTurnOf(seat) => of(seat, "turn ends"),
        Until::NextTurnOf(seat) => format!("during {}'s next turn", player_name(seat)),
        Until::SourceLeaves => "until its source leaves play".to_owned(),
        Until::Leaves => "until it leaves play".to_owned(),
    }
}
