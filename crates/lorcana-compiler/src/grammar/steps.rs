//! What is done: acts, sentences of acts, and what ties sentences together.

use gaslamp_lorcana::language::{
    Ability, Amount, Choice, Condition, Cost, Count, Done, Duration, Filter, Modifier, Moment, Place, Placed,
    PlayerModifier, Players, Pool, Ref, Restriction, Step, Target, Test,
};

use super::targets::choose;
use super::{Table, rules};
use crate::bind::said;
use crate::by::by;

pub(super) fn add(t: &mut Table) {
    sentences(t);
    connectives(t);
    acts(t);
    damage(t);
    places(t);
    moves(t);
    looks(t);
    plays(t);
    given(t);
    players(t);
    opponents(t);
}

/// A sentence that goes on from the one before is a step with a part missing; [`fold`] puts them together.
fn if_so(then: Vec<Step>) -> Step {
    Step::To { first: vec![], then, otherwise: vec![] }
}

fn if_not(otherwise: Vec<Step>) -> Step {
    Step::To { first: vec![], then: vec![], otherwise }
}

fn instead(so: Condition, then: Vec<Step>) -> Step {
    Step::Instead { does: vec![], so, then }
}

/// Ties sentences to those that they go on from: "if you do", "otherwise", "instead".
pub(super) fn fold(steps: Vec<Step>) -> Option<Vec<Step>> {
    let mut done: Vec<Step> = Vec::new();
    for step in steps {
        let step = match step {
            Step::To { first, then, otherwise } if first.is_empty() && otherwise.is_empty() => {
                following(done.pop()?, then)
            }
            Step::To { first, then, otherwise } if first.is_empty() && then.is_empty() => match done.pop()? {
                Step::If { so, then, otherwise: old } if old.is_empty() => {
                    let otherwise = same_card(&then, otherwise);
                    Step::If { so, then, otherwise }
                }
                Step::To { first, mut then, otherwise: old } if old.is_empty() => {
                    if matches!(then.last(), Some(Step::May(..))) {
                        let may = then.pop()?;
                        then.push(Step::To { first: vec![may], then: vec![], otherwise });
                        Step::To { first, then, otherwise: old }
                    } else {
                        Step::To { first, then, otherwise }
                    }
                }
                may @ Step::May(..) => Step::To { first: vec![may], then: vec![], otherwise },
                _ => return None,
            },
            Step::Unreduced(steps) if steps.is_empty() => Step::Unreduced(vec![done.pop()?]),
            Step::Instead { does, so, then } if does.is_empty() => instead_of(done.pop()?, so, then)?,
            step => step,
        };
        done.push(step);
    }
    Some(done)
}

/// "Return an item card from your discard to your hand. Otherwise, put it elsewhere": such a card is chosen in both cases.
fn same_card(then: &[Step], otherwise: Vec<Step>) -> Vec<Step> {
    match (then, otherwise.as_slice()) {
        ([Step::Put(Target::Chosen(choice), _)], [Step::Put(Target::Ref(card), to)])
            if *card == said::THEM && choice.from == Pool::Discard(Players::You) =>
        {
            vec![put(Target::Chosen(choice.clone()), to.clone())]
        }
        _ => otherwise,
    }
}

/// "A. If X, B instead": B is done in the place of the last act of A alone, and whatever that hangs on, B hangs on, too.
fn instead_of(usual: Step, so: Condition, then: Vec<Step>) -> Option<Step> {
    let is_look = |step: &Step| matches!(step, Step::Look(..) | Step::Reveal(..));
    let asks_itself = matches!(then.first(), Some(Step::May(..) | Step::Pay(..)));
    let inside = |mut steps: Vec<Step>| {
        let last = steps.pop()?;
        steps.push(instead_of(last, so.clone(), then.clone())?);
        Some(steps)
    };
    match usual {
        Step::To { first, then: usual, otherwise } if otherwise.is_empty() && !usual.is_empty() => {
            Some(Step::To { first, then: inside(usual)?, otherwise })
        }
        Step::May(players, steps) if !asks_itself => Some(Step::May(players, inside(steps)?)),
        Step::Pay(players, costs, steps) if !asks_itself => Some(Step::Pay(players, costs, inside(steps)?)),
        // Something else than the last act would have to be replaced.
        // What hangs on a condition is replaced if that holds.
        Step::If { so: usual_so, then: usual, otherwise } if otherwise.is_empty() && !usual.is_empty() => {
            Some(Step::If { so: usual_so, then: inside(usual)?, otherwise })
        }
        usual if !is_look(&usual) && then.iter().any(is_look) => None,
        // The same is chosen in both cases.
        Step::Gives(Target::Chosen(usual), what, lasts)
            if usual.is_chosen && chooses_the_same(&usual, &then) =>
        {
            let then = then.into_iter().map(|step| match step {
                Step::Gives(_, what, lasts) => Step::Gives(Target::Ref(said::CHOSEN), what, lasts),
                step => step,
            });
            let then = then.collect();
            Some(Step::Instead { does: vec![Step::Gives(Target::Chosen(usual), what, lasts)], so, then })
        }
        // It would be chosen twice.
        usual if chooses(&usual) && then.iter().any(chooses) => None,
        usual => Some(Step::Instead { does: vec![usual], so, then }),
    }
}

fn chooses_the_same(usual: &Choice, then: &[Step]) -> bool {
    matches!(then, [Step::Gives(Target::Chosen(other), ..)] if other == usual)
}

/// Whether a card in play is chosen for this act.
fn chooses(step: &Step) -> bool {
    let target = match step {
        Step::Deal(_, target)
        | Step::PutDamage(_, target)
        | Step::Heal { from: target, .. }
        | Step::Banish(target)
        | Step::Exert(target)
        | Step::Ready(target)
        | Step::Put(target, _)
        | Step::Gives(target, ..) => target,
        _ => return false,
    };
    matches!(target, Target::Chosen(choice) if choice.is_chosen)
}

/// "A. If you do, B"; where A has a condition, so has B.
fn following(first: Step, then: Vec<Step>) -> Step {
    match first {
        Step::If { so, then: mut inner, otherwise } if otherwise.is_empty() => {
            let last = inner.pop();
            inner.extend(last.map(|last| following(last, then)));
            Step::If { so, then: inner, otherwise }
        }
        first => Step::To { first: vec![first], then, otherwise: vec![] },
    }
}

fn joined(mut one: Vec<Step>, two: Vec<Step>) -> Vec<Step> {
    one.extend(two);
    one
}

fn may(steps: Vec<Step>) -> Vec<Step> {
    vec![Step::May(Players::You, steps)]
}

fn to(first: Vec<Step>, then: Vec<Step>) -> Step {
    Step::To { first, then, otherwise: vec![] }
}

fn when(so: Condition, then: Vec<Step>) -> Vec<Step> {
    vec![Step::If { so, then, otherwise: vec![] }]
}

