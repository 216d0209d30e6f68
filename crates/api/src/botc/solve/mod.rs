//! Puzzles: every world that fits, what is certain, how likely the rest is, and why something is impossible.
//!
//! [`solve`] answers a puzzle file at once. Whoever wants to see how far it is, or to show something in between, takes the same steps one by one:
//! [`read`] the puzzle, [`Asked::new`] with the options, [`Asked::solver`], [`Asked::survey`], [`Asked::solved`], [`Solved::answer`].

mod course;
mod many;
mod picture;

pub use many::{Outcome, Totals, UNCOUNTED};

use std::time::Duration;

use gaslamp_botc::Character;
use gaslamp_botc::notation::formula;
use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::plural;
use gaslamp_core::svg::Theme;
use gaslamp_deduce::botc::history::History;
use gaslamp_deduce::botc::{
    Case, Expected, Extent, Holds, Puzzle, Question, Reason, SeatShares, Solver, Survey, SurveyOptions,
    Watch, World, puzzle, shortage, why as reason_why,
};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};
use crate::stop::{Stop, Stopped};

/// The most worlds compared with a recorded answer; no recorded answer has more.
pub const MOST_COMPARED: usize = 100_000;

/// The most statements answered at once.
const MOST_QUESTIONS: usize = 64;

/// What is asked of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Supposed to be so: `Tom=Imp`, or a statement.
    pub what_if: Vec<String>,
    /// Statements that are to hold always, never or sometimes.
    pub ask: Vec<String>,
    /// How many worlds are shown.
    pub show: usize,
    /// Whether each of them is shown with one way in which the game can have gone.
    pub course: bool,
    /// Whether the answer is compared with the one that the puzzle records.
    pub expect: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { what_if: Vec::new(), ask: Vec::new(), show: 10, course: false, expect: false }
    }
}

/// Solves a puzzle file.
#[must_use]
pub fn solve(input: &Input, options: Options, stop: &Stop) -> Answer {
    let answer = || {
        let puzzle = read(input)?;
        let asked = Asked::new(input, &puzzle, options)?;
        let survey = asked.survey(&asked.solver()?, stop)?;
        Ok(asked.solved(survey, stop.stopped().cloned())?.answer(None))
    };
    answer().unwrap_or_else(|problems: Problems| problems.into())
}

/// Reads a puzzle.
///
/// # Errors
/// What cannot be read, or is not played here.
pub fn read(input: &Input) -> Result<Puzzle, Problems> {
    read_beside(input, &|_| None)
}

/// Reads a puzzle file, and the board that it is linked to, of which `beside` has the text, given its name.
///
/// # Errors
/// What is wrong with either.
pub fn read_beside(input: &Input, beside: &dyn Fn(&str) -> Option<String>) -> Result<Puzzle, Problems> {
    if input.text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        return Err(problem
            .fix("a puzzle file has `hidden`, `log` and a [[player]] for each seat; `botc puzzle --new` writes one to fill in")
            .into());
    }
    puzzle::read_beside(&input.text, beside).map_err(|problems| input.problems(problems))
}

/// What of a puzzle could be meant in several ways.
#[must_use]
pub fn ambiguities(input: &Input, puzzle: &Puzzle) -> Problems {
    input.problems(puzzle::ambiguities(&puzzle.case))
}

/// A puzzle, and what is asked of it.
pub struct Asked<'a> {
    input: &'a Input,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What is asked.
    pub options: Options,
    assumptions: Vec<Question>,
    questions: Vec<Question>,
}

impl<'a> Asked<'a> {
    /// Reads what is asked.
    ///
    /// # Errors
    /// What cannot be understood of it.
    pub fn new(input: &'a Input, puzzle: &'a Puzzle, options: Options) -> Result<Self, Problems> {
        let assumptions = questions(&puzzle.case, &options.what_if);
        let questions = questions(&puzzle.case, &options.ask);
        match (assumptions, questions) {
            (Ok(assumptions), Ok(mut questions)) => {
                if options.expect {
                    questions.extend(expected_statements(puzzle));
                }
                check_number(questions.len())?;
                Ok(Self { input, puzzle, options, assumptions, questions })
            }
            (Err(problems), Err(more)) => Err(problems.with(more)),
            (Err(problems), Ok(_)) | (Ok(_), Err(problems)) => Err(problems),
        }
    }

