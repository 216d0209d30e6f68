//! A checked state: plain data, and the queries that all rules use.

use gaslamp_core::{Seat, Seats};

use super::abilities::OwnAbilities;
use super::action::Action;
use super::cast::{self, Due, FalseIdentity, When};
use super::choice_shape::Pick;
use super::day::DayVerb;
use super::hooks::Hook;
use super::marks::{Mark, Marks};
use super::misfire::Misfires;
use super::registration::{Registration, Verdict};
use super::ruling::{LATER_RULINGS, Ruling};
use super::script::PlayedScript;
use super::setup_rules::most_copies;
use super::statement::Statement;
use crate::characters::{Character, CharacterSet, Team};

/// The most seats a table can have.
pub const SEATS: usize = 20;

/// With fewer players, the evil players do not learn about each other.
pub const INFO_PLAYERS: usize = 7;

/// Good or evil.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Initially the Townsfolk and Outsiders.
    Good,
    /// Initially the Minions and Demons.
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
    /// The numbers of Townsfolk, Outsiders, Minions and Demons of the set-up, before characters change them.
    pub(crate) counts: [u8; 4],
    /// The number of Outsiders of the set-up, where a character makes it free; otherwise 0.
    pub(crate) dealt_outsiders: u8,
    /// How players register to abilities now.
    pub(crate) registration: Registration,
    /// Who is treated as sober and healthy, to find out what an ability would have done.
    pub(crate) deemed_sober: Seats,

    /// Everyone's character. Seats beyond the table hold the first character.
    pub(crate) roles: [Character; SEATS],
    /// What everyone thinks they are.
    pub(crate) shown_characters: [Character; SEATS],
    /// The character whose ability everyone has, or thinks they have.
    pub(crate) ability: OwnAbilities,
    pub(crate) evil: Seats,
    /// Who thinks they are evil.
    pub(crate) told_evil: Seats,
    /// Who is publicly alive.
    pub(crate) living: Seats,
    /// Who is alive but appears dead.
    pub(crate) undead: Seats,
    /// Whose last vote is not spent.
    pub(crate) ghost_votes: Seats,
    pub(crate) marks: Marks,
    /// Who is drunk or poisoned, by a mark or by their position.
    pub(crate) impaired: Seats,
    pub(crate) misfires: Misfires,

    pub(crate) stage: Stage,
    /// What is pending now.
    pub(crate) pending: Pending,
    /// What the Storyteller must decide after that.
    pub(crate) later_rulings: [Option<Ruling>; LATER_RULINGS],
    /// Whether the end of the game must still be checked after a death.
    pub(crate) is_end_open: bool,
    /// The side that has lost when that is checked.
    pub(crate) loser: Option<Side>,
    /// The side that has lost because somebody was executed, whatever that player's death leads to.
    pub(crate) loser_by_execution: Option<Side>,
    pub(crate) winner: Option<Side>,
    /// The number of the night, and of the day after it.
    pub(crate) number: u16,

    /// The position in the night order.
    pub(crate) step: u8,
    /// Who has had a turn at this position.
    pub(crate) acted: Seats,
    /// Whose ability is acting now, and of which character it is.
    pub(crate) acting: Seat,
    pub(crate) acting_as: Character,
    /// What was chosen for it.
    pub(crate) chosen: Action,
    /// Whom the Demon has yet to attack, in this order, and who the Demon is.
    pub(crate) attacks: [Option<Seat>; MOST_ATTACKS],
    pub(crate) attacker: Seat,
    pub(crate) died_tonight: Seats,
    /// Who was impaired when they died tonight, which spoils what they learn by their death (rule book of the cast, M1).
    pub(crate) died_impaired: Seats,
    /// Who has been woken for their own ability since dawn, or by day has become due to be.
    pub(crate) woken: Seats,
    /// Who was alive when the night began, which is what is known until dawn.
    pub(crate) living_at_dusk: Seats,
    /// Who has gained a new ability this night.
    pub(crate) fresh: Seats,
    /// Whose new ability the Storyteller has yet to prepare.
    pub(crate) unprepared: Seats,
    /// Who has changed character by day and will be told at night.
    pub(crate) untold: Seats,
    /// Who has learned of their own death and must choose somebody publicly.
    pub(crate) last_choices: Seats,

    /// Who has nothing more to say or, in the evening, has passed since the last nomination.
    pub(crate) passed: Seats,
    /// The seat after which the next turn is looked for.
    pub(crate) cursor: Seat,
    /// Who has nominated, and who has been nominated, today.
    pub(crate) nominators: Seats,
    pub(crate) nominated: Seats,
    /// Who has used a day ability, in this game or on this day, by verb.
    pub(crate) used: [Seats; DayVerb::ALL.len()],
    /// How many claims everyone has made today.
    pub(crate) claims: [u8; SEATS],
    /// The possible answers to the question asked of the Storyteller by day.
    pub(crate) asked: Verdict,
    /// Whether it is true in fact.
    pub(crate) asked_in_fact: bool,
    pub(crate) nominator: Seat,
    pub(crate) nominee: Option<Seat>,
    /// Who must nominate at once: the last nominee, as a rule.
    pub(crate) must_nominate: Option<Seat>,
    /// Whether the nominee is yet to say something or to pass, before the vote.
    pub(crate) is_nominee_speaking: bool,
    /// Who has yet to vote, and who has voted for.
    pub(crate) voters: Seats,
    pub(crate) hands: Seats,
    pub(crate) block: Option<Seat>,
    pub(crate) most_votes: u8,
    /// Who was executed today, dead or alive, and whether they died of it.
    pub(crate) executed: Option<Seat>,
    pub(crate) execution_killed: bool,
    pub(crate) somebody_died_today: bool,
    /// Whether there are no more nominations today.
    pub(crate) is_day_over: bool,
    /// How far the Storyteller has been asked, between two acts of the day, what happens by their will alone.
    pub(crate) interlude: Interlude,
    /// The day that is played although the last Demon has been executed; 0 if there is none.
    pub(crate) extra_day: u16,

    /// The last to be compared: tables of one game have the same.
    pub(crate) script: PlayedScript,
}

