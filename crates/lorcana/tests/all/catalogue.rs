//! The rule book as data: every `tests/catalogue/*.txt` is a list of small situations, read and played by one
//! driver.
//!
//! A case is `== 4.5 title`, where the title begins with a section of the rule book; then a position in the board
//! text (`notation::board`); then lines that act or claim something. `#` begins a comment, a line that begins
//! with a blank goes on with the line before. The position ends with the first line that begins with `do`, `may`,
//! `is`, `asks`, `answers` or `over`.
//!
//! `tests/scenarios/*.txt` hold the same for single cards, written from their texts: there a title begins with the keys of the
//! cards that the case is about, with commas between them. `GASLAMP_CASES=FILE` plays the cases of one file only.
//!
//! - `do ACTION` acts; it must be legal. What it leads to must read back from the board text and from the graph.
//! - `may ACTION`: it is legal, and listed. `may not ACTION lorcana/rule/id`: it is not listed, and that rule
//!   refuses it.
//! - `is p1 lore 4`, and `inked`, `tokens`, `hand`, `play`, `under`, `inkwell`, `discard`, `deck` (how many cards), `ink`
//!   (how much can be paid).
//! - `is X in hand|play|under|inkwell|discard|deck`, `is X exerted|ready|drying|dry|facedown|faceup|top|bottom` (of the
//!   deck), `is X damage|strength|willpower|lore|resist|challenger|beneath 2` (`beneath`: cards under it), `is X has
//!   evasive`, `is X lacks evasive`, `is X at Y`, `is X nowhere` (at no location), `is X under Y`.
//! - `asks p1`, `asks chance`, `asks nobody`: who has to answer a pending question. It must be claimed before the player whose turn it
//!   is not answers one.
//! - `answers 3`: the legal list has this many entries. `bag 2`: this many triggers wait.
//! - `turn p2`: whose turn it is. `over p1`, `over nobody`: who has won.
//!
//! ACTION is one of `ink X`, `play X`, `sing SONG by X`, `shift X onto Y`, `quest X`, `challenge X > Y`, `move X to Y`,
//! `boost X`, `activate X 0` (the ability with this number; `activate X 2 of Y` if Y grants it), `free X`, `free X onto Y` (played
//! at the cost that X names itself), `end`; answers `choose X`, `yes`, `no`, `done`, `player p2`, `number 2` (also the place of
//! one of several effects, from 0), `trigger X` (the waiting trigger of that card), `name KEY`, `top`, `bottom`, `discard`; before the game
//! `begin p2`, `alter X`, `keep`; of chance `random X`, `shuffle` (any order), `shuffle X Y …` (this order, from the top).
//!
//! A card X is a key or the beginning of one that no other card of the position has, with `p2.` before it if both
//! players have it and `.b` after it if there are several copies.

use crate::files;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gaslamp_core::{Actions, Actor, Choice, Contents, Game as _, Rng, Seat};
use gaslamp_lorcana::notation::board;
use gaslamp_lorcana::notation::dot::state as dot;
use gaslamp_lorcana::rules::modifier::KeywordFlag;
use gaslamp_lorcana::rules::piece::{SEATS, player_name};
use gaslamp_lorcana::rules::position::Zone;
use gaslamp_lorcana::rules::{Action, Answer, CardId, Open, Order, Piece, REFUSALS};
use gaslamp_lorcana::{Card, State};

use files::files_in;

type Verdict = Result<(), String>;

const ZONES: [(&str, Zone); 6] = [
    ("hand", Zone::Hand),
    ("play", Zone::Play),
    ("under", Zone::Under),
    ("inkwell", Zone::Inkwell),
    ("discard", Zone::Discard),
    ("deck", Zone::Deck),
];

const KEYWORDS: [(&str, KeywordFlag); 9] = [
    ("adventurous", KeywordFlag::Adventurous),
    ("alert", KeywordFlag::Alert),
    ("bodyguard", KeywordFlag::Bodyguard),
    ("evasive", KeywordFlag::Evasive),
    ("reckless", KeywordFlag::Reckless),
    ("rush", KeywordFlag::Rush),
    ("support", KeywordFlag::Support),
    ("vanish", KeywordFlag::Vanish),
    ("ward", KeywordFlag::Ward),
];

