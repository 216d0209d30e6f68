//! The context of a game that was played never contradicts the engine, and neither does what is derived from its trace alone.

use std::collections::BTreeMap;

use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::{Act, TraceModel};
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{Action, Pending, Purpose, Reminder};
use gaslamp_botc::{Script, Setup, State};
use gaslamp_core::trace::{Trace, What};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run, Seat, Span};
use gaslamp_referee::sat::context::{Acting, Context, Placement, Truth};

const GAMES: u64 = 200;

/// A game that was played.
struct Played {
    run: Run<State>,
    /// The states before each action, and the last.
    states: Vec<State>,
    /// The action that each event of the trace belongs to.
    steps: Vec<usize>,
}

/// A random game of Trouble Brewing.
fn play(game: u64) -> Played {
    play_on(Setup::trouble_brewing(5 + game as usize % 11), game)
}

/// A random game. Of talk there is none.
fn play_on(setup: Setup, game: u64) -> Played {
    let mut rng = Rng::for_game(7, game);
    let mut run = Run::<State>::new(setup).expect("a set-up");
    let (mut states, mut steps) = (vec![*run.state()], Vec::new());
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let listed: Vec<Choice<State>> =
            legal.iter().copied().filter(|choice| matches!(choice, Choice::Action(_))).collect();
        let choice = *rng.pick(&listed).unwrap_or(&legal[0]);
        let action = run.concrete(choice, &mut rng);
        let told = run.told();
        run.apply(action).expect("legal");
        steps.extend(run.trace_since(told).events().map(|_| states.len() - 1));
        states.push(*run.state());
    }
    Played { run, states, steps }
}

fn account(trace: Trace, run: Option<Run<State>>) -> TraceInput {
    TraceInput { trace, run, unreadable: Vec::new(), does_not_replay: None }
}

fn lies(placement: &Placement, number: usize) -> bool {
    let since = placement.since.as_ref().map_or(0, |place| place.number);
    since <= number && placement.until.is_none_or(|end| end.number > number)
}

/// The tokens of a grimoire: seat and name.
fn tokens_of(state: &State) -> Vec<(usize, String)> {
    let entries = state.grimoire().seats;
    let mut tokens: Vec<(usize, String)> = entries
        .iter()
        .enumerate()
        .flat_map(|(seat, entry)| entry.reminders.iter().map(move |laid| (seat, laid.to_string())))
        // A Hermit who is a Drunk, too, has no published token that says so.
        .filter(|(_, token)| token != "hermit:is_the_hermit")
        .collect();
    tokens.sort();
    tokens
}

fn sorted<'a>(placements: impl Iterator<Item = &'a Placement>) -> Vec<(usize, String)> {
    let mut tokens: Vec<(usize, String)> =
        placements.map(|placement| (placement.on, placement.token.to_string())).collect();
    tokens.sort();
    tokens
}

fn check_end(context: &Context, state: &State, what: &str) {
    assert_eq!(sorted(context.tokens_now()), tokens_of(state), "{what}");
    for (seat, entry) in state.grimoire().seats.iter().enumerate() {
        let death = context.dead_now().find(|death| death.player == seat);
        assert_eq!(death.is_none(), entry.is_alive, "{what}: life of {seat}");
        if let Some(death) = death {
            assert_eq!(death.vote.is_none(), entry.has_vote, "{what}: vote of {seat}");
        }
        let person = state.person(Seat::new(seat));
        let tenure = context.roles.iter().rfind(|tenure| tenure.player == seat).expect("a role");
        assert_eq!(tenure.role, Some(person.role), "{what}: role of {seat}");
    }
}

