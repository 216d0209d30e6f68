//! What must hold.

use gaslamp_lorcana::cards::KeywordName;
use gaslamp_lorcana::language::{
    Amount, CardType, Condition, Event, Filter, Players, Pool, Range, Ref, Relation, Stat, Test,
};

use super::{Table, rules};

pub(super) fn add(t: &mut Table) {
    compound(t);
    there(t);
    cards(t);
    counts(t);
    this_turn(t);
}

fn compound(t: &mut Table) {
    rules! { t;
        Condition: "<Simple>" => |one: Condition| one;
        Condition: "<Simple> and <Simple>" => |one: Condition, two: Condition| Condition::All(vec![one, two]);
        Condition: "<Simple> or <Simple>" => |one: Condition, two: Condition| Condition::Any(vec![one, two]);
        Condition: "<Simple> and <Simple> and <Simple>" => |one: Condition, two: Condition, three: Condition| {
            Condition::All(vec![one, two, three])
        };
    }
}

fn at_least(n: i16) -> Range {
    Range::From(Amount::N(n))
}

fn yours(mut what: Filter) -> Filter {
    what.insert(0, Test::Yours);
    what
}

fn prefixed(test: Test, mut what: Filter) -> Filter {
    what.insert(0, test);
    what
}

fn there(t: &mut Table) {
    rules! { t;
        // How many: the range stands before the noun.
        Many: "a" => | | at_least(1);
        Many: "any" => | | at_least(1);
        Many: "no" => | | Range::Is(Amount::N(0));
        Many: "only <Number>" => |n: i16| Range::Is(Amount::N(n));
        Many: "fewer than <Number>" => |n: i16| Range::Below(Amount::N(n));
        Many: "exactly <Number>" => |n: i16| Range::Is(Amount::N(n));
        Many: "<Number> or more" => |n: i16| at_least(n);
        Many: "<Number> or less" => |n: i16| Range::UpTo(Amount::N(n));
        Simple: "you have <Many> <Np>" => |many: Range, what: Filter| Condition::There(many, Pool::InPlay, yours(what));
        Simple: "you have another <Np>" => |what: Filter| {
            Condition::There(at_least(1), Pool::InPlay, yours(prefixed(Test::Other, what)))
        };
        Simple: "you have another <Np> or a <Np>" => |one: Filter, two: Filter| {
            Condition::Any(vec![
                Condition::There(at_least(1), Pool::InPlay, yours(prefixed(Test::Other, one))),
                Condition::There(at_least(1), Pool::InPlay, yours(two)),
            ])
        };
        Simple: "you have a <Np> and a <Np>" => |one: Filter, two: Filter| {
            Condition::All(vec![
                Condition::There(at_least(1), Pool::InPlay, yours(one)),
                Condition::There(at_least(1), Pool::InPlay, yours(two)),
            ])
        };
        // A deck has no more than four cards of one name.
        Simple: "you have 4 <Np>" => |what: Filter| {
            matches!(what.last(), Some(Test::Named(_))).then(|| Condition::There(at_least(4), Pool::InPlay, yours(what)))
        };
        Simple: "you have character named <Name> and <Name>" => |one: String, two: String| {
            let named = |name| Condition::There(at_least(1), Pool::InPlay, vec![Test::Yours, Test::Type(CardType::Character), Test::Named(name)]);
            Condition::All(vec![named(one), named(two)])
        };
        Simple: "you have a <Np> , or tied for highest cost" => |what: Filter| {
            let mut what = what;
            what.push(Test::Yours);
            what.contains(&Test::HighestCost).then(|| Condition::There(at_least(1), Pool::InPlay, what))
        };
        Simple: "<Ref> have the same name as another card <From>" => |card: Ref, from: Pool| {
            Condition::There(at_least(1), from, vec![Test::OtherThan(card.clone()), Test::SameNameAs(card)])
        };
        Simple: "them have the same name" => | | Condition::Is(crate::bind::said::THEM, vec![Test::SameNameAs(crate::bind::said::FORMER)]);
        Simple: "one of <Np> is at a location" => |what: Filter| {
            let mut what = what;
            what.push(Test::AtLocation);
            matches!(what.first(), Some(Test::Yours)).then(|| Condition::There(at_least(1), Pool::InPlay, what))
        };
        Simple: "a <Np> have damage" => |what: Filter| Condition::There(at_least(1), Pool::InPlay, prefixed(Test::Damaged, what));
        Simple: "another <Np> have damage" => |what: Filter| Condition::There(at_least(1), Pool::InPlay, prefixed(Test::Other, prefixed(Test::Damaged, what)));
        Simple: "<Number> or more <Np> is exerted" => |n: i16, what: Filter| Condition::There(at_least(n), Pool::InPlay, prefixed(Test::Exerted, what));
        Simple: "you don't have a <Np>" => |what: Filter| {
            Condition::Not(Box::new(Condition::There(at_least(1), Pool::InPlay, yours(what))))
        };
        Simple: "you don't have any <Np>" => |what: Filter| {
            Condition::Not(Box::new(Condition::There(at_least(1), Pool::InPlay, yours(what))))
        };
        Simple: "you have <Many> <Np> <From>" => |many: Range, what: Filter, from: Pool| Condition::There(many, from, what);
        Simple: "you don't have any <Np> <From>" => |what: Filter, from: Pool| {
            Condition::Not(Box::new(Condition::There(at_least(1), from, what)))
        };
        Simple: "there is a <Np> <From>" => |what: Filter, from: Pool| {
            (!matches!(from, Pool::Under(_))).then(|| Condition::There(at_least(1), from, what))
        };
        Simple: "a <Np> is" => |what: Filter| Condition::There(at_least(1), Pool::InPlay, what);
        Simple: "another <Np> is" => |what: Filter| Condition::There(at_least(1), Pool::InPlay, prefixed(Test::Other, what));
        Simple: "there is a <Np>" => |what: Filter| Condition::There(at_least(1), Pool::InPlay, what);
        Simple: "there is <Many> <Np>" => |many: Range, what: Filter| Condition::There(many, Pool::InPlay, what);
        Simple: "a opponent have <Many> <Np>" => |many: Range, what: Filter| {
            opponent_has(many, what)
        };
        Simple: "a opponent have <Many> <Np> <From>" => |many: Range, what: Filter, from: Pool| {
            Condition::AnyOf(Players::EachOpponent, Box::new(Condition::There(many, from, what)))
        };
        Simple: "1 or more opponent have <Many> <Np> <From>" => |many: Range, what: Filter, from: Pool| {
            Condition::AnyOf(Players::EachOpponent, Box::new(Condition::There(many, from, what)))
        };
        Simple: "one or more opponent have <Many> <Np> <From>" => |many: Range, what: Filter, from: Pool| {
            Condition::AnyOf(Players::EachOpponent, Box::new(Condition::There(many, from, what)))
        };
        Simple: "there is a card under <Ref>" => |card: Ref| Condition::Is(card, vec![Test::HasUnder]);
        Simple: "this card is <From>" => |from: Pool| Condition::In(Ref::This, from);
        Simple: "you have a ink drop" => | | Condition::InkDrops;
        Simple: "all card in your inkwell is exerted" => | | Condition::InkwellExerted;
        Simple: "this is your first turn and you is not the first player" => | | Condition::FirstTurnSecond;
    }
}

