//! What is written on a character token: a name as large as it fits, `?`, or those who are possible.

use gaslamp_core::svg::{Anchor, Svg, Text, fit, line_height, wrap};

use crate::characters::{Character, CharacterSet};
use crate::notation::grimoire_text::Known;

/// How large a character token is, from its middle.
pub(super) const DISC: i32 = 56;
/// How far from the middle text may be.
const INNER: i32 = DISC - 6;
/// The sizes of letters that are tried, and how many lines a name may have.
const SIZES: [i32; 6] = [15, 14, 13, 12, 11, 10];
const NAME_LINES: usize = 3;
/// The size of `?`.
const UNKNOWN: i32 = 34;
/// The sizes of the names of those who are possible, and how many are named.
const POSSIBLE: [i32; 3] = [12, 11, 10];
const POSSIBLE_LINES: usize = 4;

/// A line of a token: its base line below the middle, the size of its letters, what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    down: i32,
    size: i32,
    text: String,
}

/// What is written on a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Face(Vec<Line>);

impl Face {
    /// The face of what is known of a character.
    pub(super) fn new(known: Known) -> Self {
        match known {
            Known::Nothing => Self::of(vec!["?".to_owned()], UNKNOWN),
            Known::Is(character) => Self::name(character.name()),
            Known::OneOf(characters) => Self::names(&possibilities(characters)),
        }
    }

    /// A name in the largest letters that need no cut.
    fn name(name: &str) -> Self {
        for size in SIZES {
            for lines in 1..=NAME_LINES {
                let most = narrowest(lines, size);
                let wrapped = wrap(name, size, most, lines);
                if wrapped.len() == lines && wrapped.join(" ") == name {
                    return Self::of(wrapped, size);
                }
            }
        }
        let size = SIZES[SIZES.len() - 1];
        Self::of(wrap(name, size, narrowest(NAME_LINES, size), NAME_LINES), size)
    }

    /// Several names in the largest letters that need no cut, or in the smallest.
    fn names(names: &[String]) -> Self {
        let faces = POSSIBLE.map(|size| Self::of(names.to_vec(), size));
        let is_whole = |face: &&Self| face.0.iter().map(|line| &line.text).eq(names);
        let [.., smallest] = &faces;
        faces.iter().find(is_whole).unwrap_or(smallest).clone()
    }

    /// These lines around the middle, each cut to the room that it has.
    fn of(lines: Vec<String>, size: i32) -> Self {
        let count = lines.len();
        let line = |(index, text): (usize, String)| {
            let top = top(count, index, size);
            Line { down: top + size, size, text: fit(&text, size, room(top, size)) }
        };
        Self(lines.into_iter().enumerate().map(line).collect())
    }

    /// Draws it around that place.
    pub(super) fn draw(&self, svg: &mut Svg, x: i32, y: i32) {
        for Line { down, size, text } in &self.0 {
            svg.text(&Text { x, y: y + down, size: *size, anchor: Anchor::Middle, class: "character", text });
        }
    }
}

/// The names of those who are possible, the last line for those whom there is no room for.
fn possibilities(characters: CharacterSet) -> Vec<String> {
    let named = if characters.len() > POSSIBLE_LINES { POSSIBLE_LINES - 1 } else { POSSIBLE_LINES };
    let mut lines: Vec<String> =
        characters.iter().take(named).map(Character::name).map(str::to_owned).collect();
    if characters.len() > named {
        lines.push(format!("+{} more", characters.len() - named));
    }
    lines
}

/// Where a line begins, below the middle.
fn top(lines: usize, index: usize, size: i32) -> i32 {
    let height = line_height(size);
    index as i32 * height - lines as i32 * height / 2
}

/// How wide a line may be that begins so far below the middle.
fn room(top: i32, size: i32) -> i32 {
    let farthest = top.abs().max((top + line_height(size)).abs());
    // Half a pixel may be lost on each side when the text is put around the middle.
    2 * (INNER * INNER - farthest * farthest).max(0).isqrt() - 2
}

/// The room of the narrowest of so many lines.
fn narrowest(lines: usize, size: i32) -> i32 {
    (0..lines).map(|index| room(top(lines, index, size), size)).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use gaslamp_core::svg::text_width;

    use super::*;

    #[test]
    fn every_name_is_written_whole() {
        for character in Character::all() {
            let Face(lines) = Face::new(Known::Is(character));
            let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(text.join(" "), character.name());
            for line in &lines {
                assert!(text_width(&line.text, line.size) <= room(line.down - line.size, line.size));
            }
        }
    }

    #[test]
    fn possibilities_are_named_or_counted() {
        let characters: Vec<Character> = Character::all().collect();
        for (count, last) in [(2, "Alchemist"), (4, "Amnesiac"), (5, "+2 more"), (181, "+178 more")] {
            let set = characters[..count].iter().fold(CharacterSet::NONE, |set, one| set.with(*one));
            let lines = possibilities(set);
            assert!(lines.len() <= POSSIBLE_LINES);
            assert_eq!(lines.last().map(String::as_str), Some(last));
        }
    }
}
