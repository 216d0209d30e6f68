//! What is told of a game, one thing at a time. Accepts a story or a grimoire, emits [`Saying`]s: each in words, and in the terms of
//! `rules/botc/trace.lp`. What the rules have no word for is named and left out.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::sheet::{Known, Life, Player, Sheet, Token};
use gaslamp_botc::notation::story::roles::Says;
use gaslamp_botc::notation::story::{Act, Deed as Told, Party, Story};
use gaslamp_botc::{Character, Side, State};
use gaslamp_core::trace::{Event, Phase, Verb, VerbKind, rich};
use gaslamp_core::{Actor, Diagnostic, Notation as _, Seat, Span};

use super::Reading;
use crate::asp::botc::deed::Deed;
use crate::asp::botc::facts::REMINDERS;

/// Something that is told of a game and may be doubted by itself.
#[derive(Clone, Debug)]
pub struct Saying {
    /// In words.
    pub words: String,
    /// Where it stands in the text, if it stands there.
    pub span: Option<Span>,
    pub(super) when: When,
    pub(super) terms: Vec<String>,
    /// Whose death it tells.
    pub(super) deaths: Vec<usize>,
}

/// When something happened, and how it stands to other sayings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// It is about the deal.
    Before,
    /// Somebody does it in this phase.
    Deed(Phase),
    /// One of the votes of this phase, which are counted together.
    Vote(Phase),
    /// It follows from a deed of this phase.
    Follows(Phase),
    /// It follows from a deed of this phase, and is told later.
    Earlier(Phase),
    /// It is so at the end.
    Seen,
    /// It holds throughout.
    Always,
}

/// The story, and what of it is not judged.
pub(super) fn of_story(story: &Story, reading: Reading) -> (Vec<Saying>, Vec<Diagnostic>) {
    let mut listener = Listener { story, reading, sayings: Vec::new(), unjudged: Vec::new() };
    for (at, told) in story.deeds.iter().enumerate() {
        if let Err(why) = listener.hear(at, told) {
            let message = format!("`{}` is not judged: {why}", told.event);
            listener.unjudged.push(Diagnostic::illegal("referee/unjudged", message).at(told.span));
        }
    }
    if reading == Reading::Parts {
        listener.sayings.push(Saying {
            words: "nobody else dies".to_owned(),
            span: None,
            when: When::Always,
            terms: Vec::new(),
            deaths: Vec::new(),
        });
    }
    (listener.sayings, listener.unjudged)
}

struct Listener<'a> {
    story: &'a Story,
    reading: Reading,
    sayings: Vec<Saying>,
    unjudged: Vec<Diagnostic>,
}

impl Listener<'_> {
    fn hear(&mut self, at: usize, told: &Told) -> Result<(), String> {
        let verb = told.event.verb.as_deref().unwrap_or_default();
        let kind = told.event.verb_among(State::VERBS).map(|verb: &Verb| verb.kind);
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
                terms.extend(self.deed(told)?);
                self.say(told, When::Deed(told.phase), terms, Vec::new());
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
        let words = format!("{}: {}", told.phase, rich::sentence(&told.event, State::VERBS));
        self.sayings.push(Saying { words, span: Some(told.span), when, terms, deaths });
    }

    /// What the names in an event say of who is what.
    fn roles(&self, at: usize) -> Vec<String> {
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
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
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        for fact in here {
            let Says::Dealt(role, token) = fact.says else { continue };
            let name = &self.story.names[fact.player];
            let believes = if role == token {
                String::new()
            } else {
                format!(" who believes to be the {}", token.name())
            };
            let seat = fact.player;
            self.sayings.push(Saying {
                words: format!("{name} is the {}{believes}", role.name()),
                span: Some(told.span),
                when: When::Before,
                terms: vec![
                    format!("holds({seat},{})", role.facts().id),
                    format!("draws({seat},{})", token.facts().id),
                ],
                deaths: Vec::new(),
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
        party.player().ok_or_else(|| "it does not say of whom".to_owned())
    }

    fn deed(&self, told: &Told) -> Result<Vec<String>, String> {
        let action = told.action.ok_or("it is not written like this")?;
        let by = match told.by {
            Party::Player(player) => Actor::Seat(Seat::new(player)),
            Party::Storyteller | Party::Role(_) => Actor::Storyteller,
        };
        let deed = Deed::of(by, action).map_err(|failure| failure.to_string())?;
        let terms = deed.terms().into_iter();
        Ok(match told.by {
            Party::Role(role) => {
                let by_role = format!("by_role({})", role.facts().id);
                terms.map(|term| if term == "by(st)" { by_role.clone() } else { term }).collect()
            }
            _ => terms.collect(),
        })
    }

    /// What follows from deeds, and whose death it tells.
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
                    // Who is the Drunk is said of the player.
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
        let unreadable = "a count has a nominee, a number and who is on the block";
        let [target] = event.targets.as_slice() else { return Err(unreadable.to_owned()) };
        let [votes, block] = target.args.as_slice() else { return Err(unreadable.to_owned()) };
        let nominee = self.story.player(&target.name.name).ok_or(unreadable)?;
        let votes: u8 = votes.parse().map_err(|_| unreadable)?;
        let block =
            self.story.player(block).map_or("block(nobody)".to_owned(), |seat| format!("block({seat})"));
        Ok(vec![format!("on({nominee})"), format!("counted({votes})"), block])
    }

    /// At dawn it is told who died in the night.
    fn announced(&mut self, told: &Told) -> Result<(), String> {
        let Phase::Day(number) = told.phase else { return Err("it is announced at dawn".to_owned()) };
        for target in &told.event.targets {
            let name = &target.name.name;
            let player = self.story.player(name).ok_or_else(|| format!("nobody is called `{name}`"))?;
            if target.name.tag.as_deref() != Some("dead") {
                return Err("nobody comes back to life in these rules".to_owned());
            }
            self.sayings.push(Saying {
                words: format!("N{number}: {name} dies"),
                span: Some(told.span),
                when: When::Earlier(Phase::Night(number)),
                terms: vec![format!("dies({player})")],
                deaths: vec![player],
            });
        }
        Ok(())
    }
}

/// What the rules call a token.
fn token_name(token: ReminderToken) -> Result<&'static str, String> {
    let is_it = |owner: Character, name: Option<&str>| owner == token.owner() && name == Some(token.word());
    let known = REMINDERS.iter().find(|(reminder, _)| is_it(reminder.owner(), reminder.name()));
    known.map(|(_, name)| *name).ok_or_else(|| format!("the rules in ASP do not know the token `{token}`"))
}

