//! A checked state: plain data, and the questions that every rule asks of it.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast::{self, Ability, Due, When};
use super::choice_shape::Pick;
use super::day::DayVerb;
use super::marks::Marks;
use super::misfire::Misfires;
use super::registration::Verdict;
use super::ruling::{LATER_RULINGS, Ruling};
use super::script::PlayedScript;
use super::statement::Statement;
use crate::characters::{Character, CharacterSet, Team};

/// The most seats that a table has.
pub const SEATS: usize = 20;

/// With fewer players the evil ones do not learn of each other.
const INFO_PLAYERS: usize = 7;

/// Good or evil.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Townsfolk and Outsiders, to begin with.
    Good,
    /// Minions and Demons, to begin with.
    Evil,
}

impl Side {
    /// The side in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Evil => "evil",
        }
    }

    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Good => Self::Evil,
            Self::Evil => Self::Good,
        }
    }
}

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) size: u8,
    /// Townsfolk, Outsiders, Minions and Demons of the set-up, before characters change them.
    pub(crate) counts: [u8; 4],
    pub(crate) script: PlayedScript,
    /// Whether everybody registers as what they are: so a question is asked that is not about registration.
    pub(crate) registers_plainly: bool,
    /// Who is taken for sober and healthy: so it is asked what an ability would have done.
    pub(crate) deemed_sober: Seats,

    /// What everybody is. Seats beyond the table hold the first character.
    pub(crate) roles: [Character; SEATS],
    /// What everybody believes to be.
    pub(crate) shown_characters: [Character; SEATS],
    /// Whose ability everybody has, or believes to have.
    pub(crate) ability: [Character; SEATS],
    pub(crate) evil: Seats,
    /// Who believes to be evil.
    pub(crate) told_evil: Seats,
    /// Who lives, for all to see.
    pub(crate) living: Seats,
    /// Who lives and seems dead.
    pub(crate) undead: Seats,
    /// Whose last vote is not spent.
    pub(crate) ghost_votes: Seats,
    pub(crate) marks: Marks,
    /// Who is drunk or poisoned by how the table stands, and not by a mark.
    pub(crate) impaired_by_table: Seats,
    pub(crate) misfires: Misfires,

    pub(crate) stage: Stage,
    /// What is asked now.
    pub(crate) pending: Pending,
    /// What the Storyteller is asked to decide after that.
    pub(crate) later_rulings: [Option<Ruling>; LATER_RULINGS],
    /// Whether the end is still to be looked for after a death.
    pub(crate) is_end_open: bool,
    pub(crate) winner: Option<Side>,
    /// Which night, and which day after it.
    pub(crate) number: u16,

    /// The place in the order of the night.
    pub(crate) step: u8,
    /// Who has had a turn at this place.
    pub(crate) acted: Seats,
    /// Whose ability it is that acts now.
    pub(crate) acting: Seat,
    /// What was chosen for it.
    pub(crate) chosen: Action,
    /// Whom the Demon has still to attack, and who the Demon is.
    pub(crate) attacks: Seats,
    pub(crate) attacker: Seat,
    pub(crate) died_tonight: Seats,
    /// Who lived when the night began: what is known until dawn.
    pub(crate) living_at_dusk: Seats,
    /// Who has a new ability since this night.
    pub(crate) fresh: Seats,
    /// Whose new ability the Storyteller has still to prepare.
    pub(crate) unprepared: Seats,
    /// Who has become somebody else by day and is told at night.
    pub(crate) untold: Seats,

    /// Who has nothing more to say, or no nomination since the last one.
    pub(crate) passed: Seats,
    /// Where the next turn is looked for, exclusively.
    pub(crate) cursor: Seat,
    /// Who has nominated, and who has been nominated, today.
    pub(crate) nominators: Seats,
    pub(crate) nominated: Seats,
    /// Who has done what an ability does by day, this game or this day, by verb.
    pub(crate) used: [Seats; DayVerb::ALL.len()],
    /// How much everybody has claimed today.
    pub(crate) claims: [u8; SEATS],
    /// The answers that a question asked of the Storyteller by day has.
    pub(crate) asked: Verdict,
    /// Whether it is so in fact.
    pub(crate) asked_in_fact: bool,
    pub(crate) nominator: Seat,
    pub(crate) nominee: Option<Seat>,
    /// Who has still to vote, and whose hand is up.
    pub(crate) voters: Seats,
    pub(crate) hands: Seats,
    pub(crate) block: Option<Seat>,
    pub(crate) most_votes: u8,
    /// Who was executed today, dead or alive, and whether it killed.
    pub(crate) executed: Option<Seat>,
    pub(crate) execution_killed: bool,
    pub(crate) somebody_died_today: bool,
    /// No more nominations today.
    pub(crate) is_day_over: bool,
}

