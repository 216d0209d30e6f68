//! The candidates of every seat, each with how likely such a player is to claim what the seat claims.
//!
//! Accepts a [`Case`] and a [`Model`], emits [`Candidate`]s. Lies have a price instead of being forbidden.

use gaslamp_botc::rules::{Profile, State};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use super::case::{Case, Player, Testimony, TestimonyEntry};
use super::deal_hypothesis::{
    Candidate, believes_evil, believes_good, candidates, identity, may_believe, shown, side_changers,
    tokens_of,
};
use super::invent::is_invented;
use super::model::{Model, RARE};
use super::schedule::{Schedule, alive_before, may_pass};
use super::simulated_claims::MOST_NAMED;
use super::solve::script;

/// What is claimed, and the model of how people make claims.
pub(super) struct Claims<'a> {
    pub(super) case: &'a Case,
    pub(super) model: &'a Model,
    /// Some state of this table, for its script and size.
    state: &'a State,
    schedule: Schedule,
    /// How likely each player, if lying, would have invented what they claim to have been told.
    invented: Vec<f64>,
    /// How likely each player, if good, lies about their own role.
    lies: Vec<f64>,
    /// Good characters whose players may end evil.
    turncoats: CharacterSet,
    /// Whether players may become other characters.
    may_change: bool,
}

/// How often a turncoat is drawn who has said too much for a good liar, relative to a player who was evil from the beginning, and how
/// often a liar who claims to be what they were at the beginning, relative to one who claims anything else.
const TURNED: f64 = 0.15;

/// How often a liar claims to have chosen the same player as the night before, and to have used an ability that need not be used,
/// relative to other lies.
const AGAIN: f64 = 0.2;
const UNFORCED: f64 = 0.1;

/// How many characters that nobody has a Demon is shown, for the evil players to claim.
const SHOWN: usize = 3;

impl<'a> Claims<'a> {
    pub(super) fn new(case: &'a Case, model: &'a Model, state: &'a State) -> Self {
        let players = case.players.iter().enumerate();
        let invented =
            players.map(|(index, player)| invented(case, state, Seat::new(index), player)).collect();
        let lies = vec![model.good_lies; case.players.len()];
        let turncoats = side_changers(case);
        let changes = |profile: &Profile| profile.makes_characters() || profile.swaps_characters();
        let may_change = !Profile::select(state.script(), changes).is_empty();
        let schedule = Schedule::of(&script(case));
        Self { case, model, state, schedule, invented, lies, turncoats, may_change }
    }

    /// The same if these seats, when good, are honest with these probabilities.
    pub(super) fn trusting(mut self, honest: &[(Seat, f64)]) -> Self {
        for &(seat, chance) in honest {
            self.lies[seat.index()] = 1.0 - chance.clamp(0.0, 1.0);
        }
        self
    }

    /// All candidates of a seat, each with how likely such a player is to claim what the seat claims.
    pub(super) fn candidates(&self, seat: Seat) -> Vec<Candidate> {
        let player = &self.case.players[seat.index()];
        // A player who says nothing may be anybody, and for one whose word is certain there is nothing to weigh.
        if player.claims.is_empty() || self.case.certain().contains(seat) {
            return candidates(self.case, seat);
        }
        let mut found = Vec::new();
        for &claim in &player.claims {
            let weight = self.honest(seat, claim);
            // Whoever was evil and has become good says so.
            let may_be_said = CharacterSet::GOOD.contains(claim) || !self.turncoats.is_empty();
            if may_be_said && identity(self.case, claim).is_none() {
                found.push(Candidate { role: claim, token: claim, is_honest: true, weight });
            }
            let deluded = self.case.hidden.iter().filter(|role| may_believe(self.case, *role, claim));
            let deluded = deluded.filter(|role| believes_good(self.case, *role));
            found.extend(deluded.map(|role| Candidate { role, token: claim, is_honest: true, weight }));
        }
        let script = self.state.script();
        for role in script.and(CharacterSet::EVIL).iter() {
            found.push(Candidate { role, token: role, is_honest: false, weight: self.bluff(seat) });
        }
        for role in script.and(CharacterSet::GOOD).iter() {
            let tokens = match identity(self.case, role) {
                Some(_) => tokens_of(self.case, role, script),
                None => CharacterSet::only(role),
            };
            // A player who thinks they are a Demon bluffs as one would, and so may one who has become evil. Whoever has become
            // another character may lie about it by claiming the first.
            let (may_turn, is_own) = (self.turncoats.contains(role), player.claims.contains(&role));
            let turned = if may_turn { TURNED * self.bluff(seat) * self.bluffed(seat) } else { 0.0 };
            let weight = match (believes_evil(self.case, role), self.lie(seat, role)) {
                (true, _) => self.bluff(seat),
                (false, lie) if is_own && self.may_change => TURNED * lie + turned,
                (false, _) if is_own => turned,
                (false, lie) => lie + turned,
            };
            if weight > 0.0 {
                let lying = |token| Candidate { role, token, is_honest: false, weight };
                found.extend(tokens.iter().map(lying));
            }
        }
        if let Some(role) = shown(self.case, seat) {
            found.retain(|candidate| candidate.role == role);
        }
        found
    }

