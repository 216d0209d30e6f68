//! What a seat of a game could know and believe, from its view alone.
//!
//! Accepts an [`Inquiry`], emits a [`BeliefState`]: what is certain by the rules and the seat's own eyes, how many worlds that leaves, and how
//! likely everything is if what others say is weighed too, each as far as it is trusted.

use gaslamp_botc::{Script, State};
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

/// Whose beliefs are asked for, and how.
#[derive(Clone, Debug)]
pub struct Inquiry<'a> {
    /// What the seat sees.
    pub view: &'a View<State>,
    /// Townsfolk, Outsiders, Minions and Demons, if not the usual ones.
    pub counts: Option<[usize; 4]>,
    /// The script, for its night order.
    pub script: Option<Script>,
    /// How far whose claims are believed, where not as the model says.
    pub trust: Vec<(Seat, Trust)>,
    /// How the game is played.
    pub model: Model,
    /// How hard is looked where not all hypotheses can be.
    pub effort: Effort,
    /// Of how many patterns at most worlds are counted on the first day; later, of a tenth of them.
    pub patterns: usize,
}

impl<'a> Inquiry<'a> {
    /// What a seat believes that trusts everybody as far as is usual.
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

/// Of so many patterns worlds are counted if nobody says otherwise: all first nights of Trouble Brewing have fewer.
pub const PATTERNS: usize = 250_000;

/// What a seat could know and believe.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefState {
    /// Whose.
    pub seat: Seat,
    /// What it has seen and heard.
    pub case: Case,
    /// What it knows though nobody else's word counts, if a world was found.
    pub known: Result<Insight, Nothing>,
    /// How likely everything is, everybody's claims weighed, if a world was found in which they go together.
    pub weighed: Result<Odds, Nothing>,
    /// How far whose claims are believed.
    pub trust: Vec<(Seat, Trust)>,
}

/// What a seat knows by the rules and its own eyes.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// How many worlds there are.
    pub worlds: Amount,
    /// What is so in all worlds; if not all were looked at, in all that were found.
    pub certain: Vec<Fact>,
    /// The share of the worlds in which something is so.
    pub shares: Odds,
}

/// What is known if nobody else has said anything; and how likely everything is, if that comes with it.
type KnownAlone = (Result<Insight, Nothing>, Option<Odds>);

/// A number of worlds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// Counted.
    Exact(u128),
    /// Found by drawing, with its standard error.
    About(f64, f64),
}

/// What does not go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// This one says something that cannot be what he or she believes.
    Alone(Seat),
    /// These two cannot both say what they believe.
    Two(Seat, Seat),
}

impl BeliefState {
    /// Finds out what a seat could know and believe.
    ///
    /// # Errors
    /// What the game needs and the rules engine does not have.
    pub fn of(inquiry: &Inquiry<'_>) -> Result<Self, Vec<Diagnostic>> {
        Self::watched(inquiry, &Watch::default())
    }

    /// The same; whoever waits may stop it with what was found.
    ///
    /// # Errors
    /// What the game needs and the rules engine does not have.
    pub fn watched(inquiry: &Inquiry<'_>, watch: &Watch) -> Result<Self, Vec<Diagnostic>> {
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

    /// Which claims cannot be honest, alone or together, in any world that was weighed. Of a few worlds that were drawn
    /// there is nothing to say.
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

fn others(case: &Case) -> Seats {
    let all = Seats::first(case.players.len());
    case.you.map_or(all, |you| all.without(you))
}

/// The others who claim anything.
fn claimants(case: &Case) -> Seats {
    others(case).iter().filter(|seat| !case.players[seat.index()].claims.is_empty()).collect()
}

impl Insight {
    /// What is known of a case in which nobody else has said anything; and how likely everything is, if that comes with it.
    fn of(case: &Case, inquiry: &Inquiry<'_>, watch: &Watch) -> Result<KnownAlone, Vec<Diagnostic>> {
        // To look at a later day takes much longer than at the first.
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

    /// Whether all worlds were looked at.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self.worlds, Amount::Exact(_))
    }
}
