//! Histories: every world has one, and replaying it by the rules leads to that world and shows what was seen and said.

use std::path::{Path, PathBuf};

use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{
    Action, Advance, ConstrainedRun, DayEvent, Event, Pending, Profile, State, Statement, Use,
};
use gaslamp_botc::{Character, Setup};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Contents, Game, Rng, Seat, Seats};
use gaslamp_deduce::botc::history::{Done, History, Moment, history, history_where, write};
use gaslamp_deduce::botc::{
    Case, Ending, Learned, PublicEvent, Question, Testimony, World, Worlds, puzzle, solve,
};

use crate::common;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The supported cases of a directory.
fn cases(dir: &Path) -> Vec<(String, Case)> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    let read = |path: PathBuf| {
        let puzzle = puzzle::read(&std::fs::read_to_string(&path).expect("a file")).ok()?;
        // Nobody knows how many worlds a published puzzle without a recorded answer has.
        if dir.ends_with("boards") {
            puzzle.answer.as_ref()?;
        }
        Some((path.file_stem()?.to_string_lossy().into_owned(), puzzle.case))
    };
    files.into_iter().filter_map(read).collect()
}

/// How many worlds of a puzzle are examined, spread from first to last.
const MOST: usize = 60;

fn some(worlds: &Worlds) -> impl Iterator<Item = &World> {
    worlds.worlds.iter().step_by(worlds.len().div_ceil(MOST).max(1))
}

fn moments(history: &History) -> impl Iterator<Item = &Moment> {
    history.chapters.iter().flat_map(|chapter| &chapter.moments)
}

/// Replays a history by the rules alone, with other answers in place of some. `None` if a move is illegal.
fn replay(
    case: &Case,
    history: &History,
    answer: impl Fn(usize, &Done) -> Option<Action>,
) -> Option<ConstrainedRun> {
    let contents = Contents::default();
    let mut table = history.start;
    let mut dead = Seats::NONE;
    let mut night = 1;
    for (at, moment) in moments(history).enumerate() {
        let state = *table.state();
        match &moment.what {
            done @ Done::Answered { action, .. } => {
                let action = answer(at, done).unwrap_or(*action);
                state.check(action, &contents).ok()?;
                table.advance(Advance::Answer(action));
            }
            Done::Told { seat, about, statement } => {
                let is_asked = matches!(state.pending(), Pending::Telling(told, _) if told == *seat);
                let is_about = about.is_none_or(|about| state.executed_today() == Some(about));
                let may_be_told = statement.is_none_or(|told| state.may_tell(told));
                if !is_asked || !is_about || !may_be_told {
                    return None;
                }
                table.advance(Advance::Told(*statement));
            }
            Done::Visited(seat, Testimony::Answered { truth, .. }) => {
                table.may_answer(*seat, truth, true).then_some(())?;
            }
            Done::Visited(seat, Testimony::Things { things, .. }) => {
                table.may_tell_things(*seat, things).then_some(())?;
            }
            Done::Visited(seat, Testimony::Suspected { seat: suspect, told, .. }) => {
                table.may_show(*seat, *suspect, *told).then_some(())?;
            }
            Done::Visited(..) => return None,
            Done::Happened(what) => {
                if let Some(event) = day_event(what) {
                    table.advance(Advance::Happen(event));
                }
                dead = dead.or(what.dead());
            }
            Done::Dusk => {
                table.advance(Advance::EndDay);
                night += 1;
            }
        }
        if table.state().is_over() {
            return None;
        }
        if state.is_night() && !table.state().is_night() {
            let (died, revived) = news(case, night);
            dead = dead.or(died).minus(revived);
        }
        let is_settled = !table.state().is_night() && !matches!(table.state().pending(), Pending::Ruling(_));
        if is_settled && table.state().publicly_alive() != Seats::first(case.players.len()).minus(dead) {
            return None;
        }
    }
    Some(table)
}

/// Who died and who was revived in a night, by the log.
fn news(case: &Case, night: u16) -> (Seats, Seats) {
    let seen = case.log.iter().filter(|seen| seen.number == night);
    seen.fold((Seats::NONE, Seats::NONE), |(died, revived), seen| match seen.what {
        PublicEvent::Died(seats) => (died.or(seats), revived),
        PublicEvent::Revived(seats) => (died, revived.or(seats)),
        _ => (died, revived),
    })
}

