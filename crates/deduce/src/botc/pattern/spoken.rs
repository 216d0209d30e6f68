//! Which characters and seats matter, because they are mentioned in what was said, seen and asked.
//!
//! Accepts a [`Case`] and questions about it, emits [`Spoken`], and the characters of a script sorted into equivalence [`Classes`].

use gaslamp_botc::rules::{Bearing, Formula, Profile, Statement, Trigger};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use crate::botc::case::{Case, Ending, LogEntry, PublicEvent, Testimony};
use crate::botc::deal_hypothesis::{Candidate, false_identity};
use crate::botc::puzzle::each_part;
use crate::botc::why::Question;

use super::Topic;

/// The characters and seats that are mentioned, so that worlds which differ there must be kept apart.
pub(super) struct Spoken {
    characters: CharacterSet,
    pub(super) seats: Seats,
    /// Whether the teams of players matter, and not only their sides.
    of_teams: bool,
    nominated: Seats,
    shooting: Seats,
    executed: Seats,
    attacked: Seats,
    /// Whether nobody died in some night after the first.
    has_quiet_night: bool,
}

impl Spoken {
    /// The seats at which this has happened.
    const fn happened(&self, trigger: Trigger) -> Seats {
        match trigger {
            Trigger::Nominated => self.nominated,
            Trigger::Shoots => self.shooting,
            Trigger::Executed => self.executed,
            Trigger::Attacked => self.attacked,
        }
    }

    fn hear_saying(&mut self, saying: &Testimony, everybody: Seats) {
        match saying {
            Testimony::Report(report) => {
                self.seats = self.seats.or(report.chosen.iter().copied().collect());
                match report.told {
                    Some(Statement::Pair { holder, wrong, character }) => {
                        self.seats = self.seats.with(holder).with(wrong);
                        self.characters = self.characters.with(character);
                    }
                    Some(Statement::Number(_)) => self.seats = everybody,
                    Some(Statement::Is(character)) => self.characters = self.characters.with(character),
                    Some(Statement::OneOf(a, b)) => self.characters = self.characters.with(a).with(b),
                    Some(_) => self.of_teams = true,
                    None => {}
                }
            }
            Testimony::Bluffs(bluffs) => self.characters = self.characters.or(*bluffs),
            Testimony::Team { demons, minions } => {
                self.seats = self.seats.or(*minions).or(demons.unwrap_or(Seats::NONE));
                self.of_teams = true;
            }
            Testimony::Chose { character, .. } | Testimony::Became { character, .. } => {
                self.characters = self.characters.with(*character);
            }
            Testimony::Named { .. }
            | Testimony::Learned { .. }
            | Testimony::Suspected { .. }
            | Testimony::Answered { .. }
            | Testimony::AnsweredElsewhere { .. }
            | Testimony::Things { .. }
            | Testimony::Grimoire { .. } => {
                self.seats = everybody;
                self.characters = ALL;
            }
        }
    }

    fn see(&mut self, what: &PublicEvent, everybody: Seats) {
        match what {
            PublicEvent::Nominated { by, nominee } => {
                self.see_nomination(*by, *nominee);
            }
            PublicEvent::ExecutedForNominating { by, nominee, .. } => {
                self.see_nomination(*by, *nominee);
                self.executed = self.executed.with(*by);
            }
            PublicEvent::Shot { by, target, .. } => {
                self.seats = self.seats.with(*by).with(*target);
                self.shooting = self.shooting.with(*by);
            }
            PublicEvent::Executed { seat, .. } => {
                self.seats = self.seats.with(*seat);
                self.executed = self.executed.with(*seat);
            }
            PublicEvent::Died(seats) => {
                self.seats = self.seats.or(*seats);
                self.attacked = self.attacked.or(*seats);
            }
            PublicEvent::Revived(seats) => self.seats = self.seats.or(*seats),
            PublicEvent::Voted(_) | PublicEvent::Nominators(_) => {}
            // What characters of the other editions do by day is not told by patterns.
            PublicEvent::DiedNominating { by: seat, nominee: None }
            | PublicEvent::DiedToo(seat)
            | PublicEvent::DiedByDay(seat) => {
                self.seats = self.seats.with(*seat);
            }
            PublicEvent::DiedNominating { by, nominee: Some(nominee) } => self.see_nomination(*by, *nominee),
            PublicEvent::DiedNominated { by, nominee: other }
            | PublicEvent::Chose { by, chosen: other, .. }
            | PublicEvent::Doomed { by, victim: other } => {
                self.seats = self.seats.with(*by).with(*other);
            }
            PublicEvent::Juggled { guesses, .. } => {
                self.seats = everybody;
                self.characters = self.characters.or(guesses.iter().map(|(_, guess)| *guess).collect());
            }
            PublicEvent::Gossiped { .. } => {
                self.seats = everybody;
                self.characters = ALL;
            }
        }
    }

