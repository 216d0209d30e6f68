//! A scripted Storyteller: fair to the sober, misleading to the drunk and poisoned, and kind to a close game.
//!
//! **Sober players** hear the plain truth. Where it depends on how a Recluse or a Spy registers, they register as
//! something else about half the time, but only rarely as the character of a pair of players.
//! **Drunk and poisoned players** mostly hear something false but plausible: numbers that this many evil players could
//! produce, characters that are not in play. One time in five it is the truth.
//! **The Demon** is shown bluffs with at least two Townsfolk. **The red herring** is a good player other than the Fortune Teller.
//! **Deaths**: the Mayor's usually goes to another living good player, the Imp's heir is a Minion, a Recluse rarely
//! dies by a Slayer's shot, a Spy is executed for nominating a Virgin half the time. Deals and a Savant's statements are drawn by
//! the rules.

use gaslamp_botc::rules::{
    DayVerb, Guess, Pending, Profile, Purpose, Question, Ruling, Side, Statement, Subject,
};
use gaslamp_botc::{Action, Character, CharacterSet, State, Team};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run, Seat, Seats};

use gaslamp_core::Reply;

use crate::StorytellerAgent;

/// A Storyteller with a few rules of thumb.
#[derive(Clone, Debug)]
pub struct Storyteller {
    rng: Rng,
}

impl Storyteller {
    /// A Storyteller that draws from this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }

    fn happens(&mut self, times: u32, of: u32) -> bool {
        self.rng.below(of) < times
    }

    fn pick(&mut self, wishes: &[Action]) -> Option<Action> {
        self.rng.pick(wishes).copied()
    }

    /// One of the actions that fit, if any does.
    fn pick_where(&mut self, legal: &[Action], fits: impl Fn(Action) -> bool) -> Option<Action> {
        let wishes: Vec<Action> = legal.iter().copied().filter(|&action| fits(action)).collect();
        self.pick(&wishes)
    }

    /// One of the players in the list for whom `fits` holds.
    fn pick_seat(&mut self, legal: &[Action], fits: impl Fn(Seat) -> bool) -> Option<Action> {
        self.pick_where(legal, |action| matches!(action, Action::Pick(seat) if fits(seat)))
    }

    /// A ruling that is true with this probability.
    fn rule(&mut self, times: u32, of: u32) -> Option<Action> {
        Some(Action::Rule(self.happens(times, of)))
    }

    fn ruling(&mut self, state: &State, ruling: Ruling, legal: &[Action]) -> Option<Action> {
        let person = |seat| state.person(seat);
        let is_good = |seat| person(seat).side == Side::Good;
        let team = |seat| person(seat).role.team();
        let about = ruling.about;
        match ruling.question {
            Question::Pick(Purpose::StruckInstead) if self.happens(4, 5) => {
                self.pick_seat(legal, |seat| seat != about && is_good(seat))
            }
            Question::Pick(Purpose::StruckInstead) => Some(Action::Pick(about)),
            Question::Pick(Purpose::Heir) => self
                .pick_seat(legal, |seat| team(seat) == Team::Minion)
                .or_else(|| self.happens(3, 4).then_some(Action::PickNobody)),
            // A member of the team nearly always registers as such, others rarely.
            Question::Registers(Guess::Team(Team::Outsider)) if team(about) == Team::Outsider => {
                self.rule(5, 6)
            }
            Question::Registers(Guess::Team(Team::Outsider | Team::Demon)) => self.rule(1, 6),
            Question::Registers(_) | Question::Protects => self.rule(1, 2),
            Question::Pick(Purpose::Death) if self.happens(1, 2) && legal.contains(&Action::PickNobody) => {
                Some(Action::PickNobody)
            }
            Question::Pick(Purpose::Death) => self.pick_seat(legal, |seat| team(seat) != Team::Demon),
            // A living good player has the most to lose.
            Question::Pick(Purpose::Impairment) => {
                self.pick_seat(legal, |seat| is_good(seat) && person(seat).is_alive)
            }
            // Whom the ability affects hardly matters to the Storyteller; who comes back is better good.
            Question::Pick(Purpose::Revival) if self.happens(1, 3) => self.pick_seat(legal, is_good),
            Question::Pick(Purpose::Revival) => Some(Action::PickNobody),
            Question::Pick(Purpose::Target | Purpose::Chooser) => None,
            // Breaking madness is mostly punished; a death by will alone comes once in a while.
            Question::Executes => self.rule(2, 3),
            Question::Dies => self.rule(1, 8),
            Question::Pick(Purpose::ArbitraryDeath) => self.arbitrary_death(state, legal),
            Question::Shown | Question::Given => None,
        }
    }

