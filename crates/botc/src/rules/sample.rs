//! Random draws for open choices: deals uniformly over bags, the rest from small grammars.

use gaslamp_core::{Contents, Rng, Seat, Seats};

use super::action::{Action, Claim, Content, Open, Report};
use super::bag_space::{SetupSpace, Wishes};
use super::cast;
use super::deal::seat;
use super::formula::{Formula, Joint};
use super::script::Script;
use super::state::{Pending, State};
use super::statement::{Bluffs, EvilTeam, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// Draws a concrete action for an open choice of the legal list.
pub(super) fn draw(state: &State, open: Open, rng: &mut Rng, contents: &mut Contents<Content>) -> Action {
    match open {
        Open::Deal => {
            let script = Script::new("", state.script.characters.iter());
            let space = SetupSpace::with_counts(&script, state.base_counts(), &Wishes::default());
            let deal = space.ok().and_then(|space| space.sample(rng)).and_then(|bag| seat(&bag, rng));
            // A checked table has a bag: `State::from_setup` made sure of it.
            deal.map_or(Action::PickNobody, |deal| Action::Deal(contents.intern(Content::Deal(deal))))
        }
        Open::AnyTeam => Action::Tell(told(state), Statement::Team(any_team(state, rng))),
        Open::Things => {
            let (a, b) = things(state, rng);
            Action::Tell(told(state), Statement::Things(contents.intern(Content::Things(a, b))))
        }
        Open::Claim => {
            let claim = claim(state, rng);
            Action::Claim(contents.intern(Content::Claim(claim)))
        }
        Open::Guesses => {
            let claim = Claim::Guesses(guesses(state, rng));
            Action::Claim(contents.intern(Content::Claim(claim)))
        }
        Open::Accusation => {
            let claim = Claim::Accusation(accusation(state, rng));
            Action::Claim(contents.intern(Content::Claim(claim)))
        }
        Open::Gossip => {
            let claim = Claim::Gossip(formula(state, rng));
            Action::Claim(contents.intern(Content::Claim(claim)))
        }
        Open::Question => Action::Ask(contents.intern(Content::Question(formula(state, rng)))),
    }
}

/// The player the Storyteller is about to tell something.
fn told(state: &State) -> Seat {
    match state.pending {
        Pending::Telling(seat, _) => seat,
        _ => Seat::new(0),
    }
}

fn any_seat(state: &State, rng: &mut Rng) -> Seat {
    Seat::new(rng.below(state.size() as u32) as usize)
}

fn any_of(characters: CharacterSet, rng: &mut Rng) -> Character {
    let at = rng.below(characters.len() as u32) as usize;
    characters.iter().nth(at).unwrap_or(Character::FIRST)
}

fn any_character(state: &State, rng: &mut Rng) -> Character {
    any_of(state.script.characters, rng)
}

/// That many different seats, or as many as there are.
fn some_seats(from: Seats, count: usize, rng: &mut Rng) -> Vec<Seat> {
    let mut seats: Vec<Seat> = from.iter().collect();
    rng.shuffle(&mut seats);
    seats.truncate(count);
    seats
}

/// As many Minions as the game has, and three characters, in play or not.
fn any_team(state: &State, rng: &mut Rng) -> EvilTeam {
    let minions = some_seats(state.all_seats().without(told(state)), state.base_counts()[2], rng);
    let mut free = state.script.characters.and(CharacterSet::GOOD);
    let mut bluffs = CharacterSet::NONE;
    while bluffs.len() < Bluffs::COUNT && !free.is_empty() {
        let bluff = any_of(free, rng);
        free = free.without(bluff);
        bluffs = bluffs.with(bluff);
    }
    EvilTeam { minions: minions.into_iter().collect(), bluffs: Bluffs::new(bluffs).unwrap_or_default() }
}

/// A few attempts, then a plain truth and its opposite, or the opposite twice.
fn things(state: &State, rng: &mut Rng) -> (Formula, Formula) {
    const TRIES: usize = 30;
    let told = told(state);
    for _ in 0..TRIES {
        let (a, b) = (formula(state, rng), formula(state, rng));
        if state.may_be_told_things(&a, &b) {
            return (a, b);
        }
    }
    let truth = Formula::Role(told, state.role(told));
    let lie = Formula::Not(Box::new(truth.clone()));
    if state.may_be_told_things(&truth, &lie) { (truth, lie) } else { (lie.clone(), lie) }
}

fn formula(state: &State, rng: &mut Rng) -> Formula {
    let joint = match rng.below(12) {
        0 => Joint::And,
        1 => Joint::Or,
        2 => Joint::Xor,
        3 => Joint::Iff,
        4 => return Formula::Not(Box::new(atom(state, rng))),
        _ => return atom(state, rng),
    };
    Formula::Join(joint, Box::new(atom(state, rng)), Box::new(atom(state, rng)))
}

fn atom(state: &State, rng: &mut Rng) -> Formula {
    const TEAMS: [Team; 4] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];
    let team = |rng: &mut Rng| TEAMS[rng.below(4) as usize];
    match rng.below(12) {
        0 => Formula::Evil(any_seat(state, rng)),
        1 => Formula::Role(any_seat(state, rng), any_character(state, rng)),
        2 => Formula::Type(any_seat(state, rng), team(rng)),
        3 => Formula::InPlay(any_character(state, rng)),
        4 => {
            let parts = some_seats(state.all_seats(), 3, rng).into_iter().map(Formula::Evil).collect();
            Formula::Exactly(rng.below(3) as u8, parts)
        }
        5 => Formula::EvilPairs(rng.below(3) as u8),
        6 => Formula::DemonToMinion(1 + rng.below(4) as u8),
        7 => Formula::RedHerring(any_seat(state, rng), any_seat(state, rng)),
        8 => Formula::Between(somebody_deluded(state), Team::Townsfolk),
        9 => Formula::TownsfolkRow { length: 1 + rng.below(4) as u8, or_longer: rng.below(2) == 1 },
        10 => Formula::TypesAmong(1 + rng.below(3) as u8, some_seats(state.all_seats(), 3, rng)),
        _ => Formula::NextTo(any_character(state, rng), any_character(state, rng)),
    }
}

