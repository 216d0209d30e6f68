//! Whether a bag is legal, and what would make it so.
//!
//! Accepts who draws what, in any order and however wrong; emits every broken rule as a [`Breach`], and the
//! single [`Change`]s after which no rule is broken, or at least one fewer. Deals are judged by the same
//! rules.

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_core::{Diagnostic, Rule};

use super::bag_space::{Bag, changes_unknown, undrawn, unsupported, wrong_players};
use super::cast::Dealing;
use super::refusals;
use super::script::Script;
use super::setup_rules::{
    base_counts, dealing, is_changed_by_token, minion_count, most_copies, outsider_counts, shown_teams,
    tokens_shown,
};
use super::state::SEATS;
use crate::characters::{Character, CharacterSet, Team};

/// What a player draws from the bag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Draw {
    /// The player's character.
    pub role: Character,
    /// The token they draw, if given. If not, it is their own or, for a player who does not know their own
    /// character, any that the rules allow.
    pub token: Option<Character>,
}

/// What bags are judged by.
#[derive(Clone, Debug)]
pub struct BagRules {
    title: String,
    characters: CharacterSet,
    size: TableSize,
}

#[derive(Clone, Copy, Debug)]
enum TableSize {
    /// As many players as there are draws.
    OfTheBag,
    Players(usize),
    /// The numbers of Townsfolk, Outsiders, Minions and Demons before characters change them.
    Counts([usize; 4]),
}

/// A rule that a bag breaks.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The id of the rule.
    pub rule: &'static Rule,
    /// The draw that breaks it, if a single one is to blame.
    pub draw: Option<usize>,
    /// The rule in words, and how it is broken.
    pub problem: Diagnostic,
}

/// One change of a bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Take this draw out.
    Drop(usize),
    /// Put this one in.
    Add(Draw),
    /// Replace this draw by that one.
    Replace(usize, Draw),
}

/// What single changes achieve for an illegal bag.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// Those after which the bag is legal.
    pub whole: Vec<Change>,
    /// For each breach, those that remove it and make nothing else worse; only if no single change makes the
    /// bag legal.
    pub single: Vec<Vec<Change>>,
}

impl BagRules {
    /// The rules for bags of this script, whatever their size.
    #[must_use]
    pub fn new(script: &Script) -> Self {
        Self::of_script(script.name(), script.set(), TableSize::OfTheBag)
    }

    /// The same for a table of that many players.
    #[must_use]
    pub fn players(self, players: usize) -> Self {
        Self { size: TableSize::Players(players), ..self }
    }

    /// The same for these numbers of Townsfolk, Outsiders, Minions and Demons, which characters may change.
    #[must_use]
    pub fn counts(self, counts: [usize; 4]) -> Self {
        Self { size: TableSize::Counts(counts), ..self }
    }

    /// The rules for a deal at a table that has been checked.
    pub(super) fn of_table(characters: CharacterSet, counts: [usize; 4]) -> Self {
        Self::of_script("the script", characters, TableSize::Counts(counts))
    }

    fn of_script(title: &str, characters: CharacterSet, size: TableSize) -> Self {
        let playable = CharacterSet::GOOD.or(CharacterSet::EVIL);
        Self { title: title.to_owned(), characters: characters.and(playable), size }
    }

    /// The number of players if this is the bag.
    #[must_use]
    pub fn players_of(&self, draws: &[Draw]) -> usize {
        match self.size {
            TableSize::OfTheBag => draws.len(),
            TableSize::Players(players) => players,
            TableSize::Counts(counts) => counts.iter().sum(),
        }
    }

    fn base_of(&self, draws: &[Draw]) -> Option<[usize; 4]> {
        match self.size {
            TableSize::Counts(counts) => Some(counts),
            TableSize::OfTheBag | TableSize::Players(_) => base_counts(self.players_of(draws)),
        }
    }

    /// Every rule that these draws break; none if the bag is legal.
    #[must_use]
    pub fn breaches(&self, draws: &[Draw]) -> Vec<Breach> {
        let mut found = Vec::new();
        self.check_size(draws, &mut found);
        check_twice(draws, &mut found);
        self.check_script(draws, &mut found);
        self.check_counts(draws, &mut found);
        self.check_tokens(draws, &mut found);
        found
    }

    fn check_size(&self, draws: &[Draw], found: &mut Vec<Breach>) {
        let players = self.players_of(draws);
        if self.base_of(draws).is_none() {
            let problem = wrong_players(players);
            found.push(Breach { rule: &refusals::SETUP_PLAYERS, draw: None, problem });
        }
        if draws.len() != players {
            let in_the_bag = draws.len();
            let message = format!("{in_the_bag} in the bag but {players} at the table; everyone draws one");
            found.push(breach(&refusals::DEAL_SIZE, None, message));
        }
    }

