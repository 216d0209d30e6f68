//! Grimoires that are known in parts before the SAT checker: what may be and how many completions there are, against trying all of them; and that
//! completions are drawn uniformly.

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_botc::characters::CharacterSet;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::sheet::{Known, Player, Sheet, Token};
use gaslamp_botc::{Character, Setup, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run};
use gaslamp_referee::sat::Check;
use gaslamp_referee::sat::partial::{Completions, May, Partial, Shown, Tokens, TooManyCases, complete};

const DRUNK: Character = Character::with_id("drunk");

fn seeds(usual: u64) -> u64 {
    std::env::var("GASLAMP_SEEDS").map_or(usual, |count| count.parse().expect("a number"))
}

/// Different grimoires that a random game without talk reaches in so many nights.
fn grimoires(setup: &Setup, rng: &mut Rng, nights: u16) -> Vec<Sheet> {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let mut legal = Actions::<State>::new();
    let mut sheets: Vec<Sheet> = Vec::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let listed: Vec<_> =
            legal.iter().copied().filter(|choice| matches!(choice, Choice::Action(_))).collect();
        let choice = rng.pick(&listed).copied().unwrap_or(legal[0]);
        let action = run.concrete(choice, rng);
        run.apply(action).expect("a listed action");
        if matches!(run.state().phase(), Phase::Night(number) if number > nights) {
            break;
        }
        let sheet = Sheet::of_state(&setup.names, run.state());
        let is_dealt = sheet.players[0].character != Known::Nothing;
        if is_dealt && sheets.last() != Some(&sheet) {
            sheets.push(sheet);
        }
    }
    sheets
}

fn is_mark(token: &Token) -> bool {
    matches!(token, Token::Reminder(token) if token.marks_its_owner())
}

/// A token moves to another seat.
fn move_token(sheet: &mut Sheet, rng: &mut Rng) {
    let laden: Vec<usize> =
        (0..sheet.players.len()).filter(|&seat| !sheet.players[seat].tokens.is_empty()).collect();
    if let Some(&from) = rng.pick(&laden) {
        let at = rng.below(sheet.players[from].tokens.len() as u32) as usize;
        let token = sheet.players[from].tokens.remove(at);
        let to = rng.below(sheet.players.len() as u32) as usize;
        sheet.players[to].tokens.push(token);
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
fn assignments(setup: &Setup, sheet: &Sheet) -> Vec<Vec<Shown>> {
    sheet.players.iter().fold(vec![Vec::new()], |all, player| {
        let options = options(setup, player);
        let more = |chosen: &Vec<Shown>| {
            options.iter().map(|option| [chosen.as_slice(), &[*option]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(more).collect()
    })
}

fn is_legal(setup: &Setup, sheet: &Sheet, shown: &[Shown], nights: usize) -> bool {
    Check::new(setup, &complete(sheet, shown), nights).is_legal()
}

fn partial(setup: &Setup, sheet: &Sheet, nights: usize, tokens: Tokens) -> Partial {
    Partial::new(setup, sheet, nights, tokens).expect("a table of Trouble Brewing")
}

fn all(completions: &mut Completions) -> BTreeSet<Vec<Shown>> {
    let all: BTreeSet<Vec<Shown>> =
        (0..completions.count()).map(|number| completions.nth(number).expect("a completion")).collect();
    assert_eq!(all.len() as u128, completions.count(), "no completion has two numbers");
    assert_eq!(completions.nth(completions.count()), None);
    all
}

fn written(sheet: &Sheet) -> String {
    line::write(sheet, Naming::Long)
}

fn nobody_known(setup: &Setup) -> Sheet {
    let player = |name: &String| Player { name: name.clone(), ..Player::default() };
    Sheet { players: setup.names.iter().map(player).collect(), ..Sheet::default() }
}

/// What the outlook says is what the completions say.
fn compare_outlook(partial: &mut Partial, completions: &BTreeSet<Vec<Shown>>, place: &str) {
    for (seat, outlook) in partial.outlooks().into_iter().enumerate() {
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
    for game in 0..seeds(60) {
        let mut rng = Rng::for_game(11, game);
        let players = if game % 10 == 9 { 7 } else { 5 + game as usize % 2 };
        let setup = Setup::trouble_brewing(players);
        let nights = 1 + rng.below(3) as usize;
        let sheets = grimoires(&setup, &mut rng, nights as u16);
        let mut sheet = rng.pick(&sheets).expect("some").clone();
        if rng.below(2) == 0 {
            moved += 1;
            move_token(&mut sheet, &mut rng);
        }
        let most = 250;
        for _ in 0..20 {
            let mut other = sheet.clone();
            let seat = rng.below(players as u32) as usize;
            match rng.below(4) {
                0 => forget(&mut other.players[seat]),
                _ => doubt(&mut other.players[seat], &setup, &mut rng),
            }
            let size: usize = other.players.iter().map(|player| options(&setup, player).len()).product();
            if size <= most {
                sheet = other;
            }
        }
        let expected: BTreeSet<Vec<Shown>> = assignments(&setup, &sheet)
            .into_iter()
            .filter(|shown| is_legal(&setup, &sheet, shown, nights))
            .collect();
        let mut partial = partial(&setup, &sheet, nights, Tokens::AsWritten);
        let mut completions = partial.completions(100_000).expect("few cases");
        let place = format!("game {game}, {nights} nights: {}", written(&sheet));
        assert_eq!(completions.count(), expected.len() as u128, "{place}");
        assert_eq!(all(&mut completions), expected, "{place}");
        assert_eq!(partial.is_possible(), !expected.is_empty(), "{place}");
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
        let begun = std::time::Instant::now();
        let mut partial = partial(&setup, &nobody_known(&setup), 3, Tokens::AsWritten);
        let completions = partial.completions(1_000).expect("few cases");
        eprintln!("{players} {:?} {} cases", begun.elapsed(), completions.cases());
        assert_eq!(completions.count(), seated_bags, "{players} players");
    }
}
