//! Reminder tokens, which are the effects themselves: a poisoned player has the token, and nothing else says
//! so. A few marks are notes of the Storyteller that no grimoire shows.
//!
//! A character's file declares its marks as [`Kind`]s; a [`Reminder`] is one of them, with all its properties
//! at hand.

use gaslamp_core::{Seat, Seats};

use super::cast;
use super::state::Cause;
use crate::characters::{Character, ReminderToken, is_same};

/// A mark at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The kind of mark.
    pub reminder: Reminder,
    /// The seat where it is.
    pub on: Seat,
    /// The player whose ability placed it.
    pub by: Seat,
    /// The character it is about, if any; otherwise that of its owner.
    pub character: Character,
}

/// When a mark is removed automatically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lasts {
    /// Never; only when something removes it.
    Long,
    /// Until the day ends.
    Dusk,
    /// Until the night ends.
    Dawn,
    /// When the night goes on to the next player.
    Step,
}

/// A kind of mark, as a character's file declares it.
pub(crate) struct Kind {
    name: &'static str,
    traits: Traits,
    spoken: Option<SpokenToken>,
}

/// How statements speak of a kind of mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpokenToken {
    /// The word that begins such a statement.
    pub word: &'static str,
    /// Whether it names the player whose token it is, too.
    pub names_placer: bool,
}

/// The numbers of marks from here on are notes of whom a player has chosen at night, beside the marks that files
/// declare: the first player of a choice, and any other.
pub(crate) const FIRST_CHOICE_NOTE: u8 = 8;
/// How many such notes there are.
pub(crate) const CHOICE_NOTES: usize = 2;

const CHOSE: Reminder = Reminder { owner: Character::FIRST, index: FIRST_CHOICE_NOTE };
const CHOSE_TOO: Reminder = Reminder { owner: Character::FIRST, index: FIRST_CHOICE_NOTE + 1 };

/// The properties of a kind of mark.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    lasts: Lasts,
    flags: u32,
}

/// It is not shown in any grimoire.
const NOTE: u32 = 1;
/// It is removed when its placer dies or changes character.
const NEEDS_SOURCE: u32 = 1 << 1;
/// It makes a player drunk or poisoned.
const IMPAIRS: u32 = 1 << 2;
/// It has no effect while its placer is impaired.
const SLEEPS: u32 = 1 << 3;
/// It says that a once-per-game ability is spent.
const SPENT: u32 = 1 << 4;
/// It is removed when its placer changes character.
const OF_CHARACTER: u32 = 1 << 5;
/// It makes a Demon's ability ineffective against the player.
const SAFE: u32 = 1 << 6;
/// Its placer has gained an ability in vain.
const IN_VAIN: u32 = 1 << 7;
/// Deaths are arbitrary while it is there: nobody dies by themselves, and the Storyteller decides before dawn.
const ARBITRARY_DEATHS: u32 = 1 << 8;
/// The player cannot die, while its placer is sober.
const KEEPS_ALIVE: u32 = 1 << 9;
/// The player survives an execution, while its placer is sober.
const SAVES_FROM_EXECUTION: u32 = 1 << 10;
/// The player, if a Demon, is not woken tonight.
const LETS_SLEEP: u32 = 1 << 11;
/// The dead player keeps their ability while its placer lives and is sober.
const KEEPS_ABILITY: u32 = 1 << 12;
/// It comes from the own ability of whoever bears it.
const OF_BEARER: u32 = 1 << 16;
/// The player must be mad about being the character of the mark, while its placer is sober.
const MADDENS: u32 = 1 << 13;
/// It is removed when the player who has it changes character.
const ON_CHARACTER: u32 = 1 << 14;
/// The player cannot turn good by their own ability.
const KEEPS_EVIL: u32 = 1 << 15;
/// The player has the ability of the mark's character, too, while its placer has theirs.
const GIVES_ABILITY: u32 = 1 << 17;
/// It only lets something happen later, if the Storyteller likes.
const GIVES_CHANCE: u32 = 1 << 18;

