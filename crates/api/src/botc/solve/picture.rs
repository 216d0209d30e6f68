//! Pictures of worlds.

use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::picture::{self, Caption, Share};
use gaslamp_core::number_format::plural;
use gaslamp_core::svg::Theme;
use gaslamp_deduce::botc::{Extent, report};

use super::Solved;

/// So many worlds side by side or, without a number, the table with the share of the worlds in which each seat is evil.
pub(super) fn draw(solved: &Solved<'_>, worlds: Option<usize>, theme: Theme) -> String {
    match worlds {
        Some(most) => draw_worlds(solved, most, theme),
        None => draw_shares(solved, theme),
    }
}

fn draw_shares(solved: &Solved<'_>, theme: Theme) -> String {
    let (case, survey) = (&solved.asked.puzzle.case, &solved.survey);
    let shares: Vec<Share> =
        survey.seats.iter().map(|seat| Share { evil: seat.evil, demon: seat.demon }).collect();
    let legend = ["orange: share in which they are evil", "red: share in which they are the Demon"];
    let below = assumed(solved).chain([report::headline(survey)]).chain(legend.map(str::to_owned)).collect();
    let caption = Caption { above: "what everybody claims".to_owned(), title: title(solved), below };
    picture::shares(&report::claimed_sheet(case), &shares, &caption, theme)
}

fn draw_worlds(solved: &Solved<'_>, most: usize, theme: Theme) -> String {
    let case = &solved.asked.puzzle.case;
    let known = solved.survey.worlds.len();
    let shown = solved.survey.worlds.iter().take(most.max(1)).enumerate();
    let sheets: Vec<(GrimoireText, Caption)> = shown
        .map(|(index, world)| {
            let above = match solved.survey.extent {
                Extent::All(all) if all == known as u128 => {
                    format!("world {} of {known}", index + 1)
                }
                _ => format!("world {}, one of many", index + 1),
            };
            let grimoire = report::grimoire(case, world);
            let below = assumed(solved).chain([plural(grimoire.players.len(), "player")]).collect();
            (grimoire, Caption { above, title: title(solved), below })
        })
        .collect();
    picture::worlds(&sheets, theme)
}

/// What is assumed, if anything is.
fn assumed(solved: &Solved<'_>) -> impl Iterator<Item = String> {
    let what_if = &solved.asked.options.what_if;
    (!what_if.is_empty()).then(|| format!("assuming {}", what_if.join(" and "))).into_iter()
}

/// The name of the puzzle.
fn title(solved: &Solved<'_>) -> String {
    let id = solved.asked.puzzle.id.trim();
    if id.is_empty() { "Puzzle".to_owned() } else { id.to_owned() }
}
