//! Actions and events as events of a trace.
//!
//! **Reads** characters by any of their names, players by name and words in any case; a deal with
//! `Name:token(drunk:is_the_drunk)` or with `Name:drunk(token)`.
//!
//! **Writes** `st!deals->Ann:chef,Ben:monk(drunk:is_the_drunk)`, `st!tells->Ann(…)` with the information: a
//! number, `yes`, `no`, `none`, a character, two characters, two players and a character (the one it is true
//! of first), `grimoire`, `nothing`, `team` with Minions and bluffs, or two quoted statements.

use gaslamp_core::edit_distance::nearest;
use gaslamp_core::notation::actor_name;
use gaslamp_core::trace::{Dialect, Event, Group, Name, RemarkKind, Target, Verb};
use gaslamp_core::{Actor, Contents, Diagnostic, Seat, Seats};

use super::formula;
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::phase::PHASES;
use crate::rules::{
    Action, Bluffs, CharacterList, Claim, Content, Deal, EvilTeam, Formula, Mark, Phrase, Report, Side,
    Statement,
};

/// The dialect of this game. Votes, the count and the execution belong to a nomination.
pub(super) const DIALECT: &Dialect = &Dialect {
    remarks: &[MADNESS],
    groups: &[Group {
        title: "nomination of",
        opens: "nominates",
        within: &["votes", "abstains"],
        closes: &["counts", "executes"],
    }],
    changes: Some(super::tokens::read),
    ..Dialect::new(&PHASES, VERBS)
};

/// Who must be mad about what, and whether they were.
const MADNESS: RemarkKind = RemarkKind::new("MADNESS");

const VERBS: &[Verb] = &[
    Verb::action("deals", &["the Storyteller deals {targets}"], true),
    Verb::action("tells", &["the Storyteller tells {target}: {told}"], true),
    Verb::action("picks", &["the Storyteller picks {player}", "the Storyteller decides on {arg}"], true),
    Verb::action("rules", &["the Storyteller rules {arg}"], true),
    Verb::action("shows", &["the Storyteller shows the token {arg}"], true),
    Verb::action("passes", &["{actor} passes"], false),
    Verb::action("chooses", &["{actor} chooses {targets}", "{actor} chooses the {arg}"], true),
    Verb::action("attacks", &["{actor} attacks {targets}"], true),
    Verb::action("names", &["{actor} names {target} the {tag}"], true),
    // Older records.
    Verb::action("turns", &["{actor} turns {target} into the {tag}"], true),
    Verb::action("shoots", &["{actor} shoots {player}"], false),
    Verb::action("suspects", &["{actor} suspects {player}"], true),
    Verb::action("unmasks", &["{actor} unmasks {player}"], false),
    Verb::action("nominates", &["{actor} nominates {target}"], false),
    Verb::action("votes", &["{actor} votes {player}", "{actor} votes for {player}"], false),
    Verb::action("abstains", &["{actor} abstains"], false),
    Verb::action("claims", &["{actor} claims {arg}", "{actor} claims to be the {arg}"], false),
    Verb::action("reports", &["{actor} reports {args}"], false),
    Verb::action("guesses", &["{actor} guesses {targets}"], false),
    Verb::action("accuses", &["{actor} accuses {targets}"], false),
    Verb::action("gossips", &["{actor} gossips {statement}"], false),
    Verb::action(
        "asks",
        &["{actor} asks the Storyteller {statement}", "{actor} asks the storyteller {statement}"],
        true,
    ),
    Verb::action("visits", &["{actor} visits the Storyteller", "{actor} visits the storyteller"], true),
    Verb::telling("makes", &["{target} is shown {tag}"]),
    Verb::telling("knows", &["{actor} learns {targets}"]),
    Verb::telling("goes_mad", &["{actor} is to be mad about being the {arg}"]),
    Verb::telling("chooses_for", &["{actor} is to choose for the {arg}"]),
    Verb::telling("gains", &["{actor} has the ability of the {arg}"]),
    Verb::telling("gives", &["{actor} gives the Demon the ability of the {arg}"]),
    Verb::telling("sees", &["{actor} sees {arg}"]),
    Verb::consequence("", &[], true),
    Verb::consequence("becomes", &["{actor} becomes the {arg}"], true),
    Verb::consequence("joins", &["{actor} is {arg} now"], true),
    Verb::consequence("misfires", &["the ability of {actor} goes wrong"], true),
    Verb::consequence("demon_kill", &["the Demon kills {player}"], true),
    Verb::consequence("dies", &["{actor} dies"], false),
    Verb::consequence("revives", &["{actor} lives again"], true),
    Verb::consequence("announces", &["at dawn: {targets}", "at dawn {arg} is dead"], false),
    Verb::consequence("counts", &["the votes for {target}, and who is on the block: {told}"], false),
    Verb::consequence("executes", &["the Storyteller executes {player}", "{player} is executed"], false),
    Verb::consequence("declares", &["the {arg} team wins"], false),
    Verb::aside("defends", &["{actor} defends", "{actor} defends {player}"]),
    Verb::aside(
        "triggers",
        &[
            "{actor} ability triggers",
            "{actor} ability triggered",
            "the {actor} ability triggers",
            "{actor} triggers",
        ],
    ),
    Verb::aside(
        "is_mad",
        &["{actor} is mad about being the {arg}", "{actor} is mad about {target} being the {tag}"],
    ),
    Verb::aside("keeps_madness", &["{actor} keeps madness"]),
    Verb::aside("breaks_madness", &["{actor} breaks madness"]),
];

