//! Whole abilities.

use super::{Teller, listed};
use crate::language::{
    Ability, Condition, Cost, Given, KeywordGift, Limit, LimitPer, Modifier, Own, Pool, Replaced,
    Replacement, Step, Target, Test, When,
};

impl Teller {
    pub(super) fn ability(&self, ability: &Ability) -> String {
        match ability {
            Ability::Triggered { during, limit, when, does } => {
                self.triggered(during.as_ref(), limit.as_ref(), when, does, None)
            }
            Ability::Activated { during, limit, cost, does } => {
                let cost = cost.iter().map(|one| self.cost(one)).collect::<Vec<_>>().join(", ");
                let dash = if cost.is_empty() { String::new() } else { format!("{cost} — ") };
                let limited = often(limit.as_ref());
                let so = match during {
                    Some(so) if limit.is_some() => format!("{limited}if {}, ", self.condition(so)),
                    during => format!("{}{limited}", self.prefix(during.as_ref())),
                };
                format!("{so}{dash}{}", self.steps(does))
            }
            // What the condition speaks of gets it.
            Ability::Static {
                during: Some(so @ Condition::There(range, Pool::InPlay, filter)),
                to: Given::Cards(Target::Each(Pool::InPlay, same), modifiers),
            } if filter == same
                && matches!(range, crate::language::Range::Is(_) | crate::language::Range::From(_)) =>
            {
                let so = match filter.as_slice() {
                    [Test::Yours, .., Test::AtLocation] => {
                        format!(
                            "one of {} is at a location",
                            self.np(&filter[..filter.len() - 1], true, false)
                        )
                    }
                    _ => self.condition(so),
                };
                let (gets, each) = self.gets(modifiers, false);
                format!("while {so}, they {gets} {each}").trim_end().to_owned()
            }
            Ability::Static { during, to } => format!("{}{}", self.prefix(during.as_ref()), self.given(to)),
            Ability::Effect(does) => self.steps(does),
            Ability::Replaces { during, limit, would, instead } => {
                format!("{}{}", self.prefix(during.as_ref()), self.replaces(limit.is_some(), would, instead))
            }
            Ability::Own(own) => self.own(own),
        }
    }

    fn replaces(&self, first: bool, would: &Replaced, instead: &Replacement) -> String {
        let one_of = |target: &Target| match target {
            Target::Each(_, filter) => format!("whenever one of {}", self.np(filter, true, false)),
            other if first => format!("the first time {}", self.target(other)),
            other => format!("if {}", self.target(other)),
        };
        let event = match would {
            Replaced::BeDealtDamage(target) => format!("{} would be dealt damage", one_of(target)),
            Replaced::TakeDamage(target) => format!("{} would take damage", one_of(target)),
            Replaced::BeBanished(target) => format!("{} would be banished", one_of(target)),
            Replaced::Discard(_) => "if an effect would cause you to discard one or more cards".to_owned(),
            Replaced::GetInkDrop(_) => "if you would get an ink drop".to_owned(),
        };
        let what = match (instead, would) {
            (Replacement::Nothing, Replaced::Discard(_)) => "you don't discard".to_owned(),
            (Replacement::Nothing, _) => "they take no damage instead".to_owned(),
            (Replacement::PutOnThis, _) => {
                format!("put that many damage counters on {} instead", self.this())
            }
            (Replacement::Steps(steps), _) => format!("{} instead", self.acts(steps, false)),
            (Replacement::May(_, steps), _) => format!("you may {} instead", self.acts(steps, true)),
        };
        format!("{event}, {what}")
    }

    fn prefix(&self, during: Option<&Condition>) -> String {
        during.map_or_else(String::new, |so| format!("{}, ", self.during(so)))
    }

