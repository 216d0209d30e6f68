//! What cards and effects are worth, as one player sees the table: rough numbers, read off the facts of cards and
//! their encoded abilities. A lore is worth [`LORE`].

use gaslamp_core::Seat;
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Keyword, Kind};
use gaslamp_lorcana::rules::Piece;
use gaslamp_lorcana::rules::abilities;
use gaslamp_lorcana::rules::ability::{
    Ability, Amount, Deed, Do, Filter, Lasting, Modifier, Side, Verb, When, Whose, Word,
};
use gaslamp_lorcana::rules::piece::SEATS;
use gaslamp_lorcana::view::{InPlay, VisibleSide, VisibleState};

/// A lore.
pub(super) const LORE: i32 = 20;
/// A card that is drawn.
const DRAW: i32 = 15;
/// A card of the hand that is lost.
const DISCARD: i32 = 12;
/// A card more in the inkwell.
const INK: i32 = 14;
/// With so few cards in the deck it is better not to draw.
const FEW_CARDS: usize = 5;

/// What Support does.
const SUPPORT: &[Do] = &[
    Do::May(2),
    Do::Choose(Filter::OTHER),
    Do::Chosen(Verb::Gains(Modifier::Strength(1), Amount::Strength, Lasting::ThisTurn)),
];

/// Whose ability it is, the card that has it, and the one player it is about where players are picked.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    pub(super) by: Seat,
    pub(super) source: Piece,
    pub(super) picked: Option<Seat>,
}

impl Asker {
    pub(super) const fn new(by: Seat, source: Piece) -> Self {
        Self { by, source, picked: None }
    }
}

/// A choice that an ability asks for: among which cards, how many of them, and what is done to those.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) filter: Filter,
    most: u8,
    may_stop: bool,
    verbs: Vec<Verb>,
}

/// What things are worth to whoever sees this.
#[derive(Clone, Copy)]
pub(super) struct Worth<'a> {
    pub(super) now: &'a VisibleState,
}

