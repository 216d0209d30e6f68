//! What a seat has seen of a game, as a case. Accepts views, emits logs, testimonies and cases.

use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{Action, Claim, Entry, Event, Formula, Phrase, Profile, Report, Scene, Statement};
use gaslamp_botc::{Character, CharacterSet, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats, View};

use super::case::{Case, Ending, Learned, LogEntry, Player, PublicEvent, Testimony, TestimonyEntry};
use super::variant::Variant;

/// What the whole table has seen, in order.
#[must_use]
pub fn log(view: &View<State>) -> Vec<LogEntry> {
    let mut log: Vec<LogEntry> = Vec::new();
    // Whether what was written down last is still going on, so that whoever dies or is executed now does so because of it.
    let mut is_going_on = false;
    let mut voters = Seats::NONE;
    let select = |is_such: fn(&Profile) -> bool| Profile::select(view.now.script, is_such);
    let notes_votes = !select(Profile::learns_of_votes).is_empty();
    for (phase, event) in before_the_end(view) {
        let number = number(*phase);
        let was_going_on = std::mem::replace(&mut is_going_on, false);
        let mut add = |what| {
            log.push(LogEntry { number, what, span: None });
            is_going_on = true;
        };
        match (&event.phrase, event.by) {
            (Phrase::Dawn { died, revived }, _) => {
                if !died.is_empty() {
                    add(PublicEvent::Died(*died));
                }
                if !revived.is_empty() {
                    add(PublicEvent::Revived(*revived));
                }
                is_going_on = false;
            }
            (Phrase::Counted { .. }, _) => {
                if notes_votes {
                    note_votes(&mut log, number, std::mem::take(&mut voters));
                }
            }
            (Phrase::Act(Action::Nominate(nominee)), Some(by)) => {
                add(PublicEvent::Nominated { by, nominee: *nominee });
            }
            (Phrase::Act(Action::Choose(chosen)), Some(by)) if is_public(view, event) => {
                // Whose ability it is that lets the dead choose is not said, and does not matter.
                if let Some(ability) = select(Profile::chooses_at_death).iter().next() {
                    add(PublicEvent::Chose { ability, by, chosen: *chosen });
                }
            }
            (Phrase::Act(Action::Vote(_)), Some(by)) => voters = voters.with(by),
            (Phrase::Act(Action::Shoot(target)), Some(by)) => {
                add(PublicEvent::Shot { by, target: *target, died: false });
            }
            (Phrase::Said(claim), Some(by)) => match claim.as_ref() {
                Claim::Guesses(guesses) => add(PublicEvent::Juggled { by, guesses: guesses.clone() }),
                Claim::Gossip(truth) => add(PublicEvent::Gossiped { by, truth: truth.clone() }),
                Claim::Role(_) | Claim::Report(_) | Claim::Accusation(_) => {}
            },
            (Phrase::Executed, Some(seat)) => {
                execute(&mut log, number, seat, was_going_on);
                is_going_on = true;
            }
            (Phrase::Died, Some(seat)) => {
                die(&mut log, number, seat, was_going_on);
                is_going_on = was_going_on;
            }
            // What not everybody sees lies between nothing that everybody sees.
            _ => is_going_on = was_going_on && !is_public(view, event),
        }
    }
    let notes_nominations = !select(Profile::learns_of_nominations).is_empty();
    for day in 1..ending(view).night() {
        let of_day = || log.iter().filter(|seen| seen.number == day).map(|seen| &seen.what);
        let nominators = of_day().map(PublicEvent::nominators).fold(Seats::NONE, Seats::or);
        let has_votes = of_day().any(|what| matches!(what, PublicEvent::Voted(_)));
        if notes_votes && !has_votes {
            close_day(&mut log, day, PublicEvent::Voted(Seats::NONE));
        }
        if notes_nominations {
            close_day(&mut log, day, PublicEvent::Nominators(nominators));
        }
    }
    log
}

