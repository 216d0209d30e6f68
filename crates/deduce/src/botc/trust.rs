//! How far a player's word is believed.

use gaslamp_core::{Diagnostic, Seat};

use super::case::Case;

/// How far a player's claims are believed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trust {
    /// The player says what they believe, as one does oneself.
    Certain,
    /// The player says what they believe if they are good.
    Trusted,
    /// The player says what they believe, if good, with this probability.
    Uncertain(f64),
    /// Claims are ignored; or the player says what they believe, if good, with this probability, which is below one half.
    Distrusted(Option<f64>),
}

impl Trust {
    /// Reads `certain`, `trusted`, `distrusted`, or a probability from 0 to 1 or in percent: `0.7`, `70%`. One below one half is distrust.
    ///
    /// # Errors
    /// The text is none of these.
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
            _ => Err(Diagnostic::new("deduce/trust", format!("`{text}` is not a level of trust"))
                .fix("certain, trusted, distrusted, or a probability such as 0.7")),
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

    /// How likely the player is to be honest if good; `None` if claims are certain or ignored.
    pub(super) fn honesty(self) -> Option<f64> {
        match self {
            Self::Trusted => Some(1.0),
            Self::Uncertain(chance) => Some(chance),
            Self::Distrusted(chance) => chance,
            Self::Certain => None,
        }
    }

    /// The case in which this seat's word is certain, or removed, if that is the level of trust.
    pub(super) fn apply(self, case: &mut Case, seat: Seat) {
        match self {
            Self::Certain => case.known = case.known.with(seat),
            Self::Distrusted(None) => silence(case, seat),
            Self::Trusted | Self::Uncertain(_) | Self::Distrusted(Some(_)) => {}
        }
    }
}

/// The case in which the seat has said nothing.
pub(super) fn silence(case: &mut Case, seat: Seat) {
    let player = &mut case.players[seat.index()];
    player.claims.clear();
    player.says.clear();
}
