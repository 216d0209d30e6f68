//! The night: who wakes when, what they choose and what they are told; then dawn.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast::{self, Ability, Bearing};
use super::choice_shape::ChoiceShape;
use super::event::Phrase;
use super::hooks::Hook;
use super::marks::{Lasts, Mark};
use super::mutator::Mutator;
use super::ruling::{Purpose, Question, Ruling};
use super::script::Step;
use super::state::{Interlude, Pending, Side, Stage, State, Topic};
use super::statement::{Shape, Statement};
use crate::characters::{Character, Team};

impl State {
    /// Who may choose for the ability of this player that acts now.
    pub(crate) fn choosers_for(&self, seat: Seat) -> Seats {
        cast::of(self.acting_as).choosers.map_or(Seats::only(seat), |choosers| choosers(self, seat))
    }

    /// The ability of this player that begins with a token which the Storyteller has yet to put down.
    pub(crate) fn ability_to_prepare(&self, seat: Seat) -> Option<&'static Ability> {
        let lacks_token = |character: &Character| {
            cast::hooks(*character).contains(Hook::StartsWithToken)
                && !(cast::of(*character).prepares)(self, seat).is_empty()
                && !self.is_fake_as(seat, *character)
        };
        if !self.script.has(Hook::StartsWithToken) {
            return None;
        }
        self.abilities(seat).find(lacks_token).map(cast::of)
    }

    /// How much the token matters to everyone else that an ability of this player begins with, if one is to be put down.
    #[must_use]
    pub fn bearing_of_token(&self, seat: Seat) -> Option<Bearing> {
        self.ability_to_prepare(seat).map(|ability| ability.bearing)
    }

    /// Whether a player who would be woken now is not: a Demon whom somebody lets sleep. Other abilities than the
    /// Demon's own are not concerned.
    fn is_let_sleep(&self, seat: Seat) -> bool {
        let lets = |mark: &Mark| mark.on == seat && mark.reminder.lets_sleep() && self.mark_works(mark);
        self.is_demon(seat) && self.role(seat) == self.acting_as && self.marks.iter().any(lets)
    }

    /// Whether the player of this ability is woken at its point of the night, rather than somebody else or
    /// nobody (rule book of the cast, M12).
    pub(crate) fn wakes_own_player(&self, seat: Seat, ability: &Ability) -> bool {
        // What an evil team is told does not count, nor what somebody is told who thinks they are of one.
        let is_ability_told = !matches!(ability.tells, Shape::Silent | Shape::AnyTeam);
        let is_told = is_ability_told && (ability.is_told)(self, seat);
        let chooses = (ability.asks)(self, seat).is_possible() && ability.choosers.is_none();
        is_told || chooses || ability.informs.is_some()
    }

    /// Whether a player has been woken for their own ability tonight, or will be.
    pub(crate) fn wakes_tonight(&self, seat: Seat) -> bool {
        let is_to_come = || {
            let steps = (self.step + 1..).map_while(|at| self.script.step(self.is_first_night(), at));
            let wakes = |character| {
                self.seems(seat, character)
                    && self.wakes_as(seat, character)
                    && self.wakes_own_player(seat, cast::of(character))
            };
            steps.into_iter().any(|step| matches!(step, Step::Character(character) if wakes(character)))
        };
        self.woken.contains(seat) || is_to_come()
    }

    /// Whether somebody keeps Minions and Demons from learning of each other.
    pub(crate) fn is_evil_hidden(&self) -> bool {
        self.hider_of_evil().is_some()
    }

    /// Whose ability that is, and of which character.
    fn hider_of_evil(&self) -> Option<Character> {
        let hides = |ability: &Ability| ability.hides_evil;
        self.holders_with(Hook::HidesEvil).iter().find_map(|seat| {
            let own = self.abilities(seat).find(|character| hides(cast::of(*character)));
            own.filter(|character| self.works_as(seat, *character))
        })
    }

    /// Whether somebody is this character or has its ability. All places are compared, with nobody at some of them,
    /// since that can be done at once.
    fn concerns_anybody(&self, character: Character) -> bool {
        let places = self.roles.iter().chain(self.ability.iter());
        places.fold(false, |is_known, known| is_known | (*known == character))
    }

    /// Who acts next at this point of the night order.
    fn next_to_wake(&self, step: Step) -> Option<Seat> {
        let rest = self.all_seats().minus(self.acted);
        match step {
            Step::Character(character) => {
                let acts = |seat| self.seems(seat, character) && self.wakes_as(seat, character);
                rest.iter().find(|&seat| acts(seat) || self.is_pointed_out(seat, character))
            }
            Step::DemonInfo | Step::MinionInfo if !self.has_evil_info() => None,
            Step::MinionInfo if self.is_evil_hidden() => None,
            Step::DemonInfo => rest.and(self.demons()).lowest(),
            Step::MinionInfo => rest.and(self.knowing_minions()).lowest(),
        }
    }

    /// Whether others are told now about this player, who does not know their own character.
    fn is_pointed_out(&self, seat: Seat, character: Character) -> bool {
        self.role(seat) == character
            && !self.seems(seat, character)
            && cast::of(character).informs.is_some()
            && !(self.is_first_night() && self.is_evil_hidden())
            && (self.is_first_night() || self.fresh.contains(seat))
    }

    /// The Minions who know that they are one; the others learn of no team, and these do not learn of them.
    pub(crate) fn knowing_minions(&self) -> Seats {
        self.minions().iter().filter(|&seat| !self.is_deluded(seat)).collect()
    }
}

