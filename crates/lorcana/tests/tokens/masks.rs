//! Masks against the legal list.

use super::*;

#[test]
fn legal_actions_read_back_and_the_mask_is_the_legal_list() {
    let mut verbs = BTreeSet::new();
    for seed in 0..games(21) {
        play(seed, |table, step| {
            let legal = table.legal();
            let mut own = Vec::new();
            for action in actions(&legal) {
                let tokens = encoded(action);
                assert_eq!(State::decode(&tokens), Ok(action), "seed {seed} step {step}");
                verbs.insert(tokens[0]);
                for seat in SEATS {
                    let tokens = encoded_for(seat, action);
                    assert_eq!(decode_for(seat, &tokens), Ok(action), "seed {seed} step {step}");
                }
            }
            if let Some(Actor::Seat(seat)) = table.state.to_act() {
                own.extend(actions(&legal).map(|action| encoded_for(seat, action)));
                assert_eq!(observe(&table.view(seat)).legal, own, "seed {seed} step {step}");
                assert!(table.view(opponent(seat)).legal.is_empty());
            }
            if step % 7 == 0 && actions(&legal).next().is_some() {
                let listed: BTreeSet<_> = actions(&legal).map(encoded).collect();
                let written =
                    written_under_mask::<State>(|prefix, mask| table.state.next_token_mask(prefix, mask));
                assert_eq!(written, listed, "seed {seed} step {step}");
            }
            if step % 7 == 3
                && let Some(Actor::Seat(seat)) = table.state.to_act()
            {
                let view = table.view(seat);
                let written =
                    written_under_mask::<State>(|prefix, mask| next_token_mask_for(&view, prefix, mask));
                assert_eq!(written, own.into_iter().collect(), "seed {seed} step {step}");
            }
        });
    }
    let known = (raw("KEEP")[0]..raw("BEGIN")[0]).chain(raw("PLAY_FREE")[0]..=raw("TO_DISCARD")[0]);
    let missing: Vec<Token> = known.filter(|verb| !verbs.contains(verb)).collect();
    assert_eq!(words(&missing), "", "verbs that were never legal");
}

#[test]
fn a_wrong_prefix_is_reported_at_its_first_wrong_word() {
    let table = Table::dealt("0123456.0123456.ab");
    let steps = [
        ("", "END_TURN INK"),
        ("END_TURN", ""),
        ("INK", "P1"),
        ("INK P1 tipo_growing_son", "COPY_A"),
        ("INK P1 tipo_growing_son COPY_A", ""),
    ];
    for (prefix, expected) in steps {
        assert_eq!(next_words(&table.state, prefix), Ok(expected.to_owned()), "{prefix}");
    }
    let wrong = [
        ("KEEP", 0),
        ("#65535", 0),
        ("INK ME", 1),
        ("INK P2", 1),
        ("INK P1 i2i", 2),
        ("INK P1 tipo_growing_son COPY_B", 3),
        ("INK P1 tipo_growing_son COPY_A COPY_A", 4),
        ("END_TURN END_TURN", 1),
    ];
    for (prefix, at) in wrong {
        assert_eq!(next_words(&table.state, prefix), Err((at, "lorcana/tokens/not-legal")), "{prefix}");
    }
    // A mask of another length is filled as far as it goes.
    assert_eq!(table.state.next_token_mask(&[], &mut []), Ok(()));
}

#[test]
fn where_nothing_is_listed_there_is_no_mask() {
    let mut mask = vec![true; VOCABULARY.len()];
    let mut ask =
        |state: &State, prefix: &[Token]| state.next_token_mask(prefix, &mut mask).map_err(|e| e.id);
    let mut table = Table::fresh([BS01, RP01]);
    assert_eq!(ask(&table.state, &[]), Ok(()));
    table.apply(Action::Begin(P2));
    assert_eq!(ask(&table.state, &[]), Err("lorcana/tokens/open"));
    let over = play(1, |_, _| {});
    assert_eq!(ask(&over.state, &raw("END_TURN")), Err("lorcana/tokens/nobody-to-act"));
    let waiting = Table::dealt("x").view(P2);
    let answer = next_token_mask_for(&waiting, &[], &mut mask).map_err(|e| e.id);
    assert_eq!(answer, Err("lorcana/tokens/nobody-to-act"));
}