fn sentences(t: &mut Table) {
    rules! { t;
        Effect: "<Sentences>" => |steps: Vec<Step>| fold(steps);
        Sentences: "<Sentence> ." => |one: Vec<Step>| one;
        Sentences: "<Sentence>" => |one: Vec<Step>| one;
        Sentences: "<Sentence> . <Sentences>" => |one: Vec<Step>, more: Vec<Step>| joined(one, more);
        Sentence: "<Clause>" => |steps: Vec<Step>| steps;
        Sentence: "then , <Clause>" => |steps: Vec<Step>| steps;
        Sentence: "then <Clause>" => |steps: Vec<Step>| steps;
        Sentence: "if you do , <Clause>" => |steps: Vec<Step>| vec![if_so(steps)];
        Sentence: "if them do , <Clause>" => |steps: Vec<Step>| vec![if_so(steps)];
        Sentence: "for each opponent who don't , <Clause>" => |steps: Vec<Step>| vec![if_not(steps)];
        Sentence: "this damage can't be reduced by resist" => | | vec![Step::Unreduced(vec![])];
        Sentence: "if you do and <Condition> , <Clause>" => |so: Condition, steps: Vec<Step>| vec![if_so(when(so, steps))];
        Sentences: "for <Players> , <Sentences>" => |players: Players, steps: Vec<Step>| {
            let each = matches!(players, Players::EachOpponent | Players::EachPlayer);
            each.then(|| fold(steps)).flatten().map(|steps| vec![Step::ForEachPlayer(players, steps)])
        };
        // Each of them looks at their own card only.
        Sentences: "<Players> reveal the top card of their deck . <Sentences>" => |players: Players, steps: Vec<Step>| {
            let each = matches!(players, Players::EachOpponent | Players::EachPlayer);
            let steps = fold(steps)?;
            (each && matches!(steps.first(), Some(Step::If { .. }))).then(|| {
                let all = joined(vec![Step::Reveal(Players::ThatPlayer, Amount::N(1), 0)], steps);
                vec![Step::ForEachPlayer(players, all)]
            })
        };
        Sentence: "choose any number of player . them <PlayerAct> and <PlayerAct> each" => |one: Step, two: Step| {
            let steps = vec![by(&Players::ThatPlayer, one)?, by(&Players::ThatPlayer, two)?];
            Some(vec![Step::ForEachPlayer(Players::AnyNumber, steps)])
        };
        Sentence: "otherwise , <Clause>" => |steps: Vec<Step>| vec![if_not(steps)];
        Sentence: "if you don't , <Clause>" => |steps: Vec<Step>| vec![if_not(steps)];
        Sentence: "if them don't , <Clause>" => |steps: Vec<Step>| vec![if_not(steps)];
        Sentence: "if <Condition> , <Clause> instead" => |so: Condition, steps: Vec<Step>| vec![instead(so, steps)];
        Sentence: "if <Condition> , <Target> <Gets> instead" => |so: Condition, who: Target, what: Vec<Modifier>| {
            vec![instead(so, vec![Step::Gives(who, what, Duration::AsBefore)])]
        };
        Sentence: "if <Condition> , deal <Number> damage instead" => |so: Condition, n: i16| vec![instead(so, vec![Step::DealInstead(Amount::N(n))])];
        Sentence: "if <Condition> , remove up to <Number> damage instead" => |so: Condition, n: i16| {
            vec![instead(so, vec![Step::HealInstead(Amount::N(n))])]
        };
        Sentence: "if <Condition> , you may <MayDo>" => |so: Condition, then: Vec<Step>| when(so, may(then));
        Sentence: "if <Condition> , instead <Clause>" => |so: Condition, steps: Vec<Step>| vec![instead(so, steps)];
        // What follows the last bullet belongs to it.
        Sentences: "<Modal>" => |one: Step| vec![one];
        Sentences: "you may pay <Price> to <Modal>" => |costs: Vec<Cost>, one: Step| vec![Step::Pay(Players::You, costs, vec![one])];
        Sentences: "you may <Modal>" => |one: Step| may(vec![one]);
        Sentences: "if <Condition> , <Modal>" => |so: Condition, one: Step| when(so, vec![one]);
    }
}

