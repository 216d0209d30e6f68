//! What Blood on the Clocktower adds for people: the parts of a claim, a deal and the like are asked for one by one, and a person
//! who keeps the game is told what is asked and what the scripted Storyteller would do.

use gaslamp_botc::notation::trace::write_claim;
use gaslamp_botc::rules::{
    ChoiceShape, Claim, Guess, Open, Pending, Profile, Purpose, Question, Report, Ruling, Scene, Shape, Topic,
};
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::notation::{actor_name, read_seat};
use gaslamp_core::trace::Event;
use gaslamp_core::{Actor, Choice, Reply, Run, Seat, View};
use gaslamp_deduce::botc::evidence::Evidence;

use super::Storyteller;
use crate::StorytellerAgent as _;
use crate::human::{Asker, Filled, Guide, Known};

/// What this game adds for people.
#[derive(Clone, Debug)]
pub struct BotcGuide {
    /// Who would decide otherwise.
    storyteller: Storyteller,
    /// What was suggested last, and after how many actions: who is asked again is suggested the same.
    suggested: Option<(usize, Option<Choice<State>>)>,
}

impl BotcGuide {
    /// A guide that suggests what this Storyteller would do.
    #[must_use]
    pub fn new(storyteller: Storyteller) -> Self {
        Self { storyteller, suggested: None }
    }
}

impl Guide<State> for BotcGuide {
    fn claims(&self) -> &'static [&'static str] {
        &["claims", "reports", "guesses", "accuses", "gossips"]
    }

    fn votes(&self) -> &'static [&'static str] {
        &["nominates", "votes", "abstains", "counts", "executes"]
    }

    fn open_verb(&self, open: Open) -> String {
        let verb = match open {
            Open::Deal => "deals",
            Open::AnyTeam | Open::Things => "tells",
            Open::Claim => "claims or reports",
            Open::Guesses => "guesses",
            Open::Accusation => "accuses",
            Open::Gossip => "gossips",
            Open::Question => "asks",
        };
        verb.to_owned()
    }

    fn examples(&self, open: Open, known: Known<'_, State>) -> Vec<String> {
        match (open, known) {
            (Open::Claim, Known::View(view)) => {
                ids(view.now.script).into_iter().map(|id| format!("claims {id}")).collect()
            }
            _ => Vec::new(),
        }
    }

    fn fill(&self, open: Open, known: Known<'_, State>, ask: &mut Asker<'_>) -> Filled {
        let filled = match (open, known) {
            (Open::Deal, Known::Run(run)) => return deal(run, ask),
            (Open::Claim, Known::View(view)) => claim(view, ask),
            (Open::Guesses, Known::View(view)) => guesses(view, ask),
            (Open::Accusation, Known::View(view)) => accusation(view, ask),
            (Open::Gossip, _) => statement("gossips", ask),
            (Open::Question, _) => statement("asks", ask),
            (Open::Things, Known::Run(run)) => things(run, ask),
            (Open::AnyTeam, Known::Run(run)) => team(run, ask),
            (
                Open::Deal | Open::Claim | Open::Guesses | Open::Accusation | Open::Things | Open::AnyTeam,
                _,
            ) => return Filled::Draw,
        };
        filled.map_or(Filled::Dropped, Filled::Event)
    }

    fn asked(&self, known: Known<'_, State>) -> Option<String> {
        let run = match known {
            Known::View(view) => return woken(view),
            Known::Run(run) => run,
        };
        let table = Table::new(run);
        Some(match run.state().pending() {
            Pending::Deal => "deal the bag: who is what?".to_owned(),
            Pending::Prepare(seat) => {
                format!("{} begins with a reminder token: at whom is it placed?", table.player(seat))
            }
            Pending::Telling(seat, Topic::Evil) => {
                format!("wake {}: which bluffs are they shown?", table.player(seat))
            }
            Pending::Telling(seat, Topic::Ability(_)) => table.telling(seat),
            Pending::Ruling(ruling) => table.ruling(ruling),
            Pending::Nothing
            | Pending::Choice(_)
            | Pending::Turn(_)
            | Pending::Vote(_)
            | Pending::LastChoice(_) => return None,
        })
    }

    fn suggestion(&mut self, run: &Run<State>, legal: &[Choice<State>]) -> Option<Choice<State>> {
        let step = run.record().actions.len();
        if let Some((_, suggested)) = self.suggested.filter(|(at, _)| *at == step) {
            return suggested;
        }
        let suggested = match self.storyteller.decide(run, &legal.to_vec()) {
            Reply::Choice(choice @ Choice::Action(_)) => Some(choice),
            _ => None,
        };
        self.suggested = Some((step, suggested));
        suggested
    }
}

