//! The loop and the agents: asking again, giving up, leaving, reading what people type.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::human::{Human, Lines, NoGuide};
use gaslamp_agents::mafia::{Heuristic, Reasoning};
use gaslamp_agents::random::Random;
use gaslamp_agents::scripted::Scripted;
use gaslamp_agents::table::{self, Ending};
use gaslamp_agents::{Agent, StorytellerAgent};
use gaslamp_core::{Actions, Actor, Choice, Diagnostic, Game as _, Reply, Rng, Run, Seat, Session, View};
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, SEATS, State};

type Boxed = Box<dyn Agent<State>>;

fn dealt(arrangement: u16) -> Run<State> {
    let mut run = Run::<State>::new(Rules::default()).expect("the usual rules");
    run.apply(Action::Deal(Deal::from_arrangement(arrangement).expect("a deal")))
        .expect("the deal comes first");
    run
}

fn seated(run: Run<State>) -> Session<State> {
    Session::resume(run).expect("legal rules")
}

fn undealt(rules: Rules) -> Session<State> {
    Session::new(rules).expect("legal rules")
}

fn everybody(make: impl Fn(u64) -> Boxed) -> Vec<Boxed> {
    (0..SEATS as u64).map(make).collect()
}

fn random(seed: u64) -> Boxed {
    Box::new(Random::new(Rng::new(seed)))
}

fn play(session: &mut Session<State>, agents: &mut [Boxed]) -> Ending {
    table::play(session, agents, &mut Chance::new(Rng::new(8)), &mut Rng::new(9), &mut |_| true)
}

/// Gives the same action again and again.
struct Stubborn(Action);

impl Agent<State> for Stubborn {
    fn decide(&mut self, _: &View<State>) -> Reply<State> {
        Reply::Choice(Choice::Action(self.0))
    }
}

#[test]
fn a_game_without_a_deal_is_dealt_and_played_to_its_end() {
    let mut session = undealt(Rules::default());
    assert_eq!(play(&mut session, &mut everybody(random)), Ending::Over);
    assert!(session.outcome().is_some());
}

#[test]
fn a_seat_that_answers_nothing_legal_is_given_up_politely_and_nothing_has_changed() {
    let mut session = seated(dealt(0));
    let mut agents = everybody(|_| Box::new(Stubborn(Action::Kill(Seat::new(3)))));
    let Ending::GaveUp(actor, problem) = play(&mut session, &mut agents) else { panic!("nobody gave up") };
    assert_eq!((actor, problem.id), (Actor::Seat(Seat::new(0)), "mafia/phase/night"));
    assert_eq!(*session.run(), dealt(0));
}

#[test]
fn a_record_played_by_its_own_script_is_the_same_record() {
    let mut session = seated(dealt(42));
    play(&mut session, &mut everybody(random));
    let mut again = seated(dealt(42));
    let scripted = |index| Box::new(Scripted::new(session.record(), Seat::new(index))) as Boxed;
    let mut agents: Vec<Boxed> = (0..SEATS).map(scripted).collect();
    assert_eq!(play(&mut again, &mut agents), Ending::Over);
    assert_eq!(again.run(), session.run());
}

#[test]
fn whoever_watches_can_stop_the_game() {
    let mut session = seated(dealt(0));
    let mut keeper = Chance::new(Rng::new(1));
    let mut few = |run: &Run<State>| run.record().actions.len() < 7;
    let ending = table::play(&mut session, &mut everybody(random), &mut keeper, &mut Rng::new(1), &mut few);
    assert_eq!((ending, session.record().actions.len()), (Ending::Stopped, 7));
}

/// Deals nothing, whatever it is asked.
struct Undealt;

impl StorytellerAgent<State> for Undealt {
    fn decide(&mut self, _: &Run<State>, _: &Actions<State>) -> Reply<State> {
        Reply::Choice(Choice::Action(Action::EndTurn))
    }
}

