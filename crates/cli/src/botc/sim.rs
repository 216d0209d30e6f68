//! Simulations of Blood on the Clocktower: who plays which side, and who decides for the Storyteller.

use clap::Args;
use gaslamp_agents::botc::Playout;
use gaslamp_agents::table;
use gaslamp_api::Field;
use gaslamp_api::sim::Won;
use gaslamp_botc::rules::{Content, Dealer, Open};
use gaslamp_botc::{Action, Side, State};
use gaslamp_core::{Actor, Choice, Game as _, Outcome, Reply, Rng, Seat, Session};

use super::{OWN_AGENTS, StartArgs, read_setup, silent_keeper};
use crate::failure::Failure;
use crate::numbers;
use crate::output::Output;
use crate::play;
use crate::sim::{self, Ending, More, Played, Records, check_agent, nobody, won_words};

/// How many games to simulate, and who plays.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = numbers::many_times())]
    games: u64,
    /// Number of threads; all cores by default.
    #[arg(long, value_name = "T")]
    threads: Option<std::num::NonZero<usize>>,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    start: StartArgs,
    /// Who plays every seat: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agents: String,
    /// Who plays the seats that begin good, instead of --agents: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT")]
    good: Option<String>,
    /// Who plays the seats that begin evil, instead of --agents: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT")]
    evil: Option<String>,
    /// Who decides for the Storyteller: random or scripted.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    storyteller: String,
    /// Let random players make claims during the day, too.
    #[arg(long)]
    talk: bool,
}

const ENDINGS: [Ending; 2] = [("good", "good_wins", "good wins"), ("evil", "evil_wins", "evil wins")];

pub(crate) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let setup = read_setup(&args.start)?;
    let playout = Playout::new(&setup, args.talk)?;
    let team = |own: &Option<String>| own.clone().unwrap_or_else(|| args.agents.clone());
    let storyteller = args.storyteller.clone();
    let dealer = Dealer::new(&setup.script, setup.base_counts()?)?;
    let teams = Teams { good: team(&args.good), evil: team(&args.evil), storyteller, dealer };
    teams.check()?;
    let records = &args.records;
    let common = sim::Games {
        games: args.games,
        seed: args.start.seed.unwrap_or_default(),
        threads: args.threads,
        records: records.clone(),
    };
    let make = || playout.clone();
    if teams.is_random() {
        let play = |playout: &mut Playout, mut rng: Rng| {
            let mut log = records.log();
            let played = playout.play(&mut rng, |action| log.push(action));
            let outcome = played.state.outcome();
            let record = log.record::<State>(&setup, playout.contents())?;
            Ok(Played { steps: played.steps.into(), outcome, more: Sides::one(outcome), record })
        };
        return sim::run(&common, &ENDINGS, make, play, out);
    }
    let session = Session::new(setup)?;
    let play = |session: &mut Session<State>, rng: Rng| teams.play(session, rng, records);
    sim::run(&common, &ENDINGS, || session.clone(), play, out)
}

/// The agents of both sides, and who deals.
struct Teams {
    good: String,
    evil: String,
    storyteller: String,
    /// Draws what the rules would, without looking for all bags before every game.
    dealer: Dealer,
}

impl Teams {
    fn is_random(&self) -> bool {
        [&self.good, &self.evil, &self.storyteller].into_iter().all(|name| name == "random")
    }

    fn check(&self) -> Result<(), Failure> {
        for name in [&self.good, &self.evil, &self.storyteller] {
            check_agent(name)?;
        }
        for name in [&self.good, &self.evil] {
            play::agent::<State>(name, Seat::new(0), Rng::new(0), OWN_AGENTS, nobody)?;
        }
        silent_keeper(&self.storyteller, Rng::new(0)).map(|_| ())
    }

    /// Plays one game: its steps, and its outcome if there was one.
    fn play(
        &self,
        session: &mut Session<State>,
        mut rng: Rng,
        records: &Records,
    ) -> Result<Played<Sides>, Failure> {
        session.restart();
        let deal = match self.dealer.draw(&mut rng) {
            Some(deal) => Choice::Action(Action::Deal(session.intern(Content::Deal(deal)))),
            None => Choice::Open(Open::Deal),
        };
        session.submit(Actor::Storyteller, Reply::Choice(deal), &mut rng)?;
        let state = *session.run().state();
        let mut agents = Vec::with_capacity(state.seats());
        for seat in (0..state.seats()).map(Seat::new) {
            let is_good = state.person(seat).side == Side::Good;
            let name = if is_good { &self.good } else { &self.evil };
            agents.push(play::agent(name, seat, rng.fork(), OWN_AGENTS, nobody)?);
        }
        let mut keeper = silent_keeper(&self.storyteller, rng.fork())?;
        table::play(session, &mut agents, keeper.as_mut(), &mut rng, &mut |_| true);
        let outcome = session.outcome();
        let steps = session.record().actions.len() as u64;
        Ok(Played { steps, outcome, more: Sides::one(outcome), record: records.of(session.run()) })
    }
}

/// How often each side won, of the games that ended.
#[derive(Clone, Copy, Default)]
struct Sides {
    good: Won,
    evil: Won,
}

impl Sides {
    fn one(outcome: Option<Outcome>) -> Self {
        let Some(outcome) = outcome else { return Self::default() };
        let won = |side: &str| Won { won: (outcome.result == side).into(), of: 1 };
        Self { good: won("good"), evil: won("evil") }
    }
}

impl More for Sides {
    fn add(&mut self, other: &Self) {
        self.good.add(other.good);
        self.evil.add(other.evil);
    }

    fn fields(&self) -> Vec<Field> {
        gaslamp_api::botc::sim(self.good, self.evil)
    }

    fn lines(&self) -> Vec<String> {
        vec![format!("good wins  {} (with 95 % confidence)", won_words(self.good))]
    }
}
