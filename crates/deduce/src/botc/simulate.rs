//! Simulated games to ask questions about: played at random in a fixed style up to a morning, without talk.
//!
//! Accepts a script, a number of players and a generator; emits runs. Whoever chooses players chooses living ones, a Demon or a
//! guard another than itself; all other choices are equally likely, passing among them. Some nominate, and the living vote for an
//! execution, but never for a Saint or the Demon. Nobody uses an ability by day. Sober players hear the truth; drunk and poisoned
//! ones hear something false three times out of four. The Storyteller lets nobody register as anything else, lets nothing happen
//! that need not, and otherwise picks at random.

use gaslamp_botc::rules::phase::DAY;
use gaslamp_botc::rules::{Action, Content, Dealer, Pending, Profile, Purpose, Setup, Statement};
use gaslamp_botc::{Character, CharacterSet, Script, State, Wishes};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Choice, Diagnostic, Game, Rng, Run, Seat, Seats};

use super::priors::adders;

/// Plays games of one script.
pub struct Simulator {
    setup: Setup,
    /// Bags with an evil character that may add Outsiders, and bags without.
    changed: Option<Dealer>,
    usual: Dealer,
}

/// How often the bag has a character that may add Outsiders.
const CHANGED: u32 = 4;

impl Simulator {
    /// Games of this script for this many players. Characters that react to nominations are left out, since nobody here nominates
    /// deliberately.
    ///
    /// # Errors
    /// Why there is no bag.
    pub fn new(script: &Script, players: usize) -> Result<Self, Vec<Diagnostic>> {
        let names = gaslamp_botc::rules::default_names(players);
        let setup = Setup { script: script.clone(), names, counts: None };
        let counts = setup.base_counts()?;
        let adders: Vec<Character> = adders(script.set()).iter().collect();
        let out: Vec<Character> = Profile::select(script.set(), Profile::answers_nomination).iter().collect();
        let usual = Wishes { with: Vec::new(), without: [out.clone(), adders.clone()].concat() };
        let changed = adders.first().map(|adder| Wishes { with: vec![*adder], without: out });
        let changed = changed.and_then(|wishes| Dealer::wishing(script, counts, &wishes).ok());
        Ok(Self { usual: Dealer::wishing(script, counts, &usual)?, changed, setup })
    }

    /// A game up to the morning after this night; `None` if it ended before.
    pub fn game(&self, rng: &mut Rng, night: u16) -> Option<Run<State>> {
        self.mornings(rng, night).pop().filter(|run| run.state().phase() == Phase::new(DAY, night))
    }

    /// A game as of every morning on which it was still undecided, up to the one after this night.
    pub fn mornings(&self, rng: &mut Rng, night: u16) -> Vec<Run<State>> {
        let mut mornings = Vec::new();
        let Some(mut run) = self.deal(rng) else { return mornings };
        let mut legal = Actions::<State>::new();
        let mut day = Day::default();
        while let Some(actor) = run.state().to_act() {
            if let Phase { label: DAY, number } = run.state().phase()
                && number != day.number
            {
                day = Day::plan(number, run.state(), rng);
                mornings.push(run.clone());
                if number == night {
                    break;
                }
            }
            run.state().legal(&mut legal);
            let choice = match actor {
                Actor::Seat(seat) => choose(run.state(), seat, &mut day, &legal, rng),
                Actor::Storyteller => decide(run.state(), &legal, rng),
            };
            let Some(choice) = choice.or_else(|| rng.pick(&legal).copied()) else { break };
            let action = run.concrete(choice, rng);
            if run.apply(action).is_err() {
                break;
            }
        }
        mornings
    }

    fn deal(&self, rng: &mut Rng) -> Option<Run<State>> {
        let is_changed = rng.below(CHANGED) == 0;
        let dealer = self.changed.as_ref().filter(|_| is_changed).unwrap_or(&self.usual);
        let deal = dealer.draw(rng)?;
        let mut run = Run::<State>::new(self.setup.clone()).ok()?;
        let action = Action::Deal(run.intern(Content::Deal(deal)));
        run.apply(action).ok()?;
        Some(run)
    }
}

/// The plan for a day.
#[derive(Clone, Default)]
struct Day {
    number: u16,
    nominations: Vec<Nomination>,
    executed: Option<Seat>,
}

#[derive(Clone, Copy)]
struct Nomination {
    by: Seat,
    nominee: Seat,
    /// Who votes for the nominee.
    hands: Seats,
    is_counted: bool,
}

impl Day {
    /// One to three nominees, each with the votes of some of the living; the one with the most is executed. Without any vote
    /// somebody is executed on four days out of five.
    fn plan(number: u16, state: &State, rng: &mut Rng) -> Self {
        let living: Vec<Seat> = state.publicly_alive().iter().collect();
        let (mut nominators, mut nominees) = (living.clone(), living.clone());
        rng.shuffle(&mut nominators);
        rng.shuffle(&mut nominees);
        let evil = state.evil();
        let pairs = nominators.iter().zip(&nominees).take(1 + rng.below(3) as usize);
        let mut nominations: Vec<Nomination> = Vec::new();
        for (&by, &nominee) in pairs {
            let votes = |voter: &Seat| {
                let is_evil_on_evil = evil.contains(*voter) && evil.contains(nominee);
                rng.below(100) < if is_evil_on_evil { 20 } else { 45 }
            };
            let hands = living.iter().copied().filter(votes).collect();
            nominations.push(Nomination { by, nominee, hands, is_counted: false });
        }
        let most = nominations.iter().map(|nomination| nomination.hands.len()).max().unwrap_or(0);
        let top: Vec<Seat> = (nominations.iter())
            .filter(|nomination| nomination.hands.len() == most)
            .map(|nomination| nomination.nominee)
            .collect();
        let chosen = match most {
            0 if rng.below(5) == 0 => None,
            0 => rng.pick(&living).copied(),
            _ => rng.pick(&top).copied(),
        };
        let loses = |role| Profile::of(role).is_some_and(|profile| profile.loses_by_execution());
        let spared = |seat: Seat| state.is_demon(seat) || loses(state.person(seat).role);
        let executed = chosen.filter(|seat| !spared(*seat));
        if let (Some(nominee), 0) = (executed, most)
            && let Some(by) = nominators.first()
        {
            nominations = vec![Nomination { by: *by, nominee, hands: Seats::NONE, is_counted: false }];
        }
        Self { number, nominations, executed }
    }

