//! Whether a grimoire, a trace or both are legal. A trace of a whole game is played again by the engine; anything else is checked by constraints,
//! and the answer says which.

use gaslamp_botc::notation::account::Account;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::line::{self, Naming, SeatPlace};
use gaslamp_botc::notation::sheet::{Life, Player, ScriptNote, Sheet, Token};
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Character, Script, Setup, State};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run, Span, record, trace};
use gaslamp_referee::sat::{Check, Clash, Statement};
use serde_json::{Value, json};

use super::partial::{self, Asked, PartialArgs};
use crate::botc::seating;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// What is checked.
pub(super) struct Table<'a> {
    /// A grimoire, a trace or both.
    pub(super) input: &'a Input,
    /// A trace in a file of its own.
    pub(super) trace: Option<&'a Input>,
    pub(super) script: &'a Script,
    /// How many sit there, if a trace does not name them all.
    pub(super) players: Option<usize>,
    /// How many nights the game may have lasted, if that is known.
    pub(super) nights: Option<usize>,
    /// What is asked of a grimoire that is known in parts.
    pub(super) partial: &'a PartialArgs,
}

/// How many single changes are shown for a clash.
const MOST_REPAIRS: usize = 6;

pub(super) fn run(table: &Table<'_>, out: &mut Output) -> Result<(), Failure> {
    let parts = any::parts(&table.input.text);
    let sheet = parts.grimoire.map(|text| read_sheet(table.input, text)).transpose()?;
    let inside = parts.trace.map(|text| (table.input, text));
    let trace = inside.or_else(|| table.trace.map(|input| (input, input.text.clone())));
    match (sheet, trace) {
        (Some(sheet), None) => {
            let setup = setup_of(table, &sheet)?;
            let nights = table.nights.unwrap_or_else(|| enough_nights(&sheet));
            let Table { input, partial: args, .. } = *table;
            partial::check(&Asked { args, input, setup: &setup, sheet: &sheet, nights }, out)
        }
        (sheet, Some((input, text))) => {
            table.partial.refuse(if sheet.is_some() { "a grimoire with its trace" } else { "a trace" })?;
            check_trace(table, sheet.as_ref(), input, &text, out)
        }
        (None, None) => {
            Err(table.input.failure(vec![Diagnostic::new("input/empty", "there is nothing to check")]))
        }
    }
}

fn read_sheet(input: &Input, text: &str) -> Result<Sheet, Failure> {
    match any::read(text).map_err(|problems| input.failure(problems))? {
        Written::Sheet(sheet) => Ok(sheet),
        Written::Bag(_) | Written::Script(_) | Written::Game(_) => {
            let problem = Diagnostic::new("botc/check/kind", "this is neither a bag, a grimoire nor a trace");
            Err(problem.fix("[Ann:chef Ben:imp …], or <N1> Ann:poisoner!Ben(+poisoned) …").into())
        }
    }
}

/// Nobody needs more nights than these for a grimoire: each of the dead may have died on another day.
fn enough_nights(sheet: &Sheet) -> usize {
    2 + sheet.players.iter().filter(|player| player.life != Life::Alive).count()
}

fn setup_of(table: &Table<'_>, sheet: &Sheet) -> Result<Setup, Failure> {
    playable(seating::of_sheet(sheet, table.script), table.input)
}

/// The checker knows the characters of Trouble Brewing; others are refused by name.
fn playable(setup: Setup, input: &Input) -> Result<Setup, Failure> {
    setup.base_counts().map_err(|problems| input.failure(problems))?;
    let known = Script::built_in("tb").map(|script| script.set()).unwrap_or_default();
    let strangers = setup.script.set().minus(known);
    if strangers.is_empty() {
        return Ok(setup);
    }
    let names: Vec<&str> = strangers.iter().map(Character::name).take(5).collect();
    let message =
        format!("the checker does not know {} of this script; it checks Trouble Brewing", names.join(", "));
    Err(Diagnostic::new("botc/check/character", message).into())
}

