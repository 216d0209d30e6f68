//! What an ability does, step by step.

use serde::{Deserialize, Serialize};

use super::{
    Ability, Amount, Choice, Condition, Cost, Count, Duration, Filter, Modifier, PlayerModifier, Players,
    Pool, Target,
};

/// A step of an ability. Steps of one list happen one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// These players may do the steps (6.1.4: the sentence with *may*, and no more). Several are asked one after the other, and are
    /// [`Players::ThatPlayer`] in the steps.
    May(Players, Vec<Step>),
    /// "A to B", "A. If you do, B": the second part only if the first was done in full (6.1.5.1). A [`Step::May`] that was declined was
    /// not done. If it asks several players, what follows is done once for each of them, by whether that one did it: "for each
    /// opponent who doesn't, …".
    To {
        /// What is done first.
        first: Vec<Step>,
        /// What follows then.
        then: Vec<Step>,
        /// What follows if not: "if they don't, …", "otherwise, …". In "you may A. If you do, you may B. Otherwise, C", it is B that was
        /// not done, since C speaks of what A has brought.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Step>,
    },
    /// These players may pay for the steps, all of the costs or none: "you may pay 2 ink to …".
    Pay(Players, Vec<Cost>, Vec<Step>),
    /// Unless these players pay: "… unless their player pays 1 ink".
    UnlessPaid(Players, u8, Vec<Step>),
    /// Only if this holds; otherwise, or instead, the others.
    If {
        /// What must hold.
        so: Condition,
        /// What is done then.
        then: Vec<Step>,
        /// What is done otherwise.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Step>,
    },
    /// "A. If X, B instead": what A chooses is chosen in any case, then either A or B happens (6.5.6). It stands for the last act of A
    /// alone: what was to be done before, or for it, is done in any case.
    Instead {
        /// What is done usually.
        does: Vec<Step>,
        /// What must hold.
        so: Condition,
        /// What is done instead then.
        then: Vec<Step>,
    },
    /// Damage that Resist does not reduce.
    Unreduced(Vec<Step>),
    /// One of the lists; all of them, if this holds.
    OneOrAll {
        /// What must hold.
        so: Condition,
        /// The lists.
        lists: Vec<Vec<Step>>,
    },
    /// These players choose one of the lists; illegal ones are not offered (6.1.5.2).
    OneOf(Players, Vec<Vec<Step>>),
    /// Each of these players in turn; they are [`Players::ThatPlayer`] meanwhile.
    ForEachPlayer(Players, Vec<Step>),
    /// So many times.
    Repeat(Amount, Vec<Step>),
    /// The effect is repeated as long as this list is reached.
    Again,

    /// Choose cards that later steps speak of.
    Choose(Choice),
    /// Name a card.
    NameCard,

    /// Deal damage (Resist reduces it).
    Deal(Amount, Target),
    /// Deal this much instead, to what the usual step would deal damage to; only in [`Step::Instead`].
    DealInstead(Amount),
    /// Remove up to this much instead, from what the usual step would; only in [`Step::Instead`].
    HealInstead(Amount),
    /// Put damage counters on cards.
    PutDamage(Amount, Target),
    /// Remove damage: up to so much, exactly so much, or all; of each, or in total.
    Heal {
        /// How much; none: all.
        amount: Option<Amount>,
        /// Whether less is allowed.
        up_to: bool,
        /// From what.
        from: Target,
        /// Whether the amount is for all of them together.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_total: bool,
    },
    /// Move damage counters.
    MoveDamage {
        /// How much; none: all.
        amount: Option<Amount>,
        /// Whether less is allowed.
        up_to: bool,
        /// From what.
        from: Target,
        /// To what.
        to: Target,
    },
    /// Banish.
    Banish(Target),
    /// Exert, as the word says it.
    Exert(Target),
    /// Exert by the symbol ⟳, as a cost or not: only ready cards, and of characters only dry ones, can be exerted so (4.4.2.1, 5.1.1.11).
    /// That of the card with the ability itself is [`Cost::Exert`].
    ExertSymbol(Target),
    /// Ready.
    Ready(Target),
    /// Put cards somewhere else: return, put, shuffle into, discard.
    Put(Target, Place),
    /// Cards get something for a while. On [`Target::Each`], each modifier counts by itself: numbers, keywords, classifications, names and
    /// abilities are applied to what is there as it resolves; rules, such as what cards can or cannot do, hold for what comes later, too
    /// (6.4.2).
    Gives(Target, Vec<Modifier>, Duration),
    /// Characters move to a location.
    MoveTo {
        /// Who moves.
        who: Target,
        /// Where to.
        to: Target,
        /// Whether that is free.
        free: bool,
    },
    /// Several move to the same location.
    MoveTogether {
        /// Who move.
        who: Vec<Target>,
        /// Where to.
        to: Target,
        /// Whether that is free.
        free: bool,
    },
    /// Play a card.
    Play {
        /// Which, from where.
        what: Target,
        /// Whether it is free; else it is paid for.
        free: bool,
        /// How much less it costs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        less: Option<Amount>,
        /// Whether it enters play exerted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exerted: bool,
        /// Whether it may also be shifted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        or_shift: bool,
        /// Where the card goes instead of into the discard.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then_to: Option<Place>,
    },

    /// Play a card by its Shift ability, for free or paid for; there must be something that it can be shifted onto.
    Shift {
        /// Which, from where.
        what: Target,
        /// Whether it is free.
        free: bool,
    },

    /// Draw cards.
    Draw(Players, Amount),
    /// Draw until there are so many cards in hand.
    DrawTo(Players, Amount),
    /// Draw from the bottom of the deck.
    DrawFromBottom(Players),
    /// Choose cards of one's own hand and discard them.
    Discard(Players, Count, Filter),
    /// These players reveal their hand, and you choose what of it they discard.
    DiscardFromRevealed(Players, Count, Filter),
    /// These players reveal their hand, and choose what of it they discard.
    RevealHandAndDiscard(Players, Count, Filter),
    /// Discard cards at random.
    DiscardAtRandom(Players, Amount),
    /// Discard until there are so many cards in hand.
    DiscardTo(Players, u8),
    /// Discard the hand.
    DiscardHand(Players),
    /// Reveal the hand.
    RevealHand(Players),
    /// Look at the hand of these players.
    LookAtHand(Players),
    /// Look at the top cards of a deck; they are in the slot then. Those that no step moves stay where they are, in their order.
    Look(Players, Amount, u8),
    /// Reveal the top cards of a deck; they are in the slot then.
    Reveal(Players, Amount, u8),
    /// Reveal from the top until such a card comes, which is in the slot then, and the others in the next one; none comes: all others.
    RevealUntil(Filter, u8),
    /// Reveal cards to everybody.
    Show(Target),
    /// Look at cards facedown, as in one's inkwell.
    LookAt(Pool),
    /// Search your deck for cards; they are in the slot of the choice then.
    Search(Choice),
    /// Shuffle a deck.
    Shuffle(Players),
    /// Put the top cards of a deck somewhere.
    PutTop(Players, Amount, Place),
    /// Gain lore.
    GainLore(Players, Amount),
    /// Lose lore.
    LoseLore(Players, Amount),
    /// Gain ink drops.
    InkDrops(Players, Amount),
    /// Players get something for a while.
    PlayerGets(Players, PlayerModifier, Duration),
    /// Return cards at random from the inkwell, so many, or until so many are left.
    InkwellToHand(Players, Count),
    /// Those of these players with more cards than this in their inkwell return some at random to their hand until so many are left.
    InkwellDownTo(Players, Amount),
    /// An ability that waits for a while: "whenever one of your characters quests this turn, …".
    Watch(Box<Ability>, Duration),
    /// A step that is done at a later moment: "banish it at the end of the turn".
    Later(Moment, Vec<Step>),
    /// Use another ability of this card, by name, for free.
    UseFree(String),
}

