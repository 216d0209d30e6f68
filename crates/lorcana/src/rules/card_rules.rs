//! What the engine knows of a card's abilities, worked out once for each card: its abilities with those that it gives to
//! others, their programs, and everything that effects of it can leave behind.

use std::sync::{LazyLock, OnceLock};

use super::happening::What;
use super::position::AbilityRef;
use super::program::{Op, Program, each_step, given};
use crate::cards::Card;
use crate::language::{
    self, Ability, Condition, Filter, Given, Limit, Modifier, Own, Placed, PlayerModifier, Players, Pool,
    Ref, Replaced, Replacement, Step, Target,
};

/// What the engine knows of a card's abilities.
#[derive(Debug, Default)]
pub(crate) struct CardRules {
    /// The printed ones first, in the order of the text, then those that they give or that wait for a while.
    pub abilities: Vec<AbilityRules>,
    /// How many are printed.
    pub printed: usize,
    /// What effects of this card may leave behind, by number.
    pub gifts: Vec<Gift>,
    /// The printed abilities that cards speak of by name.
    pub named: Vec<(u8, &'static str)>,
    /// What it says about playing it.
    pub own: Vec<&'static Own>,
    /// The events that its printed triggered abilities wait for, as bits.
    pub listens: u64,
    pub has_static: bool,
    /// Whether a static ability gives classifications or names, of which others may speak.
    pub gives_names: bool,
    /// Whether a static ability depends on what others change.
    pub has_dependent: bool,
    pub has_activated: bool,
    pub has_replacement: bool,
    /// Whether a triggered ability works in the discard.
    pub works_in_discard: bool,
}

/// One ability.
#[derive(Debug)]
pub(crate) struct AbilityRules {
    pub source: Source,
    pub program: Program,
    /// The events that it waits for, as bits.
    pub listens: u64,
    /// Whether it depends on what other static abilities and lasting effects change.
    pub is_dependent: bool,
    /// Whether it is a triggered ability that works in the discard.
    pub works_in_discard: bool,
    /// The slot of which it speaks, if it waits for a while and remembers a card.
    pub remembers: Option<u8>,
    /// Whether it asks whether an ink drop was removed to play a card.
    pub asks_for_drops: bool,
}

/// Where the steps of an ability stand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// An ability of a card.
    Ability(&'static Ability),
    /// Steps that wait for a later moment, that happen instead of something, or as a card enters play.
    Steps(&'static [Step]),
}

/// What an effect leaves behind for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gift {
    /// On a card.
    Card(&'static Modifier),
    /// On whatever is like this, also if it comes later (6.4.2.1).
    Group(&'static Filter, &'static Modifier),
    /// On a player.
    Player(&'static PlayerModifier),
    /// An ability that waits for a while, by its number.
    Watch(u8),
    /// Steps for a later moment, by the number of their ability.
    Later(u8),
}

static RULES: [OnceLock<CardRules>; Card::COUNT] = [const { OnceLock::new() }; Card::COUNT];

impl CardRules {
    /// Those of a card.
    pub(crate) fn of(card: Card) -> &'static Self {
        RULES[card.index()]
            .get_or_init(|| Self { named: card.named_abilities(), ..Self::new(card.says().unwrap_or(&[])) })
    }

    /// The ability with this number.
    pub(crate) fn ability(&self, number: u8) -> Option<&AbilityRules> {
        self.abilities.get(usize::from(number))
    }

    fn new(abilities: &'static [Ability]) -> Self {
        let mut rules = Self::default();
        for ability in abilities {
            rules.abilities.push(AbilityRules::new(ability));
            if let Ability::Own(own) = ability {
                rules.own.push(own);
            }
        }
        rules.printed = abilities.len();
        let mut at = 0;
        while at < rules.abilities.len() {
            rules.collect(rules.abilities[at].source);
            at += 1;
        }
        let printed = &rules.abilities[..rules.printed];
        let any = |is: &dyn Fn(&AbilityRules) -> bool| printed.iter().any(is);
        let is =
            |of: fn(&Ability) -> bool| any(&|rules| matches!(rules.source, Source::Ability(one) if of(one)));
        rules.listens = printed.iter().fold(0, |all, ability| all | ability.listens);
        rules.has_static = is(|one| matches!(one, Ability::Static { .. }));
        rules.has_activated = is(|one| matches!(one, Ability::Activated { .. }));
        rules.has_replacement = is(|one| matches!(one, Ability::Replaces { .. }));
        rules.gives_names = is(|one| match one {
            Ability::Static { to, .. } => given(to).iter().any(is_name),
            _ => false,
        });
        rules.has_dependent = any(&|rules| rules.is_dependent);
        rules.works_in_discard = any(&|rules| rules.works_in_discard);
        rules
    }

    /// What an ability gives to others or leaves behind.
    fn collect(&mut self, source: Source) {
        if let Source::Ability(Ability::Static { to, .. }) = source {
            self.collect_abilities(given(to));
        }
        match source {
            Source::Ability(
                Ability::Replaces { instead: Replacement::Steps(steps) | Replacement::May(_, steps), .. }
                | Ability::Own(Own::MayEnterExerted(steps)),
            ) => self.abilities.push(AbilityRules::of_steps(steps)),
            Source::Ability(Ability::Own(Own::Free { cost, .. })) => {
                self.abilities.push(AbilityRules::of_cost(cost));
            }
            _ => {}
        }
        let mut found = Vec::new();
        each_step(source.steps(), &mut |step| found.push(step));
        for step in found {
            match step {
                Step::Gives(target, modifiers, _) => {
                    self.collect_abilities(modifiers);
                    for modifier in modifiers {
                        self.gifts.push(Gift::Card(modifier));
                        if let Target::Each(_, filter) = target {
                            self.gifts.push(Gift::Group(filter, modifier));
                        }
                    }
                }
                Step::PlayerGets(_, modifier, _) => {
                    self.gifts.push(Gift::Player(modifier));
                    if let PlayerModifier::NextGets(_, modifiers, _) = modifier {
                        self.collect_abilities(modifiers);
                        self.gifts.extend(modifiers.iter().map(Gift::Card));
                    }
                }
                Step::Watch(ability, _) => {
                    self.gifts.push(Gift::Watch(self.abilities.len() as u8));
                    self.abilities.push(AbilityRules::new(ability));
                }
                Step::Later(_, steps) => {
                    self.gifts.push(Gift::Later(self.abilities.len() as u8));
                    self.abilities.push(AbilityRules::of_steps(steps));
                }
                _ => {}
            }
        }
    }

    fn collect_abilities(&mut self, modifiers: &'static [Modifier]) {
        for modifier in modifiers {
            if let Modifier::Ability(ability) = modifier {
                self.abilities.push(AbilityRules::new(ability));
            }
        }
    }

    /// Whether it matters for it whether an ink drop was removed to play it.
    pub(crate) fn asks_for_drops(&self) -> bool {
        self.abilities.iter().any(|ability| ability.asks_for_drops)
    }

    /// Whether the engine plays all of it. The language can say some things that no card has said yet.
    pub(crate) fn is_played(&self) -> bool {
        let mut is_played = true;
        for ability in &self.abilities {
            is_played &= ability.source.ability().is_none_or(is_played_by_itself)
                && ability.program.ops.iter().filter(|op| matches!(op, Op::Try(_))).count() <= MOST_TRIES;
            each_step(ability.source.steps(), &mut |step| {
                is_played &= match step {
                    Step::Play { then_to: Some(place), .. } => place.to == Placed::Bottom,
                    Step::PutTop(_, _, place) => !place.random_order,
                    Step::Put(_, place) => !place.random_order || place.to == Placed::Bottom,
                    _ => true,
                };
            });
        }
        is_played
    }

    /// The number of an ability that stands in its trees.
    pub(crate) fn number_of(&self, wanted: &'static Ability) -> Option<u8> {
        let is =
            |rules: &AbilityRules| matches!(rules.source, Source::Ability(one) if std::ptr::eq(one, wanted));
        self.abilities.iter().position(is).map(|place| place as u8)
    }

    /// The number of steps that stand in its trees by themselves.
    pub(crate) fn number_of_steps(&self, wanted: &'static [Step]) -> Option<u8> {
        let is =
            |rules: &AbilityRules| matches!(rules.source, Source::Steps(one) if std::ptr::eq(one, wanted));
        self.abilities.iter().position(is).map(|place| place as u8)
    }

    /// The number of a gift.
    pub(crate) fn gift(&self, is: impl FnMut(&Gift) -> bool) -> Option<u8> {
        self.gifts.iter().position(is).map(|place| place as u8)
    }
}

/// More parts that are watched for being done in full do not fit into a frame.
const MOST_TRIES: usize = 15;

/// Whether an ability is of a form that is played; what it does step by step is another question.
fn is_played_by_itself(ability: &Ability) -> bool {
    match ability {
        Ability::Replaces { would, instead, .. } => match (would, instead) {
            (Replaced::BeDealtDamage(_) | Replaced::TakeDamage(_), instead) => {
                matches!(instead, Replacement::Nothing | Replacement::PutOnThis)
            }
            (Replaced::BeBanished(_), Replacement::Steps(steps)) => is_played_instead(steps),
            (Replaced::Discard(_), instead) => *instead == Replacement::Nothing,
            (Replaced::GetInkDrop(_), Replacement::May(_, steps)) => is_played_instead(steps),
            (Replaced::BeBanished(_) | Replaced::GetInkDrop(_), _) => false,
        },
        Ability::Static { to: Given::Cards(Target::Each(pool, _), modifiers), .. } => {
            *pool == Pool::InPlay || modifiers.iter().all(|one| *one == Modifier::CountsAsInkable)
        }
        Ability::Static { .. }
        | Ability::Triggered { .. }
        | Ability::Activated { .. }
        | Ability::Effect(_)
        | Ability::Own(_) => true,
    }
}

/// Whether steps can take the place of an event: they ask nothing.
fn is_played_instead(steps: &[Step]) -> bool {
    !steps.is_empty()
        && steps.iter().all(|step| match step {
            Step::PutTop(players, ..) => *players == Players::You,
            Step::Put(Target::Ref(Ref::This), place) => matches!(place.to, Placed::Hand | Placed::Inkwell),
            _ => false,
        })
}

/// Whether a modifier is a classification or a name, or takes an ability away. They come before everything else, since the others
/// depend on them (6.6.1.2).
pub(crate) const fn is_name(modifier: &Modifier) -> bool {
    matches!(modifier, Modifier::Class(_) | Modifier::Named(_) | Modifier::LosesAbility(_))
}

impl Source {
    /// What is done, step by step; empty if it is static, a replacement or about playing the card.
    pub(crate) fn steps(self) -> &'static [Step] {
        match self {
            Self::Ability(ability) => ability.steps(),
            Self::Steps(steps) => steps,
        }
    }

    /// The ability.
    pub(crate) const fn ability(self) -> Option<&'static Ability> {
        match self {
            Self::Ability(ability) => Some(ability),
            Self::Steps(_) => None,
        }
    }
}

