//! The vocabulary: the names and ids of tokens, and what each stands for.
//!
//! Words come first, then spare ids for words to come, then the cards in the order of their ids. New words take the
//! first spare ids and new cards come after the old ones, so that no id ever changes.

use gaslamp_core::{Seat, Token, id_of};

use crate::cards::Card;
use crate::rules::KnownTo;
use crate::rules::modifier::{KeywordFlag, Quality, Restriction};
use crate::rules::piece::SEATS;
use crate::view::GamePhase;

/// The names of all tokens; the index is the id. A card's name is its key.
pub static VOCABULARY: [&str; FIRST_CARD as usize + Card::COUNT] = {
    let mut names = [SPARE; FIRST_CARD as usize + Card::COUNT];
    let mut at = 0;
    while at < WORDS.len() {
        names[at] = WORDS[at];
        at += 1;
    }
    let mut at = 0;
    while let Some(card) = Card::at(at) {
        names[FIRST_CARD as usize + at] = card.key();
        at += 1;
    }
    names
};

/// The id of the first card; the others follow as in [`Card::all`].
pub const FIRST_CARD: Token = 512;

/// The name of every id that has no word yet. It is never written, and no reader accepts it.
pub(super) const SPARE: &str = "<SPARE>";

/// How many numbers have a token of their own.
pub(super) const NUMBERS: u32 = 100;

/// How many letters there are.
pub(super) const LETTERS: u32 = 26;

