//! What a seat of a game could know and believe, from its view alone.
//!
//! Accepts an [`Inquiry`], emits a [`BeliefState`]: what is certain by the rules and what the seat saw, how many worlds that leaves, and
//! how likely everything is if what others say is weighed as well, each as far as they are trusted.

use gaslamp_botc::rules::{MinionChange, Profile};
use gaslamp_botc::{CharacterSet, Script, State};
use gaslamp_core::{Diagnostic, Seat, Seats, View};

use super::case::Case;
use super::count::count_watched;
use super::evidence::own_case;
use super::knowledge::Fact;
use super::model::Model;
use super::odds::{Effort, Nothing, Odds, estimate, weigh_trusting};
use super::pattern::is_first_night;
use super::solve::Watch;
use super::trust::{Trust, silence};

/// Whose beliefs to find, and how.
#[derive(Clone, Debug)]
pub struct Inquiry<'a> {
    /// What the seat sees.
    pub view: &'a View<State>,
    /// Numbers of Townsfolk, Outsiders, Minions and Demons, if not the usual ones.
    pub counts: Option<[usize; 4]>,
    /// The script, for its night order.
    pub script: Option<Script>,
    /// How far the claims of some players are believed, if not as the model says.
    pub trust: Vec<(Seat, Trust)>,
    /// How the game is played.
    pub model: Model,
    /// How many hypotheses to draw when there are too many to examine them all.
    pub effort: Effort,
    /// The most patterns of worlds to count on the first day; later, a tenth of that.
    pub patterns: usize,
}

impl<'a> Inquiry<'a> {
    /// An inquiry that trusts everybody as far as is usual.
    #[must_use]
    pub fn new(view: &'a View<State>) -> Self {
        Self {
            view,
            counts: None,
            script: None,
            trust: Vec::new(),
            model: Model::default(),
            effort: Effort::default(),
            patterns: PATTERNS,
        }
    }
}

/// The default for the most patterns to count: all first nights of Trouble Brewing have fewer.
pub const PATTERNS: usize = 250_000;

/// What a seat could know and believe.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefState {
    /// The seat.
    pub seat: Seat,
    /// What it has seen and heard.
    pub case: Case,
    /// What it knows without trusting anybody, if a world was found.
    pub known: Result<Insight, Nothing>,
    /// How likely everything is when everybody's claims are weighed, if a world was found that fits them.
    pub weighed: Result<Odds, Nothing>,
    /// How far each player's claims are believed.
    pub trust: Vec<(Seat, Trust)>,
}

/// What a seat knows by the rules and what it saw.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// How many worlds there are.
    pub worlds: Amount,
    /// What holds in all worlds; if not all were examined, in all worlds found.
    pub certain: Vec<Fact>,
    /// The shares of the worlds.
    pub shares: Odds,
}

/// What is known if nobody else has said anything, and the odds if they are found along with it.
type KnownAlone = (Result<Insight, Nothing>, Option<Odds>);

/// A number of worlds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// Counted.
    Exact(u128),
    /// Estimated by drawing, with its standard error.
    About(f64, f64),
}

/// Claims that contradict what is known, or each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// This player cannot be honest.
    Alone(Seat),
    /// These two players cannot both be honest.
    Two(Seat, Seat),
}

impl BeliefState {
    /// Finds out what a seat could know and believe.
    ///
    /// # Errors
    /// What the game needs and the rules engine does not support.
    pub fn of(inquiry: &Inquiry<'_>) -> Result<Self, Vec<Diagnostic>> {
        Self::watched(inquiry, &Watch::default())
    }

