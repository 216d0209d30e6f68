//! What a player believes, and what the table must believe. Accepts a mind, emits a [`Belief`] if worlds can be weighed.

use std::collections::BTreeMap;

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::{Claim, Profile};
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::{Diagnostic, Seat, View};
use gaslamp_deduce::botc::odds::{Glance, Nothing, Odds, Refuted};
use gaslamp_deduce::botc::{Case, Model, Player, Testimony, TestimonyEntry, evidence, odds};

use crate::botc::heuristic::Mind;
use crate::botc::kind;
use crate::botc::memory::is_news;

/// How likely everybody is to be which character.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    evil: Vec<f64>,
    demon: Vec<f64>,
    roles: Vec<BTreeMap<Character, f64>>,
}

impl Belief {
    /// How likely this seat is a Demon now.
    pub(super) fn demon(&self, seat: Seat) -> f64 {
        self.demon.get(seat.index()).copied().unwrap_or(0.0)
    }

    /// How likely this seat is evil now.
    pub(super) fn evil(&self, seat: Seat) -> f64 {
        self.evil.get(seat.index()).copied().unwrap_or(0.0)
    }

    /// How likely this seat began as a character of this kind.
    pub(super) fn kind(&self, seat: Seat, kind: impl Fn(&Profile) -> bool) -> f64 {
        let roles = self.roles.get(seat.index()).into_iter().flatten();
        roles.filter(|(role, _)| kind::is(Some(**role), &kind)).map(|(_, odds)| odds).sum()
    }
}

/// Beliefs that have been computed, kept until there is news.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    own: Option<(usize, Option<Belief>)>,
    public: Option<(usize, Option<Belief>)>,
    /// What did not fit what the player knew.
    refuted: Refuted,
    /// What did not fit what was public.
    publicly_refuted: Refuted,
}

impl Beliefs {
    /// What a player believes who is good and knows it; `None` if worlds cannot be weighed.
    pub(super) fn own(&mut self, mind: &Mind<'_>) -> Option<&Belief> {
        let (view, refuted) = (mind.view, &mut self.refuted);
        let weighed = || {
            let case = evidence::own_case(view);
            weigh(view, OWN, |model, glance| odds::weigh_on(&case, model, glance, refuted))
        };
        renewed(&mut self.own, view, weighed)
    }

    /// What somebody would believe who knows only what was public.
    pub(super) fn public(&mut self, mind: &Mind<'_>) -> Option<&Belief> {
        let (view, refuted) = (mind.view, &mut self.publicly_refuted);
        let weighed = || {
            let case = public_case(mind);
            weigh(view, PUBLIC, |model, glance| odds::weigh_on(&case, model, glance, refuted))
        };
        renewed(&mut self.public, view, weighed)
    }

    /// What somebody would believe who knows only what was public, if this were said as well.
    pub(super) fn supposing(&self, mind: &Mind<'_>, story: &[Claim]) -> Option<Belief> {
        let mut case = public_case(mind);
        if let Some(own) = case.players.get_mut(mind.view.seat.index()) {
            story.iter().for_each(|claim| say(own, claim));
        }
        let refuted = &self.publicly_refuted;
        weigh(mind.view, STORY, |model, glance| odds::weigh_supposing(&case, model, glance, refuted))
    }
}

/// How much is looked at, at a table of up to nine. What matters is to miss little: with fewer draws, or without listing, good
/// players lose much more often (docs/measurements.md).
const OWN: Glance = Glance { draws: 400, listed: 1_500 };
const PUBLIC: Glance = Glance { draws: 100, listed: 400 };
const STORY: Glance = Glance { draws: 60, listed: 200 };

fn renewed<'a>(
    known: &'a mut Option<(usize, Option<Belief>)>,
    view: &View<State>,
    weighed: impl FnOnce() -> Option<Belief>,
) -> Option<&'a Belief> {
    let news = news(view);
    let last = known.take().filter(|(at, _)| *at == news);
    known.insert(last.unwrap_or_else(|| (news, weighed()))).1.as_ref()
}

/// The number of informative events so far; nominations and votes are not weighed.
fn news(view: &View<State>) -> usize {
    view.seen.iter().filter(|(_, event)| is_news(&event.phrase)).count()
}

/// What was public, with the player's own claims like those of others. Any character of the script may have lied.
fn public_case(mind: &Mind<'_>) -> Case {
    Case { hidden: mind.view.now.script, ..evidence::public_case(mind.view) }
}

/// Adds a claim to what a player has said publicly.
fn say(player: &mut Player, claim: &Claim) {
    match claim {
        Claim::Role(character) => player.claims = vec![*character],
        Claim::Report(report) => {
            player.says.push(TestimonyEntry { what: Testimony::Report(report.clone()), span: None });
        }
        Claim::Guesses(_) | Claim::Accusation(_) | Claim::Gossip(_) => {}
    }
}

/// How players of this kind play. Good ones say all they know by the second day. Evil ones invent information, and a Minion, who is
/// shown no bluffs, may happen to claim somebody's character. The scripted Storyteller tells impaired players the truth one time in
/// five. If that leaves no world, good players may have lied, too.
fn habits(good_lies: f64) -> Model {
    Model {
        truth_to_impaired: 0.2,
        registers: 0.2,
        good_lies,
        vague: 0.0,
        evil_reports: 0.8,
        double_claim: 0.3,
        star_pass: 0.05,
        ..Model::default()
    }
}

/// What comes of weighing worlds.
type Weighed = Result<Result<Odds, Nothing>, Vec<Diagnostic>>;

/// A belief by the worlds that are weighed; `None` if there is none, or if it would take too long.
fn weigh(
    view: &View<State>,
    glance: Glance,
    mut weighed: impl FnMut(&Model, Glance) -> Weighed,
) -> Option<Belief> {
    if evil_seatings(view) > MOST_SEATINGS {
        return None;
    }
    // At larger tables every draw takes several times as long: there are more nights, and more players who may have been poisoned.
    let draws = if view.now.size > 9 { glance.draws / 2 } else { glance.draws };
    let odds = [0.0, 0.1]
        .into_iter()
        .find_map(|lies| weighed(&habits(lies), Glance { draws, ..glance }).ok()?.ok())?;
    Some(Belief { evil: odds.evil, demon: odds.demon, roles: odds.roles })
}

/// Drawing first examines every way to seat the evil characters. With more ways than this, as with three Minions, it takes seconds.
const MOST_SEATINGS: usize = 8_000;

/// How many ways there are to seat the evil characters of the usual set-up.
fn evil_seatings(view: &View<State>) -> usize {
    let of_team = |team| view.now.script.and(CharacterSet::team(team)).len();
    let choices =
        |from: usize, count: usize| (0..count).map(|taken| from.saturating_sub(taken)).product::<usize>();
    let Some([_, _, minions, demons]) = base_counts(view.now.size) else { return usize::MAX };
    let bags = choices(of_team(Team::Minion), minions) / choices(minions, minions) * of_team(Team::Demon);
    bags.saturating_mul(choices(view.now.size, minions + demons))
}