impl Step {
    /// The players whom it concerns, but for those who do steps within it.
    #[must_use]
    pub const fn players(&self) -> Option<&Players> {
        match self {
            Self::Draw(players, _)
            | Self::DrawTo(players, _)
            | Self::DrawFromBottom(players)
            | Self::Discard(players, ..)
            | Self::DiscardFromRevealed(players, ..)
            | Self::RevealHandAndDiscard(players, ..)
            | Self::DiscardAtRandom(players, _)
            | Self::DiscardTo(players, _)
            | Self::DiscardHand(players)
            | Self::RevealHand(players)
            | Self::LookAtHand(players)
            | Self::Look(players, ..)
            | Self::Reveal(players, ..)
            | Self::Shuffle(players)
            | Self::PutTop(players, ..)
            | Self::GainLore(players, _)
            | Self::LoseLore(players, _)
            | Self::InkDrops(players, _)
            | Self::PlayerGets(players, ..)
            | Self::InkwellToHand(players, _)
            | Self::InkwellDownTo(players, _) => Some(players),
            _ => None,
        }
    }

    /// The cards to which it happens, if they are of one kind.
    #[must_use]
    pub const fn object(&self) -> Option<&Target> {
        match self {
            Self::Deal(_, to)
            | Self::PutDamage(_, to)
            | Self::Banish(to)
            | Self::Exert(to)
            | Self::ExertSymbol(to)
            | Self::Ready(to)
            | Self::Show(to)
            | Self::Put(to, _)
            | Self::Gives(to, ..)
            | Self::Heal { from: to, .. }
            | Self::Play { what: to, .. }
            | Self::Shift { what: to, .. } => Some(to),
            _ => None,
        }
    }
}

/// A later moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Moment {
    /// The end of this turn.
    EndOfTurn,
    /// The end of the controller's turn.
    EndOfYourTurn,
    /// The end of the challenge that is on.
    EndOfChallenge,
}

/// A place for cards, and how they come there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Which place.
    pub to: Placed,
    /// Faceup or down, where the text says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub facedown: bool,
    /// Exerted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exerted: bool,
    /// In an order that the player chooses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
    /// In a random order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random_order: bool,
}

/// A place for cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Placed {
    /// The hand of the card's player.
    Hand,
    /// Their inkwell.
    Inkwell,
    /// Their discard.
    Discard,
    /// On the bottom of their deck.
    Bottom,
    /// On top of their deck.
    Top,
    /// On either end of their deck.
    TopOrBottom,
    /// On top of their deck or into their discard.
    TopOrDiscard,
    /// Into their deck, which is shuffled.
    ShuffledIn,
    /// Under a card; of a [`Target::Each`], so many under each of them.
    Under(Box<Target>),
}
