//! What is said and asked about things that nobody sees, so that tables which differ in them must be followed apart. Accepts formulas,
//! emits a [`Hidden`].

use gaslamp_botc::rules::Formula;
use gaslamp_core::{Diagnostic, Seats};

use super::case::Case;
use super::puzzle::each_part;

/// Which hidden things are spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Hidden {
    /// Where the tokens lie that abilities begin with.
    pub(super) tokens: bool,
    /// Who is drunk or poisoned.
    pub(super) impairments: bool,
    /// The players whose choices at night are spoken of.
    pub(super) choosers: Seats,
}

/// The most players that can be remembered as chosen; a table has room for so many notes beside its tokens.
const MOST_REMEMBERED: usize = 30;

/// The most players that anybody chooses in a night.
const MOST_CHOSEN: usize = 3;

impl Hidden {
    /// What these formulas speak of.
    pub(super) fn of<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Self {
        let mut hidden = Self::default();
        for formula in formulas {
            each_part(formula, &mut |part| hidden.hear(part));
        }
        hidden
    }

    /// What either speaks of.
    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            tokens: self.tokens || other.tokens,
            impairments: self.impairments || other.impairments,
            choosers: self.choosers.or(other.choosers),
        }
    }

    fn hear(&mut self, part: &Formula) {
        match part {
            Formula::RedHerring(..) | Formula::Token { .. } => self.tokens = true,
            Formula::Impaired(_) => (self.tokens, self.impairments) = (true, true),
            Formula::Target(by, _) | Formula::Targets(by, _) => {
                self.choosers = self.choosers.with(*by);
            }
            _ => {}
        }
    }

    /// Refuses a case of so many nights that not all choices could be remembered.
    ///
    /// # Errors
    /// It has too many.
    pub(super) fn check(self, case: &Case) -> Result<(), Vec<Diagnostic>> {
        let most = usize::from(case.ends.night()) * MOST_CHOSEN * self.choosers.len();
        if most <= MOST_REMEMBERED {
            return Ok(());
        }
        let message = "there are too many nights to say whom these players chose in each";
        let fix = format!("nights times players at most {}", MOST_REMEMBERED / MOST_CHOSEN);
        Err(vec![Diagnostic::unsupported("deduce/case/choices", message).fix(fix)])
    }
}