impl AbilityRules {
    fn new(ability: &'static Ability) -> Self {
        let source = Source::Ability(ability);
        let costs = match ability {
            Ability::Activated { cost, .. } => cost.as_slice(),
            _ => &[],
        };
        let listens = match ability {
            Ability::Triggered { when, .. } => when.iter().fold(0, |all, when| all | What::bits_of(when)),
            _ => 0,
        };
        let works_in_discard = matches!(ability, Ability::Triggered { does, .. } if matches!(does.as_slice(),
            [Step::If { so: Condition::In(Ref::This, _), .. }, ..]));
        Self {
            source,
            program: Program::new(costs, source.steps()),
            listens,
            is_dependent: depends::ability(ability),
            works_in_discard,
            remembers: remembered(ability),
            asks_for_drops: speaks_of(source.steps(), "PlayedWithInkDrop"),
        }
    }

    /// Those of an ability that a position refers to.
    pub(crate) fn of(ability: AbilityRef) -> Option<&'static Self> {
        match ability {
            AbilityRef::Card(card, number) => CardRules::of(card).ability(number),
            AbilityRef::Support => Some(&SUPPORT),
            AbilityRef::Vanish => Some(&VANISH),
            AbilityRef::Temporary => Some(&TEMPORARY),
            AbilityRef::Payment => Some(&PAYMENT),
        }
    }

    /// Whether it waits for an event, or for a later moment.
    pub(crate) const fn is_triggered(&self) -> bool {
        matches!(self.source, Source::Ability(Ability::Triggered { .. }))
    }

    /// How often it can be used or trigger.
    pub(crate) const fn limit(&self) -> Option<Limit> {
        match self.source {
            Source::Ability(
                Ability::Triggered { limit, .. }
                | Ability::Activated { limit, .. }
                | Ability::Replaces { limit, .. },
            ) => *limit,
            _ => None,
        }
    }

    /// Those of a keyword; they are made once.
    fn of_keyword(steps: Vec<Step>) -> Self {
        Self::new(Box::leak(Box::new(Ability::Triggered {
            during: None,
            limit: None,
            when: Vec::new(),
            does: steps,
        })))
    }

    /// The steps by which a card is paid for, which then enters play.
    fn of_cost(steps: &'static [Step]) -> Self {
        Self { program: Program::for_entering(steps), ..Self::of_steps(steps) }
    }

    fn of_steps(steps: &'static [Step]) -> Self {
        Self {
            source: Source::Steps(steps),
            program: Program::new(&[], steps),
            listens: 0,
            is_dependent: false,
            works_in_discard: false,
            remembers: first_slot(&serde_json::to_value(steps).unwrap_or_default()),
            asks_for_drops: speaks_of(steps, "PlayedWithInkDrop"),
        }
    }
}