    /// The effect of a nomination may depend on the team of the nominator.
    fn see_nomination(&mut self, by: Seat, nominee: Seat) {
        self.seats = self.seats.with(by).with(nominee);
        self.nominated = self.nominated.with(nominee);
        self.of_teams = true;
    }

    fn hear_question(&mut self, question: &Question, everybody: Seats) {
        match question {
            Question::Any => {}
            Question::Role(seat, character) => {
                self.seats = self.seats.with(*seat);
                self.characters = self.characters.with(*character);
            }
            Question::Holds(formula) => {
                self.seats = everybody;
                self.of_teams = true;
                each_part(formula, &mut |part| match part {
                    Formula::Role(_, character) | Formula::InPlay(character) => {
                        self.characters = self.characters.with(*character);
                    }
                    Formula::NextTo(a, b) => self.characters = self.characters.with(*a).with(*b),
                    Formula::RedHerring(..)
                    | Formula::Between(..)
                    | Formula::Impaired(_)
                    | Formula::Mad(_)
                    | Formula::Token { .. }
                    | Formula::Target(..)
                    | Formula::Targets(..) => self.characters = ALL,
                    _ => {}
                });
            }
        }
    }
}

const ALL: CharacterSet = CharacterSet::GOOD.or(CharacterSet::EVIL);

/// What matters of what is said, seen and asked. If the seat whose point of view it is does not know what it is, it may have been told
/// anything, so its reports do not matter, unless neighbours do.
pub(super) fn spoken(
    case: &Case,
    questions: &[Question],
    script: CharacterSet,
    own: Option<Candidate>,
) -> Spoken {
    let is_idle = |index: usize| {
        let is_deluded = own.is_some_and(|own| false_identity(own.role).is_some());
        is_deluded && case.you == Some(Seat::new(index)) && !looks_beside(script)
    };
    let everybody = Seats::first(case.players.len());
    let nobody = Seats::NONE;
    let mut spoken = Spoken {
        characters: CharacterSet::NONE,
        seats: nobody,
        of_teams: false,
        nominated: nobody,
        shooting: nobody,
        executed: nobody,
        attacked: nobody,
        has_quiet_night: has_quiet_night(case),
    };
    if spoken.has_quiet_night {
        spoken.attacked = everybody;
    }
    for (index, player) in case.players.iter().enumerate() {
        if !player.claims.is_empty() {
            spoken.seats = spoken.seats.with(Seat::new(index));
        }
        for said in player.says.iter().filter(|_| !is_idle(index)) {
            spoken.hear_saying(&said.what, everybody);
        }
    }
    case.log.iter().for_each(|seen| spoken.see(&seen.what, everybody));
    questions.iter().for_each(|question| spoken.hear_question(question, everybody));
    spoken
}

/// Whether nobody died in some night after the first, as far as it was played.
fn has_quiet_night(case: &Case) -> bool {
    let is_told = |night: u16| {
        let died = |seen: &LogEntry| seen.number == night && matches!(seen.what, PublicEvent::Died(_));
        case.log.iter().any(died) && case.ends != Ending::Night(night)
    };
    (2..=case.ends.night()).any(|night| !is_told(night))
}

/// Whether it may matter who sits beside whom, even if nobody mentions it.
pub(in crate::botc) fn looks_beside(script: CharacterSet) -> bool {
    script.iter().any(|character| Bearing::of(character) == Bearing::Neighbours)
}

/// Whether only the first night has happened so far.
pub(in crate::botc) fn is_first_night(case: &Case) -> bool {
    matches!(case.ends, Ending::Night(1) | Ending::Dawn(1) | Ending::Day(1)) && case.log.is_empty()
}