/// Adds at the end of a day that nobody else did this.
fn close_day(log: &mut Vec<LogEntry>, number: u16, what: PublicEvent) {
    let end = log.partition_point(|seen| seen.number <= number);
    log.insert(end, LogEntry { number, what, span: None });
}

/// What was seen before the game was over: a case describes a running game, so the event that ended it is left out, or the whole
/// night if it ended at night.
fn before_the_end(view: &View<State>) -> &[(Phase, Event)] {
    let is_end = |(_, event): &(Phase, Event)| matches!(event.phrase, Phrase::Won(_));
    let Some(end) = view.seen.iter().position(is_end) else { return &view.seen };
    let last = match view.seen[end].0 {
        night @ Phase { label: NIGHT, .. } => view.seen.iter().position(|(phase, _)| *phase == night),
        _ => view.seen[..end]
            .iter()
            .rposition(|(_, event)| matches!(event.phrase, Phrase::Act(_) | Phrase::Counted { .. })),
    };
    &view.seen[..last.unwrap_or(0)]
}

/// Adds voters to those of the day.
fn note_votes(log: &mut Vec<LogEntry>, number: u16, voters: Seats) {
    let of_today =
        log.iter_mut().filter(|seen| seen.number == number).find_map(|seen| match &mut seen.what {
            PublicEvent::Voted(seats) => Some(seats),
            _ => None,
        });
    match of_today {
        Some(seats) => *seats = seats.or(voters),
        None if voters.is_empty() => {}
        None => log.push(LogEntry { number, what: PublicEvent::Voted(voters), span: None }),
    }
}

fn is_public(view: &View<State>, event: &Event) -> bool {
    event.audience.len() == view.names.len()
}

/// A nominator may be executed at once, before any vote, even one who has just died of nominating; anybody else, by vote or for what
/// they have said.
fn execute(log: &mut Vec<LogEntry>, number: u16, seat: Seat, is_going_on: bool) {
    let last = log.last_mut().map(|seen| &mut seen.what).filter(|_| is_going_on);
    let nomination = match last.as_deref() {
        Some(PublicEvent::Nominated { by, nominee }) => Some((*by, *nominee, false)),
        Some(PublicEvent::DiedNominating { by, nominee: Some(nominee) }) => Some((*by, *nominee, true)),
        _ => None,
    };
    match (last, nomination) {
        (Some(what), Some((by, nominee, died))) if by == seat => {
            *what = PublicEvent::ExecutedForNominating { by, nominee, died };
        }
        _ => log.push(LogEntry { number, what: PublicEvent::Executed { seat, died: false }, span: None }),
    }
}

/// A player dies during the day, because of the event just before if that is still going on, or by the Storyteller's will alone.
fn die(log: &mut Vec<LogEntry>, number: u16, seat: Seat, is_going_on: bool) {
    let what = match log.last_mut().map(|seen| &mut seen.what).filter(|_| is_going_on) {
        None => PublicEvent::DiedByDay(seat),
        Some(cause) => match dying_of(cause, seat) {
            Some(dying) => return *cause = dying,
            None => PublicEvent::DiedToo(seat),
        },
    };
    log.push(LogEntry { number, what, span: None });
}

/// The same event if this player has died of it, where that is told together.
fn dying_of(cause: &PublicEvent, seat: Seat) -> Option<PublicEvent> {
    match *cause {
        PublicEvent::Executed { seat: executed, died: false } if executed == seat => {
            Some(PublicEvent::Executed { seat, died: true })
        }
        PublicEvent::Shot { by, target, died: false } if target == seat => {
            Some(PublicEvent::Shot { by, target, died: true })
        }
        PublicEvent::ExecutedForNominating { by, nominee, died: false } if by == seat => {
            Some(PublicEvent::ExecutedForNominating { by, nominee, died: true })
        }
        PublicEvent::Nominated { by, nominee } if by == seat => {
            Some(PublicEvent::DiedNominating { by, nominee: Some(nominee) })
        }
        PublicEvent::Nominated { by, nominee } if nominee == seat => {
            Some(PublicEvent::DiedNominated { by, nominee })
        }
        _ => None,
    }
}

