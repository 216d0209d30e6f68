//! A script: the characters that may be in a game, and the order in which they wake.

use gaslamp_core::diagnostic::tell_support_once;
use gaslamp_core::printable::is_unseen;
use gaslamp_core::{Diagnostic, Rng, Seats};

use super::cast::FalseIdentity;
use super::day::DayVerb;
use super::hooks::{Hook, Hooks};
use super::registration::is_of_team;
use super::{cast, playable_words};
use crate::characters::{Character, CharacterSet, Team, trouble_brewing_order};

/// Rules of one table alone, as puzzles state them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// The character whose player can die only by execution.
    pub stormcaught: Option<Character>,
    /// Whether the Drunk, told something false, counts among those whose ability went wrong.
    pub counts_drunk: bool,
    /// With fewer good players alive, a Demon that most players have has won.
    pub fewest_good: u8,
}

impl HouseRules {
    /// Those of everybody.
    pub const NONE: Self = Self { stormcaught: None, counts_drunk: false, fewest_good: 2 };
}

/// The characters that may be in a game, each once, and the script's own night order if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    name: String,
    characters: Vec<Character>,
    own_order: OwnOrder,
}

/// A script's own order of the first night and of the other nights; a missing one is the global order.
pub type OwnOrder = [Option<Vec<Step>>; 2];

/// A point in the order of a night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The Minions learn each other and the Demon.
    MinionInfo,
    /// The Demon learns the Minions and three bluffs.
    DemonInfo,
    /// Players who have, or think they have, this character's ability.
    Character(Character),
}

impl Step {
    /// The step with this name in a night order; dusk and dawn are not steps.
    ///
    /// # Errors
    /// When there is no such step.
    pub fn read(word: &str) -> Result<Option<Self>, Diagnostic> {
        match word.to_ascii_lowercase().as_str() {
            "dusk" | "dawn" => Ok(None),
            "minioninfo" => Ok(Some(Self::MinionInfo)),
            "demoninfo" => Ok(Some(Self::DemonInfo)),
            _ => Character::read(word).map(|character| Some(Self::Character(character))).ok_or_else(|| {
                Diagnostic::new("botc/script/order", format!("unknown name `{word}` in a night order"))
            }),
        }
    }

    /// The word of a night order.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::MinionInfo => "minioninfo",
            Self::DemonInfo => "demoninfo",
            Self::Character(character) => character.facts().id,
        }
    }
}

fn title(name: impl Into<String>) -> String {
    name.into().replace(is_unseen, " ")
}

impl Script {
    /// The built-in editions: short name, title.
    pub const BUILT_IN: [(&'static str, &'static str); 3] =
        [("tb", "Trouble Brewing"), ("snv", "Sects & Violets"), ("bmr", "Bad Moon Rising")];

    /// A script of these characters; duplicates count once. Control characters and the like in its title
    /// become spaces, since it is written into lines of other texts.
    #[must_use]
    pub fn new(name: impl Into<String>, characters: impl IntoIterator<Item = Character>) -> Self {
        let mut characters: Vec<Character> = characters.into_iter().collect();
        characters.sort_unstable();
        characters.dedup();
        Self { name: title(name), characters, own_order: [None, None] }
    }

    /// A script of random characters that can be played together, as many of each team as an edition has.
    #[must_use]
    pub fn random(rng: &mut Rng) -> Self {
        const SIZES: [(Team, usize); 4] =
            [(Team::Townsfolk, 13), (Team::Outsider, 4), (Team::Minion, 4), (Team::Demon, 4)];
        let mut script = Self::new("Random", []);
        for (team, size) in SIZES {
            let mut members: Vec<Character> = Character::all().filter(|one| one.team() == team).collect();
            rng.shuffle(&mut members);
            for character in members.into_iter().filter(|one| cast::ability(*one).is_some()) {
                let more = Self::new("Random", script.characters.iter().copied().chain([character]));
                if script.team(team).count() < size && more.jinx_problems().is_empty() {
                    script = more;
                }
            }
        }
        script
    }

    /// The same script with a night order of its own.
    #[must_use]
    pub fn with_order(mut self, order: OwnOrder) -> Self {
        self.own_order = order;
        self
    }

