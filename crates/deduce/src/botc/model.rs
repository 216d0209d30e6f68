//! How likely hidden things are: what people choose, what the Storyteller says, who lies. These are not rules but a model of
//! how people play, so that worlds can be weighed against each other.

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::{
    Action, ChoiceShape, Pending, PlainTruth, Profile, Purpose, Report, State, Statement,
};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Game, Seat, Seats};

use super::schedule::is_about_executed;
use super::world_search::swapped;

/// A model of how the game is played, as probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// A drunk or poisoned player hears something true.
    pub truth_to_impaired: f64,
    /// A sober player hears something that is true only because of how somebody registers.
    pub registers: f64,
    /// A good player lies about their own role.
    pub good_lies: f64,
    /// A lying Outsider claims to be a Townsfolk.
    pub outsider_hides: f64,
    /// An honest player only says when they wake.
    pub vague: f64,
    /// An honest player who claims a role reports nothing of what they did and learned.
    pub withholds: f64,
    /// A bluffing evil player claims to have learned something.
    pub evil_reports: f64,
    /// An evil player claims a character that somebody else is, relative to one that nobody is.
    pub double_claim: f64,
    /// A Demon chooses itself, relative to another living player.
    pub star_pass: f64,
    /// A player chooses a dead player, relative to a living one.
    pub chooses_dead: f64,
    /// Somebody else dies in the Mayor's place.
    pub bounces: f64,
    /// A Demon is executed, relative to another player.
    pub executes_demon: f64,
    /// The bag contains an evil character that may add Outsiders; `None` if all bags are equally likely.
    pub changed_bag: Option<f64>,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            truth_to_impaired: 0.25,
            registers: 0.1,
            good_lies: 0.1,
            outsider_hides: 0.8,
            vague: 0.15,
            withholds: 0.2,
            evil_reports: 0.9,
            double_claim: 0.2,
            star_pass: 0.03,
            chooses_dead: 0.01,
            bounces: 0.5,
            executes_demon: 1.0,
            changed_bag: None,
        }
    }
}

/// The probability of something unlikely that does happen.
pub(super) const RARE: f64 = 0.02;

impl Model {
    /// How likely the player who is about to hear something is told this, given that the rules allow it. A player is not told who of a pair is meant: it
    /// is the one of whom it is plainly true, if there is one. Whether it may be told so need not be asked: what is plainly true may be told,
    /// or under a Vortox both ways may or neither, and what is not is equally likely both ways.
    pub(super) fn told(&self, state: &State, seat: Seat, told: Statement) -> f64 {
        let holds =
            |plain: PlainTruth| plain.holds(told) || swapped(told).is_some_and(|other| plain.holds(other));
        self.told_if(state.plain_truth().is_some_and(holds), state, seat, told)
    }

    /// The same if it is plainly true, or if it is not.
    pub(super) fn told_if(&self, is_true: bool, state: &State, seat: Seat, told: Statement) -> f64 {
        let (all, truths) = sizes(state, seat, told);
        let falsehoods = (all - truths).max(1.0);
        if state.hears_only_falsehoods(seat) {
            return 1.0 / falsehoods;
        }
        match (state.is_impaired(seat), is_true) {
            (true, true) => self.truth_to_impaired / truths,
            (true, false) => (1.0 - self.truth_to_impaired) / falsehoods,
            (false, true) => (1.0 - self.registers) / truths,
            (false, false) => self.registers / falsehoods,
        }
    }

    /// How likely a player who invents something says exactly this, if there were these players to choose from.
    pub(super) fn invented(state: &State, speaker: Seat, report: &Report, living: Seats) -> f64 {
        // Liars hardly ever name themselves.
        let names_self = match report.told {
            Some(Statement::Pair { holder, wrong, .. }) => [holder, wrong].contains(&speaker),
            _ => report.chosen.contains(&speaker),
        };
        let others = living.without(speaker).len() as f64;
        let pairs = (others * (others - 1.0) / 2.0).max(1.0);
        let chosen = chosen(others, report);
        let of_team = |team: Team| {
            let pool = state.script().and(CharacterSet::team(team)).without(report.ability);
            1.0 / pool.len().max(1) as f64
        };
        let told = match report.told {
            None => 1.0,
            // Numbers that raise no eyebrows.
            Some(Statement::Number(0 | 1)) => 0.49,
            Some(Statement::Number(_)) => RARE,
            Some(Statement::Answer(true)) => 1.0 / 3.0,
            Some(Statement::Answer(false)) => 2.0 / 3.0,
            Some(Statement::Is(character)) => {
                team_said(report.ability, character.team()) * of_team(character.team())
            }
            Some(Statement::Pair { character, .. }) => of_team(character.team()) / pairs,
            Some(told) => 1.0 / sizes_of(state, told, |_| 1.0).0,
        };
        chosen * told * if names_self { RARE } else { 1.0 }
    }

    /// How likely a player who invents something claims to have named exactly this player and this character.
    pub(super) fn named(state: &State, living: Seats) -> f64 {
        1.0 / (living.len() * state.script().and(CharacterSet::GOOD).len()).max(1) as f64
    }

