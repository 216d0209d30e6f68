//! Hypotheses about the deal: every seating of characters that the set-up rules and the claims allow.
//!
//! Accepts a [`Case`], emits [`DealHypothesis`] values. Later events play no part here.

use std::ops::ControlFlow;

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::setup_rules::{most_copies, outsider_counts, outsiders_fit, seats_fit};
use gaslamp_botc::rules::{FalseIdentity, Profile, SEATS, TurnsSides};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::case::{Case, Player, Testimony};

/// A hypothesis: everybody's role, and who is honest.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DealHypothesis {
    /// Everybody's role and token.
    pub(super) seats: Vec<(Character, Character)>,
    /// The players who say what they believe.
    pub(super) honest: Seats,
    /// How likely everybody's claims are, if they are weighed; otherwise 1.
    pub(super) weight: f64,
}

/// One possibility for a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Candidate {
    pub(super) role: Character,
    pub(super) token: Character,
    pub(super) is_honest: bool,
    /// How likely such a player makes this claim, if claims are weighed; otherwise 1.
    pub(super) weight: f64,
}

impl Candidate {
    /// Whether such a player does not know what they are.
    pub(super) fn is_deluded(self) -> bool {
        self.role != self.token
    }

    /// Whether such a player must end evil or mad to have lied.
    fn is_turncoat(self, case: &Case) -> bool {
        let is_good = CharacterSet::GOOD.contains(self.role);
        is_good && !self.is_honest && !believes_evil(case, self.role) && !need_not_be_honest(case, self.role)
    }

    /// The characters that no other seat can be or have the token of. A player who thinks they are a Demon shares that Demon's token.
    pub(super) fn takes(self) -> CharacterSet {
        let own = CharacterSet::only(self.role);
        if CharacterSet::GOOD.contains(self.token) { own.with(self.token) } else { own }
    }
}

/// Which kind of character a player thinks they are, if this character by itself does not know what it is.
pub(super) fn false_identity(character: Character) -> Option<FalseIdentity> {
    Profile::of(character).and_then(|profile| profile.false_identity())
}

/// Which kind of character a player thinks they are in a case, if they do not know that they are this character.
pub(super) fn identity(case: &Case, character: Character) -> Option<FalseIdentity> {
    Profile::identity_on(character, united(case))
}

/// The characters whose abilities somebody may have who has several at once.
fn united(case: &Case) -> CharacterSet {
    case.united.unwrap_or_else(|| pool(case))
}

/// Whether a player of this character does not know it and thinks they are good, so that they say what they believe.
pub(super) fn believes_good(case: &Case, character: Character) -> bool {
    identity(case, character).is_some_and(|identity| identity.is_good())
}

/// Whether a player of this character does not know it and thinks they are evil, so that they lie as evil players do.
pub(super) fn believes_evil(case: &Case, character: Character) -> bool {
    identity(case, character).is_some_and(|identity| !identity.is_good())
}

/// Whether a player of this character may think they are that one.
pub(super) fn may_believe(case: &Case, character: Character, believed: Character) -> bool {
    identity(case, character).is_some_and(|identity| identity.shows(believed.team()))
}

/// The characters of a set that a player of this character may think they are.
pub(super) fn tokens_of(case: &Case, character: Character, among: CharacterSet) -> CharacterSet {
    let shown = identity(case, character).map_or(&[][..], |identity| identity.shown);
    let teams = shown.iter().fold(CharacterSet::NONE, |teams, team| teams.or(CharacterSet::team(*team)));
    among.and(teams)
}

/// The numbers of Townsfolk, Outsiders, Minions and Demons before characters change them.
///
/// # Errors
/// The case states none, and there are no usual ones for this number of players.
pub(super) fn counts(case: &Case) -> Result<[usize; 4], Vec<Diagnostic>> {
    case.counts.or_else(|| base_counts(case.players.len())).ok_or_else(|| {
        let players = case.players.len();
        let message = format!("there are no usual numbers of Outsiders and Minions for {players} players");
        vec![
            Diagnostic::new("deduce/case/counts", message)
                .fix("counts = [townsfolk, outsiders, minions, demons]"),
        ]
    })
}

