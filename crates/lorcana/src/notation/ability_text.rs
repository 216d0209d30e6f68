//! stub
use crate::cards::Kind;
use crate::language::Ability;
/// stub
#[must_use]
pub fn all(_abilities: &[Ability], _kind: Kind) -> String {
    String::new()
}
