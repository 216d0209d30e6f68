//! The lines of a player: what somebody says to have done and learned.

use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{Bluffs, Formula, Report, Statement, is_playable};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::log::name_of;
use super::piece::Piece;
use super::read::Reader;
use super::terms::Line;
use crate::botc::case::{Case, Player, Said, Saying};

/// How a Demon's bluffs begin.
const NOT_IN_PLAY: &str = "not in play";

const IMP: Character = Character::with_id("imp");
const PIT_HAG: Character = Character::with_id("pithag");

/// What stands behind the colon of an ability's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Pair,
    PairOrNone,
    Number,
    Answer,
    Is,
    OneOf,
    /// One player.
    Choice,
    /// One player or three.
    Choices,
    Character,
    Statement,
    Things,
}

impl Form {
    fn of(ability: Character) -> Option<Self> {
        Some(match ability.facts().id {
            "washerwoman" | "investigator" => Self::Pair,
            "librarian" => Self::PairOrNone,
            "chef" | "empath" | "juggler" => Self::Number,
            "fortuneteller" => Self::Answer,
            "undertaker" | "ravenkeeper" => Self::Is,
            "dreamer" => Self::OneOf,
            "butler" | "monk" | "poisoner" | "professor" | "snakecharmer" => Self::Choice,
            "philosopher" => Self::Character,
            "artist" => Self::Statement,
            "savant" => Self::Things,
            "po" => Self::Choices,
            _ if ability.team() == Team::Demon => Self::Choice,
            _ => return None,
        })
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Pair => "Ann, Ben = Chef",
            Self::PairOrNone => "Ann, Ben = Drunk` or `none",
            Self::Number => "1",
            Self::Answer => "Ann, Ben = yes",
            Self::Is => "Ann = Chef",
            Self::OneOf => "Ann = Chef | Imp",
            Self::Choice => "Ann",
            Self::Choices => "Ann, Ben, Cy",
            Self::Character => "Chef",
            Self::Statement => "evil(Ann)",
            Self::Things => "evil(Ann) / chef(1)",
        }
    }
}

/// What an evil player says to have been told of the own team, and a Spy to have seen.
const TOLD_TEAM: &str = "told team";
const TOLD_GRIMOIRE: &str = "told grimoire";

/// Writes what a player says.
pub(super) fn write(case: &Case, names: &[String], player: &Player, what: &Saying) -> String {
    match what {
        Saying::Report(report) => {
            format!("N{} {}: {}", report.night, report.ability.name(), write_report(case, report))
        }
        Saying::Chose { night, ability, character } => {
            format!("N{night} {}: {}", ability.name(), character.name())
        }
        Saying::Answered { day, truth } => format!("D{day} Artist: {}", formula::write_titled(names, truth)),
        Saying::Things { day, things } => {
            let things = things.each_ref().map(|thing| formula::write_titled(names, thing));
            format!("D{day} Savant: {}", things.join(" / "))
        }
        Saying::Became { night, character } => format!("N{night} became: {}", character.name()),
        Saying::Bluffs(characters) => {
            // The case does not keep whose word it was; a Demon's is meant.
            let demon = player.claims.iter().find(|claim| claim.team() == Team::Demon);
            let bluffs: Vec<&str> = characters.iter().map(Character::name).collect();
            format!("N1 {}: {NOT_IN_PLAY} {}", demon.unwrap_or(&IMP).name(), bluffs.join(", "))
        }
        Saying::Team { demons, minions } => {
            let list =
                |seats: Seats| seats.iter().map(|seat| name_of(case, seat)).collect::<Vec<_>>().join(", ");
            let minions = format!("minions {}", list(*minions));
            let demons = demons.map(|demons| format!("demons {} / ", list(demons))).unwrap_or_default();
            format!("N1 {TOLD_TEAM}: {demons}{minions}")
        }
        Saying::Grimoire { night, roles } => {
            let roles: Vec<&str> = roles.iter().map(|role| role.name()).collect();
            format!("N{night} {TOLD_GRIMOIRE}: {}", roles.join(", "))
        }
    }
}

