//! Grimoires that are known in parts: unknown seats, and sets of characters that a seat may be. Accepts a grimoire and how its tokens are meant,
//! emits what is possible, impossible and forced at every seat, and all completions: counted, numbered and drawn uniformly.

mod completions;
mod diagram;
mod formula;
mod table;
mod trial;

use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder};
use gaslamp_botc::{Character, Script, Setup};
use gaslamp_core::Diagnostic;

pub use completions::{Completions, Stopped, Unfinished};

use super::bounds;
use super::budgeted_solver::Stop;
use super::circuit::Bit;
pub use super::grimoire_constraints::Tokens;
use super::grimoire_constraints::marked;
use super::history::{DRUNK, TOKENS};
use formula::Formula;
use table::Table;

/// What a completion says of a seat, as a grimoire shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shown {
    /// The character token: what the player is now, or what the Drunk thinks they are.
    pub token: Character,
    /// Whether it is the Drunk.
    pub is_drunk: bool,
}

/// Whether something can be and whether it must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum May {
    /// It cannot.
    Impossible,
    /// It can and need not.
    Possible,
    /// It must.
    Forced,
}

/// What may be at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// What the player may be now; the only one is forced.
    pub characters: CharacterSet,
    /// What the player may think they are, if they are the Drunk.
    pub believed: CharacterSet,
    /// Whether tokens may lie there.
    pub tokens: Vec<(ReminderToken, May)>,
}

impl Outlook {
    /// Whether the player may be, or must be, this character.
    #[must_use]
    pub fn character(&self, character: Character) -> May {
        match (self.characters.contains(character), self.characters.len()) {
            (false, _) => May::Impossible,
            (true, 1) => May::Forced,
            (true, _) => May::Possible,
        }
    }
}

/// A grimoire that is known in parts, before the solver.
pub struct Partial {
    table: Table,
    formula: Formula,
    stop: Stop,
}

impl Partial {
    /// A grimoire of this table, reached in at most this many nights and the days that follow them.
    ///
    /// # Errors
    /// When the script is not of Trouble Brewing, the grimoire has another number of players than the table, or there are too many nights.
    pub fn new(
        setup: &Setup,
        grimoire: &GrimoireText,
        nights: usize,
        tokens: Tokens,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        bounds::nights(nights)?;
        let known = Script::built_in("tb").map_or(CharacterSet::NONE, |script| script.set());
        if let Some(other) = setup.script.characters().iter().find(|character| !known.contains(**character)) {
            let message = format!("the {} is not in Trouble Brewing", other.name());
            return Err(Diagnostic::new("botc/partial/script", message));
        }
        let [players, names] = [grimoire.players.len(), setup.names.len()];
        if players != names || players > GrimoireText::MOST {
            let message = format!("the grimoire has {players} players, and the table has {names}");
            return Err(Diagnostic::new("botc/partial/players", message));
        }
        let table = Table::new(setup, grimoire, nights, tokens);
        let formula = Formula::new(&table, stop);
        Ok(Self { table, formula, stop: stop.clone() })
    }

    /// Whether there is any completion.
    ///
    /// # Errors
    /// When it is stopped before that is found out.
    pub fn is_possible(&mut self) -> Result<bool, Stopped> {
        self.formula.can_be([])
    }

    /// What may be at each seat.
    ///
    /// # Errors
    /// When it is stopped before that is found out.
    pub fn outlooks(&mut self) -> Result<Vec<Outlook>, Stopped> {
        let seats = 0..self.table.kind_of.len();
        let mut facts: Vec<Bit> = Vec::new();
        for seat in seats.clone() {
            facts.extend(&self.formula.shown[seat]);
            facts.extend(&self.formula.believed[seat]);
            facts.extend(&self.formula.tokens[seat]);
            facts.extend(self.formula.tokens[seat].iter().map(|bit| !*bit));
        }
        let possible = self.possible(&facts)?;
        let width = possible.len() / seats.len().max(1);
        Ok(possible.chunks(width.max(1)).map(|possible| self.outlook(possible)).collect())
    }

    /// Which of these can be. What is so in a run that was found needs no question of its own.
    fn possible(&mut self, facts: &[Bit]) -> Result<Vec<bool>, Stopped> {
        let mut possible = vec![false; facts.len()];
        for at in 0..facts.len() {
            if !possible[at] && self.formula.can_be([facts[at]])? {
                for (possible, fact) in possible.iter_mut().zip(facts) {
                    *possible |= self.formula.value(*fact);
                }
            }
        }
        Ok(possible)
    }

    fn outlook(&self, possible: &[bool]) -> Outlook {
        let characters = &self.table.characters;
        let (shown, rest) = possible.split_at(characters.len());
        let (believed, rest) = rest.split_at(characters.len());
        let (lies, lacks) = rest.split_at(TOKENS.len());
        let set = |possible: &[bool]| {
            let those = characters.iter().zip(possible).filter(|(_, possible)| **possible);
            those.fold(CharacterSet::NONE, |set, (character, _)| set.with(*character))
        };
        let may = |(lies, lacks): (&bool, &bool)| match (lies, lacks) {
            (false, _) => May::Impossible,
            (true, true) => May::Possible,
            (true, false) => May::Forced,
        };
        let names = TOKENS.iter().map(|token| token.token());
        let tokens = names.zip(lies.iter().zip(lacks).map(may));
        Outlook {
            characters: set(shown),
            believed: set(believed),
            tokens: tokens.filter_map(|(token, may)| Some((token?, may))).collect(),
        }
    }

    /// All completions: every seat's character token, so that some run of the game leads to that grimoire.
    ///
    /// # Errors
    /// When they fall into more cases than the limit, or the search is stopped.
    pub fn completions(&mut self, limit: usize) -> Result<Completions, Unfinished> {
        self.completions_watched(limit, |_| ())
    }

    /// The same; `tell` is told again and again how many cases were looked at, as this may take long.
    ///
    /// # Errors
    /// When they fall into more cases than the limit, or the search is stopped.
    pub fn completions_watched(
        &mut self,
        limit: usize,
        mut tell: impl FnMut(usize),
    ) -> Result<Completions, Unfinished> {
        Completions::search(&self.table, &mut self.formula, limit, &mut tell, &self.stop)
    }
}

/// A grimoire with a completion written into it.
#[must_use]
pub fn complete(grimoire: &GrimoireText, shown: &[Shown]) -> GrimoireText {
    let mut grimoire = grimoire.clone();
    for (player, shown) in grimoire.players.iter_mut().zip(shown) {
        player.character = Known::Is(shown.token);
        if shown.is_drunk && marked(player).is_none() {
            player.tokens.extend(
                ReminderToken::of(DRUNK).find(|token| token.marks_its_owner()).map(PlacedReminder::Reminder),
            );
        }
    }
    grimoire
}
