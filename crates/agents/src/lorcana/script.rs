//! The trees of abilities as the greedy player walks them: lists of steps, what they act on, what is chosen in them.

use std::slice;
use std::sync::LazyLock;

use gaslamp_lorcana::Card;
use gaslamp_lorcana::language::{
    self, Ability, Amount, Choice, Cost, Count, Given, Modifier, Own, Place, Placed, Players, Pool, Ref,
    Replacement, Step, Target,
};
use gaslamp_lorcana::rules::position::AbilityRef;

/// What Support does.
static SUPPORT: LazyLock<Vec<Step>> = LazyLock::new(language::support);

/// What can be resolved: an ability, or steps that stand by themselves.
#[derive(Clone, Copy)]
pub(super) enum Script {
    /// An ability of a card, printed or given.
    Ability(&'static Ability),
    /// Steps that wait for a later moment, that happen instead of something, or that pay for a card.
    Steps(&'static [Step]),
}

/// What a step does to the cards of one of its targets.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// The step.
    pub(super) step: &'static Step,
    /// As what the cards are part of it.
    pub(super) part: Part,
}

/// As what cards are part of a step.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// It happens to them.
    Object,
    /// Damage or cards are moved to them.
    Goal,
    /// It happens to their players.
    Player,
}

/// A choice of cards, with everything that is done to what is chosen.
#[derive(Clone)]
pub(super) struct TargetChoice {
    /// The choice.
    pub(super) choice: &'static Choice,
    /// What is done.
    pub(super) effects: Vec<Effect>,
}

/// What a card says; nothing if that is not known.
pub(super) fn abilities_of(card: Card) -> &'static [Ability] {
    card.says().unwrap_or(&[])
}

/// What Support does.
pub(super) fn support() -> Script {
    Script::Steps(&SUPPORT)
}

/// What stands within the trees of a card: abilities that it gives or that wait, and steps by themselves.
pub(super) fn within(card: Card) -> Vec<Script> {
    let mut found: Vec<Script> = abilities_of(card).iter().map(Script::Ability).collect();
    let printed = found.len();
    let mut at = 0;
    while at < found.len() {
        let script = found[at];
        script.each_within(&mut |inner| found.push(inner));
        at += 1;
    }
    found.split_off(printed)
}

impl Script {
    /// What an ability that is being resolved may be: numbers beyond the printed abilities are within the trees.
    pub(super) fn of(ability: AbilityRef) -> Vec<Self> {
        match ability {
            AbilityRef::Card(card, number) => match abilities_of(card).get(usize::from(number)) {
                Some(printed) => vec![Self::Ability(printed)],
                None => within(card),
            },
            AbilityRef::Support => vec![support()],
            AbilityRef::Vanish | AbilityRef::Temporary | AbilityRef::Payment => Vec::new(),
        }
    }

    /// What it does, without what is paid for it.
    pub(super) fn steps(self) -> &'static [Step] {
        match self {
            Self::Ability(ability) => ability.steps(),
            Self::Steps(steps) => steps,
        }
    }

    /// Calls for every list of steps in it, also for those that are costs.
    pub(super) fn each_list(self, call: &mut dyn FnMut(&'static [Step])) {
        if let Self::Ability(Ability::Activated { cost, .. }) = self {
            each_cost(cost, &mut |steps| each_list_in(steps, call));
        }
        each_list_in(self.steps(), call);
    }

    /// Calls for every step in it.
    pub(super) fn each_step(self, call: &mut dyn FnMut(&'static Step)) {
        self.each_list(&mut |steps| steps.iter().for_each(&mut *call));
    }

    /// Calls for every choice of cards in it.
    pub(super) fn each_choice(self, call: &mut dyn FnMut(&'static Choice)) {
        self.each_step(&mut |step| {
            if let Step::Choose(choice) | Step::Search(choice) = step {
                call(choice);
            }
            if let Some(choice) = amount_of(step).and_then(choice_for_amount) {
                call(choice);
            }
            each_target(step, &mut |target, _| {
                if let Target::Chosen(choice) = target {
                    call(choice);
                }
            });
        });
    }

    /// Whether what is in this slot is chosen, not only looked at.
    pub(super) fn chooses(self, slot: u8) -> bool {
        let mut found = false;
        self.each_choice(&mut |choice| found |= choice.slot == slot);
        found
    }

    /// A choice with everything that it is made for.
    pub(super) fn target_choice(self, choice: &'static Choice) -> TargetChoice {
        let mut effects = Vec::new();
        self.each_step(&mut |step| {
            each_target(step, &mut |target, part| {
                if concerns(target, choice) {
                    effects.push(Effect { step, part });
                }
            });
            if let Some(Players::PlayerOf(Ref::Slot(slot))) = players_of(step)
                && *slot == choice.slot
            {
                effects.push(Effect { step, part: Part::Player });
            }
        });
        TargetChoice { choice, effects }
    }

    /// Calls for what it gives to cards or leaves behind.
    fn each_within(self, call: &mut dyn FnMut(Self)) {
        match self {
            Self::Ability(Ability::Static { to: Given::Cards(_, modifiers), .. }) => {
                each_ability(modifiers, call);
            }
            Self::Ability(
                Ability::Replaces { instead: Replacement::Steps(steps) | Replacement::May(_, steps), .. }
                | Ability::Own(Own::MayEnterExerted(steps) | Own::Free { cost: steps, .. }),
            ) => call(Self::Steps(steps)),
            _ => {}
        }
        self.each_step(&mut |step| match step {
            Step::Gives(_, modifiers, _) => each_ability(modifiers, call),
            Step::Watch(ability, _) => call(Self::Ability(ability)),
            Step::Later(_, steps) => call(Self::Steps(steps)),
            _ => {}
        });
    }
}

impl TargetChoice {
    /// Whether fewer cards than offered, or none, may be chosen.
    pub(super) const fn is_optional(&self) -> bool {
        matches!(self.choice.count, Count::UpTo(_) | Count::Any)
    }
}

fn each_ability(modifiers: &'static [Modifier], call: &mut dyn FnMut(Script)) {
    for modifier in modifiers {
        if let Modifier::Ability(ability) = modifier {
            call(Script::Ability(ability));
        }
    }
}

fn each_list_in(steps: &'static [Step], call: &mut dyn FnMut(&'static [Step])) {
    call(steps);
    for step in steps {
        each_part(step, &mut |part| each_list_in(part, call));
    }
}

fn each_cost(costs: &'static [Cost], call: &mut dyn FnMut(&'static [Step])) {
    for cost in costs {
        if let Cost::Do(step) = cost {
            call(slice::from_ref(&**step));
        }
    }
}