#[test]
fn the_context_of_a_record_is_what_the_engine_says() {
    for game in 0..GAMES {
        let Played { run, states, steps } = play(game);
        let account = account(run.trace(), Some(run.clone()));
        let context = Context::of(&account, &account.model());
        let what = gaslamp_core::record::write_line(&run);
        assert!(context.is_whole && context.problems.is_empty(), "{what}");
        for acting in &context.actings {
            let player = Seat::new(acting.player.expect("somebody"));
            let person = states[steps[acting.place.number]].person(player);
            assert_eq!(person.is_able, acting.is_sober == Truth::True, "{acting:?}\n{what}");
            assert_ne!(acting.is_sober, Truth::Unknown, "{acting:?}\n{what}");
        }
        assert!(context.tokens.iter().all(|placement| placement.since.is_some()), "{what}");
        for (event, &step) in steps.iter().enumerate() {
            if steps.get(event + 1) != Some(&step) && step > 0 {
                let lying = context.tokens.iter().filter(|placement| lies(placement, event));
                assert_eq!(sorted(lying), tokens_of(&states[step + 1]), "event {event}\n{what}");
            }
        }
        check_end(&context, run.state(), &what);
    }
}

/// What happened, as the engine's own states and actions say it.
fn happened(states: &[State], actions: &[Action]) -> BTreeMap<&'static str, bool> {
    let names = [
        "imp_chose_itself",
        "mayor_death_bounced",
        "monk_protection_saved",
        "ravenkeeper_died_at_night",
        "saint_was_executed",
        "scarlet_woman_became_demon",
        "slayer_shot_was_used",
        "soldier_survived_attack",
    ];
    let mut happened: BTreeMap<&str, bool> = names.into_iter().map(|name| (name, false)).collect();
    let mut note = |name, is_so: bool| *happened.entry(name).or_default() |= is_so;
    for (pair, &action) in states.windows(2).zip(actions) {
        let [before, after] = pair else { continue };
        let is = |state: &State, seat: Seat, word: &str| state.person(seat).ability.word() == word;
        let is_marked = |seat: Seat, reminder: Reminder| {
            before.omniscient().marks().any(|mark| mark.reminder == reminder && mark.on == seat)
        };
        let mut attacked = None;
        match (before.pending(), action) {
            (Pending::Choice(imp), Action::Choose(victim)) if is(before, imp, "imp") => {
                note("imp_chose_itself", imp == victim);
                attacked = Some(victim).filter(|_| before.person(imp).is_able);
            }
            (Pending::Ruling(ruling), Action::Pick(victim)) if ruling.picks(Purpose::StruckInstead) => {
                let mayor = ruling.about;
                note("mayor_death_bounced", mayor != victim);
                attacked = Some(victim).filter(|_| mayor != victim);
            }
            _ => {}
        }
        if let Some(victim) = attacked.filter(|&victim| before.person(victim).is_alive) {
            note("monk_protection_saved", is_marked(victim, Reminder::with_name("monk", "safe")));
            let is_soldier = is(before, victim, "soldier") && before.person(victim).is_able;
            note("soldier_survived_attack", is_soldier);
        }
        for (index, entry) in after.grimoire().seats.iter().enumerate() {
            let seat = Seat::new(index);
            let died = before.person(seat).is_alive && !entry.is_alive;
            let is_night = before.phase().label == NIGHT;
            note("ravenkeeper_died_at_night", died && is_night && is(before, seat, "ravenkeeper"));
            let is_executed = after.omniscient().executed == Some(seat) && !is_night;
            note("saint_was_executed", died && is_executed && is(before, seat, "saint"));
            let has = |name: &str| entry.reminders.iter().any(|laid| laid.to_string() == name);
            note("slayer_shot_was_used", has("slayer:no_ability"));
            let is_promoted = is(before, seat, "scarlet_woman") && is(after, seat, "imp");
            note("scarlet_woman_became_demon", is_promoted);
        }
    }
    happened
}