#[test]
fn a_keeper_that_answers_nothing_legal_is_given_up_politely_too() {
    let mut session = undealt(Rules::default());
    let mut agents = everybody(random);
    let ending = table::play(&mut session, &mut agents, &mut Undealt, &mut Rng::new(1), &mut |_| true);
    assert!(matches!(ending, Ending::GaveUp(Actor::Storyteller, _)), "{ending:?}");
    assert_eq!(session.run(), undealt(Rules::default()).run());
}

/// A human Storyteller types an action with or without its actor, and sees the whole table.
#[test]
fn a_person_can_keep_the_game() {
    // The deal of `dealt(42)`.
    let short = "deals->P0:don,P1:mafia,P2:sheriff,P8:mafia";
    for (typed, ending, answer) in [
        (format!("st!{short}\n"), Ending::Stopped, "your action>"),
        (format!("list\n{short}\n"), Ending::Stopped, "deal …"),
        ("P1!passes\nquit\n".to_owned(), Ending::Left(Actor::Storyteller), "you are st"),
        ("passes\n1\n".to_owned(), Ending::Stopped, "That is not possible"),
    ] {
        let mut session = undealt(Rules::default());
        let mut shown = Vec::new();
        let mut lines = typed.lines();
        let next_line = || lines.next().map(str::to_owned);
        let mut human = Human::new(Lines { next_line, output: &mut shown }, NoGuide);
        let ended =
            table::play(&mut session, &mut everybody(random), &mut human, &mut Rng::new(1), &mut |_| false);
        let shown = String::from_utf8(shown).expect("text");
        assert_eq!(ended, ending, "{typed}: {shown}");
        assert!(shown.contains(answer), "{typed}: {shown}");
        assert!(!typed.contains(short) || *session.run() == dealt(42), "{typed}");
    }
}

/// What a person at seat 0 types, the resulting actions, and words of the answer.
#[test]
fn people_may_type_anything() {
    let table: &[(&str, &[Action], &str)] = &[
        ("", &[], "48 legal actions"),
        ("quit\n", &[], "your action>"),
        ("list\n", &[], "48  says P9:black"),
        ("help\n", &[], "leaves the table"),
        ("\n\n  \n", &[], "your action>"),
        ("0\n49\n-1\n1e9\n", &[], "are 1 to 48"),
        ("dance\nP0!\n!!\n((((\n->\n<D1>\n\u{0}\u{1F3B2}\n", &[], "`list` shows what is legal"),
        ("P1!passes\nst!deals->P0:don\n", &[], "cannot act for anybody else"),
        ("nominates->P0\n", &[], "the target must be somebody else"),
        ("nominates->P5\n", &[Action::Nominate(Seat::new(5))], "P0 nominates P5"),
        ("p0!nominates->player_5\n", &[Action::Nominate(Seat::new(5))], "P0 nominates P5"),
        ("P0 says P3 is black\n", &[Action::Say(Seat::new(3), Colour::Black)], "P0 says P3 is black"),
        ("nominate 5\n", &[Action::Nominate(Seat::new(5))], "P0 nominates P5"),
        ("P0 say p3 black\n", &[Action::Say(Seat::new(3), Colour::Black)], "P0 says P3 is black"),
        ("nominate\n", &[], "that could be one of 9"),
        ("list sheriff\n", &[], "claims_sheriff"),
        ("list dragons\n", &[], "no legal action has `dragons` in it"),
        ("claims\n", &[], "nobody has claimed anything yet"),
        ("votes\n", &[], "nobody has been nominated yet"),
        ("help me\ntable\n", &[], "`list` shows what is legal"),
        ("why not nominate 5\n", &[], "No rule forbids it."),
        ("why\nwhy not\nwhy not dance\n", &[], "write `why not ACTION`"),
        ("2\n1\n", &[Action::Nominate(Seat::new(1)), Action::EndTurn], "P0 nominates P1"),
    ];
    for (typed, actions, answer) in table {
        let mut run = dealt(42);
        let mut shown = Vec::new();
        let mut lines = typed.lines();
        let next_line = || lines.next().map(str::to_owned);
        let mut human = Human::new(Lines { next_line, output: &mut shown }, NoGuide);
        let mut taken = Vec::new();
        loop {
            let view = run.view(Seat::new(0));
            if !view.to_act() {
                break;
            }
            let action = match Agent::<State>::decide(&mut human, &view) {
                Reply::Choice(Choice::Action(action)) => Ok(action),
                Reply::Written(event) => run.read_action(&event),
                _ => break,
            };
            let done = action.and_then(|action| {
                run.apply(action).map_err(Diagnostic::from)?;
                Ok(action)
            });
            match done {
                Ok(action) => taken.push(action),
                Err(problem) => Agent::<State>::refused(&mut human, &problem),
            }
        }
        Agent::<State>::finish(&mut human, &run.view(Seat::new(0)));
        let shown = String::from_utf8(shown).expect("text");
        assert_eq!(taken, *actions, "{typed:?}");
        assert!(shown.contains(answer), "{typed:?}: {shown}");
        assert!(
            !shown.contains("sheriff\n  P2") && !shown.contains("P2:sheriff"),
            "{typed:?}: a secret is shown"
        );
    }
}

