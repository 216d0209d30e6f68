//! What is told of a game, one thing at a time. Accepts a trace or a grimoire, emits [`Premise`]s: each in words, and in the terms of
//! `rules/botc/trace.lp`. What the rules have no word for is named and left out.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TraceEvent as Told, TraceModel};
use gaslamp_botc::rules::Bluffs;
use gaslamp_botc::rules::phase::{DAY, NIGHT};
use gaslamp_botc::{Character, CharacterSet, Script, Side, State, Team};
use gaslamp_core::trace::{Event, Phase, Verb, VerbKind, rich};
use gaslamp_core::{Actor, Contents, Diagnostic, Notation as _, Seat, Span};

use super::Reading;
use crate::asp::botc::moves::Move;
use crate::asp::botc::profile::{token_term, tokens};
use crate::asp::botc::rules::is_stated;

/// Something that is told of a game and may be doubted by itself.
#[derive(Clone, Debug)]
pub struct Premise {
    /// In words.
    pub words: String,
    /// Where it stands in the text, if it stands there.
    pub span: Option<Span>,
    pub(super) when: When,
    pub(super) terms: Vec<String>,
    /// Whose death it tells.
    pub(super) deaths: Vec<usize>,
    /// Whether the trace ends with it, perhaps before it tells who dies of it.
    pub(super) is_last: bool,
    /// What it says of who is what, if that is all it says.
    pub(super) about: Option<About>,
}

/// Who is what, by a deal or by a grimoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    /// This player was dealt a character, and the token of another if they do not know what they are.
    Dealt(usize, Character, Character),
    /// One of these lies at this player's seat in the end; with somebody's mark it is what that one thinks they are.
    Shown(usize, CharacterSet, Option<Character>),
}

impl Premise {
    /// A premise in words and in the terms of the rules.
    fn new(words: String, when: When, terms: Vec<String>) -> Self {
        Self { words, span: None, when, terms, deaths: Vec::new(), is_last: false, about: None }
    }

    /// Whether it shows somebody dead.
    pub(super) fn tells_dead(&self) -> bool {
        self.terms.iter().any(|term| term.starts_with("is_dead("))
    }

    /// Whether it shows somebody as a Demon.
    pub(super) fn shows_demon(&self) -> bool {
        let demons = CharacterSet::team(Team::Demon);
        matches!(self.about, Some(About::Shown(_, shown, _)) if !shown.and(demons).is_empty())
    }

    /// Whether it happens with one move and no other: that is done, or a token is put down for it.
    fn is_move(&self) -> bool {
        match self.when {
            When::Move(_) => true,
            When::Follows(_) => self.terms.iter().any(|term| term.starts_with("placed(")),
            When::Before | When::Vote(_) | When::Earlier(_) | When::Seen | When::Always => false,
        }
    }
}

/// When something happened, and how it stands to other premises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// It is about the deal.
    Before,
    /// Somebody does it in this phase.
    Move(Phase),
    /// One of the votes of this phase, which are counted together.
    Vote(Phase),
    /// It follows from a move of this phase.
    Follows(Phase),
    /// It follows from a move of this phase, and is told later.
    Earlier(Phase),
    /// It is so at the end.
    Seen,
    /// It holds throughout.
    Always,
}

/// The trace, and what of it is not judged.
pub(super) fn of_model(model: &TraceModel, reading: Reading) -> (Vec<Premise>, Vec<Diagnostic>) {
    let mut reader = PremiseReader { model, reading, premises: Vec::new(), unjudged: Vec::new() };
    for (at, told) in model.events.iter().enumerate() {
        let heard = reader.premises.len();
        if let Err(why) = reader.hear(at, told) {
            let message = format!("`{}` is not judged: {why}", told.event);
            reader.unjudged.push(Diagnostic::illegal("referee/unjudged", message).at(told.span));
        }
        // A trace may end anywhere, also before it tells what its last move has done.
        let is_last = at + 1 == model.events.len();
        for premise in reader.premises.iter_mut().skip(heard).filter(|_| is_last) {
            premise.is_last = premise.is_move();
        }
    }
    if reading == Reading::Parts {
        reader.premises.push(Premise::new("nobody else dies".to_owned(), When::Always, Vec::new()));
    }
    (reader.premises, reader.unjudged)
}

struct PremiseReader<'a> {
    model: &'a TraceModel,
    reading: Reading,
    premises: Vec<Premise>,
    unjudged: Vec<Diagnostic>,
}