fn connectives(t: &mut Table) {
    rules! { t;
        Clause: "<Acts>" => |steps: Vec<Step>| steps;
        Clause: "<Clause1>" => |steps: Vec<Step>| steps;
        Clause: "if <Condition> , <Clause>" => |so: Condition, then: Vec<Step>| when(so, then);
        Clause: "<Acts> if <Condition>" => |then: Vec<Step>, so: Condition| when(so, then);
        Clause: "<Acts> unless <Condition>" => |steps: Vec<Step>, so: Condition| {
            // What cannot be done later cannot be done unless the condition holds then.
            let is_later = steps.iter().any(|step| matches!(step, Step::Gives(..) | Step::PlayerGets(..)));
            (!is_later).then(|| vec![Step::If { so, then: vec![], otherwise: steps }])
        };
        Clause: "<Acts> unless <Players> <TheirAct>" => |steps: Vec<Step>, players: Players, act: Step| {
            let may = Step::May(players, vec![by(&Players::ThatPlayer, act)?]);
            Some(vec![Step::To { first: vec![may], then: vec![], otherwise: steps }])
        };
        Clause: "<Acts> or <Acts>" => |one: Vec<Step>, two: Vec<Step>| vec![Step::OneOf(Players::You, vec![one, two])];
        Clause: "<Acts> unless their player pay <Number> ⬡" => |then: Vec<Step>, n: i16| {
            let them = match then.as_slice() {
                [Step::Gives(Target::Ref(card), ..)] => card.clone(),
                _ => said::THEM,
            };
            Some(vec![Step::UnlessPaid(Players::PlayerOf(them), u8::try_from(n).ok()?, then)])
        };
        Clause: "while this item is , <Target> <Gets>" => |who: Target, what: Vec<Modifier>| {
            gives(who, what, Duration::WhileInPlay).map(|step| vec![step])
        };
        Clause: "while this location is , <Target> <Gets>" => |who: Target, what: Vec<Modifier>| {
            gives(who, what, Duration::WhileInPlay).map(|step| vec![step])
        };
        Clause: "<ForEach> , <Acts>" => |n: Amount, then: Vec<Step>| vec![Step::Repeat(n, then)];
        Clause: "<ForEach> , you may <Acts>" => |n: Amount, then: Vec<Step>| vec![Step::Repeat(n, may(then))];
        Clause1: "<Acts> , then <Clause1>" => |one: Vec<Step>, two: Vec<Step>| joined(one, two);
        Clause1: "<Acts> and <Clause1>" => |one: Vec<Step>, two: Vec<Step>| {
            // What is chosen belongs to the act on it.
            let is_apart = matches!(one.last(), Some(Step::Choose(_))) && matches!(two.first(), Some(Step::To { .. }));
            (!is_apart).then(|| joined(one, two))
        };
        Clause1: "you may <MayDo>" => |steps: Vec<Step>| may(steps);
        Clause1: "<Acts> to <Acts>" => |first: Vec<Step>, then: Vec<Step>| vec![to(first, then)];
        Clause1: "you may pay <Price> to <MayDo>" => |costs: Vec<Cost>, then: Vec<Step>| vec![Step::Pay(Players::You, costs, then)];
        Clause1: "<Players> may <Acts>" => |players: Players, steps: Vec<Step>| may_of(players, steps);
        MayDo: "<Acts>" => |steps: Vec<Step>| steps;
        MayDo: "<Acts> to <Acts>" => |first: Vec<Step>, then: Vec<Step>| vec![to(first, then)];
        MayDo: "<Acts> or <Acts>" => |one: Vec<Step>, two: Vec<Step>| vec![Step::OneOf(Players::You, vec![one, two])];
        MayDo: "have <Players> <PlayerAct>" => |players: Players, act: Step| by(&players, act).map(|step| vec![step]);
        Price: "<Number> ⬡" => |n: i16| Some(vec![Cost::Ink(u8::try_from(n).ok()?)]);
        Price: "<Number> ⬡ and <Act>" => |n: i16, act: Step| Some(vec![Cost::Ink(u8::try_from(n).ok()?), Cost::Do(Box::new(act))]);
        Acts: "<Act>" => |one: Step| vec![one];
        Acts: "<Pair>" => |both: Vec<Step>| both;
        Acts: "<Act> and <Acts>" => |one: Step, more: Vec<Step>| joined(vec![one], more);
        Acts: "<Act> , then <Acts>" => |one: Step, more: Vec<Step>| joined(vec![one], more);
        Acts: "<Pair> and <Acts>" => |one: Vec<Step>, more: Vec<Step>| joined(one, more);
        Acts: "<Pair> , then <Acts>" => |one: Vec<Step>, more: Vec<Step>| joined(one, more);
        Acts: "<Act> , <Act> , then <Act>" => |one: Step, two: Step, three: Step| vec![one, two, three];
        Acts: "<Act> , <Act> , and <Act>" => |one: Step, two: Step, three: Step| vec![one, two, three];
        Modal: "choose one : <Bullets>" => |lists: Vec<Vec<Step>>| Step::OneOf(Players::You, lists);
        Modal: "choose one of the following . if <Condition> , choose both instead : <Bullets>" => |so: Condition, lists: Vec<Vec<Step>>| {
            Step::OneOrAll { so, lists }
        };
        Modal: "choose one <Bullets>" => |lists: Vec<Vec<Step>>| Step::OneOf(Players::You, lists);
        Modal: "<Players> choose one : <Bullets>" => |players: Players, lists: Vec<Vec<Step>>| Step::OneOf(players, lists);
        Bullets: "• <Effect> • <Effect>" => |one: Vec<Step>, two: Vec<Step>| vec![one, two];
        Bullets: "• <Effect> <Bullets>" => |one: Vec<Step>, more: Vec<Vec<Step>>| {
            let mut all = vec![one];
            all.extend(more);
            all
        };
    }
}

/// "Each opponent may …": whoever is asked is the player of the acts.
fn may_of(players: Players, steps: Vec<Step>) -> Option<Vec<Step>> {
    let steps: Option<Vec<Step>> = steps.into_iter().map(|step| by(&Players::ThatPlayer, step)).collect();
    Some(vec![Step::May(players, steps?)])
}

fn acts(t: &mut Table) {
    rules! { t;
        Act: "<PlayerAct>" => |act: Step| act;
        Act: "you <PlayerAct>" => |act: Step| act;
        Act: "<Players> <PlayerAct>" => |players: Players, act: Step| by(&players, act);
        Act: "banish <Target>" => |what: Target| Step::Banish(what);
        Act: "⟳ <Target>" => |what: Target| Step::ExertSymbol(what);
        Act: "exert all the <Np> <From>" => |what: Filter, from: Pool| Step::Exert(Target::Each(from, what));
        Act: "exert <Target>" => |what: Target| Step::Exert(what);
        Act: "ready <Target>" => |what: Target| Step::Ready(what);
        Act: "choose <Choice>" => |choice: Choice| (!choice.is_chosen).then_some(Step::Choose(Choice { is_chosen: true, ..choice }));
        Act: "choose <Choice> <From>" => |choice: Choice, from: Pool| {
            (!choice.is_chosen).then_some(Step::Choose(Choice { from, ..choice }))
        };
        Act: "use this item's <AbilityName> ability for free" => |name: String| Step::UseFree(name);
        Act: "<Act1> after the challenge" => |act: Step| Step::Later(Moment::EndOfChallenge, vec![act]);
        Act1: "ready <Target>" => |what: Target| Step::Ready(what);
        Act: "each player exert all the card in their inkwell" => | | Step::Exert(Target::Each(Pool::Inkwell(Players::EachPlayer), vec![]));
        Act: "each player with more than <Number> card in their inkwell return card at random from their inkwell to their hand until them have <Number> card in their inkwell" => |n: i16, same: i16| {
            (n == same).then_some(Step::InkwellDownTo(Players::EachPlayer, Amount::N(n)))
        };
        Act: "shift <Choice> <From> for free" => |choice: Choice, from: Pool| {
            Step::Shift { what: Target::Chosen(Choice { from, ..choice }), free: true }
        };
        Act: "put a card from the top of your deck facedown under <Target>" => |card: Target| {
            let to = Place { facedown: true, ..place(Placed::Under(Box::new(card))) };
            Step::PutTop(Players::You, Amount::N(1), to)
        };
        Act: "repeat this effect" => | | Step::Again;
        Act: "name a card" => | | Step::NameCard;
        Act: "shuffle your deck" => | | Step::Shuffle(Players::You);
        Act: "move <Target> to <Target> for free" => |who: Target, to: Target| Step::MoveTo { who, to, free: true };
        Pair: "move <Target> and <Target> to <Target> for free" => |one: Target, two: Target, to: Target| {
            vec![Step::MoveTogether { who: vec![one, two], to, free: true }]
        };
        Act: "move <Target> to the same location for free" => |who: Target| {
            let what = vec![Test::Type(gaslamp_lorcana::language::CardType::Location)];
            Step::MoveTogether { who: vec![who], to: Target::Chosen(choose(Count::One, what)), free: true }
        };
        Pair: "move <Target> and <Target> to the same location for free" => |one: Target, two: Target| {
            let what = vec![Test::Type(gaslamp_lorcana::language::CardType::Location)];
            vec![Step::MoveTogether { who: vec![one, two], to: Target::Chosen(choose(Count::One, what)), free: true }]
        };
        Act: "move <Target> there for free" => |who: Target| Step::MoveTo { who, to: Target::Ref(said::LOCATION), free: true };
        Act: "move <Target> here for free" => |who: Target| Step::MoveTo { who, to: Target::Ref(Ref::This), free: true };
        Act: "<Watch>" => |watch: Step| watch;
    }
    rules! { t;
        Watch: "<Lasting> , <Triggered>" => |lasts: Duration, waits: Ability| Step::Watch(Box::new(waits), lasts);
        Watch: "the next time <Event> this turn , <Effect>" => |when: gaslamp_lorcana::language::When, does: Vec<Step>| {
            let limit = Some(gaslamp_lorcana::language::Limit { times: 1, per: gaslamp_lorcana::language::LimitPer::Turn });
            let waits = Ability::Triggered { during: None, limit, when: vec![when], does };
            Step::Watch(Box::new(waits), Duration::ThisTurn)
        };
        Watch: "<Whens> <Lasting> , <Effect>" => |when: Vec<gaslamp_lorcana::language::When>, lasts: Duration, does: Vec<Step>| {
            Step::Watch(Box::new(Ability::Triggered { during: None, limit: None, when, does }), lasts)
        };
        Act: "at the end of the turn , <Act>" => |act: Step| Step::Later(Moment::EndOfTurn, vec![act]);
        Act: "at the end of your turn , <Act>" => |act: Step| Step::Later(Moment::EndOfYourTurn, vec![act]);
    }
}

