//! The rules that a formula is made of, each with a name and words, so that a verdict can say which of them stand against it.

/// A rule of the game as far as grimoires show it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CheckRule {
    /// Its stable name.
    pub id: &'static str,
    /// In words.
    pub says: &'static str,
}

const fn rule(id: &'static str, says: &'static str) -> CheckRule {
    CheckRule { id, says }
}

pub(crate) const CHARACTERS: CheckRule = rule(
    "botc/check/characters",
    "every player has one character of the script, and no character is in play twice",
);
pub(crate) const TOKENS: CheckRule = rule("botc/check/tokens", "each token lies at a seat once at most");
pub(crate) const FOREIGN_TOKENS: CheckRule =
    rule("botc/check/foreign-tokens", "tokens are those of characters of Trouble Brewing");
pub(crate) const BLUFFS: CheckRule = rule(
    "botc/check/bluffs",
    "the Demon is told three good characters at most, that are not in play, not even as the token of the Drunk",
);
pub(crate) const DRUNK_TOKEN: CheckRule =
    rule("botc/check/drunk", "the Drunk has the token of a Townsfolk who is not in play");
pub(crate) const TEAMS: CheckRule = rule(
    "botc/check/teams",
    "the number of players says how many of each team are in play; a Baron turns two Townsfolk into Outsiders",
);
pub(crate) const TIME: CheckRule = rule(
    "botc/check/time",
    "everything has its time: whoever wakes earlier has acted before, and nothing happens once the game is over",
);
pub(crate) const RED_HERRING: CheckRule = rule(
    "botc/check/red-herring",
    "before the first night a Fortune Teller has one red herring, a good player or the Spy, and nobody else has one",
);
pub(crate) const POISONER: CheckRule = rule(
    "botc/check/poisoner",
    "a living Poisoner poisons one player every night, until dusk or his own end, and nobody else poisons",
);
pub(crate) const PAIR: CheckRule = rule(
    "botc/check/pair",
    "a Washerwoman, Librarian or Investigator learns of two different players in the first night; if sober and healthy, the first registers as such a character",
);
pub(crate) const BUTLER: CheckRule =
    rule("botc/check/butler", "a living Butler has one master, another player, and nobody else has a master");
pub(crate) const MONK: CheckRule = rule(
    "botc/check/monk",
    "a living, sober and healthy Monk protects one other player, each night but the first and until dawn",
);
pub(crate) const IMP: CheckRule = rule(
    "botc/check/imp",
    "at night, but not in the first, only an Imp kills, one player each, whom neither the Monk nor a Soldier's own ability protects",
);
pub(crate) const MAYOR: CheckRule = rule("botc/check/mayor", "another living player may die for a Mayor");
pub(crate) const HEIR: CheckRule = rule(
    "botc/check/heir",
    "an Imp that kills itself makes a living Minion the Imp; a Scarlet Woman takes over if five or more lived",
);
pub(crate) const SLAYER: CheckRule = rule(
    "botc/check/slayer",
    "a living Slayer shoots once; sober and healthy he kills a Demon, or a Recluse",
);
pub(crate) const SHOTS: CheckRule = rule(
    "botc/check/shots",
    "by day each player may shoot once in a game, as the Slayer or pretending to be, if the script has a Slayer",
);
pub(crate) const EXECUTION: CheckRule = rule(
    "botc/check/execution",
    "by day one living player at most is executed, which ends the day; who nominates a sober and healthy Virgin first is, if a Townsfolk",
);
pub(crate) const NOMINATIONS: CheckRule = rule(
    "botc/check/nominations",
    "in the evening each living player nominates once at most, and each player is nominated once at most",
);
pub(crate) const VOTES: CheckRule = rule(
    "botc/check/votes",
    "the living vote, and each of the dead once in a game; each votes once on a nominee, before anybody else is nominated",
);
pub(crate) const CHOICES: CheckRule = rule(
    "botc/check/choices",
    "players choose at night by their ability, and where they are sober and healthy it does what they chose",
);
pub(crate) const INFORMATION: CheckRule = rule(
    "botc/check/information",
    "an ability tells things of its own kind; the sober and healthy hear what is true as players register, others hear anything",
);
