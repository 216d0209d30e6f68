//! What the Storyteller may tell: a [`Statement`] has a [`Shape`], and is admissible in a state or not.

use std::borrow::Cow;
use std::ops::ControlFlow;

use gaslamp_core::{ContentId, Seat, Seats};

use super::cast;
use super::formula::Formula;
use super::registration::{Registration, Verdict, is_of_team, must_be_false};
use super::state::{Pending, Side, State, Topic};
use crate::characters::{Character, CharacterSet, Team};

/// Something that a player is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Statement {
    /// One of two players is this character. The Storyteller knows which; the player is not told.
    Pair {
        /// The player meant.
        holder: Seat,
        /// The other player.
        wrong: Seat,
        /// The character.
        character: Character,
    },
    /// There is no such player.
    Nobody,
    /// This number.
    Number(u8),
    /// Yes or no.
    Answer(bool),
    /// That player is this character.
    Is(Character),
    /// That player is one of these two, the first good, the second evil.
    OneOf(Character, Character),
    /// These players.
    Players(Seats),
    /// This player is this character.
    PlayerIs(Seat, Character),
    /// These characters, all of them.
    Characters(CharacterList),
    /// That player is on this side.
    Side(Side),
    /// Clockwise, or else anticlockwise.
    Clockwise(bool),
    /// Here is the grimoire.
    Grimoire,
    /// Here is nothing.
    Nothing,
    /// These are your Minions, and these characters are not in play.
    Team(EvilTeam),
    /// Two statements, held in the record's contents.
    Things(ContentId),
}

/// A few different characters, by team and id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CharacterList([Option<Character>; Self::MOST]);

impl CharacterList {
    /// The most characters that it can hold.
    pub const MOST: usize = 8;

    /// These characters, if they are not too many.
    #[must_use]
    pub fn new(characters: CharacterSet) -> Option<Self> {
        let mut rest = characters.iter();
        let list = Self(std::array::from_fn(|_| rest.next()));
        rest.next().is_none().then_some(list)
    }

    /// The characters.
    pub fn iter(self) -> impl Iterator<Item = Character> {
        self.0.into_iter().flatten()
    }
}

/// What a Demon is told on the first night.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EvilTeam {
    /// The Minions.
    pub minions: Seats,
    /// Three good characters that are not in play; fewer if the script has no more.
    pub bluffs: Bluffs,
}

/// Up to three different characters, by team and id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bluffs([Option<Character>; 3]);

impl Bluffs {
    /// The number of bluffs a Demon is told.
    pub const COUNT: usize = 3;

    /// These characters, if they are different and not too many.
    #[must_use]
    pub fn new(characters: CharacterSet) -> Option<Self> {
        let mut rest = characters.iter();
        let bluffs = Self(std::array::from_fn(|_| rest.next()));
        rest.next().is_none().then_some(bluffs)
    }

    /// The characters.
    pub fn iter(self) -> impl Iterator<Item = Character> {
        self.0.into_iter().flatten()
    }
}

/// The greatest number that an ability can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberUpTo {
    /// This number.
    Fixed(u8),
    /// The number of seats.
    Seats,
}

impl NumberUpTo {
    const fn at(self, seats: usize) -> u8 {
        match self {
            Self::Fixed(number) => number,
            Self::Seats => seats as u8,
        }
    }
}

/// The kind of information that a player is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing: the ability tells nothing.
    Silent,
    /// One of two players is a certain character of this team.
    Pair(Team),
    /// The same, or that there is none.
    PairOrNobody(Team),
    /// A number up to this.
    Number(NumberUpTo),
    /// Yes or no.
    Answer,
    /// A character of the script.
    Is,
    /// One good and one evil character of the script.
    OneOf,
    /// This many different players.
    Players {
        /// How many.
        count: u8,
        /// Whether the player who is told may be one of them.
        may_be_told: bool,
    },
    /// A player other than the one who is told, and a good character of the script.
    PlayerIs,
    /// All characters of this team that are in play.
    Characters(Team),
    /// Good or evil.
    Side,
    /// Clockwise or anticlockwise.
    Direction,
    /// The grimoire, or nothing.
    Grimoire,
    /// Minions and bluffs, to the Demon.
    Team,
    /// The same, to a player who only thinks they are a Demon: any players, and as many good characters as a
    /// Demon is told.
    AnyTeam,
    /// Two statements.
    Things,
}

