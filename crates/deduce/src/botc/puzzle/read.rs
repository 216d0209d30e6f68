//! Reads a puzzle: the keys of the file and of its tables.

use std::collections::BTreeSet;

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::{Formula, HouseRules, Profile, Reminder, SEATS, is_playable};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::bounds::long_name;
use gaslamp_core::diagnostic::tell_support_once;
use gaslamp_core::edit_distance::instead;
use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Seat, Seats, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::piece::Piece;
use super::terms::Time;
use super::write::{SCRIPTS, script};
use super::{BEGUN, Expected, Puzzle, UNSUPPORTED, says};
use crate::botc::case::{Case, Ending, LogEntry, Player};
use crate::botc::shortage::shortage;
use crate::botc::timeline::said_elsewhere;
use crate::botc::variant::{Linked, Links, Variant};

/// The keys of the file.
pub(super) const KEYS: [&str; 27] = [
    "id",
    "source",
    "note",
    "scripts",
    "beyond_tb",
    "beyond_base3",
    "hidden",
    "you",
    "you_may_be",
    "also_on_script",
    "counts",
    "duplicate_roles",
    "demon_may_attack_dead",
    "linked",
    "legion",
    "legion_min_good_alive",
    "storm_catcher",
    "some_good_role_repeats",
    "mathematician_counts_drunk",
    "known",
    "hermit_is",
    "last_day_finished",
    "no_world",
    "ends",
    "log",
    "player",
    "solution",
];

/// Those beside the players who change the rules of some puzzles: by a line of the log, by repetitions, by whom they name.
pub(super) const BESIDE_THE_PLAYERS: [&str; 3] = ["Doomsayer", "Pope", "Storm Catcher"];

pub(super) const PLAYER_KEYS: [&str; 4] = ["name", "claim", "claim_any", "says"];
pub(super) const SOLUTION_KEYS: [&str; 3] = ["start", "end", "also"];

/// Separators in lines, which names must not contain.
const SEPARATORS: [char; 8] = [',', ':', '=', '|', '/', '(', ')', '>'];

/// Reads a puzzle that stands alone.
///
/// # Errors
/// Everything that is malformed, and everything that needs unsupported rules or another board.
pub fn read(text: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    read_beside(text, &|_| None)
}

/// Reads a puzzle and the board that it is linked to, of which `beside` has the text, given its name.
///
/// # Errors
/// Everything that is malformed in either, and everything that needs unsupported rules.
pub fn read_beside(text: &str, beside: &dyn Fn(&str) -> Option<String>) -> Result<Puzzle, Vec<Diagnostic>> {
    let link = Other::linked_by(text);
    let other_text = link.as_ref().and_then(|link| beside(&link.id));
    let other =
        link.map(|link| Other { names: other_text.as_deref().map(names_in).unwrap_or_default(), ..link });
    let mut puzzle = read_board(text, other.clone())?;
    if let (Some(other), Some(other_text)) = (other, other_text) {
        let own = Other { id: puzzle.id.clone(), names: puzzle.case.names() };
        let mut linked =
            read_board(&other_text, Some(own)).map_err(|problems| of_board(&other.id, problems))?;
        puzzle.case.variant.asked_elsewhere = said_about_the_other(&linked.case);
        linked.case.variant.asked_elsewhere = said_about_the_other(&puzzle.case);
        puzzle.case.variant.linked = Some(Box::new(Linked { id: other.id, case: linked.case }));
    }
    Ok(puzzle)
}

/// The statements of a board about its linked board, with their days.
fn said_about_the_other(case: &Case) -> Vec<(u16, Formula)> {
    said_elsewhere(case).map(|(_, day, truth)| (day, truth.clone())).collect()
}

/// The problems of a linked board; their places are in another text.
fn of_board(id: &str, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let told = |problem: Diagnostic| {
        let message = format!("the linked board `{id}`: {}", problem.message);
        Diagnostic { message, span: None, ..problem }
    };
    problems.into_iter().map(told).collect()
}