/// Every token that is not a card, in brackets. Words that are no longer used stay where they are.
#[rustfmt::skip]
pub(super) const WORDS: &[&str] = &[
    "<KEEP>", "<ALTER>", "<END_TURN>", "<INK>", "<PLAY>", "<SING>", "<SHIFT>", "<QUEST>", "<CHALLENGE>",
    "<MOVE>", "<BOOST>", "<ACTIVATE>", "<YES>", "<NO>", "<DONE>", "<CHOOSE>", "<CHOOSE_PLAYER>",
    "<CHOOSE_TRIGGER>", "<CHOOSE_NUMBER>",
    "<BEGIN>", "<RANDOM>",
    "<ME>", "<OPPONENT>", "<P1>", "<P2>", "<CHANCE>", "<NOBODY>", "<HIDDEN>", "<END>", "<UNKNOWN>",
    "<NUMBER_0>", "<NUMBER_1>", "<NUMBER_2>", "<NUMBER_3>", "<NUMBER_4>", "<NUMBER_5>", "<NUMBER_6>",
    "<NUMBER_7>", "<NUMBER_8>", "<NUMBER_9>", "<NUMBER_10>", "<NUMBER_11>", "<NUMBER_12>", "<NUMBER_13>",
    "<NUMBER_14>", "<NUMBER_15>", "<NUMBER_16>", "<NUMBER_17>", "<NUMBER_18>", "<NUMBER_19>", "<NUMBER_20>",
    "<NUMBER_21>", "<NUMBER_22>", "<NUMBER_23>", "<NUMBER_24>", "<NUMBER_25>", "<NUMBER_26>", "<NUMBER_27>",
    "<NUMBER_28>", "<NUMBER_29>", "<NUMBER_30>", "<NUMBER_31>", "<NUMBER_32>", "<NUMBER_33>", "<NUMBER_34>",
    "<NUMBER_35>", "<NUMBER_36>", "<NUMBER_37>", "<NUMBER_38>", "<NUMBER_39>", "<NUMBER_40>", "<NUMBER_41>",
    "<NUMBER_42>", "<NUMBER_43>", "<NUMBER_44>", "<NUMBER_45>", "<NUMBER_46>", "<NUMBER_47>", "<NUMBER_48>",
    "<NUMBER_49>", "<NUMBER_50>", "<NUMBER_51>", "<NUMBER_52>", "<NUMBER_53>", "<NUMBER_54>", "<NUMBER_55>",
    "<NUMBER_56>", "<NUMBER_57>", "<NUMBER_58>", "<NUMBER_59>", "<NUMBER_60>", "<NUMBER_61>", "<NUMBER_62>",
    "<NUMBER_63>", "<NUMBER_64>", "<NUMBER_65>", "<NUMBER_66>", "<NUMBER_67>", "<NUMBER_68>", "<NUMBER_69>",
    "<NUMBER_70>", "<NUMBER_71>", "<NUMBER_72>", "<NUMBER_73>", "<NUMBER_74>", "<NUMBER_75>", "<NUMBER_76>",
    "<NUMBER_77>", "<NUMBER_78>", "<NUMBER_79>", "<NUMBER_80>", "<NUMBER_81>", "<NUMBER_82>", "<NUMBER_83>",
    "<NUMBER_84>", "<NUMBER_85>", "<NUMBER_86>", "<NUMBER_87>", "<NUMBER_88>", "<NUMBER_89>", "<NUMBER_90>",
    "<NUMBER_91>", "<NUMBER_92>", "<NUMBER_93>", "<NUMBER_94>", "<NUMBER_95>", "<NUMBER_96>", "<NUMBER_97>",
    "<NUMBER_98>", "<NUMBER_99>", "<HUNDREDS>", "<MINUS>",
    "<COPY_A>", "<COPY_B>", "<COPY_C>", "<COPY_D>", "<COPY_E>", "<COPY_F>", "<COPY_G>", "<COPY_H>",
    "<COPY_I>", "<COPY_J>", "<COPY_K>", "<COPY_L>", "<COPY_M>", "<COPY_N>", "<COPY_O>", "<COPY_P>",
    "<COPY_Q>", "<COPY_R>", "<COPY_S>", "<COPY_T>", "<COPY_U>", "<COPY_V>", "<COPY_W>", "<COPY_X>",
    "<COPY_Y>", "<COPY_Z>", "<COPY_MORE>",
    "<SETUP>", "<TURN>",
    "<SECRETLY>", "<SHUFFLED>", "<TURN_BEGINS>", "<DRAWS>", "<ENTERS>", "<DISCARDED>", "<TO_INKWELL>",
    "<PUT_UNDER>", "<LOOKS>", "<REVEALED>", "<TO_HAND>", "<TO_BOTTOM>", "<TO_TOP>", "<LORE>", "<DAMAGED>",
    "<HEALED>", "<BANISHED>", "<EXERTS>", "<READIES>", "<TRIGGERS>", "<RESOLVES>", "<REPLACES>", "<WINS>",
    "<KNOWN_TO_ALL>", "<KNOWN_TO_OWNER>", "<KNOWN_TO_NOBODY>",
    "<NOW>", "<BEFORE_GAME>", "<MAIN_STEP>", "<IN_CHALLENGE>", "<BETWEEN_STEPS>", "<ASKED>", "<GAME_OVER>",
    "<ACTIVE>", "<TO_ACT>", "<SIDE>", "<HAND>", "<MY_HAND>", "<DECK>", "<INKWELL>", "<READY_INK>", "<INK_DROPS>",
    "<INKINGS_LEFT>", "<IN_PLAY>", "<DISCARD>", "<LOOKING_AT>", "<LASTING>", "<ON_PLAYER>", "<WAITING>",
    "<RESOLVING>",
    "<EXERTED>", "<DRYING>", "<DAMAGE>", "<AT>", "<UNDER>", "<FACEDOWN>", "<STRENGTH>", "<WILLPOWER>",
    "<CHALLENGER>", "<RESIST>", "<SINGER>", "<BOOST_COST>", "<CHALLENGES_READY>", "<SHIELDED>", "<CANNOT>",
    "<BE_CHALLENGED>", "<READY>", "<GRANTS>", "<CHEAPER>", "<NEXT_CHEAPER>", "<MORE_INK>",
    "<ADVENTUROUS>", "<ALERT>", "<BODYGUARD>", "<EVASIVE>", "<RECKLESS>", "<RUSH>", "<SUPPORT>", "<VANISH>",
    "<WARD>",
    "<ANY_CARD>", "<CHARACTER>", "<ACTION>", "<SONG>", "<ITEM>", "<LOCATION>", "<CHARACTER_OR_LOCATION>",
    "<UNTIL_END_OF_TURN>", "<UNTIL_START_OF_TURN>", "<UNTIL_READIED>", "<UNTIL_END_OF_CHALLENGE>",
    "<READY_AT_START>",
    "<PLAY_FREE>", "<NAME>", "<TO_TOP_OF_DECK>", "<TO_BOTTOM_OF_DECK>", "<TO_DISCARD>",
    "<LOOKS_AT>", "<NAMES>", "<MOVES_TO>", "<KNOWN_TO_OPPONENT>",
    "<TOP>", "<ON_GROUP>", "<ABILITY>", "<TEMPORARY>",
    "<MUST_QUEST>", "<NO_CHALLENGE_DAMAGE>", "<NO_DAMAGE>", "<NO_DAMAGE_UNLESS_CHALLENGED>",
    "<NO_DAMAGE_WHILE_CHALLENGING>", "<QUESTS_AT_ONCE>", "<KEEPS_PRINTED_STRENGTH>", "<FIGHTS_WITH_WILLPOWER>",
    "<GIFT>",
    "<UNTIL_END_OF_TURN_OF>", "<IN_NEXT_TURN_OF>", "<UNTIL_SOURCE_LEAVES>", "<UNTIL_LEAVES>",
    "<PAYMENT>",
];

