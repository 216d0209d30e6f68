//! Tokens and masks on the command line.

use std::ffi::{OsStr, OsString};

use gaslamp_api::mafia::tokens::{self, Decoded};
use gaslamp_api::record::Part;
use gaslamp_mafia::encoding::VOCABULARY;

use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::tokens::given;

pub(crate) fn list(out: &mut Output) -> Result<(), Failure> {
    if out.json {
        return Ok(out.value(&tokens::list())?);
    }
    VOCABULARY.iter().enumerate().try_for_each(|(id, name)| out.line(&format!("{id:>2}  {name}")))?;
    Ok(())
}

pub(crate) fn encode(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let lines = tokens::encode(&input::read(argument)?)?;
    if out.json {
        return Ok(out.value(&lines.into())?);
    }
    for tokens in lines {
        out.line(&tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

pub(crate) fn decode(words: &[OsString], out: &mut Output) -> Result<(), Failure> {
    let decoded = tokens::decode(&given(words)?)?;
    if out.json {
        return Ok(out.value(&decoded.iter().map(Decoded::to_json).collect())?);
    }
    Ok(decoded.iter().try_for_each(|decoded| out.line(&decoded.text))?)
}

pub(crate) fn mask(args: &RecordArgs, prefix: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let part = Part { seat: args.seat.clone(), at: args.at };
    let mask = tokens::mask(&input::read(&args.record)?, &part, prefix.unwrap_or_default())?;
    if out.json {
        return Ok(out.value(&mask.to_json())?);
    }
    out.line(&format!("P{} is to act", mask.seat.index()))?;
    if mask.prefix.is_empty() {
        out.line(&format!("{:<22} 0123456789", ""))?;
        for (legal, verb) in mask.legal.iter().zip(VOCABULARY) {
            let row: String = legal.iter().map(|&set| if set { '1' } else { '.' }).collect();
            out.line(&format!("{verb:<22} {row}"))?;
        }
    }
    let next = mask.next.iter().zip(VOCABULARY).filter(|(is_next, _)| **is_next);
    let names: Vec<&str> = next.map(|(_, name)| name).collect();
    let names = if names.is_empty() { "nothing, the action is complete".to_owned() } else { names.join(" ") };
    Ok(out.line(&format!("next: {names}"))?)
}
