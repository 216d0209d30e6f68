//! Abilities as the engine runs them: a tree of the language becomes a list of small operations, so that the place
//! reached is one number and a game can be stopped, written down and gone on with in the middle of an effect.
//!
//! The operations point into the trees and say nothing themselves. What is chosen is chosen by an operation of its own,
//! before the step that acts on it.

use crate::language::{
    Amount, Choice, Condition, Cost, Given, Modifier, Place, Placed, Players, Pool, Step, Target,
};

/// One operation. Numbers are places in the program to go on from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Goes on from there.
    Jump(usize),
    /// Asks this player whether to do what follows; from there if not.
    Ask(&'static Players, usize),
    /// Asks this player whether to pay for what follows; from there if not.
    Pay(&'static Players, &'static [Cost], usize),
    /// Asks this player whether to pay ink to be spared what follows; from there if so.
    Spare(&'static Players, u8, usize),
    /// What follows, up to [`Op::NextPlayer`], for each of these players; from there after the last.
    EachPlayer(&'static Players, usize),
    /// The same for any number of players, who are chosen first.
    PickPlayers(usize),
    /// Back to there for the next player.
    NextPlayer(usize),
    /// What follows, up to [`Op::NextTime`], this often; from there afterwards.
    Times(&'static Amount, usize),
    /// Back to there for the next time.
    NextTime(usize),
    /// From here on it is noted whether everything is done in full.
    Try(u8),
    /// Goes on if everything since was done in full; from there if not.
    Tried(u8, usize),
    /// Goes on if this holds; from there if not.
    If {
        /// The condition.
        so: &'static Condition,
        /// From where otherwise.
        no: usize,
        /// Whether nothing is done otherwise, so that it counts as not done in full.
        is_all: bool,
    },
    /// This player chooses one of the lists that begin there; `first` is the place of the first in [`Program::lists`].
    OneOf {
        /// Who chooses.
        by: &'static Players,
        /// The place of the first list.
        first: usize,
        /// How many there are.
        count: usize,
        /// What follows on them.
        end: usize,
    },
    /// A player is chosen, whom the steps after it mean.
    ChoosePlayer(&'static Players),
    /// Nothing is in this slot any more.
    Clear(u8),
    /// The cards and the number of the last step are forgotten.
    Forget,
    /// Cards are chosen.
    Choose {
        /// Which.
        choice: &'static Choice,
        /// Whether the player of a loop chooses, so that the slot keeps what others have chosen.
        by_each: bool,
        /// The step for which they are chosen, if it acts on them.
        step: Option<&'static Step>,
    },
    /// A step that acts, on what has been chosen.
    Do(Deed),
    /// The card whose cost has been paid by the steps before enters play.
    Enter,
    /// The end of a Temporary Shift.
    EndTemporary,
    /// The player says how many ink drops pay for the card, which then enters play.
    PayWithDrops,
}

/// A step that acts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    /// The step.
    pub(crate) step: &'static Step,
    /// Its number, if another one than its own (6.5.6).
    pub(crate) amount: Option<&'static Amount>,
    /// Whether Resist does not reduce its damage.
    pub(crate) is_unreduced: bool,
    /// Whether it concerns the player of a loop alone.
    pub(crate) is_for_each: bool,
    /// Whether it was picked among several lists, so that it can be done and must be (6.1.5.2).
    pub(crate) is_picked: bool,
}

impl Deed {
    const fn of(step: &'static Step) -> Self {
        Self { step, amount: None, is_unreduced: false, is_for_each: false, is_picked: false }
    }
}

/// A list of operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    /// Where lists begin among which is chosen.
    pub(crate) lists: Vec<usize>,
    /// What stands before this place is the cost.
    pub(crate) paid: usize,
}

impl Program {
    /// The steps, after the costs that are paid step by step.
    pub(crate) fn new(costs: &'static [Cost], steps: &'static [Step]) -> Self {
        let mut program = Self::default();
        for cost in costs {
            if let Cost::Do(step) = cost {
                program.step(step);
            }
        }
        program.paid = program.ops.len();
        program.steps(steps);
        program
    }

    /// The steps that pay for a card, which then enters play.
    pub(crate) fn for_entering(steps: &'static [Step]) -> Self {
        let mut program = Self::new(&[], steps);
        program.paid = program.ops.len();
        program.push(Op::Enter);
        program
    }

    /// The end of a Temporary Shift.
    pub(crate) fn end_temporary() -> Self {
        Self { ops: vec![Op::EndTemporary], ..Self::default() }
    }

    /// Paying for a card with ink drops.
    pub(crate) fn payment() -> Self {
        Self { ops: vec![Op::PayWithDrops], paid: 1, ..Self::default() }
    }

    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Lets the operation at this place lead to what comes next.
    fn land(&mut self, at: usize) {
        let here = self.ops.len();
        match &mut self.ops[at] {
            Op::Jump(to)
            | Op::Ask(_, to)
            | Op::Pay(_, _, to)
            | Op::Spare(_, _, to)
            | Op::EachPlayer(_, to)
            | Op::PickPlayers(to)
            | Op::Times(_, to)
            | Op::Tried(_, to)
            | Op::If { no: to, .. }
            | Op::OneOf { end: to, .. } => *to = here,
            _ => {}
        }
    }

    fn steps(&mut self, steps: &'static [Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &'static Step) {
        match step {
            Step::May(players, steps) => self.may(players, |program| program.steps(steps)),
            Step::To { first, then, otherwise } => self.to(first, otherwise, |program| program.steps(then)),
            Step::Pay(players, costs, steps) => {
                let ask = self.push(Op::Pay(players, costs, 0));
                for cost in costs {
                    if let Cost::Do(step) = cost {
                        self.step(step);
                    }
                }
                self.steps(steps);
                self.land(ask);
            }
            Step::UnlessPaid(players, ink, steps) => {
                let ask = self.push(Op::Spare(players, *ink, 0));
                self.steps(steps);
                self.land(ask);
            }
            Step::If { so, then, otherwise } => self.if_so(so, |program| program.steps(then), otherwise),
            Step::Instead { does, so, then } => self.instead(does, so, then),
            Step::Unreduced(steps) => {
                let from = self.ops.len();
                self.steps(steps);
                for op in &mut self.ops[from..] {
                    if let Op::Do(deed) = op {
                        deed.is_unreduced = true;
                    }
                }
            }
            Step::OneOrAll { so, lists } => {
                let one = self.push(Op::If { so, no: 0, is_all: false });
                lists.iter().for_each(|list| self.steps(list));
                let end = self.push(Op::Jump(0));
                self.land(one);
                self.one_of(&Players::You, lists);
                self.land(end);
            }
            Step::OneOf(players, lists) => self.one_of(players, lists),
            Step::ForEachPlayer(players, steps) => self.each_player(players, |program| program.steps(steps)),
            Step::Repeat(amount, steps) => {
                let start = self.push(Op::Times(amount, 0));
                self.steps(steps);
                self.push(Op::NextTime(start));
                self.land(start);
            }
            Step::Again => {
                let from = self.paid;
                self.push(Op::Jump(from));
            }
            Step::Choose(choice) | Step::Search(choice) => {
                self.choose_player(step);
                self.choose(choice, None);
            }
            _ => self.act(step),
        }
    }

    /// What a step chooses, and the step itself; for each of its players by itself, if they are asked in it.
    fn act(&mut self, step: &'static Step) {
        self.choices(step);
        match asked_players(step) {
            Some(players) if !is_one_player(players) => {
                self.push(Op::Forget);
                self.each_player(players, |program| {
                    program.push(Op::Do(Deed { is_for_each: true, ..Deed::of(step) }));
                });
            }
            _ => {
                self.push(Op::Do(Deed::of(step)));
            }
        }
    }

    fn choose_player(&mut self, step: &'static Step) {
        if let Some(players) = chosen_player(step) {
            self.push(Op::ChoosePlayer(players));
        }
    }

    fn choose(&mut self, choice: &'static Choice, step: Option<&'static Step>) {
        self.push(Op::Clear(choice.slot));
        if is_one_player(&choice.by) {
            self.push(Op::Choose { choice, by_each: false, step });
        } else {
            self.each_player(&choice.by, |program| {
                program.push(Op::Choose { choice, by_each: true, step });
            });
        }
    }

    /// What a step chooses, before it acts.
    fn choices(&mut self, step: &'static Step) {
        self.choose_player(step);
        let mut choices = Vec::new();
        chosen_in(step, &mut choices);
        choices.into_iter().for_each(|choice| self.choose(choice, Some(step)));
    }

    fn may(&mut self, players: &'static Players, body: impl FnOnce(&mut Self)) {
        if is_one_player(players) {
            let ask = self.push(Op::Ask(players, 0));
            body(self);
            self.land(ask);
        } else {
            self.each_player(players, |program| {
                let ask = program.push(Op::Ask(&Players::ThatPlayer, 0));
                body(program);
                program.land(ask);
            });
        }
    }

    fn each_player(&mut self, players: &'static Players, body: impl FnOnce(&mut Self)) {
        let start = self.push(match players {
            Players::AnyNumber => Op::PickPlayers(0),
            players => Op::EachPlayer(players, 0),
        });
        body(self);
        self.push(Op::NextPlayer(start));
        self.land(start);
    }

    /// What follows on a "may" of several players is done for each of them, by whether that one did it.
    fn to(&mut self, first: &'static [Step], otherwise: &'static [Step], then: impl FnOnce(&mut Self)) {
        match first {
            [Step::May(players, steps)] if !is_one_player(players) => self.each_player(players, |program| {
                let whether = program.try_this();
                let ask = program.push(Op::Ask(&Players::ThatPlayer, 0));
                program.steps(steps);
                program.land(ask);
                program.tried(whether, otherwise, then);
            }),
            _ => {
                let whether = self.try_this();
                self.steps(first);
                self.tried(whether, otherwise, then);
            }
        }
    }

    fn try_this(&mut self) -> u8 {
        let number = self.ops.iter().filter(|op| matches!(op, Op::Try(_))).count() as u8;
        self.push(Op::Try(number));
        number
    }

    fn tried(&mut self, number: u8, otherwise: &'static [Step], then: impl FnOnce(&mut Self)) {
        let tried = self.push(Op::Tried(number, 0));
        then(self);
        self.otherwise(tried, otherwise);
    }

    fn if_so(&mut self, so: &'static Condition, then: impl FnOnce(&mut Self), otherwise: &'static [Step]) {
        let start = self.push(Op::If { so, no: 0, is_all: otherwise.is_empty() });
        then(self);
        self.otherwise(start, otherwise);
    }

    fn otherwise(&mut self, start: usize, otherwise: &'static [Step]) {
        if otherwise.is_empty() {
            return self.land(start);
        }
        let end = self.push(Op::Jump(0));
        self.land(start);
        self.steps(otherwise);
        self.land(end);
    }

    fn one_of(&mut self, by: &'static Players, lists: &'static [Vec<Step>]) {
        let first = self.lists.len();
        let choice = self.push(Op::OneOf { by, first, count: lists.len(), end: 0 });
        self.lists.resize(first + lists.len(), 0);
        let mut ends = Vec::new();
        for (number, list) in lists.iter().enumerate() {
            let start = self.ops.len();
            self.lists[first + number] = start;
            self.steps(list);
            for op in &mut self.ops[start..] {
                if let Op::Do(deed) = op {
                    deed.is_picked = true;
                }
            }
            ends.push(self.push(Op::Jump(0)));
        }
        ends.into_iter().for_each(|end| self.land(end));
        self.land(choice);
    }

    /// Only the last act of the usual steps is replaced; what it chooses is chosen in any case (6.5.6).
    fn instead(&mut self, does: &'static [Step], so: &'static Condition, then: &'static [Step]) {
        let Some((last, before)) = does.split_last() else { return };
        self.steps(before);
        match last {
            Step::May(players, steps) => self.may(players, |program| program.instead(steps, so, then)),
            Step::To { first, then: usual, otherwise } => {
                self.to(first, otherwise, |program| program.instead(usual, so, then));
            }
            _ => {
                self.choices(last);
                let usual = self.push(Op::If { so, no: 0, is_all: false });
                for step in then {
                    match step {
                        Step::DealInstead(amount) | Step::HealInstead(amount) => {
                            self.push(Op::Do(Deed { amount: Some(amount), ..Deed::of(last) }));
                        }
                        step => self.step(step),
                    }
                }
                let end = self.push(Op::Jump(0));
                self.land(usual);
                self.push(Op::Do(Deed::of(last)));
                self.land(end);
            }
        }
    }
}

/// Whether it is clear that one player is meant.
const fn is_one_player(players: &Players) -> bool {
    !matches!(
        players,
        Players::EachPlayer
            | Players::YouAndChosen
            | Players::EachOpponentAhead
            | Players::EachOpponent
            | Players::MostCardsInHand
            | Players::AnyNumber
    )
}

/// The players of a step who are asked something in it.
const fn asked_players(step: &Step) -> Option<&Players> {
    match step {
        Step::Discard(players, ..)
        | Step::DiscardFromRevealed(players, ..)
        | Step::RevealHandAndDiscard(players, ..)
        | Step::DiscardAtRandom(players, _)
        | Step::DiscardTo(players, _)
        | Step::InkwellToHand(players, _)
        | Step::InkwellDownTo(players, _)
        | Step::InkDrops(players, _) => Some(players),
        _ => None,
    }
}

/// The player of whom a step speaks, if that one is chosen for it.
fn chosen_player(step: &'static Step) -> Option<&'static Players> {
    players_in(step).into_iter().find(|players| {
        matches!(players, Players::ChosenPlayer | Players::ChosenOpponent | Players::YouAndChosen)
    })
}

/// The players of whom a step speaks, but for the parts that are steps themselves.
fn players_in(step: &'static Step) -> Vec<&'static Players> {
    if let Some(players) = step.players() {
        return vec![players];
    }
    match step {
        Step::LookAt(pool) => players_of_pool(pool),
        Step::Choose(choice) | Step::Search(choice) => players_of_choice(choice),
        step => step.object().map_or_else(Vec::new, players_of_target),
    }
}

fn players_of_target(target: &'static Target) -> Vec<&'static Players> {
    match target {
        Target::Chosen(choice) => players_of_choice(choice),
        Target::Each(pool, _) => players_of_pool(pool),
        Target::Ref(_) => Vec::new(),
    }
}

fn players_of_choice(choice: &'static Choice) -> Vec<&'static Players> {
    let mut players = vec![&choice.by];
    players.extend(players_of_pool(&choice.from));
    players
}

fn players_of_pool(pool: &'static Pool) -> Vec<&'static Players> {
    match pool {
        Pool::Hand(players) | Pool::Discard(players) | Pool::Deck(players) | Pool::Inkwell(players) => {
            vec![players]
        }
        Pool::Either(both) => both.iter().flat_map(players_of_pool).collect(),
        Pool::InPlay | Pool::Under(_) | Pool::UnderAny(_) | Pool::Slot(_) => Vec::new(),
    }
}

/// The choices in a step that acts, in the order of its text.
fn chosen_in(step: &'static Step, out: &mut Vec<&'static Choice>) {
    match step {
        Step::Deal(amount, target) | Step::PutDamage(amount, target) => {
            chosen_for_amount(amount, out);
            chosen_as(target, out);
        }
        Step::Heal { amount, from, .. } => {
            amount.iter().for_each(|amount| chosen_for_amount(amount, out));
            chosen_as(from, out);
        }
        Step::MoveDamage { amount, from, to, .. } => {
            amount.iter().for_each(|amount| chosen_for_amount(amount, out));
            chosen_as(from, out);
            chosen_as(to, out);
        }
        Step::Banish(target)
        | Step::Exert(target)
        | Step::ExertSymbol(target)
        | Step::Ready(target)
        | Step::Show(target) => {
            chosen_as(target, out);
        }
        Step::Put(target, place) => {
            chosen_as(target, out);
            chosen_for_place(place, out);
        }
        Step::PutTop(_, amount, place) => {
            chosen_for_amount(amount, out);
            chosen_for_place(place, out);
        }
        Step::Gives(target, modifiers, _) => {
            chosen_as(target, out);
            for modifier in modifiers {
                if let Modifier::Stat(_, amount) = modifier {
                    chosen_for_amount(amount, out);
                }
            }
        }
        Step::MoveTo { who, to, .. } => {
            chosen_as(who, out);
            chosen_as(to, out);
        }
        Step::MoveTogether { who, to, .. } => {
            who.iter().for_each(|who| chosen_as(who, out));
            chosen_as(to, out);
        }
        Step::Play { what, .. } | Step::Shift { what, .. } => chosen_as(what, out),
        Step::Draw(_, amount)
        | Step::DrawTo(_, amount)
        | Step::DiscardAtRandom(_, amount)
        | Step::GainLore(_, amount)
        | Step::LoseLore(_, amount)
        | Step::InkDrops(_, amount)
        | Step::Look(_, amount, _)
        | Step::Reveal(_, amount, _) => chosen_for_amount(amount, out),
        _ => {}
    }
}

fn chosen_as(target: &'static Target, out: &mut Vec<&'static Choice>) {
    if let Target::Chosen(choice) = target {
        out.push(choice);
    }
}

fn chosen_for_place(place: &'static Place, out: &mut Vec<&'static Choice>) {
    if let Placed::Under(target) = &place.to {
        chosen_as(target, out);
    }
}

fn chosen_for_amount(amount: &'static Amount, out: &mut Vec<&'static Choice>) {
    match amount {
        Amount::Damage(target) | Amount::StatOf(target, _) | Amount::Cost(target) => chosen_as(target, out),
        Amount::ForEach(one, _, two) => {
            chosen_for_amount(one, out);
            chosen_for_amount(two, out);
        }
        Amount::Plus(both) => both.iter().for_each(|amount| chosen_for_amount(amount, out)),
        Amount::AtMost(amount, _) => chosen_for_amount(amount, out),
        _ => {}
    }
}

/// Calls for every step of a list and every step within it.
pub(crate) fn each_step(steps: &'static [Step], call: &mut dyn FnMut(&'static Step)) {
    for step in steps {
        call(step);
        match step {
            Step::May(_, steps)
            | Step::UnlessPaid(_, _, steps)
            | Step::Unreduced(steps)
            | Step::ForEachPlayer(_, steps)
            | Step::Repeat(_, steps) => each_step(steps, call),
            Step::Pay(_, costs, steps) => {
                for cost in costs {
                    if let Cost::Do(step) = cost {
                        each_step(std::slice::from_ref(&**step), call);
                    }
                }
                each_step(steps, call);
            }
            Step::To { first, then, otherwise } => {
                [first, then, otherwise].into_iter().for_each(|steps| each_step(steps, call));
            }
            Step::If { then, otherwise, .. } => {
                [then, otherwise].into_iter().for_each(|steps| each_step(steps, call));
            }
            Step::Instead { does, then, .. } => {
                [does, then].into_iter().for_each(|steps| each_step(steps, call));
            }
            Step::OneOrAll { lists, .. } | Step::OneOf(_, lists) => {
                lists.iter().for_each(|steps| each_step(steps, call));
            }
            _ => {}
        }
    }
}

/// The modifiers that a static ability gives to cards.
pub(crate) fn given(given: &Given) -> &[Modifier] {
    match given {
        Given::Cards(_, modifiers) => modifiers,
        Given::Players(..) => &[],
    }
}
