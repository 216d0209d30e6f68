//! What players claimed, compared with what they were and what they were told.

use gaslamp_core::trace::{Event, Phase};

use super::super::trace::DIALECT;
use super::super::trace_model::{Act, TraceEvent, TraceModel};
use super::SpokenLine;
use crate::characters::Character;
use crate::rules::phase::place;

/// A claim by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The phase of the claim.
    pub phase: Phase,
    /// The player's index in the model.
    pub player: usize,
    /// The claim in words.
    pub text: String,
    /// The only listener, if it was said to one player.
    pub to: Option<String>,
    /// Whether it was true.
    pub verdict: Verdict,
}

/// How a claim compares with the truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// True.
    True,
    /// The player thought so but was this other character: a Drunk.
    Believed(Character),
    /// False: the player was this character.
    False(Character),
    /// The player was told exactly that.
    AsTold,
    /// False: the player was told this.
    ToldOtherwise(String),
    /// False: the player was told nothing of the kind.
    NeverTold,
    /// The trace does not say.
    Unknown,
}

impl Verdict {
    /// The verdict's name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::True => "true",
            Self::Believed(_) => "believed",
            Self::False(_) => "false",
            Self::AsTold => "as told",
            Self::ToldOtherwise(_) => "told otherwise",
            Self::NeverTold => "never told",
            Self::Unknown => "unknown",
        }
    }
}

/// Every claim in a model, including those in messages, in order.
pub(super) fn claims(model: &TraceModel, said: &[SpokenLine]) -> Vec<Claimed> {
    let mut claims = Vec::new();
    for (at, event) in model.events.iter().enumerate() {
        let Some(player) = event.by.player() else { continue };
        let claimed = |text, verdict| Claimed { phase: event.phase, player, text, to: None, verdict };
        match event.act {
            Act::Claims(role) => claims.push(claimed(says_to_be(role), of_role(model, player, at, role))),
            _ if event.event.verb.as_deref() == Some("reports") => {
                claims.push(claimed(report_text(&event.event), of_report(model, player, &event.event)));
            }
            _ => {}
        }
    }
    for message in said {
        let Some(player) = model.player(&message.from) else { continue };
        let at = model
            .events
            .partition_point(|event| place(event.phase) <= place(message.phase))
            .saturating_sub(1);
        for role in roles_in(&message.text) {
            let verdict = of_role(model, player, at, role);
            let to = message.to.clone();
            claims.push(Claimed { phase: message.phase, player, text: says_to_be(role), to, verdict });
        }
    }
    claims.sort_by_key(|claim| place(claim.phase));
    claims
}

fn says_to_be(role: Character) -> String {
    format!("the {}", role.name())
}

fn of_role(model: &TraceModel, player: usize, at: usize, role: Character) -> Verdict {
    let standing = model.roles.at(player, at);
    match (standing.role, standing.believed) {
        (Some(is), _) if is == role => Verdict::True,
        (Some(is), Some(believed)) if believed == role => Verdict::Believed(is),
        (Some(is), _) => Verdict::False(is),
        (None, _) => Verdict::Unknown,
    }
}

fn report_text(event: &Event) -> String {
    let chosen: Vec<&str> = event.targets.iter().map(|target| target.name.name.as_str()).collect();
    let on = if chosen.is_empty() { String::new() } else { format!(" on {}", chosen.join(", ")) };
    format!("{}{on}", event.args.join(", "))
}

/// Whether the player was told what the report says, in the night it names.
fn of_report(model: &TraceModel, player: usize, report: &Event) -> Verdict {
    let [night, _, told @ ..] = report.args.as_slice() else { return Verdict::Unknown };
    let Some(phase) = DIALECT.read_phase(night) else { return Verdict::Unknown };
    let is_told_then =
        |event: &&TraceEvent| event.phase == phase && event.event.verb.as_deref() == Some("tells");
    if !model.events.iter().any(|event| is_told_then(&event)) {
        return Verdict::Unknown;
    }
    let of_player = |event: &TraceEvent| {
        let [target] = event.event.targets.as_slice() else { return None };
        (model.player(&target.name.name) == Some(player)).then(|| target.args.clone())
    };
    let mut tellings = model.events.iter().filter(is_told_then).filter_map(of_player).peekable();
    let Some(first) = tellings.peek().cloned() else { return Verdict::NeverTold };
    // Which of two players is meant is the Storyteller's secret, so the order does not matter.
    let is_same = |words: &[String]| sorted(words) == sorted(told);
    if tellings.any(|words| is_same(&words)) {
        Verdict::AsTold
    } else {
        Verdict::ToldOtherwise(first.join(", "))
    }
}

fn sorted(words: &[String]) -> Vec<String> {
    let mut words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    words.sort_unstable();
    words
}

/// The characters that somebody claims to be in a message: "I'm the washerwoman".
fn roles_in(text: &str) -> Vec<Character> {
    let plain: String = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '_' | '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut roles = Vec::new();
    for at in 0..words.len() {
        let rest = match &words[at..] {
            ["i'm", rest @ ..] | ["i", "am", rest @ ..] => rest,
            _ => continue,
        };
        let rest = match rest {
            ["the" | "a" | "an", rest @ ..] => rest,
            rest => rest,
        };
        let role = (1..=3).rev().find_map(|length| Character::read(&rest.get(..length)?.concat()));
        roles.extend(role);
    }
    roles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_in_a_message_is_heard() {
        let table: &[(&str, &[&str])] = &[
            ("I'm the washerwoman, you're safe", &["Washerwoman"]),
            ("well, I am Fortune Teller. I’m not the imp", &["Fortune Teller"]),
            ("I am here", &[]),
            ("Bob is the imp", &[]),
        ];
        for (text, roles) in table {
            assert_eq!(&roles_in(text).into_iter().map(Character::name).collect::<Vec<_>>(), roles, "{text}");
        }
    }
}
