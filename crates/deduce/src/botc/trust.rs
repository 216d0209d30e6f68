//! How far somebody's word is believed.

use gaslamp_core::{Diagnostic, Seat};

use super::case::Case;

/// How far what a player claims is believed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trust {
    /// It is true, as what one's own ability says: the player believes it.
    Certain,
    /// It is what the player believes if the player is good.
    Trusted,
    /// It is what the player believes, if good, with this chance.
    Uncertain(f64),
    /// It is ignored; or it is what the player believes, if good, with this chance below one half.
    Distrusted(Option<f64>),
}

impl Trust {
    /// Reads `certain`, `trusted`, `distrusted`, or a chance from 0 to 1, or in percent: `0.7`, `70%`. Below one half a chance is distrust.
    ///
    /// # Errors
    /// What else was written.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let chance = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
            None => text.parse::<f64>(),
        };
        match (text, chance) {
            ("certain", _) => Ok(Self::Certain),
            ("trusted", _) => Ok(Self::Trusted),
            ("distrusted", _) => Ok(Self::Distrusted(None)),
            (_, Ok(chance)) if (0.5..=1.0).contains(&chance) => Ok(Self::Uncertain(chance)),
            (_, Ok(chance)) if (0.0..0.5).contains(&chance) => Ok(Self::Distrusted(Some(chance))),
            _ => Err(Diagnostic::new("deduce/trust", format!("`{text}` is no trust"))
                .fix("certain, trusted, distrusted, or a chance such as 0.7")),
        }
    }

    /// The trust in words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Certain => "certain".to_owned(),
            Self::Trusted => "trusted".to_owned(),
            Self::Uncertain(chance) => format!("uncertain ({chance})"),
            Self::Distrusted(None) => "distrusted, ignored".to_owned(),
            Self::Distrusted(Some(chance)) => format!("distrusted ({chance})"),
        }
    }

    /// How likely the player is honest if good; nothing if that is not asked.
    pub(super) fn honesty(self) -> Option<f64> {
        match self {
            Self::Trusted => Some(1.0),
            Self::Uncertain(chance) => Some(chance),
            Self::Distrusted(chance) => chance,
            Self::Certain => None,
        }
    }

    /// The case in which this seat's word is certain, or not heard at all, if that is the trust.
    pub(super) fn apply(self, case: &mut Case, seat: Seat) {
        match self {
            Self::Certain => case.known = case.known.with(seat),
            Self::Distrusted(None) => silence(case, seat),
            Self::Trusted | Self::Uncertain(_) | Self::Distrusted(Some(_)) => {}
        }
    }
}

/// The seat has said nothing.
pub(super) fn silence(case: &mut Case, seat: Seat) {
    let player = &mut case.players[seat.index()];
    player.claims.clear();
    player.says.clear();
}
