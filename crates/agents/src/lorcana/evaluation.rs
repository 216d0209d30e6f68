//! What cards and effects are worth, as one player sees the table: rough numbers derived from the facts of cards and
//! their encoded abilities. A lore is worth [`LORE`].

use gaslamp_core::Seat;
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Keyword, Kind};
use gaslamp_lorcana::rules::Piece;
use gaslamp_lorcana::rules::abilities;
use gaslamp_lorcana::rules::ability::{
    Ability, Amount, CardEffect, Filter, KeywordFlag, Modifier, PlayerFilter, Restriction, SUPPORT, Side,
    Step, When,
};
use gaslamp_lorcana::rules::piece::SEATS;
use gaslamp_lorcana::view::{InPlay, VisibleSide, VisibleState};

/// One lore.
pub(super) const LORE: i32 = 20;
/// A card drawn.
const DRAW: i32 = 15;
/// A card lost from hand.
const DISCARD: i32 = 12;
/// One more card in the inkwell.
const INK: i32 = 14;
/// With this few cards left in the deck it is better not to draw.
const FEW_CARDS: usize = 5;

/// Who controls an ability, the card that has it, and the player it concerns if players are picked.
#[derive(Clone, Copy)]
pub(super) struct AbilityContext {
    pub(super) controller: Seat,
    pub(super) source: Piece,
    pub(super) picked: Option<Seat>,
}

impl AbilityContext {
    pub(super) const fn new(controller: Seat, source: Piece) -> Self {
        Self { controller, source, picked: None }
    }
}

/// A choice of targets: among which cards, how many of them, and what is done to them.
#[derive(Clone)]
pub(super) struct TargetChoice {
    pub(super) filter: Filter,
    most: u8,
    may_stop: bool,
    effects: Vec<CardEffect>,
}

/// Values things for the player who sees this.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) now: &'a VisibleState,
}