#[test]
fn what_happened_in_a_record_is_what_its_states_say() {
    let mut seen = BTreeMap::new();
    for game in 0..GAMES {
        let Played { run, states, .. } = play(game);
        let account = account(run.trace(), Some(run.clone()));
        let context = Context::of(&account, &account.model());
        for (name, is_so) in happened(&states, &run.record().actions) {
            let told = context.variable(name).map_or(Truth::False, |variable| variable.value);
            // A Drunk who thinks they are the Slayer shoots too, and spends nothing.
            if is_so || name != "slayer_shot_was_used" {
                let what = gaslamp_core::record::write_line(&run);
                assert_eq!(told, Truth::of(is_so), "{name}\n{what}");
            }
            *seen.entry(name).or_insert(0) += usize::from(is_so);
        }
    }
    assert!(seen.values().all(|&times| times > 0), "{seen:?}");
}

/// The trace without what is taken away: ends are for the rules to find.
fn without_removals(trace: &Trace, model: &TraceModel) -> Trace {
    let mut left = trace.clone();
    let mut events = model.events.iter();
    for block in &mut left.blocks {
        block.entries.retain(|entry| match &entry.what {
            What::Event(_) => !matches!(&events.next().expect("an event").act,
                Act::Tokens(changes) if changes.iter().all(|change| !change.comes)),
            What::Annotation(_) => true,
        });
    }
    left
}

#[test]
fn what_a_trace_tells_alone_is_never_otherwise_in_the_game() {
    let (mut known, mut unknown) = (0, 0);
    for game in 0..GAMES {
        let run = play(game).run;
        let whole = account(run.trace(), Some(run.clone()));
        let model = whole.model();
        let truth = Context::of(&whole, &model);
        for trace in [run.trace(), without_removals(&run.trace(), &model)] {
            let what = trace.to_string();
            let told = account(trace, None);
            let context = Context::of(&told, &TraceModel::read(&told.trace, &model.names, None));
            assert_eq!(context.problems, [], "{what}");
            for variable in &context.variables {
                let in_game =
                    truth.variable(&variable.name).unwrap_or_else(|| panic!("{variable:?}\n{what}"));
                if variable.value == Truth::Unknown {
                    assert!(!variable.name.contains("_when_acting"), "{variable:?}\n{what}");
                    unknown += 1;
                    continue;
                }
                known += 1;
                assert_eq!(variable.value, in_game.value, "{variable:?}\n{in_game:?}\n{what}");
            }
            check_end(&context, run.state(), &what);
        }
    }
    assert!(known > 5 * unknown, "{known} known, {unknown} unknown");
}

#[test]
fn a_record_is_followed_on_other_scripts_too() {
    for game in 0..GAMES {
        let script = Script::random(&mut Rng::for_game(2, game));
        let names = gaslamp_botc::rules::default_names(7 + game as usize % 9);
        let setup = Setup { script, names, counts: None };
        let Played { run, states, steps } = play_on(setup, game);
        let account = account(run.trace(), Some(run.clone()));
        let context = Context::of(&account, &account.model());
        let what = gaslamp_core::record::write_line(&run);
        for acting in &context.actings {
            let person =
                states[steps[acting.place.number]].person(Seat::new(acting.player.expect("somebody")));
            assert_eq!(Truth::of(person.is_able), acting.is_sober, "{acting:?}\n{what}");
        }
        assert_eq!(sorted(context.tokens_now()), tokens_of(run.state()), "{what}");
    }
}

/// How often every game is cut.
const CUTS: usize = 4;

/// The first events of a trace.
fn cut(trace: &Trace, events: usize) -> Trace {
    let mut first = Trace::default();
    for (phase, event) in trace.events().take(events) {
        first.push(phase, What::Event(event.clone()), Span::default());
    }
    first
}

