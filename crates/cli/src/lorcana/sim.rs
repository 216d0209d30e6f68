//! Simulations of Lorcana: how often a deck wins, who began, how long games are.

use clap::Args;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::lorcana::Playout;
use gaslamp_agents::table;
use gaslamp_api::Field;
use gaslamp_api::lorcana::games::{self, Turns};
use gaslamp_api::sim::Won;
use gaslamp_core::{Diagnostic, Game as _, Outcome, Rng, Seat, Session};
use gaslamp_lorcana::rules::piece::{PLAYERS, SEATS};
use gaslamp_lorcana::{Action, State};

use super::duel::OWN_AGENTS;
use super::table::DeckArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::play;
use crate::sim::{self, Ending, More, Played, Records, check_agent, nobody, won_words};

/// How many games to simulate, and who plays.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    decks: DeckArgs,
    #[command(flatten)]
    common: sim::Games,
    /// Who plays: one name for both players, or one for each; random or greedy.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "random")]
    agents: Vec<String>,
}

const ENDINGS: [Ending; 2] = [("p1", "p1_wins", "p1 wins"), ("p2", "p2_wins", "p2 wins")];

pub(super) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let agents = read_agents(&args.agents)?;
    let setup = args.decks.setup()?;
    let playout = Playout::new(&setup)?;
    let records = &args.common.records;
    if agents.iter().all(|name| *name == "random") {
        let play = |playout: &mut Playout, mut rng: Rng| {
            let mut log = records.log();
            let played = playout.play(&mut rng, |action| log.push(action));
            let more = Games::one(played.outcome, played.starter, played.turns);
            let record = log.record::<State>(&setup, playout.contents())?;
            Ok(Played { steps: played.steps.into(), outcome: played.outcome, more, record })
        };
        return sim::run(&args.common, &ENDINGS, || playout.clone(), play, out);
    }
    let session = Session::new(setup)?;
    let play = |session: &mut Session<State>, rng: Rng| play_session(session, agents, rng, records);
    sim::run(&args.common, &ENDINGS, || session.clone(), play, out)
}

/// One name for both players, or one for each.
fn read_agents(names: &[String]) -> Result<[&str; PLAYERS], Failure> {
    let agents = match names {
        [both] => [both.as_str(); PLAYERS],
        [first, second] => [first.as_str(), second],
        _ => {
            let message = format!("{} agents are named, but there are {PLAYERS} players", names.len());
            return Err(Diagnostic::new("sim/agents", message).fix("--agents random,greedy").into());
        }
    };
    for name in agents {
        check_agent(name)?;
        play::agent::<State>(name, Seat::new(0), Rng::new(0), OWN_AGENTS, nobody)?;
    }
    Ok(agents)
}

/// Plays one game with agents that see views.
fn play_session(
    session: &mut Session<State>,
    names: [&str; PLAYERS],
    mut rng: Rng,
    records: &Records,
) -> Result<Played<Games>, Failure> {
    session.restart();
    let mut agents = Vec::with_capacity(PLAYERS);
    for (seat, name) in SEATS.into_iter().zip(names) {
        agents.push(play::agent(name, seat, rng.fork(), OWN_AGENTS, nobody)?);
    }
    let mut keeper = Chance::new(rng.fork());
    table::play(session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
    let (record, state) = (session.record(), session.run().state());
    let starter = match record.actions.first() {
        Some(Action::Begin(seat)) => *seat,
        _ => SEATS[0],
    };
    let outcome = state.outcome();
    let more = Games::one(outcome, starter, state.position().turn);
    let steps = record.actions.len() as u64;
    Ok(Played { steps, outcome, more, record: records.of(session.run()) })
}

/// Finished games, from the perspective of deck 1.
#[derive(Clone, Copy, Default)]
struct Games {
    /// By who began.
    begun_by: [Won; PLAYERS],
    turns: u64,
    /// The fewest and the most turns; none before the first game.
    range: Option<(u16, u16)>,
}

impl Games {
    fn one(outcome: Option<Outcome>, starter: Seat, turns: u16) -> Self {
        let Some(outcome) = outcome else { return Self::default() };
        let mut games = Self { turns: turns.into(), range: Some((turns, turns)), ..Self::default() };
        games.begun_by[starter.index()] = Won { won: outcome.won.contains(SEATS[0]).into(), of: 1 };
        games
    }

    fn all(&self) -> Won {
        let mut all = self.begun_by[0];
        all.add(self.begun_by[1]);
        all
    }

    fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.all().of.max(1) as f64
    }
}

impl More for Games {
    fn add(&mut self, other: &Self) {
        for (won, more) in self.begun_by.iter_mut().zip(other.begun_by) {
            won.add(more);
        }
        self.turns += other.turns;
        self.range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (range, other) => range.or(other),
        };
    }

    fn fields(&self) -> Vec<Field> {
        games::sim(self.all(), self.begun_by, Turns { mean: self.mean_turns(), range: self.range })
    }

    fn lines(&self) -> Vec<String> {
        let (fewest, most) = self.range.unwrap_or_default();
        let [first, second] = self.begun_by.map(won_words);
        vec![
            format!("deck 1 wins     {} (with 95 % confidence)", won_words(self.all())),
            format!("  going first   {first}"),
            format!("  going second  {second}"),
            format!("turns           {:5.1} on average, {fewest} to {most}", self.mean_turns()),
        ]
    }
}
