//! Suppositions that differ only in which of equals is what, taken together: so worlds are counted that nobody could list.
//!
//! Accepts a [`Case`] without lies to weigh, emits [`Pattern`]s: one supposition each, with how many it stands for. Characters are equal
//! if nobody speaks of them and nothing depends on them (see [`Bearing`]); seats are, if nobody speaks of them and nothing happens there.

use std::collections::BTreeMap;

use gaslamp_botc::rules::setup::outsider_counts;
use gaslamp_botc::rules::{Bearing, State, Statement};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use super::case::{Case, Ending, Happening, Saying};
use super::odds::Priors;
use super::suppose::{DRUNK, Guess, LUNATIC, Supposition, guesses, told_fits};

/// The patterns of a case in which whoever looks is this or that.
pub(super) struct Patterns {
    pub(super) groups: Vec<Seats>,
    pub(super) patterns: Vec<Pattern>,
}

/// Suppositions that are all alike.
pub(super) struct Pattern {
    /// One of them.
    pub(super) supposition: Supposition,
    /// How many there are if the tokens of the Drunk are not told apart.
    pub(super) seatings: u128,
    /// How likely they are together before anything is known, against others.
    pub(super) weight: f64,
    /// By group, which characters its seats have: in how many of the seatings each seat of it, and with what weight.
    pub(super) roles: Vec<BTreeMap<Character, Share>>,
    /// Who is in play in all of them.
    pub(super) in_play: CharacterSet,
}

/// A part of the suppositions of a pattern.
#[derive(Clone, Copy, Default)]
pub(super) struct Share {
    pub(super) seatings: f64,
    pub(super) weight: f64,
}

/// What a seat may be: a character of its own, or one of equals.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Is(Guess),
    OneOf { class: usize, is_honest: bool },
}

struct Group {
    seats: Vec<Seat>,
    slots: Vec<Slot>,
}

/// Finds the patterns of a case; nothing if there are more than so many, or if characters are there twice or draw tokens that others
/// have.
pub(super) fn patterns(
    case: &Case,
    counts: [usize; 4],
    script: CharacterSet,
    priors: &Priors,
    most: usize,
) -> Option<Vec<Patterns>> {
    if case.duplicate_roles || script.contains(LUNATIC) {
        return None;
    }
    let own: Vec<Option<Guess>> = match case.you {
        Some(you) => guesses(case, you).into_iter().map(Some).collect(),
        None => vec![None],
    };
    let mut left = most;
    let mut all = Vec::new();
    for own in own {
        let found = Search::new(case, counts, script, priors, own, left).run()?;
        left -= found.patterns.len();
        all.push(found);
    }
    Some(all)
}

/// Whom nobody is and whose token nobody has, as a Demon knows who was shown them as bluffs.
pub(super) fn shown_as_bluffs(case: &Case) -> CharacterSet {
    let is_certain =
        |index: usize| case.you == Some(Seat::new(index)) || case.known.contains(Seat::new(index));
    let certain = case.players.iter().enumerate().filter(|(index, _)| is_certain(*index));
    certain.flat_map(|(_, player)| &player.says).fold(CharacterSet::NONE, |shown, said| match said.what {
        Saying::Bluffs(bluffs) => shown.or(bluffs),
        _ => shown,
    })
}

/// What somebody speaks of: by which characters and seats worlds differ.
struct Spoken {
    characters: CharacterSet,
    seats: Seats,
    /// Whether it matters to what is said which team somebody is of, and not only which side.
    of_teams: bool,
}

