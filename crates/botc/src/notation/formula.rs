//! Formulas as text: what a Savant is told, an Artist asks and a Gossip claims.
//!
//! **Reads** `not x`, `x and y`, `x or y`, `x xor y`, `x iff y`, parentheses (`and` binds tighter than the other
//! three, which are read from the left), and the atoms `evil(A)`, `role(A, Role)`, `type(A, Team)`, `in_play(Role)`,
//! `exactly(n, x, …)`, `chef(n)`, `clockmaker(n)`, `red_herring(A, B)`, `drunk_between_townsfolk()`,
//! `townsfolk_row(n)`, `townsfolk_row(at least n)`, `types_among(n, A, …)`, `next_to(Role, Role)`, `impaired(A)`,
//! `mad(A)`, `target(A, B)`, `targets(A, B, …)`, and the words that characters declare for their tokens, such as
//! `puzzle_drunk(A, B)` with whose it is or `widow_poisoned(A)` without, in any case.
//!
//! **Writes** the same words in lower case, characters by their notation names, parentheses around every
//! compound part of a compound. For people, it writes characters and teams by their display names and omits
//! parentheses in a chain of one connective.

use gaslamp_core::edit_distance::instead;
use gaslamp_core::notation::actor_name;
use gaslamp_core::{Actor, Diagnostic, Seat, Span};

use crate::characters::{Character, Team};
use crate::rules::{Formula, Joint, Reminder, playable_instead};

/// The words that make a statement of others.
pub const CONNECTIVES: [&str; 5] = [NOT, JOINTS[0].1, JOINTS[1].1, JOINTS[2].1, JOINTS[3].1];

const NOT: &str = "not";

/// The words that join two formulas.
const JOINTS: [(Joint, &str); 4] =
    [(Joint::And, "and"), (Joint::Or, "or"), (Joint::Xor, "xor"), (Joint::Iff, "iff")];

const TEAMS: [Team; 4] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];

/// Every word that begins a statement but those of tokens; other characters and teams may stand in
/// `drunk_between_townsfolk`.
const WORDS: [&str; 16] = [
    "evil",
    "role",
    "type",
    "in_play",
    "exactly",
    EVIL_PAIRS,
    DEMON_TO_MINION,
    "red_herring",
    "drunk_between_townsfolk",
    "townsfolk_row",
    "types_among",
    "next_to",
    "impaired",
    "mad",
    "target",
    "targets",
];

/// Every word that begins a statement.
pub fn words() -> impl Iterator<Item = &'static str> {
    let of_tokens = Reminder::all().filter_map(|kind| kind.spoken().map(|spoken| spoken.word));
    WORDS.into_iter().chain(of_tokens)
}

/// The kind of token that a word speaks of, and whether it names whose token it is.
fn spoken_token(word: &str) -> Option<(Reminder, bool)> {
    let spoken = Reminder::all().filter_map(|kind| Some((kind, kind.spoken()?)));
    let mut known = spoken.filter(|(_, spoken)| spoken.word.eq_ignore_ascii_case(word));
    known.next().map(|(kind, spoken)| (kind, spoken.names_placer))
}

/// Some numbers are named after the character that learns them.
const EVIL_PAIRS: &str = "chef";
const DEMON_TO_MINION: &str = "clockmaker";

/// The character that a statement is named after, if any: `clockmaker(2)`.
#[must_use]
pub fn namesake(formula: &Formula) -> Option<Character> {
    match formula {
        Formula::EvilPairs(_) => Character::read(EVIL_PAIRS),
        Formula::DemonToMinion(_) => Character::read(DEMON_TO_MINION),
        _ => None,
    }
}

/// Separates a character from a team: `drunk_between_townsfolk()`.
const BETWEEN: &str = "_between_";

/// The statement that a character sits between two of a team, if the word is of that form.
fn between(word: &str) -> Option<Formula> {
    let word = word.to_ascii_lowercase();
    let (character, team) = word.split_once(BETWEEN)?;
    let team = TEAMS.into_iter().find(|known| known.name() == team)?;
    Some(Formula::Between(Character::read(character)?, team))
}

/// The most parts a statement may have, which also limits its depth. No real statement comes close.
const MOST_PARTS: usize = 100;

/// Writes a formula.
#[must_use]
pub fn write(names: &[String], formula: &Formula) -> String {
    Writer { names, role: Character::word, team: Team::name, has_chains: false }.write(formula)
}