/// Shows every hypothesis that the set-up rules and the claims allow, always in the same order, until the caller has enough.
pub(super) fn each_supposition(
    case: &Case,
    counts: [usize; 4],
    visit: &mut dyn FnMut(DealHypothesis) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = (0..case.players.len()).map(|index| candidates(case, Seat::new(index))).collect();
    try_each_seating(case, counts, options, &mut |chosen| visit(DealHypothesis::of(chosen)))
}

/// Shows every seating that takes one candidate for each seat and that the set-up rules allow.
pub(super) fn each_seating(
    case: &Case,
    counts: [usize; 4],
    options: Vec<Vec<Candidate>>,
    visit: &mut dyn FnMut(&[Candidate]),
) {
    let _ = try_each_seating(case, counts, options, &mut |chosen| {
        visit(chosen);
        ControlFlow::Continue(())
    });
}

/// The same where lies are weighed: good players may lie without any excuse.
pub(super) fn each_weighed_seating(
    case: &Case,
    counts: [usize; 4],
    options: Vec<Vec<Candidate>>,
    visit: &mut dyn FnMut(&[Candidate]),
) {
    let _ = seat_each(case, counts, options, |_| false, &mut |chosen| {
        visit(chosen);
        ControlFlow::Continue(())
    });
}

/// Shows every seating that takes one candidate for each seat and that the set-up rules allow, until the caller has enough.
pub(super) fn try_each_seating(
    case: &Case,
    counts: [usize; 4],
    options: Vec<Vec<Candidate>>,
    visit: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    seat_each(case, counts, options, |candidate| candidate.is_turncoat(case), visit)
}

/// The same, given who must end evil or mad to have lied.
fn seat_each(
    case: &Case,
    counts: [usize; 4],
    options: Vec<Vec<Candidate>>,
    is_turncoat: impl Fn(Candidate) -> bool,
    visit: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (chosen, taken) = (Vec::new(), CharacterSet::NONE);
    let placed = |candidate: Candidate| {
        let is_turncoat = is_turncoat(candidate);
        team_index(candidate.role).map(|team| Placing { candidate, team, is_turncoat })
    };
    let may_be_truthful =
        |(player, seat): (&Player, &Vec<Candidate>)| seat.iter().any(|it| is_truthful_evil(player, it));
    let truthful = case.players.iter().zip(&options).filter(|seat| may_be_truthful(*seat)).count();
    let options = options.into_iter().map(|seat| seat.into_iter().filter_map(placed).collect()).collect();
    let most_turncoats = most_turncoats_of(case, pool(case)) + truthful;
    let turncoats = most_turncoats;
    let everybody: Vec<Character> = pool(case).iter().collect();
    let more_minions =
        everybody.iter().filter_map(|role| Profile::of(*role)).map(|it| it.more_minions()).sum();
    let is_free = outsider_counts(0, &everybody).len() > SEATS;
    let more_outsiders = if is_free { SEATS } else { MORE_OUTSIDERS };
    let mut search = Search {
        case,
        counts,
        options,
        chosen,
        taken,
        most_turncoats,
        turncoats,
        majority: 0,
        more_minions,
        more_outsiders,
        visit,
    };
    search.seat_next([0; 4])
}

impl DealHypothesis {
    /// The hypothesis of these candidates.
    pub(super) fn of(chosen: &[Candidate]) -> Self {
        Self {
            seats: chosen.iter().map(|candidate| (candidate.role, candidate.token)).collect(),
            honest: seats_where(chosen, |candidate| candidate.is_honest),
            weight: weight(chosen),
        }
    }
}

/// How likely everybody's claims are.
pub(super) fn weight(chosen: &[Candidate]) -> f64 {
    chosen.iter().map(|candidate| candidate.weight).product()
}

fn seats_where(chosen: &[Candidate], is_so: impl Fn(&Candidate) -> bool) -> Seats {
    let seats = chosen.iter().enumerate().filter(|(_, candidate)| is_so(candidate));
    seats.map(|(index, _)| Seat::new(index)).collect()
}

/// All characters that somebody claims.
pub(super) fn claimed(case: &Case) -> CharacterSet {
    case.players.iter().flat_map(|player| player.claims.iter().copied()).collect()
}