/// What matters to others of what is said. Whoever is the Drunk may have been told anything, so then that matters to nobody, unless
/// somebody is there of whom more than usual depends.
fn spoken(case: &Case, script: CharacterSet, own: Option<Guess>) -> Spoken {
    let is_idle = |index: usize| {
        let is_drunk = own.is_some_and(|own| own.role == DRUNK) && case.you == Some(Seat::new(index));
        is_drunk && !looks_beside(script)
    };
    let everybody = Seats::first(case.players.len());
    let mut spoken = Spoken { characters: CharacterSet::NONE, seats: Seats::NONE, of_teams: false };
    for (index, player) in case.players.iter().enumerate() {
        if !player.claims.is_empty() {
            spoken.seats = spoken.seats.with(Seat::new(index));
        }
        for said in player.says.iter().filter(|_| !is_idle(index)) {
            match &said.what {
                Saying::Report(report) => {
                    spoken.seats = spoken.seats.or(report.chosen.iter().copied().collect());
                    match report.told {
                        Some(Statement::Pair { holder, wrong, character }) => {
                            spoken.seats = spoken.seats.with(holder).with(wrong);
                            spoken.characters = spoken.characters.with(character);
                        }
                        Some(Statement::Number(_)) => spoken.seats = everybody,
                        Some(Statement::Is(character)) => {
                            spoken.characters = spoken.characters.with(character)
                        }
                        Some(Statement::OneOf(a, b)) => spoken.characters = spoken.characters.with(a).with(b),
                        Some(_) => spoken.of_teams = true,
                        None => {}
                    }
                }
                Saying::Bluffs(bluffs) => spoken.characters = spoken.characters.or(*bluffs),
                Saying::Team { demons, minions } => {
                    spoken.seats = spoken.seats.or(*minions).or(demons.unwrap_or(Seats::NONE));
                    spoken.of_teams = true;
                }
                Saying::Chose { character, .. } | Saying::Became { character, .. } => {
                    spoken.characters = spoken.characters.with(*character);
                }
                Saying::Answered { .. } | Saying::Things { .. } | Saying::Grimoire { .. } => {
                    spoken.seats = everybody;
                    spoken.characters = CharacterSet::GOOD.or(CharacterSet::EVIL);
                }
            }
        }
    }
    for seen in &case.log {
        spoken.seats = spoken.seats.or(match &seen.what {
            Happening::Nominated { by, nominee } | Happening::ExecutedForNominating { by, nominee } => {
                Seats::only(*by).with(*nominee)
            }
            Happening::Shot { by, target, .. } => Seats::only(*by).with(*target),
            Happening::Executed { seat, .. } => Seats::only(*seat),
            Happening::Died(seats) | Happening::Revived(seats) => *seats,
            Happening::Voted(_) | Happening::Nominators(_) => Seats::NONE,
            Happening::Juggled { .. } | Happening::Gossiped { .. } => everybody,
        });
    }
    spoken
}

/// Whether it may matter who sits beside whom, though nobody speaks of it.
fn looks_beside(script: CharacterSet) -> bool {
    script.iter().any(|character| State::bearing(character) == Bearing::Neighbours)
}

/// Whether nothing has happened yet but the first night.
fn is_first_night(case: &Case) -> bool {
    matches!(case.ends, Ending::Night(1) | Ending::Dawn(1) | Ending::Day(1)) && case.log.is_empty()
}

/// The characters, equal ones together.
fn classes(case: &Case, script: CharacterSet, spoken: &Spoken) -> Vec<CharacterSet> {
    let is_first_night = is_first_night(case);
    let is_equal = |character: &Character| {
        let bears_nothing = match State::bearing(*character) {
            Bearing::Nothing => true,
            Bearing::LaterItsSeat | Bearing::Presence => is_first_night,
            Bearing::Seat | Bearing::Neighbours => false,
        };
        bears_nothing && !spoken.characters.contains(*character)
    };
    let equal: CharacterSet = script.iter().filter(is_equal).collect();
    let teams = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].map(CharacterSet::team);
    let sides = [CharacterSet::GOOD, CharacterSet::EVIL];
    let kinds: &[CharacterSet] = if spoken.of_teams { &teams } else { &sides };
    let together = kinds.iter().map(|kind| equal.and(*kind)).filter(|class| !class.is_empty());
    together.chain(script.minus(equal).iter().map(CharacterSet::only)).collect()
}

/// The seats, equal ones together.
fn groups(
    case: &Case,
    script: CharacterSet,
    classes: &[CharacterSet],
    spoken: &Spoken,
    own: Option<Guess>,
) -> Vec<Group> {
    let everybody = Seats::first(case.players.len());
    let spoken = if looks_beside(script) { everybody } else { spoken.seats };
    let single = everybody
        .and(spoken)
        .iter()
        .map(|seat| Group { seats: vec![seat], slots: slots(case, seat, classes, own) });
    let others: Vec<Seat> = everybody.minus(spoken).iter().collect();
    let together =
        others.first().map(|&first| Group { slots: slots(case, first, classes, own), seats: others.clone() });
    single.chain(together).collect()
}

