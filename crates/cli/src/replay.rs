//! Shows a record: all of it, or what one seat may know.

use gaslamp_api::form;
use gaslamp_api::view::{self, Observe};
use gaslamp_core::{Notation, Run, Tokens};

use crate::args::{Form, RecordArgs};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

pub(crate) fn run<G: Notation + Tokens>(
    args: &RecordArgs,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let run: Run<G> = gaslamp_api::record::read(&input::read(&args.record)?, args.at)?;
    let names = G::names(&run.record().setup);
    let seat = args.seat.as_deref().map(|text| gaslamp_api::record::seat(text, &names)).transpose()?;
    let view = seat.map(|seat| run.view(seat));
    let form = if out.json { None } else { form.as_text() };
    Ok(match (&view, form) {
        (Some(view), Some(form)) => out.line(&form::write_view(view, form, observe)),
        (Some(view), None) => out.value(&view::to_json(view, observe)),
        (None, Some(form)) => out.line(&form::write(&run, form, observe)),
        (None, None) => out.value(&gaslamp_api::record::to_json(&run)),
    }?)
}