/// Some opponent has so many: each is asked alone, which makes a difference for more than one card.
fn opponent_has(many: Range, what: Filter) -> Condition {
    if many == at_least(1) {
        return Condition::There(many, Pool::InPlay, prefixed(Test::Opposing, what));
    }
    let theirs = Condition::There(many, Pool::InPlay, prefixed(Test::Theirs, what));
    Condition::AnyOf(Players::EachOpponent, Box::new(theirs))
}

fn cards(t: &mut Table) {
    rules! { t;
        Simple: "<Ref> is <State>" => |card: Ref, state: Test| Condition::Is(card, vec![state]);
        Simple: "<Ref> have <Property>" => |card: Ref, property: Test| Condition::Is(card, vec![property]);
        Simple: "<Ref> is a <Np>" => |card: Ref, what: Filter| Condition::Is(card, what);
        Simple: "<Ref> is a <Np> or a <Np>" => |card: Ref, one: Filter, two: Filter| {
            Condition::Is(card, vec![Test::Any(vec![one, two])])
        };
        Simple: "<Ref> is <Np>" => |card: Ref, what: Filter| {
            matches!(what.first(), Some(Test::Yours)).then(|| Condition::Is(card, what))
        };
        Simple: "a <Np> is chosen" => |what: Filter| Condition::Is(crate::bind::said::CHARACTER, what);
        Simple: "you returned a <Np> this way" => |what: Filter| Condition::Is(crate::bind::said::CHARACTER, what);
        Simple: "one of them is cost <Range>" => |range: Range| Condition::Is(crate::bind::said::THOSE, vec![Test::Cost(range)]);
        Simple: "<Ref> is the named card" => |card: Ref| Condition::IsNamedCard(card);
        Simple: "being challenged" => | | Condition::BeingChallenged(Ref::This);
        Simple: "<Ref> is being challenged" => |card: Ref| Condition::BeingChallenged(card);
        Simple: "challenging a <Np>" => |what: Filter| Condition::Challenging(Ref::This, what);
        Simple: "you used <Keyword> to play <Ref>" => |keyword: KeywordName, card: Ref| Condition::PlayedWith(card, keyword);
        Simple: "you removed a ink drop to play <Ref>" => |card: Ref| Condition::PlayedWithInkDrop(card);
        Simple: "<Ref> had a card under them" => |card: Ref| Condition::Is(card, vec![Test::HasUnder]);
        State: "exerted" => | | Test::Exerted;
        State: "ready" => | | Test::Not(Box::new(Test::Exerted));
        State: "damaged" => | | Test::Damaged;
        State: "at a location" => | | Test::AtLocation;
        State: "here" => | | Test::Here;
        State: "named <Name>" => |name: String| Test::Named(name);
        Property: "damage" => | | Test::Damaged;
        Property: "no damage" => | | Test::Not(Box::new(Test::Damaged));
        Property: "a card under them" => | | Test::HasUnder;
        Property: "<Keyword>" => |keyword: KeywordName| Test::Keyword(keyword);
        Property: "<Number> ¤ or more" => |n: i16| Test::Strength(at_least(n));
        Property: "<Number> ¤ or less" => |n: i16| Test::Strength(Range::UpTo(Amount::N(n)));
        Property: "<Number> ⛉ or more" => |n: i16| Test::Willpower(at_least(n));
        Property: "<Number> or more damage" => |n: i16| Test::Damage(at_least(n));
        Simple: "<Ref> cost <Range>" => |card: Ref, range: Range| Condition::Is(card, vec![Test::Cost(range)]);
        Property: "the same name as <Ref>" => |card: Ref| Test::SameNameAs(card);
        Property: "<Number> or more ¤" => |n: i16| Test::Strength(at_least(n));
        Property: "cost <Range>" => |range: Range| Test::Cost(range);
    }
}

