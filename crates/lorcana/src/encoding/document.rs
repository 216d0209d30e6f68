//! The page about the tokens, generated from the tables.

use gaslamp_core::Token;

use super::vocabulary::*;
use super::{VERSION, name};
use crate::cards::Card;

/// The grammar of sequences: rules and their alternatives. A word in brackets is a token, `x*` is any number of
/// `x`, and any other name is a rule or one of the classes `digit`, `positive`, `letter` and `card`. The tests check
/// what is written against these rules, and generate what is read from them.
#[rustfmt::skip]
pub const GRAMMAR: &[(&str, &[&str])] = &[
    ("action", &[
        "<KEEP>", "<ALTER> piece", "<END_TURN>", "<INK> piece", "<PLAY> piece", "<PLAY_FREE> piece onto",
        "<SING> piece piece", "<SHIFT> piece piece", "<QUEST> piece", "<CHALLENGE> piece piece", "<MOVE> piece piece",
        "<BOOST> piece", "<ACTIVATE> piece card number", "<YES>", "<NO>", "<DONE>", "<CHOOSE> piece",
        "<CHOOSE_PLAYER> player", "<CHOOSE_TRIGGER> number", "<CHOOSE_NUMBER> number", "<NAME> card",
        "<TO_TOP_OF_DECK>", "<TO_BOTTOM_OF_DECK>", "<TO_DISCARD>", "<BEGIN> player", "<RANDOM> piece",
    ]),
    ("onto", &["piece", "<NOBODY>"]),
    ("player", &["<ME>", "<OPPONENT>"]),
    ("piece", &["player card copy"]),
    ("copy", &["letter", "<COPY_MORE> copy letter"]),
    ("number", &["digit", "<HUNDREDS> number-from-1 digit"]),
    ("number-from-1", &["positive", "<HUNDREDS> number-from-1 digit"]),
    ("integer", &["number", "<MINUS> number-from-1"]),
    ("seen", &["item*"]),
    ("item", &["<SETUP>", "<TURN> number", "actor action", "actor <SECRETLY> action", "event"]),
    ("actor", &["player", "<CHANCE>"]),
    ("event", &[
        "<SHUFFLED> player", "<TURN_BEGINS> player", "<DRAWS> player what", "<ENTERS> piece", "<DISCARDED> piece",
        "<TO_INKWELL> player what known", "<PUT_UNDER> piece", "<LOOKS> player number piece* <END>",
        "<LOOKS_AT> player player number piece* <END>", "<REVEALED> piece", "<NAMES> player card",
        "<TO_HAND> player what known", "<TO_BOTTOM> player what known", "<TO_TOP> player what known",
        "<MOVES_TO> piece piece", "<INK_DROPS> player integer", "<LORE> player integer", "<DAMAGED> piece piece number",
        "<HEALED> piece number", "<BANISHED> piece onto", "<EXERTS> piece", "<READIES> piece", "<TRIGGERS> piece",
        "<RESOLVES> piece", "<REPLACES> piece", "<WINS> player",
    ]),
    ("what", &["piece", "<HIDDEN>"]),
    ("known", &["<KNOWN_TO_ALL>", "<KNOWN_TO_OWNER>", "<KNOWN_TO_OPPONENT>", "<KNOWN_TO_NOBODY>"]),
    ("now", &[
        "<NOW> game-phase <TURN> number <ACTIVE> player <TO_ACT> next <MY_HAND> piece* <END> <LOOKING_AT> piece* <END> \
         side side lasting* waiting* resolving*",
    ]),
    ("game-phase", &[
        "<BEFORE_GAME>", "<MAIN_STEP>", "<IN_CHALLENGE>", "<BETWEEN_STEPS>", "<ASKED>", "<GAME_OVER>",
    ]),
    ("next", &["actor", "<NOBODY>"]),
    ("side", &[
        "<SIDE> player <LORE> number <HAND> number <DECK> number top* <INKWELL> number <READY_INK> number \
         <INK_DROPS> number <INKINGS_LEFT> number <IN_PLAY> in-play* <END> <DISCARD> piece* <END>",
    ]),
    ("top", &["<TOP> piece"]),
    ("in-play", &["piece status*"]),
    ("status", &[
        "<EXERTED>", "<DRYING>", "<DAMAGE> number", "<AT> piece", "<UNDER> piece", "<FACEDOWN> number",
        "<BOOST_COST> number", "quality", "trait",
    ]),
    ("quality", &[
        "<MUST_QUEST>", "<NO_CHALLENGE_DAMAGE>", "<NO_DAMAGE>", "<NO_DAMAGE_UNLESS_CHALLENGED>",
        "<NO_DAMAGE_WHILE_CHALLENGING>", "<QUESTS_AT_ONCE>", "<KEEPS_PRINTED_STRENGTH>", "<FIGHTS_WITH_WILLPOWER>",
    ]),
    ("trait", &[
        "<STRENGTH> integer", "<WILLPOWER> integer", "<LORE> integer", "<CHALLENGER> integer", "<RESIST> integer",
        "<SINGER> integer", "<SHIELDED>", "<CANNOT> restriction", "keyword",
    ]),
    ("keyword", &[
        "<ADVENTUROUS>", "<ALERT>", "<BODYGUARD>", "<EVASIVE>", "<RECKLESS>", "<RUSH>", "<SUPPORT>", "<VANISH>",
        "<WARD>",
    ]),
    ("restriction", &["<QUEST>", "<CHALLENGE>", "<BE_CHALLENGED>", "<READY>", "<READY_AT_START>", "<SING>", "<MOVE>"]),
    ("lasting", &["<LASTING> piece on modifier until"]),
    ("on", &["piece", "<ON_PLAYER> player", "<ON_GROUP>"]),
    ("modifier", &["trait", "<GIFT> card number"]),
    ("until", &[
        "<UNTIL_END_OF_TURN>", "<UNTIL_START_OF_TURN> player", "<UNTIL_READIED> player",
        "<UNTIL_END_OF_CHALLENGE>", "<UNTIL_END_OF_TURN_OF> player", "<IN_NEXT_TURN_OF> player",
        "<UNTIL_SOURCE_LEAVES>", "<UNTIL_LEAVES>",
    ]),
    ("waiting", &["<WAITING> number player piece ability"]),
    ("resolving", &["<RESOLVING> player piece ability number"]),
    ("ability", &["<ABILITY> card number", "<SUPPORT>", "<VANISH>", "<TEMPORARY>", "<PAYMENT>"]),
];

