//! Reminder tokens, which are the effects themselves: whoever is poisoned has the token, and nothing else says
//! so. A few marks are notes of the Storyteller that no grimoire shows.
//!
//! A character's file declares its marks as [`Kind`]s; a [`Reminder`] is one of them, with all that the rules ask of
//! it at hand.

use gaslamp_core::{Seat, Seats};

use super::cast;
use crate::characters::{Character, ReminderToken, is_same};

/// A mark at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Which kind of mark.
    pub reminder: Reminder,
    /// At whose seat it lies.
    pub on: Seat,
    /// Whose ability put it there.
    pub by: Seat,
    /// A character that it is about, where it needs one; else that of its owner.
    pub character: Character,
}

/// When a mark goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lasts {
    /// Until something takes it away.
    Long,
    /// Until the day ends.
    Dusk,
    /// Until the night ends.
    Dawn,
    /// Until the night goes on to the next player.
    Step,
}

/// A kind of mark as a character's file declares it.
pub(crate) struct Kind {
    name: &'static str,
    traits: Traits,
}

/// What the rules ask of a kind of mark.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    lasts: Lasts,
    flags: u16,
}

/// No grimoire shows it.
const NOTE: u16 = 1;
/// It goes when whoever put it there dies or becomes somebody else.
const NEEDS_SOURCE: u16 = 1 << 1;
/// It makes drunk or poisoned.
const IMPAIRS: u16 = 1 << 2;
/// It impairs nobody while whoever put it there is impaired.
const SLEEPS: u16 = 1 << 3;
/// It says that an ability of once a game is spent.
const SPENT: u16 = 1 << 4;
/// It goes when whoever put it there becomes another character.
const OF_CHARACTER: u16 = 1 << 5;
/// What a Demon does to whoever has it does nothing.
const SAFE: u16 = 1 << 6;
/// Whoever put it there has gained an ability in vain.
const IN_VAIN: u16 = 1 << 7;
/// Deaths are arbitrary while it lies there: attacks do nothing, and the Storyteller decides before dawn.
const ARBITRARY_DEATHS: u16 = 1 << 8;

impl Traits {
    /// Those of a mark that nobody declares.
    pub(crate) const BLANK: Self = Self { lasts: Lasts::Long, flags: NOTE };

    /// Whether what a Demon does to whoever has such a mark does nothing.
    pub(crate) const fn keeps_safe(self) -> bool {
        self.flags & SAFE != 0
    }
}

impl Kind {
    const fn new(name: &'static str, lasts: Lasts, flags: u16) -> Self {
        Self { name, traits: Traits { lasts, flags } }
    }

    /// A reminder token.
    pub(crate) const fn token(name: &'static str, lasts: Lasts) -> Self {
        Self::new(name, lasts, 0)
    }

    /// A note that no grimoire shows.
    pub(crate) const fn note(name: &'static str, lasts: Lasts) -> Self {
        Self::new(name, lasts, NOTE)
    }

    pub(crate) const fn traits(&self) -> Traits {
        self.traits
    }

    const fn with(mut self, flag: u16) -> Self {
        self.traits.flags |= flag;
        self
    }

    /// It goes when whoever put it there dies or becomes somebody else.
    pub(crate) const fn needing_source(self) -> Self {
        self.with(NEEDS_SOURCE)
    }

    /// It makes drunk or poisoned.
    pub(crate) const fn impairing(self) -> Self {
        self.with(IMPAIRS)
    }

    /// It makes drunk or poisoned, but not while whoever put it there is impaired.
    pub(crate) const fn impairing_while_sober(self) -> Self {
        self.with(IMPAIRS | SLEEPS)
    }

    /// It says that an ability of once a game is spent, which is nothing to the next character of that player.
    pub(crate) const fn spent(self) -> Self {
        self.with(SPENT | OF_CHARACTER)
    }

    /// It is about what was told, chosen or said as that character, and goes when its owner becomes another one.
    pub(crate) const fn of_character(self) -> Self {
        self.with(OF_CHARACTER)
    }

    /// It keeps whoever has it safe from the Demon.
    pub(crate) const fn keeping_safe(self) -> Self {
        self.with(SAFE)
    }

