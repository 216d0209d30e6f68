//! What a player remembers of a game, read from its view as it grows, and who looks suspicious.

use std::sync::{Arc, OnceLock};

use gaslamp_botc::rules::{Claim, Event, Phrase, Profile, Report, SEATS, Shape, Statement, Subject};
use gaslamp_botc::{Action, Character, CharacterSet, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats, View};
use gaslamp_deduce::botc::evidence::Evidence;

use super::kind::{self, is_evil};

/// Suspicion by seat: above zero looks evil, and a hundred is as good as certain.
pub(super) type Scores = [i32; SEATS];

/// What has been seen and said.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// How many events have been read.
    read: usize,
    /// By seat, the last character claimed.
    pub(super) claims: [Option<Character>; SEATS],
    /// Players who have claimed one character and then another.
    wavering: Seats,
    /// Public claims that are reports, with their authors.
    reports: Vec<(Seat, Arc<Claim>)>,
    /// What the player has chosen and learned.
    pub(super) own: Evidence,
    /// What the player has said.
    pub(super) said: Vec<Arc<Claim>>,
    /// Who was alive at each dawn.
    dawns: Vec<Seats>,
    /// Who died at night.
    killed: Seats,
    /// Who was executed, after which night.
    executed: Vec<(u16, Seat)>,
    /// Players who are almost certainly good: a Virgin and the player executed for nominating them, a Slayer who hit.
    cleared: Seats,
    /// Players who have said "I shoot" without effect.
    missed: Seats,
    /// What an evil player was told, or saw in a grimoire.
    pub(super) demons: Seats,
    pub(super) minions: Seats,
    pub(super) bluffs: Vec<Character>,
    pub(super) in_play: CharacterSet,
    /// Everybody the player has ever chosen for their own ability.
    pub(super) targets: Seats,
    /// Whether the next choice is for another player's ability.
    chooses_for_another: bool,
    /// Players who survived an execution, and would again.
    pub(super) immortal: Seats,
    /// The number of consecutive nights without a death.
    pub(super) quiet: i32,
    nomination: Option<(Seat, Seat)>,
    shot: Option<(Seat, Seat)>,
    /// How suspicious everybody looks, and what of the present that went by, once it is asked for; nothing after news.
    judged: OnceLock<(Present, Scores)>,
}

/// What suspicion goes by beside what has happened: the character that the player thinks they are, the day, and who lives.
type Present = (Option<Character>, u16, Seats);

fn present(view: &View<State>) -> Present {
    (view.now.character, view.now.number, view.now.living)
}

/// Whether something follows from what has happened. Nominations and votes are not weighed, and they are most of what happens.
pub(super) fn is_news(phrase: &Phrase) -> bool {
    !matches!(
        phrase,
        Phrase::Act(Action::Vote(_) | Action::Abstain | Action::Pass | Action::Nominate(_))
            | Phrase::Counted { .. }
    )
}

impl Memory {
    /// Reads what is new.
    pub(super) fn read(&mut self, view: &View<State>) {
        for (phase, event) in view.seen.get(self.read..).unwrap_or_default() {
            self.hear(view.seat, *phase, event, view.now.size);
        }
        self.read = view.seen.len();
        if self.judged.get().is_some_and(|(before, _)| *before != present(view)) {
            self.judged.take();
        }
    }

