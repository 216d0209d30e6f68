//! What is legal now: as a list, and checked one by one without listing.

use gaslamp_core::{Actions, Choice, ContentId, Contents, Refusal, Seat, Seats};

use super::action::{Action, Claim, Content, Open, Report};
use super::cast;
use super::day::DayVerb;
use super::refusals;
use super::setup_rules::tokens_shown;
use super::state::{Pending, Stage, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// The most characters a player may guess at once.
const MOST_GUESSES: usize = 5;

/// Something done to a player.
type DeedToPlayer = fn(Seat) -> Action;

/// What a player may do in a turn by day: the legal list without its entries, for whoever needs but one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    may_pass: bool,
    nominees: Seats,
    /// Whom the player may shoot.
    targets: Seats,
    /// Whom the player may tell the Storyteller to suspect.
    suspects: Seats,
    /// Whom the player may unmask.
    hiding: Seats,
    may_visit: bool,
    may_ask: bool,
    may_claim: bool,
    may_guess: bool,
    may_accuse: bool,
    may_gossip: bool,
}

impl Turn {
    /// Nothing but to pass.
    const NOTHING: Self = Self {
        may_pass: true,
        nominees: Seats::NONE,
        targets: Seats::NONE,
        suspects: Seats::NONE,
        hiding: Seats::NONE,
        may_visit: false,
        may_ask: false,
        may_claim: false,
        may_guess: false,
        may_accuse: false,
        may_gossip: false,
    };

    /// How many deeds there are; talk, which a game can do without, is none.
    #[must_use]
    pub const fn deeds(&self) -> usize {
        self.may_pass as usize
            + self.nominees.len()
            + self.targets.len()
            + self.suspects.len()
            + self.hiding.len()
            + self.may_visit as usize
            + self.may_ask as usize
    }

    /// The deed at this place of the legal list, in which talk comes last; to pass if there is none.
    #[must_use]
    pub fn deed(&self, place: usize) -> Choice<State> {
        let Some(mut rest) = place.checked_sub(usize::from(self.may_pass)) else {
            return Choice::Action(Action::Pass);
        };
        for (seats, act) in self.deeds_to_players() {
            if let Some(seat) = seats.nth(rest) {
                return Choice::Action(act(seat));
            }
            rest -= seats.len();
        }
        match rest {
            0 if self.may_visit => Choice::Action(Action::Visit),
            _ if self.may_ask => Choice::Open(Open::Question),
            _ => Choice::Action(Action::Pass),
        }
    }

    /// What may be done to players, and to whom.
    const fn deeds_to_players(&self) -> [(Seats, DeedToPlayer); 4] {
        [
            (self.nominees, Action::Nominate),
            (self.targets, Action::Shoot),
            (self.suspects, Action::Suspect),
            (self.hiding, Action::Unmask),
        ]
    }

    fn list(&self, out: &mut Actions<State>) {
        if self.may_pass {
            out.push(Choice::Action(Action::Pass));
        }
        for (seats, act) in self.deeds_to_players() {
            out.extend(seats.iter().map(|seat| Choice::Action(act(seat))));
        }
        let rest = [
            (self.may_visit, Choice::Action(Action::Visit)),
            (self.may_ask, Choice::Open(Open::Question)),
            (self.may_claim, Choice::Open(Open::Claim)),
            (self.may_guess, Choice::Open(Open::Guesses)),
            (self.may_accuse, Choice::Open(Open::Accusation)),
            (self.may_gossip, Choice::Open(Open::Gossip)),
        ];
        out.extend(rest.into_iter().filter(|(may, _)| *may).map(|(_, choice)| choice));
    }
}

fn ensure(fits: bool, rule: &'static gaslamp_core::Rule) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::from(rule)) }
}

/// Refuses an action that is not asked for now, and says when it would be.
fn not_now(action: Action) -> Refusal {
    Refusal::from(match action {
        Action::Nominate(_) => &refusals::NOMINATE_WHEN,
        Action::Vote(_) | Action::Abstain => &refusals::VOTE_WHEN,
        Action::Choose(_)
        | Action::ChooseTwo(..)
        | Action::AttackTwo(..)
        | Action::AttackThree(..)
        | Action::ChooseCharacter(_)
        | Action::Name(..) => &refusals::CHOOSE_WHEN,
        Action::Shoot(_)
        | Action::Suspect(_)
        | Action::Unmask(_)
        | Action::Claim(_)
        | Action::Ask(_)
        | Action::Visit => &refusals::SPEAK_WHEN,
        Action::Pass => &refusals::PASS_WHEN,
        Action::Deal(_)
        | Action::Tell(..)
        | Action::Pick(_)
        | Action::PickNobody
        | Action::Rule(_)
        | Action::Show(_) => &refusals::NOT_NOW,
    })
}

