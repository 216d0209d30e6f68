//! Secrets at the beginning of the game, over all deals: what a player knows after the deal is exactly what
//! the rule book says. The conformance suite covers the rest of the game.

use std::collections::BTreeMap;

use gaslamp_botc::rules::phase::DAY;
use gaslamp_botc::rules::{Content, Deal, Event, Phrase};
use gaslamp_botc::view::VisibleState;
use gaslamp_botc::{Action, Character, CharacterSet, Script, Setup, SetupSpace, Side, State, Wishes};
use gaslamp_core::{Actions, Actor, Choice, Contents, Event as _, Game as _, Rng, Seat, Seats};

/// A state after this deal, and everything that happened.
fn dealt(setup: &Setup, roles: &[(Character, Character)]) -> (State, Vec<Event>) {
    let mut state = State::start(setup).expect("a legal set-up");
    let mut contents = Contents::default();
    let deal = Content::Deal(Deal::new(roles).expect("a deal"));
    let mut events = Vec::new();
    let action = Action::Deal(contents.intern(deal));
    state.apply(action, &contents, &mut |_, event| events.push(event)).expect("a legal deal");
    (state, events)
}

fn is_evil(character: Character) -> bool {
    CharacterSet::EVIL.contains(character)
}

/// Every order of these.
fn for_each_order<T: Copy>(items: &mut [T], from: usize, visit: &mut dyn FnMut(&[T])) {
    if from == items.len() {
        return visit(items);
    }
    for at in from..items.len() {
        items.swap(from, at);
        for_each_order(items, from + 1, visit);
        items.swap(from, at);
    }
}

/// With five players, nobody learns anything but their own token: over all 163,800 seated bags, what a seat
/// sees depends on its token alone.
#[test]
fn with_five_players_a_seat_knows_its_token_and_nothing_else() {
    let setup = Setup::trouble_brewing(5);
    let script = Script::built_in("tb").expect("an edition");
    let space = SetupSpace::new(&script, 5, &Wishes::default()).expect("bags");
    let mut known: BTreeMap<(usize, Character), (VisibleState, Vec<Event>)> = BTreeMap::new();
    let (mut deals, mut mornings) = (0, 0);
    for number in 0..space.bags() {
        let bag = space.bag(number).expect("a bag");
        let token = |role: &Character| {
            let other = bag.tokens.iter().find(|(drawer, _)| drawer == role);
            (*role, other.map_or(*role, |(_, token)| *token))
        };
        let mut seats: Vec<(Character, Character)> = bag.roles.iter().map(token).collect();
        for_each_order(&mut seats, 0, &mut |seats| {
            deals += 1;
            let (state, events) = dealt(&setup, seats);
            // If nobody acts on the first night, it ends at once; the night is what is examined here.
            if state.phase().label == DAY {
                mornings += 1;
                return;
            }
            for (index, (_, token)) in seats.iter().enumerate() {
                let seat = Seat::new(index);
                let seen: Vec<Event> = events.iter().filter_map(|event| event.seen_by(seat)).collect();
                // The very first player to be woken is already awake, and knows it.
                let visible_state = VisibleState { is_awake: false, ..state.visible_state(seat) };
                let (first, told) =
                    known.entry((index, *token)).or_insert_with(|| (visible_state.clone(), seen.clone()));
                assert_eq!((&*first, &*told), (&visible_state, &seen), "seat {index}, {token}");
            }
        });
    }
    assert_eq!(deals, 1365 * 120);
    // Seven Townsfolk sleep on the first night. With the Scarlet Woman any three of them; with the Baron one of them
    // and Recluse and Saint, or one of these two and a Drunk with the token of another sleeper.
    assert_eq!(mornings, (35 + 7 + 2 * 7 * 6) * 120);
    for ((index, token), (visible_state, told)) in &known {
        let side = if is_evil(*token) { Side::Evil } else { Side::Good };
        assert_eq!((visible_state.character, visible_state.side), (Some(*token), Some(side)));
        let phrases: Vec<&Phrase> = told.iter().map(|event| &event.phrase).collect();
        assert_eq!(phrases, [&Phrase::YouAre(*token, side)], "seat {index}");
    }
    // Thirteen Townsfolk, three Outsiders who know what they are, four Minions and the Imp, at each of five seats.
    assert_eq!(known.len(), 5 * 21);
}

/// With seven players and more, the evil players learn about each other on the first night, and the Demon
/// learns three good characters that nobody has as role or token; nobody else learns anything of it.
#[test]
fn evil_players_learn_what_they_should_and_nothing_more() {
    let mut rng = Rng::new(7);
    for players in 7..=15 {
        let setup = Setup::trouble_brewing(players);
        for _ in 0..60 {
            let mut state = State::start(&setup).expect("a legal set-up");
            let (mut contents, mut events) = (Contents::default(), Vec::new());
            let mut legal = Actions::<State>::new();
            // Until the first day, at random.
            while state.phase().label != DAY {
                state.legal(&mut legal);
                let action = match *rng.pick(&legal).expect("something is legal") {
                    Choice::Action(action) => action,
                    Choice::Open(open) => state.sample(open, &mut rng, &mut contents),
                };
                state.apply(action, &contents, &mut |_, event| events.push(event)).expect("legal");
            }
            check_first_night(&state, &events, players);
        }
    }
}

fn check_first_night(state: &State, events: &[Event], players: usize) {
    let seats = || (0..players).map(Seat::new);
    let role = |seat: Seat| state.person(seat).role;
    let of = |team: gaslamp_botc::Team| seats().filter(|seat| role(*seat).team() == team).collect::<Seats>();
    let (minions, demons) = (of(gaslamp_botc::Team::Minion), of(gaslamp_botc::Team::Demon));
    for seat in seats() {
        let seen: Vec<Event> = events.iter().filter_map(|event| event.seen_by(seat)).collect();
        let minion_info: Vec<(Seats, Seats)> = seen
            .iter()
            .filter_map(|event| match event.phrase {
                Phrase::MinionInfo { demons, minions } => Some((demons, minions)),
                _ => None,
            })
            .collect();
        let demon_info: Vec<(Seats, Vec<Character>)> = seen
            .iter()
            .filter_map(|event| match event.phrase {
                Phrase::DemonInfo(team) => Some((team.minions, team.bluffs.iter().collect())),
                _ => None,
            })
            .collect();
        if minions.contains(seat) {
            assert_eq!(minion_info, [(demons, minions.without(seat))]);
            assert_eq!(demon_info, []);
        } else if demons.contains(seat) {
            assert_eq!(minion_info, []);
            let [(told, bluffs)] = demon_info.as_slice() else { panic!("one telling") };
            assert_eq!(*told, minions);
            assert_eq!(bluffs.len(), 3);
            for bluff in bluffs {
                assert!(!is_evil(*bluff));
                assert!(seats().all(|other| role(other) != *bluff && state.person(other).token != *bluff));
            }
        } else {
            assert!(minion_info.is_empty() && demon_info.is_empty());
        }
        let is_spy = role(seat).to_string() == "spy";
        let has_seen = seen.iter().any(|event| matches!(event.phrase, Phrase::Shown(_)));
        assert!(is_spy || !has_seen);
    }
    assert_eq!(state.to_act(), Some(Actor::Seat(Seat::new(0))), "the first speaks by day");
}