/// Calls for each list of steps of which a step is made.
pub(super) fn each_part(step: &'static Step, call: &mut dyn FnMut(&'static [Step])) {
    match step {
        Step::May(_, steps)
        | Step::UnlessPaid(_, _, steps)
        | Step::Unreduced(steps)
        | Step::ForEachPlayer(_, steps)
        | Step::Repeat(_, steps)
        | Step::Later(_, steps) => call(steps),
        Step::Pay(_, costs, steps) => {
            each_cost(costs, call);
            call(steps);
        }
        Step::To { first, then, otherwise } => {
            [first, then, otherwise].into_iter().for_each(|steps| call(steps));
        }
        Step::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(|steps| call(steps)),
        Step::Instead { does, then, .. } => [does, then].into_iter().for_each(|steps| call(steps)),
        Step::OneOrAll { lists, .. } | Step::OneOf(_, lists) => lists.iter().for_each(|steps| call(steps)),
        _ => {}
    }
}

/// Calls for each target of a step.
pub(super) fn each_target(step: &'static Step, call: &mut dyn FnMut(&'static Target, Part)) {
    if let Some(object) = step.object() {
        call(object, Part::Object);
    }
    match step {
        Step::Put(_, place) | Step::PutTop(_, _, place) => {
            goal_of(place).into_iter().for_each(|goal| call(goal, Part::Goal));
        }
        Step::MoveDamage { from: who, to, .. } | Step::MoveTo { who, to, .. } => {
            call(who, Part::Object);
            call(to, Part::Goal);
        }
        Step::MoveTogether { who, to, .. } => {
            who.iter().for_each(|who| call(who, Part::Object));
            call(to, Part::Goal);
        }
        _ => {}
    }
}

/// The card under which a place is.
fn goal_of(place: &'static Place) -> Option<&'static Target> {
    match &place.to {
        Placed::Under(goal) => Some(goal),
        _ => None,
    }
}

/// Whether a target is what was chosen.
fn concerns(target: &Target, choice: &Choice) -> bool {
    match target {
        Target::Chosen(other) => std::ptr::eq(other, choice),
        Target::Ref(Ref::Slot(slot)) | Target::Each(Pool::Slot(slot), _) => *slot == choice.slot,
        _ => false,
    }
}

/// The number in a step.
fn amount_of(step: &'static Step) -> Option<&'static Amount> {
    match step {
        Step::Deal(amount, _)
        | Step::PutDamage(amount, _)
        | Step::Repeat(amount, _)
        | Step::Draw(_, amount)
        | Step::DrawTo(_, amount)
        | Step::DiscardAtRandom(_, amount)
        | Step::GainLore(_, amount)
        | Step::LoseLore(_, amount)
        | Step::InkDrops(_, amount)
        | Step::Look(_, amount, _)
        | Step::Reveal(_, amount, _)
        | Step::PutTop(_, amount, _) => Some(amount),
        Step::Heal { amount, .. } | Step::MoveDamage { amount, .. } => amount.as_ref(),
        Step::Gives(_, modifiers, _) => modifiers.iter().find_map(|modifier| match modifier {
            Modifier::Stat(_, amount) => Some(amount),
            _ => None,
        }),
        _ => None,
    }
}

/// What is chosen for a number.
fn choice_for_amount(amount: &'static Amount) -> Option<&'static Choice> {
    match amount {
        Amount::Damage(target) | Amount::StatOf(target, _) | Amount::Cost(target) => match &**target {
            Target::Chosen(choice) => Some(choice),
            _ => None,
        },
        Amount::ForEach(one, _, two) => choice_for_amount(one).or_else(|| choice_for_amount(two)),
        Amount::Plus(both) => both.iter().find_map(choice_for_amount),
        Amount::AtMost(amount, _) => choice_for_amount(amount),
        _ => None,
    }
}

/// The players of a step that concerns players.
pub(super) const fn players_of(step: &'static Step) -> Option<&'static Players> {
    match step {
        Step::ForEachPlayer(players, _) => Some(players),
        step => step.players(),
    }
}

/// Whether any player may be chosen for a step itself.
pub(super) fn picks_player(step: &'static Step) -> bool {
    let mut picks = players_of(step) == Some(&Players::ChosenPlayer);
    each_target(step, &mut |target, _| {
        picks |= match target {
            Target::Chosen(Choice { from: pool, .. }) | Target::Each(pool, _) => is_of_chosen_player(pool),
            Target::Ref(_) => false,
        };
    });
    picks
}

fn is_of_chosen_player(pool: &Pool) -> bool {
    match pool {
        Pool::Hand(players) | Pool::Discard(players) | Pool::Deck(players) | Pool::Inkwell(players) => {
            *players == Players::ChosenPlayer
        }
        _ => false,
    }
}