const fn id(word: &str) -> Token {
    id_of(WORDS, word)
}

pub(super) const KEEP: Token = id("KEEP");
pub(super) const ALTER: Token = id("ALTER");
pub(super) const END_TURN: Token = id("END_TURN");
pub(super) const INK: Token = id("INK");
pub(super) const PLAY: Token = id("PLAY");
pub(super) const SING: Token = id("SING");
pub(super) const SHIFT: Token = id("SHIFT");
pub(super) const QUEST: Token = id("QUEST");
pub(super) const CHALLENGE: Token = id("CHALLENGE");
pub(super) const MOVE: Token = id("MOVE");
pub(super) const BOOST: Token = id("BOOST");
pub(super) const ACTIVATE: Token = id("ACTIVATE");
pub(super) const YES: Token = id("YES");
pub(super) const NO: Token = id("NO");
pub(super) const DONE: Token = id("DONE");
pub(super) const CHOOSE: Token = id("CHOOSE");
pub(super) const CHOOSE_PLAYER: Token = id("CHOOSE_PLAYER");
pub(super) const CHOOSE_TRIGGER: Token = id("CHOOSE_TRIGGER");
pub(super) const CHOOSE_NUMBER: Token = id("CHOOSE_NUMBER");
pub(super) const BEGIN: Token = id("BEGIN");
pub(super) const RANDOM: Token = id("RANDOM");
pub(super) const ME: Token = id("ME");
pub(super) const OPPONENT: Token = id("OPPONENT");
pub(super) const P1: Token = id("P1");
pub(super) const P2: Token = id("P2");
pub(super) const CHANCE: Token = id("CHANCE");
pub(super) const NOBODY: Token = id("NOBODY");
pub(super) const HIDDEN: Token = id("HIDDEN");
pub(super) const END: Token = id("END");
pub(super) const UNKNOWN: Token = id("UNKNOWN");
pub(super) const NUMBER_0: Token = id("NUMBER_0");
pub(super) const HUNDREDS: Token = id("HUNDREDS");
pub(super) const MINUS: Token = id("MINUS");
pub(super) const COPY_A: Token = id("COPY_A");
pub(super) const COPY_MORE: Token = id("COPY_MORE");
pub(super) const SETUP: Token = id("SETUP");
pub(super) const TURN: Token = id("TURN");
pub(super) const SECRETLY: Token = id("SECRETLY");
pub(super) const SHUFFLED: Token = id("SHUFFLED");
pub(super) const TURN_BEGINS: Token = id("TURN_BEGINS");
pub(super) const DRAWS: Token = id("DRAWS");
pub(super) const ENTERS: Token = id("ENTERS");
pub(super) const DISCARDED: Token = id("DISCARDED");
pub(super) const TO_INKWELL: Token = id("TO_INKWELL");
pub(super) const PUT_UNDER: Token = id("PUT_UNDER");
pub(super) const LOOKS: Token = id("LOOKS");
pub(super) const REVEALED: Token = id("REVEALED");
pub(super) const TO_HAND: Token = id("TO_HAND");
pub(super) const TO_BOTTOM: Token = id("TO_BOTTOM");
pub(super) const TO_TOP: Token = id("TO_TOP");
pub(super) const LORE: Token = id("LORE");
pub(super) const DAMAGED: Token = id("DAMAGED");
pub(super) const HEALED: Token = id("HEALED");
pub(super) const BANISHED: Token = id("BANISHED");
pub(super) const EXERTS: Token = id("EXERTS");
pub(super) const READIES: Token = id("READIES");
pub(super) const TRIGGERS: Token = id("TRIGGERS");
pub(super) const RESOLVES: Token = id("RESOLVES");
pub(super) const REPLACES: Token = id("REPLACES");
pub(super) const WINS: Token = id("WINS");
pub(super) const KNOWN_TO_ALL: Token = id("KNOWN_TO_ALL");
pub(super) const KNOWN_TO_OWNER: Token = id("KNOWN_TO_OWNER");
pub(super) const KNOWN_TO_NOBODY: Token = id("KNOWN_TO_NOBODY");
pub(super) const NOW: Token = id("NOW");
pub(super) const BEFORE_GAME: Token = id("BEFORE_GAME");
pub(super) const MAIN_STEP: Token = id("MAIN_STEP");
pub(super) const IN_CHALLENGE: Token = id("IN_CHALLENGE");
pub(super) const BETWEEN_STEPS: Token = id("BETWEEN_STEPS");
pub(super) const ASKED: Token = id("ASKED");
pub(super) const GAME_OVER: Token = id("GAME_OVER");
pub(super) const ACTIVE: Token = id("ACTIVE");
pub(super) const TO_ACT: Token = id("TO_ACT");
pub(super) const SIDE: Token = id("SIDE");
pub(super) const HAND: Token = id("HAND");
pub(super) const MY_HAND: Token = id("MY_HAND");
pub(super) const DECK: Token = id("DECK");
pub(super) const INKWELL: Token = id("INKWELL");
pub(super) const READY_INK: Token = id("READY_INK");
pub(super) const INK_DROPS: Token = id("INK_DROPS");
pub(super) const INKINGS_LEFT: Token = id("INKINGS_LEFT");
pub(super) const IN_PLAY: Token = id("IN_PLAY");
pub(super) const DISCARD: Token = id("DISCARD");
pub(super) const LOOKING_AT: Token = id("LOOKING_AT");
pub(super) const LASTING: Token = id("LASTING");
pub(super) const ON_PLAYER: Token = id("ON_PLAYER");
pub(super) const WAITING: Token = id("WAITING");
pub(super) const RESOLVING: Token = id("RESOLVING");
pub(super) const EXERTED: Token = id("EXERTED");
pub(super) const DRYING: Token = id("DRYING");
pub(super) const DAMAGE: Token = id("DAMAGE");
pub(super) const AT: Token = id("AT");
pub(super) const UNDER: Token = id("UNDER");
pub(super) const FACEDOWN: Token = id("FACEDOWN");
pub(super) const STRENGTH: Token = id("STRENGTH");
pub(super) const WILLPOWER: Token = id("WILLPOWER");
pub(super) const CHALLENGER: Token = id("CHALLENGER");
pub(super) const RESIST: Token = id("RESIST");
pub(super) const SINGER: Token = id("SINGER");
pub(super) const BOOST_COST: Token = id("BOOST_COST");
pub(super) const SHIELDED: Token = id("SHIELDED");
pub(super) const CANNOT: Token = id("CANNOT");
pub(super) const READY_AT_START: Token = id("READY_AT_START");
pub(super) const BE_CHALLENGED: Token = id("BE_CHALLENGED");
pub(super) const READY: Token = id("READY");
pub(super) const ADVENTUROUS: Token = id("ADVENTUROUS");
pub(super) const ALERT: Token = id("ALERT");
pub(super) const BODYGUARD: Token = id("BODYGUARD");
pub(super) const EVASIVE: Token = id("EVASIVE");
pub(super) const RECKLESS: Token = id("RECKLESS");
pub(super) const RUSH: Token = id("RUSH");
pub(super) const SUPPORT: Token = id("SUPPORT");
pub(super) const VANISH: Token = id("VANISH");
pub(super) const WARD: Token = id("WARD");
pub(super) const ANY_CARD: Token = id("ANY_CARD");
pub(super) const UNTIL_END_OF_TURN: Token = id("UNTIL_END_OF_TURN");
pub(super) const UNTIL_START_OF_TURN: Token = id("UNTIL_START_OF_TURN");
pub(super) const UNTIL_READIED: Token = id("UNTIL_READIED");
pub(super) const UNTIL_END_OF_CHALLENGE: Token = id("UNTIL_END_OF_CHALLENGE");
pub(super) const PLAY_FREE: Token = id("PLAY_FREE");
pub(super) const NAME: Token = id("NAME");
pub(super) const TO_TOP_OF_DECK: Token = id("TO_TOP_OF_DECK");
pub(super) const TO_BOTTOM_OF_DECK: Token = id("TO_BOTTOM_OF_DECK");
pub(super) const TO_DISCARD: Token = id("TO_DISCARD");
pub(super) const LOOKS_AT: Token = id("LOOKS_AT");
pub(super) const NAMES: Token = id("NAMES");
pub(super) const MOVES_TO: Token = id("MOVES_TO");
pub(super) const KNOWN_TO_OPPONENT: Token = id("KNOWN_TO_OPPONENT");
pub(super) const TOP: Token = id("TOP");
pub(super) const ON_GROUP: Token = id("ON_GROUP");
pub(super) const ABILITY: Token = id("ABILITY");
pub(super) const TEMPORARY: Token = id("TEMPORARY");
pub(super) const PAYMENT: Token = id("PAYMENT");
pub(super) const MUST_QUEST: Token = id("MUST_QUEST");
pub(super) const NO_CHALLENGE_DAMAGE: Token = id("NO_CHALLENGE_DAMAGE");
pub(super) const NO_DAMAGE: Token = id("NO_DAMAGE");
pub(super) const NO_DAMAGE_UNLESS_CHALLENGED: Token = id("NO_DAMAGE_UNLESS_CHALLENGED");
pub(super) const NO_DAMAGE_WHILE_CHALLENGING: Token = id("NO_DAMAGE_WHILE_CHALLENGING");
pub(super) const QUESTS_AT_ONCE: Token = id("QUESTS_AT_ONCE");
pub(super) const KEEPS_PRINTED_STRENGTH: Token = id("KEEPS_PRINTED_STRENGTH");
pub(super) const FIGHTS_WITH_WILLPOWER: Token = id("FIGHTS_WITH_WILLPOWER");
pub(super) const GIFT: Token = id("GIFT");
pub(super) const UNTIL_END_OF_TURN_OF: Token = id("UNTIL_END_OF_TURN_OF");
pub(super) const IN_NEXT_TURN_OF: Token = id("IN_NEXT_TURN_OF");
pub(super) const UNTIL_SOURCE_LEAVES: Token = id("UNTIL_SOURCE_LEAVES");
pub(super) const UNTIL_LEAVES: Token = id("UNTIL_LEAVES");