impl Shape {
    /// Whether a statement is of this shape at this table.
    pub(crate) fn fits(self, state: &State, statement: Statement) -> bool {
        self.fits_table(state.script.characters, state.size(), statement)
    }

    /// Whether a statement is of this shape at a table with these characters on its script and this many seats.
    #[must_use]
    pub fn fits_table(self, script: CharacterSet, seats: usize, statement: Statement) -> bool {
        let on_script = |character: Character| script.contains(character);
        let is_at_table = |seat: Seat| seat.index() < seats;
        match (self, statement) {
            (Self::Pair(team) | Self::PairOrNobody(team), Statement::Pair { holder, wrong, character }) => {
                let seats_fit = holder != wrong && is_at_table(holder) && is_at_table(wrong);
                seats_fit && is_of_team(character, team) && on_script(character)
            }
            (Self::Number(most), Statement::Number(number)) => number <= most.at(seats),
            (Self::Is, Statement::Is(character)) => on_script(character),
            (Self::OneOf, Statement::OneOf(good, evil)) => {
                let is_pair = CharacterSet::GOOD.contains(good) && CharacterSet::EVIL.contains(evil);
                is_pair && on_script(good) && on_script(evil)
            }
            (Self::Players { count, .. }, Statement::Players(players)) => {
                players.len() == usize::from(count) && players.iter().all(is_at_table)
            }
            (Self::PlayerIs, Statement::PlayerIs(seat, character)) => {
                is_at_table(seat) && CharacterSet::GOOD.contains(character) && on_script(character)
            }
            (Self::Characters(team), Statement::Characters(list)) => {
                list.iter().all(|character| character.team() == team && on_script(character))
            }
            (Self::Team | Self::AnyTeam, Statement::Team(team)) => {
                let is_good = |bluff| CharacterSet::GOOD.contains(bluff) && on_script(bluff);
                let most = script.and(CharacterSet::GOOD).len().min(Bluffs::COUNT);
                let count = team.bluffs.iter().count();
                team.minions.iter().all(is_at_table)
                    && team.bluffs.iter().all(is_good)
                    && (count == most || self == Self::Team && count < most)
            }
            (Self::PairOrNobody(_), Statement::Nobody)
            | (Self::Answer, Statement::Answer(_))
            | (Self::Side, Statement::Side(_))
            | (Self::Direction, Statement::Clockwise(_))
            | (Self::Grimoire, Statement::Grimoire | Statement::Nothing)
            | (Self::Things, Statement::Things(_)) => true,
            _ => false,
        }
    }
}

impl State {
    /// Whether this player may be told this now, on the topic that is pending. Two statements are judged with
    /// their contents by [`State::may_be_told_things`].
    pub(crate) fn admits(&self, told: Seat, topic: Topic, statement: Statement) -> bool {
        self.shape_of(topic).fits(self, statement) && self.standard(told, topic).admits(statement)
    }

