//! What cards and players get, for a while or always.

use gaslamp_lorcana::cards::{Classification, KeywordName};
use gaslamp_lorcana::language::{
    Ability, Amount, Condition, Filter, Given, KeywordGift, Modifier, PlayerModifier, Players, Pool, Range,
    Ref, Restriction, Stat, Target, Test,
};

use super::steps::per;
use super::{Table, rules};

pub(super) fn add(t: &mut Table) {
    gets(t);
    keywords(t);
    restrictions(t);
    statics(t);
    player_statics(t);
}

fn chained(mut one: Vec<Modifier>, two: Vec<Modifier>) -> Vec<Modifier> {
    one.extend(two);
    one
}

/// The same for each of something.
pub(super) fn times(what: Vec<Modifier>, each: &Amount) -> Option<Vec<Modifier>> {
    what.into_iter()
        .map(|one| match one {
            Modifier::Stat(stat, Amount::N(n)) => Some(Modifier::Stat(stat, per(n, each.clone()))),
            Modifier::Keyword(KeywordGift { name, value: Some(value) }) => {
                Some(Modifier::KeywordTimes(KeywordGift { name, value: Some(value) }, Box::new(each.clone())))
            }
            _ => None,
        })
        .collect()
}

fn gets(t: &mut Table) {
    rules! { t;
        // What follows a subject: "get +1 ¤ and gain Rush".
        Gets: "<Get>" => |one: Vec<Modifier>| one;
        Gets: "<Get> and <Gets>" => |one: Vec<Modifier>, two: Vec<Modifier>| chained(one, two);
        Get: "get <Stats>" => |stats: Vec<Modifier>| stats;
        Get: "get <Stats> <ForEach>" => |stats: Vec<Modifier>, each: Amount| times(stats, &each);
        Get: "gain <Keywords>" => |keywords: Vec<Modifier>| keywords;
        Get: "gain <Keywords> <ForEach>" => |keywords: Vec<Modifier>, each: Amount| times(keywords, &each);
        Get: "lose <Stat> equal to <Amount>" => |stat: Stat, n: Amount| vec![Modifier::Stat(stat, per(-1, n))];
        Get: "lose the <AbilityName> ability" => |name: String| vec![Modifier::LosesAbility(name)];
        Get: "lose <Keyword>" => |keyword: KeywordName| vec![Modifier::Loses(keyword)];
        Get: "can't <Deeds>" => |deeds: Vec<Modifier>| deeds;
        Get: "can challenge ready character" => | | vec![Modifier::ChallengesReady(vec![])];
        Get: "may challenge ready character" => | | vec![Modifier::ChallengesReady(vec![])];
        Get: "can challenge ready <Np>" => |what: Filter| (what.len() > 1).then(|| vec![Modifier::ChallengesReady(what)]);
        Get: "take no damage from challenge" => | | vec![Modifier::NoChallengeDamage];
        Get: "take no damage from the challenge" => | | vec![Modifier::NoChallengeDamage];
        Get: "gain the <Class> classification" => |class: Classification| vec![Modifier::Class(class)];
        Get: "can't challenge and must quest if able" => | | vec![Modifier::Cannot(Restriction::Challenge), Modifier::MustQuest];
        Get: "must quest if able" => | | vec![Modifier::MustQuest];
        Get: "enter play exerted" => | | vec![Modifier::EntersExerted];
        Get: "enter play with <Number> damage" => |n: i16| Some(vec![Modifier::EntersDamaged(u8::try_from(n).ok()?)]);
        Get: "count as having ◉" => | | vec![Modifier::CountsAsInkable];
        Get: "can quest the turn them is played" => | | vec![Modifier::QuestsAtOnce];
        Get: "may move here for free" => | | vec![Modifier::MovesFor(None)];
        Get: "can move here for free" => | | vec![Modifier::MovesFor(None)];
        Get: "can't be dealt damage unless them is being challenged" => | | vec![Modifier::NoDamageUnlessChallenged];
        Get: "take no damage while challenging" => | | vec![Modifier::NoDamageWhileChallenging];
        Get: "may also challenge ready character" => | | vec![Modifier::ChallengesReady(vec![])];
        Get: "count as having +<Number> cost to sing song" => |n: i16| Some(vec![Modifier::SingsFor(u8::try_from(n).ok()?)]);
        Get: "count as having <Signed> cost to sing song" => |n: i16| Some(vec![Modifier::SingsFor(u8::try_from(n).ok()?)]);
        Get: "can't be dealt damage" => | | vec![Modifier::NoDamage];
        Get: "don't ready at the start of their turn" => | | vec![Modifier::Cannot(Restriction::ReadyAtStart)];
        // What follows a giver: "give chosen character +1 ¤ and Rush".
        Gift: "<Stats>" => |stats: Vec<Modifier>| stats;
        Gift: "<Keywords>" => |keywords: Vec<Modifier>| keywords;
        Gift: "<Stats> and <Keywords>" => |one: Vec<Modifier>, two: Vec<Modifier>| chained(one, two);
        Gift: "<Stats> and the <Class> classification" => |one: Vec<Modifier>, class: Classification| chained(one, vec![Modifier::Class(class)]);
        Gift: "the <Class> classification" => |class: Classification| vec![Modifier::Class(class)];
        Stats: "<Signed> <Stat>" => |n: i16, stat: Stat| vec![Modifier::Stat(stat, Amount::N(n))];
        Stats: "<Signed> <Stat> and <Stats>" => |n: i16, stat: Stat, more: Vec<Modifier>| {
            chained(vec![Modifier::Stat(stat, Amount::N(n))], more)
        };
        Stats: "<Signed> <Stat> , <Signed> <Stat> , and <Signed> <Stat>" => |a: i16, one: Stat, b: i16, two: Stat, c: i16, three: Stat| {
            vec![Modifier::Stat(one, Amount::N(a)), Modifier::Stat(two, Amount::N(b)), Modifier::Stat(three, Amount::N(c))]
        };
        Stats: "+ <Stat> equal to <Amount>" => |stat: Stat, n: Amount| vec![Modifier::Stat(stat, n)];
    }
}