    /// About how likely an evil player says exactly this, if nothing is known of the others; 1 for anybody else.
    pub(super) fn bluff_alone(&self, seat: Seat, candidate: &Candidate) -> f64 {
        let is_bluff = !candidate.is_honest && CharacterSet::EVIL.contains(candidate.token);
        if is_bluff { self.bluffed(seat) } else { 1.0 }
    }

    /// About how likely somebody evil claims and invents exactly this.
    fn bluffed(&self, seat: Seat) -> f64 {
        match self.case.players[seat.index()].claims[..] {
            [_] => {
                self.invented[seat.index()] / self.state.script().and(CharacterSet::GOOD).len().max(1) as f64
            }
            _ => 1.0,
        }
    }

    /// About how likely this player, if honest, chose and was told what they say; impaired or not.
    pub(super) fn learned(&self, seat: Seat, is_impaired: bool) -> f64 {
        let of_said = |said: &TestimonyEntry| match &said.what {
            Testimony::Report(report) => self.model.learned(self.state, report, is_impaired),
            _ => 1.0,
        };
        self.case.players[seat.index()].says.iter().map(of_said).product()
    }

    /// How likely an honest player with this token makes this claim.
    fn honest(&self, seat: Seat, token: Character) -> f64 {
        let player = &self.case.players[seat.index()];
        let is_vague = player.claims.len() > 1;
        let manner = if is_vague { self.model.vague } else { 1.0 - self.model.vague };
        let withholds = !is_vague && player.says.is_empty() && self.has_to_tell(seat, token);
        (1.0 - self.lies[seat.index()]) * manner * if withholds { self.model.withholds } else { 1.0 }
    }

    /// Whether a player with this token has been asked or told something so far.
    fn has_to_tell(&self, seat: Seat, token: Character) -> bool {
        (1..=self.case.ends.night()).any(|night| self.schedule.is_due(token, seat, night, &self.case.log))
    }

    /// How likely an evil player is to say as much as this one does. What is said is weighed once everybody's roles are known.
    fn bluff(&self, seat: Seat) -> f64 {
        let player = &self.case.players[seat.index()];
        let [claim] = player.claims[..] else { return RARE };
        // Of what is not invented nobody can be expected to report.
        match (player.says.is_empty(), is_invented(claim) && self.has_to_tell(seat, claim)) {
            (false, _) => self.model.evil_reports.max(RARE),
            (true, true) => (1.0 - self.model.evil_reports).max(RARE),
            (true, false) => 1.0,
        }
    }

    /// How likely everybody's claims are if this is how things ended, relative to what the weights of the candidates and [`Self::bluffs`]
    /// say, which is how likely they are if nobody has changed.
    pub(super) fn at_the_end(&self, chosen: &[Candidate], end: &State) -> f64 {
        let began = evil_seats(chosen);
        let (evil, roles) = (end.evil(), end.all_roles());
        let is_same = |(candidate, role): (&Candidate, &Character)| candidate.role == *role;
        let has_changed = evil != began || !chosen.iter().zip(roles).all(is_same);
        let is_odd = |(index, candidate): (usize, &Candidate)| {
            let seat = Seat::new(index);
            let is_good_liar = !candidate.is_honest && !began.contains(seat);
            // Whoever may have turned is drawn more often than a good player lies.
            is_good_liar && self.lie_of(seat, candidate.role) != candidate.weight
        };
        if !has_changed && !chosen.iter().enumerate().any(is_odd) {
            return 1.0;
        }
        let likely = |(index, candidate): (usize, &Candidate)| {
            let seat = Seat::new(index);
            self.likely(seat, candidate, roles[index], evil.contains(seat)) / candidate.weight
        };
        let claims: f64 = chosen.iter().enumerate().map(likely).product();
        let now = roles.iter().chain(end.all_shown_characters()).copied().collect();
        claims * self.bluffs_beside(chosen, evil, now) / self.bluffs(chosen, began)
    }

    /// How likely this candidate says as much as the seat does, if that is their role now and they are evil now or not.
    fn likely(&self, seat: Seat, candidate: &Candidate, role: Character, is_evil: bool) -> f64 {
        let is_silent = self.case.players[seat.index()].claims.is_empty();
        if is_silent || self.case.certain().contains(seat) {
            return candidate.weight;
        }
        match (candidate.is_honest, is_evil || believes_evil(self.case, role)) {
            (true, false) => candidate.weight,
            (true, true) => RARE * candidate.weight,
            (false, true) => self.bluff(seat),
            (false, false) => self.lie_of(seat, role),
        }
    }

