//! The language in which abilities beyond keywords are written: plain data, no rules text.
//!
//! An ability says when it applies or what it costs, and what it does as a flat list of [`Step`]s. A card's
//! abilities are a `&'static [Ability]`; `abilities` holds the tables. Names follow the rule book: `Deal` is not
//! `Put` (1.9), and a *chosen* card is chosen when the effect resolves (6).

use crate::cards::{Classification, Facts, Kind};

/// One ability of a card.
#[derive(Clone, Copy, Debug)]
pub enum Ability {
    /// Waits for something to happen, then goes into the bag (7.7).
    Triggered {
        /// The events it waits for; any one of them is enough.
        when: &'static [When],
        /// Triggers only if this holds at that moment.
        only: Condition,
        /// What it does.
        does: &'static [Step],
    },
    /// Paid for in the main step, then resolves at once.
    Activated {
        /// Paid in full before anything is done.
        cost: &'static [Cost],
        /// Whether it can be used only once a turn.
        once: bool,
        /// What it does. A cost that needs a choice (`Cost::Discard`) is the first step.
        does: &'static [Step],
    },
    /// Applies to cards as long as its own card is in play.
    Static {
        /// Applies only while this holds.
        only: Condition,
        /// The cards it applies to.
        on: Filter,
        /// What these cards get.
        gives: Modifier,
        /// How many times over they get it.
        times: Amount,
    },
    /// Like `Static`, with several modifiers at once.
    StaticAll {
        /// Applies only while this holds.
        only: Condition,
        /// The cards it applies to.
        on: Filter,
        /// What these cards get.
        gives: &'static [Modifier],
        /// How many times over they get it.
        times: Amount,
    },
    /// Applies to players, what they may do and what they pay, as long as its own card is in play.
    PlayerStatic {
        /// Applies only while this holds.
        only: Condition,
        /// The players it applies to.
        players: PlayerFilter,
        /// What these players get.
        gives: Modifier,
    },
    /// Something happens instead of something else (6).
    Replaces {
        /// Applies only while this holds.
        only: Condition,
        /// What would happen otherwise.
        would: ReplacedEvent,
        /// What happens instead.
        instead: Replacement,
        /// Whether it applies only the first time each turn.
        once: bool,
    },
    /// The effect of an action card.
    Effect(&'static [Step]),
    /// An ability that the card does not have itself but gives to others with [`Modifier::Grants`].
    Granted(&'static Ability),
}

/// What a triggered ability waits for. The other card involved, or else the card it happens to, is the *subject*.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// A matching card is played.
    Played(Filter),
    /// A matching character quests.
    Quests(Filter),
    /// A matching character challenges; the subject is the challenged card.
    Challenges(Filter),
    /// A matching character or location is challenged; the subject is the challenger.
    IsChallenged(Filter),
    /// A matching card is banished.
    Banished(Filter),
    /// A matching character is banished in a challenge; the subject is the card it fought.
    BanishedInChallenge(Filter),
    /// A matching character banishes another in a challenge; the subject is the banished card.
    BanishesInChallenge(Filter),
    /// A matching character sings a song; the subject is the song.
    Sings(Filter),
    /// A matching character moves to a location; the subject is the location.
    Moves(Filter),
    /// A card is put under a matching card.
    PutUnder(Filter),
    /// A matching card takes damage.
    Damaged(Filter),
    /// The turn of a matching player begins.
    TurnBegins(PlayerFilter),
    /// The turn of a matching player ends.
    TurnEnds(PlayerFilter),
    /// A matching player draws a card.
    Draws(PlayerFilter),
    /// A matching player puts a card into their inkwell.
    Inks(PlayerFilter),
    /// An opponent's action chooses this card (Vanish).
    ChosenByAction,
}

/// What must hold for an ability to apply.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// No condition.
    Always,
    /// It is the controller's turn.
    YourTurn,
    /// It is the opponent's turn.
    OpponentsTurn,
    /// Matching players have at least this many cards in hand.
    HandAtLeast(PlayerFilter, u8),
    /// Matching players have at most this many cards in hand.
    HandAtMost(PlayerFilter, u8),
    /// The controller has played a matching card this turn.
    PlayedThisTurn(Filter),
    /// At least this many matching cards are in play.
    InPlay(u8, Filter),
    /// This card matches the filter.
    ThisIs(Filter),
    /// At least this many cards are under this one.
    Under(u8),
    /// The controller has less lore than the opponent.
    Behind,
    /// The controller has at least this many cards in the inkwell.
    InkwellAtLeast(u8),
    /// The subject matches the filter.
    SubjectIs(Filter),
}