fn name(names: &[String], seat: Seat) -> &str {
    actor_name(names, Actor::Seat(seat))
}

fn with_seats(event: Event, names: &[String], seats: impl Iterator<Item = Seat>) -> Event {
    seats.fold(event, |event, seat| event.target(name(names, seat)))
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

/// An action without contents, performed by `actor`.
fn write_plain(names: &[String], actor: &str, action: Action) -> Event {
    let event = |verb| Event::new(actor, verb);
    match action {
        Action::Pick(seat) => event("picks").target(name(names, seat)),
        Action::PickNobody => event("picks").arg("nobody"),
        Action::Rule(truth) => event("rules").arg(yes_or_no(truth)),
        Action::Show(token) => event("shows").arg(&token.to_string()),
        Action::Choose(seat) => event("chooses").target(name(names, seat)),
        Action::ChooseTwo(a, b) => with_seats(event("chooses"), names, [a, b].into_iter()),
        Action::AttackTwo(a, b) => with_seats(event("attacks"), names, [a, b].into_iter()),
        Action::AttackThree(a, b, c) => with_seats(event("attacks"), names, [a, b, c].into_iter()),
        Action::ChooseCharacter(character) => event("chooses").arg(&character.to_string()),
        Action::Name(seat, character) => event("names").tagged(name(names, seat), &character.to_string()),
        Action::Shoot(seat) => event("shoots").target(name(names, seat)),
        Action::Suspect(seat) => event("suspects").target(name(names, seat)),
        Action::Unmask(seat) => event("unmasks").target(name(names, seat)),
        Action::Nominate(seat) => event("nominates").target(name(names, seat)),
        Action::Vote(seat) => event("votes").target(name(names, seat)),
        Action::Abstain => event("abstains"),
        Action::Visit => event("visits"),
        // Their contents are written by callers that have them.
        Action::Pass | Action::Deal(_) | Action::Tell(..) | Action::Claim(_) | Action::Ask(_) => {
            event("passes")
        }
    }
}

/// An action with its contents, told to or performed by `actor`.
pub(super) fn write_action(
    names: &[String],
    contents: &Contents<Content>,
    actor: &str,
    action: Action,
) -> Event {
    let content = match action {
        Action::Deal(id) | Action::Claim(id) | Action::Ask(id) | Action::Tell(_, Statement::Things(id)) => {
            contents.get(id)
        }
        _ => None,
    };
    match (action, content) {
        (Action::Deal(_), Some(Content::Deal(deal))) => write_deal(names, deal),
        (Action::Claim(_), Some(Content::Claim(claim))) => write_claim(names, actor, claim),
        (Action::Ask(_), Some(Content::Question(question))) => {
            Event::new(actor, "asks").arg(&quoted(names, question))
        }
        (Action::Tell(to, _), Some(Content::Things(a, b))) => {
            told(name(names, to), vec![quoted(names, a), quoted(names, b)])
        }
        (Action::Tell(to, statement), _) => told(name(names, to), statement_words(names, statement)),
        _ => write_plain(names, actor, action),
    }
}

fn quoted(names: &[String], statement: &Formula) -> String {
    format!("\"{}\"", formula::write(names, statement))
}

fn told(to: &str, args: Vec<String>) -> Event {
    let mut event = Event::new("st", "tells").target(to);
    if let Some(target) = event.targets.first_mut() {
        target.args = args;
    }
    event
}

fn write_deal(names: &[String], deal: &Deal) -> Event {
    let mut event = Event::new("st", "deals");
    for (index, (role, token)) in deal.roles().iter().zip(deal.tokens()).enumerate() {
        let name = name(names, Seat::new(index)).to_owned();
        let args = if role == token { Vec::new() } else { vec![format!("{role}:is_the_{role}")] };
        event.targets.push(Target { name: Name { name, tag: Some(token.to_string()) }, args });
    }
    event
}

/// A public claim as an event of the trace.
#[must_use]
pub fn write_claim(names: &[String], by: &str, claim: &Claim) -> Event {
    let event = |verb| Event::new(by, verb);
    match claim {
        Claim::Role(character) => event("claims").arg(&character.to_string()),
        Claim::Report(report) => {
            let mut args = vec![format!("n{}", report.night), report.ability.to_string()];
            args.extend(report.told.into_iter().flat_map(|told| statement_words(names, told)));
            let event = Event { args, ..event("reports") };
            with_seats(event, names, report.chosen.iter().copied())
        }
        Claim::Guesses(guesses) => guesses.iter().fold(event("guesses"), |event, (seat, guess)| {
            event.tagged(name(names, *seat), &guess.to_string())
        }),
        Claim::Accusation(accused) => accused
            .iter()
            .fold(event("accuses"), |event, (seat, team)| event.tagged(name(names, *seat), team.name())),
        Claim::Gossip(statement) => event("gossips").arg(&quoted(names, statement)),
    }
}

/// What is told, word by word.
fn statement_words(names: &[String], statement: Statement) -> Vec<String> {
    let one = |word: &str| vec![word.to_owned()];
    let seat = |seat: Seat| name(names, seat).to_owned();
    match statement {
        Statement::Pair { holder, wrong, character } => {
            vec![seat(holder), seat(wrong), character.to_string()]
        }
        Statement::Nobody => one("none"),
        Statement::Number(number) => vec![number.to_string()],
        Statement::Answer(answer) => one(yes_or_no(answer)),
        Statement::Is(character) => vec![character.to_string()],
        Statement::OneOf(good, evil) => vec![good.to_string(), evil.to_string()],
        Statement::Players(players) => players.iter().map(seat).collect(),
        Statement::PlayerIs(player, character) => vec![seat(player), character.to_string()],
        Statement::Characters(list) => {
            one("characters").into_iter().chain(list.iter().map(|character| character.to_string())).collect()
        }
        Statement::Side(side) => one(side.name()),
        Statement::Clockwise(way) => one(if way { "clockwise" } else { "anticlockwise" }),
        Statement::Grimoire => one("grimoire"),
        Statement::Nothing | Statement::Things(_) => one("nothing"),
        Statement::Team(team) => {
            let bluffs = team.bluffs.iter().map(|bluff| bluff.to_string());
            one("team").into_iter().chain(team.minions.iter().map(seat)).chain(bluffs).collect()
        }
    }
}

/// An event of the rules as an event of the trace.
pub(super) fn write_event(names: &[String], event: &crate::rules::Event) -> Event {
    let by = event.by.map_or("st", |seat| name(names, seat));
    let st = |verb| Event::new("st", verb);
    let own = |verb| Event::new(by, verb);
    let known = |seats: Seats, tag: &'static str| seats.iter().map(move |seat| (seat, tag));
    let tagged = |event: Event, seats: &mut dyn Iterator<Item = (Seat, &'static str)>| {
        seats.fold(event, |event, (seat, tag)| event.tagged(name(names, seat), tag))
    };
    match &event.phrase {
        Phrase::Dealt(deal) => write_deal(names, deal),
        Phrase::Act(action) => write_plain(names, by, *action),
        Phrase::Told(_, statement) => told(by, statement_words(names, *statement)),
        Phrase::DemonInfo(team) => told(by, statement_words(names, Statement::Team(*team))),
        Phrase::Things(things) => told(by, vec![quoted(names, &things.0), quoted(names, &things.1)]),
        Phrase::Shown(grimoire) => own("sees").arg(&super::write_grimoire(names, grimoire)),
        Phrase::Asked(question) => own("asks").arg(&quoted(names, question)),
        Phrase::Said(claim) => write_claim(names, by, claim),
        Phrase::YouAre(character, side) => {
            let event = st("makes").tagged(by, &character.to_string());
            if is_usual(*character, *side) { event } else { event.arg(side.name()) }
        }
        Phrase::MinionInfo { demons, minions } => {
            tagged(own("knows"), &mut known(*demons, "demon").chain(known(*minions, "minion")))
        }
        Phrase::Knows(seat, character) => own("knows").tagged(name(names, *seat), &character.to_string()),
        Phrase::KnowsInPlay(character) => own("knows").arg(&character.to_string()),
        Phrase::Mad(character) => own("goes_mad").arg(&character.to_string()),
        Phrase::KnowsChosen(seats) if seats.is_empty() => own("knows").arg("nobody"),
        Phrase::KnowsChosen(seats) => tagged(own("knows"), &mut known(*seats, "chosen")),
        Phrase::ChoosesFor(character) => own("chooses_for").arg(&character.to_string()),
        Phrase::Gains(character) => own("gains").arg(&character.to_string()),
        Phrase::Gives(character) => own("gives").arg(&character.to_string()),
        Phrase::Became(character) => own("becomes").arg(&character.to_string()),
        Phrase::Turned(side) => own("joins").arg(side.name()),
        Phrase::Placed(mark) => token_change(names, mark, '+'),
        Phrase::Removed(mark) => token_change(names, mark, '-'),
        Phrase::Misfired => own("misfires"),
        Phrase::Died => own("dies"),
        Phrase::Revived => own("revives"),
        Phrase::Dawn { died, revived } if died.or(*revived).is_empty() => st("announces").arg("nobody"),
        Phrase::Dawn { died, revived } => {
            tagged(st("announces"), &mut known(*died, "dead").chain(known(*revived, "alive")))
        }
        Phrase::Counted { nominee, votes, block } => {
            let mut event = st("counts").target(name(names, *nominee));
            let block = block.map_or("nobody", |seat| name(names, seat));
            event.targets[0].args = vec![votes.to_string(), block.to_owned()];
            event
        }
        Phrase::Executed => st("executes").target(by),
        Phrase::Won(side) => st("declares").arg(side.name()),
    }
}

/// Whether a character is normally on this side.
fn is_usual(character: Character, side: Side) -> bool {
    CharacterSet::EVIL.contains(character) == (side == Side::Evil)
}

fn token_change(names: &[String], mark: &Mark, sign: char) -> Event {
    let token = mark.reminder.name().unwrap_or_default();
    let name = Name::plain(name(names, mark.on));
    let target = Target { name, args: vec![format!("{sign}{}:{token}", mark.reminder.owner())] };
    Event { actor: Some(Name::plain("st")), targets: vec![target], ..Event::default() }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::new("botc/notation/action", message)
}

fn find_seat(names: &[String], word: &str) -> Option<Seat> {
    let index = names.iter().position(|known| known.eq_ignore_ascii_case(word))?;
    Seat::checked(index, names.len())
}

fn read_seat(names: &[String], word: &str) -> Result<Seat, Diagnostic> {
    find_seat(names, word).ok_or_else(|| {
        Diagnostic::new("botc/notation/name", format!("nobody at this table is called `{word}`"))
            .fix(format!("the players are {}", names.join(", ")))
    })
}

fn read_character(word: &str) -> Result<Character, Diagnostic> {
    let bare = word.strip_prefix("the ").unwrap_or(word);
    Character::read(bare).ok_or_else(|| {
        let problem = Diagnostic::new("botc/notation/character", format!("unknown character `{word}`"));
        match nearest(bare, Character::all().map(Character::name)) {
            Some(near) => problem.fix(format!("did you mean `{near}`?")),
            None => problem,
        }
    })
}

/// Reads an action; its actor is ignored.
pub(super) fn read_action(
    names: &[String],
    event: &Event,
    contents: &mut Contents<Content>,
) -> Result<Action, Diagnostic> {
    let verb = event.verb.as_deref().unwrap_or_default();
    if let Some(Name { name, tag: Some(tag) }) = &event.actor {
        return Err(
            wrong(format!("`{name}:{tag}`: the actor is named by the player's name alone")).fix(name.clone())
        );
    }
    let parts = Parts { names, verb, event };
    match verb {
        "deals" => {
            let deal = parts.deal()?;
            Ok(Action::Deal(contents.intern(Content::Deal(deal))))
        }
        "tells" => parts.tells(contents),
        "claims" => parts.says(contents, Claim::Role(read_character(parts.only_arg()?)?)),
        "reports" => parts.says(contents, Claim::Report(parts.report()?)),
        "guesses" => parts.says(contents, Claim::Guesses(parts.guesses()?)),
        "accuses" => parts.says(contents, Claim::Accusation(parts.accused()?)),
        "gossips" => parts.says(contents, Claim::Gossip(parts.statement()?)),
        "asks" => Ok(Action::Ask(contents.intern(Content::Question(parts.statement()?)))),
        _ => parts.plain(),
    }
}

/// The parts of an event that is read as an action.
struct Parts<'a> {
    names: &'a [String],
    verb: &'a str,
    event: &'a Event,
}

