//! What a trace tells, as statements about the course of a game. Accepts a [`Story`], emits statements with the bits that each asserts and those
//! that the rules demand if it is so; what is not judged is named and left out.

mod heard;

use gaslamp_botc::notation::story::roles::Says;
use gaslamp_botc::notation::story::{Act, Deed, Party, Story, TokenChange};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Action, Character, State, Team};
use gaslamp_core::trace::{Phase, VerbKind, rich};
use gaslamp_core::{Contents, Diagnostic, Notation as _};

use super::check::{About, Said, Statement};
use super::circuit::{Bit, NO};
use super::history::{Course, DRUNK, Happens, IMP, Stand, TOKENS};
use super::rule::{self, Rule};

const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");
const VIRGIN: Character = Character::with_id("virgin");
const SLAYER: Character = Character::with_id("slayer");

/// The statements of a story.
#[derive(Default)]
pub(super) struct Telling {
    pub(super) said: Vec<Said>,
    /// Statements that cannot both be, whatever the course of the game.
    pub(super) either: Vec<(usize, usize)>,
    pub(super) unjudged: Vec<Diagnostic>,
    pub(super) unreadable: Vec<Diagnostic>,
}

/// Why a deed says nothing of a course.
enum Unheard {
    /// It means nothing.
    Meaningless(Diagnostic),
    /// It means something that is not judged.
    Unjudged(String),
}

impl From<String> for Unheard {
    fn from(why: String) -> Self {
        Self::Unjudged(why)
    }
}

impl From<&str> for Unheard {
    fn from(why: &str) -> Self {
        Self::Unjudged(why.to_owned())
    }
}

/// What a deed asserts, and what rules demand if it was done.
#[derive(Default)]
struct Meaning {
    bits: Vec<Bit>,
    demands: Vec<(Rule, Bit)>,
}

impl Meaning {
    fn demand(rule: Rule, bits: impl IntoIterator<Item = Bit>) -> Self {
        Self { bits: Vec::new(), demands: bits.into_iter().map(|bit| (rule, bit)).collect() }
    }

    fn with(mut self, bits: impl IntoIterator<Item = Bit>) -> Self {
        self.bits.extend(bits);
        self
    }
}

impl From<Vec<Bit>> for Meaning {
    fn from(bits: Vec<Bit>) -> Self {
        Self { bits, demands: Vec::new() }
    }
}

/// What a story tells of a course.
pub(super) fn of_story(course: &mut Course, story: &Story) -> Telling {
    let mut listener = Listener {
        course,
        story,
        said: Vec::new(),
        nominations: Vec::new(),
        deaths: Vec::new(),
        choices: Vec::new(),
    };
    let (mut unjudged, mut unreadable) = (Vec::new(), Vec::new());
    for (at, deed) in story.deeds.iter().enumerate() {
        match listener.hear(at, deed) {
            Ok(()) => {}
            Err(Unheard::Meaningless(problem)) => unreadable.push(problem.at(deed.span)),
            Err(Unheard::Unjudged(why)) => {
                let message = format!("`{}` is not judged: {why}", deed.event);
                unjudged.push(Diagnostic::illegal("botc/check/unjudged", message).at(deed.span));
            }
        }
    }
    listener.nobody_else_dies();
    let either = listener.nominated_twice();
    Telling { said: listener.said, either, unjudged, unreadable }
}

/// A phase, and how things stand before and after it.
struct Time {
    phase: Phase,
    before: Stand,
    after: Stand,
}

struct Listener<'a> {
    course: &'a mut Course,
    story: &'a Story,
    said: Vec<Said>,
    /// The number of the statement, when, by whom, and who is nominated.
    nominations: Vec<(usize, Phase, Option<usize>, usize)>,
    /// Whose death is told, and when.
    deaths: Vec<(Phase, usize)>,
    /// When, by whom and who was chosen.
    choices: Vec<(Phase, usize, Vec<usize>)>,
}