/// What a player is woken for.
fn woken(view: &View<State>) -> Option<String> {
    if matches!(view.now.scene, Scene::LastChoice { seat, .. } if seat == view.seat) {
        return Some("you have died: whom do you choose, before everybody?".to_owned());
    }
    let is_asked = view.now.scene == Scene::Night && view.now.is_awake;
    let character = view.now.character.filter(|_| is_asked)?;
    let profile = Profile::of(character)?;
    let deed = if profile.kills() { "kill" } else { "choose" };
    Some(match profile.choice() {
        ChoiceShape::Naming => format!("{}: which player, and which character?", character.name()),
        ChoiceShape::Two | ChoiceShape::TwoOrPass | ChoiceShape::TwoInOrder => {
            format!("{}: which two players do you {deed}?", character.name())
        }
        ChoiceShape::CharacterOrPass => format!("{}: which character do you {deed}?", character.name()),
        _ => format!("{}: whom do you {deed}?", character.name()),
    })
}

/// The whole table, for its Storyteller.
struct Table<'a> {
    state: &'a State,
    names: &'a [String],
}

impl<'a> Table<'a> {
    fn new(run: &'a Run<State>) -> Self {
        Self { state: run.state(), names: &run.record().setup.names }
    }

    fn name(&self, seat: Seat) -> &str {
        actor_name(self.names, Actor::Seat(seat))
    }

    fn player(&self, seat: Seat) -> String {
        format!("{} ({})", self.name(seat), self.state.person(seat).role.name())
    }

    fn telling(&self, seat: Seat) -> String {
        let person = self.state.person(seat);
        let ability = person.ability.name();
        let truth =
            if person.is_able { "" } else { " (it need not be true: drunk, poisoned or not the real one)" };
        format!("wake {}: what does the {ability} learn?{truth}", self.player(seat))
    }

    fn ruling(&self, ruling: Ruling) -> String {
        let [by, about] = [ruling.by, ruling.about].map(|seat| self.player(seat));
        let ability = ruling.ability.name();
        match ruling.question {
            Question::Registers(Guess::Side(side)) => {
                format!("does {about} register as {} to the {ability}, {by}?", side.name())
            }
            Question::Registers(Guess::Character(character)) => {
                format!("does {about} register as the {} to the {ability}, {by}?", character.name())
            }
            Question::Registers(Guess::Team(team)) => {
                let article = if team.title().starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
                format!("does {about} register as {article} {} to the {ability}, {by}?", team.title())
            }
            Question::Protects => format!("does the {ability}, {by}, keep {about} alive?"),
            Question::Pick(Purpose::StruckInstead) => format!("who is attacked instead of {about}?"),
            Question::Pick(Purpose::Heir) => format!("who becomes the Demon after {about}?"),
            Question::Pick(Purpose::Death) => format!("who dies of the {ability}, {by}?"),
            Question::Pick(Purpose::Impairment) => {
                format!("whom does the {ability}, {by}, make drunk or poisoned?")
            }
            Question::Pick(Purpose::Chooser) => format!("who chooses for the {ability}, {by}?"),
            Question::Pick(Purpose::ArbitraryDeath) => "who else dies, if anybody?".to_owned(),
            Question::Pick(Purpose::Revival) => {
                format!("whom does the {ability}, {by}, bring back, if anybody?")
            }
            Question::Pick(Purpose::Target) => format!("whom does the {ability}, {by}, affect?"),
            Question::Given => format!("of which character is {about} given the ability ({ability}, {by})?"),
            Question::Shown => format!("which token is {about} shown?"),
            Question::Executes => format!("is {about} executed for breaking madness ({ability}, {by})?"),
            Question::Dies => format!("does {about} die now ({ability})?"),
        }
    }
}