    fn check_script(&self, draws: &[Draw], found: &mut Vec<Breach>) {
        for (index, role) in draws.iter().map(|draw| draw.role).enumerate() {
            if role.team() > Team::Demon {
                let message =
                    format!("the {} is a {} and never in the bag", role.name(), role.team().title());
                found.push(breach(&refusals::DEAL_SCRIPT, Some(index), message));
            } else if !self.characters.contains(role) {
                let message = format!("the {} is not on {}", role.name(), self.title);
                found.push(breach(&refusals::DEAL_SCRIPT, Some(index), message));
            }
        }
    }

    fn check_counts(&self, draws: &[Draw], found: &mut Vec<Breach>) {
        if let Some(most) = draws.iter().map(|draw| draw.role).find(|role| dealing(*role) == Dealing::ToMost)
        {
            return check_majority(draws, most, found);
        }
        let mut is_known = true;
        for (index, draw) in draws.iter().enumerate().filter(|(_, draw)| dealing(draw.role) == Dealing::Never)
        {
            is_known = false;
            let problem = undrawn(draw.role);
            found.push(Breach { rule: &refusals::SETUP_UNSUPPORTED, draw: Some(index), problem });
        }
        for (index, draw) in draws.iter().enumerate().filter(|(_, draw)| changes_unknown(draw.role)) {
            is_known = false;
            let problem = unsupported(draw.role);
            found.push(Breach { rule: &refusals::SETUP_UNSUPPORTED, draw: Some(index), problem });
        }
        let Some(base) = self.base_of(draws).filter(|_| is_known) else { return };
        let in_play: Vec<Character> = roles(draws).iter().collect();
        let (outsiders, outsiders_wanted) = self.outsiders(base[1], draws);
        let minions_wanted = vec![minion_count(base[2], &in_play)];
        let count = |team| count_team(draws, team);
        let teams = [
            (Team::Demon, &refusals::DEAL_DEMONS, count(Team::Demon), vec![base[3]]),
            (Team::Minion, &refusals::DEAL_MINIONS, count(Team::Minion), minions_wanted),
            (Team::Outsider, &refusals::DEAL_OUTSIDERS, outsiders, outsiders_wanted),
        ];
        for (team, rule, count, wanted) in teams {
            if wanted.contains(&count) {
                continue;
            }
            // If there is one too many, the last is to blame; if there are too few, the whole bag is.
            let is_too_many = wanted.iter().all(|&wanted| count > wanted);
            let last = draws.iter().rposition(|draw| draw.role.team() == team);
            let message = self.wrong_count(draws, team, count, &wanted);
            found.push(breach(rule, last.filter(|_| is_too_many), message));
        }
    }

    /// The number of Outsiders that these draws count for, and the numbers that they allow. Where the token
    /// that would count is not given, it is one with which the numbers fit.
    fn outsiders(&self, base: usize, draws: &[Draw]) -> (usize, Vec<usize>) {
        let mut counted = vec![draws.iter().map(|draw| draw.role).collect::<Vec<_>>()];
        for draw in draws.iter().filter(|draw| is_changed_by_token(draw.role)) {
            let any = || tokens_shown(draw.role, self.characters, taken_from(draws, *draw));
            let tokens = draw.token.map_or_else(any, CharacterSet::only);
            let with_token = |counted: &Vec<Character>| {
                tokens.iter().map(|token| [&counted[..], &[token]].concat()).collect::<Vec<_>>()
            };
            counted = counted.iter().flat_map(with_token).collect();
        }
        let numbers = |counted: Vec<Character>| {
            let outsiders = counted.iter().filter(|character| character.team() == Team::Outsider).count();
            let in_play: CharacterSet = counted.into_iter().collect();
            (outsiders, outsider_counts(base, &in_play.iter().collect::<Vec<_>>()))
        };
        let mut all: Vec<_> = counted.into_iter().map(numbers).collect();
        let fitting = all.iter().position(|(outsiders, wanted)| wanted.contains(outsiders));
        if all.is_empty() {
            return (count_team(draws, Team::Outsider), vec![base]);
        }
        all.swap_remove(fitting.unwrap_or(0))
    }

