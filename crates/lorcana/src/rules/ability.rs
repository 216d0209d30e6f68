//! The language in which abilities beyond keywords are written: plain data, no rules text.
//!
//! An ability says when it applies or what it costs, and what is done as a flat list of [`Step`]s. A card's
//! abilities are a `&'static [Ability]`; `abilities` holds the tables. Names follow the rule book: `Deal` is not
//! `Put` (1.9), what is *chosen* is chosen when the effect resolves (6).

use crate::cards::{Classification, Facts, Kind};

/// One ability of a card.
#[derive(Clone, Copy, Debug)]
pub enum Ability {
    /// Waits for something to happen, then goes into the bag (7.7).
    Triggered {
        /// What it waits for; any of these.
        when: &'static [When],
        /// Only if this holds as it happens.
        only: Condition,
        /// What is done.
        does: &'static [Step],
    },
    /// Is paid for in the main step and resolves at once.
    Activated {
        /// Paid in full before anything is done.
        cost: &'static [Cost],
        /// Whether only once a turn.
        once: bool,
        /// What is done. A cost that is chosen (`Cost::Discard`) is the first thing done.
        does: &'static [Step],
    },
    /// Applies as long as the card is in play.
    Static {
        /// Only while this holds.
        only: Condition,
        /// To which cards.
        on: Filter,
        /// What they get.
        gives: Modifier,
        /// How many times over.
        times: Amount,
    },
    /// The same with several things at once.
    StaticAll {
        /// Only while this holds.
        only: Condition,
        /// To which cards.
        on: Filter,
        /// What they get.
        gives: &'static [Modifier],
        /// How many times over.
        times: Amount,
    },
    /// Applies to what its player does or pays, as long as the card is in play.
    PlayerStatic {
        /// Only while this holds.
        only: Condition,
        /// To whom.
        players: PlayerFilter,
        /// What they get.
        gives: Modifier,
    },
    /// Something happens instead of something else (6).
    Replaces {
        /// Only while this holds.
        only: Condition,
        /// What would happen.
        would: ReplacedEvent,
        /// What happens instead.
        instead: Replacement,
        /// Whether only the first time each turn.
        once: bool,
    },
    /// What an action does.
    Effect(&'static [Step]),
    /// An ability that the card does not have itself but gives to others by [`Modifier::Grants`].
    Granted(&'static Ability),
}

/// What a triggered ability waits for. The card it happens to is the *subject*.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// Such a card is played.
    Played(Filter),
    /// Such a character quests.
    Quests(Filter),
    /// Such a character challenges; the subject is the challenged.
    Challenges(Filter),
    /// Such a character or location is challenged; the subject is the challenger.
    IsChallenged(Filter),
    /// Such a card is banished.
    Banished(Filter),
    /// Such a character is banished in a challenge; the subject is the other side.
    BanishedInChallenge(Filter),
    /// Such a character banishes another in a challenge; the subject is the banished.
    BanishesInChallenge(Filter),
    /// Such a character sings a song; the subject is the song.
    Sings(Filter),
    /// Such a character moves to a location; the subject is the location.
    Moves(Filter),
    /// A card is put under such a card.
    PutUnder(Filter),
    /// Such a card takes damage.
    Damaged(Filter),
    /// A turn begins.
    TurnBegins(PlayerFilter),
    /// A turn ends.
    TurnEnds(PlayerFilter),
    /// A player draws a card.
    Draws(PlayerFilter),
    /// A player puts a card into the inkwell.
    Inks(PlayerFilter),
    /// An opponent's action chooses this card (Vanish).
    ChosenByAction,
}

/// What must hold.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// Nothing.
    Always,
    /// It is the controller's turn.
    YourTurn,
    /// It is not.
    OpponentsTurn,
    /// Such a player has at least so many cards in hand.
    HandAtLeast(PlayerFilter, u8),
    /// Such a player has at most so many cards in hand.
    HandAtMost(PlayerFilter, u8),
    /// The controller has played such a card this turn.
    PlayedThisTurn(Filter),
    /// At least so many such cards are in play.
    InPlay(u8, Filter),
    /// This card is as the filter says.
    ThisIs(Filter),
    /// At least so many cards are under this one.
    Under(u8),
    /// The controller has fewer lore than the opponent.
    Behind,
    /// The controller has at least so many cards in the inkwell.
    InkwellAtLeast(u8),
    /// The subject is as the filter says.
    SubjectIs(Filter),
}

/// Whose something is, as the controller of the ability sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerFilter {
    /// The controller's.
    You,
    /// The opponent's.
    Opponent,
    /// Everybody's, the active player first.
    Everyone,
    /// The active player's.
    Active,
    /// Of the players that were picked.
    Picked,
    /// Of the owner of the first chosen card.
    ChosenOwner,
}