impl State {
    /// Who has died and who has come back to life since dusk.
    pub(crate) fn news_of_the_night(&self) -> Phrase {
        let (before, now) = (self.living_at_dusk, self.living);
        Phrase::Dawn { died: before.minus(now), revived: now.minus(before) }
    }
}

impl Mutator<'_> {
    /// Dusk is over and the night begins.
    pub(crate) fn begin_night(&mut self) {
        self.number = self.number.saturating_add(1);
        self.stage = Stage::Night;
        self.step = 0;
        self.acted = Seats::NONE;
        self.died_tonight = Seats::NONE;
        self.interlude = Interlude::Over;
        self.living_at_dusk = self.living;
        for seat in self.untold.iter() {
            self.tell_character(seat);
        }
    }

    /// Continues until something is pending, or to the next point of the night order.
    #[inline(never)]
    pub(crate) fn night_on(&mut self) {
        if let Some(seat) = self.unprepared.lowest() {
            self.prepare(seat);
        } else if self.is_end_open {
            self.settle();
        } else if !self.attack_next() {
            if self.marks.has_passing() {
                self.unmark_lasting(Lasts::Step);
            }
            if self.script.has(Hook::Watches) {
                self.watch();
            }
            // A token that somebody needs by now is laid before anybody else wakes.
            if self.has_nothing_pending() && self.winner.is_none() && self.unprepared.is_empty() {
                self.wake_next();
            }
        }
    }

    /// Every ability that looks on while the night goes on.
    fn watch(&mut self) {
        self.each_ability(self.all_seats(), Hook::Watches, |play, seat, _, ability| {
            if let Some(watches) = ability.watches
                && play.has_nothing_pending()
            {
                watches(play, seat);
            }
        });
    }

    /// The Storyteller places the token that a new ability begins with.
    fn prepare(&mut self, seat: Seat) {
        if self.ability_to_prepare(seat).is_some() {
            self.pending = Pending::Prepare(seat);
        } else {
            self.unprepared = self.unprepared.without(seat);
        }
    }

    /// Passes over the points of the night order at which nobody can have anything to do. Where somebody looks on as
    /// the night goes on, it goes step by step.
    fn pass_idle_steps(&mut self) {
        let all = self.all_seats();
        if self.script.has(Hook::GivesAbilities) || !self.with_hook(all, Hook::Watches).is_empty() {
            return;
        }
        while let Some(Step::Character(character)) = self.script.step(self.is_first_night(), self.step)
            && !self.concerns_anybody(character)
        {
            self.step += 1;
            self.acted = Seats::NONE;
        }
    }

    fn wake_next(&mut self) {
        self.pass_idle_steps();
        let Some(step) = self.script.step(self.is_first_night(), self.step) else {
            self.dawn();
            return;
        };
        if step == Step::MinionInfo && self.has_evil_info() {
            self.tell_why_nothing_is_told();
        }
        let Some(seat) = self.next_to_wake(step) else {
            self.step += 1;
            self.acted = Seats::NONE;
            return;
        };
        self.acted = self.acted.with(seat);
        match step {
            Step::MinionInfo => self.tell_minion(seat),
            Step::DemonInfo => self.pending = Pending::Telling(seat, Topic::Evil),
            Step::Character(character) if self.seems(seat, character) => self.wake(seat, character),
            Step::Character(character) => {
                if let Some(informs) = cast::of(character).informs {
                    informs(self, seat);
                }
            }
        }
    }

    /// Evil players who learn nothing of each other can tell why.
    fn tell_why_nothing_is_told(&mut self) {
        if let Some(hider) = self.hider_of_evil() {
            for seat in self.knowing_minions().or(self.demons()).iter() {
                self.say_to(seat, Phrase::KnowsInPlay(hider));
            }
        }
    }

    /// A Minion is told who the Demons and the other Minions are.
    fn tell_minion(&mut self, seat: Seat) {
        let (demons, minions) = (self.demons(), self.knowing_minions().without(seat));
        self.say_to(seat, Phrase::MinionInfo { demons, minions });
    }

    /// All Minions and Demons are told of each other, later than usual: the Demons have had their bluffs.
    pub(crate) fn reveal_evil(&mut self) {
        for minion in self.knowing_minions().iter() {
            self.tell_minion(minion);
        }
        for demon in self.demons().iter() {
            let (demons, minions) = (self.demons().without(demon), self.minions());
            if !demons.or(minions).is_empty() {
                self.say_to(demon, Phrase::MinionInfo { demons, minions });
            }
        }
        for minion in self.minions().minus(self.knowing_minions()).iter() {
            if let Some(informs) = cast::of(self.role(minion)).informs {
                informs(self, minion);
            }
        }
    }

    /// A player's turn has come. Before the player is woken, something may happen that needs no waking; then
    /// the player is woken once the Storyteller has decided about it.
    fn wake(&mut self, seat: Seat, character: Character) {
        let ability = cast::of(character);
        self.acting = seat;
        self.acting_as = character;
        self.chosen = Action::Pass;
        if let Some(happens) = ability.without_waking {
            happens(self, seat);
        }
        if let Some(before) = ability.before_waking {
            self.use_ability(seat, character, |play| before(play, seat));
            if !self.has_nothing_pending() {
                return;
            }
        }
        self.wake_now(seat);
    }

    /// A player is woken, unless somebody has seen to it that they are not.
    pub(crate) fn wake_now(&mut self, seat: Seat) {
        let character = self.acting_as;
        let ability = cast::of(character);
        if self.is_let_sleep(seat) {
            self.misfire(seat);
            if let Some(while_asleep) = ability.while_asleep {
                self.use_ability(seat, character, |play| while_asleep(play, seat));
            }
            return;
        }
        if self.wakes_own_player(seat, ability) {
            self.woken = self.woken.with(seat);
        }
        if ability.learns_first
            && (ability.is_told)(self, seat)
            && self.can_be_told(seat, Topic::Ability(character))
        {
            self.ask_telling(seat, character);
        } else {
            self.ask_choice_if_any(seat, ability);
        }
    }

    fn ask_choice_if_any(&mut self, seat: Seat, ability: &Ability) {
        if self.pick_now().is_possible() {
            self.ask_choice(seat);
        } else {
            self.after_choice(seat, self.acting_as, ability);
        }
    }

    /// A player has been told what the ability tells, and perhaps chooses now.
    pub(crate) fn after_telling(&mut self, seat: Seat, ability: &Ability) {
        if let Some(happens) = ability.after_telling {
            happens(self, seat);
        }
        if ability.learns_first && self.stage == Stage::Night && self.acting == seat {
            self.ask_choice_if_any(seat, ability);
        }
    }

    /// Asks whoever chooses for the ability of this player, if anyone can. Nobody else is asked to choose for an
    /// ability that does not work.
    fn ask_choice(&mut self, seat: Seat) {
        let choosers = self.choosers_for(seat);
        if choosers != Seats::only(seat) && !self.works_as(seat, self.acting_as) {
            if !choosers.is_empty() {
                self.misfire(seat);
            }
            return;
        }
        match choosers.lowest() {
            None => {}
            Some(chooser) if choosers.len() == 1 => self.let_choose(seat, chooser),
            Some(_) => {
                let (ability, question) = (self.acting_as, Question::Pick(Purpose::Chooser));
                self.ask_ruling(Ruling { ability, by: seat, about: seat, question, cause: None });
            }
        }
    }

    /// Asks a player to choose, and tells them for which ability if it is not the one that they take for their own.
    pub(crate) fn let_choose(&mut self, seat: Seat, chooser: Seat) {
        let is_own = self.ability_at(seat) == self.acting_as
            || cast::of(self.acting_as).choice == ChoiceShape::Believed;
        if chooser != seat || !is_own {
            self.say_to(chooser, Phrase::ChoosesFor(self.acting_as));
        }
        self.pending = Pending::Choice(chooser);
    }

    /// A player has chosen, for their own ability or for another's.
    pub(crate) fn choose(&mut self, chooser: Seat, action: Action) {
        self.say_own(chooser, action);
        self.chosen = action;
        if self.script.choices_remembered.contains(chooser) {
            self.marks.note_choice(chooser, action.chosen_in_order());
        }
        let (seat, character) = (self.acting, self.acting_as);
        let ability = cast::of(character);
        let is_able = self.works_as(seat, character);
        // Attacks that are made one after the other are reacted to one by one.
        let is_queued = matches!(action, Action::AttackTwo(..) | Action::AttackThree(..)) && is_able;
        if !is_queued {
            let chosen = ability.chosen_players.map_or(action.chosen(), |players| players(self, seat));
            chosen.iter().for_each(|target| self.react(chooser, target));
        }
        (ability.notes)(self, seat);
        self.tell_of_choice(chooser);
        if is_able && ability.acts_despite_reaction {
            (ability.acts)(self, seat);
        } else {
            self.use_ability(seat, character, |play| (ability.acts)(play, seat));
        }
        if is_queued && self.attacks[0].is_none() {
            // Who only thinks they are a Demon attacks nobody, but has chosen.
            action.chosen().iter().for_each(|target| self.react(chooser, target));
        }
        if self.has_nothing_pending() {
            self.after_choice(seat, character, ability);
        }
    }

    /// A player chosen at night may react before anything else happens to them.
    pub(crate) fn react(&mut self, chooser: Seat, chosen: Seat) {
        self.each_ability(Seats::only(chosen), Hook::Reacts, |play, chosen, character, ability| {
            if let Some(reacts) = ability.reacts
                && play.is_alive(chosen)
            {
                play.use_ability(chosen, character, |play| reacts(play, chosen, chooser));
            }
        });
    }

    /// Every ability that listens hears of a choice.
    fn tell_of_choice(&mut self, chooser: Seat) {
        self.each_ability(self.all_seats(), Hook::HearsOfChoice, |play, seat, _, ability| {
            if let Some(hears) = ability.hears_of_choice {
                hears(play, seat, chooser);
            }
        });
    }

    /// The Storyteller tells what there is to tell. The ability is the one with which the player woke: a
    /// Philosopher may have another by now, whose own turn will come.
    fn after_choice(&mut self, seat: Seat, character: Character, ability: &Ability) {
        if let Some(informs) = ability.informs {
            informs(self, seat);
        }
        if ability.tells != Shape::Silent && !ability.learns_first && (ability.is_told)(self, seat) {
            if self.can_be_told(seat, Topic::Ability(character)) {
                self.ask_telling(seat, character);
            }
        } else if let Some(rules) = ability.storyteller_rules {
            self.use_ability(seat, character, |play| rules(play, seat));
        }
    }

    /// A player is told something.
    pub(crate) fn tell(&mut self, seat: Seat, topic: Topic, statement: Statement) {
        match (topic, statement) {
            (_, Statement::Team(team)) => self.say_to(seat, Phrase::DemonInfo(team)),
            (Topic::Ability(ability), _) => self.say_to(seat, Phrase::Told(ability, statement)),
            (Topic::Evil, _) => {}
        }
        if statement == Statement::Grimoire && self.emit.is_some() {
            let grimoire = self.grimoire();
            self.say_to(seat, Phrase::Shown(Box::new(grimoire)));
        }
        match topic {
            Topic::Ability(ability) => {
                self.note_telling(seat, ability, statement);
                (cast::of(ability).reminds)(self, seat, statement);
                self.after_telling(seat, cast::of(ability));
            }
            Topic::Evil => self.tell_demon_more(seat),
        }
    }

    /// A Demon learns what some abilities reveal to it.
    pub(crate) fn tell_demon_more(&mut self, demon: Seat) {
        if !self.script.has(Hook::TellsDemon) {
            return;
        }
        for seat in self.all_seats().iter() {
            if let Some(tells) = cast::of(self.role(seat)).tells_demon {
                tells(self, seat, demon);
            }
        }
    }

    /// The night is over, unless the Storyteller still decides deaths.
    fn dawn(&mut self) {
        let arbitrary = |mark: &&Mark| mark.reminder.makes_deaths_arbitrary();
        let arbitrary = self.marks.iter().find(arbitrary).copied();
        if let Some(Mark { reminder, by, .. }) = arbitrary {
            let question = Question::Pick(Purpose::ArbitraryDeath);
            self.ask_ruling(Ruling { ability: reminder.owner(), by, about: by, question, cause: None });
            return;
        }
        self.unmark_lasting(Lasts::Dawn);
        self.misfires = self.misfires.after_dawn();
        self.died_impaired = Seats::NONE;
        self.woken = Seats::NONE;
        // Equal tables are equal values, whatever was chosen in vain.
        self.chosen = Action::Pass;
        self.acting = Seat::new(0);
        self.acting_as = Character::FIRST;
        let news = self.news_of_the_night();
        self.stage = Stage::Talk;
        self.begin_day();
        if let Phrase::Dawn { died, .. } = news {
            let owes = |seat: &Seat| self.part_of(*seat, |ability| ability.last_choice).is_some();
            self.last_choices = died.iter().filter(owes).collect();
        }
        // A player who comes back to life will have a last vote again.
        self.ghost_votes = self.ghost_votes.or(self.living);
        self.say_to_all(news, None);
    }

    /// A player who does not know their own character is shown a token.
    pub(crate) fn show_token(&mut self, seat: Seat, token: Character) {
        let is_demon = token.team() == Team::Demon;
        let side = if is_demon { Side::Evil } else { Side::Good };
        if self.false_identity_of(self.role(seat)).is_some_and(|identity| identity.lives_the_token) {
            self.gain_ability(seat, token);
        }
        self.tell_token(seat, token, side);
    }
}
