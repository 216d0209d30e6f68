//! The text of the game: trace verbs, actions and events, and the table line ([`table`]).
//!
//! **Reads** seats as `P3`, `3` or `PLAYER_3`, in any case, with or without the token's brackets; roles and
//! colours in any case; a deal with or without its citizens.
//!
//! **Writes** seats as `P3`, everything else in lower case, a deal in seat order without its citizens.

pub mod table;

use gaslamp_core::notation::{Field, actor_name, is_storyteller};
use gaslamp_core::trace::{self, Dialect, Name, Verb};
use gaslamp_core::{Actor, Contents, Diagnostic, Game, IdKey, NoContent, Notation, Seat};

use crate::rules::phase::PHASES;
use crate::rules::{Action, Ballot, Colour, Deal, Event, Phrase, Role, Rules, SEATS, State};
use crate::view::{Scene, VisibleState};

use table::Table;

const VERBS: &[Verb] = &[
    Verb::action("deals", &["the dealer deals {targets}"], true),
    Verb::action("passes", &["{actor} passes", "{actor} ends the turn"], false),
    Verb::action("nominates", &["{actor} nominates {target}"], false),
    Verb::action("claims_sheriff", &["{actor} claims to be the sheriff"], false),
    Verb::action("denies_sheriff", &["{actor} denies being the sheriff"], false),
    Verb::action("claims_check", &["{actor} claims to have checked {target} as {tag}"], false),
    Verb::action("says", &["{actor} says {target} is {tag}"], false),
    Verb::action("votes", &["{actor} votes {target}", "{actor} votes against {target}"], true),
    Verb::action("eliminates_all", &["{actor} votes to eliminate all"], true),
    Verb::action("keeps_all", &["{actor} votes to keep all"], true),
    Verb::action("kills", &["{actor} shoots {target}", "{actor} kills {target}"], true),
    Verb::action("checks_colour", &["{actor} checks the colour of {target}"], true),
    Verb::action("checks_sheriff", &["{actor} checks whether {target} is the sheriff"], true),
    Verb::telling("gives", &["{target} is dealt {tag}"]),
    Verb::telling("knows", &["{actor} knows the mafia {targets}"]),
    Verb::consequence("starts", &["{target} speaks first"], false),
    Verb::consequence("lists", &["nominated: {targets}"], false),
    Verb::consequence("voted", &["{actor} voted {target}"], false),
    Verb::consequence("voted_to_eliminate_all", &["{actor} voted to eliminate all"], false),
    Verb::consequence("voted_to_keep_all", &["{actor} voted to keep all"], false),
    Verb::consequence("ties", &["tied: {targets}"], false),
    Verb::consequence("eliminates", &["{target} leaves the game"], false),
    Verb::consequence("learns", &["{actor} learns that {target} is {tag}"], true),
    Verb::consequence("declares", &["the {arg} team wins"], false),
];

/// The names of the seats.
fn names() -> Vec<String> {
    (0..SEATS).map(|index| format!("P{index}")).collect()
}

/// Reads a seat.
pub(crate) fn read_seat(text: &str) -> Option<Seat> {
    let text = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
    let lower = text.to_ascii_lowercase();
    let digit = lower.strip_prefix("player_").or_else(|| lower.strip_prefix('p')).unwrap_or(&lower);
    let plain = digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit();
    digit.parse().ok().filter(|_| plain).and_then(|index| Seat::checked(index, SEATS))
}

fn read_colour(text: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(text))
}

pub(crate) fn read_role(text: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(text))
}

/// An action without its actor, in trace syntax.
#[must_use]
pub fn write_without_actor(action: Action) -> String {
    trace::Event { actor: None, ..write_action(&names(), "", action) }.to_string()
}

/// An action as an event of the trace, performed by `actor`.
fn write_action(names: &[String], actor: &str, action: Action) -> trace::Event {
    let seat = |seat: Seat| actor_name(names, Actor::Seat(seat));
    let event = |verb| trace::Event::new(actor, verb);
    match action {
        Action::EndTurn => event("passes"),
        Action::Nominate(target) => event("nominates").target(seat(target)),
        Action::ClaimSheriff => event("claims_sheriff"),
        Action::DenySheriff => event("denies_sheriff"),
        Action::ClaimCheck(target, colour) => event("claims_check").tagged(seat(target), colour.name()),
        Action::Say(target, colour) => event("says").tagged(seat(target), colour.name()),
        Action::Vote(target) => event("votes").target(seat(target)),
        Action::EliminateAll => event("eliminates_all"),
        Action::KeepAll => event("keeps_all"),
        Action::Kill(target) => event("kills").target(seat(target)),
        Action::SheriffCheck(target) => event("checks_colour").target(seat(target)),
        Action::DonCheck(target) => event("checks_sheriff").target(seat(target)),
        Action::Deal(deal) => (0..SEATS)
            .map(Seat::new)
            .filter(|&target| deal.role(target) != Role::Citizen)
            .fold(event("deals"), |event, target| event.tagged(seat(target), deal.role(target).name())),
    }
}

