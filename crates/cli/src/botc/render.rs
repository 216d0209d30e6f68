//! Reads grimoires in any form and writes them in any other.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use gaslamp_api::botc::render::{Form, Options, render, to_json};
use gaslamp_api::record::Part;
use gaslamp_botc::notation::line::Naming;

use crate::args::Colours;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, Output, OutputArgs};

/// Which grimoire, and how to show it.
#[derive(Args, Debug)]
pub(crate) struct RenderArgs {
    /// A grimoire as a line, frame, game state or picture; a bag, a script, or the record of a game: a file, the text itself, or -.
    grimoire: OsString,
    /// How to show it; by default a frame, and bags and scripts as they are.
    #[arg(long = "as", value_name = "FORM")]
    form: Option<GrimoireForm>,
    /// How many seats are at the top, right, bottom and left of the frame: T,R,B,L, auto, square, area, width=N or height=N;
    /// square by default from five players on.
    #[arg(long)]
    layout: Option<String>,
    /// Write column numbers into the markers of a frame.
    #[arg(long)]
    columns: bool,
    /// Use short names of reminder tokens: ww:townsfolk.
    #[arg(long)]
    short: bool,
    /// Show only what everybody at the table sees.
    #[arg(long, conflicts_with = "seat")]
    public: bool,
    /// For a record: show what this seat sees; a player's name, or the number of a seat, 3 for P3 or the third player.
    #[arg(long, value_name = "NAME|N")]
    seat: Option<String>,
    /// For a record: the grimoire after this many actions.
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
    /// The game state that Town Square reads and writes; for a script, the official JSON.
    Json,
    /// The script alone, as official JSON.
    Script,
}

impl From<GrimoireForm> for Form {
    fn from(form: GrimoireForm) -> Self {
        match form {
            GrimoireForm::Line => Self::Line,
            GrimoireForm::Ascii => Self::Ascii,
            GrimoireForm::Svg => Self::Svg,
            GrimoireForm::Html => Self::Html,
            GrimoireForm::Json => Self::Json,
            GrimoireForm::Script => Self::Script,
        }
    }
}

pub(super) fn run(args: &RenderArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    let options = Options {
        form: args.form.map(Form::from),
        usual: if out.json { Form::Json } else { Form::Ascii },
        layout: args.layout.clone(),
        columns: args.columns,
        naming: if args.short { Naming::Short } else { Naming::Long },
        is_public: args.public,
        part: Part { seat: args.seat.clone(), at: args.at },
        theme: args.theme.into(),
    };
    print(file, &render(&input::read(&args.grimoire)?, &options)?, out)
}

fn print(file: Option<Destination<'_>>, text: &str, out: &mut Output) -> Result<(), Failure> {
    let is_json =
        text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok();
    match file {
        None if out.json && !is_json => Ok(out.value(&to_json(text))?),
        None => Ok(out.line(text)?),
        Some(file) => file.save(text, out),
    }
}
