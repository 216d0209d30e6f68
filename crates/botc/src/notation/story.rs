//! A trace read as the story of one table: who sits there, who is said to be what and since when, what everybody did.
//!
//! **Reads** any trace, of a whole game or of a few remembered moments: players by name, by name and role, or by role alone, tokens
//! by any of their names. What does not fit together (a player with two roles, a token taken from where it does not lie) is
//! told with its place and is no reason to stop.
//!
//! **Writes** the trace with tokens by their whole or short names and with the Storyteller named.

use gaslamp_core::near::nearest;
use gaslamp_core::notation::is_storyteller;
use gaslamp_core::trace::{Event, Name, Phase, Recital, Target, Trace, What};
use gaslamp_core::{Diagnostic, Span};

use super::line::{Naming, unknown_character, write_token};
use super::roles::{Fact, Roles};
use super::sheet::{Owners, ScriptNote, Sheet, Token};
use super::trace::VERBS;
use crate::characters::{Character, CharacterSet, ReminderToken};

/// What happened at one table.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The players: as given, or in the order in which they are first named.
    pub names: Vec<String>,
    /// What happened, in order.
    pub deeds: Vec<Deed>,
    /// Who is said to be what.
    pub roles: Roles,
    /// What does not fit together.
    pub problems: Vec<Diagnostic>,
}

/// One event of a story.
#[derive(Clone, Debug)]
pub struct Deed {
    /// When.
    pub phase: Phase,
    /// Its place in the text of the trace.
    pub span: Span,
    /// By whom.
    pub by: Party,
    /// What.
    pub act: Act,
    /// The event as the trace has it.
    pub event: Event,
}

/// Somebody who acts. Players are numbered as in [`Story::names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The Storyteller.
    Storyteller,
    /// A player.
    Player(usize),
    /// Whoever has this role, which cannot be told.
    Role(Character),
}

impl Party {
    /// The player, if it is one.
    #[must_use]
    pub const fn player(self) -> Option<usize> {
        match self {
            Self::Player(player) => Some(player),
            Self::Storyteller | Self::Role(_) => None,
        }
    }
}

/// What somebody does, as far as a story goes into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Tokens come and go.
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
    /// Lives again.
    Revives,
    /// Says who they are.
    Claims(Character),
    /// Something else, which the event tells.
    Other,
}

/// A token that comes to a seat or goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenChange {
    /// At whose seat.
    pub on: usize,
    /// Which.
    pub token: ReminderToken,
    /// Whether it comes.
    pub comes: bool,
}

impl Story {
    /// Reads a trace. Without names the players are those whom it names; without a script, bare tokens are looked for in
    /// Trouble Brewing.
    #[must_use]
    pub fn read(trace: &Trace, names: &[String], script: Option<&ScriptNote>) -> Self {
        let mut cast =
            Cast { names: names.to_vec(), takes_more: names.is_empty(), seated: CharacterSet::NONE };
        trace.events().for_each(|(_, event)| cast.note(event));
        let owners = Owners::new(cast.seated, script);
        let mut story = Self { roles: Roles::new(cast.names.len()), names: cast.names, ..Self::default() };
        for block in &trace.blocks {
            for entry in &block.entries {
                if let What::Event(event) = &entry.what {
                    story.tell(block.phase, event, entry.span, &owners);
                }
            }
        }
        story.name_who_is_known_by_role();
        story.problems.extend(story.roles.contradictions(&story.names));
        story.follow_tokens_and_lives();
        story.problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
        story
    }