impl Listener<'_> {
    fn hear(&mut self, at: usize, deed: &Deed) -> Result<(), Unheard> {
        let verb = deed.event.verb.as_deref().unwrap_or_default();
        if verb == "deals" {
            self.dealt(at, deed);
            return Ok(());
        }
        let time = self.around(deed.phase)?;
        let roles = self.roles(at, &time);
        if let Some(meaning) = self.meaning(deed, verb, &time)? {
            self.say(deed, meaning.with(roles));
        } else if !roles.is_empty() {
            self.say(deed, roles.into());
        }
        Ok(())
    }

    /// What a deed means for the course of the game, if anything.
    fn meaning(&mut self, deed: &Deed, verb: &str, time: &Time) -> Result<Option<Meaning>, Unheard> {
        let Time { before, after, .. } = time;
        let meaning = match (&deed.act, verb) {
            (Act::Tokens(changes), _) => self.tokens(deed, changes, time)?.into(),
            (Act::Nominates(nominee), _) => {
                self.nominations.push((self.said.len(), deed.phase, deed.by.player(), *nominee));
                self.nominates(deed, *nominee, time)?
            }
            (Act::Votes(_), _) => {
                Meaning::demand(rule::VOTES, votes(self.course, self.player(deed.by)?, time))
            }
            (Act::Executes(seat), _) => {
                self.deaths.push((deed.phase, *seat));
                let executed = self.course.happens(deed.phase, Happens::Executed, *seat);
                vec![self.course.circuit.or([executed, !before.alive[*seat]])].into()
            }
            (Act::DemonKills(seat), _) => {
                self.deaths.push((deed.phase, *seat));
                vec![self.course.happens(deed.phase, Happens::Kills, *seat)].into()
            }
            (Act::Dies, _) => {
                let seat = self.player(deed.by)?;
                self.deaths.push((deed.phase, seat));
                vec![before.alive[seat], !after.alive[seat]].into()
            }
            (_, "announces") => self.announced(deed)?.into(),
            (_, "declares") => self.declared(deed)?.into(),
            (_, "chooses" | "tells" | "shoots") => self.acts(deed, time)?,
            (_, "becomes" | "passes" | "abstains" | "claims" | "reports" | "picks" | "rules") => {
                return Ok(None);
            }
            _ if deed.event.verb_among(State::VERBS).map(|verb| verb.kind) == Some(VerbKind::Aside) => {
                return Ok(None);
            }
            (_, verb) => return Err(format!("no grimoire shows anything of `{verb}`").into()),
        };
        Ok(Some(meaning))
    }

    fn say(&mut self, deed: &Deed, meaning: Meaning) {
        let words = format!("{}: {}", deed.phase, rich::sentence(&deed.event, State::VERBS));
        let statement = Statement { words, span: Some(deed.span), about: About::Event };
        self.said.push(Said { statement, bits: meaning.bits, demands: meaning.demands });
    }

    fn player(&self, party: Party) -> Result<usize, Unheard> {
        party.player().ok_or_else(|| "it does not say of whom".into())
    }

    /// The time of a phase.
    fn around(&self, phase: Phase) -> Result<Time, Unheard> {
        let stands = &self.course.stands;
        let at = stands.iter().position(|stand| stand.phase == phase);
        let at = at.ok_or_else(|| format!("this game has no phase {phase}"))?;
        Ok(Time { phase, before: stands[at.saturating_sub(1)].clone(), after: stands[at].clone() })
    }

    /// Whether a seat is a character at some time of a phase, or believes to be.
    fn is(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let dealt = self.course.dealt(seat, character);
        let believes = self.course.believes(seat, character);
        let now = if character == IMP {
            self.course.circuit.or([dealt, time.after.became[seat]])
        } else {
            self.course.circuit.and([dealt, !time.before.became[seat]])
        };
        self.course.circuit.or([now, believes])
    }

    fn roles(&mut self, at: usize, time: &Time) -> Vec<Bit> {
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        let mut bits = Vec::new();
        for fact in here {
            match fact.says {
                Says::Is(role) if role == DRUNK => bits.push(self.course.dealt(fact.player, DRUNK)),
                Says::Is(role) => bits.push(self.is(fact.player, role, time)),
                Says::Becomes(role) if role == IMP => {
                    bits.extend([time.after.became[fact.player], !time.before.became[fact.player]]);
                }
                Says::Becomes(_) => bits.push(NO),
                Says::Dealt(..) | Says::BecomesDemon => {}
            }
        }
        bits
    }

    fn dealt(&mut self, at: usize, deed: &Deed) {
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        for fact in here {
            let Says::Dealt(role, token) = fact.says else { continue };
            let name = &self.story.names[fact.player];
            let mut bits = vec![self.course.dealt(fact.player, role)];
            let mut words = format!("{name} is dealt the {}", role.name());
            if role != token {
                bits.push(self.course.believes(fact.player, token));
                words = format!("{words} who believes to be the {}", token.name());
            }
            let statement = Statement { words, span: Some(deed.span), about: About::Deal };
            self.said.push(Said { statement, bits, demands: Vec::new() });
        }
    }

    fn tokens(&mut self, deed: &Deed, changes: &[TokenChange], time: &Time) -> Result<Vec<Bit>, Unheard> {
        let mut bits = Vec::new();
        for TokenChange { on, token, comes } in changes {
            // Who is the Drunk is said of the player's role.
            if token.marks_its_owner() {
                continue;
            }
            let known = Reminder::of(*token).filter(|known| TOKENS.contains(known));
            let lies = known.ok_or_else(|| format!("`{token}` is no token of Trouble Brewing"))?;
            if let Party::Player(player) = deed.by {
                bits.push(self.is(player, token.owner(), time));
            }
            bits.push(match comes {
                true => self.comes(lies, *on, time)?,
                false => self.goes(lies, *on, time)?,
            });
        }
        Ok(bits)
    }

    /// A token comes to a seat in a phase.
    fn comes(&mut self, token: Reminder, seat: usize, time: &Time) -> Result<Bit, Unheard> {
        let happens = match token {
            Reminder::PoisonerPoisoned => Happens::Poisons,
            Reminder::MonkSafe => Happens::Protects,
            Reminder::ImpDead => Happens::Kills,
            Reminder::ButlerMaster => Happens::TakesMaster,
            Reminder::VirginNoAbility => Happens::VirginNominated,
            Reminder::SlayerNoAbility => Happens::Shoots,
            Reminder::UndertakerDiedToday => Happens::Executed,
            // It is put down before the first night, and lies there from then on.
            Reminder::RedHerring => {
                let first = self.around(Phase::Night(1))?.after;
                return Ok(first.tokens[token as usize][seat]);
            }
            _ => {
                let lies = |stand: &Stand| stand.tokens[token as usize][seat];
                return Ok(self.course.circuit.and([lies(&time.after), !lies(&time.before)]));
            }
        };
        Ok(self.course.happens(time.phase, happens, seat))
    }

    /// A token is gone after a phase, or has come again in it; some go with dawn or dusk.
    fn goes(&mut self, token: Reminder, seat: usize, time: &Time) -> Result<Bit, Unheard> {
        let expires = match time.phase {
            Phase::Night(_) => {
                matches!(token, Reminder::MonkSafe | Reminder::ImpDead | Reminder::UndertakerDiedToday)
            }
            Phase::Evening(_) => token == Reminder::PoisonerPoisoned,
            _ => false,
        };
        let expired = if expires { time.after.ended } else { NO };
        let again = self.comes(token, seat, time)?;
        Ok(self.course.circuit.or([expired, again, !time.after.tokens[token as usize][seat]]))
    }

    /// The living nominate; the Virgin loses her ability, and a Townsfolk who nominates her while she is sober is executed.
    fn nominates(&mut self, deed: &Deed, nominee: usize, time: &Time) -> Result<Meaning, Unheard> {
        let nominator = self.player(deed.by)?;
        let is_evening = matches!(deed.phase, Phase::Evening(_));
        let spent = Reminder::VirginNoAbility as usize;
        let virgin = self.course.dealt(nominee, VIRGIN);
        let first = [virgin, time.before.alive[nominee], !time.before.tokens[spent][nominee]];
        let first = self.course.circuit.and(first);
        let poisoned = time.before.tokens[Reminder::PoisonerPoisoned as usize][nominee];
        let townsfolk = self.course.dealt_team(nominator, Team::Townsfolk);
        let judged = self.course.circuit.and([first, !poisoned, townsfolk]);
        let executed = self.course.happens(deed.phase, Happens::Executed, nominator);
        let marked = self.course.circuit.or([!first, time.after.tokens[spent][nominee]]);
        let obeyed = self.course.circuit.or([!judged, executed]);
        Ok(Meaning {
            bits: Vec::new(),
            demands: vec![
                (rule::NOMINATIONS, Bit::Is(is_evening)),
                (rule::NOMINATIONS, time.before.alive[nominator]),
                (rule::EXECUTION, marked),
                (rule::EXECUTION, obeyed),
            ],
        })
    }

    /// Each player nominates once a day, and is nominated once a day.
    fn nominated_twice(&self) -> Vec<(usize, usize)> {
        let mut either = Vec::new();
        for (at, first) in self.nominations.iter().enumerate() {
            for second in &self.nominations[at + 1..] {
                let is_same_nominator = first.2.is_some() && first.2 == second.2;
                if first.1 == second.1 && (is_same_nominator || first.3 == second.3) {
                    either.push((first.0, second.0));
                }
            }
        }
        either
    }

    /// At dawn it is told who died in the night.
    fn announced(&mut self, deed: &Deed) -> Result<Vec<Bit>, Unheard> {
        let Phase::Day(number) = deed.phase else { return Err("it is announced at dawn".into()) };
        let Time { before, after, .. } = self.around(Phase::Night(number))?;
        let mut bits = Vec::new();
        for target in &deed.event.targets {
            let seat = self.story.player(&target.name.name).ok_or("nobody is called so")?;
            self.deaths.push((Phase::Night(number), seat));
            bits.extend([before.alive[seat], !after.alive[seat]]);
        }
        Ok(bits)
    }

    /// The Storyteller says who has won.
    fn declared(&mut self, deed: &Deed) -> Result<Vec<Bit>, Unheard> {
        let side = deed.event.args.first().cloned().unwrap_or_default();
        let place = ["good", "evil"].iter().position(|name| *name == side);
        let place = place.ok_or_else(|| format!("`{side}` is no team that wins"))?;
        Ok(vec![self.course.won[place]])
    }

    fn acts(&mut self, deed: &Deed, time: &Time) -> Result<Meaning, Unheard> {
        let event = deed.event.untagged();
        let action = State::read_action(&self.story.names, &event, &mut Contents::default());
        match action.map_err(Unheard::Meaningless)? {
            Action::Choose(target) => {
                self.choices.push((deed.phase, self.player(deed.by)?, vec![target.index()]));
                Ok(Meaning::demand(rule::CHOICES, [self.chooses(deed, target.index(), time)?]))
            }
            Action::ChooseTwo(first, second) => {
                let seat = self.player(deed.by)?;
                self.choices.push((deed.phase, seat, vec![first.index(), second.index()]));
                Ok(Meaning::demand(rule::CHOICES, [self.is(seat, FORTUNE_TELLER, time)]))
            }
            Action::Shoot(target) => {
                Ok(Meaning::demand(rule::SLAYER, self.shoots(deed, target.index(), time)?))
            }
            Action::Tell(to, told) => {
                Ok(Meaning::demand(rule::INFORMATION, self.tells(to.index(), told, time)?))
            }
            _ => Err("no grimoire shows anything of it".into()),
        }
    }

    /// Somebody chooses a player: as any character that chooses one, and the token comes where that one's ability works.
    fn chooses(&mut self, deed: &Deed, target: usize, time: &Time) -> Result<Bit, Unheard> {
        let seat = self.player(deed.by)?;
        let tokens = [
            ("poisoner", Happens::Poisons),
            ("monk", Happens::Protects),
            ("imp", Happens::Attacks),
            ("butler", Happens::TakesMaster),
        ];
        let mut ways = Vec::new();
        for (id, happens) in tokens {
            let is = self.is(seat, Character::with_id(id), time);
            let lands = self.course.happens(deed.phase, happens, target);
            // A Monk who is drunk or poisoned chooses another player, and nothing comes of it.
            let idle = if id == "monk" && target != seat { self.idle(seat, deed.phase)? } else { NO };
            let lands = self.course.circuit.or([lands, idle]);
            ways.push(self.course.circuit.and([is, lands]));
        }
        let raven = self.is(seat, Character::with_id("ravenkeeper"), time);
        ways.push(self.course.circuit.and([raven, time.before.alive[seat], !time.after.alive[seat]]));
        Ok(self.course.circuit.or(ways))
    }

    /// Whether a seat's choice of this night does nothing.
    fn idle(&mut self, seat: usize, phase: Phase) -> Result<Bit, Unheard> {
        let drunk = self.course.dealt(seat, DRUNK);
        let poisoned = self.course.happens(phase, Happens::Poisons, seat);
        Ok(self.course.circuit.or([drunk, poisoned]))
    }

    /// A Slayer who has not shot before does; anybody else only says so.
    fn shoots(&mut self, deed: &Deed, target: usize, time: &Time) -> Result<Vec<Bit>, Unheard> {
        let seat = self.player(deed.by)?;
        let slayer = self.course.dealt(seat, SLAYER);
        let spent = time.before.tokens[Reminder::SlayerNoAbility as usize][seat];
        let first = self.course.circuit.and([slayer, time.before.alive[seat], !spent]);
        let shot = self.course.happens(deed.phase, Happens::Shoots, seat);
        let at = self.course.happens(deed.phase, Happens::ShotAt, target);
        Ok(vec![self.course.circuit.or([!first, shot]), self.course.circuit.or([!first, at])])
    }

    /// Whoever dies is told to.
    fn nobody_else_dies(&mut self) {
        let stands = self.course.stands.clone();
        let mut bits = Vec::new();
        for pair in stands.windows(2) {
            for seat in 0..self.course.seats() {
                if !self.deaths.contains(&(pair[1].phase, seat)) {
                    bits.push(self.course.circuit.or([!pair[0].alive[seat], pair[1].alive[seat]]));
                }
            }
        }
        let statement = Statement { words: "nobody else dies".to_owned(), span: None, about: About::Deaths };
        self.said.push(Said { statement, bits, demands: Vec::new() });
    }
}

/// The living vote, and the dead once: their vote is spent when it is counted, by dusk at the latest.
fn votes(course: &mut Course, voter: usize, time: &Time) -> Vec<Bit> {
    let alive = time.before.alive[voter];
    vec![
        course.circuit.or([alive, !time.before.spent[voter]]),
        course.circuit.or([alive, time.after.spent[voter], !time.after.ended]),
    ]
}