/// A number.
#[derive(Clone, Copy, Debug)]
pub enum Amount {
    /// This number.
    N(u8),
    /// How many such cards are in play.
    Count(Filter),
    /// The strength of the card whose ability it is.
    Strength,
    /// How many cards such players have in hand.
    Hand(PlayerFilter),
    /// How many cards such players have in their discard.
    Discard(PlayerFilter),
    /// How many cards are under this one.
    Under,
    /// How much damage is on this card.
    Damage,
    /// The strength of the first chosen card.
    ChosenStrength,
    /// The cost of the subject.
    SubjectCost,
}

/// What is paid for an activated ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Exert this card.
    Exert,
    /// Pay ink.
    Ink(u8),
    /// Choose and discard so many cards. The list of [`Step`]s begins with it.
    Discard(u8),
    /// Banish this card.
    Banish,
}

/// One step of what an ability does. The last numbers behind `May`, `Offer`, `MayPay` and `If` say how many steps are
/// left out when the answer is no.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The controller may.
    May(u8),
    /// The opponent may.
    Offer(u8),
    /// The controller may pay so much ink.
    MayPay(u8, u8),
    /// If this holds.
    If(Condition, u8),
    /// If a card was chosen.
    IfChosen(u8),
    /// Nothing more.
    Stop,
    /// Choose one such card; earlier choices are forgotten.
    Choose(Filter),
    /// Choose up to so many such cards; earlier choices are forgotten.
    ChooseUpTo(u8, Filter),
    /// Choose one more such card, another than the chosen.
    ChooseAlso(Filter),
    /// To every chosen card.
    Chosen(CardEffect),
    /// To this card, if it is in play.
    This(CardEffect),
    /// To the subject, if it is in play.
    Subject(CardEffect),
    /// To each such card.
    Each(Filter, CardEffect),
    /// Move up to so much damage from the first chosen card to the second.
    MoveDamage(u8),
    /// Such players draw.
    Draw(PlayerFilter, Amount),
    /// Such players draw until they have so many cards.
    DrawTo(PlayerFilter, u8),
    /// Such players choose and discard so many cards.
    Discard(PlayerFilter, u8),
    /// Such players choose and discard until they have so many cards.
    DiscardTo(PlayerFilter, u8),
    /// Such players discard their hands.
    DiscardHand(PlayerFilter),
    /// Such players discard so many cards at random.
    DiscardAtRandom(PlayerFilter, u8),
    /// Such players gain lore.
    GainLore(PlayerFilter, Amount),
    /// Such players lose lore.
    LoseLore(PlayerFilter, Amount),
    /// The controller chooses a card of the hand that goes facedown into the inkwell; it is the chosen card.
    HandToInk {
        /// Whether it enters exerted.
        exerted: bool,
    },
    /// The top card of the deck goes facedown into the inkwell.
    TopToInk {
        /// Whose deck and inkwell.
        players: PlayerFilter,
        /// Whether it enters exerted.
        exerted: bool,
    },
    /// The top card of the deck goes facedown under this card.
    TopUnder,
    /// Look at so many cards from the top of the deck.
    Look(u8),
    /// Up to one such card that was looked at is revealed and goes to hand.
    Take(Filter),
    /// What was looked at goes to the bottom of the deck in any order.
    RestToBottom,
    /// What was looked at goes back on top of the deck in any order.
    RestToTop,
    /// Pick any number of players.
    PickPlayers,
    /// Up to one such card of the hand is played for free.
    PlayFree(Filter),
    /// One such card of the controller's discard returns to hand.
    ReturnFromDiscard(Filter),
    /// This card returns to hand from the discard, if it is there.
    ThisToHand,
    /// This card goes facedown into the inkwell from the discard, if it is there.
    ThisToInk {
        /// Whether it enters exerted.
        exerted: bool,
    },
    /// Such players get something for a while.
    Player(PlayerFilter, Modifier, Duration),
    /// Get ink drops: each pays one ink (known from card texts only).
    InkDrops(u8),
    /// This card is healed and its top card alone returns to hand (Temporary Shift; known from card texts only).
    EndTemporary,
}

/// What is done to a card.
#[derive(Clone, Copy, Debug)]
pub enum CardEffect {
    /// Deal damage (1.9); Resist lowers it.
    Deal(Amount),
    /// Put damage counters on it; nothing lowers them.
    Put(Amount),
    /// Remove up to so much damage.
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
        /// Whether it enters exerted.
        exerted: bool,
    },
    /// Put it on the bottom of its player's deck.
    ToBottom,
    /// It gets something for a while, so many times over.
    Gains(Modifier, Amount, Duration),
}

/// What a card or a player gets.
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
    /// Singer, at least so much.
    Singer(i8),
    /// A keyword without a number.
    Has(KeywordFlag),
    /// It may not do something.
    Cannot(Restriction),
    /// It may challenge ready characters.
    ChallengesReady,
    /// The ability with this number on the card that gives it.
    Grants(u8),
    /// The next time it would be dealt damage it is dealt none.
    Shielded,
    /// Such cards cost their player less.
    Cheaper(CardType, u8),
    /// The next such card costs its player less.
    NextCheaper(CardType, u8),
    /// Its player may ink so many more cards a turn.
    MoreInk(u8),
}

/// How long something lasts.
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