fn claim(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

fn same<T: Copy + PartialEq + std::fmt::Display>(found: T, said: T) -> Verdict {
    claim(found == said, || format!("it is {found}"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn player(text: &str) -> Result<Seat, String> {
    SEATS.into_iter().find(|&seat| player_name(seat) == text).ok_or_else(|| format!("{text} is not a player"))
}

fn named<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    list.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

struct Case {
    state: State,
    contents: Contents<Order>,
    provoked: BTreeSet<&'static str>,
    claims: usize,
    /// Whether it has been claimed who is asked now.
    was_asked: bool,
}

impl Case {
    fn new(position: &str) -> Result<Self, String> {
        let told = |problems: Vec<gaslamp_core::Diagnostic>| {
            problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        let state = State::from_position(board::read(position).map_err(told)?).map_err(told)?;
        Ok(Self {
            state,
            contents: Contents::default(),
            provoked: BTreeSet::new(),
            claims: 0,
            was_asked: false,
        })
    }

    /// Acts or judges a claim.
    fn line(&mut self, line: &str) -> Verdict {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["do", action @ ..] = words.as_slice() {
            let action = self.action(action)?;
            self.is_for_the_active_player(action)?;
            let applied = self.state.apply(action, &self.contents, &mut |_, _| {});
            applied.map_err(|refusal| format!("{refusal}\n{}", self.situation()))?;
            return self.reads_back();
        }
        self.claims += 1;
        self.judge(&words).map_err(|message| format!("{message}\n{}", self.situation()))
    }

    /// Whoever answers in the other player's turn must have been claimed to be asked.
    fn is_for_the_active_player(&mut self, action: Action) -> Verdict {
        let was_claimed = std::mem::take(&mut self.was_asked);
        let asked = self.state.to_act();
        let is_other = asked != Some(Actor::Seat(self.state.position().active));
        claim(!matches!(action, Action::Choose(_)) || !is_other || was_claimed, || {
            format!("{} answers, which no `asks` before says", self.asked())
        })
    }

    /// Every situation can be written down and played on from there.
    fn reads_back(&self) -> Verdict {
        let text = board::write(self.state.position());
        let read = board::read(&text).map_err(|problems| format!("{problems:?}\n{text}"))?;
        claim(read == *self.state.position(), || format!("the board reads back differently\n{text}"))?;
        let file = dot::write(&self.state);
        let [first, second] = dot::write_deks(&self.state);
        let read = dot::read(&file, [&first, &second]).map_err(|problems| format!("{problems:?}\n{file}"))?;
        claim(read == self.state, || format!("the graph reads back differently\n{file}"))
    }

    fn judge(&mut self, words: &[&str]) -> Verdict {
        let at = self.state.position();
        match words {
            ["may", "not", action @ .., rule] => self.may_not(action, rule),
            ["may", action @ ..] => {
                let action = self.action(action)?;
                let refusal = self.state.check(action, &self.contents).err();
                claim(refusal.is_none(), || refusal.map_or_else(String::new, |refusal| refusal.to_string()))?;
                claim(self.is_listed(action), || "it is not listed".to_owned())
            }
            ["is", seat @ ("p1" | "p2"), what, n] => same(self.of_player(player(seat)?, what)?, number(n)?),
            ["is", card, rest @ ..] => self.is(self.id(card)?, rest),
            ["asks", who] => {
                self.was_asked = true;
                same(self.asked(), *who)
            }
            ["answers", n] => same(self.listed().len(), number(n)?),
            ["bag", n] => same(at.bag.len(), number(n)?),
            ["turn", seat] => same(player_name(self.state.position().active), *seat),
            ["over", who] => same(self.state.outcome().map_or("nobody", |outcome| outcome.result), *who),
            _ => Err("no such line".to_owned()),
        }
    }

    fn may_not(&mut self, action: &[&str], rule: &str) -> Verdict {
        let action = self.action(action)?;
        let Err(refusal) = self.state.check(action, &self.contents) else {
            return Err("it is legal".to_owned());
        };
        claim(!self.is_listed(action), || "it is listed".to_owned())?;
        claim(refusal.rule.id == rule, || format!("it is refused: {refusal}"))?;
        self.provoked.insert(refusal.rule.id);
        Ok(())
    }

    fn of_player(&self, seat: Seat, what: &str) -> Result<usize, String> {
        let standing = &self.state.position().players[seat.index()];
        Ok(match what {
            "lore" => standing.lore.into(),
            "inked" => standing.inked.into(),
            "tokens" => standing.ink_tokens.into(),
            "ink" => self.state.ink(seat).into(),
            "deck" => self.state.position().decks[seat.index()].len(),
            _ => self.state.zone(seat, named(&ZONES, what).ok_or("no such zone")?).len(),
        })
    }

    fn is(&self, id: CardId, words: &[&str]) -> Verdict {
        let status = self.state.status(id);
        let traits = self.state.traits(id);
        let deck = &self.state.position().decks[self.state.owner(id).index()];
        let has =
            |word: &str| named(&KEYWORDS, word).map(|keyword| traits.has(keyword)).ok_or("no such keyword");
        let holds = match words {
            ["in", zone] => return self.is_in(id, zone),
            ["exerted"] => status.exerted,
            ["ready"] => !status.exerted,
            ["drying"] => status.drying,
            ["dry"] => !status.drying,
            ["facedown"] => status.facedown,
            ["faceup"] => !status.facedown,
            ["top"] => deck.last() == Some(&id),
            ["bottom"] => deck.first() == Some(&id),
            ["nowhere"] => status.location.is_none(),
            ["at", place] => status.location == Some(self.id(place)?),
            ["under", top] => status.under == Some(self.id(top)?),
            ["has", word] => has(word)?,
            ["lacks", word] => !has(word)?,
            [what, n] => {
                let found = match *what {
                    "damage" => i16::from(status.damage),
                    "beneath" => self.state.under(id).count() as i16,
                    "strength" => traits.strength,
                    "willpower" => traits.willpower,
                    "lore" => traits.lore,
                    "resist" => traits.resist,
                    "challenger" => traits.challenger,
                    _ => return Err("no such line".to_owned()),
                };
                return same(found, number(n)?);
            }
            _ => return Err("no such line".to_owned()),
        };
        claim(holds, || format!("it is {status:?}"))
    }

    fn is_in(&self, id: CardId, zone: &str) -> Verdict {
        let found = self.state.status(id).zone;
        let said = named(&ZONES, zone).ok_or("no such zone")?;
        claim(found == said, || format!("it is in {found:?}"))
    }

    /// Who has to answer a pending question.
    fn asked(&self) -> &'static str {
        match self.state.to_act() {
            _ if self.state.position().pending.is_none() => "nobody",
            Some(Actor::Seat(seat)) => player_name(seat),
            Some(Actor::Storyteller) => "chance",
            None => "nobody",
        }
    }

    fn listed(&self) -> Actions<State> {
        let mut legal = Actions::<State>::new();
        self.state.legal(&mut legal);
        legal
    }

    /// Whether an action is in the legal list, in which all orders of a deck are one entry.
    fn is_listed(&self, action: Action) -> bool {
        let is_legal = self.state.check(action, &self.contents).is_ok();
        self.listed().iter().any(|choice| match choice {
            Choice::Action(listed) => *listed == action,
            Choice::Open(Open::Shuffle) => is_legal && matches!(action, Action::Shuffle(_)),
        })
    }

    fn action(&mut self, words: &[&str]) -> Result<Action, String> {
        let piece = |name: &&str| self.piece(name);
        Ok(match words {
            ["ink", card] => Action::Ink(piece(card)?),
            ["play", card] => Action::Play(piece(card)?),
            ["sing", song, "by", singer] => Action::Sing { song: piece(song)?, singer: piece(singer)? },
            ["shift", card, "onto", onto] => Action::Shift { card: piece(card)?, onto: piece(onto)? },
            ["quest", card] => Action::Quest(piece(card)?),
            ["challenge", by, ">", target] => Action::Challenge { by: piece(by)?, target: piece(target)? },
            ["move", who, "to", to] => Action::Move { who: piece(who)?, to: piece(to)? },
            ["free", card] => Action::PlayFree { card: piece(card)?, onto: None },
            ["free", card, "onto", onto] => Action::PlayFree { card: piece(card)?, onto: Some(piece(onto)?) },
            ["boost", card] => Action::Boost(piece(card)?),
            ["activate", card, ability] => self.activate(card, ability, card)?,
            ["activate", card, ability, "of", of] => self.activate(card, ability, of)?,
            ["end"] => Action::EndTurn,
            ["begin", seat] => Action::Begin(player(seat)?),
            ["alter", card] => Action::Alter(piece(card)?),
            ["keep"] => Action::Keep,
            ["random", card] => Action::Random(piece(card)?),
            ["shuffle"] => self.state.sample(Open::Shuffle, &mut Rng::new(0), &mut self.contents),
            ["shuffle", cards @ ..] => {
                let order = cards.iter().map(piece).collect::<Result<Order, String>>()?;
                Action::Shuffle(self.contents.intern(order))
            }
            _ => Action::Choose(self.answer(words)?),
        })
    }

    fn activate(&self, card: &str, ability: &str, of: &str) -> Result<Action, String> {
        let of: Card = self.piece(of)?.card();
        Ok(Action::Activate { card: self.piece(card)?, of, ability: number(ability)? })
    }

    fn answer(&self, words: &[&str]) -> Result<Answer, String> {
        Ok(match words {
            ["choose", card] => Answer::Card(self.piece(card)?),
            ["yes"] => Answer::Yes,
            ["no"] => Answer::No,
            ["done"] => Answer::Done,
            ["player", seat] => Answer::Player(player(seat)?),
            ["number", n] => Answer::Number(number(n)?),
            ["name", key] => Answer::Name(Card::from_key(key).ok_or_else(|| format!("no card {key}"))?),
            ["top"] => Answer::Top,
            ["bottom"] => Answer::Bottom,
            ["discard"] => Answer::Discard,
            ["trigger", card] => {
                let source = self.id(card)?;
                let place = self.state.position().bag.iter().position(|trigger| trigger.source == source);
                Answer::Trigger(place.ok_or("no trigger of this card waits")? as u8)
            }
            _ => return Err(format!("no action: {}", words.join(" "))),
        })
    }

    fn id(&self, name: &str) -> Result<CardId, String> {
        self.state.id(self.piece(name)?).ok_or_else(|| format!("{name} is not in this position"))
    }

    /// The piece that a name means: in full, or the beginning of a key that no other card has.
    fn piece(&self, name: &str) -> Result<Piece, String> {
        let (owner, rest) = match name.split_once('.') {
            Some((seat @ ("p1" | "p2"), rest)) => (Some(player(seat)?), rest),
            _ => (None, name),
        };
        let pieces = self.state.position().pieces.iter().copied();
        let own: Vec<Piece> = pieces.filter(|piece| owner.is_none_or(|seat| seat == piece.owner)).collect();
        let only = |fits: &dyn Fn(&Piece) -> bool| {
            let mut found = own.iter().copied().filter(fits);
            (found.next(), found.next())
        };
        let whole = only(&|piece| piece.copy.to_string() == rest);
        let key = only(&|piece| piece.card().key() == rest);
        let beginning = only(&|piece| piece.copy.to_string().starts_with(rest));
        for found in [whole, key, beginning] {
            match found {
                (Some(piece), None) => return Ok(piece),
                (Some(_), Some(_)) => return Err(format!("{name} may mean several cards")),
                (None, _) => {}
            }
        }
        Piece::read(name).ok_or_else(|| format!("{name} is not a card of this position"))
    }

    /// The board and the legal list, for messages.
    fn situation(&self) -> String {
        let mut text = board::write(self.state.position());
        let _ = write!(text, "legal:");
        for choice in self.listed().iter().take(20) {
            let _ = write!(text, " {choice:?};");
        }
        text
    }
}

/// One case: its title, where it begins, the position, the lines after it with their numbers.
struct Written {
    title: String,
    number: usize,
    position: String,
    lines: Vec<(usize, String)>,
}

const BEGINNINGS: [&str; 6] = ["do", "may", "is", "asks", "answers", "over"];

fn cases(text: &str) -> Vec<Written> {
    let mut cases: Vec<Written> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = match line.find(" #") {
            _ if line.starts_with('#') => "",
            Some(at) => &line[..at],
            None => line,
        };
        if line.trim().is_empty() {
            continue;
        }
        if let Some(title) = line.strip_prefix("== ") {
            let (position, lines) = (String::new(), Vec::new());
            cases.push(Written { title: title.to_owned(), number: index + 1, position, lines });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        let first = line.split_whitespace().next().unwrap_or_default();
        match case.lines.last_mut() {
            Some((_, before)) if line.starts_with(' ') => *before += line,
            None if !BEGINNINGS.contains(&first) => {
                if !line.starts_with(' ') {
                    case.position.push('\n');
                }
                case.position += line;
            }
            _ => case.lines.push((index + 1, line.trim_end().to_owned())),
        }
    }
    cases
}

/// What cases are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A section of the rule book.
    Rule,
    /// Cards.
    Card,
}

/// The cards that a case is about; each of them is in it.
fn cards_of(written: &Written) -> Result<Vec<Card>, String> {
    let mut cards = Vec::new();
    for word in written.title.split_whitespace() {
        let (key, is_last) = word.strip_suffix(',').map_or((word, true), |key| (key, false));
        let card =
            Card::from_key(key).ok_or_else(|| format!("the title begins with {key}, which is no card"))?;
        if !written.position.contains(key) {
            return Err(format!("{key} is not in the position"));
        }
        cards.push(card);
        if is_last {
            break;
        }
    }
    Ok(cards)
}

/// Plays a case and records what does not hold, with the line. A line that cannot be carried out ends it.
fn play(kind: Kind, written: &Written, problems: &mut Vec<(usize, String)>) -> BTreeSet<&'static str> {
    let title = &written.title;
    let mut fail = |number: usize, message: String| problems.push((number, format!("{title}\n  {message}")));
    match kind {
        Kind::Rule if !title.starts_with(|c: char| c.is_ascii_digit()) => {
            fail(written.number, "the title names no section".to_owned());
        }
        Kind::Card => {
            if let Err(message) = cards_of(written) {
                fail(written.number, message);
            }
        }
        Kind::Rule => {}
    }
    let mut case = match Case::new(&written.position) {
        Ok(case) => case,
        Err(message) => {
            fail(written.number, message);
            return BTreeSet::new();
        }
    };
    for (number, line) in &written.lines {
        if let Err(message) = case.line(line) {
            fail(*number, format!("{line}: {message}"));
            if line.starts_with("do ") {
                return case.provoked;
            }
        }
    }
    if case.claims == 0 {
        fail(written.number, "claims nothing".to_owned());
    }
    case.provoked
}

/// A table of abilities with changes, to see whether some case notices them: `./x mutants`.
fn learn() {
    static LEARNT: std::sync::Once = std::sync::Once::new();
    LEARNT.call_once(|| {
        if let Some(file) = std::env::var_os("GASLAMP_ABILITIES") {
            let table = std::fs::read_to_string(file).expect("a readable table");
            gaslamp_lorcana::cards::teach(&table).expect("a table of abilities");
        }
    });
}

/// Plays all cases: what does not hold, the rules that were provoked, and the cards that cases are about.
fn play_all(kind: Kind) -> (String, BTreeSet<&'static str>, BTreeSet<Card>) {
    learn();
    let mut problems = String::new();
    let (mut provoked, mut cards) = (BTreeSet::new(), BTreeSet::new());
    let files = match std::env::var_os("GASLAMP_CASES") {
        Some(file) => vec![std::path::PathBuf::from(file)],
        None => files_in(if kind == Kind::Rule { "tests/catalogue" } else { "tests/scenarios" }),
    };
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut found = Vec::new();
        let cases = cases(&text);
        if cases.is_empty() {
            let _ = writeln!(problems, "{name}: has no case\n");
        }
        let only = std::env::var("GASLAMP_CARD").ok();
        for case in &cases {
            let about = if kind == Kind::Card { cards_of(case).unwrap_or_default() } else { Vec::new() };
            if only.as_ref().is_none_or(|key| about.iter().any(|card| card.key() == key)) {
                provoked.extend(play(kind, case, &mut found));
                cards.extend(about);
            }
        }
        for (number, message) in found {
            let _ = writeln!(problems, "{name}:{number}: {message}\n");
        }
    }
    (problems, provoked, cards)
}

#[test]
fn every_case_of_the_catalogue_holds() {
    let (problems, ..) = play_all(Kind::Rule);
    assert!(problems.is_empty(), "\n{problems}");
}

/// Cards do what their texts say.
#[test]
fn every_scenario_holds() {
    let (problems, _, cards) = play_all(Kind::Card);
    assert!(problems.is_empty(), "\n{problems}");
    let keys: String =
        cards.iter().map(|card| format!("{}\n", card.key())).collect::<BTreeSet<_>>().into_iter().collect();
    if std::env::var_os("GASLAMP_BLESS").is_some() {
        std::fs::write("data/tried.txt", &keys).expect("the list of cards that are tried out");
    } else if !["GASLAMP_CASES", "GASLAMP_CARD"].iter().any(|name| std::env::var_os(name).is_some()) {
        let known = std::fs::read_to_string("data/tried.txt").expect("the list of cards that are tried out");
        assert!(keys == known, "data/tried.txt is out of date: `./x golden` writes it");
    }
}

/// A rule that no case provokes is a rule without a test.
#[test]
fn every_rule_refuses_something() {
    let (_, provoked, _) = play_all(Kind::Rule);
    let missing: Vec<&str> =
        REFUSALS.iter().map(|rule| rule.id).filter(|id| !provoked.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The driver itself: a claim that does not hold, a case without claims and an unreadable one are noticed.
#[test]
fn what_is_wrong_is_noticed() {
    let board = "p1 play stitch_new_dog\np2 play maui_demigod(exerted)\n";
    for (lines, is_right) in [
        ("may quest stitch\nis p1 lore 0\nis stitch damage 0\nasks nobody\nanswers 3\nbag 0\nturn p1", true),
        ("may not quest maui lorcana/not-in-play", true),
        ("do quest stitch\nis stitch exerted\nis p1 lore 1\nis stitch in play\nover nobody", true),
        ("do quest stitch", false),
        ("do quest maui\nis p1 lore 0", false),
        ("may not quest stitch lorcana/quest/dry", false),
        ("may not quest maui lorcana/quest/dry", false),
        ("may quest maui", false),
        ("may quest nobody", false),
        ("is p1 lore 1", false),
        ("is stitch drying", false),
        ("is stitch has evasive", false),
        ("is stitch has everything", false),
        ("is stitch in discard", false),
        ("is stitch strength 3", false),
        ("asks p1", false),
        ("over p1", false),
        ("is stitch", false),
        ("may", false),
    ] {
        let text = format!("== 4.5 a title\n{board}{lines}\n");
        let mut problems = Vec::new();
        for case in &cases(&text) {
            play(Kind::Rule, case, &mut problems);
        }
        assert_eq!(problems.is_empty(), is_right, "{lines}: {problems:?}");
    }
    for text in
        ["== a title\np1 play stitch_new_dog\nasks nobody", "== 1 a title\np1 play nothing\nasks nobody"]
    {
        let mut problems = Vec::new();
        play(Kind::Rule, &cases(text)[0], &mut problems);
        assert_eq!(problems.len(), 1, "{text}");
    }
}
