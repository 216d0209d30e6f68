//! The page about the token language, generated from its tables.

use super::mask::OPEN;
use super::read::DEEPEST;
use super::vocabulary::*;
use super::{VERSION, name};
use crate::rules::SEATS;

/// The grammar: rules and their alternatives. A word in brackets is a token, `x*` is any number of `x`, and
/// any other name is a rule or one of the classes `seat`, `digit`, `positive`, `side`, `team`, `character`
/// and `reminder`. The tests generate sequences from these rules and read them, and vice versa.
#[rustfmt::skip]
pub const GRAMMAR: &[(&str, &[&str])] = &[
    ("sequence", &["item*"]),
    ("item", &["phase", "phrase", "seat phrase"]),
    ("phase", &["<SETUP>", "<NIGHT> digit", "<DAY> digit", "<EVENING> digit"]),
    ("phrase", &[
        "action", "<CLAIM> claim", "<ASK> formula", "<DEAL> draw* <END>", "<TOLD> character statement",
        "<TOLD> <THINGS> formula formula", "<SHOWN> place* <END>", "<YOU_ARE> character side",
        "<MINION_INFO> set set", "<DEMON_INFO> set bluffs", "<KNOWS> seat character", "<KNOWS_CHOSEN> set", "<KNOWS_IN_PLAY> character", "<MAD> character", "<CHOOSES_FOR> character", "<GAINS> character", "<GIVES> character",
        "<DAWN> set set", "<DIED>", "<EXECUTED>", "<COUNTED> seat number seat", "<COUNTED> seat number <NOBODY>",
        "<WON> side", "<REVIVED>", "<BECAME> character", "<TURNED> side", "<MISFIRED>", "<PLACED> mark", "<REMOVED> mark",
    ]),
    ("action", &[
        "<PASS>", "<CHOOSE> seat", "<CHOOSE_TWO> seat seat", "<ATTACK_TWO> seat seat", "<ATTACK_THREE> seat seat seat",
        "<CHOOSE_CHARACTER> character", "<NAME> seat character", "<SHOOT> seat", "<SUSPECT> seat", "<UNMASK> seat", "<NOMINATE> seat", "<VOTE> seat",
        "<ABSTAIN>", "<VISIT>", "<TELL> seat statement", "<PICK> seat", "<PICK_NOBODY>", "<RULE> answer",
        "<SHOW> character",
    ]),
    ("content", &["<CLAIM> claim", "<ASK> formula", "<THINGS> formula formula", "<DEAL> draw* <END>"]),
    ("claim", &[
        "<I_AM> character", "<REPORT> number character list told", "<GUESSES> guess* <END>",
        "<ACCUSATION> accused* <END>", "<STATEMENT> formula",
    ]),
    ("accused", &["seat team"]),
    ("told", &["statement", "<UNTOLD>"]),
    ("guess", &["seat character"]),
    ("statement", &[
        "<PAIR> seat seat character", "<NOBODY>", "number", "answer", "character",
        "<ONE_OF> character character", "<PLAYERS> set", "<PLAYER_IS> seat character", "<ALL_CHARACTERS> bluffs",
        "side", "<CLOCKWISE>", "<ANTICLOCKWISE>", "<GRIMOIRE>", "<NOTHING>", "<EVIL_TEAM> set bluffs",
    ]),
    ("formula", &[
        "<NOT> formula", "<AND> formula formula", "<OR> formula formula", "<XOR> formula formula",
        "<IFF> formula formula", "<IS_EVIL> seat", "<IS_CHARACTER> seat character", "<IS_TEAM> seat team",
        "<IN_PLAY> character", "<EXACTLY> number formula* <END>", "<EVIL_PAIRS> number",
        "<DEMON_TO_MINION> number", "<RED_HERRING_OF> seat seat", "<BETWEEN> character team",
        "<TOWNSFOLK_ROW> number", "<TOWNSFOLK_ROW_OR_LONGER> number", "<TEAMS_AMONG> number list",
        "<NEXT_TO> character character", "<IS_IMPAIRED> seat", "<IS_MAD> seat",
        "<TOKEN_AT> character reminder placer seat", "<TARGET> seat seat", "<TARGETS> seat list",
    ]),
    ("placer", &["seat", "<NOBODY>"]),
    ("place", &["seat character life vote token*"]),
    ("life", &["<ALIVE>", "<DEAD>"]),
    ("vote", &["<HAS_VOTE>", "<NO_VOTE>"]),
    ("token", &["character reminder"]),
    ("mark", &["character reminder seat seat character"]),
    ("draw", &["character character"]),
    ("list", &["seat* <END>"]),
    ("set", &["seat* <END>"]),
    ("bluffs", &["character* <END>"]),
    ("answer", &["<YES>", "<NO>"]),
    ("number", &["digit", "<PLUS_20> more"]),
    ("more", &["positive", "<PLUS_20> more"]),
];