/// What a seat may be. Whoever says nothing may be anything; others are what they say, or one of equals and lie.
fn slots(case: &Case, seat: Seat, classes: &[CharacterSet], own: Option<Guess>) -> Vec<Slot> {
    if let Some(own) = own.filter(|_| case.you == Some(seat)) {
        return vec![Slot::Is(own)];
    }
    let mut slots: Vec<Slot> = Vec::new();
    let says_nothing = case.players[seat.index()].claims.is_empty();
    for guess in guesses(case, seat) {
        let class = classes.iter().position(|class| class.contains(guess.role));
        let slot = match class {
            Some(class) if says_nothing || !guess.is_honest => {
                Slot::OneOf { class, is_honest: guess.is_honest }
            }
            _ => Slot::Is(guess),
        };
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    slots
}

struct Search<'a> {
    case: &'a Case,
    counts: [usize; 4],
    script: CharacterSet,
    priors: &'a Priors,
    /// Those of whom it matters whether they are in play.
    presence: CharacterSet,
    classes: Vec<CharacterSet>,
    groups: Vec<Group>,
    most: usize,
    found: Vec<Pattern>,
    is_too_many: bool,
}

/// How many seats of a group take which of its slots.
type Filling = Vec<usize>;

impl<'a> Search<'a> {
    fn new(
        case: &'a Case,
        counts: [usize; 4],
        script: CharacterSet,
        priors: &'a Priors,
        own: Option<Guess>,
        most: usize,
    ) -> Self {
        let spoken = spoken(case, script, own);
        let classes = classes(case, script, &spoken);
        let groups = groups(case, script, &classes, &spoken, own);
        let is_felt = |character: &Character| State::bearing(*character) == Bearing::Presence;
        let presence = script.iter().filter(is_felt).collect();
        Self {
            case,
            counts,
            script,
            priors,
            presence,
            classes,
            groups,
            most,
            found: Vec::new(),
            is_too_many: false,
        }
    }

    /// All patterns, unless there are too many.
    fn run(mut self) -> Option<Patterns> {
        self.seat_group(0, &mut Vec::new(), shown_as_bluffs(self.case));
        let groups = self.groups.iter().map(|group| group.seats.iter().copied().collect()).collect();
        (!self.is_too_many).then_some(Patterns { groups, patterns: self.found })
    }

    /// Fills the next group in every way.
    fn seat_group(&mut self, at: usize, fillings: &mut Vec<Filling>, taken: CharacterSet) {
        if self.is_too_many {
            return;
        }
        if at == self.groups.len() {
            return self.finish(fillings, taken);
        }
        fillings.push(vec![0; self.groups[at].slots.len()]);
        self.fill(at, 0, self.groups[at].seats.len(), fillings, taken);
        fillings.pop();
    }

    /// Gives the slots from this one on to so many seats of a group.
    fn fill(
        &mut self,
        at: usize,
        slot: usize,
        left: usize,
        fillings: &mut Vec<Filling>,
        taken: CharacterSet,
    ) {
        if left == 0 {
            return self.seat_group(at + 1, fillings, taken);
        }
        let Some(&kind) = self.groups[at].slots.get(slot) else { return };
        self.fill(at, slot + 1, left, fillings, taken);
        for count in 1..=left {
            let taken = match kind {
                Slot::Is(guess) => {
                    if count > 1 || !taken.and(guess.takes()).is_empty() {
                        break;
                    }
                    taken.or(guess.takes())
                }
                Slot::OneOf { .. } => taken,
            };
            fillings[at][slot] = count;
            if !self.is_room(fillings) {
                break;
            }
            self.fill(at, slot + 1, left - count, fillings, taken);
        }
        fillings[at][slot] = 0;
    }