fn ids(characters: CharacterSet) -> Vec<String> {
    characters.iter().map(|character| character.to_string()).collect()
}

/// One of these characters.
fn character(question: &str, characters: CharacterSet, ask: &mut Asker<'_>) -> Option<Character> {
    let place = ask.choose(question, &ids(characters))?;
    characters.iter().nth(place)
}

/// Players, by name or number; an empty line is nobody.
fn players(question: &str, names: &[String], ask: &mut Asker<'_>) -> Vec<Seat> {
    let Some(typed) = ask.text(question, names) else { return Vec::new() };
    let words = typed.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.filter_map(|word| read_seat(names, word)).collect()
}

fn with_players(event: Event, names: &[String], seats: &[Seat]) -> Event {
    seats.iter().fold(event, |event, &seat| event.target(actor_name(names, Actor::Seat(seat))))
}

/// The character the player is, what they learned, or anything else.
fn claim(view: &View<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let own = actor_name(&view.names, Actor::Seat(view.seat));
    let truths: Vec<Claim> = view.now.character.map(Claim::Role).into_iter().chain(learned(view)).collect();
    let events: Vec<Event> = truths.iter().map(|truth| write_claim(&view.names, own, truth)).collect();
    let mut options: Vec<String> =
        events.iter().map(|event| format!("the truth: {}", in_words(event))).collect();
    options.extend(["another character", "another report of a night"].map(str::to_owned));
    let place = ask.choose("what do you claim?", &options)?;
    match place.checked_sub(events.len()) {
        None => events.into_iter().nth(place),
        Some(0) => character("which character?", view.now.script, ask)
            .map(|claimed| write_claim(&view.names, own, &Claim::Role(claimed))),
        Some(_) => report(view, ask),
    }
}

/// What the player has chosen and been told, as they would honestly report it.
fn learned(view: &View<State>) -> Vec<Claim> {
    let mut evidence = Evidence::default();
    for (phase, event) in &view.seen {
        evidence.hear(view.seat, *phase, event);
    }
    evidence.reports().cloned().map(Claim::Report).collect()
}