/// The first token of each part of the table, and the part's title.
const PARTS: [(u16, &str); 12] = [
    (PASS, "actions of seats"),
    (DEAL, "actions of the Storyteller"),
    (SETUP, "phases"),
    (YOU_ARE, "events and information"),
    (END, "inside phrases"),
    (I_AM, "kinds of claims"),
    (TOWNSFOLK, "teams"),
    (NOT, "formulas"),
    (SEAT_0, "seats, clockwise"),
    (NUMBER_0, "numbers"),
    (REMINDER_IS_THE, "reminder tokens, each after its owner"),
    (FIRST_CHARACTER, "characters, by team and id"),
];

/// The page `docs/botc-tokens.md`.
#[must_use]
pub fn documentation() -> String {
    [introduction(), grammar(), OBSERVATION.to_owned(), masks(), vocabulary()].concat()
}

fn introduction() -> String {
    let words = VOCABULARY.len();
    format!(
        "# Blood on the Clocktower as tokens\n\n\
         <!-- Made by `GASLAMP_BLESS=1 cargo test -p gaslamp-botc --test tokens`; do not edit. -->\n\n\
         Encoding version {VERSION}. It changes whenever an id changes its meaning. There are {words} tokens, listed at the end.\n"
    )
}

fn grammar() -> String {
    let rows = GRAMMAR.iter().flat_map(|(rule, alternatives)| {
        let heads = std::iter::once(*rule).chain(std::iter::repeat(""));
        heads.zip(*alternatives).map(|(rule, alternative)| format!("| {rule} | {} |\n", shown(alternative)))
    });
    let rows: String = rows.collect();
    format!(
        "{GRAMMAR_INTRODUCTION}| rule | is written |\n|---|---|\n{rows}{notes}",
        notes = GRAMMAR_NOTES.replace("DEEPEST", &DEEPEST.to_string())
    )
}

