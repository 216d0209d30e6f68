//! What the unknown parts of a grimoire may be, in words: what is possible and what is forced at each seat, how many completions there are, and
//! some of them.

use clap::{Args, ValueEnum};
use gaslamp_api::botc::check::partial::{self, Grimoire, Options, only, tokens};
use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{Known, PlacedReminder, Player};
use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, Setup, Team};
use gaslamp_referee::sat::partial::{May, Outlook, Tokens};
use indicatif::{ProgressBar, ProgressStyle};

use super::{LEGAL, none};
use crate::failure::Failure;
use crate::numbers;
use crate::output::Output;
use crate::progress::TICK;
use crate::waiting;

/// What is asked of a grimoire that is known in parts.
#[derive(Args, Debug)]
pub(super) struct PartialArgs {
    /// Whether a grimoire shows all of its tokens; as-written if not given.
    #[arg(long, value_enum, value_name = "HOW")]
    tokens: Option<Meant>,
    /// Count the completions of a grimoire: the ways to give every seat its character, and the Drunk a token, so that it is legal.
    #[arg(long)]
    count: bool,
    /// Draw K completions of a grimoire, each equally likely.
    #[arg(long, value_name = "K", value_parser = numbers::times())]
    sample: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// How many cases --count and --sample look at before they give up.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = numbers::times())]
    cases: usize,
}

/// How the tokens of a grimoire are meant.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Meant {
    /// Those that are written lie there, and no others.
    AsWritten,
    /// Those that are written lie there, and perhaps others; the answer says for each seat which may and which must.
    AtLeast,
}

impl PartialArgs {
    /// What is asked. Lines of text are written as they are drawn, so there may be any number of them.
    pub(super) fn options(&self, is_json: bool) -> Options {
        let tokens = self.tokens.map(|meant| match meant {
            Meant::AsWritten => Tokens::AsWritten,
            Meant::AtLeast => Tokens::AtLeast,
        });
        let most = if is_json { partial::MOST } else { usize::MAX };
        let Self { count, sample, seed, cases, .. } = *self;
        Options { tokens, count, sample, most, seed, cases }
    }
}

/// Tells a person what may be, piece by piece: what follows may take long, and be interrupted.
pub(super) fn tell(grimoire: &mut Grimoire<'_>, options: &Options, out: &mut Output) -> Result<(), Failure> {
    out.line(LEGAL)?;
    out.flush()?;
    if options.tokens() == Tokens::AtLeast || grimoire.text.players.iter().any(is_open) {
        let outlooks = grimoire.outlooks()?;
        out.line(&describe(grimoire, options.tokens(), &outlooks))?;
        out.flush()?;
    }
    if !options.needs_completions() {
        return Ok(());
    }
    let progress = progress();
    let completions = grimoire.completions(|cases| progress.set_position(cases as u64));
    progress.finish_and_clear();
    let mut completions = completions?;
    if options.count {
        out.line(&number(completions.count()))?;
    }
    let mut drawn = 0;
    for line in grimoire.samples(&mut completions) {
        out.line(&line)?;
        out.flush()?;
        drawn += 1;
    }
    none(grimoire.all_drawn(&completions, drawn))
}

/// How many cases have been looked at.
pub(super) fn progress() -> ProgressBar {
    waiting::end();
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(TICK);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} cases looked at, {elapsed}") {
        progress.set_style(style);
    }
    progress
}

/// Whether something about a seat's character is not said.
fn is_open(player: &Player) -> bool {
    match player.character {
        Known::Is(character) => is_deluded(character) && !is_marked(player),
        Known::Nothing | Known::OneOf(_) => true,
    }
}

/// Whether whoever is this character does not know it.
fn is_deluded(character: Character) -> bool {
    Profile::of(character).is_some_and(|profile| profile.false_identity().is_some())
}

/// Whether a mark says that the player is not what the token shows, as that of the Drunk does.
fn is_marked(player: &Player) -> bool {
    player
        .tokens
        .iter()
        .any(|token| matches!(token, PlacedReminder::Reminder(token) if token.marks_its_owner()))
}

/// "1 completion".
fn number(count: u128) -> String {
    if count == 1 { "1 completion".to_owned() } else { format!("{count} completions") }
}

