//! What can be done: actions, open choices, and the long contents that some of them hold.

use gaslamp_core::{ContentId, Seat, Seats};

use super::deal::Deal;
use super::formula::Formula;
use super::statement::Statement;
use crate::characters::{Character, Team};

/// Something that the Storyteller or a player does. It does not say who acts: the state knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The Storyteller deals the bag; a [`Content::Deal`].
    Deal(ContentId),
    /// The Storyteller tells this player something.
    Tell(Seat, Statement),
    /// The Storyteller picks a player where the rules leave it open.
    Pick(Seat),
    /// The Storyteller picks nobody.
    PickNobody,
    /// The Storyteller rules whether a player registers as what an ability looks for, or is protected.
    Rule(bool),
    /// The Storyteller chooses the token shown to a player who does not know their own character.
    Show(Character),
    /// A player has nothing more to do, say or nominate.
    Pass,
    /// A player chooses a player at night.
    Choose(Seat),
    /// A player chooses two players, the lower seat first.
    ChooseTwo(Seat, Seat),
    /// A player attacks two players, one after the other.
    AttackTwo(Seat, Seat),
    /// A player attacks three players, one after the other.
    AttackThree(Seat, Seat, Seat),
    /// A player chooses a character.
    ChooseCharacter(Character),
    /// A player chooses a player and names a character for them.
    Name(Seat, Character),
    /// A player publicly shoots this player, as a Slayer does.
    Shoot(Seat),
    /// A player tells the Storyteller in private whom they suspect, as a Puzzlemaster does.
    Suspect(Seat),
    /// A player publicly says that this player is in hiding, as Minions do who look for a Damsel.
    Unmask(Seat),
    /// A player nominates this player.
    Nominate(Seat),
    /// A player votes for this nominee.
    Vote(Seat),
    /// A player does not vote.
    Abstain,
    /// A player says something that records and solvers can use; a [`Content::Claim`].
    Claim(ContentId),
    /// A player asks the Storyteller; a [`Content::Question`].
    Ask(ContentId),
    /// A player visits the Storyteller, as a Savant does.
    Visit,
}

impl Action {
    /// The players that it chooses at night.
    #[must_use]
    pub fn chosen(self) -> Seats {
        self.chosen_in_order().collect()
    }

    /// The same players in the order in which they were chosen, where that matters, or else by seat.
    pub(crate) fn chosen_in_order(self) -> impl Iterator<Item = Seat> {
        let in_order = match self {
            Self::Choose(a) | Self::Name(a, _) => [Some(a), None, None],
            Self::ChooseTwo(a, b) | Self::AttackTwo(a, b) => [Some(a), Some(b), None],
            Self::AttackThree(a, b, c) => [Some(a), Some(b), Some(c)],
            _ => [None; 3],
        };
        in_order.into_iter().flatten()
    }
}

/// The kinds of choice with too many options to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// A bag and its seating.
    Deal,
    /// What a player who only thinks they are the Demon is told about an evil team.
    AnyTeam,
    /// Two statements that a player is told.
    Things,
    /// Anything a player may claim.
    Claim,
    /// Guesses of characters.
    Guesses,
    /// Who all the Minions and Demons are.
    Accusation,
    /// A public statement.
    Gossip,
    /// A question to the Storyteller.
    Question,
}

/// The long part of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Who is dealt what.
    Deal(Deal),
    /// What is said publicly.
    Claim(Claim),
    /// What the Storyteller is asked.
    Question(Formula),
    /// Two statements that a player is told.
    Things(Formula, Formula),
}

/// What a player says publicly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// I am this character.
    Role(Character),
    /// This is what I chose and learned.
    Report(Report),
    /// These players are these characters: guesses.
    Guesses(Vec<(Seat, Character)>),
    /// These are all the Minions and all the Demons.
    Accusation(Vec<(Seat, Team)>),
    /// This is true: a statement that an ability may act on.
    Gossip(Formula),
}

/// What a player claims to have chosen and learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The night.
    pub night: u16,
    /// The ability used.
    pub ability: Character,
    /// Whom the player claims to have chosen.
    pub chosen: Vec<Seat>,
    /// What the player claims to have been told; none if nothing. Pairs are in seat order, as a player knows
    /// them.
    pub told: Option<Statement>,
}
