//! How likely each observed behaviour is, given the cards: who claims to be the sheriff, who lies about whom, how the teams
//! vote, whom the blacks shoot. None of this is a rule; it is a model of how people play, by which deals are weighed against
//! each other: a deal's weight is the product of the likelihoods of all [`Behaviour`]s.

use gaslamp_core::{Seat, Seats};
use gaslamp_mafia::{Colour, Deal};

use super::Behaviour;
use super::beliefs::{ROW, Row};
use super::deal_set::{SHERIFFS, Team};

/// A model of how people play: probabilities, and weights where one of several players is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BehaviourModel {
    /// The sheriff comes forward in a turn when nobody else has claimed.
    pub sheriff_comes_forward: f64,
    /// The sheriff comes forward in a turn once somebody else claims to be the sheriff, or in last words.
    pub sheriff_answers: f64,
    /// A citizen claims to be the sheriff in a turn.
    pub citizen_bluffs: f64,
    /// A black claims to be the sheriff in a turn when no red has claimed, or a teammate already has.
    pub black_bluffs: f64,
    /// A black claims to be the sheriff in a turn when a red has claimed and no teammate has.
    pub black_answers: f64,
    /// How likely the sheriff is to deny being the sheriff, relative to anybody else.
    pub sheriff_denies: f64,
    /// The sheriff lies about a check.
    pub sheriff_lies: f64,
    /// A black posing as the sheriff claims to have checked a teammate.
    pub black_checks_black: f64,
    /// A black posing as the sheriff claims the true colour of whoever was checked.
    pub black_tells_truth: f64,
    /// The weight of a black when a red accuses somebody; a red weighs 1.
    pub red_accuses_black: f64,
    /// The weight of a teammate when a black accuses somebody; a red weighs 1.
    pub black_accuses_black: f64,
    /// The weight of a black when a red praises somebody; a red weighs 1.
    pub red_praises_black: f64,
    /// The weight of a teammate when a black praises somebody; a red weighs 1.
    pub black_praises_black: f64,
    /// The weight of a red who claims to be the sheriff when the blacks shoot; a citizen weighs 1.
    pub shot_claimant: f64,
    /// The weight of the sheriff, whom the don looks for, when the blacks shoot; a citizen weighs 1.
    pub shot_sheriff: f64,
    /// The weight of a teammate when the blacks shoot; a citizen weighs 1.
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

/// Who is black and who is the sheriff. The model does not tell the don from the other blacks.
#[derive(Clone, Copy)]
struct Cards {
    blacks: Seats,
    sheriff: Seat,
}

/// What decides how somebody behaves.
enum Part {
    Sheriff,
    Citizen,
    Black,
}

impl Cards {
    fn part(self, seat: Seat) -> Part {
        if self.blacks.contains(seat) {
            Part::Black
        } else if self.sheriff == seat {
            Part::Sheriff
        } else {
            Part::Citizen
        }
    }

    fn is(self, seat: Seat, colour: Colour) -> bool {
        self.blacks.contains(seat) == (colour == Colour::Black)
    }
}

impl BehaviourModel {
    /// How likely this behaviour is with this deal, up to a factor that is the same for all deals.
    #[must_use]
    pub fn likelihood(&self, behaviour: &Behaviour, deal: &Deal) -> f64 {
        self.of_cards(behaviour, Cards { blacks: deal.blacks(), sheriff: deal.sheriff() })
    }

    /// The same for all deals of a team, by the place of their sheriff.
    pub(super) fn likelihoods(&self, behaviour: &Behaviour, team: &Team) -> Row {
        let of_sheriff = |place: usize| self.likelihood(behaviour, team.with_sheriff(place));
        match behaviour.by().map(|by| team.place(by)) {
            None => std::array::from_fn(|place| if place < SHERIFFS { of_sheriff(place) } else { 0.0 }),
            // Only whether the actor is the sheriff matters, so all other sheriffs are alike.
            Some(None) => [of_sheriff(0); ROW],
            Some(Some(own)) => {
                let mut row = [of_sheriff(usize::from(own == 0)); ROW];
                row[own] = of_sheriff(own);
                row
            }
        }
    }

