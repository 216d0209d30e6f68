//! Anything that shows a table, recognised by how it begins.
//!
//! **Reads** grimoires as a line, a frame, a game state or a picture; bags; scripts; records and traces of whole games.

use gaslamp_core::{Diagnostic, Run};

use super::account::Account;
use super::bag::{self, WrittenBag};
use super::sheet::Sheet;
use super::{frame, line, script, townsquare};
use crate::picture;
use crate::rules::State;
use crate::rules::script::Script;

/// What was read.
#[derive(Clone, Debug)]
pub enum Written {
    /// A grimoire.
    Sheet(Sheet),
    /// A bag.
    Bag(WrittenBag),
    /// A script.
    Script(Script),
    /// A game, which has a grimoire at every step.
    Game(Box<Run<State>>),
}

/// Reads whatever it is.
///
/// # Errors
/// Everything that is wrong with it, taken for what it looks like.
pub fn read(text: &str) -> Result<Written, Vec<Diagnostic>> {
    let begin = text.trim_start();
    if begin.is_empty() {
        let problem = Diagnostic::new("botc/grimoire/empty", "there is nothing to read");
        return Err(vec![problem.fix("[Alice:chef Bob:imp …]")]);
    }
    if frame::is_frame(text) {
        return frame::read(text).map(Written::Sheet);
    }
    if let Some(sheet) = picture::read(text) {
        return sheet.map(Written::Sheet);
    }
    if townsquare::is_game_state(text) {
        return townsquare::read(text).map(Written::Sheet);
    }
    if begin.starts_with('{') {
        return bag::read(text).map(Written::Bag);
    }
    if is_script(begin) {
        return script::read(text).map(Written::Script);
    }
    if begin.starts_with('[') {
        return line::read(text).map(Written::Sheet);
    }
    read_game(text)
}

/// Whether a text is a list in JSON; a line may begin with a name in quotes, but is none.
fn is_script(text: &str) -> bool {
    text.starts_with('[')
        && serde_json::from_str::<Vec<serde_json::Value>>(text).is_ok_and(|list| !list.is_empty())
}

fn read_game(text: &str) -> Result<Written, Vec<Diagnostic>> {
    let begins_like_a_trace = text.trim_start().starts_with(['<', '#', 'g']);
    if !begins_like_a_trace {
        return line::read(text).map(Written::Sheet);
    }
    let account = Account::read(text)?;
    match (account.run, account.does_not_replay) {
        (Some(run), _) => Ok(Written::Game(Box::new(run))),
        (None, Some(problem)) => Err(vec![problem]),
        (None, None) if !account.unreadable.is_empty() => Err(account.unreadable),
        (None, None) => {
            let message = "this trace does not tell a whole game, so nobody knows its grimoire";
            let problem = Diagnostic::new("botc/grimoire/trace", message);
            Err(vec![problem.fix("begin it with st!deals->Ann:chef,Ben:imp,… for every player")])
        }
    }
}
