//! Actions and sequences are read strictly, and everything reads back.

use super::*;

#[test]
fn actions_have_their_words() {
    let tipo = piece("p1.tipo_growing_son.a");
    let late = piece("p2.dalmatian_puppy_tail_wagger.crxp");
    let (a, b) = (
        "P1 tipo_growing_son COPY_A",
        "P2 dalmatian_puppy_tail_wagger \
        COPY_MORE COPY_MORE COPY_MORE COPY_C COPY_R COPY_X COPY_P",
    );
    assert_eq!(late.copy.copy, u16::MAX);
    let table = [
        (Action::Keep, "KEEP".to_owned()),
        (Action::Alter(tipo), format!("ALTER {a}")),
        (Action::EndTurn, "END_TURN".to_owned()),
        (Action::Ink(tipo), format!("INK {a}")),
        (Action::Play(late), format!("PLAY {b}")),
        (Action::PlayFree { card: late, onto: None }, format!("PLAY_FREE {b} NOBODY")),
        (Action::PlayFree { card: tipo, onto: Some(late) }, format!("PLAY_FREE {a} {b}")),
        (Action::Sing { song: tipo, singer: late }, format!("SING {a} {b}")),
        (Action::Shift { card: tipo, onto: late }, format!("SHIFT {a} {b}")),
        (Action::Quest(late), format!("QUEST {b}")),
        (Action::Challenge { by: late, target: tipo }, format!("CHALLENGE {b} {a}")),
        (Action::Move { who: tipo, to: late }, format!("MOVE {a} {b}")),
        (Action::Boost(tipo), format!("BOOST {a}")),
        (
            Action::Activate { card: tipo, of: late.card(), ability: 255 },
            format!("ACTIVATE {a} dalmatian_puppy_tail_wagger HUNDREDS NUMBER_2 NUMBER_55"),
        ),
        (Action::Choose(Answer::Yes), "YES".to_owned()),
        (Action::Choose(Answer::No), "NO".to_owned()),
        (Action::Choose(Answer::Done), "DONE".to_owned()),
        (Action::Choose(Answer::Card(tipo)), format!("CHOOSE {a}")),
        (Action::Choose(Answer::Player(P2)), "CHOOSE_PLAYER P2".to_owned()),
        (Action::Choose(Answer::Trigger(0)), "CHOOSE_TRIGGER NUMBER_0".to_owned()),
        (Action::Choose(Answer::Number(99)), "CHOOSE_NUMBER NUMBER_99".to_owned()),
        (Action::Choose(Answer::Name(tipo.card())), "NAME tipo_growing_son".to_owned()),
        (Action::Choose(Answer::Top), "TO_TOP_OF_DECK".to_owned()),
        (Action::Choose(Answer::Bottom), "TO_BOTTOM_OF_DECK".to_owned()),
        (Action::Choose(Answer::Discard), "TO_DISCARD".to_owned()),
        (Action::Begin(P1), "BEGIN P1".to_owned()),
        (Action::Random(late), format!("RANDOM {b}")),
    ];
    let mut verbs = BTreeSet::new();
    for (action, text) in table {
        let tokens = encoded(action);
        assert_eq!(words(&tokens), text);
        assert_eq!(State::decode(&tokens), Ok(action), "{text}");
        for (seat, me, other) in [(P1, "P1", "P2"), (P2, "P2", "P1")] {
            let own = encoded_for(seat, action);
            let relative = text.replace(me, "ME").replace(other, "OPPONENT");
            assert_eq!(words(&own), relative);
            assert_eq!(decode_for(seat, &own), Ok(action), "{relative}");
        }
        // Stopping early is always refused at the end, going on always after it.
        for length in 0..tokens.len() {
            let error = State::decode(&tokens[..length]).expect_err("an unfinished action");
            assert_eq!((error.at, error.id), (length, "lorcana/tokens/unfinished"), "{text}");
        }
        let error = State::decode(&[&tokens[..], &raw("END_TURN")].concat()).expect_err("too long");
        assert_eq!((error.at, error.id), (tokens.len(), "lorcana/tokens/trailing"), "{text}");
        verbs.insert(tokens[0]);
    }
    let between = |first: &str, last: &str| raw(first)[0]..=raw(last)[0];
    let all = between("KEEP", "RANDOM").chain(between("PLAY_FREE", "TO_DISCARD"));
    assert_eq!(verbs, all.collect(), "every verb");
}