/// The sections of the vocabulary: the first id of each and what it holds.
const PARTS: &[(Token, &str)] = &[
    (KEEP, "actions of players"),
    (BEGIN, "actions of chance"),
    (ME, "players, and words of their own"),
    (NUMBER_0, "numbers"),
    (COPY_A, "letters of copies"),
    (SETUP, "phases"),
    (SECRETLY, "events"),
    (NOW, "the current state"),
    (EXERTED, "the status of a card"),
    (ADVENTUROUS, "keywords"),
    (ANY_CARD, "types of cards, no longer used"),
    (UNTIL_END_OF_TURN, "when effects end"),
    (PLAY_FREE, "more actions of players"),
    (LOOKS_AT, "more events"),
    (TOP, "more of the current state"),
    (MUST_QUEST, "more about the status of a card"),
    (GIFT, "more about effects"),
];

/// Long runs of tokens that the page does not list one by one.
const ROWS: [(Token, u32); 2] = [(NUMBER_0, NUMBERS), (COPY_A, LETTERS)];

/// The page `docs/lorcana-tokens.md`.
#[must_use]
pub fn documentation() -> String {
    [introduction(), grammar(), OBSERVATION.to_owned(), MASKS.to_owned(), vocabulary(), cards()].concat()
}

fn introduction() -> String {
    format!(
        "# Lorcana as tokens\n\n\
         <!-- Made by `GASLAMP_BLESS=1 cargo test -p gaslamp-lorcana --test tokens`; do not edit. -->\n\n\
         Encoding version {VERSION}, which increases whenever an id changes its meaning. There are {} ids: {} words, \
         {} spare ids, and\na token for each of the {} cards. They are listed at the end.\n",
        VOCABULARY.len(),
        WORDS.len(),
        usize::from(FIRST_CARD) - WORDS.len(),
        Card::COUNT,
    )
}