/// How players are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Perspective {
    /// `<P1>` and `<P2>`.
    Table,
    /// `<ME>` and `<OPPONENT>`.
    Of(Seat),
}

impl Perspective {
    pub(super) fn player(self, player: Seat) -> Token {
        match self {
            _ if !SEATS.contains(&player) => UNKNOWN,
            Self::Table if player == SEATS[0] => P1,
            Self::Table => P2,
            Self::Of(seat) if player == seat => ME,
            Self::Of(_) => OPPONENT,
        }
    }

    pub(super) fn as_player(self, token: Token) -> Option<Seat> {
        SEATS.into_iter().find(|&player| self.player(player) == token)
    }

    /// What a reader expects, for messages.
    pub(super) const fn wanted(self) -> &'static str {
        match self {
            Self::Table => "a player (<P1> or <P2>)",
            Self::Of(_) => "a player (<ME> or <OPPONENT>)",
        }
    }
}

/// The name of a token, or its number if it has none.
#[must_use]
pub fn name(token: Token) -> String {
    VOCABULARY.get(usize::from(token)).map_or_else(|| token.to_string(), |&name| name.to_owned())
}

/// The token of a card. There are too few cards for ids to run out.
pub(super) const fn card_token(card: Card) -> Token {
    FIRST_CARD + card.index() as Token
}

