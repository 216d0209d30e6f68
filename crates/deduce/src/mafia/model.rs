//! How likely everybody does in public what was seen, given the cards: who claims to be the sheriff, who lies about whom, how
//! the teams vote, whom the night shoots. These are no rules but a picture of how the game is played, so that worlds can be
//! weighed against each other: a world's weight is the product of the likelihoods of all [`Behaviour`]s.

use gaslamp_core::{Seat, Seats};
use gaslamp_mafia::{Deal, Role};

use super::Behaviour;

/// A picture of how the game is played, as chances, and as weights where one of several is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BehaviourModel {
    /// The sheriff comes forward in a turn, nobody else having done so.
    pub sheriff_comes_forward: f64,
    /// The sheriff comes forward in a turn once somebody else claims to be the sheriff, or in last words.
    pub sheriff_answers: f64,
    /// A citizen claims to be the sheriff in a turn.
    pub citizen_bluffs: f64,
    /// A black claims to be the sheriff in a turn, nobody red having done so, or one of the team already.
    pub black_bluffs: f64,
    /// A black claims to be the sheriff in a turn once a red does, and nobody of the team.
    pub black_answers: f64,
    /// How often the sheriff denies it, for each time that anybody else does.
    pub sheriff_denies: f64,
    /// The sheriff tells a check that was not made, or not so.
    pub sheriff_lies: f64,
    /// A black who plays the sheriff tells a check of one of the team.
    pub black_checks_black: f64,
    /// A black who plays the sheriff tells of whom was checked what is true, of a red or of one of the team.
    pub black_tells_truth: f64,
    /// What a black weighs to a red who accuses somebody; a red weighs 1.
    pub red_accuses_black: f64,
    /// What one of the team weighs to a black who accuses somebody; a red weighs 1.
    pub black_accuses_black: f64,
    /// What a black weighs to a red who praises somebody; a red weighs 1.
    pub red_praises_black: f64,
    /// What one of the team weighs to a black who praises somebody; a red weighs 1.
    pub black_praises_black: f64,
    /// What a red who claims to be the sheriff weighs at night; a citizen weighs 1.
    pub shot_claimant: f64,
    /// What the sheriff weighs at night, for whom the don looks; a citizen weighs 1.
    pub shot_sheriff: f64,
    /// What one of the team weighs at night; a citizen weighs 1.
    pub shot_black: f64,
}

impl Default for BehaviourModel {
    fn default() -> Self {
        Self {
            sheriff_comes_forward: 0.35,
            sheriff_answers: 0.9,
            citizen_bluffs: 0.005,
            black_bluffs: 0.05,
            black_answers: 0.25,
            sheriff_denies: 0.2,
            sheriff_lies: 0.01,
            black_checks_black: 0.15,
            black_tells_truth: 0.2,
            red_accuses_black: 1.5,
            black_accuses_black: 0.3,
            red_praises_black: 0.7,
            black_praises_black: 1.2,
            shot_claimant: 6.0,
            shot_sheriff: 1.5,
            shot_black: 0.01,
        }
    }
}

impl BehaviourModel {
    /// How likely this was done if the cards were dealt so, up to a factor that is the same for all deals.
    #[must_use]
    pub fn likelihood(&self, behaviour: &Behaviour, deal: &Deal) -> f64 {
        match *behaviour {
            Behaviour::Turn { by, claims, rivals, is_last } => {
                let chance = self.claim(deal, by, rivals, is_last);
                if claims { chance } else { 1.0 - chance }
            }
            Behaviour::Denial { by } => {
                if deal.sheriff() == by {
                    self.sheriff_denies
                } else {
                    1.0
                }
            }
            Behaviour::Check { by, about, colour, is_possible, among } => {
                let tells_truth = deal.role(about).colour() == colour;
                match deal.role(by) {
                    Role::Sheriff if is_possible && tells_truth => (1.0 - self.sheriff_lies) / size(among),
                    Role::Sheriff => self.sheriff_lies / size(among),
                    Role::Citizen => 0.5 / size(among),
                    Role::Mafia | Role::Don => self.invention(deal, about, tells_truth, among),
                }
            }
            Behaviour::Accusation { by, about, among } => {
                let of_black = [self.red_accuses_black, self.black_accuses_black];
                choice(deal, by, about, among, of_black)
            }
            Behaviour::Praise { by, about, among } => {
                let of_black = [self.red_praises_black, self.black_praises_black];
                choice(deal, by, about, among, of_black)
            }
            Behaviour::Shot { victim, living, claimants } => self.shot(deal, victim, living, claimants),
        }
    }

    /// How likely this player claims to be the sheriff in a turn.
    fn claim(&self, deal: &Deal, by: Seat, rivals: Seats, is_last: bool) -> f64 {
        match deal.role(by) {
            Role::Sheriff if is_last || !rivals.is_empty() => self.sheriff_answers,
            Role::Sheriff => self.sheriff_comes_forward,
            Role::Citizen => self.citizen_bluffs,
            Role::Mafia | Role::Don => {
                let [of_team, red] = [rivals.and(deal.blacks()), rivals.minus(deal.blacks())];
                let answers = of_team.is_empty() && !red.is_empty();
                if answers { self.black_answers } else { self.black_bluffs }
            }
        }
    }

    /// How likely a black who plays the sheriff tells this check.
    fn invention(&self, deal: &Deal, about: Seat, tells_truth: bool, among: Seats) -> f64 {
        let blacks = among.and(deal.blacks());
        let is_own = deal.blacks().contains(about);
        let (chance, team) = if is_own {
            (self.black_checks_black, blacks)
        } else {
            (1.0 - self.black_checks_black, among.minus(deal.blacks()))
        };
        let truth = if tells_truth { self.black_tells_truth } else { 1.0 - self.black_tells_truth };
        chance * truth / size(team)
    }

    /// How likely the night hit this one of the living.
    fn shot(&self, deal: &Deal, victim: Seat, living: Seats, claimants: Seats) -> f64 {
        let weight = |seat: Seat| match deal.role(seat) {
            Role::Mafia | Role::Don => self.shot_black,
            _ if claimants.contains(seat) => self.shot_claimant,
            Role::Sheriff => self.shot_sheriff,
            Role::Citizen => 1.0,
        };
        weight(victim) / living.iter().map(weight).sum::<f64>()
    }
}

/// How likely this one of several is chosen, if a black weighs so much to a red and to a black who choose. Nobody is thought to
/// choose oneself.
fn choice(deal: &Deal, by: Seat, about: Seat, among: Seats, of_black: [f64; 2]) -> f64 {
    let is_black = |seat| deal.blacks().contains(seat);
    let weight = of_black[usize::from(is_black(by))];
    let others = among.without(by);
    let [blacks, reds] =
        [others.and(deal.blacks()), others.minus(deal.blacks())].map(|team| team.len() as f64);
    let total = blacks * weight + reds;
    if by == about {
        1.0
    } else if is_black(about) {
        weight / total
    } else {
        1.0 / total
    }
}

/// How many these are, at least one.
fn size(seats: Seats) -> f64 {
    seats.len().max(1) as f64
}
