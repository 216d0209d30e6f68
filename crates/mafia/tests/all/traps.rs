//! One test for each trap in the rule book's last section, over random games of several rules and
//! temperaments.
//!
//! The expected results are worked out here from the actions alone, not taken from the rules.

use crate::common;

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Contents, Game as _, Run, Seat, Token};
use gaslamp_mafia::encoding::decode_sequence;
use gaslamp_mafia::notation::table::{Scene, Table};
use gaslamp_mafia::rules::Ballot;
use gaslamp_mafia::rules::phase::{DAY, NIGHT};
use gaslamp_mafia::{Action, Phrase, Rules, SEATS, State};

use common::tokens::words;
use common::{Mood, begin, observe, random_game, seats, step};

const GAMES: u64 = 60;

fn actor(run: &Run<State>) -> Option<Seat> {
    run.state().to_act().and_then(Actor::seat)
}

fn table(run: &Run<State>) -> Table {
    Table::of(run.state())
}

/// Plays random games and shows each step: the run before it, the action, the run after it.
fn each_step(mut look: impl FnMut(&Run<State>, Action, &Run<State>)) {
    for seed in 0..GAMES {
        let (mut run, mut rng) = begin(seed);
        while run.state().to_act().is_some() {
            let before = run.clone();
            step(&mut run, Mood::of(seed), &mut rng);
            look(&before, *run.record().actions.last().expect("a step"), &run);
        }
    }
}

/// What a seat was told by one step.
fn news(before: &Run<State>, after: &Run<State>, seat: Seat) -> Vec<Token> {
    observe(after, seat).tokens[observe(before, seat).tokens.len()..].to_vec()
}

#[test]
fn votes_revealed_are_the_votes_cast() {
    let mut cast: Vec<(Seat, Ballot)> = Vec::new();
    let (mut reveals, mut thirds) = (0, 0);
    each_step(|before, action, after| {
        let Scene::Round(round) = table(before).scene else { return };
        let voter = actor(before).expect("a voter");
        let last = *table(before).nominated.last().expect("nominees");
        cast.push((
            voter,
            match (action, round) {
                (Action::Vote(seat), 1 | 2) => Ballot::Against(seat),
                (Action::EndTurn, 1 | 2) => Ballot::Against(last),
                (Action::EliminateAll, 3) => Ballot::EliminateAll,
                (Action::KeepAll | Action::EndTurn, 3) => Ballot::KeepAll,
                other => panic!("{other:?} in a vote"),
            },
        ));
        let goes_on = table(after).scene == Scene::Round(round);
        for seat in seats() {
            let phrases = decode_sequence(&news(before, after, seat)).expect("readable news");
            let shown = phrases.iter().filter_map(|phrase| match *phrase {
                Phrase::VoteRevealed(voter, ballot) => Some((voter, ballot)),
                _ => None,
            });
            let shown: Vec<_> = shown.collect();
            assert_eq!(shown, if goes_on { Vec::new() } else { cast.clone() }, "{seat:?}");
        }
        if !goes_on {
            reveals += 1;
            thirds += usize::from(round == 3);
            cast.clear();
        }
    });
    assert!(reveals > 100 && thirds > 10, "too few votes to tell: {reveals}, {thirds} third rounds");
}

/// Every seat's view is the same after each hidden action of another: tokens, visible state and legal list.
#[test]
fn nothing_of_the_night_reaches_another_seat() {
    let mut deeds = 0;
    each_step(|before, action, after| {
        if before.state().phase().label != NIGHT {
            return;
        }
        let by = actor(before).expect("somebody acts at night");
        let dawn = after.state().phase().label != NIGHT || after.state().to_act().is_none();
        for seat in seats().filter(|&seat| seat != by) {
            let (was, is) = (before.view(seat), after.view(seat));
            if dawn {
                let new: Vec<_> = is.seen[was.seen.len()..].iter().map(|(_, event)| event).collect();
                assert!(new.iter().all(|event| event.by.is_none()), "{seat:?} saw {new:?}");
                continue;
            }
            assert_eq!(was.seen, is.seen, "{seat:?} saw {by:?} do {action:?}");
            if actor(after) != Some(seat) {
                assert_eq!(was, is, "{seat:?} noticed that {by:?} did {action:?}");
            }
        }
        deeds += 1;
    });
    assert!(deeds > 300, "too few nights: {deeds}");
}