/// Reads an action; its actor is ignored.
fn read_action(event: &trace::Event) -> Result<Action, Diagnostic> {
    let verb = event.verb.as_deref().unwrap_or_default();
    let wrong = |message: String| Diagnostic::new("mafia/notation/action", message);
    if let Some(Name { name, tag: Some(tag) }) = &event.actor {
        return Err(wrong(format!("`{name}:{tag}`: the actor is named by the seat alone")).fix(name.clone()));
    }
    if !event.args.is_empty() || event.targets.iter().any(|target| !target.args.is_empty()) {
        return Err(wrong(format!("`{verb}` takes nothing in parentheses")));
    }
    if verb == "deals" {
        return read_deal(event).map(Action::Deal);
    }
    let bare = || match event.targets.as_slice() {
        [] => Ok(()),
        _ => Err(wrong(format!("`{verb}` takes no target"))),
    };
    let target = |wants_colour: bool| {
        let [target] = event.targets.as_slice() else {
            return Err(wrong(format!("`{verb}` takes one target")).fix(format!("{verb}->P3")));
        };
        let seat = read_seat(&target.name.name).ok_or_else(|| {
            Diagnostic::new("mafia/notation/seat", format!("there is no seat `{}`", target.name.name))
                .fix("seats are P0 to P9")
        })?;
        match (&target.name.tag, wants_colour) {
            (None, false) => Ok((seat, Colour::Red)),
            (Some(tag), true) => read_colour(tag)
                .map(|colour| (seat, colour))
                .ok_or_else(|| wrong(format!("`{tag}` is not a colour")).fix("red or black")),
            (None, true) => Err(wrong(format!("`{verb}` needs a colour")).fix(format!("{verb}->P3:red"))),
            (Some(tag), false) => Err(wrong(format!("`{verb}` takes just a seat, without `:{tag}`"))),
        }
    };
    match verb {
        "passes" => bare().map(|()| Action::EndTurn),
        "claims_sheriff" => bare().map(|()| Action::ClaimSheriff),
        "denies_sheriff" => bare().map(|()| Action::DenySheriff),
        "eliminates_all" => bare().map(|()| Action::EliminateAll),
        "keeps_all" => bare().map(|()| Action::KeepAll),
        "nominates" => target(false).map(|(seat, _)| Action::Nominate(seat)),
        "votes" => target(false).map(|(seat, _)| Action::Vote(seat)),
        "kills" => target(false).map(|(seat, _)| Action::Kill(seat)),
        "checks_colour" => target(false).map(|(seat, _)| Action::SheriffCheck(seat)),
        "checks_sheriff" => target(false).map(|(seat, _)| Action::DonCheck(seat)),
        "claims_check" => target(true).map(|(seat, colour)| Action::ClaimCheck(seat, colour)),
        "says" => target(true).map(|(seat, colour)| Action::Say(seat, colour)),
        _ => Err(wrong(format!("unknown action `{verb}`"))),
    }
}

fn read_deal(event: &trace::Event) -> Result<Deal, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::new("mafia/notation/deal", message)
            .fix("st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff; players not named are citizens")
    };
    let mut roles = [None; SEATS];
    for target in &event.targets {
        let tag = target.name.tag.as_deref().unwrap_or_default();
        let (Some(seat), Some(role)) = (read_seat(&target.name.name), read_role(tag)) else {
            return Err(wrong(format!("`{}` is not a seat with its role", target.name)));
        };
        if roles[seat.index()].replace(role).is_some() {
            return Err(wrong(format!("`{}` is dealt twice", target.name.name)));
        }
    }
    Deal::from_roles(&roles.map(|role| role.unwrap_or(Role::Citizen)))
        .ok_or_else(|| wrong("a deal must have one don, two mafia and one sheriff".to_owned()))
}

impl Notation for State {
    const DIALECT: &'static Dialect = &Dialect::new(&PHASES, VERBS);

    fn names(_: &Rules) -> Vec<String> {
        names()
    }

    fn write_setup(rules: &Rules) -> Vec<(&'static str, String)> {
        table::write_rules(rules)
    }