/// A character of the script whose player does not know it, or else the first of the script.
fn somebody_deluded(state: &State) -> Character {
    let script = state.script.characters;
    let mut deluded = script.iter().filter(|character| cast::of(*character).false_identity.is_some());
    deluded.next().or_else(|| script.iter().next()).unwrap_or(Character::FIRST)
}

fn guesses(state: &State, rng: &mut Rng) -> Vec<(Seat, Character)> {
    let count = 1 + rng.below(5) as usize;
    let seats = some_seats(state.all_seats(), count, rng);
    seats.into_iter().map(|seat| (seat, any_character(state, rng))).collect()
}

/// As many Minions and Demons as the set-up has.
fn accusation(state: &State, rng: &mut Rng) -> Vec<(Seat, Team)> {
    let [_, _, minions, demons] = state.base_counts();
    let seats = some_seats(state.all_seats(), (minions + demons).max(1), rng);
    let team = |place: usize| if place < demons { Team::Demon } else { Team::Minion };
    seats.into_iter().enumerate().map(|(place, seat)| (seat, team(place))).collect()
}

fn claim(state: &State, rng: &mut Rng) -> Claim {
    let ability = any_character(state, rng);
    if rng.below(2) == 0 {
        return Claim::Role(ability);
    }
    let told = match rng.below(6) {
        0 => {
            let mut pair = some_seats(state.all_seats(), 2, rng);
            pair.sort_unstable();
            let character = any_character(state, rng);
            match pair.as_slice() {
                &[holder, wrong] => Some(Statement::Pair { holder, wrong, character }),
                _ => None,
            }
        }
        1 => Some(Statement::Number(rng.below(3) as u8)),
        2 => Some(Statement::Answer(rng.below(2) == 1)),
        3 => Some(Statement::Is(any_character(state, rng))),
        4 => Some(Statement::Nobody),
        _ => None,
    };
    let chosen_count = rng.below(3) as usize;
    let chosen = some_seats(state.all_seats(), chosen_count, rng);
    let night = 1 + rng.below(u32::from(state.number)) as u16;
    Claim::Report(Report { night, ability, chosen, told })
}
