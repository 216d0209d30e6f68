//! Tokens of whole records, read back: every action means the same again.

use gaslamp_api::Input;
use gaslamp_api::record::Part;
use gaslamp_api::tokens::{self, Codec};
use gaslamp_core::trace::Event;
use gaslamp_core::{Actions, Actor, Rng, Run, Seat, record};

/// Plays at random to the end.
fn play<G: Codec>(setup: G::Setup, seed: u64) -> Run<G> {
    let mut run = Run::<G>::new(setup).expect("a set-up");
    let (mut rng, mut legal) = (Rng::for_game(5, seed), Actions::<G>::new());
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let action = run.concrete(*rng.pick(&legal).expect("something is legal"), &mut rng);
        run.apply(action).expect("it is listed");
    }
    run
}

/// Every action of a record without its actor, and the seat that took it, where it has tokens.
fn actions<G: Codec>(run: &Run<G>) -> Vec<(usize, String)> {
    let (record, names) = (run.record(), G::names(&run.record().setup));
    let mut state = G::start(&record.setup).expect("a set-up");
    let mut written = Vec::new();
    for &action in &record.actions {
        let actor = state.to_act().expect("somebody acts");
        let event = G::write_action(&names, &record.contents, actor, action);
        if !G::write(actor, action, &record.contents).is_empty() {
            let seat = actor.seat().map_or(0, Seat::index);
            written.push((seat, Event { actor: None, ..event }.to_string()));
        }
        state.apply(action, &record.contents, &mut |_, _| {}).expect("legal");
    }
    written
}

fn check<G: Codec>(setup: &G::Setup) {
    let mut asked = 0;
    for seed in 0..3 {
        let run = play::<G>(setup.clone(), seed);
        let names = G::names(&run.record().setup);
        let input = Input::new("the record", record::write_rich(&run));
        let lines = tokens::encode::<G>(&input).expect("tokens");
        let meant = actions(&run);
        assert_eq!(lines.len(), meant.len());
        for (line, (seat, text)) in lines.iter().zip(&meant) {
            let words = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let pieces = tokens::decode::<G>(&words, &names, &names[*seat]).expect("what was written");
            let [piece] = pieces.as_slice() else { panic!("{words} are {pieces:?}") };
            assert_eq!(&piece.tokens, line);
            let bare = piece.text.split_once('!').map_or(piece.text.as_str(), |(_, rest)| rest);
            assert_eq!(bare, text, "seed {seed}: {words}");
        }
        asked += check_masks(&run, &input);
    }
    assert!(asked > 5, "{asked} masks");
}

/// Whoever acted in the record could write the first token of what they did.
fn check_masks<G: Codec>(run: &Run<G>, input: &Input) -> usize {
    let record = run.record();
    let mut asked = 0;
    for at in (0..record.actions.len()).step_by(31) {
        let Some(Actor::Seat(seat)) = run.at(at).expect("a step").state().to_act() else { continue };
        let Ok(mask) = tokens::mask::<G>(input, &Part { seat: None, at: Some(at) }, "") else { continue };
        assert_eq!(mask.seat, seat);
        let taken = G::write(Actor::Seat(seat), record.actions[at], &record.contents);
        let mut bare = Vec::new();
        G::encode(record.actions[at], &mut bare);
        // What has contents is open, and not in a mask.
        assert!(mask.next[usize::from(taken[0])] || bare.len() < taken.len(), "step {at}: {taken:?}");
        asked += 1;
    }
    asked
}

#[test]
fn blood_on_the_clocktower() {
    for players in [5, 12] {
        check::<gaslamp_botc::State>(&gaslamp_botc::Setup::trouble_brewing(players));
    }
}

#[test]
fn lorcana() {
    let deck = |name: &str| {
        let file = format!("{}/../lorcana/tests/data/decks/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        gaslamp_lorcana::Deck::read(&std::fs::read_to_string(file).expect("a deck")).expect("a legal deck")
    };
    check::<gaslamp_lorcana::State>(&gaslamp_lorcana::Setup::Fresh { decks: [deck("bs01"), deck("rp01")] });
}
