//! Answers in words: how many worlds, what is certain, how likely the rest is, the worlds as grimoires.
//!
//! Accepts a case and a [`Survey`] of its worlds, or a [`BeliefState`]; emits text for people.

use std::fmt::Write as _;

use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player as Place};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, characters::ReminderToken};
use gaslamp_core::display_width;
use gaslamp_core::number_format::{bar, grouped, percent};
use gaslamp_core::{Seat, Seats};

use super::beliefs::{Amount, BeliefState, Clash, Insight};
use super::case::{Case, PublicEvent};
use super::odds::{Nothing, Odds};
use super::survey::{Extent, SeatShares, Survey};
use super::worlds::World;

/// The whole report, with at most `most` worlds.
#[must_use]
pub fn write(case: &Case, survey: &Survey, most: usize) -> String {
    let names = case.names();
    let (head, count, so_far) = extent(survey);
    let mut text = head;
    if survey.is_complete() {
        text.push_str("\nCertain\n");
        if survey.certain.is_empty() {
            text.push_str("  nothing\n");
        }
        for fact in &survey.certain {
            let _ = writeln!(text, "  {}", fact.words(&names));
        }
    }
    if count > 1 {
        let _ = write!(text, "\nShare of the worlds{so_far}: evil now, and what everybody began as\n");
        text.push_str(&shares(&names, &survey.seats));
    }
    if count > 0 {
        let _ = write!(text, "\nWorlds{so_far}, in their current state\n");
        text.push_str(&listed(case, survey, count, most));
    }
    text
}

/// The number of worlds in words and as a number, and a qualifier for the rest of the report.
fn extent(survey: &Survey) -> (String, u128, &'static str) {
    let deals = survey.supposed.map(|deals| counted(deals, "possible deal", "possible deals"));
    match survey.extent {
        Extent::All(0) => {
            let deals = deals.map(|deals| format!("{deals}, but ")).unwrap_or_default();
            (format!("{deals}no world fits what is known\n"), 0, "")
        }
        Extent::All(count) if survey.is_lawless() => {
            let deals = deals.map(|deals| format!("{deals}, but ")).unwrap_or_default();
            let words = "no world of ordinary rules fits what is known; everybody may be what they claim if the rules were broken";
            (format!("{deals}{words}\n"), count, "")
        }
        Extent::All(count) => {
            let deals = deals.map(|deals| format!("{deals}; ")).unwrap_or_default();
            (format!("{deals}{} what is known\n", counted(count, "world fits", "worlds fit")), count, "")
        }
        Extent::SoFar(count) => {
            let found = counted(count, "world was found", "worlds were found");
            let words = "not all possible deals were tried";
            (format!("{words}: {found} so far, so nothing is certain\n"), count, " found so far")
        }
        Extent::About { worlds, error, drawn } => {
            let (draws, fitting) = (grouped(drawn.draws as u128), grouped(drawn.fitting as u128));
            let doubt = if drawn.is_enough() { "" } else { "; too few fit for the errors to be reliable" };
            let count = format!("about {worlds:.1e} worlds fit what is known (standard error {error:.0e})");
            let text =
                format!("{count}\n{draws} deals were drawn, {fitting} fit{doubt}; nothing is certain\n");
            (text, worlds.round() as u128, " drawn")
        }
        Extent::NoneDrawn { draws } => {
            let draws = grouped(draws as u128);
            let text = format!(
                "no world was found among {draws} drawn deals, which does not prove that there is none\n"
            );
            (text, 0, "")
        }
    }
}

/// The worlds, with those that read the same combined.
fn listed(case: &Case, survey: &Survey, count: u128, most: usize) -> String {
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut shown = 0;
    for world in &survey.worlds {
        let line = world_line(case, world);
        match lines.iter().position(|(known, _)| *known == line) {
            Some(at) => lines[at].1 += 1,
            None if lines.len() == most => break,
            None => lines.push((line, 1)),
        }
        shown += 1;
    }
    let mut text = String::new();
    for (line, times) in lines {
        let often = if times > 1 { format!(" ({times} worlds)") } else { String::new() };
        let _ = writeln!(text, "  {line}{often}");
    }
    if count > shown {
        let _ = writeln!(text, "  … and {} more", grouped(count - shown));
    }
    text
}