impl<'a> Evaluation<'a> {
    /// All cards in play, player 1's first.
    pub(super) fn in_play(self) -> impl Iterator<Item = &'a InPlay> {
        self.now.sides.iter().flat_map(|side| &side.play)
    }

    /// A card in play.
    pub(super) fn find(self, piece: Piece) -> Option<&'a InPlay> {
        self.in_play().find(|card| card.piece == piece)
    }

    /// What an ability gains its controller.
    pub(super) fn gain(self, steps: &[Step], context: AbilityContext) -> i32 {
        let mut total = 0;
        let mut rest = steps;
        while let Some((step, tail)) = rest.split_first() {
            rest = tail;
            match *step {
                Step::May(skip) => {
                    let (inner, after) = split(tail, skip);
                    total += self.gain(inner, context).max(0);
                    rest = after;
                }
                Step::Offer(skip) => {
                    let (yes, no) = split(tail, skip);
                    return total + self.gain(yes, context).min(self.gain(no, context));
                }
                Step::Stop => break,
                Step::PickPlayers => {
                    let of = |seat| self.gain(tail, AbilityContext { picked: Some(seat), ..context }).max(0);
                    return total + SEATS.map(of).iter().sum::<i32>();
                }
                Step::This(effect) => {
                    total += self.find(context.source).map_or(0, |card| self.signed(effect, card, context));
                }
                Step::Each(filter, effect) => {
                    let such = self.in_play().filter(|card| matches(&filter, card, context));
                    total += such.map(|card| self.signed(effect, card, context)).sum::<i32>();
                }
                step => {
                    total +=
                        target_choice(step, tail).map_or(0, |choice| self.value_of_best(&choice, context));
                    total += self.gain_for_players(step, context);
                }
            }
        }
        total
    }

    /// What choosing a card gains the controller.
    pub(super) fn value_of_target(
        self,
        choice: &TargetChoice,
        card: &InPlay,
        context: AbilityContext,
    ) -> i32 {
        choice.effects.iter().map(|&effect| self.signed(effect, card, context)).sum()
    }

    /// The cards in play that can be chosen.
    pub(super) fn targets(
        self,
        choice: &TargetChoice,
        context: AbilityContext,
    ) -> impl Iterator<Item = &'a InPlay> {
        let filter = choice.filter;
        self.in_play().filter(move |card| {
            let is_warded = card.piece.owner != context.controller && card.traits.has(KeywordFlag::Ward);
            !is_warded && matches(&filter, card, context)
        })
    }

    fn value_of_best(self, choice: &TargetChoice, context: AbilityContext) -> i32 {
        let mut gains: Vec<i32> =
            self.targets(choice, context).map(|card| self.value_of_target(choice, card, context)).collect();
        gains.sort_unstable_by_key(|&gain| std::cmp::Reverse(gain));
        let chosen = gains.iter().take(usize::from(choice.most));
        chosen.filter(|&&gain| gain > 0 || !choice.may_stop).sum()
    }

    /// The value of an effect on a card, for the controller.
    fn signed(self, effect: CardEffect, card: &InPlay, context: AbilityContext) -> i32 {
        let to_owner = self.to_owner(effect, card, context);
        if card.piece.owner == context.controller { to_owner } else { -to_owner }
    }

    /// The value of an effect on a card, for the card's owner.
    fn to_owner(self, effect: CardEffect, card: &InPlay, context: AbilityContext) -> i32 {
        let value = value_in_play(card);
        let lore = i32::from(card.traits.lore.max(0)) * LORE;
        match effect {
            CardEffect::Deal(amount) => {
                let resisted = i32::from(card.traits.resist.max(0));
                value_of_damage(card, self.amount(amount, context) - resisted)
            }
            CardEffect::Put(amount) => value_of_damage(card, self.amount(amount, context)),
            CardEffect::Heal(most) => i32::from(most.min(card.damage)) * 5,
            CardEffect::Exert if card.exerted => 0,
            CardEffect::Exert => -value / 5,
            CardEffect::Ready if card.exerted => lore + 5,
            CardEffect::Ready => 0,
            CardEffect::Banish | CardEffect::ToBottom => -value,
            CardEffect::ToHand => -value / 2,
            CardEffect::ToInk { .. } => INK - value,
            CardEffect::Gains(modifier, amount, _) => {
                value_of_modifier(modifier, card) * self.amount(amount, context)
            }
        }
    }

    fn amount(self, amount: Amount, context: AbilityContext) -> i32 {
        let of_sides = |players, of: fn(&VisibleSide) -> usize| {
            let sides = seats(players, self.now, context).map(|seat| of(&self.now.sides[seat.index()]));
            sides.sum::<usize>() as i32
        };
        let source = self.find(context.source);
        match amount {
            Amount::N(n) => i32::from(n),
            Amount::Count(filter) => {
                self.in_play().filter(|card| matches(&filter, card, context)).count() as i32
            }
            Amount::Hand(players) => of_sides(players, |side| side.hand),
            Amount::Discard(players) => of_sides(players, |side| side.discard.len()),
            Amount::Strength => source.map_or(1, |card| i32::from(card.traits.strength.max(0))),
            Amount::Under => source.map_or(0, |card| (card.under.len() + card.facedown) as i32),
            Amount::Damage => source.map_or(0, |card| i32::from(card.damage)),
            // It depends on later choices.
            _ => 2,
        }
    }

    /// Steps that concern players.
    fn gain_for_players(self, step: Step, context: AbilityContext) -> i32 {
        let sum = |players, of: &dyn Fn(&VisibleSide) -> i32| {
            let signed = |seat: Seat| {
                let gain = of(&self.now.sides[seat.index()]);
                if seat == context.controller { gain } else { -gain }
            };
            seats(players, self.now, context).map(signed).sum::<i32>()
        };
        let drawn = |n: i32, deck: usize| if deck > FEW_CARDS { n * DRAW } else { -n * DRAW };
        match step {
            Step::Draw(players, amount) => {
                let n = self.amount(amount, context);
                sum(players, &|side| drawn(n, side.deck))
            }
            Step::DrawTo(players, to) => {
                sum(players, &|side| drawn((i32::from(to) - side.hand as i32).max(0), side.deck))
            }
            Step::Discard(players, n) | Step::DiscardAtRandom(players, n) => {
                sum(players, &|side| -DISCARD * i32::from(n).min(side.hand as i32))
            }
            Step::DiscardTo(players, to) => {
                sum(players, &|side| -DISCARD * (side.hand as i32 - i32::from(to)).max(0))
            }
            Step::DiscardHand(players) => sum(players, &|side| -DISCARD * side.hand as i32),
            Step::GainLore(players, amount) => {
                let n = self.amount(amount, context);
                sum(players, &|_| n * LORE)
            }
            Step::LoseLore(players, amount) => {
                let n = self.amount(amount, context);
                sum(players, &|side| -n.min(i32::from(side.lore)) * LORE)
            }
            Step::TopToInk { players, .. } => sum(players, &|_| INK),
            Step::HandToInk { .. } => sum(PlayerFilter::You, &|side| if side.hand > 0 { INK - 8 } else { 0 }),
            Step::TopUnder => 8,
            Step::Take(_) => DRAW,
            Step::PlayFree(_) => 2 * DRAW,
            Step::ReturnFromDiscard(filter) => sum(PlayerFilter::You, &|side| {
                let is_there = side.discard.iter().any(|piece| filter.fits(piece.facts()));
                if is_there { DISCARD } else { 0 }
            }),
            Step::InkDrops(n) => i32::from(n) * 10,
            Step::Player(players, ..) => sum(players, &|_| 6),
            _ => 0,
        }
    }

    /// What playing a card now gains its player.
    pub(super) fn value_of_playing(self, piece: Piece) -> i32 {
        let context = AbilityContext::new(piece.owner, piece);
        let own = if piece.facts().kind == Kind::Action { 0 } else { printed_value(piece.card()) };
        let abilities = abilities::of(piece.card()).iter();
        let gains = abilities.map(|ability| match ability {
            Ability::Effect(does) => self.gain(does, context),
            Ability::Triggered { when, does, .. } if when.iter().any(is_played) => self.gain(does, context),
            _ => 0,
        });
        own + gains.sum::<i32>()
    }

    /// What questing with a card gains.
    pub(super) fn value_of_questing(self, card: &InPlay) -> i32 {
        let context = AbilityContext::new(card.piece.owner, card.piece);
        let quests = |when: &When| matches!(when, When::Quests(filter) if filter.this);
        let own = abilities::of(card.piece.card()).iter().map(|ability| match ability {
            Ability::Triggered { when, does, .. } if when.iter().any(quests) => self.gain(does, context),
            _ => 0,
        });
        let support = if card.traits.has(KeywordFlag::Support) { self.gain(SUPPORT, context) } else { 0 };
        i32::from(card.traits.lore.max(0)) * LORE + own.sum::<i32>() + support
    }

    /// The risk of being exerted during the other player's turn.
    pub(super) fn value_of_exposure(self, card: &InPlay) -> i32 {
        let is_danger = |other: &&InPlay| {
            let reaches = !card.traits.has(KeywordFlag::Evasive)
                || other.traits.has(KeywordFlag::Evasive)
                || other.traits.has(KeywordFlag::Alert);
            other.piece.owner != card.piece.owner
                && reaches
                && challenge_damage(other, card) >= remaining_willpower(card)
        };
        if self.in_play().any(|other| is_danger(&other)) { value_in_play(card) / 6 } else { 0 }
    }

    /// How much a card in the player's own hand is worth keeping: more if it can be played at once, less if it cannot
    /// be played for some turns, and less if there is a second copy.
    pub(super) fn value_of_keeping(self, piece: Piece) -> i32 {
        let (facts, hand) = (piece.facts(), &self.now.hand);
        let worth = match facts.kind {
            Kind::Character { .. } | Kind::Location { .. } => printed_value(piece.card()),
            _ if abilities::of(piece.card()).is_empty() => 0,
            _ => i32::from(facts.cost) * 14 + 5,
        };
        let next_turn = self.now.sides[piece.owner.index()].inkwell as i32 + 2;
        let fits = match i32::from(facts.cost) - next_turn {
            too_much @ 1.. => -20 * too_much,
            0 => 0,
            _ => 20,
        };
        let is_double = hand.iter().any(|other| *other != piece && other.card() == piece.card());
        worth + fits - if is_double { 8 } else { 0 }
    }
}