/// Which players are meant, seen from the controller of the ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerFilter {
    /// The controller.
    You,
    /// The controller's opponent.
    Opponent,
    /// Both players, the active player first.
    Everyone,
    /// The active player.
    Active,
    /// The players that were picked while the ability resolved.
    Picked,
    /// The owner of the first chosen card.
    ChosenOwner,
}

/// A number that may depend on the state of the game.
#[derive(Clone, Copy, Debug)]
pub enum Amount {
    /// This number.
    N(u8),
    /// The number of matching cards in play.
    Count(Filter),
    /// The strength of the card that has the ability.
    Strength,
    /// The number of cards in the hands of matching players.
    Hand(PlayerFilter),
    /// The number of cards in the discards of matching players.
    Discard(PlayerFilter),
    /// The number of cards under this one.
    Under,
    /// The damage on this card.
    Damage,
    /// The strength of the first chosen card.
    ChosenStrength,
    /// The cost of the subject.
    SubjectCost,
}

/// A cost of an activated ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Exert this card.
    Exert,
    /// Pay this much ink.
    Ink(u8),
    /// Choose and discard this many cards. The first [`Step`] of the ability does it.
    Discard(u8),
    /// Banish this card.
    Banish,
}

/// One step of an ability. The last number of `May`, `Offer`, `MayPay`, `If` and `IfChosen` says how many of the
/// following steps are skipped if the answer is no.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The controller may do the following steps.
    May(u8),
    /// The opponent may accept the following steps.
    Offer(u8),
    /// The controller may pay this much ink for the following steps.
    MayPay(u8, u8),
    /// Do the following steps only if this holds.
    If(Condition, u8),
    /// Do the following steps only if a card was chosen.
    IfChosen(u8),
    /// The ability ends here.
    Stop,
    /// Choose one matching card; earlier choices are forgotten.
    Choose(Filter),
    /// Choose up to this many matching cards; earlier choices are forgotten.
    ChooseUpTo(u8, Filter),
    /// Choose another matching card, in addition to those already chosen.
    ChooseAlso(Filter),
    /// Does something to every chosen card.
    Chosen(CardEffect),
    /// Does something to this card, if it is in play.
    This(CardEffect),
    /// Does something to the subject, if it is in play.
    Subject(CardEffect),
    /// Does something to each matching card.
    Each(Filter, CardEffect),
    /// Move up to this much damage from the first chosen card to the second.
    MoveDamage(u8),
    /// Matching players draw this many cards.
    Draw(PlayerFilter, Amount),
    /// Matching players draw until they have this many cards in hand.
    DrawTo(PlayerFilter, u8),
    /// Matching players choose and discard this many cards.
    Discard(PlayerFilter, u8),
    /// Matching players choose and discard until they have this many cards in hand.
    DiscardTo(PlayerFilter, u8),
    /// Matching players discard their hands.
    DiscardHand(PlayerFilter),
    /// Matching players discard this many cards at random.
    DiscardAtRandom(PlayerFilter, u8),
    /// Matching players gain this much lore.
    GainLore(PlayerFilter, Amount),
    /// Matching players lose this much lore.
    LoseLore(PlayerFilter, Amount),
    /// The controller chooses a card from hand and puts it facedown into the inkwell; it counts as the chosen card.
    HandToInk {
        /// Whether it enters the inkwell exerted.
        exerted: bool,
    },
    /// Matching players put the top card of their deck facedown into their inkwell.
    TopToInk {
        /// The players who do so.
        players: PlayerFilter,
        /// Whether the card enters the inkwell exerted.
        exerted: bool,
    },
    /// Put the top card of the deck facedown under this card.
    TopUnder,
    /// Look at this many cards from the top of the deck.
    Look(u8),
    /// Reveal up to one matching card among those looked at and put it into hand.
    Take(Filter),
    /// Put the rest of the cards looked at on the bottom of the deck in any order.
    RestToBottom,
    /// Put the chosen cards, which lie on the bottom of the deck, there in any order.
    OrderBottom,
    /// Put the rest of the cards looked at back on top of the deck in any order.
    RestToTop,
    /// Pick any number of players.
    PickPlayers,
    /// Play up to one matching card from hand for free.
    PlayFree(Filter),
    /// Return one matching card from the controller's discard to hand.
    ReturnFromDiscard(Filter),
    /// Return this card from the discard to hand, if it is there.
    ThisToHand,
    /// Put this card from the discard facedown into the inkwell, if it is there.
    ThisToInk {
        /// Whether it enters the inkwell exerted.
        exerted: bool,
    },
    /// Matching players get something for a while.
    Player(PlayerFilter, Modifier, Duration),
    /// Gain this many ink drops; each pays for one ink (known from card texts only).
    InkDrops(u8),
    /// Heal this card and return its top card alone to hand (8.10.8.5, Temporary Shift).
    EndTemporary,
}