    /// The puzzle made ready.
    ///
    /// # Errors
    /// What it asks for and is not played here.
    pub fn solver(&self) -> Result<Solver<'a>, Problems> {
        let solver = Solver::new(&self.puzzle.case)
            .and_then(|solver| solver.asked(&self.assumptions)?.asked(&self.questions));
        solver.map_err(|problems| self.input.problems(problems))
    }

    /// Looks at all worlds, or at many.
    ///
    /// # Errors
    /// What the puzzle asks for and is not played here.
    pub fn survey(&self, solver: &Solver<'_>, stop: &Stop) -> Result<Survey, Problems> {
        let options = SurveyOptions {
            assumptions: &self.assumptions,
            questions: &self.questions,
            keep: if self.options.expect { MOST_COMPARED } else { self.options.show },
            ..SurveyOptions::default()
        };
        Survey::of(solver, &options, stop.watch()).map_err(|problems| self.input.problems(problems))
    }

    /// What was found, and why the survey was stopped, if it was; with the courses of the worlds that are shown, if they are wanted.
    ///
    /// # Errors
    /// What the puzzle asks for and is not played here.
    pub fn solved(&self, survey: Survey, stopped: Option<Stopped>) -> Result<Solved<'_>, Problems> {
        let courses = if self.options.course {
            course::courses(&self.puzzle.case, &survey.worlds, &self.assumptions, self.options.show)?
        } else {
            Vec::new()
        };
        Ok(Solved { asked: self, survey, courses, stopped })
    }
}

/// Refuses more statements than can be answered at once.
fn check_number(statements: usize) -> Result<(), Problems> {
    if statements <= MOST_QUESTIONS {
        return Ok(());
    }
    let message =
        format!("{statements} statements given, but at most {MOST_QUESTIONS} can be answered at once");
    Err(Problems::unreadable("solve/statements", message))
}

fn questions(case: &Case, texts: &[String]) -> Result<Vec<Question>, Problems> {
    check_number(texts.len())?;
    texts.iter().map(|text| question(case, text)).collect()
}

/// Reads what is asked; a place in it is a place in the argument.
fn question(case: &Case, text: &str) -> Result<Question, Problems> {
    let unreadable = |problem| Input::new("the argument", text).problems(vec![problem]);
    Question::read(&case.names(), text).map_err(unreadable)
}

/// What was found.
pub struct Solved<'a> {
    asked: &'a Asked<'a>,
    /// The worlds, and what can be said of them.
    pub survey: Survey,
    /// One way in which the game can have gone, for each world that is shown, if that is wanted.
    pub courses: Vec<Option<History>>,
    stopped: Option<Stopped>,
}

impl Solved<'_> {
    /// The same for programs. Whoever has measured it may say how long it took.
    #[must_use]
    pub fn answer(&self, elapsed: Option<Duration>) -> Answer {
        let Asked { input, puzzle, options, .. } = self.asked;
        let (case, survey) = (&puzzle.case, &self.survey);
        let mut fields =
            if options.ask.is_empty() { fields(case, survey, elapsed) } else { brief(survey, elapsed) };
        if let (true, Some(field)) = (options.course, fields.iter_mut().find(|(key, _)| *key == "solutions"))
        {
            field.1 = course::to_json(case, &survey.worlds, &self.courses);
        }
        let asked = options.ask.iter().zip(&survey.answers);
        // Nothing is deduced where the rules need not hold.
        if survey.is_lawless() {
            fields.push(("lawless", true.into()));
        }
        fields.push(("warnings", ambiguities(input, puzzle).to_json().into()));
        fields.push(("what_if", options.what_if.clone().into()));
        fields.push(("asked", asked.map(|(text, held)| held_json(text, held, survey)).collect()));
        Answer { fields, problems: self.problems() }
    }

    /// A picture: so many worlds side by side or, without a number, the table with the share of the worlds in which each seat is evil.
    ///
    /// # Errors
    /// Why there is nothing to draw.
    pub fn picture(&self, worlds: Option<usize>, theme: Theme) -> Result<String, Problems> {
        let problems = self.problems();
        if problems.is_empty() { Ok(picture::draw(self, worlds, theme)) } else { Err(problems) }
    }

    /// Why the answer is no, or missing.
    #[must_use]
    pub fn problems(&self) -> Problems {
        match (self.survey.extent, &self.stopped) {
            (Extent::SoFar(_), Some(stopped)) => stopped.problems("there may be more worlds"),
            (Extent::NoneDrawn { .. }, Some(stopped)) => {
                stopped.problems("no world was found by then, which proves nothing")
            }
            (Extent::NoneDrawn { draws }, None) => {
                let message =
                    format!("no world was found in {}, which proves nothing", plural(draws, "draw"));
                Problems::unreadable("solve/nothing-found", message)
            }
            (Extent::About { .. }, Some(stopped)) => {
                stopped.problems("the answer covers the worlds drawn by then")
            }
            _ => self.refusal(),
        }
    }

    /// There is no world, or not those that were expected.
    fn refusal(&self) -> Problems {
        let Asked { puzzle, options, .. } = self.asked;
        if options.expect && !self.survey.is_complete() {
            let message = "not all worlds were examined, so the answer cannot be compared";
            return Problems::unreadable("solve/not-compared", message);
        }
        if options.expect && puzzle.answer.is_some() {
            let also = self.survey.answers.get(options.ask.len()..).unwrap_or_default();
            let differences = differences(puzzle, &self.survey.worlds, also);
            return match differences.is_empty() {
                true => Problems::default(),
                false => Problems::illegal("solve/differs", differences.join("; ")),
            };
        }
        if self.survey.extent == Extent::All(0) {
            let clash = if options.what_if.is_empty() { clash(&puzzle.case) } else { String::new() };
            return Problems::illegal("solve/no-world", format!("no world fits what is known{clash}"));
        }
        Problems::default()
    }
}