    /// A triggered ability; one that waits for a while has that in its trigger.
    pub(super) fn triggered(
        &self,
        during: Option<&Condition>,
        limit: Option<&Limit>,
        when: &[When],
        does: &[Step],
        lasting: Option<&str>,
    ) -> String {
        let whens = match (limit, when) {
            (Some(Limit { per: LimitPer::FirstEachTurn, .. }), [one]) => {
                let each_turn = if during == Some(&Condition::YourTurn) { "" } else { " each turn" };
                format!("the first time {}{each_turn}", self.event(one))
            }
            // During their turn it goes without saying whose it is.
            (_, [When::DrawsInOwnTurn(crate::language::Players::EachOpponent)]) if matches!(during, Some(Condition::All(all)) if all.first() == Some(&Condition::OpponentsTurn)) => {
                "whenever they draw a card".to_owned()
            }
            _ => self.whens(when),
        };
        let teller = &Self { other: other(when), ..self.clone() };
        let lasting = lasting.map_or_else(String::new, |words| format!(" {words}"));
        // An "if" after the trigger holds for everything that follows (6.2.4).
        let effect = match does {
            [Step::If { so, then, otherwise }] if otherwise.is_empty() => {
                format!("if {}, {}", teller.condition(so), teller.steps(then))
            }
            does => teller.steps(does),
        };
        let limit = limit.filter(|limit| limit.per != LimitPer::FirstEachTurn);
        let during = match (limit, during) {
            (Some(_), Some(so)) => format!("if {}, ", self.condition(so)),
            (_, during) => self.prefix(during),
        };
        format!("{}{during}{whens}{lasting}, {effect}", often(limit))
    }

    fn cost(&self, cost: &Cost) -> String {
        match cost {
            Cost::Exert => "⟳".to_owned(),
            Cost::Ink(n) => format!("{n} ⬡"),
            Cost::BanishThis => format!("banish {}", self.this()),
            Cost::InkDrop => "remove an ink drop".to_owned(),
            Cost::RevealSameName(n, filter) => {
                format!(
                    "reveal {} {} with the same name in your hand",
                    self.number(n),
                    self.np(filter, true, true)
                )
            }
            Cost::Do(step) => self.act(step, false),
        }
    }

    pub(super) fn price(&self, costs: &[Cost]) -> String {
        costs.iter().map(|one| self.cost(one)).collect::<Vec<_>>().join(" and ")
    }

    fn given(&self, given: &Given) -> String {
        match given {
            Given::Players(players, what) => self.players_get(players, what),
            Given::Cards(Target::Each(pool, filter), modifiers)
                if matches!(filter.as_slice(), [_, .., Test::Here]) =>
            {
                let without = Target::Each(pool.clone(), filter[..filter.len() - 1].to_vec());
                format!("{} while here", self.given(&Given::Cards(without, modifiers.clone())))
            }
            Given::Cards(_, modifiers) if matches!(modifiers.as_slice(), [Modifier::MovesAnywhereFor(_)]) => {
                match modifiers.as_slice() {
                    [Modifier::MovesAnywhereFor(n)] => {
                        format!("you pay {n} ⬡ less to move {} to a location", self.this())
                    }
                    _ => String::new(),
                }
            }
            Given::Cards(Target::Each(_, filter), modifiers)
                if *modifiers == [Modifier::KeepsPrintedStrength] =>
            {
                format!("{}' {}", self.np(filter, true, false), self.gets(modifiers, false).0)
            }
            Given::Cards(who, modifiers)
                if matches!(modifiers.as_slice(), [Modifier::WhileChallenged(_)]) =>
            {
                let who = self.subject(who);
                let gets = modifiers.iter().map(|one| match one {
                    Modifier::WhileChallenged(what) => self.gets(what, who.one).0,
                    _ => String::new(),
                });
                format!("while being challenged, {} {}", who.words, gets.collect::<String>())
            }
            Given::Cards(who, modifiers) if *modifiers == [Modifier::FightsWithWillpower] => {
                format!("during challenges, {} {}", self.subject(who).words, self.gets(modifiers, false).0)
            }
            Given::Cards(who, modifiers) => {
                let who = match who {
                    Target::Each(Pool::Hand(_), _) => {
                        super::nouns::Noun { words: "all cards in your hand".to_owned(), one: false }
                    }
                    other => self.subject(other),
                };
                let (gets, each) = self.gets(modifiers, who.one);
                format!("{} {gets} {each}", who.words).trim_end().to_owned()
            }
        }
    }