impl PremiseReader<'_> {
    fn hear(&mut self, at: usize, told: &Told) -> Result<(), String> {
        let verb = told.event.verb.as_deref().unwrap_or_default();
        let kind = told.event.verb_among(State::DIALECT.verbs).map(|verb: &Verb| verb.kind);
        let mut terms = self.roles(at);
        match (verb, kind) {
            (_, Some(VerbKind::Aside)) | ("claims" | "reports" | "guesses" | "gossips", _) => return Ok(()),
            ("passes", _) if self.reading == Reading::Parts => return Ok(()),
            ("deals", _) => {
                self.dealt(at, told);
                return Ok(());
            }
            ("votes" | "abstains", _) if self.reading == Reading::Parts => {
                terms.extend(self.vote(told)?);
                self.say(told, When::Vote(told.phase), terms, Vec::new());
            }
            (_, Some(VerbKind::Action)) => {
                terms.extend(self.move_terms(told)?);
                self.say(told, When::Move(told.phase), terms, Vec::new());
            }
            ("announces", _) => return self.announced(told),
            _ => {
                let (more, deaths) = self.consequence(told)?;
                terms.extend(more);
                self.say(told, When::Follows(told.phase), terms, deaths);
            }
        }
        Ok(())
    }

    fn say(&mut self, told: &Told, when: When, terms: Vec<String>, deaths: Vec<usize>) {
        let words = format!("{}: {}", told.phase, rich::sentence(&told.event, State::DIALECT));
        let span = Some(told.span);
        self.premises.push(Premise { span, deaths, ..Premise::new(words, when, terms) });
    }

    /// What the names in an event say of who is what.
    fn roles(&self, at: usize) -> Vec<String> {
        let facts = (0..self.model.names.len()).flat_map(|player| self.model.roles.of(player));
        let here = facts.filter(|fact| fact.at == at);
        here.filter_map(|fact| match fact.says {
            Says::Is(role) => Some(format!("is({},{})", fact.player, role.facts().id)),
            Says::Becomes(role) => Some(format!("becomes({},{})", fact.player, role.facts().id)),
            Says::Dealt(..) | Says::BecomesDemon => None,
        })
        .collect()
    }

    /// A deal says of every player by itself who is what.
    fn dealt(&mut self, at: usize, told: &Told) {
        let facts = (0..self.model.names.len()).flat_map(|player| self.model.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        for fact in here {
            let Says::Dealt(role, token) = fact.says else { continue };
            let name = &self.model.names[fact.player];
            let believes = if role == token {
                String::new()
            } else {
                format!(" and thinks they are the {}", token.name())
            };
            let seat = fact.player;
            let words = format!("{name} is the {}{believes}", role.name());
            let terms = vec![
                format!("holds({seat},{})", role.facts().id),
                format!("draws({seat},{})", token.facts().id),
            ];
            self.premises.push(Premise {
                span: Some(told.span),
                about: Some(About::Dealt(seat, role, token)),
                ..Premise::new(words, When::Before, terms)
            });
        }
    }

    /// A vote or an abstention among those of its nomination.
    fn vote(&self, told: &Told) -> Result<Vec<String>, String> {
        let voter = self.player(told.by)?;
        Ok(match told.act {
            Act::Votes(nominee) => vec![format!("raises({voter})"), format!("on({nominee})")],
            _ => vec![format!("lowers({voter})")],
        })
    }

    fn player(&self, party: Party) -> Result<usize, String> {
        party.player().ok_or_else(|| "it does not say who it is about".to_owned())
    }

    fn move_terms(&self, told: &Told) -> Result<Vec<String>, String> {
        let action = told.action.ok_or("it is not written like this")?;
        let by = match told.by {
            Party::Player(player) => Actor::Seat(Seat::new(player)),
            Party::Storyteller | Party::Role(_) => Actor::Storyteller,
        };
        let made = Move::of(by, action, &Contents::default()).map_err(|failure| failure.to_string())?;
        let terms = made.terms().into_iter();
        Ok(match told.by {
            Party::Role(role) => {
                let by_role = format!("by_role({})", role.facts().id);
                terms.map(|term| if term == "by(st)" { by_role.clone() } else { term }).collect()
            }
            _ => terms.collect(),
        })
    }

    /// What follows from moves, and whose death it tells.
    fn consequence(&self, told: &Told) -> Result<(Vec<String>, Vec<usize>), String> {
        let args = told.event.args.as_slice();
        Ok(match (&told.act, told.event.verb.as_deref().unwrap_or_default()) {
            (Act::Tokens(changes), _) => {
                let mut terms = match told.by {
                    Party::Storyteller => Vec::new(),
                    Party::Player(player) => vec![format!("by({player})")],
                    Party::Role(role) => vec![format!("by_role({})", role.facts().id)],
                };
                for change in changes {
                    // The mark of who somebody is says it of the player.
                    if !change.token.marks_its_owner() {
                        let token = token_name(change.token)?;
                        let what = if change.comes { "placed" } else { "gone" };
                        terms.push(format!("{what}({token},{})", change.on));
                    }
                }
                (terms, Vec::new())
            }
            (Act::Executes(player), _) => (vec![format!("executed({player})")], vec![*player]),
            (Act::DemonKills(player), _) => (vec![format!("killed({player})")], vec![*player]),
            (Act::Dies, _) => {
                let player = self.player(told.by)?;
                (vec![format!("dies({player})")], vec![player])
            }
            // Says so in the roles.
            (_, "becomes") => (Vec::new(), Vec::new()),
            (_, "declares") => {
                let side = [Side::Good, Side::Evil].into_iter();
                let side =
                    args.first().and_then(|word| side.clone().find(|side| side.name() == word.as_str()));
                let side = side.ok_or("it does not say who wins")?;
                (vec![format!("wins({})", side.name())], Vec::new())
            }
            (_, "counts") => (self.counted(&told.event)?, Vec::new()),
            (_, verb) => return Err(format!("the rules in ASP have no word for `{verb}`")),
        })
    }

    /// How many votes somebody has, and who is on the block then.
    fn counted(&self, event: &Event) -> Result<Vec<String>, String> {
        let unreadable = "a count needs a nominee, a number, and who is on the block";
        let [target] = event.targets.as_slice() else { return Err(unreadable.to_owned()) };
        let [votes, block] = target.args.as_slice() else { return Err(unreadable.to_owned()) };
        let nominee = self.model.player(&target.name.name).ok_or(unreadable)?;
        let votes: u8 = votes.parse().map_err(|_| unreadable)?;
        let block =
            self.model.player(block).map_or("block(nobody)".to_owned(), |seat| format!("block({seat})"));
        Ok(vec![format!("on({nominee})"), format!("counted({votes})"), block])
    }

    /// At dawn it is told who died in the night.
    fn announced(&mut self, told: &Told) -> Result<(), String> {
        let Phase { label: DAY, number } = told.phase else {
            return Err("deaths are announced at dawn".to_owned());
        };
        for target in &told.event.targets {
            let name = &target.name.name;
            let player =
                self.model.player(name).ok_or_else(|| format!("there is no player called `{name}`"))?;
            if target.name.tag.as_deref() != Some("dead") {
                return Err("the rules in ASP cannot bring anybody back to life".to_owned());
            }
            let when = When::Earlier(Phase::new(NIGHT, number));
            let terms = vec![format!("dies({player})")];
            self.premises.push(Premise {
                span: Some(told.span),
                deaths: vec![player],
                ..Premise::new(format!("N{number}: {name} dies"), when, terms)
            });
        }
        Ok(())
    }
}