/// A line for each seat; seats of which the same can be said share one. What no line names is impossible.
fn describe(grimoire: &Grimoire<'_>, meant: Tokens, seats: &[Outlook]) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (player, outlook) in grimoire.text.players.iter().zip(seats) {
        let words = role_words(&grimoire.setup, player, outlook) + &token_words(player, outlook);
        match lines.iter_mut().find(|(_, known)| *known == words) {
            Some((names, _)) => *names += &format!(", {}", player.name),
            None => lines.push((player.name.clone(), words)),
        }
    }
    let mut text = match meant {
        Tokens::AsWritten => "possible characters, if there are no other tokens:".to_owned(),
        Tokens::AtLeast => "possible characters, whatever other tokens there are:".to_owned(),
    };
    for (names, words) in lines {
        text += &format!("\n  {names}: {words}");
    }
    text
}

/// "must be the Imp".
fn role_words(setup: &Setup, player: &Player, outlook: &Outlook) -> String {
    let script = setup.script.set();
    let is_written = is_marked(player) || matches!(player.character, Known::Is(_));
    let words = match only(outlook.characters) {
        Some(character) if is_written => format!("the {}, as written", character.name()),
        Some(character) => format!("must be the {}", character.name()),
        None => format!("may be {}", some_of(outlook.characters, script)),
    };
    let written = if is_marked(player) { CharacterSet::NONE } else { player.character.characters() };
    let impossible = written.minus(outlook.characters);
    let impossible =
        if impossible.is_empty() { String::new() } else { format!("; cannot be {}", names(impossible)) };
    words + &belief_words(script, player, outlook) + &impossible
}

/// ", who must think they are the Chef": of players who may not know what they are.
fn belief_words(script: CharacterSet, player: &Player, outlook: &Outlook) -> String {
    if outlook.believed.is_empty() {
        return String::new();
    }
    let believed = match only(outlook.believed) {
        Some(token) => format!("the {}", token.name()),
        None => some_of(outlook.believed, script),
    };
    let deluded = outlook.characters.iter().find(|character| is_deluded(*character));
    let is_forced = deluded.is_some_and(|character| outlook.character(character) == May::Forced);
    let verb = match (deluded, outlook.believed.len()) {
        (Some(_), 1) if is_forced && matches!(player.character, Known::Is(token) if !is_deluded(token)) => {
            "thinks"
        }
        (Some(_), 1) if is_forced => "must think",
        (Some(_), _) if is_forced => "may think",
        (Some(character), _) => {
            return format!("; if the {}, thinks they are {believed}", character.name());
        }
        (None, _) => return String::new(),
    };
    format!(", who {verb} they are {believed}")
}

/// "any Townsfolk but Chef, Monk; Recluse, Saint".
fn some_of(characters: CharacterSet, script: CharacterSet) -> String {
    let teams = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].into_iter().map(|team| {
        let all = CharacterSet::team(team).and(script);
        let (some, others) = (characters.and(all), all.minus(characters));
        if others.len() >= some.len() || all.len() == 1 {
            names(some)
        } else if others.is_empty() {
            format!("any {}", team.title())
        } else {
            format!("any {} but {}", team.title(), names(others))
        }
    });
    let teams: Vec<String> = teams.filter(|words| !words.is_empty()).collect();
    teams.join(if teams.iter().any(|words| words.starts_with("any ")) { "; " } else { ", " })
}

fn names(characters: CharacterSet) -> String {
    characters.iter().map(Character::name).collect::<Vec<_>>().join(", ")
}

/// The tokens that must or may lie at a seat and are not written there, a line for each.
fn token_words(player: &Player, outlook: &Outlook) -> String {
    let line = |verb: &str, may: May| {
        let is_written = |token: ReminderToken| player.tokens.contains(&PlacedReminder::Reminder(token));
        let those = tokens(outlook, may).filter(|token| !is_written(*token));
        let those: Vec<String> = those.map(|token| token.to_string()).collect();
        if those.is_empty() { String::new() } else { format!("\n    {verb} have {}", those.join(", ")) }
    };
    line("must also", May::Forced) + &line("may also", May::Possible)
}