impl Traits {
    /// Those of an undeclared mark.
    pub(crate) const BLANK: Self = Self { lasts: Lasts::Long, flags: NOTE };

    /// Whether such a mark makes a Demon's ability ineffective against the player.
    pub(crate) const fn keeps_safe(self) -> bool {
        self.flags & SAFE != 0
    }
}

impl Kind {
    const fn new(name: &'static str, lasts: Lasts, flags: u32) -> Self {
        Self { name, traits: Traits { lasts, flags }, spoken: None }
    }

    /// Statements speak of it with this word, naming where it lies.
    pub(crate) const fn spoken(mut self, word: &'static str) -> Self {
        self.spoken = Some(SpokenToken { word, names_placer: false });
        self
    }

    /// Statements speak of it with this word, naming whose it is and where it lies.
    pub(crate) const fn spoken_of_placer(mut self, word: &'static str) -> Self {
        self.spoken = Some(SpokenToken { word, names_placer: true });
        self
    }

    /// A reminder token.
    pub(crate) const fn token(name: &'static str, lasts: Lasts) -> Self {
        Self::new(name, lasts, 0)
    }

    /// A note that no grimoire shows.
    pub(crate) const fn note(name: &'static str, lasts: Lasts) -> Self {
        Self::new(name, lasts, NOTE)
    }

    #[inline]
    pub(crate) const fn traits(&self) -> Traits {
        self.traits
    }

    /// Whether such a mark makes a player drunk or poisoned by somebody else's ability.
    pub(crate) fn impairs_others(&self) -> bool {
        self.traits.flags & IMPAIRS != 0 && self.traits.flags & OF_BEARER == 0
    }

    /// Whether such a mark lets a dead player keep their ability.
    #[inline]
    pub(crate) const fn keeps_ability(&self) -> bool {
        self.traits.flags & KEEPS_ABILITY != 0
    }

    /// Whether such a mark gives a player an ability.
    pub(crate) const fn gives_ability(&self) -> bool {
        self.traits.flags & GIVES_ABILITY != 0
    }

    const fn with(mut self, flag: u32) -> Self {
        self.traits.flags |= flag;
        self
    }

    /// It is removed when its placer dies or changes character.
    pub(crate) const fn needing_source(self) -> Self {
        self.with(NEEDS_SOURCE)
    }

    /// It makes a player drunk or poisoned, but not while its placer is impaired.
    pub(crate) const fn impairing(self) -> Self {
        self.with(IMPAIRS | SLEEPS)
    }

    /// It makes a player drunk or poisoned, whatever becomes of its placer.
    pub(crate) const fn impairing_for_good(self) -> Self {
        self.with(IMPAIRS)
    }

    /// It keeps the player from dying, but not while its placer is impaired.
    pub(crate) const fn keeping_alive(self) -> Self {
        self.with(KEEPS_ALIVE)
    }

    /// It lets the player survive an execution, but not while its placer is impaired.
    pub(crate) const fn saving_from_execution(self) -> Self {
        self.with(SAVES_FROM_EXECUTION)
    }

    /// It keeps a Demon from being woken tonight.
    pub(crate) const fn letting_sleep(self) -> Self {
        self.with(LETS_SLEEP)
    }

    /// It makes the player mad about being the mark's character, but not while its placer is impaired.
    pub(crate) const fn maddening(self) -> Self {
        self.with(MADDENS)
    }

    /// Whether such a mark makes a player mad.
    pub(crate) const fn maddens(&self) -> bool {
        self.traits.flags & MADDENS != 0
    }

    /// It lets a dead player keep their ability while its placer lives and is not impaired.
    pub(crate) const fn keeping_ability(self) -> Self {
        self.with(KEEPS_ABILITY)
    }

    /// It gives the player the ability of the mark's character, which works while its placer does.
    pub(crate) const fn giving_ability(self) -> Self {
        self.with(GIVES_ABILITY)
    }

