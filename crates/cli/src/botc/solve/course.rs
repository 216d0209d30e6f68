//! One way in which the game can have gone, for each world that is shown.

use gaslamp_deduce::botc::history::{self, History};
use gaslamp_deduce::botc::{Case, World, report};

/// The courses as text, each under its world.
pub(super) fn words(case: &Case, worlds: &[World], courses: &[Option<History>]) -> String {
    let mut text = "\nOne way in which each can have gone\n".to_owned();
    for (world, course) in worlds.iter().zip(courses) {
        text += &format!("\n  {}\n", report::world_line(case, world));
        let lines = course.as_ref().map_or_else(String::new, |course| history::write(case, course));
        lines.lines().for_each(|line| text += &format!("    {line}\n"));
    }
    text
}