/// Writes a formula with display names: `role(Ann, Fortune Teller)`, `type(Ann, Minion)`.
#[must_use]
pub fn write_titled(names: &[String], formula: &Formula) -> String {
    Writer { names, role: Character::name, team: Team::title, has_chains: true }.write(formula)
}

/// How to name players, characters and teams.
struct Writer<'a> {
    names: &'a [String],
    role: fn(Character) -> &'static str,
    team: fn(Team) -> &'static str,
    /// Whether `a and b and c` is written without parentheses.
    has_chains: bool,
}

impl Writer<'_> {
    fn write(&self, formula: &Formula) -> String {
        let seat = |seat: &Seat| actor_name(self.names, Actor::Seat(*seat)).to_owned();
        let role = |character: &Character| (self.role)(*character);
        let inner = |part: &Formula| match part {
            Formula::Join(..) => format!("({})", self.write(part)),
            _ => self.write(part),
        };
        let list = |words: Vec<String>| words.join(", ");
        match formula {
            Formula::Not(part) => format!("not {}", inner(part)),
            Formula::Join(joint, a, b) => {
                let word = JOINTS.iter().find(|(known, _)| known == joint).map_or("and", |(_, word)| word);
                let is_chain = matches!(&**a, Formula::Join(first, ..) if self.has_chains && first == joint);
                let first = if is_chain { self.write(a) } else { inner(a) };
                format!("{first} {word} {}", inner(b))
            }
            Formula::Evil(player) => format!("evil({})", seat(player)),
            Formula::Role(player, character) => format!("role({}, {})", seat(player), role(character)),
            Formula::Type(player, team) => format!("type({}, {})", seat(player), (self.team)(*team)),
            Formula::InPlay(character) => format!("in_play({})", role(character)),
            Formula::Exactly(count, parts) => {
                let parts = parts.iter().map(|part| self.write(part));
                format!("exactly({})", list([count.to_string()].into_iter().chain(parts).collect()))
            }
            Formula::EvilPairs(count) => format!("{EVIL_PAIRS}({count})"),
            Formula::DemonToMinion(count) => format!("{DEMON_TO_MINION}({count})"),
            Formula::RedHerring(teller, herring) => {
                format!("red_herring({}, {})", seat(teller), seat(herring))
            }
            Formula::Between(character, team) => format!("{character}{BETWEEN}{}()", team.name()),
            Formula::TownsfolkRow { length, or_longer } => {
                format!("townsfolk_row({}{length})", if *or_longer { "at least " } else { "" })
            }
            Formula::TypesAmong(count, players) => {
                let players = players.iter().map(seat);
                format!("types_among({})", list([count.to_string()].into_iter().chain(players).collect()))
            }
            Formula::NextTo(a, b) => format!("next_to({}, {})", role(a), role(b)),
            Formula::Impaired(player) => format!("impaired({})", seat(player)),
            Formula::Mad(player) => format!("mad({})", seat(player)),
            Formula::Token { kind, by, on } => {
                let word = kind.spoken().map_or("", |spoken| spoken.word);
                format!("{word}({})", list(by.iter().chain([on]).map(seat).collect()))
            }
            Formula::Target(by, target) => format!("target({}, {})", seat(by), seat(target)),
            Formula::Targets(by, targets) => {
                format!("targets({})", list([by].into_iter().chain(targets).map(seat).collect()))
            }
        }
    }
}

/// Reads a formula about these players.
///
/// # Errors
/// Why it is not one.
pub fn read(names: &[String], text: &str) -> Result<Formula, Diagnostic> {
    read_placed(names, text).map_err(|problem| Diagnostic { span: None, ..problem })
}