/// Whatever the others did in secret, the morning looks the same if the same player is dead.
#[test]
fn a_night_of_checks_and_one_of_sleep_are_the_same_to_others() {
    for seed in 0..GAMES {
        let (mut run, mut rng) = begin(seed);
        let mut nights = 0;
        while run.state().to_act().is_some() && nights < 3 {
            let is_check = matches!(table(&run).scene, Scene::Step(_))
                && !run.state().legal_set().iter().any(|a| matches!(a, Action::Kill(_)));
            if is_check {
                let checker = actor(&run).expect("a checker");
                let mut asleep = run.clone();
                asleep.apply(Action::EndTurn).expect("always legal");
                for action in run.state().legal_set().iter() {
                    let mut awake = run.clone();
                    awake.apply(action).expect("listed");
                    for seat in seats().filter(|&seat| seat != checker) {
                        assert_eq!(awake.view(seat), asleep.view(seat), "{action:?} is known to {seat:?}");
                    }
                    let found = observe(&awake, checker).private_tokens.len()
                        - observe(&asleep, checker).private_tokens.len();
                    assert_eq!(
                        found,
                        if action == Action::EndTurn { 0 } else { 4 },
                        "verb, player and result"
                    );
                }
                nights += 1;
            }
            step(&mut run, Mood::of(seed), &mut rng);
        }
    }
}

#[test]
fn the_last_speakers_nomination_does_not_skip_the_vote() {
    let mut last_nominations = 0;
    each_step(|before, action, after| {
        let now = table(before);
        let Scene::Speaker(speaker) = now.scene else { return };
        let is_last = before.state().visible_state(speaker).living.next_after(speaker) == Some(now.starter);
        if action != Action::EndTurn || !is_last {
            return;
        }
        last_nominations += usize::from(now.done.iter().any(|deed| matches!(deed, Action::Nominate(_))));
        let day = before.state().visible_state(speaker).day;
        let lone_leaves = day > 1 || now.rules.lone_nominee_leaves_on_day_1;
        let list: Vec<String> = now.nominated.iter().map(|seat| format!("PLAYER_{}", seat.index())).collect();
        let told = words(&news(before, after, speaker));
        let listed = format!("END_TURN NOMINATED_LIST {}", list.join(" "));
        let expected = match list.as_slice() {
            [] => format!("END_TURN NIGHT_{}", day.min(4)),
            [_] if !lone_leaves => format!("{listed} NIGHT_{}", day.min(4)),
            [lone] => format!("{listed} ELIMINATED {lone} "),
            _ => {
                assert_eq!(table(after).scene, Scene::Round(1));
                listed
            }
        };
        assert!(told == expected || expected.ends_with(' ') && told.starts_with(&expected), "{told}");
    });
    assert!(last_nominations > 20, "too few: {last_nominations}");
}

#[test]
fn nominees_and_ties_are_cleared_every_day() {
    let (mut days, mut after_tie, mut tied) = (0, 0, false);
    each_step(|before, _, after| {
        let (was, is) = (table(before), table(after));
        tied |= matches!(is.scene, Scene::Round(2 | 3));
        if was.phase == is.phase && was.scene == is.scene {
            return;
        }
        let begins = matches!(is.scene, Scene::Speaker(seat) if seat == is.starter) && is.phase != was.phase;
        if matches!(is.scene, Scene::Step(_) | Scene::Words(_)) || begins {
            assert_eq!((is.nominated.len(), is.cast.len(), is.done.len()), (0, 0, 0), "{is}");
        }
        if begins {
            days += 1;
            after_tie += usize::from(std::mem::take(&mut tied));
            let visible_state = after.state().visible_state(is.starter);
            assert!(visible_state.nominees.is_empty(), "{is}");
            let wanted = visible_state.living.without(is.starter);
            assert!(
                wanted.iter().all(|seat| after.state().legal_set().contains(Action::Nominate(seat))),
                "{is}"
            );
        }
    });
    assert!(days > 60 && after_tie > 20, "{days} days, {after_tie} of them after a tie");
}