/// The verb, the arguments and the targets of an event.
fn in_words(event: &Event) -> String {
    let verb = event.verb.clone().unwrap_or_default();
    let targets: Vec<String> = event.targets.iter().map(|target| target.name.to_string()).collect();
    let parts = [verb, event.args.join(" "), targets.join(" ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A report of any night.
fn report(view: &View<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let nights: Vec<String> = (1..=view.now.number).map(|night| format!("night {night}")).collect();
    let night = if nights.len() > 1 { ask.choose("which night?", &nights)? + 1 } else { 1 };
    let ability = character("as which character?", view.now.script, ask)?;
    let profile = Profile::of(ability);
    let shape = profile.map_or(ChoiceShape::Nothing, |profile| profile.choice());
    let chosen = match shape {
        ChoiceShape::Nothing | ChoiceShape::CharacterOrPass => Vec::new(),
        _ => players("whom did you choose? (names, or nothing)", &view.names, ask),
    };
    let told = profile.and_then(|profile| told_as(profile.telling()));
    let told = told.and_then(|form| ask.text(&format!("what were you told? ({form}, or nothing)"), &[]));
    let words = told.unwrap_or_default();
    let words = words.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let plain = Report { night: night as u16, ability, chosen: Vec::new(), told: None };
    let event = write_claim(&view.names, "", &Claim::Report(plain));
    let name = |word: &str| match read_seat(&view.names, word) {
        // A number alone is what was told; among players it is one of them.
        Some(seat) if word.parse::<usize>().is_err() => actor_name(&view.names, Actor::Seat(seat)).to_owned(),
        _ => word.to_owned(),
    };
    let event = words.fold(event, |event, word| event.arg(&name(word)));
    Some(with_players(event, &view.names, &chosen))
}

/// How to write what an ability tells; none if it tells nothing.
fn told_as(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Silent | Shape::Things => None,
        Shape::Pair(_) => Some("two players and a character"),
        Shape::PairOrNobody(_) => Some("two players and a character, or none"),
        Shape::Number(_) => Some("a number"),
        Shape::Answer => Some("yes or no"),
        Shape::Is => Some("a character"),
        Shape::OneOf => Some("two characters"),
        Shape::Players { count: 1, .. } => Some("a player"),
        Shape::Players { .. } => Some("players"),
        Shape::PlayerIs => Some("a player and a character"),
        Shape::Characters(_) => Some("`characters` and all of them"),
        Shape::Side => Some("good or evil"),
        Shape::Direction => Some("clockwise or anticlockwise"),
        Shape::Grimoire => Some("grimoire"),
        Shape::Team | Shape::AnyTeam => Some("team, then Minions and bluffs"),
    }
}

/// Guesses, one player after the other.
fn guesses(view: &View<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let mut event = Event { verb: Some("guesses".to_owned()), ..Event::default() };
    while let Some(&seat) = players("whose character? (nothing when done)", &view.names, ask).first() {
        let guess = character("what is it?", view.now.script, ask)?;
        event = event.tagged(actor_name(&view.names, Actor::Seat(seat)), &guess.to_string());
    }
    (!event.targets.is_empty()).then_some(event)
}

/// Who all the Minions and Demons are.
fn accusation(view: &View<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let mut event = Event { verb: Some("accuses".to_owned()), ..Event::default() };
    for (question, team) in
        [("who are all the Minions?", Team::Minion), ("who are all the Demons?", Team::Demon)]
    {
        for seat in players(question, &view.names, ask) {
            event = event.tagged(actor_name(&view.names, Actor::Seat(seat)), team.name());
        }
    }
    (!event.targets.is_empty()).then_some(event)
}

/// A statement about the table.
fn statement(verb: &str, ask: &mut Asker<'_>) -> Option<Event> {
    let text = ask.text("which statement? (such as evil(P3), is(P2,imp))", &[])?;
    let event = Event { verb: Some(verb.to_owned()), ..Event::default() };
    Some(event.arg(&quoted(&text)))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.trim_matches('"'))
}

/// What the player who is about to hear something is told.
fn told(run: &Run<State>, args: Vec<String>) -> Option<Event> {
    let (seat, _) = run.state().about_to_hear()?;
    let mut event = Event::new("st", "tells").target(Table::new(run).name(seat));
    event.targets.first_mut()?.args = args;
    Some(event)
}

fn things(run: &Run<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let first = ask.text("the first statement? (such as evil(P3))", &[])?;
    let second = ask.text("the second statement?", &[])?;
    told(run, vec![quoted(&first), quoted(&second)])
}

fn team(run: &Run<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let names = &run.record().setup.names;
    let minions = players("who are shown as Minions?", names, ask);
    let bluffs = ask.text("which bluffs? (characters)", &ids(run.record().setup.script.set()))?;
    let mut args = vec!["team".to_owned()];
    args.extend(minions.iter().map(|&seat| actor_name(names, Actor::Seat(seat)).to_owned()));
    args.extend(bluffs.split(|c: char| c.is_whitespace() || c == ',').map(str::to_owned));
    args.retain(|arg| !arg.is_empty());
    told(run, args)
}

/// A bag with its seating: drawn, or chosen seat by seat.
fn deal(run: &Run<State>, ask: &mut Asker<'_>) -> Filled {
    let options = ["draw the bag at random", "choose who is what"].map(str::to_owned);
    match ask.choose("how?", &options) {
        None => Filled::Dropped,
        Some(0) => Filled::Draw,
        Some(_) => chosen_deal(run, ask).map_or(Filled::Dropped, Filled::Event),
    }
}

fn chosen_deal(run: &Run<State>, ask: &mut Asker<'_>) -> Option<Event> {
    let setup = &run.record().setup;
    let mut left = setup.script.set();
    let mut event = Event::new("st", "deals");
    for name in &setup.names {
        let role = character(&format!("what is {name}?"), left, ask)?;
        left = left.minus(CharacterSet::only(role));
        if Profile::of(role).is_none_or(|profile| profile.false_identity().is_none()) {
            event = event.tagged(name, &role.to_string());
            continue;
        }
        let token = character(&format!("which token does {name} draw?"), left, ask)?;
        event = event.tagged(name, &token.to_string());
        event.targets.last_mut()?.args = vec![format!("{role}:is_the_{role}")];
    }
    Some(event)
}
