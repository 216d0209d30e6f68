//! Models of real games: whatever the engine tells is understood, is consistent, and agrees with the state.

use gaslamp_botc::notation::grimoire_text::{GrimoireText, Life, ScriptNote};
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::{Act, TraceModel};
use gaslamp_botc::{Action, Character, Script, Setup, State};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run, Seat, record};

/// A whole random game; passing is more likely than other entries of a long list, so that it ends soon.
fn play(setup: Setup, seed: u64) -> Run<State> {
    let mut rng = Rng::new(seed);
    let mut run: Run<State> = Run::new(setup).expect("a legal set-up");
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let passes = legal.iter().find(|choice| matches!(choice, Choice::Action(Action::Pass))).copied();
        let choice = passes.filter(|_| rng.below(3) == 0).or_else(|| rng.pick(&legal).copied());
        let action = run.concrete(choice.expect("something is legal"), &mut rng);
        run.apply(action).expect("a legal action");
    }
    run
}

/// A script of characters that the engine plays beyond Trouble Brewing.
fn other_script() -> Script {
    let names = "artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady empath drunk lunatic \
                 recluse pit_hag poisoner fang_gu po pukka vortox zombuul";
    let read = |name| Character::read(name).expect("a character");
    Script::new("others", names.split_whitespace().map(read))
}

#[test]
fn whatever_the_engine_tells_fits_together() {
    for seed in 0..300 {
        let players = 5 + (seed % 11) as usize;
        let setup = Setup::trouble_brewing(players);
        let setup =
            if seed % 2 == 1 && players < 10 { Setup { script: other_script(), ..setup } } else { setup };
        let run = play(setup.clone(), seed);
        let model = TraceModel::read(&run.trace(), &setup.names, Some(&ScriptNote::from(&setup.script)));
        assert_eq!(model.problems, [], "seed {seed}");
        agrees(&model, &run, seed);
    }
}

/// The roles, lives and tokens of the model are those of the game.
fn agrees(model: &TraceModel, run: &Run<State>, seed: u64) {
    let grimoire = GrimoireText::of(&model.names, &run.state().grimoire());
    for (player, written) in grimoire.players.iter().enumerate() {
        let person = run.state().person(Seat::new(player));
        assert_eq!(
            model.roles.at(player, usize::MAX).role,
            Some(person.role),
            "seed {seed}, player {player}"
        );
        let dies =
            model.events.iter().filter(|deed| deed.by.player() == Some(player) && deed.act == Act::Dies);
        let revives =
            model.events.iter().filter(|deed| deed.by.player() == Some(player) && deed.act == Act::Revives);
        assert_eq!(
            dies.count() > revives.count(),
            written.life != Life::Alive,
            "seed {seed}, player {player}"
        );
    }
}

#[test]
fn a_record_is_an_account_with_and_without_its_first_line() {
    for seed in 0..20 {
        let run = play(Setup::trouble_brewing(5 + seed as usize % 5), seed);
        for text in [record::write_line(&run), record::write_rich(&run)] {
            let body = text.split_once('\n').expect("a first line").1;
            for text in [text.as_str(), body] {
                let account = TraceInput::read(text).expect("an account");
                assert_eq!(account.unreadable, []);
                assert_eq!(account.does_not_replay, None, "{text}");
                assert_eq!(account.run.expect("it replays").state(), run.state());
            }
        }
    }
}

#[test]
fn a_game_that_breaks_a_rule_is_kept_with_the_reason() {
    let text = "<SETUP> st!deals->A:imp,B:chef,C:monk,D:baron,E:butler <N1> B!chooses->C";
    let account = TraceInput::read(text).expect("an account");
    assert!(account.run.is_none());
    let reason = account.does_not_replay.expect("a reason");
    assert!(text.get(reason.span.expect("a place").range()).is_some(), "{reason:?}");
    assert_eq!(account.trace.to_string(), text);
}
