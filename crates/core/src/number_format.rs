//! Numbers as people read them.

/// A share in percent; one that is not nothing or all never looks so.
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

/// A number with its thousands apart.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        let table = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
        for (number, text) in table {
            assert_eq!(grouped(number), text);
        }
        let table = [(0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (0.999, ">99 %"), (1.0, "100 %")];
        for (share, text) in table {
            assert_eq!(percent(share), text);
        }
    }
}
