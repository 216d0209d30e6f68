//! A bag on one line: `{chef empath(drunk:is_the_drunk) imp …}`.
//!
//! **Writes** the tokens that are drawn, by the team and id of whoever draws them; a token that somebody draws
//! instead of the own one says so as in a grimoire.

use std::fmt;

use crate::rules::setup::Bag;

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = |role: &crate::Character| match self.tokens.iter().find(|(drawer, _)| drawer == role) {
            Some((drawer, token)) => format!("{token}({drawer}:is_the_{drawer})"),
            None => role.to_string(),
        };
        write!(f, "{{{}}}", self.roles.iter().map(entry).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Bag, Character};

    #[test]
    fn the_drunk_stands_as_the_token_it_drew() {
        let read = |name| Character::read(name).expect("a character");
        let bag = Bag {
            roles: ["chef", "drunk", "imp"].map(read).to_vec(),
            tokens: vec![(read("drunk"), read("fortune teller"))],
        };
        assert_eq!(bag.to_string(), "{chef fortune_teller(drunk:is_the_drunk) imp}");
    }
}
