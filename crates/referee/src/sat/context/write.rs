//! A context as text: the variables, one to a line with the reason behind `#`, then who acted, where tokens lie, what lasted how
//! long, who was what, and who died.

use std::fmt::Write as _;

use gaslamp_botc::notation::line::Naming;

use super::{Acting, Context, Death, Place, Placement, Tenure, Truth, Variable};

/// Events longer than this are cut: a deal names the whole table.
const EVENT: usize = 60;

/// Writes a context, with such names of tokens.
#[must_use]
pub fn write(context: &Context, naming: Naming) -> String {
    let mut out = String::new();
    for variable in &context.variables {
        let _ = writeln!(out, "{}", variable_text(variable));
    }
    let tokens: Vec<String> =
        context.tokens_now().map(|placement| token_text(context, placement, naming)).collect();
    part(&mut out, "Who acted", context.actings.iter().map(|acting| acting_text(context, acting)));
    part(&mut out, "Tokens now", tokens.into_iter());
    part(&mut out, "What lasted for a while", context.transients().map(|spell| spell_text(context, spell)));
    part(&mut out, "Who was what", context.roles.iter().map(|tenure| tenure_text(context, tenure)));
    part(&mut out, "Who died", context.deaths.iter().map(|death| death_text(context, death)));
    if out.is_empty() { "Nothing happens in this trace.\n".to_owned() } else { out }
}

fn part(out: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let gap = if out.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{gap}{title}");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn variable_text(variable: &Variable) -> String {
    let Variable { name, value, reason, place } = variable;
    let phase = place.as_ref().map_or_else(String::new, |place| format!("{}: ", place.phase));
    format!("{name} = {}  # {phase}{reason}", value.name())
}

fn name(context: &Context, player: Option<usize>) -> &str {
    player.and_then(|player| context.names.get(player)).map_or("somebody", String::as_str)
}

fn acting_text(context: &Context, acting: &Acting) -> String {
    let sober = match acting.is_sober {
        Truth::True => "sober and healthy",
        Truth::False => "not sober and healthy",
        Truth::Unknown => "perhaps sober and healthy",
    };
    let who = name(context, acting.player);
    format!("{} {who} as the {}: {sober} ({})", acting.place.phase, acting.role.name(), acting.reason)
}

/// When, and the event that says so.
fn place_text(place: &Place) -> String {
    let event: String = place.event.chars().take(EVENT).collect();
    let cut = if event.len() < place.event.len() { "…" } else { "" };
    format!("{} `{event}{cut}`", place.phase)
}

fn since_text(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| format!(" since {}", place_text(place)))
}

fn effect_text(placement: &Placement) -> &'static str {
    match (placement.has_effect, placement.is_transient()) {
        (Truth::True, _) => "",
        (Truth::False, true) => ", without effect",
        (Truth::Unknown, true) => ", perhaps without effect",
        (Truth::False, false) => ", from somebody drunk or poisoned",
        (Truth::Unknown, false) => ", from somebody perhaps drunk or poisoned",
    }
}

fn by_text(context: &Context, placement: &Placement) -> String {
    match placement.by.filter(|&by| by != placement.on) {
        Some(by) => format!(" by {}", name(context, Some(by))),
        None => String::new(),
    }
}

fn token_text(context: &Context, placement: &Placement, naming: Naming) -> String {
    let on = name(context, Some(placement.on));
    let token = match naming {
        Naming::Long => placement.token.long_name(),
        Naming::Short => placement.token.short_name(),
    };
    let (by, effect) = (by_text(context, placement), effect_text(placement));
    format!("{on}: {token}{by}{}{effect}", since_text(placement.since.as_ref()))
}

fn spell_text(context: &Context, spell: &Placement) -> String {
    let (on, what) = (name(context, Some(spell.on)), spell.token.word());
    let since = spell.since.as_ref().map_or_else(|| "?".to_owned(), |place| place.phase.to_string());
    let until = match spell.until {
        Some(end) => format!("to {} ({})", end.phase, end.why.name()),
        None => "to the end".to_owned(),
    };
    format!("{on}: {what}{} from {since} {until}{}", by_text(context, spell), effect_text(spell))
}

fn tenure_text(context: &Context, tenure: &Tenure) -> String {
    let role = tenure.role.map_or("a Demon", |role| role.name());
    let believed =
        tenure.believed.map_or_else(String::new, |role| format!(", thinking they are the {}", role.name()));
    let since = match &tenure.since {
        Some(place) => format!("from {}", place_text(place)),
        None => format!("from the beginning, told in {}", place_text(&tenure.told)),
    };
    let until = tenure.until.map_or_else(String::new, |phase| format!(", until {phase}"));
    format!("{}: {role}{believed}, {since}{until}", name(context, Some(tenure.player)))
}

fn death_text(context: &Context, death: &Death) -> String {
    let vote = match &death.vote {
        Some(place) => format!("last vote spent in {}", place_text(place)),
        None => "last vote left".to_owned(),
    };
    let revived = death
        .revived
        .as_ref()
        .map_or_else(String::new, |place| format!("; lives again since {}", place_text(place)));
    let since = place_text(&death.since);
    format!(
        "{}: dead since {since}, cause: {}; {vote}{revived}",
        name(context, Some(death.player)),
        death.cause.name()
    )
}