    /// The same script under another title.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = title(name);
        self
    }

    /// A built-in edition by its short name or its title, without its Travellers.
    #[must_use]
    pub fn built_in(named: &str) -> Option<Self> {
        let is_named = |(name, title): &(&str, &str)| {
            name.eq_ignore_ascii_case(named) || title.eq_ignore_ascii_case(named)
        };
        let (edition, title) = Self::BUILT_IN.into_iter().find(is_named)?;
        let plays =
            |character: &Character| character.facts().edition == edition && character.team() <= Team::Demon;
        let script = Self::new(title, Character::all().filter(plays));
        if edition != "tb" {
            return Some(script);
        }
        let printed = |words: &[&str]| Some(words.iter().filter_map(|word| Step::read(word).ok()?).collect());
        Some(script.with_order(trouble_brewing_order().map(printed)))
    }

    /// Its title.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its characters, by team and id.
    #[must_use]
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// Its characters of one team.
    pub fn team(&self, team: Team) -> impl Iterator<Item = Character> {
        self.characters.iter().copied().filter(move |character| character.team() == team)
    }

    /// Its own night order, if it has one for any night.
    #[must_use]
    pub fn own_order(&self) -> Option<&OwnOrder> {
        Some(&self.own_order).filter(|nights| nights.iter().any(Option::is_some))
    }

    /// The short name, if this is an unchanged built-in edition.
    #[must_use]
    pub fn short_name(&self) -> Option<&'static str> {
        let is_this = |short: &&str| {
            Self::built_in(short).is_some_and(|built_in| {
                built_in.characters == self.characters && built_in.own_order == self.own_order
            })
        };
        Self::BUILT_IN.map(|(short, _)| short).into_iter().find(|short| is_this(short))
    }

    /// The characters that may be in play, as a set.
    #[must_use]
    pub fn set(&self) -> CharacterSet {
        self.characters.iter().copied().collect()
    }
}

/// A script as a state carries it: plain data, without its title.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayedScript {
    /// The characters that may be in play.
    pub(crate) characters: CharacterSet,
    first: NightOrder,
    other: NightOrder,
    /// The character whose ability each verb of the day belongs to.
    by_day: [Option<Character>; DayVerb::ALL.len()],
    /// What the abilities of its characters have.
    pub(crate) hooks: Hooks,
    /// The characters whose abilities somebody may have all at once.
    pub(crate) united: CharacterSet,
    /// Rules of this table alone.
    pub(crate) house: HouseRules,
    /// Whose choices at night are remembered, since something is said about them; nobody's in play.
    pub(crate) choices_remembered: Seats,
}

impl PlayedScript {
    /// The part of a script that a state carries.
    ///
    /// # Errors
    /// Every character that cannot be played yet, or a script that is too long.
    pub(crate) fn new(script: &Script) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = script.order_problems();
        let unsupported =
            script.characters().iter().filter(|character| cast::ability(**character).is_none()).map(
                |character| {
                    let message = format!("the {} cannot be played yet", character.name());
                    let problem = Diagnostic::unsupported("botc/script/unsupported", message);
                    problem.fix(playable_words(character.team()))
                },
            );
        problems.extend(unsupported);
        tell_support_once(&mut problems);
        let orders = [false, true].map(|is_other| NightOrder::new(script, is_other));
        match orders {
            [Some(first), Some(other)] if problems.is_empty() => Ok(Self {
                characters: script.set(),
                first,
                other,
                by_day: by_day(script),
                hooks: hooks(script),
                united: united(script),
                house: HouseRules::NONE,
                choices_remembered: Seats::NONE,
            }),
            [Some(_), Some(_)] => Err(problems),
            _ => {
                let message = format!(
                    "a script can have at most {} characters that wake at night",
                    NightOrder::LONGEST - 2
                );
                problems.push(Diagnostic::unsupported("botc/script/size", message));
                Err(problems)
            }
        }
    }

    /// Whether the ability of some character on it has this.
    #[inline]
    pub(crate) const fn has(&self, hook: Hook) -> bool {
        self.hooks.contains(hook)
    }

    /// The characters of this team, and those that belong to it beside their own.
    pub(crate) fn of_team(&self, team: Team) -> CharacterSet {
        if self.has(Hook::AlsoOfTeam) {
            self.characters.iter().filter(|&character| is_of_team(character, team)).collect()
        } else {
            self.characters.and(CharacterSet::team(team))
        }
    }

    /// What a player of this character thinks they are, if they do not know it; it may come with an ability that
    /// the character unites with others.
    pub(crate) fn false_identity_of(&self, character: Character) -> Option<FalseIdentity> {
        cast::identity_on(character, self.united)
    }

    /// The character whose ability this verb of the day belongs to.
    pub(crate) const fn day_character(&self, verb: DayVerb) -> Option<Character> {
        self.by_day[verb as usize]
    }

    /// The step at this point of a night's order; none at its end.
    pub(crate) fn step(&self, is_first_night: bool, at: u8) -> Option<Step> {
        let order = if is_first_night { &self.first } else { &self.other };
        order.codes[..usize::from(order.len)].get(usize::from(at)).map(|&code| match code {
            MINION_INFO => Step::MinionInfo,
            DEMON_INFO => Step::DemonInfo,
            index => Step::Character(Character::at(usize::from(index)).unwrap_or(Character::FIRST)),
        })
    }
}

/// What the abilities of a script have.
fn hooks(script: &Script) -> Hooks {
    script.characters().iter().map(|character| cast::hooks(*character)).fold(Hooks::NONE, Hooks::or)
}

/// The characters whose abilities somebody on a script may have all at once.
fn united(script: &Script) -> CharacterSet {
    let of = |character: &Character| cast::united_by(*character, script.set());
    script.characters().iter().map(of).fold(CharacterSet::NONE, CharacterSet::or)
}