    /// It comes from the own ability of the player at whose seat it is: that player counts as its placer, and
    /// it is removed when that player changes character.
    pub(crate) const fn of_bearer(self) -> Self {
        self.with(OF_BEARER | OF_CHARACTER)
    }

    /// It only lets something happen later, if the Storyteller likes.
    pub(crate) const fn giving_chance(self) -> Self {
        self.with(GIVES_CHANCE)
    }

    /// It keeps the player from turning good by their own ability.
    pub(crate) const fn keeping_evil(self) -> Self {
        self.with(KEEPS_EVIL)
    }

    /// It says that a once-per-game ability is spent, which does not concern the player's next character.
    pub(crate) const fn spent(self) -> Self {
        self.with(SPENT | OF_CHARACTER)
    }

    /// It is about what was told, chosen or said as that character, and is removed when its owner changes
    /// character.
    pub(crate) const fn of_character(self) -> Self {
        self.with(OF_CHARACTER)
    }

    /// It affects the player as that character, and is removed when the player becomes another.
    pub(crate) const fn on_character(self) -> Self {
        self.with(ON_CHARACTER)
    }

    /// It protects the player from the Demon.
    pub(crate) const fn keeping_safe(self) -> Self {
        self.with(SAFE)
    }

    /// It says that its owner has gained an ability in vain.
    pub(crate) const fn gained_in_vain(self) -> Self {
        self.with(IN_VAIN)
    }

    /// While it is there, the Storyteller decides deaths.
    pub(crate) const fn making_deaths_arbitrary(self) -> Self {
        self.with(ARBITRARY_DEATHS)
    }
}

/// A kind of mark, identified by its character and its number among that character's marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reminder {
    owner: Character,
    index: u8,
}

impl Reminder {
    /// The mark with this name among those that its owner declares; an unknown name does not compile.
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

    /// The token with this name of the character with this id, for constants: an unknown one does not
    /// compile.
    #[must_use]
    pub const fn with_name(owner: &str, name: &str) -> Self {
        let owner = Character::with_id(owner);
        Self::declared(owner, cast::marks_of(owner), name)
    }