    /// How likely the players who are evil, or think so, are to claim and invent exactly this, if these are everybody's roles: they
    /// mostly claim characters that are not in play and that no other evil player claims.
    pub(super) fn bluffs(&self, chosen: &[Candidate], evil: Seats) -> f64 {
        let taken = chosen.iter().fold(CharacterSet::NONE, |taken, candidate| taken.or(candidate.takes()));
        self.bluffs_beside(chosen, evil, taken)
    }

    /// The same if these characters are somebody's.
    fn bluffs_beside(&self, chosen: &[Candidate], evil: Seats, taken: CharacterSet) -> f64 {
        let good = self.state.script().and(CharacterSet::GOOD);
        let drawn = taken.and(good);
        let mut taken = drawn;
        let double = self.model.double_claim;
        let is_bluff = |index: &usize| {
            let candidate = &chosen[*index];
            !candidate.is_honest
                && (evil.contains(Seat::new(*index)) || believes_evil(self.case, candidate.role))
        };
        let mut likely = 1.0;
        for (before, index) in (0..chosen.len()).filter(is_bluff).enumerate() {
            likely *= self.invented[index];
            match self.case.players[index].claims[..] {
                [] => {}
                // What the Demon was shown is used up, so that others claim what somebody else is.
                [claim] if before >= SHOWN => {
                    let others = drawn.without(chosen[index].role);
                    likely *= if others.contains(claim) {
                        1.0 / others.len() as f64
                    } else {
                        double / good.len() as f64
                    };
                }
                [claim] => {
                    let (taken_len, free_len) = (taken.len() as f64, good.minus(taken).len() as f64);
                    let odds = if taken.contains(claim) { double } else { 1.0 };
                    likely *= odds / (free_len + double * taken_len);
                    taken = taken.with(claim);
                }
                _ => likely *= RARE,
            }
        }
        likely
    }

    /// How likely a good player who is this now is to tell this lie: about anything but the truth.
    fn lie_of(&self, seat: Seat, role: Character) -> f64 {
        let is_true = self.case.players[seat.index()].claims.contains(&role);
        if is_true { 0.0 } else { self.lie(seat, role) }
    }

    /// How likely a good player with this role is to tell such a lie. Such players only claim a role and report nothing.
    fn lie(&self, seat: Seat, role: Character) -> f64 {
        let player = &self.case.players[seat.index()];
        let [claim] = player.claims[..] else { return 0.0 };
        if !player.says.is_empty() {
            return 0.0;
        }
        let script = self.state.script();
        let good = script.and(CharacterSet::GOOD).len() as f64;
        let townsfolk = script.and(CharacterSet::team(Team::Townsfolk)).len() as f64;
        let hides = if role.team() == Team::Outsider { self.model.outsider_hides } else { 0.0 };
        let hidden = if claim.team() == Team::Townsfolk { hides / townsfolk } else { 0.0 };
        self.lies[seat.index()] * (hidden + (1.0 - hides) / good)
    }
}

/// How likely this player, if lying, would have invented what they claim to have chosen and been told.
fn invented(case: &Case, state: &State, seat: Seat, player: &Player) -> f64 {
    let mut last = Seats::NONE;
    let mut likely = 1.0;
    for said in &player.says {
        likely *= match &said.what {
            Testimony::Report(report) => {
                let living = alive_before(&case.log, report.night, case.players.len()).without(seat);
                let chosen = report.chosen.iter().copied().collect::<Seats>();
                let names_again = !chosen.and(last).is_empty();
                let others = if living.minus(last).len() < MOST_NAMED { living } else { living.minus(last) };
                last = chosen;
                let unlikely = if names_again { AGAIN } else { 1.0 };
                let unforced = if may_pass(report.ability) { UNFORCED } else { 1.0 };
                unlikely * unforced * Model::invented(state, seat, report, others)
            }
            Testimony::Named { night, .. } => {
                let living = alive_before(&case.log, *night, case.players.len());
                Model::named(state, living.without(seat))
            }
            Testimony::Chose { .. } => UNFORCED / state.script().len().max(1) as f64,
            // Liars hardly ever invent what would concern others.
            _ => RARE,
        };
    }
    likely
}

/// Who began evil.
pub(super) fn evil_seats(chosen: &[Candidate]) -> Seats {
    let evil = chosen.iter().enumerate().filter(|(_, candidate)| CharacterSet::EVIL.contains(candidate.role));
    evil.map(|(index, _)| Seat::new(index)).collect()
}