/// What a step does to a card.
#[derive(Clone, Copy, Debug)]
pub enum CardEffect {
    /// Deal damage (1.9); Resist reduces it.
    Deal(Amount),
    /// Put damage counters on it; nothing reduces them.
    Put(Amount),
    /// Remove up to this much damage.
    Heal(u8),
    /// Exert it.
    Exert,
    /// Ready it.
    Ready,
    /// Banish it.
    Banish,
    /// Return it to its player's hand.
    ToHand,
    /// Put it facedown into its player's inkwell.
    ToInk {
        /// Whether it enters the inkwell exerted.
        exerted: bool,
    },
    /// Put it on the bottom of its player's deck.
    ToBottom,
    /// It gets something for a while, this many times over.
    Gains(Modifier, Amount, Duration),
}

/// What a card or a player gets. Numbers are added unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// Strength.
    Strength(i8),
    /// Willpower.
    Willpower(i8),
    /// Lore.
    Lore(i8),
    /// Challenger.
    Challenger(i8),
    /// Resist.
    Resist(i8),
    /// Singer with at least this value.
    Singer(i8),
    /// A keyword without a number.
    Has(KeywordFlag),
    /// It may not do something.
    Cannot(Restriction),
    /// It may challenge ready characters.
    ChallengesReady,
    /// The ability with this number on the granting card.
    Grants(u8),
    /// The next damage that would be dealt to it is prevented.
    Shielded,
    /// Cards of this type cost the player this much less.
    Cheaper(CardType, u8),
    /// The next card of this type costs the player this much less.
    NextCheaper(CardType, u8),
    /// The player may ink this many more cards each turn.
    MoreInk(u8),
}

/// How long a modifier lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duration {
    /// Until the turn ends.
    ThisTurn,
    /// Until the controller's next turn begins.
    UntilYourNextTurn,
    /// Until after its owner's next ready step.
    NextReady,
    /// Until the challenge ends.
    ThisChallenge,
}

/// A keyword without a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum KeywordFlag {
    Adventurous,
    Alert,
    Bodyguard,
    Evasive,
    Reckless,
    Rush,
    Support,
    Vanish,
    Ward,
}

/// What a card can be forbidden to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Restriction {
    /// It cannot quest.
    Quest,
    /// It cannot challenge.
    Challenge,
    /// It cannot be challenged.
    BeChallenged,
    /// It cannot ready.
    Ready,
    /// It cannot ready at the start of its player's turn; effects may still ready it.
    ReadyAtStart,
    /// It cannot exert to sing.
    Sing,
    /// It cannot move to a location.
    Move,
}

/// An event that a replacement effect can replace.
#[derive(Clone, Copy, Debug)]
pub enum ReplacedEvent {
    /// A matching card would be dealt damage.
    BeDealtDamage(Filter),
    /// A matching card would take damage of any kind (1.9).
    TakeDamage(Filter),
    /// A matching card would be banished.
    BeBanished(Filter),
    /// Matching players would discard because of an effect.
    Discard(PlayerFilter),
}