    fn hear(&mut self, own: Seat, phase: Phase, event: &Event, size: usize) {
        match event.phrase {
            Phrase::Act(Action::Vote(_) | Action::Abstain) => return,
            Phrase::Act(Action::Pass) if event.by != Some(own) => return,
            _ => {}
        }
        if is_news(&event.phrase) {
            self.judged.take();
        }
        self.own.hear(own, phase, event);
        if let Phrase::Act(action) = event.phrase
            && event.by == Some(own)
            && !std::mem::take(&mut self.chooses_for_another)
        {
            self.targets = self.targets.or(action.chosen());
        }
        let by = event.by.unwrap_or_default();
        match &event.phrase {
            Phrase::Said(claim) => self.hear_claim(own, by, claim),
            Phrase::ChoosesFor(_) => self.chooses_for_another = true,
            Phrase::MinionInfo { demons, minions } => {
                self.demons = *demons;
                self.minions = *minions;
            }
            Phrase::DemonInfo(team) => {
                self.minions = team.minions;
                self.bluffs = team.bluffs.iter().collect();
            }
            Phrase::Shown(grimoire) => {
                let seats =
                    grimoire.seats.iter().enumerate().map(|(i, entry)| (Seat::new(i), entry.character));
                let of = |team| seats.clone().filter(move |(_, c)| c.team() == team).map(|(seat, _)| seat);
                self.demons = of(Team::Demon).collect();
                self.minions = of(Team::Minion).filter(|&seat| seat != own).collect();
                self.in_play = seats.clone().map(|(_, character)| character).collect();
            }
            Phrase::Dawn { died, revived } => {
                let before = self.dawns.last().copied().unwrap_or(Seats::first(size));
                let executed = self.executed.iter().map(|(_, seat)| *seat).collect();
                // Nobody dies on the first night anyway.
                let is_quiet = died.is_empty() && !self.dawns.is_empty();
                self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
                self.killed = self.killed.or(*died).minus(*revived);
                self.dawns.push(before.minus(executed).minus(*died).or(*revived));
            }
            Phrase::Act(Action::Nominate(nominee)) => self.nomination = Some((by, *nominee)),
            Phrase::Counted { .. } => self.nomination = None,
            Phrase::Executed => {
                let night = self.dawns.len() as u16;
                // Undone if a death is announced, which happens at once if there is one.
                self.immortal = self.immortal.with(by);
                self.executed.push((night, by));
                // Only a Virgin has the nominator executed before a vote is counted.
                if let Some((nominator, virgin)) =
                    self.nomination.take().filter(|(by_whom, _)| *by_whom == by)
                {
                    self.cleared = self.cleared.with(nominator).with(virgin);
                }
            }
            Phrase::Act(Action::Shoot(target)) => {
                self.shot = Some((by, *target));
                self.missed = self.missed.with(by);
            }
            Phrase::Died => {
                self.immortal = self.immortal.without(by);
                if let Some((slayer, _)) = self.shot.take().filter(|(_, target)| *target == by) {
                    self.cleared = self.cleared.with(slayer);
                    self.missed = self.missed.without(slayer);
                }
            }
            _ => {}
        }
    }

    pub(super) fn hear_claim(&mut self, own: Seat, by: Seat, claim: &Arc<Claim>) {
        if by == own {
            self.said.push(Arc::clone(claim));
        }
        match claim.as_ref() {
            Claim::Role(character) => {
                if self.claims[by.index()].replace(*character).is_some_and(|before| before != *character) {
                    self.wavering = self.wavering.with(by);
                }
            }
            Claim::Report(_) => self.reports.push((by, Arc::clone(claim))),
            Claim::Guesses(_) | Claim::Accusation(_) | Claim::Gossip(_) => {}
        }
    }

    /// The players who claim to be this character.
    pub(super) fn claimants(&self, character: Character) -> Seats {
        (0..SEATS).map(Seat::new).filter(|seat| self.claims[seat.index()] == Some(character)).collect()
    }

    /// The characters that several players claim to be.
    fn disputed(&self) -> CharacterSet {
        let (mut claimed, mut disputed) = (CharacterSet::NONE, CharacterSet::NONE);
        for claim in self.claims.into_iter().flatten() {
            if claimed.contains(claim) {
                disputed = disputed.with(claim);
            }
            claimed = claimed.with(claim);
        }
        disputed
    }

    /// The players who claim to be of this kind.
    pub(super) fn claiming(&self, kind: impl Fn(&Profile) -> bool) -> Seats {
        (0..SEATS).map(Seat::new).filter(|seat| kind::is(self.claims[seat.index()], &kind)).collect()
    }

