//! A page: the picture, and below it an equivalent table for those who cannot see it.

use std::fmt::{self, Write as _};

use gaslamp_core::svg::{Theme, escape};

use super::words;
use super::{Audience, grimoire};
use crate::notation::grimoire_text::{GrimoireText, Player};
use crate::notation::line::{self, Naming};

/// The style rules that are the same on every background.
const RULES: &str = "\
body{margin:0;background:var(--paper);color:var(--text);\
font:16px/1.5 Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif}
main,footer{max-width:72rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;font-weight:normal;margin:0 0 1rem}
figure{margin:0 0 2rem;overflow-x:auto;text-align:center}
figure svg{max-width:100%;height:auto}
.seats{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--quiet);padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
tbody th{font-weight:normal}
thead th{color:var(--quiet);font-weight:normal}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1.5rem 0}
dt{color:var(--quiet)}
dd{margin:0}
code{display:block;overflow-wrap:anywhere;padding:.75rem;border:1px solid var(--line)}
footer{color:var(--quiet);font-size:.875rem;padding-top:0}
";
const LIGHT: &str = ":root{--paper:#fdfcf9;--text:#1f1c17;--quiet:#635d52;--line:#d8d4ca}\n";
const DARK: &str = ":root{--paper:#101114;--text:#f3f0e8;--quiet:#a8a498;--line:#393a42}\n";
const FOOTER: &str = "Made with Gaslamp, unofficial fan software for Blood on the Clocktower. It is not affiliated with, \
                      endorsed by or sponsored by the makers of the game.";

/// Writes the page of a grimoire.
pub(super) fn write(grimoire: &GrimoireText, audience: Audience, theme: Theme) -> String {
    let title = escape(&words::title(grimoire, audience));
    let schemes = match theme {
        Theme::Auto => "light dark",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let mut page = String::new();
    push(
        &mut page,
        format_args!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"{schemes}\"/>\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            style(theme)
        ),
    );
    push(&mut page, format_args!("<figure>\n{}</figure>\n", grimoire::draw(grimoire, audience, theme)));
    write_seats(grimoire, &mut page);
    write_facts(grimoire, &mut page);
    let line = escape(&line::write(grimoire, Naming::Long));
    push(
        &mut page,
        format_args!("<details>\n<summary>As one line of text</summary>\n<code>{line}</code>\n</details>\n"),
    );
    push(&mut page, format_args!("</main>\n<footer>\n<p>{FOOTER}</p>\n</footer>\n</body>\n</html>\n"));
    page
}

fn style(theme: Theme) -> String {
    match theme {
        Theme::Light => [LIGHT, RULES].concat(),
        Theme::Dark => [DARK, RULES].concat(),
        Theme::Auto => [LIGHT, "@media (prefers-color-scheme: dark){\n", DARK, "}\n", RULES].concat(),
    }
}

/// The seats, one per row; a column of reminders only if there are any.
fn write_seats(grimoire: &GrimoireText, page: &mut String) {
    if grimoire.players.is_empty() {
        return;
    }
    let has_tokens = grimoire.players.iter().any(|player| !player.tokens.is_empty());
    let mut heads = vec!["Seat", "Player", "Character", "Team", "Life"];
    heads.extend(has_tokens.then_some("Reminders"));
    page.push_str("<div class=\"seats\">\n<table>\n<caption>The seats, clockwise from the top of the picture</caption>\n");
    page.push_str("<thead>\n<tr>");
    for head in heads {
        push(page, format_args!("<th scope=\"col\">{head}</th>"));
    }
    page.push_str("</tr>\n</thead>\n<tbody>\n");
    for (index, player) in grimoire.players.iter().enumerate() {
        write_seat(index + 1, player, has_tokens, page);
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn write_seat(number: usize, player: &Player, has_tokens: bool, page: &mut String) {
    let team = words::team_of(player.role()).map_or("unknown", words::team);
    let mut cells =
        vec![words::known(player.character), team.to_owned(), words::life(player.life).to_owned()];
    cells.extend(has_tokens.then(|| words::tokens(player)));
    let name = escape(words::name(player));
    push(page, format_args!("<tr><td>{number}</td><th scope=\"row\">{name}</th>"));
    for cell in cells {
        push(page, format_args!("<td>{}</td>", escape(&cell)));
    }
    page.push_str("</tr>\n");
}

/// What is known besides the seats.
fn write_facts(grimoire: &GrimoireText, page: &mut String) {
    let facts = [
        ("Script", words::script(grimoire).unwrap_or_default().to_owned()),
        ("Bluffs for the Demon", words::names(grimoire.bluffs)),
        (words::helpers(grimoire.fabled), words::names(grimoire.fabled)),
    ];
    let known: Vec<&(&str, String)> = facts.iter().filter(|(_, value)| !value.is_empty()).collect();
    if known.is_empty() {
        return;
    }
    page.push_str("<dl>\n");
    for (what, value) in known {
        push(page, format_args!("<dt>{what}</dt><dd>{}</dd>\n", escape(value)));
    }
    page.push_str("</dl>\n");
}

/// Writing to a string cannot fail.
fn push(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}