/// How often red wins, of `games`, when these play.
fn red_wins(games: u64, red: fn(u64) -> Boxed, black: fn(u64) -> Boxed) -> u64 {
    let mut wins = 0;
    for game in 0..games {
        let deal = Deal::from_arrangement((game * 631 % u64::from(Deal::COUNT)) as u16).expect("a deal");
        let mut session = undealt(Rules::default());
        session.apply(Action::Deal(deal)).expect("the deal comes first");
        let mut agents: Vec<Boxed> = (0..SEATS)
            .map(|index| {
                let make = if deal.role(Seat::new(index)).colour() == Colour::Red { red } else { black };
                make(game * 100 + index as u64)
            })
            .collect();
        assert_eq!(play(&mut session, &mut agents), Ending::Over);
        wins += u64::from(session.outcome().is_some_and(|outcome| outcome.result == "red"));
    }
    wins
}

#[test]
fn the_heuristic_player_is_worth_beating() {
    let chance = red_wins(200, random, random);
    let red = red_wins(200, heuristic, random);
    let black = red_wins(200, random, heuristic);
    assert!(red > chance + 60, "a red team of them wins {red} of 200, a random one {chance}");
    assert!(
        black + 20 < chance,
        "against a black team of them red wins {black}, against a random one {chance}"
    );
}

fn heuristic(seed: u64) -> Boxed {
    Box::new(Heuristic::new(Rng::new(seed)))
}

fn reasoning(seed: u64) -> Boxed {
    Box::new(Reasoning::new(Rules::default(), Rng::new(seed)))
}

/// A team of reasoning players beats a heuristic one, on either side, by far more than chance explains.
#[test]
fn the_reasoning_player_is_ahead_of_the_heuristic_one() {
    let even = red_wins(100, heuristic, heuristic);
    let red = red_wins(100, reasoning, heuristic);
    let black = red_wins(100, heuristic, reasoning);
    assert!(red > even + 20, "a red team of them wins {red} of 100, a heuristic one {even}");
    assert!(
        black + 20 < even,
        "against a black team of them red wins {black}, against a heuristic one {even}"
    );
}

/// Passes a reply on, and stops the test at one that the view does not list.
struct Watched(Boxed);

impl Agent<State> for Watched {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let Reply::Choice(choice) = self.0.decide(view) else { panic!("no choice") };
        assert!(view.legal.contains(&choice), "{choice:?} is not legal for {:?}", view.now);
        Reply::Choice(choice)
    }
}

