//! Tokens: ids and names, strict reading, masks, and the document generated from them.

use crate::common;
use crate::driver::files;

use std::collections::BTreeSet;

use gaslamp_core::{Actor, Game as _, Seat, Token, Tokens as _};
use gaslamp_mafia::encoding::{
    self, VERBS, VERSION, VOCABULARY, decode_sequence, encode_phrase, legal_mask, read_tokens,
};
use gaslamp_mafia::{Action, Colour, Deal, Rules, SEATS, State};

use common::tokens::{check_errors, check_names, encoded, next_words, words};
use common::{Mood, begin, dealt, observe, random_game, seats, step};
use files::agrees_with_file;

/// The vocabulary tables, written out independently.
const SEED: &str = "
    0:END_TURN 1:NOMINATE 2:CLAIM_SHERIFF 3:CLAIM_SHERIFF_CHECK 4:DENY_SHERIFF
    5:SAY 6:VOTE 7:VOTE_ELIMINATE_ALL 8:VOTE_KEEP_ALL 9:KILL
    10:SHERIFF_CHECK 11:DON_CHECK 12:YOUR_POSITION 13:PLAYER_0 14:PLAYER_1
    15:PLAYER_2 16:PLAYER_3 17:PLAYER_4 18:PLAYER_5 19:PLAYER_6
    20:PLAYER_7 21:PLAYER_8 22:PLAYER_9 23:RED 24:BLACK
    25:CITIZEN 26:SHERIFF 27:MAFIA 28:DON 29:CHECK_RESULT
    30:NOT_SHERIFF 31:MAFIA_TEAM 32:YOUR_ROLE 33:NOMINATED_LIST 34:VOTE_REVEALED
    35:ELIMINATED 36:TIE_RESULT 37:STARTING_PLAYER 38:GAME_START 39:RED_TEAM_WON
    40:BLACK_TEAM_WON 41:DAY_1 42:DAY_2 43:DAY_3 44:DAY_4
    45:DAY_5 46:NIGHT_1 47:NIGHT_2 48:NIGHT_3 49:NIGHT_4
";

#[test]
fn the_vocabulary_is_that_of_the_seed() {
    let seed: Vec<(usize, String)> = SEED
        .split_whitespace()
        .filter_map(|entry| entry.split_once(':'))
        .map(|(id, name)| (id.parse().expect("a number"), format!("<{name}>")))
        .collect();
    let ours: Vec<(usize, String)> = VOCABULARY.iter().map(|name| (*name).to_owned()).enumerate().collect();
    assert_eq!(seed.len(), 50);
    assert_eq!(ours, seed);
    assert_eq!(State::VOCABULARY, VOCABULARY);
    assert_eq!(VERBS, 13);
}

#[test]
fn actions_are_read_strictly() {
    let table = [
        ("", 0, "tokens/unfinished"),
        ("#50", 0, "tokens/unknown"),
        ("#65535", 0, "tokens/unknown"),
        ("YOUR_POSITION", 0, "tokens/unexpected"),
        ("YOUR_POSITION PLAYER_1", 0, "tokens/unexpected"),
        ("PLAYER_1", 0, "tokens/unexpected"),
        ("PLAYER_1 NOMINATE PLAYER_2", 0, "tokens/unexpected"),
        ("RED", 0, "tokens/unexpected"),
        ("DAY_1", 0, "tokens/unexpected"),
        ("NOMINATE", 1, "tokens/unfinished"),
        ("NOMINATE RED", 1, "tokens/unexpected"),
        ("NOMINATE NOMINATE", 1, "tokens/unexpected"),
        ("NOMINATE #50", 1, "tokens/unknown"),
        ("NOMINATE PLAYER_1 PLAYER_2", 2, "tokens/trailing"),
        ("NOMINATE PLAYER_1 END_TURN", 2, "tokens/trailing"),
        ("VOTE", 1, "tokens/unfinished"),
        ("KILL END_TURN", 1, "tokens/unexpected"),
        ("SHERIFF_CHECK SHERIFF", 1, "tokens/unexpected"),
        ("DON_CHECK", 1, "tokens/unfinished"),
        ("SAY", 1, "tokens/unfinished"),
        ("SAY PLAYER_1", 2, "tokens/unfinished"),
        ("SAY RED PLAYER_1", 1, "tokens/unexpected"),
        ("SAY PLAYER_1 PLAYER_2", 2, "tokens/unexpected"),
        ("SAY PLAYER_1 SHERIFF", 2, "tokens/unexpected"),
        ("SAY PLAYER_1 #50", 2, "tokens/unknown"),
        ("SAY PLAYER_1 RED BLACK", 3, "tokens/trailing"),
        ("CLAIM_SHERIFF_CHECK PLAYER_9", 2, "tokens/unfinished"),
        ("CLAIM_SHERIFF_CHECK PLAYER_9 MAFIA", 2, "tokens/unexpected"),
        ("CLAIM_SHERIFF PLAYER_1", 1, "tokens/trailing"),
        ("DENY_SHERIFF RED", 1, "tokens/trailing"),
        ("END_TURN END_TURN", 1, "tokens/trailing"),
        ("VOTE_ELIMINATE_ALL VOTE_ELIMINATE_ALL", 1, "tokens/trailing"),
        ("VOTE_KEEP_ALL PLAYER_1", 1, "tokens/trailing"),
    ];
    check_errors(&table, State::decode);
}