impl Parts<'_> {
    fn plain(&self) -> Result<Action, Diagnostic> {
        let verb = self.verb;
        let has_told = self.event.targets.iter().any(|target| !target.args.is_empty());
        if has_told {
            return Err(wrong(format!("`{verb}` takes nothing in parentheses after its target")));
        }
        match (verb, self.event.args.as_slice(), self.event.targets.as_slice()) {
            ("passes", [], []) => Ok(Action::Pass),
            ("abstains", [], []) => Ok(Action::Abstain),
            ("visits", [], []) => Ok(Action::Visit),
            ("picks", [word], []) if word.eq_ignore_ascii_case("nobody") => Ok(Action::PickNobody),
            ("picks", [], [_]) => self.one_seat().map(Action::Pick),
            ("rules", [word], []) => read_answer(word)
                .map(Action::Rule)
                .ok_or_else(|| wrong(format!("`{word}` is not a ruling")).fix("yes or no")),
            ("shows", [word], []) => read_character(word).map(Action::Show),
            ("chooses", [word], []) => read_character(word).map(Action::ChooseCharacter),
            ("chooses", [], _) => self.chosen(),
            ("attacks", [], _) => self.attacked(),
            ("suspects", [], [_]) => self.one_seat().map(Action::Suspect),
            ("unmasks", [], [_]) => self.one_seat().map(Action::Unmask),
            ("names" | "turns", [], [target]) => {
                let seat = read_seat(self.names, &target.name.name)?;
                let tag = target.name.tag.as_deref().unwrap_or_default();
                Ok(Action::Name(seat, read_character(tag)?))
            }
            ("shoots", [], [_]) => self.one_seat().map(Action::Shoot),
            // The nominee's role may follow the name; it is not part of the action.
            ("nominates", [], [target]) => read_seat(self.names, &target.name.name).map(Action::Nominate),
            ("votes", [], [_]) => self.one_seat().map(Action::Vote),
            _ => Err(wrong(format!("`{verb}` is not written this way")).fix(usage(verb))),
        }
    }

    fn one_seat(&self) -> Result<Seat, Diagnostic> {
        match self.seats()?.as_slice() {
            [seat] => Ok(*seat),
            _ => Err(wrong(format!("`{}` takes one player", self.verb)).fix(usage(self.verb))),
        }
    }

    /// The targets, which must be players without tags.
    fn seats(&self) -> Result<Vec<Seat>, Diagnostic> {
        let seat = |target: &Target| match &target.name.tag {
            None => read_seat(self.names, &target.name.name),
            Some(tag) => Err(wrong(format!("`{}` takes just a player, without `:{tag}`", self.verb))),
        };
        self.event.targets.iter().map(seat).collect()
    }

    fn chosen(&self) -> Result<Action, Diagnostic> {
        let mut seats = self.seats()?;
        seats.sort_unstable();
        match *seats.as_slice() {
            [a] => Ok(Action::Choose(a)),
            [a, b] => Ok(Action::ChooseTwo(a, b)),
            // Older records.
            [a, b, c] => Ok(Action::AttackThree(a, b, c)),
            _ => Err(wrong("one or two players must be chosen".to_owned()).fix(usage(self.verb))),
        }
    }

    fn attacked(&self) -> Result<Action, Diagnostic> {
        match *self.seats()?.as_slice() {
            [a, b] => Ok(Action::AttackTwo(a, b)),
            [a, b, c] => Ok(Action::AttackThree(a, b, c)),
            _ => Err(wrong("two or three players must be attacked".to_owned()).fix(usage(self.verb))),
        }
    }

    fn only_arg(&self) -> Result<&str, Diagnostic> {
        match (self.event.args.as_slice(), self.event.targets.as_slice()) {
            ([arg], []) => Ok(arg),
            _ => Err(wrong(format!("`{}` is not written this way", self.verb)).fix(usage(self.verb))),
        }
    }

    fn says(&self, contents: &mut Contents<Content>, claim: Claim) -> Result<Action, Diagnostic> {
        Ok(Action::Claim(contents.intern(Content::Claim(claim))))
    }

    fn statement(&self) -> Result<Formula, Diagnostic> {
        formula::read(self.names, unquoted(self.only_arg()?))
    }

    fn deal(&self) -> Result<Deal, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new("botc/notation/deal", message)
                .fix("st!deals->Ann:chef,Ben:monk(drunk:is_the_drunk),… for every player")
        };
        let mut seats: Vec<Option<(Character, Character)>> = vec![None; self.names.len()];
        for target in &self.event.targets {
            let Name { name, tag } = &target.name;
            let seat = read_seat(self.names, name)?;
            let token = read_character(tag.as_deref().unwrap_or_default())?;
            let dealt = match target.args.as_slice() {
                [] => (token, token),
                [arg] => read_delusion(token, arg).ok_or_else(|| {
                    wrong(format!("`{name}:{token}({arg})` is not a token that can be dealt"))
                })?,
                _ => return Err(wrong(format!("`{name}` has more than one token"))),
            };
            if seats[seat.index()].replace(dealt).is_some() {
                return Err(wrong(format!("`{name}` is dealt twice")));
            }
        }
        let missing = seats.iter().position(Option::is_none).and_then(|index| self.names.get(index));
        if let Some(name) = missing {
            return Err(wrong(format!("`{name}` is not dealt a token")));
        }
        let seats: Vec<(Character, Character)> = seats.into_iter().flatten().collect();
        Deal::new(&seats).ok_or_else(|| wrong("a table has at most 20 seats".to_owned()))
    }

    fn tells(&self, contents: &mut Contents<Content>) -> Result<Action, Diagnostic> {
        let [target] = self.event.targets.as_slice() else {
            return Err(wrong("exactly one player must be told something".to_owned()).fix(usage("tells")));
        };
        let to = read_seat(self.names, &target.name.name)?;
        if let [a, b] = target.args.as_slice()
            && a.starts_with('"')
        {
            let [a, b] = [a, b].map(|text| formula::read(self.names, unquoted(text)));
            let things = contents.intern(Content::Things(a?, b?));
            return Ok(Action::Tell(to, Statement::Things(things)));
        }
        self.statement_of(&target.args)?
            .map(|statement| Action::Tell(to, statement))
            .ok_or_else(|| wrong("it does not say what is told".to_owned()).fix(usage("tells")))
    }

    /// A statement from its words; none if it has no words.
    fn statement_of(&self, words: &[String]) -> Result<Option<Statement>, Diagnostic> {
        let (Some(first), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return Ok(None);
        };
        let fixed = [
            ("yes", Statement::Answer(true)),
            ("no", Statement::Answer(false)),
            ("none", Statement::Nobody),
            ("grimoire", Statement::Grimoire),
            ("nothing", Statement::Nothing),
            ("good", Statement::Side(Side::Good)),
            ("evil", Statement::Side(Side::Evil)),
            ("clockwise", Statement::Clockwise(true)),
            ("anticlockwise", Statement::Clockwise(false)),
        ];
        let is_first = |word: &str| first.eq_ignore_ascii_case(word);
        if is_first("characters") {
            return self.characters(rest).map(|list| Some(Statement::Characters(list)));
        }
        if is_first("team") {
            return self.team(rest).map(|team| Some(Statement::Team(team)));
        }
        if let Some((_, statement)) = fixed.iter().find(|(word, _)| is_first(word) && rest.is_empty()) {
            return Ok(Some(*statement));
        }
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(players) = self.players(words) {
            return Ok(Some(Statement::Players(players)));
        }
        match words {
            [player, character] if find_seat(self.names, player).is_some() => {
                let seat = read_seat(self.names, player)?;
                Ok(Some(Statement::PlayerIs(seat, read_character(character)?)))
            }
            [number] if is_number(number) => {
                let number = number.parse().map_err(|_| wrong(format!("{number} is too large")))?;
                Ok(Some(Statement::Number(number)))
            }
            [character] => Ok(Some(Statement::Is(read_character(character)?))),
            [good, evil] => Ok(Some(Statement::OneOf(read_character(good)?, read_character(evil)?))),
            [holder, wrong, character] => Ok(Some(Statement::Pair {
                holder: read_seat(self.names, holder)?,
                wrong: read_seat(self.names, wrong)?,
                character: read_character(character)?,
            })),
            _ => Err(wrong(format!("`{}` is not something a player can be told", words.join(",")))),
        }
    }

    /// The players that all these words name, if they are different.
    fn players(&self, words: &[String]) -> Option<Seats> {
        let players: Seats = words.iter().map(|word| find_seat(self.names, word)).collect::<Option<_>>()?;
        (players.len() == words.len()).then_some(players)
    }

    fn characters(&self, words: &[String]) -> Result<CharacterList, Diagnostic> {
        let characters = words.iter().map(|word| read_character(word)).collect::<Result<_, _>>()?;
        let too_many = || wrong(format!("at most {} characters can be told", CharacterList::MOST));
        CharacterList::new(characters).ok_or_else(too_many)
    }

    fn accused(&self) -> Result<Vec<(Seat, Team)>, Diagnostic> {
        let accused = |target: &Target| {
            let tag = target.name.tag.as_deref().unwrap_or_default();
            let team =
                [Team::Minion, Team::Demon].into_iter().find(|team| team.name().eq_ignore_ascii_case(tag));
            let team = team
                .ok_or_else(|| wrong(format!("`{tag}` is not `minion` or `demon`")).fix(usage("accuses")));
            Ok((read_seat(self.names, &target.name.name)?, team?))
        };
        self.event.targets.iter().map(accused).collect()
    }

    fn team(&self, words: &[String]) -> Result<EvilTeam, Diagnostic> {
        let (mut minions, mut bluffs) = (Seats::NONE, CharacterSet::NONE);
        for word in words {
            match find_seat(self.names, word) {
                Some(seat) => minions = minions.with(seat),
                None => bluffs = bluffs.with(read_character(word)?),
            }
        }
        let bluffs = Bluffs::new(bluffs).ok_or_else(|| wrong("there are at most three bluffs".to_owned()))?;
        Ok(EvilTeam { minions, bluffs })
    }

    fn report(&self) -> Result<Report, Diagnostic> {
        let [night, ability, told @ ..] = self.event.args.as_slice() else {
            return Err(wrong("a report needs a night and an ability".to_owned()).fix(usage("reports")));
        };
        let number = night.strip_prefix(['n', 'N']).and_then(|number| number.parse().ok());
        let night = number.ok_or_else(|| wrong(format!("`{night}` is not a night")).fix("n1"))?;
        let told = match self.statement_of(told)? {
            // A player does not know which of the two is meant.
            Some(Statement::Pair { holder, wrong, character }) => {
                let (holder, wrong) = (holder.min(wrong), holder.max(wrong));
                Some(Statement::Pair { holder, wrong, character })
            }
            told => told,
        };
        Ok(Report { night, ability: read_character(ability)?, chosen: self.seats()?, told })
    }

    fn guesses(&self) -> Result<Vec<(Seat, Character)>, Diagnostic> {
        let guess = |target: &Target| {
            let tag = target.name.tag.as_deref().unwrap_or_default();
            Ok((read_seat(self.names, &target.name.name)?, read_character(tag)?))
        };
        self.event.targets.iter().map(guess).collect()
    }
}

