//! How long a referee takes: games are played, and every transition of their nights is judged by the clock.

use std::collections::BTreeMap;
use std::time::Instant;

use gaslamp_api::botc::referee;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run};
use gaslamp_referee::asp::botc::Referee;

use crate::failure::Failure;
use crate::output::Output;

/// Times in microseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn add(&mut self, began: Instant) {
        self.0.push(began.elapsed().as_secs_f64() * 1e6);
    }

    fn at(&self, share: f64) -> f64 {
        let place = (self.0.len() as f64 * share) as usize;
        self.0.get(place.min(self.0.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
    }

    fn sorted(mut self) -> Self {
        self.0.sort_by(f64::total_cmp);
        self
    }

    fn summary(&self) -> referee::Times {
        let [min, median, p99, max] = [0.0, 0.5, 0.99, 1.0].map(|share| self.at(share));
        referee::Times { min, median, p99, max, count: self.0.len() }
    }
}

/// What was measured.
#[derive(Default)]
struct Measured {
    /// Whether a move is legal, by night.
    nights: BTreeMap<u16, Times>,
    /// The same by day.
    days: Times,
    /// The same, and what follows until somebody is asked again.
    following: Times,
    /// Listing all legal actions.
    listing: Times,
    /// The same in first nights, where a Drunk may be told hundreds of things.
    listing_first: Times,
    /// Whether days are measured too.
    is_by_day: bool,
}

impl Measured {
    fn has_enough(&self) -> bool {
        (FIRST_NIGHT..=LAST_NIGHT)
            .all(|night| self.nights.get(&night).is_some_and(|times| times.0.len() >= ENOUGH))
    }
}

/// Games to measure by day, and the most to measure by night, where later nights are rare.
const GAMES: u64 = 60;
const ENOUGH: usize = 200;
const MOST_GAMES: u64 = 2_000;

/// The nights that are looked at: the first is unlike all others.
const FIRST_NIGHT: u16 = 2;
const LAST_NIGHT: u16 = 4;

pub(super) fn run(setup: &Setup, seed: u64, out: &mut Output) -> Result<(), Failure> {
    let players = setup.names.len();
    let began = Instant::now();
    let mut referee = Referee::new(setup)?;
    let ground_ms = began.elapsed().as_secs_f64() * 1e3;
    let mut measured = Measured::default();
    for game in 0..MOST_GAMES {
        if game >= GAMES && measured.has_enough() {
            break;
        }
        measured.is_by_day = game < GAMES;
        time_game(&mut referee, setup, &mut Rng::for_game(seed, game), &mut measured)?;
    }
    let nights: BTreeMap<u16, Times> =
        measured.nights.into_iter().map(|(night, times)| (night, times.sorted())).collect();
    let [days, following, listing, listing_first] =
        [measured.days, measured.following, measured.listing, measured.listing_first].map(Times::sorted);
    if out.json {
        let bench = referee::Bench {
            players,
            ground_ms,
            nights: nights.iter().map(|(night, times)| (*night, times.summary())).collect(),
            day: days.summary(),
            follow: following.summary(),
            legal: listing.summary(),
            legal_first_night: listing_first.summary(),
        };
        return Ok(out.value(&bench.to_json())?);
    }
    out.line(&format!("{players} players, the rules ground in {ground_ms:.0} ms; microseconds:"))?;
    out.line("                             min  median     p99       n")?;
    let mut row = |name: &str, times: &Times| {
        let [min, median, p99] = [0.0, 0.5, 0.99].map(|share| times.at(share));
        out.line(&format!("{name:<23} {min:>8.0} {median:>7.0} {p99:>7.0} {:>7}", times.0.len()))
    };
    for (night, times) in &nights {
        row(&format!("is it legal, night {night}"), times)?;
    }
    row("is it legal, by day", &days)?;
    row("and what follows", &following)?;
    row("list all that is legal", &listing)?;
    Ok(row("the same, first nights", &listing_first)?)
}

/// Plays a game at random, by the clock.
fn time_game(
    referee: &mut Referee,
    setup: &Setup,
    rng: &mut Rng,
    measured: &mut Measured,
) -> Result<(), Failure> {
    let mut run = Run::<State>::new(setup.clone())?;
    let mut legal = Actions::<State>::new();
    while let Some(actor) = run.state().to_act() {
        run.state().legal(&mut legal);
        let listed: Vec<_> =
            legal.iter().copied().filter(|choice| matches!(choice, Choice::Action(_))).collect();
        let choice = rng.pick(&listed).copied().or_else(|| legal.first().copied());
        let Some(choice) = choice else { break };
        let action = run.concrete(choice, rng);
        let phase = run.state().phase();
        let times = match phase {
            Phase { label: NIGHT, number: night } if (FIRST_NIGHT..=LAST_NIGHT).contains(&night) => {
                Some(measured.nights.entry(night).or_default())
            }
            Phase { label: DAY | EVENING, .. } if measured.is_by_day => Some(&mut measured.days),
            _ => None,
        };
        if phase == Phase::new(NIGHT, 1) {
            let began = Instant::now();
            referee.legal(run.state())?;
            measured.listing_first.add(began);
        }
        if let Some(times) = times {
            let began = Instant::now();
            referee.violated(run.state(), actor, action)?;
            times.add(began);
            let began = Instant::now();
            referee.judge(run.state(), actor, action)?;
            measured.following.add(began);
            let began = Instant::now();
            referee.legal(run.state())?;
            measured.listing.add(began);
        }
        run.apply(action).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
        if matches!(phase, Phase { label: DAY, number: day } if day >= LAST_NIGHT) {
            break;
        }
    }
    Ok(())
}
