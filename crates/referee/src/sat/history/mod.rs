//! Every run of a game of Trouble Brewing, as a formula: the set-up, then night after night and day after day what is chosen, who
//! dies and which tokens come and go. It looks at what a grimoire shows and at nothing else: statements, votes and turns are left to chance
//! where they always can be as they must.
//!
//! Accepts a table and how many nights there may be, emits a [`Unrolling`]: what the grimoire shows at its end, which may be any moment.

mod day;
mod death;
mod night;
mod setup;
pub(crate) mod tokens;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::place;
use gaslamp_botc::rules::phase::{DAY, NIGHT};
use gaslamp_botc::rules::script::Step;
use gaslamp_botc::{Character, Setup, Team};
use gaslamp_core::trace::Phase;

pub(crate) use setup::{BARON, Dealt, outsiders_brought};

use super::check_rule;
use super::circuit::{Bit, Circuit, Decided, NO, YES};

pub(crate) const DRUNK: Character = Character::with_id("drunk");
pub(crate) const IMP: Character = Character::with_id("imp");
pub(crate) const RECLUSE: Character = Character::with_id("recluse");
pub(crate) const SPY: Character = Character::with_id("spy");

/// The tokens of Trouble Brewing.
pub(crate) const TOKENS: [Reminder; 15] = [
    tokens::WASHERWOMAN_TOWNSFOLK,
    tokens::WASHERWOMAN_WRONG,
    tokens::LIBRARIAN_OUTSIDER,
    tokens::LIBRARIAN_WRONG,
    tokens::INVESTIGATOR_MINION,
    tokens::INVESTIGATOR_WRONG,
    tokens::RED_HERRING,
    tokens::UNDERTAKER_DIED_TODAY,
    tokens::MONK_SAFE,
    tokens::VIRGIN_NO_ABILITY,
    tokens::SLAYER_NO_ABILITY,
    tokens::BUTLER_MASTER,
    tokens::POISONER_POISONED,
    tokens::SCARLET_WOMAN_IS_THE_DEMON,
    tokens::IMP_DEAD,
];

/// The place of a token of Trouble Brewing in [`TOKENS`]; no other comes here.
pub(crate) fn number(token: Reminder) -> usize {
    TOKENS.iter().position(|known| *known == token).unwrap_or(TOKENS.len())
}

/// What grimoires call a token: `monk:safe`.
pub(crate) fn token_name(token: Reminder) -> &'static str {
    token.token().map_or("a note", ReminderToken::long_name)
}

/// What somebody does or suffers in a phase, by the seat that it is done to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Happens {
    Poisons,
    Protects,
    Attacks,
    /// The Demon's victims.
    Kills,
    TakesMaster,
    /// Whoever shoots, as a Slayer.
    Shoots,
    /// Whoever is shot at by a Slayer.
    ShotAt,
    /// The Virgin, nominated for the first time.
    VirginNominated,
    /// Whoever is executed and lived until then.
    Executed,
}

/// How things stand at the end of a phase.
#[derive(Clone, Debug)]
pub(crate) struct Stand {
    pub(crate) phase: Phase,
    /// Whether dawn or dusk has ended it.
    pub(crate) ended: Bit,
    pub(crate) alive: Vec<Bit>,
    pub(crate) spent: Vec<Bit>,
    pub(crate) became: Vec<Bit>,
    pub(crate) tokens: [Vec<Bit>; 15],
}

/// How long a game has lasted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Length {
    /// At most this many nights, and the days that follow them.
    Nights(usize),
    /// It has come to this phase and not beyond.
    Until(Phase),
}

impl Length {
    fn nights(self) -> u16 {
        match self {
            Self::Nights(nights) => u16::try_from(nights).unwrap_or(u16::MAX),
            Self::Until(phase) => place(phase).0.max(1),
        }
    }
}

/// A formula of all runs, and what is so at their end.
#[derive(Debug)]
pub(crate) struct Unrolling {
    pub(crate) circuit: Circuit,
    pub(crate) characters: Vec<Character>,
    /// Who was dealt what, by seat and by number of the character.
    pub(crate) start: Vec<Vec<Bit>>,
    /// Which token a Drunk has, the same way.
    pub(crate) believed: Vec<Vec<Bit>>,
    /// Who has become the Imp.
    pub(crate) became: Vec<Bit>,
    pub(crate) alive: Vec<Bit>,
    /// Dead players who have voted.
    pub(crate) spent: Vec<Bit>,
    /// Tokens, by kind and seat.
    tokens: [Vec<Bit>; 15],
    /// Whether the game has come so far.
    reached: Bit,
    /// Whether it goes no further.
    ended: Bit,
    /// Whether the Storyteller must decide something before it goes on.
    awaits: Bit,
    /// Whether good has won, or evil.
    pub(crate) won: [Bit; 2],
    length: Length,
    order: [Vec<Character>; 2],
    /// What happens in which phase.
    happenings: Vec<(Phase, Happens, Vec<Bit>)>,
    /// How things stand after each phase, beginning with the set-up.
    pub(crate) stands: Vec<Stand>,
    phase: Phase,
}