fn grammar() -> String {
    let rows = GRAMMAR.iter().flat_map(|(rule, alternatives)| {
        let heads = std::iter::once(*rule).chain(std::iter::repeat(""));
        heads.zip(*alternatives).map(|(rule, alternative)| format!("| {rule} | {} |\n", shown(alternative)))
    });
    let rows: String = rows.collect();
    format!("{GRAMMAR_INTRODUCTION}| rule | is written |\n|---|---|\n{rows}{GRAMMAR_NOTES}")
}

/// An alternative as the page shows it: tokens as code, rules in italics.
fn shown(alternative: &str) -> String {
    let word = |word: &str| match (word.strip_prefix('<'), word.strip_suffix('*')) {
        (Some(_), _) => format!("`{word}`"),
        (None, Some(rule)) => format!("*{rule}* …"),
        (None, None) => format!("*{word}*"),
    };
    alternative.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn vocabulary() -> String {
    let mut text = "\n## Vocabulary\n".to_owned();
    for (at, (first, title)) in PARTS.iter().enumerate() {
        let end = PARTS.get(at + 1).map_or(WORDS.len() as Token, |(next, _)| *next);
        text += &format!("\n### {first} to {}: {title}\n\n| id | name |\n|---:|---|\n", end - 1);
        let mut token = *first;
        while token < end {
            let row = ROWS.iter().find(|(start, _)| *start == token);
            let last = row.map_or(token, |(start, length)| start + *length as Token - 1);
            if last > token {
                text += &format!("| {token} to {last} | `{}` to `{}` |\n", name(token), name(last));
            } else {
                text += &format!("| {token} | `{}` |\n", name(token));
            }
            token = last + 1;
        }
    }
    text
}

fn cards() -> String {
    let last = VOCABULARY.len() - 1;
    let example = |key: &str| {
        let id = Card::from_key(key).map_or(FIRST_CARD, card_token);
        format!("| {id} | `{}` |\n", name(id))
    };
    let rows: String =
        ["dragon_fire", "tinker_bell_giant_fairy", "tipo_growing_son"].into_iter().map(example).collect();
    format!(
        "\n### {} to {}: spare\n\n\
         All are named `{SPARE}`. New words will take these ids in order.\n\n\
         ### {FIRST_CARD} to {last}: cards\n\n\
         A card is named by its key, without brackets, from `{}` to `{}`. Cards are in the order of their ids,\n\
         so that new sets come after the old ones. Some of them:\n\n\
         | id | name |\n|---:|---|\n{rows}",
        WORDS.len(),
        FIRST_CARD - 1,
        VOCABULARY[usize::from(FIRST_CARD)],
        VOCABULARY[last],
    )
}

const GRAMMAR_INTRODUCTION: &str = "
## Grammar

Tokens are shown as code, rules in italics, and *x* … is any number of *x*, including none. The classes are *card*,
*letter* (`<COPY_A>` to `<COPY_Z>`), *digit* (`<NUMBER_0>` to `<NUMBER_99>`) and *positive* (all of these except
`<NUMBER_0>`). The grammar is unambiguous: the next token always decides.

";

const GRAMMAR_NOTES: &str = "
- A *player* is relative to the seat that speaks, since both players do the same things and a learner should have to
  learn them only once. An action that is encoded without a seat has `<P1>` and `<P2>` instead: `encode`, `decode` and
  `next_token_mask` use these; `encode_for`, `decode_for`, `next_token_mask_for` and observations speak for a seat.
  Readers accept only one or the other.
- A *piece* is the player who brought the card, the card, and the letters of the copy as in files:
  `p1.tipo_growing_son.ab` is `<P1> tipo_growing_son <COPY_MORE> <COPY_A> <COPY_B>`. There is one `<COPY_MORE>` for each
  letter but one.
- A *number* of 100 or more has its digits in base 100, and one `<HUNDREDS>` for each digit but one: 65535 is
  `<HUNDREDS> <HUNDREDS> <NUMBER_6> <NUMBER_55> <NUMBER_35>`.
- `<SING>` has the song first, `<SHIFT>` the card that is played, `<CHALLENGE>` the challenger, `<MOVE>` the character.
  `<PLAY_FREE>` is playing a card without ink, at the other cost that it names, if any; *onto* is `<NOBODY>` unless that
  is a Shift.
- `<ACTIVATE>` has the card that is used, the card on which the ability is printed, and its number there, from 0.
  `<ABILITY>` has the same card and number. First come the printed abilities in their order, then those that they give
  or leave behind. `<TEMPORARY>` is the end of a Temporary Shift, `<PAYMENT>` how a card is paid for, and `<SUPPORT>` and `<VANISH>` are these keywords.
- `<NAME>` and `<NAMES>` mean any card with the name of this one. `<TO_TOP_OF_DECK>`, `<TO_BOTTOM_OF_DECK>` and
  `<TO_DISCARD>` answer where a card goes.
- The number of `<CHOOSE_TRIGGER>` is that of `<WAITING>` in the current state.
- The order of a deck is up to chance, too long to write and has no tokens; players read `<SHUFFLED>`.
- `<SECRETLY>` precedes an action that the other player does not see.
- `<HIDDEN>` is a card that this player does not know; *known* says who knows it. Nobody sees the card that goes under
  another with `<PUT_UNDER>`. `<LOOKS_AT>` has who looks at hidden cards that are not on top of a deck, then whose cards
  these are. The cards of `<LOOKS>` and `<LOOKS_AT>` are there for the player who looks.
- `<GIFT>` is what an effect of this card leaves behind, by its number there, from 0: on a card, on a player or, with
  `<ON_GROUP>`, on all cards in play that are as it says, also those that come later. An effect with `<IN_NEXT_TURN_OF>`
  begins and ends with that turn; `<UNTIL_SOURCE_LEAVES>` lasts as long as the card that made it is in play,
  `<UNTIL_LEAVES>` as long as the card that it is on.
- `<CHALLENGES_READY>`, `<GRANTS>`, `<CHEAPER>`, `<NEXT_CHEAPER>`, `<MORE_INK>` and the types of cards were words of
  version 1. They keep their ids, but are never written, and no reader accepts them.
- `<UNKNOWN>` stands for anything without a word, such as a third player; no game needs it, and no reader accepts it.
";

const OBSERVATION: &str = "
## Observation of a seat

`tokens` is everything a seat has seen, in order (*seen*). It only ever grows: what a seat has read never changes.
`public_tokens` is what both players have seen, so a card that one of them drew is `<HIDDEN>` there; `private_tokens` has
the events that only this seat has seen, or seen more of. In each of the three, a phase precedes the first event that
belongs to it.

`now` is the current state (*now*): the seat's own hand, the other hidden cards that it sees while somebody looks at them
or has revealed them, its own side and then the other one, lasting effects, the bag in its order, and what is being
resolved, the current ability last, each with the number of its next operation. For a card in play, numbers that are 0
and properties it does not have are left out: without `<STRENGTH>`, its strength is 0. `<UNDER>` cards are face up, lowest
first. Of the other hand, decks and inkwells there are only counts, but for the `<TOP>` card of a deck that is played with
that card faceup; a side has at most one.

`legal` has everything that the seat may do, each action as tokens, if it has to act.
";

const MASKS: &str = "
## Masks

`next_token_mask(prefix)` marks every id with which a listed action that begins with `prefix` can continue. After a
complete action nothing is marked; a prefix that no listed action has is an error at its first wrong token. No action is
the beginning of another, so an action is complete when nothing is marked. `next_token_mask_for` does the same for a
view, from the perspective of its seat.

## Errors

| id | what is wrong |
|---|---|
| `lorcana/tokens/unknown` | no token has this id or name |
| `lorcana/tokens/unexpected` | something else is expected here |
| `lorcana/tokens/unfinished` | something is missing at the end |
| `lorcana/tokens/trailing` | the action is complete before this token |
| `lorcana/tokens/too-large` | the number or copy is larger than any that can occur |
| `lorcana/tokens/secret` | this seat does not see that much of the event |
| `lorcana/tokens/not-legal` | no legal action continues with this token |
| `lorcana/tokens/nobody-to-act` | nobody has to act, or another player does |
| `lorcana/tokens/open` | chance has to act, and its choices are not listed |
";
