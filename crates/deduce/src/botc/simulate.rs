//! Simulated games to ask questions about: played at random in a fixed style up to a morning, without talk.
//!
//! Accepts a script, a number of players and a generator; emits runs. Poisoners choose any living player, Monks and Demons another
//! living one, and no Demon chooses itself; the living vote for an execution, but never for a Saint or the Demon. Sober players
//! hear the truth; drunk and poisoned ones hear something false three times out of four.

use gaslamp_botc::rules::bag_space::changers;
use gaslamp_botc::rules::phase::DAY;
use gaslamp_botc::rules::{Action, Content, Dealer, Pending, Profile, Purpose, SEATS, Setup, Statement};
use gaslamp_botc::{Character, CharacterSet, Script, State, Wishes};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Choice, Diagnostic, Game, Rng, Run, Seat, Seats};

/// Plays games of one script.
pub struct Simulator {
    setup: Setup,
    /// Bags with a character that changes the numbers of the teams, and bags without.
    changed: Option<Dealer>,
    usual: Dealer,
}

/// How often the bag has a character that changes the numbers of the teams.
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
        let changers: Vec<Character> = changers(script.set()).iter().collect();
        let out: Vec<Character> = Profile::select(script.set(), Profile::answers_nomination).iter().collect();
        let usual = Wishes { with: Vec::new(), without: [out.clone(), changers.clone()].concat() };
        let changed = changers.first().map(|changer| Wishes { with: vec![*changer], without: out });
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
                Actor::Seat(seat) => choose(run.state(), seat, &day, &legal, rng),
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
#[derive(Clone, Copy, Default)]
struct Day {
    number: u16,
    executed: Option<Seat>,
    /// Who nominates.
    nominator: Option<Seat>,
}

impl Day {
    /// One to three nominees, each with the votes of some of the living; the one with the most is executed. Without any vote
    /// somebody is executed on four days out of five.
    fn plan(number: u16, state: &State, rng: &mut Rng) -> Self {
        let living: Vec<Seat> = state.publicly_alive().iter().collect();
        let loses = |role| Profile::of(role).is_some_and(|profile| profile.loses_by_execution());
        let spared = |seat: Seat| state.is_demon(seat) || loses(state.person(seat).role);
        let mut votes = [0u32; SEATS];
        for _ in 0..1 + rng.below(3) {
            let Some(&nominee) = rng.pick(&living) else { break };
            let evil = state.evil();
            let hands = living.iter().filter(|&&voter| {
                let is_evil_on_evil = evil.contains(voter) && evil.contains(nominee);
                rng.below(100) < if is_evil_on_evil { 20 } else { 45 }
            });
            votes[nominee.index()] = hands.count() as u32;
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        let top: Vec<Seat> = living.iter().copied().filter(|seat| votes[seat.index()] == most).collect();
        let chosen = match most {
            0 if rng.below(5) == 0 => None,
            0 => rng.pick(&living).copied(),
            _ => rng.pick(&top).copied(),
        };
        let nominator = rng.pick(&living).copied();
        Self { number, executed: chosen.filter(|seat| !spared(*seat)), nominator }
    }
}

/// What a player does.
fn choose(
    state: &State,
    seat: Seat,
    day: &Day,
    legal: &Actions<State>,
    rng: &mut Rng,
) -> Option<Choice<State>> {
    let is_legal = |action: Action| legal.contains(&Choice::Action(action));
    match state.pending() {
        Pending::Choice(_) => choose_at_night(state, seat, legal, rng),
        Pending::Vote(_) => legal.first().copied(),
        _ => {
            let nominate = day.executed.filter(|_| day.nominator == Some(seat)).map(Action::Nominate);
            let nominate = nominate.filter(|action| is_legal(*action));
            Some(Choice::Action(nominate.unwrap_or(Action::Pass)))
        }
    }
}

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
    let among_living: Vec<Choice<State>> = legal
        .iter()
        .copied()
        .filter(|choice| matches!(choice, Choice::Action(Action::Choose(target)) if others.contains(*target)))
        .collect();
    rng.pick(&among_living).copied()
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

/// Something true for the sober; for others something false in three out of four cases.
fn tell(state: &State, seat: Seat, legal: &Actions<State>, rng: &mut Rng) -> Option<Choice<State>> {
    let statement = |choice: &Choice<State>| match choice {
        Choice::Action(Action::Tell(_, statement)) if is_likely(*statement) => Some(*statement),
        _ => None,
    };
    let wants_truth = !state.is_impaired(seat) || rng.below(4) == 0;
    let fitting: Vec<Choice<State>> = legal
        .iter()
        .copied()
        .filter(|choice| statement(choice).is_some_and(|told| state.is_plainly_true(told) == wants_truth))
        .collect();
    rng.pick(&fitting).copied()
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