/// The other board that players of a board may speak of.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub(super) id: String,
    /// The names of its players; empty if it is not there.
    pub(super) names: Vec<String>,
}

impl Other {
    /// The board to which a text says it is linked.
    fn linked_by(text: &str) -> Option<Self> {
        let (table, _) = DeTable::parse_recoverable(text);
        let id = table.get_ref().get("linked")?.get_ref().as_str()?.to_owned();
        Some(Self { id, names: Vec::new() })
    }
}

/// The names of the players of a board.
fn names_in(text: &str) -> Vec<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let players = table.get_ref().get("player").and_then(|players| players.get_ref().as_array());
    let name = |player: &Spanned<DeValue<'_>>| {
        let name = player.get_ref().as_table()?.get("name")?.get_ref().as_str()?;
        Some(name.trim().to_owned())
    };
    players.into_iter().flat_map(|players| players.iter()).filter_map(name).collect()
}

/// Reads one board; its players may speak of the other one.
fn read_board(text: &str, other: Option<Other>) -> Result<Puzzle, Vec<Diagnostic>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problem = |error: toml::de::Error| {
            let message = format!("this is not TOML: {}", error.message());
            Diagnostic::new("deduce/puzzle/toml", message).at(place(text, error.span()))
        };
        return Err(errors.into_iter().map(problem).collect());
    }
    let root = Table { fields: table.get_ref(), span: first_line(text) };
    let mut reader = Reader {
        file: text,
        names: Vec::new(),
        last: None,
        latest: None,
        other,
        judged: CharacterSet::NONE,
        problems: Vec::new(),
    };
    let puzzle = reader.puzzle(root);
    let problems = reader.all_problems();
    if problems.is_empty() { Ok(puzzle) } else { Err(problems) }
}

/// A table of the file.
#[derive(Clone, Copy)]
struct Table<'a> {
    fields: &'a DeTable<'a>,
    /// Where to point when a key is missing.
    span: Span,
}

type Value<'a> = &'a Spanned<DeValue<'a>>;

