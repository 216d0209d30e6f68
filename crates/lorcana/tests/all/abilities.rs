//! Abilities never hang a game, and do what they say.

use std::sync::Arc;

use gaslamp_core::{Choice, Contents, Game, Rng, Seat};
use gaslamp_lorcana::notation::board;
use gaslamp_lorcana::rules::piece::SEATS;
use gaslamp_lorcana::rules::position::{Stage, Zone};
use gaslamp_lorcana::rules::{Answer, CardId, Order, Piece, Position};
use gaslamp_lorcana::{Action, Card, CardCopy, Deck, Setup, State};

/// The cards that say something beyond keywords, all of it known.
fn speaking() -> Vec<Card> {
    Card::all().filter(|card| card.is_whole() && !card.is_plain()).collect()
}

/// The most steps that a game can take without being stuck.
const LONGEST: usize = 20_000;

/// A deck of cards that are played completely, most of which say something.
fn deck(rng: &mut Rng, speaking: &[Card], plain: &[Card]) -> Deck {
    let mut text = String::new();
    let mut pick = |from: &[Card], lines: usize, copies: usize| {
        let mut cards = from.to_vec();
        rng.shuffle(&mut cards);
        for card in cards.into_iter().take(lines) {
            text.push_str(&format!("{copies} {}\n", card.facts().full_name));
        }
    };
    pick(speaking, 18, 3);
    pick(plain, 3, 2);
    Deck::read(&text).expect("a readable deck")
}

/// Plays a random game, and writes and reads back the position after every action; returns how many actions there were.
fn random_game(seed: u64, speaking: &[Card], plain: &[Card]) -> usize {
    let mut rng = Rng::new(seed);
    let decks = [deck(&mut rng, speaking, plain), deck(&mut rng, speaking, plain)];
    let mut state = State::start(&Setup::Fresh { decks }).expect("a legal set-up");
    let mut contents: Contents<Order> = Contents::default();
    let mut legal = Vec::new();
    for step in 0..LONGEST {
        if state.outcome().is_some() {
            return step;
        }
        state.legal(&mut legal);
        let choice =
            rng.pick(&legal).unwrap_or_else(|| panic!("seed {seed}, step {step}: stuck\n{}", told(&state)));
        let action = match *choice {
            Choice::Action(action) => action,
            Choice::Open(open) => state.sample(open, &mut rng, &mut contents),
        };
        let before = told(&state);
        let applied = state.apply(action, &contents, &mut |_, _| {});
        assert!(applied.is_ok(), "seed {seed}, step {step}: {action:?} is listed but refused\n{before}");
        if let Err(message) = reads_back(&state) {
            panic!("seed {seed}, step {step}, {action:?}: {message}\n{before}\n{}", told(&state));
        }
    }
    panic!("seed {seed}: the game does not end\n{}", told(&state));
}

fn told(state: &State) -> String {
    board::write(state.position())
}

/// The position can be written down, is legal, and is the same when read.
fn reads_back(state: &State) -> Result<(), String> {
    let read = board::read(&told(state)).map_err(|problems| format!("{problems:?}"))?;
    if read != *state.position() {
        return Err("the board reads back differently".to_owned());
    }
    let read = State::from_position(read).map_err(|problems| format!("{problems:?}"))?;
    let lists = [state, &read].map(|state| {
        let mut legal = Vec::new();
        state.legal(&mut legal);
        legal
    });
    if lists[0] == lists[1] {
        Ok(())
    } else {
        Err("another list of actions is legal after reading".to_owned())
    }
}

