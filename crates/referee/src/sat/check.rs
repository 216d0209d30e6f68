//! A grimoire or a trace against all courses of a game. Accepts either or both, whole or in parts, emits a verdict: legal, or every independent
//! set of statements that cannot all be ([`super::doubt`]) with changes that mend it ([`super::repair`]).

use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Player};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::place;
use gaslamp_botc::{Setup, Team};
use gaslamp_core::{Diagnostic, Span};

use super::bounds;
use super::circuit::Bit;
use super::doubt::{Clash, Doubts, Explanation};
use super::history::{Course, Dealt, IMP, Length, RECLUSE};
use super::patient::{Answer, Patient, Stop};
use super::repair::{Repair, Repairs};
use super::rule::Rule;
use super::seen::{self, Tokens};
use super::told::{self, Telling};

/// Something that a grimoire or a trace says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// In words.
    pub words: String,
    /// Where it stands in the text of a trace.
    pub span: Option<Span>,
    pub(super) about: About,
}

impl Statement {
    /// The seat of a grimoire that it is about.
    #[must_use]
    pub const fn seat(&self) -> Option<usize> {
        match self.about {
            About::Role(seat) | About::Life(seat) | About::Token(seat, _) | About::NoOther(seat) => {
                Some(seat)
            }
            About::Foreign(seat, _) => Some(seat),
            About::Bluffs | About::Deaths | About::Deal | About::Event => None,
        }
    }

    /// Whether a grimoire says it, and not a trace.
    #[must_use]
    pub const fn is_of_grimoire(&self) -> bool {
        self.seat().is_some() || matches!(self.about, About::Bluffs)
    }

    /// The token there that it is about.
    #[must_use]
    pub fn token(&self) -> Option<ReminderToken> {
        match self.about {
            About::Token(_, token) => token.token(),
            About::Foreign(_, token) => Some(token),
            _ => None,
        }
    }
}

/// What a statement is about; a seat by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    /// A grimoire's character, life, a token, and that there is no other token.
    Role(usize),
    Life(usize),
    Token(usize, Reminder),
    NoOther(usize),
    /// A grimoire's token that is not of this script.
    Foreign(usize, ReminderToken),
    /// A grimoire's bluffs.
    Bluffs,
    /// That a trace tells all deaths.
    Deaths,
    /// A trace's deal.
    Deal,
    /// Anything else that a trace tells.
    Event,
}

/// A statement, the bits that it asserts, and those that a rule demands if it is so.
pub(super) struct Said {
    pub(super) statement: Statement,
    pub(super) bits: Vec<Bit>,
    pub(super) demands: Vec<(Rule, Bit)>,
}

/// What is checked.
#[derive(Clone, Copy)]
struct Case<'a> {
    setup: &'a Setup,
    story: Option<&'a TraceModel>,
    sheet: Option<&'a GrimoireText>,
    tokens: Tokens,
    length: Length,
}

/// Whether some course of the game is as everything says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is one.
    Legal,
    /// There is none.
    Illegal,
    /// Neither was found out before it was to stop.
    Unknown,
}

/// A grimoire, a trace or both, with the verdict on it.
pub struct Check<'a> {
    /// What is said.
    pub statements: Vec<Statement>,
    /// What of a trace is not judged, and why.
    pub unjudged: Vec<Diagnostic>,
    case: Case<'a>,
    verdict: Verdict,
    stop: Stop,
    /// Made when they are first needed.
    doubts: Option<(Doubts, Repairs)>,
}

impl<'a> Check<'a> {
    /// A grimoire of this table, reached in at most so many nights and the days that follow them. No tokens lie there but those that are written.
    ///
    /// # Errors
    /// That there are too many nights.
    pub fn of_sheet(
        setup: &'a Setup,
        sheet: &'a GrimoireText,
        nights: usize,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        Self::of_parts(setup, sheet, nights, Tokens::AsWritten, stop)
    }

    /// The same for a grimoire of which perhaps not all tokens are known.
    ///
    /// # Errors
    /// That there are too many nights.
    pub fn of_parts(
        setup: &'a Setup,
        sheet: &'a GrimoireText,
        nights: usize,
        tokens: Tokens,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        bounds::nights(nights)?;
        let length = Length::Nights(nights);
        Ok(Self::new(Case { setup, story: None, sheet: Some(sheet), tokens, length }, stop))
    }

    /// What a trace tells, up to its last phase, and the grimoire at its end if there is one.
    ///
    /// # Errors
    /// What of the trace is too long.
    pub fn of_model(
        setup: &'a Setup,
        story: &'a TraceModel,
        sheet: Option<&'a GrimoireText>,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        bounds::story(story)?;
        let last = story.events.iter().map(|deed| deed.phase).max_by_key(|phase| place(*phase));
        let length = last.map_or(Length::Nights(1), Length::Until);
        Ok(Self::new(Case { setup, story: Some(story), sheet, tokens: Tokens::AsWritten, length }, stop))
    }

