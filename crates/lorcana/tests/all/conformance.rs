//! Lorcana keeps the contract: the suite of `core`, with what a seat may know stated from the rule book.
//!
//! `GASLAMP_SEEDS=2000 cargo test -p gaslamp-lorcana --test all conformance::` looks longer.

#![allow(clippy::unwrap_used)]

use crate::common;

use gaslamp_core::conformance::{self, Specimen};
use gaslamp_core::{Contents, Game as _, Record, Rng, Run, Seat};
use gaslamp_lorcana::notation::trace::{plain_copy, plain_piece};
use gaslamp_lorcana::rules::piece::SEATS;
use gaslamp_lorcana::rules::position::Zone;
use gaslamp_lorcana::rules::{Answer, Order, Piece};
use gaslamp_lorcana::{Action, Setup, State};

use common::{any_decks, dealt, decks, games};

/// Cards that lay others facedown, order the other player's deck, pick by chance, or exert and ready facedown cards.
const SECRETIVE: &str = "\
4 Ink Geyser
4 Visiting Christmas Past
4 Water Has Memory
4 Flynn Rider - Spectral Scoundrel
4 Kristoff - Mining the Ruins
4 Jasmine - Soothing Princess
4 Kanga - Peaceful Gatherer
4 Megara - Secret Keeper
4 Minnie Mouse - Curious Adventurer
4 Mickey Mouse - Bob Cratchit
4 Jiminy Cricket - Ghost of Christmas Past
4 Pete - Ghost of Christmas Future
4 Little John - Impermanent Outlaw
4 Goofy - Ghost of Jacob Marley
4 Tamatoa - Seeker of Shine
4 Come Out and Fight!
4 Belle & Beast - Certain as the Sun
";

struct Lorcana;

impl Specimen<State> for Lorcana {
    // Decks run out after some sixty turns each; cards that go back into them add a few.
    const STEPS: usize = 20_000;

    fn setups(&self) -> Vec<Setup> {
        let [first, second] = decks();
        let mut setups = vec![
            Setup::Fresh { decks: [first.clone(), second.clone()] },
            dealt("somewhere"),
            Setup::Fresh { decks: [second, first] },
        ];
        let any = |game| Setup::Fresh { decks: any_decks(&mut Rng::for_game(8, game)) };
        let secretive = || gaslamp_lorcana::Deck::read(SECRETIVE).unwrap();
        setups.push(Setup::Fresh { decks: [secretive(), secretive()] });
        setups.extend((0..games(30)).map(any));
        setups
    }

    fn mutants(&self, state: &State, taken: Action, rng: &mut Rng) -> Vec<Action> {
        let pieces = &state.position().pieces;
        let mut piece = || *rng.pick(pieces).unwrap();
        let mut mutants = vec![
            Action::EndTurn,
            Action::Keep,
            Action::Choose(Answer::Yes),
            Action::Choose(Answer::No),
            Action::Choose(Answer::Done),
            Action::Choose(Answer::Trigger(0)),
            Action::Choose(Answer::Trigger(200)),
            Action::Choose(Answer::Number(1)),
            Action::Choose(Answer::Top),
            Action::Choose(Answer::Bottom),
            Action::Choose(Answer::Discard),
            Action::Begin(Seat::new(1)),
            Action::Begin(Seat::new(7)),
            Action::Choose(Answer::Player(Seat::new(1))),
            Action::Choose(Answer::Player(Seat::new(9))),
            taken,
        ];
        for _ in 0..20 {
            let (one, other) = (piece(), piece());
            mutants.extend([
                Action::Ink(one),
                Action::Play(one),
                Action::Quest(one),
                Action::Boost(one),
                Action::Alter(one),
                Action::Random(one),
                Action::PlayFree { card: one, onto: None },
                Action::PlayFree { card: one, onto: Some(other) },
                Action::Sing { song: one, singer: other },
                Action::Shift { card: one, onto: other },
                Action::Challenge { by: one, target: other },
                Action::Move { who: one, to: other },
                Action::Activate { card: one, of: one.card(), ability: 0 },
                Action::Activate { card: one, of: other.card(), ability: 2 },
                Action::Choose(Answer::Card(one)),
                Action::Choose(Answer::Name(one.card())),
            ]);
        }
        mutants
    }

    /// Two cards that the seat has never seen change places: in the other player's hand or in a deck they look alike.
    fn resample(&self, run: &Run<State>, seat: Seat, rng: &mut Rng) -> Option<Run<State>> {
        if matches!(run.record().setup, Setup::Dealt { .. }) {
            return None;
        }
        let hidden = unseen(run, seat);
        let (one, other) = (*rng.pick(&hidden)?, *rng.pick(&hidden)?);
        if one.owner != other.owner {
            return None;
        }
        let swap = |piece: Piece| match piece {
            _ if piece == one => other,
            _ if piece == other => one,
            _ => piece,
        };
        swapped(run.record(), &swap).replay().ok()
    }

