//! What a seat of a recorded game could know and believe at a step.

use gaslamp_core::{Seat, View};
use gaslamp_deduce::mafia::{
    Beliefs, Contradiction, Fact, Model, Odds, Says, Statement, Worlds, deeds, statements, worlds,
};
use gaslamp_mafia::rules::Role;
use gaslamp_mafia::{Colour, SEATS, State};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record;

/// Whose beliefs, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Whose eyes.
    pub seat: usize,
    /// After so many actions, the deal included; all of them if not given.
    pub at: Option<usize>,
    /// Weigh only what others say, each thing on its own as true with this chance in percent; if not given, all that is said and done
    /// is weighed by how people play.
    pub trust: Option<u8>,
}

/// The deals that fit what a seat has seen.
pub struct Believed {
    view: View<State>,
    /// The deals.
    pub worlds: Worlds,
    said: Vec<Statement>,
    /// Each deal as likely as any other.
    pub counted: Option<Odds>,
    /// Weighed by what was said and done.
    pub weighed: Option<Odds>,
}

/// What a seat could know and believe.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn beliefs(input: &Input, request: Request) -> Result<Believed, Problems> {
    let run = record::read::<State>(input, request.at)?;
    let view = run.view(record::seat(request.seat, SEATS)?);
    let worlds = worlds(run.record().setup, &view);
    let said = statements(&view);
    let weighed = weigh(&worlds, &view, &said, request.trust).odds();
    Ok(Believed { counted: worlds.odds(), weighed, said, worlds, view })
}

/// The seat's worlds after all that was said and done, or said alone if it is to be trusted so far.
fn weigh(found: &Worlds, view: &View<State>, said: &[Statement], trust: Option<u8>) -> Beliefs {
    let mut beliefs = Beliefs::new(found);
    match trust {
        Some(percent) => {
            for statement in said {
                beliefs.hear(statement, found.trust(statement, f64::from(percent) / 100.0));
            }
        }
        None => deeds(view).iter().for_each(|deed| beliefs.judge(deed, &Model::default())),
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
        self.worlds.certain().into_iter().map(|fact| self.fact_words(fact)).collect()
    }

    /// What of that which was said cannot be true, or not together, in words.
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        self.worlds.contradictions(&self.said).into_iter().map(|clash| self.clash_words(clash)).collect()
    }

    fn fact_words(&self, fact: Fact) -> String {
        match fact {
            Fact::Role(seat, role) => format!("{} is {}", self.name(seat), role.name()),
            Fact::Colour(seat, colour) => format!("{} is {}", self.name(seat), colour.name()),
        }
    }

    fn said_words(&self, statement: &Statement) -> String {
        let by = self.name(statement.by);
        match statement.says {
            Says::Sheriff(true) => format!("{by} claims the sheriff"),
            Says::Sheriff(false) => format!("{by} denies to be the sheriff"),
            Says::Checked(seat, colour) => {
                format!("{by} says to have checked {}: {}", self.name(seat), colour.name())
            }
            Says::Colour(seat, colour) => format!("{by} says {} is {}", self.name(seat), colour.name()),
        }
    }

    fn clash_words(&self, contradiction: Contradiction) -> String {
        match contradiction {
            Contradiction::Refuted(statement) => format!("cannot be true: {}", self.said_words(&statement)),
            Contradiction::Clash(a, b) => {
                format!("not both: {}; {}", self.said_words(&a), self.said_words(&b))
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