    /// It says that its owner has gained an ability in vain.
    pub(crate) const fn gained_in_vain(self) -> Self {
        self.with(IN_VAIN)
    }

    /// While it lies there deaths are as the Storyteller likes.
    pub(crate) const fn making_deaths_arbitrary(self) -> Self {
        self.with(ARBITRARY_DEATHS)
    }
}

/// A kind of mark: whose it is, and which of that character's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reminder {
    owner: Character,
    index: u8,
}

impl Reminder {
    /// The mark of this name among those that its owner declares; a name that is not there does not compile.
    pub(crate) const fn declared(owner: Character, kinds: &[Kind], name: &str) -> Self {
        match Self::find(owner, kinds, name) {
            Some(reminder) => reminder,
            None => panic!("the character declares no such mark"),
        }
    }

    const fn find(owner: Character, kinds: &[Kind], name: &str) -> Option<Self> {
        let mut index = 0;
        while index < kinds.len() {
            if is_same(kinds[index].name, name) {
                return Some(Self { owner, index: index as u8 });
            }
            index += 1;
        }
        None
    }

    /// The token of this name of the character with this id, for constants: what is not there does not compile.
    #[must_use]
    pub const fn with_name(owner: &str, name: &str) -> Self {
        let owner = Character::with_id(owner);
        Self::declared(owner, cast::marks_of(owner), name)
    }

    /// Every kind that a playable character puts down, by owner.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = |owner| 0..cast::marks_of(owner).len() as u8;
        Character::all().flat_map(move |owner| kinds(owner).map(move |index| Self { owner, index }))
    }

    fn traits(self) -> Traits {
        cast::traits(self.owner, self.index)
    }

    fn has(self, flag: u16) -> bool {
        self.traits().flags & flag != 0
    }

    /// The kind of mark that this token is, if the rules put it down.
    #[must_use]
    pub fn of(token: ReminderToken) -> Option<Self> {
        let owner = token.owner();
        Self::find(owner, cast::marks_of(owner), token.word()).filter(|known| !known.has(NOTE))
    }

    /// The token that lies there for it; none for a note that no grimoire shows.
    #[must_use]
    pub fn token(self) -> Option<ReminderToken> {
        ReminderToken::read(self.owner, self.name()?)
    }

    /// When it goes by itself.
    #[must_use]
    pub fn lasts(self) -> Lasts {
        self.traits().lasts
    }

    /// Whether it goes when whoever put it there dies or becomes somebody else.
    #[must_use]
    pub fn needs_source(self) -> bool {
        self.has(NEEDS_SOURCE)
    }

    /// Whether it makes drunk or poisoned.
    #[must_use]
    pub fn impairs(self) -> bool {
        self.has(IMPAIRS)
    }

    /// Whether it poisons.
    pub(crate) fn poisons(self) -> bool {
        self.impairs() && self.word() == "poisoned"
    }

    /// Whether it says that an ability of once a game is spent.
    pub(crate) fn is_spent_ability(self) -> bool {
        self.has(SPENT)
    }

    /// Whether it goes when whoever put it down becomes another character: what was told or spent is nothing to a
    /// character that somebody else may hold, or the same player again.
    pub(crate) fn goes_with_character(self) -> bool {
        self.has(OF_CHARACTER)
    }

    /// Whether it keeps whoever has it safe from the Demon.
    pub(crate) fn keeps_safe(self) -> bool {
        self.traits().keeps_safe()
    }

    /// Whether it says that its owner has gained an ability in vain.
    pub(crate) fn is_in_vain(self) -> bool {
        self.has(IN_VAIN)
    }

    /// Whether deaths are as the Storyteller likes while it lies there.
    pub(crate) fn makes_deaths_arbitrary(self) -> bool {
        self.has(ARBITRARY_DEATHS)
    }

    /// Whose token it is.
    #[must_use]
    pub const fn owner(self) -> Character {
        self.owner
    }

    /// Its name in notations, such as `poisoned`; none for a note that no grimoire shows.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        (!self.has(NOTE)).then(|| self.word())
    }

    fn word(self) -> &'static str {
        cast::marks_of(self.owner).get(usize::from(self.index)).map_or("", |kind| kind.name)
    }
}

