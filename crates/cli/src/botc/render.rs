//! Grimoires in any form, out in any other.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::bag::{self, WrittenBag};
use gaslamp_botc::notation::frame;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::{script, townsquare};
use gaslamp_botc::picture::{self, Audience};
use gaslamp_botc::{Script, State};
use gaslamp_core::{Diagnostic, Run};
use serde_json::json;

use crate::args::Colours;
use crate::failure::Failure;
use crate::input::{Input, read_seat};
use crate::output::{Destination, Output, OutputArgs};

/// Which grimoire, and how to show it.
#[derive(Args, Debug)]
pub(crate) struct RenderArgs {
    /// A grimoire as a line, frame, game state or picture; a bag, a script, or the record of a game: a file, the text itself, or -.
    grimoire: OsString,
    /// How to show it; a frame, or for a bag or script as it came.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<GrimoireForm>,
    /// How many sit on top, right, bottom and left of the frame: T,R,B,L, auto, square, area, width=N or height=N.
    #[arg(long, default_value = "auto")]
    layout: String,
    /// Write the columns of a frame into its markers.
    #[arg(long)]
    columns: bool,
    /// Write the short names of tokens: ww:townsfolk.
    #[arg(long)]
    short: bool,
    /// Show only what everybody at the table sees.
    #[arg(long, conflicts_with = "seat")]
    public: bool,
    /// Of a game: show what this seat sees.
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// Of a game: after so many actions.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Colours of pictures.
    #[arg(long, value_enum, default_value = "auto")]
    theme: Colours,
    #[command(flatten)]
    output: OutputArgs,
}

/// The forms of a grimoire.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GrimoireForm {
    /// One line.
    Line,
    /// A frame of characters.
    Ascii,
    /// A picture.
    Svg,
    /// A page with the picture and a table.
    Html,
    /// The game state that Town Square reads and writes; of a script, the official JSON.
    Json,
    /// The script alone, as official JSON.
    Script,
}

pub(super) fn run(args: &RenderArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    let input = Input::read(&args.grimoire)?;
    let written = any::read(&input.text).map_err(|problems| input.failure(problems))?;
    if !matches!(written, Written::Game(_)) && (args.seat.is_some() || args.at.is_some()) {
        let problem = Diagnostic::new("render/game", "--seat and --at are for the record of a game");
        return Err(problem.fix("--public for what everybody sees").into());
    }
    let text = match written {
        Written::GrimoireText(sheet) => show_sheet(args, &sheet, out)?,
        Written::Game(run) => show_sheet(args, &table(args, &run)?, out)?,
        Written::Bag(bag) => show_bag(args, &bag)?,
        Written::Script(script) => show_script(args, &script, out)?,
    };
    print(file, &text, out)
}

/// The grimoire of a game, or what a seat sees of it.
fn table(args: &RenderArgs, run: &Run<State>) -> Result<GrimoireText, Failure> {
    let steps = run.record().actions.len();
    let at = args.at.unwrap_or(steps);
    if at > steps {
        return Err(Failure::usage("input/step", format!("the record has {steps} actions, not {at}")));
    }
    let run = run.at(at).map_err(|error| Failure::no(error.refusal.rule.id, error.refusal.rule.says))?;
    let setup = &run.record().setup;
    let seat = args.seat.map(|index| read_seat(index, setup.names.len())).transpose()?;
    let sheet = match seat {
        Some(seat) => GrimoireText::seen(&setup.names, &run.view(seat).now),
        None => GrimoireText::of_state(&setup.names, run.state()),
    };
    Ok(GrimoireText { script: Some(ScriptNote::from(&setup.script)), ..sheet })
}

fn show_sheet(args: &RenderArgs, sheet: &GrimoireText, out: &Output) -> Result<String, Failure> {
    let is_public = args.public;
    let sheet = if is_public { &sheet.public() } else { sheet };
    let audience = match (args.seat, is_public) {
        (Some(_), _) => Audience::Player,
        (None, true) => Audience::Public,
        (None, false) => Audience::Storyteller,
    };
    let usual = if out.json { GrimoireForm::Json } else { GrimoireForm::Ascii };
    Ok(match args.form.unwrap_or(usual) {
        GrimoireForm::Line => line::write(sheet, naming(args)),
        GrimoireForm::Ascii => {
            let options = frame::Options { columns: args.columns, naming: naming(args) };
            frame::write(sheet, frame::Choice::read(&args.layout)?, options)?
        }
        GrimoireForm::Svg => picture::svg(sheet, audience, args.theme.into()),
        GrimoireForm::Html => picture::html(sheet, audience, args.theme.into()),
        GrimoireForm::Json => townsquare::write(sheet),
        GrimoireForm::Script => match &sheet.script {
            Some(note) => script::write(&note.script()),
            None => {
                let problem =
                    Diagnostic::new("render/script", "this grimoire does not say which script is played");
                return Err(problem.fix("add script{tb} behind its seats").into());
            }
        },
    })
}

fn show_bag(args: &RenderArgs, bag: &WrittenBag) -> Result<String, Failure> {
    match args.form {
        None | Some(GrimoireForm::Line) => Ok(bag::write(bag, naming(args))),
        Some(_) => {
            let problem = Diagnostic::new("render/bag", "a bag has no seats, so there is nothing to draw");
            Err(problem.fix("--as line").into())
        }
    }
}

fn show_script(args: &RenderArgs, script: &Script, out: &Output) -> Result<String, Failure> {
    match args.form {
        None | Some(GrimoireForm::Json | GrimoireForm::Script) => Ok(script::write(script)),
        Some(_) => show_sheet(
            args,
            &GrimoireText { script: Some(ScriptNote::from(script)), ..GrimoireText::default() },
            out,
        ),
    }
}

const fn naming(args: &RenderArgs) -> Naming {
    if args.short { Naming::Short } else { Naming::Long }
}

fn print(file: Option<Destination<'_>>, text: &str, out: &mut Output) -> Result<(), Failure> {
    let is_json =
        text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok();
    match file {
        None if out.json && !is_json => Ok(out.value(&json!({ "text": text }))?),
        None => Ok(out.line(text)?),
        Some(file) => file.save(text, out),
    }
}