/// A trace that ends anywhere is followed without the engine, and says of nothing that it is so or is not so if the engine's own states
/// say otherwise. This is what holds the context to the engine: no rule is asked of the context itself.
#[test]
fn a_trace_that_is_cut_anywhere_says_nothing_that_the_engine_denies() {
    let (mut sober, mut impaired, mut so, mut not_so) = (0, 0, 0, 0);
    for game in 0..2 * GAMES {
        let Played { run, states, steps } = play(game);
        let (whole, actions) = (run.trace(), &run.record().actions);
        let mut rng = Rng::for_game(9, game);
        for _ in 0..CUTS {
            let events = 1 + rng.below(steps.len() as u32) as usize;
            let told = account(cut(&whole, events), None);
            let context = Context::of(&told, &TraceModel::read(&told.trace, &run.record().setup.names, None));
            let what = told.trace.to_string();
            for acting in &context.actings {
                let person =
                    states[steps[acting.place.number]].person(Seat::new(acting.player.expect("somebody")));
                let is_able = person.is_able && person.ability == acting.role;
                match acting.is_sober {
                    Truth::True => sober += 1,
                    Truth::False => impaired += 1,
                    Truth::Unknown => continue,
                }
                assert_eq!(Truth::of(is_able), acting.is_sober, "{acting:?}\n{what}");
            }
            let last = steps[events - 1];
            for (name, is_so) in happened(&states[..=last + 1], &actions[..=last]) {
                match context.variable(name).map(|variable| variable.value) {
                    // Whoever only thinks they are the Slayer shoots too, and spends nothing.
                    Some(Truth::True) if name != "slayer_shot_was_used" => {
                        so += 1;
                        assert!(is_so, "{name}\n{what}");
                    }
                    Some(Truth::False) => {
                        not_so += 1;
                        assert!(!is_so, "{name}\n{what}");
                    }
                    _ => {}
                }
            }
            // Everything that the last action brought about is told. Whoever votes is taken to have voted, though hands are counted later.
            let is_voting = matches!(states[last + 1].pending(), Pending::Vote(_));
            if steps.get(events) != Some(&last) && !is_voting {
                check_end(&context, &states[last + 1], &what);
            }
        }
    }
    assert!(sober > 1_000 && impaired > 500 && so > 500 && not_so > 100, "{sober} {impaired} {so} {not_so}");
}

/// The trace without some of what happened, in half of the games without the deal; deaths, nominations and who becomes what stay.
fn with_gaps(trace: &Trace, rng: &mut Rng) -> Trace {
    let has_deal = rng.below(2) > 0;
    let keeps = ["becomes", "dies", "executes", "announces", "nominates"];
    let mut left = trace.clone();
    for block in &mut left.blocks {
        block.entries.retain(|entry| match &entry.what {
            What::Event(event) => {
                let verb = event.verb.as_deref().unwrap_or_default();
                keeps.contains(&verb) || if verb == "deals" { has_deal } else { rng.below(3) > 0 }
            }
            What::Annotation(_) => true,
        });
    }
    left
}

#[test]
fn gaps_in_a_trace_make_nothing_true_that_was_not() {
    let mut known = 0;
    for game in 0..GAMES {
        let run = play(game).run;
        let whole = account(run.trace(), Some(run.clone()));
        let truth = Context::of(&whole, &whole.model());
        let told = account(with_gaps(&run.trace(), &mut Rng::for_game(8, game)), None);
        let context = Context::of(&told, &TraceModel::read(&told.trace, &truth.names, None));
        let what = told.trace.to_string();
        for acting in context.actings.iter().filter(|acting| acting.is_sober != Truth::Unknown) {
            let is_same = |other: &&Acting| {
                (other.role, other.player, other.place.phase)
                    == (acting.role, acting.player, acting.place.phase)
            };
            if let Some(other) = truth.actings.iter().find(is_same) {
                known += 1;
                assert_eq!(acting.is_sober, other.is_sober, "{acting:?}\n{other:?}\n{what}");
            }
        }
        let is_about_first = |name: &str| name.contains("nominator") || name.contains("_when_acting");
        for variable in context.variables.iter().filter(|variable| !is_about_first(&variable.name)) {
            if variable.value == Truth::True {
                known += 1;
                let in_game = truth.variable(&variable.name).expect("the same table");
                assert_eq!(in_game.value, Truth::True, "{variable:?}\n{in_game:?}\n{what}");
            }
        }
    }
    assert!(known > 0);
}