    /// What this player does when nominations are open.
    fn nominate(&self, seat: Seat) -> Action {
        let own = self.nominations.iter().find(|nomination| nomination.by == seat);
        own.map_or(Action::Pass, |nomination| Action::Nominate(nomination.nominee))
    }

    /// Whether this player votes for the nominee. Whoever is to be executed gets as many votes as that takes, and nobody else
    /// gets those of half of the living.
    fn votes(&mut self, state: &State, seat: Seat, nominee: Seat, rng: &mut Rng) -> bool {
        let Some(nomination) = self.nominations.iter_mut().find(|it| it.nominee == nominee) else {
            return false;
        };
        if !std::mem::replace(&mut nomination.is_counted, true) {
            let living = state.publicly_alive();
            let half = living.len().div_ceil(2);
            let mut others: Vec<Seat> = living.minus(nomination.hands).iter().collect();
            let mut hands: Vec<Seat> = living.and(nomination.hands).iter().collect();
            rng.shuffle(&mut others);
            rng.shuffle(&mut hands);
            if self.executed == Some(nominee) {
                // One more than half, since a Butler's vote may not count.
                hands.extend(others.iter().take((half + 1).saturating_sub(hands.len())));
            } else {
                hands.truncate(half.saturating_sub(1));
            }
            nomination.hands = hands.into_iter().collect();
        }
        nomination.hands.contains(seat)
    }
}

/// What a player does.
fn choose(
    state: &State,
    seat: Seat,
    day: &mut Day,
    legal: &Actions<State>,
    rng: &mut Rng,
) -> Option<Choice<State>> {
    let legally = |action: Action| Some(Choice::Action(action)).filter(|choice| legal.contains(choice));
    match state.pending() {
        Pending::Choice(_) => choose_at_night(state, seat, legal, rng),
        Pending::Vote(_) => {
            let nominee = state.voted_on()?;
            let is_hand_up = day.votes(state, seat, nominee, rng);
            if is_hand_up { legal.first().copied() } else { legally(Action::Abstain) }
        }
        Pending::LastChoice(_) => None,
        _ => legally(day.nominate(seat)).or_else(|| legally(Action::Pass)),
    }
}

/// A choice of living players, another than itself for a Demon or a guard. Whoever chooses among the dead alone, or chooses no
/// players, may choose anything.
fn choose_at_night(
    state: &State,
    seat: Seat,
    legal: &Actions<State>,
    rng: &mut Rng,
) -> Option<Choice<State>> {
    let living = state.publicly_alive();
    let is_demon = state.is_demon(seat);
    let guards = Profile::of(state.ability_at(seat)).is_some_and(|profile| profile.guards_others());
    let others: Seats = if is_demon || guards { living.without(seat) } else { living };
    let chosen = |choice: &Choice<State>| match choice {
        Choice::Action(action) => action.chosen(),
        Choice::Open(_) => Seats::NONE,
    };
    let usual: Vec<Choice<State>> =
        legal.iter().copied().filter(|choice| chosen(choice).minus(others).is_empty()).collect();
    let has_choice = usual.iter().any(|choice| !chosen(choice).is_empty());
    if has_choice { rng.pick(&usual).copied() } else { rng.pick(legal).copied() }
}

/// What the Storyteller does.
fn decide(state: &State, legal: &Actions<State>, rng: &mut Rng) -> Option<Choice<State>> {
    match state.pending() {
        Pending::Telling(seat, _) => tell(state, seat, legal, rng),
        Pending::Ruling(ruling) if ruling.picks(Purpose::StruckInstead) => {
            Some(Choice::Action(Action::Pick(ruling.about)))
        }
        Pending::Ruling(_) => {
            legal.iter().copied().find(|choice| *choice == Choice::Action(Action::Rule(false)))
        }
        _ => None,
    }
}

/// Something true for the sober; for others something false in three out of four cases. If that may not be told, something else
/// that is likely.
fn tell(state: &State, seat: Seat, legal: &Actions<State>, rng: &mut Rng) -> Option<Choice<State>> {
    let wants_truth = !state.is_impaired(seat) || rng.below(4) == 0;
    let (mut likely, mut fitting) = (Vec::new(), Vec::new());
    for choice in legal.iter().copied() {
        if let Choice::Action(Action::Tell(_, told)) = choice
            && is_likely(told)
        {
            likely.push(choice);
            if state.is_plainly_true(told) == wants_truth {
                fitting.push(choice);
            }
        }
    }
    rng.pick(if fitting.is_empty() { &likely } else { &fitting }).copied()
}

/// Nobody would believe larger numbers.
fn is_likely(statement: Statement) -> bool {
    !matches!(statement, Statement::Number(number) if number > 2)
}

/// Good characters of a script that nobody drew and nobody is.
pub(super) fn not_in_play(state: &State, script: CharacterSet) -> Vec<Character> {
    let drawn: CharacterSet = state.all_shown_characters().iter().chain(state.all_roles()).copied().collect();
    script.and(CharacterSet::GOOD).minus(drawn).iter().collect()
}