    /// The number of a player of this name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    fn tell(&mut self, phase: Phase, event: &Event, span: Span, owners: &Owners) {
        let at = self.deeds.len();
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
        self.note_change(by, &act, event, at, phase, span);
        self.problems.extend(problems.into_iter().map(|problem| problem.at(span)));
        self.deeds.push(Deed { phase, span, by, act, event: event.clone() });
    }

    /// Whom a name means: the Storyteller, a player, or a role that stands for its player.
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

    /// What the names of targets say of their roles.
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
                "" | "nominates" | "votes" | "executes" | "demon_kill" => {
                    if let Some(role) = tagged_role(Some(&target.name), problems) {
                        self.roles.add(Fact::is(player, role, at, phase, span));
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

    fn act(&self, event: &Event, owners: &Owners, problems: &mut Vec<Diagnostic>) -> Act {
        let mut one = |act: fn(usize) -> Act| match event.targets.as_slice() {
            [target] => self.seat(target, problems).map_or(Act::Other, act),
            _ => Act::Other,
        };
        match event.verb.as_deref().unwrap_or_default() {
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
                if !VERBS.iter().any(|known| known.name == verb) {
                    problems.push(unknown_verb(verb));
                }
                Act::Other
            }
        }
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
                let owner = change.token.owner();
                if change.token.word().strip_prefix("is_the_") == Some(owner.word()) {
                    self.roles.add(Fact::is(change.on, owner, at, phase, span));
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

    /// Finds the players of those who are named by their role alone, now that all is known.
    fn name_who_is_known_by_role(&mut self) {
        for at in 0..self.deeds.len() {
            let deed = &mut self.deeds[at];
            let Party::Role(role) = deed.by else { continue };
            let holders = self.roles.holders(role, at);
            match holders.as_slice() {
                [player] => deed.by = Party::Player(*player),
                [] => {
                    let message =
                        format!("nobody is said to be the {}, so who acts here cannot be told", role.name());
                    let problem = Diagnostic::illegal("botc/trace/actor-unknown", message).at(deed.span);
                    self.problems.push(problem.fix(format!("Name:{role}!…")));
                }
                several => {
                    let names: Vec<&str> =
                        several.iter().map(|&player| self.names[player].as_str()).collect();
                    let message =
                        format!("{} may both be the {} who acts here", names.join(" and "), role.name());
                    let problem = Diagnostic::illegal("botc/trace/actor-ambiguous", message).at(deed.span);
                    self.problems.push(problem.fix(format!("{}:{role}!…", names[0])));
                }
            }
        }
    }

    /// Follows every token and every life, and tells what cannot be.
    fn follow_tokens_and_lives(&mut self) {
        let mut lying: Vec<Vec<ReminderToken>> = vec![Vec::new(); self.names.len()];
        let mut is_dead = vec![false; self.names.len()];
        for (at, deed) in self.deeds.iter().enumerate() {
            let impossible = |id, message: String| Diagnostic::illegal(id, message).at(deed.span);
            match (&deed.act, deed.by) {
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
                // A Zombuul seems dead once before.
                (Act::Dies, Party::Player(player)) if is_dead[player] && !self.is(player, "zombuul", at) => {
                    let message = format!("{} dies, and has been dead already", self.names[player]);
                    self.problems.push(impossible("botc/trace/dies-twice", message));
                }
                (Act::Dies, Party::Player(player)) => is_dead[player] = true,
                (Act::Revives, Party::Player(player)) => is_dead[player] = false,
                _ => {}
            }
        }
    }

    /// The trace with players named where it names them by their role alone, as far as that can be told.
    #[must_use]
    pub fn by_name(&self, trace: &Trace) -> Trace {
        let mut named = trace.clone();
        let mut at = 0;
        for entry in named.blocks.iter_mut().flat_map(|block| &mut block.entries) {
            let (event, player) = match &mut entry.what {
                What::Event(event) => {
                    at += 1;
                    (event, self.deeds.get(at - 1).and_then(|deed| deed.by.player()))
                }
                What::Recital(Recital::Aside(event)) => {
                    let player = self.player_of(event, at.saturating_sub(1));
                    (event, player)
                }
                What::Recital(_) => continue,
            };
            if let (Some(actor), Some(player)) = (&mut event.actor, player)
                && self.player(&actor.name) != Some(player)
            {
                let role = std::mem::replace(&mut actor.name, self.names[player].clone());
                actor.tag.get_or_insert(role);
            }
        }
        named
    }

    /// Who acts, if it is one player.
    fn player_of(&self, event: &Event, at: usize) -> Option<usize> {
        let name = &event.actor.as_ref()?.name;
        let holder = || match self.roles.holders(Character::read(name)?, at).as_slice() {
            [player] => Some(*player),
            _ => None,
        };
        self.player(name).or_else(holder)
    }

    /// Whether a player is this character when a deed is done.
    fn is(&self, player: usize, id: &str, at: usize) -> bool {
        self.roles.at(player, at).role.is_some_and(|role| role.facts().id == id)
    }

    /// The trace again, with tokens by their whole or short names and the Storyteller named.
    #[must_use]
    pub fn plain(&self, trace: &Trace, naming: Naming) -> Trace {
        let mut deeds = self.deeds.iter();
        let mut plain = trace.clone();
        for entry in plain.blocks.iter_mut().flat_map(|block| &mut block.entries) {
            if let What::Event(event) = &mut entry.what
                && let Some(deed) = deeds.next()
            {
                event.actor.get_or_insert_with(|| Name::plain("st"));
                if let Act::Tokens(changes) = &deed.act {
                    name_tokens(event, changes, naming);
                }
            }
        }
        plain
    }
}

/// Writes the tokens of an event by their names, unless one of them was not known.
fn name_tokens(event: &mut Event, changes: &[TokenChange], naming: Naming) {
    let args = event.targets.iter_mut().flat_map(|target| &mut target.args);
    let args: Vec<&mut String> = args.collect();
    if args.len() != changes.len() {
        return;
    }
    for (arg, change) in args.into_iter().zip(changes) {
        arg.clear();
        arg.push(if change.comes { '+' } else { '-' });
        write_token(&Token::Reminder(change.token), naming, arg);
    }
}

/// Who is named in a trace.
struct Cast {
    names: Vec<String>,
    takes_more: bool,
    seated: CharacterSet,
}

impl Cast {
    fn note(&mut self, event: &Event) {
        let verb = event.verb.as_deref().unwrap_or_default();
        if let Some(actor) = &event.actor {
            self.note_name(actor, true);
        }
        for target in &event.targets {
            let is_role = matches!(verb, "" | "deals" | "nominates" | "votes" | "executes" | "turns");
            self.note_name(&target.name, is_role);
        }
        if verb == "becomes" {
            self.seated = event
                .args
                .iter()
                .filter_map(|word| Character::read(word))
                .fold(self.seated, CharacterSet::with);
        }
    }

    fn note_name(&mut self, name: &Name, has_role: bool) {
        let role = name.tag.as_deref().and_then(Character::read).filter(|_| has_role);
        if let Some(role) = role {
            self.seated = self.seated.with(role);
        }
        let is_known = self.names.iter().any(|known| known.eq_ignore_ascii_case(&name.name));
        if is_known || is_storyteller(&name.name) {
            return;
        }
        // Players have a capital letter, roles have none; whoever is said to be something is a player.
        let role = Character::read(&name.name).filter(|_| name.tag.is_none());
        match role.filter(|_| name.name.starts_with(char::is_lowercase)) {
            Some(role) => self.seated = self.seated.with(role),
            None if self.takes_more && self.names.len() < Sheet::MOST => self.names.push(name.name.clone()),
            None => {}
        }
    }
}

/// The role behind a name.
fn tagged_role(name: Option<&Name>, problems: &mut Vec<Diagnostic>) -> Option<Character> {
    let tag = name?.tag.as_deref()?;
    let role = Character::read(tag);
    if role.is_none() {
        problems.push(unknown_character(tag));
    }
    role
}

/// Role and token of somebody who was dealt this with that behind it.
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

fn unknown_verb(verb: &str) -> Diagnostic {
    let problem =
        Diagnostic::illegal("botc/trace/verb", format!("`{verb}` is nothing that anybody does here"));
    let known = VERBS.iter().map(|verb| verb.name).filter(|name| !name.is_empty());
    match nearest(verb, known) {
        Some(near) => problem.fix(near),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_core::trace;

    use super::*;

    fn story(text: &str) -> Story {
        let reading = trace::read(text, VERBS);
        assert_eq!(reading.problems, [], "{text}");
        Story::read(&reading.trace, &[], None)
    }

    #[test]
    fn what_does_not_fit_together_is_told_with_its_place() {
        let table: &[(&str, &[&str])] = &[
            // The first example of the format: Alice is Drunk, Poisoner and Virgin.
            (
                "<SETUP> st!Alice(+dr:is_the_drunk), st!Eve(+ft:red_herring) <N1> Alice:poisoner!Bob(+poi:poisoned) \
                 <E1> Frank!nominates->Alice:virgin, st!Alice(+virgin:no_ability)",
                &[
                    "Alice:poisoner!Bob(+poi:poisoned): Alice is the Poisoner here, and was the Drunk in <SETUP>",
                    "Frank!nominates->Alice:virgin: Alice is the Virgin here, and was the Poisoner in <N1>",
                ],
            ),
            ("<SETUP> st!Bob(+drunk) <N1> Bob:chef!passes, Bob:chef!passes", &[]),
            ("<N1> Bob:chef!passes <N2> Cy:chef!passes", &["Cy:chef!passes: Bob and Cy are both the Chef"]),
            (
                "<N1> poisoner!Bob(+poisoned)",
                &[
                    "poisoner!Bob(+poisoned): nobody is said to be the Poisoner, so who acts here cannot be told",
                ],
            ),
            ("<N1> poisoner!Bob(+poisoned) <E1> Bob!nominates->Al:poisoner", &[]),
            (
                "<N2> Al!Bob(-poisoned),Cy(+poisoned), Cy!dies, Cy!dies, Cy!revives, Cy!dies",
                &[
                    "Al!Bob(-poisoned),Cy(+poisoned): `poisoner:poisoned` is taken from Bob, where it does not lie",
                    "Cy!dies: Cy dies, and has been dead already",
                ],
            ),
            (
                "<N2> Al:pisoner!Bob(+poisond), Al!vots->Bob",
                &[
                    "Al:pisoner!Bob(+poisond): nobody is called `pisoner`",
                    "Al:pisoner!Bob(+poisond): nobody at this table and nobody of its script has a token `poisond`",
                    "Al!vots->Bob: `vots` is nothing that anybody does here",
                ],
            ),
            (
                "<N1> Al:scarlet_woman!passes, Al(+sw:is_the_demon) <N2> Al:imp!passes, Bo:imp!passes",
                &["Bo:imp!passes: Al and Bo are both the Imp"],
            ),
        ];
        for (text, problems) in table {
            let told: Vec<String> = story(text)
                .problems
                .iter()
                .map(|problem| {
                    format!("{}: {}", &text[problem.span.expect("a place").range()], problem.message)
                })
                .collect();
            assert_eq!(&told, problems, "{text}");
        }
    }

    #[test]
    fn who_acts_is_found_by_name_or_by_role() {
        let told =
            story("<N1> Al:poisoner!Bo(+poisoned), monk!chooses->Al, Bo:monk!passes <N2> Al!Bo(-poisoned)");
        let by: Vec<Party> = told.deeds.iter().map(|deed| deed.by).collect();
        assert_eq!(told.names, ["Al", "Bo"]);
        assert_eq!(by, [Party::Player(0), Party::Player(1), Party::Player(1), Party::Player(0)]);
    }

    #[test]
    fn roles_that_act_are_given_their_players_names() {
        let text = "<N1> poisoner!Bo(+poisoned), Al:poisoner!passes, virgin!passes";
        let reading = trace::read(text, VERBS).trace;
        let named = story(text).by_name(&reading).to_string();
        assert_eq!(named, "<N1> Al:poisoner!Bo(+poisoned), Al:poisoner!passes, virgin!passes");
    }

    #[test]
    fn tokens_are_written_by_one_name() {
        let text = "<SETUP> Al(+drunk), st!Bo(+ft:red_herring) <N1> Al:chef!passes";
        let reading = trace::read(text, VERBS).trace;
        let plain = |naming| story(text).plain(&reading, naming).to_string();
        assert_eq!(
            plain(Naming::Long),
            "<SETUP> st!Al(+drunk:is_the_drunk), st!Bo(+fortune_teller:red_herring) <N1> Al:chef!passes"
        );
        assert_eq!(
            plain(Naming::Short),
            "<SETUP> st!Al(+dr:is_the_drunk), st!Bo(+ft:red_herring) <N1> Al:chef!passes"
        );
    }
}