    /// What the player has learned.
    pub(super) fn learned(&self) -> impl Iterator<Item = &Report> {
        self.own.reports().filter(|report| report.told.is_some())
    }

    pub(super) fn has_reported(&self, report: &Report) -> bool {
        self.said.iter().any(|said| matches!(said.as_ref(), Claim::Report(known) if known == report))
    }

    pub(super) fn has_said(&self, claim: &Claim) -> bool {
        self.said.iter().any(|said| said.as_ref() == claim)
    }

    /// Who was executed on the day before this night.
    pub(super) fn executed_before(&self, night: u16) -> Option<Seat> {
        self.executed.iter().find(|(day, _)| day + 1 == night).map(|(_, seat)| *seat)
    }

    /// Whether a player was alive at the dawn after this night.
    pub(super) fn lived_at(&self, night: u16, seat: Seat) -> bool {
        self.dawns.get(usize::from(night).saturating_sub(1)).is_some_and(|living| living.contains(seat))
    }

    /// How suspicious everybody looks to the player who has read this view, worked out anew only where something has changed.
    pub(super) fn suspicion(&self, view: &View<State>) -> Scores {
        self.judged.get_or_init(|| (present(view), self.judge(view))).1
    }

    /// How suspicious everybody looks to the player: by their behaviour, by the player's own information, then by what others report,
    /// as far as they are believed.
    fn judge(&self, view: &View<State>) -> Scores {
        let mut scores = self.first_impressions(view);
        for seat in (0..view.now.size).map(Seat::new).filter(|&seat| seat != view.seat) {
            let claim = self.claims[seat.index()];
            // Nobody else is the player's character.
            if claim.is_some() && claim == view.now.character {
                scores[seat.index()] += 70;
            }
        }
        for report in self.learned() {
            // Anybody may be drunk or poisoned, including the player.
            self.weigh(report, view.seat, 85, view.now.size, &mut scores);
        }
        self.believe(view.now.size, Seats::only(view.seat), scores)
    }

    /// How suspicious everybody looks to somebody who knows only what was said publicly.
    pub(super) fn public_suspicion(&self, view: &View<State>) -> Scores {
        self.believe(view.now.size, Seats::NONE, self.first_impressions(view))
    }

    /// Adds what is reported, except by players about whom more is already known.
    fn believe(&self, size: usize, passed_over: Seats, mut scores: Scores) -> Scores {
        let impressions = scores;
        for (by, claim) in self.reports.iter().filter(|(by, _)| !passed_over.contains(*by)) {
            let Claim::Report(report) = claim.as_ref() else { continue };
            let is_own_ability = self.claims[by.index()] == Some(report.ability);
            let trust = (60 - impressions[by.index()]).clamp(0, 85);
            self.weigh(report, *by, if is_own_ability { trust } else { 0 }, size, &mut scores);
        }
        // Repeating the same report every night does not make it more than certain.
        scores.map(|score| score.clamp(-300, 300))
    }

    fn first_impressions(&self, view: &View<State>) -> Scores {
        let mut scores = [0; SEATS];
        let disputed = self.disputed();
        let executed: Seats = self.executed.iter().map(|(_, seat)| *seat).collect();
        let survivors = executed.and(view.now.living);
        for seat in (0..view.now.size).map(Seat::new) {
            let claim = self.claims[seat.index()];
            let mut add =
                |applies: bool, points: i32| scores[seat.index()] += if applies { points } else { 0 };
            add(claim.is_none() && view.now.number > 1, 12);
            add(claim.is_some_and(|claim| CharacterSet::EVIL.contains(claim)), 60);
            add(kind::is(claim, Profile::loses_by_execution), -15);
            add(claim.is_some_and(|claim| disputed.contains(claim)), 30);
            add(self.wavering.contains(seat), 40);
            add(self.missed.contains(seat) && !kind::is(claim, kind::shoots), 20);
            add(self.killed.contains(seat), -60);
            add(self.cleared.contains(seat), -200);
            // Executing a player again who has survived it is pointless.
            add(survivors.contains(seat), -150);
        }
        scores
    }

