//! A grimoire or a trace against all runs of a game. Accepts either or both, whole or in parts, emits a verdict: legal, or every independent
//! set of statements that contradict each other ([`super::unsat_core`]) with changes that mend it ([`super::repair`]).

use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Player};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::place;
use gaslamp_botc::{Setup, Team};
use gaslamp_core::{Diagnostic, Span};

use super::bounds;
use super::budgeted_solver::{Answer, BudgetedSolver, Stop};
use super::check_rule::CheckRule;
use super::circuit::Bit;
use super::grimoire_constraints::{self, Tokens};
use super::history::{Dealt, IMP, Length, RECLUSE, Unrolling};
use super::repair::{Repair, Repairs};
use super::trace_constraints::{self, TraceConstraints};
use super::unsat_core::{Clash, CoreFinder, Explanation};

/// Something that a grimoire or a trace says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// In words.
    pub words: String,
    /// Where it stands in the text of a trace.
    pub span: Option<Span>,
    pub(super) about: About,
}

impl Assertion {
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
pub(super) struct EncodedAssertion {
    pub(super) assertion: Assertion,
    pub(super) bits: Vec<Bit>,
    pub(super) demands: Vec<(CheckRule, Bit)>,
}

/// What is checked.
#[derive(Clone, Copy)]
struct CheckInput<'a> {
    setup: &'a Setup,
    model: Option<&'a TraceModel>,
    grimoire: Option<&'a GrimoireText>,
    tokens: Tokens,
    length: Length,
}

/// Whether some run of the game is as everything says.
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
    pub statements: Vec<Assertion>,
    /// What of a trace is not judged, and why.
    pub unjudged: Vec<Diagnostic>,
    input: CheckInput<'a>,
    verdict: Verdict,
    stop: Stop,
    /// Made when they are first needed.
    cores: Option<(CoreFinder, Repairs)>,
}

impl<'a> Check<'a> {
    /// A grimoire of this table, reached in at most this many nights and the days that follow them. No tokens lie there but those that are written.
    ///
    /// # Errors
    /// That there are too many nights.
    pub fn of_grimoire(
        setup: &'a Setup,
        grimoire: &'a GrimoireText,
        nights: usize,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        Self::of_parts(setup, grimoire, nights, Tokens::AsWritten, stop)
    }

    /// The same for a grimoire of which perhaps not all tokens are known.
    ///
    /// # Errors
    /// That there are too many nights.
    pub fn of_parts(
        setup: &'a Setup,
        grimoire: &'a GrimoireText,
        nights: usize,
        tokens: Tokens,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        bounds::nights(nights)?;
        let length = Length::Nights(nights);
        Ok(Self::new(CheckInput { setup, model: None, grimoire: Some(grimoire), tokens, length }, stop))
    }

    /// What a trace tells, up to its last phase, and the grimoire at its end if there is one.
    ///
    /// # Errors
    /// What of the trace is too long.
    pub fn of_model(
        setup: &'a Setup,
        model: &'a TraceModel,
        grimoire: Option<&'a GrimoireText>,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        bounds::model(model)?;
        let last = model.events.iter().map(|event| event.phase).max_by_key(|phase| place(*phase));
        let length = last.map_or(Length::Nights(1), Length::Until);
        Ok(Self::new(
            CheckInput { setup, model: Some(model), grimoire, tokens: Tokens::AsWritten, length },
            stop,
        ))
    }