/// The steps of every ability that a card may be resolving: its own, and granted ones.
pub(super) fn abilities_of(now: &VisibleState, source: Piece) -> impl Iterator<Item = &'static [Step]> {
    let own = abilities::of(source.card()).iter().map(Ability::steps);
    let is_support = source.facts().keywords.contains(&Keyword::Support);
    let in_play = now.sides.iter().flat_map(|side| &side.play);
    let granted = in_play
        .flat_map(|card| abilities::of(card.piece.card()))
        .filter(|ability| matches!(ability, Ability::Granted(_)))
        .map(Ability::steps);
    own.chain(is_support.then_some(SUPPORT)).chain(granted)
}

/// The targets that a step lets its controller choose in play, with what later steps do to them.
pub(super) fn target_choice(step: Step, tail: &[Step]) -> Option<TargetChoice> {
    let (filter, most, may_stop) = match step {
        Step::Choose(filter) | Step::ChooseAlso(filter) => (filter, 1, false),
        Step::ChooseUpTo(most, filter) => (filter, most, true),
        _ => return None,
    };
    let is_first = !matches!(step, Step::ChooseAlso(_));
    let until_next = tail.iter().take_while(|next| !matches!(next, Step::Choose(_) | Step::ChooseUpTo(..)));
    let effects = until_next.filter_map(|next| match *next {
        Step::Chosen(effect) => Some(effect),
        // Damage moves from the first to the second.
        Step::MoveDamage(most) if is_first => Some(CardEffect::Heal(most)),
        Step::MoveDamage(most) => Some(CardEffect::Put(Amount::N(most))),
        _ => None,
    });
    Some(TargetChoice { filter, most, may_stop, effects: effects.collect() })
}