fn keyword(name: KeywordName, value: Option<i16>) -> Option<Modifier> {
    let value = match value {
        Some(value) => Some(u8::try_from(value).ok()?),
        None => None,
    };
    Some(Modifier::Keyword(KeywordGift { name, value }))
}

fn keywords(t: &mut Table) {
    rules! { t;
        Gained: "<Keyword>" => |name: KeywordName| keyword(name, None);
        Gained: "<Keyword> <Signed>" => |name: KeywordName, n: i16| keyword(name, Some(n));
        Gained: "<Keyword> <Number>" => |name: KeywordName, n: i16| keyword(name, Some(n));
        Gained: "<Keyword> <Number> ⬡" => |name: KeywordName, n: i16| keyword(name, Some(n));
        Gained: "\" <Ability> \"" => |ability: Ability| Modifier::Ability(Box::new(ability));
        Keywords: "<Gained>" => |one: Modifier| vec![one];
        Keywords: "<Gained> and the <Class> classification" => |one: Modifier, class: Classification| vec![one, Modifier::Class(class)];
        Keywords: "<Gained> and <Gained>" => |one: Modifier, two: Modifier| vec![one, two];
        Keywords: "<Gained> , <Gained> , and <Gained>" => |one: Modifier, two: Modifier, three: Modifier| vec![one, two, three];
        Keywords: "<Gained> and <Gained> and <Gained>" => |one: Modifier, two: Modifier, three: Modifier| vec![one, two, three];
    }
}

fn cannot(deed: Restriction) -> Vec<Modifier> {
    vec![Modifier::Cannot(deed)]
}

