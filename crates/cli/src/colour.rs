//! Colours on a terminal. They are put on text that is about to be written, when nothing in it moves a cursor any more.

use std::ffi::OsString;
use std::io;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum as _;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const PLACE: Style = AnsiColor::Blue.on_default();
const FIX: Style = AnsiColor::Green.on_default();
const VERDICT: Style = AnsiColor::Green.on_default().bold();
const PROMPT: Style = Style::new().bold();

/// When to use colours.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Even where there is no terminal.
    Always,
    /// Nowhere.
    Never,
}

impl When {
    /// Makes this hold for whatever is written from now on.
    pub(crate) fn obey(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// What arguments ask for that cannot be read as a whole, or only ask for help.
    pub(crate) fn asked_for(arguments: &[OsString]) -> Self {
        let words = arguments.iter().enumerate().find_map(|(at, argument)| match argument.to_str()? {
            "--color" => arguments.get(at + 1)?.to_str(),
            word => word.strip_prefix("--color="),
        });
        words.and_then(|word| Self::from_str(word, true).ok()).unwrap_or(Self::Auto)
    }
}

fn is_on(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Problems as they are shown on standard error: what they are, their places and their fixes.
pub(crate) fn problems(text: &str) -> String {
    if !is_on(&io::stderr()) {
        return text.to_owned();
    }
    text.split_inclusive('\n').map(problem_line).collect()
}

fn problem_line(line: &str) -> String {
    let head = |style: Style| match line.split_once(": ") {
        Some((head, rest)) => format!("{}: {rest}", painted(style, head)),
        None => line.to_owned(),
    };
    let is_mark =
        |line: &str| line.trim_start().trim_start_matches('|').trim().bytes().all(|byte| byte == b'^');
    match line.trim_start() {
        _ if line.starts_with("error") => head(ERROR),
        _ if line.starts_with("warning") => head(WARNING),
        inner if inner.starts_with("= fix") => head(FIX),
        inner if inner.starts_with("--> ") => painted(PLACE, line.trim_end()) + "\n",
        inner if inner.starts_with('|') && is_mark(line) => painted(ERROR, line.trim_end()) + "\n",
        _ => line.to_owned(),
    }
}

/// A result on standard output.
pub(crate) fn verdict(text: &str) -> String {
    if is_on(&io::stdout()) { painted(VERDICT, text) } else { text.to_owned() }
}

/// A prompt on standard output.
pub(crate) fn prompt(text: &str) -> String {
    if is_on(&io::stdout()) { painted(PROMPT, text) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_asked_for_anywhere() {
        for (arguments, expected) in [
            (&["gaslamp", "--color", "never", "--help"][..], When::Never),
            (&["gaslamp", "botc", "--color=always"], When::Always),
            (&["gaslamp", "--color"], When::Auto),
            (&["gaslamp", "--color", "blue"], When::Auto),
        ] {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            assert_eq!(When::asked_for(&arguments), expected, "{arguments:?}");
        }
    }

    #[test]
    fn the_text_stays_what_it_is() {
        let text = "error[a/b]: wrong: so\n  --> f:1:2\n1 | x ^ y\n  | ^^\n  = fix: this\n… and 3 more\n";
        let painted: String = text.split_inclusive('\n').map(problem_line).collect();
        assert_ne!(painted, text);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
    }
}
