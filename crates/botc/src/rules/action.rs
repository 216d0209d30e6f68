//! What may be done: actions, open choices, and the long contents that some of them hold.

use gaslamp_core::{ContentId, Seat, Seats};

use super::deal::Deal;
use super::formula::Formula;
use super::statement::Statement;
use crate::characters::Character;

/// One thing that the Storyteller or a player does. Who acts is not part of it; the state knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The Storyteller deals the bag; a [`Content::Deal`].
    Deal(ContentId),
    /// The Storyteller tells this player something.
    Tell(Seat, Statement),
    /// The Storyteller decides on a player, where the rules leave it open.
    Pick(Seat),
    /// The Storyteller decides on nobody.
    PickNobody,
    /// The Storyteller decides whether somebody registers as what is asked, or is protected.
    Rule(bool),
    /// The Storyteller decides which token somebody is shown who does not know the own role.
    Show(Character),
    /// A player has nothing more to do, say or nominate.
    Pass,
    /// A player chooses a player at night.
    Choose(Seat),
    /// A player chooses two players, the lower seat first.
    ChooseTwo(Seat, Seat),
    /// A player chooses three players, in the order of their seats.
    ChooseThree(Seat, Seat, Seat),
    /// A player chooses a character.
    ChooseCharacter(Character),
    /// A player chooses whom to turn into what.
    Turn(Seat, Character),
    /// A player says "I shoot".
    Shoot(Seat),
    /// A player nominates.
    Nominate(Seat),
    /// A player's hand is up for this nominee.
    Vote(Seat),
    /// It is not.
    Abstain,
    /// A player says something that records and solvers can use; a [`Content::Claim`].
    Claim(ContentId),
    /// A player asks the Storyteller; a [`Content::Question`].
    Ask(ContentId),
    /// A player visits the Storyteller, as a Savant does.
    Visit,
}

impl Action {
    /// The players whom it chooses at night.
    #[must_use]
    pub fn chosen(self) -> Seats {
        match self {
            Self::Choose(a) | Self::Turn(a, _) => Seats::only(a),
            Self::ChooseTwo(a, b) => [a, b].into_iter().collect(),
            Self::ChooseThree(a, b, c) => [a, b, c].into_iter().collect(),
            _ => Seats::NONE,
        }
    }
}

/// The kinds of choice that are too many to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// A bag and its seating.
    Deal,
    /// What somebody is told of an evil team who only believes to be its Demon.
    AnyTeam,
    /// Two things that a player is told.
    Things,
    /// Anything a player may claim.
    Claim,
    /// Guesses of characters.
    Guesses,
    /// A statement for all to hear.
    Gossip,
    /// A question to the Storyteller.
    Question,
}

/// The long part of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Who is what.
    Deal(Deal),
    /// What is said aloud.
    Claim(Claim),
    /// What the Storyteller is asked.
    Question(Formula),
    /// Two things that a player is told.
    Things(Formula, Formula),
}

/// What a player says for all to hear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// I am this character.
    Role(Character),
    /// This is what I chose and learned.
    Report(Report),
    /// These players are these characters: guesses.
    Guesses(Vec<(Seat, Character)>),
    /// This is true: a statement of which an ability may make something.
    Gossip(Formula),
}

/// What a player says to have chosen and learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which night it was.
    pub night: u16,
    /// By whose ability.
    pub ability: Character,
    /// Whom the player says to have chosen.
    pub chosen: Vec<Seat>,
    /// What the player says to have been told; none if nothing. Pairs stand in seat order, as a player knows them.
    pub told: Option<Statement>,
}