impl<'a> Worth<'a> {
    /// All cards in play, player 1's first.
    pub(super) fn in_play(self) -> impl Iterator<Item = &'a InPlay> {
        self.now.sides.iter().flat_map(|side| &side.play)
    }

    /// A card in play.
    pub(super) fn find(self, piece: Piece) -> Option<&'a InPlay> {
        self.in_play().find(|card| card.piece == piece)
    }

    /// What an ability gains whoever controls it.
    pub(super) fn gain(self, steps: &[Do], asker: Asker) -> i32 {
        let mut total = 0;
        let mut rest = steps;
        while let Some((step, tail)) = rest.split_first() {
            rest = tail;
            match *step {
                Do::May(skip) => {
                    let (inner, after) = split(tail, skip);
                    total += self.gain(inner, asker).max(0);
                    rest = after;
                }
                Do::Offer(skip) => {
                    let (yes, no) = split(tail, skip);
                    return total + self.gain(yes, asker).min(self.gain(no, asker));
                }
                Do::Stop => break,
                Do::PickPlayers => {
                    let of = |seat| self.gain(tail, Asker { picked: Some(seat), ..asker }).max(0);
                    return total + SEATS.map(of).iter().sum::<i32>();
                }
                Do::This(verb) => {
                    total += self.find(asker.source).map_or(0, |card| self.signed(verb, card, asker));
                }
                Do::Each(filter, verb) => {
                    let such = self.in_play().filter(|card| matches(&filter, card, asker));
                    total += such.map(|card| self.signed(verb, card, asker)).sum::<i32>();
                }
                step => {
                    total += question(step, tail).map_or(0, |question| self.of_best(&question, asker));
                    total += self.gain_for_players(step, asker);
                }
            }
        }
        total
    }

    /// What choosing a card gains the controller.
    pub(super) fn of_target(self, question: &Question, card: &InPlay, asker: Asker) -> i32 {
        question.verbs.iter().map(|&verb| self.signed(verb, card, asker)).sum()
    }

    /// The cards in play among which a choice is made.
    pub(super) fn targets(self, question: &Question, asker: Asker) -> impl Iterator<Item = &'a InPlay> {
        let filter = question.filter;
        self.in_play().filter(move |card| {
            let is_warded = card.piece.owner != asker.by && card.traits.has(Word::Ward);
            !is_warded && matches(&filter, card, asker)
        })
    }

    fn of_best(self, question: &Question, asker: Asker) -> i32 {
        let mut gains: Vec<i32> =
            self.targets(question, asker).map(|card| self.of_target(question, card, asker)).collect();
        gains.sort_unstable_by_key(|&gain| std::cmp::Reverse(gain));
        let chosen = gains.iter().take(usize::from(question.most));
        chosen.filter(|&&gain| gain > 0 || !question.may_stop).sum()
    }

    /// What is done to a card, as the controller likes it.
    fn signed(self, verb: Verb, card: &InPlay, asker: Asker) -> i32 {
        let to_owner = self.to_owner(verb, card, asker);
        if card.piece.owner == asker.by { to_owner } else { -to_owner }
    }

    /// What is done to a card, as its owner likes it.
    fn to_owner(self, verb: Verb, card: &InPlay, asker: Asker) -> i32 {
        let body = body(card);
        let lore = i32::from(card.traits.lore.max(0)) * LORE;
        match verb {
            Verb::Deal(amount) => {
                let resisted = i32::from(card.traits.resist.max(0));
                of_damage(card, self.amount(amount, asker) - resisted)
            }
            Verb::Put(amount) => of_damage(card, self.amount(amount, asker)),
            Verb::Heal(most) => i32::from(most.min(card.damage)) * 5,
            Verb::Exert if card.exerted => 0,
            Verb::Exert => -body / 5,
            Verb::Ready if card.exerted => lore + 5,
            Verb::Ready => 0,
            Verb::Banish | Verb::ToBottom => -body,
            Verb::ToHand => -body / 2,
            Verb::ToInk { .. } => INK - body,
            Verb::Gains(modifier, amount, _) => of_modifier(modifier, card) * self.amount(amount, asker),
        }
    }

    fn amount(self, amount: Amount, asker: Asker) -> i32 {
        let of_sides = |whose, of: fn(&VisibleSide) -> usize| {
            let sides = seats(whose, self.now, asker).map(|seat| of(&self.now.sides[seat.index()]));
            sides.sum::<usize>() as i32
        };
        let source = self.find(asker.source);
        match amount {
            Amount::N(n) => i32::from(n),
            Amount::Count(filter) => {
                self.in_play().filter(|card| matches(&filter, card, asker)).count() as i32
            }
            Amount::Hand(whose) => of_sides(whose, |side| side.hand),
            Amount::Discard(whose) => of_sides(whose, |side| side.discard.len()),
            Amount::Strength => source.map_or(1, |card| i32::from(card.traits.strength.max(0))),
            Amount::Under => source.map_or(0, |card| (card.under.len() + card.facedown) as i32),
            Amount::Damage => source.map_or(0, |card| i32::from(card.damage)),
            // It depends on what is still to come.
            _ => 2,
        }
    }

    /// Steps that are about players.
    fn gain_for_players(self, step: Do, asker: Asker) -> i32 {
        let sum = |whose, of: &dyn Fn(&VisibleSide) -> i32| {
            let signed = |seat: Seat| {
                let gain = of(&self.now.sides[seat.index()]);
                if seat == asker.by { gain } else { -gain }
            };
            seats(whose, self.now, asker).map(signed).sum::<i32>()
        };
        let drawn = |n: i32, deck: usize| if deck > FEW_CARDS { n * DRAW } else { -n * DRAW };
        match step {
            Do::Draw(whose, amount) => {
                let n = self.amount(amount, asker);
                sum(whose, &|side| drawn(n, side.deck))
            }
            Do::DrawTo(whose, to) => {
                sum(whose, &|side| drawn((i32::from(to) - side.hand as i32).max(0), side.deck))
            }
            Do::Discard(whose, n) | Do::DiscardAtRandom(whose, n) => {
                sum(whose, &|side| -DISCARD * i32::from(n).min(side.hand as i32))
            }
            Do::DiscardTo(whose, to) => {
                sum(whose, &|side| -DISCARD * (side.hand as i32 - i32::from(to)).max(0))
            }
            Do::DiscardHand(whose) => sum(whose, &|side| -DISCARD * side.hand as i32),
            Do::GainLore(whose, amount) => {
                let n = self.amount(amount, asker);
                sum(whose, &|_| n * LORE)
            }
            Do::LoseLore(whose, amount) => {
                let n = self.amount(amount, asker);
                sum(whose, &|side| -n.min(i32::from(side.lore)) * LORE)
            }
            Do::TopToInk { whose, .. } => sum(whose, &|_| INK),
            Do::HandToInk { .. } => sum(Whose::Yours, &|side| if side.hand > 0 { INK - 8 } else { 0 }),
            Do::TopUnder => 8,
            Do::Take(_) => DRAW,
            Do::PlayFree(_) => 2 * DRAW,
            Do::ReturnFromDiscard(filter) => sum(Whose::Yours, &|side| {
                let is_there = side.discard.iter().any(|piece| filter.fits(piece.facts()));
                if is_there { DISCARD } else { 0 }
            }),
            Do::InkDrops(n) => i32::from(n) * 10,
            Do::Player(whose, ..) => sum(whose, &|_| 6),
            _ => 0,
        }
    }

    /// What playing a card gains its player now.
    pub(super) fn of_playing(self, piece: Piece) -> i32 {
        let asker = Asker::new(piece.owner, piece);
        let own = if piece.facts().kind == Kind::Action { 0 } else { printed(piece.card()) };
        let abilities = abilities::of(piece.card()).iter();
        let gains = abilities.map(|ability| match ability {
            Ability::Effect(does) => self.gain(does, asker),
            Ability::Triggered { when, does, .. } if when.iter().any(is_played) => self.gain(does, asker),
            _ => 0,
        });
        own + gains.sum::<i32>()
    }

    /// What questing with a card gains beyond what it risks.
    pub(super) fn of_questing(self, card: &InPlay) -> i32 {
        let asker = Asker::new(card.piece.owner, card.piece);
        let quests = |when: &When| matches!(when, When::Quests(filter) if filter.this);
        let own = abilities::of(card.piece.card()).iter().map(|ability| match ability {
            Ability::Triggered { when, does, .. } if when.iter().any(quests) => self.gain(does, asker),
            _ => 0,
        });
        let support = if card.traits.has(Word::Support) { self.gain(SUPPORT, asker) } else { 0 };
        i32::from(card.traits.lore.max(0)) * LORE + own.sum::<i32>() + support
    }

    /// What it risks to be exerted when the other player's turn comes.
    pub(super) fn of_exposure(self, card: &InPlay) -> i32 {
        let is_danger = |other: &&InPlay| {
            let reaches = !card.traits.has(Word::Evasive)
                || other.traits.has(Word::Evasive)
                || other.traits.has(Word::Alert);
            other.piece.owner != card.piece.owner && reaches && attack(other, card) >= left(card)
        };
        if self.in_play().any(|other| is_danger(&other)) { body(card) / 6 } else { 0 }
    }

    /// How much a card of the own hand is worth keeping: more if it can be played at once, less if it cannot be for
    /// some turns, and less if there is a second copy.
    pub(super) fn of_keeping(self, piece: Piece) -> i32 {
        let (facts, hand) = (piece.facts(), &self.now.hand);
        let worth = match facts.kind {
            Kind::Character { .. } | Kind::Location { .. } => printed(piece.card()),
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

/// The steps of every ability that a card may be resolving: its own, and those that others give.
pub(super) fn abilities_of(now: &VisibleState, source: Piece) -> impl Iterator<Item = &'static [Do]> {
    let own = abilities::of(source.card()).iter().map(steps);
    let is_support = source.facts().keywords.contains(&Keyword::Support);
    let in_play = now.sides.iter().flat_map(|side| &side.play);
    let granted = in_play
        .flat_map(|card| abilities::of(card.piece.card()))
        .filter(|ability| matches!(ability, Ability::Granted(_)))
        .map(steps);
    own.chain(is_support.then_some(SUPPORT)).chain(granted)
}

/// What an ability does step by step.
pub(super) const fn steps(ability: &Ability) -> &'static [Do] {
    match ability {
        Ability::Triggered { does, .. } | Ability::Activated { does, .. } | Ability::Effect(does) => does,
        Ability::Granted(ability) => steps(ability),
        _ => &[],
    }
}

