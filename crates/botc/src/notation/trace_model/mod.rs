//! A trace read as the model of one table: who sits there, who is said to be what since when, and what
//! everyone did.
//!
//! **Reads** any trace, of a whole game or of a few remembered moments: players by name, by name and role, or
//! by role alone; tokens by any of their names. Contradictions (a player with two roles, a token removed from
//! where it is not) are reported with their place and do not stop the reading.
//!
//! **Writes** the trace with tokens by their full or short names and with the Storyteller named.

mod cast;
mod names;
pub mod roles;
#[cfg(test)]
mod tests;

use gaslamp_core::edit_distance::nearest;
use gaslamp_core::notation::is_storyteller;
use gaslamp_core::trace::{Event, Name, Phase, Target, Trace, VerbKind, What};
use gaslamp_core::{Contents, Diagnostic, Fault, Seat, Span};

use super::grimoire_text::{Owners, ScriptNote};
use super::line::unknown_character;
use super::trace::{DIALECT, read_action};
use crate::characters::{Character, CharacterSet, ReminderToken, Team};
use crate::rules::Action;
use crate::rules::Profile;
use cast::Cast;
use roles::{Fact, Roles, Standing};

/// Verbs of actions that carry a deal or talk, which is not part of the action itself.
const HOLDS_CONTENTS: [&str; 7] = ["deals", "claims", "reports", "guesses", "accuses", "gossips", "asks"];

/// Everything that happened at one table.
#[derive(Clone, Debug, Default)]
pub struct TraceModel {
    /// The players: as given, or in the order in which they are first named.
    pub names: Vec<String>,
    /// The events, in order.
    pub events: Vec<TraceEvent>,
    /// Who is said to be what.
    pub roles: Roles,
    /// The contradictions.
    pub problems: Vec<Diagnostic>,
}

/// One event of a model.
#[derive(Clone, Debug)]
pub struct TraceEvent {
    /// The phase.
    pub phase: Phase,
    /// Its place in the text of the trace.
    pub span: Span,
    /// Who acts.
    pub by: Party,
    /// What they do.
    pub act: Act,
    /// The engine's action, if it is one and carries neither a deal nor talk.
    pub action: Option<Action>,
    /// The event as the trace has it.
    pub event: Event,
}

/// The actor of an event. Players are numbered as in [`TraceModel::names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The Storyteller.
    Storyteller,
    /// A player.
    Player(usize),
    /// Whoever has this role; which player that is is unknown.
    Role(Character),
}

impl Party {
    /// The player, if the actor is one.
    #[must_use]
    pub const fn player(self) -> Option<usize> {
        match self {
            Self::Player(player) => Some(player),
            Self::Storyteller | Self::Role(_) => None,
        }
    }
}

/// What somebody does, as far as the model distinguishes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Tokens are placed or removed.
    Tokens(Vec<TokenChange>),
    /// Nominates a player.
    Nominates(usize),
    /// Votes for a player.
    Votes(usize),
    /// Does not vote.
    Abstains,
    /// A player is executed.
    Executes(usize),
    /// The Demon kills a player.
    DemonKills(usize),
    /// Dies.
    Dies,
    /// Comes back to life.
    Revives,
    /// Claims to be a character.
    Claims(Character),
    /// Anything else; see the event itself.
    Other,
}

/// A token that is placed at a seat or removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenChange {
    /// The player at that seat.
    pub on: usize,
    /// The token.
    pub token: ReminderToken,
    /// Whether it is placed; otherwise it is removed.
    pub comes: bool,
}

impl TraceModel {
    /// Reads a trace. Without names, the players are those it mentions; without a script, bare tokens are
    /// looked up in Trouble Brewing.
    #[must_use]
    pub fn read(trace: &Trace, names: &[String], script: Option<&ScriptNote>) -> Self {
        let mut cast =
            Cast { names: names.to_vec(), takes_more: names.is_empty(), seated: CharacterSet::NONE };
        trace.events().for_each(|(_, event)| cast.note(event));
        let owners = Owners::new(cast.seated, script);
        let mut model = Self { roles: Roles::new(cast.names.len()), names: cast.names, ..Self::default() };
        for block in &trace.blocks {
            for entry in &block.entries {
                if let What::Event(event) = &entry.what {
                    model.tell(block.phase, event, entry.span, &owners);
                }
            }
        }
        model.know_who_puts_down_tokens();
        model.name_who_is_known_by_role();
        model.problems.extend(model.roles.contradictions(&model.names));
        model.follow_tokens_and_lives();
        model.problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
        model
    }

