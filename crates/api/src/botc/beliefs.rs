//! What a seat of a recorded game could know and believe at a step.

use gaslamp_botc::State;
use gaslamp_core::{Diagnostic, Run, Seat, View};
use gaslamp_deduce::botc::odds::{DRAWS, Effort, Nothing, Odds};
use gaslamp_deduce::botc::{Amount, BeliefState, Inquiry, Insight, PATTERNS, Trust};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};
use crate::record;
use crate::stop::{Stop, Stopped};

/// Whose beliefs, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Whose view: a player's name, or the number of a seat.
    pub seat: String,
    /// After so many actions, the deal included; all of them if not given.
    pub at: Option<usize>,
    /// How far players' claims are believed: `Alice=trusted`, and so on. Of whom nothing is said is honest nine times out of ten if good.
    pub trust: Vec<String>,
    /// How likely everybody is evil if this player is honest, and if not.
    pub split: Option<String>,
    /// How many deals to draw when there are too many to examine them all.
    pub draws: usize,
    /// How many patterns of worlds to examine before drawing worlds instead.
    pub patterns: usize,
}

impl Request {
    /// At the end of the record, with the usual effort.
    #[must_use]
    pub fn new(seat: impl Into<String>) -> Self {
        Self { seat: seat.into(), at: None, trust: Vec::new(), split: None, draws: DRAWS, patterns: PATTERNS }
    }
}

/// What a seat knows and believes.
pub struct Believed {
    /// All that it may know.
    pub view: View<State>,
    /// What follows from that.
    pub beliefs: BeliefState,
    /// What would follow from somebody's honesty.
    pub split: Option<Split>,
    stopped: Option<Stopped>,
}

/// The odds if a player is honest, and if not.
pub struct Split {
    /// The player.
    pub on: Seat,
    /// If honest.
    pub honest: Result<Odds, Nothing>,
    /// If not.
    pub lying: Result<Odds, Nothing>,
}

/// What a seat could know and believe.
///
/// # Errors
/// What cannot be read, which rule refuses it, or what is not played here.
pub fn beliefs(input: &Input, request: &Request, stop: &Stop) -> Result<Believed, Problems> {
    of_run(&record::read::<State>(input, None)?, request, stop)
}

/// The same of a game that has been read.
///
/// # Errors
/// What cannot be understood of the request, or what is not played here.
pub fn of_run(run: &Run<State>, request: &Request, stop: &Stop) -> Result<Believed, Problems> {
    let run = record::part(run, request.at)?;
    let setup = &run.record().setup;
    let view = run.view(record::seat(&request.seat, &setup.names)?);
    let trust = request.trust.iter().map(|text| read_trust(&setup.names, text)).collect::<Result<_, _>>()?;
    let split = request.split.as_deref().map(|text| record::seat(text, &setup.names)).transpose()?;
    let inquiry = Inquiry {
        counts: setup.counts,
        script: Some(setup.script.clone()),
        trust,
        effort: Effort { draws: request.draws, ..Effort::default() },
        patterns: request.patterns,
        ..Inquiry::new(&view)
    };
    let beliefs = BeliefState::watched(&inquiry, stop.watch())?;
    let split = split.map(|on| Split::find(&inquiry, on, stop)).transpose()?;
    Ok(Believed { beliefs, split, stopped: stop.stopped().cloned(), view })
}

impl Split {
    fn find(inquiry: &Inquiry<'_>, on: Seat, stop: &Stop) -> Result<Self, Problems> {
        let branch = |trust: Trust| {
            let trust = inquiry.trust.iter().copied().chain([(on, trust)]).collect();
            let inquiry = Inquiry { trust, ..inquiry.clone() };
            BeliefState::watched(&inquiry, stop.watch()).map(|beliefs| beliefs.weighed)
        };
        Ok(Self { on, honest: branch(Trust::Certain)?, lying: branch(Trust::Distrusted(Some(0.0)))? })
    }
}