    /// Whether there may be enough characters of every class, and of every side.
    fn is_room(&self, fillings: &[Filling]) -> bool {
        let sizes = self.class_sizes(fillings);
        let evil = self.evil_seats(fillings, &sizes);
        let has_members = sizes.iter().zip(&self.classes).all(|(&size, class)| size <= class.len());
        has_members && evil <= self.counts[2] + self.counts[3]
    }

    fn evil_seats(&self, fillings: &[Filling], sizes: &[usize]) -> usize {
        let of_classes = sizes.iter().zip(&self.classes).filter(|(_, class)| is_evil(**class));
        let of_fixed = self.fixed(fillings).filter(|(_, guess)| CharacterSet::EVIL.contains(guess.role));
        of_classes.map(|(size, _)| size).sum::<usize>() + of_fixed.count()
    }

    fn class_sizes(&self, fillings: &[Filling]) -> Vec<usize> {
        let mut sizes = vec![0; self.classes.len()];
        for (group, filling) in self.groups.iter().zip(fillings) {
            for (slot, count) in group.slots.iter().zip(filling) {
                if let Slot::OneOf { class, .. } = slot {
                    sizes[*class] += count;
                }
            }
        }
        sizes
    }

    /// Seats that are somebody in particular.
    fn fixed<'b>(&'b self, fillings: &'b [Filling]) -> impl Iterator<Item = (Seat, Guess)> + 'b {
        self.groups.iter().zip(fillings).flat_map(|(group, filling)| {
            group.slots.iter().zip(filling).filter_map(|(slot, count)| match slot {
                Slot::Is(guess) if *count > 0 => Some((group.seats[0], *guess)),
                _ => None,
            })
        })
    }

    /// Every choice of characters for these seats.
    fn finish(&mut self, fillings: &[Filling], taken: CharacterSet) {
        let sizes = self.class_sizes(fillings);
        if self.evil_seats(fillings, &sizes) != self.counts[2] + self.counts[3] {
            return;
        }
        let mut bags = vec![Bag { chosen: Vec::new(), ways: 1 }];
        for (class, &size) in self.classes.iter().zip(&sizes) {
            let free = class.minus(taken);
            let choices = if is_evil(*class) { subsets(free, size) } else { by_team(free, size) };
            bags = bags.iter().flat_map(|bag| choices.iter().map(|choice| bag.with(choice))).collect();
        }
        let mut found: Vec<(CharacterSet, Pattern)> = Vec::new();
        for bag in &bags {
            let felt = bag.members().and(self.presence);
            let known = found.iter_mut().find(|(other, _)| *other == felt).map(|(_, pattern)| pattern);
            self.add(fillings, taken, bag, known).map(|pattern| found.push((felt, pattern)));
        }
        self.found.extend(found.into_iter().map(|(_, pattern)| pattern));
        self.is_too_many |= self.found.len() > self.most;
    }

    /// Adds a bag to the pattern that it is one of, or makes a new one.
    fn add(
        &self,
        fillings: &[Filling],
        taken: CharacterSet,
        bag: &Bag,
        known: Option<&mut Pattern>,
    ) -> Option<Pattern> {
        let fixed: Vec<Character> = self.fixed(fillings).map(|(_, guess)| guess.role).collect();
        let tokens = self.tokens(&fixed, taken, bag)?;
        let arrangements: u128 = bag.chosen.iter().map(|choice| factorial(choice.size())).product();
        let seatings = bag.ways * arrangements * self.ways_to_fill(fillings);
        let prior = self.priors.of(fixed.iter().copied().chain(bag.members().iter()));
        let weight = (seatings * tokens) as f64 * prior;
        let in_play = bag
            .chosen
            .iter()
            .fold(fixed.iter().copied().collect(), |set: CharacterSet, choice| set.or(choice.certain()));
        let own = self.roles(fillings, bag, Share { seatings: seatings as f64, weight });
        match known {
            Some(pattern) => {
                pattern.seatings += seatings;
                pattern.weight += weight;
                pattern.in_play = pattern.in_play.and(in_play);
                for (roles, own) in pattern.roles.iter_mut().zip(own) {
                    for (role, share) in own {
                        let sum = roles.entry(role).or_default();
                        sum.seatings += share.seatings;
                        sum.weight += share.weight;
                    }
                }
                None
            }
            None => {
                let chosen = self.representative(fillings, taken, bag)?;
                told_fits(self.case, &chosen).then(|| Pattern {
                    supposition: Supposition::of(&chosen),
                    seatings,
                    weight,
                    roles: own,
                    in_play,
                })
            }
        }
    }

