//! The reminder tokens of Trouble Brewing, by name: the checker's formula speaks of no others.

use gaslamp_botc::rules::Reminder;

pub(crate) const WASHERWOMAN_TOWNSFOLK: Reminder = Reminder::with_name("washerwoman", "townsfolk");
pub(crate) const WASHERWOMAN_WRONG: Reminder = Reminder::with_name("washerwoman", "wrong");
pub(crate) const LIBRARIAN_OUTSIDER: Reminder = Reminder::with_name("librarian", "outsider");
pub(crate) const LIBRARIAN_WRONG: Reminder = Reminder::with_name("librarian", "wrong");
pub(crate) const INVESTIGATOR_MINION: Reminder = Reminder::with_name("investigator", "minion");
pub(crate) const INVESTIGATOR_WRONG: Reminder = Reminder::with_name("investigator", "wrong");
pub(crate) const RED_HERRING: Reminder = Reminder::with_name("fortuneteller", "red_herring");
pub(crate) const UNDERTAKER_DIED_TODAY: Reminder = Reminder::with_name("undertaker", "died_today");
pub(crate) const MONK_SAFE: Reminder = Reminder::with_name("monk", "safe");
pub(crate) const VIRGIN_NO_ABILITY: Reminder = Reminder::with_name("virgin", "no_ability");
pub(crate) const SLAYER_NO_ABILITY: Reminder = Reminder::with_name("slayer", "no_ability");
pub(crate) const BUTLER_MASTER: Reminder = Reminder::with_name("butler", "master");
pub(crate) const POISONER_POISONED: Reminder = Reminder::with_name("poisoner", "poisoned");
pub(crate) const SCARLET_WOMAN_IS_THE_DEMON: Reminder = Reminder::with_name("scarletwoman", "is_the_demon");
pub(crate) const IMP_DEAD: Reminder = Reminder::with_name("imp", "dead");