/// The order of turns and votes is worked out only from who left, and from the starters.
#[test]
fn dead_seats_never_vote_speak_or_shift_a_turn() {
    for seed in 0..GAMES {
        let run = random_game(seed);
        let mut living = [true; SEATS];
        let mut starter = None;
        let mut turns: Vec<usize> = Vec::new();
        let mut last_words: Vec<usize> = Vec::new();
        let order = |living: &[bool; SEATS], first: usize| -> Vec<usize> {
            (0..SEATS).map(|i| (first + i) % SEATS).filter(|&i| living[i]).collect()
        };
        let mut reveal: Vec<usize> = Vec::new();
        for phrase in decode_sequence(&observe(&run, Seat::new(0)).public_tokens).expect("readable") {
            match phrase {
                Phrase::Eliminated(seat) => {
                    assert!(std::mem::take(&mut living[seat.index()]), "seed {seed}: {seat:?} left twice");
                    last_words.push(seat.index());
                }
                Phrase::StartingPlayer(seat) => {
                    let expected = match starter {
                        None => 0,
                        Some(before) => order(&living, (before + 1) % SEATS)[0],
                    };
                    assert_eq!(seat.index(), expected, "seed {seed}: the starter");
                    assert!(turns.is_empty() && last_words.is_empty(), "seed {seed}: unheard: {turns:?}");
                    starter = Some(expected);
                    turns = order(&living, expected);
                }
                Phrase::Turn(seat) if !last_words.is_empty() => {
                    assert_eq!(seat.index(), last_words.remove(0), "seed {seed}: last words");
                }
                Phrase::Turn(seat) => {
                    assert!(!turns.is_empty(), "seed {seed}: {seat:?} speaks again");
                    assert_eq!(seat.index(), turns.remove(0), "seed {seed}: whose turn");
                }
                Phrase::VoteRevealed(seat, _) => {
                    if reveal.is_empty() {
                        reveal = order(&living, starter.expect("a day"));
                    }
                    assert_eq!(seat.index(), reveal.remove(0), "seed {seed}: whose vote");
                }
                Phrase::Night(_) => {
                    assert!(turns.is_empty() && reveal.is_empty() && last_words.is_empty(), "seed {seed}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn last_words_do_not_cost_the_starter_a_turn() {
    let mut mornings = 0;
    each_step(|before, _, after| {
        let (was, is) = (table(before), table(after));
        if !matches!(
            (&was.scene, was.phase, &is.scene),
            (Scene::Words(_), Phase { label: DAY, .. }, Scene::Speaker(_))
        ) {
            return;
        }
        mornings += 1;
        assert_eq!(is.scene, Scene::Speaker(is.starter), "{is}");
        assert!(is.done.is_empty(), "{is}");
        // Two verbs of four targets each, nominations, two claims, the end of the turn.
        let others = after.state().visible_state(is.starter).living.len() - 1;
        assert_eq!(after.state().legal_set().len(), others * 5 + 3, "a whole turn: {is}");
    });
    assert!(mornings > 30, "too few: {mornings}");
}

/// What a turn allows is worked out from what was done in it, action by action.
#[test]
fn checks_inside_a_long_turn_are_as_strict_as_for_one_action() {
    let mut long = 0;
    let mut turn: Vec<Action> = Vec::new();
    let mut nominated: Vec<Seat> = Vec::new();
    let mut day = None;
    each_step(|before, action, _| {
        let speaker = match table(before).scene {
            Scene::Speaker(seat) => seat,
            Scene::Words(ref seats) => seats[0],
            _ => return turn.clear(),
        };
        let in_words = matches!(table(before).scene, Scene::Words(_));
        let here = (before.record().actions[0], before.state().phase());
        if day.replace(here) != Some(here) {
            nominated.clear();
        }
        let living = before.state().visible_state(speaker).living;
        let room = turn.len() < usize::from(before.record().setup.actions_per_turn);
        let fresh = |action: &Action| room && !turn.contains(action);
        let target = |seat: Seat| seat != speaker && living.contains(seat);
        let allowed = |action: Action| match action {
            Action::EndTurn => true,
            Action::ClaimSheriff | Action::DenySheriff => fresh(&action),
            Action::Say(seat, _) | Action::ClaimCheck(seat, _) => fresh(&action) && target(seat),
            Action::Nominate(seat) => {
                let has = turn.iter().any(|done| matches!(done, Action::Nominate(_)));
                fresh(&action) && target(seat) && !in_words && !has && !nominated.contains(&seat)
            }
            _ => false,
        };
        for candidate in (0..Action::COUNT).filter_map(Action::from_id) {
            let answer = before.state().check(candidate, &Contents::default());
            assert_eq!(answer.is_ok(), allowed(candidate), "{candidate:?} after {turn:?}: {answer:?}");
        }
        long += usize::from(turn.len() == 7);
        match action {
            Action::EndTurn => turn.clear(),
            _ => turn.push(action),
        }
        if let Action::Nominate(seat) = action {
            nominated.push(seat);
        }
    });
    assert!(long > 50, "too few full turns: {long}");
}

#[test]
fn a_tie_shown_once_is_shown_every_time_and_to_everybody() {
    let (mut second, mut third, mut to_the_dead) = (0, 0, 0);
    each_step(|before, _, after| {
        let (was, is) = (table(before), table(after));
        let (Scene::Round(from), Scene::Round(to)) = (was.scene, is.scene) else { return };
        if from == to {
            return;
        }
        second += usize::from(to == 2);
        third += usize::from(to == 3);
        to_the_dead += is.out.len();
        let tied: Vec<String> = is.nominated.iter().map(|seat| format!("PLAYER_{}", seat.index())).collect();
        let shown = format!("TIE_RESULT {}", tied.join(" "));
        for seat in seats() {
            assert!(words(&news(before, after, seat)).ends_with(&shown), "{seat:?} was not shown {shown}");
        }
    });
    assert!(second > 20 && third > 20 && to_the_dead > 50, "too few ties: {second}, {third}, {to_the_dead}");
}

/// The temperaments together reach every kind of end and every scene, so that the tests above cover
/// everything.
#[test]
fn the_random_games_reach_every_end() {
    let ends: std::collections::BTreeSet<&str> = (0..GAMES)
        .filter_map(|seed| random_game(seed).state().outcome())
        .map(|outcome| outcome.result)
        .collect();
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), ["black", "draw", "red"]);
    assert!(Rules::default() == common::rule_sets()[0]);
}
