//! Sentences of the rich form: a verb's templates, filled with an event or matched against a text.
//!
//! **Reads** any sentence of a verb. Whoever runs the game may be called `st`, `storyteller` or `dealer`, the
//! last two also with `the`, in any case; a sentence may begin with a capital; a tag may be written
//! `head_waiter`.
//!
//! **Writes** a template with the parts of the event filled in.

use std::borrow::Cow;

use super::{Dialect, Event, Name, Target, Verb, line};
use crate::notation::is_storyteller;
use crate::printable::is_unseen;

/// A piece of a sentence: literal words or a part of the event.
#[derive(Clone, Copy, PartialEq)]
enum Piece<'a> {
    Words(&'a str),
    Part(&'a str),
}

/// The pieces of a template, in order.
fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let words = template.split('{').enumerate().flat_map(|(index, text)| match text.split_once('}') {
        Some((part, words)) if index > 0 => [Piece::Part(part), Piece::Words(words)],
        _ => [Piece::Words(text), Piece::Words("")],
    });
    words.filter(|piece| *piece != Piece::Words(""))
}

/// The sentence of an event, unless the event holds something that the sentence has no room for.
pub(super) fn fill(template: &str, event: &Event) -> Option<String> {
    let pieces: Vec<Piece<'_>> = pieces(template).collect();
    let has = |part| pieces.contains(&Piece::Part(part));
    let single = event.targets.first().filter(|_| event.targets.len() == 1);
    // An argument that is empty or begins or ends with a space would be lost between the words.
    let is_plain = |arg: &String| !arg.is_empty() && arg.trim() == arg;
    let has_two = has("first") && has("second") && event.targets.len() == 2;
    let room = event.args.iter().chain(event.targets.iter().flat_map(|target| &target.args)).all(is_plain)
        && (has("targets") && !event.targets.is_empty()
            || has_two
            || event.targets.len() == usize::from(has("target") || has("player")) && !has("targets"))
        && (event.args.len() == usize::from(has("arg") || has("statement")) && !has("args")
            || has("args") && !event.args.is_empty())
        && (event.targets.iter().all(|target| target.args.is_empty()) || has("told") && single.is_some())
        && (has("actor")
            || event.actor.as_ref().is_some_and(|actor| actor.tag.is_none() && actor.name == "st"));
    if !room {
        return None;
    }
    let mut out = String::new();
    for piece in &pieces {
        match *piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Part("actor") => out.push_str(&spoken(event.actor.as_ref()?)),
            Piece::Part("target") if has("tag") => out.push_str(&single?.name.name),
            Piece::Part("target") => out.push_str(&spoken(&single?.name)),
            Piece::Part("first") => out.push_str(&spoken(&event.targets.first()?.name)),
            Piece::Part("second") => out.push_str(&spoken(&event.targets.get(1)?.name)),
            Piece::Part("player") => {
                out.push_str(&single.map(|target| &target.name).filter(|name| name.tag.is_none())?.name);
            }
            Piece::Part("tag") => out.push_str(&single?.name.tag.as_ref()?.replace('_', " ")),
            Piece::Part("targets") => {
                let names: Vec<String> = event.targets.iter().map(|target| spoken(&target.name)).collect();
                out.push_str(&names.join(", "));
            }
            Piece::Part("arg" | "statement") => out.push_str(event.args.first()?),
            Piece::Part("args") => out.push_str(&event.args.join(", ")),
            Piece::Part("told") => {
                let told = &single?.args;
                out.push_str(&Some(told).filter(|told| !told.is_empty())?.join(", "));
            }
            Piece::Part(_) => return None,
        }
    }
    Some(out)
}

/// `Alice (head waiter)`.
fn spoken(name: &Name) -> String {
    match &name.tag {
        Some(tag) => format!("{} ({})", name.name, tag.replace('_', " ")),
        None => name.name.clone(),
    }
}

pub(super) fn read_spoken(text: &str) -> Option<Name> {
    let (name, tag) = match text.split_once(" (") {
        Some((name, tag)) => (name, Some(tag.strip_suffix(')')?.replace(' ', "_"))),
        None => (text, None),
    };
    let words = line::is_word(name) && tag.as_deref().is_none_or(line::is_word);
    words.then(|| Name { name: name.to_owned(), tag })
}

/// The actor of a sentence: `Alice (head waiter)`, or whoever runs the game under any name.
#[must_use]
pub fn read_actor(text: &str) -> Option<Name> {
    let is_keeper = strip_storyteller(&format!("{text} ")) == Some(" ");
    if is_keeper { Some(Name::plain("st")) } else { read_spoken(text) }
}

/// Takes the one who runs the game off the beginning of a sentence: `the Storyteller picks Ann` becomes `
/// picks Ann`.
fn strip_storyteller(text: &str) -> Option<&str> {
    let the = text.get(..4).filter(|the| the.eq_ignore_ascii_case("the "));
    let text = the.map_or(text, |the| &text[the.len()..]);
    let end = text.find(' ')?;
    is_storyteller(&text[..end]).then(|| &text[end..])
}

/// The event of a sentence, if a verb of the game has it. The sentence must be exactly what the event would
/// be written as.
#[must_use]
pub fn read(text: &str, dialect: &Dialect) -> Option<Event> {
    let deed = strip_storyteller(text);
    let keepers = deed.into_iter().flat_map(|deed| {
        ["st", "the Storyteller", "the dealer"].map(|keeper| Cow::Owned(format!("{keeper}{deed}")))
    });
    let first = text.chars().next().filter(char::is_ascii_uppercase);
    let small = first.map(|first| Cow::Owned(format!("{}{}", first.to_ascii_lowercase(), &text[1..])));
    // A sentence that begins with a word may have a capital; one that begins with a name is first tried as it is.
    keepers.chain([Cow::Borrowed(text)]).chain(small).find_map(|text| read_exactly(&text, dialect.verbs))
}