#[test]
fn events_have_their_words() {
    let (mine, theirs) = (piece("p1.tipo_growing_son.a"), piece("p2.i2i.b"));
    let (a, b) = ("ME tipo_growing_son COPY_A", "OPPONENT i2i COPY_B");
    let hidden = |player, known| Event::ToHand { player, card: None, known };
    let table = [
        (
            Event::Looks { player: P1, cards: vec![mine, mine], count: 2 },
            format!("LOOKS ME NUMBER_2 {a} {a} END"),
        ),
        (
            Event::LooksAt { player: P1, of: P2, cards: vec![theirs], count: 1 },
            format!("LOOKS_AT ME OPPONENT NUMBER_1 {b} END"),
        ),
        (
            Event::LooksAt { player: P2, of: P1, cards: Vec::new(), count: 255 },
            "LOOKS_AT OPPONENT ME HUNDREDS NUMBER_2 NUMBER_55 END".to_owned(),
        ),
        (Event::Names { player: P2, card: mine.card() }, "NAMES OPPONENT tipo_growing_son".to_owned()),
        (Event::MovesTo { who: mine, to: theirs }, format!("MOVES_TO {a} {b}")),
        (Event::InkDrops { player: P1, by: 2 }, "INK_DROPS ME NUMBER_2".to_owned()),
        (Event::InkDrops { player: P2, by: -1 }, "INK_DROPS OPPONENT MINUS NUMBER_1".to_owned()),
        (
            Event::ToHand { player: P2, card: Some(theirs), known: KnownTo::Opponent },
            format!("TO_HAND OPPONENT {b} KNOWN_TO_OPPONENT"),
        ),
        (hidden(P1, KnownTo::Opponent), "TO_HAND ME HIDDEN KNOWN_TO_OPPONENT".to_owned()),
        (hidden(P2, KnownTo::Owner), "TO_HAND OPPONENT HIDDEN KNOWN_TO_OWNER".to_owned()),
    ];
    for (event, text) in table {
        let items = [Item::Event(event)];
        let tokens = rewritten(P1, &items);
        assert_eq!(words(&tokens), text);
        assert_eq!(decode_sequence(P1, &tokens), Ok(items.to_vec()), "{text}");
    }
}

#[test]
fn every_copy_and_number_reads_back() {
    let mut tipo = piece("p1.tipo_growing_son.a");
    for copy in 0..=u16::MAX {
        tipo.copy.copy = copy;
        assert_eq!(State::decode(&encoded(Action::Ink(tipo))), Ok(Action::Ink(tipo)));
        let items = [
            Item::Phase(Phase::new(TURN, copy)),
            Item::Event(Event::Lore { player: P2, by: copy.cast_signed() }),
        ];
        assert_eq!(decode_sequence(P1, &rewritten(P1, &items)), Ok(items.to_vec()));
    }
    for number in 0..=u8::MAX {
        for answer in [Answer::Number(number), Answer::Trigger(number)] {
            assert_eq!(State::decode(&encoded(Action::Choose(answer))), Ok(Action::Choose(answer)));
        }
    }
}

#[test]
fn what_has_no_words_is_never_read() {
    let mut contents = Contents::default();
    let shuffle = Action::Shuffle(contents.intern(Order::new()));
    assert!(encoded(shuffle).is_empty());
    assert_eq!(words(&encoded(Action::Begin(Seat::new(2)))), "BEGIN UNKNOWN");
    let items = [Item::Event(Event::Acts {
        by: Actor::Storyteller,
        action: shuffle,
        audience: gaslamp_lorcana::rules::Audience::Everybody,
    })];
    assert!(rewritten(P1, &items).is_empty());
    assert!(rewritten(P1, &[Item::Phase(Phase::new(Label::new('X'), 1))]).is_empty());
    check_errors(&[("BEGIN UNKNOWN", 1, "lorcana/tokens/unexpected")], State::decode);
}

