//! Every rule that can refuse an action: a stable id and what the rule says.

use gaslamp_core::Rule;

macro_rules! rules {
    ($($name:ident = $id:literal: $says:literal;)*) => {
        $(pub(crate) static $name: Rule = Rule { id: concat!("lorcana/", $id), says: $says };)*

        /// Every rule that can refuse an action.
        pub static REFUSALS: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    OVER = "over": "the game is over";
    NOT_NOW = "not-now": "this cannot be done at this point of the game";
    ANSWER_FIRST = "answer-first": "the pending question must be answered first (6, 7.7)";
    NO_SUCH_CARD = "no-such-card": "no such card is in this game";
    NOT_IN_HAND = "not-in-hand": "only a card in your own hand can be used like this";
    NOT_IN_PLAY = "not-in-play": "only your own card in play can do this";
    NOT_OFFERED = "not-offered": "this is not one of the possible answers";
    SHUFFLE_ORDER = "shuffle/order": "an order must have exactly the cards of the deck";
    INK_ONCE = "ink/once": "only one card a turn may be put into the inkwell (4.2)";
    INK_SYMBOL = "ink/symbol": "only a card with the inkwell symbol may be put into the inkwell (4.2)";
    PLAY_INK = "play/ink": "there is not enough ready ink to pay the cost (4.3)";
    PLAY_ONLY_IF = "play/only-if": "this card says when it can be played, and that does not hold now";
    PLAY_RESTRICTED = "play/restricted": "its player cannot play such a card now";
    PLAY_FREE = "play/free": "this card names no other cost that can be paid now (4.3.3)";
    SING_SONG = "sing/song": "only a song can be sung (4.3)";
    SING_READY = "sing/ready": "only a ready character can sing (4.3)";
    SING_DRY = "sing/dry": "a drying character cannot exert for a cost (5.1.1.11)";
    SING_COST = "sing/cost": "a singer must cost at least as much as the song (4.3)";
    SING_TOGETHER = "sing/together": "the characters that can sing together do not cost enough (8, Sing Together)";
    SING_RESTRICTED = "sing/restricted": "this character cannot sing";
    SHIFT_KEYWORD = "shift/keyword": "this card has no Shift (8)";
    SHIFT_ONTO = "shift/onto": "this card cannot be shifted onto that one (8, Shift)";
    SHIFT_COST = "shift/cost": "the Shift cost cannot be paid (8, Shift)";
    CHARACTER_ONLY = "character-only": "only a character can do this";
    QUEST_READY = "quest/ready": "an exerted character cannot quest (4.5)";
    QUEST_DRY = "quest/dry": "a drying character cannot quest (4.5)";
    QUEST_RESTRICTED = "quest/restricted": "this character cannot quest (4.5; 8, Reckless)";
    CHALLENGE_READY = "challenge/ready": "an exerted character cannot challenge (4.6)";
    CHALLENGE_DRY = "challenge/dry": "a drying character without Rush cannot challenge (4.6)";
    CHALLENGE_RESTRICTED = "challenge/restricted": "this character cannot challenge (4.6)";
    CHALLENGE_TARGET = "challenge/target": "only exerted opposing characters and opposing locations can be challenged (4.6)";
    CHALLENGE_PROTECTED = "challenge/protected": "this cannot be challenged (4.6)";
    CHALLENGE_EVASIVE = "challenge/evasive": "only Evasive or Alert characters can challenge an Evasive one (8)";
    CHALLENGE_BODYGUARD = "challenge/bodyguard": "a character with Bodyguard must be challenged first (8)";
    MOVE_LOCATION = "move/location": "a character can only move to one of its own player's locations (4.7)";
    MOVE_THERE = "move/there": "the character is already there (4.7)";
    MOVE_INK = "move/ink": "there is not enough ready ink to pay the move cost (4.7)";
    MOVE_RESTRICTED = "move/restricted": "this character cannot move";
    BOOST_KEYWORD = "boost/keyword": "this card has no Boost (8)";
    BOOST_ONCE = "boost/once": "Boost can be used only once a turn (8)";
    BOOST_INK = "boost/ink": "there is not enough ready ink to pay for Boost (8)";
    BOOST_DECK = "boost/deck": "there is no card in the deck to put under it (8, Boost)";
    ABILITY_NONE = "ability/none": "this card has no such activated ability";
    ABILITY_WHEN = "ability/when": "this ability cannot be used now: its condition does not hold";
    ABILITY_ONCE = "ability/once": "this ability can be used only once a turn";
    ABILITY_COST = "ability/cost": "the cost of this ability cannot be paid";
    END_RECKLESS = "end/reckless": "the turn cannot end while a ready Reckless character could challenge (8)";
    END_ADVENTUROUS = "end/adventurous": "the turn cannot end while an Adventurous character could quest (8)";
}