    fn own(&self, own: &Own) -> String {
        let this = self.this();
        let so = |so: &Option<Condition>| match so {
            None => String::new(),
            Some(Condition::YourTurn) => "during your turn, ".to_owned(),
            Some(Condition::All(all)) if matches!(all.as_slice(), [Condition::YourTurn, _]) => {
                let rest: Vec<String> = all[1..].iter().map(|one| self.condition(one)).collect();
                format!("during your turn, if {}, ", rest.join(" and "))
            }
            Some(so) => format!("if {}, ", self.condition(so)),
        };
        match own {
            Own::Cheaper { so: condition, with, less } => {
                let (n, each) = match less {
                    crate::language::Amount::ForEach(n, _, each) => {
                        (self.number(n), format!("{}, ", self.for_each(each)))
                    }
                    other => (self.number(other), String::new()),
                };
                let with = with
                    .as_ref()
                    .map_or_else(String::new, |keyword| format!(" using their {keyword} ability"));
                format!("{each}{}you pay {n} ⬡ less to play {this}{with}", so(condition))
            }
            Own::Free { so: condition, cost, shift } => {
                let verb = if *shift { "shift" } else { "play" };
                let cost =
                    if cost.is_empty() { String::new() } else { format!("{} to ", self.acts(cost, false)) };
                format!("{}you may {cost}{verb} {this} for free", so(condition))
            }
            Own::Gains(so, KeywordGift { name, value }) => {
                let value = value.map_or_else(String::new, |value| format!(" {value} ⬡"));
                format!("if {}, {this} gains {name}{value}", self.condition(so))
            }
            Own::OnlyIf(so) => format!("you can't play {this} unless {}", self.condition(so)),
            Own::MayEnterExerted(steps) if steps.is_empty() => format!("{this} may enter play exerted"),
            Own::MayEnterExerted(steps) => {
                format!("{this} may enter play exerted to {}", self.acts(steps, true))
            }
            Own::EntersExertedUnless(so) => {
                format!("{this} enters play exerted unless {}", self.condition(so))
            }
            Own::PlaysOn(filter) => {
                format!(
                    "you may play any {} on {this} as if {this} had any name",
                    self.np(filter, false, false)
                )
            }
            Own::ShiftedOntoFor(n) => format!("you pay {n} ⬡ less to shift a character on top of {this}"),
            Own::ShiftedOntoByAny => format!("you can shift any character on top of {this}"),
            Own::AlsoNamed(names) => format!("{this} also counts as being named {}", listed(names, "and")),
            Own::NamedForShift(names) => {
                format!("{this} counts as being named {} for Shift", listed(names, "and"))
            }
            Own::Copies { named, most: None } => {
                format!("you may have any number of cards named {named} in your deck")
            }
            Own::Copies { named, most: Some(most) } => {
                format!("you may have up to {most} copies of {named} in your deck")
            }
            Own::AnyInk(class) => {
                format!("you can have other {class} characters in your deck regardless of ink type")
            }
        }
    }
}

/// What the other card of an event is called.
fn other(whens: &[When]) -> &'static str {
    match whens.first() {
        Some(When::Moves(..)) => "that location",
        Some(When::Sings(..) | When::OneOrMoreSing(_)) => "that song",
        Some(When::Challenges(..) | When::ChallengesAndIsBanished(_)) => "the challenged character",
        _ => "the challenging character",
    }
}

fn often(limit: Option<&Limit>) -> String {
    let times = |n: u8| if n == 1 { "once".to_owned() } else { "twice".to_owned() };
    match limit {
        None => String::new(),
        Some(Limit { times: n, per: LimitPer::YourTurn }) => format!("{} during your turn, ", times(*n)),
        Some(Limit { times: n, .. }) => format!("{} per turn, ", times(*n)),
    }
}