impl Unrolling {
    /// All runs of this length. Every rule may be doubted.
    pub(crate) fn new(setup: &Setup, length: Length) -> Self {
        Self::build(setup, length, &[], Circuit::default(), None)
    }

    /// The same with roles that are certain, as are all rules: the formula is smaller.
    pub(crate) fn certain(setup: &Setup, length: Length, known: &[Dealt]) -> Self {
        Self::build(setup, length, known, Circuit::certain(), None)
    }

    /// The one run after the deal if everything is decided beforehand, whoever was dealt what. Where that breaks a rule, the plan
    /// fails.
    pub(crate) fn planned(setup: &Setup, length: Length, known: &[Dealt], plan: Vec<Decided>) -> Self {
        Self::build(setup, length, known, Circuit::default(), Some(plan))
    }

    fn build(
        setup: &Setup,
        length: Length,
        known: &[Dealt],
        circuit: Circuit,
        plan: Option<Vec<Decided>>,
    ) -> Self {
        let seats = setup.names.len();
        let none = || vec![NO; seats];
        let mut unrolling = Self {
            circuit,
            characters: setup.script.characters().to_vec(),
            start: Vec::new(),
            believed: Vec::new(),
            became: none(),
            alive: vec![YES; seats],
            spent: none(),
            tokens: std::array::from_fn(|_| none()),
            reached: YES,
            ended: NO,
            awaits: NO,
            won: [NO; 2],
            length,
            order: [0, 1].map(|night| order(setup, night)),
            happenings: Vec::new(),
            stands: Vec::new(),
            phase: Phase::SETUP,
        };
        unrolling.deal(setup, known);
        unrolling.stand();
        unrolling.circuit.start(plan);
        for night in 1..=length.nights() {
            // A plan may end early.
            if unrolling.reached == NO {
                break;
            }
            unrolling.begin(Phase::new(NIGHT, night));
            if night == 1 {
                unrolling.first_night();
            } else {
                unrolling.other_night();
            }
            unrolling.stand();
            unrolling.day(night);
        }
        unrolling
    }

    /// Notes how things stand at the end of the phase.
    fn stand(&mut self) {
        self.stands.push(Stand {
            phase: self.phase,
            ended: NO,
            alive: self.alive.clone(),
            spent: self.spent.clone(),
            became: self.became.clone(),
            tokens: self.tokens.clone(),
        });
    }

    /// Notes that dawn or dusk ends the phase.
    fn end_phase(&mut self, ended: Bit) {
        if let Some(stand) = self.stands.last_mut() {
            stand.ended = ended;
        }
    }

    /// Notes what happens to whom.
    fn note(&mut self, what: Happens, to: &[Bit]) {
        self.happenings.push((self.phase, what, to.to_vec()));
    }

    /// Whether something happens to a seat in a phase.
    pub(crate) fn happens(&mut self, phase: Phase, what: Happens, seat: usize) -> Bit {
        let here = self.happenings.iter().filter(|(known, kind, _)| *known == phase && *kind == what);
        let bits: Vec<Bit> = here.map(|(_, _, seats)| seats[seat]).collect();
        self.circuit.or(bits)
    }

    pub(crate) fn seats(&self) -> usize {
        self.start.len()
    }

    /// The game may come to a phase, if nothing has ended it.
    fn begin(&mut self, phase: Phase) -> Bit {
        self.phase = phase;
        let next = match self.length {
            Length::Nights(_) => self.circuit.open(),
            // Perhaps all is prepared for the first night.
            Length::Until(Phase::SETUP) if phase == Phase::new(NIGHT, 1) => self.circuit.open(),
            // Dawn has perhaps come, and taken the tokens of the night away.
            Length::Until(Phase { label: NIGHT, number: last }) if phase == Phase::new(DAY, last) => {
                self.circuit.open()
            }
            Length::Until(last) => Bit::Is(place(phase) <= place(last)),
        };
        self.go_on(next)
    }

    /// The game may come to its next moment, if nothing has ended it.
    fn tick(&mut self) -> Bit {
        let next = match self.length {
            Length::Until(last) if place(self.phase) > place(last) => NO,
            Length::Until(last) if self.phase != last => self.reached,
            Length::Until(_) | Length::Nights(_) => self.circuit.open(),
        };
        self.go_on(next)
    }

    fn go_on(&mut self, next: Bit) -> Bit {
        let (reached, ended) = (self.reached, self.ended);
        let awaits = std::mem::replace(&mut self.awaits, NO);
        let before = self.circuit.state(check_rule::TIME);
        self.circuit.imply(next, [reached]);
        self.circuit.imply(next, [!ended]);
        self.circuit.imply(next, [!awaits]);
        self.circuit.state_again(before);
        self.reached = next;
        next
    }

    fn number_of(&self, character: Character) -> Option<usize> {
        self.characters.iter().position(|known| *known == character)
    }

