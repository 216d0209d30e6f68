//! Reminder tokens, which are the effects themselves: whoever is poisoned has the token, and nothing else says
//! so. A few marks are notes of the Storyteller that no grimoire shows.

use gaslamp_core::{Seat, Seats};

use super::cast::{self, artist, fang_gu, fortune_teller, lunatic, philosopher, po, professor, zombuul};
use super::cast::{butler, gossip, investigator, juggler, librarian, monk, pit_hag, poisoner, pukka};
use super::cast::{scarlet_woman, slayer, snake_charmer, undertaker, virgin, vortox, washerwoman};
use crate::characters::{Character, ReminderToken};

/// A mark at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Which.
    pub reminder: Reminder,
    /// At whose seat it lies.
    pub on: Seat,
    /// Whose ability put it there.
    pub by: Seat,
    /// A character that it is about, where it needs one; else that of its owner.
    pub character: Character,
}

/// The kinds of mark, and the list of all of them.
macro_rules! reminders {
    ($($(#[$says:meta])* $name:ident,)*) => {
        /// The kinds of mark.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Reminder {
            $($(#[$says])* $name,)*
        }

        impl Reminder {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

reminders! {
    /// The one of two whom the Washerwoman is told of.
    WasherwomanTownsfolk,
    /// The other of the two.
    WasherwomanWrong,
    /// The one of two whom the Librarian is told of.
    LibrarianOutsider,
    /// The other of the two.
    LibrarianWrong,
    /// The one of two whom the Investigator is told of.
    InvestigatorMinion,
    /// The other of the two.
    InvestigatorWrong,
    /// The good player who is a Demon to the Fortune Teller.
    RedHerring,
    /// Died by execution today.
    UndertakerDiedToday,
    /// Safe from the Demon tonight.
    MonkSafe,
    /// Has been nominated.
    VirginNoAbility,
    /// Has shot.
    SlayerNoAbility,
    /// The Butler's master.
    ButlerMaster,
    /// Poisoned tonight and tomorrow.
    PoisonerPoisoned,
    /// Has become the Demon.
    ScarletWomanIsTheDemon,
    /// Killed tonight.
    ImpDead,
    /// Killed tonight.
    VortoxDead,
    /// Killed tonight.
    FangGuDead,
    /// The one jump has been made.
    FangGuOnce,
    /// Killed tonight.
    ZombuulDead,
    /// Has died once, and lives.
    ZombuulUndead,
    /// Killed tonight.
    PoDead,
    /// Chose nobody, and will choose three.
    PoThreeAttacks,
    /// Poisoned until the Pukka chooses again.
    PukkaPoisoned,
    /// About to die of the Pukka's poison.
    PukkaDying,
    /// Killed tonight.
    PukkaDead,
    /// Was the Demon and is poisoned for good.
    SnakeCharmerPoisoned,
    /// Drunk, since a Philosopher has the ability.
    PhilosopherDrunk,
    /// A Philosopher who chose in vain.
    PhilosopherInVain,
    /// Resurrected tonight.
    ProfessorAlive,
    /// Has tried to resurrect.
    ProfessorNoAbility,
    /// Has asked.
    ArtistNoAbility,
    /// A guess to be counted tonight; the character is the guess.
    JugglerGuess,
    /// Said something true today.
    GossipTrue,
    /// Said something today that is true or not, as the Storyteller likes.
    GossipMaybe,
    /// Killed tonight.
    GossipDead,
    /// Chosen tonight by somebody who is not the Demon.
    LunaticChosen,
    /// A Demon was made: deaths are arbitrary tonight.
    PitHagDemonMade,
}

/// When a mark goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasts {
    /// Until something takes it away.
    Long,
    /// Until the day ends.
    Dusk,
    /// Until the night ends.
    Dawn,
}

/// What is fixed about a kind of mark.
pub(crate) struct Kind {
    /// Whose token it is.
    pub(crate) owner: Character,
    /// Its name in notations; none if no grimoire shows it.
    pub(crate) name: Option<&'static str>,
    pub(crate) lasts: Lasts,
    /// Whether it goes when whoever put it there dies or becomes somebody else.
    pub(crate) needs_source: bool,
    /// Whether it makes drunk or poisoned.
    pub(crate) impairs: bool,
}

impl Reminder {
    pub(crate) const fn kind(self) -> Kind {
        use Lasts::{Dawn, Dusk, Long};
        match self {
            Self::WasherwomanTownsfolk => Kind::token(washerwoman::ID, "townsfolk", Long),
            Self::WasherwomanWrong => Kind::token(washerwoman::ID, "wrong", Long),
            Self::LibrarianOutsider => Kind::token(librarian::ID, "outsider", Long),
            Self::LibrarianWrong => Kind::token(librarian::ID, "wrong", Long),
            Self::InvestigatorMinion => Kind::token(investigator::ID, "minion", Long),
            Self::InvestigatorWrong => Kind::token(investigator::ID, "wrong", Long),
            Self::RedHerring => Kind::token(fortune_teller::ID, "red_herring", Long),
            Self::UndertakerDiedToday => Kind::token(undertaker::ID, "died_today", Dawn),
            Self::MonkSafe => Kind::token(monk::ID, "safe", Dawn).needing_source(),
            Self::VirginNoAbility => Kind::token(virgin::ID, "no_ability", Long),
            Self::SlayerNoAbility => Kind::token(slayer::ID, "no_ability", Long),
            Self::ButlerMaster => Kind::token(butler::ID, "master", Long).needing_source(),
            Self::PoisonerPoisoned => {
                Kind::token(poisoner::ID, "poisoned", Dusk).needing_source().impairing()
            }
            Self::ScarletWomanIsTheDemon => Kind::token(scarlet_woman::ID, "is_the_demon", Long),
            Self::ImpDead => Kind::token(cast::IMP, "dead", Dawn),
            Self::VortoxDead => Kind::token(vortox::ID, "dead", Dawn),
            Self::FangGuDead => Kind::token(fang_gu::ID, "dead", Dawn),
            Self::FangGuOnce => Kind::token(fang_gu::ID, "once", Long),
            Self::ZombuulDead => Kind::token(zombuul::ID, "dead", Dawn),
            Self::ZombuulUndead => Kind::note(zombuul::ID, Long),
            Self::PoDead => Kind::token(po::ID, "dead", Dawn),
            Self::PoThreeAttacks => Kind::token(po::ID, "3_attacks", Long).needing_source(),
            Self::PukkaPoisoned => Kind::token(pukka::ID, "poisoned", Long).needing_source().impairing(),
            Self::PukkaDying => Kind::note(pukka::ID, Dawn).impairing(),
            Self::PukkaDead => Kind::token(pukka::ID, "dead", Dawn),
            Self::SnakeCharmerPoisoned => Kind::token(snake_charmer::ID, "poisoned", Long).impairing(),
            Self::PhilosopherDrunk => {
                Kind::token(philosopher::ID, "drunk", Long).needing_source().impairing()
            }
            Self::PhilosopherInVain => Kind::note(philosopher::ID, Long).needing_source(),
            Self::ProfessorAlive => Kind::token(professor::ID, "alive", Dawn),
            Self::ProfessorNoAbility => Kind::token(professor::ID, "no_ability", Long),
            Self::ArtistNoAbility => Kind::token(artist::ID, "no_ability", Long),
            Self::JugglerGuess => Kind::note(juggler::ID, Dawn),
            Self::GossipTrue | Self::GossipMaybe => Kind::note(gossip::ID, Dawn),
            Self::GossipDead => Kind::token(gossip::ID, "dead", Dawn),
            Self::LunaticChosen => Kind::token(lunatic::ID, "chosen", Dawn),
            Self::PitHagDemonMade => Kind::note(pit_hag::ID, Dawn),
        }
    }

    /// Whether it says that an ability of once a game is spent.
    pub(crate) const fn is_spent_ability(self) -> bool {
        matches!(
            self,
            Self::VirginNoAbility | Self::SlayerNoAbility | Self::ProfessorNoAbility | Self::ArtistNoAbility
        )
    }

    /// Whether it goes when whoever put it down becomes another character: what was told or spent is nothing to a
    /// character that somebody else may hold, or the same player again.
    pub(crate) const fn goes_with_character(self) -> bool {
        let was_told = matches!(
            self,
            Self::WasherwomanTownsfolk
                | Self::WasherwomanWrong
                | Self::LibrarianOutsider
                | Self::LibrarianWrong
                | Self::InvestigatorMinion
                | Self::InvestigatorWrong
                | Self::RedHerring
                | Self::JugglerGuess
                | Self::GossipTrue
                | Self::GossipMaybe
        );
        was_told || self.is_spent_ability()
    }

    /// The kind of mark that this token is, if the rules put it down.
    #[must_use]
    pub fn of(token: ReminderToken) -> Option<Self> {
        let is_it = |known: &&Self| known.owner() == token.owner() && known.name() == Some(token.word());
        Self::ALL.iter().find(is_it).copied()
    }

    /// The token that lies there for it; none for a note that no grimoire shows.
    #[must_use]
    pub fn token(self) -> Option<ReminderToken> {
        ReminderToken::read(self.owner(), self.name()?)
    }

    /// When it goes by itself.
    #[must_use]
    pub const fn lasts(self) -> Lasts {
        self.kind().lasts
    }

    /// Whether it goes when whoever put it there dies or becomes somebody else.
    #[must_use]
    pub const fn needs_source(self) -> bool {
        self.kind().needs_source
    }

    /// Whether it makes drunk or poisoned.
    #[must_use]
    pub const fn impairs(self) -> bool {
        self.kind().impairs
    }

    /// Whose token it is.
    #[must_use]
    pub const fn owner(self) -> Character {
        self.kind().owner
    }

    /// Its name in notations, such as `poisoned`; none for a note that no grimoire shows.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        self.kind().name
    }
}

impl Kind {
    const fn token(owner: Character, name: &'static str, lasts: Lasts) -> Self {
        Self { owner, name: Some(name), lasts, needs_source: false, impairs: false }
    }

    const fn note(owner: Character, lasts: Lasts) -> Self {
        Self { owner, name: None, lasts, needs_source: false, impairs: false }
    }

    const fn needing_source(mut self) -> Self {
        self.needs_source = true;
        self
    }

    const fn impairing(mut self) -> Self {
        self.impairs = true;
        self
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
}

const BLANK: Mark = Mark {
    reminder: Reminder::WasherwomanTownsfolk,
    on: Seat::new(0),
    by: Seat::new(0),
    character: cast::IMP,
};

impl Marks {
    /// A character is held once, and once more by a Philosopher; each puts down one or two marks, a Po three, a
    /// Juggler five, and those of nights and days go. Were all of them at one table they would still be fewer.
    const MOST: usize = 64;

    pub(crate) const NONE: Self = Self { len: 0, marks: [BLANK; Self::MOST], impaired: Seats::NONE };

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.marks[..usize::from(self.len)].iter()
    }

    /// Who is drunk or poisoned by a mark.
    pub(crate) const fn impaired(&self) -> Seats {
        self.impaired
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
        self.note_impaired(mark.reminder);
        Some(mark)
    }

    /// Keeps the set of the drunk and poisoned when a mark of this kind has come or gone. A Philosopher who is
    /// poisoned makes nobody drunk meanwhile.
    fn note_impaired(&mut self, changed: Reminder) {
        if !changed.kind().impairs {
            return;
        }
        let is_philosophers = |mark: &&Mark| mark.reminder == Reminder::PhilosopherDrunk;
        let others = self.iter().filter(|mark| mark.reminder.kind().impairs && !is_philosophers(mark));
        let impaired: Seats = others.map(|mark| mark.on).collect();
        let drunk = self.iter().filter(is_philosophers).filter(|mark| !impaired.contains(mark.by));
        self.impaired = drunk.map(|mark| mark.on).collect::<Seats>().or(impaired);
    }
}

impl std::fmt::Debug for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
