//! What the unknown parts of a grimoire may be.
//!
//! Accepts a grimoire with unknown seats, sets of characters or tokens that may be missing; says what is possible and what is forced at each seat,
//! how many completions there are, and draws some, each equally likely.

use clap::{Args, ValueEnum};
use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, Player};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, Setup, Team};
use gaslamp_core::{Diagnostic, Rng};
use gaslamp_referee::sat::Check;
use gaslamp_referee::sat::partial::{Completions, May, Outlook, Partial, Tokens, Unfinished, complete};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::deadline::Deadline;
use super::verdict::{LEGAL, Sources, judge, legal_fields, unknown};
use crate::failure::Failure;
use crate::input::Input;
use crate::numbers;
use crate::output::Output;

/// What is asked of a grimoire that is known in parts.
#[derive(Args, Debug)]
pub(super) struct PartialArgs {
    /// How the tokens of a grimoire are meant; as-written if not given.
    #[arg(long, value_enum, value_name = "HOW")]
    tokens: Option<Meant>,
    /// Count the completions of a grimoire: the ways to give every seat its character, and the Drunk a token, so that it is legal.
    #[arg(long)]
    count: bool,
    /// Draw so many completions of a grimoire, each equally likely.
    #[arg(long, value_name = "K", value_parser = numbers::times())]
    sample: Option<usize>,
    /// Where chance begins.
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// How many cases to look at for --count and --sample before giving up.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = numbers::times())]
    cases: usize,
}

/// How the tokens of a grimoire are meant.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Meant {
    /// Those that are written lie there, and no others.
    AsWritten,
    /// Those that are written lie there, and perhaps others: which may and which must is told for each seat.
    AtLeast,
}

impl PartialArgs {
    /// Only grimoires have completions.
    pub(super) fn refuse(&self, given: &str) -> Result<(), Failure> {
        let options = [
            ("--tokens", self.tokens.is_some()),
            ("--count", self.count),
            ("--sample", self.sample.is_some()),
        ];
        let refused: Vec<&str> =
            options.iter().filter(|(_, is_given)| *is_given).map(|(option, _)| *option).collect();
        if refused.is_empty() {
            return Ok(());
        }
        let message = format!("{} can be asked of a grimoire alone, and this is {given}", refused.join(", "));
        let problem = Diagnostic::new("botc/check/option", message);
        Err(problem.fix("[Ann:chef Ben:? Cy:{empath imp} …]").into())
    }

    const fn tokens(&self) -> Tokens {
        match self.tokens {
            Some(Meant::AtLeast) => Tokens::AtLeast,
            Some(Meant::AsWritten) | None => Tokens::AsWritten,
        }
    }

    const fn needs_completions(&self) -> bool {
        self.count || self.sample.is_some()
    }
}

/// A grimoire, and what is asked about it.
pub(super) struct Asked<'a> {
    pub(super) args: &'a PartialArgs,
    pub(super) input: &'a Input,
    pub(super) setup: &'a Setup,
    pub(super) sheet: &'a GrimoireText,
    pub(super) nights: usize,
    pub(super) deadline: Deadline<'a>,
}

/// More would not fit into memory as one list; lines of text are written as they are drawn.
const MOST_AS_JSON: usize = 100_000;

pub(super) fn check(asked: &Asked<'_>, out: &mut Output) -> Result<(), Failure> {
    let Asked { args, input, setup, sheet, nights, deadline } = *asked;
    if out.json && args.sample.is_some_and(|sample| sample > MOST_AS_JSON) {
        let message = format!("{MOST_AS_JSON} completions are the most in one JSON list");
        return Err(Failure::usage("botc/check/sample", message));
    }
    let stop = deadline.stop();
    let mut partial = Partial::new(setup, sheet, nights, args.tokens(), &stop)?;
    match partial.is_possible() {
        Ok(true) => {}
        Ok(false) => {
            let sources = Sources { grimoire: input, trace: input };
            let check = Check::of_parts(setup, sheet, nights, args.tokens(), &stop)?;
            return judge(&sources, check, deadline, out);
        }
        Err(_) => return Err(unknown(deadline).beside(legal_fields(None, Vec::new()))),
    }
    if out.json {
        return tell_programs(asked, &mut partial, out);
    }
    out.line(LEGAL)?;
    // What follows may take long, and be interrupted.
    out.flush()?;
    if args.tokens() == Tokens::AtLeast || sheet.players.iter().any(is_open) {
        out.line(&describe(asked, &outlooks(asked, &mut partial)?))?;
        out.flush()?;
    }
    if args.needs_completions() {
        let mut completions = completions(asked, &mut partial)?;
        if args.count {
            out.line(&number(completions.count()))?;
        }
        let mut drawn = 0;
        for line in samples(asked, &mut completions) {
            out.line(&line)?;
            out.flush()?;
            drawn += 1;
        }
        all_drawn(asked, &completions, drawn)?;
    }
    Ok(())
}

fn outlooks(asked: &Asked<'_>, partial: &mut Partial) -> Result<Vec<Outlook>, Failure> {
    partial.outlooks().map_err(|_| {
        let left_out = "what may be at each seat was not found out";
        asked.deadline.failure(left_out, "to write down more of the characters, or fewer --nights")
    })
}

