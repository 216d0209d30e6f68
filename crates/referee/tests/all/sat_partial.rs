//! Grimoires that are known in parts before the SAT checker: what may be and how many completions there are, against trying all of them; and that
//! completions are drawn uniformly.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use common::{play, seeds};
use gaslamp_botc::characters::CharacterSet;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, Player};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Character, Setup, SetupSpace, Team, Wishes};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game as _, Rng};
use gaslamp_referee::sat::partial::{Completions, May, Partial, Shown, Tokens, Unfinished, complete};
use gaslamp_referee::sat::{Check, Stop};

const DRUNK: Character = Character::with_id("drunk");

/// Different grimoires that a random game reaches in this many nights.
fn grimoires(setup: &Setup, rng: &mut Rng, nights: u16) -> Vec<GrimoireText> {
    let mut grimoires: Vec<GrimoireText> = Vec::new();
    play(setup, rng, |run, _| {
        if matches!(run.state().phase(), Phase { label: NIGHT, number } if number > nights) {
            return false;
        }
        let grimoire = GrimoireText::of_state(&setup.names, run.state());
        let is_dealt = grimoire.players[0].character != Known::Nothing;
        if is_dealt && grimoires.last() != Some(&grimoire) {
            grimoires.push(grimoire);
        }
        true
    });
    grimoires
}

fn is_mark(token: &PlacedReminder) -> bool {
    matches!(token, PlacedReminder::Reminder(token) if token.marks_its_owner())
}

/// A token moves to another seat.
fn move_token(grimoire: &mut GrimoireText, rng: &mut Rng) {
    let laden: Vec<usize> =
        (0..grimoire.players.len()).filter(|&seat| !grimoire.players[seat].tokens.is_empty()).collect();
    if let Some(&from) = rng.pick(&laden) {
        let at = rng.below(grimoire.players[from].tokens.len() as u32) as usize;
        let token = grimoire.players[from].tokens.remove(at);
        let to = rng.below(grimoire.players.len() as u32) as usize;
        grimoire.players[to].tokens.push(token);
    }
}

fn forget(player: &mut Player) {
    player.character = Known::Nothing;
    player.tokens.retain(|token| !is_mark(token));
}

/// A seat is one of a few, usually the one it was among them.
fn doubt(player: &mut Player, setup: &Setup, rng: &mut Rng) {
    let mut set = player.character.characters();
    for _ in 0..1 + rng.below(3) {
        set = set.with(*rng.pick(setup.script.characters()).expect("some"));
    }
    if set.len() > 1 {
        player.character = Known::OneOf(set);
    }
}

/// Everything that a seat may show by what is written there.
fn options(setup: &Setup, player: &Player) -> Vec<Shown> {
    let written = match player.character {
        Known::Nothing => setup.script.set(),
        known => known.characters(),
    };
    let townsfolk = CharacterSet::team(Team::Townsfolk).and(setup.script.set());
    let drunk = |tokens: CharacterSet| tokens.iter().map(|token| Shown { token, is_drunk: true }).collect();
    if player.tokens.iter().any(is_mark) {
        return drunk(written.and(townsfolk));
    }
    let others = written.without(DRUNK).iter().map(|token| Shown { token, is_drunk: false });
    let drunk: Vec<Shown> = if written.contains(DRUNK) { drunk(townsfolk) } else { Vec::new() };
    others.chain(drunk).collect()
}