/// `./x pool N` plays N actions.
#[test]
#[expect(clippy::print_stderr, reason = "how much was played is said")]
fn random_games_of_all_cards_end() {
    let least =
        std::env::var("GASLAMP_ACTIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(20_000);
    let first = std::env::var("GASLAMP_SEED").ok().and_then(|number| number.parse().ok()).unwrap_or(0);
    let is_legal = |card: &Card| card.facts().infinity;
    let speaking: Vec<Card> = speaking().into_iter().filter(is_legal).collect();
    let plain: Vec<Card> = Card::all().filter(|card| card.is_plain() && is_legal(card)).collect();
    let (mut actions, mut games) = (0_usize, 0);
    for seed in first.. {
        if actions >= least {
            break;
        }
        actions += random_game(seed, &speaking, &plain);
        games += 1;
    }
    eprintln!("{actions} actions in {games} games");
    assert!(
        actions > games * 50,
        "the games are too short to show anything: {actions} actions in {games} games"
    );
}

/// A hand-made position and the names of its cards.
///
/// It is written as words: `p1.hand:dragon_fire` is a card in a zone (`play`, `hand`, `ink`, `discard`, `deck`: on
/// top, the last one uppermost), named `dragon` after its first word unless `=name` follows; `p1.ink:5` is five
/// other cards. After a card: `/e` exerted, `/d2` damage, `/w` drying, `/u1` cards under it, `@name` at a location
/// named before, `p1.lore:19` is lore. Player 1 is in the main step.
struct Table {
    state: State,
    names: Vec<(String, CardId)>,
}

struct Placed {
    piece: Piece,
    name: Option<String>,
    zone: Zone,
    marks: String,
    under: Option<Piece>,
}

/// The card that stands in for cards that do not matter.
const FILLER: Card = Card::with_key("flounder_voice_of_reason");

impl Table {
    fn new(words: &str) -> Self {
        let mut placed: Vec<Placed> = Vec::new();
        let mut lore = [0; 2];
        for seat in SEATS {
            for _ in 0..9 {
                place(&mut placed, seat, FILLER, Zone::Deck, None, "");
            }
        }
        for word in words.split_whitespace() {
            let (player, rest) = word.split_once('.').expect("player.zone:card");
            let (zone, what) = rest.split_once(':').expect("zone:card");
            let seat = SEATS[usize::from(player == "p2")];
            let zone = match zone {
                "lore" => {
                    lore[seat.index()] = what.parse().expect("lore");
                    continue;
                }
                "play" => Zone::Play,
                "hand" => Zone::Hand,
                "ink" => Zone::Inkwell,
                "discard" => Zone::Discard,
                "deck" => Zone::Deck,
                other => panic!("no zone {other}"),
            };
            if let Ok(many) = what.parse::<usize>() {
                (0..many).for_each(|_| place(&mut placed, seat, FILLER, zone, None, ""));
                continue;
            }
            let end = what.find(['/', '@']).unwrap_or(what.len());
            let (named, marks) = what.split_at(end);
            let (key, name) =
                named.split_once('=').unwrap_or((named, named.split('_').next().unwrap_or(named)));
            let card = Card::from_key(key).unwrap_or_else(|| panic!("no card {key}"));
            place(&mut placed, seat, card, zone, Some(name), marks);
        }
        let mut pieces: Vec<Piece> = placed.iter().map(|placed| placed.piece).collect();
        pieces.sort_unstable();
        let id = |piece| CardId::new(pieces.binary_search(&piece).expect("placed"));
        let mut at = Position::new(Arc::from(pieces.as_slice()));
        (at.turn, at.stage) = (5, Stage::Main);
        let mut names = Vec::new();
        for Placed { piece, name, zone, marks, under } in &placed {
            let own = id(*piece);
            let status = &mut at.cards[own.index()];
            status.zone = *zone;
            for mark in marks.split('/').skip(1) {
                let number = mark[1..].parse().unwrap_or(0);
                match &mark[..1] {
                    "e" => status.exerted = true,
                    "w" => status.drying = true,
                    "d" => status.damage = number,
                    "u" => {}
                    other => panic!("no mark {other}"),
                }
            }
            if let Some((_, location)) = marks.split_once('@') {
                status.location = find(&names, location);
            }
            if let Some(top) = under {
                (status.under, status.facedown, status.depth) = (Some(id(*top)), true, 1);
            }
            if *zone == Zone::Deck {
                at.decks[piece.owner.index()].push(own);
            }
            if let Some(name) = name {
                assert!(find(&names, name).is_none(), "two cards are called {name}");
                names.push((name.clone(), own));
            }
        }
        for seat in SEATS {
            at.players[seat.index()].lore = lore[seat.index()];
        }
        Self { state: State::from_position(at).expect("a legal position"), names }
    }

    fn name(&self, piece: Piece) -> &str {
        let id = self.state.id(piece);
        let known = self.names.iter().find(|(_, named)| Some(*named) == id);
        known.map_or("x", |(name, _)| name)
    }

    /// An action, as a script names it.
    fn describe(&self, action: Action) -> String {
        let name = |piece| self.name(piece);
        match action {
            Action::Ink(card) => format!("ink:{}", name(card)),
            Action::Play(card) => format!("play:{}", name(card)),
            Action::Sing { song, singer } => format!("{}<{}", name(song), name(singer)),
            Action::Shift { card, onto } => format!("{}^{}", name(card), name(onto)),
            Action::Quest(card) => format!("quest:{}", name(card)),
            Action::Challenge { by, target } => format!("{}>{}", name(by), name(target)),
            Action::Move { who, to } => format!("{}@{}", name(who), name(to)),
            Action::Boost(card) => format!("boost:{}", name(card)),
            Action::Activate { card, ability, .. } => format!("use:{}#{ability}", name(card)),
            Action::EndTurn => "end".into(),
            Action::Random(card) | Action::Choose(Answer::Card(card)) => format!("choose:{}", name(card)),
            Action::Choose(Answer::Number(n)) => format!("n:{n}"),
            Action::Choose(answer) => format!("{answer:?}").to_lowercase(),
            other => format!("{other:?}"),
        }
    }

    fn legal(&self) -> Vec<(String, Action)> {
        let mut legal = Vec::new();
        self.state.legal(&mut legal);
        let actions = legal.into_iter().filter_map(|choice| match choice {
            Choice::Action(action) => Some(action),
            Choice::Open(_) => None,
        });
        actions.map(|action| (self.describe(action), action)).collect()
    }

    /// Plays a script: words are actions, `!` before one says that it is not legal, `?` begins a claim.
    fn play(&mut self, script: &str) -> Result<(), String> {
        for word in script.split_whitespace() {
            if let Some(fact) = word.strip_prefix('?') {
                self.check(fact)?;
                continue;
            }
            let legal = self.legal();
            let (wanted, word) = word.strip_prefix('!').map_or((true, word), |word| (false, word));
            let found = legal.iter().find(|(name, _)| name == word);
            match found {
                Some((_, action)) if wanted => {
                    let applied = self.state.apply(*action, &Contents::default(), &mut |_, _| {});
                    applied.map_err(|refusal| format!("{word}: {refusal:?}"))?;
                }
                None if !wanted => {}
                _ => {
                    let legal: Vec<&str> = legal.iter().map(|(name, _)| name.as_str()).collect();
                    return Err(format!("{word} among {legal:?}"));
                }
            }
        }
        Ok(())
    }

    /// `p1.lore:2`, `p1.hand:3`, `p1.drops:1`; `name.discard`; `name/e`, `/r` ready, `/d2` damage, `/s3` strength,
    /// `/w3` willpower, `/l1` lore.
    fn check(&self, fact: &str) -> Result<(), String> {
        if let Some((name, marks)) = fact.split_once('/') {
            let id = find(&self.names, name).ok_or(format!("nobody is called {name}"))?;
            let (status, traits) = (self.state.status(id), self.state.traits(id));
            let number = marks[1..].parse().unwrap_or(0);
            let holds = match &marks[..1] {
                "e" => status.exerted,
                "r" => !status.exerted,
                "d" => i16::from(status.damage) == number,
                "s" => traits.strength == number,
                "w" => traits.willpower == number,
                "l" => traits.lore == number,
                other => panic!("no mark {other}"),
            };
            return if holds { Ok(()) } else { Err(format!("?{fact}: {status:?} {traits:?}")) };
        }
        let (players, what) = fact.split_once('.').expect("name.zone");
        if let Some((what, number)) = what.split_once(':') {
            let seat = SEATS[usize::from(players == "p2")];
            let player = &self.state.position().players[seat.index()];
            let found = match what {
                "lore" => usize::from(player.lore),
                "drops" => usize::from(player.ink_tokens),
                "ink" => usize::from(self.state.ink(seat)),
                "deck" => self.state.position().decks[seat.index()].len(),
                zone => self.state.zone(seat, zone_named(zone)).len(),
            };
            let holds = number.parse() == Ok(found);
            return if holds { Ok(()) } else { Err(format!("?{fact}: {found}")) };
        }
        let id = find(&self.names, players).ok_or(format!("nobody is called {players}"))?;
        let zone = self.state.status(id).zone;
        if zone == zone_named(what) { Ok(()) } else { Err(format!("?{fact}: in {zone:?}")) }
    }
}

fn zone_named(name: &str) -> Zone {
    match name {
        "play" => Zone::Play,
        "hand" => Zone::Hand,
        "inkwell" => Zone::Inkwell,
        "discard" => Zone::Discard,
        "under" => Zone::Under,
        "deck" => Zone::Deck,
        other => panic!("no zone {other}"),
    }
}

fn find(names: &[(String, CardId)], name: &str) -> Option<CardId> {
    names.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
}

/// Adds the next copy of a card, and what its marks say is under it.
fn place(placed: &mut Vec<Placed>, owner: Seat, card: Card, zone: Zone, name: Option<&str>, marks: &str) {
    let copy = placed.iter().filter(|other| other.piece.owner == owner && other.piece.card() == card).count();
    let piece = Piece { owner, copy: CardCopy { card, copy: copy as u16 } };
    let name = name.map(str::to_owned);
    placed.push(Placed { piece, name, zone, marks: marks.to_owned(), under: None });
    let under = marks.split('/').find_map(|mark| mark.strip_prefix('u')?.parse().ok()).unwrap_or(0_usize);
    for _ in 0..under {
        place(placed, owner, FILLER, Zone::Under, None, "");
        if let Some(last) = placed.last_mut() {
            last.under = Some(piece);
        }
    }
}

/// Blocks of three lines: what is shown, the position, the script.
const BEHAVIOURS: &str = include_str!("../data/behaviours.txt");

#[test]
fn encoded_cards_do_what_they_say() {
    let (mut failed, mut shown) = (Vec::new(), 0);
    for block in BEHAVIOURS.split("\n\n") {
        let mut lines = block.trim().lines();
        let [Some(what), Some(words), Some(script), None] = [(); 4].map(|()| lines.next()) else {
            panic!("three lines: {block}");
        };
        if let Err(problem) = Table::new(words).play(script) {
            failed.push(format!("{what} {problem}"));
        }
        shown += 1;
    }
    assert!(shown > 60, "only {shown} behaviours");
    assert!(failed.is_empty(), "{} of {shown}:\n{}", failed.len(), failed.join("\n"));
}