    fn secrets(&self, run: &Run<State>, seat: Seat) -> Vec<String> {
        let mut secrets = vec!["shuffles".to_owned()];
        // What both players have may be told of the other one without the player.
        let pieces = &run.state().position().pieces;
        let is_of_one = |piece: &&Piece| pieces.iter().filter(|other| other.copy == piece.copy).count() == 1;
        let hidden = unseen(run, seat);
        secrets.extend(hidden.iter().map(|&piece| plain_piece(piece)));
        secrets.extend(hidden.iter().filter(is_of_one).map(|piece| format!("({}", plain_copy(piece.copy))));
        secrets
    }
}

/// The cards that this seat has never seen, by the rules of the zones and not by its view: it has seen everything
/// that was ever in play, in a discard or revealed, its own hand, and what it looked at.
fn unseen(run: &Run<State>, seat: Seat) -> Vec<Piece> {
    use gaslamp_lorcana::rules::{Event, KnownTo};
    let mut state = State::start(&run.record().setup).unwrap();
    let mut seen = vec![false; state.position().pieces.len()];
    let mut look = |state: &State| {
        for (at, (status, piece)) in
            state.position().cards.iter().zip(state.position().pieces.iter()).enumerate()
        {
            let own_hand = status.zone == Zone::Hand && piece.owner == seat;
            let open = matches!(status.zone, Zone::Play | Zone::Discard)
                || status.zone == Zone::Under && !status.facedown;
            seen[at] |= own_hand || open;
        }
        for (side, deck) in SEATS.into_iter().zip(&state.position().decks) {
            if let Some(top) = deck.last().filter(|_| plays_with_top_faceup(state, side)) {
                seen[top.index()] = true;
            }
        }
    };
    look(&state);
    let mut told: Vec<Piece> = Vec::new();
    for &action in &run.record().actions {
        if let Action::Ink(piece) = action {
            told.push(piece);
        }
        state
            .apply(action, &run.record().contents, &mut |_, event| match event {
                Event::Reveals(piece)
                | Event::Enters(piece)
                | Event::Discards(piece)
                | Event::Banished { card: piece, .. } => {
                    told.push(piece);
                }
                Event::Draws { player, card: Some(piece) } if player == seat => told.push(piece),
                Event::Looks { player, cards, .. } | Event::LooksAt { player, cards, .. }
                    if player == seat =>
                {
                    told.extend(cards);
                }
                Event::ToHand { player, card: Some(piece), known }
                | Event::ToInkwell { player, card: Some(piece), known }
                | Event::ToDeck { player, card: Some(piece), known, .. } => {
                    let is_known = match known {
                        KnownTo::Everybody => true,
                        KnownTo::Owner => player == seat,
                        KnownTo::Opponent => player != seat,
                        KnownTo::Nobody => false,
                    };
                    told.extend(is_known.then_some(piece));
                }
                _ => {}
            })
            .unwrap();
        look(&state);
    }
    let pieces = state.position().pieces.iter().zip(seen);
    pieces.filter(|(piece, seen)| !seen && !told.contains(piece)).map(|(piece, _)| *piece).collect()
}

/// Whether one of the two cards that say so keeps the top card of this player's deck faceup.
fn plays_with_top_faceup(state: &State, side: Seat) -> bool {
    SEATS.into_iter().any(|seat| {
        state.zone(seat, Zone::Play).iter().any(|&id| match state.piece(id).card().key() {
            "merlin's_cottage_the_wizard's_home" => true,
            "roz_always_watching" => seat != side,
            _ => false,
        })
    })
}

/// The record with cards in each other's places.
fn swapped(record: &Record<State>, swap: &impl Fn(Piece) -> Piece) -> Record<State> {
    let mut other = Record::<State>::new(record.setup.clone());
    let mut contents: Contents<Order> = Contents::default();
    for &action in &record.actions {
        other.actions.push(match action {
            Action::Shuffle(order) => {
                let order = record.contents.get(order).unwrap();
                Action::Shuffle(contents.intern(order.iter().map(|&piece| swap(piece)).collect()))
            }
            Action::Alter(piece) => Action::Alter(swap(piece)),
            Action::Choose(Answer::Card(piece)) => Action::Choose(Answer::Card(swap(piece))),
            Action::Random(piece) => Action::Random(swap(piece)),
            action => action,
        });
    }
    other.contents = contents;
    other.annotations.clone_from(&record.annotations);
    other
}

#[test]
fn lorcana_keeps_the_contract() {
    let seeds = games(60);
    let tally = conformance::check(&Lorcana, 0..seeds);
    assert_eq!(tally.games as u64, seeds);
    assert!(tally.disguises as u64 > seeds / 4 && tally.refused > tally.steps, "{tally:?}");
}
