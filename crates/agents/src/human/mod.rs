//! A person at a terminal, or anything else that reads and writes lines, as a player or as the Storyteller.
//!
//! **Reads** the number of a listed action; an action in plain words, as far as they are needed (`nominate 4`, `pass`); in the
//! notation with or without its actor (`P3!nominates->P5`, `nominates->P5`; for the Storyteller `st!deals->…` or `deals->…`); a
//! sentence of the rich form; and the commands of [`HELP`]. An open choice asks for its parts one by one. Anything else is answered
//! with a hint; at the end of input the person leaves the table.

mod console;
mod guide;
mod words;

use gaslamp_core::bounds::shortened;
use gaslamp_core::notation::actor_name;
use gaslamp_core::number_format::plural;
use gaslamp_core::printable::printable;
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{Event, Name, Trace, line, rich};
use gaslamp_core::{Actions, Actor, Choice, Contents, Cursor, Diagnostic, Notation, Reply, Run, View};

pub use self::console::{Console, Lines};
pub use self::guide::{Asker, Filled, Guide, Known, NoGuide};

use crate::table::ALLOWED;
use crate::{Agent, Request, StorytellerAgent};

/// A person who reads and types lines.
pub struct Human<C, H> {
    console: C,
    guide: H,
    /// How much of a view, or of a run, this person has been shown.
    seen: Cursor,
    told: TraceCursor,
    /// Whether everything up to the first question is known to this person already.
    knows_beginning: bool,
    /// Whether writing has failed because nobody reads any more.
    is_gone: bool,
    /// What the person wants instead of leaving.
    request: Option<Request>,
    /// What is asked now, if the last thing wanted was a reason against something else.
    asked_why: Option<String>,
    /// Whether the last reply was refused, so that the same is asked again.
    is_refused: bool,
}

/// What a person is asked: who acts, the names at the table, what is legal and how that is written.
struct Question<'a, G: Notation> {
    actor: Actor,
    names: &'a [String],
    legal: Actions<G>,
    entries: Vec<String>,
    /// Lines that open choices can be completed to.
    examples: Vec<String>,
    known: Known<'a, G>,
}

/// What a typed line comes to.
enum Typed<G: Notation> {
    Reply(Reply<G>),
    /// An open choice, whose parts are still to be asked for.
    Open(G::Open),
}

impl<C: Console, H> Human<C, H> {
    /// A person at this console, with what the game adds for people.
    pub fn new(console: C, guide: H) -> Self {
        Self {
            console,
            guide,
            seen: Cursor::default(),
            told: TraceCursor::default(),
            knows_beginning: false,
            is_gone: false,
            request: None,
            asked_why: None,
            is_refused: false,
        }
    }

    /// The same person, who need not be shown again what has happened so far.
    #[must_use]
    pub fn knowing_beginning(mut self) -> Self {
        self.knows_beginning = true;
        self
    }

    /// Writes a line to the person, who has left if it cannot be written.
    fn say(&mut self, text: &str) {
        self.is_gone |= !self.console.show(&printable(text));
    }

    /// Shows what has happened since the person was last shown anything.
    fn tell_news<G: Notation>(&mut self, news: &Trace) {
        if std::mem::take(&mut self.knows_beginning) {
            return;
        }
        for block in &news.blocks {
            self.say(&format!("<{}>", block.phase));
            for entry in &block.entries {
                self.say(&rich::write_line(block.phase, &entry.what, G::DIALECT));
            }
        }
    }

    fn tell_player<G: Notation>(&mut self, view: &View<G>) {
        self.tell_news::<G>(&view.trace_since(self.seen));
        self.seen = view.cursor();
    }

    fn tell_keeper<G: Notation>(&mut self, run: &Run<G>) {
        self.tell_news::<G>(&run.trace_since(self.told));
        self.told = run.told();
    }

    fn hear_refusal(&mut self, problem: &Diagnostic) {
        self.is_refused = true;
        let fix = problem.fix.as_ref().map(|fix| format!("; {fix}")).unwrap_or_default();
        match self.asked_why.take() {
            Some(_) if problem.id == ALLOWED => self.say(NO_RULE),
            Some(asked) => self.say(&format!("{problem}{fix}\n{asked}")),
            None => self.say(&format!("That is not possible: {problem}{fix}")),
        }
    }

    fn take_request(&mut self) -> Request {
        self.request.take().unwrap_or(Request::Leave)
    }

