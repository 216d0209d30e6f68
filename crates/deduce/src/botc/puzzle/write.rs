//! Writes a puzzle.

use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{Formula, HouseRules};
use gaslamp_botc::{Character, CharacterSet, Team};

use super::read::BESIDE_THE_PLAYERS;
use super::{BEGUN, Expected, Puzzle, each_part, log, says};
use crate::botc::case::{Case, Ending, Player, PublicEvent, Testimony};
use crate::botc::variant::Variant;

const TROUBLE_BREWING: &str = "Trouble Brewing";

/// The scripts that puzzles name, in their order.
pub(super) const SCRIPTS: [&str; 6] =
    [TROUBLE_BREWING, "Sects & Violets", "Bad Moon Rising", "Other", "Fabled", "Homebrew"];

/// How many of them are base scripts.
const BASE_SCRIPTS: usize = 3;

/// Writes a puzzle. What lines cannot express, such as a condition without any world, is left out.
#[must_use]
pub fn write(puzzle: &Puzzle) -> String {
    let names: Vec<String> = puzzle.case.players.iter().map(|player| player.name.clone()).collect();
    let mut parts = vec![head(puzzle), rules(puzzle), log_lines(&puzzle.case, &names)];
    parts.extend(puzzle.case.players.iter().map(|player| write_player(&puzzle.case, &names, player)));
    let also: Vec<String> = puzzle.also.iter().map(|also| formula_text(&names, also)).collect();
    parts.extend(puzzle.answer.iter().flatten().map(|world| write_world(&puzzle.case, world, &also)));
    parts.join("\n")
}

/// What the puzzle is and which characters it needs.
fn head(puzzle: &Puzzle) -> String {
    let needed = needed(puzzle);
    let beyond = |scripts: &[&str]| {
        let mut names: Vec<&str> =
            needed.iter().filter(|role| !scripts.contains(&script(*role))).map(Character::name).collect();
        names.sort_unstable();
        list(names)
    };
    let scripts = SCRIPTS.into_iter().filter(|known| needed.iter().any(|role| script(role) == *known));
    let mut lines = vec![field("id", &quoted(&puzzle.id))];
    lines.extend(puzzle.source.iter().map(|source| field("source", &quoted(source))));
    lines.extend(puzzle.note.iter().map(|note| field("note", &quoted(note))));
    lines.push(field("scripts", &list(scripts)));
    lines.push(field("beyond_tb", &beyond(&[TROUBLE_BREWING])));
    lines.push(field("beyond_base3", &beyond(&SCRIPTS[..BASE_SCRIPTS])));
    lines.concat()
}

/// What is possible, and where the case ends.
fn rules(puzzle: &Puzzle) -> String {
    let case = &puzzle.case;
    let hidden: Vec<Character> =
        in_order(case.hidden).into_iter().chain(case.hidden_again.iter().copied()).collect();
    let mut lines = vec![field("hidden", &roles(&hidden))];
    if let Some(you) = case.you {
        lines.push(field("you", &quoted(log::name_of(case, you))));
        lines.push(field("you_may_be", &set(case.you_may_be)));
    }
    if !case.also_on_script.is_empty() {
        lines.push(field("also_on_script", &set(case.also_on_script)));
    }
    if let Some(united) = case.united {
        lines.push(field("hermit_is", &set(united)));
    }
    if let Some(counts) = case.counts {
        lines.push(field("counts", &format!("[{}]", counts.map(|count| count.to_string()).join(", "))));
    }
    if case.duplicate_roles {
        lines.push(field("duplicate_roles", "true"));
    }
    if !case.demon_may_attack_dead {
        lines.push(field("demon_may_attack_dead", "false"));
    }
    if !case.known.is_empty() {
        lines.push(field("known", &list(case.known.iter().map(|seat| log::name_of(case, seat)))));
    }
    lines.extend(variant(&case.variant));
    if matches!(case.ends, Ending::Dusk(_)) {
        lines.push(field("last_day_finished", "true"));
    }
    if puzzle.answer.as_ref().is_some_and(Vec::is_empty) {
        lines.push(field("no_world", "true"));
    }
    let ends = match case.ends {
        Ending::Night(number) => format!("N{number}{BEGUN}"),
        Ending::Dawn(number) => format!("N{number}"),
        Ending::Day(number) | Ending::Dusk(number) => format!("D{number}"),
    };
    lines.push(field("ends", &quoted(&ends)));
    lines.concat()
}

/// What the puzzle adds to the rules.
fn variant(variant: &Variant) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(linked) = &variant.linked {
        lines.push(field("linked", &quoted(&linked.id)));
    }
    if !variant.majorities.is_empty() {
        let numbers: Vec<String> = variant.majorities.iter().map(ToString::to_string).collect();
        lines.push(field("legion", &format!("[{}]", numbers.join(", "))));
    }
    let house = variant.house;
    if house.fewest_good != HouseRules::NONE.fewest_good {
        lines.push(field("legion_min_good_alive", &house.fewest_good.to_string()));
    }
    if let Some(caught) = house.stormcaught {
        lines.push(field("storm_catcher", &quoted(caught.name())));
    }
    if variant.some_good_role_repeats {
        lines.push(field("some_good_role_repeats", "true"));
    }
    if house.counts_drunk {
        lines.push(field("mathematician_counts_drunk", "true"));
    }
    lines
}