    /// "1 Outsider; 7 players with the Baron have 2".
    fn wrong_count(&self, draws: &[Draw], team: Team, count: usize, wanted: &[usize]) -> String {
        let changes = |character: &Character| match team {
            Team::Outsider => outsider_counts(1, &[*character]) != [1],
            Team::Minion => minion_count(1, &[*character]) != 1,
            _ => false,
        };
        let changers: Vec<&str> = roles(draws).iter().filter(changes).map(Character::name).collect();
        let with = if changers.is_empty() {
            String::new()
        } else {
            format!(" with the {}", changers.join(" and the "))
        };
        let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        let count = members(count, team);
        format!("{count}; {} players{with} have {}", self.players_of(draws), wanted.join(" or "))
    }

    /// Everyone draws their own token except those who do not know their character: they draw a good token of
    /// the right team that nobody else has, or any Demon token.
    fn check_tokens(&self, draws: &[Draw], found: &mut Vec<Breach>) {
        for (index, draw) in draws.iter().enumerate() {
            if let Some(message) = self.wrong_token(*draw, draws) {
                found.push(breach(&refusals::DEAL_TOKEN, Some(index), message));
            }
        }
    }

    fn wrong_token(&self, draw: Draw, draws: &[Draw]) -> Option<String> {
        let role = draw.role.name();
        let teams = shown_teams(draw.role, self.characters);
        if teams.is_empty() {
            let wrong = draw.token.filter(|token| *token != draw.role)?;
            return Some(format!("the {role} draws the {}, not their own token", wrong.name()));
        }
        let titles = teams.iter().map(|team| team.title()).collect::<Vec<_>>().join(" or ");
        let allowed = self.tokens_for(draw.role, taken_from(draws, draw));
        match draw.token {
            None => allowed.is_empty().then(|| format!("no {titles} token is left for the {role}")),
            Some(token) => {
                let why = match token.team() {
                    _ if allowed.contains(token) => return None,
                    other if !teams.contains(&other) => format!("which is not a {titles}"),
                    _ if roles(draws).contains(token) => "which is in play".to_owned(),
                    _ if taken_from(draws, draw).contains(token) => "which another player draws".to_owned(),
                    _ if self.characters.contains(token) => "which nobody draws".to_owned(),
                    _ => format!("which is not on {}", self.title),
                };
                let wanted = match teams {
                    [Team::Demon] => format!("a {titles} of the script"),
                    _ => format!("a {titles} that is not in play"),
                };
                Some(format!("the {role} draws the {}, {why}; it must be {wanted}", token.name()))
            }
        }
    }

    /// The tokens that a player who does not know their own character may draw; none for anyone else.
    #[must_use]
    pub fn tokens_for(&self, role: Character, in_play: CharacterSet) -> CharacterSet {
        tokens_shown(role, self.characters, in_play)
    }

    /// What single changes achieve for these draws, which break these rules.
    #[must_use]
    pub fn repairs(&self, draws: &[Draw], breaches: &[Breach]) -> Repairs {
        // With more than one draw too many, no single change is enough; this also keeps long inputs cheap.
        if draws.len() > SEATS + 1 || breaches.is_empty() {
            return Repairs::default();
        }
        let tried: Vec<(Change, Vec<Breach>)> = self
            .changes(draws)
            .into_iter()
            .map(|change| (change, self.breaches(&change.made(draws))))
            .collect();
        let those = |is_wanted: &dyn Fn(&[Breach]) -> bool| -> Vec<Change> {
            tried.iter().filter(|(_, left)| is_wanted(left)).map(|(change, _)| *change).collect()
        };
        let whole = those(&|left| left.is_empty());
        let single = if whole.is_empty() {
            breaches.iter().map(|breach| those(&|left| mends(breach, breaches, left))).collect()
        } else {
            Vec::new()
        };
        Repairs { whole, single }
    }

    /// Every single change that leads to another bag of the script, each bag once; those that keep its size
    /// come first.
    fn changes(&self, draws: &[Draw]) -> Vec<Change> {
        let newcomers = || self.characters.iter().map(|role| Draw { role, token: None });
        let replacements = draws.iter().enumerate().flat_map(|(index, draw)| {
            let tokens = self.tokens_for(draw.role, CharacterSet::NONE).iter();
            let retold = tokens.map(|token| Draw { token: Some(token), ..*draw });
            let others = newcomers().filter(|other| other.role != draw.role);
            retold.chain(others).map(move |other| Change::Replace(index, other)).collect::<Vec<_>>()
        });
        let drops = (0..draws.len()).map(Change::Drop);
        let mut bags = BTreeSet::new();
        replacements
            .chain(drops)
            .chain(newcomers().map(Change::Add))
            .filter(|change| {
                let mut bag = change.made(draws);
                bag.sort_unstable();
                bags.insert(bag)
            })
            .collect()
    }
}

