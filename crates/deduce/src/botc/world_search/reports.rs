//! What honest players report, and whether they can have learned it.

use gaslamp_botc::Character;
use gaslamp_botc::rules::{Action, ChoiceShape, Profile, Shape, State, Statement, Topic};
use gaslamp_core::{Game, Seat, Seats};

use super::super::case::{Learned, PublicEvent};
use super::super::timeline::{Heard, Night};
use super::{Branch, WorldSearch};

impl<'a> WorldSearch<'a> {
    /// Notes what a player was told by another's ability, and returns whether the player, if honest, reports it.
    pub(super) fn learns(&self, branch: &mut Branch, place: usize, seat: Seat, told: Learned) -> bool {
        let Some(night) = self.timeline.nights.get(place) else { return true };
        let state = branch.table.state();
        let own = told.about().filter(|other| state.has_starting_token_at(seat, *other));
        let is_it = |(by, what): &(Seat, Learned)| {
            *by == seat && (what.reports(told) || own.is_some() && what.about() == own)
        };
        let reported = night.learned.iter().position(is_it);
        let is_ping = own.is_none() && !told.is_confided();
        match reported {
            Some(at) if self.honest.contains(seat) => branch.heard |= 1 << (night.heard.len() + at),
            Some(_) => {}
            None if self.frank.contains(seat) => return false,
            None if self.unchanged.contains(seat) => return !is_ping,
            None if is_ping && !matches!(told, Learned::Mad(_)) => {
                branch.withheld = branch.withheld.with(seat);
            }
            None => {}
        }
        true
    }

    /// What honest players claim to have heard tonight, as bits.
    pub(super) fn must_hear(&self, state: &State, night: &Night) -> u64 {
        let counts = |heard: &Heard| {
            let is_one_claim = !self.options.claims_several.contains(heard.seat);
            self.honest.contains(heard.seat)
                && (is_one_claim || heard.ability == state.all_shown_characters()[heard.seat.index()])
        };
        let places = night.heard.iter().enumerate().filter(|(_, heard)| counts(heard)).map(|(at, _)| at);
        let learned = night.learned.iter().enumerate().filter(|(_, (seat, _))| self.honest.contains(*seat));
        let learned = learned.map(|(at, _)| night.heard.len() + at);
        places.chain(learned).fold(0, |bits, at| bits | 1 << at)
    }

    /// What an honest player reports of this use of an ability, with its bit: the first that has not been heard of tonight.
    pub(super) fn said(
        &self,
        night: &'a Night,
        seat: Seat,
        ability: Character,
        heard: u64,
    ) -> Option<(&'a Heard, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        let is_it = |(at, said): &(usize, &Heard)| {
            said.seat == seat && said.ability == ability && heard & (1 << at) == 0
        };
        night.heard.iter().enumerate().find(is_it).map(|(at, said)| (said, 1 << at))
    }

    /// Whether a player may be told what they claim to have been told: the bits of what was heard, and how likely that is.
    pub(super) fn hears(
        &self,
        branch: &Branch,
        night: &'a Night,
        seat: Seat,
        topic: Topic,
    ) -> Result<(u64, f64), ()> {
        const NOTHING: (u64, f64) = (0, 1.0);
        let state = branch.table.state();
        let Topic::Ability(ability) = topic else { return Ok(NOTHING) };
        let shown = night.grimoires.iter().find(|(spy, _)| *spy == seat && self.honest.contains(seat));
        if shown.is_some_and(|(_, roles)| roles != state.all_roles()) {
            return Err(());
        }
        let Some((heard, bit)) = self.said(night, seat, ability, branch.heard) else {
            // Nobody reports a grimoire, or nothing in its place, and what is told of an evil team belongs to the deal.
            let is_no_report =
                |profile: Profile| matches!(profile.telling(), Shape::Grimoire | Shape::AnyTeam);
            let is_left_out = self.frank.contains(seat) && !Profile::of(ability).is_some_and(is_no_report);
            return if is_left_out { Err(()) } else { Ok(NOTHING) };
        };
        let Some(told) = heard.told else { return Ok(NOTHING) };
        if self.is_about_unknown(state, heard.ability) {
            return Ok((bit, 1.0));
        }
        let is_about = heard.about.is_none_or(|about| state.executed_today() == Some(about));
        let odds = || self.model.map_or(1.0, |model| model.told(state, seat, told));
        if is_about && may_be_told(state, told) { Ok((bit, odds())) } else { Err(()) }
    }

    /// Whether an honest player does not report what they are told now, and what they are told later depends on it.
    pub(super) fn is_told_secretly(
        &self,
        branch: &Branch,
        night: &'a Night,
        seat: Seat,
        topic: Topic,
    ) -> bool {
        let Topic::Ability(ability) = topic else { return false };
        let is_kept = self.honest.contains(seat) && !self.frank.contains(seat);
        is_kept
            && Profile::of(ability).is_some_and(|profile| profile.remembers_telling())
            && self.said(night, seat, ability, branch.heard).is_none()
    }

    /// Whether an ability tells of yesterday's votes or nominations, and nobody wrote down whose they were.
    fn is_about_unknown(&self, state: &State, ability: Character) -> bool {
        let Some(profile) = Profile::of(ability) else { return false };
        let yesterday = usize::from(state.phase().number).checked_sub(2);
        let Some(day) = yesterday.and_then(|place| self.timeline.days.get(place)) else { return false };
        let has = |is_it: fn(&PublicEvent) -> bool| day.public_events.iter().any(|(what, _)| is_it(what));
        profile.learns_of_votes() && !has(|what| matches!(what, PublicEvent::Voted(_)))
            || profile.learns_of_nominations() && !has(|what| matches!(what, PublicEvent::Nominators(_)))
    }

    /// What an honest player claims to have chosen, if anything; a player who need not choose and reports nothing has not.
    pub(super) fn said_choice(&self, branch: &Branch, night: &'a Night, seat: Seat) -> Option<(Action, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        let state = branch.table.state();
        match self.said(night, seat, believed_ability(state, seat), branch.heard) {
            Some((heard, bit)) => {
                let is_all = heard.told.is_none();
                heard.chosen.map(|chosen| (chosen, if is_all { bit } else { 0 }))
            }
            None if self.model.is_some() && self.options.vague.contains(seat) => None,
            None => state.check(Action::Pass, &self.contents).is_ok().then_some((Action::Pass, 0)),
        }
    }
}