    /// Every kind that a playable character places, by owner.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = |owner| 0..cast::marks_of(owner).len() as u8;
        Character::all().flat_map(move |owner| kinds(owner).map(move |index| Self { owner, index }))
    }

    /// How statements speak of it, if they do.
    #[must_use]
    pub fn spoken(self) -> Option<SpokenToken> {
        cast::marks_of(self.owner).get(usize::from(self.index)).and_then(|kind| kind.spoken)
    }

    #[inline]
    fn traits(self) -> Traits {
        cast::traits(self.owner, self.index)
    }

    #[inline]
    fn has(self, flag: u32) -> bool {
        self.traits().flags & flag != 0
    }

    /// The kind of mark that this token is, if the rules place it.
    #[must_use]
    pub fn of(token: ReminderToken) -> Option<Self> {
        let owner = token.owner();
        Self::find(owner, cast::marks_of(owner), token.word()).filter(|known| !known.has(NOTE))
    }

    /// The token that is placed for it; none for a note that no grimoire shows.
    #[must_use]
    pub fn token(self) -> Option<ReminderToken> {
        ReminderToken::read(self.owner, self.name()?)
    }

    /// When it is removed automatically.
    #[must_use]
    #[inline]
    pub fn lasts(self) -> Lasts {
        self.traits().lasts
    }

    /// Whether it is removed when its placer dies or changes character.
    #[must_use]
    #[inline]
    pub fn needs_source(self) -> bool {
        self.has(NEEDS_SOURCE)
    }

    /// Whether it makes a player drunk or poisoned.
    #[must_use]
    #[inline]
    pub fn impairs(self) -> bool {
        self.has(IMPAIRS)
    }

    /// Whether it has no effect while its placer is impaired.
    #[inline]
    pub(crate) fn sleeps(self) -> bool {
        self.has(SLEEPS)
    }

    /// Whether it keeps the player from dying of something.
    pub(crate) fn is_ward(self) -> bool {
        self.has(SAFE | KEEPS_ALIVE | SAVES_FROM_EXECUTION)
    }

    /// Whether it keeps the player from dying of this.
    pub(crate) fn wards_off(self, cause: Cause) -> bool {
        match cause {
            Cause::Demon { .. } => self.has(SAFE | KEEPS_ALIVE),
            Cause::Execution => self.has(SAVES_FROM_EXECUTION | KEEPS_ALIVE),
            Cause::Ability { .. } => self.has(KEEPS_ALIVE),
            Cause::Slaying { .. } => false,
        }
    }

    /// Whether it keeps a Demon from being woken.
    pub(crate) fn lets_sleep(self) -> bool {
        self.has(LETS_SLEEP)
    }

    /// Whether it makes a player mad.
    pub(crate) fn maddens(self) -> bool {
        self.has(MADDENS)
    }

    /// Whether it lets a dead player keep their ability.
    #[inline]
    pub(crate) fn keeps_ability(self) -> bool {
        self.has(KEEPS_ABILITY)
    }

    /// Whether it gives the player an ability.
    pub(crate) fn gives_ability(self) -> bool {
        self.has(GIVES_ABILITY)
    }

    /// Whether it comes from the own ability of whoever bears it.
    pub(crate) fn is_of_bearer(self) -> bool {
        self.has(OF_BEARER)
    }

    /// Whether it changes nothing by itself: it passes as the night goes on, or lets something happen only if the
    /// Storyteller likes.
    pub(crate) fn is_idle(self) -> bool {
        self.lasts() == Lasts::Step || self.has(GIVES_CHANCE)
    }

    /// Whether it keeps the player from turning good by their own ability.
    pub(crate) fn keeps_evil(self) -> bool {
        self.has(KEEPS_EVIL)
    }

    /// Whether it poisons, or its owner poisons while it lies somewhere.
    pub(crate) fn poisons(self) -> bool {
        self.impairs() && self.word() == "poisoned" || cast::of(self.owner).impairs.is_some()
    }

    /// Whether it says that a once-per-game ability is spent.
    pub(crate) fn is_spent_ability(self) -> bool {
        self.has(SPENT)
    }

    /// Whether it is removed when its placer changes character: what was told or spent does not concern a
    /// character that somebody else, or the same player again, may have later.
    pub(crate) fn goes_with_character(self) -> bool {
        self.has(OF_CHARACTER)
    }

    /// Whether it is removed when the player who has it changes character.
    pub(crate) fn stays_on_character(self) -> bool {
        self.has(ON_CHARACTER)
    }

    /// Whether it protects the player from the Demon.
    #[must_use]
    pub fn keeps_safe(self) -> bool {
        self.traits().keeps_safe()
    }

    /// Whether it says that its owner has gained an ability in vain.
    pub(crate) fn is_in_vain(self) -> bool {
        self.has(IN_VAIN)
    }

    /// Whether the Storyteller decides deaths while it is there.
    pub(crate) fn makes_deaths_arbitrary(self) -> bool {
        self.has(ARBITRARY_DEATHS)
    }

    /// The character whose token it is.
    #[must_use]
    pub const fn owner(self) -> Character {
        self.owner
    }

    /// Its name in notations, such as `poisoned`; none for a note that no grimoire shows.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        (!self.has(NOTE)).then(|| self.word())
    }

    /// The same, also for a note.
    #[must_use]
    pub fn word(self) -> &'static str {
        cast::marks_of(self.owner).get(usize::from(self.index)).map_or("", |kind| kind.name)
    }
}

impl std::fmt::Debug for Reminder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.owner, self.word())
    }
}

/// All marks on the table, in the order in which they were placed.
#[derive(Clone, Copy, Eq)]
pub(crate) struct Marks {
    len: u8,
    /// Entries from `len` on mean nothing.
    marks: [Mark; Self::MOST],
    /// How many last only until the night goes on.
    passing: u8,
}