fn day_event(what: &PublicEvent) -> Option<DayEvent<'_>> {
    match what {
        PublicEvent::Executed { seat, .. } => Some(DayEvent::Execute(*seat)),
        PublicEvent::Nominated { by, nominee }
        | PublicEvent::ExecutedForNominating { by, nominee, .. }
        | PublicEvent::DiedNominating { by, nominee: Some(nominee) }
        | PublicEvent::DiedNominated { by, nominee } => Some(DayEvent::Nominate(*by, *nominee)),
        PublicEvent::Shot { by, target, .. } => Some(DayEvent::Use(*by, Use::Shoot(*target))),
        PublicEvent::Juggled { by, guesses } => Some(DayEvent::Use(*by, Use::Guess(guesses))),
        PublicEvent::Gossiped { by, truth } => Some(DayEvent::Use(*by, Use::Gossip(truth))),
        PublicEvent::DiedNominating { by, nominee: None } => Some(DayEvent::NominateSomebody(*by)),
        PublicEvent::Chose { by, chosen, .. } => Some(DayEvent::LastChoice(*by, *chosen)),
        PublicEvent::Doomed { by, victim } => Some(DayEvent::Doom(*by, *victim)),
        PublicEvent::DiedByDay(seat) => Some(DayEvent::DieByWill(*seat)),
        PublicEvent::Voted(seats) => Some(DayEvent::Voted(*seats)),
        PublicEvent::Nominators(seats) => Some(DayEvent::Nominators(*seats)),
        PublicEvent::Died(_) | PublicEvent::Revived(_) | PublicEvent::DiedToo(_) => None,
    }
}

/// What a player knows of a statement: not which of two players is the character.
fn as_heard(told: Statement) -> Statement {
    match told {
        Statement::Pair { holder, wrong, character } => {
            Statement::Pair { holder: holder.min(wrong), wrong: holder.max(wrong), character }
        }
        told => told,
    }
}

/// Whether a player did and heard in a history what they report.
fn has(history: &History, seat: Seat, saying: &Testimony) -> bool {
    let at_night = |night: u16, moment: &Moment| moment.before.state().phase() == Phase::new(NIGHT, night);
    let uses = |state: &State, ability: Character| state.ability_at(seat) == ability;
    let chose = |night: u16, ability: Character, wanted: &dyn Fn(Action) -> bool| {
        moments(history).any(|moment| {
            let state = moment.before.state();
            let is_asked = state.pending() == Pending::Choice(seat) && uses(state, ability);
            let is_it = matches!(&moment.what, Done::Answered { action, .. } if wanted(*action));
            at_night(night, moment) && is_asked && is_it
        })
    };
    match saying {
        Testimony::Report(report) => {
            let chosen: Seats = report.chosen.iter().copied().collect();
            let was_told = report.told.is_none_or(|wanted| {
                moments(history).any(|moment| match &moment.what {
                    Done::Told { seat: told, about, statement: Some(statement) } => {
                        let is_whom = about.is_none_or(|about| chosen == Seats::only(about));
                        at_night(report.night, moment)
                            && *told == seat
                            && is_whom
                            && uses(moment.before.state(), report.ability)
                            && as_heard(*statement) == as_heard(wanted)
                    }
                    _ => false,
                })
            });
            let is_about = moments(history).any(|moment| {
                matches!(&moment.what, Done::Told { seat: told, about: Some(_), .. } if *told == seat)
            });
            let has_chosen = chosen.is_empty()
                || is_about
                || chose(report.night, report.ability, &|action| action.chosen() == chosen);
            was_told && has_chosen
        }
        Testimony::Chose { night, ability, character } => {
            chose(*night, *ability, &|action| action == Action::ChooseCharacter(*character))
        }
        Testimony::Named { night, ability, seat: chosen, character } => {
            chose(*night, *ability, &|action| action == Action::Name(*chosen, *character))
        }
        Testimony::Learned { night, what } => moments(history).any(|moment| {
            let is_it = |event: &Event| {
                event.by == Some(seat) && Learned::of(&event.phrase).is_some_and(|told| what.reports(told))
            };
            // A night in which nobody is asked anything passes with the dusk before it.
            let begins_it = moment.what == Done::Dusk && moment.before.state().phase().number + 1 == *night;
            let is_tonight = begins_it
                || moment.after.state().phase() == Phase::new(NIGHT, *night)
                || at_night(*night, moment);
            is_tonight && moment.events.iter().any(is_it)
        }),
        Testimony::Suspected { .. }
        | Testimony::Answered { .. }
        | Testimony::AnsweredElsewhere { .. }
        | Testimony::Things { .. } => moments(history).any(
            |moment| matches!(&moment.what, Done::Visited(who, heard) if *who == seat && heard == saying),
        ),
        Testimony::Became { night, character } => moments(history).any(|moment| {
            let now = moment.after.state();
            let is_tonight = now.phase() == Phase::new(NIGHT, *night) || at_night(*night, moment);
            is_tonight && now.all_shown_characters()[seat.index()] == *character
        }),
        // These belong to the deal, or were checked by the search.
        Testimony::Bluffs(_) | Testimony::Team { .. } | Testimony::Grimoire { .. } => true,
    }
}

fn assert_history(name: &str, case: &Case, world: &World) -> History {
    let found = history(case, world).expect("a case that can be solved");
    let history = found.unwrap_or_else(|| panic!("{name}: {world:?} has no history"));
    assert_eq!(history.start.state().all_roles(), world.start, "{name}");
    let end =
        replay(case, &history, |_, _| None).unwrap_or_else(|| panic!("{name}:\n{}", write(case, &history)));
    assert_eq!(end.state().all_roles(), world.end, "{name}");
    assert_reaches_the_end(name, case, &history);
    for (index, player) in case.players.iter().enumerate() {
        let seat = Seat::new(index);
        // With several claims, only what belongs to the true one counts.
        if history.honest.contains(seat) && player.claims.len() == 1 {
            for said in &player.says {
                assert!(has(&history, seat, &said.what), "{name}: {} {:?}", player.name, said.what);
            }
        }
    }
    history
}

