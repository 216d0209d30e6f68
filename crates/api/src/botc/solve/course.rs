//! For each world shown, one possible course of the game.

use gaslamp_deduce::botc::history::{History, history_where};
use gaslamp_deduce::botc::{Case, Question, World};
use serde_json::{Value, json};

use super::world_json;
use crate::diagnostic::Problems;

/// A timeline for each of the first worlds, in order, at whose end the assumptions hold.
pub(super) fn courses(
    case: &Case,
    worlds: &[World],
    assumptions: &[Question],
    show: usize,
) -> Result<Vec<Option<History>>, Problems> {
    let course = |world| {
        history_where(case, world, |world, end| assumptions.iter().all(|question| question.is_so(world, end)))
    };
    worlds.iter().take(show).map(|world| course(world).map_err(Problems::from)).collect()
}

/// The worlds as JSON, each with its timeline if there is one.
pub(super) fn to_json(case: &Case, worlds: &[World], courses: &[Option<History>]) -> Value {
    let courses = courses.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    let with_course = worlds.iter().zip(courses).map(|(world, course)| {
        let mut value = world_json(world);
        if let Some(course) = course {
            let chapters = course
                .chapters
                .iter()
                .map(|chapter| json!({ "phase": chapter.phase.to_string(), "events": chapter.words(case) }));
            value["hidden"] = course.hidden(case).into();
            value["course"] = chapters.collect();
        }
        value
    });
    with_course.collect()
}