fn counts(t: &mut Table) {
    use Condition::{AnyOf, Compare};
    rules! { t;
        Simple: "a opponent have more lore than you" => | | {
            any_opponent(Amount::Lore(Players::ThatPlayer), Amount::Lore(Players::You))
        };
        Simple: "a opponent have <Number> or more lore" => |n: i16| {
            AnyOf(Players::EachOpponent, Box::new(Compare(Amount::Lore(Players::ThatPlayer), Relation::AtLeast, Amount::N(n))))
        };
        Simple: "a opponent have more card in their hand than you" => | | {
            any_opponent(hand(Players::ThatPlayer), hand(Players::You))
        };
        Simple: "a opponent have more card in their inkwell than you" => | | {
            any_opponent(inkwell(Players::ThatPlayer), inkwell(Players::You))
        };
        Simple: "a opponent have more <Np> than you" => |what: Filter| {
            (what.len() == 1).then(|| any_opponent(in_play(Test::Theirs, &what), in_play(Test::Yours, &what)))
        };
        Simple: "you have more <Np> than each opponent" => |what: Filter| {
            (what.len() == 1).then(|| Condition::Not(Box::new(AnyOf(
                Players::EachOpponent,
                Box::new(Compare(in_play(Test::Theirs, &what), Relation::AtLeast, in_play(Test::Yours, &what))),
            ))))
        };
        Simple: "chosen opponent have more card in their hand than you" => | | {
            AnyOf(Players::ChosenOpponent, Box::new(Compare(hand(Players::ThatPlayer), Relation::More, hand(Players::You))))
        };
        Simple: "them have fewer than <Number> card in their hand" => |n: i16| {
            Compare(hand(Players::ThatPlayer), Relation::Less, Amount::N(n))
        };
        Simple: "them have more than <Number> card in their hand" => |n: i16| {
            Compare(hand(Players::ThatPlayer), Relation::More, Amount::N(n))
        };
        Simple: "a opponent have <Number> lore" => |n: i16| {
            AnyOf(Players::EachOpponent, Box::new(Compare(Amount::Lore(Players::ThatPlayer), Relation::Equal, Amount::N(n))))
        };
        Simple: "you have more card in your hand than each opponent" => | | Condition::Not(Box::new(AnyOf(
            Players::EachOpponent,
            Box::new(Compare(hand(Players::ThatPlayer), Relation::AtLeast, hand(Players::You))),
        )));
        Simple: "you have more card in your inkwell than each opposing player" => | | Condition::Not(Box::new(AnyOf(
            Players::EachOpponent,
            Box::new(Compare(inkwell(Players::ThatPlayer), Relation::AtLeast, inkwell(Players::You))),
        )));
        Simple: "you have a character with more ¤ than each opposing character" => | | Condition::HasMost(Stat::Strength);
        Simple: "the item you played have a different name than each other item you have" => | | Condition::DifferentNames;
    }
}

