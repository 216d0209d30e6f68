//! What a seat is told: the rule book's token lists, written out independently here, compared with the views.

use crate::common;

use gaslamp_core::{Actor, Game as _, Run, Seat, Token};
use gaslamp_mafia::encoding::{decode_sequence, encode_phrase};
use gaslamp_mafia::rules::phase::NIGHT;
use gaslamp_mafia::{Action, Colour, Deal, Phrase, Role, Rules, SEATS, State};

use common::tokens::{raw, words};
use common::{Mood, all_deals, begin, dealt, observe, random_game, seats, step};

/// The deals in the order of the rule book, as role names by seat.
fn deals_by_the_book() -> Vec<[&'static str; SEATS]> {
    let mut deals = Vec::new();
    for don in 0..SEATS {
        for first in (0..SEATS).filter(|&seat| seat != don) {
            for second in (first + 1..SEATS).filter(|&seat| seat != don) {
                for sheriff in (0..SEATS).filter(|seat| ![don, first, second].contains(seat)) {
                    let mut roles = ["CITIZEN"; SEATS];
                    roles[don] = "DON";
                    (roles[first], roles[second]) = ("MAFIA", "MAFIA");
                    roles[sheriff] = "SHERIFF";
                    deals.push(roles);
                }
            }
        }
    }
    deals
}

/// What a seat has read when everyone has passed and seat `speaker` has just been given its turn.
fn expected(roles: &[&str; SEATS], seat: usize, speaker: usize) -> Vec<Token> {
    let mut text = format!("GAME_START YOUR_POSITION PLAYER_{seat} YOUR_ROLE {}", roles[seat]);
    let is_black = |index: usize| ["DON", "MAFIA"].contains(&roles[index]);
    if is_black(seat) {
        let team = (0..SEATS).filter(|&other| other != seat && is_black(other));
        let team: Vec<String> = team.map(|other| format!("PLAYER_{other}")).collect();
        text += &format!(" MAFIA_TEAM {}", team.join(" "));
    }
    text += " DAY_1 STARTING_PLAYER PLAYER_0";
    (0..speaker).for_each(|before| text += &format!(" PLAYER_{before} END_TURN"));
    raw(&(text + &format!(" PLAYER_{speaker}")))
}

#[test]
fn until_its_first_turn_a_seat_knows_what_the_rule_book_gives_it_in_all_2520_deals() {
    let by_the_book = deals_by_the_book();
    assert_eq!(by_the_book.len(), 2520);
    assert_eq!(usize::from(Deal::COUNT), 2520);
    for (deal, roles) in all_deals().zip(&by_the_book) {
        let mut run = dealt(Rules::default(), deal);
        for seat in seats() {
            let seen = observe(&run, seat);
            assert_eq!(words(&seen.tokens), words(&expected(roles, seat.index(), 0)), "{deal:?} {seat:?}");
            assert_eq!(seen.legal_mask.is_some(), seat.index() == 0, "only seat 0 is to act");
        }
        for speaker in seats() {
            let seen = observe(&run, speaker).tokens;
            assert_eq!(words(&seen), words(&expected(roles, speaker.index(), speaker.index())), "{deal:?}");
            run.apply(Action::EndTurn).expect("always legal");
        }
    }
}

/// Whether `whole` is the two parts interleaved, each in its order.
fn is_interleaving(whole: &[Token], public: &[Token], private: &[Token]) -> bool {
    // Which lengths of the public part can have been used up after each token of the whole.
    let mut used = vec![false; public.len() + 1];
    used[0] = true;
    for (at, token) in whole.iter().enumerate() {
        let mut next = vec![false; public.len() + 1];
        for taken in (0..=public.len()).filter(|&taken| used[taken]) {
            if public.get(taken) == Some(token) {
                next[taken + 1] = true;
            }
            if at >= taken && private.get(at - taken) == Some(token) {
                next[taken] = true;
            }
        }
        used = next;
    }
    whole.len() == public.len() + private.len() && used[public.len()]
}

#[test]
fn everybody_reads_the_same_public_tokens_and_the_whole_is_both_parts_interleaved() {
    for seed in 0..24 {
        let (mut run, mut rng) = begin(seed);
        let mut steps = 0;
        loop {
            let seen: Vec<_> = seats().map(|seat| observe(&run, seat)).collect();
            assert!(
                seen.iter().all(|one| one.public_tokens == seen[0].public_tokens),
                "seed {seed} step {steps}"
            );
            let is_sample = steps % 40 == 0 || run.state().to_act().is_none();
            for one in seen.iter().filter(|_| is_sample) {
                assert!(is_interleaving(&one.tokens, &one.public_tokens, &one.private_tokens), "seed {seed}");
            }
            steps += 1;
            if !step(&mut run, Mood::of(seed), &mut rng) {
                break;
            }
        }
    }
}

