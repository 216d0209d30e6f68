//! What a grimoire shows, as statements about the end of a course. Accepts a [`GrimoireText`], emits statements with the bits that each asserts.

use gaslamp_botc::Character;
use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};
use gaslamp_botc::rules::{Bluffs, Reminder};

use super::check::{About, Said, Statement};
use super::circuit::{Bit, NO};
use super::history::{Course, TOKENS, token_name};
use super::rule;

/// How the tokens of a sheet are meant. The mark of the Drunk is part of what a seat is: where a seat is not known, it may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {
    /// Those that are written lie there, and no others.
    AsWritten,
    /// Those that are written lie there, and perhaps others.
    AtLeast,
}

/// What a grimoire shows at the end of a course.
pub(super) fn of_sheet(course: &mut Course, sheet: &GrimoireText, meant: Tokens) -> Vec<Said> {
    let mut said = Vec::new();
    for (seat, player) in sheet.players.iter().enumerate() {
        said.extend(role(course, seat, player));
        said.push(life(course, seat, player));
        said.extend(tokens(course, seat, player, meant));
    }
    said.extend(bluffs(course, sheet));
    said
}

fn seen(words: String, about: About, bits: Vec<Bit>) -> Said {
    Said { statement: Statement { words, span: None, about }, bits, demands: Vec::new() }
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

/// Which character token lies at a seat; with the mark of the Drunk it is what the Drunk believes to be.
pub(super) fn role(course: &mut Course, seat: usize, player: &Player) -> Option<Said> {
    let marked = marked(player);
    let name = &player.name;
    let (words, bits) = match (marked, player.character) {
        (Some(owner), Known::Is(token)) => (
            format!("{name} is the {} and believes to be the {}", owner.name(), token.name()),
            vec![course.is(seat, owner), course.believes(seat, token)],
        ),
        (None, Known::Is(character)) => {
            (format!("{name} is the {}", character.name()), vec![course.is(seat, character)])
        }
        (Some(owner), Known::Nothing) => {
            (format!("{name} is the {}", owner.name()), vec![course.is(seat, owner)])
        }
        (Some(owner), Known::OneOf(tokens)) => {
            let bits: Vec<Bit> = tokens.iter().map(|token| course.believes(seat, token)).collect();
            let words = format!("{name} is the {} and believes to be one of {}", owner.name(), names(tokens));
            (words, vec![course.is(seat, owner), course.circuit.or(bits)])
        }
        (None, Known::OneOf(characters)) => {
            let bits: Vec<Bit> = characters.iter().map(|character| course.is(seat, character)).collect();
            (format!("{name} is one of {}", names(characters)), vec![course.circuit.or(bits)])
        }
        (None, Known::Nothing) => return None,
    };
    let mut said = seen(words, About::Role(seat), bits);
    if let [mark, _, ..] = marks(player).collect::<Vec<_>>()[..] {
        said.statement.words = format!("{} lies at {name} more than once", mark.long_name());
        said.demands.push((rule::TOKENS, NO));
    }
    let characters = player.character.characters();
    let is_strange = |character: Character| !course.characters.contains(&character);
    if !characters.is_empty() && characters.iter().all(is_strange) {
        said.bits.clear();
        said.demands.push((rule::CHARACTERS, NO));
    }
    Some(said)
}

/// Tokens that nobody in Trouble Brewing has.
pub(super) fn foreign_tokens(seat: usize, player: &Player) -> Vec<Said> {
    let is_known = |token: &ReminderToken| {
        token.marks_its_owner() || Reminder::of(*token).is_some_and(|known| TOKENS.contains(&known))
    };
    let tokens = player.tokens.iter().filter_map(|token| match token {
        PlacedReminder::Reminder(token) => Some(*token).filter(|token| !is_known(token)),
        PlacedReminder::Note(_) => None,
    });
    let said = |token: ReminderToken| {
        let words = format!("{} lies at {}", token.long_name(), player.name);
        let mut said = seen(words, About::Foreign(seat, token), Vec::new());
        said.demands.push((rule::FOREIGN_TOKENS, NO));
        said
    };
    tokens.map(said).collect()
}

fn life(course: &Course, seat: usize, player: &Player) -> Said {
    let name = &player.name;
    let (alive, spent) = (course.alive[seat], course.spent[seat]);
    let (words, bits) = match player.life {
        Life::Alive => (format!("{name} is alive"), vec![alive]),
        Life::Dead => (format!("{name} is dead, with a vote left"), vec![!alive, !spent]),
        Life::Spent => (format!("{name} is dead and has voted"), vec![!alive, spent]),
    };
    seen(words, About::Life(seat), bits)
}

/// The characters that the Demon was told are not in play.
pub(super) fn bluffs(course: &Course, sheet: &GrimoireText) -> Option<Said> {
    if sheet.bluffs.is_empty() {
        return None;
    }
    let words = format!("the Demon's bluffs are {}", names(sheet.bluffs));
    let mut said = seen(words, About::Bluffs, Vec::new());
    let is_good = sheet.bluffs.minus(CharacterSet::GOOD).is_empty();
    said.demands.push((rule::BLUFFS, Bit::Is(is_good && sheet.bluffs.len() <= Bluffs::COUNT)));
    for bluff in sheet.bluffs.iter() {
        let seats = 0..course.seats();
        let in_play = seats.flat_map(|seat| [course.dealt(seat, bluff), course.believes(seat, bluff)]);
        said.demands.extend(in_play.map(|bit| (rule::BLUFFS, !bit)));
    }
    Some(said)
}

/// The tokens that lie at a seat, each by itself, and that no others do if so it is meant.
fn tokens(course: &Course, seat: usize, player: &Player, meant: Tokens) -> Vec<Said> {
    let name = &player.name;
    let mut said = foreign_tokens(seat, player);
    let mut absent = Vec::new();
    for token in TOKENS {
        let word = token_name(token);
        let bit = course.lies(token)[seat];
        let about = About::Token(seat, token);
        match lying(player, token) {
            0 => absent.push(!bit),
            1 => said.push(seen(format!("{word} lies at {name}"), about, vec![bit])),
            _ => {
                let mut often = seen(format!("{word} lies at {name} more than once"), about, vec![bit]);
                often.demands.push((rule::TOKENS, NO));
                said.push(often);
            }
        }
    }
    if meant == Tokens::AsWritten {
        said.push(seen(format!("no other token lies at {name}"), About::NoOther(seat), absent));
    }
    said
}