/// Collects problems. If there are any, the values that were read instead do not matter.
pub(super) struct Reader<'a> {
    file: &'a str,
    /// By seat, the names of the players.
    pub(super) names: Vec<String>,
    /// The last night or day, once it is known.
    pub(super) last: Option<Time>,
    /// The last night or day that a line names.
    pub(super) latest: Option<Time>,
    /// The board that players may speak of.
    pub(super) other: Option<Other>,
    /// Characters that statements mention without needing them in play.
    pub(super) judged: CharacterSet,
    pub(super) problems: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn puzzle(&mut self, file: Table<'a>) -> Puzzle {
        self.check_keys(file, &KEYS);
        let players = self.tables(file, "player");
        self.read_names(file, &players);
        self.last = self.stated_end(file);
        let mut case = Case {
            hidden: self.characters(file, "hidden"),
            hidden_again: self.hidden_again(file),
            also_on_script: self.characters(file, "also_on_script"),
            you: self.you(file),
            you_may_be: self.characters(file, "you_may_be"),
            united: self.united(file),
            known: self.known(file),
            undeluded: self.known(file),
            counts: self.counts(file, players.len()),
            duplicate_roles: self.flag(file, "duplicate_roles").unwrap_or(false),
            demon_may_attack_dead: self.flag(file, "demon_may_attack_dead").unwrap_or(true),
            tells_all: Seats::NONE,
            tells_changes: Seats::first(players.len()),
            script: None,
            players: players.iter().enumerate().map(|(index, table)| self.player(index, *table)).collect(),
            log: self.lines_of_log(file),
            ends: Ending::Dawn(1),
            variant: self.variant(file),
        };
        case.ends = self.ends(file);
        self.check_variant(file, &case);
        self.check_scripts(file, &case);
        self.check_hidden(file, &case);
        let (answer, also) = self.answer_of(file);
        self.check_beyond(file);
        Puzzle {
            id: self.text(file, "id").map(|piece| piece.text.to_owned()).unwrap_or_default(),
            source: self.text(file, "source").map(|piece| piece.text.to_owned()),
            note: self.text(file, "note").map(|piece| piece.text.to_owned()),
            case,
            answer,
            also,
        }
    }

    /// What the file adds to the rules.
    fn variant(&mut self, file: Table<'a>) -> Variant {
        let house = HouseRules {
            stormcaught: self.text(file, "storm_catcher").and_then(|piece| self.role(piece.trim())),
            counts_drunk: self.flag(file, "mathematician_counts_drunk").unwrap_or(false),
            fewest_good: self.small(file, "legion_min_good_alive").unwrap_or(HouseRules::NONE.fewest_good),
        };
        self.text(file, "linked");
        Variant {
            house,
            some_good_role_repeats: self.flag(file, "some_good_role_repeats").unwrap_or(false),
            majorities: self.numbers(file, "legion"),
            ..Variant::default()
        }
    }

    /// Refuses what the rest of the file leaves without a meaning.
    fn check_variant(&mut self, file: Table<'a>, case: &Case) {
        let is_missing = self.other.as_ref().is_some_and(|other| other.names.is_empty());
        if let Some(value) = file.fields.get("linked").filter(|_| is_missing) {
            let span = place(self.file, Some(value.span()));
            let fix = "put its file beside this one, named after its `id`";
            self.unsupported(span, "the linked board is not there", fix);
        }
        let has_most = case.hidden.iter().filter_map(Profile::of).any(|profile| profile.is_dealt_to_most());
        if let Some(value) =
            file.fields.get("legion").filter(|_| !has_most && !case.variant.majorities.is_empty())
        {
            self.note(
                "deduce/puzzle/legion",
                "`legion` needs Legion in `hidden`",
                place(self.file, Some(value.span())),
            );
        }
        if let Some(value) =
            file.fields.get("some_good_role_repeats").filter(|value| is_true(value) && !case.duplicate_roles)
        {
            let problem =
                Diagnostic::new("deduce/puzzle/repeats", "`some_good_role_repeats` needs `duplicate_roles`");
            let problem = problem.at(place(self.file, Some(value.span())));
            self.problems.push(problem.fix("duplicate_roles = true"));
        }
        if said_elsewhere(case).count() > Links::MOST {
            let message = format!("at most {} statements can be about another board", Links::MOST);
            self.note("deduce/puzzle/linked", message, file.span);
        }
    }

    /// A small number.
    fn small(&mut self, file: Table<'a>, key: &str) -> Option<u8> {
        let value = file.fields.get(key)?;
        let number = integer(value).and_then(|number| u8::try_from(number).ok());
        if number.is_none() {
            self.wrong_type(value, format!("`{key}` must be a small number"));
        }
        number
    }

    /// A list of numbers.
    fn numbers(&mut self, file: Table<'a>, key: &str) -> Vec<usize> {
        let Some(value) = file.fields.get(key) else { return Vec::new() };
        let items = value.get_ref().as_array();
        let numbers = items.and_then(|items| items.iter().map(integer).collect::<Option<Vec<_>>>());
        if numbers.is_none() {
            self.wrong_type(value, format!("`{key}` must be a list of numbers"));
        }
        numbers.unwrap_or_default()
    }

    /// Without `hidden`, only players who say so are evil, which is hardly ever meant.
    fn check_hidden(&mut self, file: Table<'a>, case: &Case) {
        let is_missing = !file.fields.contains_key("hidden") && self.problems.is_empty();
        let Some(words) = is_missing.then(|| shortage(case)).flatten() else { return };
        let message =
            format!("`hidden` is missing, which lists the characters that may be in play unclaimed: {words}");
        let problem = Diagnostic::new("deduce/puzzle/missing", message).at(file.span);
        self.problems.push(
            problem.fix("hidden = [\"Imp\", \"Poisoner\", \"Drunk\"], and any others that may be in play"),
        );
    }

    /// All problems in the order of the text; unsupported things are reported once.
    fn all_problems(mut self) -> Vec<Diagnostic> {
        self.problems.sort_by_key(|problem| problem.span.map(|span| span.start));
        let mut named = BTreeSet::new();
        self.problems.retain(|problem| problem.id != UNSUPPORTED || named.insert(problem.message.clone()));
        tell_support_once(&mut self.problems);
        self.problems
    }

    fn note(&mut self, id: &'static str, message: impl Into<String>, span: Span) {
        self.problems.push(Diagnostic::new(id, message).at(span));
    }

    /// Refuses unknown keys.
    fn check_keys(&mut self, table: Table<'a>, known: &[&str]) {
        let is_known = |word: &str| known.contains(&word);
        for key in table.fields.keys().filter(|key| !is_known(key.get_ref())) {
            let word: &str = key.get_ref();
            let problem = Diagnostic::new("deduce/puzzle/key", format!("unknown key `{word}`"));
            let problem = problem.at(place(self.file, Some(key.span())));
            self.problems.push(problem.fix(instead(word, known.iter().copied())));
        }
    }

    /// Refuses characters that the file says it needs, unless they are supported or mentioned elsewhere.
    fn check_beyond(&mut self, file: Table<'a>) {
        let known = self.problems.len();
        for key in ["beyond_tb", "beyond_base3"] {
            let pieces = self.texts(file, key);
            let is_judged = |piece: &Piece<'_>| {
                Character::read(piece.text).is_some_and(|character| self.judged.contains(character))
            };
            let is_beside = |piece: &Piece<'_>| BESIDE_THE_PLAYERS.contains(&piece.text.trim());
            let pieces: Vec<_> =
                pieces.into_iter().filter(|piece| !is_judged(piece) && !is_beside(piece)).collect();
            self.roles(&pieces);
        }
        let found = self.problems.split_off(known);
        let is_known =
            |problem: &Diagnostic| self.problems.iter().any(|known| known.message == problem.message);
        let new: Vec<_> = found.into_iter().filter(|problem| !is_known(problem)).collect();
        self.problems.extend(new);
    }

    fn read_names(&mut self, file: Table<'a>, players: &[Table<'a>]) {
        let is_list = file.fields.get("player").is_none_or(|value| value.get_ref().is_array());
        if players.is_empty() && is_list {
            let problem = Diagnostic::new("deduce/puzzle/missing", "there is no `[[player]]`").at(file.span);
            self.problems.push(problem.fix("player = [{ name = \"Ann\", claim = \"Chef\" }, …], clockwise"));
        }
        if let Some(first) = players.get(SEATS) {
            let message = format!("{} players are too many; a table has at most {SEATS}", players.len());
            self.note("deduce/puzzle/players", message, first.span);
        }
        for table in players {
            let name = self.name(*table).unwrap_or_default();
            // Players without a seat are ignored.
            if self.names.len() < SEATS {
                self.names.push(name);
            }
        }
    }

    fn name(&mut self, player: Table<'a>) -> Option<String> {
        let piece = self.needed_text(player, "name")?;
        let name = piece.trim().text;
        if let Some(problem) = long_name("deduce/puzzle/name", name) {
            self.problems.push(problem.at(piece.span()));
            return None;
        }
        let is_plain = |c: char| !c.is_control() && !SEPARATORS.contains(&c);
        if name.is_empty() || !name.chars().all(is_plain) || says::begins_bluffs(name) {
            let message = format!("`{name}` cannot be the name of a player in a puzzle file");
            self.note("deduce/puzzle/name", message, piece.span());
            return None;
        }
        if self.names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            self.note("deduce/puzzle/name-twice", format!("two players are called `{name}`"), piece.span());
        }
        Some(name.to_owned())
    }

    fn player(&mut self, index: usize, table: Table<'a>) -> Player {
        self.check_keys(table, &PLAYER_KEYS);
        let claim = self.text(table, "claim");
        let mut claims = claim.into_iter().filter_map(|piece| self.claim(index, piece)).collect::<Vec<_>>();
        if let Some(value) = table.fields.get("claim_any") {
            let pieces = self.texts(table, "claim_any");
            self.roles(&pieces);
            claims.extend(pieces.iter().filter_map(|piece| Character::read(piece.text)));
            if claim.is_some() || pieces.is_empty() {
                let message = "`claim_any` lists characters and replaces `claim`";
                self.note("deduce/puzzle/claim", message, place(self.file, Some(value.span())));
            }
        }
        let says = self.texts(table, "says").into_iter().filter_map(|piece| self.said(piece)).collect();
        Player { name: self.names.get(index).cloned().unwrap_or_default(), claims, says }
    }

    /// Whom a player claims to be. In a template, that is still empty.
    fn claim(&mut self, index: usize, piece: Piece<'a>) -> Option<Character> {
        let piece = piece.trim();
        if !piece.text.is_empty() {
            return self.role(piece);
        }
        let name = self.names.get(index).map_or("the player", String::as_str);
        let message = format!("the claim of {name} is still to be filled in");
        let problem = Diagnostic::new("deduce/puzzle/claim", message).at(piece.span());
        self.problems.push(
            problem
                .fix("the character that is claimed, such as \"Chef\"; without a claim, leave out the line"),
        );
        None
    }

    fn lines_of_log(&mut self, file: Table<'a>) -> Vec<LogEntry> {
        let lines = self.texts(file, "log");
        self.log(&lines)
    }

    /// The last night or day, if the file states it.
    fn stated_end(&mut self, file: Table<'a>) -> Option<Time> {
        let piece = self.text(file, "ends")?.trim();
        let time =
            if is_begun(piece) { piece.split_once(" ").map_or(piece, |(time, _)| time) } else { piece };
        self.time(time)
    }

    /// The moment at which the case ends: as stated, or else with the last night or day that a line names, or else the first night.
    fn ends(&mut self, file: Table<'a>) -> Ending {
        let is_stated = file.fields.contains_key("ends");
        let end = file.fields.get("ends").and_then(|value| self.piece(value)).map(Piece::trim);
        let is_begun = end.is_some_and(is_begun);
        let is_finished = self.flag(file, "last_day_finished").unwrap_or(false);
        match if is_stated { self.last } else { self.latest } {
            Some(Time { number, is_day: true }) if is_finished => Ending::Dusk(number),
            Some(Time { number, is_day: true }) => Ending::Day(number),
            Some(Time { number, is_day: false }) if is_begun => Ending::Night(number),
            Some(Time { number, is_day: false }) => {
                if let Some(value) = file.fields.get("last_day_finished").filter(|_| is_finished) {
                    let message = "`last_day_finished` needs `ends` to be a day";
                    self.note("deduce/puzzle/ending", message, place(self.file, Some(value.span())));
                }
                Ending::Dawn(number)
            }
            None => Ending::Dawn(1),
        }
    }

    /// Refuses scripts that do not exist, and characters that may be in play but are on none of those listed.
    fn check_scripts(&mut self, file: Table<'a>, case: &Case) {
        let listed = self.texts(file, "scripts");
        for piece in &listed {
            if !SCRIPTS.contains(&piece.text) {
                let message = format!("unknown script `{}`", piece.text);
                self.unknown("deduce/puzzle/script", *piece, message, SCRIPTS.into_iter());
            }
        }
        let Some(value) = file.fields.get("scripts").filter(|_| !listed.is_empty()) else { return };
        let claims = case.players.iter().flat_map(|player| &player.claims).copied();
        let named = case
            .hidden
            .or(case.also_on_script)
            .or(case.you_may_be)
            .or(claims.collect())
            .or(case.united.unwrap_or(CharacterSet::NONE));
        let is_listed = |character: &Character| listed.iter().any(|piece| piece.text == script(*character));
        // Those who cannot be played are refused anyway.
        for character in named.iter().filter(|one| is_playable(*one) && !is_listed(one)) {
            let message = format!(
                "the {} is on the script {}, which `scripts` does not list",
                character.name(),
                script(character)
            );
            let problem = Diagnostic::new("deduce/puzzle/script", message);
            let fix = format!("add \"{}\", or leave `scripts` out", script(character));
            self.problems.push(problem.at(place(self.file, Some(value.span()))).fix(fix));
        }
    }

    fn you(&mut self, file: Table<'a>) -> Option<Seat> {
        let you = self.text(file, "you");
        if let (None, Some((key, _))) = (you, file.fields.get_key_value("you_may_be")) {
            let problem = Diagnostic::new("deduce/puzzle/you", "`you_may_be` needs `you`");
            self.problems.push(problem.at(place(self.file, Some(key.span()))).fix("you = \"Ann\""));
        }
        self.seat(you?.trim())
    }

    fn known(&mut self, file: Table<'a>) -> Seats {
        let pieces: Vec<_> = self.texts(file, "known").into_iter().map(Piece::trim).collect();
        self.seats_in(&pieces).unwrap_or_default()
    }

    /// The numbers of the teams, if not the usual ones.
    fn counts(&mut self, file: Table<'a>, players: usize) -> Option<[usize; 4]> {
        let example = "counts = [3, 0, 1, 1]";
        let Some(value) = file.fields.get("counts") else {
            if base_counts(players).is_none() && (1..=SEATS).contains(&players) {
                let players = plural(players, "player");
                let message = format!("there are no usual numbers of the teams for {players}");
                let problem = Diagnostic::new("deduce/puzzle/counts", message);
                self.problems.push(problem.at(file.span).fix(example));
            }
            return None;
        };
        let span = place(self.file, Some(value.span()));
        let items =
            value.get_ref().as_array().map(|items| items.iter().map(integer).collect::<Option<Vec<_>>>());
        let Some(&[townsfolk, outsiders, minions, demons]) = items.flatten().as_deref() else {
            let problem = Diagnostic::new("deduce/puzzle/type", "`counts` must be a list of four numbers");
            self.problems.push(problem.at(span).fix(example));
            return None;
        };
        let counts = [townsfolk, outsiders, minions, demons];
        let sum = counts.into_iter().fold(0usize, usize::saturating_add);
        if sum != players {
            let message = format!("these add up to {sum}, but there are {}", plural(players, "player"));
            self.note("deduce/puzzle/counts", message, span);
        }
        Some(counts)
    }

    /// The expected worlds, and what must hold in all of them.
    fn answer_of(&mut self, file: Table<'a>) -> (Option<Vec<Expected>>, Vec<Formula>) {
        let tables = self.tables(file, "solution");
        let mut worlds = Vec::new();
        let mut also = Vec::new();
        for table in &tables {
            self.check_keys(*table, &SOLUTION_KEYS);
            let world = self.expected(*table);
            if worlds.contains(&world) {
                self.note("deduce/puzzle/solution", "this world is listed twice", table.span);
            }
            worlds.push(world);
            for formula in self.also(*table) {
                if !also.contains(&formula) {
                    also.push(formula);
                }
            }
        }
        let has_none = self.flag(file, "no_world").unwrap_or(false);
        if let Some(value) = file.fields.get("no_world").filter(|_| has_none && !tables.is_empty()) {
            let message = "`no_world` contradicts the `[[solution]]` tables";
            self.note("deduce/puzzle/solution", message, place(self.file, Some(value.span())));
        }
        ((has_none || !tables.is_empty()).then_some(worlds), also)
    }

    fn expected(&mut self, table: Table<'a>) -> Expected {
        if !table.fields.contains_key("start") {
            self.note("deduce/puzzle/missing", "`start` is missing", table.span);
        }
        let start = self.one_for_each_seat(table, "start");
        let end = table.fields.contains_key("end").then(|| self.one_for_each_seat(table, "end"));
        Expected { start, end }
    }

    fn one_for_each_seat(&mut self, table: Table<'a>, key: &str) -> Vec<Character> {
        let pieces = self.texts(table, key);
        let value = table.fields.get(key).filter(|value| value.get_ref().is_array());
        if let Some(value) = value.filter(|_| pieces.len() != self.names.len()) {
            let message = format!(
                "`{key}` lists {}, but there are {}",
                plural(pieces.len(), "character"),
                plural(self.names.len(), "player")
            );
            self.note("deduce/puzzle/solution", message, place(self.file, Some(value.span())));
        }
        pieces.into_iter().filter_map(|piece| self.role(piece.trim())).collect()
    }

    /// What must hold as well: one statement, or a list of them.
    fn also(&mut self, table: Table<'a>) -> Vec<Formula> {
        let is_list = table.fields.get("also").is_some_and(|value| value.get_ref().is_array());
        let pieces =
            if is_list { self.texts(table, "also") } else { self.text(table, "also").into_iter().collect() };
        let mut formulas = Vec::new();
        for piece in pieces.into_iter().map(Piece::trim) {
            if piece.text.contains('(') {
                formulas.extend(self.statement(piece));
            } else {
                formulas.extend(self.plain_condition(piece));
            }
        }
        formulas
    }

    /// A condition in plain words: who is drunk, poisoned or mad because of a character.
    fn plain_condition(&mut self, piece: Piece<'a>) -> Option<Formula> {
        let parts = piece.text.strip_prefix("the player made ").and_then(|rest| {
            let (effect, rest) = rest.split_once(" by the ")?;
            let (source, name) = rest.split_once(" is ")?;
            let kind = Reminder::all().find(|kind| {
                let is_so = kind.name().is_some_and(|word| word == effect) && kind.spoken().is_some();
                is_so && Some(kind.owner()) == Character::read(source)
            })?;
            Some((kind, name))
        });
        let Some((kind, name)) = parts else {
            let supported = "supported: statements such as `evil(Ann) and role(Ben, Imp)`, and `the player made drunk by the \
                             Puzzlemaster is Ann`";
            self.unsupported(piece.span(), "a condition in other plain words is not supported", supported);
            return None;
        };
        let place = piece.text.len() - name.len();
        let on = self.seat(piece.part(place..piece.text.len()))?;
        self.judged = self.judged.with(kind.owner());
        Some(Formula::Token { kind, by: None, on })
    }

    fn characters(&mut self, table: Table<'a>, key: &str) -> CharacterSet {
        let pieces: Vec<_> = self.texts(table, key).into_iter().map(Piece::trim).collect();
        let may_repeat = key == "hidden" && table.fields.get("duplicate_roles").is_some_and(is_true);
        if may_repeat {
            return pieces.iter().filter_map(|piece| self.role(*piece)).collect();
        }
        self.roles(&pieces)
    }

    /// The characters whose abilities somebody has at once, if the file says so; only those of one team can be.
    fn united(&mut self, file: Table<'a>) -> Option<CharacterSet> {
        let value = file.fields.get("hermit_is")?;
        let named = self.characters(file, "hermit_is");
        let united = Character::all().map(|one| Profile::united_by(one, named));
        let others = named.minus(united.fold(CharacterSet::NONE, CharacterSet::or));
        for other in others.iter() {
            let message = format!("nobody has the ability of the {} beside others", other.name());
            let problem = Diagnostic::new("deduce/puzzle/united", message);
            self.problems.push(problem.at(place(self.file, Some(value.span()))).fix("name Outsiders only"));
        }
        Some(named)
    }

    /// The hidden characters that stand there again, where characters may repeat.
    fn hidden_again(&mut self, file: Table<'a>) -> Vec<Character> {
        if !file.fields.get("duplicate_roles").is_some_and(is_true) {
            return Vec::new();
        }
        let mut before = CharacterSet::NONE;
        let pieces = self.texts(file, "hidden");
        let mut listed: Vec<_> =
            pieces.iter().filter_map(|piece| Character::read(piece.text.trim())).collect();
        listed.retain(|character| {
            let is_again = before.contains(*character);
            before = before.with(*character);
            is_again
        });
        listed
    }

    fn needed_text(&mut self, table: Table<'a>, key: &str) -> Option<Piece<'a>> {
        if !table.fields.contains_key(key) {
            self.note("deduce/puzzle/missing", format!("`{key}` is missing"), table.span);
        }
        self.text(table, key)
    }

    fn text(&mut self, table: Table<'a>, key: &str) -> Option<Piece<'a>> {
        let value = table.fields.get(key)?;
        let piece = self.piece(value);
        if piece.is_none() {
            self.wrong_type(value, format!("`{key}` must be a string"));
        }
        piece
    }

    /// The strings of a list; empty if there is no list.
    fn texts(&mut self, table: Table<'a>, key: &str) -> Vec<Piece<'a>> {
        let Some(value) = table.fields.get(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(value, format!("`{key}` must be a list of strings"));
            return Vec::new();
        };
        let mut pieces = Vec::new();
        for item in items.iter() {
            match self.piece(item) {
                Some(piece) => pieces.push(piece),
                None => self.wrong_type(item, format!("`{key}` must be a list of strings")),
            }
        }
        pieces
    }

    fn flag(&mut self, table: Table<'a>, key: &str) -> Option<bool> {
        let value = table.fields.get(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(value, format!("`{key}` must be true or false"));
        }
        flag
    }

    fn tables(&mut self, table: Table<'a>, key: &str) -> Vec<Table<'a>> {
        let Some(value) = table.fields.get(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(value, format!("`{key}` must be a list of tables, each under `[[{key}]]`"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_table() {
                Some(fields) => tables.push(Table { fields, span: place(self.file, Some(item.span())) }),
                None => self.wrong_type(item, format!("a `{key}` must be a table, under `[[{key}]]`")),
            }
        }
        tables
    }

    fn piece(&self, value: Value<'a>) -> Option<Piece<'a>> {
        let span = place(self.file, Some(value.span()));
        value.get_ref().as_str().map(|text| Piece::new(self.file, text, span))
    }

    /// What the file has at a place.
    pub(super) fn text_at(&self, span: Span) -> Option<&'a str> {
        self.file.get(span.range())
    }

    fn wrong_type(&mut self, value: Value<'a>, message: String) {
        self.note("deduce/puzzle/type", message, place(self.file, Some(value.span())));
    }
}

/// Whether a case ends before the dawn of its last night.
fn is_begun(ends: Piece<'_>) -> bool {
    ends.text.ends_with(BEGUN)
}

/// A non-negative number.
fn integer(value: &Spanned<DeValue<'_>>) -> Option<usize> {
    let integer = value.get_ref().as_integer()?;
    usize::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn is_true(value: &Spanned<DeValue<'_>>) -> bool {
    value.get_ref().as_bool() == Some(true)
}

/// A place in the file, at character boundaries; without one, the first line.
fn place(file: &str, range: Option<std::ops::Range<usize>>) -> Span {
    match range {
        Some(range) => Span::new(file.floor_char_boundary(range.start), file.ceil_char_boundary(range.end)),
        None => first_line(file),
    }
}

fn first_line(file: &str) -> Span {
    Span::new(0, file.find('\n').unwrap_or(file.len()))
}
