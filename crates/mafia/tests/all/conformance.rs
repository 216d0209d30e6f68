//! Mafia keeps the contract: the suite of `core`, with the rule book's account of what a seat may know.
//!
//! `GASLAMP_SEEDS=10000 cargo test -p gaslamp-mafia --test all conformance::` runs for longer.

use gaslamp_core::conformance::{self, Specimen};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Choice, Game, Rng, Run, Seat, Seats};
use gaslamp_mafia::rules::phase::NIGHT;
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, SEATS, State};

struct Mafia;

impl Specimen<State> for Mafia {
    // Nine departures with at most two quiet rounds between them, ten turns a day, eight actions a turn.
    const STEPS: usize = 30 * 120;

    fn setups(&self) -> Vec<Rules> {
        let usual = Rules::default();
        vec![
            usual,
            Rules { unanimous_kill: true, ..usual },
            Rules { actions_per_turn: 1, quiet_rounds: 1, lone_nominee_leaves_on_day_1: true, ..usual },
        ]
    }

    fn mutants(&self, _: &State, _: Action, rng: &mut Rng) -> Vec<Action> {
        let ids = (0..Action::COUNT).filter_map(Action::from_id);
        let elsewhere = [Action::Nominate, Action::Vote, Action::Kill].map(|verb| verb(Seat::new(10)));
        let deal = Deal::from_arrangement(rng.below(Deal::COUNT.into()) as u16).map(Action::Deal);
        ids.chain(elsewhere).chain(deal).collect()
    }

    fn resample(&self, run: &Run<State>, seat: Seat, rng: &mut Rng) -> Option<Run<State>> {
        let history = History::of(run, seat)?;
        (0..40).find_map(|_| history.retell(run, rng))
    }

    fn secrets(&self, run: &Run<State>, seat: Seat) -> Vec<String> {
        let deal = dealt(run);
        let others = (0..SEATS).map(Seat::new).filter(|&other| other != seat);
        let mut secrets = vec!["deals".to_owned()];
        for other in others {
            let (name, role) = (format!("P{}", other.index()), deal.role(other).name());
            let forms =
                ["!kills", " shoots", "!checks", " checks ", "!learns", " learns", "!knows", " knows"];
            secrets.extend(forms.iter().map(|form| format!("{name}{form}")));
            secrets.extend([format!("{name} is dealt"), format!("{name} ({role}")]);
            // The don may have learnt who the sheriff is.
            if deal.role(seat) != Role::Don {
                secrets.push(format!("{name}:{role}"));
            }
            secrets.extend([format!("{name}!votes"), format!("{name} votes ")]);
        }
        secrets
    }
}

fn dealt(run: &Run<State>) -> Deal {
    match run.record().actions.first() {
        Some(Action::Deal(deal)) => *deal,
        other => panic!("the first action is the deal, not {other:?}"),
    }
}

/// What one seat took part in: all that was said and voted, and for each night its own actions and who died.
struct History {
    seat: Seat,
    deal: Deal,
    by_day: Vec<Action>,
    own_nights: Vec<Vec<Action>>,
    living: Vec<Seats>,
    ends_awake: bool,
}

impl History {
    /// A run that stops while others act at night is not examined: the seat sleeps and cannot tell when.
    fn of(run: &Run<State>, seat: Seat) -> Option<Self> {
        let deal = run.record().actions.first().map(|_| dealt(run))?;
        let ends_awake = is_night(run.state()) && run.state().to_act() == Some(Actor::Seat(seat));
        if is_night(run.state()) && !ends_awake {
            return None;
        }
        let (mut by_day, mut own_nights, mut living) = (Vec::new(), Vec::new(), Vec::new());
        let mut state = State::new(run.record().setup);
        for &action in &run.record().actions {
            if is_night(&state) {
                own_nights.resize(night(&state) + 1, Vec::new());
                if state.to_act() == Some(Actor::Seat(seat)) {
                    own_nights[night(&state)].push(action);
                }
            } else if state.to_act() != Some(Actor::Storyteller) {
                by_day.push(action);
            }
            let before = is_night(&state);
            apply(&mut state, action);
            if before && !is_night(&state) {
                living.push(state.visible_state(seat).living);
            }
        }
        Some(Self { seat, deal, by_day, own_nights, living, ends_awake })
    }

