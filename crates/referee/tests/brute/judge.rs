//! Brute force as a judge: whether a grimoire lies on some table by the end of the second day. Accepts grimoires, searches the deals that they may
//! come from, and says so of those for which that is not too long.

use std::collections::BTreeMap;
use std::rc::Rc;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, Player};
use gaslamp_botc::rules::Dealer;
use gaslamp_botc::{Character, Setup, Team};
use gaslamp_core::Rng;

use super::{Dealt, Histories, deal};
use crate::common::number;

const DRUNK: Character = Character::with_id("drunk");
const IMP: Character = Character::with_id("imp");
const RECLUSE: Character = Character::with_id("recluse");
const SLAYER: Character = Character::with_id("slayer");
const VIRGIN: Character = Character::with_id("virgin");

/// Everybody of Trouble Brewing; the Drunks with their tokens.
pub(crate) const TABLES: [&str; 8] = [
    "washerwoman fortuneteller monk poisoner imp",
    "virgin undertaker empath spy imp",
    "slayer soldier ravenkeeper scarletwoman imp",
    "mayor butler recluse baron imp",
    "chef drunk/librarian saint baron imp",
    "investigator librarian virgin poisoner imp",
    "mayor monk chef recluse scarletwoman imp",
    "soldier saint butler drunk/undertaker baron imp",
];

/// How many deals are searched for each table: its own, and those that a change leads to. `GASLAMP_SEARCHES` says how many if it is set: with
/// hundreds, which takes hours, no grimoire stays open.
const SEARCHED: u64 = 2;

pub(crate) fn read_table(words: &str) -> Dealt {
    let read = |name: &str| Character::read(name).expect("a character");
    let seat = |word: &str| {
        let (role, token) = word.split_once('/').unwrap_or((word, word));
        (read(role), read(token))
    };
    words.split(' ').map(seat).collect()
}

/// One of the tables, seated at random, and then any.
pub(crate) fn table(game: u64, rng: &mut Rng) -> Dealt {
    if let Some(words) = TABLES.get(game as usize) {
        let mut dealt = read_table(words);
        rng.shuffle(&mut dealt);
        return dealt;
    }
    let setup = Setup::trouble_brewing(5 + game as usize % 2);
    let dealer = Dealer::new(&setup.script, setup.base_counts().expect("counts")).expect("bags");
    loop {
        let deal = dealer.draw(rng).expect("a deal");
        let dealt = deal.roles().iter().copied().zip(deal.tokens().iter().copied()).collect();
        if !is_too_long(&dealt) {
            return dealt;
        }
    }
}

/// With a Virgin and a Slayer among six it matters at most evenings who has nominated and whose turn it is: a search takes a minute.
fn is_too_long(dealt: &Dealt) -> bool {
    let has = |character: Character| dealt.iter().any(|(_, token)| *token == character);
    dealt.len() > 5 && has(SLAYER) && has(VIRGIN)
}

/// Knows the histories of some deals of a table.
pub(crate) struct Judge {
    pub(crate) setup: Setup,
    searched: BTreeMap<Dealt, Rc<Histories>>,
}

impl Judge {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self { setup: setup.clone(), searched: BTreeMap::new() }
    }

    pub(crate) fn histories(&mut self, dealt: &Dealt) -> Option<&Rc<Histories>> {
        let most = number("GASLAMP_SEARCHES", SEARCHED) as usize;
        let may_search = self.searched.len() < most && !is_too_long(dealt);
        if may_search && !self.searched.contains_key(dealt) {
            self.searched.insert(dealt.clone(), Rc::new(Histories::of(&self.setup, dealt)?));
        }
        self.searched.get(dealt)
    }

    /// Whether some history shows this grimoire; none if too many deals would have to be searched to know.
    pub(crate) fn is_reached(&mut self, grimoire: &GrimoireText) -> Option<bool> {
        let mut is_known = true;
        for dealt in deals(&self.setup, grimoire) {
            match self.histories(&dealt) {
                Some(histories) if histories.show(&with_token(grimoire, &dealt)) => return Some(true),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }
}

/// All legal deals after which the table could show these characters.
fn deals(setup: &Setup, grimoire: &GrimoireText) -> Vec<Dealt> {
    let all = grimoire.players.iter().fold(vec![Dealt::new()], |all, player| {
        let options = options(setup, player);
        let more = |dealt: &Dealt| {
            options.iter().map(|option| [&dealt[..], &[*option]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(more).collect()
    });
    all.into_iter().filter(|dealt| deal(setup, dealt).is_some()).collect()
}

/// The roles and tokens that whoever shows this may have been dealt. A Minion or a Recluse may have become the Imp; nobody else becomes
/// anything. A Drunk without a mark has some token.
fn options(setup: &Setup, player: &Player) -> Dealt {
    let Known::Is(shown) = player.character else { panic!("{} is nobody", player.name) };
    let characters = || setup.script.characters().iter().copied();
    if player.tokens.iter().any(is_mark) {
        vec![(DRUNK, shown)]
    } else if shown == DRUNK {
        characters().map(|token| (DRUNK, token)).collect()
    } else if shown == IMP {
        let heirs = characters().filter(|heir| heir.team() == Team::Minion || [IMP, RECLUSE].contains(heir));
        heirs.map(|heir| (heir, heir)).collect()
    } else {
        vec![(shown, shown)]
    }
}

fn is_mark(token: &PlacedReminder) -> bool {
    matches!(token, PlacedReminder::Reminder(token) if token.marks_its_owner())
}

/// The grimoire in which a Drunk without a mark shows the token that was dealt.
fn with_token(grimoire: &GrimoireText, dealt: &Dealt) -> GrimoireText {
    let mut grimoire = grimoire.clone();
    for (player, &(_, token)) in grimoire.players.iter_mut().zip(dealt) {
        if player.character == Known::Is(DRUNK) {
            player.character = Known::Is(token);
            let mark = ReminderToken::of(DRUNK).find(|token| token.marks_its_owner());
            player.tokens.extend(mark.map(PlacedReminder::Reminder));
        }
    }
    grimoire
}