    /// The same; the caller may stop it and get what was found by then.
    ///
    /// # Errors
    /// What the game needs and the rules engine does not support.
    pub fn watched(inquiry: &Inquiry<'_>, watch: &Watch) -> Result<Self, Vec<Diagnostic>> {
        refuse_made_minions(inquiry.view.now.script)?;
        let mut case = own_case(inquiry.view);
        case.counts = inquiry.counts;
        case.script.clone_from(&inquiry.script);
        let mut alone = case.clone();
        others(&case).iter().for_each(|seat| silence(&mut alone, seat));
        let (known, weighed_alone) = Insight::of(&alone, inquiry, watch)?;
        let mut heard = case.clone();
        inquiry.trust.iter().for_each(|(seat, trust)| trust.apply(&mut heard, *seat));
        let weighed = match weighed_alone {
            Some(weighed) if claimants(&heard).is_empty() => Ok(weighed),
            _ => {
                let honest: Vec<(Seat, f64)> = (inquiry.trust.iter())
                    .filter_map(|(seat, trust)| trust.honesty().map(|honesty| (*seat, honesty)))
                    .collect();
                weigh_trusting(&heard, &inquiry.model, &honest, inquiry.effort, watch)?
            }
        };
        let usual = Trust::Uncertain(1.0 - inquiry.model.good_lies);
        let trust_in = |seat: Seat| {
            let asked = inquiry.trust.iter().rev().find(|(other, _)| *other == seat);
            (seat, asked.map_or(usual, |(_, trust)| *trust))
        };
        let trust = claimants(&case).iter().map(trust_in).collect();
        Ok(Self { seat: inquiry.view.seat, known, weighed, trust, case })
    }

    /// Who cannot be honest, alone or together, in any world that was weighed. If only a few drawn worlds fit, nothing can be
    /// concluded.
    #[must_use]
    pub fn clashes(&self) -> Vec<Clash> {
        let Ok(weighed) = &self.weighed else { return Vec::new() };
        if weighed.drawn.is_some_and(|drawn| !drawn.is_enough()) {
            return Vec::new();
        }
        let heard: Seats = (self.trust.iter())
            .filter(|(_, trust)| *trust != Trust::Distrusted(None))
            .map(|(seat, _)| *seat)
            .collect();
        let is_possible = |seat: &Seat| weighed.honest[seat.index()] > 0.0;
        let possible: Seats = heard.iter().filter(is_possible).collect();
        let mut clashes: Vec<Clash> = heard.minus(possible).iter().map(Clash::Alone).collect();
        for a in possible.iter() {
            let never = possible.minus(weighed.together[a.index()]);
            clashes.extend(never.iter().filter(|b| *b > a).map(|b| Clash::Two(a, b)));
        }
        clashes
    }
}

/// Cases take everybody's first character for the one that was dealt, which does not hold where a Demon makes the Minions.
fn refuse_made_minions(script: CharacterSet) -> Result<(), Vec<Diagnostic>> {
    let makes = |profile: &Profile| profile.setup().minions == MinionChange::NoneInBag;
    let refused = Profile::select(script, makes).iter().map(|character| {
        let message =
            format!("what a seat could know is not worked out for games with the {}", character.name());
        Diagnostic::unsupported("deduce/beliefs/unsupported", message)
    });
    let refused: Vec<Diagnostic> = refused.collect();
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

fn others(case: &Case) -> Seats {
    let all = Seats::first(case.players.len());
    case.you.map_or(all, |you| all.without(you))
}

/// The other players who claim a role.
fn claimants(case: &Case) -> Seats {
    others(case).iter().filter(|seat| !case.players[seat.index()].claims.is_empty()).collect()
}

impl Insight {
    /// What is known in a case in which nobody else has said anything, and the odds if they are found along with it.
    fn of(case: &Case, inquiry: &Inquiry<'_>, watch: &Watch) -> Result<KnownAlone, Vec<Diagnostic>> {
        // A later day takes much longer to examine than the first.
        let patterns = if is_first_night(case) { inquiry.patterns } else { inquiry.patterns / 10 };
        match count_watched(case, &inquiry.model, patterns, watch)? {
            Some(counted) if counted.worlds == 0 => Ok((Err(Nothing { drawn: None }), None)),
            Some(counted) => {
                let worlds = Amount::Exact(counted.worlds);
                let known = Self { worlds, certain: counted.certain, shares: counted.shares };
                Ok((Ok(known), Some(counted.weighed)))
            }
            None => {
                let known = estimate(case, inquiry.effort, 0, watch)?.map(|estimate| Self {
                    worlds: Amount::About(estimate.worlds, estimate.error),
                    certain: estimate.common,
                    shares: estimate.shares,
                });
                Ok((known, None))
            }
        }
    }

    /// Whether all worlds were examined.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self.worlds, Amount::Exact(_))
    }
}
