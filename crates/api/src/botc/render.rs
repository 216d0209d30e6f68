//! Reads grimoires in any form and writes them in any other.

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::bag::{self, WrittenBag};
use gaslamp_botc::notation::frame;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::{script, townsquare};
use gaslamp_botc::picture::{self, Audience};
use gaslamp_botc::{Script, State};
use gaslamp_core::svg::Theme;
use gaslamp_core::{Diagnostic, Run};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part};

/// The forms of a grimoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
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

/// How to show a grimoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// In which form; if not given, that of [`Options::usual`], or for a bag or script as it came.
    pub form: Option<Form>,
    /// The form of a grimoire, if none is asked for.
    pub usual: Form,
    /// How many sit on top, right, bottom and left of a frame: `T,R,B,L`, `auto`, `square`, `area`, `width=N` or `height=N`; if none
    /// is given, players sit in a circle, except at the smallest tables.
    pub layout: Option<String>,
    /// Whether the columns of a frame are written into its markers.
    pub columns: bool,
    /// Long or short names of tokens.
    pub naming: Naming,
    /// Whether only what everybody at the table sees is shown.
    pub is_public: bool,
    /// Of a game: what is shown.
    pub part: Part,
    /// Colours of pictures.
    pub theme: Theme,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            form: None,
            usual: Form::Json,
            layout: None,
            columns: false,
            naming: Naming::Long,
            is_public: false,
            part: Part::default(),
            theme: Theme::Auto,
        }
    }
}

/// Fewer players than this make no circle.
const FEWEST_IN_CIRCLE: usize = 5;

/// A grimoire, bag, script or record in another form.
///
/// # Errors
/// What cannot be read, or not be shown so.
pub fn render(input: &Input, options: &Options) -> Result<String, Problems> {
    let written = any::read(&input.text).map_err(|problems| input.problems(problems))?;
    if !matches!(written, Written::Game(_)) && options.part != Part::default() {
        let problem = Diagnostic::new("render/game", "--seat and --at need the record of a game");
        return Err(problem.fix("use --public to show only what everybody sees").into());
    }
    match written {
        Written::GrimoireText(grimoire) => show_grimoire(options, &grimoire),
        Written::Game(run) => render_game(&run, options),
        Written::Bag(bag) => show_bag(options, &bag),
        Written::Script(script) => show_script(options, &script),
    }
}

/// The grimoire of a game.
///
/// # Errors
/// What cannot be shown so.
pub fn render_game(run: &Run<State>, options: &Options) -> Result<String, Problems> {
    show_grimoire(options, &table(&options.part, run)?)
}

/// What was rendered, for programs: what is no JSON itself stands in a field.
#[must_use]
pub fn to_json(text: &str) -> Value {
    json!({ "text": text })
}

/// The grimoire of a game, or what a seat sees of it.
fn table(part: &Part, run: &Run<State>) -> Result<GrimoireText, Problems> {
    let run = record::up_to(run, part.at.unwrap_or(run.record().actions.len()))?;
    let setup = &run.record().setup;
    let seat = part.seat.as_deref().map(|text| record::seat(text, &setup.names)).transpose()?;
    let grimoire = match seat {
        Some(seat) => GrimoireText::seen(&setup.names, &run.view(seat).now),
        None => GrimoireText::of_state(&setup.names, run.state()),
    };
    Ok(GrimoireText { script: Some(ScriptNote::from(&setup.script)), ..grimoire })
}

fn show_grimoire(options: &Options, grimoire: &GrimoireText) -> Result<String, Problems> {
    let Options { is_public, naming, theme, .. } = *options;
    let grimoire = if is_public { &grimoire.public() } else { grimoire };
    let audience = match (&options.part.seat, is_public) {
        (Some(_), _) => Audience::Player,
        (None, true) => Audience::Public,
        (None, false) => Audience::Storyteller,
    };
    Ok(match options.form.unwrap_or(options.usual) {
        Form::Line => line::write(grimoire, naming),
        Form::Ascii => {
            let columns = frame::Options { columns: options.columns, naming };
            let choice = match &options.layout {
                Some(layout) => frame::Choice::read(layout)?,
                None if grimoire.players.len() >= FEWEST_IN_CIRCLE => frame::Choice::Square,
                None => frame::Choice::Auto,
            };
            frame::write(grimoire, choice, columns)?
        }
        Form::Svg => picture::svg(grimoire, audience, theme),
        Form::Html => picture::html(grimoire, audience, theme),
        Form::Json => townsquare::write(grimoire),
        Form::Script => match &grimoire.script {
            Some(note) => script::write(&note.script()),
            None => {
                let problem =
                    Diagnostic::new("render/script", "this grimoire does not say which script is played");
                return Err(problem.fix("add script{tb} after its seats").into());
            }
        },
    })
}

fn show_bag(options: &Options, bag: &WrittenBag) -> Result<String, Problems> {
    match options.form {
        None | Some(Form::Line) => Ok(bag::write(bag, options.naming)),
        Some(_) => {
            let problem = Diagnostic::new("render/bag", "a bag has no seats, so there is nothing to draw");
            Err(problem.fix("--as line").into())
        }
    }
}

fn show_script(options: &Options, script: &Script) -> Result<String, Problems> {
    match options.form {
        None | Some(Form::Json | Form::Script) => Ok(script::write(script)),
        Some(_) => show_grimoire(
            options,
            &GrimoireText { script: Some(ScriptNote::from(script)), ..GrimoireText::default() },
        ),
    }
}