    /// For the verdict nothing needs to be doubted.
    fn new(input: CheckInput<'a>, stop: &Stop) -> Self {
        let mut unrolling = Unrolling::certain(input.setup, input.length, &input.dealt());
        let constraints = input.tell(&mut unrolling);
        for said in &constraints.said {
            let demanded = said.demands.iter().map(|(_, bit)| bit);
            said.bits.iter().chain(demanded).for_each(|bit| unrolling.circuit.require([*bit]));
        }
        let verdict = if constraints.cannot.is_empty() {
            match BudgetedSolver::new(unrolling.circuit.into_solver(), stop).ask(&[], BudgetedSolver::FOREVER)
            {
                Answer::Can => Verdict::Legal,
                Answer::Cannot(_) => Verdict::Illegal,
                Answer::Unknown => Verdict::Unknown,
            }
        } else {
            Verdict::Illegal
        };
        Self {
            statements: constraints.said.into_iter().map(|said| said.assertion).collect(),
            unjudged: constraints.unjudged,
            input,
            verdict,
            stop: stop.clone(),
            cores: None,
        }
    }

    /// Whether some run of the game is as everything says, as far as that was found out.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether some run of the game is known to be as everything says.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.verdict == Verdict::Legal
    }

    /// Why it is illegal, if it is.
    pub fn explain(&mut self) -> Explanation {
        match self.verdict {
            Verdict::Legal => Explanation { clashes: Vec::new(), is_whole: true },
            Verdict::Unknown => Explanation { clashes: Vec::new(), is_whole: false },
            Verdict::Illegal => self.core_finder().0.explain(),
        }
    }

    /// What a clash says. Where nothing else lies is one statement, however many seats that is said of.
    #[must_use]
    pub fn statements_of(&self, clash: &Clash) -> Vec<Assertion> {
        let of = |at: &usize| &self.statements[*at];
        let is_absence = |statement: &&Assertion| matches!(statement.about, About::NoOther(_));
        let (absences, mut said): (Vec<&Assertion>, Vec<&Assertion>) =
            clash.statements.iter().map(of).partition(is_absence);
        let names: Vec<&str> = absences
            .iter()
            .filter_map(|statement| match statement.about {
                About::NoOther(seat) => Some(self.input.name(seat)),
                _ => None,
            })
            .collect();
        let verb = if names.len() == 1 { "has" } else { "have" };
        let words = format!("{} {verb} no other token", names.join(", "));
        let together = absences.first().map(|first| Assertion { words, ..(*first).clone() });
        said.extend(&together);
        said.into_iter().cloned().collect()
    }

    /// Single changes to a statement of a clash after which everything is legal.
    pub fn repairs(&mut self, clash: &Clash) -> Vec<Repair> {
        let (cores, repairs) = self.core_finder();
        repairs.of(cores, clash)
    }

    fn core_finder(&mut self) -> &mut (CoreFinder, Repairs) {
        let (input, stop) = (self.input, self.stop.clone());
        self.cores.get_or_insert_with(|| {
            let mut unrolling = Unrolling::new(input.setup, input.length);
            let constraints = input.tell(&mut unrolling);
            let repairs = Repairs::new(input.setup, &mut unrolling, &constraints.said);
            (CoreFinder::new(unrolling, &constraints, &stop), repairs)
        })
    }
}

impl CheckInput<'_> {
    /// What the grimoire calls a player.
    fn name(&self, seat: usize) -> &str {
        let player = self.grimoire.and_then(|grimoire| grimoire.players.get(seat));
        player.map_or("somebody", |player| player.name.as_str())
    }

    /// Everything that is said of an unrolling.
    fn tell(&self, unrolling: &mut Unrolling) -> TraceConstraints {
        let mut constraints =
            self.model.map(|model| trace_constraints::of_model(unrolling, model)).unwrap_or_default();
        let seen = self
            .grimoire
            .into_iter()
            .flat_map(|grimoire| grimoire_constraints::of_grimoire(unrolling, grimoire, self.tokens));
        constraints.said.extend(seen);
        constraints
    }

    /// What each seat may have been dealt if everything is so that is said.
    fn dealt(&self) -> Vec<Dealt> {
        let seat = |seat: usize| {
            let shown =
                self.grimoire.and_then(|grimoire| grimoire.players.get(seat)).map_or(Dealt::ANYTHING, shown);
            let told = self.model.into_iter().flat_map(|model| model.roles.of(seat));
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
    match grimoire_constraints::marked(player) {
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
