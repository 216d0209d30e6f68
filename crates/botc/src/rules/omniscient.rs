//! Everything that the rules know about a table at one moment, for those who may know everything and judge
//! for themselves: a referee.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::day::DayVerb;
use super::marks::Mark;
use super::misfire::MOST_WARDS;
use super::ruling::{Question, Ruling};
use super::script::Step;
use super::state::{Between, Interlude, MOST_ATTACKS, Side, Stage, State};
use crate::characters::Character;

/// What holds at a table, apart from what is pending ([`State::pending`]). What has no meaning at the moment
/// is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Omniscient<'a> {
    state: &'a State,
    /// The part of the game.
    pub part: Part,
    /// Whether it is the first night or the day after it.
    pub is_first: bool,
    /// Who is evil.
    pub evil: Seats,
    /// Who is alive.
    pub living: Seats,
    /// Who has a vote left: all the living, and the dead who have not voted since they died.
    pub ghost_votes: Seats,
    /// Who has changed character and has not been told yet.
    pub untold: Seats,
    /// Who has publicly shot.
    pub shot: Seats,
    /// Who was executed since the last dawn.
    pub executed: Option<Seat>,
    /// Whether they died of it.
    pub execution_killed: bool,
    /// Whose ability went wrong since the last dawn, where somebody counts that.
    pub misfired: Seats,
    /// Whose did if the Storyteller likes.
    pub may_have_misfired: Seats,
    /// Who has chosen in vain to keep whom safe, where somebody counts that.
    pub vain_wards: [Option<(Seat, Seat)>; MOST_WARDS],
    /// Who has won.
    pub winner: Option<Side>,
    /// Who is drunk or poisoned.
    pub impaired: Seats,
    /// Who is alive and seems dead.
    pub undead: Seats,
    /// Who has gained an ability in vain.
    pub vain: Seats,
    /// Who has gained a new ability since dusk, or before it in the night.
    pub fresh: Seats,
    /// Who has guessed, has made a statement, and has visited the Storyteller; where that is remembered.
    pub guessed: Seats,
    /// See `guessed`.
    pub uttered: Seats,
    /// See `guessed`.
    pub visited: Seats,
    /// The side that has lost, if the end is looked for when the Storyteller has decided.
    pub lost: Option<Side>,
    /// Whether good has lost by an execution, whatever else happens before the end is looked for.
    pub is_good_forfeit: bool,
    /// Whether no Demon lives and the end is looked for when the Storyteller has decided; not while deaths are decided at will.
    pub is_end_open: bool,
    /// Whether somebody has died since dawn, by day.
    pub died_today: bool,
    /// Whether the day that is played, and whether the next one, is one more after the last Demon's death.
    pub is_extra_day: bool,
    /// See `is_extra_day`.
    pub is_extra_day_due: bool,
    /// Who must publicly choose somebody.
    pub last_choices: Seats,
    /// Between which acts of the day the Storyteller is asked what happens, and which seat's ability is next.
    pub interlude: Option<(&'static str, Seat)>,
    /// Whether there will be no more nominations.
    pub is_closed: bool,
    /// What was asked of the Storyteller may be true, may be false, and is true in fact.
    pub question: [bool; 3],
}

/// A part of the game, with the facts that belong to it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Before the first night.
    Setup,
    /// Night.
    Night {
        /// The point of the night order that has been reached.
        place: Option<Step>,
        /// Who has had a turn there.
        acted: Seats,
        /// Whom the player whose turn it is chose.
        chosen: Seats,
        /// Who has died.
        died: Seats,
        /// Who has become somebody else.
        fresh: Seats,
        /// Whose new ability lacks the token that it begins with.
        unprepared: Seats,
        /// Who was known to live when night fell.
        known_living: Seats,
        /// Who was woken for their own ability.
        woken: Seats,
        /// Who has died drunk or poisoned.
        died_impaired: Seats,
        /// The character that the player whose turn it is chose.
        chosen_character: Option<Character>,
        /// Who is attacked next, in this order, and by whom.
        attacks: [Option<Seat>; MOST_ATTACKS],
        /// See `attacks`.
        attacker: Seat,
    },
    /// Talk, before nominations.
    Talk {
        /// Who has nothing more to say.
        passed: Seats,
    },
    /// Nominations and votes.
    Evening {
        /// Who has passed since the last nomination.
        passed: Seats,
        /// The player after whom the next turn or the next vote is.
        cursor: Seat,
        /// Who has nominated.
        nominators: Seats,
        /// Who has been nominated.
        nominated: Seats,
        /// The vote in progress, if any.
        vote: Option<Ballot>,
        /// Who is on the block.
        block: Option<Seat>,
        /// The number of votes to beat.
        most_votes: u8,
        /// Whether there are no more nominations today.
        is_over: bool,
    },
}

/// A vote in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ballot {
    /// The nominator.
    pub nominator: Seat,
    /// The nominee.
    pub nominee: Seat,
    /// Who has yet to vote.
    pub voters: Seats,
    /// Who has voted for it.
    pub hands: Seats,
}