fn heal(amount: Option<Amount>, up_to: bool, from: Target, in_total: bool) -> Step {
    Step::Heal { amount, up_to, from, in_total }
}

fn damage(t: &mut Table) {
    rules! { t;
        Act: "deal <Number> damage to <Target>" => |n: i16, to: Target| Step::Deal(Amount::N(n), to);
        Act: "deal <Number> damage each to <Target>" => |n: i16, to: Target| Step::Deal(Amount::N(n), to);
        Act: "deal <Number> damage to <Target> <ForEach>" => |n: i16, to: Target, each: Amount| Step::Deal(per(n, each), to);
        Act: "deal damage to <Target> equal to <Amount>" => |to: Target, n: Amount| Step::Deal(n, to);
        Act: "deal damage equal to <Amount> to <Target>" => |n: Amount, to: Target| Step::Deal(n, to);
        Act: "deal that much damage to <Target>" => |to: Target| Step::Deal(Amount::Result(Done::ThatMuch), to);
        Act: "deal the same amount of damage to <Target>" => |to: Target| Step::Deal(Amount::Result(Done::ThatMuch), to);
        Act: "put <One> damage counter on <Target>" => |n: Amount, to: Target| Step::PutDamage(n, to);
        Act: "put a damage counter on <Target>" => |to: Target| Step::PutDamage(Amount::N(1), to);
        Act: "remove up to <Number> damage from <Target>" => |n: i16, from: Target| heal(Some(Amount::N(n)), true, from, false);
        Act: "remove up to <Number> damage total from <Target>" => |n: i16, from: Target| heal(Some(Amount::N(n)), true, from, true);
        Act: "remove up to <Number> damage each from <Target>" => |n: i16, from: Target| heal(Some(Amount::N(n)), true, from, false);
        Act: "remove <Number> damage from <Target>" => |n: i16, from: Target| heal(Some(Amount::N(n)), false, from, false);
        Act: "remove <Number> damage each from <Target>" => |n: i16, from: Target| heal(Some(Amount::N(n)), false, from, false);
        Act: "remove all damage from <Target>" => |from: Target| heal(None, false, from, false);
        Act: "move <Number> damage <Counter?> from <Target> to <Target>" => |n: i16, _c: Option<i16>, from: Target, to: Target| {
            Step::MoveDamage { amount: Some(Amount::N(n)), up_to: false, from, to }
        };
        Act: "move up to <Number> damage <Counter?> from <Target> to <Target>" => |n: i16, _c: Option<i16>, from: Target, to: Target| {
            Step::MoveDamage { amount: Some(Amount::N(n)), up_to: true, from, to }
        };
        Act: "move all damage <Counter?> from <Target> to <Target>" => |_c: Option<i16>, from: Target, to: Target| {
            Step::MoveDamage { amount: None, up_to: false, from, to }
        };
        Counter: "counter" => | | 1_i16;
    }
}

/// So many for each.
pub(super) fn per(n: i16, each: Amount) -> Amount {
    Amount::ForEach(Box::new(Amount::N(n)), 1, Box::new(each))
}

pub(super) fn place(to: Placed) -> Place {
    Place { to, facedown: false, exerted: false, any_order: false, random_order: false }
}

fn places(t: &mut Table) {
    rules! { t;
        Back: "to your hand" => | | place(Placed::Hand);
        Back: "to their hand" => | | place(Placed::Hand);
        Into: "into your hand" => | | place(Placed::Hand);
        Into: "into their hand" => | | place(Placed::Hand);
        Into: "into your inkwell" => | | place(Placed::Inkwell);
        Into: "into your inkwell facedown" => | | Place { facedown: true, ..place(Placed::Inkwell) };
        Into: "into your inkwell facedown and exerted" => | | Place { facedown: true, exerted: true, ..place(Placed::Inkwell) };
        Into: "into your inkwell exerted" => | | Place { exerted: true, ..place(Placed::Inkwell) };
        Into: "into their inkwell" => | | place(Placed::Inkwell);
        Into: "into their inkwell facedown" => | | Place { facedown: true, ..place(Placed::Inkwell) };
        Into: "into their inkwell facedown and exerted" => | | Place { facedown: true, exerted: true, ..place(Placed::Inkwell) };
        Into: "into your discard" => | | place(Placed::Discard);
        Into: "into their discard" => | | place(Placed::Discard);
        Into: "on the bottom of your deck" => | | place(Placed::Bottom);
        Into: "on the bottom of the deck" => | | place(Placed::Bottom);
        Into: "on the bottom" => | | place(Placed::Bottom);
        Into: "on the bottom of their deck" => | | place(Placed::Bottom);
        Into: "on the bottom of your deck in any order" => | | Place { any_order: true, ..place(Placed::Bottom) };
        Into: "on the bottom in any order" => | | Place { any_order: true, ..place(Placed::Bottom) };
        Into: "on the bottom of their deck in any order" => | | Place { any_order: true, ..place(Placed::Bottom) };
        Into: "on the bottom of your deck in a random order" => | | Place { random_order: true, ..place(Placed::Bottom) };
        Into: "on the bottom of their deck in a random order" => | | Place { random_order: true, ..place(Placed::Bottom) };
        Into: "on top of your deck" => | | place(Placed::Top);
        Into: "on top of their deck" => | | place(Placed::Top);
        Into: "on top of your deck in any order" => | | Place { any_order: true, ..place(Placed::Top) };
        Into: "on top of them" => | | place(Placed::Top);
        Into: "on either the top or the bottom of your deck" => | | place(Placed::TopOrBottom);
        Into: "on the top or the bottom of your deck" => | | place(Placed::TopOrBottom);
        Into: "on either the top or the bottom of their deck" => | | place(Placed::TopOrBottom);
        Into: "on the top or the bottom of your deck in any order" => | | Place { any_order: true, ..place(Placed::TopOrBottom) };
        Into: "on either the top of your deck or into your discard" => | | place(Placed::TopOrDiscard);
        Into: "on top of their deck or into their discard" => | | place(Placed::TopOrDiscard);
        Into: "on either top of your deck or into your discard" => | | place(Placed::TopOrDiscard);
        Into: "under <Target> faceup" => |card: Target| place(Placed::Under(Box::new(card)));
        Into: "under <Target>" => |card: Target| place(Placed::Under(Box::new(card)));
        Into: "facedown under <Target>" => |card: Target| Place { facedown: true, ..place(Placed::Under(Box::new(card))) };
        Into: "under <Target> facedown" => |card: Target| Place { facedown: true, ..place(Placed::Under(Box::new(card))) };
        Shuffled: "into your deck" => | | place(Placed::ShuffledIn);
        Shuffled: "into their deck" => | | place(Placed::ShuffledIn);
    }
}