const fn number(phase: Phase) -> u16 {
    match phase {
        Phase::SETUP => 1,
        Phase { number, .. } => number,
    }
}

/// What a seat knows about itself, as it would honestly tell it: the token it drew, and what it did and learned since.
#[must_use]
pub fn testimony(view: &View<State>) -> (Option<Character>, Vec<TestimonyEntry>) {
    let mut evidence = Evidence::default();
    for (phase, event) in before_the_end(view) {
        evidence.hear(view.seat, *phase, event);
    }
    (evidence.claim, evidence.says)
}

/// What a seat knows about itself, collected event by event.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    claim: Option<Character>,
    says: Vec<TestimonyEntry>,
    /// Whom the player has chosen but not yet reported, and for which ability.
    chosen: Vec<Seat>,
    chosen_for: Option<Character>,
    /// Whose ability the next choice is for, if not the own.
    chooses_for: Option<Character>,
    /// Whom the player has told the Storyteller to suspect.
    suspect: Option<Seat>,
    /// What the player has asked the Storyteller.
    asked: Option<Formula>,
    /// The player executed last, of whom an Undertaker learns.
    executed: Option<Seat>,
}

impl Evidence {
    /// Handles an event that this seat has just seen.
    pub fn hear(&mut self, seat: Seat, phase: Phase, event: &Event) {
        if matches!(event.phrase, Phrase::Executed) {
            self.executed = event.by;
        }
        if event.by == Some(seat) && event.audience == Seats::only(seat) {
            self.note(phase, &event.phrase);
        }
    }