/// The characters of a script, grouped by equivalence.
pub(super) struct Classes {
    /// Characters that are equivalent at all seats.
    pub(super) members: Vec<CharacterSet>,
    pub(super) drifters: Vec<Drifter>,
}

/// A character that is equivalent to those of a class, except at some seats.
pub(super) struct Drifter {
    pub(super) character: Character,
    pub(super) class: usize,
    /// The seats at which it is not.
    pub(super) matters_at: Seats,
}

impl Classes {
    pub(super) fn new(topic: &Topic<'_>, spoken: &Spoken) -> Self {
        let script = topic.script;
        let is_first_night = is_first_night(topic.case);
        // If characters may move between seats, what happened at another seat may matter too.
        let stays = !looks_beside(script);
        let everybody = Seats::first(topic.case.players.len());
        let one_kills = script
            .iter()
            .filter(|character| Profile::of(*character).is_some_and(|profile| profile.kills()))
            .count()
            == 1;
        let is_told_of = |trigger: Trigger| stays && (one_kills || trigger != Trigger::Attacked);
        let is_unseen = stays && one_kills && !topic.weighs && !spoken.has_quiet_night;
        // Whoever counts whose abilities went wrong may have counted anybody.
        let counts = |character| Profile::of(character).is_some_and(|profile| profile.counts_misfires());
        let is_counted = spoken.characters.iter().any(counts);
        let matters_at = |character: Character| match Bearing::of(character) {
            _ if is_counted || spoken.characters.contains(character) => None,
            Bearing::Nothing => Some(Seats::NONE),
            Bearing::Until(trigger) if is_told_of(trigger) => {
                Some(spoken.happened(trigger)).filter(|seats| *seats != everybody)
            }
            Bearing::OnQuietNight if is_unseen => Some(Seats::NONE),
            Bearing::Until(_) | Bearing::OnQuietNight | Bearing::LaterItsSeat | Bearing::Presence => {
                is_first_night.then_some(Seats::NONE)
            }
            Bearing::Seat | Bearing::Neighbours => None,
        };
        let equal: CharacterSet =
            script.iter().filter(|character| matters_at(*character) == Some(Seats::NONE)).collect();
        let drifting = script.iter().filter_map(|character| {
            matters_at(character).filter(|seats| !seats.is_empty()).map(|seats| (character, seats))
        });
        let drifting: Vec<(Character, Seats)> = drifting.collect();
        let teams = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].map(CharacterSet::team);
        let sides = [CharacterSet::GOOD, CharacterSet::EVIL];
        let kinds: &[CharacterSet] = if spoken.of_teams { &teams } else { &sides };
        let mut classes = Self { members: Vec::new(), drifters: Vec::new() };
        for kind in kinds {
            let own = drifting.iter().filter(|(character, _)| kind.contains(*character));
            let class = classes.members.len();
            let before = classes.drifters.len();
            classes.drifters.extend(own.map(|&(character, matters_at)| Drifter {
                character,
                class,
                matters_at,
            }));
            if classes.drifters.len() > before || !equal.and(*kind).is_empty() {
                classes.members.push(equal.and(*kind));
            }
        }
        let drifters: CharacterSet = drifting.iter().map(|(character, _)| *character).collect();
        classes.members.extend(script.minus(equal).minus(drifters).iter().map(CharacterSet::only));
        classes
    }

    /// The class to which a character belongs at a seat; `None` if it stands alone there.
    pub(super) fn of(&self, character: Character, seat: Seat) -> Option<usize> {
        match self.drifters.iter().find(|drifter| drifter.character == character) {
            Some(drifter) if drifter.matters_at.contains(seat) => None,
            Some(drifter) => Some(drifter.class),
            None => self.members.iter().position(|class| class.contains(character)),
        }
    }

    /// Characters that belong to a class at this seat, but not at every seat.
    pub(super) fn drifting(&self, class: usize, seat: Seat) -> CharacterSet {
        let own = self.drifters.iter().filter(|drifter| drifter.class == class);
        own.filter(|drifter| !drifter.matters_at.contains(seat)).map(|drifter| drifter.character).collect()
    }

    /// All characters that may belong to a class.
    pub(super) fn all_of(&self, class: usize) -> CharacterSet {
        let own = self.drifters.iter().filter(|drifter| drifter.class == class);
        own.fold(self.members[class], |set, drifter| set.with(drifter.character))
    }
}