/// This character, and those whose abilities its player has as well.
fn with_united(case: &Case, character: Character) -> CharacterSet {
    Profile::united_by(character, united(case)).with(character)
}

/// Whether a good player of this character need not tell the truth.
fn need_not_be_honest(case: &Case, character: Character) -> bool {
    !Profile::select(with_united(case, character), Profile::may_lie).is_empty()
}

/// All characters that may be in play, or come into play.
fn pool(case: &Case) -> CharacterSet {
    case.hidden.or(claimed(case)).or(case.also_on_script)
}

/// How many players more than those who began evil may have lied from the beginning, because they end evil or are mad at the end, if
/// these characters are in play from the beginning. A player who may gain an ability may change sides with it, too.
fn most_turncoats_of(case: &Case, roles: CharacterSet) -> usize {
    let has = |is_such: fn(&Profile) -> bool| !Profile::select(roles, is_such).is_empty();
    // A good player who becomes such a character says so (rule book of the cast, M17).
    let is_free = |role: &Character| {
        believes_evil(case, *role) || need_not_be_honest(case, *role) && is_become(case, *role)
    };
    let made_free =
        if has(Profile::makes_characters) { pool(case).iter().filter(is_free).count() } else { 0 };
    let may_add = has(|profile| profile.makes_characters() || profile.gains_abilities());
    let roles = if may_add { pool(case) } else { roles };
    let abilities = roles.iter().map(|role| with_united(case, role)).fold(roles, CharacterSet::or);
    made_free + most_turncoats_among(abilities)
}

/// Whether an evil player has not lied, so that a good one may have who ends evil in their place.
fn is_truthful_evil(player: &Player, candidate: &Candidate) -> bool {
    CharacterSet::EVIL.contains(candidate.role) && (candidate.is_honest || player.claims.is_empty())
}

/// Whether somebody says to have become this character.
fn is_become(case: &Case, role: Character) -> bool {
    let mut said = case.players.iter().flat_map(|player| &player.says);
    said.any(|said| matches!(said.what, Testimony::Became { character, .. } if character == role))
}

fn most_turncoats_among(pool: CharacterSet) -> usize {
    let gaining = Profile::select(pool.and(CharacterSet::GOOD), Profile::gains_abilities).len();
    let turned = |profile: Profile| match profile.turns_sides() {
        TurnsSides::No => usize::from(profile.maddens()),
        // Whoever swaps sides with another leaves as many evil players as there were.
        TurnsSides::Own if profile.swaps_characters() => 0,
        TurnsSides::Own => 1 + gaining,
        TurnsSides::Of(_) => 1,
    };
    pool.iter().filter_map(Profile::of).map(turned).sum()
}

/// Good characters whose players may end evil or mad, and so may have lied all along.
fn turncoats(case: &Case) -> CharacterSet {
    let pool = pool(case);
    // Somebody made another character may turn sides as that.
    let is_anybody = |profile: &Profile| profile.maddens() || profile.makes_characters();
    if Profile::select(pool, is_anybody).is_empty() {
        side_changers(case)
    } else {
        pool.and(CharacterSet::GOOD)
    }
}

/// Whether an evil player who does not know it may become a character that does.
fn may_learn_what_they_are(case: &Case) -> bool {
    !Profile::select(pool(case), Profile::may_change_minions).is_empty()
}

/// Good characters whose players may become evil while they are that.
pub(super) fn side_changers(case: &Case) -> CharacterSet {
    let pool = pool(case);
    let mut turncoats = CharacterSet::NONE;
    for profile in pool.iter().filter_map(Profile::of) {
        match profile.turns_sides() {
            TurnsSides::No => {}
            // A player who may gain the ability may change sides as well.
            TurnsSides::Own => {
                let gaining = Profile::select(CharacterSet::GOOD, Profile::gains_abilities);
                let has_it = |role: &Character| with_united(case, *role).contains(profile.character());
                turncoats = turncoats.or(gaining).or(pool.iter().filter(has_it).collect());
            }
            TurnsSides::Of(team) => turncoats = turncoats.or(CharacterSet::team(team)),
        }
    }
    // Somebody who lies need not have begun as anything that is claimed.
    turncoats.and(pool)
}