    /// What a report says about the others, given how far it is believed.
    fn weigh(&self, report: &Report, by: Seat, trust: i32, size: usize, scores: &mut Scores) {
        let part = |percent: i32| trust * percent / 100;
        let mut add = |seats: Seats, points: i32| {
            seats.without(by).iter().for_each(|seat| scores[seat.index()] += points);
        };
        let chosen: Seats = report.chosen.iter().copied().collect();
        let claimed = |seats: Seats, character| seats.and(self.claimants(character));
        let (Some(told), Some(profile)) = (report.told, Profile::of(report.ability)) else { return };
        let is_of = |subject: Subject| profile.subject() == subject;
        match (profile.telling(), told) {
            (Shape::Pair(team) | Shape::PairOrNobody(team), Statement::Pair { holder, wrong, .. })
                if is_evil(team) =>
            {
                let pair = Seats::only(holder).with(wrong);
                add(pair, if pair.contains(by) { part(90) } else { part(50) });
            }
            (Shape::Pair(_) | Shape::PairOrNobody(_), Statement::Pair { holder, wrong, character }) => {
                let pair = Seats::only(holder).with(wrong);
                add(claimed(pair, character), -part(70));
                add(self.claimants(character).minus(pair), part(60));
            }
            (Shape::PairOrNobody(team), Statement::Nobody) => {
                add(self.claiming(|claim| claim.character().team() == team), part(60));
            }
            (Shape::Number(_), Statement::Number(number)) if is_of(Subject::NeighbouringPairs) => {
                // Neighbours of a player who is as good as caught.
                let caught: Vec<Seat> =
                    (0..size).map(Seat::new).filter(|seat| scores[seat.index()] >= 60).collect();
                let beside = caught
                    .into_iter()
                    .flat_map(|seat| living_neighbours(seat, Seats::first(size), size).iter());
                let beside: Seats = beside.collect();
                let points = if number == 0 { -part(30) } else { part(25) };
                beside.without(by).iter().for_each(|seat| scores[seat.index()] += points);
            }
            (Shape::Number(_), Statement::Number(number)) if is_of(Subject::LivingNeighbours) => {
                let dawn = self.dawns.get(usize::from(report.night).saturating_sub(1));
                let living = dawn.copied().unwrap_or_default().with(by);
                let points = [-part(60), part(40), part(95)][usize::from(number.min(2))];
                add(living_neighbours(by, living, size), points);
            }
            (Shape::Answer, Statement::Answer(is_there)) if profile.seeks().is_some_and(is_evil) => {
                add(chosen, if is_there { part(45) } else { -part(45) });
            }
            (Shape::Is, Statement::Is(character)) if is_of(Subject::Executed) => {
                let dead = self.executed_before(report.night).map_or(Seats::NONE, Seats::only);
                add(self.claimants(character).minus(dead), part(70));
            }
            (Shape::Is, Statement::Is(character)) if CharacterSet::EVIL.contains(character) => {
                add(chosen, part(90));
            }
            (Shape::Is, Statement::Is(character)) | (Shape::OneOf, Statement::OneOf(character, _)) => {
                let is_sure = profile.telling() == Shape::Is;
                add(claimed(chosen, character), if is_sure { -part(90) } else { -part(30) });
                let others = chosen.minus(self.claimants(character));
                add(others.iter().filter(|seat| self.claims[seat.index()].is_some()).collect(), part(60));
            }
            _ => {}
        }
    }
}

/// The nearest living players on either side of a player.
fn living_neighbours(seat: Seat, living: Seats, size: usize) -> Seats {
    let others = living.without(seat);
    let mut back = (1..size).map(|offset| Seat::new((seat.index() + size - offset) % size));
    [back.find(|&seat| others.contains(seat)), others.next_after(seat)].into_iter().flatten().collect()
}