/// Everything that the table saw during the day is there, in order, and the last night as well.
fn assert_reaches_the_end(name: &str, case: &Case, history: &History) {
    let by_day =
        case.log.iter().filter(|seen| !matches!(seen.what, PublicEvent::Died(_) | PublicEvent::Revived(_)));
    let seen: Vec<&PublicEvent> = by_day.map(|seen| &seen.what).collect();
    let told: Vec<&PublicEvent> = moments(history)
        .filter_map(|moment| match &moment.what {
            Done::Happened(what) => Some(what),
            _ => None,
        })
        .collect();
    assert_eq!(told, seen, "{name}");
    let dusks = moments(history).filter(|moment| moment.what == Done::Dusk).count();
    let (Ending::Night(last) | Ending::Dawn(last) | Ending::Day(last)) = case.ends else {
        let Ending::Dusk(last) = case.ends else { unreachable!() };
        return assert_eq!(dusks, usize::from(last), "{name}");
    };
    assert_eq!(dusks + 1, usize::from(last), "{name}");
}

/// What supposedly makes no difference makes none: any other answer leads to the same world and the same news.
fn assert_free_answers(name: &str, case: &Case, world: &World, history: &History) -> usize {
    let mut tried = 0;
    for (at, moment) in moments(history).enumerate() {
        let Done::Answered { instead, .. } = &moment.what else { continue };
        for other in instead {
            let end = replay(case, history, |now, _| (now == at).then_some(*other));
            let end = end.unwrap_or_else(|| panic!("{name}: {other:?} in place of {:?}", moment.what));
            assert_eq!(end.state().all_roles(), world.end, "{name}: {other:?}");
            tried += 1;
        }
    }
    tried
}

fn assert_all(name: &str, case: &Case) -> usize {
    let worlds = solve(case).expect("a case that can be solved");
    // A game without rules has no history by them.
    let is_lawless = |world: &&World| {
        world.start.iter().any(|role| Profile::of(*role).is_some_and(|profile| profile.is_never_dealt()))
    };
    let tried = some(&worlds).filter(|world| !is_lawless(world)).map(|world| {
        let history = assert_history(name, case, world);
        assert_free_answers(name, case, world, &history)
    });
    tried.sum()
}

#[test]
fn every_world_of_our_puzzles_has_a_history() {
    let cases = cases(&root().join("data/puzzles"));
    assert!(cases.len() >= 8);
    let tried: usize = cases.iter().map(|(name, case)| assert_all(name, case)).sum();
    assert!(tried > 20, "{tried}");
}

/// The published puzzles are not part of the project; if they are next to it, their worlds have histories.
#[test]
fn every_world_of_published_puzzles_has_a_history() {
    let shared = root().join("../shared/data/puzzles");
    if !shared.exists() {
        return;
    }
    let cases = [shared.join("boards"), shared.join("rules")].map(|dir| cases(&dir)).concat();
    assert!(cases.len() >= 21, "{} puzzles", cases.len());
    for (name, case) in &cases {
        assert_all(name, case);
    }
}

/// Random games with honest good players: the true world has a history, and so do the others.
#[test]
fn random_games_have_histories() {
    let mut rng = Rng::new(5);
    let tables: [Setup; 3] = [
        common::botc::trouble_brewing(6),
        common::botc::trouble_brewing(7),
        common::botc::table(
            &["empath", "monk", "fortuneteller", "soldier", "mayor", "butler", "poisoner", "imp"],
            [4, 1, 1, 1],
        ),
    ];
    let mut tried = 0;
    for number in 0..40 {
        let mut found = None;
        let mut left = 60;
        common::botc::play(tables[number % tables.len()].clone(), &mut rng, |run, start, rng| {
            left -= 1;
            if left > 0 || run.state().is_night() {
                return run.state().outcome().is_none();
            }
            found =
                Some((common::botc::honest_case(run, rng), start.to_vec(), run.state().all_roles().to_vec()));
            false
        });
        let Some((case, start, end)) = found else { continue };
        let was = World { start, end, evil: Seats::NONE };
        let history = assert_history("a random game", &case, &was);
        tried += assert_free_answers("a random game", &case, &was, &history);
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn no_world_has_no_history_and_what_is_supposed_holds_at_the_end() {
    let (_, case) =
        cases(&root().join("data/puzzles")).into_iter().find(|(name, _)| name == "made-7-2").expect("it");
    let worlds = solve(&case).expect("worlds");
    let mut other = worlds.worlds[0].clone();
    other.start.swap(0, 1);
    assert!(history(&case, &other).expect("a case").is_none());
    for (text, is_so) in [("P1=Baron", true), ("not evil(P7)", true), ("P1=Imp", false)] {
        let question = Question::read(&case.names(), text).expect(text);
        let found = history_where(&case, &worlds.worlds[0], |world, end| question.is_so(world, end));
        assert_eq!(found.expect("a case").is_some(), is_so, "{text}");
    }
}