/// Whether as many were drawn as were asked for.
fn all_drawn(asked: &Asked<'_>, completions: &Completions, drawn: usize) -> Result<(), Failure> {
    let wanted = asked.args.sample.unwrap_or(0);
    if drawn == wanted || completions.count() == 0 {
        return Ok(());
    }
    let left_out = format!("{drawn} of {wanted} completions were drawn");
    Err(asked.deadline.failure(&left_out, "a smaller --sample"))
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

fn completions(asked: &Asked<'_>, partial: &mut Partial) -> Result<Completions, Failure> {
    let progress = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} cases looked at, {elapsed}") {
        progress.set_style(style);
    }
    let limit = asked.args.cases;
    let found = partial.completions_watched(limit, |cases| progress.set_position(cases as u64));
    progress.finish_and_clear();
    found.map_err(|error| match error {
        Unfinished::Stopped { .. } => {
            let left_out = format!("{error}, and none is drawn");
            asked.deadline.failure(&left_out, "to write down more of the characters, or fewer --nights")
        }
        Unfinished::TooManyCases { .. } => {
            let message = format!("{error}, too many to count them or to draw some");
            let fix = format!(
                "write down more of the characters; or --nights, if there were fewer than {}; or more than --cases {limit}, which takes longer",
                asked.nights
            );
            Diagnostic::new("botc/check/cases", message).fix(fix).into()
        }
    })
}

fn samples(asked: &Asked<'_>, completions: &mut Completions) -> impl Iterator<Item = String> {
    let mut rng = Rng::new(asked.args.seed);
    (0..asked.args.sample.unwrap_or(0)).map_while(move |_| {
        let shown = completions.sample(&mut rng)?;
        Some(line::write(&complete(asked.sheet, &shown), Naming::Long))
    })
}

/// "1 completion".
fn number(count: u128) -> String {
    if count == 1 { "1 completion".to_owned() } else { format!("{count} completions") }
}

/// A line for each seat; seats of which the same can be said share one. What no line names is impossible.
fn describe(asked: &Asked<'_>, seats: &[Outlook]) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (player, outlook) in asked.sheet.players.iter().zip(seats) {
        let words = role_words(asked.setup, player, outlook) + &token_words(player, outlook);
        match lines.iter_mut().find(|(_, known)| *known == words) {
            Some((names, _)) => *names += &format!(", {}", player.name),
            None => lines.push((player.name.clone(), words)),
        }
    }
    let mut text = match asked.args.tokens() {
        Tokens::AsWritten => "what is possible, if no other tokens lie there:".to_owned(),
        Tokens::AtLeast => "what is possible, whatever other tokens lie there:".to_owned(),
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

/// ", who must believe to be the Chef": what is said of whoever does not know what they are, if the player may be such a character.
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
            "believes"
        }
        (Some(_), 1) if is_forced => "must believe",
        (Some(_), _) if is_forced => "may believe",
        (Some(character), _) => return format!("; as the {} believing to be {believed}", character.name()),
        (None, _) => return String::new(),
    };
    format!(", who {verb} to be {believed}")
}

/// The only one of a set.
fn only(characters: CharacterSet) -> Option<Character> {
    characters.iter().next().filter(|_| characters.len() == 1)
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

fn tokens(outlook: &Outlook, wanted: May) -> impl Iterator<Item = ReminderToken> {
    outlook.tokens.iter().filter(move |(_, may)| *may == wanted).map(|(token, _)| *token)
}

fn tell_programs(asked: &Asked<'_>, partial: &mut Partial, out: &mut Output) -> Result<(), Failure> {
    let mut fields = legal_fields(Some(true), Vec::new());
    fields.push(("nights", asked.nights.into()));
    let outlooks = match outlooks(asked, partial) {
        Ok(outlooks) => outlooks,
        Err(failure) => return Err(failure.beside(fields)),
    };
    let players = asked.sheet.players.iter().zip(&outlooks);
    fields
        .push(("seats", players.map(|(player, outlook)| seat_json(asked.setup, player, outlook)).collect()));
    if !asked.args.needs_completions() {
        return Ok(out.object(fields)?);
    }
    let mut completions = match completions(asked, partial) {
        Ok(completions) => completions,
        Err(failure) => return Err(failure.beside(fields)),
    };
    if asked.args.count {
        // A text: the number may be greater than what programs keep exactly of a JSON number.
        fields.push(("completions", completions.count().to_string().into()));
    }
    if asked.args.sample.is_some() {
        let lines: Vec<String> = samples(asked, &mut completions).collect();
        let drawn = lines.len();
        fields.push(("samples", lines.into()));
        if let Err(failure) = all_drawn(asked, &completions, drawn) {
            return Err(failure.beside(fields));
        }
    }
    Ok(out.object(fields)?)
}

fn seat_json(setup: &Setup, player: &Player, outlook: &Outlook) -> Value {
    let words = |set: CharacterSet| -> Value { set.iter().map(|character| character.to_string()).collect() };
    let token_words = |may: May| -> Value { tokens(outlook, may).map(|token| token.to_string()).collect() };
    json!({
        "name": player.name,
        "possible": words(outlook.characters),
        "impossible": words(setup.script.set().minus(outlook.characters)),
        "forced": only(outlook.characters).map(|character| character.to_string()),
        "believed_if_drunk": words(outlook.believed),
        "tokens": { "forced": token_words(May::Forced), "possible": token_words(May::Possible) },
    })
}