fn restrictions(t: &mut Table) {
    rules! { t;
        Deeds: "<Deed>" => |deed: Restriction| cannot(deed);
        Deeds: "<Deed> or <Deed>" => |one: Restriction, two: Restriction| vec![Modifier::Cannot(one), Modifier::Cannot(two)];
        Deeds: "<Deed> unless <Condition>" => |deed: Restriction, so: Condition| cannot(Restriction::Unless(Box::new(deed), Box::new(so)));
        Deeds: "<Deed> or <Deed> unless <Condition>" => |one: Restriction, two: Restriction, so: Condition| {
            let unless = |deed| Modifier::Cannot(Restriction::Unless(Box::new(deed), Box::new(so.clone())));
            vec![unless(one), unless(two)]
        };
        Deeds: "<Deed> unless you pay <Number> ⬡" => |deed: Restriction, n: i16| {
            Some(cannot(Restriction::UnlessPaid(Box::new(deed), u8::try_from(n).ok()?)))
        };
        Deeds: "<Deed> or <Deed> unless you pay <Number> ⬡" => |one: Restriction, two: Restriction, n: i16| {
            let n = u8::try_from(n).ok()?;
            let unless = |deed| Modifier::Cannot(Restriction::UnlessPaid(Box::new(deed), n));
            Some(vec![unless(one), unless(two)])
        };
        Deed: "sing <Np>" => |what: Filter| Restriction::SingThese(what);
        Deed: "quest" => | | Restriction::Quest;
        Deed: "challenge" => | | Restriction::Challenge;
        Deed: "challenge <Np>" => |what: Filter| Restriction::ChallengeThese(what);
        Deed: "challenge <This>" => |_this: Ref| Restriction::ChallengeThis;
        Deed: "move to location" => | | Restriction::Move;
        Deed: "be challenged" => | | Restriction::BeChallenged;
        Deed: "be challenged by <Np>" => |what: Filter| Restriction::BeChallengedBy(what);
        Deed: "ready" => | | Restriction::Ready;
        Deed: "ready at the start of your turn" => | | Restriction::ReadyAtStart;
        Deed: "ready at the start of their turn" => | | Restriction::ReadyAtStart;
        Deed: "exert to sing song" => | | Restriction::Sing;
        Deed: "⟳ to sing song" => | | Restriction::Sing;
        Deeds: "gain <Keyword>" => |keyword: KeywordName| vec![Modifier::CannotGain(keyword)];
    }
}

fn always(to: Given) -> Ability {
    Ability::Static { during: None, to }
}

/// "While being challenged" speaks of whatever gets something: if that is not this card, the language cannot say it.
fn speaks_of_others(so: &Condition, body: &Ability) -> bool {
    let elided = matches!(so, Condition::BeingChallenged(Ref::This) | Condition::Challenging(Ref::This, _));
    elided && matches!(body, Ability::Static { to: Given::Cards(Target::Each(..), _), .. })
}

fn whiles(so: Condition, body: Ability) -> Option<Ability> {
    if speaks_of_others(&so, &body) {
        return None;
    }
    match body {
        Ability::Static { during: None, to } => Some(Ability::Static { during: Some(so), to }),
        Ability::Static { during: Some(more), to } => {
            Some(Ability::Static { during: Some(Condition::All(vec![so, more])), to })
        }
        _ => None,
    }
}

/// A card's own Shift is needed in the hand, where its static abilities do not apply.
fn needed_in_hand(who: &Target, what: &[Modifier]) -> bool {
    let shift = |one: &Modifier| matches!(one, Modifier::Keyword(gift) if gift.name == KeywordName::Shift);
    !matches!(who, Target::Each(..)) && what.iter().any(shift)
}

/// Who is named by a static ability: this card, or all like this.
fn subject(who: &Target) -> bool {
    match who {
        Target::Ref(card) => {
            *card == Ref::This || *card == crate::bind::said::THEM || matches!(card, Ref::Slot(_))
        }
        Target::Each(pool, what) => !what.is_empty() || *pool != Pool::InPlay,
        Target::Chosen(_) => false,
    }
}

fn here(who: Target) -> Option<Target> {
    match who {
        Target::Each(pool, mut what) => {
            what.push(Test::Here);
            Some(Target::Each(pool, what))
        }
        _ => None,
    }
}