pub(super) fn as_card(token: Token) -> Option<Card> {
    Card::at(usize::from(token.checked_sub(FIRST_CARD)?))
}

pub(super) fn as_number(token: Token) -> Option<u32> {
    token.checked_sub(NUMBER_0).map(u32::from).filter(|&number| number < NUMBERS)
}

/// The place of a letter in the alphabet, from 0.
pub(super) fn as_letter(token: Token) -> Option<u32> {
    token.checked_sub(COPY_A).map(u32::from).filter(|&letter| letter < LETTERS)
}

pub(super) const fn known_to_token(known: KnownTo) -> Token {
    match known {
        KnownTo::Everybody => KNOWN_TO_ALL,
        KnownTo::Owner => KNOWN_TO_OWNER,
        KnownTo::Opponent => KNOWN_TO_OPPONENT,
        KnownTo::Nobody => KNOWN_TO_NOBODY,
    }
}

pub(super) fn as_known_to(token: Token) -> Option<KnownTo> {
    [KnownTo::Everybody, KnownTo::Owner, KnownTo::Opponent, KnownTo::Nobody]
        .into_iter()
        .find(|&known| known_to_token(known) == token)
}

pub(super) const fn game_phase_token(phase: GamePhase) -> Token {
    match phase {
        GamePhase::Setup => BEFORE_GAME,
        GamePhase::Main => MAIN_STEP,
        GamePhase::Challenge => IN_CHALLENGE,
        GamePhase::BetweenSteps => BETWEEN_STEPS,
        GamePhase::AwaitingAnswer => ASKED,
        GamePhase::Over => GAME_OVER,
    }
}