    /// What is demanded of whatever this player is told: truth of the sober and healthy, nothing of others, and
    /// falsehood if an ability demands it.
    fn standard(&self, told: Seat, topic: Topic) -> Standard<'_> {
        let demand = match topic {
            Topic::Evil => Demand::Truth,
            Topic::Ability(_) if must_be_false(self, told) => Demand::Falsehood,
            Topic::Ability(ability) if !self.works_as(told, ability) => Demand::Nothing,
            Topic::Ability(_) if self.died_impaired.contains(told) => Demand::Nothing,
            Topic::Ability(_) => Demand::Truth,
        };
        let table = match demand {
            Demand::Falsehood => Cow::Owned(self.registering(Registration::Fact)),
            Demand::Truth | Demand::Nothing => Cow::Borrowed(self),
        };
        Standard { told, topic, shape: self.shape_of(topic), demand, table }
    }

    /// Whether these two statements may be told to the player who is about to hear something: one true and one false to the sober and healthy, both false
    /// if an ability demands it. Players register one way for both, since it is one use of the ability.
    pub(crate) fn may_be_told_things(&self, a: &Formula, b: &Formula) -> bool {
        let Pending::Telling(told, Topic::Ability(ability)) = self.pending else { return false };
        if must_be_false(self, told) {
            return !self.holds_plainly(a) && !self.holds_plainly(b);
        }
        let one_is_true = || self.judge_tables(|table| a.holds(self, table) != b.holds(self, table));
        !self.works_as(told, ability) || one_is_true().may_be_true
    }

    /// The shape of what this player is told.
    pub(crate) fn shape_of(&self, topic: Topic) -> Shape {
        match topic {
            Topic::Evil => Shape::Team,
            Topic::Ability(ability) => cast::of(ability).tells,
        }
    }

    /// The Minions of whom a Demon is told.
    fn minions_told(&self, told: Seat) -> Seats {
        if self.is_evil_hidden() { Seats::NONE } else { self.minions().without(told) }
    }

    /// What a Demon is told never depends on registration: the Minions, and three good characters not in
    /// play; the Drunk's token counts as in play.
    fn judge_evil_info(&self, told: Seat, statement: Statement) -> Verdict {
        let Statement::Team(team) = statement else { return Verdict::certainly(false) };
        let free = self.bluffs_for_demon();
        let enough = free.len().min(Bluffs::COUNT);
        let bluffs: CharacterSet = team.bluffs.iter().collect();
        let fits = bluffs.minus(free).is_empty() && bluffs.len() == enough;
        Verdict::certainly(fits && team.minions == self.minions_told(told))
    }

    /// Whether there is anything that this player may be told. If not, as for an Investigator at a table
    /// without Minions, the player is told nothing.
    pub(crate) fn can_be_told(&self, told: Seat, topic: Topic) -> bool {
        match self.shape_of(topic) {
            Shape::Silent => false,
            Shape::Things | Shape::AnyTeam => true,
            _ => self.each_statement(told, topic, &mut |_| ControlFlow::Break(())).is_break(),
        }
    }

    /// Every admissible statement except two statements and the team of a false Demon, which are open.
    pub(crate) fn for_each_statement(&self, told: Seat, topic: Topic, mut tell: impl FnMut(Statement)) {
        let _ = self.each_statement(told, topic, &mut |statement| {
            tell(statement);
            ControlFlow::Continue(())
        });
    }

    /// The same, until `tell` has enough.
    pub(crate) fn each_statement(
        &self,
        told: Seat,
        topic: Topic,
        tell: &mut impl FnMut(Statement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let characters = self.script.characters;
        let standard = self.standard(told, topic);
        let mut offer = |statement| match standard.admits(statement) {
            true => tell(statement),
            false => ControlFlow::Continue(()),
        };
        match self.shape_of(topic) {
            Shape::Silent | Shape::Things | Shape::AnyTeam => ControlFlow::Continue(()),
            Shape::Pair(team) => self.each_pair(&standard, team, tell),
            Shape::PairOrNobody(team) => {
                offer(Statement::Nobody)?;
                self.each_pair(&standard, team, tell)
            }
            Shape::Number(most) => {
                (0..=most.at(self.size())).try_for_each(|number| offer(Statement::Number(number)))
            }
            Shape::Answer => {
                [false, true].into_iter().try_for_each(|answer| offer(Statement::Answer(answer)))
            }
            Shape::Is => characters.iter().try_for_each(|character| offer(Statement::Is(character))),
            Shape::OneOf => characters.and(CharacterSet::GOOD).iter().try_for_each(|good| {
                let evil = characters.and(CharacterSet::EVIL);
                evil.iter().try_for_each(|evil| offer(Statement::OneOf(good, evil)))
            }),
            Shape::Players { count, .. } => {
                each_choice(self.all_seats(), count, Seats::NONE, &mut |players| {
                    offer(Statement::Players(players))
                })
            }
            Shape::PlayerIs => self.all_seats().iter().try_for_each(|seat| {
                let good = characters.and(CharacterSet::GOOD);
                good.iter().try_for_each(|character| offer(Statement::PlayerIs(seat, character)))
            }),
            Shape::Characters(team) => {
                let pool = characters.and(CharacterSet::team(team));
                each_list(pool, CharacterSet::NONE, &mut |list| offer(Statement::Characters(list)))
            }
            Shape::Side => {
                [Side::Good, Side::Evil].into_iter().try_for_each(|side| offer(Statement::Side(side)))
            }
            Shape::Direction => {
                [true, false].into_iter().try_for_each(|way| offer(Statement::Clockwise(way)))
            }
            Shape::Grimoire => [Statement::Grimoire, Statement::Nothing].into_iter().try_for_each(offer),
            Shape::Team => self.each_team(told, tell),
        }
    }

    /// Whether a pair is true does not depend on who the wrong player is, so that is judged once for all;
    /// whether it is false does.
    fn each_pair(
        &self,
        standard: &Standard<'_>,
        team: Team,
        tell: &mut impl FnMut(Statement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let characters = self.script.of_team(team);
        let is_false = standard.demand == Demand::Falsehood;
        let is_true = standard.demand == Demand::Truth;
        for holder in self.all_seats().iter() {
            let others = self.all_seats().without(holder);
            // Nobody registers as anything other than this, so nothing else need be tried.
            let possible = if is_true { characters.and(self.guise(holder).characters) } else { characters };
            for character in possible.iter() {
                let pair = |wrong| Statement::Pair { holder, wrong, character };
                let is_admitted = |wrong| standard.admits(pair(wrong));
                if !is_false && !others.lowest().is_some_and(is_admitted) {
                    continue;
                }
                for wrong in others.iter().filter(|&wrong| !is_false || is_admitted(wrong)) {
                    tell(pair(wrong))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The Demon's Minions with every combination of three bluffs.
    fn each_team(&self, told: Seat, tell: &mut impl FnMut(Statement) -> ControlFlow<()>) -> ControlFlow<()> {
        let minions = self.minions_told(told);
        let free = self.bluffs_for_demon();
        if free.len() <= Bluffs::COUNT {
            let bluffs = Bluffs::new(free).unwrap_or_default();
            return tell(Statement::Team(EvilTeam { minions, bluffs }));
        }
        let mut rest = free;
        for a in free.iter() {
            rest = rest.without(a);
            let mut last = rest;
            for b in rest.iter() {
                last = last.without(b);
                for c in last.iter() {
                    let bluffs = Bluffs([Some(a), Some(b), Some(c)]);
                    tell(Statement::Team(EvilTeam { minions, bluffs }))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// What is demanded of everything that a player is told on a topic, found out once for all statements.
struct Standard<'a> {
    told: Seat,
    topic: Topic,
    shape: Shape,
    demand: Demand,
    /// Where statements are judged.
    table: Cow<'a, State>,
}

/// Whether statements must be true or false.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    Truth,
    Falsehood,
    Nothing,
}

impl Standard<'_> {
    /// Whether a statement of the right shape may be told.
    fn admits(&self, statement: Statement) -> bool {
        let verdict = || match self.topic {
            Topic::Evil => self.table.judge_evil_info(self.told, statement),
            Topic::Ability(ability) => (cast::of(ability).judges)(&self.table, self.told, statement),
        };
        !names_learner(self.shape, self.told, statement)
            && match self.demand {
                Demand::Truth => verdict().may_be_true,
                Demand::Falsehood => verdict().may_be_false,
                Demand::Nothing => true,
            }
    }
}

/// Whether a statement names the player who is told, where the shape does not allow that.
fn names_learner(shape: Shape, told: Seat, statement: Statement) -> bool {
    match (shape, statement) {
        (Shape::Players { may_be_told: false, .. }, Statement::Players(players)) => players.contains(told),
        (Shape::PlayerIs, Statement::PlayerIs(player, _)) => player == told,
        _ => false,
    }
}

/// Shows every choice of that many seats of a set, added to those chosen already.
fn each_choice(
    from: Seats,
    count: u8,
    chosen: Seats,
    show: &mut dyn FnMut(Seats) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(left) = count.checked_sub(1) else { return show(chosen) };
    let mut rest = from;
    while let Some(seat) = rest.lowest() {
        rest = rest.without(seat);
        each_choice(rest, left, chosen.with(seat), show)?;
    }
    ControlFlow::Continue(())
}

/// Shows every list of characters of a set, added to those chosen already, up to the longest.
fn each_list(
    from: CharacterSet,
    chosen: CharacterSet,
    show: &mut dyn FnMut(CharacterList) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(list) = CharacterList::new(chosen) else { return ControlFlow::Continue(()) };
    show(list)?;
    let mut rest = from;
    for character in from.iter() {
        rest = rest.without(character);
        each_list(rest, chosen.with(character), show)?;
    }
    ControlFlow::Continue(())
}
