//! Numbers as people read them.

use std::fmt::Display;

/// A share in percent; only nothing is shown as 0 % and only everything as 100 %.
#[must_use]
pub fn percent(share: f64) -> String {
    let rounded = (100.0 * share).round();
    match share {
        _ if share > 0.0 && rounded < 1.0 => "<1 %".to_owned(),
        _ if share < 1.0 && rounded > 99.0 => ">99 %".to_owned(),
        _ => format!("{rounded} %"),
    }
}

/// A share as a bar.
#[must_use]
pub fn bar(share: f64) -> String {
    const LENGTH: usize = 20;
    let full = (share * LENGTH as f64).round() as usize;
    format!("{}{}", "█".repeat(full), "·".repeat(LENGTH - full))
}

/// A count with its noun: `1 action`, `2 actions`.
#[must_use]
pub fn plural<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A number with separated thousands.
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, small numbers in words: `two statements`, `one statement`.
#[must_use]
pub fn counted(count: usize, one: &str, many: &str) -> String {
    const SMALL: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let number = SMALL.get(count).map_or_else(|| grouped(count as u128), |word| (*word).to_owned());
    format!("{number} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_things_agree_with_their_number() {
        let table = [
            (0, "no cases"),
            (1, "one case"),
            (12, "twelve cases"),
            (13, "13 cases"),
            (1_000, "1,000 cases"),
        ];
        for (count, text) in table {
            assert_eq!(counted(count, "case", "cases"), text);
        }
    }

    #[test]
    fn numbers_are_easy_to_read() {
        let table = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
        for (number, text) in table {
            assert_eq!(grouped(number), text);
        }
        let table = [(0, "0 actions"), (1, "1 action"), (2, "2 actions")];
        for (number, text) in table {
            assert_eq!(plural(number, "action"), text);
        }
        let table = [(0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (0.999, ">99 %"), (1.0, "100 %")];
        for (share, text) in table {
            assert_eq!(percent(share), text);
        }
    }
}
