//! The language of abilities: what a card says, as a tree of plain data.
//!
//! A card's abilities are a list of [`Ability`]s. Texts of cards are compiled into it, its trees are rendered back into words, and the
//! engine runs them. It is close to the wording, so that both directions can be proved equal word for word: an object that is chosen stands
//! where the text has it ([`Target::Chosen`]), and what is spoken of again is a [`Ref`].
//!
//! **Reads and writes** JSON, one form for each tree; this is the form in which the table of all cards ships. It holds no official wording.

mod ability;
mod condition;
mod filter;
mod modifier;
mod step;
mod target;

pub use ability::{
    Ability, Cost, Destination, Given, Limit, LimitPer, Own, Replaced, Replacement, When, Who,
};
pub use condition::{Amount, Condition, Done, Event, Relation};
pub use filter::{CardType, Filter, Range, Test};
pub use modifier::{Duration, KeywordGift, Modifier, PlayerModifier, Restriction, Stat};
pub use step::{Moment, Place, Placed, Step};
pub use target::{Choice, Count, Players, Pool, Ref, Target};

/// What Support does: one's strength is added to that of another chosen character (8.13).
#[must_use]
pub fn support() -> Vec<Step> {
    let other = Choice {
        by: Players::You,
        count: Count::One,
        from: Pool::InPlay,
        what: vec![Test::Type(CardType::Character), Test::Other],
        is_chosen: true,
        at_random: false,
        total_strength: None,
        slot: 0,
    };
    let strength = Modifier::Stat(Stat::Strength, Amount::Stat(Ref::This, Stat::Strength));
    let gives = Step::Gives(Target::Chosen(other), vec![strength], Duration::ThisTurn);
    vec![Step::May(Players::You, vec![gives])]
}