    /// Shows the table as this person sees it, then prompts until there is an answer.
    fn answer<G: Notation>(&mut self, question: &Question<'_, G>, table: &str) -> Reply<G>
    where
        H: Guide<G>,
    {
        // Whoever was refused has it all before their eyes.
        if !std::mem::take(&mut self.is_refused) {
            self.introduce(question, table);
        }
        while let Some(line) = self.prompt(question) {
            if let Some(reply) = self.obey(question, table, &line) {
                return reply;
            }
        }
        Reply::Leave
    }

    fn introduce<G: Notation>(&mut self, question: &Question<'_, G>, table: &str) {
        self.say(table);
        self.say(&format!(
            "{}; type `list` for the list, `help` for help",
            plural(question.entries.len(), "legal action")
        ));
        if question.entries.len() <= SHORT_LIST {
            self.list(question, "");
        }
    }

    fn prompt<G: Notation>(&mut self, question: &Question<'_, G>) -> Option<String> {
        if self.is_gone {
            return None;
        }
        let commands = COMMANDS.iter().map(|&command| command.to_owned());
        let lines = question.entries.iter().cloned().chain(question.examples.iter().cloned());
        let lines: Vec<String> = lines.chain(commands).collect();
        self.console.read("your action> ", &lines).map(|line| line.trim().to_owned())
    }

    /// Does what a line says; a reply ends the question.
    fn obey<G: Notation>(&mut self, question: &Question<'_, G>, table: &str, line: &str) -> Option<Reply<G>>
    where
        H: Guide<G>,
    {
        if line.len() > LONGEST_LINE {
            self.say(&format!("a line may have at most {LONGEST_LINE} bytes"));
            return None;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("list" | "ls" | "?", filter) => self.list(question, filter),
            ("help", "") => self.say(HELP),
            ("table", "") => self.say(table),
            ("card", name) if let Some(words) = G::describe(name) => self.say(&words),
            ("claims", "") => self.tell_claims(question),
            ("votes", "") => self.tell_votes(question),
            ("quit" | "exit", "") => return Some(Reply::Leave),
            ("undo", "") => {
                self.request = Some(Request::TakeBack);
                return Some(Reply::Leave);
            }
            ("why", action) => return self.ask_why(question, action),
            _ => match question.read(line) {
                Ok(Typed::Reply(reply)) => return Some(reply),
                Ok(Typed::Open(open)) => return self.fill(question, open),
                Err(problem) => self.say(&problem),
            },
        }
        None
    }

    /// Asks for the parts of an open choice.
    fn fill<G: Notation>(&mut self, question: &Question<'_, G>, open: G::Open) -> Option<Reply<G>>
    where
        H: Guide<G>,
    {
        match self.guide.fill(open, question.known, &mut Asker::new(&mut self.console)) {
            Filled::Event(event) => Some(Reply::Written(question.by_actor(event))),
            Filled::Draw => Some(Reply::Choice(Choice::Open(open))),
            Filled::Dropped => None,
        }
    }

    /// Asks which rule forbids an action; what is listed is forbidden by none.
    fn ask_why<G: Notation>(&mut self, question: &Question<'_, G>, action: &str) -> Option<Reply<G>> {
        let asked = action.strip_prefix("not").filter(|rest| !rest.starts_with(char::is_alphanumeric));
        let action = asked.unwrap_or(action).trim();
        if action.is_empty() {
            self.say("write `why not ACTION`");
            return None;
        }
        match question.read(action).or_else(|problem| question.read_unlisted(action).ok_or(problem)) {
            Ok(Typed::Reply(Reply::Written(event))) => {
                self.request = Some(Request::Why(event));
                self.asked_why = Some(question.in_words());
                return Some(Reply::Leave);
            }
            Ok(_) => self.say(NO_RULE),
            Err(problem) => self.say(&format!("{problem}\n{}", question.in_words())),
        }
        None
    }

    /// Shows what is legal, or those entries that have this word in them.
    fn list<G: Notation>(&mut self, question: &Question<'_, G>, filter: &str) {
        let filter = filter.to_lowercase();
        let entries = question.entries.iter().enumerate();
        let entries: Vec<String> = entries
            .filter(|(_, entry)| entry.to_lowercase().contains(&filter))
            .map(|(index, entry)| printable(&format!("{:>3}  {entry}", index + 1)).into_owned())
            .collect();
        if entries.is_empty() {
            self.say(&format!("no legal action has `{filter}` in it"));
        }
        self.is_gone |= !show_in_columns(&mut self.console, &entries);
    }

    /// Sums up what everybody has told the table, player by player.
    fn tell_claims<G: Notation>(&mut self, question: &Question<'_, G>)
    where
        H: Guide<G>,
    {
        let verbs = self.guide.claims();
        let trace = question.trace();
        let is_claim = |event: &Event| event.verb.as_deref().is_some_and(|verb| verbs.contains(&verb));
        let mut lines = Vec::new();
        for name in question.names {
            let by = |event: &Event| event.actor.as_ref().is_some_and(|actor| actor.name == *name);
            let claims = trace.events().filter(|(_, event)| is_claim(event) && by(event));
            let claims: Vec<String> =
                claims.map(|(phase, event)| format!("{} ({phase})", words::write(event))).collect();
            if !claims.is_empty() {
                lines.push(printable(&format!("{name}: {}", claims.join("; "))).into_owned());
            }
        }
        if lines.is_empty() {
            lines.push("nobody has claimed anything yet".to_owned());
        }
        self.is_gone |= !show_pages(&mut self.console, &lines);
    }

    /// Sums up nominations and votes, a line for each.
    fn tell_votes<G: Notation>(&mut self, question: &Question<'_, G>)
    where
        H: Guide<G>,
    {
        let verbs = self.guide.votes();
        let mut lines: Vec<String> = Vec::new();
        let mut last = None;
        for (phase, event) in question.trace().events() {
            let Some(verb) = event.verb.as_deref().filter(|verb| verbs.contains(verb)) else { continue };
            let sentence = printable(&rich::sentence(event, G::DIALECT)).into_owned();
            match lines.last_mut() {
                Some(line) if last == Some(phase) && verbs.first() != Some(&verb) => {
                    line.push_str("; ");
                    line.push_str(&sentence);
                }
                _ => lines.push(format!("{phase}: {sentence}")),
            }
            last = Some(phase);
        }
        if lines.is_empty() {
            lines.push("nobody has been nominated yet".to_owned());
        }
        self.is_gone |= !show_pages(&mut self.console, &lines);
    }
}

/// Shows entries in as many columns as fit. Returns whether anybody reads them.
fn show_in_columns(console: &mut dyn Console, entries: &[String]) -> bool {
    let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or_default() + 2;
    let columns = (LIST_WIDTH / width).max(1);
    // An entry that is wider than a column has a row to itself.
    let padded = |entry: &String| {
        let gap = width.saturating_sub(entry.chars().count());
        entry.clone() + &" ".repeat(gap)
    };
    let rows: Vec<String> = entries
        .chunks(columns)
        .map(|row| row.iter().map(padded).collect::<String>().trim_end().to_owned())
        .collect();
    show_pages(console, &rows)
}

/// Shows lines, page by page where the screen is lower. Returns whether anybody reads them.
fn show_pages(console: &mut dyn Console, lines: &[String]) -> bool {
    let height = console.height().map_or(usize::MAX, |height| height.saturating_sub(2).max(1));
    let mut pages = lines.chunks(height.min(lines.len().max(1))).peekable();
    while let Some(page) = pages.next() {
        if !page.iter().all(|line| console.show(line)) {
            return false;
        }
        if pages.peek().is_some() {
            match console.read("-- more: Enter goes on, q stops -- ", &[]) {
                Some(typed) if !typed.trim().eq_ignore_ascii_case("q") => {}
                Some(_) => return true,
                None => return false,
            }
        }
    }
    true
}

impl<G: Notation, C: Console, H: Guide<G>> Agent<G> for Human<C, H> {
    fn decide(&mut self, view: &View<G>) -> Reply<G> {
        let actor = Actor::Seat(view.seat);
        self.console.turn_to(actor_name(&view.names, actor));
        let known = Known::View(view);
        let question = Question::new(actor, &view.names, view.legal.clone(), known, &self.guide);
        self.tell_player(view);
        let mut table = G::write_visible_state(&view.names, &view.now);
        if let Some(asked) = self.guide.asked(known) {
            table.push_str(&format!("\n{asked}"));
        }
        self.answer(&question, &table)
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.hear_refusal(problem);
    }

    fn tries(&self) -> usize {
        usize::MAX
    }

    fn request(&mut self) -> Request {
        self.take_request()
    }

    fn finish(&mut self, view: &View<G>) {
        // Somebody else may sit at the keyboard when play is only interrupted.
        if view.ended.is_some() {
            self.tell_player(view);
        }
    }
}

impl<G: Notation, C: Console, H: Guide<G>> StorytellerAgent<G> for Human<C, H> {
    fn decide(&mut self, run: &Run<G>, legal: &Actions<G>) -> Reply<G> {
        let names = G::names(&run.record().setup);
        self.console.turn_to("the Storyteller");
        let mut legal = legal.clone();
        let suggestion = self.guide.suggestion(run, &legal);
        let place = suggestion.and_then(|wish| legal.iter().position(|choice| *choice == wish));
        if let Some(place) = place {
            legal[..=place].rotate_right(1);
        }
        let question = Question::new(Actor::Storyteller, &names, legal, Known::Run(run), &self.guide);
        self.tell_keeper(run);
        let phase = run.state().phase();
        let mut table = format!("{}\n<{phase}>", run.state().write_state(&names));
        if let Some(asked) = self.guide.asked(Known::Run(run)) {
            table.push_str(&format!(" {asked}"));
        }
        if let (Some(_), Some(entry)) = (place, question.entries.first()) {
            table.push_str(&format!("\nsuggestion: 1  {entry}"));
        }
        self.answer(&question, &table)
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.hear_refusal(problem);
    }

    fn tries(&self) -> usize {
        usize::MAX
    }

    fn request(&mut self) -> Request {
        self.take_request()
    }

    fn finish(&mut self, run: &Run<G>) {
        if run.state().outcome().is_some() {
            self.tell_keeper(run);
        }
    }
}

/// The width of a list.
const LIST_WIDTH: usize = 100;

/// The longest line that a person may type.
const LONGEST_LINE: usize = 10_000;

/// A list that is shown without being asked for.
const SHORT_LIST: usize = 9;

const COMMANDS: [&str; 8] = ["list", "help", "table", "claims", "votes", "undo", "why not ", "quit"];

/// The answer where nothing is forbidden.
const NO_RULE: &str = "No rule forbids it.";

/// What can be typed.
const HELP: &str = "\
Type the number of an action from `list`, or the action in words, as many as it needs: `pass`, `nominate 4`, `quest tipo`.
The notation works too, with or without who acts: nominates->P4. An entry that ends in … asks for its parts.
  list [WORD]      what is legal, or what of it has this word in it
  table            the table again
  card NAME        what a card does, in a game of cards
  claims, votes    what was said and voted so far
  why not ACTION   which rule forbids an action
  undo             back to your last decision
  say …            speaks to everybody; whisper NAME … to one player; neither is a move in the game
  quit             leaves the table";

impl<'a, G: Notation> Question<'a, G> {
    fn new(
        actor: Actor,
        names: &'a [String],
        legal: Actions<G>,
        known: Known<'a, G>,
        guide: &impl Guide<G>,
    ) -> Self {
        // Listed actions have no contents.
        let contents = Contents::default();
        let write = |choice: &Choice<G>| match *choice {
            Choice::Action(action) => G::say_action(names, actor, action, &legal)
                .unwrap_or_else(|| words::write(&G::write_action(names, &contents, actor, action))),
            Choice::Open(open) => format!("{} …", guide.open_verb(open)),
        };
        let entries = legal.iter().map(write).collect();
        let open = legal.iter().filter_map(|choice| match *choice {
            Choice::Open(open) => Some(open),
            Choice::Action(_) => None,
        });
        let examples = open.flat_map(|open| guide.examples(open, known)).collect();
        Self { actor, names, legal, entries, examples, known }
    }

    /// Everything that the person may know of what has happened.
    fn trace(&self) -> Trace {
        match self.known {
            Known::View(view) => view.trace(),
            Known::Run(run) => run.trace(),
        }
    }

    fn actor_name(&self) -> &str {
        actor_name(self.names, self.actor)
    }

    /// Whose turn it is, and for what.
    fn in_words(&self) -> String {
        let mut verbs: Vec<String> = Vec::new();
        for verb in self.entries.iter().filter_map(|entry| entry.split_whitespace().next()) {
            let (verb, rest) = verb.split_once('_').unwrap_or((verb, ""));
            let verb = format!("{} {}", words::stem(verb), rest.replace('_', " ")).trim_end().to_owned();
            if !verbs.contains(&verb) {
                verbs.push(verb);
            }
        }
        let who = match self.actor {
            Actor::Storyteller => "the Storyteller",
            Actor::Seat(_) => self.actor_name(),
        };
        format!("Now {who} is asked to {}; `list` shows all", words::one_of(&verbs))
    }

    fn by_actor(&self, event: Event) -> Event {
        Event { actor: Some(Name::plain(self.actor_name())), ..event }
    }

    /// `say …` and `whisper NAME …`, which the rules ignore.
    fn read_message(&self, text: &str) -> Option<Result<Reply<G>, String>> {
        let (word, rest) = text.split_once(' ')?;
        let rest = rest.trim();
        if word.eq_ignore_ascii_case("say") {
            return Some(Ok(Reply::Message { to: None, text: rest.to_owned() }));
        }
        if !word.eq_ignore_ascii_case("whisper") {
            return None;
        }
        let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(match G::read_actor(self.names, name) {
            Some(Actor::Seat(seat)) => Ok(Reply::Message { to: Some(seat), text: text.trim().to_owned() }),
            _ => Err(format!("nobody at this table is called `{}`", shortened(name))),
        })
    }

    /// What a line comes to.
    fn read(&self, text: &str) -> Result<Typed<G>, String> {
        let typed = words::split(text);
        let typed = words::without_actor(&typed, self.actor_name());
        // Some actions are something that is said.
        if let Some(place) = words::whole(typed, &self.entries) {
            return Ok(self.listed(place));
        }
        if let Some(message) = self.read_message(text) {
            return message.map(Typed::Reply);
        }
        if let Ok(number) = text.parse::<usize>() {
            let place = number.checked_sub(1).filter(|place| *place < self.legal.len());
            return place
                .map(|place| self.listed(place))
                .ok_or_else(|| format!("the numbers in `list` are 1 to {}", self.legal.len()));
        }
        if let Some(said) = G::read_said(self.actor, text, &self.legal) {
            let action = said.map_err(|problem| problem.to_string())?;
            return Ok(Typed::Reply(Reply::Choice(Choice::Action(action))));
        }
        match words::find(typed, &self.entries, self.names) {
            Ok(place) => return Ok(self.listed(place)),
            Err(several) if !several.is_empty() => return Err(self.say_more(&several)),
            Err(_) => {}
        }
        self.read_event(text).map(|event| Typed::Reply(Reply::Written(event)))
    }

    /// An action that the words of this game name although it is not listed.
    fn read_unlisted(&self, text: &str) -> Option<Typed<G>> {
        let Known::View(view) = self.known else { return None };
        let action = G::read_unlisted(&view.now, self.actor, text)?;
        let event = G::write_action(self.names, &Contents::default(), self.actor, action);
        Some(Typed::Reply(Reply::Written(event)))
    }

    /// The choice at a place of the list.
    fn listed(&self, place: usize) -> Typed<G> {
        match self.legal[place] {
            Choice::Open(open) => Typed::Open(open),
            choice => Typed::Reply(Reply::Choice(choice)),
        }
    }

    fn say_more(&self, places: &[usize]) -> String {
        const MOST: usize = 5;
        let named: Vec<String> =
            places.iter().take(MOST).map(|&at| format!("{} {}", at + 1, self.entries[at])).collect();
        let more = if places.len() > MOST { ", …" } else { "" };
        format!(
            "that could be one of {}: {}{more}; say more, or type a number",
            places.len(),
            named.join(", ")
        )
    }

    /// An action that is not listed, in the notation, as a sentence or in words.
    fn read_event(&self, text: &str) -> Result<Event, String> {
        let name = self.actor_name();
        let whole = if has_actor(text) { text.to_owned() } else { format!("{name}!{text}") };
        let in_words = || {
            let event = words::read(text, name, G::DIALECT.verbs, self.names);
            event.map(|event| self.by_actor(event))
        };
        let is_known = |event: &Event| event.verb_among(G::DIALECT.verbs).is_some();
        let event = match line::read_event(&whole) {
            Ok(event) if is_known(&event) => Ok(event),
            noted => rich::read_sentence(text, G::DIALECT).or_else(in_words).map_or(noted, Ok),
        };
        let is_plain = !text.contains(['!', '>', '(']);
        let event = match event {
            Ok(event) if !is_plain || is_known(&event) => event,
            Err(problem) if !is_plain => return Err(format!("{problem}; `list` shows what is legal")),
            _ => {
                let text = shortened(text);
                return Err(format!("`{text}` is no action of this game; `list` shows what is legal"));
            }
        };
        // As in records, an event without an actor is the Storyteller's.
        let written = event.actor.as_ref().map_or("st", |actor| actor.name.as_str());
        if G::read_actor(self.names, written) != Some(self.actor) {
            return Err(format!("you are {name} and cannot act for anybody else"));
        }
        Ok(event)
    }
}

/// Whether an event names its actor; a `!` further on belongs to what is said.
fn has_actor(text: &str) -> bool {
    text.split_once('!').is_some_and(|(before, _)| !before.contains(['(', '"', '>']))
}