/// The candidates of a seat, by its claim.
pub(super) fn candidates(case: &Case, seat: Seat) -> Vec<Candidate> {
    let player = &case.players[seat.index()];
    let mut candidates = Vec::new();
    let mut add = |role, token, is_honest| {
        let candidate = Candidate { role, token, is_honest, weight: 1.0 };
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    };
    let is_certain = case.certain().contains(seat);
    let may_be = match case.you {
        Some(you) if you == seat => case.you_may_be.and(case.hidden),
        _ if case.undeluded.contains(seat) => CharacterSet::NONE,
        _ => case.hidden,
    };
    for &claim in &player.claims {
        let is_own = is_certain || CharacterSet::GOOD.contains(claim) && identity(case, claim).is_none();
        if is_certain && believes_evil(case, claim) {
            tokens_of(case, claim, case.hidden).iter().for_each(|token| add(claim, token, false));
        } else if is_own && most_copies(claim) > 0 {
            add(claim, claim, true);
        }
        let deluded = may_be.iter().filter(|role| may_believe(case, *role, claim));
        // Whoever is certain to be honest says that they are the Demon, even if they only think so.
        deluded
            .filter(|role| is_certain || believes_good(case, *role))
            .for_each(|role| add(role, claim, true));
    }
    if is_certain {
        return candidates;
    }
    let silent = player.claims.is_empty();
    for role in case.hidden.iter() {
        if identity(case, role).is_some() {
            let tokens = tokens_of(case, role, case.hidden);
            let is_honest = believes_good(case, role);
            if silent || !is_honest {
                tokens.iter().for_each(|token| add(role, token, is_honest));
            } else if CharacterSet::EVIL.contains(role) && may_learn_what_they_are(case) {
                // Whoever is told of being evil after all may have lied all along (M17).
                let tokens = tokens_of(case, role, pool(case));
                tokens.iter().for_each(|token| add(role, token, false));
            }
        } else if CharacterSet::EVIL.contains(role) || need_not_be_honest(case, role) {
            add(role, role, false);
        } else if silent {
            add(role, role, true);
        }
    }
    for role in claimed(case).and(CharacterSet::EVIL).iter() {
        add(role, role, false);
    }
    // Whoever says nothing does not lie.
    if !silent {
        add_turncoats(case, seat, &mut add);
    }
    if let Some(role) = shown(case, seat) {
        candidates.retain(|candidate| candidate.role == role);
    }
    candidates
}

/// What this seat began as, according to a grimoire that an honest player saw in the first night, unless roles may have changed before.
pub(super) fn shown(case: &Case, seat: Seat) -> Option<Character> {
    let mut grimoires = certainly_said(case).filter_map(|saying| match saying {
        Testimony::Grimoire { night: 1, roles } => roles.get(seat.index()).copied(),
        _ => None,
    });
    grimoires.next().filter(|_| turncoats(case).is_empty())
}

/// Characters that nobody is and whose tokens nobody has, known from the bluffs shown to an honest Demon.
pub(super) fn shown_as_bluffs(case: &Case) -> CharacterSet {
    certainly_said(case).fold(CharacterSet::NONE, |shown, saying| match saying {
        Testimony::Bluffs(bluffs) => shown.or(*bluffs),
        _ => shown,
    })
}

fn certainly_said(case: &Case) -> impl Iterator<Item = &Testimony> {
    case.certain().iter().flat_map(|seat| &case.players[seat.index()].says).map(|said| &said.what)
}

/// A player who changes sides may have lied from the beginning, or must not have lied at all.
fn add_turncoats(case: &Case, seat: Seat, add: &mut dyn FnMut(Character, Character, bool)) {
    let turncoats = turncoats(case);
    for role in turncoats.iter() {
        if believes_good(case, role) {
            let tokens = tokens_of(case, role, pool(case));
            tokens.iter().for_each(|token| add(role, token, false));
        } else if !believes_evil(case, role) {
            add(role, role, false);
        }
    }
    if !turncoats.is_empty() {
        let claims = &case.players[seat.index()].claims;
        for &claim in claims.iter().filter(|claim| CharacterSet::EVIL.contains(**claim)) {
            add(claim, claim, true);
        }
    }
}