/// Reads a formula about these players; problems have their place in this text.
///
/// # Errors
/// Why it is not one.
pub fn read_placed(names: &[String], text: &str) -> Result<Formula, Diagnostic> {
    let mut reader = Reader { names, text, rest: text, parts: 0, depth: 0 };
    let formula = reader.whole()?;
    match reader.rest.trim() {
        "" => Ok(formula),
        rest => {
            let message = format!("unexpected `{}` after the statement", short(rest));
            Err(reader.wrong(rest, message))
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

struct Reader<'a> {
    names: &'a [String],
    text: &'a str,
    rest: &'a str,
    parts: usize,
    /// The number of open parentheses.
    depth: usize,
}

impl<'a> Reader<'a> {
    /// A problem with this part, which must be a slice of the text.
    fn wrong(&self, part: &str, message: String) -> Diagnostic {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        Diagnostic::new("botc/notation/statement", message).at(Span::new(start, start + part.len()))
    }

    /// Parts joined by `or`, `xor` and `iff`, from the left.
    fn whole(&mut self) -> Result<Formula, Diagnostic> {
        let mut formula = self.conjunction()?;
        while let Some((joint, _)) = JOINTS[1..].iter().find(|(_, word)| self.takes_word(word)) {
            formula = Formula::Join(*joint, Box::new(formula), Box::new(self.conjunction()?));
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Result<Formula, Diagnostic> {
        let mut formula = self.part()?;
        while self.takes_word("and") {
            formula = Formula::Join(Joint::And, Box::new(formula), Box::new(self.part()?));
        }
        Ok(formula)
    }

    fn part(&mut self) -> Result<Formula, Diagnostic> {
        let mut negations = 0usize;
        while self.takes_word(NOT) {
            self.one_more()?;
            negations += 1;
        }
        let formula = if self.takes('(') { self.parenthesis()? } else { self.atom()? };
        Ok((0..negations).fold(formula, |formula, _| Formula::Not(Box::new(formula))))
    }

    /// A formula in parentheses. Valid text never needs more of them than it has parts.
    fn parenthesis(&mut self) -> Result<Formula, Diagnostic> {
        self.depth += 1;
        if self.depth > MOST_PARTS {
            return Err(self.too_much());
        }
        let formula = self.whole()?;
        self.expects(')')?;
        self.depth -= 1;
        Ok(formula)
    }

    fn one_more(&mut self) -> Result<(), Diagnostic> {
        self.parts += 1;
        if self.parts <= MOST_PARTS { Ok(()) } else { Err(self.too_much()) }
    }

    fn too_much(&self) -> Diagnostic {
        self.wrong(self.text, format!("a statement has at most {MOST_PARTS} parts"))
    }

    fn atom(&mut self) -> Result<Formula, Diagnostic> {
        self.one_more()?;
        let word = self.word();
        let known = WORDS.into_iter().find(|known| known.eq_ignore_ascii_case(word));
        let (between, token) = (between(word), spoken_token(word));
        if known.is_none() && between.is_none() && token.is_none() && !word.is_empty() {
            let message = format!("unknown statement `{}`", short(word));
            return Err(self.wrong(word, message).fix(instead(word, words().chain(CONNECTIVES))));
        }
        self.expects('(')?;
        let formula = match known.unwrap_or_default() {
            "evil" => Formula::Evil(self.seat()?),
            "role" => Formula::Role(self.seat()?, self.next(Self::character)?),
            "type" => Formula::Type(self.seat()?, self.next(Self::team)?),
            "in_play" => Formula::InPlay(self.character()?),
            "exactly" => Formula::Exactly(self.number()?, self.list(Self::whole)?),
            EVIL_PAIRS => Formula::EvilPairs(self.number()?),
            DEMON_TO_MINION => Formula::DemonToMinion(self.number()?),
            "red_herring" => Formula::RedHerring(self.seat()?, self.next(Self::seat)?),
            "townsfolk_row" => {
                let or_longer = self.takes_word("at") && self.takes_word("least");
                Formula::TownsfolkRow { length: self.number()?, or_longer }
            }
            "types_among" => Formula::TypesAmong(self.number()?, self.list(Self::seat)?),
            "next_to" => Formula::NextTo(self.character()?, self.next(Self::character)?),
            "impaired" => Formula::Impaired(self.seat()?),
            "mad" => Formula::Mad(self.seat()?),
            "target" => Formula::Target(self.seat()?, self.next(Self::seat)?),
            "targets" => Formula::Targets(self.seat()?, self.list(Self::seat)?),
            _ if let Some((kind, names_placer)) = token => self.token(kind, names_placer)?,
            _ => between.ok_or_else(|| self.wrong(word, "a statement is missing here".to_owned()))?,
        };
        self.expects(')')?;
        Ok(formula)
    }

    /// Whose token it is, if it is named, and where it lies.
    fn token(&mut self, kind: Reminder, names_placer: bool) -> Result<Formula, Diagnostic> {
        let first = self.seat()?;
        Ok(if names_placer && self.takes(',') {
            Formula::Token { kind, by: Some(first), on: self.seat()? }
        } else {
            Formula::Token { kind, by: None, on: first }
        })
    }

    /// The argument after one more comma.
    fn next<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        self.expects(',')?;
        read(self)
    }

    /// The arguments after all remaining commas.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Diagnostic>) -> Result<Vec<T>, Diagnostic> {
        let mut items = Vec::new();
        while self.takes(',') {
            self.one_more()?;
            items.push(read(self)?);
        }
        Ok(items)
    }

    fn takes(&mut self, c: char) -> bool {
        match self.rest.trim_start().strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expects(&mut self, c: char) -> Result<(), Diagnostic> {
        if self.takes(c) {
            return Ok(());
        }
        let rest = self.rest.trim();
        Err(self.wrong(rest, format!("expected `{c}` before `{}`", short(rest))))
    }

    /// The next word, which may be empty.
    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !is_word_part(c)).unwrap_or(rest.len());
        self.rest = &rest[end..];
        &rest[..end]
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let before = self.rest;
        let takes = self.word().eq_ignore_ascii_case(wanted);
        if !takes {
            self.rest = before;
        }
        takes
    }

    /// Everything up to the next comma or closing parenthesis.
    fn argument(&mut self) -> &'a str {
        let end = self.rest.find([',', ')', '(']).unwrap_or(self.rest.len());
        let argument = self.rest[..end].trim();
        self.rest = &self.rest[end..];
        argument
    }

    fn seat(&mut self) -> Result<Seat, Diagnostic> {
        let name = self.argument();
        let index = self.names.iter().position(|known| known.eq_ignore_ascii_case(name));
        index.map(Seat::new).ok_or_else(|| {
            let problem = self.wrong(name, format!("no player is called `{}`", short(name)));
            problem.fix(instead(name, self.names.iter().map(String::as_str)))
        })
    }

    fn character(&mut self) -> Result<Character, Diagnostic> {
        let name = self.argument();
        Character::read(name).ok_or_else(|| {
            let problem = self.wrong(name, format!("unknown character `{}`", short(name)));
            problem.fix(playable_instead(name))
        })
    }

    fn team(&mut self) -> Result<Team, Diagnostic> {
        let name = self.argument();
        let team = TEAMS.into_iter().find(|team| team.name().eq_ignore_ascii_case(name));
        team.ok_or_else(|| {
            let problem = self.wrong(name, format!("unknown team `{}`", short(name)));
            problem.fix(instead(name, TEAMS.into_iter().map(Team::title)))
        })
    }

    fn number(&mut self) -> Result<u8, Diagnostic> {
        let text = self.argument();
        text.parse().map_err(|_| self.wrong(text, format!("`{}` is not a number", short(text))))
    }
}

fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["Ann", "Ben", "Cy"].map(str::to_owned).to_vec()
    }

    #[test]
    fn every_form_is_read_and_written_one_way() {
        let table = [
            ("evil(Ann)", "evil(Ann)"),
            ("NOT evil( ann )", "not evil(Ann)"),
            ("not not evil(Ann)", "not not evil(Ann)"),
            ("role(Ben, Fortune Teller)", "role(Ben, fortune_teller)"),
            ("type(Cy,Minion)", "type(Cy, minion)"),
            ("evil(Ann) and evil(Ben) or evil(Cy)", "(evil(Ann) and evil(Ben)) or evil(Cy)"),
            ("evil(Ann) xor (chef(1) iff clockmaker(2))", "evil(Ann) xor (chef(1) iff clockmaker(2))"),
            ("not (chef(0) or in_play(imp))", "not (chef(0) or in_play(imp))"),
            ("exactly(1, evil(Ann), chef(1) and chef(2))", "exactly(1, evil(Ann), chef(1) and chef(2))"),
            ("red_herring(Ann, Ben)", "red_herring(Ann, Ben)"),
            ("drunk_between_townsfolk( )", "drunk_between_townsfolk()"),
            ("townsfolk_row(at least 3)", "townsfolk_row(at least 3)"),
            ("townsfolk_row(2)", "townsfolk_row(2)"),
            ("types_among(2, Ann, Cy)", "types_among(2, Ann, Cy)"),
            ("next_to(Imp, Scarlet Woman)", "next_to(imp, scarlet_woman)"),
            ("Impaired(Ann) and mad(Ben)", "impaired(Ann) and mad(Ben)"),
            ("target(Ann, Ann)", "target(Ann, Ann)"),
            ("targets(Ann, Ben, Cy,Ben)", "targets(Ann, Ben, Cy, Ben)"),
            ("targets(Ann)", "targets(Ann)"),
            ("puzzle_drunk(Ann, Ben)", "puzzle_drunk(Ann, Ben)"),
            ("puzzle_drunk(Ben)", "puzzle_drunk(Ben)"),
            ("Widow_Poisoned(Ben) or drunk_idiot(Cy)", "widow_poisoned(Ben) or drunk_idiot(Cy)"),
        ];
        for (text, written) in table {
            let formula = read(&names(), text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            assert_eq!(write(&names(), &formula), written, "{text}");
            assert_eq!(read(&names(), written), Ok(formula), "{written}");
        }
    }

    #[test]
    fn people_read_the_names_on_tokens() {
        let table = [
            (
                "role(Ben, fortune_teller) and type(Cy, minion)",
                "role(Ben, Fortune Teller) and type(Cy, Minion)",
            ),
            ("next_to(pit_hag, imp)", "next_to(Pit-Hag, Imp)"),
            ("in_play(devilsadvocate)", "in_play(Devil's Advocate)"),
            ("chef(0) and chef(1) and chef(2) or chef(3)", "(chef(0) and chef(1) and chef(2)) or chef(3)"),
            ("chef(0) xor (chef(1) xor chef(2))", "chef(0) xor (chef(1) xor chef(2))"),
            ("chef(0) or chef(1) iff chef(2)", "(chef(0) or chef(1)) iff chef(2)"),
        ];
        for (text, written) in table {
            let formula = read(&names(), text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            assert_eq!(write_titled(&names(), &formula), written, "{text}");
            assert_eq!(read(&names(), written), Ok(formula), "{written}");
        }
    }

    /// When written, a chain has parentheses that were not there.
    #[test]
    fn the_longest_chain_is_read_back() {
        let chain = format!("evil(Ann){}", " and evil(Ann)".repeat(MOST_PARTS - 1));
        let formula = read(&names(), &chain).expect("a statement");
        assert_eq!(read(&names(), &write(&names(), &formula)), Ok(formula));
        assert!(read(&names(), &format!("{chain} or evil(Ben)")).is_err());
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let table = [
            ("evil(Ann) and evil( Bn )", "Bn", Some("did you mean `Ben`? known: Ann, Ben, Cy")),
            ("role(Ann, Empth)", "Empth", Some("did you mean `Empath`?")),
            (
                "not type(Ann, Minon)",
                "Minon",
                Some("did you mean `Minion`? known: Townsfolk, Outsider, Minion, Demon"),
            ),
            ("chef(x)", "x", None),
            ("evil(Ann) but chef(1) ", "but chef(1)", None),
            ("exactly(1, evil(Ann) ]", "]", None),
        ];
        for (text, part, fix) in table {
            let problem = read_placed(&names(), text).expect_err(text);
            let span = problem.span.expect("a place");
            assert_eq!((&text[span.range()], problem.fix.as_deref()), (part, fix), "{text}");
            assert_eq!(read(&names(), text).expect_err(text).span, None);
        }
    }

    #[test]
    fn an_unknown_statement_is_answered_with_those_that_are_known() {
        for (text, part, near) in [
            ("evi(Ann)", "evi", "did you mean `evil`? known: evil, role, type, "),
            ("Ann is evil", "Ann", "did you mean `and`? known: "),
            ("chef(1) and herring(Ann, Ben)", "herring", "one of: evil, role, "),
        ] {
            let problem = read_placed(&names(), text).expect_err(text);
            let fix = problem.fix.unwrap_or_default();
            assert_eq!(problem.span.map(|span| &text[span.range()]), Some(part));
            assert!(fix.starts_with(near) && fix.ends_with("not, and, or, xor, iff"), "{fix}");
        }
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        let nested = format!("{}evil(Ann){}", "(".repeat(5000), ")".repeat(5000));
        let negated = "not ".repeat(5000) + "evil(Ann)";
        let texts =
            ["", "evil", "evil(Zed)", "evil(Ann) and", "evil(Ann))", "chef(x)", "chef(300)", "tall(Ann)"];
        let joined = format!("evil(Ann){}", " and evil(Ann)".repeat(300_000));
        for text in texts.into_iter().chain([nested.as_str(), negated.as_str(), joined.as_str()]) {
            assert!(read(&names(), text).is_err(), "{}", short(text));
        }
    }
}
