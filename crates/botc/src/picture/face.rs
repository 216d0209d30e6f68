//! The face of a character token: a name as large as it fits, `?`, or the possible characters.

use gaslamp_core::svg::{Anchor, Svg, Text, fit, line_height, wrap};

use crate::characters::{Character, CharacterSet};
use crate::notation::grimoire_text::Known;

/// The radius of a character token.
pub(super) const DISC: i32 = 56;
/// The greatest distance of text from the centre.
const INNER: i32 = DISC - 6;
/// The font sizes to try, and the most lines of a name.
const SIZES: [i32; 6] = [15, 14, 13, 12, 11, 10];
const NAME_LINES: usize = 3;
/// The size of `?`.
const UNKNOWN: i32 = 34;
/// The font sizes for possible characters, and the most that are named.
const POSSIBLE: [i32; 3] = [12, 11, 10];
const POSSIBLE_LINES: usize = 4;

/// A line on a token: its baseline below the centre, its font size, its text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    down: i32,
    size: i32,
    text: String,
}

/// The lines on a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Face(Vec<Line>);

impl Face {
    /// The face for what is known about a character.
    pub(super) fn new(known: Known) -> Self {
        match known {
            Known::Nothing => Self::of(vec!["?".to_owned()], UNKNOWN),
            Known::Is(character) => Self::name(character.name()),
            Known::OneOf(characters) => Self::names(&possibilities(characters)),
        }
    }

    /// A name in the largest font size that fits without cutting it.
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

    /// Several names in the largest font size that fits without cutting them, or in the smallest.
    fn names(names: &[String]) -> Self {
        let faces = POSSIBLE.map(|size| Self::of(names.to_vec(), size));
        let is_whole = |face: &&Self| face.0.iter().map(|line| &line.text).eq(names);
        let [.., smallest] = &faces;
        faces.iter().find(is_whole).unwrap_or(smallest).clone()
    }

    /// These lines around the centre, each cut to the available width.
    fn of(lines: Vec<String>, size: i32) -> Self {
        let count = lines.len();
        let line = |(index, text): (usize, String)| {
            let top = top(count, index, size);
            Line { down: top + size, size, text: fit(&text, size, room(top, size)) }
        };
        Self(lines.into_iter().enumerate().map(line).collect())
    }

    /// Draws it around a point.
    pub(super) fn draw(&self, svg: &mut Svg, x: i32, y: i32) {
        for Line { down, size, text } in &self.0 {
            svg.text(&Text { x, y: y + down, size: *size, anchor: Anchor::Middle, class: "character", text });
        }
    }
}

/// The names of the possible characters; the last line stands for those that do not fit.
fn possibilities(characters: CharacterSet) -> Vec<String> {
    let named = if characters.len() > POSSIBLE_LINES { POSSIBLE_LINES - 1 } else { POSSIBLE_LINES };
    let mut lines: Vec<String> =
        characters.iter().take(named).map(Character::name).map(str::to_owned).collect();
    if characters.len() > named {
        lines.push(format!("+{} more", characters.len() - named));
    }
    lines
}

/// The top of a line, relative to the centre.
fn top(lines: usize, index: usize, size: i32) -> i32 {
    let height = line_height(size);
    index as i32 * height - lines as i32 * height / 2
}

/// The greatest width of a line with this top, relative to the centre.
fn room(top: i32, size: i32) -> i32 {
    let farthest = top.abs().max((top + line_height(size)).abs());
    // Half a pixel may be lost on each side when the text is centred.
    2 * (INNER * INNER - farthest * farthest).max(0).isqrt() - 2
}

/// The width of the narrowest of that many lines.
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