pub(super) const fn keyword_token(keyword: KeywordFlag) -> Token {
    match keyword {
        KeywordFlag::Adventurous => ADVENTUROUS,
        KeywordFlag::Alert => ALERT,
        KeywordFlag::Bodyguard => BODYGUARD,
        KeywordFlag::Evasive => EVASIVE,
        KeywordFlag::Reckless => RECKLESS,
        KeywordFlag::Rush => RUSH,
        KeywordFlag::Support => SUPPORT,
        KeywordFlag::Vanish => VANISH,
        KeywordFlag::Ward => WARD,
    }
}

/// A restriction is written as the verb it forbids, if there is one.
pub(super) const fn restriction_token(restriction: Restriction) -> Token {
    match restriction {
        Restriction::Quest => QUEST,
        Restriction::Challenge => CHALLENGE,
        Restriction::BeChallenged => BE_CHALLENGED,
        Restriction::Ready => READY,
        Restriction::ReadyAtStart => READY_AT_START,
        Restriction::Sing => SING,
        Restriction::Move => MOVE,
    }
}

/// Everything that may be so of a card, in the order in which it is written.
pub(super) const QUALITIES: [Quality; 9] = [
    Quality::Shielded,
    Quality::MustQuest,
    Quality::NoChallengeDamage,
    Quality::NoDamage,
    Quality::NoDamageUnlessChallenged,
    Quality::NoDamageWhileChallenging,
    Quality::QuestsAtOnce,
    Quality::KeepsPrintedStrength,
    Quality::FightsWithWillpower,
];

pub(super) const fn quality_token(quality: Quality) -> Token {
    match quality {
        Quality::MustQuest => MUST_QUEST,
        Quality::NoChallengeDamage => NO_CHALLENGE_DAMAGE,
        Quality::NoDamage => NO_DAMAGE,
        Quality::NoDamageUnlessChallenged => NO_DAMAGE_UNLESS_CHALLENGED,
        Quality::NoDamageWhileChallenging => NO_DAMAGE_WHILE_CHALLENGING,
        Quality::QuestsAtOnce => QUESTS_AT_ONCE,
        Quality::KeepsPrintedStrength => KEEPS_PRINTED_STRENGTH,
        Quality::FightsWithWillpower => FIGHTS_WITH_WILLPOWER,
        Quality::Shielded => SHIELDED,
    }
}