fn put(what: Target, to: Place) -> Step {
    Step::Put(what, to)
}

fn moves(t: &mut Table) {
    rules! { t;
        Act: "return <Target> <Back>" => |what: Target, to: Place| put(what, to);
        Act: "return <Target> <Into>" => |what: Target, to: Place| (to.to == Placed::Hand).then(|| put(what, to));
        Act: "put <Target> <Into>" => |what: Target, to: Place| {
            let from_play = to.to == Placed::Hand && matches!(what, Target::Each(Pool::InPlay, _));
            (!from_play).then(|| put(what, to))
        };
        Act: "put <Target> from your discard <Into>" => |what: Target, to: Place| matches!(what, Target::Ref(_)).then(|| put(what, to));
        Act: "return <Target> from your discard <Back>" => |what: Target, to: Place| matches!(what, Target::Ref(_)).then(|| put(what, to));
        Act: "shuffle <Target> <Shuffled>" => |what: Target, to: Place| put(what, to);
        Act: "put them back in any order" => | | put(Target::Ref(said::THEM), Place { any_order: true, ..place(Placed::Top) });
        Pair: "return <Target> and <Target> <Back>" => |one: Target, two: Target, to: Place| vec![put(one, to.clone()), put(two, to)];
    }
}

/// One of the cards that were looked at or revealed.
fn among(count: Count, what: Filter) -> Choice {
    Choice { from: said::LOOKED, ..choose(count, what) }
}

fn rest() -> Target {
    Target::Each(said::LOOKED, vec![])
}

fn show_and(choice: Choice, then: Step) -> Vec<Step> {
    vec![Step::Show(Target::Chosen(choice)), then]
}

fn looks(t: &mut Table) {
    rules! { t;
        Act: "look at the top card of your deck" => | | Step::Look(Players::You, Amount::N(1), 0);
        Act: "look at the top <Number> card of your deck" => |n: i16| Step::Look(Players::You, Amount::N(n), 0);
        Act: "look at a number of card from the top of your deck equal to <Amount>" => |n: Amount| Step::Look(Players::You, n, 0);
        Act: "look at the top card of chosen player's deck" => | | Step::Look(Players::ChosenPlayer, Amount::N(1), 0);
        Act: "look at the top card of each opponent's deck" => | | Step::Look(Players::EachOpponent, Amount::N(1), 0);
        Act: "look at the top <Number> card of chosen player's deck" => |n: i16| Step::Look(Players::ChosenPlayer, Amount::N(n), 0);
        Act: "put the top <Number> card of chosen player's deck <Into>" => |n: i16, to: Place| Step::PutTop(Players::ChosenPlayer, Amount::N(n), to);
        Act: "look at chosen opponent's hand" => | | Step::LookAtHand(Players::ChosenOpponent);
        Act: "look at each opponent's hand" => | | Step::LookAtHand(Players::EachOpponent);
        Act: "put one <Into>" => |to: Place| put(Target::Chosen(among(Count::One, vec![])), to);
        Act: "put <Number> <Into>" => |n: i16, to: Place| put(Target::Chosen(among(Count::Exactly(Amount::N(n)), vec![])), to);
        Act: "put up to <Number> <Into>" => |n: i16, to: Place| put(Target::Chosen(among(Count::UpTo(Amount::N(n)), vec![])), to);
        Act: "put up to <Number> of them <Into>" => |n: i16, to: Place| put(Target::Chosen(among(Count::UpTo(Amount::N(n)), vec![])), to);
        Act: "put any number of them <Into>" => |to: Place| put(Target::Chosen(among(Count::Any, vec![])), to);
        Act: "put the rest <Into>" => |to: Place| put(rest(), to);
        Act: "put the other <Into>" => |to: Place| put(rest(), to);
        Act: "the rest <Into>" => |to: Place| put(rest(), to);
        Pair: "put one <Into> and the other <Into>" => |one: Place, two: Place| {
            vec![put(Target::Chosen(among(Count::One, vec![])), one), put(rest(), two)]
        };
        Pair: "put one <Into> and the rest <Into>" => |one: Place, two: Place| {
            vec![put(Target::Chosen(among(Count::One, vec![])), one), put(rest(), two)]
        };
        Pair: "put <Number> <Into> and the rest <Into>" => |n: i16, one: Place, two: Place| {
            vec![put(Target::Chosen(among(Count::Exactly(Amount::N(n)), vec![])), one), put(rest(), two)]
        };
        Pair: "put one <Into> , one <Into> , and one <Into>" => |one: Place, two: Place, three: Place| {
            [one, two, three].into_iter().map(|to| put(Target::Chosen(among(Count::One, vec![])), to)).collect::<Vec<_>>()
        };
        Pair: "reveal <Found> and <Found> and put them into your hand" => |one: Choice, two: Choice| {
            let shown = [one, two].into_iter().map(|choice| Step::Show(Target::Chosen(choice)));
            let moved = [said::FORMER, said::THEM].into_iter().map(|card| put(Target::Ref(card), place(Placed::Hand)));
            shown.chain(moved).collect::<Vec<_>>()
        };
        Act: "put the card with the highest cost revealed this way , or each card tied for highest cost , into their player's hand" => | | {
            put(Target::Each(said::LOOKED, vec![Test::HighestCost]), place(Placed::Hand))
        };
        Act: "put the card with the highest cost revealed this way , or each card tied for highest cost , into their hand" => | | {
            put(Target::Each(said::LOOKED, vec![Test::HighestCost]), place(Placed::Hand))
        };
        Pair: "put all card from under <Choice> <Into>" => |choice: Choice, to: Place| {
            choice.is_chosen.then(|| vec![Step::Choose(choice), put(Target::Each(Pool::Under(said::CHOSEN), vec![]), to)])
        };
        Act: "put all card that was under <Ref> <Into>" => |card: Ref, to: Place| put(Target::Each(Pool::Under(card), vec![]), to);
        Pair: "reveal <Found> and put them into your hand" => |choice: Choice| {
            show_and(choice, put(Target::Ref(said::THEM), place(Placed::Hand)))
        };
        Pair: "reveal <Found> and play them for free" => |choice: Choice| {
            show_and(choice, play(Target::Ref(said::THEM)))
        };
        Found: "a <Np>" => |what: Filter| among(Count::One, what);
        Found: "a <Np> or a <Np>" => |one: Filter, two: Filter| among(Count::One, vec![Test::Any(vec![one, two])]);
        Found: "up to <Number> <Np>" => |n: i16, what: Filter| among(Count::UpTo(Amount::N(n)), what);
        Found: "any number of <Np>" => |what: Filter| among(Count::Any, what);
        Found: "all <Np>" => |what: Filter| among(Count::All, what);
        Act: "put all revealed <Np> into your hand" => |what: Filter| put(Target::Each(said::LOOKED, what), place(Placed::Hand));
        Act: "put revealed <Np> into your hand" => |what: Filter| put(Target::Each(said::LOOKED, what), place(Placed::Hand));
        Act: "put each <Np> into your hand" => |what: Filter| put(Target::Each(said::LOOKED, what), place(Placed::Hand));
        Act: "reveal the top card of your deck" => | | Step::Reveal(Players::You, Amount::N(1), 0);
        Act: "reveal the top <Number> card of your deck" => |n: i16| Step::Reveal(Players::You, Amount::N(n), 0);
        Act: "reveal a number of card from the top of your deck equal to <Amount>" => |n: Amount| Step::Reveal(Players::You, n, 0);
        Act: "reveal card from the top of your deck until you reveal a <Np>" => |what: Filter| Step::RevealUntil(what, 0);
        Act: "reveal <Choice> <From>" => |choice: Choice, from: Pool| Step::Show(Target::Chosen(Choice { from, ..choice }));
        Act: "reveal them" => | | Step::Show(Target::Ref(said::THEM));
        Act: "look at the card in your inkwell" => | | Step::LookAt(Pool::Inkwell(Players::You));
        Act: "search your deck for <Choice>" => |choice: Choice| {
            Step::Search(Choice { from: Pool::Deck(Players::You), ..choice })
        };
        Act: "search your deck for a <Np> or a <Np>" => |one: Filter, two: Filter| {
            Step::Search(Choice { from: Pool::Deck(Players::You), ..choose(Count::One, vec![Test::Any(vec![one, two])]) })
        };
        Act: "shuffle the rest into your deck" => | | put(rest(), place(Placed::ShuffledIn));
        Act: "reveal that card to all player" => | | Step::Show(Target::Ref(said::CARD));
        Act: "reveal them to all player" => | | Step::Show(Target::Ref(said::THEM));
    }
}

