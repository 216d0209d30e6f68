//! Table lines on the command line.

use gaslamp_api::mafia::table::{read_state, table, write};
use gaslamp_api::record::Part;

use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

pub(super) fn run(args: &RecordArgs, out: &mut Output) -> Result<(), Failure> {
    let input = input::read(&args.record)?;
    if out.json {
        return Ok(out.value(&table(&input, &Part { seat: args.seat.clone(), at: args.at })?)?);
    }
    Ok(out.line(&write(&read_state(&input, args.at)?, args.seat.as_deref())?)?)
}