    /// Names, verbs, characters, tokens and actions without any meaning: a trace with these cannot be judged.
    #[must_use]
    pub fn unreadable(&self) -> Vec<Diagnostic> {
        let known = ["botc/trace/name", "botc/trace/verb", "botc/grimoire/character"];
        let families = ["botc/token/", "botc/notation/"];
        let means_nothing = |problem: &&Diagnostic| {
            known.contains(&problem.id) || families.iter().any(|family| problem.id.starts_with(family))
        };
        let unreadable = self.problems.iter().filter(means_nothing);
        unreadable.map(|problem| Diagnostic { fault: Fault::Unreadable, ..problem.clone() }).collect()
    }

    /// The index of the player with this name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    fn tell(&mut self, phase: Phase, event: &Event, span: Span, owners: &Owners) {
        let at = self.events.len();
        let mut problems = Vec::new();
        let by = match &event.actor {
            None => Party::Storyteller,
            Some(name) => self.party(name, &mut problems),
        };
        if let (Party::Player(player), Some(role)) = (by, tagged_role(event.actor.as_ref(), &mut problems)) {
            self.roles.add(Fact::is(player, role, at, phase, span));
        }
        self.note_targets(event, at, phase, span, &mut problems);
        let act = self.act(event, owners, &mut problems);
        let action = if problems.is_empty() { self.action(event, &mut problems) } else { None };
        self.note_change(by, &act, event, at, phase, span);
        self.problems.extend(problems.into_iter().map(|problem| problem.at(span)));
        self.events.push(TraceEvent { phase, span, by, act, action, event: event.clone() });
    }

    /// Who a name stands for: the Storyteller, a player, or a role that stands for its player.
    fn party(&self, name: &Name, problems: &mut Vec<Diagnostic>) -> Party {
        if is_storyteller(&name.name) {
            return Party::Storyteller;
        }
        if let Some(player) = self.player(&name.name) {
            return Party::Player(player);
        }
        if let Some(role) = Character::read(&name.name) {
            return Party::Role(role);
        }
        problems.push(unknown_player(&name.name, &self.names));
        Party::Storyteller
    }

    fn seat(&self, target: &Target, problems: &mut Vec<Diagnostic>) -> Option<usize> {
        let player = self.player(&target.name.name);
        if player.is_none() {
            problems.push(unknown_player(&target.name.name, &self.names));
        }
        player
    }

    /// What the names of targets say about their roles.
    fn note_targets(
        &mut self,
        event: &Event,
        at: usize,
        phase: Phase,
        span: Span,
        problems: &mut Vec<Diagnostic>,
    ) {
        let verb = event.verb.as_deref().unwrap_or_default();
        for target in &event.targets {
            let Some(player) = self.player(&target.name.name) else { continue };
            match verb {
                "" | "tells" | "nominates" | "votes" | "executes" | "demon_kill" => {
                    if let Some(role) = tagged_role(Some(&target.name), problems) {
                        self.roles.add(Fact::is(player, role, at, phase, span));
                    }
                }
                "makes" => {
                    if let Some(role) = tagged_role(Some(&target.name), problems) {
                        self.note_shown(player, role, at, phase, span);
                    }
                }
                "deals" => {
                    if let Some(token) = tagged_role(Some(&target.name), problems) {
                        let (role, token) = dealt(token, &target.args);
                        self.roles.add(Fact::dealt(player, role, token, at, phase, span));
                    }
                }
                _ => {}
            }
        }
    }

    /// A player is shown a token, as that seat's own trace tells it: at first the character they are or think
    /// they are, later the one they have become.
    fn note_shown(&mut self, player: usize, role: Character, at: usize, phase: Phase, span: Span) {
        let Standing { role: known, believed } = self.roles.at(player, at);
        if known.is_none() {
            self.roles.add(Fact::is(player, role, at, phase, span));
        } else if known != Some(role) && believed != Some(role) {
            self.roles.add(Fact::becomes(player, role, at, phase, span));
        }
    }

    fn act(&self, event: &Event, owners: &Owners, problems: &mut Vec<Diagnostic>) -> Act {
        let verb = event.verb.as_deref().unwrap_or_default();
        let mut one = |act: fn(usize) -> Act| match event.targets.as_slice() {
            [target] => self.seat(target, problems).map_or(Act::Other, act),
            _ => {
                problems.push(not_one_player(verb));
                Act::Other
            }
        };
        match verb {
            "" => Act::Tokens(self.changes(event, owners, problems)),
            "nominates" => one(Act::Nominates),
            "votes" => one(Act::Votes),
            "executes" => one(Act::Executes),
            "demon_kill" => one(Act::DemonKills),
            "abstains" => Act::Abstains,
            "dies" => Act::Dies,
            "revives" => Act::Revives,
            "claims" => match event.args.as_slice() {
                [word] => Character::read(word).map_or_else(
                    || {
                        problems.push(unknown_character(word));
                        Act::Other
                    },
                    Act::Claims,
                ),
                _ => Act::Other,
            },
            verb => {
                match DIALECT.verbs.iter().find(|known| known.name == verb).map(|known| known.kind) {
                    None => problems.push(unknown_verb(verb)),
                    Some(VerbKind::Action | VerbKind::Consequence) => {
                        event.targets.iter().for_each(|target| {
                            self.seat(target, problems);
                        });
                    }
                    Some(_) => {}
                }
                Act::Other
            }
        }
    }

    fn action(&self, event: &Event, problems: &mut Vec<Diagnostic>) -> Option<Action> {
        let is_action = event.verb_among(DIALECT.verbs).is_some_and(|verb| verb.kind == VerbKind::Action);
        let verb = event.verb.as_deref().unwrap_or_default();
        // No table is larger than the engine's.
        if !is_action || HOLDS_CONTENTS.contains(&verb) || self.names.len() > Seat::LIMIT {
            return None;
        }
        let mut plain = event.untagged();
        if matches!(verb, "names" | "turns") {
            // The character that is named for somebody follows the name and is part of the action.
            plain.targets.clone_from(&event.targets);
        }
        let action = read_action(&self.names, &plain, &mut Contents::default());
        action.map_err(|problem| problems.push(problem)).ok()
    }

    fn changes(&self, event: &Event, owners: &Owners, problems: &mut Vec<Diagnostic>) -> Vec<TokenChange> {
        let mut changes = Vec::new();
        for target in &event.targets {
            let Some(on) = self.seat(target, problems) else { continue };
            for arg in &target.args {
                match owners.token(arg.trim_start_matches(['+', '-'])) {
                    Ok(token) => changes.push(TokenChange { on, token, comes: arg.starts_with('+') }),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        changes
    }

    /// What an act says about who is what from now on.
    fn note_change(&mut self, by: Party, act: &Act, event: &Event, at: usize, phase: Phase, span: Span) {
        if let Act::Tokens(changes) = act {
            for change in changes.iter().filter(|change| change.comes) {
                if change.token.marks_its_owner() {
                    self.roles.add(Fact::is(change.on, change.token.owner(), at, phase, span));
                } else if change.token.word() == "is_the_demon" {
                    self.roles.add(Fact::becomes_demon(change.on, at, phase, span));
                }
            }
        }
        let becomes = event.verb.as_deref() == Some("becomes");
        let new_role = event.args.first().filter(|_| becomes).and_then(|word| Character::read(word));
        if let (Party::Player(player), Some(role)) = (by, new_role) {
            self.roles.add(Fact::becomes(player, role, at, phase, span));
        }
    }

    /// A player who places a character's token and has no known role is that character, or thinks they are.
    fn know_who_puts_down_tokens(&mut self) {
        for at in 0..self.events.len() {
            let TraceEvent { phase, span, by: Party::Player(player), act: Act::Tokens(changes), .. } =
                &self.events[at]
            else {
                continue;
            };
            let is_deed_of_owner = |change: &&TokenChange| {
                change.comes && !change.token.marks_its_owner() && change.token.word() != "is_the_demon"
            };
            let Some(change) = changes.iter().find(is_deed_of_owner) else { continue };
            let owner = change.token.owner();
            let is_new = match self.roles.at(*player, at) {
                Standing { role: None, .. } => {
                    self.roles.of(*player).next().is_none() || owner.team() == Team::Demon
                }
                Standing { role: Some(role), believed } => believed.is_none() && roles::deludes(role, owner),
            };
            if is_new {
                self.roles.insert(Fact::is(*player, owner, at, *phase, *span));
            }
        }
    }

    /// Finds the players named by role alone, now that everything is known. If a living player has the role,
    /// the dead do not act with it.
    fn name_who_is_known_by_role(&mut self) {
        let mut is_dead = vec![false; self.names.len()];
        for at in 0..self.events.len() {
            let event = &mut self.events[at];
            if let (Party::Player(player), Act::Dies | Act::Revives) = (event.by, &event.act) {
                is_dead[player] = event.act == Act::Dies;
            }
            let Party::Role(role) = event.by else { continue };
            let mut holders = self.roles.holders(role, at);
            if holders.iter().any(|&player| !is_dead[player]) {
                holders.retain(|&player| !is_dead[player]);
            }
            match holders.as_slice() {
                [player] => {
                    event.by = Party::Player(*player);
                    is_dead[*player] |= event.act == Act::Dies;
                }
                [] => {
                    let message =
                        format!("nobody is said to be the {}, so who acts here cannot be told", role.name());
                    let problem = Diagnostic::illegal("botc/trace/actor-unknown", message).at(event.span);
                    self.problems.push(problem.fix(format!("Name:{role}!…")));
                }
                several => {
                    let names: Vec<&str> =
                        several.iter().map(|&player| self.names[player].as_str()).collect();
                    let message =
                        format!("{} may both be the {} who acts here", names.join(" and "), role.name());
                    let problem = Diagnostic::illegal("botc/trace/actor-ambiguous", message).at(event.span);
                    self.problems.push(problem.fix(format!("{}:{role}!…", names[0])));
                }
            }
        }
    }

    /// Follows every token and every life, and reports contradictions.
    fn follow_tokens_and_lives(&mut self) {
        let mut lying: Vec<Vec<ReminderToken>> = vec![Vec::new(); self.names.len()];
        let mut is_dead = vec![false; self.names.len()];
        for (at, event) in self.events.iter().enumerate() {
            let impossible = |id, message: String| Diagnostic::illegal(id, message).at(event.span);
            match (&event.act, event.by) {
                (Act::Tokens(changes), _) => {
                    for TokenChange { on, token, comes } in changes {
                        let place = lying[*on].iter().position(|known| known == token);
                        match (comes, place) {
                            (true, _) => lying[*on].push(*token),
                            (false, Some(place)) => drop(lying[*on].remove(place)),
                            (false, None) => {
                                let message = format!(
                                    "`{token}` is taken from {}, where it does not lie",
                                    self.names[*on]
                                );
                                self.problems.push(impossible("botc/trace/no-such-token", message));
                            }
                        }
                    }
                }
                // A player who survives a death may have appeared to die once before.
                (Act::Dies, Party::Player(player)) if is_dead[player] && !self.may_seem_dead(player, at) => {
                    let message = format!("{} dies, and has been dead already", self.names[player]);
                    self.problems.push(impossible("botc/trace/dies-twice", message));
                }
                (Act::Dies, Party::Player(player)) => is_dead[player] = true,
                (Act::Revives, Party::Player(player)) => is_dead[player] = false,
                _ => {}
            }
        }
    }

    /// Whether a player may be alive but appear dead after an event.
    fn may_seem_dead(&self, player: usize, at: usize) -> bool {
        let profile = self.roles.at(player, at).role.and_then(Profile::of);
        profile.is_some_and(|profile| profile.may_survive_death())
    }
}

/// The role after a name.
fn tagged_role(name: Option<&Name>, problems: &mut Vec<Diagnostic>) -> Option<Character> {
    let tag = name?.tag.as_deref()?;
    let role = Character::read(tag);
    if role.is_none() {
        problems.push(unknown_character(tag));
    }
    role
}

/// Role and token of a player who was dealt this, with that after it.
fn dealt(token: Character, args: &[String]) -> (Character, Character) {
    let delusion = args.first().and_then(|arg| super::trace::read_delusion(token, arg));
    delusion.unwrap_or((token, token))
}

fn unknown_player(name: &str, names: &[String]) -> Diagnostic {
    let problem = Diagnostic::illegal("botc/trace/name", format!("nobody at this table is called `{name}`"));
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => problem.fix(near),
        None => problem.fix(format!("the players are {}", names.join(", "))),
    }
}

fn not_one_player(verb: &str) -> Diagnostic {
    let message = format!("`{verb}` is about one player, behind the arrow");
    Diagnostic::new("botc/notation/action", message).fix(format!("{verb}->Ben"))
}

fn unknown_verb(verb: &str) -> Diagnostic {
    let problem =
        Diagnostic::illegal("botc/trace/verb", format!("`{verb}` is nothing that anybody does here"));
    let known = DIALECT.verbs.iter().map(|verb| verb.name).filter(|name| !name.is_empty());
    match nearest(verb, known) {
        Some(near) => problem.fix(near),
        None => problem,
    }
}