fn play(what: Target) -> Step {
    Step::Play { what, less: None, free: true, exerted: false, or_shift: false, then_to: None }
}

fn exerted(step: Step) -> Option<Step> {
    match step {
        Step::Play { what, less, free, or_shift, then_to, .. } => {
            Some(Step::Play { what, less, free, exerted: true, or_shift, then_to })
        }
        _ => None,
    }
}

fn or_shift(step: Step) -> Option<Step> {
    match step {
        Step::Play { what, less, free, exerted, then_to, .. } => {
            Some(Step::Play { what, less, free, exerted, or_shift: true, then_to })
        }
        _ => None,
    }
}

fn instead_of_discard(step: Step, to: Place) -> Option<Step> {
    match step {
        Step::Play { what, less, free, exerted, or_shift, .. } => {
            Some(Step::Play { what, less, free, exerted, or_shift, then_to: Some(to) })
        }
        _ => None,
    }
}

fn plays(t: &mut Table) {
    rules! { t;
        Act: "<Play>" => |play: Step| play;
        Play: "play <Playable> for free" => |what: Target| play(what);
        Play: "play <Playable> <From> for free" => |what: Target, from: Pool| from_there(what, from).map(play);
        Play: "play <Playable>" => |what: Target| paid(what);
        Play: "play <Playable> <From>" => |what: Target, from: Pool| from_there(what, from).map(paid);
        Play: "play <Choice> <From> <Posts> for free" => |choice: Choice, from: Pool, more: Filter| {
            let mut what = choice.what.clone();
            what.extend(more);
            matches!(from, Pool::Either(_)).then(|| play(Target::Chosen(Choice { from, what, ..choice })))
        };
        Play: "play or shift <Playable> for free" => |what: Target| or_shift(play(what));
        Play: "play <Ref> as if them was in your hand" => |card: Ref| or_shift(paid(Target::Ref(card)));
        Act: "<Play> , then put <Them> <Into> instead of into your discard" => |play: Step, _card: Ref, to: Place| instead_of_discard(play, to);
        Act: "play <Them> again from your discard for free . if you do , put <Them> <Into> instead of into your discard" => |card: Ref, _card: Ref, to: Place| {
            instead_of_discard(play(Target::Ref(card)), to)
        };
        Act: "<Play> and them enter play exerted" => |play: Step| exerted(play);
        Act: "<Play> exerted" => |play: Step| exerted(play);
        Act: "<Play> , exerted" => |play: Step| exerted(play);
        Playable: "<Ref>" => |card: Ref| Target::Ref(card);
        Playable: "<Choice>" => |choice: Choice| {
            (!choice.is_chosen).then_some(Target::Chosen(Choice { from: Pool::Hand(Players::You), ..choice }))
        };
    }
}

fn paid(what: Target) -> Step {
    Step::Play { what, less: None, free: false, exerted: false, or_shift: false, then_to: None }
}

fn from_there(what: Target, from: Pool) -> Option<Target> {
    match what {
        Target::Chosen(choice) => {
            (from != Pool::Hand(Players::You)).then_some(Target::Chosen(Choice { from, ..choice }))
        }
        Target::Ref(card) => Some(Target::Ref(card)).filter(|_| from == Pool::Discard(Players::You)),
        Target::Each(..) => None,
    }
}

