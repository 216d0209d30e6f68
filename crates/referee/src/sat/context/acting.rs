//! Who acts as which character in an event, by their own hand, by the Storyteller's, or because something happens to the player.

use gaslamp_botc::Character;
use gaslamp_botc::notation::trace_model::{Act, Party, TokenChange};
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{Profile, Purpose};
use gaslamp_core::Diagnostic;

use super::character::{has, keeps_safe, shoots};
use super::ledger::{Attack, Ledger};
use super::tokens::marks_own_seat;
use super::{Acting, Truth};

impl Ledger<'_> {
    /// Notes who acts in an event.
    pub(super) fn note_actings(&mut self, at: usize) {
        let event = self.event(at);
        match (&event.act, self.verb(at)) {
            (Act::Tokens(changes), _) => {
                for change in changes.iter().filter(|change| change.comes) {
                    self.note_token_acting(at, change);
                }
            }
            (Act::Nominates(nominee), _) => self.note_nomination(at, *nominee),
            (Act::Executes(player), _) => {
                if let Some(role) = self.acts_as_one(*player, at, Profile::loses_by_execution) {
                    self.note_living(*player, role, at);
                }
            }
            (Act::DemonKills(player), _) => self.note_demon_kill(at, *player),
            (Act::Other, "tells") => self.note_telling(at),
            (Act::Other, "chooses") => self.note_choosing(at),
            (Act::Other, "picks") => self.note_bounce(at),
            (Act::Other, "shoots") => {
                if let Some(player) = event.by.player()
                    && let Some(role) = self.acts_as(player, at).filter(|role| shoots(*role))
                {
                    self.note_living(player, role, at);
                }
            }
            (Act::Other, "becomes") => self.note_promotion(at),
            _ => {}
        }
    }

    /// Notes that a character acts; what belongs to one use of an ability is noted once.
    fn act(&mut self, player: Option<usize>, role: Character, at: usize) {
        let phase = self.event(at).phase;
        let is_same = |known: &Acting| {
            known.role == role && known.place.phase == phase && (known.player == player || player.is_none())
        };
        if self.actings.iter().any(is_same) {
            return;
        }
        let judgement = self.judge(player, role, at);
        let (is_sober, reason) = (judgement.value, judgement.reason);
        self.actings.push(Acting { role, player, place: self.place(at), is_sober, reason });
    }

    /// The dead have abilities no more.
    fn note_living(&mut self, player: usize, role: Character, at: usize) {
        if !self.is_dead(player) {
            self.act(Some(player), role, at);
        }
    }

    /// Whoever's token is put down acts. In a record all but a few act by events of their own.
    fn note_token_acting(&mut self, at: usize, change: &TokenChange) {
        let (token, owner) = (change.token, change.token.owner());
        let is_whole = self.is_whole();
        let acts_by_token = matches!(token.word(), "is_the_demon" | "red_herring");
        // A token about an execution lies there by day, and tells at night.
        let is_reminder = has(owner, Profile::wakes_after_execution) && self.event(at).phase.label != NIGHT;
        if token.marks_its_owner() || is_reminder || is_whole && !acts_by_token {
            return;
        }
        let player =
            if marks_own_seat(token) { Some(change.on) } else { self.source_of(at, token, change.on) };
        let (phase, by) = (self.event(at).phase, self.event(at).by);
        let has_acted = || self.actings.iter().any(|known| known.role == owner && known.place.phase == phase);
        let is_by_own_hand = player.is_some() && player == by.player();
        if is_by_own_hand || marks_own_seat(token) || !has_acted() {
            if player.is_none() && by == Party::Storyteller {
                self.tell_ambiguous(at, owner);
            }
            self.act(player, owner, at);
        }
        if token.word() == "dead" && !is_whole {
            self.note_attack(at, player, change.on, is_by_own_hand);
        }
    }

    /// The Storyteller puts down a token that may be of several.
    fn tell_ambiguous(&mut self, at: usize, owner: Character) {
        if self.holders(owner, at).len() > 1 {
            let message = format!("{}, so it is not known whose token this is", self.who_is_it(owner, at));
            let problem = Diagnostic::illegal("botc/trace/owner-ambiguous", message);
            self.problems.push(problem.at(self.event(at).span));
        }
    }

    /// The character that a player acts as, if this holds of it.
    fn acts_as_one(&self, player: usize, at: usize, what: impl Fn(&Profile) -> bool) -> Option<Character> {
        self.acts_as(player, at).filter(|role| has(*role, what))
    }

    /// A living Virgin acts when she is nominated for the first time.
    fn note_nomination(&mut self, at: usize, nominee: usize) {
        let Some(role) = self.acts_as_one(nominee, at, Profile::answers_nomination) else { return };
        let is_spent = self.lying_on(nominee).any(|placement| placement.token.owner() == role);
        let has_acted = self.actings.iter().any(|known| known.role == role && known.player == Some(nominee));
        if !is_spent && !has_acted {
            self.note_living(nominee, role, at);
        }
    }

    /// Whoever is told something acts; the evil team is told of each other by no ability.
    fn note_telling(&mut self, at: usize) {
        let told = self.event(at).event.targets.first().and_then(|target| target.args.first());
        if told.is_some_and(|word| word.eq_ignore_ascii_case("team")) {
            return;
        }
        if let Some(&player) = self.targets(at).first()
            && let Some(role) = self.role_in(player, at)
        {
            self.act(Some(player), role, at);
        }
    }

    /// As whom somebody acts who is named alone; whoever cannot be told is reported.
    fn role_in(&mut self, player: usize, at: usize) -> Option<Character> {
        let role = self.acts_as(player, at);
        if role.is_none() {
            let name = self.name(player);
            let message =
                format!("the trace does not say who {name} is, so it is not known whose ability this is");
            let problem = Diagnostic::illegal("botc/trace/role-unknown", message).at(self.event(at).span);
            self.problems.push(problem.fix(format!("{name}:role")));
        }
        role
    }

    fn note_choosing(&mut self, at: usize) {
        let Some(player) = self.event(at).by.player() else { return };
        let Some(role) = self.role_in(player, at) else { return };
        self.act(Some(player), role, at);
        let is_night = self.event(at).phase.label == NIGHT;
        if is_night && Self::is_demon(self.standing(player, at).role) {
            for victim in self.targets(at) {
                self.note_attack(at, Some(player), victim, true);
            }
        }
    }

    fn note_demon_kill(&mut self, at: usize, victim: usize) {
        let Some(demon) = self.known.demon else { return };
        let player = match self.holders(demon, at).as_slice() {
            [player] => Some(*player),
            _ => None,
        };
        self.act(player, demon, at);
        self.note_attack(at, player, victim, false);
    }

    /// A Demon attacks; what only tells of the death is no second attack.
    fn note_attack(&mut self, at: usize, by: Option<usize>, on: usize, is_own_choice: bool) {
        let phase = self.event(at).phase;
        let is_told = self.attacks.iter().any(|attack| attack.phase == phase);
        if is_own_choice || !is_told {
            let is_sober = self.known.demon.map_or(Truth::Unknown, |demon| self.judge(by, demon, at).value);
            self.threaten(at, by, on, is_sober, false);
        }
    }

    /// A living player is attacked.
    fn threaten(&mut self, at: usize, by: Option<usize>, on: usize, is_sober: Truth, is_bounced: bool) {
        if self.is_dead(on) {
            return;
        }
        let ward = self.lying_on(on).find(|placement| keeps_safe(placement.token));
        let is_warded = ward.map_or(Truth::False, |placement| placement.has_effect);
        let phase = self.event(at).phase;
        self.attacks.push(Attack { number: at, phase, by, on, is_sober, is_warded, is_bounced });
        // A ward's death does not come to the Mayor; a Soldier is safe by nature, warded or not.
        let has_say = |profile: &Profile| {
            profile.is_safe_from_demon() || is_warded != Truth::True && profile.may_divert_death()
        };
        if let Some(role) = self.acts_as_one(on, at, has_say)
            && is_sober != Truth::False
        {
            self.act(Some(on), role, at);
        }
    }

    /// A death that comes to somebody else instead of the Mayor is an attack too.
    fn note_bounce(&mut self, at: usize) {
        let phase = self.event(at).phase;
        let Some(attack) = self.attacks.last().filter(|attack| attack.phase == phase) else { return };
        let (by, mayor, is_sober) = (attack.by, attack.on, attack.is_sober);
        let state = self.played.as_ref().and_then(|played| played.before(at));
        let is_bounce = match state {
            Some(state) => state.ruling().is_some_and(|ruling| ruling.picks(Purpose::StruckInstead)),
            None => self.acts_as_one(mayor, at, Profile::may_divert_death).is_some(),
        };
        if let ([victim], true) = (self.targets(at).as_slice(), is_bounce)
            && *victim != mayor
        {
            self.threaten(at, by, *victim, is_sober, true);
        }
    }

    /// A Scarlet Woman acts by becoming the Demon; at night it may be the Imp's doing, if no token says so.
    fn note_promotion(&mut self, at: usize) {
        let Some(player) = self.event(at).by.player() else { return };
        let was = at.checked_sub(1).and_then(|before| self.standing(player, before).role);
        let is_night = self.event(at).phase.label == NIGHT;
        if let Some(role) = was.filter(|role| has(*role, Profile::may_succeed_demon))
            && !is_night
            && !self.is_whole()
        {
            self.act(Some(player), role, at);
        }
    }

    /// Whether whoever acts as this character chooses in this event.
    pub(super) fn is_choice_of(&self, role: Character, at: usize) -> bool {
        let by = self.event(at).by.player();
        self.verb(at) == "chooses" && by.and_then(|player| self.acts_as(player, at)) == Some(role)
    }
}