fn statics(t: &mut Table) {
    rules! { t;
        Static: "<StaticBody>" => |body: Ability| body;
        Static: "<StaticBody> ." => |body: Ability| body;
        StaticBody: "<Lasts> , <StaticBody>" => |so: Condition, body: Ability| whiles(so, body);
        StaticBody: "<Given>" => |body: Ability| body;
        // Of others it is each of them that is challenged.
        StaticBody: "while being challenged , <Target> <Gets>" => |who: Target, what: Vec<Modifier>| {
            matches!(who, Target::Each(..)).then(|| always(Given::Cards(who, vec![Modifier::WhileChallenged(what)])))
        };
        StaticBody: "<Given> while <Condition>" => |body: Ability, so: Condition| whiles(so, body);
        // The one that is spoken of is each that the condition speaks of.
        StaticBody: "while you have <Many> <Np> , <Them> <Gets>" => |many: Range, what: Filter, them: Ref, gets: Vec<Modifier>| {
            one_of_them(many, owned(what), &them, gets)
        };
        StaticBody: "while one of <Np> is at a location , <Them> <Gets>" => |what: Filter, them: Ref, gets: Vec<Modifier>| {
            let mut what = what;
            what.push(Test::AtLocation);
            one_of_them(Range::From(Amount::N(1)), what, &them, gets)
        };
        // What holds because of this turn holds during this turn.
        StaticBody: "if <Condition> , <Given> this turn" => |so: Condition, body: Ability| {
            matches!(so, Condition::Happened(..)).then(|| whiles(so, body)).flatten()
        };
        Lasts: "during your turn" => | | Condition::YourTurn;
        Lasts: "during opponent's turn" => | | Condition::OpponentsTurn;
        Lasts: "while <Condition>" => |so: Condition| so;
        Lasts: "if <Condition>" => |so: Condition| so;
        Given: "<Target> <Gets>" => |who: Target, what: Vec<Modifier>| {
            (subject(&who) && !needed_in_hand(&who, &what)).then(|| always(Given::Cards(who, what)))
        };
        Given: "<Target> <Gets> while here" => |who: Target, what: Vec<Modifier>| {
            here(who).map(|who| always(Given::Cards(who, what)))
        };
        Given: "<ForEach> , <Target> <Gets>" => |each: Amount, who: Target, what: Vec<Modifier>| {
            let what = times(what, &each)?;
            subject(&who).then(|| always(Given::Cards(who, what)))
        };
        Given: "<Target> get <Stats> while challenging a <Np>" => |who: Target, what: Vec<Modifier>, against: Filter| {
            subject(&who).then(|| always(Given::Cards(who, vec![Modifier::WhileChallenging(against, what)])))
        };
        Given: "<Kept> ¤ can't be reduced below their printed value" => |who: Target| always(Given::Cards(who, vec![Modifier::KeepsPrintedStrength]));
        Kept: "your character's" => | | Target::Each(Pool::InPlay, vec![Test::Yours, Test::Type(gaslamp_lorcana::language::CardType::Character)]);
        Given: "during challenge , <Each> deal damage with their ⛉ instead of their ¤" => |who: Filter| {
            always(Given::Cards(Target::Each(Pool::InPlay, who), vec![Modifier::FightsWithWillpower]))
        };
        Given: "<PlayersGet>" => |given: Ability| given;
    }
}

fn owned(mut what: Filter) -> Filter {
    what.insert(0, Test::Yours);
    what
}

fn one_of_them(many: Range, what: Filter, them: &Ref, gets: Vec<Modifier>) -> Option<Ability> {
    let is_clear = matches!(*them, crate::bind::said::THEM | crate::bind::said::CHARACTER)
        && matches!(many, Range::Is(Amount::N(1)) | Range::From(Amount::N(1)))
        && what.first() == Some(&Test::Yours)
        && what.iter().any(|test| matches!(test, Test::Here | Test::AtLocation));
    let to = Given::Cards(Target::Each(Pool::InPlay, what.clone()), gets);
    is_clear.then_some(Ability::Static { during: Some(Condition::There(many, Pool::InPlay, what)), to })
}

fn you(what: PlayerModifier) -> Ability {
    always(Given::Players(Players::You, what))
}

