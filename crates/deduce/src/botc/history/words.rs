//! A history in words. Accepts a [`History`], emits a line for every move that matters.

use std::fmt::Write as _;

use gaslamp_botc::Character;
use gaslamp_botc::Team;
use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{
    Action, Formula, Guess, Mark, Pending, Phrase, Purpose, Question, Ruling, State, Statement, Truth,
};
use gaslamp_core::{Seat, Seats};

use super::super::case::{Case, LogEntry, PublicEvent, Testimony};
use super::super::puzzle::write_event;
use super::{Chapter, Done, History, Moment, legal};

/// A history as lines for people: who drew another character's token, who lied, and then the moves of each night and day.
#[must_use]
pub fn write(case: &Case, history: &History) -> String {
    let mut text = String::new();
    for line in history.hidden(case) {
        let _ = writeln!(text, "{line}");
    }
    for chapter in &history.chapters {
        let lines = chapter.words(case);
        if lines.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}", chapter.phase);
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

impl History {
    /// What was hidden from the beginning: who drew another character's token, and who lied.
    #[must_use]
    pub fn hidden(&self, case: &Case) -> Vec<String> {
        let teller = Teller { case, names: case.names() };
        let state = self.start.state();
        let seats = || Seats::first(case.players.len()).iter();
        let deluded = seats()
            .filter(|seat| state.all_roles()[seat.index()] != state.all_shown_characters()[seat.index()]);
        let mut lines: Vec<String> = deluded
            .map(|seat| {
                let (role, token) =
                    (state.all_roles()[seat.index()], state.all_shown_characters()[seat.index()]);
                format!(
                    "{} is the {} and thinks they are the {}",
                    teller.name(seat),
                    role.name(),
                    token.name()
                )
            })
            .collect();
        let liars: Vec<&str> =
            seats().filter(|seat| !self.honest.contains(*seat)).map(|seat| teller.name(seat)).collect();
        if !liars.is_empty() {
            lines.push(format!("not honest: {}", liars.join(", ")));
        }
        lines
    }
}

impl Chapter {
    /// A line for every move that matters.
    #[must_use]
    pub fn words(&self, case: &Case) -> Vec<String> {
        let teller = Teller { case, names: case.names() };
        let mut lines: Vec<String> = Vec::new();
        let mut chooser = None;
        for moment in &self.moments {
            let (before, asked) = (chooser, moment.before.state().pending());
            chooser = None;
            match (&moment.what, teller.moment(moment), lines.last_mut()) {
                (_, None, _) => {}
                (Done::Told { seat, .. }, Some(told), Some(chose)) if before == Some(*seat) => {
                    *chose += &format!(" and {told}");
                }
                (Done::Told { seat, .. }, Some(told), _) => {
                    lines.push(format!("{} {told}", teller.who(moment.before.state(), *seat)));
                }
                (_, Some(line), _) => {
                    lines.push(line);
                    chooser = chooser_of(asked);
                }
            }
        }
        lines
    }
}

const fn chooser_of(ask: Pending) -> Option<Seat> {
    match ask {
        Pending::Choice(seat) => Some(seat),
        _ => None,
    }
}

struct Teller<'a> {
    case: &'a Case,
    names: Vec<String>,
}