/// Whatever the others do and whatever the rules, reasoning players reply with something legal, and the same again.
#[test]
fn the_reasoning_player_only_does_what_is_legal() {
    let usual = Rules::default();
    let rule_sets = [
        usual,
        Rules { unanimous_kill: true, actions_per_turn: 2, ..usual },
        Rules { quiet_rounds: 1, actions_per_turn: 1, lone_nominee_leaves_on_day_1: true, ..usual },
    ];
    for game in 0..36 {
        let rules = rule_sets[game as usize % 3];
        let played = || {
            let mut session = undealt(rules);
            let mut agents: Vec<Boxed> = (0..SEATS as u64)
                .map(|index| {
                    let seed = game * 100 + index;
                    // Some among random players, some among their own kind.
                    if index % 2 == 0 || game % 2 == 0 {
                        Box::new(Watched(Box::new(Reasoning::new(rules, Rng::new(seed))))) as Boxed
                    } else {
                        random(seed)
                    }
                })
                .collect();
            let mut keeper = Chance::new(Rng::new(game));
            let mut rng = Rng::new(game);
            let ending = table::play(&mut session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
            assert_eq!(ending, Ending::Over, "game {game}");
            session.into_run()
        };
        assert!(played() == played(), "game {game}");
    }
}

/// A player told different rules from those at the table has no world left, and still plays on.
#[test]
fn a_reasoning_player_without_a_world_plays_on() {
    let rules = Rules { unanimous_kill: true, ..Rules::default() };
    for game in 0..6 {
        let mut session = undealt(rules);
        let mut keeper = Chance::new(Rng::new(game));
        let mut agents =
            everybody(|seed| Box::new(Watched(Box::new(Reasoning::new(Rules::default(), Rng::new(seed))))));
        let ending = table::play(&mut session, &mut agents, &mut keeper, &mut Rng::new(game), &mut |_| true);
        assert_eq!(ending, Ending::Over);
    }
}

#[test]
fn the_reasoning_sheriff_comes_forward_and_a_black_answers() {
    let (mut told, mut answered) = (0, 0);
    for game in 0..20 {
        let mut session = seated(dealt(game * 120));
        let Some(&Action::Deal(deal)) = session.record().actions.first() else { panic!("no deal") };
        play(&mut session, &mut everybody(reasoning));
        let text = session.run().trace().to_string();
        let claims = |seat: Seat| text.contains(&format!("P{}!claims_sheriff", seat.index()));
        told += usize::from(claims(deal.sheriff()));
        answered += usize::from(deal.blacks().iter().any(claims));
    }
    assert!(told > 15 && answered > 4, "{told} of 20 sheriffs came forward, {answered} blacks answered");
}

#[test]
fn the_heuristic_sheriff_comes_forward_with_a_black() {
    let mut told = 0;
    for game in 0..30 {
        let mut session = seated(dealt(game * 80));
        play(&mut session, &mut everybody(|seed| Box::new(Heuristic::new(Rng::new(seed)))));
        let sheriff = (0..SEATS)
            .map(Seat::new)
            .find(|&seat| session.run().state().visible_state(seat).role == Some(Role::Sheriff));
        let name = format!("P{}", sheriff.expect("there is a sheriff").index());
        let text = session.run().trace().to_string();
        told += usize::from(text.contains(&format!("{name}!claims_check")));
    }
    assert!(told > 20, "{told} of 30 sheriffs told what they found");
}

/// Whoever takes back is back at their own last decision; whoever has not decided yet, or asks why, is asked again.
#[test]
fn what_was_decided_can_be_taken_back() {
    let own = Actor::Seat(Seat::new(0));
    for (typed, expected) in [
        ("undo\n", Ending::Left(own)),
        ("nominate 5\nundo\n", Ending::TakenBack(own, 1)),
        ("nominate 5\nsay P3 may be red\nwhy not nominate 6\nundo\n", Ending::TakenBack(own, 1)),
        ("nominate 5\nsays P3 red\nundo\n", Ending::TakenBack(own, 2)),
        // What is listed is an action, however it is typed.
        ("nominate 5\nsay P3 is red\nundo\n", Ending::TakenBack(own, 2)),
    ] {
        let mut lines = typed.lines();
        let next_line = move || lines.next().map(str::to_owned);
        let mut agents = everybody(random);
        agents[0] = Box::new(Human::new(Lines { next_line, output: std::io::sink() }, NoGuide));
        let mut session = seated(dealt(42));
        assert_eq!(play(&mut session, &mut agents), expected, "{typed}");
    }
}