#[test]
fn actions_are_read_strictly() {
    let table = [
        ("", 0, "lorcana/tokens/unfinished"),
        ("#65535", 0, "lorcana/tokens/unknown"),
        ("#511", 0, "lorcana/tokens/unknown"),
        ("ME", 0, "lorcana/tokens/unexpected"),
        ("i2i", 0, "lorcana/tokens/unexpected"),
        ("SETUP", 0, "lorcana/tokens/unexpected"),
        ("P1 END_TURN", 0, "lorcana/tokens/unexpected"),
        ("INK INK", 1, "lorcana/tokens/unexpected"),
        ("INK #511", 1, "lorcana/tokens/unknown"),
        ("INK i2i COPY_A", 1, "lorcana/tokens/unexpected"),
        ("INK ME i2i COPY_A", 1, "lorcana/tokens/unexpected"),
        ("INK P1 COPY_A", 2, "lorcana/tokens/unexpected"),
        ("INK P1 HIDDEN", 2, "lorcana/tokens/unexpected"),
        ("INK P1 i2i NUMBER_0", 3, "lorcana/tokens/unexpected"),
        ("INK P1 i2i COPY_MORE", 4, "lorcana/tokens/unfinished"),
        ("INK P1 i2i COPY_MORE COPY_A", 5, "lorcana/tokens/unfinished"),
        ("INK P1 i2i COPY_A COPY_A", 4, "lorcana/tokens/trailing"),
        (
            "INK P1 i2i COPY_MORE COPY_MORE COPY_MORE COPY_C COPY_R COPY_X COPY_Q",
            3,
            "lorcana/tokens/too-large",
        ),
        ("SING P1 i2i COPY_A i2i COPY_A", 4, "lorcana/tokens/unexpected"),
        ("ACTIVATE P1 i2i COPY_A NUMBER_0", 4, "lorcana/tokens/unexpected"),
        ("ACTIVATE P1 i2i COPY_A i2i", 5, "lorcana/tokens/unfinished"),
        ("ACTIVATE P1 i2i COPY_A i2i COPY_A", 5, "lorcana/tokens/unexpected"),
        ("CHOOSE_NUMBER MINUS NUMBER_1", 1, "lorcana/tokens/unexpected"),
        ("CHOOSE_NUMBER HUNDREDS NUMBER_0 NUMBER_1", 2, "lorcana/tokens/unexpected"),
        ("CHOOSE_NUMBER HUNDREDS NUMBER_2 NUMBER_56", 1, "lorcana/tokens/too-large"),
        ("CHOOSE_NUMBER HUNDREDS HUNDREDS NUMBER_1 NUMBER_0 NUMBER_0", 1, "lorcana/tokens/too-large"),
        ("CHOOSE_NUMBER NUMBER_1 NUMBER_0", 2, "lorcana/tokens/trailing"),
        ("CHOOSE_PLAYER CHANCE", 1, "lorcana/tokens/unexpected"),
        ("PLAY_FREE P1 i2i COPY_A", 4, "lorcana/tokens/unfinished"),
        ("PLAY_FREE P1 i2i COPY_A HIDDEN", 4, "lorcana/tokens/unexpected"),
        ("PLAY_FREE NOBODY", 1, "lorcana/tokens/unexpected"),
        ("PLAY_FREE P1 i2i COPY_A NOBODY NOBODY", 5, "lorcana/tokens/trailing"),
        ("NAME P1 i2i COPY_A", 1, "lorcana/tokens/unexpected"),
        ("TO_TOP_OF_DECK P1", 1, "lorcana/tokens/trailing"),
        ("CHALLENGES_READY", 0, "lorcana/tokens/unexpected"),
        ("END_TURN END_TURN", 1, "lorcana/tokens/trailing"),
    ];
    check_errors(&table, State::decode);
    check_errors(&[("INK P1 i2i COPY_A", 1, "lorcana/tokens/unexpected")], |tokens| decode_for(P1, tokens));
    let long = [&raw("CHOOSE_NUMBER")[..], &raw("HUNDREDS").repeat(9), &raw("NUMBER_99").repeat(10)].concat();
    assert_eq!(State::decode(&long).map_err(|e| (e.at, e.id)), Err((1, "lorcana/tokens/too-large")));
    let long = [&raw("INK P1 i2i")[..], &raw("COPY_MORE").repeat(9), &raw("COPY_Z").repeat(10)].concat();
    assert_eq!(State::decode(&long).map_err(|e| (e.at, e.id)), Err((3, "lorcana/tokens/too-large")));
}