#[test]
fn sequences_are_read_strictly() {
    let table = [
        ("#50", 0, "tokens/unknown"),
        ("RED", 0, "tokens/unexpected"),
        ("SHERIFF", 0, "tokens/unexpected"),
        ("NOT_SHERIFF", 0, "tokens/unexpected"),
        ("GAME_START BLACK", 1, "tokens/unexpected"),
        ("GAME_START NOMINATE", 2, "tokens/unfinished"),
        ("YOUR_POSITION", 1, "tokens/unfinished"),
        ("YOUR_POSITION RED", 1, "tokens/unexpected"),
        ("YOUR_ROLE RED", 1, "tokens/unexpected"),
        ("YOUR_ROLE", 1, "tokens/unfinished"),
        ("MAFIA_TEAM PLAYER_1", 2, "tokens/unfinished"),
        ("MAFIA_TEAM PLAYER_2 PLAYER_1", 2, "tokens/order"),
        ("MAFIA_TEAM PLAYER_1 PLAYER_1", 2, "tokens/order"),
        ("NOMINATED_LIST", 1, "tokens/unfinished"),
        ("NOMINATED_LIST END_TURN", 1, "tokens/unexpected"),
        ("NOMINATED_LIST PLAYER_1 PLAYER_2 PLAYER_1", 3, "tokens/repeated"),
        ("TIE_RESULT PLAYER_1", 2, "tokens/unfinished"),
        ("TIE_RESULT PLAYER_1 PLAYER_1", 2, "tokens/repeated"),
        ("CHECK_RESULT PLAYER_1", 2, "tokens/unfinished"),
        ("CHECK_RESULT PLAYER_1 CITIZEN", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1", 2, "tokens/unfinished"),
        ("VOTE_REVEALED PLAYER_1 PLAYER_2", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1 END_TURN", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1 NOMINATE PLAYER_2", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1 VOTE", 3, "tokens/unfinished"),
        ("VOTE_REVEALED VOTE PLAYER_1", 1, "tokens/unexpected"),
        ("ELIMINATED NIGHT_1", 1, "tokens/unexpected"),
        ("STARTING_PLAYER", 1, "tokens/unfinished"),
        ("DAY_1 STARTING_PLAYER PLAYER_0 PLAYER_0 SAY PLAYER_1 END_TURN", 6, "tokens/unexpected"),
    ];
    check_errors(&table, decode_sequence);
    assert_eq!(decode_sequence(&[]), Ok(Vec::new()));
}

#[test]
fn a_revealed_vote_that_is_no_vote_is_reported_at_its_verb() {
    let table = [
        ("VOTE_REVEALED PLAYER_1 NOMINATE", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1 SAY PLAYER_2", 2, "tokens/unexpected"),
        ("VOTE_REVEALED PLAYER_1 KILL RED", 2, "tokens/unexpected"),
    ];
    check_errors(&table, decode_sequence);
}

#[test]
fn something_else_where_the_second_of_a_tie_is_wanted_is_unexpected() {
    check_errors(&[("TIE_RESULT PLAYER_1 END_TURN", 2, "tokens/unexpected")], decode_sequence);
}

#[test]
fn every_action_has_its_own_tokens_and_reads_back() {
    let mut written = BTreeSet::new();
    for id in 0..Action::COUNT {
        let action = Action::from_id(id).expect("an action");
        let tokens = encoded(action);
        assert_eq!(State::decode(&tokens), Ok(action));
        // Every way to stop early or to continue is refused, at the end.
        for length in 0..tokens.len() {
            let error = State::decode(&tokens[..length]).expect_err("an unfinished action");
            assert_eq!((error.at, error.id), (length, "tokens/unfinished"));
        }
        assert!(written.insert(tokens));
    }
    assert_eq!(written.len(), 95);
}

#[test]
fn observations_read_back_at_every_phrase() {
    for seed in 0..60 {
        let run = random_game(seed);
        for seat in seats() {
            let seen = observe(&run, seat);
            for tokens in [&seen.tokens, &seen.public_tokens, &seen.private_tokens] {
                let phrases = decode_sequence(tokens).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                let mut again = Vec::new();
                phrases.iter().for_each(|phrase| encode_phrase(*phrase, &mut again));
                assert_eq!(&again, tokens, "seed {seed} {seat:?}");
            }
            let phrases = decode_sequence(&seen.tokens).expect("readable");
            let told: Vec<_> = run.view(seat).seen.iter().map(|(_, event)| event.phrase).collect();
            assert_eq!(phrases.len(), told.len(), "seed {seed} {seat:?}");
            let mut days = 0;
            for (read, told) in phrases.iter().zip(told) {
                use gaslamp_mafia::Phrase;
                match (read, told) {
                    (Phrase::Day(read), Phrase::Day(day)) => assert_eq!(*read, day.min(5)),
                    (Phrase::Night(read), Phrase::Night(night)) => assert_eq!(*read, night.min(4)),
                    (read, told) => assert_eq!(*read, told, "seed {seed} {seat:?}"),
                }
                days += usize::from(matches!(told, Phrase::Day(_)));
            }
            assert!(days > 0);
        }
    }
}

/// Random token sequences never panic, and whatever is accepted encodes to itself.
#[test]
fn random_tokens_are_refused_or_read_back() {
    let mut rng = gaslamp_core::Rng::new(7);
    let mut accepted = 0;
    for _ in 0..200_000 {
        let tokens: Vec<Token> = (0..1 + rng.below(5)).map(|_| rng.below(52) as Token).collect();
        match decode_sequence(&tokens) {
            Ok(phrases) => {
                let mut again = Vec::new();
                phrases.iter().for_each(|phrase| encode_phrase(*phrase, &mut again));
                assert_eq!(again, tokens);
                accepted += 1;
            }
            Err(error) => {
                assert!(error.at <= tokens.len() && error.id.starts_with("tokens/"), "{error}");
                let fits = error.at == 0
                    || decode_sequence(&tokens[..error.at]).is_ok()
                    || decode_sequence(&tokens[..error.at]).is_err_and(|e| e.at == error.at);
                assert!(fits || error.id == "tokens/unexpected", "{}: {error}", words(&tokens));
            }
        }
        if let Ok(action) = State::decode(&tokens) {
            assert_eq!(encoded(action), tokens);
        }
    }
    assert!(accepted > 10_000, "{accepted}");
}

/// The mask from the definition: what `check` accepts, by verb and seat.
fn mask_by_check(state: &State) -> [[bool; SEATS]; VERBS] {
    let mut mask = [[false; SEATS]; VERBS];
    for action in (0..Action::COUNT).filter_map(Action::from_id) {
        if state.check(action, &Default::default()).is_err() {
            continue;
        }
        let (verb, seat) = match action {
            Action::EndTurn => (0, None),
            Action::Nominate(seat) => (1, Some(seat)),
            Action::ClaimSheriff => (2, None),
            Action::ClaimCheck(seat, _) => (3, Some(seat)),
            Action::DenySheriff => (4, None),
            Action::Say(seat, _) => (5, Some(seat)),
            Action::Vote(seat) => (6, Some(seat)),
            Action::EliminateAll => (7, None),
            Action::KeepAll => (8, None),
            Action::Kill(seat) => (9, Some(seat)),
            Action::SheriffCheck(seat) => (10, Some(seat)),
            Action::DonCheck(seat) => (11, Some(seat)),
            Action::Deal(_) => continue,
        };
        match seat {
            Some(seat) => mask[verb][seat.index()] = true,
            None => mask[verb] = [true; SEATS],
        }
    }
    mask
}

#[test]
fn the_mask_is_what_the_rules_accept_and_never_empty() {
    let mut rows = [0; VERBS];
    for seed in 0..30 {
        let (mut run, mut rng) = begin(seed);
        loop {
            let mask = mask_by_check(run.state());
            for seat in seats() {
                let is_to_act = run.state().to_act() == Some(Actor::Seat(seat));
                assert_eq!(observe(&run, seat).legal_mask, is_to_act.then_some(mask), "seed {seed} {seat:?}");
            }
            let legal = run.state().legal_set();
            assert_eq!(legal_mask(legal), mask);
            assert!(legal.iter().enumerate().all(|(n, action)| legal.nth(n) == Some(action)));
            assert_eq!((legal.iter().count(), legal.nth(legal.len())), (legal.len(), None));
            assert_eq!(mask[0], [run.state().to_act().is_some(); SEATS], "END_TURN is always legal");
            (0..VERBS).for_each(|verb| rows[verb] += usize::from(mask[verb].contains(&true)));
            if !step(&mut run, Mood::of(seed), &mut rng) {
                break;
            }
        }
    }
    assert_eq!(rows[12], 0, "YOUR_POSITION is nobody's verb");
    assert!(rows[..12].iter().all(|&seen| seen > 20), "every verb was legal somewhere: {rows:?}");
}

fn first_turn() -> State {
    *dealt(Rules::default(), Deal::from_arrangement(0).expect("a deal")).state()
}

#[test]
fn the_first_turn_has_47_actions_and_the_end() {
    let state = first_turn();
    assert_eq!(state.legal_set().len(), 48);
    let row = |open: &[usize]| -> [bool; SEATS] { std::array::from_fn(|seat| open.contains(&seat)) };
    let (all, others) = ([true; SEATS], row(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    let mut mask = [[false; SEATS]; VERBS];
    mask[..6].copy_from_slice(&[all, others, all, others, all, others]);
    assert_eq!(legal_mask(state.legal_set()), mask);
}

#[test]
fn an_action_is_written_token_by_token() {
    let mut state = first_turn();
    let others = "PLAYER_1 PLAYER_2 PLAYER_3 PLAYER_4 PLAYER_5 PLAYER_6 PLAYER_7 PLAYER_8 PLAYER_9";
    let verbs = "END_TURN NOMINATE CLAIM_SHERIFF CLAIM_SHERIFF_CHECK DENY_SHERIFF SAY";
    let steps = [
        ("", verbs),
        ("NOMINATE", others),
        ("SAY", others),
        ("SAY PLAYER_4", "RED BLACK"),
        ("SAY PLAYER_4 RED", ""),
        ("CLAIM_SHERIFF_CHECK PLAYER_9", "RED BLACK"),
        ("NOMINATE PLAYER_4", ""),
        ("END_TURN", ""),
        ("CLAIM_SHERIFF", ""),
    ];
    for (prefix, expected) in steps {
        assert_eq!(next_words(&state, prefix), Ok(expected.to_owned()), "{prefix}");
    }
    let wrong = [
        ("VOTE", 0),
        ("YOUR_POSITION", 0),
        ("PLAYER_4", 0),
        ("#50", 0),
        ("NOMINATE PLAYER_0", 1),
        ("NOMINATE RED", 1),
        ("NOMINATE #99", 1),
        ("NOMINATE PLAYER_1 RED", 2),
        ("SAY PLAYER_0", 1),
        ("SAY PLAYER_4 SHERIFF", 2),
        ("SAY PLAYER_4 RED RED", 3),
        ("END_TURN END_TURN", 1),
        ("VOTE PLAYER_1", 0),
    ];
    for (prefix, at) in wrong {
        assert_eq!(next_words(&state, prefix), Err((at, "tokens/not-legal")), "{prefix}");
    }
    // The mask is joint: once red is said of P4, only black is left of P4, and both of P5.
    let said = Action::Say(Seat::new(4), Colour::Red);
    state.apply(said, &Default::default(), &mut |_, _| {}).expect("legal");
    assert_eq!(next_words(&state, "SAY PLAYER_4"), Ok("BLACK".to_owned()));
    assert_eq!(next_words(&state, "SAY PLAYER_5"), Ok("RED BLACK".to_owned()));
    assert_eq!(next_words(&state, "CLAIM_SHERIFF_CHECK PLAYER_4"), Ok("RED BLACK".to_owned()));
    assert_eq!(next_words(&state, "SAY PLAYER_4 RED"), Err((2, "tokens/not-legal")));
}

#[test]
fn nobody_writes_before_the_deal_or_after_the_end() {
    let before = State::new(Rules::default());
    let over = *random_game(1).state();
    for state in [before, over] {
        assert_eq!(next_words(&state, ""), Err((0, "tokens/nobody-to-act")));
        assert_eq!(next_words(&state, "END_TURN"), Err((0, "tokens/nobody-to-act")));
    }
}

#[test]
fn tokens_are_read_from_names_and_numbers() {
    let meant = [
        ("<SAY> <PLAYER_4> <RED>", "SAY PLAYER_4 RED"),
        ("SAY PLAYER_4 RED", "SAY PLAYER_4 RED"),
        ("say,player_4,red", "SAY PLAYER_4 RED"),
        ("5 17 23", "SAY PLAYER_4 RED"),
        ("[5, 17, 23]", "SAY PLAYER_4 RED"),
        (" <say>,\t17\n\nRed ", "SAY PLAYER_4 RED"),
        ("", ""),
    ];
    let refused = [
        ("50", 0),
        ("SAY PLAYER_10", 1),
        ("0 0 nonsense 0", 2),
        ("-1", 0),
        ("<SAY", 0),
        ("1 99999999999999999999", 1),
    ];
    check_names(read_tokens, &meant, &refused, "tokens/unknown");
}

/// Everything that makes one whole phrase with this token at its beginning, players as `p`.
fn what_follows(first: Token) -> String {
    let alphabet: Vec<Token> =
        (0..50).filter(|&token| !(17..23).contains(&token) && !(41..50).contains(&token)).collect();
    let mut found: Vec<String> = Vec::new();
    let mut open: Vec<Vec<Token>> = vec![vec![first]];
    for _ in 0..4 {
        let mut longer = Vec::new();
        for prefix in open {
            let phrases = decode_sequence(&prefix);
            if phrases.as_ref().is_ok_and(|phrases| phrases.len() == 1) {
                let shown = in_the_page(&prefix[1..]);
                if !found.contains(&shown) {
                    found.push(shown);
                }
            }
            let is_open = phrases.is_err_and(|e| e.at == prefix.len())
                || matches!(words(&[first]).as_str(), "NOMINATED_LIST" | "TIE_RESULT");
            if is_open {
                longer.extend(alphabet.iter().map(|&token| [prefix.as_slice(), &[token]].concat()));
            }
        }
        open = longer;
    }
    match found.as_slice() {
        [one] if one.is_empty() => "nothing".to_owned(),
        [one, two, ..] if *two == format!("{one} *p*") => format!("{one} …, each once"),
        _ => found.join(", or "),
    }
}

/// Tokens as the page writes them: any player is *p*.
fn in_the_page(tokens: &[Token]) -> String {
    let word = |&token: &Token| {
        if (13..23).contains(&token) { "*p*".to_owned() } else { format!("`{}`", words(&[token])) }
    };
    tokens.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The ids of actions, with those that differ only in the player in one row.
fn action_rows() -> Vec<String> {
    let shown = |id: usize| {
        let tokens = encoded(Action::from_id(id).expect("an action"));
        let seat = tokens.iter().find(|&&token| (13..23).contains(&token)).map(|token| token - 13);
        (in_the_page(&tokens), seat)
    };
    let mut rows: Vec<(usize, usize, String)> = Vec::new();
    for id in 0..Action::COUNT {
        let (text, seat) = shown(id);
        match rows.last_mut() {
            Some((first, last, row)) if *row == text => {
                assert_eq!(seat, Some((id - *first) as Token), "players in seat order");
                *last = id;
            }
            _ => rows.push((id, id, text)),
        }
    }
    let row = |(first, last, text): &(usize, usize, String)| match first == last {
        true => format!("| {first} | {text} |"),
        false => format!("| {first} + *p* ({first} to {last}) | {text} |"),
    };
    rows.iter().map(row).collect()
}

fn document() -> String {
    let mut text = format!(
        "# Mafia as tokens\n\n\
         <!-- Made by `GASLAMP_BLESS=1 cargo test -p gaslamp-mafia --test all tokens::`; do not edit. -->\n\n\
         Encoding version {VERSION}. It changes whenever an id changes its meaning.\n\n\
         ## Vocabulary\n\n\
         {} tokens. *p* stands for any of `PLAYER_0` to `PLAYER_9`. A player on its own begins that player's turn or\n\
         last words. Days after the fifth are `DAY_5`, nights after the fourth `NIGHT_4`.\n\n\
         | id | name | what follows it in the same phrase |\n|---:|---|---|\n",
        VOCABULARY.len()
    );
    for (id, name) in VOCABULARY.iter().enumerate() {
        let is_argument = decode_sequence(&[id as Token]).is_err_and(|e| e.at == 0);
        let follows = if (13..23).contains(&id) {
            "nothing if it begins a turn".to_owned()
        } else if is_argument {
            "(only inside a phrase)".to_owned()
        } else {
            what_follows(id as Token)
        };
        text += &format!("| {id} | `{name}` | {follows} |\n");
    }
    text += &format!(
        "\n## Actions\n\n\
         {} ids, one for each action that a seat can ever take; `Action::from_id` and `Action::id` convert between them, and a\n\
         legal list is a set of them. *p* is numbered from 0. The deal is an action of chance and has no id.\n\n\
         | id | tokens |\n|---:|---|\n{}\n",
        Action::COUNT,
        action_rows().join("\n")
    );
    text + OBSERVATION
}

const OBSERVATION: &str = "
## Observation of a seat

`tokens` is everything a seat has been told, in order: first `GAME_START`, its place, its role and, for black, the two
others of its team. A day is `DAY_n`, then whoever died in the night (`ELIMINATED` and the last words as a turn), then
`STARTING_PLAYER`, then a turn for each living seat: the player, the actions, `END_TURN`. If anyone was nominated,
`NOMINATED_LIST` follows. A seat reads its own vote at once (`VOTE` and the player, or `END_TURN` for a hand not raised)
and everyone's as `VOTE_REVEALED` when the round is over, then `TIE_RESULT` and another round, or `ELIMINATED` for each
player who leaves and their last words, or nothing. A night is `NIGHT_n`, followed by the seat's own actions, a check with
its `CHECK_RESULT`, and nothing that anyone else does. A won game ends with the winner's token; a draw has none.

`public_tokens` is what the whole table was told, and is the same for every seat, living or not; `private_tokens` is the
rest of `tokens`: place, role, team, own votes, own actions at night and their results.

`legal_mask` has 13 rows, the verbs 0 to 12, and 10 columns, the seats. A cell is set if an action of that verb with
that target is legal now; a verb that takes no target has its whole row set. Row 12 is never set. Only the seat to act
has a mask, and `END_TURN` is always in it. If a verb also takes a colour, the mask says that at least one colour is
legal; `next_token_mask` says which.

`next_token_mask(prefix)` has a cell for each of the 50 tokens. It is set if some legal action begins with `prefix`
followed by that token. After a whole action nothing is set; a prefix that no legal action has is an error at its first
wrong token.
";

#[test]
fn the_document_is_what_the_code_says() {
    agrees_with_file("../../docs/mafia-tokens.md", &document());
    assert_eq!(encoding::VERSION, 1, "a new version is a decision, not an accident");
}