/// The steps that are skipped if the answer is no, and the rest.
pub(super) fn split(steps: &[Step], skip: u8) -> (&[Step], &[Step]) {
    steps.split_at(usize::from(skip).min(steps.len()))
}

/// What a card in play is worth to its owner.
pub(super) fn value_in_play(card: &InPlay) -> i32 {
    let traits = &card.traits;
    let [lore, strength, resist, challenger] =
        [traits.lore, traits.strength, traits.resist, traits.challenger].map(|n| i32::from(n.max(0)));
    match card.piece.facts().kind {
        Kind::Character { .. } => {
            let keywords = KeywordFlag::ALL.into_iter().filter(|&keyword| traits.has(keyword));
            value_of_numbers(lore, strength, remaining_willpower(card))
                + resist * 8
                + challenger * 3
                + keywords.map(value_of_flag).sum::<i32>()
                + value_of_abilities(card.piece.card())
        }
        _ => printed_value(card.piece.card()) - i32::from(card.damage) * 4,
    }
}

/// The value of a card in play, as printed.
fn printed_value(card: Card) -> i32 {
    let facts = card.facts();
    let own = match facts.kind {
        Kind::Character { strength, willpower, lore } => {
            let keywords = facts.keywords.iter().map(|&keyword| value_of_keyword(keyword));
            value_of_numbers(lore.into(), strength.into(), willpower.into()) + keywords.sum::<i32>()
        }
        Kind::Location { willpower, lore, .. } => i32::from(lore) * LORE + i32::from(willpower) * 4,
        Kind::Item if abilities::of(card).is_empty() => 0,
        Kind::Item => i32::from(facts.cost) * 12,
        Kind::Action => 0,
    };
    own + value_of_abilities(card)
}

fn value_of_numbers(lore: i32, strength: i32, willpower: i32) -> i32 {
    lore * LORE + strength * 8 + willpower * 6
}

/// The value of what a card does while it is in play.
fn value_of_abilities(card: Card) -> i32 {
    let lasting = |ability: &&Ability| !matches!(ability, Ability::Effect(_) | Ability::Granted(_));
    abilities::of(card).iter().filter(lasting).count() as i32 * 5
}

const fn value_of_flag(keyword: KeywordFlag) -> i32 {
    match keyword {
        KeywordFlag::Evasive => 12,
        KeywordFlag::Ward => 8,
        KeywordFlag::Bodyguard | KeywordFlag::Support => 6,
        KeywordFlag::Rush | KeywordFlag::Alert => 4,
        KeywordFlag::Adventurous => -4,
        KeywordFlag::Vanish => -6,
        KeywordFlag::Reckless => -15,
    }
}

