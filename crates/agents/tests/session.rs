//! Sessions driven by hand: whose reply is accepted, what a seat is told, how a table is reused. The conformance suite checks for every
//! game that what is told step by step adds up to the whole.

use gaslamp_core::{Actor, Choice, Cursor, Reply, Rng, Seat, Session};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Deal, Rules, State};

const FIRST: Actor = Actor::Seat(Seat::new(0));

fn dealt() -> Session<State> {
    let mut session = Session::<State>::new(Rules::default()).expect("the usual rules");
    session.apply(Action::Deal(Deal::from_arrangement(42).expect("a deal"))).expect("the deal comes first");
    session
}

fn submit(session: &mut Session<State>, by: Actor, reply: Reply<State>) -> Result<(), &'static str> {
    session.submit(by, reply, &mut Rng::new(1)).map_err(|problem| problem.id)
}

fn act(action: Action) -> Reply<State> {
    Reply::Choice(Choice::Action(action))
}

fn say(to: Option<Seat>) -> Reply<State> {
    Reply::Message { to, text: "psst".to_owned() }
}

#[test]
fn only_whoever_is_asked_is_heard() {
    let mut session = dealt();
    let second = Actor::Seat(Seat::new(1));
    assert_eq!(submit(&mut session, second, act(Action::EndTurn)), Err("session/not-asked"));
    assert_eq!(submit(&mut session, Actor::Storyteller, say(None)), Err("session/not-asked"));
    assert_eq!(submit(&mut session, FIRST, act(Action::Kill(Seat::new(3)))), Err("mafia/phase/night"));
    assert_eq!(
        submit(&mut session, FIRST, Reply::Choice(Choice::Open(Open::Deal))),
        Err("session/not-listed")
    );
    assert_eq!(session.run(), dealt().run(), "what was refused has changed nothing");
    assert_eq!(submit(&mut session, FIRST, act(Action::EndTurn)), Ok(()));
    assert_eq!(session.to_act(), Some(second));
    assert!(session.legal(Seat::new(0)).is_empty() && !session.legal(Seat::new(1)).is_empty());
}

#[test]
fn a_whisper_is_news_to_two() {
    let mut session = dealt();
    let cursors = [0, 1, 2].map(|seat| session.view(Seat::new(seat)).expect("a seat").cursor());
    assert_eq!(submit(&mut session, FIRST, say(Some(Seat::new(1)))), Ok(()));
    let mut news = |seat: usize| {
        let news = session.view_since(Seat::new(seat), cursors[seat]).expect("a seat");
        (news.seen.len(), news.heard.len())
    };
    assert_eq!([news(0), news(1), news(2)], [(0, 1), (0, 1), (0, 0)]);
}

/// Neither a cursor from elsewhere nor a seat that does not exist causes a panic.
#[test]
fn strange_questions_are_answered() {
    let mut session = dealt();
    let beyond = Cursor { seen: usize::MAX, heard: 99 };
    let news = session.view_since(Seat::new(0), beyond).expect("a seat");
    assert!(news.seen.is_empty() && news.heard.is_empty() && !news.legal.is_empty());
    assert!(session.view(Seat::new(12)).is_none() && session.legal(Seat::new(31)).is_empty());
}

#[test]
fn nobody_speaks_with_closed_eyes() {
    let mut session = dealt();
    // Nobody is nominated, so night falls after ten turns.
    for seat in 0..10 {
        assert_eq!(submit(&mut session, Actor::Seat(Seat::new(seat)), act(Action::EndTurn)), Ok(()));
    }
    let awake = session.to_act().expect("somebody is awake");
    assert_eq!(submit(&mut session, awake, say(None)), Err("session/silence"));
}

#[test]
fn whoever_leaves_ends_the_game_until_the_table_is_used_again() {
    let mut session = dealt();
    assert_eq!(submit(&mut session, FIRST, Reply::Leave), Ok(()));
    assert_eq!((session.to_act(), session.left(), session.outcome()), (None, Some(FIRST), None));
    assert_eq!(submit(&mut session, FIRST, act(Action::EndTurn)), Err("session/not-asked"));
    session.restart();
    assert_eq!((session.to_act(), session.left()), (Some(Actor::Storyteller), None));
    assert!(session.record().actions.is_empty());
}
