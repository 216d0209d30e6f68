//! Conditions and what has happened.

use super::Teller;
use crate::language::{Amount, Condition, Done, Event, Players, Pool, Range, Ref, Relation, Test};

impl Teller {
    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::All(all) if both_named(all).is_some() => {
                let (one, two) = both_named(all).unwrap_or_default();
                format!("you have characters named {one} and {two}")
            }
            Condition::All(all) => {
                all.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(" and ")
            }
            Condition::Any(all) => all.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(" or "),
            Condition::Not(inner) => self.not(inner),
            Condition::YourTurn => "it's your turn".to_owned(),
            Condition::OpponentsTurn => "it's an opponent's turn".to_owned(),
            Condition::There(range, Pool::InPlay, filter) => self.there(range, filter),
            Condition::There(range, Pool::Under(card), filter) => {
                format!("there's {} under {}", self.many(range, filter, true), self.card(card))
            }
            Condition::There(_, pool, filter) if matches!(filter.as_slice(), [Test::OtherThan(one), Test::SameNameAs(two)] if one == two) =>
            {
                format!("they have the same name as another card in {}", self.pool(pool))
            }
            Condition::There(range, pool, filter) => {
                format!("you have {} in {}", self.many(range, filter, true), self.pool(pool))
            }
            Condition::Is(card, filter) => self.is_like(card, filter),
            Condition::In(_, pool) => format!("this card is in {}", self.pool(pool)),
            Condition::Compare(Amount::Result(Done::DamageRemoved), ..) => {
                "you removed damage this way".to_owned()
            }
            Condition::Compare(Amount::ResultOf(Done::Moved, filter), ..) => {
                format!("any {} were moved this way", self.np(filter, true, true))
            }
            Condition::Compare(Amount::Count(Pool::Hand(_), _), Relation::Less, n @ Amount::N(_)) => {
                format!("they have fewer than {} cards in their hand", self.number(n))
            }
            Condition::Compare(Amount::Count(Pool::Hand(_), _), Relation::More, n @ Amount::N(_)) => {
                format!("they have more than {} cards in their hand", self.number(n))
            }
            Condition::Compare(one, relation, two) => self.compare(one, *relation, two),
            Condition::AnyOf(Players::ChosenOpponent, inner) => {
                self.any_opponent(inner).replacen("an opponent", "chosen opponent", 1)
            }
            Condition::AnyOf(_, inner) => self.any_opponent(inner),
            Condition::Happened(range, event) => self.happened(range, event),
            Condition::IsNth(n, event) => self.nth(*n, event),
            Condition::PlayedWith(card, keyword) => format!("you used {keyword} to play {}", self.card(card)),
            Condition::PlayedWithInkDrop(card) => {
                format!("you removed an ink drop to play {}", self.card(card))
            }
            Condition::InkDrops => "you have an ink drop".to_owned(),
            Condition::FirstTurnSecond => {
                "this is your first turn and you're not the first player".to_owned()
            }
            Condition::InkwellExerted => "all cards in your inkwell are exerted".to_owned(),
            Condition::HasMost(_) => {
                "you have a character with more ¤ than each opposing character".to_owned()
            }
            Condition::DifferentNames => {
                "the item you played has a different name than each other item you have".to_owned()
            }
            Condition::BeingChallenged(card) => format!("{} is being challenged", self.card(card)),
            Condition::Challenging(_, filter) => format!("challenging a {}", self.np(filter, false, false)),
            Condition::IsNamedCard(card) => format!("{} the named card", self.is(card)),
        }
    }

    fn not(&self, inner: &Condition) -> String {
        match inner {
            Condition::There(_, Pool::InPlay, filter) => match filter.as_slice() {
                [Test::Yours, rest @ ..] => format!("you don't have a {}", self.np(rest, false, false)),
                all => format!("there's no {}", self.np(all, false, false)),
            },
            Condition::There(_, pool, filter) => {
                format!("you don't have any {} in {}", self.np(filter, true, true), self.pool(pool))
            }
            Condition::AnyOf(_, inner) => match &**inner {
                Condition::Compare(Amount::Count(pool, filter), _, _) => {
                    let what = match filter.as_slice() {
                        [Test::Theirs, rest @ ..] | rest => self.np(rest, true, *pool != Pool::InPlay),
                    };
                    match pool {
                        Pool::Hand(_) => "you have more cards in your hand than each opponent".to_owned(),
                        Pool::Inkwell(_) => {
                            "you have more cards in your inkwell than each opposing player".to_owned()
                        }
                        _ => format!("you have more {what} than each opponent"),
                    }
                }
                other => format!("not {}", self.condition(other)),
            },
            Condition::Happened(range, Event::Played(Players::You, filter)) => {
                format!("you didn't play {} this turn", self.many(range, filter, false))
            }
            other => format!("not {}", self.condition(other)),
        }
    }

    fn there(&self, range: &Range, filter: &[Test]) -> String {
        match filter {
            [Test::Yours, rest @ ..] => format!("you have {}", self.many(range, rest, false)),
            [what @ .., Test::HighestCost, Test::Yours] => {
                let what = self.many(range, what, false);
                format!("you have {what} with the highest cost, or tied for highest cost")
            }
            [Test::Opposing, rest @ ..] if !rest.is_empty() => {
                format!("an opponent has {}", self.many(range, rest, false))
            }
            all if matches!(all.last(), Some(Test::Here | Test::Damaged)) => {
                format!("there is {}", self.many(range, all, false))
            }
            all => format!("{} is in play", self.many(range, all, false)),
        }
    }

    /// "a character", "3 or more characters", "another character".
    fn many(&self, range: &Range, filter: &[Test], zone: bool) -> String {
        let one = *range == Range::From(Amount::N(1));
        match (range, filter) {
            (_, [Test::Other, rest @ ..]) if one => format!("another {}", self.np(rest, false, zone)),
            (Range::Is(Amount::N(0)), all) => format!("no {}", self.np(all, true, zone)),
            (Range::Is(n), all) => format!("exactly {} {}", self.number(n), self.np(all, true, zone)),
            (_, all) if one => format!("a {}", self.np(all, false, zone)),
            // A deck has no more than four cards of one name.
            (Range::From(Amount::N(4)), all) if matches!(all.last(), Some(Test::Named(_))) => {
                format!("4 {}", self.np(all, true, zone))
            }
            (Range::From(n), all) => format!("{} or more {}", self.number(n), self.np(all, true, zone)),
            (Range::UpTo(n), all) => format!("{} or less {}", self.number(n), self.np(all, true, zone)),
            (Range::Below(n), all) => format!("fewer than {} {}", self.number(n), self.np(all, true, zone)),
            (Range::Either(a, b), all) => format!("{a} or {b} {}", self.np(all, true, zone)),
        }
    }

    fn is_like(&self, card: &Ref, filter: &[Test]) -> String {
        let has = |what: &str| match card {
            Ref::This | Ref::Other => format!("{} has {what}", self.card(card)),
            _ => format!("they have {what}"),
        };
        match filter {
            what if *card == Ref::Those => format!("you discarded a {} this way", self.np(what, false, true)),
            [Test::SameNameAs(other)] => has(&format!("the same name as {}", self.card(other))),
            [Test::Cost(range)] => {
                format!("{} costs {}", self.card(card), self.ranged(range, "").replace("  ", " "))
            }
            [Test::HasUnder] => format!("there's a card under {}", self.card(card)),
            [Test::Damaged] => has("damage"),
            [Test::Not(inner)] if **inner == Test::Damaged => has("no damage"),
            [Test::Not(inner)] if **inner == Test::Exerted => format!("{} ready", self.is(card)),
            [Test::Keyword(keyword)] => has(keyword.name()),
            [Test::Strength(range)] => has(&self.ranged(range, "¤")),
            [Test::Willpower(range)] => has(&self.ranged(range, "⛉")),
            [Test::Damage(range)] => has(&self.ranged(range, "damage")),
            [Test::Exerted] => format!("{} exerted", self.is(card)),
            [Test::AtLocation] => format!("{} at a location", self.is(card)),
            [Test::Here] => format!("{} here", self.is(card)),
            [Test::Named(name)] => format!("{} named {name}", self.is(card)),
            [Test::Any(several)]
                if several.iter().any(|one| one.len() > 1 || !matches!(one.as_slice(), [Test::Type(_)])) =>
            {
                let each: Vec<String> =
                    several.iter().map(|one| format!("a {}", self.np(one, false, true))).collect();
                format!("{} {}", self.is(card), each.join(" or "))
            }
            all => format!("{} a {}", self.is(card), self.np(all, false, true)),
        }
    }

    fn compare(&self, one: &Amount, relation: Relation, two: &Amount) -> String {
        let words = match relation {
            Relation::Less => "is less than",
            Relation::AtMost => "is at most",
            Relation::Equal => "equals",
            Relation::AtLeast => "is at least",
            Relation::More => "is more than",
        };
        format!("{} {words} {}", self.equal(one), self.equal(two))
    }

    fn any_opponent(&self, inner: &Condition) -> String {
        match inner {
            Condition::There(range, Pool::InPlay, filter) => match filter.as_slice() {
                [Test::Theirs, rest @ ..] | rest => {
                    format!("an opponent has {}", self.many(range, rest, false))
                }
            },
            Condition::There(range, pool, filter) => {
                format!("an opponent has {} in {}", self.many(range, filter, true), self.pool(pool))
            }
            Condition::Compare(Amount::Lore(_), Relation::More, _) => {
                "an opponent has more lore than you".to_owned()
            }
            Condition::Compare(Amount::Lore(_), Relation::Equal, n) => {
                format!("an opponent has {} lore", self.number(n))
            }
            Condition::Compare(Amount::Lore(_), Relation::AtLeast, n) => {
                format!("an opponent has {} or more lore", self.number(n))
            }
            Condition::Compare(Amount::Count(Pool::InPlay, filter), Relation::More, _) => {
                match filter.as_slice() {
                    [Test::Theirs, rest @ ..] | rest => {
                        format!("an opponent has more {} than you", self.np(rest, true, false))
                    }
                }
            }
            Condition::Compare(Amount::Count(pool, _), Relation::More, _) => {
                format!("an opponent has more cards in {} than you", self.pool(pool))
            }
            other => format!("for an opponent, {}", self.condition(other)),
        }
    }

    fn happened(&self, range: &Range, event: &Event) -> String {
        let none = *range == Range::Is(Amount::N(0));
        let some = |filter: &[Test]| match filter {
            [Test::Yours, ..] if none => format!("none of {}", self.np(filter, true, false)),
            _ if none => format!("no {} has", self.np(filter, false, false)),
            [Test::Other, rest @ ..] => format!("another {}", self.np(rest, false, false)),
            [Test::Yours | Test::Theirs, ..] => format!("one of {}", self.np_or(filter, true, false, "or")),
            all => format!("a {}", self.np(all, false, false)),
        };
        let number = match range {
            Range::From(n) => self.number(n),
            other => format!("{other:?}"),
        };
        let words = match event {
            Event::Played(Players::You, filter) => format!("you played {}", self.many(range, filter, false)),
            Event::Played(players, filter) => {
                format!("{} played {}", self.players(players).0, self.many(range, filter, false))
            }
            Event::Quested(filter) => format!("{} quested", some(filter)),
            Event::Challenged(filter) => format!("{} challenged", some(filter)),
            Event::Banished(filter) => format!("{} was banished", some(filter)),
            Event::BanishedInChallenge(filter) => format!("{} was banished in a challenge", some(filter)),
            Event::Damaged(filter) => format!("{} was damaged", some(filter)),
            Event::Healed(players, filter, 1) => {
                format!("{} removed damage from {}", self.players(players).0, some(filter))
            }
            Event::Healed(players, filter, n) => {
                format!("{} removed {n} or more damage from {}", self.players(players).0, some(filter))
            }
            Event::Inked(_) if none => "you didn't put any cards into your inkwell".to_owned(),
            Event::Inked(_) => "you put a card into your inkwell".to_owned(),
            Event::Drew(_) => "you drew a card".to_owned(),
            Event::Discarded(_) => "you discarded a card".to_owned(),
            Event::IntoDiscard(_) => format!("{number} or more cards were put into your discard"),
            Event::OthersIntoDiscard(_) => format!("{number} or more other cards were put into your discard"),
            Event::GotInkDrop(_) => "you got an ink drop".to_owned(),
            Event::LeftDiscard(_) if number == "1" => "a card left a player's discard".to_owned(),
            Event::LeftDiscard(_) => format!("{number} or more cards have left a player's discard"),
            Event::PutUnder(filter) => format!("you put a card under {}", some(filter)),
            Event::PutUnderThis => "you put a card under them".to_owned(),
            Event::SangThis(_) if number == "1" => return "a character sang this song".to_owned(),
            Event::SangThis(_) => return format!("{number} or more characters sang this song"),
        };
        format!("{words} this turn")
    }

    fn nth(&self, n: u8, event: &Event) -> String {
        let nth = if n == 2 { "second" } else { "third" };
        match event {
            Event::Inked(_) => format!("it's the {nth} card you've put into your inkwell this turn"),
            Event::Drew(_) => format!("it's the {nth} card they've drawn this turn"),
            Event::Challenged(_) => format!("it's the {nth} challenge this turn"),
            other => format!("it's the {nth} time that {}", self.happened(&Range::From(Amount::N(1)), other)),
        }
    }

    /// What is counted of a turn.
    pub(super) fn times(&self, event: &Event) -> String {
        match event {
            Event::BanishedInChallenge(filter) => {
                format!("{} banished in a challenge this turn", self.np(filter, false, false))
            }
            other => format!("time {}", self.happened(&Range::From(Amount::N(1)), other)),
        }
    }
}

/// The name for which a condition asks last.
fn name_in(condition: &Condition) -> Option<&str> {
    match condition {
        Condition::There(_, _, filter) => match filter.last() {
            Some(Test::Named(name)) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The names of two characters that must both be there.
fn both_named(all: &[Condition]) -> Option<(&str, &str)> {
    let named = |condition: &'_ Condition| match condition {
        Condition::There(Range::From(Amount::N(1)), Pool::InPlay, filter) => {
            matches!(
                filter.as_slice(),
                [Test::Yours, Test::Type(crate::language::CardType::Character), Test::Named(_)]
            )
        }
        _ => false,
    };
    match all {
        [one, two] if named(one) && named(two) => Some((name_in(one)?, name_in(two)?)),
        _ => None,
    }
}
