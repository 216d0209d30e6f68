//! What is legal now: listed for whoever asks, and checked one by one without listing.

use gaslamp_core::{Actions, Choice, ContentId, Contents, Refusal, Seat, Seats};

use super::action::{Action, Claim, Content, Open, Report};
use super::cast;
use super::marks::Reminder;
use super::refusals;
use super::setup::draws_another_token;
use super::state::{Ask, Ruling, Stage, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// A Juggler guesses at most so many characters.
const MOST_GUESSES: usize = 5;

fn ensure(fits: bool, rule: &'static gaslamp_core::Rule) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::from(rule)) }
}

impl State {
    /// Everything that is legal now.
    pub(crate) fn list(&self, out: &mut Actions<Self>) {
        let mut act = |action| out.push(Choice::Action(action));
        match self.ask {
            Ask::Nothing => {}
            Ask::Deal => out.push(Choice::Open(Open::Deal)),
            Ask::Prepare(_) | Ask::Ruling(_) => self.list_ruling(&mut act),
            Ask::Choice(seat) => self.pick_of(seat).for_each(&mut act),
            Ask::Telling(seat, topic) => match (self.shape_of(seat, topic), topic) {
                (Shape::Things, _) => out.push(Choice::Open(Open::Things)),
                (Shape::LunaticTeam, _) => out.push(Choice::Open(Open::LunaticTeam)),
                _ => {
                    self.for_each_statement(seat, topic, |statement| act(Action::Tell(seat, statement)));
                }
            },
            Ask::Turn(seat) => self.list_turn(seat, out),
            Ask::Vote(_) => {
                self.nominee.into_iter().for_each(|nominee| act(Action::Vote(nominee)));
                act(Action::Abstain);
            }
        }
    }

    fn list_ruling(&self, act: &mut dyn FnMut(Action)) {
        if let Some(seats) = self.candidates() {
            if self.may_pick_nobody() {
                act(Action::PickNobody);
            }
            seats.iter().for_each(|seat| act(Action::Pick(seat)));
        } else if let Some(tokens) = self.showable() {
            tokens.iter().for_each(|token| act(Action::Show(token)));
        } else {
            [false, true].into_iter().for_each(|truth| act(Action::Rule(truth)));
        }
    }

    fn list_turn(&self, seat: Seat, out: &mut Actions<Self>) {
        out.push(Choice::Action(Action::Pass));
        for nominee in self.nominees_for(seat).iter() {
            out.push(Choice::Action(Action::Nominate(nominee)));
        }
        if self.may_shoot(seat) {
            out.extend(self.seats_set().iter().map(|target| Choice::Action(Action::Shoot(target))));
        }
        if self.may_visit(seat) {
            out.push(Choice::Action(Action::Visit));
        }
        if self.may_ask(seat) {
            out.push(Choice::Open(Open::Question));
        }
        if self.may_claim(seat) {
            out.push(Choice::Open(Open::Claim));
            if self.may_guess(seat) {
                out.push(Choice::Open(Open::Guesses));
            }
            if self.may_gossip(seat) {
                out.push(Choice::Open(Open::Gossip));
            }
        }
    }

    /// On whom the Storyteller may decide, where it is about players.
    fn candidates(&self) -> Option<Seats> {
        match self.ask {
            Ask::Prepare(seat) => Some((self.ability_of(seat).prepares)(self, seat)),
            Ask::Ruling(Ruling::Bounce { .. } | Ruling::Victim { .. } | Ruling::Deaths { .. }) => {
                Some(self.living)
            }
            Ask::Ruling(Ruling::Heir { .. }) => Some(self.heirs().0),
            _ => None,
        }
    }

    fn may_pick_nobody(&self) -> bool {
        match self.ask {
            Ask::Ruling(Ruling::Heir { .. }) => self.heirs().1,
            Ask::Ruling(Ruling::Victim { by }) => !self.marks.is_placed_by(Reminder::GossipTrue, by),
            Ask::Ruling(Ruling::Deaths { .. }) => true,
            _ => false,
        }
    }

    /// Which tokens may be shown to somebody who has become a Drunk or a Lunatic, if that is asked.
    fn showable(&self) -> Option<CharacterSet> {
        match self.ask {
            Ask::Ruling(Ruling::Delusion { seat }) => Some(self.tokens_to_show(self.role(seat))),
            _ => None,
        }
    }

    /// Which tokens somebody may be shown who is this character and does not know it.
    pub(crate) fn tokens_to_show(&self, delusion: Character) -> CharacterSet {
        let team = draws_another_token(delusion).unwrap_or(Team::Townsfolk);
        let tokens = self.sheet.characters.and(CharacterSet::team(team));
        if team == Team::Townsfolk { tokens.minus(self.in_play()) } else { tokens }
    }

    /// Whether this very action is legal now.
    pub(crate) fn check_action(&self, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::from(&refusals::OVER));
        }
        match (self.ask, action) {
            (Ask::Deal, Action::Deal(id)) => match contents.get(id) {
                Some(Content::Deal(deal)) => self.check_deal(deal),
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            (Ask::Prepare(_) | Ask::Ruling(_), _) => self.check_ruling(action),
            (
                Ask::Choice(seat),
                Action::Pass
                | Action::Choose(_)
                | Action::ChooseTwo(..)
                | Action::ChooseThree(..)
                | Action::ChooseCharacter(_)
                | Action::Turn(..),
            ) => self.pick_of(seat).check(action),
            (Ask::Telling(seat, topic), Action::Tell(to, Statement::Things(id))) => {
                ensure(to == seat, &refusals::TELL_WHOM)?;
                ensure(self.shape_of(seat, topic) == Shape::Things, &refusals::TELL_INADMISSIBLE)?;
                self.check_things(seat, id, contents)
            }
            (Ask::Telling(seat, topic), Action::Tell(to, statement)) => {
                ensure(to == seat, &refusals::TELL_WHOM)?;
                ensure(self.admits(seat, topic, statement), &refusals::TELL_INADMISSIBLE)
            }
            (Ask::Turn(seat), _) => self.check_turn(seat, action, contents),
            (Ask::Vote(_), Action::Vote(nominee)) => {
                ensure(self.nominee == Some(nominee), &refusals::VOTE_NOMINEE)
            }
            (Ask::Vote(_), Action::Abstain) => Ok(()),
            _ => Err(Refusal::from(&refusals::NOT_NOW)),
        }
    }

    fn check_ruling(&self, action: Action) -> Result<(), Refusal> {
        match (action, self.candidates(), self.showable()) {
            (Action::Pick(seat), Some(seats), _) => ensure(seats.contains(seat), &refusals::PICK_CANDIDATE),
            (Action::PickNobody, Some(_), _) => ensure(self.may_pick_nobody(), &refusals::PICK_NOBODY),
            (Action::Show(token), None, Some(tokens)) => {
                ensure(tokens.contains(token), &refusals::SHOW_TOKEN)
            }
            (Action::Rule(_), None, None) => Ok(()),
            _ => Err(Refusal::from(&refusals::NOT_NOW)),
        }
    }

    /// A Savant's two things: one true and one false to the sober; both false under a Vortox.
    fn check_things(&self, seat: Seat, id: ContentId, contents: &Contents<Content>) -> Result<(), Refusal> {
        let Some(Content::Things(a, b)) = contents.get(id) else {
            return Err(Refusal::from(&refusals::CONTENT));
        };
        ensure(a.fits_table(self.size()) && b.fits_table(self.size()), &refusals::TALK_ABOUT)?;
        ensure(cast::savant::may_be_told(self, seat, a, b), &refusals::TELL_INADMISSIBLE)
    }

    fn check_turn(&self, seat: Seat, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        let sits = |seat: Seat| self.seats_set().contains(seat);
        match action {
            Action::Pass => Ok(()),
            Action::Shoot(target) => {
                ensure(sits(target), &refusals::SHOOT_SEAT)?;
                ensure(self.sheet.characters.contains(cast::slayer::ID), &refusals::SHOOT_SCRIPT)?;
                ensure(self.may_shoot(seat), &refusals::SHOOT_ONCE)
            }
            Action::Nominate(nominee) => {
                ensure(self.stage == Stage::Evening, &refusals::NOT_NOW)?;
                ensure(sits(nominee), &refusals::NOMINATE_SEAT)?;
                ensure(self.living.contains(seat), &refusals::NOMINATE_DEAD)?;
                ensure(!self.nominators.contains(seat), &refusals::NOMINATE_AGAIN)?;
                ensure(!self.nominated.contains(nominee), &refusals::NOMINATE_TWICE)
            }
            Action::Visit => ensure(self.may_visit(seat), &refusals::VISIT_NOT),
            Action::Ask(id) => match contents.get(id) {
                Some(Content::Question(question)) => {
                    ensure(self.may_ask(seat), &refusals::ASK_NOT)?;
                    ensure(question.fits_table(self.size()), &refusals::TALK_ABOUT)
                }
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            Action::Claim(id) => match contents.get(id) {
                Some(Content::Claim(claim)) => self.check_claim(seat, claim),
                _ => Err(Refusal::from(&refusals::CONTENT)),
            },
            _ => Err(Refusal::from(&refusals::NOT_NOW)),
        }
    }

    fn check_claim(&self, seat: Seat, claim: &Claim) -> Result<(), Refusal> {
        ensure(self.may_claim(seat), &refusals::TALK_ENOUGH)?;
        let on_script = |character: &Character| self.sheet.characters.contains(*character);
        match claim {
            Claim::Role(character) => ensure(on_script(character), &refusals::TALK_ABOUT),
            Claim::Report(report) => ensure(self.is_report(report), &refusals::TALK_ABOUT),
            Claim::Guesses(guesses) => {
                ensure(self.may_guess(seat), &refusals::GUESS_DAY)?;
                let seats: Seats = guesses.iter().map(|(seat, _)| *seat).collect();
                let is_count = (1..=MOST_GUESSES).contains(&guesses.len()) && seats.len() == guesses.len();
                ensure(is_count, &refusals::GUESS_MANY)?;
                let fits = seats.minus(self.seats_set()).is_empty();
                ensure(fits && guesses.iter().all(|(_, guess)| on_script(guess)), &refusals::TALK_ABOUT)
            }
            Claim::Gossip(formula) => {
                ensure(self.may_gossip(seat), &refusals::GOSSIP_AGAIN)?;
                ensure(formula.fits_table(self.size()), &refusals::TALK_ABOUT)
            }
        }
    }

    /// Whether a report speaks of this table, in a form in which a player could know it.
    fn is_report(&self, report: &Report) -> bool {
        let on_script = |character: Character| self.sheet.characters.contains(character);
        let told_fits = match report.told {
            None | Some(Statement::Nobody | Statement::Answer(_) | Statement::Nothing) => true,
            Some(Statement::Pair { holder, wrong, character }) => {
                holder < wrong && wrong.index() < self.size() && on_script(character)
            }
            Some(Statement::Number(number)) => usize::from(number) <= self.size(),
            Some(Statement::Is(character)) => on_script(character),
            Some(Statement::OneOf(a, b)) => on_script(a) && on_script(b),
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