/// The most players that a Demon attacks in a night.
pub(crate) const MOST_ATTACKS: usize = 3;

/// How far the Storyteller has been asked between two acts of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interlude {
    /// Everybody's ability has been gone through.
    Over,
    /// The next ability to be gone through is that of this seat.
    At(Seat, Between),
    /// The same, and there will be no more nominations.
    Closed,
}

/// A moment between two acts of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Between {
    /// Before anybody talks.
    Talk,
    /// Before the first nomination.
    Nominations,
    /// After votes were counted.
    Count,
    /// After the last nomination, before the execution.
    Close,
}

/// The parts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Setup,
    Night,
    Talk,
    Evening,
}

/// What is pending, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Nothing: the rules continue by themselves.
    Nothing,
    /// The Storyteller is to deal.
    Deal,
    /// The Storyteller is to place the token that this player's ability begins with.
    Prepare(Seat),
    /// This player is to choose for their own ability.
    Choice(Seat),
    /// The Storyteller is to tell this player something.
    Telling(Seat, Topic),
    /// The Storyteller is to decide.
    Ruling(Ruling),
    /// This player may act by day: say something, nominate, or pass.
    Turn(Seat),
    /// This player is to vote.
    Vote(Seat),
    /// This player has learned of their own death and is to choose somebody publicly.
    LastChoice(Seat),
}

/// What a piece of information is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// What the player's ability of this character tells.
    Ability(Character),
    /// The evil team, told to its Demon.
    Evil,
}

/// Why a player is about to die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The Demon at this seat.
    Demon {
        /// The Demon.
        by: Seat,
    },
    /// An execution.
    Execution,
    /// The ability of the player at this seat, which kills despite any protection.
    Slaying {
        /// The player with the ability.
        by: Seat,
    },
    /// The ability of the player at this seat, which is not a Demon's attack.
    Ability {
        /// The player with the ability.
        by: Seat,
    },
}