    /// About how likely a player chose and was told what a report says, if they are sober, or always impaired.
    pub(super) fn learned(&self, state: &State, report: &Report, is_impaired: bool) -> f64 {
        let others = state.seats() as f64 - 1.0;
        let Some(told) = report.told else { return chosen(others, report) };
        let (all, truths) = sizes_of(state, told, |team| {
            let teams = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];
            let at = teams.iter().position(|own| *own == team);
            base_counts(state.seats()).zip(at).map_or(1.0, |(counts, at)| counts[at] as f64)
        });
        let odds = if is_impaired {
            (1.0 - self.truth_to_impaired) / (all - truths).max(1.0)
        } else {
            (1.0 - self.registers) / truths
        };
        chosen(others, report) * odds
    }

    /// How likely a player makes this choice at night, relative to the others in the list.
    pub(super) fn choice(&self, state: &State, seat: Seat, action: Action) -> f64 {
        let chosen = action.chosen();
        if chosen.is_empty() || wakes_the_dead(state) {
            return 1.0;
        }
        let dead = chosen.minus(state.publicly_alive()).len();
        let itself = if state.is_demon(seat) && chosen.contains(seat) { self.star_pass } else { 1.0 };
        itself * self.chooses_dead.powi(dead as i32)
    }

    /// How likely the Storyteller makes this ruling, relative to the others in the list.
    pub(super) fn ruling(&self, state: &State, action: Action) -> f64 {
        match (state.pending(), action) {
            (Pending::Ruling(ruling), Action::Pick(victim)) if ruling.picks(Purpose::StruckInstead) => {
                if victim == ruling.about {
                    return 1.0 - self.bounces;
                }
                self.bounces / (state.publicly_alive().len() as f64 - 1.0).max(1.0)
            }
            (_, Action::Rule(true)) => self.registers,
            (_, Action::Rule(false)) => 1.0 - self.registers,
            _ => 1.0,
        }
    }

    /// How likely this player is executed, relative to a good one.
    pub(super) fn execution(&self, state: &State, seat: Seat) -> f64 {
        if state.is_demon(seat) { self.executes_demon } else { 1.0 }
    }
}

/// Whether the ability that acts now chooses among the dead alone.
fn wakes_the_dead(state: &State) -> bool {
    let chooses_dead = |profile: Profile| profile.may_revive() && profile.choice() == ChoiceShape::OneOrPass;
    Profile::of(state.acting_ability()).is_some_and(chooses_dead)
}

/// How likely a liar claims to have learned of a member of this team.
fn team_said(ability: Character, team: Team) -> f64 {
    match team {
        Team::Townsfolk | Team::Outsider | Team::Minion if is_about_executed(ability) => 1.0 / 3.0,
        Team::Townsfolk => 0.9,
        _ => RARE,
    }
}

/// How likely a player chooses these, if this many others are equally likely.
fn chosen(others: f64, report: &Report) -> f64 {
    match report.chosen.len() {
        1 if !is_about_executed(report.ability) => 1.0 / others.max(1.0),
        2 => 1.0 / (others * (others - 1.0) / 2.0).max(1.0),
        _ => 1.0,
    }
}

/// Roughly how many different statements of this kind this player may be told, and how many of them are true.
fn sizes(state: &State, seat: Seat, told: Statement) -> (f64, f64) {
    let of_team = |team| state.all_roles().iter().filter(|role| role.team() == team).count() as f64;
    let (all, truths) = sizes_of(state, told, of_team);
    let truths = match told {
        // One of the two is what the chosen player is, the other anything of the other side.
        Statement::OneOf(..) => {
            let is_evil = |seat| CharacterSet::EVIL.contains(state.all_roles()[Seat::index(seat)]);
            let is_of_evil = state.chosen_now().lowest().is_some_and(is_evil);
            let others = if is_of_evil { CharacterSet::GOOD } else { CharacterSet::EVIL };
            state.script().and(others).len() as f64
        }
        // Whoever is told the truth is told of one player who was picked before.
        Statement::PlayerIs(..) if !state.is_impaired(seat) => 1.0,
        _ => truths,
    };
    (all, truths)
}

/// The same if there are this many of a team.
fn sizes_of(state: &State, told: Statement, of_team: impl Fn(Team) -> f64) -> (f64, f64) {
    let size = state.seats() as f64;
    let on_script = |set: CharacterSet| state.script().and(set).len() as f64;
    match told {
        Statement::Pair { character, .. } => {
            let team = character.team();
            let pairs = size * (size - 1.0) / 2.0;
            (pairs * on_script(CharacterSet::team(team)), of_team(team).max(1.0) * (size - 1.0))
        }
        Statement::Nobody => (20.0, 1.0),
        Statement::Number(_) => (3.0, 1.0),
        Statement::Answer(_) => (2.0, 1.0),
        Statement::Is(_) => (on_script(CharacterSet::GOOD.or(CharacterSet::EVIL)), 1.0),
        Statement::OneOf(..) => (on_script(CharacterSet::GOOD) * on_script(CharacterSet::EVIL), 10.0),
        // Of two players one is meant, of others about a third will do.
        Statement::Players(players) => {
            let all = (0..players.len()).fold(1.0, |all, at| all * (size - at as f64) / (at + 1) as f64);
            (all, if players.len() == 2 { size - 1.0 } else { (all / 3.0).max(1.0) })
        }
        Statement::PlayerIs(..) => (size * on_script(CharacterSet::GOOD), size / 2.0),
        Statement::Characters(_) => (10.0, 1.0),
        Statement::Side(_) | Statement::Clockwise(_) => (2.0, 1.0),
        Statement::Grimoire | Statement::Nothing | Statement::Team(_) | Statement::Things(_) => (1.0, 1.0),
    }
}
