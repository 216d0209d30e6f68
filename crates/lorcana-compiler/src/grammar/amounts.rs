//! Numbers that depend on the game, and how long something lasts.

use gaslamp_lorcana::language::{Amount, Done, Duration, Filter, Players, Pool, Ref, Stat, Target, Test};

use super::{Table, rules};
use crate::bind::said;

pub(super) fn add(t: &mut Table) {
    amounts(t);
    counted(t);
    durations(t);
}

fn amounts(t: &mut Table) {
    rules! { t;
        Stat: "¤" => | | Stat::Strength;
        Stat: "⛉" => | | Stat::Willpower;
        Stat: "◊" => | | Stat::Lore;
        One: "a" => | | Amount::N(1);
        One: "<Number>" => |n: i16| Amount::N(n);
        Amount: "<Owned> <Stat>" => |card: Ref, stat: Stat| Amount::Stat(card, stat);
        Amount: "<Owned> cost" => |card: Ref| Amount::Cost(Box::new(Target::Ref(card)));
        Amount: "the <Stat> of <Target>" => |stat: Stat, card: Target| Amount::StatOf(Box::new(card), stat);
        Amount: "the <Stat> <Ref> had" => |stat: Stat, card: Ref| Amount::Stat(card, stat);
        Amount: "the cost of <Target>" => |card: Target| Amount::Cost(Box::new(card));
        Amount: "the damage on <Target>" => |card: Target| Amount::Damage(Box::new(card));
        Amount: "the number of <Counted>" => |n: Amount| n;
        Amount: "the lore lost" => | | Amount::Result(Done::LoreLost);
        Amount: "<Capped> , to a maximum of <Number> lore" => |n: Amount, most: i16| Some(Amount::AtMost(Box::new(n), u8::try_from(most).ok()?));
        Amount: "<Capped> , to a maximum of <Number> lore each" => |n: Amount, most: i16| Some(Amount::AtMost(Box::new(n), u8::try_from(most).ok()?));
        Capped: "the damage on <Target>" => |card: Target| Amount::Damage(Box::new(card));
        Capped: "<Owned> <Stat>" => |card: Ref, stat: Stat| Amount::Stat(card, stat);
        Amount: "the lore lost this way" => | | Amount::Result(Done::LoreLost);
        Amount: "the number of <Done>" => |n: Amount| n;
        ForEach: "for each <Counted>" => |n: Amount| n;
        ForEach: "for each <Counted> , to a maximum of <Number> lore" => |n: Amount, most: i16| Some(Amount::AtMost(Box::new(n), u8::try_from(most).ok()?));
        ForEach: "for each <Done>" => |n: Amount| n;
        Done: "damage removed this way" => | | Amount::Result(Done::DamageRemoved);
        Done: "1 damage removed this way" => | | Amount::Result(Done::DamageRemoved);
        Done: "damage counter moved this way" => | | Amount::Result(Done::DamageMoved);
        Done: "1 lore lost this way" => | | Amount::Result(Done::LoreLost);
        Done: "<Np> discarded this way" => |what: Filter| (!what.is_empty()).then_some(Amount::ResultOf(Done::Discarded, what));
        Done: "<Np> moved this way" => |what: Filter| (!what.is_empty()).then_some(Amount::ResultOf(Done::Moved, what));
        Done: "1 damage removed" => | | Amount::Result(Done::DamageRemoved);
        Done: "card discarded this way" => | | Amount::Result(Done::Discarded);
        Done: "card discarded" => | | Amount::Result(Done::Discarded);
        Done: "character you moved" => | | Amount::Result(Done::Moved);
        Done: "<Np> put into your discard this way" => |what: Filter| (!what.is_empty()).then_some(Amount::ResultOf(Done::Moved, what));
        Counted: "different ink type of card revealed this way" => | | Amount::InkTypes(said::LOOKED, vec![]);
        Done: "character you moved this way" => | | Amount::Result(Done::Moved);
        Done: "item banished this way" => | | Amount::Result(Done::ItemsBanished);
    }
}

fn counted(t: &mut Table) {
    rules! { t;
        Counted: "<Np>" => |what: Filter| Amount::Count(Pool::InPlay, what);
        Counted: "<Np> you have" => |what: Filter| Amount::Count(Pool::InPlay, with(what, &[Test::Yours]));
        Counted: "<Np> you have here" => |what: Filter| Amount::Count(Pool::InPlay, with(what, &[Test::Yours, Test::Here]));
        Counted: "<Np> opponent have" => |what: Filter| Amount::Count(Pool::InPlay, with(what, &[Test::Opposing]));
        Counted: "of <Np>" => |what: Filter| Amount::Count(Pool::InPlay, what);
        Counted: "<Np> <From>" => |what: Filter, from: Pool| (!matches!(from, Pool::Under(_))).then_some(Amount::Count(from, what));
        Counted: "card in opponent's hand" => | | Amount::Count(Pool::Hand(Players::EachOpponent), vec![]);
        Counted: "card in your opponent's hand" => | | Amount::Count(Pool::Hand(Players::EachOpponent), vec![]);
        Counted: "card under <Ref>" => |card: Ref| Amount::Under(card);
        Counted: "card that was under <Ref>" => |card: Ref| Amount::Under(card);
        Counted: "1 damage on <Target>" => |card: Target| Amount::Damage(Box::new(card));
        Counted: "different ink type of <Np> you have" => |what: Filter| Amount::InkTypes(Pool::InPlay, with(what, &[Test::Yours]));
        Counted: "<Np> with a different name you have" => |what: Filter| Amount::Names(Pool::InPlay, with(what, &[Test::Yours]));
        Counted: "character that sang this song" => | | Amount::Singers;
        Counted: "character that sing this song" => | | Amount::Singers;
        Counted: "opposing character banished in a challenge this turn" => | | {
            use gaslamp_lorcana::language::{CardType, Event};
            Amount::Times(Box::new(Event::BanishedInChallenge(vec![Test::Opposing, Test::Type(CardType::Character)])))
        };
    }
}

fn with(mut what: Filter, tests: &[Test]) -> Filter {
    what.extend_from_slice(tests);
    what
}

fn durations(t: &mut Table) {
    rules! { t;
        Duration: "this turn" => | | Duration::ThisTurn;
        Duration: "for the rest of this turn" => | | Duration::RestOfTurn;
        Duration: "until the start of your next turn" => | | Duration::UntilYourNextTurn;
        Duration: "until the start of their next turn" => | | Duration::UntilNextTurnOf(Players::PlayerOf(said::THEM));
        Duration: "during their next turn" => | | Duration::TheirNextTurn;
        Duration: "at the start of their next turn" => | | Duration::StartOfTheirNextTurn;
        Duration: "during that challenge" => | | Duration::Challenge;
        Duration: "while this item is" => | | Duration::WhileInPlay;
        Duration: "while this location is" => | | Duration::WhileInPlay;
        Lasting: "<Duration>" => |lasts: Duration| lasts;
    }
}