    /// For the verdict nothing needs to be doubted.
    fn new(case: Case<'a>, stop: &Stop) -> Self {
        let mut course = Course::certain(case.setup, case.length, &case.dealt());
        let telling = case.tell(&mut course);
        for said in &telling.said {
            let demanded = said.demands.iter().map(|(_, bit)| bit);
            said.bits.iter().chain(demanded).for_each(|bit| course.circuit.require([*bit]));
        }
        let verdict = if telling.cannot.is_empty() {
            match Patient::new(course.circuit.into_solver(), stop).ask(&[], Patient::FOREVER) {
                Answer::Can => Verdict::Legal,
                Answer::Cannot(_) => Verdict::Illegal,
                Answer::Unknown => Verdict::Unknown,
            }
        } else {
            Verdict::Illegal
        };
        Self {
            statements: telling.said.into_iter().map(|said| said.statement).collect(),
            unjudged: telling.unjudged,
            case,
            verdict,
            stop: stop.clone(),
            doubts: None,
        }
    }

    /// Whether some course of the game is as everything says, as far as that was found out.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether some course of the game is known to be as everything says.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.verdict == Verdict::Legal
    }

    /// Why it is illegal, if it is.
    pub fn explain(&mut self) -> Explanation {
        match self.verdict {
            Verdict::Legal => Explanation { clashes: Vec::new(), is_whole: true },
            Verdict::Unknown => Explanation { clashes: Vec::new(), is_whole: false },
            Verdict::Illegal => self.doubts().0.explain(),
        }
    }

    /// What a clash says. Where nothing else lies is one statement, however many seats that is said of.
    #[must_use]
    pub fn statements_of(&self, clash: &Clash) -> Vec<Statement> {
        let of = |at: &usize| &self.statements[*at];
        let is_absence = |statement: &&Statement| matches!(statement.about, About::NoOther(_));
        let (absences, mut said): (Vec<&Statement>, Vec<&Statement>) =
            clash.statements.iter().map(of).partition(is_absence);
        let names = absences.iter().map(|statement| match statement.about {
            About::NoOther(seat) => self.case.name(seat),
            _ => "",
        });
        let words = format!("no other token lies at {}", names.collect::<Vec<_>>().join(", "));
        let together = absences.first().map(|first| Statement { words, ..(*first).clone() });
        said.extend(&together);
        said.into_iter().cloned().collect()
    }

    /// Single changes to a statement of a clash after which everything is legal.
    pub fn repairs(&mut self, clash: &Clash) -> Vec<Repair> {
        let (doubts, repairs) = self.doubts();
        repairs.of(doubts, clash)
    }

    fn doubts(&mut self) -> &mut (Doubts, Repairs) {
        let (case, stop) = (self.case, self.stop.clone());
        self.doubts.get_or_insert_with(|| {
            let mut course = Course::new(case.setup, case.length);
            let telling = case.tell(&mut course);
            let repairs = Repairs::new(case.setup, &mut course, &telling.said);
            (Doubts::new(course, &telling, &stop), repairs)
        })
    }
}

impl Case<'_> {
    /// What the grimoire calls a player.
    fn name(&self, seat: usize) -> &str {
        let player = self.sheet.and_then(|sheet| sheet.players.get(seat));
        player.map_or("somebody", |player| player.name.as_str())
    }

    /// Everything that is said of a course.
    fn tell(&self, course: &mut Course) -> Telling {
        let mut telling = self.story.map(|story| told::of_model(course, story)).unwrap_or_default();
        let seen = self.sheet.into_iter().flat_map(|sheet| seen::of_sheet(course, sheet, self.tokens));
        telling.said.extend(seen);
        telling
    }

    /// What each seat may have been dealt if everything is so that is said.
    fn dealt(&self) -> Vec<Dealt> {
        let seat = |seat: usize| {
            let shown = self.sheet.and_then(|sheet| sheet.players.get(seat)).map_or(Dealt::ANYTHING, shown);
            let told = self.story.into_iter().flat_map(|story| story.roles.of(seat));
            told.fold(shown, |dealt, fact| match fact.says {
                Says::Dealt(role, token) => dealt.and(Dealt::exactly(role, token)),
                _ => dealt,
            })
        };
        (0..self.setup.names.len()).map(seat).collect()
    }
}

/// What may have been dealt to whoever shows this now: the Imp may have been a Minion or the Recluse, and nobody else becomes another.
fn shown(player: &Player) -> Dealt {
    let characters = player.character.characters();
    match seen::marked(player) {
        Some(owner) if characters.is_empty() => Dealt { roles: CharacterSet::only(owner), ..Dealt::ANYTHING },
        Some(owner) => Dealt { roles: CharacterSet::only(owner), tokens: characters },
        None if characters.is_empty() => Dealt::ANYTHING,
        None if characters.contains(IMP) => {
            let heirs = CharacterSet::team(Team::Minion).with(RECLUSE);
            Dealt { roles: characters.or(heirs), ..Dealt::ANYTHING }
        }
        None => Dealt { roles: characters, ..Dealt::ANYTHING },
    }
}
