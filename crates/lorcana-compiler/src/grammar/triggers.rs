//! What a triggered ability waits for.

use gaslamp_lorcana::cards::KeywordName;
use gaslamp_lorcana::language::{CardType, Destination, Filter, Players, Ref, Test, When, Who};

use super::{Table, rules};
use crate::bind::said;

pub(super) fn add(t: &mut Table) {
    who(t);
    subjects(t);
    players(t);
    lists(t);
}

fn prefixed(test: Test, mut what: Filter) -> Filter {
    what.insert(0, test);
    what
}

fn who(t: &mut Table) {
    rules! { t;
        Who: "<This>" => |_this: Ref| Who::This;
        Who: "a <Np>" => |what: Filter| Who::Any(what);
        Who: "another <Np>" => |what: Filter| Who::Any(prefixed(Test::Other, what));
        Who: "one of <Np>" => |what: Filter| {
            matches!(what.first(), Some(Test::Yours | Test::Theirs)).then(|| Who::Any(what))
        };
        Who: "one of your opponent's <Np>" => |what: Filter| Who::Any(prefixed(Test::Opposing, what));
        Who: "<This> or one of <Np>" => |_this: Ref, what: Filter| {
            matches!(what.first(), Some(Test::Yours)).then(|| Who::ThisOr(what))
        };
        Who: "<Them>" => |them: Ref| (them != said::CHALLENGING && them != said::CHALLENGED).then_some(Who::Ref(them));
        // What it challenges or banishes.
        Opponent: "another character" => | | vec![Test::Type(CardType::Character)];
        Opponent: "a character" => | | vec![Test::Type(CardType::Character)];
        Opponent: "a <Np>" => |what: Filter| what;
        Opponent: "another <Np>" => |what: Filter| what;
    }
}

fn subjects(t: &mut Table) {
    rules! { t;
        Event: "<Who> quest" => |who: Who| When::Quests(who);
        Event: "<Who> challenge <Opponent>" => |who: Who, what: Filter| When::Challenges(who, what);
        Event: "<Who> challenge" => |who: Who| When::Challenges(who, vec![]);
        Event: "<Who> is challenged" => |who: Who| When::IsChallenged(who);
        Event: "<Who> is banished" => |who: Who| When::Banished(who);
        Event: "<Who> is banished in a challenge" => |who: Who| When::BanishedInChallenge(who);
        Event: "<Who> is challenged and banished" => |who: Who| When::ChallengedAndBanished(who);
        Event: "<Who> challenge and is banished" => |who: Who| When::ChallengesAndIsBanished(who);
        Event: "<Who> banish <Opponent> in a challenge" => |who: Who, what: Filter| {
            (what == [Test::Type(CardType::Character)]).then_some(When::BanishesInChallenge(who))
        };
        Event: "<Who> deal damage to another character in a challenge" => |who: Who| When::DealsDamageInChallenge(who);
        Event: "<Who> leave play" => |who: Who| When::Leaves(who);
        Event: "<Who> leave" => |who: Who| When::Leaves(who);
        Event: "<Who> is returned to your hand from play" => |who: Who| When::ReturnedToHand(who);
        Event: "<Who> is returned to your hand from" => |who: Who| When::ReturnedToHand(who);
        Event: "<Who> is returned to their hand from play" => |who: Who| When::ReturnedToHand(who);
        Event: "<Who> sing a song" => |who: Who| When::Sings(who, None);
        Event: "<Who> sing a song with <Keyword>" => |who: Who, keyword: KeywordName| When::Sings(who, Some(keyword));
        Event: "one or more of <Np> sing a song" => |what: Filter| When::OneOrMoreSing(Who::Any(what));
        Event: "<Who> move to a location" => |who: Who| When::Moves(Players::EachPlayer, who, Destination::Any);
        Event: "<Who> move here" => |who: Who| When::Moves(Players::EachPlayer, who, Destination::Here);
        Event: "you move <Who> here" => |who: Who| yours(&who).then_some(When::Moves(Players::You, who, Destination::Here));
        Event: "you move <Who> here from a location" => |who: Who| yours(&who).then_some(When::Moves(Players::You, who, Destination::HereFromAnother));
        Event: "you put a card under <Who>" => |who: Who| When::PutUnder(Players::You, who);
        Event: "<Who> is dealt damage" => |who: Who| When::Damaged(who);
        Event: "<Who> take damage" => |who: Who| When::Damaged(who);
        Event: "you remove <Number> or more damage from <Who>" => |n: i16, who: Who| Some(When::Healed(Players::You, who, u8::try_from(n).ok()?));
        Event: "you remove damage from <Who>" => |who: Who| When::Healed(Players::You, who, 1);
        Event: "<Who> exert" => |who: Who| When::Exerts(who);
        Event: "<Who> is exerted" => |who: Who| When::Exerts(who);
        Event: "<Who> become exerted" => |who: Who| When::Exerts(who);
        Event: "<Who> enter play exerted" => |who: Who| When::EntersExerted(who);
        Event: "you ready <Who>" => |who: Who| When::Readied(Players::You, who);
        Event: "a opponent choose <Who> for a action or ability" => |who: Who| When::ChosenByOpponent(who);
        Event: "<Who> is chosen for a action or a item's ability" => |who: Who| When::ChosenForActionOrItem(who);
        Event: "<Who> is chosen for <Keyword>" => |who: Who, keyword: KeywordName| When::ChosenFor(who, keyword);
        Event: "you shift a character on top of <Who>" => |who: Who| When::ShiftedOnto(who);
        Event: "you shift <Who>" => |who: Who| When::IsShifted(who);
    }
}