fn check_trace(
    table: &Table<'_>,
    sheet: Option<&Sheet>,
    input: &Input,
    text: &str,
    out: &mut Output,
) -> Result<(), Failure> {
    let account = Account::read(text).map_err(|problems| input.failure(problems))?;
    if !account.unreadable.is_empty() {
        return Err(input.failure(account.unreadable));
    }
    if let Some(run) = &account.run {
        return check_run(input, sheet, run, out);
    }
    let reading = trace::read(&record::without_comments(text), State::VERBS);
    let setup = match sheet {
        Some(sheet) => setup_of(table, sheet)?,
        None => playable(seating::of_story(&account.story(), table.players, table.script, input)?, input)?,
    };
    let story = Story::read(&reading.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    seating::readable(&story, input)?;
    judge(input, Check::of_story(&setup, &story, sheet), out)
}

/// A whole game, which the engine has played: a grimoire beside it must be the one that it ends with.
fn check_run(
    input: &Input,
    sheet: Option<&Sheet>,
    run: &Run<State>,
    out: &mut Output,
) -> Result<(), Failure> {
    let names = &run.record().setup.names;
    let actual = Sheet::of_state(names, run.state());
    let differs = |sheet: &Sheet| -> Vec<Diagnostic> {
        let pairs = sheet.players.iter().zip(&actual.players).filter(|(said, is)| !alike(said, is));
        let differing = pairs.map(|(said, is)| {
            let shown = |player: &Player| {
                let one = Sheet { players: vec![player.clone()], ..Sheet::default() };
                line::write(&one, Naming::Long)
            };
            let message = format!("the grimoire shows {}, the game ends with {}", shown(said), shown(is));
            Diagnostic::illegal("botc/check/another-end", message)
        });
        differing.collect()
    };
    let mut problems = sheet.map(differs).unwrap_or_default();
    if sheet.is_some_and(|sheet| sheet.players.len() != actual.players.len()) {
        problems.push(Diagnostic::illegal(
            "botc/check/another-end",
            "the grimoire has other seats than the game",
        ));
    }
    if !problems.is_empty() {
        return Err(input.failure(problems));
    }
    let actions = run.record().actions.len();
    if out.json {
        return Ok(out.object(vec![
            ("legal", true.into()),
            ("by", "engine".into()),
            ("actions", actions.into()),
        ])?);
    }
    let phase = run.state().phase();
    Ok(out.line(&format!("legal: the engine plays all {actions} actions, up to {phase}"))?)
}

/// The same player with the same tokens, in any order.
fn alike(a: &Player, b: &Player) -> bool {
    let words = |player: &Player| {
        let mut words: Vec<String> = player.tokens.iter().map(|token| format!("{token:?}")).collect();
        words.sort_unstable();
        words
    };
    a.name.eq_ignore_ascii_case(&b.name)
        && a.character == b.character
        && a.life == b.life
        && words(a) == words(b)
}

/// That the constraints have nothing against it.
pub(super) const LEGAL: &str = "legal: by the constraints some course of the game leads to this";

/// The verdict of the constraints, for programs.
pub(super) fn legal_fields(is_legal: bool, unjudged: Vec<Value>) -> Vec<Field> {
    vec![("legal", is_legal.into()), ("by", "constraints".into()), ("unjudged", unjudged.into())]
}

/// Where the seats of a grimoire in one line stand.
struct Places {
    sheet: Sheet,
    seats: Vec<SeatPlace>,
}

impl Places {
    fn of(input: &Input) -> Option<Self> {
        let text = any::parts(&input.text).grimoire?;
        Some(Self { sheet: line::read(text).ok()?, seats: line::places(text)? })
    }

    /// The place of a token, or of all that stands of a seat.
    fn find(&self, statement: &Statement) -> Option<Span> {
        let seat = statement.seat()?;
        let place = self.seats.get(seat)?;
        let is_it = |token: &Token| statement.token().is_some_and(|said| *token == Token::Reminder(said));
        let token = self.sheet.players.get(seat)?.tokens.iter().position(is_it);
        Some(token.and_then(|at| place.tokens.get(at).copied()).unwrap_or(place.entry))
    }
}

/// The verdict of the constraints.
pub(super) fn judge(input: &Input, mut check: Check<'_>, out: &mut Output) -> Result<(), Failure> {
    let unjudged = input.failure(check.unjudged.clone());
    if !out.json {
        unjudged.warn();
    }
    if check.is_legal() {
        if out.json {
            return Ok(out.object(legal_fields(true, unjudged.to_json()))?);
        }
        return Ok(out.line(LEGAL)?);
    }
    let clashes = check.clashes();
    let places = Places::of(input);
    let mut problems = Vec::new();
    let mut values = Vec::new();
    for clash in &clashes {
        let (told, value) = tell(&mut check, clash, clashes.len() == 1, places.as_ref());
        problems.extend(told);
        values.push(value);
    }
    let mut fields = legal_fields(false, unjudged.to_json());
    fields.push(("clashes", values.into()));
    Err(input.failure(problems).beside(fields))
}

/// A clash: the rules in words, then every statement with its place; changes that mend it where one suffices.
fn tell(
    check: &mut Check<'_>,
    clash: &Clash,
    is_only: bool,
    places: Option<&Places>,
) -> (Vec<Diagnostic>, Value) {
    let repairs = if is_only { check.repairs(clash) } else { Vec::new() };
    let mut rules: Vec<&str> = clash.rules.iter().map(|rule| rule.says).collect();
    if rules.is_empty() {
        rules.push(match clash.statements.len() {
            1 => "it is so in no game",
            _ => "one says what another denies",
        });
    }
    let how_many = match clash.statements.len() {
        1 => "this cannot be".to_owned(),
        count if clash.is_smallest => format!("these {count} cannot all be"),
        count => format!("these {count} cannot all be, and perhaps fewer cannot"),
    };
    let id = clash.rules.last().map_or("botc/check/clash", |rule| rule.id);
    let mut first = Diagnostic::illegal(id, format!("{how_many}: {}", rules.join("; ")));
    if !repairs.is_empty() {
        let mut shown: Vec<&str> =
            repairs.iter().take(MOST_REPAIRS).map(|repair| repair.instead.as_str()).collect();
        let more = repairs.len().saturating_sub(MOST_REPAIRS);
        let rest = format!("{more} more");
        if more > 0 {
            shown.push(&rest);
        }
        first = first.fix(format!("one change suffices: {}", shown.join("; or ")));
    }
    let said = check.statements_of(clash).into_iter().map(|statement| {
        let span = statement.span.or_else(|| places?.find(&statement));
        Diagnostic::illegal("botc/check/says", statement.words).at(span)
    });
    let value = json!({
        "smallest": clash.is_smallest,
        "statements": clash.statements.iter().map(|&at| check.statements[at].words.as_str()).collect::<Vec<_>>(),
        "rules": clash.rules.iter().map(|rule| json!({ "id": rule.id, "says": rule.says })).collect::<Vec<_>>(),
        "repairs": repairs.iter().map(|repair| repair.instead.as_str()).collect::<Vec<_>>(),
    });
    ([first].into_iter().chain(said).collect(), value)
}
