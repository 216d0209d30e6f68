//! Tokens, masks and table lines on the command line.

use gaslamp_core::{Actor, Contents, Game as _, Notation as _, Token, TokenError, Tokens as _, trace};
use gaslamp_mafia::encoding::{self, VERBS, VOCABULARY};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Event, Phrase, SEATS, State};
use serde_json::{Value, json};

use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::output::Output;

pub(crate) fn tokens(out: &mut Output) -> Result<(), Failure> {
    if out.json {
        let list: Vec<Value> =
            VOCABULARY.iter().enumerate().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        return Ok(out.value(&Value::Array(list))?);
    }
    VOCABULARY.iter().enumerate().try_for_each(|(id, name)| out.line(&format!("{id:>2}  {name}")))?;
    Ok(())
}

pub(crate) fn encode(argument: &str, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(argument)?;
    let reading = trace::read(&input.text, State::VERBS);
    let mut problems = reading.problems;
    let mut lines: Vec<Vec<Token>> = Vec::new();
    let names = State::names(&gaslamp_mafia::Rules::default());
    for entry in reading.trace.blocks.iter().flat_map(|block| &block.entries) {
        let trace::What::Event(event) = &entry.what else { continue };
        match State::read_action(&names, event, &mut Contents::default()) {
            Ok(action) => {
                let mut tokens = Vec::new();
                State::encode(action, &mut tokens);
                lines.push(tokens);
            }
            Err(problem) => problems.push(problem.at(entry.span)),
        }
    }
    if !problems.is_empty() {
        return Err(input.failure(problems));
    }
    if lines.is_empty() {
        return Err(Failure::usage("encode/empty", format!("{} has no event", input.name)));
    }
    if out.json {
        return Ok(out.value(&json!(lines))?);
    }
    for tokens in lines {
        out.line(&tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

pub(crate) fn decode(words: &[String], out: &mut Output) -> Result<(), Failure> {
    let text = match words {
        [only] if only == "-" => Input::read(only)?.text,
        _ => words.join(" "),
    };
    let tokens = encoding::read_tokens(&text)?;
    if tokens.is_empty() {
        return Err(TokenError::new(0, "tokens/empty", "there is no token to decode").into());
    }
    let phrases = encoding::decode_sequence(&tokens)?;
    let lines: Vec<(Vec<Token>, String)> = phrases.into_iter().map(describe).collect();
    if out.json {
        let list: Vec<Value> =
            lines.iter().map(|(tokens, text)| json!({ "tokens": tokens, "text": text })).collect();
        return Ok(out.value(&Value::Array(list))?);
    }
    lines.iter().try_for_each(|(_, text)| out.line(text))?;
    Ok(())
}

/// A phrase in words: an action in the notation without its actor, anything else as its token names.
fn describe(phrase: Phrase) -> (Vec<Token>, String) {
    let mut tokens = Vec::new();
    encoding::encode_phrase(phrase, &mut tokens);
    let names = State::names(&gaslamp_mafia::Rules::default());
    let text = match phrase {
        Phrase::Act(_) => {
            let event = Event { phrase, by: None, audience: gaslamp_core::Seats::NONE };
            let text = State::write_event(&names, &event).map_or_else(String::new, |event| event.to_string());
            text.trim_start_matches("st!").to_owned()
        }
        _ => tokens.iter().map(|&token| VOCABULARY[usize::from(token)]).collect::<Vec<_>>().join(" "),
    };
    (tokens, text)
}

/// The state that a record leads to, or that a table line describes.
fn read_state(args: &RecordArgs) -> Result<State, Failure> {
    let input = Input::read(&args.record)?;
    if !is_table(&input.text) {
        return Ok(*read_run::<State>(&args.record, args.at)?.state());
    }
    if args.at.is_some() {
        return Err(Failure::usage("input/step", "a table line is one state; --at is for records"));
    }
    Table::read_state(&input.text).map_err(|problems| input.failure(problems))
}

/// A table begins with its seats in brackets; a trace in brackets begins with a phase.
fn is_table(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.is_some_and(|(inner, _)| inner.contains(':'))
}

pub(crate) fn table(args: &RecordArgs, out: &mut Output) -> Result<(), Failure> {
    let state = read_state(args)?;
    let names = State::names(&gaslamp_mafia::Rules::default());
    let text = match args.seat {
        Some(index) => State::write_sight(&names, &state.sight(read_seat(index, SEATS)?)),
        None => state.write_state(&names),
    };
    if out.json {
        let facts: serde_json::Map<String, Value> = match args.seat {
            Some(_) => serde_json::Map::new(),
            None => state.facts(&names).into_iter().map(|(key, value)| (key, Value::String(value))).collect(),
        };
        return Ok(out.value(&json!({ "table": text, "facts": facts }))?);
    }
    Ok(out.line(&text)?)
}

pub(crate) fn mask(args: &RecordArgs, prefix: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let state = read_state(args)?;
    let Some(Actor::Seat(actor)) = state.to_act() else {
        return Err(Failure::no("mask/nobody", "no seat is to act here, so there is no mask"));
    };
    if args.seat.is_some_and(|index| index != actor.index()) {
        return Err(Failure::no("mask/seat", "that seat is not to act, so it has no mask"));
    }
    let prefix = encoding::read_tokens(prefix.unwrap_or_default())?;
    let mut next = [false; VOCABULARY.len()];
    state.next_token_mask(&prefix, &mut next).map_err(|error| {
        Failure::no(error.id, format!("token {} of the prefix: {}", error.at, error.message))
    })?;
    let mask = encoding::legal_mask(state.legal_set());
    if out.json {
        let next: Vec<u8> = next.iter().map(|&set| u8::from(set)).collect();
        return Ok(out.value(&json!({
            "seat": actor.index(),
            "legal_mask": mask_json(&mask),
            "prefix": prefix,
            "next_token_mask": next,
        }))?);
    }
    out.line(&format!("P{} is to act", actor.index()))?;
    if prefix.is_empty() {
        out.line(&format!("{:<22} 0123456789", ""))?;
        for verb in 0..VERBS {
            let row: String = mask[verb].iter().map(|&set| if set { '1' } else { '.' }).collect();
            out.line(&format!("{:<22} {row}", VOCABULARY[verb]))?;
        }
    }
    let names: Vec<&str> =
        (0..next.len()).filter(|&token| next[token]).map(|token| VOCABULARY[token]).collect();
    let names = if names.is_empty() { "nothing, the action is complete".to_owned() } else { names.join(" ") };
    Ok(out.line(&format!("next: {names}"))?)
}

/// The mask as numbers.
pub(crate) fn mask_json(mask: &[[bool; SEATS]; VERBS]) -> Value {
    let rows: Vec<Vec<u8>> = mask.iter().map(|row| row.iter().map(|&set| u8::from(set)).collect()).collect();
    json!(rows)
}