/// Of several templates that match, the one with the most literal words: in `draws a card`, the words are not
/// a card's name.
fn read_exactly(text: &str, verbs: &[Verb]) -> Option<Event> {
    let same =
        |sentence: &str| sentence.len() == text.len() && sentence.replace('_', " ") == text.replace('_', " ");
    let read_as = |verb: &Verb, template: &str| {
        let pieces: Vec<Piece<'_>> = pieces(template).collect();
        let mut event = Event { verb: Some(verb.name.to_owned()), ..Event::default() };
        let fits = capture(&pieces, text, &mut event);
        event.actor.get_or_insert_with(|| Name::plain("st"));
        (fits && fill(template, &event).is_some_and(|sentence| same(&sentence))).then_some(event)
    };
    let mut best: Option<(usize, Event)> = None;
    for (verb, template) in
        verbs.iter().flat_map(|verb| verb.sentences.iter().map(move |template| (verb, template)))
    {
        if let Some(said) = words_of(template, text)
            && best.as_ref().is_none_or(|(most, _)| *most < said)
        {
            best = read_as(verb, template).map(|event| (said, event)).or(best);
        }
    }
    best.map(|(_, event)| event)
}

/// The number of literal characters in a template, if a text has its words in order. This rules out most templates, and is asked of all
/// of them for every sentence, so it looks at bytes.
fn words_of(template: &str, text: &str) -> Option<usize> {
    let (mut template, mut text) = (template.as_bytes(), text.as_bytes());
    let (mut said, mut is_first) = (0, true);
    loop {
        let end = template.iter().position(|byte| *byte == b'{').unwrap_or(template.len());
        let words = &template[..end];
        let at = if is_first || words.is_empty() {
            text.starts_with(words).then_some(0)
        } else {
            text.windows(words.len()).position(|window| window == words)
        };
        text = &text[at? + words.len()..];
        said += words.len();
        is_first = false;
        match template[end..].iter().position(|byte| *byte == b'}') {
            Some(part) => template = &template[end + part + 1..],
            None => return Some(said),
        }
    }
}

/// Matches the pieces against the text from the left, trying every end of a part that the following words
/// allow.
fn capture(pieces: &[Piece<'_>], text: &str, event: &mut Event) -> bool {
    let Some((first, rest)) = pieces.split_first() else {
        return text.is_empty();
    };
    match (*first, rest.first()) {
        (Piece::Words(words), _) => text.strip_prefix(words).is_some_and(|text| capture(rest, text, event)),
        (Piece::Part(part), Some(Piece::Words(words))) => text.match_indices(words).any(|(end, _)| {
            let mut tried = event.clone();
            let fits = put(part, &text[..end], &mut tried) && capture(rest, &text[end..], &mut tried);
            if fits {
                *event = tried;
            }
            fits
        }),
        (Piece::Part(part), _) => put(part, text, event) && rest.is_empty(),
    }
}

fn put(part: &str, text: &str, event: &mut Event) -> bool {
    match part {
        "actor" => {
            event.actor = read_spoken(text);
            return event.actor.is_some();
        }
        "target" | "player" | "targets" => {
            // What is told of a target may stand before it.
            let told = event.targets.pop().map(|target| target.args).unwrap_or_default();
            let names: Option<Vec<Name>> = text.split(", ").map(read_spoken).collect();
            let targets = names.into_iter().flatten().map(|name| Target { name, args: Vec::new() });
            event.targets = targets.collect();
            return event.targets.last_mut().map(|target| target.args = told).is_some();
        }
        "first" | "second" => {
            let Some(name) = read_spoken(text) else { return false };
            event.targets.resize_with(2, unnamed);
            event.targets[usize::from(part == "second")].name = name;
        }
        "tag" => match event.targets.last_mut() {
            Some(target) => target.name.tag = Some(text.replace(' ', "_")).filter(|tag| line::is_word(tag)),
            None => return false,
        },
        "told" => {
            let Some(told) = read_list(text) else { return false };
            if event.targets.is_empty() {
                event.targets.push(unnamed());
            }
            event.targets.last_mut().into_iter().for_each(|target| target.args.clone_from(&told));
        }
        "args" => match read_list(text) {
            Some(args) => event.args = args,
            None => return false,
        },
        _ => match read_list(text) {
            Some(args) if args.len() == 1 => event.args = args,
            _ => return false,
        },
    }
    true
}

/// A target of which the name follows.
fn unnamed() -> Target {
    Target { name: Name::plain(""), args: Vec::new() }
}

/// The items between commas outside parentheses and quotes, as the one-liner could hold them too.
fn read_list(text: &str) -> Option<Vec<String>> {
    let parts = line::split_outside(text, 0, ',').into_iter().map(|(part, _)| part.trim().to_owned());
    (line::balanced(text) && !text.contains(is_unseen)).then(|| parts.collect())
}

/// Whether the sentence ends with a statement, which may itself end with parentheses.
pub(super) fn ends_with_statement(event: &Event, dialect: &Dialect) -> bool {
    let verb = event.verb_among(dialect.verbs);
    verb.is_some_and(|verb| verb.sentences.iter().any(|template| template.ends_with("{statement}")))
}