    /// An arbitrary death: one of two Demons dies, otherwise sometimes somebody else, so that the game stays open.
    fn arbitrary_death(&mut self, state: &State, legal: &[Action]) -> Option<Action> {
        let is_demon = |seat: Seat| state.person(seat).role.team() == Team::Demon;
        let demons = seats(state).filter(|&seat| is_demon(seat) && state.person(seat).is_alive).count();
        if demons > 1 {
            return self.pick_seat(legal, is_demon);
        }
        let goes_on = self.happens(1, 3);
        goes_on.then(|| self.pick_seat(legal, |seat| !is_demon(seat))).flatten().or(Some(Action::PickNobody))
    }

    /// What to tell the evil team: bluffs with two or three Townsfolk.
    fn bluffs(&mut self, legal: &[Action]) -> Option<Action> {
        let townsfolk = |action: &Action| match action {
            Action::Tell(_, Statement::Team(team)) => {
                team.bluffs.iter().filter(|bluff| bluff.team() == Team::Townsfolk).count()
            }
            _ => 0,
        };
        self.pick_where(legal, |action| townsfolk(&action) >= 2)
    }

    /// One of the tellings that fits, if any does.
    fn pick_telling(&mut self, tellings: &[Telling], fits: impl Fn(&Telling) -> bool) -> Option<Action> {
        let wishes: Vec<Action> =
            tellings.iter().filter(|telling| fits(telling)).map(|telling| telling.action).collect();
        self.pick(&wishes)
    }

    fn telling(&mut self, scene: &Scene<'_>, legal: &[Action]) -> Option<Action> {
        let tellings = scene.tellings(legal);
        if scene.state.person(scene.told).is_able {
            let is_pair = tellings.iter().any(|telling| telling.is_pair);
            let misregisters = if is_pair { self.happens(1, 6) } else { self.happens(1, 2) };
            let trick = |telling: &Telling| !telling.is_true && telling.is_likely;
            let wish = misregisters.then(|| self.pick_telling(&tellings, trick)).flatten();
            return wish
                .or_else(|| self.pick_telling(&tellings, |telling| telling.is_true && telling.is_kind))
                .or_else(|| self.pick_telling(&tellings, |telling| telling.is_true))
                // Under a Vortox nothing true is on the list.
                .or_else(|| self.pick_telling(&tellings, |telling| telling.is_likely));
        }
        let lies = self.happens(4, 5);
        self.pick_telling(&tellings, |telling| telling.is_true != lies && telling.is_likely)
            .or_else(|| self.pick_telling(&tellings, |telling| telling.is_true != lies))
            .or_else(|| self.pick_telling(&tellings, |telling| telling.is_likely))
    }
}

/// Something that may be told, and what it would be like.
struct Telling {
    action: Action,
    is_pair: bool,
    is_true: bool,
    /// It could be told at such a table.
    is_likely: bool,
    /// It is not about the player who hears it.
    is_kind: bool,
}

impl StorytellerAgent<State> for Storyteller {
    fn decide(&mut self, run: &Run<State>, legal: &Actions<State>) -> Reply<State> {
        let state = run.state();
        let listed: Vec<Action> = legal
            .iter()
            .filter_map(|choice| match choice {
                Choice::Action(action) => Some(*action),
                Choice::Open(_) => None,
            })
            .collect();
        let wish = match (state.about_to_hear(), state.ruling()) {
            (Some((_, None)), _) => self.bluffs(&listed),
            (Some((told, Some(ability))), _) => {
                self.telling(&Scene::new(state, told, Profile::of(ability)), &listed)
            }
            (None, Some(ruling)) => self.ruling(state, ruling, &listed),
            // A reminder token that an ability begins with misleads best on another good player.
            (None, None) => self.pick_seat(&listed, |seat| {
                state.person(seat).side == Side::Good && state.pending() != Pending::Prepare(seat)
            }),
        };
        let wish = wish.filter(|action| listed.contains(action)).map(Choice::Action);
        wish.or_else(|| self.rng.pick(legal).copied()).map_or(Reply::Leave, Reply::Choice)
    }
}

