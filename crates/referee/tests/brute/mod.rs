//! Brute force: every history of a game of Trouble Brewing from one deal to the end of its second day, played by the engine. Accepts a set-up for
//! at most six seats and a deal, emits every grimoire that lies on the table at some moment of some history.
//!
//! The game is played from dusk to dawn and from dawn to dusk ([`search`]); states that are the same for all that can still be shown are followed
//! once ([`key`]). What the learners are told in the first night lies on the table for the whole game, and no rule that changes a grimoire
//! reads it, so it is kept apart.

pub(crate) mod judge;
mod key;
mod search;
pub(crate) mod tally;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};
use gaslamp_botc::rules::{Action, Content, Deal, Mark, Reminder};
use gaslamp_botc::{Character, Setup, State};
use gaslamp_core::{Contents, Game as _, Rng};

use key::{Key, Spent, key};
use search::{Search, part_number};

/// Nights 1 and 2 and the days after them.
const PARTS: u16 = 4;

/// The tokens of those who learn something once. They are read by nobody, but for the red herring by a Fortune Teller, whose answers leave
/// no token.
const TOLD: [Reminder; 7] = [
    Reminder::with_name("washerwoman", "townsfolk"),
    Reminder::with_name("washerwoman", "wrong"),
    Reminder::with_name("librarian", "outsider"),
    Reminder::with_name("librarian", "wrong"),
    Reminder::with_name("investigator", "minion"),
    Reminder::with_name("investigator", "wrong"),
    Reminder::with_name("fortuneteller", "red_herring"),
];

/// Everybody's role and token.
pub(crate) type Dealt = Vec<(Character, Character)>;

/// The tokens of [`TOLD`], by seat.
type Told = Vec<(usize, ReminderToken)>;

/// All else that a grimoire shows of a seat, the tokens in order.
type Place = (Character, u8, Vec<ReminderToken>);

/// What may have been told, where all else is the same.
type Tellings = Rc<BTreeSet<Told>>;

/// The grimoires of all histories.
#[derive(Default)]
pub(crate) struct Histories {
    shown: BTreeMap<Vec<Place>, Vec<Tellings>>,
}

/// The state after a deal, if that is legal.
pub(crate) fn deal(setup: &Setup, dealt: &Dealt) -> Option<State> {
    let mut contents = Contents::default();
    let action = Action::Deal(contents.intern(Content::Deal(Deal::new(dealt)?)));
    let mut state = State::start(setup).expect("a set-up");
    state.check(action, &contents).ok()?;
    state.apply_listed(action, &contents);
    Some(state)
}

impl Histories {
    /// All from this deal; none if it is not legal.
    pub(crate) fn of(setup: &Setup, dealt: &Dealt) -> Option<Self> {
        let mut all = Self::default();
        let mut starts = vec![(deal(setup, dealt)?, Rc::new(BTreeSet::from([Told::new()])))];
        while starts.iter().any(|(state, _)| part_number(state) < PARTS) {
            starts = all.play(setup, starts);
        }
        // Dusk belongs to the day that it ends.
        for (state, told) in starts {
            let (places, _) = split(&GrimoireText::of_state(&setup.names, &state));
            all.shown.entry(places).or_default().push(told);
        }
        Some(all)
    }

    /// Plays one part of the game, from every start to those of the next part.
    fn play(&mut self, setup: &Setup, starts: Vec<(State, Tellings)>) -> Vec<(State, Tellings)> {
        let mut next: HashMap<(Key, Spent), (State, BTreeSet<Told>)> = HashMap::new();
        for (start, told) in starts {
            let (_, before) = split(&GrimoireText::of_state(&setup.names, &start));
            // Something is told in the first night alone, and nothing before.
            let told_by = |now: Told| match now == before {
                true => Rc::clone(&told),
                false => Rc::new(BTreeSet::from([now])),
            };
            let search = Search::from(start);
            for (state, swept) in search.tables.values() {
                let (places, now) = split(&with_marks(GrimoireText::of_state(&setup.names, state), swept));
                self.shown.entry(places).or_default().push(told_by(now));
            }
            for state in search.next {
                let (mut key, spent) = key(&state);
                key.table = key.table.without_told();
                let (_, now) = split(&GrimoireText::of_state(&setup.names, &state));
                let (_, all) = next.entry((key, spent)).or_insert_with(|| (state, BTreeSet::new()));
                all.extend(told_by(now).iter().cloned());
            }
        }
        next.into_values().map(|(state, told)| (state, Rc::new(told))).collect()
    }

    /// Whether this grimoire lies on the table at some moment.
    pub(crate) fn show(&self, grimoire: &GrimoireText) -> bool {
        let (places, told) = split(grimoire);
        self.shown.get(&places).is_some_and(|tellings| tellings.iter().any(|known| known.contains(&told)))
    }

    /// One of the grimoires.
    pub(crate) fn draw(&self, setup: &Setup, rng: &mut Rng) -> GrimoireText {
        let number = rng.below(self.shown.len() as u32) as usize;
        let (places, tellings) = self.shown.iter().nth(number).expect("a grimoire");
        let told: BTreeSet<&Told> = tellings.iter().flat_map(|told| told.iter()).collect();
        let told = Vec::from_iter(told);
        join(setup, places, rng.pick(&told).expect("something told, or nothing"))
    }
}

/// The grimoire with more tokens.
fn with_marks(mut grimoire: GrimoireText, marks: &[Mark]) -> GrimoireText {
    for mark in marks {
        grimoire.players[mark.on.index()].tokens.extend(mark.reminder.token().map(PlacedReminder::Reminder));
    }
    grimoire
}

/// What a grimoire shows, apart from what was told, and what was told.
fn split(grimoire: &GrimoireText) -> (Vec<Place>, Told) {
    let mut told = Told::new();
    let mut places = Vec::new();
    for (seat, player) in grimoire.players.iter().enumerate() {
        let Known::Is(character) = player.character else { panic!("{} is nobody", player.name) };
        let tokens = player.tokens.iter().map(|token| match token {
            PlacedReminder::Reminder(token) => *token,
            PlacedReminder::Note(note) => panic!("nobody writes {note}"),
        });
        let is_told = |token: &ReminderToken| Reminder::of(*token).is_some_and(|kind| TOLD.contains(&kind));
        let (heard, mut others): (Vec<_>, Vec<_>) = tokens.partition(is_told);
        told.extend(heard.into_iter().map(|token| (seat, token)));
        others.sort_unstable();
        places.push((character, player.life as u8, others));
    }
    told.sort_unstable();
    (places, told)
}

/// A grimoire from its parts.
fn join(setup: &Setup, places: &[Place], told: &Told) -> GrimoireText {
    let lives = [Life::Alive, Life::Dead, Life::Spent];
    let player = |(seat, (character, life, tokens)): (usize, &Place)| {
        let told = told.iter().filter(|(at, _)| *at == seat).map(|(_, token)| token);
        Player {
            name: setup.names[seat].clone(),
            character: Known::Is(*character),
            life: lives[usize::from(*life)],
            tokens: tokens.iter().chain(told).copied().map(PlacedReminder::Reminder).collect(),
        }
    };
    GrimoireText { players: places.iter().enumerate().map(player).collect(), ..GrimoireText::default() }
}