/// Tables are compared all the time, and most have few marks.
impl PartialEq for Marks {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

const BLANK: Mark = Mark {
    reminder: Reminder { owner: Character::FIRST, index: 0 },
    on: Seat::new(0),
    by: Seat::new(0),
    character: Character::FIRST,
};

impl Marks {
    /// A character is held once, and once more by a Philosopher; each places one or two marks, a Po three, a
    /// Juggler five, and those of nights and days are removed. Even if all of them were at one table, there
    /// would be fewer.
    pub(crate) const MOST: usize = 64;

    pub(crate) const NONE: Self = Self { len: 0, marks: [BLANK; Self::MOST], passing: 0 };

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.marks[..usize::from(self.len)].iter()
    }

    /// Whether there is a mark that is removed when the night goes on.
    #[inline]
    pub(crate) const fn has_passing(&self) -> bool {
        self.passing > 0
    }

    /// The seats with this kind of mark.
    pub(crate) fn seats(&self, reminder: Reminder) -> Seats {
        self.iter().filter(|mark| mark.reminder == reminder).map(|mark| mark.on).collect()
    }

    /// Where a player's mark of this kind is.
    pub(crate) fn placed_by(&self, reminder: Reminder, by: Seat) -> Option<Seat> {
        self.iter().find(|mark| mark.reminder == reminder && mark.by == by).map(|mark| mark.on)
    }

    /// Whether a player has placed a mark of this kind.
    pub(crate) fn is_placed_by(&self, reminder: Reminder, by: Seat) -> bool {
        self.placed_by(reminder, by).is_some()
    }

    /// Adds a mark and returns whether it is new; one that is already there is not placed again. There is
    /// always room for all that the rules place.
    pub(crate) fn add(&mut self, mark: Mark) -> bool {
        if self.iter().any(|known| *known == mark) {
            return false;
        }
        let Some(place) = self.marks.get_mut(usize::from(self.len)) else {
            debug_assert!(false, "more marks than any game can have");
            return false;
        };
        *place = mark;
        self.len += 1;
        self.passing += u8::from(mark.reminder.lasts() == Lasts::Step);
        true
    }

    /// Notes whom a player has chosen at night, also if it is the same one again.
    pub(crate) fn note_choice(&mut self, by: Seat, chosen: impl Iterator<Item = Seat>) {
        for (at, on) in chosen.enumerate() {
            let reminder = if at == 0 { CHOSE } else { CHOSE_TOO };
            if let Some(place) = self.marks.get_mut(usize::from(self.len)) {
                *place = Mark { reminder, on, by, character: reminder.owner };
                self.len += 1;
            }
        }
    }

    /// Whom a player has chosen at night, in order; as far as it was noted.
    pub(crate) fn choices(&self, by: Seat) -> impl Iterator<Item = Seat> {
        self.notes_of(by).map(|mark| mark.on)
    }

    /// Whom a player chose the last time.
    pub(crate) fn last_choice(&self, by: Seat) -> Seats {
        self.notes_of(by).fold(Seats::NONE, |chosen, mark| {
            if mark.reminder == CHOSE { Seats::only(mark.on) } else { chosen.with(mark.on) }
        })
    }

    fn notes_of(&self, by: Seat) -> impl Iterator<Item = &Mark> {
        self.iter().filter(move |mark| mark.by == by && [CHOSE, CHOSE_TOO].contains(&mark.reminder))
    }

    /// Removes and returns the first mark that `is_gone` selects; call it until there is none.
    pub(crate) fn take(&mut self, is_gone: impl Fn(&Mark) -> bool) -> Option<Mark> {
        let at = self.iter().position(is_gone)?;
        let mark = self.marks[at];
        let len = usize::from(self.len);
        self.marks.copy_within(at + 1..len, at);
        self.marks[len - 1] = BLANK;
        self.len -= 1;
        self.passing -= u8::from(mark.reminder.lasts() == Lasts::Step);
        Some(mark)
    }
}

impl std::fmt::Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
