//! Events: a [`Phrase`], who did it, and who learns of it.

use std::sync::Arc;

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
    /// What happened.
    pub phrase: Phrase,
    /// The player who acts or is told; nobody for what the Storyteller does publicly.
    pub by: Option<Seat>,
    /// Who learns of it; only the Storyteller if empty.
    pub audience: Seats,
}

/// The content of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// The bag was dealt.
    Dealt(Box<Deal>),
    /// A player did this; never an action with contents, nor a telling.
    Act(Action),
    /// The player was told this by the ability of that character.
    Told(Character, Statement),
    /// The player was told these two statements.
    Things(Box<(Formula, Formula)>),
    /// The player was shown the grimoire.
    Shown(Box<Grimoire>),
    /// The player asked this.
    Asked(Box<Formula>),
    /// The player said this. All who hear it share it.
    Said(Arc<Claim>),
    /// The player learns their character and side.
    YouAre(Character, Side),
    /// The player, a Minion, learns who the Demons and the other Minions are; later in the game a Demon may, too.
    MinionInfo {
        /// The Demons.
        demons: Seats,
        /// The other Minions.
        minions: Seats,
    },
    /// The player, a Demon or one who thinks they are, learns the Minions and three characters not in play.
    DemonInfo(EvilTeam),
    /// The player learns that the one at this seat is this character.
    Knows(Seat, Character),
    /// The player learns that this character is in play.
    KnowsInPlay(Character),
    /// The player learns that they are mad about being this character.
    Mad(Character),
    /// The player learns whom that one chose.
    KnowsChosen(Seats),
    /// The player learns that the next choice is for the ability of this character, which is not their own.
    ChoosesFor(Character),
    /// The player is given the ability of this character.
    Gains(Character),
    /// The player gives the Demon the ability of this character.
    Gives(Character),
    /// The player has become this character, whether they know or not.
    Became(Character),
    /// The player has changed sides, whether they know or not.
    Turned(Side),
    /// A reminder token was placed.
    Placed(Mark),
    /// A reminder token was removed.
    Removed(Mark),
    /// The player's ability misfired: it had another result than it would have had without someone else's
    /// ability. Only reported if somebody counts that.
    Misfired,
    /// The player dies.
    Died,
    /// The player comes back to life.
    Revived,
    /// Dawn: who died in the night, and who came back to life.
    Dawn {
        /// Who died.
        died: Seats,
        /// Who came back to life.
        revived: Seats,
    },
    /// The votes for a nominee were counted.
    Counted {
        /// The nominee.
        nominee: Seat,
        /// The number of votes that counted.
        votes: u8,
        /// Who is on the block now.
        block: Option<Seat>,
    },
    /// The player is executed.
    Executed,
    /// The game is over.
    Won(Side),
}