/// What happens instead of the replaced event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Nothing.
    Nothing,
    /// The damage is put on the card that has the ability.
    PutOnThis,
    /// The card goes facedown and exerted into its player's inkwell.
    ToInk,
    /// The card returns to its player's hand.
    ToHand,
}

/// A type of card that an ability looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CardType {
    Any,
    Character,
    Action,
    Song,
    Item,
    Location,
    CharacterOrLocation,
}

/// Whose cards are meant, seen from the controller of the ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The controller's.
    Your,
    /// The opponent's.
    Opposing,
    /// Either.
    Any,
}

/// Which cards an ability means.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Whose cards.
    pub side: Side,
    /// Cards of which type.
    pub card_type: CardType,
    /// Only the card that has the ability.
    pub this: bool,
    /// Only cards other than the one that has the ability.
    pub other: bool,
    /// Only cards at the location that has the ability.
    pub here: bool,
    /// Only cards at a location.
    pub at_location: bool,
    /// Only cards with this classification.
    pub class: Option<Classification>,
    /// Only cards with this name.
    pub named: Option<&'static str>,
    /// Only cards with this keyword.
    pub keyword: Option<KeywordFlag>,
    /// Only cards that cost at least this much.
    pub cost_from: u8,
    /// Only cards that cost at most this much.
    pub cost_to: u8,
    /// Only cards with at least this strength.
    pub strength_from: u8,
    /// Only cards with at most this strength.
    pub strength_to: u8,
    /// Only exerted cards, or only ready ones.
    pub exerted: Option<bool>,
    /// Only damaged cards, or only undamaged ones.
    pub damaged: Option<bool>,
}

/// Support: whenever it quests, you may add its strength to that of another chosen character this turn (8).
pub const SUPPORT: &[Step] = &[
    Step::May(2),
    Step::Choose(Filter::OTHER),
    Step::Chosen(CardEffect::Gains(Modifier::Strength(1), Amount::Strength, Duration::ThisTurn)),
];

impl Ability {
    /// What it does, step by step; empty if it is static or a replacement.
    #[must_use]
    pub const fn steps(&self) -> &'static [Step] {
        match self {
            Self::Triggered { does, .. } | Self::Activated { does, .. } | Self::Effect(does) => does,
            Self::Granted(ability) => ability.steps(),
            Self::Static { .. }
            | Self::StaticAll { .. }
            | Self::PlayerStatic { .. }
            | Self::Replaces { .. } => &[],
        }
    }
}

impl Condition {
    /// Whether it depends on what static abilities and lasting effects can change.
    #[must_use]
    pub const fn depends_on_traits(&self) -> bool {
        match self {
            Self::InPlay(_, filter) | Self::ThisIs(filter) | Self::SubjectIs(filter) => {
                filter.depends_on_traits()
            }
            _ => false,
        }
    }
}

impl Amount {
    /// Whether it depends on what static abilities and lasting effects can change.
    #[must_use]
    pub const fn depends_on_traits(&self) -> bool {
        match self {
            Self::Count(filter) => filter.depends_on_traits(),
            Self::Strength | Self::ChosenStrength => true,
            _ => false,
        }
    }
}

impl Ability {
    /// Whether it is static and what it does depends on what other static abilities and lasting effects change.
    #[must_use]
    pub const fn depends_on_traits(&self) -> bool {
        match self {
            Self::Static { only, on, times, .. } | Self::StaticAll { only, on, times, .. } => {
                only.depends_on_traits() || on.depends_on_traits() || times.depends_on_traits()
            }
            _ => false,
        }
    }
}

impl CardType {
    /// Whether a card is of this type.
    #[must_use]
    pub fn includes(self, facts: &Facts) -> bool {
        let (is_character, is_location) =
            (matches!(facts.kind, Kind::Character { .. }), matches!(facts.kind, Kind::Location { .. }));
        match self {
            Self::Any => true,
            Self::Character => is_character,
            Self::Location => is_location,
            Self::CharacterOrLocation => is_character || is_location,
            Self::Item => facts.kind == Kind::Item,
            Self::Action => facts.kind == Kind::Action,
            Self::Song => facts.is_song(),
        }
    }
}

