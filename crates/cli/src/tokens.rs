//! Tokens and masks on the command line, for games whose encoding can be read back.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Args;
use gaslamp_api::record::Part;
use gaslamp_api::tokens::{self, Codec, Piece};
use gaslamp_core::Tokens;

use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Tokens to read.
#[derive(Args, Debug)]
pub(crate) struct DecodeArgs {
    /// Token ids or names; a file, or - for standard input.
    #[arg(required = true)]
    tokens: Vec<OsString>,
    /// The seat that sees or writes them: its number on the table.
    #[arg(long, value_name = "SEAT", default_value = "1")]
    seat: String,
}

/// A record, and how much of an action has been written.
#[derive(Args, Debug)]
pub(crate) struct MaskArgs {
    #[command(flatten)]
    record: RecordArgs,
    /// The first tokens of an action.
    #[arg(long, value_name = "TOKENS", default_value = "")]
    prefix: String,
}

/// Prints all tokens with their ids.
pub(crate) fn list<G: Tokens>(version: u32, out: &mut Output) -> Result<(), Failure> {
    if out.json {
        return Ok(out.value(&tokens::list::<G>(version))?);
    }
    let names = G::VOCABULARY.iter().enumerate();
    Ok(names.into_iter().try_for_each(|(id, name)| out.line(&format!("{id:>4}  {name}")))?)
}

/// Prints the tokens of every action of a record.
pub(crate) fn encode<G: Codec>(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let lines = tokens::encode::<G>(&input::read(argument)?)?;
    if out.json {
        return Ok(out.value(&lines.into())?);
    }
    for tokens in lines {
        out.line(&tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

/// Prints what tokens mean at a table with these names.
pub(crate) fn decode<G: Codec>(args: &DecodeArgs, names: &[String], out: &mut Output) -> Result<(), Failure> {
    let pieces = tokens::decode::<G>(&given(&args.tokens)?, names, &args.seat)?;
    if out.json {
        return Ok(out.value(&pieces.iter().map(Piece::to_json).collect())?);
    }
    Ok(pieces.iter().try_for_each(|piece| out.line(&piece.text))?)
}

/// Tokens as words, or those of a file.
pub(crate) fn given(words: &[OsString]) -> Result<String, Failure> {
    match words {
        [only] if only == "-" || Path::new(only).is_file() => Ok(input::read(only)?.text),
        _ => Ok(words.join(OsStr::new(" ")).to_string_lossy().into_owned()),
    }
}

/// Prints what whoever is to act may write next.
pub(crate) fn mask<G: Codec>(args: &MaskArgs, out: &mut Output) -> Result<(), Failure> {
    let part = Part { seat: args.record.seat.clone(), at: args.record.at };
    let mask = tokens::mask::<G>(&input::read(&args.record.record)?, &part, &args.prefix)?;
    if out.json {
        return Ok(out.value(&mask.to_json())?);
    }
    out.line(&format!("{} is to act", mask.name))?;
    let next = mask.next.iter().zip(G::VOCABULARY).filter(|(is_next, _)| **is_next);
    let names: Vec<&str> = next.map(|(_, name)| *name).collect();
    let names = if names.is_empty() { "nothing, the action is complete".to_owned() } else { names.join(" ") };
    Ok(out.line(&format!("next: {names}"))?)
}
