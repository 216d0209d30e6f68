//! The temporal context of a trace: who was sober when acting, tokens, roles, deaths.

use gaslamp_botc::Character;
use gaslamp_core::trace::Phase;
use gaslamp_referee::sat::context::{Acting, Context, Death, Place, Placement, Tenure, Truth, Variable};
use serde_json::{Map, Value, json};

use crate::answer::Field;

/// The context, for programs.
pub(super) fn fields(context: &Context) -> Vec<Field> {
    vec![("players", context.names.clone().into()), ("context", to_json(context))]
}

fn to_json(context: &Context) -> Value {
    let name = |player: usize| context.names.get(player).map(String::as_str);
    let values = context.variables.iter().map(|variable| (variable.name.clone(), truth(variable.value)));
    let tokens = |placements: &mut dyn Iterator<Item = &Placement>| -> Vec<Value> {
        placements.map(|placement| token(context, placement)).collect()
    };
    let reason = |variable: &Variable| {
        json!({
            "name": variable.name, "value": truth(variable.value), "reason": variable.reason,
            "place": variable.place.as_ref().map(place),
        })
    };
    let acting = |acting: &Acting| {
        json!({
            "role": acting.role.word(), "player": acting.player.map(name), "phase": phase(acting.place.phase),
            "sober_and_healthy": truth(acting.is_sober), "reason": acting.reason, "place": place(&acting.place),
        })
    };
    let tenure = |tenure: &Tenure| {
        json!({
            "player": name(tenure.player), "role": tenure.role.map(Character::word),
            "believed": tenure.believed.map(Character::word), "since": tenure.since.as_ref().map(place),
            "told": place(&tenure.told), "until": tenure.until.map(phase),
        })
    };
    let death = |death: &Death| {
        json!({
            "player": name(death.player), "since": place(&death.since), "cause": death.cause.name(),
            "ghost_vote_spent": death.vote.is_some(), "vote": death.vote.as_ref().map(place),
            "revived": death.revived.as_ref().map(place),
        })
    };
    json!({
        "whole_game": context.is_whole,
        "variables": values.collect::<Map<String, Value>>(),
        "reasons": context.variables.iter().map(reason).collect::<Vec<_>>(),
        "actings": context.actings.iter().map(acting).collect::<Vec<_>>(),
        "tokens_now": tokens(&mut context.tokens_now()),
        "transients": tokens(&mut context.transients()),
        "roles": context.roles.iter().map(tenure).collect::<Vec<_>>(),
        "deaths": context.deaths.iter().map(death).collect::<Vec<_>>(),
    })
}

/// Null if unknown.
fn truth(value: Truth) -> Value {
    match value {
        Truth::True => true.into(),
        Truth::False => false.into(),
        Truth::Unknown => Value::Null,
    }
}

fn phase(phase: Phase) -> String {
    phase.to_string()
}

fn place(place: &Place) -> Value {
    json!({
        "phase": phase(place.phase), "event": place.event, "start": place.span.map(|span| span.start),
        "end": place.span.map(|span| span.end),
    })
}

fn token(context: &Context, placement: &Placement) -> Value {
    let name = |player: usize| context.names.get(player).map(String::as_str);
    json!({
        "token": placement.token.long_name(), "on": name(placement.on), "by": placement.by.map(name),
        "since": placement.since.as_ref().map(place), "has_effect": truth(placement.has_effect),
        "until": placement.until.map(|end| json!({ "phase": phase(end.phase), "why": end.why.name() })),
    })
}
