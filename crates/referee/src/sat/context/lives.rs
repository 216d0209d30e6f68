//! Who is dead, since when and of what, and whose last vote is spent.

use gaslamp_botc::notation::trace_model::{Act, Party};
use gaslamp_botc::rules::phase::{DAY, NIGHT};
use gaslamp_core::trace::Phase;

use super::ledger::Ledger;
use super::{Cause, Death, Ending, Place};

impl Ledger<'_> {
    pub(super) fn is_dead(&self, player: usize) -> bool {
        self.deaths.iter().any(|death| death.player == player && death.revived.is_none())
    }

    /// Notes what an event says about life and death.
    pub(super) fn note_lives(&mut self, at: usize) {
        let event = self.event(at);
        match (&event.act, event.by) {
            (Act::Executes(player), _) => {
                self.doomed = Some((*player, Cause::Execution, event.phase));
                // Nothing in Trouble Brewing saves from an execution.
                if !self.is_whole() && self.known.is_trouble_brewing {
                    self.die(*player, Cause::Execution, self.place(at));
                }
            }
            (Act::DemonKills(player), _) => self.die(*player, Cause::Demon, self.place(at)),
            (Act::Tokens(changes), _) => {
                for change in changes.iter().filter(|change| change.comes && change.token.word() == "dead") {
                    self.die(change.on, Cause::Demon, self.place(at));
                }
            }
            (Act::Dies, Party::Player(player)) => {
                self.die(player, self.cause_of(player, event.phase), self.place(at));
            }
            (Act::Revives, Party::Player(player)) => {
                self.revive(player, self.place(at));
            }
            (Act::Votes(_), Party::Player(player)) => self.spend_vote(player, at),
            (Act::Other, _) if self.verb(at) == "shoots" => {
                if let [target] = self.targets(at).as_slice() {
                    self.doomed = Some((*target, Cause::Shot, event.phase));
                }
            }
            (Act::Other, _) if self.verb(at) == "announces" => self.note_dawn(at),
            _ => {}
        }
    }

    /// At dawn the town learns who died in the night, and who lives again.
    fn note_dawn(&mut self, at: usize) {
        let night = match self.event(at).phase {
            Phase { label: DAY, number } => Phase::new(NIGHT, number),
            phase => phase,
        };
        let event = &self.event(at).event;
        let tagged = event.targets.iter().map(|target| (&target.name.name, target.name.tag.as_deref()));
        for (name, tag) in tagged.chain(event.args.iter().map(|name| (name, None))) {
            let Some(player) = self.model.player(name) else { continue };
            let place = Place { phase: night, ..self.place(at) };
            match tag {
                Some("alive") => self.revive(player, place),
                _ => self.die(player, self.cause_of(player, night), place),
            }
        }
    }

    fn revive(&mut self, player: usize, place: Place) {
        if let Some(death) = self.deaths.iter_mut().rev().find(|death| death.player == player) {
            death.revived.get_or_insert(place);
        }
    }

    fn cause_of(&self, player: usize, phase: Phase) -> Cause {
        match (self.doomed, phase) {
            (Some((doomed, cause, then)), _) if doomed == player && then == phase => cause,
            // In Trouble Brewing nobody else kills at night.
            (_, Phase { label: NIGHT, .. }) if self.known.is_trouble_brewing => Cause::Demon,
            _ => Cause::Unknown,
        }
    }

    /// Somebody dies; what says so again only adds of what.
    fn die(&mut self, player: usize, cause: Cause, since: Place) {
        let open = self.deaths.iter_mut().find(|death| death.player == player && death.revived.is_none());
        if let Some(death) = open {
            if death.cause == Cause::Unknown && death.since.phase == since.phase {
                death.cause = cause;
            }
            return;
        }
        let at = since.number;
        self.deaths.push(Death { player, since, cause, vote: None, revived: None });
        self.lose_owner(player, at, Ending::OwnerDied);
    }

    /// The dead have one vote for the rest of the game.
    fn spend_vote(&mut self, player: usize, at: usize) {
        let place = self.place(at);
        let open = self.deaths.iter_mut().find(|death| death.player == player && death.revived.is_none());
        if let Some(death) = open {
            death.vote.get_or_insert(place);
        }
    }

    /// A vote that was not counted when the record ended is not spent.
    pub(super) fn settle_votes(&mut self) {
        let Some(state) = self.played.as_ref().and_then(|played| played.last()) else { return };
        let left = state.omniscient().ghost_votes;
        for death in self.deaths.iter_mut().filter(|death| death.revived.is_none()) {
            if left.iter().any(|seat| seat.index() == death.player) {
                death.vote = None;
            }
        }
    }
}