/// An alternative as the page writes it: tokens as code, rules in italics.
fn shown(alternative: &str) -> String {
    let word = |word: &str| match (word.strip_prefix('<'), word.strip_suffix('*')) {
        (Some(_), _) => format!("`{word}`"),
        (None, Some(rule)) => format!("*{rule}* …"),
        (None, None) => format!("*{word}*"),
    };
    alternative.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn masks() -> String {
    let open = OPEN.map(|(_, name)| format!("`{name}`")).join(", ");
    let last = VERBS - 1;
    format!(
        "\n## Masks\n\n\
         `next_token_mask(prefix)` has a cell for each token. It is set if some legal action on the list begins with `prefix`\n\
         followed by that token. After a whole action nothing is set; a prefix that no listed action has is an error at its\n\
         first wrong token. Open choices are not included; `joint_mask` says whether they are available.\n\n\
         `joint_mask` says what the seat to act may do, as arrays of 0 and 1 (`to_json` writes them under these names).\n\
         Verbs are the ids 0 to {last}; seats are numbered from 0, and so are characters, in the order of their ids. An array\n\
         has the same size for any number of players; cells of seats that do not exist are never set.\n\n\
         | array | size | set if |\n|---|---|---|\n\
         | `verbs` | {VERBS} | any action with this verb is legal, including open choices |\n\
         | `seats` | {VERBS} × {SEATS} | an action with this verb that names this seat is legal |\n\
         | `pairs` | {SEATS} × {SEATS} | `CHOOSE_TWO` of these two is legal, the lower seat first |\n\
         | `triples` | a list | each legal `ATTACK_THREE`, as three seats in the order of the attacks |\n\
         | `characters` | {VERBS} × {CHARACTERS} | an action with this verb that names this character is legal |\n\
         | `names` | {SEATS} × {CHARACTERS} | `NAME` of this seat and this character is legal |\n\
         | `open` | {count} | this open choice is available: {open} |\n",
        count = OPEN.len(),
    )
}

fn vocabulary() -> String {
    let mut text = "\n## Vocabulary\n".to_owned();
    for (at, (first, title)) in PARTS.iter().enumerate() {
        let end = PARTS.get(at + 1).map_or(VOCABULARY.len() as u16, |(next, _)| *next);
        text += &format!("\n### {first} to {}: {title}\n\n| id | name |\n|---:|---|\n", end - 1);
        text.extend((*first..end).map(|token| format!("| {token} | `{}` |\n", name(token))));
    }
    text
}

const GRAMMAR_INTRODUCTION: &str = "
## Grammar

Tokens are shown as code, rules in italics, and *x* … is any number of *x*, including none. The classes are *seat*,
*character*, *reminder*, *team*, *side* (`<GOOD>` or `<EVIL>`), *digit* (`<NUMBER_0>` to `<NUMBER_20>`) and *positive*
(the same without `<NUMBER_0>`). The grammar is unambiguous with one token of lookahead.

";

/// `DEEPEST` stands for that number.
const GRAMMAR_NOTES: &str = "
- An *item* begins with the seat that acts or is told something, if there is one. What happens to a player, such as
  `<DIED>` or `<EXECUTED>`, follows that player's seat.
- An *action* has no contents. An action with contents, encoded on its own, is just `<CLAIM>`, `<ASK>`, `<DEAL>` or
  `<TELL>` *seat* `<THINGS>`; `decode` refuses these with `tokens/content`. A *content* is what such an action holds,
  written out, as a learner writes a claim and as the table hears it.
- The seats of a *set* are in ascending order, those of a *list* in the order in which they were said. There are at most
  three *bluffs*, ordered by id. A grimoire has a *place* for every seat, starting at 0.
- A *number* above 20 is `<PLUS_20>` and the rest: 41 is `<PLUS_20> <PLUS_20> <NUMBER_1>`. Only phase numbers stop at 20.
- A *formula* is in prefix notation. It may be nested up to DEEPEST levels deep.
- `<REMINDER_IS_THE>` is named after its owner: `<DRUNK> <REMINDER_IS_THE>` is the token `is_the_drunk`.
- In a *mark*, the first seat is where the token is, the second is the player whose ability placed it.
- `<UNKNOWN>` stands for anything without a token, such as a seat beyond the twentieth; nothing in a game needs it, and
  no reader accepts it.
- Phrases from `<REVIVED>` on are known only to the Storyteller and reach no seat; so are `<DEAL>`, `<TELL>`, `<PICK>`,
  `<PICK_NOBODY>`, `<RULE>` and `<SHOW>`.
";

const OBSERVATION: &str = "
## Observation of a seat

`tokens` is everything a seat has seen, in order, with a token for each phase up to the present one, even if the seat saw
nothing in it. It only ever grows: what a seat has read never changes. A game begins with `<SETUP>`, the seat and
`<YOU_ARE>`; whatever a seat is told is preceded by its own seat, so that it always knows where it sits. Which player of a
*pair* is meant is the Storyteller's secret: players see the lower seat first.

`public_tokens` is what the whole table has seen, and is the same for every seat; `private_tokens` is the rest. Both
include the phases. `legal_mask` is the joint mask, present only for the seat to act.
";