/// A grimoire, seat by seat and token by token, and what of it is not judged.
pub(super) fn of_sheet(sheet: &Sheet) -> (Vec<Saying>, Vec<Diagnostic>) {
    let mut sayings = Vec::new();
    let mut unjudged = Vec::new();
    let mut say = |words: String, terms: Vec<String>| {
        sayings.push(Saying { words, span: None, when: When::Seen, terms, deaths: Vec::new() });
    };
    for (seat, player) in sheet.players.iter().enumerate() {
        let name = &player.name;
        if let Some((words, term)) = seen_role(seat, player) {
            say(words, vec![term]);
        }
        match player.life {
            Life::Alive => say(format!("{name} is alive"), vec![format!("lives({seat})")]),
            Life::Dead => say(
                format!("{name} is dead, with a vote left"),
                vec![format!("is_dead({seat})"), format!("has_vote({seat})")],
            ),
            Life::Spent => say(
                format!("{name} is dead and has voted"),
                vec![format!("is_dead({seat})"), format!("has_no_vote({seat})")],
            ),
        }
        let mut lying = Vec::new();
        for token in &player.tokens {
            match token {
                Token::Reminder(token) if token.marks_its_owner() => {}
                Token::Reminder(token) => match token_name(*token) {
                    Ok(known) => {
                        lying.push(known);
                        say(format!("{token} lies at {name}"), vec![format!("lies({known},{seat})")]);
                    }
                    Err(why) => unjudged.push(Diagnostic::illegal("referee/unjudged", why)),
                },
                Token::Note(text) => unjudged.push(Diagnostic::illegal(
                    "referee/unjudged",
                    format!("the token \"{text}\" at {name} is nothing that rules know"),
                )),
            }
        }
        let others = REMINDERS.iter().filter(|(_, known)| !lying.contains(known));
        let gone = others.map(|(_, known)| format!("gone({known},{seat})"));
        say(format!("no other token lies at {name}"), gone.collect());
    }
    (sayings, unjudged)
}

fn seen_role(seat: usize, player: &Player) -> Option<(String, String)> {
    let Known::Is(character) = player.character else { return None };
    let marked = player.tokens.iter().find_map(|token| match token {
        Token::Reminder(token) if token.marks_its_owner() => Some(token.owner()),
        _ => None,
    });
    let (name, id) = (&player.name, character.facts().id);
    Some(match marked {
        Some(owner) => (
            format!("{name} is the {} and believes to be the {}", owner.name(), character.name()),
            format!("believes({seat},{},{id})", owner.facts().id),
        ),
        None => (format!("{name} is the {}", character.name()), format!("is_now({seat},{id})")),
    })
}