/// A candidate, and what matters of it at every seat.
#[derive(Clone, Copy)]
struct Placing {
    candidate: Candidate,
    team: usize,
    is_turncoat: bool,
}

struct Search<'a> {
    case: &'a Case,
    counts: [usize; 4],
    options: Vec<Vec<Placing>>,
    chosen: Vec<Candidate>,
    /// Roles in play and tokens drawn.
    taken: CharacterSet,
    /// How many good players may have lied because they end evil or mad, and how many more of them there may be.
    most_turncoats: usize,
    turncoats: usize,
    /// How many players have a Demon that most players must have.
    majority: usize,
    /// How many Minions and Outsiders more than usual there may be.
    more_minions: usize,
    more_outsiders: usize,
    visit: &'a mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
}

/// No character adds more Outsiders than this to any set-up.
pub(super) const MORE_OUTSIDERS: usize = 4;

impl Search<'_> {
    fn seat_next(&mut self, teams: [usize; 4]) -> ControlFlow<()> {
        let seat = self.chosen.len();
        if seat == self.options.len() {
            return self.finish(teams);
        }
        for at in 0..self.options[seat].len() {
            let Placing { candidate, team, is_turncoat } = self.options[seat][at];
            let mut teams = teams;
            teams[team] += 1;
            let Some(turncoats) = self.turncoats.checked_sub(usize::from(is_turncoat)) else { continue };
            if self.is_hopeless(candidate.role, teams) {
                continue;
            }
            let Some(taken) = self.take(candidate) else { continue };
            let before = (self.taken, self.turncoats, self.majority);
            let majority = self.majority + usize::from(is_dealt_to_most(candidate.role));
            (self.taken, self.turncoats, self.majority) = (taken, turncoats, majority);
            self.chosen.push(candidate);
            self.seat_next(teams)?;
            self.chosen.pop();
            (self.taken, self.turncoats, self.majority) = before;
        }
        ControlFlow::Continue(())
    }

    /// The characters that this candidate takes; `None` if another seat has one of them.
    fn take(&self, candidate: Candidate) -> Option<CharacterSet> {
        let own = candidate.takes();
        let is_free = self.taken.and(own).is_empty() || self.may_repeat(candidate);
        is_free.then(|| self.taken.or(own))
    }

    /// Whether a character may be there once more. Whoever is what they claim may repeat what others are if the case says so, or
    /// if the character itself may be in play several times; hidden ones repeat as often as they are listed.
    fn may_repeat(&self, candidate: Candidate) -> bool {
        let role = candidate.role;
        let before = self.chosen.iter().filter(|chosen| chosen.role == role).count();
        let is_open = candidate.is_honest && !candidate.is_deluded();
        if is_dealt_to_most(role) {
            before < most_copies(role)
        } else if self.case.duplicate_roles {
            let again = self.case.hidden_again.iter().filter(|again| **again == role).count();
            let is_free = self.case.variant.some_good_role_repeats && CharacterSet::GOOD.contains(role);
            is_open || is_free || before <= again
        } else {
            is_open && before < most_copies(role) && !self.is_token(role)
        }
    }

    /// Whether somebody who is not this character has its token.
    fn is_token(&self, token: Character) -> bool {
        self.chosen.iter().any(|chosen| chosen.token == token && chosen.is_deluded())
    }

    /// Whether a team has too many members already, or too few seats are left for the evil characters to come.
    fn is_hopeless(&self, next: Character, teams: [usize; 4]) -> bool {
        let [_, outsiders, minions, demons] = self.counts;
        let left = self.options.len() - teams.iter().sum::<usize>();
        if self.majority + usize::from(is_dealt_to_most(next)) > 0 {
            return teams[3] != self.majority + usize::from(is_dealt_to_most(next)) || teams[2] > 0;
        }
        teams[3] > demons
            || teams[2] > minions + self.more_minions
            || teams[1] > outsiders + self.more_outsiders
            || (minions + demons).saturating_sub(teams[2] + teams[3]) > left
    }

    fn finish(&mut self, teams: [usize; 4]) -> ControlFlow<()> {
        let is_short = teams[3] != self.counts[3] || teams[2] < self.counts[2];
        if self.majority == 0 && is_short {
            return ControlFlow::Continue(());
        }
        let roles: Vec<Character> = self.chosen.iter().map(|candidate| candidate.role).collect();
        let drawn: Vec<_> = self.chosen.iter().map(|candidate| (candidate.role, candidate.token)).collect();
        let more = roles.iter().filter_map(|role| Profile::of(*role)).map(|profile| profile.more_minions());
        let liars = self.most_turncoats - self.turncoats;
        let is_ordinary = teams[2] == self.counts[2] + more.sum::<usize>()
            && teams[3] == self.counts[3]
            && outsiders_fit(self.counts[1], &drawn);
        let is_dealt_so = if self.majority > 0 { self.is_majority() } else { is_ordinary };
        let seated = self.case.players.iter().zip(&self.chosen);
        let truthful = seated.filter(|(player, candidate)| is_truthful_evil(player, candidate)).count();
        let fits = is_dealt_so
            && self.repeats_as_it_must(&roles)
            && seats_fit(&roles)
            && (liars <= truthful
                || liars <= truthful + most_turncoats_of(self.case, roles.into_iter().collect()));
        if fits && told_fits(self.case, &self.chosen) {
            return (self.visit)(&self.chosen);
        }
        ControlFlow::Continue(())
    }
}

