//! Actions, sequences and numbers are read strictly, and everything reads back.

use super::*;

#[test]
fn the_first_words_are_the_verbs() {
    let verbs = "PASS CHOOSE CHOOSE_TWO ATTACK_TWO ATTACK_THREE CHOOSE_CHARACTER NAME SHOOT SUSPECT UNMASK NOMINATE VOTE ABSTAIN VISIT CLAIM ASK";
    let ids: Vec<Token> = (0..VERBS as Token).collect();
    assert_eq!(words(&ids), verbs);
    assert_eq!(State::VOCABULARY, VOCABULARY);
    assert_eq!(VERSION, 6, "a new version is a decision, not an accident");
}

#[test]
fn actions_are_read_strictly() {
    let table = [
        ("", 0, "tokens/unfinished"),
        ("#417", 0, "tokens/unknown"),
        ("#65535", 0, "tokens/unknown"),
        ("SEAT_1", 0, "tokens/unexpected"),
        ("SEAT_1 PASS", 0, "tokens/unexpected"),
        ("DAWN END END", 0, "tokens/unexpected"),
        ("IMP", 0, "tokens/unexpected"),
        ("PASS PASS", 1, "tokens/trailing"),
        ("CHOOSE", 1, "tokens/unfinished"),
        ("CHOOSE IMP", 1, "tokens/unexpected"),
        ("CHOOSE #9999", 1, "tokens/unknown"),
        ("CHOOSE UNKNOWN", 1, "tokens/unexpected"),
        ("CHOOSE SEAT_1 SEAT_2", 2, "tokens/trailing"),
        ("CHOOSE_TWO SEAT_1", 2, "tokens/unfinished"),
        ("ATTACK_THREE SEAT_1 SEAT_2 END", 3, "tokens/unexpected"),
        ("CHOOSE_CHARACTER SEAT_1", 1, "tokens/unexpected"),
        ("NAME SEAT_1", 2, "tokens/unfinished"),
        ("NAME IMP SEAT_1", 1, "tokens/unexpected"),
        ("RULE GOOD", 1, "tokens/unexpected"),
        ("SHOW SEAT_1", 1, "tokens/unexpected"),
        ("TELL NUMBER_1", 1, "tokens/unexpected"),
        ("TELL SEAT_0", 2, "tokens/unfinished"),
        ("TELL SEAT_0 PAIR SEAT_1 SEAT_2", 5, "tokens/unfinished"),
        ("TELL SEAT_0 UNTOLD", 2, "tokens/unexpected"),
        ("TELL SEAT_0 PLUS_20 NUMBER_0", 3, "tokens/unexpected"),
        ("TELL SEAT_0 PLUS_20", 3, "tokens/unfinished"),
        ("TELL SEAT_0 EVIL_TEAM SEAT_2 SEAT_1 END END", 4, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END MONK CHEF END", 5, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END CHEF CHEF END", 5, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END CHEF EMPATH MAYOR MONK END", 8, "tokens/too-many"),
        ("TELL SEAT_0 THINGS", 2, "tokens/content"),
        ("CLAIM", 0, "tokens/content"),
        ("CLAIM I_AM IMP", 0, "tokens/content"),
        ("ASK", 0, "tokens/content"),
        ("DEAL", 0, "tokens/content"),
    ];
    check_errors(&table, State::decode);
}

#[test]
fn sequences_are_read_strictly() {
    let table = [
        ("#417", 0, "tokens/unknown"),
        ("END", 0, "tokens/unexpected"),
        ("UNKNOWN", 0, "tokens/unexpected"),
        ("SEAT_1", 1, "tokens/unfinished"),
        ("SEAT_1 SEAT_2 PASS", 1, "tokens/unexpected"),
        ("SEAT_1 SETUP", 1, "tokens/unexpected"),
        ("NIGHT", 1, "tokens/unfinished"),
        ("NIGHT PLUS_20 NUMBER_1", 1, "tokens/unexpected"),
        ("DAY SEAT_1", 1, "tokens/unexpected"),
        ("SETUP NUMBER_1", 1, "tokens/unexpected"),
        ("YOU_ARE IMP", 2, "tokens/unfinished"),
        ("YOU_ARE IMP DEMON", 2, "tokens/unexpected"),
        ("MINION_INFO SEAT_1 END", 3, "tokens/unfinished"),
        ("DAWN SEAT_2 SEAT_2 END END", 2, "tokens/order"),
        ("COUNTED SEAT_1 NUMBER_2", 3, "tokens/unfinished"),
        ("COUNTED SEAT_1 NUMBER_2 NOTHING", 3, "tokens/unexpected"),
        ("TOLD IMP", 2, "tokens/unfinished"),
        ("TOLD THINGS IS_EVIL SEAT_1", 4, "tokens/unfinished"),
        ("TOLD SAVANT THINGS", 2, "tokens/content"),
        ("CLAIM", 1, "tokens/unfinished"),
        ("CLAIM IMP", 1, "tokens/unexpected"),
        ("CLAIM GUESSES SEAT_1 END", 3, "tokens/unexpected"),
        ("CLAIM REPORT NUMBER_1 MONK SEAT_1 UNTOLD", 5, "tokens/unexpected"),
        ("ASK", 1, "tokens/unfinished"),
        ("ASK AND IS_EVIL SEAT_1", 4, "tokens/unfinished"),
        ("ASK IS_TEAM SEAT_1 GOOD", 3, "tokens/unexpected"),
        ("ASK EXACTLY NUMBER_1 SEAT_1 END", 3, "tokens/unexpected"),
        ("PLACED IMP REMINDER_POISONED SEAT_1 SEAT_2 IMP", 2, "tokens/unexpected"),
        ("SHOWN SEAT_1 IMP ALIVE HAS_VOTE END", 1, "tokens/order"),
        ("SHOWN SEAT_0 IMP ALIVE END", 4, "tokens/unexpected"),
        ("SHOWN SEAT_0 IMP ALIVE HAS_VOTE DRUNK END", 6, "tokens/unexpected"),
        ("DEAL IMP END", 2, "tokens/unexpected"),
    ];
    check_errors(&table, decode_sequence);
    assert_eq!(decode_sequence(&[]), Ok(Vec::new()));
    let crowd = format!("DEAL {} END", "IMP IMP ".repeat(SEATS + 1));
    check_errors(&[(&crowd, 2 * SEATS + 3, "tokens/too-many")], decode_sequence);
}

#[test]
fn numbers_and_formulas_have_a_limit() {
    let claimed = |night: &str| format!("CLAIM REPORT {night} MONK END UNTOLD");
    // 65535 is 3276 times twenty and 15.
    let most = format!("{}NUMBER_15", "PLUS_20 ".repeat(3276));
    assert!(decode_sequence(&raw(&claimed(&most))).is_ok());
    let [above, far_above] =
        [(3276, 16), (9000, 1)].map(|(n, rest)| claimed(&format!("{}NUMBER_{rest}", "PLUS_20 ".repeat(n))));
    let told = format!("TOLD CHEF {}NUMBER_16", "PLUS_20 ".repeat(12));
    let table =
        [(&*above, 2, "tokens/number"), (&far_above, 2, "tokens/number"), (&told, 2, "tokens/number")];
    check_errors(&table, decode_sequence);

    let nested = |depth: usize| format!("ASK {}BETWEEN DRUNK TOWNSFOLK", "NOT ".repeat(depth - 1));
    assert!(decode_sequence(&raw(&nested(128))).is_ok());
    check_errors(&[(&nested(129), 129, "tokens/too-deep")], decode_sequence);
    let hostile = vec![raw("NOT")[0]; 1_000_000];
    assert_eq!(decode_content(&[raw("ASK"), hostile].concat()).map_err(|e| e.id), Err("tokens/too-deep"));
}

/// Every kind of action without contents.
fn plain_actions() -> Vec<Action> {
    let (imp, monk) = (character("imp"), character("monk"));
    let team = EvilTeam { minions: set(&[3, 19]), bluffs: bluffs("chef monk") };
    let mut actions = vec![
        Action::PickNobody,
        Action::Rule(false),
        Action::Rule(true),
        Action::Pass,
        Action::Abstain,
        Action::Visit,
        Action::ChooseTwo(seat(0), seat(19)),
        Action::ChooseTwo(seat(19), seat(0)),
        Action::AttackTwo(seat(3), seat(1)),
        Action::AttackThree(seat(3), seat(1), seat(2)),
        Action::Name(seat(4), imp),
        Action::Suspect(seat(2)),
        Action::Unmask(seat(5)),
    ];
    for index in 0..SEATS {
        let seat = seat(index);
        actions.extend(
            [Action::Pick, Action::Choose, Action::Shoot, Action::Nominate, Action::Vote].map(|a| a(seat)),
        );
    }
    for character in Character::all() {
        actions.extend([Action::Show(character), Action::ChooseCharacter(character)]);
        actions.push(Action::Tell(seat(7), Statement::Is(character)));
    }
    let statements = [
        Statement::Pair { holder: seat(5), wrong: seat(2), character: monk },
        Statement::Nobody,
        Statement::Answer(false),
        Statement::Answer(true),
        Statement::OneOf(monk, imp),
        Statement::Players(set(&[1, 4])),
        Statement::PlayerIs(seat(3), monk),
        Statement::Characters(CharacterList::default()),
        Statement::Characters(CharacterList::new([monk, imp].into_iter().collect()).expect("two")),
        Statement::Side(Side::Good),
        Statement::Side(Side::Evil),
        Statement::Clockwise(true),
        Statement::Clockwise(false),
        Statement::Grimoire,
        Statement::Nothing,
        Statement::Team(team),
        Statement::Team(EvilTeam { minions: Seats::NONE, bluffs: Bluffs::default() }),
    ];
    actions.extend(statements.map(|statement| Action::Tell(seat(0), statement)));
    actions.extend((0..=255).map(|number| Action::Tell(seat(0), Statement::Number(number))));
    actions
}

#[test]
fn every_action_has_its_own_tokens_and_reads_back() {
    let actions = plain_actions();
    let mut known = BTreeSet::new();
    for &action in &actions {
        let tokens = encoded(action);
        assert_eq!(State::decode(&tokens), Ok(action));
        for length in 0..tokens.len() {
            let error = State::decode(&tokens[..length]).expect_err("an unfinished action");
            assert_eq!((error.at, error.id), (length, "tokens/unfinished"));
        }
        assert_eq!(decode_sequence(&tokens), Ok(vec![Item::Event { by: None, phrase: Phrase::Act(action) }]));
        assert!(known.insert(tokens));
    }
    assert_eq!(known.len(), actions.len());
}

#[test]
fn actions_with_contents_are_their_verb() {
    let id = Contents::default().intern(Content::Claim(Claim::Role(character("imp"))));
    let table = [
        (Action::Deal(id), "DEAL"),
        (Action::Claim(id), "CLAIM"),
        (Action::Ask(id), "ASK"),
        (Action::Tell(seat(3), Statement::Things(id)), "TELL SEAT_3 THINGS"),
    ];
    for (action, expected) in table {
        let tokens = encoded(action);
        assert_eq!(words(&tokens), expected);
        assert_eq!(State::decode(&tokens).map_err(|e| e.id), Err("tokens/content"));
    }
}

#[test]
fn what_has_no_word_is_never_read() {
    let stray = Seat::new(31);
    let grimoire = |seats| Phrase::Shown(Box::new(Grimoire { seats }));
    let entry = |reminders| Entry { character: character("imp"), is_alive: true, has_vote: true, reminders };
    let note = Mark {
        reminder: Reminder::with_name("gossip", "true"),
        on: seat(0),
        by: seat(0),
        character: character("imp"),
    };
    let phrases = [
        Phrase::Act(Action::Choose(stray)),
        Phrase::Knows(stray, character("lunatic")),
        Phrase::Placed(note),
        grimoire(vec![entry(Vec::new()); 40]),
    ];
    for phrase in phrases {
        let error = decode_sequence(&written(None, &phrase)).expect_err("no word");
        assert_eq!(error.id, "tokens/unexpected", "{phrase:?}");
        assert!(error.message.ends_with("found <UNKNOWN>"), "{error}");
    }
}
