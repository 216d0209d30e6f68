//! How well the odds are calibrated: the two experiments of `gaslamp_deduce::botc::calibrate`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use gaslamp_api::botc::calibrate::{LEAST, ranked, to_json, told};
use gaslamp_api::{Answer, Course, Problems, Workers};
use gaslamp_core::number_format::plural;
use gaslamp_deduce::botc::calibrate::{Calibration, Ranking, Sample, Variant};

use super::setup::read_script;
use crate::failure::Failure;
use crate::interruption::Interruption;
use crate::numbers;
use crate::output::Output;
use crate::progress::Progress;

/// Which games to simulate, and how many.
#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    /// tb, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    /// Number of simulated games for each experiment.
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = numbers::times())]
    games: usize,
    /// The only experiment to make: a (how evil are seats called, and how many are?) or b (how high is the Demon ranked?).
    #[arg(long, value_enum)]
    experiment: Option<Experiment>,
    /// The only way for evil players to talk: i (they only claim a role) or ii (they invent what they learned).
    #[arg(long, value_enum)]
    variant: Option<Manner>,
    /// How many times each game is told in experiment A, each time with different lies.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = numbers::times())]
    tellings: usize,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads; all cores by default.
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Experiment {
    A,
    B,
}

/// How evil players talk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Manner {
    I,
    Ii,
}

impl Manner {
    const ALL: [Self; 2] = [Self::I, Self::Ii];

    const fn variant(self) -> Variant {
        match self {
            Self::I => Variant::Quiet,
            Self::Ii => Variant::Inventive,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::I => "i",
            Self::Ii => "ii",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::I => "evil players only claim a role",
            Self::Ii => "evil players invent what they learned",
        }
    }
}

pub(super) fn run(args: &CalibrateArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let workers = Workers::new("calibrate/threads", args.threads)?;
    let sample = Sample { first: 0, games: args.games, tellings: args.tellings, seed: args.seed };
    let interruption = Interruption::listen_patiently();
    let makes = |experiment: Experiment| args.experiment.is_none_or(|only| only == experiment);
    let mut values = Vec::new();
    let mut games = 0;
    for manner in Manner::ALL.into_iter().filter(|manner| args.variant.is_none_or(|only| only == *manner)) {
        let experiments = if args.experiment.is_some() { 1 } else { 2 };
        let progress = Progress::new(experiments * args.games as u64, "games");
        let course =
            Course { workers: &workers, stop: interruption.flag(), progress: &|done| progress.inc(done) };
        let variant = manner.variant();
        let a = makes(Experiment::A).then(|| told(&script, sample, variant, &course)).transpose()?;
        let b = makes(Experiment::B).then(|| ranked(&script, sample, variant, &course)).transpose()?;
        let (a, b) = (a.as_ref().map(Calibration::of), b.as_ref().map(Ranking::of));
        progress.finish();
        let (a, b) = (a.filter(|a| a.sample.games > 0), b.filter(|b| b.games > 0));
        games += a.as_ref().map_or(0, |a| a.sample.games) + b.map_or(0, |b| b.games);
        if a.is_none() && b.is_none() {
            break;
        }
        if out.json {
            values.push(to_json(manner.name(), a.as_ref(), b.as_ref()));
        } else {
            let (a, b) =
                (a.as_ref().map(table).unwrap_or_default(), b.as_ref().map(line).unwrap_or_default());
            out.line(&format!("Variant ({}): {}\n{a}{b}", manner.name(), manner.words()))?;
        }
    }
    let problems = if interruption.has_come() {
        let message = format!("interrupted after {}", plural(games, "game"));
        Problems::interrupted("calibrate/interrupted", message)
    } else {
        Problems::default()
    };
    match (out.json, problems.is_empty()) {
        (true, true) => Ok(out.value(&values.into())?),
        (true, false) => out.answer(Answer { fields: vec![("calibrations", values.into())], problems }),
        (false, true) => Ok(()),
        (false, false) => Err(problems.into()),
    }
}

fn table(a: &Calibration) -> String {
    let mut text = "  A  stated evil   mean   true  chance     n\n".to_owned();
    for (index, bucket) in a.buckets.iter().enumerate().filter(|(_, bucket)| bucket.count > 0) {
        let (from, to) = (10 * index, 10 * index + 10);
        let [mean, share, chance] = [bucket.mean(), bucket.share(), bucket.chance()].map(|part| 100.0 * part);
        let count = bucket.count;
        let _ = writeln!(
            text,
            "     {from:>3} to {to:>3} %  {mean:>5.1}  {share:>5.1}  ± {chance:>4.1}  {count:>4}"
        );
    }
    let _ = writeln!(
        text,
        "     worst gap {:.1} points (n ≥ {LEAST}), Brier score {:.3}, log loss {:.3}, no world found in {} of {} games told {} times",
        a.worst_gap(LEAST),
        a.brier,
        a.log_loss,
        a.lost,
        a.sample.games,
        a.sample.tellings
    );
    text
}

fn line(b: &Ranking) -> String {
    let share = |count: f64| 100.0 * count / b.games.max(1) as f64;
    format!(
        "  B  the Demon is ranked first in {:.1} % of {} games ({:.1} % if ties are split), in the top three in {:.1} %; guessing gives {:.1} %\n",
        share(b.first as f64),
        b.games,
        share(b.first_split),
        share(b.top_three as f64),
        share(b.guessing)
    )
}