    /// What the player chose and was told, night by night.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.says.iter().filter_map(|said| match &said.what {
            Testimony::Report(report) => Some(report),
            _ => None,
        })
    }

    fn say(&mut self, what: Testimony) {
        self.says.push(TestimonyEntry { what, span: None });
    }

    fn note(&mut self, phase: Phase, phrase: &Phrase) {
        let night = number(phase);
        match phrase {
            Phrase::YouAre(token, _) => match self.claim {
                None => self.claim = Some(*token),
                Some(_) => self.say(Testimony::Became { night, character: *token }),
            },
            Phrase::ChoosesFor(ability) => self.chooses_for = Some(*ability),
            Phrase::Act(action) => self.choose(night, *action),
            Phrase::Told(ability, Statement::Answer(answer)) if self.asked.is_some() => {
                self.answered(night, *ability, *answer);
            }
            Phrase::Told(_, Statement::Grimoire | Statement::Nothing) => {}
            Phrase::Told(ability, told) => self.told(night, *ability, *told),
            Phrase::Things(things) => {
                let (a, b) = things.as_ref().clone();
                if let Some(ability) = self.claim_now() {
                    self.say(Testimony::Things { day: night, ability, things: [a, b] });
                }
            }
            Phrase::Asked(question) => self.asked = Some(question.as_ref().clone()),
            // Only what is told in the first night belongs to the deal; later, some may have become others.
            Phrase::MinionInfo { demons, minions } if night == 1 => {
                self.say(Testimony::Team { demons: Some(*demons), minions: *minions });
            }
            Phrase::DemonInfo(team) => {
                // Somebody may keep the Minions from the Demon.
                if !team.minions.is_empty() {
                    self.say(Testimony::Team { demons: None, minions: team.minions });
                }
                self.say(Testimony::Bluffs(team.bluffs.iter().collect()));
            }
            Phrase::Knows(..) | Phrase::KnowsInPlay(_) | Phrase::Mad(_) => {
                if let Some(what) = Learned::of(phrase) {
                    self.say(Testimony::Learned { night, what });
                }
            }
            Phrase::Shown(grimoire) => {
                let roles = grimoire.seats.iter().map(Entry::role);
                let roles = roles.collect();
                self.say(Testimony::Grimoire { night, roles });
            }
            _ => {}
        }
    }

    /// A choice is reported with what was learned from it, or by itself if nothing was.
    fn choose(&mut self, night: u16, action: Action) {
        let ability = self.chooses_for.take().or_else(|| self.claim_now());
        match action {
            Action::ChooseCharacter(character) => {
                if let Some(ability) = ability {
                    self.say(Testimony::Chose { night, ability, character });
                }
            }
            Action::Name(seat, character) => {
                if let Some(ability) = ability {
                    self.say(Testimony::Named { night, ability, seat, character });
                }
            }
            Action::Suspect(seat) => self.suspect = Some(seat),
            Action::AttackTwo(a, b) => self.attack(night, ability, vec![a, b]),
            Action::AttackThree(a, b, c) => self.attack(night, ability, vec![a, b, c]),
            _ => {
                self.chosen = action.chosen().iter().collect();
                self.chosen_for = ability;
                if let (Some(ability), false) = (ability, self.chosen.is_empty()) {
                    let chosen = self.chosen.clone();
                    self.say(Testimony::Report(Report { night, ability, chosen, told: None }));
                }
            }
        }
    }

    fn attack(&mut self, night: u16, ability: Option<Character>, chosen: Vec<Seat>) {
        if let Some(ability) = ability {
            self.say(Testimony::Report(Report { night, ability, chosen, told: None }));
        }
    }

    fn told(&mut self, night: u16, ability: Character, told: Statement) {
        if let (Some(seat), Statement::Players(players)) = (self.suspect.take(), told)
            && let Some(told) = players.lowest()
        {
            return self.say(Testimony::Suspected { day: night, ability, seat, told });
        }
        // What is told of one ability is not about whom the player has chosen for another.
        let is_chosen = self.chosen_for == Some(ability);
        let chosen = if is_chosen { std::mem::take(&mut self.chosen) } else { Vec::new() };
        if let Some(TestimonyEntry { what: Testimony::Report(report), .. }) = self.says.last_mut()
            && report.told.is_none()
            && report.night == night
            && report.ability == ability
            && !chosen.is_empty()
        {
            report.told = Some(told);
            return;
        }
        let is_about = matches!(told, Statement::Is(_)) && chosen.is_empty();
        let chosen = if is_about { self.executed.into_iter().collect() } else { chosen };
        self.say(Testimony::Report(Report { night, ability, chosen, told: Some(told) }));
    }

    fn answered(&mut self, day: u16, ability: Character, answer: bool) {
        if let Some(question) = self.asked.take() {
            let truth = if answer { question } else { Formula::Not(Box::new(question)) };
            self.say(Testimony::Answered { day, ability, truth });
        }
    }

    /// The ability that the player thinks they have: the last one gained.
    fn claim_now(&self) -> Option<Character> {
        let gains =
            |ability: Character| Profile::of(ability).is_some_and(|profile| profile.gains_abilities());
        self.says.iter().fold(self.claim, |own, said| match said.what {
            Testimony::Became { character, .. } => Some(character),
            Testimony::Chose { ability, character, .. } if own == Some(ability) && gains(ability) => {
                Some(character)
            }
            _ => own,
        })
    }
}

/// The moment up to which a view goes.
#[must_use]
pub fn ending(view: &View<State>) -> Ending {
    let number = view.now.number.max(1);
    match view.now.scene {
        Scene::Setup | Scene::Night => Ending::Night(number),
        Scene::Talk(_)
        | Scene::LastChoice { .. }
        | Scene::Evening(_)
        | Scene::Defence(_)
        | Scene::Vote { .. } => Ending::Day(number),
        Scene::Over => match before_the_end(view).last() {
            Some((Phase { label: DAY | EVENING, number }, _)) => Ending::Day(*number),
            _ => Ending::Night(1),
        },
    }
}

