//! What a grimoire shows, as statements about the end of an unrolling. Accepts a [`GrimoireText`], emits statements with the bits that each asserts.

use gaslamp_botc::Character;
use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};
use gaslamp_botc::rules::{Bluffs, Reminder};

use super::check::{About, Assertion, EncodedAssertion};
use super::check_rule;
use super::circuit::{Bit, NO};
use super::history::{TOKENS, Unrolling, token_name};

/// How the tokens of a grimoire are meant. The mark of the Drunk is part of what a seat is: where a seat is not known, it may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {
    /// Those that are written lie there, and no others.
    AsWritten,
    /// Those that are written lie there, and perhaps others.
    AtLeast,
}

/// What a grimoire shows at the end of an unrolling.
pub(super) fn of_grimoire(
    unrolling: &mut Unrolling,
    grimoire: &GrimoireText,
    meant: Tokens,
) -> Vec<EncodedAssertion> {
    let mut said = Vec::new();
    for (seat, player) in grimoire.players.iter().enumerate() {
        said.extend(role(unrolling, seat, player));
        said.push(life(unrolling, seat, player));
        said.extend(tokens(unrolling, seat, player, meant));
    }
    said.extend(bluffs(unrolling, grimoire));
    said
}

fn seen(words: String, about: About, bits: Vec<Bit>) -> EncodedAssertion {
    EncodedAssertion { assertion: Assertion { words, span: None, about }, bits, demands: Vec::new() }
}

/// Tokens that say who it is that shows another's token at a seat: the marks of the Drunk.
fn marks(player: &Player) -> impl Iterator<Item = ReminderToken> {
    player.tokens.iter().filter_map(|token| match token {
        PlacedReminder::Reminder(token) => Some(*token).filter(|token| token.marks_its_owner()),
        PlacedReminder::Note(_) => None,
    })
}

/// Whoever shows another token at a seat: the Drunk, if the mark of the Drunk lies there.
pub(super) fn marked(player: &Player) -> Option<Character> {
    marks(player).next().map(ReminderToken::owner)
}

/// How often a token lies at a seat.
pub(super) fn lying(player: &Player, kind: Reminder) -> usize {
    let is_it = |token: &&PlacedReminder| matches!(token, PlacedReminder::Reminder(token) if Reminder::of(*token) == Some(kind));
    player.tokens.iter().filter(is_it).count()
}

fn names(characters: CharacterSet) -> String {
    characters.iter().map(Character::name).collect::<Vec<_>>().join(", ")
}

/// Which character token lies at a seat; with the mark of the Drunk it is what the Drunk thinks they are.
pub(super) fn role(unrolling: &mut Unrolling, seat: usize, player: &Player) -> Option<EncodedAssertion> {
    let marked = marked(player);
    let name = &player.name;
    let (words, bits) = match (marked, player.character) {
        (Some(owner), Known::Is(token)) => (
            format!("{name} is the {} and thinks they are the {}", owner.name(), token.name()),
            vec![unrolling.is(seat, owner), unrolling.believes(seat, token)],
        ),
        (None, Known::Is(character)) => {
            (format!("{name} is the {}", character.name()), vec![unrolling.is(seat, character)])
        }
        (Some(owner), Known::Nothing) => {
            (format!("{name} is the {}", owner.name()), vec![unrolling.is(seat, owner)])
        }
        (Some(owner), Known::OneOf(tokens)) => {
            let bits: Vec<Bit> = tokens.iter().map(|token| unrolling.believes(seat, token)).collect();
            let words =
                format!("{name} is the {} and thinks they are one of {}", owner.name(), names(tokens));
            (words, vec![unrolling.is(seat, owner), unrolling.circuit.or(bits)])
        }
        (None, Known::OneOf(characters)) => {
            let bits: Vec<Bit> = characters.iter().map(|character| unrolling.is(seat, character)).collect();
            (format!("{name} is one of {}", names(characters)), vec![unrolling.circuit.or(bits)])
        }
        (None, Known::Nothing) => return None,
    };
    let mut said = seen(words, About::Role(seat), bits);
    if let [mark, _, ..] = marks(player).collect::<Vec<_>>()[..] {
        said.assertion.words = format!("{name} has {} more than once", mark.long_name());
        said.demands.push((check_rule::TOKENS, NO));
    }
    let characters = player.character.characters();
    let is_strange = |character: Character| !unrolling.characters.contains(&character);
    if !characters.is_empty() && characters.iter().all(is_strange) {
        said.bits.clear();
        said.demands.push((check_rule::CHARACTERS, NO));
    }
    Some(said)
}