#[test]
fn sequences_are_read_strictly() {
    let table = [
        ("#511", 0, "lorcana/tokens/unknown"),
        ("SETUP END_TURN", 1, "lorcana/tokens/unexpected"),
        ("P1 END_TURN", 0, "lorcana/tokens/unexpected"),
        ("TURN", 1, "lorcana/tokens/unfinished"),
        ("TURN HUNDREDS HUNDREDS NUMBER_6 NUMBER_55 NUMBER_36", 1, "lorcana/tokens/too-large"),
        ("ME", 1, "lorcana/tokens/unfinished"),
        ("ME SECRETLY", 2, "lorcana/tokens/unfinished"),
        ("SECRETLY END_TURN", 0, "lorcana/tokens/unexpected"),
        ("CHANCE SHUFFLED ME", 1, "lorcana/tokens/unexpected"),
        ("DRAWS ME", 2, "lorcana/tokens/unfinished"),
        ("DRAWS OPPONENT OPPONENT i2i COPY_A", 0, "lorcana/tokens/secret"),
        ("SETUP TO_INKWELL OPPONENT OPPONENT i2i COPY_A KNOWN_TO_OWNER", 1, "lorcana/tokens/secret"),
        ("TO_TOP ME ME i2i COPY_A KNOWN_TO_NOBODY", 0, "lorcana/tokens/secret"),
        ("TO_TOP ME HIDDEN", 3, "lorcana/tokens/unfinished"),
        ("TO_TOP ME HIDDEN HIDDEN", 3, "lorcana/tokens/unexpected"),
        ("PUT_UNDER ME i2i COPY_A HIDDEN", 4, "lorcana/tokens/unexpected"),
        ("LOOKS ME NUMBER_1 ME i2i COPY_A", 6, "lorcana/tokens/unfinished"),
        ("LOOKS OPPONENT NUMBER_1 OPPONENT i2i COPY_A END", 0, "lorcana/tokens/secret"),
        ("LOOKS_AT OPPONENT ME NUMBER_1 ME i2i COPY_A END", 0, "lorcana/tokens/secret"),
        ("LOOKS_AT ME NUMBER_1 END", 2, "lorcana/tokens/unexpected"),
        ("TO_HAND ME ME i2i COPY_A KNOWN_TO_OPPONENT", 0, "lorcana/tokens/secret"),
        ("NAMES ME ME", 2, "lorcana/tokens/unexpected"),
        ("MOVES_TO ME i2i COPY_A NOBODY", 4, "lorcana/tokens/unexpected"),
        ("INK_DROPS ME MINUS NUMBER_0", 3, "lorcana/tokens/unexpected"),
        ("LORE ME MINUS NUMBER_0", 3, "lorcana/tokens/unexpected"),
        ("LORE ME HUNDREDS HUNDREDS NUMBER_3 NUMBER_27 NUMBER_68", 2, "lorcana/tokens/too-large"),
        ("LORE ME MINUS HUNDREDS HUNDREDS NUMBER_3 NUMBER_27 NUMBER_69", 2, "lorcana/tokens/too-large"),
        ("DAMAGED ME i2i COPY_A ME i2i COPY_B HUNDREDS NUMBER_2 NUMBER_56", 7, "lorcana/tokens/too-large"),
        ("WINS NOBODY", 1, "lorcana/tokens/unexpected"),
        ("NOW", 0, "lorcana/tokens/unexpected"),
    ];
    check_errors(&table, |tokens| decode_sequence(P1, tokens));
    assert_eq!(decode_sequence(P1, &[]), Ok(Vec::new()));
}