/// The parts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Setup,
    Night,
    Talk,
    Evening,
}

/// What is asked, and of whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Nothing: the rules go on by themselves.
    Nothing,
    /// The Storyteller, to deal.
    Deal,
    /// The Storyteller, to put down the token that this player's ability begins with.
    Prepare(Seat),
    /// This player, to choose for the own ability.
    Choice(Seat),
    /// The Storyteller, to tell this player something.
    Telling(Seat, Topic),
    /// The Storyteller, to decide.
    Ruling(Ruling),
    /// This player, by day: to say or to nominate something, or to pass.
    Turn(Seat),
    /// This player, to vote.
    Vote(Seat),
}

/// What a telling is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The player's own ability.
    Ability,
    /// The evil team, to its Demon.
    Evil,
}

/// Why somebody is about to die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The Demon at this seat.
    Demon {
        /// The Demon.
        by: Seat,
    },
    /// An execution.
    Execution,
    /// The ability of the player at this seat, which kills whatever protects.
    Slaying {
        /// Whose.
        by: Seat,
    },
    /// The ability of the player at this seat, who does not attack as a Demon.
    Ability {
        /// Whose.
        by: Seat,
    },
}

/// What is true of one player, for those who may know all: a Storyteller, a referee, a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    /// What the player is.
    pub role: Character,
    /// What the player believes to be.
    pub token: Character,
    /// Whose ability the player has, or believes to have.
    pub ability: Character,
    /// On which side the player is.
    pub side: Side,
    /// Whether the player lives, whatever it looks like.
    pub is_alive: bool,
    /// Whether the player is sober and healthy and has the ability for real.
    pub is_able: bool,
}