/// The statements that a puzzle says hold in every world, as questions.
#[must_use]
pub fn expected_statements(puzzle: &Puzzle) -> Vec<Question> {
    puzzle.also.iter().cloned().map(Question::Holds).collect()
}

/// How the worlds differ from those that the puzzle records, and the answers to what should hold in all of them; empty if it records none.
fn differences(puzzle: &Puzzle, worlds: &[World], also: &[Holds]) -> Vec<String> {
    let Some(expected) = &puzzle.answer else { return Vec::new() };
    let is_it = |world: &World, expected: &Expected| {
        world.start == expected.start && expected.end.as_ref().is_none_or(|end| *end == world.end)
    };
    let mut differences = Vec::new();
    for expected in expected {
        if !worlds.iter().any(|world| is_it(world, expected)) {
            differences.push(format!("missing {}", role_names(&expected.start).join(", ")));
        }
    }
    for world in worlds {
        if !expected.iter().any(|expected| is_it(world, expected)) {
            differences.push(format!("found {}", role_names(&world.start).join(", ")));
        }
    }
    for (statement, held) in puzzle.also.iter().zip(also).filter(|(_, held)| held.always < held.worlds) {
        let words = formula::write_titled(&puzzle.case.names(), statement);
        let (but, all) = (held.worlds - held.always, held.worlds);
        differences.push(format!("{words} is not certain in {but} of {}", plural(all, "world")));
    }
    differences
}

fn role_names(roles: &[Character]) -> Vec<&'static str> {
    roles.iter().map(|role| role.name()).collect()
}

/// Which claims and events contradict each other.
fn clash(case: &Case) -> String {
    match reason_why(case, &[], &Question::Any, &Watch::default()) {
        Ok(Some(Reason::Impossible(elements))) if elements.is_empty() => match shortage(case) {
            Some(words) => format!(": {words}"),
            None => "; dropping any one claim or event does not change that".to_owned(),
        },
        Ok(Some(Reason::Impossible(elements))) => {
            let lines: Vec<String> =
                elements.iter().map(|element| format!("\n  {}", element.words(case))).collect();
            format!("; these contradict each other:{}", lines.concat())
        }
        _ => String::new(),
    }
}

/// What is known of a statement. Until all worlds have been examined, only the worlds found prove anything.
#[must_use]
pub const fn verdict(held: &Holds, is_complete: bool) -> &'static str {
    let (is_somewhere, is_not_somewhere) = (held.at_times > 0, held.always < held.worlds);
    match (is_complete, is_somewhere, is_not_somewhere) {
        (true, false, false) => "no world",
        (true, true, false) => "always",
        (true, false, true) => "never",
        (_, true, true) => "sometimes",
        (false, true, false) => "not never",
        (false, false, true) => "not always",
        (false, false, false) => "unknown",
    }
}

fn held_json(text: &str, held: &Holds, survey: &Survey) -> Value {
    json!({
        "statement": text, "answer": verdict(held, survey.is_complete()), "share": held.share(), "error": held.error, "worlds": number(held.always),
        "worlds_at_times": number(held.at_times), "of": number(held.worlds), "complete": survey.is_complete(),
    })
}

/// A number as JSON; one beyond 64 bits is rounded.
fn number(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| (count as f64).into(), Into::into)
}

