//! Tokens and masks on the command line.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use gaslamp_core::{
    Actor, Contents, Diagnostic, Game as _, Notation as _, Run, Token, TokenError, Tokens as _, record, trace,
};
use gaslamp_mafia::encoding::{self, VERBS, VOCABULARY};
use gaslamp_mafia::notation::write_deed;
use gaslamp_mafia::{Action, Phrase, Rules, SEATS, State};
use serde_json::{Value, json};

use super::table::read_state;
use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::output::Output;

pub(crate) fn list(out: &mut Output) -> Result<(), Failure> {
    if out.json {
        let list: Vec<Value> =
            VOCABULARY.iter().enumerate().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        return Ok(out.value(&Value::Array(list))?);
    }
    VOCABULARY.iter().enumerate().try_for_each(|(id, name)| out.line(&format!("{id:>2}  {name}")))?;
    Ok(())
}

pub(crate) fn encode(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(argument)?;
    let lines =
        if record::has_first_line(&input.text) { encode_record(&input)? } else { encode_events(&input)? };
    if lines.is_empty() {
        return Err(Failure::usage("encode/empty", format!("{} contains no event", input.name)));
    }
    if out.json {
        return Ok(out.value(&json!(lines))?);
    }
    for tokens in lines {
        out.line(&tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

/// The actions of the seats in a record; the deal has no tokens.
fn encode_record(input: &Input) -> Result<Vec<Vec<Token>>, Failure> {
    let run: Run<State> = read_run(input, None)?;
    let encode = |&action: &Action| {
        let mut tokens = Vec::new();
        State::encode(action, &mut tokens);
        tokens
    };
    Ok(run.record().actions.iter().map(encode).filter(|tokens| !tokens.is_empty()).collect())
}

/// Events outside a record; whether they are legal is not checked.
fn encode_events(input: &Input) -> Result<Vec<Vec<Token>>, Failure> {
    let reading = trace::read(&input.text, State::DIALECT);
    let mut problems = reading.problems;
    let mut lines = Vec::new();
    let names = State::names(&Rules::default());
    for entry in reading.trace.blocks.iter().flat_map(|block| &block.entries) {
        let trace::What::Event(event) = &entry.what else { continue };
        match encode_event(&names, event) {
            Ok(tokens) => lines.push(tokens),
            Err(problem) => problems.push(problem.at(entry.span)),
        }
    }
    if problems.is_empty() { Ok(lines) } else { Err(input.failure(problems)) }
}

/// The tokens of a seat's action.
fn encode_event(names: &[String], event: &trace::Event) -> Result<Vec<Token>, Diagnostic> {
    let action = State::read_action(names, event, &mut Contents::default())?;
    let actor = event.actor.as_ref().and_then(|actor| State::read_actor(names, &actor.name));
    if actor.and_then(Actor::seat).is_none() {
        let problem = Diagnostic::new("mafia/notation/seat", "only the actions of seats have tokens");
        return Err(problem.fix("name a seat before the `!`: P0 to P9"));
    }
    let mut tokens = Vec::new();
    State::encode(action, &mut tokens);
    Ok(tokens)
}

pub(crate) fn decode(words: &[OsString], out: &mut Output) -> Result<(), Failure> {
    let text = match words {
        [only] if only == "-" || Path::new(only).is_file() => Input::read(only)?.text,
        _ => words.join(OsStr::new(" ")).to_string_lossy().into_owned(),
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
    let text = match phrase {
        Phrase::Act(action) => write_deed(action),
        _ => tokens.iter().map(|&token| VOCABULARY[usize::from(token)]).collect::<Vec<_>>().join(" "),
    };
    (tokens, text)
}

pub(crate) fn mask(args: &RecordArgs, prefix: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let state = read_state(args)?;
    let asked = args.seat.map(|index| read_seat(index, SEATS)).transpose()?;
    let Some(Actor::Seat(actor)) = state.to_act() else {
        return Err(Failure::no("mask/nobody", "no seat is to act here, so there is no mask"));
    };
    if asked.is_some_and(|seat| seat != actor) {
        return Err(Failure::no("mask/seat", "it is not this seat's turn to act, so it has no mask"));
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
