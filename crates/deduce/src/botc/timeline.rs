//! A case arranged by time: what each night and each day must show. Accepts a [`Case`], emits a [`Timeline`].

use gaslamp_botc::Character;
use gaslamp_botc::rules::{Action, Formula, Profile, Report, Statement};
use gaslamp_core::{Seat, Seats};

use super::case::{Case, Ending, Learned, PublicEvent, Testimony};
use super::schedule::is_about_executed;
use super::variant::Links;

/// What must be seen and heard, night by night and day by day.
#[derive(Debug)]
pub(super) struct Timeline {
    /// The number of seats.
    pub(super) size: usize,
    /// The nights in order.
    pub(super) nights: Vec<Night>,
    pub(super) days: Vec<Day>,
    pub(super) ends: Ending,
    /// What runs of a linked board demand and offer; without such a board, nothing is compared.
    pub(super) partners: Option<Vec<Links>>,
}

/// What a night must show.
#[derive(Debug, Default)]
pub(super) struct Night {
    pub(super) died: Seats,
    pub(super) revived: Seats,
    pub(super) heard: Vec<Heard>,
    /// Who claims to have been told what by another player's ability. Their bits follow those of `heard`.
    pub(super) learned: Vec<(Seat, Learned)>,
    /// Who claims to have become which character.
    pub(super) became: Vec<(Seat, Character)>,
    /// Who claims to have seen the grimoire, and everybody's role in it.
    pub(super) grimoires: Vec<(Seat, Vec<Character>)>,
}

/// What a player claims to have chosen and been told in one use of an ability.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) seat: Seat,
    pub(super) ability: Character,
    pub(super) chosen: Option<Action>,
    /// Whom the information is about, if nobody is chosen.
    pub(super) about: Option<Seat>,
    pub(super) told: Option<Statement>,
}

/// What a day must show.
#[derive(Debug, Default)]
pub(super) struct Day {
    /// What players claim the Storyteller told them, before anything else happens.
    pub(super) visits: Vec<(Seat, Visit)>,
    /// What happens, and who is alive afterwards.
    pub(super) public_events: Vec<(PublicEvent, Seats)>,
    /// What is said of this board elsewhere on this day, with the number of the statement.
    pub(super) asked_elsewhere: Vec<(usize, Formula)>,
}

/// What a player claims the Storyteller told them during the day.
#[derive(Debug)]
pub(super) enum Visit {
    Answered(Formula),
    /// The statement about another board with this number.
    Elsewhere(usize, Formula),
    Things([Formula; 2]),
    /// Whom the player suspected, and who was shown.
    Suspected(Seat, Seat),
}

impl Timeline {
    pub(super) fn new(case: &Case) -> Self {
        let mut timeline = Self {
            size: case.players.len(),
            nights: Vec::new(),
            days: Vec::new(),
            ends: case.ends,
            partners: None,
        };
        let last = usize::from(case.ends.night());
        timeline.nights.resize_with(last, Night::default);
        timeline.days.resize_with(last, Day::default);
        timeline.lay_out_log(case);
        for (index, player) in case.players.iter().enumerate() {
            for said in &player.says {
                timeline.lay_out_saying(Seat::new(index), &said.what);
            }
        }
        timeline.lay_out_links(case);
        timeline
    }

    /// What is said about another board, and there about this one.
    fn lay_out_links(&mut self, case: &Case) {
        for (at, (seat, day, truth)) in said_elsewhere(case).enumerate() {
            if let Some(day) = self.days.get_mut(usize::from(day).saturating_sub(1)) {
                day.visits.push((seat, Visit::Elsewhere(at, truth.clone())));
            }
        }
        for (at, (day, truth)) in case.variant.asked_elsewhere.iter().enumerate() {
            if let Some(day) = self.days.get_mut(usize::from(*day).saturating_sub(1)) {
                day.asked_elsewhere.push((at, truth.clone()));
            }
        }
    }

    fn lay_out_log(&mut self, case: &Case) {
        let mut living = Seats::first(case.players.len());
        let mut living_at_dawn = living;
        for seen in &case.log {
            let place = usize::from(seen.number).saturating_sub(1);
            let (Some(night), Some(day)) = (self.nights.get_mut(place), self.days.get_mut(place)) else {
                continue;
            };
            if day.public_events.is_empty() {
                living_at_dawn = living;
            }
            match &seen.what {
                PublicEvent::Died(seats) => {
                    night.died = night.died.or(*seats);
                    living = living.minus(*seats);
                }
                PublicEvent::Revived(seats) => {
                    night.revived = night.revived.or(*seats);
                    living = living.or(*seats);
                }
                // Whether an execution stands may depend on who voted.
                PublicEvent::Voted(_) => {
                    let is_execution =
                        |(what, _): &(PublicEvent, Seats)| matches!(what, PublicEvent::Executed { .. });
                    let events = &mut day.public_events;
                    let at = events.iter().position(is_execution).unwrap_or(events.len());
                    let before = events[..at].last().map_or(living_at_dawn, |(_, living)| *living);
                    events.insert(at, (seen.what.clone(), before));
                }
                PublicEvent::DiedToo(seat) if !day.public_events.is_empty() => {
                    living = living.without(*seat);
                    day.public_events.last_mut().into_iter().for_each(|(_, after)| *after = living);
                }
                what => {
                    living = living.minus(what.dead());
                    day.public_events.push((what.clone(), living));
                }
            }
        }
    }