/// All ways to fill the seats, legal or not.
fn assignments(setup: &Setup, grimoire: &GrimoireText) -> Vec<Vec<Shown>> {
    grimoire.players.iter().fold(vec![Vec::new()], |all, player| {
        let options = options(setup, player);
        let more = |chosen: &Vec<Shown>| {
            options.iter().map(|option| [chosen.as_slice(), &[*option]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(more).collect()
    })
}

fn is_legal(setup: &Setup, grimoire: &GrimoireText, shown: &[Shown], nights: usize) -> bool {
    Check::of_grimoire(setup, &complete(grimoire, shown), nights, &Stop::default())
        .expect("not too long")
        .is_legal()
}

fn partial(setup: &Setup, grimoire: &GrimoireText, nights: usize, tokens: Tokens) -> Partial {
    Partial::new(setup, grimoire, nights, tokens, &Stop::default()).expect("a table of Trouble Brewing")
}

fn all(completions: &mut Completions) -> BTreeSet<Vec<Shown>> {
    let all: BTreeSet<Vec<Shown>> =
        (0..completions.count()).map(|number| completions.nth(number).expect("a completion")).collect();
    assert_eq!(all.len() as u128, completions.count(), "no completion has two numbers");
    assert_eq!(completions.nth(completions.count()), None);
    all
}

fn written(grimoire: &GrimoireText) -> String {
    line::write(grimoire, Naming::Long)
}

fn nobody_known(setup: &Setup) -> GrimoireText {
    let player = |name: &String| Player { name: name.clone(), ..Player::default() };
    GrimoireText { players: setup.names.iter().map(player).collect(), ..GrimoireText::default() }
}

/// What the outlook says is what the completions say.
fn compare_outlook(partial: &mut Partial, completions: &BTreeSet<Vec<Shown>>, place: &str) {
    for (seat, outlook) in partial.outlooks().expect("time").into_iter().enumerate() {
        let (mut characters, mut believed) = (CharacterSet::NONE, CharacterSet::NONE);
        for shown in completions.iter().map(|completion| completion[seat]) {
            characters = characters.with(if shown.is_drunk { DRUNK } else { shown.token });
            believed = if shown.is_drunk { believed.with(shown.token) } else { believed };
        }
        assert_eq!((outlook.characters, outlook.believed), (characters, believed), "seat {seat} of {place}");
        for character in characters.iter() {
            let is_only = characters.len() == 1;
            assert_eq!(outlook.character(character) == May::Forced, is_only, "seat {seat} of {place}");
        }
    }
}

#[test]
fn completions_are_those_that_brute_force_finds() {
    let (mut tried, mut legal, mut moved) = (0, 0, 0);
    for game in 0..seeds(30) {
        let mut rng = Rng::for_game(11, game);
        let players = if game % 10 == 9 { 7 } else { 5 + game as usize % 2 };
        let setup = Setup::trouble_brewing(players);
        let nights = 1 + rng.below(3) as usize;
        let grimoires = grimoires(&setup, &mut rng, nights as u16);
        let mut grimoire = rng.pick(&grimoires).expect("some").clone();
        if rng.below(2) == 0 {
            moved += 1;
            move_token(&mut grimoire, &mut rng);
        }
        let most = 250;
        for _ in 0..20 {
            let mut other = grimoire.clone();
            let seat = rng.below(players as u32) as usize;
            match rng.below(4) {
                0 => forget(&mut other.players[seat]),
                _ => doubt(&mut other.players[seat], &setup, &mut rng),
            }
            let size: usize = other.players.iter().map(|player| options(&setup, player).len()).product();
            if size <= most {
                grimoire = other;
            }
        }
        let expected: BTreeSet<Vec<Shown>> = assignments(&setup, &grimoire)
            .into_iter()
            .filter(|shown| is_legal(&setup, &grimoire, shown, nights))
            .collect();
        let mut partial = partial(&setup, &grimoire, nights, Tokens::AsWritten);
        let mut completions = partial.completions(100_000).expect("few cases");
        let place = format!("game {game}, {nights} nights: {}", written(&grimoire));
        assert_eq!(completions.count(), expected.len() as u128, "{place}");
        assert_eq!(all(&mut completions), expected, "{place}");
        assert_eq!(partial.is_possible().expect("time"), !expected.is_empty(), "{place}");
        compare_outlook(&mut partial, &expected, &place);
        tried += 1;
        legal += usize::from(!expected.is_empty());
    }
    assert!(legal * 3 > tried && moved > 0, "{legal} of {tried} have completions");
}

#[test]
fn unknown_grimoires_have_as_many_completions_as_there_are_seated_bags() {
    let table: [(usize, u128); 11] = [
        (5, 163_800),
        (6, 8_377_200),
        (7, 67_026_960),
        (8, 2_069_907_840),
        (9, 38_866_988_160),
        (10, 396_972_576_000),
        (11, 5_702_394_297_600),
        (12, 66_579_306_393_600),
        (13, 677_643_084_518_400),
        (14, 8_963_410_366_310_400),
        (15, 54_416_253_475_584_000),
    ];
    for (players, seated_bags) in table {
        let setup = Setup::trouble_brewing(players);
        let mut partial = partial(&setup, &nobody_known(&setup), 3, Tokens::AsWritten);
        let completions = partial.completions(1_000).expect("few cases");
        assert_eq!(completions.count(), seated_bags, "{players} players");
        let space = SetupSpace::new(&setup.script, players, &Wishes::default()).expect("bags");
        let seatings: u128 = (1..=players as u128).product();
        assert_eq!(
            u128::from(space.bags()) * seatings,
            seated_bags,
            "the engine's bags for {players} players"
        );
    }
}

/// Most seats are forgotten: each completion is legal, and what is nearly one is legal only if it is among them.
#[test]
fn completions_of_forgotten_grimoires_are_the_legal_ones() {
    for game in 0..seeds(12) {
        let mut rng = Rng::for_game(12, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 3);
        let nights = 1 + rng.below(2) as usize;
        let grimoires = grimoires(&setup, &mut rng, nights as u16);
        let known = rng.pick(&grimoires).expect("some").clone();
        let mut grimoire = known.clone();
        let kept = rng.below(grimoire.players.len() as u32) as usize;
        for seat in (0..grimoire.players.len()).filter(|&seat| seat != kept) {
            forget(&mut grimoire.players[seat]);
        }
        let place = format!("game {game}, {nights} nights: {}", written(&grimoire));
        let mut partial = partial(&setup, &grimoire, nights, Tokens::AsWritten);
        let mut completions = partial.completions(20_000).expect("few cases");
        assert!(completions.count() > 0, "{place}");
        if completions.count() > 100_000 {
            continue;
        }
        let among = all(&mut completions);
        compare_outlook(&mut partial, &among, &place);
        for _ in 0..60 {
            let mut shown = completions.sample(&mut rng).expect("a completion");
            assert!(is_legal(&setup, &grimoire, &shown, nights), "{}", written(&complete(&grimoire, &shown)));
            let seat = rng.below(shown.len() as u32) as usize;
            let other = rng.below(shown.len() as u32) as usize;
            match rng.below(2) {
                0 => shown[seat] = *rng.pick(&options(&setup, &grimoire.players[seat])).expect("some"),
                _ if seat != kept && other != kept => shown.swap(seat, other),
                _ => {}
            }
            let expected = is_legal(&setup, &grimoire, &shown, nights);
            assert_eq!(among.contains(&shown), expected, "{}", written(&complete(&grimoire, &shown)));
        }
    }
}

/// Some tokens of a grimoire are not written down: those that lie there are possible, and those that must lie there do.
#[test]
fn tokens_may_lie_where_they_do() {
    for game in 0..seeds(8) {
        let mut rng = Rng::for_game(13, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 6);
        let grimoires = grimoires(&setup, &mut rng, 2);
        let known = rng.pick(&grimoires).expect("some").clone();
        let mut grimoire = known.clone();
        for player in &mut grimoire.players {
            player.tokens.retain(|token| is_mark(token) || rng.below(3) == 0);
            if rng.below(2) == 0 {
                forget(player);
            }
        }
        let outlooks = partial(&setup, &grimoire, 2, Tokens::AtLeast).outlooks().expect("time");
        for (seat, outlook) in outlooks.iter().enumerate() {
            for (token, may) in &outlook.tokens {
                let place = format!("{token} at {seat} of {}", written(&grimoire));
                let lies = |grimoire: &GrimoireText| {
                    grimoire.players[seat].tokens.contains(&PlacedReminder::Reminder(*token))
                };
                assert!(lies(&known) || *may != May::Forced, "{place}");
                assert!(!lies(&known) || *may != May::Impossible, "{place}");
                assert!(!lies(&grimoire) || *may == May::Forced, "{place}");
                let mut more = grimoire.clone();
                if !lies(&grimoire) && rng.below(4) == 0 {
                    more.players[seat].tokens.push(PlacedReminder::Reminder(*token));
                    let is_possible = partial(&setup, &more, 2, Tokens::AtLeast).is_possible().expect("time");
                    assert_eq!(is_possible, *may != May::Impossible, "{place}");
                }
            }
        }
    }
}

/// A grimoire of five whose completions are few and uneven.
fn uneven() -> (Setup, GrimoireText) {
    let setup = Setup::trouble_brewing(5);
    let mut grimoire = nobody_known(&setup);
    let one_of = |names: &[&str]| {
        let characters = names.iter().map(|name| Character::read(name).expect("a character"));
        Known::OneOf(characters.fold(CharacterSet::NONE, CharacterSet::with))
    };
    grimoire.players[0].character = one_of(&["baron", "spy", "poisoner"]);
    grimoire.players[1].character = one_of(&["drunk", "chef", "saint"]);
    grimoire.players[2].character = one_of(&["recluse", "empath", "soldier", "saint"]);
    grimoire.players[3].character = one_of(&["imp", "monk"]);
    grimoire.players[4].character = one_of(&["monk", "slayer", "imp", "virgin"]);
    (setup, grimoire)
}

/// How many standard deviations the sum of squares is above what uniform draws give.
fn excess(draws: &[Vec<Shown>], completions: &BTreeSet<Vec<Shown>>) -> f64 {
    let mut seen: BTreeMap<&Vec<Shown>, f64> = completions.iter().map(|each| (each, 0.0)).collect();
    for draw in draws {
        *seen.get_mut(draw).expect("a completion") += 1.0;
    }
    let expected = draws.len() as f64 / completions.len() as f64;
    let chi_square: f64 = seen.values().map(|seen| (seen - expected).powi(2) / expected).sum();
    let freedom = completions.len() as f64 - 1.0;
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

/// The old way: seat after seat, one of those tokens that can still be.
fn in_order(completions: &BTreeSet<Vec<Shown>>, rng: &mut Rng) -> Vec<Shown> {
    let mut left: Vec<&Vec<Shown>> = completions.iter().collect();
    for seat in 0..left[0].len() {
        let options: BTreeSet<Shown> = left.iter().map(|each| each[seat]).collect();
        let options: Vec<Shown> = options.into_iter().collect();
        let option = *rng.pick(&options).expect("some");
        left.retain(|each| each[seat] == option);
    }
    left[0].clone()
}

#[test]
fn completions_are_drawn_uniformly() {
    let (setup, grimoire) = uneven();
    let mut completions =
        partial(&setup, &grimoire, 1, Tokens::AsWritten).completions(1_000).expect("few cases");
    let among = all(&mut completions);
    assert!((50..500).contains(&among.len()), "{}", among.len());
    let draws = 200 * among.len();
    let mut rng = Rng::new(1);
    let drawn: Vec<Vec<Shown>> =
        (0..draws).map(|_| completions.sample(&mut rng).expect("a completion")).collect();
    let uniform = excess(&drawn, &among);
    assert!(uniform.abs() < 4.0, "{uniform} standard deviations");
    let drawn: Vec<Vec<Shown>> = (0..draws).map(|_| in_order(&among, &mut rng)).collect();
    let biased = excess(&drawn, &among);
    assert!(biased > 100.0, "{biased} standard deviations: the test would not notice");
}

#[test]
fn the_same_seed_draws_the_same_completions() {
    let setup = Setup::trouble_brewing(15);
    let mut completions =
        partial(&setup, &nobody_known(&setup), 2, Tokens::AsWritten).completions(1_000).expect("few cases");
    let mut draw = |seed| completions.sample(&mut Rng::new(seed)).expect("a completion");
    let (first, again, other) = (draw(1), draw(1), draw(2));
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert!(is_legal(&setup, &nobody_known(&setup), &first, 2));
}

#[test]
fn too_many_cases_are_refused_by_name() {
    let (setup, grimoire) = uneven();
    let refused = partial(&setup, &grimoire, 1, Tokens::AsWritten).completions(3).err();
    assert_eq!(refused, Some(Unfinished::TooManyCases { limit: 3 }));
}

#[test]
fn what_the_drunk_believes_to_be_may_be_doubtful() {
    let setup = Setup::trouble_brewing(6);
    let mut grimoire = nobody_known(&setup);
    let mark = gaslamp_botc::characters::ReminderToken::find("drunk:is_the_drunk").expect("a token");
    let [chef, imp] = ["chef", "imp"].map(|name| Character::read(name).expect("a character"));
    grimoire.players[0].tokens.push(PlacedReminder::Reminder(mark));
    grimoire.players[0].character = Known::OneOf(CharacterSet::only(chef).with(imp));
    let outlook = &partial(&setup, &grimoire, 1, Tokens::AsWritten).outlooks().expect("time")[0];
    assert_eq!((outlook.character(DRUNK), outlook.believed), (May::Forced, CharacterSet::only(chef)));
    grimoire.players[0].character = Known::OneOf(CharacterSet::team(Team::Demon));
    assert!(!Check::of_grimoire(&setup, &grimoire, 1, &Stop::default()).expect("not too long").is_legal());
    assert!(!partial(&setup, &grimoire, 1, Tokens::AsWritten).is_possible().expect("time"));
}

/// Bluffs are in play nowhere: those completions are left that lack them.
#[test]
fn bluffs_leave_the_completions_without_them() {
    let setup = Setup::trouble_brewing(7);
    let mut grimoire = nobody_known(&setup);
    for (seat, name) in ["chef", "imp", "baron", "monk", "drunk"].into_iter().enumerate() {
        grimoire.players[seat].character = Known::Is(Character::read(name).expect("a character"));
    }
    let mut all = partial(&setup, &grimoire, 2, Tokens::AsWritten).completions(1_000).expect("few cases");
    let bluffs = ["mayor", "saint"].map(|name| Character::read(name).expect("a character"));
    let lacks = |shown: &Vec<Shown>| shown.iter().all(|shown| !bluffs.contains(&shown.token));
    let expected = (0..all.count()).filter(|number| all.nth(*number).as_ref().is_some_and(lacks)).count();
    grimoire.bluffs = bluffs.into_iter().fold(CharacterSet::NONE, CharacterSet::with);
    let found =
        partial(&setup, &grimoire, 2, Tokens::AsWritten).completions(1_000).expect("few cases").count();
    assert_eq!((found, found < all.count()), (expected as u128, true));
}

/// Without any one of the statements the others can be; and only what is written counts where more tokens may lie there.
#[test]
fn what_cannot_be_is_explained_by_few_statements() {
    let setup = Setup::trouble_brewing(5);
    let mut grimoire = nobody_known(&setup);
    let [saint, spy] = ["saint", "spy"].map(|name| Character::read(name).expect("a character"));
    let words = |grimoire: &GrimoireText, tokens| {
        let mut check = Check::of_parts(&setup, grimoire, 2, tokens, &Stop::default()).expect("not too long");
        let clash = check.explain().clashes.pop();
        clash.map(|clash| check.statements_of(&clash).into_iter().map(|said| said.words).collect::<Vec<_>>())
    };
    let townsfolk = gaslamp_botc::characters::ReminderToken::find("washerwoman:townsfolk").expect("a token");
    grimoire.players[3].tokens.push(PlacedReminder::Reminder(townsfolk));
    assert_eq!(words(&grimoire, Tokens::AtLeast), None);
    let absent = "P1, P2, P3, P5 have no other token";
    let expected = ["P4 has washerwoman:townsfolk", absent].map(str::to_owned).to_vec();
    assert_eq!(words(&grimoire, Tokens::AsWritten), Some(expected));
    grimoire.players[0].character = Known::Is(saint);
    grimoire.players[1].character = Known::Is(spy);
    let expected = ["P1 is the Saint", "P2 is the Spy"].map(str::to_owned).to_vec();
    assert_eq!(words(&grimoire, Tokens::AtLeast), Some(expected));
}

#[test]
fn other_tables_are_refused_by_name() {
    let id = |setup: &Setup, grimoire: &GrimoireText| {
        Partial::new(setup, grimoire, 1, Tokens::AsWritten, &Stop::default()).err().map(|problem| problem.id)
    };
    let [five, six] = [5, 6].map(Setup::trouble_brewing);
    assert_eq!(id(&five, &nobody_known(&six)), Some("botc/partial/players"));
    let mut other = five.clone();
    other.script = gaslamp_botc::Script::built_in("snv").expect("an edition");
    assert_eq!(id(&other, &nobody_known(&five)), Some("botc/partial/script"));
}