/// What the rules call a token.
fn token_name(token: ReminderToken) -> Result<String, String> {
    if is_stated(token.owner()) {
        Ok(token_term(token))
    } else {
        Err(format!("the rules in ASP do not know the token `{token}`"))
    }
}

/// A term that is never so: of every token there is one, tokens of characters who are not on the script lie nowhere, and there are three
/// bluffs at most.
const NEVER: &str = "never";

/// A grimoire, seat by seat and token by token, and what of it is not judged.
pub(super) fn of_grimoire(script: &Script, grimoire: &GrimoireText) -> (Vec<Premise>, Vec<Diagnostic>) {
    let known = script.characters().iter().flat_map(|&owner| tokens(owner)).map(token_term).collect();
    let mut viewer = Viewer { known, ..Viewer::default() };
    for (seat, player) in grimoire.players.iter().enumerate() {
        viewer.role(seat, player);
        viewer.life(seat, player);
        viewer.tokens(seat, player);
    }
    viewer.bluffs(grimoire.bluffs);
    (viewer.premises, viewer.unjudged)
}

#[derive(Default)]
struct Viewer {
    /// The tokens of the script.
    known: Vec<String>,
    premises: Vec<Premise>,
    unjudged: Vec<Diagnostic>,
}

impl Viewer {
    fn say(&mut self, words: String, terms: Vec<String>) {
        self.premises.push(Premise::new(words, When::Seen, terms));
    }