fn given(t: &mut Table) {
    rules! { t;
        Act: "<Target> <Gets> <Duration>" => |who: Target, what: Vec<Modifier>, lasts: Duration| gives(who, what, lasts);
        Act: "<Target> <Gets> <Duration> <ForEach>" => |who: Target, what: Vec<Modifier>, lasts: Duration, each: Amount| {
            super::statics::times(what, &each).and_then(|what| gives(who, what, lasts))
        };
        Act: "give <Target> <Gift> <Duration>" => |who: Target, what: Vec<Modifier>, lasts: Duration| gives(who, what, lasts);
        Act: "give <Target> <Gift> <Duration> <ForEach>" => |who: Target, what: Vec<Modifier>, lasts: Duration, each: Amount| {
            super::statics::times(what, &each).and_then(|what| gives(who, what, lasts))
        };
        Act: "<Target> can't challenge and must quest <Duration> if able" => |who: Target, lasts: Duration| {
            Step::Gives(who, vec![Modifier::Cannot(gaslamp_lorcana::language::Restriction::Challenge), Modifier::MustQuest], lasts)
        };
        Act: "<Target> can't challenge and must quest if able <Duration>" => |who: Target, lasts: Duration| {
            Step::Gives(who, vec![Modifier::Cannot(gaslamp_lorcana::language::Restriction::Challenge), Modifier::MustQuest], lasts)
        };
        Act: "<Target> get <Stats> while challenging a <Np> <Duration>" => |who: Target, what: Vec<Modifier>, against: Filter, lasts: Duration| {
            Step::Gives(who, vec![Modifier::WhileChallenging(against, what)], lasts)
        };
        Act: "<Them> gain <Keywords>" => |who: Ref, what: Vec<Modifier>| Step::Gives(Target::Ref(who), what, Duration::Unlimited);
        Act: "this turn , you may ink a additional card" => | | Step::PlayerGets(Players::You, PlayerModifier::MoreInk(1), Duration::ThisTurn);
        Act: "<Target> can't ready <Duration>" => |who: Target, lasts: Duration| {
            gives(who, vec![Modifier::Cannot(gaslamp_lorcana::language::Restriction::Ready)], lasts)
        };
        Act: "<Target> can't ready <Duration> unless <Condition>" => |who: Target, lasts: Duration, so: Condition| {
            let deed = Restriction::Unless(Box::new(Restriction::Ready), Box::new(so));
            gives(who, vec![Modifier::Cannot(deed)], lasts)
        };
        Act: "<Target> don't ready <Duration>" => |who: Target, lasts: Duration| {
            gives(who, vec![Modifier::Cannot(gaslamp_lorcana::language::Restriction::Ready)], lasts)
        };
        Act: "<Duration> , <Target> <Gets>" => |lasts: Duration, who: Target, what: Vec<Modifier>| gives(who, what, lasts);
        Act: "<Duration> , the next time <Them> would be dealt damage them take no damage instead" => |lasts: Duration, who: Ref| {
            Step::Gives(Target::Ref(who), vec![Modifier::Shielded], lasts)
        };
        Act: "this turn , you may play <Np> <From>" => |what: Filter, from: Pool| {
            Step::PlayerGets(Players::You, PlayerModifier::PlaysFrom(from, what), Duration::ThisTurn)
        };
        Act: "the next <Np> you play this turn <Gets> <Duration>" => |what: Filter, gets: Vec<Modifier>, lasts: Duration| {
            Step::PlayerGets(Players::You, PlayerModifier::NextGets(what, gets, lasts), Duration::ThisTurn)
        };
        Act: "<Target> take no damage from the challenge" => |who: Target| Step::Gives(who, vec![Modifier::NoChallengeDamage], Duration::Challenge);
    }
}

/// A chosen character gets something for a while; whoever plays is no target.
fn gives(who: Target, what: Vec<Modifier>, lasts: Duration) -> Option<Step> {
    let is_cost = matches!(&who, Target::Each(_, filter) if filter.is_empty());
    (!is_cost).then_some(Step::Gives(who, what, lasts))
}

