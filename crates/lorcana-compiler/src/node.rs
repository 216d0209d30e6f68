//! What productions make, and how builders take it apart again.

use gaslamp_lorcana::cards::{Classification, Ink, KeywordName};
use gaslamp_lorcana::language::{
    Ability, Amount, Choice, Condition, Cost, Count, Destination, Duration, Event, Filter, Limit, Modifier,
    Place, PlayerModifier, Players, Pool, Range, Ref, Replaced, Replacement, Restriction, Stat, Step, Target,
    Test, When, Who,
};

/// The meaning of a stretch of words.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Node {
    /// An optional part that is not there.
    Nothing,
    Number(i16),
    Text(String),
    Texts(Vec<String>),
    Ability(Ability),
    Abilities(Vec<Ability>),
    Amount(Amount),
    Choice(Choice),
    Condition(Condition),
    Cost(Cost),
    Costs(Vec<Cost>),
    Count(Count),
    Destination(Destination),
    Duration(Duration),
    Event(Event),
    Filter(Filter),
    Limit(Limit),
    Modifier(Modifier),
    Modifiers(Vec<Modifier>),
    Place(Place),
    PlayerModifier(PlayerModifier),
    Players(Players),
    Pool(Pool),
    Range(Range),
    Ref(Ref),
    Replaced(Replaced),
    Replacement(Replacement),
    Restriction(Restriction),
    Stat(Stat),
    Step(Step),
    Steps(Vec<Step>),
    Lists(Vec<Vec<Step>>),
    Target(Target),
    Test(Test),
    When(When),
    Whens(Vec<When>),
    Who(Who),
}

/// What can be made of a node.
pub trait FromNode: Sized {
    /// The value in the node, if it is of this sort.
    fn from_node(node: &Node) -> Option<Self>;
}

/// What a builder may return: a value, or none if the parts do not go together.
pub trait Made {
    /// The node.
    fn made(self) -> Option<Node>;
}

macro_rules! sorts {
    ($($variant:ident($kind:ty)),* $(,)?) => {$(
        impl FromNode for $kind {
            fn from_node(node: &Node) -> Option<Self> {
                match node {
                    Node::$variant(value) => Some(value.clone()),
                    _ => None,
                }
            }
        }
        impl Made for $kind {
            fn made(self) -> Option<Node> {
                Some(Node::$variant(self))
            }
        }
    )*};
}

sorts! {
    Number(i16), Text(String), Texts(Vec<String>), Ability(Ability), Abilities(Vec<Ability>), Amount(Amount), Choice(Choice),
    Condition(Condition), Cost(Cost), Costs(Vec<Cost>), Count(Count), Destination(Destination), Duration(Duration), Event(Event),
    Filter(Filter), Limit(Limit), Modifier(Modifier), Modifiers(Vec<Modifier>), Place(Place), PlayerModifier(PlayerModifier),
    Players(Players), Pool(Pool), Range(Range), Ref(Ref), Replaced(Replaced), Replacement(Replacement), Restriction(Restriction),
    Stat(Stat), Step(Step), Steps(Vec<Step>), Lists(Vec<Vec<Step>>), Target(Target), Test(Test), When(When), Whens(Vec<When>), Who(Who),
}

/// Words of closed classes stand in the tree as text.
macro_rules! closed {
    ($($kind:ty),*) => {$(
        impl FromNode for $kind {
            fn from_node(node: &Node) -> Option<Self> {
                match node {
                    Node::Text(name) => <$kind>::read(name),
                    _ => None,
                }
            }
        }
    )*};
}

closed!(Classification, Ink, KeywordName);

impl<T: FromNode> FromNode for Option<T> {
    fn from_node(node: &Node) -> Option<Self> {
        if *node == Node::Nothing { Some(None) } else { T::from_node(node).map(Some) }
    }
}

impl<T: Made> Made for Option<T> {
    fn made(self) -> Option<Node> {
        self.and_then(Made::made)
    }
}

impl Made for Node {
    fn made(self) -> Option<Node> {
        Some(self)
    }
}