/// What a card can be kept from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Restriction {
    /// To quest.
    Quest,
    /// To challenge.
    Challenge,
    /// To be challenged.
    BeChallenged,
    /// To ready.
    Ready,
    /// To ready when its player's turn begins; effects may still ready it.
    ReadyAtStart,
    /// To exert to sing.
    Sing,
    /// To move to a location.
    Move,
}

/// What would happen.
#[derive(Clone, Copy, Debug)]
pub enum ReplacedEvent {
    /// Such a card would be dealt damage.
    BeDealtDamage(Filter),
    /// Such a card would take damage of any kind (1.9).
    TakeDamage(Filter),
    /// Such a card would be banished.
    BeBanished(Filter),
    /// Such players would discard by an effect.
    Discard(PlayerFilter),
}

/// What happens instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Nothing.
    Nothing,
    /// The damage is put on the card whose ability it is.
    PutOnThis,
    /// It goes facedown and exerted into its player's inkwell.
    ToInk,
    /// It returns to its player's hand.
    ToHand,
}

/// What card_type of card.
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

/// Whose side a card is on, as the controller of the ability sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The controller's.
    Your,
    /// The opponent's.
    Opposing,
    /// Either.
    Any,
}

/// Which cards.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Whose.
    pub side: Side,
    /// Of which card_type.
    pub card_type: CardType,
    /// Only the card whose ability it is.
    pub this: bool,
    /// Only others than the card whose ability it is.
    pub other: bool,
    /// Only at the location whose ability it is.
    pub here: bool,
    /// Only at some location.
    pub at_location: bool,
    /// Only of this classification.
    pub class: Option<Classification>,
    /// Only of this name.
    pub named: Option<&'static str>,
    /// Only with this keyword.
    pub keyword: Option<KeywordFlag>,
    /// Only of this cost or more.
    pub cost_from: u8,
    /// Only of this cost or less.
    pub cost_to: u8,
    /// Only of this strength or more.
    pub strength_from: u8,
    /// Only of this strength or less.
    pub strength_to: u8,
    /// Only exerted, or only ready ones.
    pub exerted: Option<bool>,
    /// Only damaged, or only undamaged ones.
    pub damaged: Option<bool>,
}

impl Condition {
    /// Whether it asks for what statics and lasting effects may change.
    #[must_use]
    pub const fn asks_for_traits(&self) -> bool {
        match self {
            Self::InPlay(_, filter) | Self::ThisIs(filter) | Self::SubjectIs(filter) => {
                filter.asks_for_traits()
            }
            _ => false,
        }
    }
}

impl CardType {
    /// Whether a card is of this card_type.
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
    /// Whether a card is such, as far as the card alone can tell.
    #[must_use]
    pub fn fits(&self, facts: &Facts) -> bool {
        self.card_type.includes(facts)
            && (self.cost_from..=self.cost_to).contains(&facts.cost)
            && self.class.is_none_or(|class| facts.is(class))
            && self.named.is_none_or(|name| facts.is_named(name))
    }

    /// Whether it asks for strength.
    #[must_use]
    pub const fn asks_for_strength(&self) -> bool {
        self.strength_from > 0 || self.strength_to < u8::MAX
    }

    /// Whether it asks for what statics and lasting effects may change.
    #[must_use]
    pub const fn asks_for_traits(&self) -> bool {
        self.keyword.is_some() || self.asks_for_strength()
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
    /// Any of the controller's characters.
    pub const YOURS: Self = Self { side: Side::Your, ..Self::CHARACTER };
    /// Any of the controller's other characters.
    pub const YOUR_OTHERS: Self = Self { other: true, ..Self::YOURS };
    /// Any opposing character.
    pub const OPPOSING: Self = Self { side: Side::Opposing, ..Self::CHARACTER };
    /// Another character.
    pub const OTHER: Self = Self { other: true, ..Self::CHARACTER };
    /// A character at this location.
    pub const HERE: Self = Self { here: true, ..Self::CHARACTER };

    /// The same, of this card_type.
    #[must_use]
    pub const fn of_type(self, card_type: CardType) -> Self {
        Self { card_type, ..self }
    }

    /// The same, of this side.
    #[must_use]
    pub const fn side(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// The same, of this classification.
    #[must_use]
    pub const fn class(self, class: Classification) -> Self {
        Self { class: Some(class), ..self }
    }

    /// The same, of this name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { named: Some(name), ..self }
    }

    /// The same, with this keyword.
    #[must_use]
    pub const fn with(self, keyword: KeywordFlag) -> Self {
        Self { keyword: Some(keyword), ..self }
    }

    /// The same, of this cost or less.
    #[must_use]
    pub const fn cost_to(self, cost: u8) -> Self {
        Self { cost_to: cost, ..self }
    }

    /// The same, of this cost or more.
    #[must_use]
    pub const fn cost_from(self, cost: u8) -> Self {
        Self { cost_from: cost, ..self }
    }

    /// The same, of this strength or less.
    #[must_use]
    pub const fn strength_to(self, strength: u8) -> Self {
        Self { strength_to: strength, ..self }
    }

    /// The same, of this strength or more.
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
