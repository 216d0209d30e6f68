//! What happens: a [`Phrase`], whose deed it is, and who learns of it.

use gaslamp_core::{Seat, Seats};

use super::action::{Action, Claim};
use super::deal::Deal;
use super::formula::Formula;
use super::grimoire::Grimoire;
use super::marks::Mark;
use super::state::Side;
use super::statement::{EvilTeam, Statement};
use crate::characters::Character;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What.
    pub phrase: Phrase,
    /// Whose deed it is, or whom it is told; nobody for what the Storyteller does for all.
    pub by: Option<Seat>,
    /// Who learns of it; nobody but the Storyteller if empty.
    pub audience: Seats,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// The bag was dealt.
    Dealt(Box<Deal>),
    /// Somebody did this; never an action that holds contents, nor a telling.
    Act(Action),
    /// The player was told this, by the ability of that character.
    Told(Character, Statement),
    /// The player was told these two things.
    Things(Box<(Formula, Formula)>),
    /// The player was shown the grimoire.
    Shown(Box<Grimoire>),
    /// The player asked this.
    Asked(Box<Formula>),
    /// The player said this.
    Said(Claim),
    /// The player learns what he or she is, and on which side.
    YouAre(Character, Side),
    /// The player, a Minion, learns who the Demons and the other Minions are.
    MinionInfo {
        /// The Demons.
        demons: Seats,
        /// The other Minions.
        minions: Seats,
    },
    /// The player, a Demon or one who thinks so, learns the Minions and three characters not in play.
    DemonInfo(EvilTeam),
    /// The player learns that the one at this seat is this character.
    Knows(Seat, Character),
    /// The player learns whom that one chose.
    KnowsChosen(Seats),
    /// The player learns that the next choice is for the ability of this character, which somebody else has.
    ChoosesFor(Character),
    /// The player has become this character, whether told or not.
    Became(Character),
    /// The player has changed sides, whether told or not.
    Turned(Side),
    /// A reminder token was put down.
    Placed(Mark),
    /// A reminder token was taken away.
    Removed(Mark),
    /// The player's ability came out otherwise than it would have without another's; only where somebody counts that.
    Misfired,
    /// The player dies.
    Died,
    /// The player lives again.
    Revived,
    /// Dawn: who died in the night, and who lives again.
    Dawn {
        /// Who died.
        died: Seats,
        /// Who lives again.
        revived: Seats,
    },
    /// The votes for a nominee were counted.
    Counted {
        /// For whom.
        nominee: Seat,
        /// How many counted.
        votes: u8,
        /// Who is on the block now.
        block: Option<Seat>,
    },
    /// The player is executed.
    Executed,
    /// The game is over.
    Won(Side),
}
