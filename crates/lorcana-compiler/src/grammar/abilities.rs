//! Whole abilities.

use gaslamp_lorcana::language::{
    Ability, Amount, Condition, Cost, Filter, Given, Limit, LimitPer, Players, Pool, Ref, Relation, Replaced,
    Replacement, Step, Target, When, Who,
};

use super::{Table, rules};
use crate::bind::said;

pub(super) fn add(t: &mut Table) {
    triggered(t);
    replacing(t);
    activated(t);
    rules! { t;
        Ability: "<Triggered>" => |ability: Ability| ability;
        Ability: "<Activated>" => |ability: Ability| ability;
        Ability: "<Static>" => |ability: Ability| ability;
        Ability: "<Replacing>" => |ability: Ability| ability;
        Ability: "<Replacing> ." => |ability: Ability| ability;
        Ability: "<Own>" => |ability: Ability| ability;
        // An action card whose text goes on when it is discarded.
        ActionAbilities: "<Effect> . <Triggered>" => |does: Vec<Step>, ability: Ability| match &ability {
            Ability::Triggered { when, .. } if matches!(when.as_slice(), [When::DiscardsThis(_)]) => {
                Some(vec![Ability::Effect(does), ability])
            }
            _ => None,
        };
        Abilities: "<Ability>" => |one: Ability| vec![one];
        // Two things that hold as long as the same does.
        Abilities: "<Lasts> , <Given> and <Given> ." => |so: Condition, one: Ability, two: Ability| both(&so, one, two);
        Abilities: "<Lasts> , <Given> and <Given>" => |so: Condition, one: Ability, two: Ability| both(&so, one, two);
        Abilities: "<Sentenced> . <Abilities>" => |one: Ability, more: Vec<Ability>| {
            let mut all = vec![one];
            all.extend(more);
            all
        };
        Sentenced: "<StaticBody>" => |ability: Ability| ability;
        Sentenced: "<OwnBody>" => |ability: Ability| ability;
    }
}

fn both(so: &Condition, one: Ability, two: Ability) -> Option<Vec<Ability>> {
    let under = |ability| match ability {
        Ability::Static { during: None, to: to @ Given::Cards(..) } => {
            Some(Ability::Static { during: Some(so.clone()), to })
        }
        _ => None,
    };
    Some(vec![under(one)?, under(two)?])
}

/// An "if" after the trigger holds for all that the ability does (6.2.4).
fn under_if(does: Vec<Step>) -> Vec<Step> {
    match <[Step; 1]>::try_from(does) {
        Ok(one) => one.into(),
        Err(mut does) => match does.remove(0) {
            Step::If { so, mut then, otherwise } if otherwise.is_empty() && !excludes(&so, &does) => {
                then.extend(does);
                vec![Step::If { so, then, otherwise }]
            }
            first => {
                does.insert(0, first);
                does
            }
        },
    }
}

/// Whether what follows has a condition of its own that can never hold together with this one: "if they have more than …. If they have
/// fewer than …"
fn excludes(so: &Condition, does: &[Step]) -> bool {
    match (so, does.first()) {
        (
            Condition::Compare(one, Relation::More, least),
            Some(Step::If { so: Condition::Compare(two, Relation::Less, most), .. }),
        ) => one == two && least == most,
        _ => false,
    }
}

fn waits(during: Option<Condition>, limit: Option<Limit>, when: Vec<When>, does: Vec<Step>) -> Ability {
    Ability::Triggered { during, limit, when, does: under_if(does) }
}

fn triggered(t: &mut Table) {
    rules! { t;
        Triggered: "<Whens> , <Effect>" => |when: Vec<When>, does: Vec<Step>| waits(None, None, when, does);
        Triggered: "<Whens> <Effect>" => |when: Vec<When>, does: Vec<Step>| {
            matches!(does.first(), Some(Step::OneOf(..))).then(|| waits(None, None, when, does))
        };
        Triggered: "<Lasts> , <Whens> , <Effect>" => |so: Condition, when: Vec<When>, does: Vec<Step>| waits(Some(so), None, when, does);
        Triggered: "<Lasts> , <Lasts> , <Whens> , <Effect>" => |one: Condition, two: Condition, when: Vec<When>, does: Vec<Step>| {
            waits(Some(Condition::All(vec![one, two])), None, when, does)
        };
        Triggered: "<Often> , <Whens> , <Effect>" => |limit: Limit, when: Vec<When>, does: Vec<Step>| waits(None, Some(limit), when, does);
        Triggered: "<Often> , if <Condition> , <Whens> , <Effect>" => |limit: Limit, so: Condition, when: Vec<When>, does: Vec<Step>| {
            waits(Some(so), Some(limit), when, does)
        };
        Triggered: "the first time <Event> each turn , <Effect>" => |when: When, does: Vec<Step>| {
            waits(None, Some(Limit { times: 1, per: LimitPer::FirstEachTurn }), vec![when], does)
        };
        Triggered: "during your turn , the first time <Event> each turn , <Effect>" => |when: When, does: Vec<Step>| {
            waits(Some(Condition::YourTurn), Some(Limit { times: 1, per: LimitPer::FirstEachTurn }), vec![when], does)
        };
        // "While …" at the end of the event.
        Triggered: "when <Event> while <Condition> , <Effect>" => |when: When, so: Condition, does: Vec<Step>| {
            // "They" are the card of the event, if that is this card.
            let so = match (so, &when) {
                (Condition::Is(said::THEM, what), When::Quests(Who::This) | When::Challenges(Who::This, _)) => Condition::Is(Ref::This, what),
                (so, _) => so,
            };
            waits(Some(so), None, vec![when], does)
        };
        Triggered: "during opponent's turn , when them draw a card while <Condition> , <Effect>" => |so: Condition, does: Vec<Step>| {
            let when = When::DrawsInOwnTurn(Players::EachOpponent);
            waits(Some(Condition::All(vec![Condition::OpponentsTurn, so])), None, vec![when], does)
        };
        Triggered: "during your turn , the first time <Event> , <Effect>" => |when: When, does: Vec<Step>| {
            waits(Some(Condition::YourTurn), Some(Limit { times: 1, per: LimitPer::FirstEachTurn }), vec![when], does)
        };
        Often: "once per turn" => | | Limit { times: 1, per: LimitPer::Turn };
        Often: "once during your turn" => | | Limit { times: 1, per: LimitPer::YourTurn };
        Often: "twice during your turn" => | | Limit { times: 2, per: LimitPer::YourTurn };
    }
}