/// Private tokens are: own place, role and team, own votes, own night actions and results. Nothing else.
#[test]
fn private_tokens_are_a_seats_own_facts_and_actions() {
    for seed in 0..60 {
        let run = random_game(seed);
        let Action::Deal(deal) = run.record().actions[0] else { panic!("the deal comes first") };
        for seat in seats() {
            let mut own = expected_facts(&deal, seat);
            let mut state = State::new(run.record().setup);
            for &action in &run.record().actions {
                let secret = state.phase().label == NIGHT
                    || state.legal_set().iter().any(|a| matches!(a, Action::Vote(_) | Action::KeepAll));
                if secret && state.to_act() == Some(Actor::Seat(seat)) {
                    encode_phrase(Phrase::Act(action), &mut own);
                    match action {
                        Action::SheriffCheck(seat) => {
                            let colour =
                                if deal.role(seat).colour() == Colour::Red { "RED" } else { "BLACK" };
                            own.extend(raw(&format!("CHECK_RESULT PLAYER_{} {colour}", seat.index())));
                        }
                        Action::DonCheck(seat) => {
                            let found =
                                if deal.role(seat) == Role::Sheriff { "SHERIFF" } else { "NOT_SHERIFF" };
                            own.extend(raw(&format!("CHECK_RESULT PLAYER_{} {found}", seat.index())));
                        }
                        _ => {}
                    }
                }
                state.apply(action, &Default::default(), &mut |_, _| {}).expect("a record's action");
            }
            assert_eq!(words(&observe(&run, seat).private_tokens), words(&own), "seed {seed} {seat:?}");
        }
    }
}

fn expected_facts(deal: &Deal, seat: Seat) -> Vec<Token> {
    let roles = std::array::from_fn(|index| match deal.role(Seat::new(index)) {
        Role::Citizen => "CITIZEN",
        Role::Sheriff => "SHERIFF",
        Role::Mafia => "MAFIA",
        Role::Don => "DON",
    });
    let all = expected(&roles, seat.index(), 0);
    all[1..all.len() - 4].to_vec()
}

/// Public phrases are of the public kinds; no role, team, check or shot is among them.
#[test]
fn nobody_sees_the_roles_of_the_departed_or_any_secret_in_public() {
    for seed in 0..60 {
        let run = random_game(seed);
        for phrase in decode_sequence(&observe(&run, Seat::new(0)).public_tokens).expect("readable") {
            let is_public = match phrase {
                Phrase::YourPosition(_) | Phrase::YourRole(_) | Phrase::MafiaTeam(_) => false,
                Phrase::CheckResult(..) => false,
                Phrase::Act(action) => matches!(
                    action,
                    Action::EndTurn
                        | Action::Nominate(_)
                        | Action::ClaimSheriff
                        | Action::DenySheriff
                        | Action::ClaimCheck(..)
                        | Action::Say(..)
                ),
                _ => true,
            };
            assert!(is_public, "seed {seed}: {phrase:?} is public");
        }
        // The visible state has room for one role, the seat's own, and shows the others' colour only to blacks.
        let Action::Deal(deal) = run.record().actions[0] else { panic!("the deal comes first") };
        for seat in seats() {
            let visible_state = run.state().visible_state(seat);
            assert_eq!(visible_state.role, Some(deal.role(seat)));
            let team = deal.role(seat).colour() == Colour::Black;
            assert_eq!(
                visible_state.team,
                if team { deal.blacks().without(seat) } else { Default::default() }
            );
        }
    }
}

#[test]
fn dead_seats_keep_seeing_what_is_public_and_nothing_more() {
    let mut watched = 0;
    for seed in 0..30 {
        let (mut run, mut rng) = begin(seed);
        loop {
            let before: Vec<_> = seats().map(|seat| observe(&run, seat)).collect();
            let living = run.state().visible_state(Seat::new(0)).living;
            if !step(&mut run, Mood::of(seed), &mut rng) {
                break;
            }
            let leaving = gaslamp_mafia::notation::table::Table::of(run.state()).scene;
            for seat in seats().filter(|&seat| !living.contains(seat)) {
                let after = observe(&run, seat);
                assert_eq!(after.private_tokens, before[seat.index()].private_tokens, "seed {seed} {seat:?}");
                assert_eq!(after.legal_mask.is_some(), run.state().to_act() == Some(Actor::Seat(seat)));
                if after.legal_mask.is_some() {
                    assert!(
                        matches!(&leaving, gaslamp_mafia::notation::table::Scene::Words(who) if who[0] == seat),
                        "seed {seed}: {seat:?} is out and acts"
                    );
                }
                watched += after.public_tokens.len() - before[seat.index()].public_tokens.len();
            }
        }
    }
    assert!(watched > 1000, "the dead saw too little to tell: {watched}");
}