/// What a step asks to choose in play, with what the steps behind it do to the chosen.
pub(super) fn question(step: Do, tail: &[Do]) -> Option<Question> {
    let (filter, most, may_stop) = match step {
        Do::Choose(filter) | Do::ChooseAlso(filter) => (filter, 1, false),
        Do::ChooseUpTo(most, filter) => (filter, most, true),
        _ => return None,
    };
    let is_first = !matches!(step, Do::ChooseAlso(_));
    let until_next = tail.iter().take_while(|next| !matches!(next, Do::Choose(_) | Do::ChooseUpTo(..)));
    let verbs = until_next.filter_map(|next| match *next {
        Do::Chosen(verb) => Some(verb),
        // Damage goes from the first to the second.
        Do::MoveDamage(most) if is_first => Some(Verb::Heal(most)),
        Do::MoveDamage(most) => Some(Verb::Put(Amount::N(most))),
        _ => None,
    });
    Some(Question { filter, most, may_stop, verbs: verbs.collect() })
}

/// The steps that are left out when the answer is no, and the others.
pub(super) fn split(steps: &[Do], skip: u8) -> (&[Do], &[Do]) {
    steps.split_at(usize::from(skip).min(steps.len()))
}

/// What a card in play is worth to its owner.
pub(super) fn body(card: &InPlay) -> i32 {
    let traits = &card.traits;
    let [lore, strength, resist, challenger] =
        [traits.lore, traits.strength, traits.resist, traits.challenger].map(|n| i32::from(n.max(0)));
    match card.piece.facts().kind {
        Kind::Character { .. } => {
            let words = Word::ALL.into_iter().filter(|&word| traits.has(word));
            of_numbers(lore, strength, left(card))
                + resist * 8
                + challenger * 3
                + words.map(of_word).sum::<i32>()
                + of_abilities(card.piece.card())
        }
        _ => printed(card.piece.card()) - i32::from(card.damage) * 4,
    }
}

