//! Observations of random games.

use super::grammar::Grammar;
use super::*;

#[test]
fn phases_stop_counting_at_twenty() {
    let table = [
        (Phase::SETUP, "SETUP"),
        (Phase::new(NIGHT, 1), "NIGHT NUMBER_1"),
        (Phase::new(DAY, 20), "DAY NUMBER_20"),
        (Phase::new(EVENING, 21), "EVENING NUMBER_20"),
        (Phase::new(NIGHT, u16::MAX), "NIGHT NUMBER_20"),
    ];
    for (phase, text) in table {
        let mut tokens = Vec::new();
        Item::Phase(phase).encode(&mut tokens);
        assert_eq!(words(&tokens), text);
        let read = decode_sequence(&tokens).expect(text);
        assert_eq!(rewritten(&read), tokens);
    }
}

/// Everything that must hold for one observation.
fn check_observation(run: &Run<State>, seat: Seat) -> Observation {
    let view = run.view(seat);
    let seen = observe(&view);
    let items = decode_sequence(&seen.tokens).unwrap_or_else(|error| panic!("{seat:?}: {error}"));
    assert_eq!(rewritten(&items), seen.tokens);
    let events: Vec<&Item> = items.iter().filter(|item| matches!(item, Item::Event { .. })).collect();
    assert_eq!(events.len(), view.seen.len());
    for (item, (_, event)) in events.iter().zip(&view.seen) {
        assert_eq!(**item, Item::Event { by: event.by, phrase: event.phrase.clone() }, "{seat:?}");
    }
    check_phases(&items, &view.seen.iter().map(|(phase, _)| *phase).collect::<Vec<_>>());
    let parts = [&seen.public_tokens, &seen.private_tokens].map(|tokens| {
        let items = decode_sequence(tokens).expect("readable");
        items.into_iter().filter(|item| matches!(item, Item::Event { .. })).count()
    });
    assert_eq!(parts.iter().sum::<usize>(), events.len(), "public and private make up the whole");
    let is_to_act = run.state().to_act() == Some(Actor::Seat(seat));
    assert_eq!(seen.legal_mask, is_to_act.then(|| joint_mask(&view)));
    seen
}

/// Every event is in its phase, and no phase is left out.
fn check_phases(items: &[Item], of_events: &[Phase]) {
    let mut expected = of_events.iter();
    let mut now = None;
    for item in items {
        match (item, now) {
            (Item::Phase(phase), None) => assert_eq!(*phase, Phase::SETUP),
            (Item::Phase(phase), Some(before)) => match before {
                Phase::SETUP => assert_eq!(*phase, Phase::new(NIGHT, 1)),
                Phase { label: NIGHT, number } => assert_eq!(*phase, Phase::new(DAY, number)),
                Phase { label: DAY, number } => assert_eq!(*phase, Phase::new(EVENING, number)),
                Phase { label: EVENING, number } => {
                    assert_eq!(*phase, Phase::new(NIGHT, (number + 1).min(20)));
                }
                Phase { label, .. } => panic!("this game has no {label:?}"),
            },
            (Item::Event { .. }, now) => {
                let saturated = expected.next().map(|phase| Phase::new(phase.label, phase.number.min(20)));
                assert_eq!(now, saturated);
            }
        }
        if let Item::Phase(phase) = item {
            now = Some(*phase);
        }
    }
}

#[test]
fn observations_read_back_and_only_grow() {
    let grammar = Grammar::new();
    let mut kinds = BTreeSet::new();
    let mut events = BTreeSet::new();
    for seed in 0..60 {
        let mut before: Vec<Observation> = Vec::new();
        let mut step = 0;
        let end = play(seed, |run| {
            step += 1;
            if step % 61 != 0 {
                return;
            }
            let now: Vec<Observation> = seats(run).map(|seat| check_observation(run, seat)).collect();
            assert!(now.iter().all(|seen| seen.public_tokens == now[0].public_tokens), "seed {seed}");
            for (old, new) in before.iter().zip(&now) {
                assert!(new.tokens.starts_with(&old.tokens), "seed {seed}");
                assert!(new.public_tokens.starts_with(&old.public_tokens), "seed {seed}");
                assert!(new.private_tokens.starts_with(&old.private_tokens), "seed {seed}");
            }
            before = now;
        });
        for seat in seats(&end) {
            let seen = check_observation(&end, seat);
            assert_eq!(seen.legal_mask, None);
            let start = words(&seen.tokens[..3]);
            assert_eq!(start, format!("SETUP SEAT_{} YOU_ARE", seat.index()));
            let last = &seen.tokens[seen.tokens.len() - 2..];
            assert!(["WON GOOD", "WON EVIL"].contains(&words(last).as_str()));
            kinds.extend(seen.tokens);
            let view = end.view(seat);
            events.extend(view.seen.iter().map(|(_, event)| written(event.by, &event.phrase)));
        }
    }
    assert!(events.iter().all(|tokens| grammar.accepts("item", tokens)));
    let kinds: Vec<Token> = kinds.into_iter().filter(|&token| token < raw("SEAT_0")[0]).collect();
    let expected = "ATTACK_THREE NAME VISIT MINION_INFO DEMON_INFO KNOWS KNOWS_CHOSEN TOLD SHOWN DAWN COUNTED \
                    REPORT GUESSES STATEMENT THINGS ASK EXACTLY NEXT_TO HAS_VOTE NO_VOTE DEAD PAIR ONE_OF";
    for word in expected.split_whitespace() {
        assert!(kinds.contains(&raw(word)[0]), "{word} was never seen in {}", words(&kinds));
    }
    assert!(!kinds.contains(&raw("UNKNOWN")[0]), "everything has a word");
    for secret in raw("DEAL TELL PICK PICK_NOBODY RULE SHOW BECAME TURNED PLACED REMOVED REVIVED") {
        assert!(!kinds.contains(&secret), "{} is the Storyteller's", name(secret));
    }
}