/// Most players must have this character, and all others be good.
fn check_majority(draws: &[Draw], most: Character, found: &mut Vec<Breach>) {
    let holders = draws.iter().filter(|draw| draw.role == most).count();
    if holders * 2 <= draws.len() {
        let message = format!("{holders} of {} players have {}; most must", draws.len(), most.name());
        found.push(breach(&refusals::DEAL_DEMONS, None, message));
    }
    let others = draws.iter().enumerate().filter(|(_, draw)| draw.role != most);
    for (index, draw) in others.filter(|(_, draw)| CharacterSet::EVIL.contains(draw.role)) {
        let rule =
            if draw.role.team() == Team::Demon { &refusals::DEAL_DEMONS } else { &refusals::DEAL_MINIONS };
        let message = format!("the {} is evil; with {} all others are good", draw.role.name(), most.name());
        found.push(breach(rule, Some(index), message));
    }
}

impl Change {
    /// The draws after the change.
    #[must_use]
    pub fn made(self, draws: &[Draw]) -> Vec<Draw> {
        let mut changed = draws.to_vec();
        match self {
            Self::Drop(index) if index < changed.len() => {
                changed.remove(index);
            }
            Self::Drop(_) => {}
            Self::Add(draw) => changed.push(draw),
            Self::Replace(index, draw) => changed.get_mut(index).into_iter().for_each(|place| *place = draw),
        }
        changed
    }
}

impl Bag {
    /// Who draws what.
    #[must_use]
    pub fn draws(&self) -> Vec<Draw> {
        self.roles.iter().map(|&role| Draw { role, token: self.token_of(role) }).collect()
    }

    /// The token that this character draws instead of its own, if given.
    fn token_of(&self, role: Character) -> Option<Character> {
        self.tokens.iter().find(|(drawer, _)| *drawer == role).map(|&(_, token)| token)
    }

    /// How many characters of the larger of two bags are missing from the other. The same character with
    /// another token counts as different; if one of the bags does not say which token it is, it may be the
    /// same.
    #[must_use]
    pub fn distance(&self, other: &Self) -> usize {
        let differs = |role| match (self.token_of(role), other.token_of(role)) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => false,
        };
        let (mut mine, mut theirs) = (self.roles.as_slice(), other.roles.as_slice());
        let mut common = 0;
        while let (Some((first, my_rest)), Some((second, their_rest))) =
            (mine.split_first(), theirs.split_first())
        {
            if first <= second {
                mine = my_rest;
            }
            if second <= first {
                theirs = their_rest;
            }
            common += usize::from(first == second && !differs(*first));
        }
        self.roles.len().max(other.roles.len()) - common
    }
}

/// The number of these draws that are of a team.
#[must_use]
pub fn count_team(draws: &[Draw], team: Team) -> usize {
    draws.iter().filter(|draw| draw.role.team() == team).count()
}

/// The number of a team in words: `2 Outsiders`.
#[must_use]
pub fn members(count: usize, team: Team) -> String {
    let plural = if count == 1 || team == Team::Townsfolk { "" } else { "s" };
    format!("{count} {}{plural}", team.title())
}

fn roles(draws: &[Draw]) -> CharacterSet {
    draws.iter().map(|draw| draw.role).collect()
}

/// The characters in play, and the tokens that others than the player of this draw have drawn.
fn taken_from(draws: &[Draw], own: Draw) -> CharacterSet {
    let others = draws.iter().filter(|draw| draw.role != own.role);
    roles(draws).or(others.filter_map(|draw| draw.token).collect())
}

fn check_twice(draws: &[Draw], found: &mut Vec<Breach>) {
    let mut before: BTreeMap<Character, usize> = BTreeMap::new();
    for (index, role) in draws.iter().map(|draw| draw.role).enumerate() {
        let times = before.entry(role).or_default();
        *times += 1;
        let message = match most_copies(role) {
            // Whoever is never dealt is refused for that.
            0 => continue,
            most if *times <= most => continue,
            1 => format!("the {} is in the bag twice; every character can be in play only once", role.name()),
            most => format!("the {} is in the bag more than {most} times", role.name()),
        };
        found.push(breach(&refusals::DEAL_TWICE, Some(index), message));
    }
}

fn breach(rule: &'static Rule, draw: Option<usize>, message: String) -> Breach {
    Breach { rule, draw, problem: Diagnostic::illegal(rule.id, message) }
}

/// Whether this breach is gone, and everything that is left was there before.
fn mends(breach: &Breach, before: &[Breach], after: &[Breach]) -> bool {
    let times = |breaches: &[Breach], this: &Breach| {
        breaches.iter().filter(|other| other.problem.message == this.problem.message).count()
    };
    times(after, breach) < times(before, breach)
        && after.iter().all(|left| times(after, left) <= times(before, left))
}