fn value_of_keyword(keyword: Keyword) -> i32 {
    match keyword {
        Keyword::Resist(n) => i32::from(n) * 8,
        Keyword::Challenger(n) => i32::from(n) * 3,
        Keyword::Boost(_) => 8,
        Keyword::Singer(_) => 4,
        Keyword::Evasive => value_of_flag(KeywordFlag::Evasive),
        Keyword::Ward => value_of_flag(KeywordFlag::Ward),
        Keyword::Bodyguard => value_of_flag(KeywordFlag::Bodyguard),
        Keyword::Support => value_of_flag(KeywordFlag::Support),
        Keyword::Rush => value_of_flag(KeywordFlag::Rush),
        Keyword::Alert => value_of_flag(KeywordFlag::Alert),
        Keyword::Adventurous => value_of_flag(KeywordFlag::Adventurous),
        Keyword::Vanish => value_of_flag(KeywordFlag::Vanish),
        Keyword::Reckless => value_of_flag(KeywordFlag::Reckless),
        Keyword::Shift(_) | Keyword::SingTogether(_) => 0,
    }
}

/// The value of a modifier on a card, for its owner.
fn value_of_modifier(modifier: Modifier, card: &InPlay) -> i32 {
    let lore = i32::from(card.traits.lore.max(0)) * LORE;
    match modifier {
        Modifier::Strength(by) | Modifier::Challenger(by) => i32::from(by) * 4,
        Modifier::Willpower(by) => i32::from(by) * 5,
        Modifier::Resist(by) => i32::from(by) * 6,
        Modifier::Lore(by) => i32::from(by) * 15,
        Modifier::Has(keyword) => value_of_flag(keyword),
        Modifier::Cannot(Restriction::Quest) => -lore - 5,
        Modifier::Cannot(Restriction::Challenge) => -4 * i32::from(card.traits.strength.max(1)),
        Modifier::Cannot(Restriction::BeChallenged) => 8,
        Modifier::Cannot(Restriction::Ready) if card.exerted => -lore - 15,
        Modifier::Cannot(_) => -5,
        _ => 5,
    }
}

/// The value of damage on a card, for its owner.
fn value_of_damage(card: &InPlay, by: i32) -> i32 {
    if by >= remaining_willpower(card) { -value_in_play(card) } else { -5 * by.max(0) }
}

/// How much more damage banishes a card.
pub(super) fn remaining_willpower(card: &InPlay) -> i32 {
    i32::from(card.traits.willpower) - i32::from(card.damage)
}

/// The damage that a character deals when it challenges.
pub(super) fn challenge_damage(by: &InPlay, target: &InPlay) -> i32 {
    let strength = i32::from(by.traits.strength.max(0)) + i32::from(by.traits.challenger);
    (strength - i32::from(target.traits.resist.max(0))).max(0)
}

/// Whether an ability is triggered by playing its own card.
fn is_played(when: &When) -> bool {
    matches!(when, When::Played(filter) if filter.this)
}

/// The players that a step means.
fn seats(players: PlayerFilter, now: &VisibleState, context: AbilityContext) -> impl Iterator<Item = Seat> {
    let active = now.active;
    SEATS.into_iter().filter(move |&seat| match players {
        PlayerFilter::You => seat == context.controller,
        PlayerFilter::Opponent => seat != context.controller,
        PlayerFilter::Everyone => true,
        PlayerFilter::Active => seat == active,
        PlayerFilter::Picked => context.picked == Some(seat),
        _ => false,
    })
}

/// Whether a card in play matches a filter.
fn matches(filter: &Filter, card: &InPlay, context: AbilityContext) -> bool {
    let is_on_side = match filter.side {
        Side::Any => true,
        Side::Your => card.piece.owner == context.controller,
        Side::Opposing => card.piece.owner != context.controller,
    };
    let strength = card.traits.strength.max(0);
    is_on_side
        && (!filter.this || card.piece == context.source)
        && (!filter.other || card.piece != context.source)
        && (!filter.here || card.location == Some(context.source))
        && (!filter.at_location || card.location.is_some())
        && filter.exerted.is_none_or(|exerted| exerted == card.exerted)
        && filter.damaged.is_none_or(|damaged| damaged == (card.damage > 0))
        && filter.keyword.is_none_or(|keyword| card.traits.has(keyword))
        && (i16::from(filter.strength_from)..=i16::from(filter.strength_to)).contains(&strength)
        && filter.fits(card.piece.facts())
}