    fn lay_out_saying(&mut self, seat: Seat, saying: &Testimony) {
        let place = |number: u16| usize::from(number).saturating_sub(1);
        match saying {
            Testimony::Report(report) => {
                if let Some(night) = self.nights.get_mut(place(report.night)) {
                    night.heard.push(heard(seat, report));
                }
            }
            Testimony::Chose { night, ability, character } => {
                if let Some(night) = self.nights.get_mut(place(*night)) {
                    let chosen = Some(Action::ChooseCharacter(*character));
                    night.heard.push(Heard { seat, ability: *ability, chosen, about: None, told: None });
                }
            }
            Testimony::Named { night, ability, seat: chosen, character } => {
                if let Some(night) = self.nights.get_mut(place(*night)) {
                    let chosen = Some(Action::Name(*chosen, *character));
                    night.heard.push(Heard { seat, ability: *ability, chosen, about: None, told: None });
                }
            }
            Testimony::Learned { night, what } => {
                // What a player is told twice in a night, they know once.
                if let Some(night) = self.nights.get_mut(place(*night))
                    && !night.learned.contains(&(seat, *what))
                {
                    night.learned.push((seat, *what));
                }
            }
            Testimony::Suspected { day, seat: suspect, told, .. } => {
                if let Some(day) = self.days.get_mut(place(*day)) {
                    day.visits.push((seat, Visit::Suspected(*suspect, *told)));
                }
            }
            Testimony::Became { night, character } => {
                if let Some(night) = self.nights.get_mut(place(*night)) {
                    night.became.push((seat, *character));
                }
            }
            Testimony::Answered { day, truth, .. } => {
                if let Some(day) = self.days.get_mut(place(*day)) {
                    day.visits.push((seat, Visit::Answered(truth.clone())));
                }
            }
            Testimony::Things { day, things, .. } => {
                if let Some(day) = self.days.get_mut(place(*day)) {
                    day.visits.push((seat, Visit::Things(things.clone())));
                }
            }
            Testimony::Grimoire { night, roles } => {
                if let Some(night) = self.nights.get_mut(place(*night)) {
                    night.grimoires.push((seat, roles.clone()));
                }
            }
            // These belong to the deal, or are laid out together.
            Testimony::Bluffs(_) | Testimony::Team { .. } | Testimony::AnsweredElsewhere { .. } => {}
        }
    }

    /// Whom a player claims to have chosen, over all nights.
    pub(super) fn chosen_by(&self, seat: Seat) -> Seats {
        let own = self.nights.iter().flat_map(|night| &night.heard).filter(|heard| heard.seat == seat);
        own.filter_map(|heard| heard.chosen).map(Action::chosen).fold(Seats::NONE, Seats::or)
    }
}

/// Who speaks of another board, on which day, and what is said; in the order of the numbers of these statements.
pub(super) fn said_elsewhere(case: &Case) -> impl Iterator<Item = (Seat, u16, &Formula)> {
    let said = case
        .players
        .iter()
        .enumerate()
        .flat_map(|(index, player)| player.says.iter().map(move |said| (Seat::new(index), &said.what)));
    said.filter_map(|(seat, what)| match what {
        Testimony::AnsweredElsewhere { day, truth, .. } => Some((seat, *day, truth)),
        _ => None,
    })
}

fn heard(seat: Seat, report: &Report) -> Heard {
    let is_about = is_about_executed(report.ability);
    let is_in_order = Profile::of(report.ability).is_some_and(|profile| profile.chooses_in_order());
    let mut seats = report.chosen.clone();
    if !is_in_order {
        seats.sort_unstable();
    }
    let chosen = match *seats.as_slice() {
        [a] => Some(Action::Choose(a)),
        [a, b] if is_in_order => Some(Action::AttackTwo(a, b)),
        [a, b] => Some(Action::ChooseTwo(a, b)),
        [a, b, c] => Some(Action::AttackThree(a, b, c)),
        _ => None,
    };
    Heard {
        seat,
        ability: report.ability,
        chosen: chosen.filter(|_| !is_about),
        about: seats.first().copied().filter(|_| is_about),
        told: report.told,
    }
}