fn remembered(ability: &Ability) -> Option<u8> {
    first_slot(&serde_json::to_value(ability).unwrap_or_default())
}

/// Whether some part of these steps has this name.
fn speaks_of(steps: &[Step], name: &str) -> bool {
    fn is_in(value: &serde_json::Value, name: &str) -> bool {
        match value {
            serde_json::Value::Object(map) => {
                map.iter().any(|(key, inner)| key == name || is_in(inner, name))
            }
            serde_json::Value::Array(all) => all.iter().any(|inner| is_in(inner, name)),
            _ => false,
        }
    }
    is_in(&serde_json::to_value(steps).unwrap_or_default(), name)
}

/// The first slot of which a tree speaks.
fn first_slot(value: &serde_json::Value) -> Option<u8> {
    match value {
        serde_json::Value::Object(map) => map.iter().find_map(|(key, value)| match value.as_u64() {
            Some(slot) if key == "Slot" => u8::try_from(slot).ok(),
            _ => first_slot(value),
        }),
        serde_json::Value::Array(all) => all.iter().find_map(first_slot),
        _ => None,
    }
}

/// Support (8.13).
static SUPPORT: LazyLock<AbilityRules> = LazyLock::new(|| AbilityRules::of_keyword(language::support()));

/// Vanish: it is banished when an opponent chooses it for an action (8.14).
static VANISH: LazyLock<AbilityRules> =
    LazyLock::new(|| AbilityRules::of_keyword(vec![Step::Banish(Target::Ref(Ref::This))]));