impl std::fmt::Debug for Reminder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.owner, self.word())
    }
}

/// All marks on the table, in the order in which they came.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marks {
    len: u8,
    // Places from `len` on hold `BLANK`, so that equal tables are equal values.
    marks: [Mark; Self::MOST],
    /// Who is drunk or poisoned by a mark.
    impaired: Seats,
    /// How many last only until the night goes on.
    passing: u8,
}

const BLANK: Mark = Mark {
    reminder: Reminder { owner: Character::FIRST, index: 0 },
    on: Seat::new(0),
    by: Seat::new(0),
    character: Character::FIRST,
};

impl Marks {
    /// A character is held once, and once more by a Philosopher; each puts down one or two marks, a Po three, a
    /// Juggler five, and those of nights and days go. Were all of them at one table they would still be fewer.
    const MOST: usize = 64;

    pub(crate) const NONE: Self =
        Self { len: 0, marks: [BLANK; Self::MOST], impaired: Seats::NONE, passing: 0 };

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.marks[..usize::from(self.len)].iter()
    }

    /// Who is drunk or poisoned by a mark.
    pub(crate) const fn impaired(&self) -> Seats {
        self.impaired
    }

    /// Whether there is a mark that goes when the night goes on.
    pub(crate) const fn has_passing(&self) -> bool {
        self.passing > 0
    }

    /// The seats with this kind of mark.
    pub(crate) fn seats(&self, reminder: Reminder) -> Seats {
        self.iter().filter(|mark| mark.reminder == reminder).map(|mark| mark.on).collect()
    }

    /// Where a player's mark of this kind lies.
    pub(crate) fn placed_by(&self, reminder: Reminder, by: Seat) -> Option<Seat> {
        self.iter().find(|mark| mark.reminder == reminder && mark.by == by).map(|mark| mark.on)
    }

    /// Whether a player has put down a mark of this kind.
    pub(crate) fn is_placed_by(&self, reminder: Reminder, by: Seat) -> bool {
        self.placed_by(reminder, by).is_some()
    }

    /// Whether the mark is new; one that lies there already is not put down again. A table has always room for
    /// all that the rules put there.
    pub(crate) fn add(&mut self, mark: Mark) -> bool {
        if self.iter().any(|known| *known == mark) {
            return false;
        }
        let Some(place) = self.marks.get_mut(usize::from(self.len)) else {
            debug_assert!(false, "more marks than any game has");
            return false;
        };
        *place = mark;
        self.len += 1;
        self.passing += u8::from(mark.reminder.lasts() == Lasts::Step);
        self.note_impaired(mark.reminder);
        true
    }

    /// Takes away the first mark that `is_gone` says, and gives it back; call until there is none.
    pub(crate) fn take(&mut self, is_gone: impl Fn(&Mark) -> bool) -> Option<Mark> {
        let at = self.iter().position(is_gone)?;
        let mark = self.marks[at];
        let len = usize::from(self.len);
        self.marks.copy_within(at + 1..len, at);
        self.marks[len - 1] = BLANK;
        self.len -= 1;
        self.passing -= u8::from(mark.reminder.lasts() == Lasts::Step);
        self.note_impaired(mark.reminder);
        Some(mark)
    }

    /// Keeps the set of the drunk and poisoned when a mark of this kind has come or gone. A mark that sleeps counts
    /// when whoever put it there is not impaired by another.
    fn note_impaired(&mut self, changed: Reminder) {
        if !changed.impairs() {
            return;
        }
        let impairing = |sleeps: bool| {
            self.iter().filter(move |mark| mark.reminder.impairs() && mark.reminder.has(SLEEPS) == sleeps)
        };
        let impaired: Seats = impairing(false).map(|mark| mark.on).collect();
        let awake = impairing(true).filter(|mark| !impaired.contains(mark.by));
        self.impaired = awake.map(|mark| mark.on).collect::<Seats>().or(impaired);
    }
}

impl std::fmt::Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
