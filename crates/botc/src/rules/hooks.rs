//! Which hooks the ability of a character has, as bits, and which those of a script have together.
//!
//! Wherever several characters have a say, the flow of the game asks all of them, and nearly always nobody has
//! anything to say. A bit tells so without a look at every player's ability.

use super::cast::Ability;
use super::marks::Kind;

/// Something that the ability of a character may have, and that others are not asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hook {
    /// [`Ability::also_of_team`].
    AlsoOfTeam,
    /// [`Ability::adds_day`].
    AddsDay,
    /// [`Ability::at_dusk`].
    AtDusk,
    /// [`Ability::between_acts`].
    BetweenActs,
    /// [`Ability::counts_misfires`].
    CountsMisfires,
    /// [`Ability::dusk_falls`].
    DuskFalls,
    /// [`Ability::escapes`].
    Escapes,
    /// [`Ability::falsifies`].
    Falsifies,
    /// It makes the number of Outsiders free.
    FreesOutsiders,
    /// A player may have several abilities because of it.
    GivesAbilities,
    /// [`Ability::hears_of_change`].
    HearsOfChange,
    /// [`Ability::hears_of_choice`].
    HearsOfChoice,
    /// [`Ability::hears_of_claim`].
    HearsOfClaim,
    /// [`Ability::hears_of_death`].
    HearsOfDeath,
    /// [`Ability::hears_of_nomination`].
    HearsOfNomination,
    /// [`Ability::hears_of_use`].
    HearsOfUse,
    /// [`Ability::hides_evil`].
    HidesEvil,
    /// [`Ability::impairs`].
    Impairs,
    /// It lets the dead keep their abilities.
    KeepsAbilities,
    /// [`Ability::keeps_good_from_winning`].
    KeepsGoodFromWinning,
    /// [`Ability::kills_nominees`].
    KillsNominees,
    /// [`Ability::last_choice`].
    LastChoice,
    /// [`Ability::lets_nominees_speak`].
    LetsNomineesSpeak,
    /// [`Ability::loses_by_death`].
    LosesByDeath,
    /// [`Ability::loses_by_execution`].
    LosesByExecution,
    /// [`Ability::may_nominate`].
    MayNominate,
    /// [`Ability::notes_nomination`].
    NotesNomination,
    /// [`Ability::notes_vote`].
    NotesVote,
    /// [`Ability::protects`] or [`Ability::may_spare`].
    Protects,
    /// [`Ability::reacts`].
    Reacts,
    /// [`Ability::registers_as`].
    RegistersAs,
    /// [`Ability::starting_token`].
    StartsWithToken,
    /// [`Ability::succeeds`].
    Succeeds,
    /// [`Ability::tells_demon`].
    TellsDemon,
    /// [`Ability::voids_votes`].
    VoidsVotes,
    /// [`Ability::vote_counts`].
    VoteCounts,
    /// [`Ability::watches`].
    Watches,
    /// [`Ability::wins_when`].
    WinsWhen,
}

/// A set of hooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hooks(u64);

impl Hooks {
    /// None.
    pub(crate) const NONE: Self = Self(0);

    /// Those of an ability.
    pub(crate) const fn of(ability: &Ability) -> Self {
        Self::NONE
            .with_if(ability.also_of_team.is_some(), Hook::AlsoOfTeam)
            .with_if(ability.adds_day.is_some(), Hook::AddsDay)
            .with_if(ability.at_dusk.is_some(), Hook::AtDusk)
            .with_if(ability.between_acts.is_some(), Hook::BetweenActs)
            .with_if(ability.counts_misfires, Hook::CountsMisfires)
            .with_if(ability.dusk_falls.is_some(), Hook::DuskFalls)
            .with_if(ability.escapes.is_some(), Hook::Escapes)
            .with_if(ability.falsifies.is_some(), Hook::Falsifies)
            .with_if(ability.setup.frees_outsiders, Hook::FreesOutsiders)
            .with_if(ability.unites.is_some() || gives_abilities(ability.marks), Hook::GivesAbilities)
            .with_if(ability.hears_of_change.is_some(), Hook::HearsOfChange)
            .with_if(ability.hears_of_choice.is_some(), Hook::HearsOfChoice)
            .with_if(ability.hears_of_claim.is_some(), Hook::HearsOfClaim)
            .with_if(ability.hears_of_death.is_some(), Hook::HearsOfDeath)
            .with_if(ability.hears_of_nomination.is_some(), Hook::HearsOfNomination)
            .with_if(ability.hears_of_use.is_some(), Hook::HearsOfUse)
            .with_if(ability.hides_evil, Hook::HidesEvil)
            .with_if(ability.impairs.is_some(), Hook::Impairs)
            .with_if(keeps_abilities(ability.marks), Hook::KeepsAbilities)
            .with_if(ability.keeps_good_from_winning.is_some(), Hook::KeepsGoodFromWinning)
            .with_if(ability.kills_nominees.is_some(), Hook::KillsNominees)
            .with_if(ability.last_choice.is_some(), Hook::LastChoice)
            .with_if(ability.lets_nominees_speak, Hook::LetsNomineesSpeak)
            .with_if(ability.loses_by_death.is_some(), Hook::LosesByDeath)
            .with_if(ability.loses_by_execution.is_some(), Hook::LosesByExecution)
            .with_if(ability.may_nominate.is_some(), Hook::MayNominate)
            .with_if(ability.notes_nomination.is_some(), Hook::NotesNomination)
            .with_if(ability.notes_vote.is_some(), Hook::NotesVote)
            .with_if(ability.protects.is_some() || ability.may_spare.is_some(), Hook::Protects)
            .with_if(ability.reacts.is_some(), Hook::Reacts)
            .with_if(ability.registers_as.is_some(), Hook::RegistersAs)
            .with_if(ability.starting_token.is_some(), Hook::StartsWithToken)
            .with_if(ability.succeeds.is_some(), Hook::Succeeds)
            .with_if(ability.tells_demon.is_some(), Hook::TellsDemon)
            .with_if(ability.voids_votes.is_some(), Hook::VoidsVotes)
            .with_if(ability.vote_counts.is_some(), Hook::VoteCounts)
            .with_if(ability.watches.is_some(), Hook::Watches)
            .with_if(ability.wins_when.is_some(), Hook::WinsWhen)
    }

    const fn with_if(self, has: bool, hook: Hook) -> Self {
        Self(self.0 | (has as u64) << hook as u64)
    }

    /// The set without this hook.
    pub(crate) const fn without(self, hook: Hook) -> Self {
        Self(self.0 & !(1 << hook as u64))
    }

    /// The hooks of either set.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether this hook is in the set.
    #[inline]
    pub(crate) const fn contains(self, hook: Hook) -> bool {
        self.0 >> hook as u64 & 1 == 1
    }
}

const fn gives_abilities(marks: &[Kind]) -> bool {
    match marks {
        [first, rest @ ..] => first.gives_ability() || gives_abilities(rest),
        [] => false,
    }
}

const fn keeps_abilities(marks: &[Kind]) -> bool {
    match marks {
        [first, rest @ ..] => first.keeps_ability() || keeps_abilities(rest),
        [] => false,
    }
}