impl Omniscient<'_> {
    /// What a player is.
    #[must_use]
    pub const fn role(&self, seat: Seat) -> Character {
        self.state.role(seat)
    }

    /// The character whose ability a player has, or thinks they have.
    #[must_use]
    pub fn ability(&self, seat: Seat) -> Character {
        self.state.ability[seat.index()]
    }

    /// What a player was told they are.
    #[must_use]
    pub const fn token(&self, seat: Seat) -> Character {
        self.state.shown_characters[seat.index()]
    }

    /// Whether a player has become somebody who does not know what they are, and was not shown a token yet.
    #[must_use]
    pub fn is_unshown(&self, seat: Seat) -> bool {
        let asked = self.state.later_rulings.into_iter().flatten().chain(self.state.ruling());
        asked.into_iter().any(|ruling| ruling.question == Question::Shown && ruling.about == seat)
    }

    /// What the Storyteller is to rule on when what is pending has been decided, in this order.
    pub fn later_rulings(&self) -> impl Iterator<Item = Ruling> {
        self.state.later_rulings.into_iter().flatten()
    }

    /// Every mark.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.state.marks.iter()
    }
}

impl State {
    /// Everything that the rules know about this table. For those who may know everything; players get views.
    #[must_use]
    pub fn omniscient(&self) -> Omniscient<'_> {
        Omniscient {
            state: self,
            part: self.part(),
            is_first: self.is_first_night(),
            evil: self.evil,
            living: self.living,
            ghost_votes: self.ghost_votes,
            untold: self.untold,
            shot: self.used[DayVerb::Shoot as usize],
            executed: self.executed,
            execution_killed: self.execution_killed,
            misfired: self.misfires.certain,
            may_have_misfired: self.misfires.perhaps,
            vain_wards: self.misfires.vain_wards.map(|ward| ward.map(|ward| (ward.by, ward.on))),
            winner: self.winner,
            impaired: self.impaired(),
            undead: self.undead,
            vain: self.marks.iter().filter(|mark| mark.reminder.is_in_vain()).map(|mark| mark.by).collect(),
            fresh: self.fresh,
            guessed: self.used[DayVerb::Guess as usize],
            uttered: self.used[DayVerb::Gossip as usize],
            visited: self.used[DayVerb::Visit as usize],
            lost: self.loser_by_execution.or(self.loser),
            is_good_forfeit: self.loser_by_execution == Some(Side::Good) && self.winner.is_none(),
            is_end_open: self.is_end_open
                && !self.are_deaths_arbitrary()
                && self.demons().and(self.alive()).is_empty(),
            died_today: self.somebody_died_today,
            is_extra_day: self.extra_day > 0 && self.extra_day == self.number,
            is_extra_day_due: self.extra_day > self.number,
            last_choices: self.last_choices,
            interlude: match self.interlude {
                Interlude::At(seat, Between::Talk) => Some(("talk", seat)),
                Interlude::At(seat, Between::Nominations) => Some(("nominations", seat)),
                Interlude::At(seat, Between::Count) => Some(("count", seat)),
                Interlude::At(seat, Between::Close) => Some(("close", seat)),
                Interlude::Over | Interlude::Closed => None,
            },
            is_closed: self.interlude == Interlude::Closed,
            question: [self.asked.may_be_true, self.asked.may_be_false, self.asked_in_fact],
        }
    }

    /// Whether both tables are played with the same characters and night order.
    #[must_use]
    pub fn shares_script(&self, other: &Self) -> bool {
        self.script == other.script
    }

    fn part(&self) -> Part {
        match self.stage {
            Stage::Setup => Part::Setup,
            Stage::Night => Part::Night {
                place: self.script.step(self.is_first_night(), self.step),
                acted: self.acted,
                chosen: Action::chosen(self.chosen),
                died: self.died_tonight,
                fresh: self.fresh,
                unprepared: self
                    .unprepared
                    .iter()
                    .filter(|&seat| self.ability_to_prepare(seat).is_some())
                    .collect(),
                known_living: self.living_at_dusk,
                woken: self.woken,
                died_impaired: self.died_impaired,
                chosen_character: match self.chosen {
                    Action::ChooseCharacter(character) => Some(character),
                    _ => None,
                },
                attacks: self.attacks,
                attacker: self.attacker,
            },
            Stage::Talk => Part::Talk { passed: self.passed },
            Stage::Evening => Part::Evening {
                passed: self.passed,
                cursor: self.cursor,
                nominators: self.nominators,
                nominated: self.nominated,
                vote: self.nominee.map(|nominee| Ballot {
                    nominator: self.nominator,
                    nominee,
                    voters: self.voters,
                    hands: self.hands,
                }),
                block: self.block,
                most_votes: self.most_votes,
                is_over: self.is_day_over,
            },
        }
    }
}
