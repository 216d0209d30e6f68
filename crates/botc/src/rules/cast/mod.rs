//! The cast: a file for every character that can be played.
//!
//! Each file has the character's `ID` and its `ABILITY`: when it wakes, what it may choose and what that
//! does, what it may be told, which marks it places, how it changes the set-up, and where else it has an
//! effect. A character of another edition is one more file and one more line in the list below; nothing else
//! names it.

use gaslamp_core::{Seat, Seats};

use super::action::Claim;
use super::choice_shape::{ChoiceShape, Pick};
use super::day::{DayAbility, Use};
use super::death::Death;
use super::hooks::{Hook, Hooks};
use super::marks::{Kind, Reminder, Traits};
use super::mutator::Mutator;
use super::registration::Verdict;
use super::ruling::{Answer, Candidates, Ruling};
use super::state::{Between, Cause, Side, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// What a character can do. Most characters leave most of it as in [`Ability::with`].
pub(crate) struct Ability {
    /// The nights on which it wakes.
    pub(crate) when: When,
    /// Whether it wakes tonight, given that this is such a night.
    pub(crate) due: Due,
    /// Whether it wakes even when dead.
    pub(crate) wakes_dead: bool,
    /// The kind of choice it has, known without looking at the table.
    pub(crate) choice: ChoiceShape,
    /// Who chooses for it instead of its own player; if there are several, the Storyteller picks one.
    pub(crate) choosers: Option<fn(&State, Seat) -> Seats>,
    /// What it may choose tonight.
    pub(crate) asks: fn(&State, Seat) -> Pick,
    /// The players whom a choice of something else, such as a character, is a choice of.
    pub(crate) chosen_players: Option<fn(&State, Seat) -> Seats>,
    /// What a choice does even when drunk or poisoned: what must be remembered.
    pub(crate) notes: fn(&mut Mutator<'_>, Seat),
    /// What a choice does when sober and healthy.
    pub(crate) acts: fn(&mut Mutator<'_>, Seat),
    /// Whether its choice acts even if whoever is chosen makes its player drunk for that.
    pub(crate) acts_despite_reaction: bool,
    /// What happens at its point of the night without anybody being woken for it, even when drunk or poisoned.
    pub(crate) without_waking: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What it does at its point of the night before its player is woken, or instead if somebody lets the
    /// player sleep.
    pub(crate) before_waking: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What it does if its player would have been woken but is let sleep.
    pub(crate) while_asleep: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What it makes known to players at its point of the night, even when drunk or poisoned.
    pub(crate) informs: Option<fn(&mut Mutator<'_>, Seat)>,
    /// How much its choice matters to others.
    pub(crate) reach: Reach,
    /// Whether its player is told something first and chooses then.
    pub(crate) learns_first: bool,
    /// The kind of information it is told.
    pub(crate) tells: Shape,
    /// Whether it is told such information tonight.
    pub(crate) is_told: fn(&State, Seat) -> bool,
    /// Whom that information is about.
    pub(crate) about: Subject,
    /// The team it looks for: a yes says that somebody of that team is among those it is about.
    pub(crate) seeks: Option<Team>,
    /// Whether such a statement may be true, and whether it may be false.
    pub(crate) judges: fn(&State, Seat, Statement) -> Verdict,
    /// Whether what it was told matters for what it may be told later.
    pub(crate) remembers_telling: bool,
    /// The tokens that the Storyteller places for what was told.
    pub(crate) reminds: fn(&mut Mutator<'_>, Seat, Statement),
    /// What happens once the player has been told something, whatever it was.
    pub(crate) after_telling: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What the Storyteller decides when its turn comes at night.
    pub(crate) storyteller_rules: Option<fn(&mut Mutator<'_>, Seat)>,
    /// The players the Storyteller may pick for it.
    pub(crate) candidates: fn(&State, Ruling) -> Candidates,
    /// What the Storyteller's pick does.
    pub(crate) ruled: fn(&mut Mutator<'_>, Ruling, Answer),
    /// Where the Storyteller may place the token that the ability begins with; nowhere if it has none or has
    /// been given it already.
    pub(crate) prepares: fn(&State, Seat) -> Seats,
    /// Whether the Storyteller may place it nowhere as well.
    pub(crate) may_lack_token: fn(&State, Seat) -> bool,
    /// That token.
    pub(crate) starting_token: Option<Reminder>,
    /// What it may register as, on either side.
    pub(crate) registers_as: Option<CharacterSet>,
    /// A team to which it always belongs beside its own.
    pub(crate) also_of_team: Option<Team>,
    /// How it changes the bag.
    pub(crate) setup: SetupEffect,
    /// Whether somebody can become this character now.
    pub(crate) may_enter: Option<fn(&State) -> bool>,
    /// The characters with which it has a jinx that is not built: no script can be played with both.
    pub(crate) unbuilt_jinxes: &'static [Character],
    /// Whether it has no effect after the set-up.
    pub(crate) is_setup_only: bool,
    /// What its player thinks they are, if they do not know their character.
    pub(crate) false_identity: Option<FalseIdentity>,
    /// What it does by day.
    pub(crate) day: Option<&'static DayAbility>,
    /// Whether a Demon's ability has no effect on it.
    pub(crate) is_safe_from_demon: bool,
    /// Whether the player at the first seat, who has it, keeps the player at the second from dying.
    pub(crate) protects: Option<Protection>,
    /// Whether the Storyteller may let the player at the second seat live, because the one at the first has it.
    /// Nothing has gone wrong if the player dies all the same.
    pub(crate) may_spare: Option<Sparing>,
    /// Whether something else happens when its player would die of this.
    pub(crate) replaces_own_death: Option<fn(&mut Mutator<'_>, Seat, Cause) -> bool>,
    /// Whether something else happens when the Demon at the first seat would kill the player at the second: the
    /// Demon dies instead.
    pub(crate) replaces_kill: Option<fn(&mut Mutator<'_>, Seat, Seat) -> bool>,
    /// What the Demon at the first seat does to the player at the second, whom it kills, while both still have their
    /// abilities.
    pub(crate) on_kill: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// Whether its player, who would really die now, does not.
    pub(crate) escapes: Option<fn(&mut Mutator<'_>, Seat, Cause) -> bool>,
    /// Whether its player may survive a death.
    pub(crate) survives: Option<fn(&mut Mutator<'_>, Seat) -> bool>,
    /// The side that loses when its player dies of this.
    pub(crate) loses_by_death: Option<Loss>,
    /// The side that loses because of it when the player at the second seat is executed, dying or not.
    pub(crate) loses_by_execution: Option<LossByExecution>,
    /// Whether good cannot win as long as this is so.
    pub(crate) keeps_good_from_winning: Option<fn(&State, Seat) -> bool>,
    /// Whether one more day is played when the last Demon is executed, its player living or dead.
    pub(crate) adds_day: Option<fn(&State, Seat) -> bool>,
    /// What it does when its player, who has learned of their own death, has publicly chosen a player.
    pub(crate) last_choice: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What it does when a player has died.
    pub(crate) hears_of_death: Option<fn(&mut Mutator<'_>, Seat, &Death)>,
    /// Whether its player takes over from a Demon who has died, or whether the Storyteller must decide that.
    pub(crate) succeeds: Option<fn(&mut Mutator<'_>, Seat, &Death) -> bool>,
    /// Whether its player, a Demon who has died of this, lets another become the Demon.
    pub(crate) passes_on: Option<fn(&State, Seat, Cause) -> bool>,
    /// What it does when the player at the second seat has become another character.
    pub(crate) hears_of_change: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// Whether Minions and Demons are told nothing of each other while it works.
    pub(crate) hides_evil: bool,
    /// What the Demon at the second seat is told about it together with the evil team.
    pub(crate) tells_demon: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What it does when the player at the second seat has chosen at night.
    pub(crate) hears_of_choice: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What it does when its player is chosen at night by the player at the second seat, before that acts.
    pub(crate) reacts: Option<fn(&mut Mutator<'_>, Seat, Seat)>,
    /// What it does whenever the night goes on.
    pub(crate) watches: Option<fn(&mut Mutator<'_>, Seat)>,
    /// Whether it does something because another player is drunk or poisoned, whatever that player loses by it.
    pub(crate) heeds_impairment: bool,
    /// What it does, or lets the Storyteller decide, between two acts of the day.
    pub(crate) between_acts: Option<fn(&mut Mutator<'_>, Seat, Between)>,
    /// What it does when the player at the second seat has said something publicly.
    pub(crate) hears_of_claim: Option<fn(&mut Mutator<'_>, Seat, Seat, &Claim)>,
    /// What it does when the player at the second seat has used an ability by day, or pretended to.
    pub(crate) hears_of_use: Option<fn(&mut Mutator<'_>, Seat, Seat, Use<'_>)>,
    /// What it does when the player at the second seat has nominated the one at the third.
    pub(crate) hears_of_nomination: Option<fn(&mut Mutator<'_>, Seat, Seat, Seat)>,
    /// What the Storyteller notes about a player who nominates. Whoever gains the ability in the coming night may be
    /// told about today, so it does not matter whether anybody has it by day.
    pub(crate) notes_nomination: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What the Storyteller notes about a player who votes, likewise.
    pub(crate) notes_vote: Option<fn(&mut Mutator<'_>, Seat)>,
    /// What becomes of its tokens at dusk.
    pub(crate) dusk_falls: Option<fn(&mut Mutator<'_>, Seat)>,
    /// Whether it counts the players whose abilities have misfired.
    pub(crate) counts_misfires: bool,
    /// The players whom it makes drunk or poisoned by their position, while it works.
    pub(crate) impairs: Option<fn(&State, Seat) -> Seats>,
    /// Whether it forces what the player at the second seat learns to be false.
    pub(crate) falsifies: Option<fn(&State, Seat, Seat) -> bool>,
    /// Whether its player may nominate today.
    pub(crate) may_nominate: Option<fn(&State, Seat) -> bool>,
    /// Whether it matters what a nominee says before the vote, so that all nominees are asked.
    pub(crate) lets_nominees_speak: bool,
    /// Whether today nominees die at once and nominate the next, and there are no votes.
    pub(crate) kills_nominees: Option<fn(&State, Seat) -> bool>,
    /// What happens when its player is nominated.
    pub(crate) nominated: Option<fn(&mut Mutator<'_>, Seat)>,
    /// Whether its player's vote counts.
    pub(crate) vote_counts: Option<fn(&State, Seat) -> bool>,
    /// Whether a nominee has no votes because of it, for whom just these players have voted.
    pub(crate) voids_votes: Option<fn(&State, Seat, Seats) -> bool>,
    /// Who has won because of it, whenever the end is looked for.
    pub(crate) wins_when: Option<fn(&State, Seat) -> Option<Side>>,
    /// Who wins at dusk because of it.
    pub(crate) at_dusk: Option<fn(&State, Seat) -> Option<Side>>,
    /// The marks that it places.
    pub(crate) marks: &'static [Kind],
    /// The token on a player it has killed.
    pub(crate) dead: Option<Reminder>,
    /// A token that is present whenever its condition holds, and its name.
    pub(crate) standing_reminder: Option<StandingReminder>,
    /// Whose side it may change during the game.
    pub(crate) turns_sides: TurnsSides,
    /// Whether its player may gain the ability of another character.
    pub(crate) gains_abilities: bool,
    /// The characters of which the Storyteller may give somebody the ability because of it.
    pub(crate) may_give: Option<fn(&State) -> CharacterSet>,
    /// The team of which its player has the abilities of all other characters on the script.
    pub(crate) unites: Option<Team>,
    /// Whether a good player of this character may claim to be that one, for those who need not tell the truth: a
    /// convention of puzzles (rule book of the cast, M17).
    pub(crate) may_claim: Option<ClaimRule>,
    /// Whether what it tells others is for evil players alone: puzzles leave that out.
    pub(crate) confides_in_evil: bool,
    /// Whether it may turn players into characters that were not in play.
    pub(crate) makes_characters: bool,
    /// Whether it may make Minions Demons.
    pub(crate) promotes_minions: bool,
    /// Whether it may make two players swap characters; if it changes sides as well, they swap those too.
    pub(crate) swaps_characters: bool,
    /// Whom it may bring back to life.
    pub(crate) revives: Revives,
    /// Of what those die whom its player chooses, if nothing else comes of the choice.
    pub(crate) kills: Option<fn(Seat) -> Cause>,
    /// What happens when its turn comes at night, in our own words, where its choice and its information do
    /// not say so by themselves.
    pub(crate) at_night: Option<&'static str>,
    /// How much its presence matters to everyone else.
    pub(crate) bearing: Bearing,
}

/// Whom an ability may bring back to life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Revives {
    Nobody,
    /// Players who were known to be dead at dusk.
    KnownDead,
    /// Those who died this night, too.
    Anybody,
}

/// The nights on which an ability wakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Never.
    Never,
    /// The first night, or the first one with this ability.
    FirstNight,
    /// Each night but the first.
    OtherNights,
    /// Each night.
    EveryNight,
}

/// Whether an ability wakes on a night that is one of its own.
#[derive(Clone, Copy)]
pub(crate) enum Due {
    /// On all of them.
    Always,
    /// If its player died tonight.
    DiedTonight,
    /// If its player died tonight and the table is in the right state.
    DiedTonightAnd(fn(&State, Seat) -> bool),
    /// If a player was executed and died since the last night.
    ExecutionKilled,
    /// If the table is in the right state.
    If(fn(&State, Seat) -> bool),
}

/// How much a choice at night matters to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Who is chosen may matter to everyone.
    Table,
    /// It affects only whose vote counts.
    Votes,
    /// It makes the chosen player drunk or poisoned until dusk, and does nothing else.
    ImpairsUntilDusk,
    /// It matters only if the chosen player nominates before dusk.
    Nominators,
}

/// Whom a piece of information is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The chosen players, if any.
    Chosen,
    /// Whether the chosen players are of the same side.
    SidesOfChosen,
    /// The player executed since the last night.
    Executed,
    /// The nearest living player on either side.
    LivingNeighbours,
    /// All pairs of neighbours around the table.
    NeighbouringPairs,
}

/// Whose side an ability may change during the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnsSides {
    /// Nobody's.
    No,
    /// That of its own player.
    Own,
    /// That of players of this team; its own player dies of it.
    Of(Team),
}

/// How a character changes the bag, and where its player may sit (rule book of the cast, M14).
#[derive(Clone, Copy, Debug)]
pub struct SetupEffect {
    /// By how much it may change the number of Outsiders; the number of Townsfolk compensates.
    pub outsiders: &'static [i8],
    /// Whether there may be any number of Outsiders, whatever else would change it.
    pub frees_outsiders: bool,
    /// How many Minions there are.
    pub minions: MinionChange,
    /// How many players may have this character.
    pub copies: usize,
    /// Where its player sits.
    pub seating: Seating,
    /// How it comes into a bag.
    pub dealing: Dealing,
}

/// How a character comes into a bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// It is drawn like others.
    Drawn,
    /// Only a Storyteller who wants that deals it: to most players, and the others are good.
    ToMost,
    /// It is never dealt.
    Never,
}

/// How a character changes the number of Minions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MinionChange {
    /// There are this many more than usual.
    More(usize),
    /// None is in the bag.
    NoneInBag,
}

/// Where the player of a character sits when the game begins. Facts count, not registration (M3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Anywhere.
    Anywhere,
    /// Next to a Demon.
    BesideDemon,
    /// Between two evil characters, and all evil characters sit in one unbroken line.
    InsideEvilLine,
}

impl SetupEffect {
    /// The counts do not change, and everybody may sit anywhere.
    pub(crate) const NONE: Self = Self {
        outsiders: &[0],
        frees_outsiders: false,
        minions: MinionChange::More(0),
        copies: 1,
        seating: Seating::Anywhere,
        dealing: Dealing::Drawn,
    };

    /// The number of Outsiders changes by one of these numbers.
    pub(crate) const fn outsiders(by: &'static [i8]) -> Self {
        Self { outsiders: by, ..Self::NONE }
    }

    /// Whether the numbers of the teams may be others than usual.
    #[must_use]
    pub fn changes_counts(&self) -> bool {
        self.outsiders != [0] || self.frees_outsiders || self.minions != MinionChange::More(0)
    }
}

/// What a player who does not know their own character thinks they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseIdentity {
    /// The teams of which the player may be shown a token. A good character shown is never in play.
    pub shown: &'static [Team],
    /// Whether the player's nights are those of the character shown. If not, the ability of the true
    /// character determines them.
    pub lives_the_token: bool,
    /// Whether the set-up counts the character shown as if it were in play (rule book of the cast, M14).
    pub token_changes_setup: bool,
    /// Whether the player is drunk by nature.
    pub is_drunk: bool,
}

impl FalseIdentity {
    /// Whether the player may be shown a token of this team.
    #[must_use]
    pub fn shows(&self, team: Team) -> bool {
        self.shown.contains(&team)
    }

    /// Whether the player thinks they are good, and so honestly says what they think they are.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.shown.iter().all(|team| matches!(team, Team::Townsfolk | Team::Outsider))
    }
}

/// What is known about characters that cannot be played yet.
struct Sketch {
    setup: Option<SetupEffect>,
    false_identity: Option<FalseIdentity>,
}

/// How much a character that nobody mentions matters to everyone else, apart from being evil or changing the
/// counts of the bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// Not at all: it only learns something, or has no effect after the set-up.
    Nothing,
    /// Not at all until this publicly happens at its seat; then it matters who has it.
    Until(Trigger),
    /// Only a night after the first without deaths shows whether it is at work; then it matters who has it.
    /// Otherwise it only affects how likely things were.
    OnQuietNight,
    /// Not at all on the first night; later, it matters who has it.
    LaterItsSeat,
    /// On the first night, it matters whether it is in play; later, who has it.
    Presence,
    /// It matters who has it.
    Seat,
    /// It matters who has it, and perhaps who their neighbours are.
    Neighbours,
}

impl Bearing {
    /// How much this character matters to everyone else.
    #[must_use]
    #[inline]
    pub fn of(character: Character) -> Self {
        of(character).bearing
    }
}

/// Something that publicly happens to a player or is done by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// Somebody nominates the player.
    Nominated,
    /// The player shoots.
    Shoots,
    /// The player is executed.
    Executed,
    /// The player dies at night, or may have been attacked and spared because nobody dies in a night after
    /// the first. If only one character kills at night, a night in which somebody else dies does not count.
    Attacked,
}

/// Whether the player at this seat may claim to be this character.
pub(crate) type ClaimRule = fn(&State, Seat, Character) -> bool;

/// Whether the player at the first seat keeps the one at the second from dying of this.
pub(crate) type Protection = fn(&State, Seat, Seat, Cause) -> Verdict;

/// Whether the player at the first seat may let the one at the second live, who would die of this.
pub(crate) type Sparing = fn(&State, Seat, Seat, Cause) -> bool;

/// The side that loses because of the player at the first seat when the one at the second is executed.
pub(crate) type LossByExecution = fn(&State, Seat, Seat) -> Option<Side>;

/// The side that loses when the player at this seat dies of this.
pub(crate) type Loss = fn(&State, Seat, Cause) -> Option<Side>;

/// The name of a token, and the seats where it is present.
pub(crate) type StandingReminder = (&'static str, fn(&State, Seat) -> Seats);

impl Ability {
    /// An ability that does nothing by itself. Every character must state how much it matters to others:
    /// exact counting relies on it.
    pub(crate) const fn with(bearing: Bearing) -> Self {
        Self {
            when: When::Never,
            due: Due::Always,
            wakes_dead: false,
            choice: ChoiceShape::Nothing,
            choosers: None,
            asks: |_, _| Pick::Nothing,
            chosen_players: None,
            notes: |_, _| {},
            acts: |_, _| {},
            acts_despite_reaction: false,
            without_waking: None,
            before_waking: None,
            while_asleep: None,
            informs: None,
            reach: Reach::Table,
            learns_first: false,
            tells: Shape::Silent,
            is_told: |_, _| true,
            about: Subject::Chosen,
            seeks: None,
            judges: |_, _, _| Verdict::EITHER,
            remembers_telling: false,
            reminds: |_, _, _| {},
            after_telling: None,
            storyteller_rules: None,
            candidates: |_, _| Candidates::NONE,
            ruled: |_, _, _| {},
            prepares: |_, _| Seats::NONE,
            may_lack_token: |_, _| false,
            starting_token: None,
            registers_as: None,
            also_of_team: None,
            setup: SetupEffect::NONE,
            may_enter: None,
            unbuilt_jinxes: &[],
            is_setup_only: false,
            false_identity: None,
            day: None,
            is_safe_from_demon: false,
            protects: None,
            may_spare: None,
            replaces_own_death: None,
            replaces_kill: None,
            on_kill: None,
            escapes: None,
            survives: None,
            loses_by_death: None,
            loses_by_execution: None,
            keeps_good_from_winning: None,
            adds_day: None,
            last_choice: None,
            hears_of_death: None,
            succeeds: None,
            passes_on: None,
            hears_of_change: None,
            hides_evil: false,
            tells_demon: None,
            hears_of_choice: None,
            reacts: None,
            watches: None,
            heeds_impairment: false,
            between_acts: None,
            hears_of_claim: None,
            hears_of_use: None,
            hears_of_nomination: None,
            notes_nomination: None,
            notes_vote: None,
            dusk_falls: None,
            counts_misfires: false,
            impairs: None,
            falsifies: None,
            may_nominate: None,
            lets_nominees_speak: false,
            kills_nominees: None,
            nominated: None,
            vote_counts: None,
            voids_votes: None,
            wins_when: None,
            at_dusk: None,
            marks: &[],
            dead: None,
            standing_reminder: None,
            turns_sides: TurnsSides::No,
            gains_abilities: false,
            may_give: None,
            unites: None,
            may_claim: None,
            makes_characters: false,
            promotes_minions: false,
            swaps_characters: false,
            confides_in_evil: false,
            revives: Revives::Nobody,
            kills: None,
            at_night: None,
            bearing,
        }
    }

    /// Whether it gives information and does nothing else.
    pub(crate) fn only_learns(&self) -> bool {
        let affects_others = self.dead.is_some()
            || self.marks.iter().any(Kind::impairs_others)
            || self.registers_as.is_some()
            || self.also_of_team.is_some()
            || self.protects.is_some()
            || self.may_spare.is_some()
            || self.is_safe_from_demon
            || self.replaces_own_death.is_some()
            || self.replaces_kill.is_some()
            || self.on_kill.is_some()
            || self.escapes.is_some()
            || self.survives.is_some();
        let affects_end = self.loses_by_death.is_some()
            || self.loses_by_execution.is_some()
            || self.keeps_good_from_winning.is_some()
            || self.adds_day.is_some()
            || self.wins_when.is_some()
            || self.at_dusk.is_some();
        let listens = self.hears_of_death.is_some()
            || self.hears_of_change.is_some()
            || self.hears_of_choice.is_some()
            || self.hears_of_claim.is_some()
            || self.hears_of_use.is_some()
            || self.hears_of_nomination.is_some()
            || self.nominated.is_some()
            || self.reacts.is_some()
            || self.watches.is_some()
            || self.succeeds.is_some()
            || self.last_choice.is_some();
        let happens = self.storyteller_rules.is_some()
            || self.informs.is_some()
            || self.without_waking.is_some()
            || self.before_waking.is_some()
            || self.between_acts.is_some()
            || self.hides_evil
            || self.impairs.is_some()
            || self.falsifies.is_some()
            || self.vote_counts.is_some()
            || self.voids_votes.is_some()
            || self.kills_nominees.is_some();
        self.tells != Shape::Silent && !(affects_others || affects_end || listens || happens)
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
            kills: Some(|by| Cause::Demon { by }),
            marks,
            dead: Some(dead),
            ..Self::with(bearing)
        }
    }
}

/// At least the number of characters.
const CHARACTERS: usize = 192;

/// At least the number of marks of any character.
const MARKS: usize = super::marks::FIRST_CHOICE_NOTE as usize + super::marks::CHOICE_NOTES;

macro_rules! cast {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*

        /// The abilities that can be played, by character.
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

        /// What is known about characters that cannot be played yet.
        const SKETCHES: &[(Character, Sketch)] = &[$(($module::ID, $module::SKETCH)),*];
    };
}

cast! {
    washerwoman librarian investigator chef empath fortune_teller undertaker monk ravenkeeper virgin slayer soldier
    mayor butler drunk recluse saint poisoner spy scarlet_woman baron imp
    artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady lunatic pit_hag
    fang_gu po pukka vortox zombuul
    balloonist village_idiot xaan marionette kazali lord_of_typhon
    clockmaker sweetheart assassin no_dashii barber mathematician
    seamstress oracle sage flowergirl town_crier klutz witch mutant cerenovus
    evil_twin vigormortis
    fool gambler innkeeper sailor chambermaid grandmother courtier minstrel exorcist
    devils_advocate pacifist tinker moonchild godfather shabaloth mastermind goon
    knight noble steward nightwatchman shugenja politician leviathan goblin golem
    widow acrobat princess poppy_grower puzzlemaster damsel alsaahir riot
    boffin hermit legionary prodigy atheist legion
}

sketched! {}

static TABLE: [Option<&Ability>; CHARACTERS] = ABILITIES;

/// The properties of every mark, by owner and number.
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

/// The hooks of every ability, by character.
static HOOKS: [Hooks; CHARACTERS] = {
    let mut table = [Hooks::NONE; CHARACTERS];
    let mut character = 0;
    while character < CHARACTERS {
        if let Some(ability) = ABILITIES[character] {
            table[character] = Hooks::of(ability);
        }
        character += 1;
    }
    table
};

/// All characters whose ability has this hook.
pub(crate) const fn characters_with(hook: Hook) -> CharacterSet {
    let mut set = CharacterSet::NONE;
    let mut index = 0;
    while index < CHARACTERS {
        if let Some(ability) = ABILITIES[index]
            && Hooks::of(ability).contains(hook)
        {
            set = set.with(Character::nth(index));
        }
        index += 1;
    }
    set
}

/// The ability of a character, if it can be played.
#[inline]
pub(crate) fn ability(character: Character) -> Option<&'static Ability> {
    TABLE[character.index()]
}

/// The ability of a character in play.
#[inline]
pub(crate) fn of(character: Character) -> &'static Ability {
    static NOTHING: Ability = Ability::with(Bearing::Neighbours);
    // A checked state holds only playable characters.
    ability(character).unwrap_or(&NOTHING)
}

/// What the ability of a character has.
#[inline]
pub(crate) fn hooks(character: Character) -> Hooks {
    HOOKS[character.index()]
}

/// The marks that a character places.
pub(crate) const fn marks_of(owner: Character) -> &'static [Kind] {
    match ABILITIES[owner.index()] {
        Some(ability) => ability.marks,
        None => &[],
    }
}

/// The properties of a mark.
#[inline]
pub(crate) fn traits(owner: Character, index: u8) -> Traits {
    TRAITS[owner.index()][usize::from(index)]
}

/// How a character changes the bag; none if that is not implemented.
pub(crate) fn setup_of(character: Character) -> Option<SetupEffect> {
    let plain = (!character.facts().changes_setup).then_some(SetupEffect::NONE);
    let sketched = sketch(character).and_then(|sketch| sketch.setup);
    ability(character).map(|ability| ability.setup).or(sketched).or(plain)
}

/// What players with this character think they are, if they do not know it.
pub(crate) fn false_identity_of(character: Character) -> Option<FalseIdentity> {
    match ability(character) {
        Some(ability) => ability.false_identity,
        None => sketch(character).and_then(|sketch| sketch.false_identity),
    }
}

/// The characters of a script whose abilities a player of this character has all at once.
pub(crate) fn united_by(character: Character, script: CharacterSet) -> CharacterSet {
    let team = ability(character).and_then(|ability| ability.unites);
    team.map_or(CharacterSet::NONE, |team| CharacterSet::team(team).and(script).without(character))
}

/// What players with this character think they are on a script, if they do not know it. It may come with an ability
/// that the character unites with others.
pub(crate) fn identity_on(character: Character, script: CharacterSet) -> Option<FalseIdentity> {
    let of_united = || united_by(character, script).iter().find_map(false_identity_of);
    false_identity_of(character).or_else(of_united)
}

fn sketch(character: Character) -> Option<&'static Sketch> {
    SKETCHES.iter().find(|(known, _)| *known == character).map(|(_, sketch)| sketch)
}

/// A pair is true if the player meant registers as the character, and false only if neither of the two does.
fn judge_pair(state: &State, _: Seat, statement: Statement) -> Verdict {
    let Statement::Pair { holder, wrong, character } = statement else { return Verdict::certainly(false) };
    let meant = state.judge_role(holder, character);
    let may_be_false = meant.may_be_false && state.judge_role(wrong, character).may_be_false;
    Verdict { may_be_true: meant.may_be_true, may_be_false }
}

/// Places the two tokens of a pair.
fn remind_pair(play: &mut Mutator<'_>, seat: Seat, statement: Statement, right: Reminder, other: Reminder) {
    if let Statement::Pair { holder, wrong, .. } = statement {
        play.mark(right, holder, seat);
        play.mark(other, wrong, seat);
    }
}

/// Places a token at every player who is named, unless the ability is only believed in (M8).
fn remind_players(play: &mut Mutator<'_>, seat: Seat, statement: Statement, token: Reminder) {
    if let Statement::Players(players) = statement
        && !play.is_fake(seat)
    {
        players.iter().for_each(|known| play.mark(token, known, seat));
    }
}

/// Whether the chosen player registers as the character that is told.
fn judge_chosen(state: &State, _: Seat, statement: Statement) -> Verdict {
    match (state.chosen_seat(), statement) {
        (Some(chosen), Statement::Is(character)) => state.judge_role(chosen, character),
        _ => Verdict::certainly(false),
    }
}

/// Everyone but this player.
fn others(state: &State, seat: Seat) -> Seats {
    state.all_seats().without(seat)
}