/// The end of a Temporary Shift (8.10.8.5).
static TEMPORARY: LazyLock<AbilityRules> = LazyLock::new(|| AbilityRules {
    program: Program::end_temporary(),
    ..AbilityRules::of_keyword(Vec::new())
});

/// Paying for a card with ink drops.
static PAYMENT: LazyLock<AbilityRules> =
    LazyLock::new(|| AbilityRules { program: Program::payment(), ..AbilityRules::of_steps(&[]) });

/// Whether something depends on what static abilities and lasting effects can change.
mod depends {
    use super::{Ability, Filter, Given, Modifier, Target};
    use crate::language::{Amount, Condition, Range, Restriction, Test};

    pub(super) fn ability(ability: &Ability) -> bool {
        let Ability::Static { during, to, .. } = ability else { return false };
        during.as_ref().is_some_and(condition)
            || match to {
                Given::Cards(target, modifiers) => of_target(target) || modifiers.iter().any(modifier),
                Given::Players(..) => false,
            }
    }

    fn of_target(target: &Target) -> bool {
        matches!(target, Target::Each(_, filter) if self::filter(filter))
    }

    fn modifier(modifier: &Modifier) -> bool {
        match modifier {
            Modifier::Stat(_, amount) => self::amount(amount),
            Modifier::KeywordTimes(_, amount) => self::amount(amount),
            Modifier::Cannot(Restriction::Unless(_, so)) => condition(so),
            _ => false,
        }
    }

    fn filter(filter: &Filter) -> bool {
        filter.iter().any(|test| match test {
            Test::Keyword(_) | Test::Strength(_) | Test::Willpower(_) | Test::Lore(_) => true,
            Test::Any(filters) => filters.iter().any(self::filter),
            Test::Not(test) => self::filter(&vec![(**test).clone()]),
            Test::Cost(range) | Test::Damage(range) => self::range(range),
            _ => false,
        })
    }

    fn range(range: &Range) -> bool {
        match range {
            Range::Is(amount) | Range::From(amount) | Range::UpTo(amount) | Range::Below(amount) => {
                self::amount(amount)
            }
            Range::Either(..) => false,
        }
    }

    fn amount(amount: &Amount) -> bool {
        match amount {
            Amount::Count(_, filter) | Amount::InkTypes(_, filter) | Amount::Names(_, filter) => {
                self::filter(filter)
            }
            Amount::Stat(..) | Amount::StatOf(..) => true,
            Amount::Damage(target) | Amount::Cost(target) => of_target(target),
            Amount::ForEach(one, _, two) => self::amount(one) || self::amount(two),
            Amount::Plus(both) => both.iter().any(self::amount),
            Amount::AtMost(amount, _) => self::amount(amount),
            _ => false,
        }
    }

    fn condition(condition: &Condition) -> bool {
        match condition {
            Condition::All(all) | Condition::Any(all) => all.iter().any(self::condition),
            Condition::Not(one) | Condition::AnyOf(_, one) => self::condition(one),
            Condition::There(range, _, filter) => self::range(range) || self::filter(filter),
            Condition::Is(_, filter) => self::filter(filter),
            Condition::Compare(one, _, two) => amount(one) || amount(two),
            Condition::HasMost(_) => true,
            Condition::Challenging(_, filter) => self::filter(filter),
            _ => false,
        }
    }
}