/// All characters that may be in play without being claimed: the evil ones of a script, those that draw another token, and those
/// that need not tell the truth.
#[must_use]
pub fn hidden(script: CharacterSet) -> CharacterSet {
    let may_lie = |role: Character| {
        let own = Profile::united_by(role, script).with(role);
        !Profile::select(own, Profile::may_lie).is_empty()
    };
    let is_hidden = |role: &Character| {
        CharacterSet::EVIL.contains(*role) || Profile::identity_on(*role, script).is_some() || may_lie(*role)
    };
    script.iter().filter(is_hidden).collect()
}

/// A case of these testimonies, seen from outside.
#[must_use]
pub fn case(view: &View<State>, players: Vec<Player>) -> Case {
    Case {
        tells_changes: Seats::first(players.len()),
        variant: Variant::default(),
        players,
        hidden: hidden(view.now.script),
        hidden_again: Vec::new(),
        also_on_script: CharacterSet::NONE,
        you: None,
        you_may_be: CharacterSet::NONE,
        united: None,
        known: Seats::NONE,
        undeluded: Seats::NONE,
        tells_all: Seats::NONE,
        counts: None,
        duplicate_roles: false,
        demon_may_attack_dead: true,
        script: None,
        log: log(view),
        ends: ending(view),
    }
}

/// What was public at the table, seen from outside. A player who claims nothing may be any character of the script.
#[must_use]
pub fn public_case(view: &View<State>) -> Case {
    let mut case = case(view, claimed_by_all(view));
    // A public claim names only a role, not when the player became it.
    case.tells_changes = Seats::NONE;
    if case.players.iter().any(|player| player.claims.is_empty()) {
        case.hidden = view.now.script;
    }
    case
}

/// What everybody has claimed publicly.
fn claimed_by_all(view: &View<State>) -> Vec<Player> {
    let names = view.names.iter().enumerate();
    names
        .map(|(index, name)| {
            let (claims, says) = claimed_aloud(view, Seat::new(index));
            Player { name: name.clone(), claims, says }
        })
        .collect()
}

/// What one seat knows and has heard: its own testimony is certain, the public claims of others are only claims.
#[must_use]
pub fn own_case(view: &View<State>) -> Case {
    let mut players = claimed_by_all(view);
    let (claim, says) = testimony(view);
    let own = &mut players[view.seat.index()];
    own.claims = claim.into_iter().collect();
    own.says = says;
    let may_believe = |role: &Character| {
        let identity = Profile::identity_on(*role, view.now.script);
        claim.is_some_and(|claim| identity.is_some_and(|identity| identity.shows(claim.team())))
    };
    let mut case = case(view, players);
    case.hidden = case.hidden.or(view.now.script);
    // Before the deal a seat knows nothing, not even its own role.
    case.you = claim.map(|_| view.seat);
    case.tells_all = Seats::only(view.seat);
    // The claims of others name only a role, not when the player became it.
    case.tells_changes = Seats::only(view.seat);
    case.you_may_be = view.now.script.iter().filter(may_believe).collect();
    case
}

/// What a player has claimed publicly: the last role, and every report that belongs to it.
fn claimed_aloud(view: &View<State>, seat: Seat) -> (Vec<Character>, Vec<TestimonyEntry>) {
    let mut claim = None;
    let mut says: Vec<TestimonyEntry> = Vec::new();
    for (_, event) in before_the_end(view).iter().filter(|(_, event)| event.by == Some(seat)) {
        let Phrase::Said(said) = &event.phrase else { continue };
        match said.as_ref() {
            Claim::Role(character) => claim = Some(*character),
            Claim::Report(report) => {
                let what = Testimony::Report(report.clone());
                if says.iter().all(|said| said.what != what) {
                    says.push(TestimonyEntry { what, span: None });
                }
            }
            Claim::Guesses(_) | Claim::Accusation(_) | Claim::Gossip(_) => {}
        }
    }
    (claim.into_iter().collect(), says)
}