/// What a card is worth in play, as it is printed.
fn printed(card: Card) -> i32 {
    let facts = card.facts();
    let own = match facts.kind {
        Kind::Character { strength, willpower, lore } => {
            let keywords = facts.keywords.iter().map(|&keyword| of_keyword(keyword));
            of_numbers(lore.into(), strength.into(), willpower.into()) + keywords.sum::<i32>()
        }
        Kind::Location { willpower, lore, .. } => i32::from(lore) * LORE + i32::from(willpower) * 4,
        Kind::Item if abilities::of(card).is_empty() => 0,
        Kind::Item => i32::from(facts.cost) * 12,
        Kind::Action => 0,
    };
    own + of_abilities(card)
}

fn of_numbers(lore: i32, strength: i32, willpower: i32) -> i32 {
    lore * LORE + strength * 8 + willpower * 6
}

/// What a card does as long as it is there.
fn of_abilities(card: Card) -> i32 {
    let lasting = |ability: &&Ability| !matches!(ability, Ability::Effect(_) | Ability::Granted(_));
    abilities::of(card).iter().filter(lasting).count() as i32 * 5
}

const fn of_word(word: Word) -> i32 {
    match word {
        Word::Evasive => 12,
        Word::Ward => 8,
        Word::Bodyguard | Word::Support => 6,
        Word::Rush | Word::Alert => 4,
        Word::Adventurous => -4,
        Word::Vanish => -6,
        Word::Reckless => -15,
    }
}