fn player_statics(t: &mut Table) {
    rules! { t;
        PlayersGet: "<Less> to play <Np>" => |n: i16, what: Filter| you(PlayerModifier::Cheaper(what, Amount::N(n)));
        PlayersGet: "<Less> to play <Np> using their <Keyword> ability" => |n: i16, what: Filter, keyword: KeywordName| {
            you(PlayerModifier::CheaperWith(what, keyword, Amount::N(n)))
        };
        PlayersGet: "<Less> for the first <Np> you play each turn" => |n: i16, what: Filter| you(PlayerModifier::FirstCheaper(what, Amount::N(n)));
        PlayersGet: "<ForEach> , <Less> for the first <Np> you play each turn" => |each: Amount, n: i16, what: Filter| {
            you(PlayerModifier::FirstCheaper(what, per(n, each)))
        };
        PlayersGet: "<Less> to move <Np> here" => |n: i16, what: Filter| Some(you(PlayerModifier::MovesHereCheaper(what, u8::try_from(n).ok()?)));
        PlayersGet: "<Less> to move a <Np> here" => |n: i16, what: Filter| Some(you(PlayerModifier::MovesHereCheaper(what, u8::try_from(n).ok()?)));
        PlayersGet: "<Less> to move <Np> to a location" => |n: i16, what: Filter| {
            Some(you(PlayerModifier::MovesCheaper(what, Some(u8::try_from(n).ok()?))))
        };
        Less: "you pay <Number> ⬡ less" => |n: i16| n;
        PlayersGet: "each player pay <Number> ⬡ more to play <Np>" => |n: i16, what: Filter| {
            Some(always(Given::Players(Players::EachPlayer, PlayerModifier::Dearer(what, u8::try_from(n).ok()?))))
        };
        PlayersGet: "<Players> can't play <Np>" => |players: Players, what: Filter| {
            always(Given::Players(players, PlayerModifier::CannotPlay(what)))
        };
        PlayersGet: "you can't play <Np>" => |what: Filter| you(PlayerModifier::CannotPlay(what));
        PlayersGet: "you may ink a additional card" => | | you(PlayerModifier::MoreInk(1));
        PlayersGet: "you may put a additional card from your hand into your inkwell facedown" => | | you(PlayerModifier::MoreInk(1));
        PlayersGet: "you can ink card from your discard" => | | you(PlayerModifier::InksFromDiscard);
        PlayersGet: "skip your turn's draw step" => | | you(PlayerModifier::SkipsDraw);
        PlayersGet: "opponent need <Number> lore to win the game" => |n: i16| {
            Some(always(Given::Players(Players::EachOpponent, PlayerModifier::WinsAt(u8::try_from(n).ok()?))))
        };
        PlayersGet: "<Players> play with the top card of their deck faceup" => |players: Players| always(Given::Players(players, PlayerModifier::TopFaceup));
        PlayersGet: "<Less> to move this character to a location" => |n: i16| Some(always(Given::Cards(Target::Ref(Ref::This), vec![Modifier::MovesAnywhereFor(u8::try_from(n).ok()?)])));
        PlayersGet: "<Players> can't choose <Np> for ability or effect" => |players: Players, what: Filter| always(Given::Players(players, PlayerModifier::CannotChoose(what)));
        PlayersGet: "each turn , only one character can challenge" => | | always(Given::Players(Players::EachPlayer, PlayerModifier::OneChallenge));
        PlayersGet: "you can't lose lore" => | | you(PlayerModifier::CannotLoseLore);
        PlayersGet: "<Players> can't lose lore" => |players: Players| always(Given::Players(players, PlayerModifier::CannotLoseLore));
        PlayersGet: "<Players> can't gain lore" => |players: Players| always(Given::Players(players, PlayerModifier::CannotGainLore));
        PlayersGet: "you may play <Np> for free" => |what: Filter| you(PlayerModifier::Free(what));
        PlayersGet: "<Players> can't gain lore unless <Condition>" => |players: Players, so: Condition| {
            let unless = PlayerModifier::Unless(Box::new(PlayerModifier::CannotGainLore), Box::new(so));
            always(Given::Players(players, unless))
        };
        PlayersGet: "damage counter can't be removed" => | | always(Given::Players(Players::EachPlayer, PlayerModifier::NoHealing));
        PlayersGet: "card enter opponent's inkwell exerted" => | | always(Given::Players(Players::EachOpponent, PlayerModifier::InkEntersExerted));
        PlayersGet: "<Players> must choose this character for action and ability if able" => |players: Players| {
            always(Given::Players(players, PlayerModifier::MustChooseThis))
        };
    }
}
