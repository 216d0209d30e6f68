//! The cast: a file for every character that can be played.
//!
//! Each file has the character's `ID` and its `ABILITY`: when it wakes, what it may choose, what that does, what
//! it may be told, which marks it puts down, how it changes the set-up, and where else it has a say. A character of
//! another edition is one more file and one more line of the list below; nothing else names it.

use gaslamp_core::{Seat, Seats};

use super::choice_shape::{ChoiceShape, Pick};
use super::day::DayAbility;
use super::death::Death;
use super::marks::{Kind, Reminder, Traits};
use super::mutator::Mutator;
use super::registration::Verdict;
use super::ruling::{Answer, Candidates, Ruling};
use super::state::{Cause, Side, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// What a character can do. Most characters leave most of it as in [`Ability::with`].
pub(crate) struct Ability {
    /// The nights on which it wakes.
    pub(crate) when: When,
    /// Whether it wakes tonight, if this is such a night.
    pub(crate) due: Due,
    /// Whether death does not keep it from waking.
    pub(crate) wakes_dead: bool,
    /// What kind of choice it has, for whoever may not look at the table.
    pub(crate) choice: ChoiceShape,
    /// Who chooses for it, if not its own player: one of these, the Storyteller saying who if they are several.
    pub(crate) choosers: Option<fn(&State, Seat) -> Seats>,
    /// What it may choose tonight.
    pub(crate) asks: fn(&State, Seat) -> Pick,
    /// What choosing does even when drunk or poisoned: what is to be remembered.
    pub(crate) notes: fn(&mut Mutator<'_>, Seat),
    /// What choosing does when sober and healthy.
    pub(crate) acts: fn(&mut Mutator<'_>, Seat),
    /// How much of a choice matters to anybody else.
    pub(crate) reach: Reach,
    /// What kind of thing it is told.
    pub(crate) tells: Shape,
    /// Whether it is told such a thing tonight.
    pub(crate) is_told: fn(&State, Seat) -> bool,
    /// Whom that is about.
    pub(crate) about: Subject,
    /// The team that it looks for: a yes says that somebody of that team is among those it is about.
    pub(crate) seeks: Option<Team>,
    /// Whether such a statement may be true and may be false.
    pub(crate) judges: fn(&State, Seat, Statement) -> Verdict,
    /// The tokens that the Storyteller puts down for what was told.
    pub(crate) reminds: fn(&mut Mutator<'_>, Seat, Statement),
    /// What the Storyteller decides at its place in the night.
    pub(crate) storyteller_rules: Option<fn(&mut Mutator<'_>, Seat)>,
    /// On whom the Storyteller may decide for it.
    pub(crate) candidates: fn(&State, Ruling) -> Candidates,
    /// What the Storyteller's decision does.
    pub(crate) ruled: fn(&mut Mutator<'_>, Ruling, Answer),
    /// Where the Storyteller may put the token that the ability begins with; nowhere if it has none, or has it
    /// already.
    pub(crate) prepares: fn(&State, Seat) -> Seats,
    /// That token.
    pub(crate) starting_token: Option<Reminder>,
    /// As whom it may register, on either side.
    pub(crate) registers_as: Option<CharacterSet>,
    /// How it changes the bag.
    pub(crate) setup: SetupEffect,
    /// Whether all that it does is done when the bag is filled.
    pub(crate) is_setup_only: bool,
    /// What it takes itself for, if it does not know what it is.
    pub(crate) false_identity: Option<FalseIdentity>,
    /// What it does by day.
    pub(crate) day: Option<&'static DayAbility>,
    /// Whether what a Demon does to it does nothing.
    pub(crate) is_safe_from_demon: bool,
    /// Whether it, at the first seat, keeps the player at the second from dying.
    pub(crate) protects: Option<Protection>,
    /// Whether something else happens when it would die of this.
    pub(crate) replaces_own_death: Option<fn(&mut Mutator<'_>, Seat, Cause) -> bool>,
    /// Whether something else happens when it, a Demon at the first seat, would kill the player at the second.
    pub(crate) replaces_kill: Option<fn(&mut Mutator<'_>, Seat, Seat) -> bool>,
    /// Whether death is not the end of it.
    pub(crate) survives: Option<fn(&mut Mutator<'_>, Seat) -> bool>,
    /// The side that loses when it dies of this.
    pub(crate) loses_by_death: Option<Loss>,
    /// What it does when somebody has died.
    pub(crate) hears_of_death: Option<fn(&mut Mutator<'_>, Seat, &Death)>,
    /// Whether it takes over from a Demon who has died, or is asked whether it does.
    pub(crate) succeeds: Option<fn(&mut Mutator<'_>, Seat, &Death) -> bool>,
    /// Whether it, a Demon who has died of this, lets another become the Demon.
    pub(crate) passes_on: Option<fn(&State, Seat, Cause) -> bool>,
    /// What it does when the player at the second seat has become another character.
    pub(crate) hears_of_change: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What a Demon, at the second seat, is told of it with the evil team.
    pub(crate) tells_demon: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What it does when the player at the second seat has chosen at night.
    pub(crate) hears_of_choice: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// Whether it counts whose abilities went wrong.
    pub(crate) counts_misfires: bool,
    /// Whom it makes drunk or poisoned as the table stands, while it works.
    pub(crate) impairs: Option<fn(&State, Seat) -> Seats>,
    /// Whether what the player at the second seat learns must be false because of it.
    pub(crate) falsifies: Option<fn(&State, Seat, Seat) -> bool>,
    /// What happens when it is nominated.
    pub(crate) nominated: Option<fn(&mut Mutator<'_>, Seat)>,
    /// Whether its hand counts.
    pub(crate) vote_counts: Option<fn(&State, Seat) -> bool>,
    /// Who wins at dusk because of it.
    pub(crate) at_dusk: Option<fn(&State, Seat) -> Option<Side>>,
    /// The marks that it puts down.
    pub(crate) marks: &'static [Kind],
    /// The token at somebody whom it has killed.
    pub(crate) dead: Option<Reminder>,
    /// A token that lies wherever it is so at the moment, and its name.
    pub(crate) standing_reminder: Option<StandingReminder>,
    /// Whose side it may change in mid-game.
    pub(crate) turns_sides: TurnsSides,
    /// Whether its player may gain the ability of another character.
    pub(crate) gains_abilities: bool,
    /// Whether it may bring the dead back.
    pub(crate) revives: bool,
    /// How much depends on it for everybody else.
    pub(crate) bearing: Bearing,
}

/// The nights on which an ability wakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// None.
    Never,
    /// The first night, or the first with this ability.
    FirstNight,
    /// Each night but the first.
    OtherNights,
    /// Each night.
    EveryNight,
}

/// Whether an ability wakes on a night that is one of its own.
#[derive(Clone, Copy)]
pub(crate) enum Due {
    /// Always.
    Always,
    /// If its player has died tonight.
    DiedTonight,
    /// If somebody died by execution since the last night.
    ExecutionKilled,
    /// As the table stands.
    If(fn(&State, Seat) -> bool),
}

/// How much a choice at night changes for anybody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Who is chosen may matter to everybody.
    Table,
    /// It changes nothing but whose vote counts.
    Votes,
    /// It makes the player who is chosen drunk or poisoned until dusk, and nothing else.
    ImpairsUntilDusk,
}

/// Whom a telling is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Those who were chosen, if anybody is.
    Chosen,
    /// Who was executed since the last night.
    Executed,
    /// The nearest living player on either side.
    LivingNeighbours,
    /// All who sit next to each other, around the whole table.
    NeighbouringPairs,
}

/// Whose side an ability may change in mid-game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnsSides {
    /// Nobody's.
    No,
    /// That of its own player.
    Own,
    /// That of players of this team.
    Of(Team),
}

/// How a character changes the bag.
#[derive(Clone, Copy, Debug)]
pub struct SetupEffect {
    /// By how much it may change the number of Outsiders; Townsfolk make room.
    pub outsiders: &'static [i8],
}

impl SetupEffect {
    /// The numbers stay as they are.
    pub(crate) const NONE: Self = Self { outsiders: &[0] };
}

/// What somebody is who does not know the own character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseIdentity {
    /// The teams of which the player may be shown a token. A good character's is never that of somebody in play.
    pub shown: &'static [Team],
    /// Whether the player's nights are those of the character on the token. If not, the ability of the true
    /// character says what they are like.
    pub lives_the_token: bool,
}

impl FalseIdentity {
    /// Whether the player may be shown a token of this team.
    #[must_use]
    pub fn shows(&self, team: Team) -> bool {
        self.shown.contains(&team)
    }

    /// Whether the player believes to be good, and so says honestly what that is.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.shown.iter().all(|team| matches!(team, Team::Townsfolk | Team::Outsider))
    }
}

/// What is known of a character that cannot be played yet.
struct Sketch {
    setup: Option<SetupEffect>,
    false_identity: Option<FalseIdentity>,
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

impl Bearing {
    /// How much depends on this character.
    #[must_use]
    pub fn of(character: Character) -> Self {
        of(character).bearing
    }
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

/// The side that loses when the player at this seat dies of this.
pub(crate) type Loss = fn(&State, Seat, Cause) -> Option<Side>;

/// The name of a token, and at whose seats it lies.
pub(crate) type StandingReminder = (&'static str, fn(&State, Seat) -> Seats);

impl Ability {
    /// An ability that does nothing by itself. How much depends on it has to be said of every character: exact
    /// counting relies on it.
    pub(crate) const fn with(bearing: Bearing) -> Self {
        Self {
            when: When::Never,
            due: Due::Always,
            wakes_dead: false,
            choice: ChoiceShape::Nothing,
            choosers: None,
            asks: |_, _| Pick::Nothing,
            notes: |_, _| {},
            acts: |_, _| {},
            reach: Reach::Table,
            tells: Shape::Silent,
            is_told: |_, _| true,
            about: Subject::Chosen,
            seeks: None,
            judges: |_, _, _| Verdict::EITHER,
            reminds: |_, _, _| {},
            storyteller_rules: None,
            candidates: |_, _| Candidates::NONE,
            ruled: |_, _, _| {},
            prepares: |_, _| Seats::NONE,
            starting_token: None,
            registers_as: None,
            setup: SetupEffect::NONE,
            is_setup_only: false,
            false_identity: None,
            day: None,
            is_safe_from_demon: false,
            protects: None,
            replaces_own_death: None,
            replaces_kill: None,
            survives: None,
            loses_by_death: None,
            hears_of_death: None,
            succeeds: None,
            passes_on: None,
            hears_of_change: None,
            tells_demon: None,
            hears_of_choice: None,
            counts_misfires: false,
            impairs: None,
            falsifies: None,
            nominated: None,
            vote_counts: None,
            at_dusk: None,
            marks: &[],
            dead: None,
            standing_reminder: None,
            turns_sides: TurnsSides::No,
            gains_abilities: false,
            revives: false,
            bearing,
        }
    }

    /// A Demon that kills one player on each night but the first.
    const fn killer(dead: Reminder, marks: &'static [Kind], bearing: Bearing) -> Self {
        Self {
            when: When::OtherNights,
            choice: ChoiceShape::One,
            asks: |state, _| Pick::One(state.all_seats()),
            acts: |play, seat| {
                if let Some(victim) = play.chosen_seat() {
                    play.attack(seat, victim);
                }
            },
            marks,
            dead: Some(dead),
            ..Self::with(bearing)
        }
    }
}

/// More than there are characters.
const CHARACTERS: usize = 192;

/// More marks than any one character has.
const MARKS: usize = 8;

macro_rules! cast {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*

        /// What can be played, by character.
        const ABILITIES: [Option<&Ability>; CHARACTERS] = {
            let mut table: [Option<&Ability>; CHARACTERS] = [None; CHARACTERS];
            $(table[$module::ID.index()] = Some(&$module::ABILITY);)*
            table
        };
    };
}

macro_rules! sketched {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// What is known of characters that cannot be played yet.
        const SKETCHES: &[(Character, Sketch)] = &[$(($module::ID, $module::SKETCH)),*];
    };
}

cast! {
    washerwoman librarian investigator chef empath fortune_teller undertaker monk ravenkeeper virgin slayer soldier
    mayor butler drunk recluse saint poisoner spy scarlet_woman baron imp
    artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady lunatic pit_hag
    fang_gu po pukka vortox zombuul
    clockmaker sweetheart assassin no_dashii barber mathematician
}

sketched! { godfather marionette vigormortis }

static TABLE: [Option<&Ability>; CHARACTERS] = ABILITIES;

/// What the rules ask of every mark, by owner and number.
static TRAITS: [[Traits; MARKS]; CHARACTERS] = {
    let mut table = [[Traits::BLANK; MARKS]; CHARACTERS];
    let mut owner = 0;
    while owner < CHARACTERS {
        if let Some(ability) = ABILITIES[owner] {
            let mut index = 0;
            while index < ability.marks.len() {
                table[owner][index] = ability.marks[index].traits();
                index += 1;
            }
        }
        owner += 1;
    }
    table
};

/// What a character can do, if it can be played here.
pub(crate) fn ability(character: Character) -> Option<&'static Ability> {
    TABLE[character.index()]
}

/// What a character in play can do.
pub(crate) fn of(character: Character) -> &'static Ability {
    static NOTHING: Ability = Ability::with(Bearing::Neighbours);
    // A checked state holds playable characters alone.
    ability(character).unwrap_or(&NOTHING)
}

/// The marks that a character puts down.
pub(crate) const fn marks_of(owner: Character) -> &'static [Kind] {
    match ABILITIES[owner.index()] {
        Some(ability) => ability.marks,
        None => &[],
    }
}

/// What the rules ask of a mark.
pub(crate) fn traits(owner: Character, index: u8) -> Traits {
    TRAITS[owner.index()][usize::from(index)]
}

/// How a character changes the bag; nothing where that is not known here.
pub(crate) fn setup_of(character: Character) -> Option<SetupEffect> {
    let plain = (!character.facts().changes_setup).then_some(SetupEffect::NONE);
    let sketched = sketch(character).and_then(|sketch| sketch.setup);
    ability(character).map(|ability| ability.setup).or(sketched).or(plain)
}

/// What a character takes itself for that does not know what it is.
pub(crate) fn false_identity_of(character: Character) -> Option<FalseIdentity> {
    match ability(character) {
        Some(ability) => ability.false_identity,
        None => sketch(character).and_then(|sketch| sketch.false_identity),
    }
}

fn sketch(character: Character) -> Option<&'static Sketch> {
    SKETCHES.iter().find(|(known, _)| *known == character).map(|(_, sketch)| sketch)
}

/// A pair is true if the one who is meant registers as the character, and false only if neither of the two does.
fn judge_pair(state: &State, _: Seat, statement: Statement) -> Verdict {
    let Statement::Pair { holder, wrong, character } = statement else { return Verdict::certainly(false) };
    let meant = state.judge_role(holder, character);
    let may_be_false = meant.may_be_false && state.judge_role(wrong, character).may_be_false;
    Verdict { may_be_true: meant.may_be_true, may_be_false }
}

/// Puts down the two tokens of a pair.
fn remind_pair(play: &mut Mutator<'_>, seat: Seat, statement: Statement, right: Reminder, other: Reminder) {
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
    state.all_seats().without(seat)
}