/// Whether a character that a player moves can be written "a character": all of them are the player's.
fn yours(who: &Who) -> bool {
    !matches!(who, Who::Ref(_))
}

fn players(t: &mut Table) {
    rules! { t;
        Event: "you play <Who>" => |who: Who| When::Plays(Players::You, who);
        Event: "you play <This> or another <Np>" => |_this: Ref, what: Filter| When::Plays(Players::You, Who::ThisOr(what));
        Event: "you play this or another <Np>" => |what: Filter| When::Plays(Players::You, Who::ThisOr(what));
        Event: "a opponent play <Who>" => |who: Who| When::Plays(Players::EachOpponent, who);
        Event: "<Who> is played" => |who: Who| When::Plays(Players::EachPlayer, who);
        Event: "you draw a card" => | | When::Draws(Players::You);
        Event: "a opponent draw a card during their turn" => | | When::DrawsInOwnTurn(Players::EachOpponent);
        Event: "a opponent draw a card" => | | When::Draws(Players::EachOpponent);
        Event: "a card is put into your inkwell" => | | When::Inked(Players::You);
        Event: "you put a card into your inkwell" => | | When::Inks(Players::You);
        Event: "you ink a card" => | | When::Inks(Players::You);
        Event: "you discard this card" => | | When::DiscardsThis(Players::You);
        Event: "you discard a <Np>" => |what: Filter| When::Discards(Players::You, what);
        Event: "a opponent discard a card" => | | When::Discards(Players::EachOpponent, vec![]);
        Event: "your opponent discard <Number> or more card" => |n: i16| Some(When::DiscardsMany(Players::EachOpponent, u8::try_from(n).ok()?));
        Event: "you discard <Number> or more card" => |n: i16| Some(When::DiscardsMany(Players::You, u8::try_from(n).ok()?));
        Event: "a card leave your discard" => | | When::LeavesDiscard(Players::You);
        Event: "you put <Number> or more card into your discard from your deck" => |n: i16| Some(When::Milled(Players::You, u8::try_from(n).ok()?));
        Event: "this card is put into your discard from your deck" => | | When::ThisMilled;
        Event: "you return a <Np> from your discard to your hand" => |what: Filter| When::ReturnsFromDiscard(Players::You, what);
        Event: "you remove a ink drop" => | | When::RemovesInkDrop(Players::You);
        Event: "you pay <Number> ⬡ or less to play a non-character" => |n: i16| {
            let what = vec![Test::Not(Box::new(Test::Type(CardType::Character)))];
            Some(When::PaysAtMost(Players::You, u8::try_from(n).ok()?, what))
        };
        Event: "you pay <Number> ⬡ or less to play a <Np>" => |n: i16, what: Filter| Some(When::PaysAtMost(Players::You, u8::try_from(n).ok()?, what));
        Event: "you play a second <Np> in a turn" => |what: Filter| When::PlaysNth(Players::You, 2, what);
        Event: "you play a third <Np>" => |what: Filter| When::PlaysNth(Players::You, 3, what);
        Event: "you play a second <Np>" => |what: Filter| When::PlaysNth(Players::You, 2, what);
        Event: "you play a third <Np> in a turn" => |what: Filter| When::PlaysNth(Players::You, 3, what);
        Event: "you play a <Np> on this card" => |what: Filter| When::PlayedOnThis(what);
        Event: "you use the <Keyword> ability of a <Np>" => |keyword: KeywordName, what: Filter| When::Uses(Players::You, keyword, what);
        Event: "one of your action deal damage to a <Np>" => |what: Filter| When::ActionDamages(Players::You, what);
        Turn: "at the start of your turn" => | | When::TurnBegins(Players::You);
        Turn: "at the start of each opponent's turn" => | | When::TurnBegins(Players::EachOpponent);
        Turn: "at the start of opponent's turn" => | | When::TurnBegins(Players::EachOpponent);
        Turn: "at the start of their turn" => | | When::TurnBegins(Players::PlayerOf(said::THEM));
        Turn: "at the end of your turn" => | | When::TurnEnds(Players::You);
        Turn: "at the end of opponent's turn" => | | When::TurnEnds(Players::EachOpponent);
        Turn: "at the end of each player's turn" => | | When::TurnEnds(Players::EachPlayer);
        Turn: "at the end of the turn" => | | When::TurnEnds(Players::EachPlayer);
    }
}