impl Filter {
    /// Whether a card matches, as far as its printed facts tell.
    #[must_use]
    pub fn fits(&self, facts: &Facts) -> bool {
        self.card_type.includes(facts)
            && (self.cost_from..=self.cost_to).contains(&facts.cost)
            && self.class.is_none_or(|class| facts.is(class))
            && self.named.is_none_or(|name| facts.is_named(name))
    }

    /// Whether it depends on strength.
    #[must_use]
    pub const fn depends_on_strength(&self) -> bool {
        self.strength_from > 0 || self.strength_to < u8::MAX
    }

    /// Whether it depends on what static abilities and lasting effects can change.
    #[must_use]
    pub const fn depends_on_traits(&self) -> bool {
        self.keyword.is_some() || self.depends_on_strength()
    }

    /// Any card.
    pub const ANY: Self = Self {
        side: Side::Any,
        card_type: CardType::Any,
        this: false,
        other: false,
        here: false,
        at_location: false,
        class: None,
        named: None,
        keyword: None,
        cost_from: 0,
        cost_to: u8::MAX,
        strength_from: 0,
        strength_to: u8::MAX,
        exerted: None,
        damaged: None,
    };
    /// This card.
    pub const THIS: Self = Self { this: true, ..Self::ANY };
    /// Any character.
    pub const CHARACTER: Self = Self { card_type: CardType::Character, ..Self::ANY };
    /// Any character of the controller.
    pub const YOURS: Self = Self { side: Side::Your, ..Self::CHARACTER };
    /// Any other character of the controller.
    pub const YOUR_OTHERS: Self = Self { other: true, ..Self::YOURS };
    /// Any opposing character.
    pub const OPPOSING: Self = Self { side: Side::Opposing, ..Self::CHARACTER };
    /// Any other character.
    pub const OTHER: Self = Self { other: true, ..Self::CHARACTER };
    /// Any character at this location.
    pub const HERE: Self = Self { here: true, ..Self::CHARACTER };

    /// The same, of this type.
    #[must_use]
    pub const fn of_type(self, card_type: CardType) -> Self {
        Self { card_type, ..self }
    }

    /// The same, of this side.
    #[must_use]
    pub const fn side(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// The same, with this classification.
    #[must_use]
    pub const fn class(self, class: Classification) -> Self {
        Self { class: Some(class), ..self }
    }

    /// The same, with this name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { named: Some(name), ..self }
    }

    /// The same, with this keyword.
    #[must_use]
    pub const fn with(self, keyword: KeywordFlag) -> Self {
        Self { keyword: Some(keyword), ..self }
    }

    /// The same, costing at most this much.
    #[must_use]
    pub const fn cost_to(self, cost: u8) -> Self {
        Self { cost_to: cost, ..self }
    }

    /// The same, costing at least this much.
    #[must_use]
    pub const fn cost_from(self, cost: u8) -> Self {
        Self { cost_from: cost, ..self }
    }

    /// The same, with at most this strength.
    #[must_use]
    pub const fn strength_to(self, strength: u8) -> Self {
        Self { strength_to: strength, ..self }
    }

    /// The same, with at least this strength.
    #[must_use]
    pub const fn strength_from(self, strength: u8) -> Self {
        Self { strength_from: strength, ..self }
    }

    /// The same, exerted.
    #[must_use]
    pub const fn exerted(self) -> Self {
        Self { exerted: Some(true), ..self }
    }

    /// The same, ready.
    #[must_use]
    pub const fn ready(self) -> Self {
        Self { exerted: Some(false), ..self }
    }

    /// The same, damaged.
    #[must_use]
    pub const fn damaged(self) -> Self {
        Self { damaged: Some(true), ..self }
    }

    /// The same, undamaged.
    #[must_use]
    pub const fn undamaged(self) -> Self {
        Self { damaged: Some(false), ..self }
    }
}

impl KeywordFlag {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Adventurous,
        Self::Alert,
        Self::Bodyguard,
        Self::Evasive,
        Self::Reckless,
        Self::Rush,
        Self::Support,
        Self::Vanish,
        Self::Ward,
    ];
}

impl Restriction {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Quest,
        Self::Challenge,
        Self::BeChallenged,
        Self::Ready,
        Self::ReadyAtStart,
        Self::Sing,
        Self::Move,
    ];
}