    /// How many tokens the Drunk may have with this bag, or one if there is none to choose; nothing if the bag is not legal.
    fn tokens(&self, fixed: &[Character], taken: CharacterSet, bag: &Bag) -> Option<u128> {
        let of_team = |team: Team| {
            let fixed = fixed.iter().filter(|role| role.team() == team).count();
            fixed + bag.chosen.iter().map(|choice| choice.of_team(team)).sum::<usize>()
        };
        let [_, outsiders, minions, demons] = self.counts;
        let evil: Vec<Character> = (fixed.iter().copied())
            .chain(bag.members().iter())
            .filter(|role| CharacterSet::EVIL.contains(*role))
            .collect();
        let fits = of_team(Team::Minion) == minions
            && of_team(Team::Demon) == demons
            && outsider_counts(outsiders, &evil).contains(&of_team(Team::Outsider));
        let townsfolk = self.script.and(CharacterSet::team(Team::Townsfolk));
        let unused =
            taken.and(townsfolk).len() - fixed.iter().filter(|role| townsfolk.contains(**role)).count();
        let free = townsfolk.len().saturating_sub(of_team(Team::Townsfolk) + unused);
        let tokens = if bag.members().contains(DRUNK) { free } else { 1 };
        (fits && tokens > 0).then_some(tokens as u128)
    }

    fn ways_to_fill(&self, fillings: &[Filling]) -> u128 {
        let of_group = |(group, filling): (&Group, &Filling)| {
            factorial(group.seats.len()) / filling.iter().map(|&count| factorial(count)).product::<u128>()
        };
        self.groups.iter().zip(fillings).map(of_group).product()
    }

    /// One seating of this bag.
    fn representative(&self, fillings: &[Filling], taken: CharacterSet, bag: &Bag) -> Option<Vec<Guess>> {
        let mut left: Vec<Vec<Character>> = bag.chosen.iter().map(Choice::listed).collect();
        let in_play: CharacterSet = left.iter().flatten().copied().collect();
        let townsfolk = self.script.and(CharacterSet::team(Team::Townsfolk));
        let token = townsfolk.minus(taken).minus(in_play).iter().next();
        let mut chosen: Vec<Option<Guess>> = vec![None; self.case.players.len()];
        for (group, filling) in self.groups.iter().zip(fillings) {
            let mut seats = group.seats.iter();
            for (slot, &count) in group.slots.iter().zip(filling) {
                for &seat in seats.by_ref().take(count) {
                    chosen[seat.index()] = Some(match *slot {
                        Slot::Is(guess) => guess,
                        Slot::OneOf { class, is_honest } => {
                            let role = left[class].pop()?;
                            let token = if role == DRUNK { token? } else { role };
                            Guess { role, token, is_honest, weight: 1.0 }
                        }
                    });
                }
            }
        }
        chosen.into_iter().collect()
    }

    /// By group, which characters its seats have, and in what part of this whole each of them.
    fn roles(&self, fillings: &[Filling], bag: &Bag, whole: Share) -> Vec<BTreeMap<Character, Share>> {
        let of_group = |(group, filling): (&Group, &Filling)| {
            let mut roles: BTreeMap<Character, Share> = BTreeMap::new();
            let mut add = |role: Character, part: f64| {
                let sum = roles.entry(role).or_default();
                sum.seatings += whole.seatings * part;
                sum.weight += whole.weight * part;
            };
            for (slot, &count) in group.slots.iter().zip(filling).filter(|(_, count)| **count > 0) {
                let part = count as f64 / group.seats.len() as f64;
                match *slot {
                    Slot::Is(guess) => add(guess.role, part),
                    Slot::OneOf { class, .. } => {
                        bag.chosen[class].shares().for_each(|(role, share)| add(role, part * share));
                    }
                }
            }
            roles
        };
        self.groups.iter().zip(fillings).map(of_group).collect()
    }
}