fn read_answer(word: &str) -> Option<bool> {
    [("yes", true), ("no", false)]
        .into_iter()
        .find_map(|(known, answer)| word.eq_ignore_ascii_case(known).then_some(answer))
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Role and token of a player who draws another token: `monk(drunk:is_the_drunk)`, or `drunk(monk)`.
pub(super) fn read_delusion(token: Character, arg: &str) -> Option<(Character, Character)> {
    match arg.split_once(':') {
        Some((owner, name)) => {
            let owner = Character::read(owner)?;
            (name.eq_ignore_ascii_case(&format!("is_the_{owner}"))).then_some((owner, token))
        }
        None => Some((token, Character::read(arg)?)),
    }
}

/// How a verb is written.
fn usage(verb: &str) -> &'static str {
    match verb {
        "tells" => "st!tells->Ann(2), (yes), (none), (chef), (Ben,Cy,chef), (grimoire)",
        "picks" => "st!picks->Ann, or st!picks(nobody)",
        "rules" => "st!rules(yes)",
        "chooses" => "Ann!chooses->Ben, Ann!chooses->Ben,Cy, or Ann!chooses(chef)",
        "attacks" => "Ann!attacks->Ben,Cy",
        "names" | "turns" => "Ann!names->Ben:imp",
        "suspects" => "Ann!suspects->Ben",
        "unmasks" => "Ann!unmasks->Ben",
        "accuses" => "Ann!accuses->Ben:minion,Cy:demon",
        "claims" => "Ann!claims(chef)",
        "reports" => "Ann!reports(n1,fortune_teller,yes)->Ben,Cy",
        "guesses" => "Ann!guesses->Ben:imp,Cy:chef",
        "gossips" => "Ann!gossips(\"evil(Ben)\")",
        "asks" => "Ann!asks(\"evil(Ben)\")",
        "shows" => "st!shows(chef)",
        "nominates" => "Ann!nominates->Ben",
        "votes" => "Ann!votes->Ben",
        "shoots" => "Ann!shoots->Ben",
        _ => "Ann!passes",
    }
}
