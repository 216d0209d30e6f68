//! What a seat of a recorded game could know and believe at a step.

use gaslamp_core::{Notation as _, Run, Seat, View};
use gaslamp_deduce::mafia::{
    Assertion, BehaviourModel, Beliefs, Claim, Conclusion, Contradiction, Odds, Worlds, behaviours, claims,
    worlds,
};
use gaslamp_mafia::rules::Role;
use gaslamp_mafia::{Colour, SEATS, State};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record;

/// Whose beliefs, and when.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Whose view: a player's name, or the number of a seat.
    pub seat: String,
    /// After this many actions, counting the deal; the whole record by default.
    pub at: Option<usize>,
    /// Weigh only what others say, each statement being true independently with this probability in percent; by default, everything
    /// said and done is weighed by how people play.
    pub trust: Option<u8>,
}

/// The deals that fit what a seat has seen.
pub struct Believed {
    view: View<State>,
    /// The deals.
    pub worlds: Worlds,
    said: Vec<Claim>,
    /// Each deal as likely as any other.
    pub counted: Option<Odds>,
    /// Weighed by what was said and done.
    pub weighed: Option<Odds>,
}

/// What a seat could know and believe.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn beliefs(input: &Input, request: &Request) -> Result<Believed, Problems> {
    of_run(&record::read::<State>(input, None)?, request)
}

/// The same of a game that has been read.
///
/// # Errors
/// What cannot be understood of the request.
pub fn of_run(run: &Run<State>, request: &Request) -> Result<Believed, Problems> {
    let run = record::part(run, request.at)?;
    let view = run.view(record::seat(&request.seat, &State::names(&run.record().setup))?);
    let worlds = worlds(run.record().setup, &view);
    let said = claims(&view);
    let weighed = weigh(&worlds, &view, &said, request.trust).odds();
    Ok(Believed { counted: worlds.odds(), weighed, said, worlds, view })
}

/// The seat's worlds, weighed by everything said and done, or only by what was said if a trust is given.
fn weigh(found: &Worlds, view: &View<State>, said: &[Claim], trust: Option<u8>) -> Beliefs {
    let mut beliefs = Beliefs::new(found);
    match trust {
        Some(percent) => {
            for claim in said {
                beliefs.hear(claim, found.trust(claim, f64::from(percent) / 100.0));
            }
        }
        None => behaviours(view)
            .iter()
            .for_each(|behaviour| beliefs.observe(behaviour, &BehaviourModel::default())),
    }
    beliefs
}

impl Believed {
    /// What somebody is called.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.view.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// Whose beliefs these are.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.view.seat
    }

    /// What is certain, in words.
    #[must_use]
    pub fn certain(&self) -> Vec<String> {
        self.worlds.conclusions().into_iter().map(|conclusion| self.conclusion_words(conclusion)).collect()
    }

    /// What of that which was said cannot be true, or not together, in words.
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        self.worlds.contradictions(&self.said).into_iter().map(|clash| self.clash_words(clash)).collect()
    }

    fn conclusion_words(&self, conclusion: Conclusion) -> String {
        match conclusion {
            Conclusion::Role(seat, role) => format!("{} is {}", self.name(seat), role.name()),
            Conclusion::Colour(seat, colour) => format!("{} is {}", self.name(seat), colour.name()),
        }
    }

    fn claim_words(&self, claim: &Claim) -> String {
        let by = self.name(claim.by);
        match claim.assertion {
            Assertion::Sheriff(true) => format!("{by} claims to be the sheriff"),
            Assertion::Sheriff(false) => format!("{by} denies being the sheriff"),
            Assertion::Checked(seat, colour) => {
                format!("{by} claims to have checked {}: {}", self.name(seat), colour.name())
            }
            Assertion::Colour(seat, colour) => format!("{by} says {} is {}", self.name(seat), colour.name()),
        }
    }

    fn clash_words(&self, contradiction: Contradiction) -> String {
        match contradiction {
            Contradiction::Refuted(claim) => format!("cannot be true: {}", self.claim_words(&claim)),
            Contradiction::Clash(a, b) => {
                format!("not both true: {}; {}", self.claim_words(&a), self.claim_words(&b))
            }
        }
    }

    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "worlds": self.worlds.count(), "certain": self.certain(), "contradictions": self.contradictions(),
            "counted": self.seats(self.counted.as_ref()), "weighed": self.seats(self.weighed.as_ref()),
        })
    }

    /// The odds of everybody, if there are any.
    fn seats(&self, odds: Option<&Odds>) -> Option<Vec<Value>> {
        let seat = |odds: &Odds, seat: Seat| {
            let roles = Role::ALL.iter().map(|role| (role.name().to_owned(), odds.role(seat, *role).into()));
            let roles: Map<String, Value> = roles.collect();
            json!({ "name": self.name(seat), "black": odds.colour(seat, Colour::Black), "roles": roles })
        };
        odds.map(|odds| (0..SEATS).map(Seat::new).map(|index| seat(odds, index)).collect())
    }
}