/// Players who need not say what others' abilities told them: evil ones, those who think they are evil, and the mad. Good players whose
/// character lets them lie do so about their role and what they did and learned themselves (rule book of the cast, M17).
pub(super) fn free_to_keep_secrets(state: &State) -> Seats {
    let is_free = |(index, role): &(usize, &Character)| {
        state.is_thought_evil(**role) || state.is_mad(Seat::new(*index))
    };
    let free = state.all_roles().iter().enumerate().filter(is_free);
    free.map(|(index, _)| Seat::new(index)).collect::<Seats>().or(state.evil())
}

/// The character whose choice the player who acts now thinks they make.
fn believed_ability(state: &State, seat: Seat) -> Character {
    let ability = state.acting_ability();
    let chooses_as_believed = |profile: Profile| profile.choice() == ChoiceShape::Believed;
    if Profile::of(ability).is_some_and(chooses_as_believed) {
        state.all_shown_characters()[seat.index()]
    } else {
        ability
    }
}

/// Whether somebody claims to have been made mad about this character.
pub(super) fn is_said(night: &Night, target: Seat, character: Character) -> bool {
    night.learned.contains(&(target, Learned::Mad(Some(character))))
}

/// What a player was told who has heard this of a night.
pub(in crate::botc) fn told_by(night: &Night, bits: u64) -> Option<Statement> {
    night.heard.get(bits.trailing_zeros() as usize).and_then(|heard| heard.told)
}

/// Only the Storyteller knows which player of a pair is the character, so either order will do.
fn may_be_told(state: &State, told: Statement) -> bool {
    state.may_tell(told) || swapped(told).is_some_and(|told| state.may_tell(told))
}

/// A pair with its two players swapped.
pub(in crate::botc) const fn swapped(told: Statement) -> Option<Statement> {
    match told {
        Statement::Pair { holder, wrong, character } => {
            Some(Statement::Pair { holder: wrong, wrong: holder, character })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_botc::rules::default_names;
    use gaslamp_botc::{Script, Setup};
    use gaslamp_core::{Actions, Rng, Run};

    use super::super::super::model::Model;
    use super::*;

    const SCRIPTS: [&str; 3] = [
        "washerwoman librarian investigator chef monk drunk recluse saint butler spy poisoner imp",
        "washerwoman librarian investigator chef monk recluse saint butler spy scarletwoman vortox",
        "washerwoman librarian investigator chef monk drunk recluse saint spy poisoner vortox imp",
    ];

    /// All pairs of a table with all characters of its script.
    fn pairs(state: &State) -> Vec<Statement> {
        let seats = || (0..state.seats()).map(Seat::new);
        let ordered = seats().flat_map(|holder| seats().map(move |wrong| (holder, wrong)));
        let characters = || state.script().iter();
        ordered
            .flat_map(|(holder, wrong)| {
                characters().map(move |character| Statement::Pair { holder, wrong, character })
            })
            .collect()
    }

    /// A reported pair does not say which of the two players is the character: it is as likely as the truest order that may be told.
    #[test]
    fn a_pair_is_weighed_as_the_truest_that_may_be_told() {
        let model = Model::default();
        let (mut compared, mut one_way) = (0, 0);
        for (game, names) in (0..120).zip(SCRIPTS.iter().cycle()) {
            let characters = names.split(' ').filter_map(Character::read);
            let players = 5 + game as usize % 3;
            let setup = Setup {
                script: Script::new("pairs", characters),
                names: default_names(players),
                counts: None,
            };
            let mut rng = Rng::for_game(5, game);
            let mut run = Run::<State>::new(setup).expect("a set-up");
            while run.state().is_night() && run.state().phase().number <= 1 {
                let state = run.state();
                for told in pairs(state).into_iter().filter(|told| may_be_told(state, *told)) {
                    let seat = state.about_to_hear().expect("somebody").0;
                    let ways = [Some(told), swapped(told)].into_iter().flatten();
                    let ways: Vec<Statement> = ways.filter(|way| state.may_tell(*way)).collect();
                    let truest = ways.iter().min_by_key(|way| state.truth(**way)).expect("one");
                    let expected = model.told_if(state.is_plainly_true(*truest), state, seat, *truest);
                    assert_eq!(model.told(state, seat, told), expected, "{told:?} in {state:?}");
                    compared += 1;
                    one_way += usize::from(ways.len() == 1);
                }
                let mut legal = Actions::<State>::new();
                run.state().legal(&mut legal);
                let choice = *rng.pick(&legal).expect("something");
                let action = run.concrete(choice, &mut rng);
                run.apply(action).expect("a listed action");
            }
        }
        assert!(compared > 1_000 && one_way > 100, "{compared} compared, {one_way} of them one way");
    }
}