fn write_report(case: &Case, report: &Report) -> String {
    let list = |seats: &[Seat]| seats.iter().map(|seat| name_of(case, *seat)).collect::<Vec<_>>().join(", ");
    let chosen = list(&report.chosen);
    match report.told {
        Some(Statement::Pair { holder, wrong, character }) => {
            format!("{} = {}", list(&[holder, wrong]), character.name())
        }
        Some(Statement::Nobody) => "none".to_owned(),
        Some(Statement::Number(number)) => number.to_string(),
        Some(Statement::Answer(answer)) => format!("{chosen} = {}", if answer { "yes" } else { "no" }),
        Some(Statement::Is(character)) => format!("{chosen} = {}", character.name()),
        Some(Statement::OneOf(good, evil)) => format!("{chosen} = {} | {}", good.name(), evil.name()),
        // Nobody says more than whom they chose.
        _ => chosen,
    }
}

impl<'a> Reader<'a> {
    /// What somebody says.
    pub(super) fn said(&mut self, piece: Piece<'a>) -> Option<Said> {
        let line = self.line(piece)?;
        let what = self.saying(&line)?;
        Some(Said { what, span: Some(line.whole.span()) })
    }

    /// `demons Ann / minions Ben, Cy`; a Demon is told of the Minions alone.
    fn told_team(&mut self, line: &Line<'a>) -> Option<Saying> {
        let (mut demons, mut minions) = (None, None);
        for part in line.body.split(&['/']) {
            let (word, names) =
                part.split_once(" ").unwrap_or((part, part.part(part.text.len()..part.text.len())));
            let seats = if names.text.is_empty() { Some(Seats::NONE) } else { self.seats(names) };
            match word.text.to_ascii_lowercase().as_str() {
                "demons" => demons = Some(seats?),
                "minions" => minions = Some(seats?),
                _ => self.wrong_body(part, "demons Ann / minions Ben, Cy"),
            }
        }
        self.night(line)?;
        Some(Saying::Team { demons, minions: minions? })
    }

    fn saying(&mut self, line: &Line<'a>) -> Option<Saying> {
        let word = line.lower_word();
        if word == "became" {
            let night = self.night(line);
            let character = self.role(line.body);
            return Some(Saying::Became { night: night?, character: character? });
        }
        if word == TOLD_TEAM {
            return self.told_team(line);
        }
        if word == TOLD_GRIMOIRE {
            let night = self.night(line);
            let roles: Option<Vec<Character>> =
                line.body.split(&[',']).into_iter().map(|piece| self.role(piece)).collect();
            if roles.as_ref().is_some_and(|roles| roles.len() != self.names.len()) {
                self.wrong_body(line.body, "Chef, Imp, Saint, …, one for each seat");
                return None;
            }
            return Some(Saying::Grimoire { night: night?, roles: roles? });
        }
        if word == "mad" || word.starts_with("told ") {
            let message = format!("a line `{}` is not supported", line.word.text);
            let supported = format!(
                "supported are {TOLD_TEAM}, {TOLD_GRIMOIRE}, became, and the abilities of characters"
            );
            self.unsupported(line.word.span(), message, supported);
            return None;
        }
        if word.contains(" about ") {
            let supported = "supported are statements about the players of this file";
            self.unsupported(line.word.span(), "a statement about another board is not supported", supported);
            return None;
        }
        let ability = self.role(line.word)?;
        if is_playable(ability) { self.use_of(ability, line) } else { None }
    }