/// Tokens that nobody in Trouble Brewing has.
pub(super) fn foreign_tokens(seat: usize, player: &Player) -> Vec<EncodedAssertion> {
    let is_known = |token: &ReminderToken| {
        token.marks_its_owner() || Reminder::of(*token).is_some_and(|known| TOKENS.contains(&known))
    };
    let tokens = player.tokens.iter().filter_map(|token| match token {
        PlacedReminder::Reminder(token) => Some(*token).filter(|token| !is_known(token)),
        PlacedReminder::Note(_) => None,
    });
    let said = |token: ReminderToken| {
        let words = format!("{} has {}", player.name, token.long_name());
        let mut said = seen(words, About::Foreign(seat, token), Vec::new());
        said.demands.push((check_rule::FOREIGN_TOKENS, NO));
        said
    };
    tokens.map(said).collect()
}

fn life(unrolling: &Unrolling, seat: usize, player: &Player) -> EncodedAssertion {
    let name = &player.name;
    let (alive, spent) = (unrolling.alive[seat], unrolling.spent[seat]);
    let (words, bits) = match player.life {
        Life::Alive => (format!("{name} is alive"), vec![alive]),
        Life::Dead => (format!("{name} is dead and still has a vote"), vec![!alive, !spent]),
        Life::Spent => (format!("{name} is dead and has used their vote"), vec![!alive, spent]),
    };
    seen(words, About::Life(seat), bits)
}

/// The characters that the Demon was told are not in play.
pub(super) fn bluffs(unrolling: &Unrolling, grimoire: &GrimoireText) -> Option<EncodedAssertion> {
    if grimoire.bluffs.is_empty() {
        return None;
    }
    let words = format!("the Demon's bluffs are {}", names(grimoire.bluffs));
    let mut said = seen(words, About::Bluffs, Vec::new());
    let is_good = grimoire.bluffs.minus(CharacterSet::GOOD).is_empty();
    said.demands.push((check_rule::BLUFFS, Bit::Is(is_good && grimoire.bluffs.len() <= Bluffs::COUNT)));
    for bluff in grimoire.bluffs.iter() {
        let seats = 0..unrolling.seats();
        let in_play = seats.flat_map(|seat| [unrolling.dealt(seat, bluff), unrolling.believes(seat, bluff)]);
        said.demands.extend(in_play.map(|bit| (check_rule::BLUFFS, !bit)));
    }
    Some(said)
}

/// The tokens that lie at a seat, each by itself, and that no others do if so it is meant.
fn tokens(unrolling: &Unrolling, seat: usize, player: &Player, meant: Tokens) -> Vec<EncodedAssertion> {
    let name = &player.name;
    let mut said = foreign_tokens(seat, player);
    let mut absent = Vec::new();
    for token in TOKENS {
        let word = token_name(token);
        let bit = unrolling.lies(token)[seat];
        let about = About::Token(seat, token);
        match lying(player, token) {
            0 => absent.push(!bit),
            1 => said.push(seen(format!("{name} has {word}"), about, vec![bit])),
            _ => {
                let mut often = seen(format!("{name} has {word} more than once"), about, vec![bit]);
                often.demands.push((check_rule::TOKENS, NO));
                said.push(often);
            }
        }
    }
    if meant == Tokens::AsWritten {
        said.push(seen(format!("{name} has no other token"), About::NoOther(seat), absent));
    }
    said
}