    fn of_cards(&self, behaviour: &Behaviour, cards: Cards) -> f64 {
        match *behaviour {
            Behaviour::Turn { by, claims, rivals, is_last } => {
                let chance = self.claim(cards, by, rivals, is_last);
                if claims { chance } else { 1.0 - chance }
            }
            Behaviour::Denial { by } => match cards.part(by) {
                Part::Sheriff => self.sheriff_denies,
                Part::Citizen | Part::Black => 1.0,
            },
            Behaviour::Check { by, about, colour, is_possible, among } => {
                let is_true = cards.is(about, colour);
                match cards.part(by) {
                    Part::Sheriff if is_possible && is_true => (1.0 - self.sheriff_lies) / size(among),
                    Part::Sheriff => self.sheriff_lies / size(among),
                    Part::Citizen => 0.5 / size(among),
                    Part::Black => self.invention(cards, about, is_true, among),
                }
            }
            Behaviour::Accusation { by, about, among } => {
                let of_black = [self.red_accuses_black, self.black_accuses_black];
                choice(cards, by, about, among, of_black)
            }
            Behaviour::Praise { by, about, among } => {
                let of_black = [self.red_praises_black, self.black_praises_black];
                choice(cards, by, about, among, of_black)
            }
            Behaviour::Shot { victim, living, claimants } => self.shot(cards, victim, living, claimants),
        }
    }

    /// How likely this player claims to be the sheriff in a turn.
    fn claim(&self, cards: Cards, by: Seat, rivals: Seats, is_last: bool) -> f64 {
        match cards.part(by) {
            Part::Sheriff if is_last || !rivals.is_empty() => self.sheriff_answers,
            Part::Sheriff => self.sheriff_comes_forward,
            Part::Citizen => self.citizen_bluffs,
            Part::Black => {
                let [of_team, red] = [rivals.and(cards.blacks), rivals.minus(cards.blacks)];
                let answers = of_team.is_empty() && !red.is_empty();
                if answers { self.black_answers } else { self.black_bluffs }
            }
        }
    }

    /// How likely a black posing as the sheriff claims this check.
    fn invention(&self, cards: Cards, about: Seat, is_true: bool, among: Seats) -> f64 {
        let (chance, team) = if cards.blacks.contains(about) {
            (self.black_checks_black, among.and(cards.blacks))
        } else {
            (1.0 - self.black_checks_black, among.minus(cards.blacks))
        };
        let truth = if is_true { self.black_tells_truth } else { 1.0 - self.black_tells_truth };
        chance * truth / size(team)
    }

    /// How likely the blacks shot this one of the living.
    fn shot(&self, cards: Cards, victim: Seat, living: Seats, claimants: Seats) -> f64 {
        let blacks = living.and(cards.blacks);
        let claimed = living.and(claimants).minus(blacks);
        let sheriff = Seats::only(cards.sheriff).and(living).minus(claimed);
        let citizens = living.minus(blacks).minus(claimed).minus(sheriff);
        let groups = [
            (blacks, self.shot_black),
            (claimed, self.shot_claimant),
            (sheriff, self.shot_sheriff),
            (citizens, 1.0),
        ];
        let total: f64 = groups.iter().map(|(seats, weight)| seats.len() as f64 * weight).sum();
        let of_victim = groups.iter().find(|(seats, _)| seats.contains(victim));
        of_victim.map_or(0.0, |(_, weight)| weight / total)
    }
}

/// How likely this player is chosen out of several, given the weight of a black when a red chooses and when a black chooses.
/// Nobody is assumed to choose themselves.
fn choice(cards: Cards, by: Seat, about: Seat, among: Seats, of_black: [f64; 2]) -> f64 {
    let is_black = |seat| cards.blacks.contains(seat);
    let weight = of_black[usize::from(is_black(by))];
    let others = among.without(by);
    let blacks = others.and(cards.blacks).len();
    let total = blacks as f64 * weight + (others.len() - blacks) as f64;
    if by == about {
        1.0
    } else if is_black(about) {
        weight / total
    } else {
        1.0 / total
    }
}

/// How many seats, at least one.
fn size(seats: Seats) -> f64 {
    seats.len().max(1) as f64
}