fn players(t: &mut Table) {
    use Players::You;
    rules! { t;
        PlayerAct: "draw <One> card" => |n: Amount| Step::Draw(You, n);
        PlayerAct: "draw <Number> card <ForEach>" => |n: i16, each: Amount| Step::Draw(You, per(n, each));
        PlayerAct: "draw a card <ForEach>" => |each: Amount| Step::Draw(You, per(1, each));
        PlayerAct: "draw card equal to <Amount>" => |n: Amount| Step::Draw(You, n);
        PlayerAct: "draw that many card" => | | Step::Draw(You, Amount::Result(Done::ThatMuch));
        PlayerAct: "draw that number of card plus <Number>" => |n: i16| {
            Step::Draw(You, Amount::Plus(Box::new([Amount::Result(Done::ThatMuch), Amount::N(n)])))
        };
        PlayerAct: "choose and discard a card <ForEach>" => |each: Amount| Step::Discard(You, Count::Exactly(per(1, each)), vec![]);
        PlayerAct: "choose and discard card until them have <Number>" => |n: i16| Some(Step::DiscardTo(You, u8::try_from(n).ok()?));
        PlayerAct: "pay ⬡ less equal to <Amount> for the next <Np> you play this turn" => |n: Amount, what: Filter| {
            Step::PlayerGets(You, PlayerModifier::NextCheaper(what, n), Duration::ThisTurn)
        };
        PlayerAct: "choose and discard that many card" => | | Step::Discard(You, Count::Exactly(Amount::Result(Done::ThatMuch)), vec![]);
        PlayerAct: "draw a card from the bottom of your deck" => | | Step::DrawFromBottom(You);
        PlayerAct: "draw card until you have <Number> card in your hand" => |n: i16| Step::DrawTo(You, Amount::N(n));
        PlayerAct: "draw until you have <Number> card in your hand" => |n: i16| Step::DrawTo(You, Amount::N(n));
        PlayerAct: "draw until you have the same number" => | | Step::DrawTo(You, Amount::Count(Pool::Hand(Players::ThatPlayer), vec![]));
        PlayerAct: "draw card until you have the same number" => | | Step::DrawTo(You, Amount::Count(Pool::Hand(Players::ThatPlayer), vec![]));
        PlayerAct: "choose and discard a <Np> or a <Np> from your hand" => |one: Filter, two: Filter| {
            Step::Discard(You, Count::One, vec![Test::Any(vec![one, two])])
        };
        PlayerAct: "choose and discard <Number> <Np> from your hand" => |n: i16, what: Filter| Step::Discard(You, Count::Exactly(Amount::N(n)), what);
        PlayerAct: "draw card until them have <Number>" => |n: i16| Step::DrawTo(You, Amount::N(n));
        PlayerAct: "draw until them have <Number>" => |n: i16| Step::DrawTo(You, Amount::N(n));
        PlayerAct: "gain <Number> lore" => |n: i16| Step::GainLore(You, Amount::N(n));
        PlayerAct: "gain <Number> lore <ForEach>" => |n: i16, each: Amount| Step::GainLore(You, per(n, each));
        PlayerAct: "gain lore equal to <Amount>" => |n: Amount| Step::GainLore(You, n);
        PlayerAct: "lose <Number> lore" => |n: i16| Step::LoseLore(You, Amount::N(n));
        PlayerAct: "lose <Number> lore <ForEach>" => |n: i16, each: Amount| Step::LoseLore(You, per(n, each));
        PlayerAct: "lose lore equal to <Amount>" => |n: Amount| Step::LoseLore(You, n);
        PlayerAct: "get <Number> ink drop" => |n: i16| Step::InkDrops(You, Amount::N(n));
        PlayerAct: "get a ink drop" => | | Step::InkDrops(You, Amount::N(1));
        PlayerAct: "choose and discard a <Np>" => |what: Filter| Step::Discard(You, Count::One, what);
        PlayerAct: "choose and discard <Number> <Np>" => |n: i16, what: Filter| Step::Discard(You, Count::Exactly(Amount::N(n)), what);
        PlayerAct: "choose and discard any number of <Np>" => |what: Filter| Step::Discard(You, Count::Any, what);
        PlayerAct: "discard a <Np>" => |what: Filter| Step::Discard(You, Count::One, what);
        PlayerAct: "discard <Number> <Np>" => |n: i16, what: Filter| Step::Discard(You, Count::Exactly(Amount::N(n)), what);
        PlayerAct: "discard a card at random" => | | Step::DiscardAtRandom(You, Amount::N(1));
        PlayerAct: "discard <Number> card at random" => |n: i16| Step::DiscardAtRandom(You, Amount::N(n));
        PlayerAct: "discard your hand" => | | Step::DiscardHand(You);
        PlayerAct: "discard their hand" => | | Step::DiscardHand(You);
        PlayerAct: "discard all card in their hand" => | | Step::DiscardHand(You);
        PlayerAct: "discard until them have <Number> card in their hand" => |n: i16| Some(Step::DiscardTo(You, u8::try_from(n).ok()?));
        PlayerAct: "reveal the top card of their deck" => | | Step::Reveal(You, Amount::N(1), 0);
        PlayerAct: "play with the top card of their deck faceup" => | | Step::PlayerGets(You, PlayerModifier::TopFaceup, Duration::WhileInPlay);
        PlayerAct: "pay <Number> ⬡ less for the next <Np> you shift this turn" => |n: i16, what: Filter| {
            Step::PlayerGets(You, PlayerModifier::NextShiftCheaper(what, Amount::N(n)), Duration::ThisTurn)
        };
        PlayerAct: "can't ready more than <Number> of <Np> at the start of their next turn" => |n: i16, what: Filter| {
            let most = PlayerModifier::ReadiesAtMost(u8::try_from(n).ok()?, what);
            Some(Step::PlayerGets(You, most, Duration::StartOfTheirNextTurn))
        };
        PlayerAct: "return <Number> card at random from your inkwell to your hand" => |n: i16| {
            Step::InkwellToHand(You, Count::Exactly(Amount::N(n)))
        };
        PlayerAct: "reveal their hand" => | | Step::RevealHand(You);
        PlayerAct: "put the top card of <Whose> deck <Into>" => |_w: i16, to: Place| Step::PutTop(You, Amount::N(1), to);
        PlayerAct: "put the top <Number> card of <Whose> deck <Into>" => |n: i16, _w: i16, to: Place| Step::PutTop(You, Amount::N(n), to);
        Whose: "your" => | | 1_i16;
        Whose: "their" => | | 1_i16;
        PlayerAct: "pay <Number> ⬡ less for the next <Np> you play this turn" => |n: i16, what: Filter| {
            Step::PlayerGets(You, PlayerModifier::NextCheaper(what, Amount::N(n)), Duration::ThisTurn)
        };
        PlayerAct: "can't play <Np> <Duration>" => |what: Filter, lasts: Duration| {
            Step::PlayerGets(You, PlayerModifier::CannotPlay(what), lasts)
        };
    }
}

/// A player chooses among their own cards.
fn theirs(choice: Choice) -> Option<Target> {
    let owned = choice.what.contains(&Test::Theirs) && !choice.is_chosen;
    owned.then_some(Target::Chosen(choice))
}

fn opponents(t: &mut Table) {
    rules! { t;
        Act: "each player with fewer than <Number> card in their hand draw until them have <Number>" => |n: i16, same: i16| {
            (n == same).then_some(Step::DrawTo(Players::EachPlayer, Amount::N(n)))
        };
        Act: "each player shuffle all <Np> from their discard into their deck" => |what: Filter| {
            let all = Target::Each(Pool::Discard(Players::ThatPlayer), what);
            Step::ForEachPlayer(Players::EachPlayer, vec![put(all, place(Placed::ShuffledIn))])
        };
        Act: "<Players> choose and discard either <Number> <Np> or <Number> <Np>" => |players: Players, a: i16, one: Filter, b: i16, two: Filter| {
            let discard = |n: i16, what: Filter| vec![Step::Discard(Players::ThatPlayer, Count::Exactly(Amount::N(n)), what)];
            Step::ForEachPlayer(players, vec![Step::OneOf(Players::ThatPlayer, vec![discard(a, one), discard(b, two)])])
        };
        Act: "them put <Them> <Into>" => |card: Ref, to: Place| put(Target::Ref(card), to);
        PlayerAct: "choose and banish <Choice>" => |choice: Choice| theirs(choice).map(Step::Banish);
        PlayerAct: "choose and exert <Choice>" => |choice: Choice| theirs(choice).map(Step::Exert);
        PlayerAct: "choose and return <Choice> <Back>" => |choice: Choice, to: Place| theirs(choice).map(|what| put(what, to));
        Pair: "<Players> <Chooses> and <TheirAct>" => |players: Players, choice: Choice, act: Step| {
            Some(vec![by(&players, Step::Choose(choice))?, by(&Players::ThatPlayer, act)?])
        };
        Chooses: "choose <Choice>" => |choice: Choice| theirs(choice.clone()).map(|_| choice);
        TheirAct: "<TheirAct1>" => |act: Step| act;
        TheirAct1: "banish <Them>" => |card: Ref| Step::Banish(Target::Ref(card));
        TheirAct1: "exert <Them>" => |card: Ref| Step::Exert(Target::Ref(card));
        TheirAct1: "return <Them> <Back>" => |card: Ref, to: Place| put(Target::Ref(card), to);
        TheirAct1: "put <Them> <Into>" => |card: Ref, to: Place| put(Target::Ref(card), to);
        TheirAct1: "deal <Number> damage to <Them>" => |n: i16, card: Ref| Step::Deal(Amount::N(n), Target::Ref(card));
        PlayerAct: "reveal their hand and discard each <Np> revealed this way" => |what: Filter| {
            Step::DiscardFromRevealed(Players::You, Count::All, what)
        };
        Act: "<Players> reveal their hand and discard <Choice> of their choice" => |players: Players, choice: Choice| {
            Step::RevealHandAndDiscard(players, choice.count, choice.what)
        };
        Act: "<Players> reveal their hand and discard <Choice> of your choice" => |players: Players, choice: Choice| {
            Step::DiscardFromRevealed(players, choice.count, choice.what)
        };
    }
}