impl Search<'_> {
    /// Whether as many players as may have the Demon that most players have, and all others are honest and know who they are.
    fn is_majority(&self) -> bool {
        let numbers = &self.case.variant.majorities;
        let is_enough = if numbers.is_empty() {
            self.majority * 2 > self.chosen.len()
        } else {
            numbers.contains(&self.majority)
        };
        let others = self.chosen.iter().filter(|candidate| !is_dealt_to_most(candidate.role));
        is_enough && others.into_iter().all(|candidate| candidate.is_honest && !candidate.is_deluded())
    }

    /// Whether some good character is there twice, if that must be.
    fn repeats_as_it_must(&self, roles: &[Character]) -> bool {
        let is_twice = |role: &Character| {
            CharacterSet::GOOD.contains(*role) && roles.iter().filter(|other| *other == role).count() > 1
        };
        !self.case.variant.some_good_role_repeats || roles.iter().any(is_twice)
    }
}

/// Whether a character is dealt to most players or to none.
fn is_dealt_to_most(character: Character) -> bool {
    Profile::of(character).is_some_and(|profile| profile.is_dealt_to_most())
}

/// Whether what evil players were told about the deal is true. A Lunatic may be told anything.
pub(super) fn told_fits(case: &Case, chosen: &[Candidate]) -> bool {
    let is_told_truth =
        |candidate: &Candidate| candidate.is_honest && CharacterSet::EVIL.contains(candidate.role);
    if !chosen.iter().any(is_told_truth) {
        return true;
    }
    let in_play: CharacterSet =
        chosen.iter().flat_map(|candidate| [candidate.role, candidate.token]).collect();
    let of_team = |team: Team| seats_where(chosen, |candidate| candidate.role.team() == team);
    let deluded = seats_where(chosen, |candidate| candidate.is_deluded());
    chosen.iter().enumerate().all(|(index, candidate)| {
        let others = |team: Team| of_team(team).without(Seat::new(index));
        // Only the Demon knows of a Minion who does not know it.
        let unknown = if candidate.role.team() == Team::Demon { Seats::NONE } else { deluded };
        !is_told_truth(candidate)
            || case.players[index].says.iter().all(|said| match said.what {
                Testimony::Bluffs(bluffs) => bluffs.and(in_play).is_empty(),
                Testimony::Team { demons, minions } => {
                    minions == others(Team::Minion).minus(unknown)
                        && demons.is_none_or(|demons| demons == others(Team::Demon))
                }
                _ => true,
            })
    })
}

fn team_index(role: Character) -> Option<usize> {
    [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].iter().position(|team| *team == role.team())
}