fn read_trust(names: &[String], text: &str) -> Result<(Seat, Trust), Problems> {
    let Some((name, trust)) = text.split_once('=') else {
        let problem = Diagnostic::new("input/trust", format!("`{text}` is not of the form NAME=TRUST"));
        return Err(problem.fix("a name and a trust, such as Alice=trusted").into());
    };
    Ok((record::seat(name, names)?, Trust::read(trust.trim())?))
}

impl Believed {
    /// The same for programs.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer { fields: self.fields(), problems: self.problems() }
    }

    /// What was not found, and why.
    #[must_use]
    pub fn problems(&self) -> Problems {
        let stopped = self.stopped.as_ref();
        let stopped = stopped.map(|stopped| stopped.problems("the answer covers the worlds drawn by then"));
        stopped.unwrap_or_default().with(self.missing())
    }

    /// What is missing from the answer: drawing without a hit tells nothing. That no world at all fits the claims is an answer.
    fn missing(&self) -> Problems {
        match (&self.beliefs.known, &self.beliefs.weighed) {
            (Err(Nothing { drawn: None }), _) => {
                Problems::illegal("beliefs/no-world", "no world fits what was seen")
            }
            (Err(nothing), _) | (_, Err(nothing @ Nothing { drawn: Some(_) })) => {
                let problem = Diagnostic::new("beliefs/nothing-found", nothing.words().trim_end());
                problem.fix("increase --draws or --limit").into()
            }
            _ => Problems::default(),
        }
    }

    fn fields(&self) -> Vec<Field> {
        let Self { view, beliefs, split, .. } = self;
        let names = &view.names;
        let known = beliefs.known.as_ref().ok();
        let amount = known.map(|known| match known.worlds {
            Amount::Exact(worlds) => (worlds as f64, 0.0),
            Amount::About(worlds, error) => (worlds, error),
        });
        let certain: Option<Vec<String>> =
            known.map(|known| known.certain.iter().map(|fact| fact.words(names)).collect());
        let claims: Vec<Value> = (beliefs.trust.iter())
            .map(|(seat, trust)| {
                let claims = &beliefs.case.players[seat.index()].claims;
                let claims: Vec<&str> = claims.iter().map(|claim| claim.name()).collect();
                let honest = beliefs.weighed.as_ref().ok().map(|weighed| weighed.honest[seat.index()]);
                json!({
                    "name": names[seat.index()], "claims": claims, "trust": trust.words(), "honest": honest,
                })
            })
            .collect();
        let clashes: Vec<String> = beliefs.clashes().into_iter().map(|clash| clash.words(names)).collect();
        let split = split.as_ref().map(|Split { honest, lying, .. }| {
            json!({ "honest": odds(names, honest.as_ref().ok()), "lying": odds(names, lying.as_ref().ok()) })
        });
        vec![
            ("seat", json!(names[view.seat.index()])),
            ("worlds", json!(amount.map(|(worlds, _)| worlds))),
            ("worlds_error", json!(amount.map(|(_, error)| error))),
            ("exact", json!(known.is_some_and(Insight::is_exact))),
            ("certain", json!(certain)),
            ("claims", json!(claims)),
            ("contradictions", json!(clashes)),
            ("counted", odds(names, known.map(|known| &known.shares))),
            ("weighed", odds(names, beliefs.weighed.as_ref().ok())),
            ("split", json!(split)),
        ]
    }
}

/// The odds as JSON, if there are any.
fn odds(names: &[String], odds: Option<&Odds>) -> Value {
    let Some(odds) = odds else { return Value::Null };
    let seat = |(index, name): (usize, &String)| {
        let roles: Map<String, Value> =
            odds.roles[index].iter().map(|(role, odds)| (role.name().to_owned(), (*odds).into())).collect();
        json!({
            "name": name, "evil": odds.evil[index], "error": odds.error[index], "demon": odds.demon[index],
            "roles": roles,
        })
    };
    json!({
        "drawn": odds.drawn.map(|drawn| drawn.draws),
        "fitting": odds.drawn.map(|drawn| drawn.fitting),
        "effective": odds.drawn.map(|drawn| drawn.effective),
        "total": odds.total,
        "seats": names.iter().enumerate().map(seat).collect::<Vec<_>>(),
    })
}
