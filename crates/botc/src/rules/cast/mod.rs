//! The cast: a file for every character that can be played.
//!
//! Each file has the character's `ID` and its `ABILITY`: when it wakes, what it may choose, what that does, what
//! it may be told, and where else it has a say. A character of another edition is one more file and one more line
//! of [`TABLE`].

use gaslamp_core::{Seat, Seats};

use super::marks::Reminder;
use super::pick::Pick;
use super::play::Play;
use super::registration::Verdict;
use super::state::{Cause, Side, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet};

/// What a character can do. Most characters leave most of it as in [`Ability::NONE`].
pub(crate) struct Ability {
    /// The nights on which it wakes.
    pub(crate) when: When,
    /// Whether it wakes tonight, if this is such a night.
    pub(crate) is_due: fn(&State, Seat) -> bool,
    /// Whether death does not keep it from waking.
    pub(crate) wakes_dead: bool,
    /// What it may choose.
    pub(crate) asks: fn(&State, Seat) -> Pick,
    /// What choosing does even when drunk or poisoned: what is to be remembered.
    pub(crate) notes: fn(&mut Play<'_>, Seat),
    /// What choosing does when sober and healthy.
    pub(crate) acts: fn(&mut Play<'_>, Seat),
    /// What kind of thing it is told then.
    pub(crate) tells: fn(&State, Seat) -> Shape,
    /// Whether such a statement may be true and may be false.
    pub(crate) judges: fn(&State, Seat, Statement) -> Verdict,
    /// The tokens that the Storyteller puts down for what was told.
    pub(crate) reminds: fn(&mut Play<'_>, Seat, Statement),
    /// What the Storyteller decides at its place in the night.
    pub(crate) storyteller_rules: Option<fn(&mut Play<'_>, Seat)>,
    /// Where the Storyteller may put the token that the ability begins with; nowhere if it has none, or has it
    /// already.
    pub(crate) prepares: fn(&State, Seat) -> Seats,
    /// Puts it there.
    pub(crate) prepared: fn(&mut Play<'_>, Seat, Seat),
    /// As whom it may register, on either side.
    pub(crate) pretends: Option<CharacterSet>,
    /// Whether all that it does is done when the bag is filled.
    pub(crate) is_setup_only: bool,
    /// Whether it does not know what it is.
    pub(crate) is_delusion: bool,
    /// Whether what a Demon does to it does nothing.
    pub(crate) is_safe_from_demon: bool,
    /// Whether it, at the first seat, keeps the player at the second from dying.
    pub(crate) protects: Option<Protection>,
    /// Whether death is not the end of it.
    pub(crate) survives: Option<fn(&mut Play<'_>, Seat) -> bool>,
    /// What happens when it is nominated.
    pub(crate) nominated: Option<fn(&mut Play<'_>, Seat)>,
    /// Whether its hand counts.
    pub(crate) vote_counts: Option<fn(&State, Seat) -> bool>,
    /// Who wins at dusk because of it.
    pub(crate) at_dusk: Option<fn(&State, Seat) -> Option<Side>>,
    /// The token at somebody whom it has killed.
    pub(crate) dead: Option<Reminder>,
    /// A token that lies wherever it is so at the moment, and its name.
    pub(crate) standing_reminder: Option<StandingReminder>,
    /// How much depends on it for everybody else.
    pub(crate) bearing: Bearing,
}

/// How much depends, for everybody else, on a character that nobody speaks of. That it is evil, or changes the numbers of the bag, is
/// not meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// Nothing: it only learns, or has done all it does when the bag is filled.
    Nothing,
    /// Nothing before this happens at its seat, for all to see; then, at whose seat it is.
    Until(Trigger),
    /// Whether it is at work shows only in a night after the first in which nobody dies; then, at whose seat it is. Otherwise it only
    /// changes how likely things were.
    OnQuietNight,
    /// Nothing on the first night; later, at whose seat it is.
    LaterItsSeat,
    /// On the first night that it is in play; later, at whose seat it is.
    Presence,
    /// At whose seat it is.
    Seat,
    /// At whose seat it is, and perhaps who sits beside.
    Neighbours,
}

/// What happens to a player, or is done by one, for all to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// Somebody nominates the player.
    Nominated,
    /// The player shoots.
    Shoots,
    /// The player is executed.
    Executed,
    /// The player dies at night, or may have been attacked and spared: nobody dies in a night after the first. Where only one character
    /// kills at night, a night in which somebody else dies is no such night.
    Attacked,
}

/// Whether the player at the first seat keeps the one at the second from dying of this.
pub(crate) type Protection = fn(&State, Seat, Seat, Cause) -> Verdict;

/// The name of a token, and at whose seats it lies.
pub(crate) type StandingReminder = (&'static str, fn(&State, Seat) -> Seats);

/// The nights on which an ability wakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// None.
    Never,
    /// The first night, or the first with this ability.
    FirstNight,
    /// Each night but the first.
    OtherNights,
    /// Each night.
    EveryNight,
}

impl Ability {
    /// An ability that does nothing by itself.
    pub(crate) const NONE: Self = Self {
        when: When::Never,
        is_due: |_, _| true,
        wakes_dead: false,
        asks: |_, _| Pick::Nothing,
        notes: |_, _| {},
        acts: |_, _| {},
        tells: |_, _| Shape::Silent,
        judges: |_, _, _| Verdict::EITHER,
        reminds: |_, _, _| {},
        storyteller_rules: None,
        prepares: |_, _| Seats::NONE,
        prepared: |_, _, _| {},
        pretends: None,
        is_setup_only: false,
        is_delusion: false,
        is_safe_from_demon: false,
        protects: None,
        survives: None,
        nominated: None,
        vote_counts: None,
        at_dusk: None,
        dead: None,
        standing_reminder: None,
        bearing: Bearing::Neighbours,
    };

    /// A Demon that kills one player on each night but the first.
    const fn killer(dead: Reminder) -> Self {
        Self {
            when: When::OtherNights,
            asks: |state, _| Pick::One(state.seats_set()),
            acts: |play, seat| {
                if let Some(victim) = play.chosen_seat() {
                    play.attack(seat, victim);
                }
            },
            dead: Some(dead),
            ..Self::NONE
        }
    }
}

macro_rules! cast {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*

        /// What can be played, by character.
        static TABLE: [Option<&Ability>; 192] = {
            let mut table: [Option<&Ability>; 192] = [None; 192];
            $(table[$module::ID.index()] = Some(&$module::ABILITY);)*
            table
        };
    };
}

cast! {
    washerwoman librarian investigator chef empath fortune_teller undertaker monk ravenkeeper virgin slayer soldier
    mayor butler drunk recluse saint poisoner spy scarlet_woman baron imp
    artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady lunatic pit_hag
    fang_gu po pukka vortox zombuul
}

/// The Demon of Trouble Brewing; also what stands where there is nobody.
pub(crate) const IMP: Character = imp::ID;

/// What a character can do, if it can be played here.
pub(crate) fn ability(character: Character) -> Option<&'static Ability> {
    TABLE[character.index()]
}

/// What a character in play can do.
pub(crate) fn of(character: Character) -> &'static Ability {
    static NOTHING: Ability = Ability::NONE;
    // A checked state holds playable characters alone.
    ability(character).unwrap_or(&NOTHING)
}

/// A pair is true if the one who is meant registers as the character, and false only if neither of the two does.
fn judge_pair(state: &State, _: Seat, statement: Statement) -> Verdict {
    let Statement::Pair { holder, wrong, character } = statement else { return Verdict::certainly(false) };
    let meant = state.judge_role(holder, character);
    let may_be_false = meant.may_be_false && state.judge_role(wrong, character).may_be_false;
    Verdict { may_be_true: meant.may_be_true, may_be_false }
}

/// Puts down the two tokens of a pair.
fn remind_pair(play: &mut Play<'_>, seat: Seat, statement: Statement, right: Reminder, other: Reminder) {
    if let Statement::Pair { holder, wrong, .. } = statement {
        play.mark(right, holder, seat);
        play.mark(other, wrong, seat);
    }
}

/// Whether the player who was chosen registers as the character that is told.
fn judge_chosen(state: &State, _: Seat, statement: Statement) -> Verdict {
    match (state.chosen_seat(), statement) {
        (Some(chosen), Statement::Is(character)) => state.judge_role(chosen, character),
        _ => Verdict::certainly(false),
    }
}

/// Everybody but this player.
fn others(state: &State, seat: Seat) -> Seats {
    state.seats_set().without(seat)
}