/// The first character of a script for each verb of the day.
fn by_day(script: &Script) -> [Option<Character>; DayVerb::ALL.len()] {
    DayVerb::ALL.map(|verb| {
        let has_verb = |character: &Character| cast::of(*character).day.is_some_and(|day| day.verb == verb);
        script.characters().iter().copied().find(has_verb)
    })
}

/// A night's steps, a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NightOrder {
    len: u8,
    codes: [u8; Self::LONGEST],
}

const MINION_INFO: u8 = 254;
const DEMON_INFO: u8 = 255;

impl NightOrder {
    const LONGEST: usize = 40;

    fn new(script: &Script, is_other: bool) -> Option<Self> {
        let steps = script.night_order(is_other);
        let mut order = Self { len: u8::try_from(steps.len()).ok()?, codes: [0; Self::LONGEST] };
        for (at, step) in steps.into_iter().enumerate() {
            *order.codes.get_mut(at)? = match step {
                Step::MinionInfo => MINION_INFO,
                Step::DemonInfo => DEMON_INFO,
                Step::Character(character) => character.index() as u8,
            };
        }
        Some(order)
    }
}

/// More than any position in the global order.
const AFTER_ALL: u16 = 1000;

/// When evil players learn about each other, in the global order of the first night.
const MINION_INFO_PLACE: u16 = 19;
const DEMON_INFO_PLACE: u16 = 23;

impl Script {
    /// Who wakes in first or other nights, in order: the script's own order if it has one, otherwise the
    /// global one; characters that the script's own order omits come after it, in global order. Other nights
    /// end with the characters that only wake on the first night, for players who become one later.
    #[must_use]
    pub fn night_order(&self, is_other: bool) -> Vec<Step> {
        let own = self.own_order[usize::from(is_other)].iter().flatten();
        let mut steps: Vec<Step> = own.copied().filter(|step| self.has_step(*step)).collect();
        let mut global: Vec<(u16, Step)> = self
            .characters()
            .iter()
            .filter_map(|&character| {
                let facts = character.facts();
                let place = if is_other { facts.other_night } else { facts.first_night };
                let late = facts.first_night.filter(|_| is_other).map(|place| place + AFTER_ALL);
                Some((place.or(late)?, Step::Character(character)))
            })
            .collect();
        if !is_other {
            global.extend([(MINION_INFO_PLACE, Step::MinionInfo), (DEMON_INFO_PLACE, Step::DemonInfo)]);
        }
        global.sort_by_key(|(place, _)| *place);
        for (_, step) in global {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    fn has_step(&self, step: Step) -> bool {
        match step {
            Step::Character(character) => self.characters.contains(&character),
            Step::MinionInfo | Step::DemonInfo => true,
        }
    }

    /// The pairs of characters that have a jinx which cannot be played yet (rule book of the cast, M16).
    pub(crate) fn jinx_problems(&self) -> Vec<Diagnostic> {
        let unbuilt = |one: Character| {
            let jinxed = cast::ability(one).map_or(&[][..], |ability| ability.unbuilt_jinxes).iter();
            jinxed.filter(|other| self.characters.contains(other)).map(move |other| (one, *other))
        };
        let refuse = |(one, other): (Character, Character)| {
            let message =
                format!("the jinx of the {} and the {} cannot be played yet", one.name(), other.name());
            Diagnostic::unsupported("botc/script/jinx", message).fix("leave one of the two out of the script")
        };
        self.characters.iter().copied().flat_map(unbuilt).map(refuse).collect()
    }

    /// A night order names every step once, and the evil team is informed on the first night only.
    fn order_problems(&self) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (night, steps) in ["first", "other"].into_iter().zip(&self.own_order) {
            let steps = steps.as_deref().unwrap_or_default();
            for (at, step) in steps.iter().enumerate() {
                let word = step.word();
                if steps[..at].contains(step) {
                    let message = format!("`{word}` is listed twice in the order of the {night} night");
                    problems.push(Diagnostic::illegal("botc/script/order-twice", message));
                }
                if night == "other" && matches!(step, Step::MinionInfo | Step::DemonInfo) {
                    let message = format!("`{word}` is for the first night only");
                    problems.push(Diagnostic::illegal("botc/script/order-night", message));
                }
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_names_everybody_once_and_evil_only_on_the_first_night() {
        let steps =
            |words: &[&str]| words.iter().filter_map(|word| Step::read(word).expect("a step")).collect();
        let order = |first: &[&str], other: &[&str]| {
            let order = [first, other].map(|words| Some(steps(words)));
            let script = Script::built_in("tb").expect("an edition").with_order(order);
            let problems = PlayedScript::new(&script).err().unwrap_or_default();
            problems.iter().map(|problem| problem.id).collect::<Vec<_>>()
        };
        assert_eq!(order(&["dusk", "spy", "empath"], &["imp", "dawn"]), Vec::<&str>::new());
        assert_eq!(order(&["empath", "empath"], &["imp"]), ["botc/script/order-twice"]);
        assert_eq!(
            order(&[], &["imp", "demoninfo", "imp"]),
            ["botc/script/order-night", "botc/script/order-twice"]
        );
    }
}
