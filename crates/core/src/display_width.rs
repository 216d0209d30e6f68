//! Width of a text in terminal cells: some characters take none, some take two.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The cells that a text takes.
#[must_use]
pub fn of(text: &str) -> usize {
    text.width()
}

/// The cells that a single character takes.
#[must_use]
pub fn of_char(c: char) -> usize {
    c.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_not_characters() {
        assert_eq!(["Zoë", "Zoe\u{308}", "王", ""].map(of), [3, 3, 2, 0]);
    }
}