impl Teller<'_> {
    fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    fn list(&self, seats: Seats) -> String {
        seats.iter().map(|seat| self.name(seat)).collect::<Vec<_>>().join(" and ")
    }

    /// Who acts, by whose ability, and what is wrong with it: `Ann (Empath, poisoned)`.
    fn who(&self, state: &State, seat: Seat) -> String {
        let impairment = match state.impairing(seat) {
            Some(mark) => format!(", {}", title(mark).to_lowercase()),
            None if state.is_impaired(seat) => {
                format!(", actually the {}", state.all_roles()[seat.index()].name())
            }
            None => String::new(),
        };
        format!("{} ({}{impairment})", self.name(seat), state.ability_at(seat).name())
    }

    /// A move and its effects, if they matter; for information, what was told.
    fn moment(&self, moment: &Moment) -> Option<String> {
        let state = moment.before.state();
        match &moment.what {
            Done::Answered { action, instead, is_harmless } => {
                self.answered(moment, *action, instead, *is_harmless)
            }
            Done::Told { seat, about, statement } => {
                statement.map(|told| self.told(state, *seat, *about, told))
            }
            Done::Visited(seat, saying) => Some(self.visited(state, *seat, saying)),
            Done::Happened(what) => Some([self.happened(what), behind_colon(&self.effects(moment))].concat()),
            Done::Dusk => Some(self.effects(moment).join(", ")).filter(|effects| !effects.is_empty()),
        }
    }

    /// A choice or decision and its effects; `None` if somebody passed and nothing happened.
    fn answered(
        &self,
        moment: &Moment,
        action: Action,
        instead: &[Action],
        is_harmless: bool,
    ) -> Option<String> {
        let state = moment.before.state();
        let mut effects = self.effects(moment);
        let deed = match state.pending() {
            Pending::Choice(_) if action == Action::Pass && effects.is_empty() => return None,
            Pending::Choice(seat) if is_harmless => {
                let any: Vec<String> =
                    [action].iter().chain(instead).map(|action| self.answer(*action)).collect();
                let who = self.who(state, seat);
                return Some(format!(
                    "{who} chooses a player for whom it makes no difference, such as {}",
                    any.join(" or ")
                ));
            }
            Pending::Choice(seat) if !instead.is_empty() && instead.len() + 1 == legal(state).len() => {
                return Some(format!("{} chooses; it makes no difference whom", self.who(state, seat)));
            }
            Pending::Choice(seat) => {
                if effects.is_empty() {
                    effects.extend(self.vain(moment, seat, action));
                }
                format!("{} chooses {}", self.who(state, seat), self.answer(action))
            }
            Pending::Prepare(owner) => self.who(state, owner),
            Pending::Ruling(ruling) => self.ruled(ruling, action),
            _ => self.answer(action),
        };
        Some([deed, behind_colon(&effects), self.others(instead)].concat())
    }

    /// Why a choice had no effect, unless the player learns something by it or the Storyteller decides next.
    fn vain(&self, moment: &Moment, seat: Seat, action: Action) -> Option<String> {
        let (before, after) = (moment.before.state(), moment.after.state());
        if matches!(after.pending(), Pending::Ruling(_))
            || matches!(after.pending(), Pending::Telling(told, _) if told == seat)
        {
            return None;
        }
        let is_safe = |target: &Seat| before.is_demon(seat) && before.is_safe(*target);
        let safe: Seats = action.chosen().iter().filter(is_safe).collect();
        Some(match before.is_impaired(seat) || safe.is_empty() {
            true => "it has no effect".to_owned(),
            false => format!("{} is safe", self.list(safe)),
        })
    }

    fn others(&self, instead: &[Action]) -> String {
        if instead.is_empty() {
            return String::new();
        }
        let others: Vec<String> = instead.iter().map(|action| self.answer(*action)).collect();
        format!(" (or equally {})", others.join(" or "))
    }

    /// The player or character that an answer names.
    fn answer(&self, action: Action) -> String {
        match action {
            Action::Pick(seat) => self.name(seat).to_owned(),
            Action::PickNobody | Action::Pass => "nobody".to_owned(),
            Action::Rule(truth) => if truth { "yes" } else { "no" }.to_owned(),
            Action::Show(character) | Action::ChooseCharacter(character) => the(character),
            Action::Name(seat, character) => format!("{} and {}", self.name(seat), the(character)),
            Action::AttackTwo(a, b) => format!("{}, then {}", self.name(a), self.name(b)),
            Action::AttackThree(a, b, c) => {
                format!("{}, then {}, then {}", self.name(a), self.name(b), self.name(c))
            }
            _ => self.list(action.chosen()),
        }
    }

    /// What the Storyteller decided.
    fn ruled(&self, ruling: Ruling, action: Action) -> String {
        let answer = self.answer(action);
        let (about, is_so) = (self.name(ruling.about), action == Action::Rule(true));
        match ruling.question {
            Question::Registers(guess) => {
                let does = if is_so { "registers" } else { "does not register" };
                let taken_for = match guess {
                    Guess::Team(team) => a_member(team).to_string(),
                    Guess::Side(side) => side.name().to_owned(),
                    Guess::Character(character) => the(character),
                };
                format!("{about} {does} as {taken_for}")
            }
            Question::Executes if is_so => format!("{about} is executed for breaking madness"),
            Question::Executes => format!("{about} is not executed for breaking madness"),
            Question::Dies if is_so => format!("the Storyteller lets {about} die"),
            Question::Dies => format!("the Storyteller lets {about} live"),
            Question::Pick(Purpose::Revival) => format!("the Storyteller brings back {answer}"),
            Question::Pick(Purpose::Target) => {
                format!("the ability of {} affects {answer}", self.name(ruling.by))
            }
            Question::Protects => format!("{about} {} protected", if is_so { "is" } else { "is not" }),
            Question::Pick(Purpose::StruckInstead) if action == Action::Pick(ruling.about) => {
                format!("nobody is attacked in place of {about}")
            }
            Question::Pick(Purpose::StruckInstead) => format!("{answer} is attacked in place of {about}"),
            Question::Pick(Purpose::Heir) => format!("{answer} inherits from {about}"),
            Question::Pick(Purpose::Death) => {
                format!("because of what {} said, the Storyteller picks {answer}", self.name(ruling.by))
            }
            Question::Pick(Purpose::Impairment) => {
                format!("through the ability of {}, {answer} is impaired", self.name(ruling.by))
            }
            Question::Pick(Purpose::Chooser) => {
                format!("{answer} chooses for the ability of {}", self.name(ruling.by))
            }
            Question::Pick(Purpose::ArbitraryDeath) => {
                format!("for an arbitrary death, the Storyteller picks {answer}")
            }
            Question::Given => format!("{about} is given the ability of {answer}"),
            Question::Shown => format!("{about} is shown the token of {answer}"),
        }
    }

    /// What a player is told, and how true it is.
    fn told(&self, state: &State, seat: Seat, about: Option<Seat>, told: Statement) -> String {
        let truth = match state.truth(told) {
            Truth::Plain if state.is_impaired(seat) => ", which is nevertheless true",
            Truth::Plain => "",
            Truth::Registered if !state.is_impaired(seat) => ", because of how somebody registers",
            Truth::Registered | Truth::Lie => ", which is false",
            Truth::Forbidden => ", which is necessarily false",
        };
        let about = about.map_or(String::new(), |about| format!(" about {}:", self.name(about)));
        format!("is told{about} {}{truth}", self.statement(told))
    }

    fn statement(&self, told: Statement) -> String {
        match told {
            Statement::Pair { holder, wrong, character } => {
                format!(
                    "{} or {} is {}",
                    self.name(holder.min(wrong)),
                    self.name(holder.max(wrong)),
                    the(character)
                )
            }
            Statement::Nobody => "none".to_owned(),
            Statement::Number(number) => number.to_string(),
            Statement::Answer(answer) => if answer { "yes" } else { "no" }.to_owned(),
            Statement::Is(character) => the(character),
            Statement::OneOf(good, evil) => format!("{} or {}", the(good), the(evil)),
            Statement::Players(players) => self.list(players),
            Statement::PlayerIs(player, character) => format!("{} is {}", self.name(player), the(character)),
            Statement::Characters(list) => {
                let names: Vec<String> = list.iter().map(the).collect();
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            }
            Statement::Side(side) => side.name().to_owned(),
            Statement::Clockwise(way) => if way { "clockwise" } else { "anticlockwise" }.to_owned(),
            Statement::Grimoire => "the grimoire".to_owned(),
            Statement::Nothing | Statement::Team(_) | Statement::Things(_) => "something".to_owned(),
        }
    }

    fn visited(&self, state: &State, seat: Seat, saying: &Testimony) -> String {
        let thing = |truth: &Formula| {
            let is_so = if state.holds_plainly(truth) { "true" } else { "false" };
            format!("{} ({is_so})", formula::write_titled(&self.names, truth))
        };
        let heard = match saying {
            Testimony::Answered { truth, .. } => thing(truth),
            Testimony::AnsweredElsewhere { truth, .. } => match &self.case.variant.linked {
                Some(linked) => {
                    format!("{} of {}", formula::write_titled(&linked.case.names(), truth), linked.id)
                }
                None => String::new(),
            },
            Testimony::Things { things: [a, b], .. } => format!("{} and {}", thing(a), thing(b)),
            Testimony::Suspected { seat, told, .. } => {
                format!("{}, suspecting {}", self.name(*told), self.name(*seat))
            }
            _ => String::new(),
        };
        format!("{} is told {heard}", self.who(state, seat))
    }

    /// What the table saw, as a puzzle file writes it after the day.
    fn happened(&self, what: &PublicEvent) -> String {
        let seen = LogEntry { number: 1, what: what.clone(), span: None };
        let lines = write_event(self.case, &seen);
        let told = lines.iter().map(|line| line.split_once(' ').map_or(line.as_str(), |(_, told)| told));
        told.collect::<Vec<_>>().join("; ")
    }

    /// The effects of a move, apart from what its own words say.
    fn effects(&self, moment: &Moment) -> Vec<String> {
        let events = &moment.events;
        let died: Seats =
            events.iter().filter(|event| event.phrase == Phrase::Died).filter_map(|event| event.by).collect();
        let said_dead = match &moment.what {
            Done::Happened(what) => what.dead(),
            _ => Seats::NONE,
        };
        let became = |seat: Option<Seat>, character: Character| {
            events.iter().any(|event| event.by == seat && event.phrase == Phrase::Became(character))
        };
        let words = events.iter().filter_map(|event| {
            let name = event.by.map_or("the Storyteller", |seat| self.name(seat));
            match &event.phrase {
                Phrase::Died if event.by.is_some_and(|seat| said_dead.contains(seat)) => None,
                Phrase::Died => Some(format!("{name} dies")),
                Phrase::Revived => Some(format!("{name} is alive again")),
                Phrase::Became(character) => Some(format!("{name} becomes {}", the(*character))),
                Phrase::Turned(side) => Some(format!("{name} is now {}", side.name())),
                Phrase::YouAre(character, _) if !became(event.by, *character) => {
                    Some(format!("{name} learns that they are {}", the(*character)))
                }
                // On a player who dies, a reminder token adds nothing to the death.
                Phrase::Placed(mark) if !died.contains(mark.on) => {
                    Some(format!("{} is marked {}", self.name(mark.on), title(*mark)))
                }
                _ => None,
            }
        });
        words.collect()
    }
}

fn the(character: Character) -> String {
    format!("the {}", character.name())
}

/// The text of a reminder token.
fn title(mark: Mark) -> &'static str {
    mark.reminder.token().map_or("", |token| token.title())
}

fn behind_colon(effects: &[String]) -> String {
    if effects.is_empty() { String::new() } else { format!(": {}", effects.join(", ")) }
}

/// One of a team, in words.
const fn a_member(team: Team) -> &'static str {
    match team {
        Team::Townsfolk => "a Townsfolk",
        Team::Outsider => "an Outsider",
        Team::Minion => "a Minion",
        Team::Demon => "the Demon",
        Team::Traveller | Team::Fabled | Team::Loric => "somebody else",
    }
}