/// The fields that stand beside the answers to questions.
fn brief(survey: &Survey, elapsed: Option<Duration>) -> Vec<Field> {
    let elapsed = elapsed.map(|elapsed| ("elapsed_ms", (elapsed.as_secs_f64() * 1e3).into()));
    elapsed.into_iter().chain([("complete", survey.is_complete().into())]).collect()
}

fn fields(case: &Case, survey: &Survey, elapsed: Option<Duration>) -> Vec<Field> {
    let names = case.names();
    let certain: Vec<String> = survey.certain.iter().map(|fact| fact.words(&names)).collect();
    let (count, error, drawn) = match survey.extent {
        Extent::All(count) | Extent::SoFar(count) => (count, 0.0, None),
        Extent::About { worlds, error, drawn } => (worlds.round() as u128, error, Some(drawn.draws)),
        Extent::NoneDrawn { draws } => (0, 0.0, Some(draws)),
    };
    let is_known = !matches!(survey.extent, Extent::NoneDrawn { .. });
    let seats = names.iter().zip(&survey.seats).map(|(name, shares)| seat_json(name, shares));
    let mut fields: Vec<Field> = vec![
        ("worlds", is_known.then(|| number(count)).into()),
        ("worlds_error", error.into()),
        ("drawn", drawn.into()),
        ("solutions", survey.worlds.iter().map(world_json).collect()),
        ("solutions_left_out", number(count.saturating_sub(survey.worlds.len() as u128))),
        ("seats", seats.collect()),
        ("shares_of", shares_of(survey).into()),
        ("certain", certain.into()),
    ];
    fields.extend(elapsed.map(|elapsed| ("elapsed_ms", (elapsed.as_secs_f64() * 1e3).into())));
    fields.push(("complete", survey.is_complete().into()));
    fields.push(("supposed", survey.supposed.map(number).into()));
    fields
}

/// The worlds that shares refer to.
const fn shares_of(survey: &Survey) -> &'static str {
    match survey.extent {
        Extent::All(_) => "all worlds",
        Extent::SoFar(_) => "worlds found so far",
        Extent::About { .. } | Extent::NoneDrawn { .. } => "worlds that were drawn",
    }
}

fn world_json(world: &World) -> Value {
    json!({ "start": role_names(&world.start), "end": role_names(&world.end) })
}

fn seat_json(name: &str, shares: &SeatShares) -> Value {
    let roles: Map<String, Value> =
        shares.roles.iter().map(|(role, share)| (role.name().to_owned(), (*share).into())).collect();
    json!({ "name": name, "evil": shares.evil, "error": shares.error, "demon": shares.demon, "roles": roles })
}

/// Why something is in no world in which the assumptions hold, or a world that it is in.
///
/// # Errors
/// What cannot be understood, or that the search was stopped.
pub fn why(case: &Case, what_if: &[String], what: &str, stop: &Stop) -> Result<Reason, Problems> {
    let assumptions = questions(case, what_if)?;
    let asked = question(case, what)?;
    match (reason_why(case, &assumptions, &asked, stop.watch())?, stop.stopped()) {
        (Some(reason), _) => Ok(reason),
        (None, Some(stopped)) => Err(stopped.problems("no reason was found by then")),
        (None, None) => Err(Problems::unreadable("solve/stopped", "stopped before a reason was found")),
    }
}

/// The same for programs.
#[must_use]
pub fn why_fields(case: &Case, what: &str, reason: &Reason) -> Vec<Field> {
    let (is_possible, found) = match reason {
        Reason::Possible(world) => (true, ("world", world_json(world))),
        Reason::Impossible(elements) => {
            let words: Vec<String> = elements.iter().map(|element| element.words(case)).collect();
            (false, ("because", words.into()))
        }
    };
    vec![("what", what.into()), ("possible", is_possible.into()), found]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_worlds_together_say_always_or_never() {
        // The statement holds in how many worlds, of how many, whether those are all, and the answer.
        let table = [
            (3, 3, true, "always"),
            (0, 3, true, "never"),
            (1, 3, true, "sometimes"),
            (0, 0, true, "no world"),
            (3, 3, false, "not never"),
            (0, 3, false, "not always"),
            (1, 3, false, "sometimes"),
            (0, 0, false, "unknown"),
        ];
        for (always, worlds, is_complete, expected) in table {
            let held = Holds { always, at_times: always, worlds, error: 0.0 };
            assert_eq!(verdict(&held, is_complete), expected, "{always} of {worlds}");
        }
    }
}