fn replaces(
    during: Option<Condition>,
    limit: Option<Limit>,
    would: Replaced,
    instead: Replacement,
) -> Ability {
    Ability::Replaces { during, limit, would, instead }
}

fn replacing(t: &mut Table) {
    rules! { t;
        Replacing: "<Lasts> , <Replacement>" => |so: Condition, ability: Ability| match ability {
            Ability::Replaces { during: None, limit, would, instead } => Some(replaces(Some(so), limit, would, instead)),
            _ => None,
        };
        Replacing: "<Replacement>" => |ability: Ability| ability;
        Replacement: "if <This> would be banished , <Acts> instead" => |card: Ref, steps: Vec<Step>| {
            replaces(None, None, Replaced::BeBanished(Target::Ref(card)), Replacement::Steps(steps))
        };
        Replacement: "if you would get a ink drop , you may <Acts> instead" => |steps: Vec<Step>| {
            replaces(None, None, Replaced::GetInkDrop(Players::You), Replacement::May(Players::You, steps))
        };
        Replacement: "when one of <Np> would be dealt damage , put that many damage counter on this character instead" => |what: Filter| {
            replaces(None, None, Replaced::BeDealtDamage(Target::Each(Pool::InPlay, what)), Replacement::PutOnThis)
        };
        Replacement: "the first time <This> would take damage , them take no damage instead" => |card: Ref| {
            let limit = Limit { times: 1, per: LimitPer::FirstEachTurn };
            replaces(None, Some(limit), Replaced::TakeDamage(Target::Ref(card)), Replacement::Nothing)
        };
        Replacement: "if a effect would cause you to discard one or more card , you don't discard" => | | {
            replaces(None, None, Replaced::Discard(Players::You), Replacement::Nothing)
        };
        Replacement: "if a effect would cause you to discard one or more card from your hand , you don't discard" => | | {
            replaces(None, None, Replaced::Discard(Players::You), Replacement::Nothing)
        };
    }
}

fn activated(t: &mut Table) {
    rules! { t;
        Activated: "<Costs> — <Effect>" => |cost: Vec<Cost>, does: Vec<Step>| pays(None, cost, does);
        Activated: "<Often> , <Effect>" => |limit: Limit, does: Vec<Step>| {
            may_be_used(&does).then(|| pays(Some(limit), vec![], does))
        };
        Activated: "if <Condition> , <Effect>" => |so: Condition, does: Vec<Step>| {
            let uses = matches!(does.as_slice(), [Step::May(_, first)] if matches!(first.as_slice(), [Step::UseFree(_)]));
            uses.then_some(Ability::Activated { during: Some(so), limit: None, cost: vec![], does })
        };
        Activated: "<Often> , if <Condition> , <Effect>" => |limit: Limit, so: Condition, does: Vec<Step>| {
            may_be_used(&does).then(|| Ability::Activated { during: Some(so), limit: Some(limit), cost: vec![], does })
        };
        Activated: "while <Condition> , <Effect>" => |so: Condition, does: Vec<Step>| {
            let has_price = matches!(does.as_slice(), [Step::May(_, first)] if matches!(first.as_slice(), [Step::To { .. }]));
            has_price.then_some(Ability::Activated { during: Some(so), limit: None, cost: vec![], does })
        };
        Costs: "<Cost>" => |one: Cost| vec![one];
        Costs: "<Cost> , <Costs>" => |one: Cost, more: Vec<Cost>| {
            let mut all = vec![one];
            all.extend(more);
            all
        };
        Cost: "⟳" => | | Cost::Exert;
        Cost: "<Number> ⬡" => |n: i16| Some(Cost::Ink(u8::try_from(n).ok()?));
        Cost: "banish <This>" => |_this: Ref| Cost::BanishThis;
        Cost: "<Act>" => |act: Step| (act != Step::Banish(Target::Ref(Ref::This))).then(|| Cost::Do(Box::new(act)));
        Cost: "remove a ink drop" => | | Cost::InkDrop;
        Cost: "reveal <Number> <Np> with the same name in your hand" => |n: i16, what: Filter| {
            Cost::RevealSameName(Amount::N(n), what)
        };
    }
}

/// Whether steps without a price are an ability to use: "once per turn, you may …".
fn may_be_used(does: &[Step]) -> bool {
    match does.first() {
        Some(Step::May(..) | Step::Pay(..) | Step::PlayerGets(..)) => true,
        Some(Step::To { first, .. }) => matches!(first.as_slice(), [Step::May(..)]),
        _ => false,
    }
}

fn pays(limit: Option<Limit>, cost: Vec<Cost>, does: Vec<Step>) -> Ability {
    Ability::Activated { during: None, limit, cost, does }
}