    /// Which character token lies at a seat; with somebody's mark it is what that one thinks they are.
    fn role(&mut self, seat: usize, player: &Player) {
        let mut marks = player.tokens.iter().filter_map(mark);
        let owner = marks.next().map(ReminderToken::owner);
        let characters = player.character.characters();
        let name = &player.name;
        if let Some(mark) = marks.next() {
            self.say(format!("{name} has {} more than once", mark.long_name()), vec![NEVER.to_owned()]);
        }
        let (words, term) = match (owner, player.character) {
            (None, Known::Nothing) => return,
            (Some(owner), Known::Nothing) => {
                (format!("{name} is the {}", owner.name()), format!("is_now({seat},{})", owner.facts().id))
            }
            (Some(owner), _) => (
                format!("{name} is the {} and thinks they are {}", owner.name(), one_of(characters)),
                format!("believes({seat},{},{seat})", owner.facts().id),
            ),
            (None, _) => (format!("{name} is {}", one_of(characters)), format!("is_one_of({seat},{seat})")),
        };
        self.say(words, vec![term]);
        if let Some(premise) = self.premises.last_mut() {
            premise.about = Some(About::Shown(seat, characters, owner));
        }
    }

    fn life(&mut self, seat: usize, player: &Player) {
        let name = &player.name;
        let (words, terms) = match player.life {
            Life::Alive => (format!("{name} is alive"), vec![format!("lives({seat})")]),
            Life::Dead => (
                format!("{name} is dead and still has a vote"),
                vec![format!("is_dead({seat})"), format!("has_vote({seat})")],
            ),
            Life::Spent => (
                format!("{name} is dead and has used their vote"),
                vec![format!("is_dead({seat})"), format!("has_no_vote({seat})")],
            ),
        };
        self.say(words, terms);
    }

    /// Every token that lies at a seat, and that no other does.
    fn tokens(&mut self, seat: usize, player: &Player) {
        let name = &player.name;
        let mut lying: Vec<String> = Vec::new();
        for token in &player.tokens {
            let token = match token {
                PlacedReminder::Reminder(token) if token.marks_its_owner() => continue,
                PlacedReminder::Reminder(token) => *token,
                PlacedReminder::Note(text) => {
                    let message = format!("the token \"{text}\" of {name} is not one that the rules know");
                    self.unjudged.push(Diagnostic::illegal("referee/unjudged", message));
                    continue;
                }
            };
            match token_name(token) {
                Ok(known) if lying.contains(&known) => {
                    self.say(format!("{name} has {token} more than once"), vec![NEVER.to_owned()]);
                }
                Ok(known) => {
                    self.say(format!("{name} has {token}"), vec![format!("lies({known},{seat})")]);
                    lying.push(known);
                }
                Err(_) => self.say(format!("{name} has {token}"), vec![NEVER.to_owned()]),
            }
        }
        let others = self.known.iter().filter(|known| !lying.contains(known));
        let gone = others.map(|known| format!("gone({known},{seat})")).collect();
        self.say(format!("{name} has no other token"), gone);
    }

    /// The characters that the Demon was told are not in play.
    fn bluffs(&mut self, bluffs: CharacterSet) {
        if bluffs.is_empty() {
            return;
        }
        let names: Vec<&str> = bluffs.iter().map(Character::name).collect();
        let mut terms: Vec<String> =
            bluffs.iter().map(|bluff| format!("bluff_shown({})", bluff.facts().id)).collect();
        if bluffs.len() > Bluffs::COUNT {
            terms.push(NEVER.to_owned());
        }
        self.say(format!("the Demon's bluffs are {}", names.join(", ")), terms);
    }
}

/// The mark of somebody who shows another token, if this is one.
fn mark(token: &PlacedReminder) -> Option<ReminderToken> {
    match token {
        PlacedReminder::Reminder(token) => Some(*token).filter(|token| token.marks_its_owner()),
        PlacedReminder::Note(_) => None,
    }
}

/// One of these characters, in words.
fn one_of(characters: CharacterSet) -> String {
    let names: Vec<&str> = characters.iter().map(Character::name).collect();
    match names.as_slice() {
        [name] => format!("the {name}"),
        names => format!("one of {}", names.join(", ")),
    }
}