    fn read_setup(fields: &[Field<'_>]) -> Result<Rules, Vec<Diagnostic>> {
        let mut rules = Rules::default();
        let mut problems: Vec<Diagnostic> = fields
            .iter()
            .filter_map(|field| {
                table::read_rule(&mut rules, field.key, field.value)
                    .err()
                    .map(|problem| problem.at(field.span))
            })
            .collect();
        problems.extend(rules.problems().into_iter().map(|(keys, problem)| {
            problem.at(fields.iter().find(|field| keys.contains(&field.key)).and_then(|field| field.span))
        }));
        if problems.is_empty() { Ok(rules) } else { Err(problems) }
    }

    fn write_action(names: &[String], _: &Contents<NoContent>, actor: Actor, action: Action) -> trace::Event {
        write_action(names, actor_name(names, actor), action)
    }

    fn read_action(
        _: &[String],
        event: &trace::Event,
        _: &mut Contents<NoContent>,
    ) -> Result<Action, Diagnostic> {
        read_action(event)
    }

    fn write_event(names: &[String], event: &Event) -> Option<trace::Event> {
        let name = |seat: Seat| actor_name(names, Actor::Seat(seat));
        let by = event.by.map_or("st", name);
        let told = |verb| trace::Event::new("st", verb);
        let all =
            |verb, seats: &[Seat]| seats.iter().fold(told(verb), |event, &seat| event.target(name(seat)));
        Some(match event.phrase {
            Phrase::Act(action) => write_action(names, by, action),
            Phrase::YourRole(role) => told("gives").tagged(by, role.name()),
            Phrase::MafiaTeam(team) => {
                team.iter().fold(trace::Event::new(by, "knows"), |event, &seat| event.target(name(seat)))
            }
            Phrase::StartingPlayer(seat) => told("starts").target(name(seat)),
            Phrase::NominatedList(seats) => all("lists", seats.as_slice()),
            Phrase::TieResult(seats) => all("ties", seats.as_slice()),
            Phrase::VoteRevealed(voter, Ballot::Against(seat)) => {
                trace::Event::new(name(voter), "voted").target(name(seat))
            }
            Phrase::VoteRevealed(voter, Ballot::EliminateAll) => {
                trace::Event::new(name(voter), "voted_to_eliminate_all")
            }
            Phrase::VoteRevealed(voter, Ballot::KeepAll) => {
                trace::Event::new(name(voter), "voted_to_keep_all")
            }
            Phrase::Eliminated(seat) => told("eliminates").target(name(seat)),
            Phrase::CheckResult(seat, finding) => {
                trace::Event::new(by, "learns").tagged(name(seat), finding.name())
            }
            Phrase::Won(colour) => told("declares").arg(colour.name()),
            // The phases and the next actor already say these.
            Phrase::GameStart
            | Phrase::YourPosition(_)
            | Phrase::Day(_)
            | Phrase::Night(_)
            | Phrase::Turn(_) => return None,
        })
    }

    fn write_state(&self, _: &[String]) -> String {
        Table::of(self).to_string()
    }

    fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
        write_visible_state(names, visible_state)
    }

    fn facts(&self, names: &[String]) -> Vec<(String, String)> {
        Table::of(self).facts(names)
    }

    fn id_key(&self, names: &[String], _: &Contents<NoContent>, action: Action) -> IdKey {
        let actor = self.to_act().unwrap_or(Actor::Storyteller);
        let event = write_action(names, actor_name(names, actor), action);
        let prefix = match action {
            Action::EndTurn => 'e',
            Action::Nominate(_) => 'n',
            Action::ClaimSheriff => 'c',
            Action::DenySheriff => 'd',
            Action::ClaimCheck(..) => 'r',
            Action::Say(..) => 's',
            Action::Vote(_) => 'v',
            Action::EliminateAll => 'a',
            Action::KeepAll => 'o',
            Action::Kill(_) => 'k',
            Action::SheriffCheck(_) => 'h',
            Action::DonCheck(_) => 'f',
            Action::Deal(_) => 'b',
        };
        let from = event.actor.map_or_else(String::new, |actor| actor.to_string());
        let to: Vec<String> = event.targets.iter().map(|target| target.name.to_string()).collect();
        IdKey { prefix, from, to: if to.is_empty() { "table".to_owned() } else { to.join(",") } }
    }

    fn read_actor(_: &[String], name: &str) -> Option<Actor> {
        let seat = read_seat(name).map(Actor::Seat);
        seat.or_else(|| is_storyteller(name).then_some(Actor::Storyteller))
    }
}

/// Two lines for a person: the table as this seat sees it, and what is going on.
fn write_visible_state(names: &[String], visible_state: &VisibleState) -> String {
    let name = |seat: Seat| actor_name(names, Actor::Seat(seat));
    let entry = |index: usize| {
        let seat = Seat::new(index);
        let known = match visible_state.role {
            Some(role) if seat == visible_state.seat => role.name(),
            _ if visible_state.team.contains(seat) => "black",
            _ => "?",
        };
        let mark = if visible_state.living.contains(seat) { "" } else { "*" };
        format!("{mark}{}:{known}{mark}", name(seat))
    };
    let seats: Vec<String> = (0..SEATS).map(entry).collect();
    let scene = match visible_state.scene {
        Scene::Deal => "the cards are being dealt".to_owned(),
        Scene::Talk(speaker) => format!("day {}, {} speaks", visible_state.day, name(speaker)),
        Scene::LastWords(speaker) => format!("day {}, last words of {}", visible_state.day, name(speaker)),
        Scene::Vote { round, voter } => {
            format!("day {}, vote round {round}, {} is to vote", visible_state.day, name(voter))
        }
        Scene::Night { awake: true } => format!("night {}, you are awake", visible_state.day),
        Scene::Night { awake: false } => format!("night {}", visible_state.day),
        Scene::Over => "the game is over".to_owned(),
    };
    let nominees: Vec<&str> = visible_state.nominees.as_slice().iter().map(|&seat| name(seat)).collect();
    let nominees = match nominees.as_slice() {
        [] => String::new(),
        some => format!(", nominated: {}", some.join(", ")),
    };
    format!("[{}]\nYou are {}: {scene}{nominees}", seats.join(" "), name(visible_state.seat))
}
