//! What is legal now: listed for whoever asks, and checked one by one without listing.

use gaslamp_core::{Actions, Choice, ContentId, Contents, Refusal, Seat, Seats};

use super::action::{Action, Claim, Content, Open, Report};
use super::bag_space::shown_instead;
use super::cast;
use super::day::DayVerb;
use super::refusals;
use super::state::{Pending, Stage, State};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// Nobody guesses more characters than this at once.
const MOST_GUESSES: usize = 5;

fn ensure(fits: bool, rule: &'static gaslamp_core::Rule) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::from(rule)) }
}

impl State {
    /// Everything that is legal now.
    pub(crate) fn list(&self, out: &mut Actions<Self>) {
        let mut act = |action| out.push(Choice::Action(action));
        match self.pending {
            Pending::Nothing => {}
            Pending::Deal => out.push(Choice::Open(Open::Deal)),
            Pending::Prepare(_) | Pending::Ruling(_) => self.list_ruling(&mut act),
            Pending::Choice(_) => self.pick_now().for_each(&mut act),
            Pending::Telling(seat, topic) => match (self.shape_of(seat, topic), topic) {
                (Shape::Things, _) => out.push(Choice::Open(Open::Things)),
                (Shape::AnyTeam, _) => out.push(Choice::Open(Open::AnyTeam)),
                _ => {
                    self.for_each_statement(seat, topic, |statement| act(Action::Tell(seat, statement)));
                }
            },
            Pending::Turn(seat) => self.list_turn(seat, out),
            Pending::Vote(_) => {
                self.nominee.into_iter().for_each(|nominee| act(Action::Vote(nominee)));
                act(Action::Abstain);
            }
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

    fn list_turn(&self, seat: Seat, out: &mut Actions<Self>) {
        out.push(Choice::Action(Action::Pass));
        for nominee in self.nominees_for(seat).iter() {
            out.push(Choice::Action(Action::Nominate(nominee)));
        }
        if self.may_use(seat, DayVerb::Shoot) {
            out.extend(self.all_seats().iter().map(|target| Choice::Action(Action::Shoot(target))));
        }
        if self.may_use(seat, DayVerb::Visit) {
            out.push(Choice::Action(Action::Visit));
        }
        if self.may_use(seat, DayVerb::Ask) {
            out.push(Choice::Open(Open::Question));
        }
        if self.may_claim(seat) {
            out.push(Choice::Open(Open::Claim));
            if self.may_use(seat, DayVerb::Guess) {
                out.push(Choice::Open(Open::Guesses));
            }
            if self.may_use(seat, DayVerb::Gossip) {
                out.push(Choice::Open(Open::Gossip));
            }
        }
    }

    /// Which tokens somebody may be shown who is this character and does not know it.
    pub(crate) fn tokens_to_show(&self, delusion: Character) -> CharacterSet {
        let team = shown_instead(delusion).unwrap_or(Team::Townsfolk);
        let tokens = self.script.characters.and(CharacterSet::team(team));
        if team == Team::Townsfolk { tokens.minus(self.in_play()) } else { tokens }
    }

    /// Whether somebody can become this character: one that does not know what they are needs a token to be shown.
    pub(crate) fn can_become(&self, character: Character) -> bool {
        cast::of(character).false_identity.is_none() || !self.tokens_to_show(character).is_empty()
    }

    /// Whether this very action is legal now.
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
                | Action::ChooseThree(..)
                | Action::ChooseCharacter(_)
                | Action::Turn(..),
            ) => self.pick_now().check(action),
            (Pending::Telling(seat, topic), Action::Tell(to, Statement::Things(id))) => {
                ensure(to == seat, &refusals::TELL_WHOM)?;
                ensure(self.shape_of(seat, topic) == Shape::Things, &refusals::TELL_INADMISSIBLE)?;
                self.check_things(seat, id, contents)
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
            _ => Err(Refusal::from(&refusals::NOT_NOW)),
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
            _ => Err(Refusal::from(&refusals::NOT_NOW)),
        }
    }

    /// Two things that a player is told.
    fn check_things(&self, seat: Seat, id: ContentId, contents: &Contents<Content>) -> Result<(), Refusal> {
        let Some(Content::Things(a, b)) = contents.get(id) else {
            return Err(Refusal::from(&refusals::CONTENT));
        };
        ensure(a.fits_table(self.size()) && b.fits_table(self.size()), &refusals::TALK_ABOUT)?;
        ensure(self.may_be_told_things(seat, a, b), &refusals::TELL_INADMISSIBLE)
    }

    fn check_turn(&self, seat: Seat, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        let sits = |seat: Seat| self.all_seats().contains(seat);
        match action {
            Action::Pass => Ok(()),
            Action::Shoot(target) => {
                ensure(sits(target), &refusals::SHOOT_SEAT)?;
                ensure(self.has_verb(DayVerb::Shoot), &refusals::SHOOT_SCRIPT)?;
                ensure(self.may_use(seat, DayVerb::Shoot), &refusals::SHOOT_ONCE)
            }
            Action::Nominate(nominee) => {
                ensure(self.stage == Stage::Evening, &refusals::NOT_NOW)?;
                ensure(sits(nominee), &refusals::NOMINATE_SEAT)?;
                ensure(self.living.contains(seat), &refusals::NOMINATE_DEAD)?;
                ensure(!self.nominators.contains(seat), &refusals::NOMINATE_AGAIN)?;
                ensure(!self.nominated.contains(nominee), &refusals::NOMINATE_TWICE)
            }
            Action::Visit => ensure(self.may_use(seat, DayVerb::Visit), &refusals::VISIT_NOT),
            Action::Ask(id) => match contents.get(id) {
                Some(Content::Question(question)) => {
                    ensure(self.may_use(seat, DayVerb::Ask), &refusals::ASK_NOT)?;
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
            Claim::Gossip(formula) => {
                ensure(self.may_use(seat, DayVerb::Gossip), &refusals::GOSSIP_AGAIN)?;
                ensure(formula.fits_table(self.size()), &refusals::TALK_ABOUT)
            }
        }
    }

    /// Whether a report speaks of this table, in a form in which a player could know it.
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