fn of_keyword(keyword: Keyword) -> i32 {
    match keyword {
        Keyword::Resist(n) => i32::from(n) * 8,
        Keyword::Challenger(n) => i32::from(n) * 3,
        Keyword::Boost(_) => 8,
        Keyword::Singer(_) => 4,
        Keyword::Evasive => of_word(Word::Evasive),
        Keyword::Ward => of_word(Word::Ward),
        Keyword::Bodyguard => of_word(Word::Bodyguard),
        Keyword::Support => of_word(Word::Support),
        Keyword::Rush => of_word(Word::Rush),
        Keyword::Alert => of_word(Word::Alert),
        Keyword::Adventurous => of_word(Word::Adventurous),
        Keyword::Vanish => of_word(Word::Vanish),
        Keyword::Reckless => of_word(Word::Reckless),
        Keyword::Shift(_) | Keyword::SingTogether(_) => 0,
    }
}

/// What a card's owner thinks of something that it gets for a while.
fn of_modifier(modifier: Modifier, card: &InPlay) -> i32 {
    let lore = i32::from(card.traits.lore.max(0)) * LORE;
    match modifier {
        Modifier::Strength(by) | Modifier::Challenger(by) => i32::from(by) * 4,
        Modifier::Willpower(by) => i32::from(by) * 5,
        Modifier::Resist(by) => i32::from(by) * 6,
        Modifier::Lore(by) => i32::from(by) * 15,
        Modifier::Has(word) => of_word(word),
        Modifier::Cannot(Deed::Quest) => -lore - 5,
        Modifier::Cannot(Deed::Challenge) => -4 * i32::from(card.traits.strength.max(1)),
        Modifier::Cannot(Deed::BeChallenged) => 8,
        Modifier::Cannot(Deed::Ready) if card.exerted => -lore - 15,
        Modifier::Cannot(_) => -5,
        _ => 5,
    }
}

/// What its owner thinks of damage on a card.
fn of_damage(card: &InPlay, by: i32) -> i32 {
    if by >= left(card) { -body(card) } else { -5 * by.max(0) }
}

/// How much damage banishes a card.
pub(super) fn left(card: &InPlay) -> i32 {
    i32::from(card.traits.willpower) - i32::from(card.damage)
}

/// The damage that a character deals when it challenges.
pub(super) fn attack(by: &InPlay, target: &InPlay) -> i32 {
    let strength = i32::from(by.traits.strength.max(0)) + i32::from(by.traits.challenger);
    (strength - i32::from(target.traits.resist.max(0))).max(0)
}

/// Whether an ability waits for its own card to be played.
fn is_played(when: &When) -> bool {
    matches!(when, When::Played(filter) if filter.this)
}

/// The players that a step is about.
fn seats(whose: Whose, now: &VisibleState, asker: Asker) -> impl Iterator<Item = Seat> {
    let active = now.active;
    SEATS.into_iter().filter(move |&seat| match whose {
        Whose::Yours => seat == asker.by,
        Whose::Opponents => seat != asker.by,
        Whose::Everybodys => true,
        Whose::Actives => seat == active,
        Whose::Picked => asker.picked == Some(seat),
        _ => false,
    })
}

/// Whether a card in play is such as a filter says.
fn matches(filter: &Filter, card: &InPlay, asker: Asker) -> bool {
    let is_on_side = match filter.side {
        Side::Any => true,
        Side::Your => card.piece.owner == asker.by,
        Side::Opposing => card.piece.owner != asker.by,
    };
    let strength = card.traits.strength.max(0);
    is_on_side
        && (!filter.this || card.piece == asker.source)
        && (!filter.other || card.piece != asker.source)
        && (!filter.here || card.at == Some(asker.source))
        && (!filter.at_location || card.at.is_some())
        && filter.exerted.is_none_or(|exerted| exerted == card.exerted)
        && filter.damaged.is_none_or(|damaged| damaged == (card.damage > 0))
        && filter.word.is_none_or(|word| card.traits.has(word))
        && (i16::from(filter.strength_from)..=i16::from(filter.strength_to)).contains(&strength)
        && filter.fits(card.piece.facts())
}