fn is_evil(class: CharacterSet) -> bool {
    class.minus(CharacterSet::EVIL).is_empty()
}

/// Which characters of each class are in play.
#[derive(Clone)]
struct Bag {
    chosen: Vec<Choice>,
    ways: u128,
}

impl Bag {
    /// Those of whom it is said which they are.
    fn members(&self) -> CharacterSet {
        self.chosen.iter().fold(CharacterSet::NONE, |members, choice| members.or(choice.members))
    }

    fn with(&self, choice: &Choice) -> Self {
        let chosen = self.chosen.iter().cloned().chain([choice.clone()]).collect();
        Self { chosen, ways: self.ways * choice.ways }
    }
}

/// Which characters of a class are in play: these, and so many of some Townsfolk and Outsiders that are all alike.
#[derive(Clone)]
struct Choice {
    members: CharacterSet,
    /// Townsfolk, Outsiders: from these, so many.
    alike: [(CharacterSet, usize); 2],
    ways: u128,
}

impl Choice {
    fn size(&self) -> usize {
        self.members.len() + self.alike.iter().map(|(_, count)| count).sum::<usize>()
    }

    fn of_team(&self, team: Team) -> usize {
        let members = self.members.and(CharacterSet::team(team)).len();
        members
            + match team {
                Team::Townsfolk => self.alike[0].1,
                Team::Outsider => self.alike[1].1,
                _ => 0,
            }
    }

    /// Those who are in play whichever are chosen.
    fn certain(&self) -> CharacterSet {
        let all = self.alike.iter().filter(|(from, count)| from.len() == *count);
        all.fold(self.members, |set, (from, _)| set.or(*from))
    }

    /// One choice of the characters.
    fn listed(&self) -> Vec<Character> {
        let alike = self.alike.iter().flat_map(|(from, count)| from.iter().take(*count));
        self.members.iter().chain(alike).collect()
    }

    /// In how many seatings a seat of the class is whom.
    fn shares(&self) -> impl Iterator<Item = (Character, f64)> + '_ {
        let size = self.size() as f64;
        let members = self.members.iter().map(move |role| (role, 1.0 / size));
        let alike = self.alike.iter().flat_map(move |(from, count)| {
            let share = *count as f64 / from.len().max(1) as f64 / size;
            from.iter().filter(move |_| share > 0.0).map(move |role| (role, share))
        });
        members.chain(alike)
    }
}

/// Every choice of so many of these.
fn subsets(from: CharacterSet, size: usize) -> Vec<Choice> {
    let mut sets = vec![CharacterSet::NONE];
    for character in from.iter() {
        let with: Vec<CharacterSet> = sets.iter().map(|set| set.with(character)).collect();
        sets.extend(with);
    }
    let none = (CharacterSet::NONE, 0);
    let choice = |members: CharacterSet| Choice { members, alike: [none; 2], ways: 1 };
    sets.into_iter().filter(|set| set.len() == size).map(choice).collect()
}

/// Every number of Townsfolk and Outsiders that makes so many of these, with the Drunk and without.
fn by_team(from: CharacterSet, size: usize) -> Vec<Choice> {
    let townsfolk = from.and(CharacterSet::team(Team::Townsfolk));
    let outsiders = from.and(CharacterSet::team(Team::Outsider)).without(DRUNK);
    let mut choices = Vec::new();
    let with_drunk = from.contains(DRUNK).then_some(CharacterSet::only(DRUNK));
    for members in [Some(CharacterSet::NONE), with_drunk].into_iter().flatten() {
        for count in 0..=outsiders.len() {
            let Some(rest) = size.checked_sub(count + members.len()) else { continue };
            let ways = binomial(outsiders.len(), count) * binomial(townsfolk.len(), rest);
            if ways > 0 {
                choices.push(Choice { members, alike: [(townsfolk, rest), (outsiders, count)], ways });
            }
        }
    }
    choices
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

fn binomial(n: usize, k: usize) -> u128 {
    if k > n { 0 } else { factorial(n) / factorial(k) / factorial(n - k) }
}