fn any_opponent(theirs: Amount, yours: Amount) -> Condition {
    Condition::AnyOf(Players::EachOpponent, Box::new(Condition::Compare(theirs, Relation::More, yours)))
}

fn hand(of: Players) -> Amount {
    Amount::Count(Pool::Hand(of), vec![])
}

fn inkwell(of: Players) -> Amount {
    Amount::Count(Pool::Inkwell(of), vec![])
}

fn in_play(whose: Test, what: &Filter) -> Amount {
    Amount::Count(Pool::InPlay, prefixed(whose, what.clone()))
}

fn once(event: Event) -> Condition {
    Condition::Happened(at_least(1), event)
}

fn other(what: Filter) -> Filter {
    prefixed(Test::Other, what)
}

fn this_turn(t: &mut Table) {
    rules! { t;
        Simple: "you played <Many> <Np> this turn" => |many: Range, what: Filter| {
            Condition::Happened(many, Event::Played(Players::You, what))
        };
        Simple: "you have played <Many> <Np> this turn" => |many: Range, what: Filter| {
            Condition::Happened(many, Event::Played(Players::You, what))
        };
        Simple: "you played another <Np> this turn" => |what: Filter| once(Event::Played(Players::You, other(what)));
        Simple: "you have played another <Np> this turn" => |what: Filter| once(Event::Played(Players::You, other(what)));
        Simple: "<Some> <Happened> this turn" => |what: Filter, make: String| happened(&make, what).map(once);
        Some: "a <Np>" => |what: Filter| what;
        Some: "another <Np>" => |what: Filter| other(what);
        Some: "one of <Np>" => |what: Filter| matches!(what.first(), Some(Test::Yours | Test::Theirs)).then_some(what);
        Happened: "was banished" => | | "banished".to_owned();
        Happened: "was banished in a challenge" => | | "banished in a challenge".to_owned();
        Happened: "quested" => | | "quested".to_owned();
        Happened: "have challenged" => | | "challenged".to_owned();
        Happened: "challenged" => | | "challenged".to_owned();
        Happened: "was damaged" => | | "damaged".to_owned();
        Happened: "took damage" => | | "damaged".to_owned();
        Simple: "none of <Np> <Happened> this turn" => |what: Filter, make: String| {
            happened(&make, what).map(|event| Condition::Happened(Range::Is(Amount::N(0)), event))
        };
        Simple: "no <Np> have <Happened> this turn" => |what: Filter, make: String| {
            happened(&make, what).map(|event| Condition::Happened(Range::Is(Amount::N(0)), event))
        };
        Simple: "you removed damage from <Some> this turn" => |what: Filter| once(Event::Healed(Players::You, what, 1));
        Simple: "you removed <Number> or more damage from <Some> this turn" => |n: i16, what: Filter| {
            Some(once(Event::Healed(Players::You, what, u8::try_from(n).ok()?)))
        };
        Simple: "you discarded <Some> this way" => |what: Filter| Condition::Is(Ref::Those, what);
        Simple: "you discarded a <Np>" => |what: Filter| Condition::Is(Ref::Those, what);
        Simple: "a <Np> is discarded this way" => |what: Filter| Condition::Is(Ref::Those, what);
        Simple: "any <Np> was moved this way" => |what: Filter| {
            Condition::Compare(Amount::ResultOf(gaslamp_lorcana::language::Done::Moved, what), Relation::AtLeast, Amount::N(1))
        };
        Simple: "you removed damage this way" => | | Condition::Compare(Amount::Result(gaslamp_lorcana::language::Done::DamageRemoved), Relation::AtLeast, Amount::N(1));
        Simple: "you didn't play <Many> <Np> this turn" => |many: Range, what: Filter| {
            Condition::Not(Box::new(Condition::Happened(many, Event::Played(Players::You, what))))
        };
        Simple: "you discarded a card this turn" => | | once(Event::Discarded(Players::You));
        Simple: "<Number> or more card was put into your discard this turn" => |n: i16| {
            Condition::Happened(at_least(n), Event::IntoDiscard(Players::You))
        };
        Simple: "<Number> or more other card was put into your discard this turn" => |n: i16| {
            Condition::Happened(at_least(n), Event::OthersIntoDiscard(Players::You))
        };
        Simple: "a card left a player's discard this turn" => | | once(Event::LeftDiscard(Players::EachPlayer));
        Simple: "<Number> or more card have left a player's discard this turn" => |n: i16| {
            Condition::Happened(at_least(n), Event::LeftDiscard(Players::EachPlayer))
        };
        Simple: "you have put a card under <Some> this turn" => |what: Filter| once(Event::PutUnder(what));
        Simple: "you put a card under <Some> this turn" => |what: Filter| once(Event::PutUnder(what));
        Simple: "you have put a card under them this turn" => | | once(Event::PutUnderThis);
        Simple: "you put a card under them this turn" => | | once(Event::PutUnderThis);
        Simple: "you didn't put any card into your inkwell this turn" => | | {
            Condition::Happened(Range::Is(Amount::N(0)), Event::Inked(Players::You))
        };
        Simple: "them is the second card you have put into your inkwell this turn" => | | Condition::IsNth(2, Event::Inked(Players::You));
        Simple: "them is the second card them have drawn this turn" => | | Condition::IsNth(2, Event::Drew(Players::ThatPlayer));
        Simple: "them is the second challenge this turn" => | | Condition::IsNth(2, Event::Challenged(vec![Test::Type(CardType::Character)]));
        Simple: "you got a ink drop this turn" => | | once(Event::GotInkDrop(Players::You));
        Simple: "a character sang this song" => | | once(Event::SangThis(vec![Test::Type(CardType::Character)]));
        Simple: "<Number> or more character sang this song" => |n: i16| {
            Condition::Happened(at_least(n), Event::SangThis(vec![Test::Type(CardType::Character)]))
        };
    }
}

fn happened(what: &str, to: Filter) -> Option<Event> {
    Some(match what {
        "banished" => Event::Banished(to),
        "banished in a challenge" => Event::BanishedInChallenge(to),
        "quested" => Event::Quested(to),
        "challenged" => Event::Challenged(to),
        "damaged" => Event::Damaged(to),
        _ => return None,
    })
}