    /// What somebody says to have done with an ability, or learned by it.
    fn use_of(&mut self, ability: Character, line: &Line<'a>) -> Option<Saying> {
        if ability == PIT_HAG {
            let supported = "supported is what others become: `N2 became: Chef`";
            self.unsupported(line.word.span(), "what a Pit-Hag chooses is not supported", supported);
            return None;
        }
        let Some(form) = Form::of(ability) else {
            let message = format!("no line says what the {} does", ability.name());
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(line.word.span()));
            return None;
        };
        match form {
            Form::Statement => {
                let day = self.day(line);
                let truth = self.statement(line.body);
                Some(Saying::Answered { day: day?, truth: truth? })
            }
            Form::Things => {
                let day = self.day(line);
                let things = self.things(line.body);
                Some(Saying::Things { day: day?, things: things? })
            }
            Form::Character => {
                let night = self.night(line);
                let character = self.role(line.body);
                Some(Saying::Chose { night: night?, ability, character: character? })
            }
            _ if ability.team() == Team::Demon && begins_bluffs(line.body.text) => {
                self.bluffs(line).map(Saying::Bluffs)
            }
            _ => {
                let night = self.night(line);
                let report = self.report(form, line.body);
                let (chosen, told) = report?;
                Some(Saying::Report(Report { night: night?, ability, chosen, told }))
            }
        }
    }

    fn things(&mut self, body: Piece<'a>) -> Option<[Formula; 2]> {
        let [first, second] = body.split(&['/'])[..] else {
            self.wrong_body(body, Form::Things.example());
            return None;
        };
        let first = self.statement(first);
        let second = self.statement(second);
        Some([first?, second?])
    }

    /// What a Demon is told in the first night.
    fn bluffs(&mut self, line: &Line<'a>) -> Option<CharacterSet> {
        let night = self.night(line);
        if night.is_some_and(|night| night != 1) {
            let problem = Diagnostic::new("deduce/puzzle/phase", "bluffs are told in the first night");
            self.problems.push(problem.at(line.phase.span()).fix("N1"));
        }
        let list = line.body.part(NOT_IN_PLAY.len()..line.body.text.len()).trim();
        let pieces = list.split(&[',']);
        let characters = self.roles(&pieces);
        if pieces.len() > Bluffs::COUNT {
            let message = format!("a Demon is told {} characters at the most", Bluffs::COUNT);
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(list.span()));
        }
        night.map(|_| characters)
    }

    /// Who was chosen, and what was told.
    fn report(&mut self, form: Form, body: Piece<'a>) -> Option<(Vec<Seat>, Option<Statement>)> {
        match form {
            Form::Choice => Some((self.so_many_seats(body, &[1])?, None)),
            Form::Choices => Some((self.so_many_seats(body, &[1, 3])?, None)),
            Form::Number => Some((Vec::new(), Some(Statement::Number(self.number(body)?)))),
            Form::PairOrNone if body.text.eq_ignore_ascii_case("none") => {
                Some((Vec::new(), Some(Statement::Nobody)))
            }
            _ => {
                let Some((players, told)) = body.split_once("=") else {
                    self.wrong_body(body, form.example());
                    return None;
                };
                let many = if matches!(form, Form::Is | Form::OneOf) { 1 } else { 2 };
                let seats = self.so_many_seats(players, &[many]);
                self.told(form, seats, told)
            }
        }
    }

    /// What was told about these.
    fn told(
        &mut self,
        form: Form,
        seats: Option<Vec<Seat>>,
        told: Piece<'a>,
    ) -> Option<(Vec<Seat>, Option<Statement>)> {
        match form {
            Form::Answer => {
                let answer = self.answer(told);
                Some((seats?, Some(Statement::Answer(answer?))))
            }
            Form::Is => {
                let character = self.role(told);
                Some((seats?, Some(Statement::Is(character?))))
            }
            Form::OneOf => {
                let one_of = self.one_of(told);
                Some((seats?, Some(one_of?)))
            }
            _ => {
                let character = self.role(told);
                let [holder, wrong] = seats?[..] else { return None };
                Some((Vec::new(), Some(Statement::Pair { holder, wrong, character: character? })))
            }
        }
    }

    fn answer(&mut self, piece: Piece<'a>) -> Option<bool> {
        match piece.text.to_ascii_lowercase().as_str() {
            "yes" => Some(true),
            "no" => Some(false),
            _ => {
                let message = format!("`{}` is neither `yes` nor `no`", piece.text);
                self.unknown("deduce/puzzle/answer", piece, message, ["yes", "no"].into_iter());
                None
            }
        }
    }

    /// `Role | Role`, one good and one evil, whichever stands first.
    fn one_of(&mut self, piece: Piece<'a>) -> Option<Statement> {
        let Some((first, second)) = piece.split_once("|") else {
            self.wrong_body(piece, "Chef | Imp");
            return None;
        };
        let first = self.role(first);
        let second = self.role(second);
        let (first, second) = (first?, second?);
        let is_pair = |good, evil| CharacterSet::GOOD.contains(good) && CharacterSet::EVIL.contains(evil);
        if is_pair(first, second) {
            return Some(Statement::OneOf(first, second));
        }
        if is_pair(second, first) {
            return Some(Statement::OneOf(second, first));
        }
        let message = format!("`{}` should be one good character and one evil one", piece.text);
        self.problems.push(Diagnostic::new("deduce/puzzle/one-of", message).at(piece.span()));
        None
    }
}

/// Whether a text begins as bluffs do, in either case.
pub(super) fn begins_bluffs(text: &str) -> bool {
    text.get(..NOT_IN_PLAY.len()).is_some_and(|start| start.eq_ignore_ascii_case(NOT_IN_PLAY))
}