    /// Whether the script has a character.
    pub(crate) fn has(&self, character: Character) -> bool {
        self.number_of(character).is_some()
    }

    /// Whether a character wakes in a night, and after all of these, those that wake at all.
    pub(crate) fn acts_after(&self, character: Character, others: &[Character], phase: Phase) -> bool {
        let order = match phase {
            Phase { label: NIGHT, number } => &self.order[usize::from(number != 1)],
            _ => return false,
        };
        let place = |character: &Character| order.iter().position(|known| known == character);
        place(&character).is_some_and(|own| others.iter().filter_map(place).all(|other| other < own))
    }

    /// Whether a seat was dealt this character.
    pub(crate) fn dealt(&self, seat: usize, character: Character) -> Bit {
        self.number_of(character).map_or(NO, |number| self.start[seat][number])
    }

    /// Whether a seat is this character now.
    pub(crate) fn is(&mut self, seat: usize, character: Character) -> Bit {
        let dealt = self.dealt(seat, character);
        let became = self.became[seat];
        if character == IMP { self.circuit.or([dealt, became]) } else { self.circuit.and([dealt, !became]) }
    }

    /// Whether the Drunk at a seat has this token.
    pub(crate) fn believes(&self, seat: usize, character: Character) -> Bit {
        self.number_of(character).map_or(NO, |number| self.believed[seat][number])
    }

    /// Whether a seat has an ability, or thinks so.
    fn wields(&mut self, seat: usize, ability: Character) -> Bit {
        let real = self.is(seat, ability);
        let believed = self.believes(seat, ability);
        self.circuit.or([real, believed])
    }

    /// Whether a seat was dealt a character of a team.
    pub(crate) fn dealt_team(&mut self, seat: usize, team: Team) -> Bit {
        let of_team =
            self.characters.iter().zip(&self.start[seat]).filter(|(character, _)| character.team() == team);
        let of_team: Vec<Bit> = of_team.map(|(_, bit)| *bit).collect();
        self.circuit.or(of_team)
    }

    /// Whether a seat is of a team now, where that is not the Demon's.
    fn team(&mut self, seat: usize, team: Team) -> Bit {
        let dealt = self.dealt_team(seat, team);
        let became = self.became[seat];
        self.circuit.and([dealt, !became])
    }

    pub(crate) fn lies(&self, token: Reminder) -> &[Bit] {
        &self.tokens[number(token)]
    }

    fn lies_mut(&mut self, token: Reminder) -> &mut Vec<Bit> {
        &mut self.tokens[number(token)]
    }

    /// Sober and healthy.
    fn able(&mut self, seat: usize) -> Bit {
        let drunk = self.dealt(seat, DRUNK);
        let poisoned = self.lies(tokens::POISONER_POISONED)[seat];
        self.circuit.and([!drunk, !poisoned])
    }

    /// Alive, sober and healthy, and this character.
    fn active(&mut self, seat: usize, character: Character) -> Bit {
        let (is, able, alive) = (self.is(seat, character), self.able(seat), self.alive[seat]);
        self.circuit.and([is, able, alive])
    }

    /// A Recluse or a Spy who may register as something else; both may when dead.
    fn pretends(&mut self, seat: usize, character: Character) -> Bit {
        let (is, able) = (self.is(seat, character), self.able(seat));
        self.circuit.and([is, able])
    }

    /// For every seat.
    fn each(&mut self, mut bit: impl FnMut(&mut Self, usize) -> Bit) -> Vec<Bit> {
        (0..self.seats()).map(|seat| bit(self, seat)).collect()
    }

    /// For some seat.
    fn any(&mut self, bit: impl FnMut(&mut Self, usize) -> Bit) -> Bit {
        let bits = self.each(bit);
        self.circuit.or(bits)
    }

    /// Takes a token away everywhere.
    fn clear(&mut self, token: Reminder, when: Bit) {
        let lying = self.lies(token).to_vec();
        *self.lies_mut(token) = lying.into_iter().map(|bit| self.circuit.and([bit, !when])).collect();
    }

    /// Puts tokens down beside those that lie there.
    fn place(&mut self, token: Reminder, on: &[Bit]) {
        let lying = self.lies(token).to_vec();
        let both = lying.into_iter().zip(on);
        *self.lies_mut(token) = both.map(|(bit, &more)| self.circuit.or([bit, more])).collect();
    }
}

/// The characters that wake in the first or in other nights, in order. Nobody becomes one who wakes in the other kind of night alone.
fn order(setup: &Setup, night: usize) -> Vec<Character> {
    let wakes = |character: &Character| {
        let facts = character.facts();
        [facts.first_night, facts.other_night][night].is_some()
    };
    let character = |step| match step {
        Step::Character(character) => Some(character).filter(wakes),
        Step::MinionInfo | Step::DemonInfo => None,
    };
    setup.script.night_order(night == 1).into_iter().filter_map(character).collect()
}
