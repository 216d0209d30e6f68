//! Games to reason about: played at random, without talk.

use gaslamp_botc::rules::{Open, Profile, Setup};
use gaslamp_botc::{Character, CharacterSet, Script, State, Team};
use gaslamp_core::{Actions, Choice, Game, Rng, Run, Seat, View};
use gaslamp_deduce::botc::{Case, Player, Testimony, TestimonyEntry, evidence};

/// Plays at random; after every action `watch` gets the run and the roles dealt, and returns whether to continue.
pub(crate) fn play(
    setup: Setup,
    rng: &mut Rng,
    mut watch: impl FnMut(&Run<State>, &[Character], &mut Rng) -> bool,
) {
    let mut run = Run::<State>::new(setup).expect("a set-up");
    let mut start = Vec::new();
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let is_talk = |choice: &Choice<State>| {
            matches!(choice, Choice::Open(Open::Claim | Open::Guesses | Open::Gossip))
        };
        legal.retain(|choice| !is_talk(choice));
        let choice = *rng.pick(&legal).expect("somebody is to act");
        let action = run.concrete(choice, rng);
        run.apply(action).expect("a listed action");
        if start.is_empty() {
            start = run.state().all_roles().to_vec();
        }
        if !watch(&run, &start, rng) {
            return;
        }
    }
}

/// Trouble Brewing for this many players.
pub(crate) fn trouble_brewing(players: usize) -> Setup {
    Setup::trouble_brewing(players)
}

/// A table of these characters with its own numbers of Townsfolk, Outsiders, Minions and Demons.
pub(crate) fn table(characters: &[&str], counts: [usize; 4]) -> Setup {
    let characters = characters.iter().map(|name| Character::read(name).expect("a character"));
    let players: usize = counts.iter().sum();
    let names = gaslamp_botc::rules::default_names(players);
    Setup { script: Script::new("a test", characters), names, counts: Some(counts) }
}

/// Whether a player who began as this is good, thinks so, and may say it: a living Mutant keeps it to himself.
fn is_honest(state: &State, seat: Seat, claim: Character) -> bool {
    let role = Profile::of(state.all_roles()[seat.index()]);
    let thinks_good = role.and_then(|role| role.false_identity()).map(|identity| identity.is_good());
    thinks_good.unwrap_or(!state.evil().contains(seat)) && state.may_be_honest(seat, claim)
}

/// Whether a player who may lie still says what others' abilities did.
fn has_no_secrets(state: &State, seat: Seat) -> bool {
    let role = state.all_roles()[seat.index()];
    !state.evil().contains(seat) && !state.is_mad(seat) && !state.is_thought_evil(role)
}

fn told_by_others(mut says: Vec<TestimonyEntry>) -> Vec<TestimonyEntry> {
    says.retain(|said| matches!(said.what, Testimony::Became { .. } | Testimony::Learned { .. }));
    says
}

/// What everybody says if good players are honest and those who may lie only claim a role.
pub(crate) fn honest_case(run: &Run<State>, rng: &mut Rng) -> Case {
    let seats = (0..run.state().seats()).map(Seat::new);
    let in_play: CharacterSet = run.state().all_shown_characters().iter().copied().collect();
    let view: View<State> = run.view(Seat::new(0));
    let mut bluffs: Vec<Character> = view.now.script.and(CharacterSet::GOOD).minus(in_play).iter().collect();
    bluffs.retain(|bluff| bluff.team() == Team::Townsfolk);
    rng.shuffle(&mut bluffs);
    let players = seats.map(|seat| {
        let view = run.view(seat);
        let name = view.names[seat.index()].clone();
        let (claim, says) = evidence::testimony(&view);
        let claim = claim.filter(|claim| is_honest(run.state(), seat, *claim));
        match claim {
            Some(claim) => Player { name, claims: vec![claim], says },
            None => Player {
                name,
                claims: bluffs.pop().into_iter().collect(),
                says: if has_no_secrets(run.state(), seat) { told_by_others(says) } else { Vec::new() },
            },
        }
    });
    let players: Vec<Player> = players.collect();
    let setup = &run.record().setup;
    let mut case =
        Case { counts: setup.counts, script: Some(setup.script.clone()), ..evidence::case(&view, players) };
    // A player for whom no bluff is left claims nothing, and may be any character.
    if case.players.iter().any(|player| player.claims.is_empty()) {
        case.hidden = view.now.script;
    }
    case
}