impl State {
    /// Lists everything that is legal now.
    pub(crate) fn list(&self, out: &mut Actions<Self>) {
        let mut act = |action| out.push(Choice::Action(action));
        match self.pending {
            Pending::Nothing => {}
            Pending::Deal => out.push(Choice::Open(Open::Deal)),
            Pending::Prepare(_) | Pending::Ruling(_) => self.list_ruling(&mut act),
            Pending::Choice(_) => self.pick_now().for_each(&mut act),
            Pending::Telling(seat, topic) => match (self.shape_of(topic), topic) {
                (Shape::Things, _) => out.push(Choice::Open(Open::Things)),
                (Shape::AnyTeam, _) => out.push(Choice::Open(Open::AnyTeam)),
                _ => {
                    self.for_each_statement(seat, topic, |statement| act(Action::Tell(seat, statement)));
                }
            },
            Pending::Turn(seat) => self.turn_of(seat).list(out),
            Pending::LastChoice(_) => self.living.iter().for_each(|seat| act(Action::Choose(seat))),
            Pending::Vote(_) => {
                self.nominee.into_iter().for_each(|nominee| act(Action::Vote(nominee)));
                act(Action::Abstain);
            }
        }
    }

    /// What may be done now, if it is somebody's turn by day.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        match self.pending {
            Pending::Turn(seat) => Some(self.turn_of(seat)),
            _ => None,
        }
    }

    /// On whose nomination the vote is that is asked for now.
    #[must_use]
    pub fn voted_on(&self) -> Option<Seat> {
        self.nominee.filter(|_| matches!(self.pending, Pending::Vote(_)))
    }

    fn turn_of(&self, seat: Seat) -> Turn {
        if self.is_nominee_speaking {
            return Turn { may_claim: true, ..Turn::NOTHING };
        }
        if self.must_nominate == Some(seat) {
            return Turn { may_pass: false, nominees: self.next_nominees(), ..Turn::NOTHING };
        }
        let may_claim = self.may_claim(seat);
        let anybody_if = |may: bool| if may { self.all_seats() } else { Seats::NONE };
        Turn {
            may_pass: true,
            nominees: self.nominees_for(seat),
            targets: anybody_if(self.may_use(seat, DayVerb::Shoot)),
            suspects: anybody_if(self.may_use(seat, DayVerb::Suspect)),
            hiding: anybody_if(self.may_use(seat, DayVerb::Unmask)),
            may_visit: self.may_use(seat, DayVerb::Visit),
            may_ask: self.may_use(seat, DayVerb::Ask),
            may_claim,
            may_guess: may_claim && self.may_use(seat, DayVerb::Guess),
            may_accuse: may_claim && self.may_use(seat, DayVerb::Accuse),
            may_gossip: may_claim && self.may_use(seat, DayVerb::Gossip),
        }
    }

    fn list_ruling(&self, act: &mut dyn FnMut(Action)) {
        if let Some(candidates) = self.candidates() {
            if candidates.or_nobody {
                act(Action::PickNobody);
            }
            candidates.seats.iter().for_each(|seat| act(Action::Pick(seat)));
        } else if let Some(tokens) = self.showable() {
            tokens.iter().for_each(|token| act(Action::Show(token)));
        } else {
            [false, true].into_iter().for_each(|truth| act(Action::Rule(truth)));
        }
    }

    /// The tokens that may be shown to a player with this character who does not know it.
    pub(crate) fn tokens_to_show(&self, delusion: Character) -> CharacterSet {
        tokens_shown(delusion, self.script.characters, self.in_play())
    }

    /// Whether somebody can become this character now: one that does not know what they are needs a token to be
    /// shown.
    pub(crate) fn can_become(&self, character: Character) -> bool {
        let ability = cast::of(character);
        ability.may_enter.is_none_or(|may_enter| may_enter(self))
            && (self.false_identity_of(character).is_none() || !self.tokens_to_show(character).is_empty())
    }

    /// Whether this particular action is legal now.
    pub(crate) fn check_action(&self, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::from(&refusals::OVER));
        }
        match (self.pending, action) {
            (Pending::Deal, Action::Deal(id)) => match contents.get(id) {
                Some(Content::Deal(deal)) => self.check_deal(deal),
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            (Pending::Prepare(_) | Pending::Ruling(_), _) => self.check_ruling(action),
            (
                Pending::Choice(_),
                Action::Pass
                | Action::Choose(_)
                | Action::ChooseTwo(..)
                | Action::AttackTwo(..)
                | Action::AttackThree(..)
                | Action::ChooseCharacter(_)
                | Action::Name(..),
            ) => self.pick_now().check(action),
            (Pending::LastChoice(_), Action::Choose(seat)) => {
                ensure(self.living.contains(seat), &refusals::CHOOSE_TARGET)
            }
            (Pending::Telling(seat, topic), Action::Tell(to, Statement::Things(id))) => {
                ensure(to == seat, &refusals::TELL_WHOM)?;
                ensure(self.shape_of(topic) == Shape::Things, &refusals::TELL_INADMISSIBLE)?;
                self.check_things(id, contents)
            }
            (Pending::Telling(seat, topic), Action::Tell(to, statement)) => {
                ensure(to == seat, &refusals::TELL_WHOM)?;
                ensure(self.admits(seat, topic, statement), &refusals::TELL_INADMISSIBLE)
            }
            (Pending::Turn(seat), _) => self.check_turn(seat, action, contents),
            (Pending::Vote(_), Action::Vote(nominee)) => {
                ensure(self.nominee == Some(nominee), &refusals::VOTE_NOMINEE)
            }
            (Pending::Vote(_), Action::Abstain) => Ok(()),
            _ => Err(not_now(action)),
        }
    }

    fn check_ruling(&self, action: Action) -> Result<(), Refusal> {
        match (action, self.candidates(), self.showable()) {
            (Action::Pick(seat), Some(candidates), _) => {
                ensure(candidates.seats.contains(seat), &refusals::PICK_CANDIDATE)
            }
            (Action::PickNobody, Some(candidates), _) => ensure(candidates.or_nobody, &refusals::PICK_NOBODY),
            (Action::Show(token), None, Some(tokens)) => {
                ensure(tokens.contains(token), &refusals::SHOW_TOKEN)
            }
            (Action::Rule(_), None, None) => Ok(()),
            _ => Err(not_now(action)),
        }
    }

    /// Two statements that a player is told.
    fn check_things(&self, id: ContentId, contents: &Contents<Content>) -> Result<(), Refusal> {
        let Some(Content::Things(a, b)) = contents.get(id) else {
            return Err(Refusal::from(&refusals::CONTENT));
        };
        ensure(a.fits_table(self) && b.fits_table(self), &refusals::TALK_ABOUT)?;
        ensure(self.may_be_told_things(a, b), &refusals::TELL_INADMISSIBLE)
    }

    fn check_turn(&self, seat: Seat, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        let sits = |seat: Seat| self.all_seats().contains(seat);
        if self.is_nominee_speaking && !matches!(action, Action::Pass | Action::Claim(_)) {
            return Err(Refusal::from(&refusals::SPEAK_NOMINEE));
        }
        if self.must_nominate == Some(seat) {
            return self.check_next_nomination(action);
        }
        match action {
            Action::Pass => Ok(()),
            Action::Shoot(target) => {
                ensure(sits(target), &refusals::SHOOT_SEAT)?;
                ensure(self.has_verb(DayVerb::Shoot), &refusals::SHOOT_SCRIPT)?;
                ensure(self.may_use(seat, DayVerb::Shoot), &refusals::SHOOT_ONCE)
            }
            Action::Nominate(nominee) => {
                ensure(self.stage == Stage::Evening, &refusals::NOMINATE_WHEN)?;
                ensure(sits(nominee), &refusals::NOMINATE_SEAT)?;
                ensure(self.living.contains(seat), &refusals::NOMINATE_DEAD)?;
                ensure(!self.nominators.contains(seat), &refusals::NOMINATE_AGAIN)?;
                ensure(self.is_able_to_nominate(seat), &refusals::NOMINATE_SPENT)?;
                ensure(!self.nominated.contains(nominee), &refusals::NOMINATE_TWICE)
            }
            Action::Suspect(target) => {
                ensure(sits(target), &refusals::SHOOT_SEAT)?;
                ensure(self.may_use(seat, DayVerb::Suspect), &refusals::SUSPECT_NOT)
            }
            Action::Unmask(target) => {
                ensure(sits(target), &refusals::SHOOT_SEAT)?;
                ensure(self.may_use(seat, DayVerb::Unmask), &refusals::UNMASK_NOT)
            }
            Action::Visit => ensure(self.may_use(seat, DayVerb::Visit), &refusals::VISIT_NOT),
            Action::Ask(id) => match contents.get(id) {
                Some(Content::Question(question)) => {
                    ensure(self.may_use(seat, DayVerb::Ask), &refusals::ASK_NOT)?;
                    ensure(question.fits_table(self), &refusals::TALK_ABOUT)
                }
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            Action::Claim(id) => match contents.get(id) {
                Some(Content::Claim(claim)) => self.check_claim(seat, claim),
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            _ => Err(not_now(action)),
        }
    }

    /// What a nominee does who is to nominate at once.
    fn check_next_nomination(&self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Nominate(nominee) => {
                ensure(!self.nominated.contains(nominee), &refusals::NOMINATE_TWICE)?;
                ensure(self.next_nominees().contains(nominee), &refusals::NOMINATE_LIVING)
            }
            _ => Err(Refusal::from(&refusals::NOMINATE_NEXT)),
        }
    }

    fn check_claim(&self, seat: Seat, claim: &Claim) -> Result<(), Refusal> {
        if self.is_nominee_speaking {
            let is_talk = matches!(claim, Claim::Role(_) | Claim::Report(_));
            ensure(is_talk, &refusals::SPEAK_NOMINEE)?;
        } else {
            ensure(self.may_claim(seat), &refusals::TALK_ENOUGH)?;
        }
        let on_script = |character: &Character| self.script.characters.contains(*character);
        match claim {
            Claim::Role(character) => ensure(on_script(character), &refusals::TALK_ABOUT),
            Claim::Report(report) => ensure(self.is_report(report), &refusals::TALK_ABOUT),
            Claim::Guesses(guesses) => {
                ensure(self.may_use(seat, DayVerb::Guess), &refusals::GUESS_DAY)?;
                let seats: Seats = guesses.iter().map(|(seat, _)| *seat).collect();
                let is_count = (1..=MOST_GUESSES).contains(&guesses.len()) && seats.len() == guesses.len();
                ensure(is_count, &refusals::GUESS_MANY)?;
                let fits = seats.minus(self.all_seats()).is_empty();
                ensure(fits && guesses.iter().all(|(_, guess)| on_script(guess)), &refusals::TALK_ABOUT)
            }
            Claim::Accusation(accused) => {
                ensure(self.may_use(seat, DayVerb::Accuse), &refusals::ACCUSE_NOT)?;
                let seats: Seats = accused.iter().map(|(seat, _)| *seat).collect();
                let is_evil = |team: Team| matches!(team, Team::Minion | Team::Demon);
                let is_each_once = seats.len() == accused.len() && !accused.is_empty();
                let fits = seats.minus(self.all_seats()).is_empty();
                ensure(
                    is_each_once && fits && accused.iter().all(|(_, team)| is_evil(*team)),
                    &refusals::TALK_ABOUT,
                )
            }
            Claim::Gossip(formula) => {
                ensure(self.may_use(seat, DayVerb::Gossip), &refusals::GOSSIP_AGAIN)?;
                ensure(formula.fits_table(self), &refusals::TALK_ABOUT)
            }
        }
    }

    /// Whether a report is about this table, in a form in which a player could know it.
    fn is_report(&self, report: &Report) -> bool {
        let on_script = |character: Character| self.script.characters.contains(character);
        let told_fits = match report.told {
            None | Some(Statement::Nobody | Statement::Answer(_) | Statement::Nothing) => true,
            Some(Statement::Pair { holder, wrong, character }) => {
                holder < wrong && wrong.index() < self.size() && on_script(character)
            }
            Some(Statement::Number(number)) => usize::from(number) <= self.size(),
            Some(Statement::Is(character)) => on_script(character),
            Some(Statement::OneOf(a, b)) => on_script(a) && on_script(b),
            Some(Statement::Players(players)) => {
                (1..=3).contains(&players.len()) && players.minus(self.all_seats()).is_empty()
            }
            Some(Statement::PlayerIs(seat, character)) => seat.index() < self.size() && on_script(character),
            Some(Statement::Characters(list)) => list.iter().all(on_script),
            Some(Statement::Side(_) | Statement::Clockwise(_)) => true,
            Some(Statement::Team(team)) => Shape::Team.fits(self, Statement::Team(team)),
            Some(Statement::Grimoire) => true,
            Some(Statement::Things(_)) => false,
        };
        told_fits
            && on_script(report.ability)
            && (1..=self.number).contains(&report.night)
            && report.chosen.len() <= 3
            && report.chosen.iter().all(|seat| seat.index() < self.size())
    }
}