fn log_lines(case: &Case, names: &[String]) -> String {
    let lines = case.log.iter().flat_map(|seen| log::write(case, names, seen));
    field("log", &long_list(lines))
}

fn write_player(case: &Case, names: &[String], player: &Player) -> String {
    let mut text = format!("[[player]]\n{}", field("name", &quoted(&player.name)));
    match player.claims[..] {
        [] => {}
        [claim] => text += &field("claim", &quoted(claim.name())),
        _ => text += &field("claim_any", &roles(&player.claims)),
    }
    let says: Vec<String> =
        player.says.iter().map(|said| says::write(case, names, player, &said.what)).collect();
    match &says[..] {
        [] => {}
        [only] => text += &field("says", &list([only.as_str()])),
        _ => text += &field("says", &long_list(says)),
    }
    text
}

/// A world, with a comment that lists everybody who is not what they claim.
fn write_world(case: &Case, world: &Expected, also: &[String]) -> String {
    let liars = case.players.iter().zip(&world.start).filter(|(player, role)| !player.claims.contains(role));
    let liars: Vec<String> = liars.map(|(player, role)| format!("{} {}", player.name, role.name())).collect();
    let remark = if liars.is_empty() { "all claims true".to_owned() } else { liars.join(", ") };
    let mut text = format!("[[solution]]\nstart = {}  # {remark}\n", roles(&world.start));
    if let Some(end) = &world.end {
        text += &field("end", &roles(end));
    }
    match also {
        [] => {}
        [only] => text += &field("also", &quoted(only)),
        _ => text += &field("also", &list(also.iter().map(String::as_str))),
    }
    text
}

/// The characters that the puzzle needs: those that may be in play, and those whose information a statement mentions.
fn needed(puzzle: &Puzzle) -> CharacterSet {
    let case = &puzzle.case;
    let listed = case.hidden.or(case.also_on_script).or(case.you_may_be);
    let claims = case.players.iter().flat_map(|player| &player.claims).copied();
    let mut needed = listed.or(claims.collect()).or(beside_the_players(case));
    for formula in formulas(puzzle) {
        each_part(formula, &mut |part| {
            needed = needed.or(formula::namesake(part).into_iter().collect());
        });
    }
    needed
}

/// Those beside the players whose rules the puzzle uses.
fn beside_the_players(case: &Case) -> CharacterSet {
    let dooms = case.log.iter().any(|seen| matches!(seen.what, PublicEvent::Doomed { .. }));
    let variant = &case.variant;
    let uses = [dooms, variant.some_good_role_repeats, variant.house.stormcaught.is_some()];
    let used = BESIDE_THE_PLAYERS.into_iter().zip(uses).filter(|(_, is_used)| *is_used);
    used.filter_map(|(name, _)| Character::read(name)).collect()
}

/// Every statement of a puzzle.
fn formulas(puzzle: &Puzzle) -> Vec<&Formula> {
    let said = puzzle.case.players.iter().flat_map(|player| &player.says);
    let said = said.flat_map(|said| match &said.what {
        Testimony::Answered { truth, .. } => std::slice::from_ref(truth),
        Testimony::Things { things, .. } => things,
        _ => &[],
    });
    let seen = puzzle.case.log.iter().filter_map(|seen| match &seen.what {
        PublicEvent::Gossiped { truth, .. } => Some(truth),
        _ => None,
    });
    said.chain(seen).chain(&puzzle.also).collect()
}

/// The script that a character comes from.
pub(super) fn script(role: Character) -> &'static str {
    match role.facts().edition {
        "tb" => SCRIPTS[0],
        "snv" => SCRIPTS[1],
        "bmr" => SCRIPTS[2],
        "fabled" | "loric" => SCRIPTS[4],
        "homebrew" => SCRIPTS[5],
        _ => SCRIPTS[3],
    }
}

fn formula_text(names: &[String], formula: &Formula) -> String {
    formula::write_titled(names, formula)
}

fn field(key: &str, value: &str) -> String {
    format!("{key} = {value}\n")
}

/// Characters, Demons first.
pub(super) fn set(characters: CharacterSet) -> String {
    roles(&in_order(characters))
}

fn in_order(characters: CharacterSet) -> Vec<Character> {
    let teams = [
        Team::Demon,
        Team::Minion,
        Team::Outsider,
        Team::Townsfolk,
        Team::Traveller,
        Team::Fabled,
        Team::Loric,
    ];
    let of_team = |team| characters.and(CharacterSet::team(team)).iter().collect::<Vec<_>>();
    teams.into_iter().flat_map(of_team).collect()
}

fn roles(characters: &[Character]) -> String {
    list(characters.iter().map(|role| role.name()))
}

fn list<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    format!("[{}]", texts.join(", "))
}

/// A list with a line for each text.
fn long_list(texts: impl IntoIterator<Item = String>) -> String {
    let lines: String = texts.into_iter().map(|text| format!("  {},\n", quoted(&text))).collect();
    format!("[\n{lines}]")
}

/// A string in double quotes, with the escapes that TOML requires.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            _ if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}
