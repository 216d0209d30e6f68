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
pub(crate) const TOKENS: CheckRule = rule("botc/check/tokens", "no player has the same token twice");
pub(crate) const FOREIGN_TOKENS: CheckRule =
    rule("botc/check/foreign-tokens", "all tokens belong to characters of Trouble Brewing");
pub(crate) const BLUFFS: CheckRule = rule(
    "botc/check/bluffs",
    "the Demon's bluffs are at most three good characters that are not in play, not even as the Drunk's token",
);
pub(crate) const DRUNK_TOKEN: CheckRule =
    rule("botc/check/drunk", "the Drunk has the token of a Townsfolk who is not in play");
pub(crate) const TEAMS: CheckRule = rule(
    "botc/check/teams",
    "the number of players decides how many of each team are in play; a Baron replaces two Townsfolk with Outsiders",
);
pub(crate) const TIME: CheckRule = rule(
    "botc/check/time",
    "everything happens in its order: whoever wakes earlier acts first, and nothing happens once the game is over",
);
pub(crate) const RED_HERRING: CheckRule = rule(
    "botc/check/red-herring",
    "before the first night a Fortune Teller has one red herring, a good player or the Spy, and nobody else has one",
);
pub(crate) const POISONER: CheckRule = rule(
    "botc/check/poisoner",
    "a living Poisoner poisons one player every night, until dusk or until the Poisoner dies, and nobody else poisons",
);
pub(crate) const PAIR: CheckRule = rule(
    "botc/check/pair",
    "a Washerwoman, Librarian or Investigator learns about two different players on the first night; if the learner is sober and healthy, the first of them registers as the character named",
);
pub(crate) const BUTLER: CheckRule =
    rule("botc/check/butler", "a living Butler has one master, another player, and nobody else has a master");
pub(crate) const MONK: CheckRule = rule(
    "botc/check/monk",
    "a living, sober and healthy Monk protects one other player, every night but the first, until dawn",
);
pub(crate) const IMP: CheckRule = rule(
    "botc/check/imp",
    "only an Imp kills at night, never on the first, one player at a time, who is protected neither by the Monk nor by being the Soldier",
);
pub(crate) const MAYOR: CheckRule =
    rule("botc/check/mayor", "another living player may die instead of a Mayor");
pub(crate) const HEIR: CheckRule = rule(
    "botc/check/heir",
    "an Imp that kills itself makes a living Minion the Imp; a Scarlet Woman becomes the Imp if five or more players were alive",
);
pub(crate) const SLAYER: CheckRule = rule(
    "botc/check/slayer",
    "a living Slayer shoots once; if sober and healthy, the shot kills a Demon, or a Recluse",
);
pub(crate) const SHOTS: CheckRule = rule(
    "botc/check/shots",
    "each player may shoot once in a game, by day, as the Slayer or pretending to be, if the script has a Slayer",
);
pub(crate) const EXECUTION: CheckRule = rule(
    "botc/check/execution",
    "at most one living player is executed in a day, which ends it; the first to nominate a sober and healthy Virgin is executed, if a Townsfolk",
);
pub(crate) const NOMINATIONS: CheckRule = rule(
    "botc/check/nominations",
    "in an evening each living player nominates at most once, and each player is nominated at most once",
);
pub(crate) const VOTES: CheckRule = rule(
    "botc/check/votes",
    "the living vote, and each of the dead votes once in a game; everybody votes at most once on a nominee, before anybody else is nominated",
);
pub(crate) const CHOICES: CheckRule = rule(
    "botc/check/choices",
    "players choose at night as their ability says, and if they are sober and healthy it works",
);
pub(crate) const INFORMATION: CheckRule = rule(
    "botc/check/information",
    "an ability tells only its own kind of thing; sober and healthy players hear what is true of how players register, others may hear anything",
);