    /// The same for this seat, with other roles and other hidden actions; none if it does not work out.
    fn retell(&self, run: &Run<State>, rng: &mut Rng) -> Option<Run<State>> {
        let deal = Deal::from_arrangement(rng.below(Deal::COUNT.into()) as u16)?;
        if !self.could_be(&deal) {
            return None;
        }
        let mut other = Run::new(run.record().setup).ok()?;
        other.apply(Action::Deal(deal)).ok()?;
        let mut by_day = self.by_day.iter();
        let mut own = self.own_nights.iter().map(|deeds| deeds.iter());
        let mut tonight = None;
        let mut dawns = self.living.iter();
        loop {
            let was_night = is_night(other.state());
            let actor = other.state().to_act();
            let action = match actor {
                None => break,
                Some(actor) if was_night && actor == Actor::Seat(self.seat) => {
                    let deeds = tonight.get_or_insert_with(|| own.next().unwrap_or_default());
                    match deeds.next() {
                        Some(&action) => action,
                        None => break,
                    }
                }
                Some(_) if was_night => {
                    tonight.get_or_insert_with(|| own.next().unwrap_or_default());
                    in_the_dark(other.state(), dawns.clone().next(), rng)
                }
                Some(_) => match by_day.next() {
                    Some(&action) => action,
                    None => break,
                },
            };
            other.apply(action).ok()?;
            if was_night && !is_night(other.state()) {
                // A player who acts at night learns something from it: it must be the same.
                if tonight
                    .take()
                    .is_some_and(|mut deeds: std::slice::Iter<'_, Action>| deeds.next().is_some())
                {
                    return None;
                }
                if dawns.next() != Some(&other.state().visible_state(self.seat).living) {
                    return None;
                }
            }
        }
        let is_same_place = by_day.next().is_none()
            && dawns.next().is_none()
            && is_night(other.state()) == self.ends_awake
            && winner(other.state()) == winner(run.state());
        is_same_place.then_some(other)
    }

    /// The rule book's account of what a seat knows: its role, its team, and the results of its checks.
    fn could_be(&self, deal: &Deal) -> bool {
        let role = self.deal.role(self.seat);
        let same_team = role.colour() == Colour::Red || deal.blacks() == self.deal.blacks();
        let found = |action: &Action| match *action {
            Action::SheriffCheck(seat) => deal.role(seat).colour() == self.deal.role(seat).colour(),
            Action::DonCheck(seat) => {
                (deal.role(seat) == Role::Sheriff) == (self.deal.role(seat) == Role::Sheriff)
            }
            _ => true,
        };
        deal.role(self.seat) == role && same_team && self.own_nights.iter().flatten().all(found)
    }
}

/// An action of somebody else at night; a shot is mostly at the player who must be dead by dawn.
fn in_the_dark(state: &State, dawn: Option<&Seats>, rng: &mut Rng) -> Action {
    let living = state.visible_state(Seat::new(0)).living;
    let wanted = dawn.map(|dawn| living.minus(*dawn));
    let mut legal = Actions::<State>::new();
    state.legal(&mut legal);
    let shot = wanted.map(|wanted| wanted.lowest().map_or(Action::EndTurn, Action::Kill));
    match shot.filter(|&shot| {
        legal.iter().any(|choice| matches!(choice, Choice::Action(Action::Kill(_))))
            && legal.contains(&Choice::Action(shot))
    }) {
        Some(shot) if rng.below(4) > 0 => shot,
        _ => match rng.pick(&legal) {
            Some(Choice::Action(action)) => *action,
            other => panic!("a seat acts at night, not {other:?}"),
        },
    }
}

fn winner(state: &State) -> Option<&'static str> {
    state.outcome().map(|outcome| outcome.result)
}

fn is_night(state: &State) -> bool {
    state.phase().label == NIGHT && state.to_act().is_some()
}

/// The index of the current night.
fn night(state: &State) -> usize {
    match state.phase() {
        Phase { label: NIGHT, number } => usize::from(number) - 1,
        other => panic!("{other} is no night"),
    }
}

fn apply(state: &mut State, action: Action) {
    let contents = gaslamp_core::Contents::default();
    state.apply(action, &contents, &mut |_, _| {}).expect("a record's action");
}

#[test]
fn mafia_keeps_the_contract() {
    let seeds = std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(300);
    let tally = conformance::check(&Mafia, 0..seeds);
    assert!(tally.steps > 100 * tally.games && tally.refused > tally.steps, "{tally:?}");
    assert!(tally.disguises > 2 * tally.games, "too few pairs of worlds were compared: {tally:?}");
}