/// The other world: the same talk and votes by day, the same dead each morning, the same targets of checks.
/// Compares the views of those who cannot tell the two apart, for as long as both go on alike.
fn same_to(run: &Run<State>, other: Deal, cannot_tell: &[Seat], place: &str) -> usize {
    let Action::Deal(deal) = run.record().actions[0] else { panic!("the deal comes first") };
    let mut here = dealt(run.record().setup, deal);
    let mut there = dealt(run.record().setup, other);
    let mut actions = run.record().actions[1..].iter().copied().peekable();
    let mut compared = 0;
    loop {
        for &seat in cannot_tell {
            assert_eq!(here.view(seat), there.view(seat), "{place}: {seat:?} can tell");
            compared += 1;
        }
        let Some(&action) = actions.peek() else { return compared };
        if !is_night(&here) {
            actions.next();
            here.apply(action).expect("a record's action");
            if there.apply(action).is_err() {
                return compared;
            }
        } else {
            let (mut shot, mut check) = (Action::EndTurn, Action::EndTurn);
            let living = here.state().visible_state(Seat::new(0)).living;
            while is_night(&here) {
                let Some(action) = actions.next() else { return compared };
                if matches!(action, Action::SheriffCheck(_)) {
                    check = action;
                }
                here.apply(action).expect("a record's action");
            }
            if let Some(victim) = living.minus(here.state().visible_state(Seat::new(0)).living).lowest() {
                shot = Action::Kill(victim);
            }
            while is_night(&there) {
                let legal = there.state().legal_set();
                let shoots = legal.iter().any(|action| matches!(action, Action::Kill(_)));
                let wanted = if shoots { shot } else { check };
                let action = if legal.contains(wanted) { wanted } else { Action::EndTurn };
                if shoots && action != shot {
                    return compared; // Somebody would have to shoot themselves.
                }
                there.apply(action).expect("legal");
            }
        }
        // Colours differ, so the game may end in one world alone; everyone may know that.
        let [here, there] = [&here, &there].map(|run| run.state().outcome().map(|outcome| outcome.result));
        if here != there {
            return compared;
        }
    }
}

fn is_night(run: &Run<State>) -> bool {
    run.state().phase().label == NIGHT && run.state().to_act().is_some()
}

fn swapped(deal: &Deal, a: Seat, b: Seat) -> Deal {
    let mut roles: [Role; SEATS] = std::array::from_fn(|index| deal.role(Seat::new(index)));
    roles.swap(a.index(), b.index());
    Deal::from_roles(&roles).expect("the same roles")
}

#[test]
fn exchanged_roles_are_told_apart_only_by_those_who_may() {
    let mut compared = [0; 3];
    for seed in 0..36 {
        let run = random_game(seed);
        let Action::Deal(deal) = run.record().actions[0] else { panic!("the deal comes first") };
        let of = |role: Role| -> Vec<Seat> { seats().filter(|&seat| deal.role(seat) == role).collect() };
        let (citizens, mafia) = (of(Role::Citizen), of(Role::Mafia));
        let others = |a: Seat, b: Seat, keep: &dyn Fn(Seat) -> bool| -> Vec<Seat> {
            seats().filter(|&seat| seat != a && seat != b && keep(seat)).collect()
        };
        let place = |what: &str| format!("seed {seed}, {what}");
        // Don and mafia: no red seat knows which is which, nor the third black.
        let other = swapped(&deal, deal.don(), mafia[0]);
        let rest = others(deal.don(), mafia[0], &|_| true);
        // With one shot for each black the third is asked in both worlds at the same place.
        compared[0] += same_to(&run, other, &by_day(&rest, &deal, &run), &place("don and mafia"));
        // Sheriff and citizen: nobody knows but the two, and a don who checked.
        let other = swapped(&deal, deal.sheriff(), citizens[0]);
        let rest = others(deal.sheriff(), citizens[0], &|seat| seat != deal.don());
        compared[1] += same_to(&run, other, &by_day(&rest, &deal, &run), &place("sheriff and citizen"));
        // Citizen and mafia: no other citizen knows.
        let other = swapped(&deal, citizens[1], mafia[1]);
        let rest = others(citizens[1], mafia[1], &|seat| deal.role(seat) == Role::Citizen);
        compared[2] += same_to(&run, other, &rest, &place("citizen and mafia"));
    }
    assert!(compared.iter().all(|&count| count > 1000), "too few to tell: {compared:?}");
}

/// With `unanimous_kill` a black seat remembers its own shot, which the other world need not repeat.
fn by_day(seats: &[Seat], deal: &Deal, run: &Run<State>) -> Vec<Seat> {
    let shoots = |seat: Seat| run.record().setup.unanimous_kill && deal.blacks().contains(seat);
    // The don's or the lowest mafia's own shots and checks are its own as well; blacks who never shot stay in.
    let acted = |seat: Seat| {
        let mut state = State::new(run.record().setup);
        run.record().actions.iter().any(|&action| {
            let acts = state.phase().label == NIGHT && state.to_act() == Some(Actor::Seat(seat));
            state.apply(action, &Default::default(), &mut |_, _| {}).expect("a record's action");
            acts
        })
    };
    seats
        .iter()
        .copied()
        .filter(|&seat| !(shoots(seat) || deal.blacks().contains(seat) && acted(seat)))
        .collect()
}