fn seats(state: &State) -> impl Iterator<Item = Seat> {
    (0..state.seats()).map(Seat::new)
}

/// A player who is about to be told something by an ability.
struct Scene<'a> {
    state: &'a State,
    told: Seat,
    profile: Option<Profile>,
    /// What somebody is, or thinks they are.
    taken: CharacterSet,
}

impl<'a> Scene<'a> {
    fn new(state: &'a State, told: Seat, profile: Option<Profile>) -> Self {
        let taken = state.all_roles().iter().chain(state.all_shown_characters()).copied().collect();
        Self { state, told, profile, taken }
    }

    fn role(&self, seat: Seat) -> Character {
        self.state.person(seat).role
    }

    fn is_evil(&self, seat: Seat) -> bool {
        self.state.person(seat).side == Side::Evil
    }

    fn counts_guesses(&self) -> bool {
        self.profile.is_some_and(|profile| profile.day_verb() == Some(DayVerb::Guess))
    }

    /// Everything on the list, with what it would be like.
    fn tellings(&self, legal: &[Action]) -> Vec<Telling> {
        let plain = self.state.plain_truth();
        let told = |action: Action| match action {
            Action::Tell(_, statement) => Some(statement),
            _ => None,
        };
        let telling = |&action: &Action| Telling {
            action,
            is_pair: matches!(told(action), Some(Statement::Pair { .. })),
            is_true: told(action).zip(plain.as_ref()).is_some_and(|(told, plain)| plain.holds(told)),
            is_likely: told(action).is_some_and(|told| self.is_plausible(told)),
            is_kind: self.is_kind(action),
        };
        legal.iter().map(telling).collect()
    }

    /// Whether no player is this, nor thinks they are.
    fn is_free(&self, character: Character) -> bool {
        !self.taken.contains(character)
    }

    /// Whom it is about: the player who was just chosen, or executed.
    fn subjects(&self) -> Seats {
        match self.profile.map(|profile| profile.subject()) {
            Some(Subject::Executed) => self.state.executed_today().into_iter().collect(),
            _ => self.state.chosen_now(),
        }
    }

    /// Whether a player could register as this character.
    fn may_register_as(&self, seat: Seat, character: Character) -> bool {
        let others = Profile::of(self.role(seat)).and_then(|profile| profile.registers_as());
        others.is_some_and(|others| others.contains(character))
    }

    /// Whether it is plausible at such a table, not obviously wrong.
    fn is_plausible(&self, statement: Statement) -> bool {
        match statement {
            Statement::Pair { holder, wrong, character } => {
                let is_own = holder == self.told || wrong == self.told;
                !is_own && (self.is_free(character) || self.may_register_as(holder, character))
            }
            // A second pair takes three evil players, and so does sitting on both sides of a player and still hiding.
            Statement::Number(number) if !self.counts_guesses() => {
                number < 2 || number == 2 && self.state.evil().len() > 2
            }
            Statement::Number(number) => number <= 2,
            Statement::Is(character) => {
                let is_demon = character.team() == Team::Demon;
                let was_good = self.subjects().iter().all(|seat| !self.is_evil(seat));
                // The execution of a Demon would have ended the game; an evil player is hidden behind a bluff.
                self.is_free(character) && !is_demon && (was_good || CharacterSet::GOOD.contains(character))
            }
            Statement::OneOf(good, _) => self.is_free(good),
            _ => true,
        }
    }

    /// Whether it is informative: a pair is not about the player who hears it.
    fn is_kind(&self, action: Action) -> bool {
        match action {
            Action::Tell(_, Statement::Pair { holder, wrong, .. }) => {
                holder != self.told && wrong != self.told
            }
            _ => true,
        }
    }
}