impl State {
    /// What is true of a player. For those who may know all; players get views.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Person {
        Person {
            role: self.role(seat),
            token: self.shown_characters[seat.index()],
            ability: self.ability[seat.index()],
            side: self.side(seat),
            is_alive: self.is_alive(seat),
            is_able: self.works(seat),
        }
    }

    /// Whether the player whom the Storyteller is about to tell something may be told this. That is all that
    /// deduction asks: nothing is listed. A Savant's things need their contents, so [`gaslamp_core::Game::check`]
    /// judges them.
    #[must_use]
    pub fn may_tell(&self, statement: Statement) -> bool {
        matches!(self.pending, Pending::Telling(seat, topic) if self.admits(seat, topic, statement))
    }

    /// Whom the Storyteller is about to tell something, and by whose ability; none of a Demon's first night, when
    /// it is the evil team.
    #[must_use]
    pub fn about_to_hear(&self) -> Option<(Seat, Option<Character>)> {
        match self.pending {
            Pending::Telling(seat, Topic::Ability) => Some((seat, Some(self.ability[seat.index()]))),
            Pending::Telling(seat, Topic::Evil) => Some((seat, None)),
            _ => None,
        }
    }

    /// What the Storyteller is about to decide, if it is a matter of judgement.
    #[must_use]
    pub const fn ruling(&self) -> Option<Ruling> {
        match self.pending {
            Pending::Ruling(ruling) => Some(ruling),
            _ => None,
        }
    }

    /// How many seats the table has.
    pub(crate) const fn size(&self) -> usize {
        self.size as usize
    }

    pub(crate) const fn all_seats(&self) -> Seats {
        Seats::first(self.size())
    }

    pub(crate) fn base_counts(&self) -> [usize; 4] {
        self.counts.map(usize::from)
    }

    /// What a player is.
    pub(crate) const fn role(&self, seat: Seat) -> Character {
        self.roles[seat.index()]
    }

    pub(crate) const fn is_evil(&self, seat: Seat) -> bool {
        self.evil.contains(seat)
    }

    pub(crate) const fn side(&self, seat: Seat) -> Side {
        if self.is_evil(seat) { Side::Evil } else { Side::Good }
    }

    /// Who lives, whether it shows or not.
    pub(crate) const fn alive(&self) -> Seats {
        self.living.or(self.undead)
    }

    pub(crate) const fn is_alive(&self, seat: Seat) -> bool {
        self.alive().contains(seat)
    }

    /// The ability that a player has or believes to have.
    pub(crate) fn ability_of(&self, seat: Seat) -> &'static Ability {
        cast::of(self.ability[seat.index()])
    }

    /// Whether a player has the ability of this character, or believes so.
    pub(crate) fn seems(&self, seat: Seat, character: Character) -> bool {
        self.ability[seat.index()] == character
    }

    /// Whether a player has the ability of this character, drunk or sober, dead or alive.
    pub(crate) fn has(&self, seat: Seat, character: Character) -> bool {
        self.seems(seat, character) && !self.is_fake(seat)
    }

    /// Whether a player's ability is but believed in.
    pub(crate) fn is_fake(&self, seat: Seat) -> bool {
        self.ability[seat.index()] != self.role(seat)
            && (self.is_deluded(seat)
                || self.marks.iter().any(|mark| mark.by == seat && mark.reminder.is_in_vain()))
    }

    /// Whether a player is sober and healthy and has the ability for real; dead or alive.
    pub(crate) fn works(&self, seat: Seat) -> bool {
        !self.impaired().contains(seat) && !self.is_fake(seat)
    }

    /// Who is drunk or poisoned.
    pub(crate) const fn impaired(&self) -> Seats {
        self.marks.impaired().or(self.impaired_by_table).minus(self.deemed_sober)
    }

    /// Whether a player does not know what he or she is.
    pub(crate) fn is_deluded(&self, seat: Seat) -> bool {
        cast::of(self.role(seat)).false_identity.is_some()
    }

    /// Whether a living, sober and healthy player here has the ability of this character.
    pub(crate) fn is_active(&self, seat: Seat, character: Character) -> bool {
        self.seems(seat, character) && self.is_alive(seat) && self.works(seat)
    }

    /// The token that lies at a seat of the grimoire.
    pub(crate) fn shown_token(&self, seat: Seat) -> Character {
        if self.is_deluded(seat) { self.shown_characters[seat.index()] } else { self.ability[seat.index()] }
    }

    /// The seats of one team.
    pub(crate) fn of_team(&self, team: Team) -> Seats {
        let set = CharacterSet::team(team);
        self.all_seats().iter().filter(|&seat| set.contains(self.role(seat))).collect()
    }

    pub(crate) fn minions(&self) -> Seats {
        self.of_team(Team::Minion)
    }

    pub(crate) fn demons(&self) -> Seats {
        self.of_team(Team::Demon)
    }

    /// Who is in play, dead or alive.
    pub(crate) fn in_play(&self) -> CharacterSet {
        self.roles[..self.size()].iter().copied().collect()
    }

    /// Good characters that are not in play, tokens included.
    pub(crate) fn bluffs_for_demon(&self) -> CharacterSet {
        let drawn: CharacterSet = self.shown_characters[..self.size()].iter().copied().collect();
        self.script.characters.and(CharacterSet::GOOD).minus(self.in_play()).minus(drawn)
    }

    /// Whether there are enough players for the evil ones to learn of each other.
    pub(crate) const fn has_evil_info(&self) -> bool {
        self.size() >= INFO_PLAYERS
    }

    /// The nearest living players on either side; the same one twice, or the player alone, if few live.
    pub(crate) fn living_neighbours(&self, seat: Seat) -> [Option<Seat>; 2] {
        let others = self.living.without(seat);
        let size = self.size();
        let back = (1..size).map(|offset| Seat::new((seat.index() + size - offset) % size));
        [back.into_iter().find(|&seat| others.contains(seat)), others.next_after(seat)]
    }

    pub(crate) const fn is_first_night(&self) -> bool {
        self.number == 1
    }

    /// Whether the player at this seat acts at the own place in tonight's order.
    pub(crate) fn wakes(&self, seat: Seat) -> bool {
        let ability = self.ability_of(seat);
        let is_night = match ability.when {
            When::Never => false,
            When::FirstNight => self.is_first_night() || self.fresh.contains(seat),
            When::OtherNights => !self.is_first_night(),
            When::EveryNight => true,
        };
        is_night && (self.is_alive(seat) || ability.wakes_dead) && self.is_due(ability.due, seat)
    }

    /// Whether an ability wakes its player, if this is one of its nights.
    pub(crate) fn is_due(&self, due: Due, seat: Seat) -> bool {
        match due {
            Due::Always => true,
            Due::DiedTonight => self.died_tonight.contains(seat),
            Due::ExecutionKilled => self.execution_killed,
            Due::If(is_due) => is_due(self, seat),
        }
    }

    /// What may be chosen for the ability that acts now.
    pub(crate) fn pick_now(&self) -> Pick {
        (self.ability_of(self.acting).asks)(self, self.acting)
    }

    /// The one player who was chosen by whoever acts now.
    pub(crate) const fn chosen_seat(&self) -> Option<Seat> {
        match self.chosen {
            Action::Choose(seat) | Action::Turn(seat, _) => Some(seat),
            _ => None,
        }
    }
}
