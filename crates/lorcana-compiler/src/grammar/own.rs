//! About playing the card itself.

use gaslamp_lorcana::cards::{Classification, KeywordName};
use gaslamp_lorcana::language::{Ability, Amount, Condition, Filter, KeywordGift, Own, Ref, Step};

use super::{Table, rules};

pub(super) fn add(t: &mut Table) {
    cost(t);
    entering(t);
}

fn cheaper(so: Option<Condition>, n: Amount) -> Ability {
    Ability::Own(Own::Cheaper { so, with: None, less: n })
}

fn cost(t: &mut Table) {
    rules! { t;
        Own: "<OwnBody>" => |own: Ability| own;
        Own: "<OwnBody> ." => |own: Ability| own;
        OwnBody: "<Less> to play <This>" => |n: i16, _this: Ref| cheaper(None, Amount::N(n));
        OwnBody: "<Less> to play <This> <ForEach>" => |n: i16, _this: Ref, each: Amount| cheaper(None, super::steps::per(n, each));
        OwnBody: "<ForEach> , <Less> to play <This>" => |each: Amount, n: i16, _this: Ref| cheaper(None, super::steps::per(n, each));
        OwnBody: "if <Condition> , <Less> to play <This>" => |so: Condition, n: i16, _this: Ref| cheaper(Some(so), Amount::N(n));
        OwnBody: "if <Condition> , <Less> to play them" => |so: Condition, n: i16| cheaper(Some(so), Amount::N(n));
        OwnBody: "<Less> to play <This> using their <Keyword> ability" => |n: i16, _this: Ref, keyword: KeywordName| {
            Ability::Own(Own::Cheaper { so: None, with: Some(keyword), less: Amount::N(n) })
        };
        OwnBody: "if <Condition> , <Less> to play <This> using their <Keyword> ability" => |so: Condition, n: i16, _this: Ref, keyword: KeywordName| {
            Ability::Own(Own::Cheaper { so: Some(so), with: Some(keyword), less: Amount::N(n) })
        };
        OwnBody: "if <Condition> , you can play <This> for free" => |so: Condition, _this: Ref| free(Some(so), vec![], false);
        OwnBody: "if <Condition> , you may play <This> for free" => |so: Condition, _this: Ref| free(Some(so), vec![], false);
        OwnBody: "you can <Acts> to play <This> for free" => |cost: Vec<Step>, _this: Ref| free(None, cost, false);
        OwnBody: "you may <Acts> to play <This> for free" => |cost: Vec<Step>, _this: Ref| free(None, cost, false);
        OwnBody: "you may <Acts> to shift <This> for free" => |cost: Vec<Step>, _this: Ref| free(None, cost, true);
        OwnBody: "<ForEach> , <Less> to play <This> using their <Keyword> ability" => |each: Amount, n: i16, _this: Ref, keyword: KeywordName| {
            Ability::Own(Own::Cheaper { so: None, with: Some(keyword), less: super::steps::per(n, each) })
        };
        OwnBody: "during your turn , you may <Acts> to play <This> for free" => |cost: Vec<Step>, _this: Ref| free(Some(Condition::YourTurn), cost, false);
        OwnBody: "during your turn , if <Condition> , you may play <This> for free" => |so: Condition, _this: Ref| {
            free(Some(Condition::All(vec![Condition::YourTurn, so])), vec![], false)
        };
        OwnBody: "during your turn , you may play <This> for free if <Condition>" => |_this: Ref, so: Condition| {
            free(Some(Condition::All(vec![Condition::YourTurn, so])), vec![], false)
        };
        OwnBody: "<Less> to shift a character on top of this character" => |n: i16| Some(Ability::Own(Own::ShiftedOntoFor(u8::try_from(n).ok()?)));
        OwnBody: "this character also count as being named <NameList> for shift" => |names: Vec<String>| Ability::Own(Own::NamedForShift(names));
        OwnBody: "if <Condition> , <This> gain <Keyword> <Number> ⬡" => |so: Condition, _this: Ref, name: KeywordName, n: i16| {
            let value = Some(u8::try_from(n).ok()?);
            (name == KeywordName::Shift).then_some(Ability::Own(Own::Gains(so, KeywordGift { name, value })))
        };
        OwnBody: "you can't play <This> unless <Condition>" => |_this: Ref, so: Condition| Ability::Own(Own::OnlyIf(so));
    }
}

fn free(so: Option<Condition>, cost: Vec<Step>, shift: bool) -> Ability {
    Ability::Own(Own::Free { so, cost, shift })
}

fn entering(t: &mut Table) {
    rules! { t;
        OwnBody: "<This> may enter play exerted" => |_this: Ref| Ability::Own(Own::MayEnterExerted(vec![]));
        OwnBody: "<This> may enter play exerted to <Acts>" => |_this: Ref, then: Vec<Step>| Ability::Own(Own::MayEnterExerted(then));
        OwnBody: "<This> enter play exerted unless <Condition>" => |_this: Ref, so: Condition| Ability::Own(Own::EntersExertedUnless(so));
        OwnBody: "you can shift any character on top of this character" => | | Ability::Own(Own::ShiftedOntoByAny);
        OwnBody: "you may play any <Np> on this character as if this character had any name" => |what: Filter| Ability::Own(Own::PlaysOn(what));
        OwnBody: "this character also count as being named <NameList>" => |names: Vec<String>| Ability::Own(Own::AlsoNamed(names));
        OwnBody: "this character count as being named <NameList> for shift" => |names: Vec<String>| Ability::Own(Own::NamedForShift(names));
        OwnBody: "this character count as being named both <Name> and <Name>" => |one: String, two: String| Ability::Own(Own::AlsoNamed(vec![one, two]));
        NameList: "<Name>" => |name: String| vec![name];
        NameList: "<Name> and <Name>" => |one: String, two: String| vec![one, two];
        NameList: "both <Name> and <Name>" => |one: String, two: String| vec![one, two];
        NameList: "<Name> , <Name> , and <Name>" => |one: String, two: String, three: String| vec![one, two, three];
        OwnBody: "you may have any number of card named <Name> in your deck" => |named: String| Ability::Own(Own::Copies { named, most: None });
        OwnBody: "you may have up to <Number> copies of <Name> in your deck" => |n: i16, named: String| {
            Some(Ability::Own(Own::Copies { named, most: Some(u16::try_from(n).ok()?) }))
        };
        OwnBody: "you can have other <Class> character in your deck regardless of ink type" => |class: Classification| Ability::Own(Own::AnyInk(class));
        OwnBody: "you may have up to <Number> copies of <FullName> in your deck" => |n: i16, named: String| {
            Some(Ability::Own(Own::Copies { named, most: Some(u16::try_from(n).ok()?) }))
        };
        OwnBody: "you may only have <Number> copies of <Name> in your deck" => |n: i16, named: String| {
            Some(Ability::Own(Own::Copies { named, most: Some(u16::try_from(n).ok()?) }))
        };
    }
}