/// The truth about one player, for those who may know everything: a Storyteller, a referee, a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    /// The player's character.
    pub role: Character,
    /// What the player thinks they are.
    pub token: Character,
    /// The character whose ability the player has, or thinks they have.
    pub ability: Character,
    /// The player's side.
    pub side: Side,
    /// Whether the player is alive, whatever it looks like.
    pub is_alive: bool,
    /// Whether the player is sober and healthy and really has the ability.
    pub is_able: bool,
}

impl State {
    /// The truth about a player. For those who may know everything; players get views.
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

    /// Whether the player the Storyteller is about to tell something may be told this. Deduction needs
    /// nothing more, and nothing is listed. A Savant's statements need their contents, so
    /// [`gaslamp_core::Game::check`] judges them.
    #[must_use]
    pub fn may_tell(&self, statement: Statement) -> bool {
        matches!(self.pending, Pending::Telling(seat, topic) if self.admits(seat, topic, statement))
    }

    /// The player the Storyteller is about to tell something, and by whose ability; none on a Demon's first
    /// night, when it is the evil team.
    #[must_use]
    pub fn about_to_hear(&self) -> Option<(Seat, Option<Character>)> {
        match self.pending {
            Pending::Telling(seat, Topic::Ability(ability)) => Some((seat, Some(ability))),
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

    /// Whether nobody is asked anything now.
    #[inline]
    pub(crate) const fn has_nothing_pending(&self) -> bool {
        matches!(self.pending, Pending::Nothing)
    }

    /// The number of seats.
    #[inline]
    pub(crate) const fn size(&self) -> usize {
        self.size as usize
    }

    #[inline]
    pub(crate) const fn all_seats(&self) -> Seats {
        Seats::first(self.size())
    }

    pub(crate) fn base_counts(&self) -> [usize; 4] {
        self.counts.map(usize::from)
    }

    /// A player's character.
    #[inline]
    pub(crate) const fn role(&self, seat: Seat) -> Character {
        self.roles[seat.index()]
    }

    #[inline]
    pub(crate) const fn is_evil(&self, seat: Seat) -> bool {
        self.evil.contains(seat)
    }

    #[inline]
    pub(crate) const fn side(&self, seat: Seat) -> Side {
        if self.is_evil(seat) { Side::Evil } else { Side::Good }
    }

    /// Who is alive, whether it shows or not.
    #[inline]
    pub(crate) const fn alive(&self) -> Seats {
        self.living.or(self.undead)
    }

    #[inline]
    pub(crate) const fn is_alive(&self, seat: Seat) -> bool {
        self.alive().contains(seat)
    }

    /// Whether a dead player keeps their ability because of another's.
    #[inline]
    pub(crate) fn keeps_ability(&self, seat: Seat) -> bool {
        let keeps = |mark: &Mark| {
            mark.on == seat
                && mark.reminder.keeps_ability()
                && self.is_alive(mark.by)
                && !self.impaired().contains(mark.by)
        };
        self.script.has(Hook::KeepsAbilities) && self.marks.iter().any(keeps)
    }

    /// Who has an ability as the living do: the living, and those dead who keep theirs.
    #[inline]
    pub(crate) fn holders(&self) -> Seats {
        if !self.script.has(Hook::KeepsAbilities) {
            return self.alive();
        }
        let keeping = self.marks.iter().filter(|mark| mark.reminder.keeps_ability());
        let kept = keeping.map(|mark| mark.on).filter(|&seat| self.keeps_ability(seat));
        self.alive().or(kept.collect())
    }

    /// Whether a player has an ability as the living do.
    #[inline]
    pub(crate) fn is_holder(&self, seat: Seat) -> bool {
        self.is_alive(seat) || self.keeps_ability(seat)
    }

    /// Who is drunk or poisoned.
    #[inline]
    pub(crate) const fn impaired(&self) -> Seats {
        self.impaired.minus(self.deemed_sober)
    }

    /// Whether a player is drunk or poisoned, be it by nature.
    pub(crate) fn is_drunk_or_poisoned(&self, seat: Seat) -> bool {
        let identity = self.script.false_identity_of(self.role(seat));
        self.impaired().contains(seat) || identity.is_some_and(|identity| identity.is_drunk)
    }

    /// The character token at a seat of the grimoire.
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

    /// The characters in play, dead or alive.
    pub(crate) fn in_play(&self) -> CharacterSet {
        self.roles[..self.size()].iter().copied().collect()
    }

    /// Whether one more player may become this character: nobody is it, or it may be in play several times.
    pub(crate) fn has_room_for(&self, character: Character) -> bool {
        let holders = self.roles[..self.size()].iter().filter(|role| **role == character).count();
        holders < most_copies(character)
    }

    /// What a player of this character thinks they are, if they do not know it; it may come with an ability that
    /// the character unites with others.
    pub(crate) fn false_identity_of(&self, character: Character) -> Option<FalseIdentity> {
        self.script.false_identity_of(character)
    }

    /// Good characters that are not in play, not even as a token.
    pub(crate) fn bluffs_for_demon(&self) -> CharacterSet {
        let drawn: CharacterSet = self.shown_characters[..self.size()].iter().copied().collect();
        self.script.characters.and(CharacterSet::GOOD).minus(self.in_play()).minus(drawn)
    }

    /// Whether there are enough players for the evil ones to learn about each other.
    pub(crate) const fn has_evil_info(&self) -> bool {
        self.size() >= INFO_PLAYERS
    }

    /// The players at the next seats on either side, dead or alive.
    pub(crate) fn beside(&self, seat: Seat) -> Seats {
        let size = self.size();
        [seat.index() + 1, seat.index() + size - 1].into_iter().map(|at| Seat::new(at % size)).collect()
    }

    /// The nearest living players on either side; the same one twice, or the player alone, if few are alive.
    pub(crate) fn living_neighbours(&self, seat: Seat) -> [Option<Seat>; 2] {
        let others = self.living.without(seat);
        let size = self.size();
        let back = (1..size).map(|offset| Seat::new((seat.index() + size - offset) % size));
        [back.into_iter().find(|&seat| others.contains(seat)), others.next_after(seat)]
    }

    /// The nearest Townsfolk in fact, dead or alive, anticlockwise and clockwise; others are skipped.
    pub(crate) fn townsfolk_beside(&self, seat: Seat) -> [Option<Seat>; 2] {
        let size = self.size();
        let is_townsfolk = |other: &Seat| self.role(*other).team() == Team::Townsfolk;
        let back =
            (1..size).map(|offset| Seat::new((seat.index() + size - offset) % size)).find(is_townsfolk);
        let on = (1..size).map(|offset| Seat::new((seat.index() + offset) % size)).find(is_townsfolk);
        [back, on]
    }

    pub(crate) const fn is_first_night(&self) -> bool {
        self.number == 1
    }

    /// Whether the player at this seat acts tonight at the position of this ability, which they have.
    pub(crate) fn wakes_as(&self, seat: Seat, character: Character) -> bool {
        let ability = cast::of(character);
        let is_night = match ability.when {
            When::Never => false,
            When::FirstNight => self.is_first_night() || self.fresh.contains(seat),
            When::OtherNights => !self.is_first_night(),
            When::EveryNight => true,
        };
        is_night && (self.is_holder(seat) || ability.wakes_dead) && self.is_due(ability.due, seat)
    }

    /// Whether an ability wakes its player, given that this is one of its nights.
    pub(crate) fn is_due(&self, due: Due, seat: Seat) -> bool {
        match due {
            Due::Always => true,
            Due::DiedTonight => self.died_tonight.contains(seat),
            Due::DiedTonightAnd(is_due) => self.died_tonight.contains(seat) && is_due(self, seat),
            Due::ExecutionKilled => self.execution_killed,
            Due::If(is_due) => is_due(self, seat),
        }
    }

    /// What may be chosen for the ability that is acting now.
    pub(crate) fn pick_now(&self) -> Pick {
        (cast::of(self.acting_as).asks)(self, self.acting)
    }

    /// The only player chosen for the ability that is acting now.
    pub(crate) const fn chosen_seat(&self) -> Option<Seat> {
        match self.chosen {
            Action::Choose(seat) | Action::Name(seat, _) => Some(seat),
            _ => None,
        }
    }
}
