//! The page about the token language, made from its tables.

use super::mask::OPEN;
use super::read::DEEPEST;
use super::vocabulary::*;
use super::{VERSION, name};
use crate::rules::SEATS;

/// How sequences are written: rules and their alternatives. A word in brackets is a token, `x*` is any number of
/// `x`, and any other name is a rule or one of the classes `seat`, `digit`, `positive`, `side`, `team`, `character`
/// and `reminder`. The tests write sequences by these rules and read them, and the other way round.
#[rustfmt::skip]
pub const GRAMMAR: &[(&str, &[&str])] = &[
    ("sequence", &["item*"]),
    ("item", &["phase", "phrase", "seat phrase"]),
    ("phase", &["<SETUP>", "<NIGHT> digit", "<DAY> digit", "<EVENING> digit"]),
    ("phrase", &[
        "action", "<CLAIM> claim", "<ASK> formula", "<DEAL> draw* <END>", "<TOLD> character statement",
        "<TOLD> <THINGS> formula formula", "<SHOWN> place* <END>", "<YOU_ARE> character side",
        "<MINION_INFO> set set", "<DEMON_INFO> set bluffs", "<KNOWS> seat character", "<KNOWS_CHOSEN> set", "<CHOOSES_FOR> character",
        "<DAWN> set set", "<DIED>", "<EXECUTED>", "<COUNTED> seat number seat", "<COUNTED> seat number <NOBODY>",
        "<WON> side", "<REVIVED>", "<BECAME> character", "<TURNED> side", "<MISFIRED>", "<PLACED> mark", "<REMOVED> mark",
    ]),
    ("action", &[
        "<PASS>", "<CHOOSE> seat", "<CHOOSE_TWO> seat seat", "<CHOOSE_THREE> seat seat seat",
        "<CHOOSE_CHARACTER> character", "<TURN> seat character", "<SHOOT> seat", "<NOMINATE> seat", "<VOTE> seat",
        "<ABSTAIN>", "<VISIT>", "<TELL> seat statement", "<PICK> seat", "<PICK_NOBODY>", "<RULE> answer",
        "<SHOW> character",
    ]),
    ("content", &["<CLAIM> claim", "<ASK> formula", "<THINGS> formula formula", "<DEAL> draw* <END>"]),
    ("claim", &[
        "<I_AM> character", "<REPORT> number character list told", "<GUESSES> guess* <END>",
        "<STATEMENT> formula",
    ]),
    ("told", &["statement", "<UNTOLD>"]),
    ("guess", &["seat character"]),
    ("statement", &[
        "<PAIR> seat seat character", "<NOBODY>", "number", "answer", "character",
        "<ONE_OF> character character", "<GRIMOIRE>", "<NOTHING>", "<EVIL_TEAM> set bluffs",
    ]),
    ("formula", &[
        "<NOT> formula", "<AND> formula formula", "<OR> formula formula", "<XOR> formula formula",
        "<IFF> formula formula", "<IS_EVIL> seat", "<IS_CHARACTER> seat character", "<IS_TEAM> seat team",
        "<IN_PLAY> character", "<EXACTLY> number formula* <END>", "<EVIL_PAIRS> number",
        "<DEMON_TO_MINION> number", "<RED_HERRING_OF> seat seat", "<BETWEEN> character team",
        "<TOWNSFOLK_ROW> number", "<TOWNSFOLK_ROW_OR_LONGER> number", "<TEAMS_AMONG> number list",
        "<NEXT_TO> character character",
    ]),
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

/// The first word of each part of the table, and what the part holds.
const PARTS: [(u16, &str); 12] = [
    (PASS, "what seats do"),
    (DEAL, "what the Storyteller does"),
    (SETUP, "phases"),
    (YOU_ARE, "what happens and is told"),
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
         Encoding version {VERSION}. It moves whenever an id changes its meaning. There are {words} words, listed at the end.\n"
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
         `next_token_mask(prefix)` has a place for each word: those with which a listed action that begins with `prefix`\n\
         can go on and still be legal. After a whole action nothing is set; a prefix that no listed action has is an error\n\
         at its first wrong word. Open choices are not in it: whether they are open says `joint_mask`.\n\n\
         `joint_mask` says what the seat to act may do, as tables of 0 and 1 (`to_json` writes them under these names).\n\
         Verbs are the ids 0 to {last}, seats count from 0, characters from the first of them. A table has the same size at\n\
         every table; places beyond it are never set.\n\n\
         | table | size | set where |\n|---|---|---|\n\
         | `verbs` | {VERBS} | anything with this verb is legal, open choices too |\n\
         | `seats` | {VERBS} × {SEATS} | something with this verb is legal that names this seat |\n\
         | `pairs` | {SEATS} × {SEATS} | `CHOOSE_TWO` of these two is legal, the lower seat first |\n\
         | `triples` | a list | each legal `CHOOSE_THREE`, as three seats in their order |\n\
         | `characters` | {VERBS} × {CHARACTERS} | something with this verb is legal that names this character |\n\
         | `turns` | {SEATS} × {CHARACTERS} | `TURN` of this seat into this character is legal |\n\
         | `open` | {count} | this open choice is there: {open} |\n",
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

Tokens stand as code, rules in italics, and *x* … is any number of *x*, also none. The classes are *seat*, *character*,
*reminder*, *team*, *side* (`<GOOD>` or `<EVIL>`), *digit* (`<NUMBER_0>` to `<NUMBER_20>`) and *positive* (all of these
but `<NUMBER_0>`). Nothing is ambiguous: one token ahead decides.

";

/// `DEEPEST` stands for that number.
const GRAMMAR_NOTES: &str = "
- An *item* begins with the seat whose deed it is or whom it is told, if there is one. What happens to a player, such as
  `<DIED>` or `<EXECUTED>`, follows that player.
- An *action* has no contents. `<CLAIM>`, `<ASK>`, `<DEAL>` and `<TELL>` *seat* `<THINGS>` are all there is of an action
  that holds contents when it is encoded alone; `decode` refuses them with `tokens/content`. A *content* is what such an
  action holds, written out, as a learner writes a claim and as the table hears it.
- The seats of a *set* stand in their order, those of a *list* as they were said. *bluffs* are at most three, by id. The
  places of a grimoire are all seats from 0 on.
- A *number* above 20 is `<PLUS_20>` and the rest: 41 is `<PLUS_20> <PLUS_20> <NUMBER_1>`. Phases alone stop counting at 20.
- A *formula* is in prefix notation. It is read up to DEEPEST formulas deep.
- `<REMINDER_IS_THE>` is named after its owner: `<DRUNK> <REMINDER_IS_THE>` is the token `is_the_drunk`.
- In a *mark*, the first seat is where the token lies, the second whose ability put it there.
- `<UNKNOWN>` stands for what has no word, such as a seat beyond the twentieth; nothing that a game says needs it, and no
  reader accepts it.
- From `<REVIVED>` on, phrases are the Storyteller's and reach no seat, and so are `<DEAL>`, `<TELL>`, `<PICK>`,
  `<PICK_NOBODY>`, `<RULE>` and `<SHOW>`.
";

const OBSERVATION: &str = "
## Observation of a seat

`tokens` is all that a seat has seen, in the order in which it came, with a phase wherever one begins, also one in which
the seat saw nothing, up to the present one. It only ever grows: what a seat has read stays as it is. A game begins with
`<SETUP>`, the seat and `<YOU_ARE>`; a seat that is told something reads itself in front of it, so that it always knows
where it sits. Which of a *pair* is meant is the Storyteller's secret: to players the lower seat comes first.

`public_tokens` is what the whole table has seen and the same for every seat; `private_tokens` is the rest. Both have the
phases too. `legal_mask` is the joint mask, for the seat to act alone.
";
