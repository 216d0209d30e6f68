//! For each world shown, one possible course of the game.

use gaslamp_deduce::botc::history::{self, History};
use gaslamp_deduce::botc::{Case, World, report};

/// The timelines as text, each below its world.
pub(super) fn words(case: &Case, worlds: &[World], courses: &[Option<History>]) -> String {
    let mut text = "\nOne possible course of the game for each\n".to_owned();
    for (world, course) in worlds.iter().zip(courses) {
        text += &format!("\n  {}\n", report::world_line(case, world));
        let lines = course.as_ref().map_or_else(String::new, |course| history::write(case, course));
        lines.lines().for_each(|line| text += &format!("    {line}\n"));
    }
    text
}
