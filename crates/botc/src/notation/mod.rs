//! The texts of the game: traces ([`trace`]) and the models read from them ([`trace_model`]); grimoires as
//! written ([`grimoire_text`]) on one line ([`mod@line`]), around a table ([`frame`]) and in the form other
//! tools exchange ([`townsquare`]); statements ([`formula`]), scripts in the official form ([`script`]), and
//! bags ([`bag`]); and the Storyteller's sheets for the night ([`night_sheet`]).
//!
//! **Reads** the first line of a record: `players=9` or `players=Ann,Ben,…`, `script=` a built-in edition or
//! characters separated by commas, `title=`, `first=` and `other=` the script's own night order,
//! `counts=T,O,M,D`.
//!
//! **Writes** the players' names unless they are `P1`, `P2` and so on, and the rest only where it differs
//! from the default.

pub mod analysis;
pub mod any;
pub mod bag;
pub mod formula;
pub mod frame;
pub mod grimoire_text;
mod json;
pub mod line;
pub mod night_sheet;
pub mod script;
mod tokens;
pub mod townsquare;
pub mod trace;
pub mod trace_input;
pub mod trace_model;

use gaslamp_core::notation::{Field, actor_name};
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::{Dialect, Event as TraceEvent};
use gaslamp_core::{Actor, Contents, Diagnostic, IdKey, Notation, Seat, Seats};

use crate::characters::Character;
use crate::rules::script::{OwnOrder, Script, Step};
use crate::rules::{Action, Content, Event, Grimoire, Scene, Setup, State, default_names};
use crate::view::VisibleState;
use grimoire_text::GrimoireText;
use line::Naming;

impl Notation for State {
    const DIALECT: &'static Dialect = trace::DIALECT;

    fn names(setup: &Setup) -> Vec<String> {
        setup.names.clone()
    }

    fn write_setup(setup: &Setup) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        let players = setup.names.len();
        let is_default = setup.names == default_names(players);
        fields.push(("players", if is_default { players.to_string() } else { setup.names.join(",") }));
        match setup.script.short_name() {
            Some("tb") => {}
            Some(short) => fields.push(("script", short.to_owned())),
            None => write_script(&setup.script, &mut fields),
        }
        if let Some(counts) = setup.counts {
            fields.push(("counts", counts.map(|count| count.to_string()).join(",")));
        }
        fields
    }

    fn read_setup(fields: &[Field<'_>]) -> Result<Setup, Vec<Diagnostic>> {
        SetupReader::default().read(fields)
    }

    fn write_action(
        names: &[String],
        contents: &Contents<Content>,
        actor: Actor,
        action: Action,
    ) -> TraceEvent {
        trace::write_action(names, contents, actor_name(names, actor), action)
    }

    fn read_action(
        names: &[String],
        event: &TraceEvent,
        contents: &mut Contents<Content>,
    ) -> Result<Action, Diagnostic> {
        trace::read_action(names, event, contents)
    }

    fn write_event(names: &[String], event: &Event) -> Option<TraceEvent> {
        Some(trace::write_event(names, event))
    }

    fn write_state(&self, names: &[String]) -> String {
        if self.is_dealt() { write_grimoire(names, &self.grimoire()) } else { "[]".to_owned() }
    }

    fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
        write_visible_state(names, visible_state)
    }

    fn facts(&self, names: &[String]) -> Vec<(String, String)> {
        self.named_facts(names)
    }

    fn id_key(&self, names: &[String], contents: &Contents<Content>, action: Action) -> IdKey {
        let actor = gaslamp_core::Game::to_act(self).unwrap_or(Actor::Storyteller);
        let event = Self::write_action(names, contents, actor, action);
        let from = event.actor.as_ref().map_or_else(String::new, ToString::to_string);
        let bare = TraceEvent { actor: None, verb: None, remark: None, args: Vec::new(), ..event.clone() };
        let to = [event.args.join(","), bare.to_string()].concat();
        IdKey { prefix: prefix(action), from, to: if to.is_empty() { "table".to_owned() } else { to } }
    }
}