/// A world as a grimoire of its current state, and who began as another character.
#[must_use]
pub fn world_line(case: &Case, world: &World) -> String {
    let line = line::write(&grimoire(case, world), Naming::Long);
    let changed = world.start.iter().zip(&world.end).enumerate().filter(|(_, (start, end))| start != end);
    let changed: Vec<String> = changed
        .map(|(index, (start, end))| {
            format!("{}: {} → {}", case.players[index].name, start.name(), end.name())
        })
        .collect();
    if changed.is_empty() { line } else { format!("{line} - {}", changed.join(", ")) }
}

fn counted(count: u128, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Everybody's share of evil, as a number and a bar, and of every role.
fn shares(names: &[String], seats: &[SeatShares]) -> String {
    let widest = names.iter().map(|name| display_width::of(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (name, shares) in names.iter().zip(seats) {
        let (most, more) =
            if shares.roles.len() > MANY_ROLES { (MOST_ROLES, ", …") } else { (MANY_ROLES, "") };
        let roles = shares.roles.iter().take(most);
        let roles: Vec<String> =
            roles.map(|(role, share)| format!("{} {}", role.name(), percent(*share))).collect();
        let pad = " ".repeat(widest - display_width::of(name));
        let (evil, bar) = (percent(shares.evil), bar(shares.evil));
        let error =
            if shares.error > 0.0 { format!(" ± {:.1}", 100.0 * shares.error) } else { String::new() };
        let _ = writeln!(text, "  {name}{pad}  evil {evil:>5}{error} {bar}  {}{more}", roles.join(", "));
    }
    text
}

/// What a seat could know and believe, as far as it was found.
#[must_use]
pub fn beliefs(beliefs: &BeliefState) -> String {
    let names = beliefs.case.names();
    let mut text =
        beliefs.known.as_ref().map_or_else(|nothing| nothing.words(), |found| known(found, &names));
    text.push_str(&claims(beliefs, &names));
    if let Ok(Insight { shares, .. }) = &beliefs.known {
        let _ = write!(text, "\nCounted: share of the worlds, ignoring all claims{}\n", drawn(shares));
        text.push_str(&odds(&names, shares));
    }
    text.push_str("\nWeighed by set-up, hidden choices, the Storyteller and claims");
    match &beliefs.weighed {
        Ok(weighed) => {
            let _ = writeln!(text, "{}", drawn(weighed));
            text.push_str(&odds(&names, weighed));
        }
        Err(Nothing { drawn: None }) => text.push_str("\n  no world fits what is claimed\n"),
        Err(nothing) => {
            let _ = write!(text, "\n  {}", nothing.words());
        }
    }
    text
}

impl Nothing {
    /// What it means that no world was found, in words.
    #[must_use]
    pub fn words(self) -> String {
        match self.drawn {
            None => "no world fits what was seen\n".to_owned(),
            Some(draws) => {
                let draws = grouped(draws as u128);
                format!("no world was found in {draws} draws, which does not prove that there is none\n")
            }
        }
    }
}

/// How reliable drawn odds are; exact if nothing was drawn.
fn drawn(odds: &Odds) -> String {
    let Some(drawn) = odds.drawn else { return ", exact".to_owned() };
    let draws = grouped(drawn.draws as u128);
    if !drawn.is_enough() {
        return format!(", {draws} drawn, too few of which fit to estimate the error");
    }
    let worst = odds.error.iter().copied().fold(0.0, f64::max);
    format!(", {draws} drawn, standard error up to {:.1} points", 100.0 * worst)
}

fn known(known: &Insight, names: &[String]) -> String {
    let is_enough = known.shares.drawn.is_none_or(|drawn| drawn.is_enough());
    let mut text = match known.worlds {
        Amount::Exact(worlds) => format!("{} what was seen\n", counted(worlds, "world fits", "worlds fit")),
        Amount::About(worlds, error) if is_enough => {
            format!("about {worlds:.1e} worlds fit what was seen (standard error {error:.0e})\n")
        }
        Amount::About(worlds, _) => {
            format!(
                "perhaps {worlds:.0e} worlds fit what was seen; too few were found to estimate the error\n"
            )
        }
    };
    let label = if known.is_exact() { "certain" } else { "in every drawn world" };
    for fact in &known.certain {
        let _ = writeln!(text, "  {label}: {}", fact.words(names));
    }
    text
}

fn claims(beliefs: &BeliefState, names: &[String]) -> String {
    if beliefs.trust.is_empty() {
        return String::new();
    }
    let mut text = "\nClaims\n".to_owned();
    let widest = names.iter().map(|name| display_width::of(name)).max().unwrap_or(0);
    for (seat, trust) in &beliefs.trust {
        let name = &names[seat.index()];
        let pad = " ".repeat(widest - display_width::of(name));
        let claims = &beliefs.case.players[seat.index()].claims;
        let claims: Vec<&str> = claims.iter().map(|claim| claim.name()).collect();
        let honest = beliefs.weighed.as_ref().map_or_else(
            |_| String::new(),
            |weighed| format!("honest {}, ", percent(weighed.honest[seat.index()])),
        );
        let _ = writeln!(text, "  {name}{pad}  {}: {honest}{}", claims.join(" or "), trust.words());
    }
    for clash in beliefs.clashes() {
        let _ = writeln!(text, "  {}", clash.words(names));
    }
    text
}

impl Clash {
    /// The contradiction in words.
    #[must_use]
    pub fn words(self, names: &[String]) -> String {
        let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
        match self {
            Self::Alone(seat) => format!("cannot be honest: {}", name(seat)),
            Self::Two(a, b) => format!("not both honest: {} and {}", name(a), name(b)),
        }
    }
}

/// How many roles of a seat are listed, if it may have many.
const MOST_ROLES: usize = 5;

/// More roles than this are many.
const MANY_ROLES: usize = 8;

/// How likely everybody is to be evil, as a number and a bar, and their likeliest roles.
fn odds(names: &[String], odds: &Odds) -> String {
    let widest = names.iter().map(|name| display_width::of(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let mut roles: Vec<(&Character, &f64)> =
            odds.roles[index].iter().filter(|(_, odds)| **odds > 0.0).collect();
        roles.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
        let more = if roles.len() > MOST_ROLES { ", …" } else { "" };
        let roles: Vec<String> = roles
            .iter()
            .take(MOST_ROLES)
            .map(|(role, odds)| format!("{} {}", role.name(), percent(**odds)))
            .collect();
        let pad = " ".repeat(widest - display_width::of(name));
        let (evil, demon) = (odds.evil[index], odds.demon[index]);
        let _ = writeln!(
            text,
            "  {name}{pad}  evil {:>5} {}  Demon {:>5}  {}{more}",
            percent(evil),
            bar(evil),
            percent(demon),
            roles.join(", ")
        );
    }
    text
}

/// A world as a grimoire: everybody's role at the end; a player who thinks they are another character is shown with the claimed token.
#[must_use]
pub fn grimoire(case: &Case, world: &World) -> GrimoireText {
    let dead = dead(case);
    let players = case.players.iter().enumerate().map(|(index, player)| {
        let role = world.end[index];
        let mark = ReminderToken::of(role).find(|token| token.marks_its_owner());
        let believed = player.claims.iter().copied().find(|claim| Profile::may_believe(role, *claim));
        let shown = believed.filter(|_| mark.is_some());
        let tokens = shown.and(mark).map(PlacedReminder::Reminder).into_iter().collect();
        Place {
            name: player.name.clone(),
            character: Known::Is(shown.unwrap_or(role)),
            life: if dead.contains(Seat::new(index)) { Life::Dead } else { Life::Alive },
            tokens,
        }
    });
    GrimoireText { players: players.collect(), ..GrimoireText::default() }
}

/// The table as it presents itself: what everybody claims, and who is dead.
#[must_use]
pub fn claimed_sheet(case: &Case) -> GrimoireText {
    let dead = dead(case);
    let players = case.players.iter().enumerate().map(|(index, player)| Place {
        name: player.name.clone(),
        character: match player.claims[..] {
            [] => Known::Nothing,
            [claim] => Known::Is(claim),
            _ => Known::OneOf(player.claims.iter().copied().collect()),
        },
        life: if dead.contains(Seat::new(index)) { Life::Dead } else { Life::Alive },
        tokens: Vec::new(),
    });
    GrimoireText { players: players.collect(), ..GrimoireText::default() }
}

/// How many worlds there are, in one line.
#[must_use]
pub fn headline(survey: &Survey) -> String {
    let (text, ..) = extent(survey);
    let line = text.lines().next().unwrap_or_default();
    line.rsplit("; ").next().unwrap_or(line).to_owned()
}

/// Who is dead at the end of the log.
fn dead(case: &Case) -> Seats {
    case.log.iter().fold(Seats::NONE, |dead, seen| match seen.what {
        PublicEvent::Revived(seats) => dead.minus(seats),
        ref what => dead.or(what.dead()),
    })
}
