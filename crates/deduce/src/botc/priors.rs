//! How likely a bag is before anything is known. Accepts a [`Case`] and a [`Model`], emits weights of roles in play.

use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, CharacterSet, SetupSpace, Wishes};

use super::case::Case;
use super::model::Model;
use super::solve::script;

/// The evil characters of a script that may add Outsiders, such as a Baron.
pub(super) fn adders(script: CharacterSet) -> CharacterSet {
    let adds = |profile: &Profile| profile.setup().outsiders.iter().any(|change| *change > 0);
    Profile::select(script.and(CharacterSet::EVIL), adds)
}

/// How likely a bag is before anything is known.
pub(super) struct Priors {
    adders: CharacterSet,
    /// The weight of a deal with an evil character that may add Outsiders, and of one without.
    changed: f64,
    usual: f64,
}

impl Priors {
    pub(super) fn new(case: &Case, counts: [usize; 4], model: &Model) -> Self {
        let script = script(case);
        let adders = adders(script.set());
        let bags = |without: Vec<Character>| {
            SetupSpace::with_counts(&script, counts, &Wishes { with: Vec::new(), without })
                .map_or(0, |space| space.bags())
        };
        let share = |chance: f64, bags: u64| if bags == 0 { 0.0 } else { chance / bags as f64 };
        match model.changed_bag {
            Some(chance) => {
                let (all, usual) = (bags(Vec::new()), bags(adders.iter().collect()));
                Self { adders, changed: share(chance, all - usual), usual: share(1.0 - chance, usual) }
            }
            None => Self { adders, changed: 1.0, usual: 1.0 },
        }
    }

    /// The weight of a deal with these roles and possibly good ones beside them.
    pub(super) fn of(&self, mut roles: impl Iterator<Item = Character>) -> f64 {
        let is_changed = roles.any(|role| self.adders.contains(role));
        if is_changed { self.changed } else { self.usual }
    }
}