/// The letter with which an action's id in a tree begins.
const fn prefix(action: Action) -> char {
    match action {
        Action::Deal(_) => 'b',
        Action::Tell(..) => 't',
        Action::Pick(_) | Action::PickNobody => 'k',
        Action::Rule(_) => 'r',
        Action::Show(_) => 'o',
        Action::Pass => 'e',
        Action::Choose(_)
        | Action::ChooseTwo(..)
        | Action::AttackTwo(..)
        | Action::AttackThree(..)
        | Action::ChooseCharacter(_)
        | Action::Name(..) => 'c',
        Action::Shoot(_) => 's',
        Action::Suspect(_) => 'u',
        Action::Unmask(_) => 'm',
        Action::Nominate(_) => 'n',
        Action::Vote(_) => 'v',
        Action::Abstain => 'a',
        Action::Claim(_) => 'l',
        Action::Ask(_) => 'q',
        Action::Visit => 'i',
    }
}

fn write_script(script: &Script, fields: &mut Vec<(&'static str, String)>) {
    let characters: Vec<String> = script.characters().iter().map(ToString::to_string).collect();
    fields.push(("script", characters.join(",")));
    // The title is written in double quotes.
    let title = script.name().replace('"', "");
    if !title.trim().is_empty() {
        fields.push(("title", title));
    }
    let words = |steps: &Vec<Step>| steps.iter().map(|step| step.word()).collect::<Vec<_>>().join(",");
    for (key, night) in ["first", "other"].into_iter().zip(script.own_order().into_iter().flatten()) {
        fields.extend(night.as_ref().map(|steps| (key, words(steps))));
    }
}

/// Collects the fields of a set-up.
#[derive(Default)]
struct SetupReader {
    names: Option<Vec<String>>,
    script: Option<Script>,
    title: Option<String>,
    order: OwnOrder,
    counts: Option<[usize; 4]>,
}

impl SetupReader {
    fn read(mut self, fields: &[Field<'_>]) -> Result<Setup, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        for field in fields {
            if let Err(more) = self.field(field.key, field.value) {
                problems.extend(more.into_iter().map(|problem| problem.at(field.span)));
            }
        }
        if self.names.is_none() && problems.is_empty() {
            let message = "the number or the names of the players are missing";
            problems.push(
                Diagnostic::new("botc/setup/players", message).fix("game botc 2 players=Ann,Ben,Cy,Dee,Eve"),
            );
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let trouble_brewing = || Script::built_in("tb").unwrap_or_else(|| Script::new("", []));
        let mut script = self.script.unwrap_or_else(trouble_brewing);
        if let Some(title) = self.title {
            script = script.with_name(title);
        }
        if self.order.iter().any(Option::is_some) {
            script = script.with_order(self.order);
        }
        Ok(Setup { script, names: self.names.unwrap_or_default(), counts: self.counts })
    }

    fn field(&mut self, key: &str, value: &str) -> Result<(), Vec<Diagnostic>> {
        let words = || value.split(',').map(str::trim).filter(|word| !word.is_empty());
        let wrong = |id, message: String| vec![Diagnostic::new(id, message)];
        match key {
            "players" => {
                self.names = Some(match value.parse::<usize>() {
                    Ok(players) if players <= Seat::LIMIT => default_names(players),
                    Ok(_) => {
                        let message = format!("{value} players are more than any table can have");
                        return Err(wrong("botc/setup/players", message));
                    }
                    Err(_) => words().map(str::to_owned).collect(),
                });
            }
            "script" => {
                self.script = Some(match Script::built_in(value) {
                    Some(script) => script,
                    None => Script::new(
                        "",
                        read_all(words(), |word| {
                            Character::read(word).ok_or_else(|| {
                                let message = format!("unknown character `{word}`");
                                Diagnostic::new("botc/script/unknown", message)
                            })
                        })?,
                    ),
                });
            }
            "title" => self.title = Some(value.to_owned()),
            "first" | "other" => {
                let steps = read_all(words(), Step::read)?;
                self.order[usize::from(key == "other")] = Some(steps.into_iter().flatten().collect());
            }
            "counts" => self.counts = Some(read_counts(value).map_err(|problem| vec![problem])?),
            _ => {
                let problem = Diagnostic::new("botc/setup/field", format!("unknown set-up field `{key}`"))
                    .fix("players, script, title, first, other, counts");
                return Err(vec![problem]);
            }
        }
        Ok(())
    }
}

/// Reads the numbers of Townsfolk, Outsiders, Minions and Demons: `3,0,1,1`.
///
/// # Errors
/// When they are not four numbers.
pub fn read_counts(text: &str) -> Result<[usize; 4], Diagnostic> {
    let counts: Result<Vec<usize>, _> = text.split(',').map(|count| count.trim().parse()).collect();
    counts.ok().and_then(|counts| <[usize; 4]>::try_from(counts).ok()).ok_or_else(|| {
        Diagnostic::new("botc/setup/counts", format!("`{text}` is not a list of four counts"))
            .fix("counts=3,0,1,1")
    })
}

/// Reads every word, or reports everything that is wrong.
fn read_all<'a, T>(
    words: impl Iterator<Item = &'a str>,
    read: impl Fn(&str) -> Result<T, Diagnostic>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let (mut items, mut problems) = (Vec::new(), Vec::new());
    for word in words {
        match read(word) {
            Ok(item) => items.push(item),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(items) } else { Err(problems) }
}

/// The grimoire of a game on one line.
fn write_grimoire(names: &[String], grimoire: &Grimoire) -> String {
    line::write(&GrimoireText::of(names, grimoire), Naming::Long)
}

/// Two lines for a person: the table as this seat sees it, and what is going on.
fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
    let name = |seat: Seat| actor_name(names, Actor::Seat(seat));
    let table = line::write(&GrimoireText::seen(names, visible_state), Naming::Long);
    let number = visible_state.number;
    let scene = match visible_state.scene {
        Scene::Setup => "the bag goes round".to_owned(),
        Scene::Night if visible_state.is_awake => format!("night {number}, you are awake"),
        Scene::Night => format!("night {number}, your eyes are closed"),
        Scene::Talk(speaker) => format!("day {number}, {} may speak", name(speaker)),
        Scene::LastChoice { seat, is_evening } => {
            let part = if is_evening { "evening" } else { "day" };
            format!("{part} {number}, {} has died and chooses a player", name(seat))
        }
        Scene::Evening(speaker) => format!("evening {number}, {} may nominate", name(speaker)),
        Scene::Defence(nominee) => {
            format!("evening {number}, {} is nominated and may speak", name(nominee))
        }
        Scene::Vote { nominee, voter } => {
            format!("evening {number}, the vote on {}, {} is to vote", name(nominee), name(voter))
        }
        Scene::Over => "the game is over".to_owned(),
    };
    let block = match visible_state.block {
        (Some(seat), votes) => format!("; {} is on the block with {}", name(seat), plural(votes, "vote")),
        (None, _) => String::new(),
    };
    let hands = names_of(names, visible_state.hands);
    let hands = if hands.is_empty() { hands } else { format!("; hands up: {hands}") };
    let side = visible_state.side.map_or(String::new(), |side| format!("; you are {}", side.name()));
    format!("{table}\n{scene}{block}{hands}{side}")
}

fn names_of(names: &[String], seats: Seats) -> String {
    let names: Vec<&str> = seats.iter().map(|seat| actor_name(names, Actor::Seat(seat))).collect();
    names.join(", ")
}

impl State {
    /// The state as named facts in a fixed order.
    fn named_facts(&self, names: &[String]) -> Vec<(String, String)> {
        let mut facts = vec![("phase".to_owned(), gaslamp_core::Game::phase(self).to_string())];
        if !self.is_dealt() {
            return facts;
        }
        for (index, entry) in self.grimoire().seats.iter().enumerate() {
            let (seat, person) = (Seat::new(index), self.person(Seat::new(index)));
            let name = actor_name(names, Actor::Seat(seat));
            let mut fact = |what: &str, value: String| facts.push((format!("{name} {what}"), value));
            fact("role", person.role.to_string());
            fact("token", person.token.to_string());
            fact("side", person.side.name().to_owned());
            fact("life", if entry.is_alive { "alive" } else { "dead" }.to_owned());
            fact("vote", if entry.has_vote { "left" } else { "spent" }.to_owned());
            let tokens: Vec<String> = entry.reminders.iter().map(ToString::to_string).collect();
            fact("tokens", tokens.join(" "));
        }
        let visible_state = gaslamp_core::Game::visible_state(self, Seat::new(0));
        facts.push(("nominated".to_owned(), names_of(names, visible_state.nominated)));
        facts.push(("nominators".to_owned(), names_of(names, visible_state.nominators)));
        facts.push(("hands".to_owned(), names_of(names, visible_state.hands)));
        let block = visible_state.block.0.map_or_else(String::new, |seat| names_of(names, Seats::only(seat)));
        facts.push(("block".to_owned(), block));
        facts
    }
}