fn lists(t: &mut Table) {
    rules! { t;
        Whens: "when <Event>" => |when: When| vec![when];
        Whens: "when <Event> and when <Event>" => |one: When, two: When| vec![one, two];
        Whens: "when <Event> and <Event>" => |one: When, two: When| vec![one, two];
        Whens: "when <Event> or <Event>" => |one: When, two: When| vec![one, two];
        Whens: "when <Who> quest or challenge" => |who: Who| vec![When::Quests(who.clone()), When::Challenges(who, vec![])];
        Whens: "when <Who> quest while at a location" => |who: Who| match who {
            Who::This => Some(vec![When::QuestsAtLocation(who)]),
            Who::Any(_) => Some(vec![When::QuestsAtLocation(who)]),
            _ => None,
        };
        Whens: "when <Event> while here" => |when: When| here(when).map(|when| vec![when]);
        Whens: "<Turn>" => |when: When| vec![when];
        Whens: "when <Event> and <Turn>" => |one: When, two: When| vec![one, two];
        Whens: "<Turn> and when <Event>" => |one: When, two: When| vec![one, two];
    }
}

/// "… while here": the character of the event is at this location.
fn here(when: When) -> Option<When> {
    let add = |who: Who| match who {
        Who::Any(mut what) => {
            what.push(Test::Here);
            Some(Who::Any(what))
        }
        _ => None,
    };
    Some(match when {
        When::Quests(who) => When::Quests(add(who)?),
        When::Challenges(who, what) => When::Challenges(add(who)?, what),
        When::IsChallenged(who) => When::IsChallenged(add(who)?),
        When::Banished(who) => When::Banished(add(who)?),
        When::BanishedInChallenge(who) => When::BanishedInChallenge(add(who)?),
        When::ChallengedAndBanished(who) => When::ChallengedAndBanished(add(who)?),
        When::ChallengesAndIsBanished(who) => When::ChallengesAndIsBanished(add(who)?),
        When::BanishesInChallenge(who) => When::BanishesInChallenge(add(who)?),
        When::Sings(who, with) => When::Sings(add(who)?, with),
        _ => return None,
    })
}
