//! Actions in plain words: `nominates P4`, `nominate 4`, `pass`.
//!
//! **Reads** words in any case, separated by anything that is neither a letter nor a digit; verbs in the third person or without
//! their ending; players by name or by number; whatever of an entry is needed to tell it from the others of a list.
//!
//! **Writes** the verb, then its targets, with what they are told in parentheses, then its arguments.

use gaslamp_core::notation::read_seat;
use gaslamp_core::trace::{Event, Target, Verb, VerbKind};

/// Words that say nothing about an action.
const FILLERS: [&str; 13] =
    ["a", "against", "and", "as", "for", "i", "into", "is", "of", "on", "the", "to", "with"];

/// An event without its actor, in words.
pub(super) fn write(event: &Event) -> String {
    let target = |target: &Target| match target.args.as_slice() {
        [] => target.name.to_string(),
        args => format!("{} ({})", target.name, args.join(", ")),
    };
    let verb = event.verb.clone().unwrap_or_default();
    let targets: Vec<String> = event.targets.iter().map(target).collect();
    let parts = [verb, targets.join(", "), event.args.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The words of a line that say something.
pub(super) fn split(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !FILLERS.contains(&word.as_str())).collect()
}

/// Whether a typed word is a word of an entry.
type Same<'a> = dyn Fn(&str, &str) -> bool + 'a;

/// The place of the only entry that these words name.
///
/// # Errors
/// The places of all of them, if it is not one.
pub(super) fn find(typed: &[String], entries: &[String], names: &[String]) -> Result<usize, Vec<usize>> {
    let entries: Vec<Vec<String>> = entries.iter().map(|entry| split(entry)).collect();
    let literally = |typed: &str, word: &str| typed == word;
    let by_seat = |typed: &str, word: &str| typed == word || is_number_of(typed, word, names);
    let mut several = Vec::new();
    for same in [&literally as &Same<'_>, &by_seat] {
        let fits: Vec<usize> = places(&entries, |entry| names_entry(typed, entry, same));
        let whole: Vec<usize> = fits.iter().copied().filter(|&at| entries[at].len() == typed.len()).collect();
        match (fits.as_slice(), whole.as_slice()) {
            ([at], _) | (_, [at]) => return Ok(*at),
            _ => several = fits,
        }
        if !several.is_empty() {
            break;
        }
    }
    Err(several)
}

/// The place of the only entry that has all of these words and no others.
pub(super) fn whole(typed: &[String], entries: &[String]) -> Option<usize> {
    let is_it = |entry: &&String| {
        let words = split(entry);
        let same = |typed: &str, word: &str| typed == word;
        words.len() == typed.len() && names_entry(typed, &words, &same)
    };
    let mut fits = entries.iter().enumerate().filter(|(_, entry)| is_it(entry)).map(|(at, _)| at);
    fits.next().filter(|_| fits.next().is_none())
}

fn places(entries: &[Vec<String>], fits: impl Fn(&[String]) -> bool) -> Vec<usize> {
    (0..entries.len()).filter(|&at| fits(&entries[at])).collect()
}

/// Whether the words begin with the verb of an entry, or the other one that it has, and name some of its other words, in their order.
fn names_entry(typed: &[String], entry: &[String], same: &Same<'_>) -> bool {
    let ([verb, typed @ ..], [entry_verb, entry @ ..]) = (typed, entry) else { return false };
    let (other_verb, entry) = match entry {
        [or, other, rest @ ..] if or == "or" => (Some(other), rest),
        entry => (None, entry),
    };
    let mut rest = entry.iter();
    let is_named = is_verb(verb, entry_verb) || other_verb.is_some_and(|other| is_verb(verb, other));
    is_named && typed.iter().all(|word| rest.any(|known| same(word, known)))
}

/// Whether a number is that of the player whose name is this word.
fn is_number_of(typed: &str, word: &str, names: &[String]) -> bool {
    let seat = typed.parse::<usize>().ok().and_then(|_| read_seat(names, typed));
    seat.and_then(|seat| names.get(seat.index())).is_some_and(|name| name.to_lowercase() == word)
}

fn is_verb(typed: &str, verb: &str) -> bool {
    stem(typed) == stem(verb)
}

/// A verb without the ending of the third person.
pub(super) fn stem(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let hissing = ["sses", "shes", "ches"].iter().any(|ending| verb.ends_with(ending));
    let ending = match verb {
        _ if hissing => 2,
        _ if verb.ends_with('s') && !verb.ends_with("ss") => 1,
        _ => 0,
    };
    verb[..verb.len() - ending].to_owned()
}

/// The action that has this verb, perhaps without its ending.
fn verb_of(word: &str, verbs: &'static [Verb]) -> Option<&'static Verb> {
    verbs.iter().filter(|verb| verb.kind == VerbKind::Action).find(|verb| is_verb(word, verb.name))
}

/// `pass, shoot or claim`.
pub(super) fn one_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The event that a line comes to, whoever acts: players are its targets, anything else is its argument.
pub(super) fn read(text: &str, own: &str, verbs: &'static [Verb], names: &[String]) -> Option<Event> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '!' | '(' | ')' | '>');
    let words = text.split(is_between).map(|word| word.trim_end_matches('-'));
    let mut words = words
        .filter(|word| !word.is_empty() && !FILLERS.contains(&word.to_lowercase().as_str()))
        .skip_while(|word| word.eq_ignore_ascii_case(own));
    let verb = verb_of(&words.next()?.to_lowercase(), verbs)?;
    let event = Event { verb: Some(verb.name.to_owned()), ..Event::default() };
    let has = |part: &str| verb.sentences.iter().any(|sentence| sentence.contains(part));
    if has("{args}") {
        return Some(words.fold(event, Event::arg));
    }
    let player = |word: &str| read_seat(names, word).and_then(|seat| names.get(seat.index()));
    if has("{told}") {
        let mut event = event.target(player(words.next()?)?);
        event.targets.first_mut()?.args = words.map(str::to_owned).collect();
        return Some(event);
    }
    let (players, others): (Vec<&str>, Vec<&str>) = words.partition(|word| player(word).is_some());
    let event = players.into_iter().filter_map(player).fold(event, |event, name| event.target(name));
    // Several words are one name: the fortune teller. Where only players can be meant, it is that of a stranger.
    let is_about_players = (has("{target}") || has("{player}")) && !has("{arg}") && !has("{tag}");
    let name = others.join("_");
    Some(match others.as_slice() {
        [] => event,
        _ if is_about_players => event.target(&name),
        _ => event.arg(&name),
    })
}

/// The words after the actor, if they begin with whoever may act.
pub(super) fn without_actor<'a>(typed: &'a [String], name: &str) -> &'a [String] {
    let own = split(name);
    match typed.strip_prefix(own.as_slice()) {
        Some(rest) if !own.is_empty() => rest,
        _ => typed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn verbs_lose_their_ending() {
        for (verb, expected) in [
            ("passes", "pass"),
            ("pass", "pass"),
            ("denies", "deny"),
            ("chooses", "choose"),
            ("votes", "vote"),
        ] {
            assert_eq!(stem(verb), expected);
        }
    }

    #[test]
    fn what_is_not_listed_becomes_an_event() {
        const VERBS: &[Verb] = &[
            Verb::action("claims", &["{actor} claims {arg}"], false),
            Verb::action("reports", &["{actor} reports {args}"], false),
            Verb::action("nominates", &["{actor} nominates {target}"], false),
            Verb::action("tells", &["the Storyteller tells {target}: {told}"], true),
            Verb::consequence("dies", &["{actor} dies"], false),
        ];
        let names = lines("P1\nP2\nP3");
        for (typed, expected) in [
            ("claim virgin", "claims(virgin)"),
            ("P1 claims the Fortune Teller", "claims(Fortune_Teller)"),
            ("p1!claims(fortune_teller)", "claims(fortune_teller)"),
            ("nominate 2", "nominates->P2"),
            ("nominates->p3", "nominates->P3"),
            ("nominate Zed", "nominates->Zed"),
            ("report n1 empath 1", "reports(n1,empath,1)"),
            ("tell 2 p1 p3 chef", "tells->P2(p1,p3,chef)"),
            ("tell", ""),
            ("dies", ""),
            ("P2 nominates P3", ""),
            ("", ""),
        ] {
            let read = read(typed, "P1", VERBS, &names).map(|event| event.to_string());
            assert_eq!(read.unwrap_or_default().trim_start_matches('!'), expected, "{typed}");
        }
    }

    #[test]
    fn a_whole_entry_is_no_message() {
        let entries = lines("says yes\nsays no\npasses");
        for (typed, expected) in
            [("say yes", Some(0)), ("says NO", Some(1)), ("say hello", None), ("say", None)]
        {
            assert_eq!(whole(&split(typed), &entries), expected, "{typed}");
        }
    }

    #[test]
    fn words_name_an_entry_or_say_which_ones_they_could_mean() {
        let names = lines("P1\nP2\nP3\nP4");
        let entries = lines(
            "passes\nnominates P3\nnominates P4\nchooses P1\nchooses P1, P2\ntells P3 (0)\ntells P3 (1)\nclaims or reports …",
        );
        for (typed, expected) in [
            ("pass", Ok(0)),
            ("Nominate 4", Ok(2)),
            ("nominates->P4", Ok(2)),
            ("nominate", Err(vec![1, 2])),
            ("choose P1", Ok(3)),
            ("choose p1 and p2", Ok(4)),
            ("choose 2", Ok(4)),
            ("tell 1", Ok(6)),
            ("claim", Ok(7)),
            ("report", Ok(7)),
            ("report virgin", Err(vec![])),
            ("tell", Err(vec![5, 6])),
            ("dance", Err(vec![])),
            ("", Err(vec![])),
        ] {
            assert_eq!(find(&split(typed), &entries, &names), expected, "{typed}");
        }
    }
}
