//! Whether the game can go on from here: set-up, turns, lasting effects, triggers, what is being resolved and asked.

use gaslamp_core::number_format::plural;
use gaslamp_core::{Actor, Seat};

use super::{Check, PositionPart};
use crate::cards::{Card, Kind, Onto, ShiftCost};
use crate::language::{Ability, Own};
use crate::rules::card_rules::{AbilityRules, CardRules, Gift, Source};
use crate::rules::modifier::Modifier;
use crate::rules::piece::{CardId, SEATS, opponent, player_name};
use crate::rules::position::{AbilityRef, EffectTarget, Frame, Pending, Player, Stage, Zone};
use crate::rules::turn::LORE_TO_WIN;
use crate::seed::HAND;

impl Check<'_> {
    pub(super) fn flow(&mut self) {
        self.effects();
        self.triggers();
        self.frames();
        self.damage();
        self.last_known();
        match self.state.position.stage {
            Stage::Begin | Stage::Shuffle(_) | Stage::Alter(_) | Stage::Reshuffle(_) => self.set_up(),
            Stage::Over { winner } => {
                self.has_begun();
                self.over(winner);
            }
            stage => {
                self.has_begun();
                self.turn(stage);
            }
        }
    }

    /// Before the game, nothing has happened except drawing and altering hands (2.2).
    fn set_up(&mut self) {
        let position = &self.state.position;
        self.require(position.turn == 0, PositionPart::Game, "lorcana/position/turn", || {
            format!("it is turn {} before the game has begun", position.turn)
        });
        let is_quiet = position.pending.is_none()
            && position.bag.is_empty()
            && position.frames.is_empty()
            && position.effects.is_empty();
        self.require(is_quiet, PositionPart::Game, "lorcana/position/set-up", || {
            "before the game there are no effects, triggers or questions".to_owned()
        });
        for seat in SEATS {
            self.player_before(seat);
        }
    }

    fn player_before(&mut self, seat: Seat) {
        let position = &self.state.position;
        let (player, name, about) =
            (&position.players[seat.index()], player_name(seat), PositionPart::Player(seat));
        let fresh = Player { altered: player.altered, ..Player::default() };
        self.require(*player == fresh, about, "lorcana/position/set-up", || {
            format!("{name} has lore, ink or played cards before the game")
        });
        let mine = |zone: Zone| {
            let cards = position.pieces.iter().zip(&position.cards);
            cards.filter(|(piece, status)| piece.owner == seat && status.zone == zone).count()
        };
        let (hand, deck) = (mine(Zone::Hand), mine(Zone::Deck));
        let all = position.pieces.iter().filter(|piece| piece.owner == seat).count();
        self.require(hand + deck == all, about, "lorcana/position/set-up", || {
            format!("{name} has cards outside hand and deck before the game")
        });
        self.require(all >= HAND, about, "lorcana/position/few-cards", || {
            format!("{name} has {}, fewer than an opening hand", plural(all, "card"))
        });
        let altered = usize::from(player.altered);
        let is_first = seat == position.active;
        let (fits, wanted) = match position.stage {
            Stage::Begin => (hand == 0 && altered == 0, 0),
            Stage::Shuffle(next) if is_first && next != seat => (hand == HAND && altered == 0, HAND),
            Stage::Shuffle(_) => (hand == 0 && altered == 0, 0),
            Stage::Alter(next) if next == seat => (hand + altered == HAND, HAND.saturating_sub(altered)),
            Stage::Alter(_) => (hand == HAND && altered <= if is_first { HAND } else { 0 }, HAND),
            Stage::Reshuffle(next) if next == seat => (hand == HAND && (1..=HAND).contains(&altered), HAND),
            Stage::Reshuffle(_) => (hand == HAND && altered <= if is_first { 0 } else { HAND }, HAND),
            _ => (true, hand),
        };
        self.require(fits, about, "lorcana/position/hand", || {
            let (hand, altered) = (plural(hand, "card"), plural(altered, "card"));
            format!("{name} has {hand} in hand and {altered} altered; there must be {wanted} in hand now")
        });
    }

    fn has_begun(&mut self) {
        let position = &self.state.position;
        self.require(position.turn > 0, PositionPart::Game, "lorcana/position/turn", || {
            "turns are counted from 1; turn 0 is before the game".to_owned()
        });
        for seat in SEATS {
            let (player, name) = (&position.players[seat.index()], player_name(seat));
            let about = PositionPart::Player(seat);
            self.require(player.altered == 0, about, "lorcana/position/altered", || {
                format!("{name} has altered cards, but the game has begun (2.2)")
            });
            self.require(
                player.inked == 0 || seat == position.active,
                about,
                "lorcana/position/inked",
                || format!("{name} has inked in the other player's turn (4.2)"),
            );
        }
    }

    /// Somebody has won (1.8).
    fn over(&mut self, winner: Seat) {
        let position = &self.state.position;
        let is_quiet = position.pending.is_none() && position.bag.is_empty() && position.frames.is_empty();
        self.require(is_quiet, PositionPart::Game, "lorcana/position/over", || {
            "the game is over, so there are no triggers or questions".to_owned()
        });
        let first = self.state.in_turn_order().into_iter().find(|&seat| self.has_won(seat));
        let ran_out = position.decks[position.active.index()].is_empty().then(|| opponent(position.active));
        self.require(first.or(ran_out) == Some(winner), PositionPart::Game, "lorcana/position/over", || {
            format!("{} has not won (1.8)", player_name(winner))
        });
    }

    fn has_won(&self, seat: Seat) -> bool {
        self.state.has_won(seat)
    }

    /// During a turn, either it is the main step and nothing is going on, or somebody has been asked something.
    fn turn(&mut self, stage: Stage) {
        let position = &self.state.position;
        for seat in SEATS {
            let has_won = position.frames.is_empty() && self.has_won(seat);
            self.require(!has_won, PositionPart::Player(seat), "lorcana/position/won", || {
                format!("{} has {LORE_TO_WIN} lore or more and has won (1.8)", player_name(seat))
            });
        }
        if matches!(position.pending, None | Some(Pending::Order(_))) {
            self.nobody_is_dying();
        }
        self.challenge(stage);
        let Some(pending) = position.pending else {
            self.require(stage == Stage::Main, PositionPart::Game, "lorcana/position/stage", || {
                "players act without being asked only in the main step (3)".to_owned()
            });
            return self.require(
                position.bag.is_empty() && position.frames.is_empty(),
                PositionPart::Game,
                "lorcana/position/waiting",
                || "something is waiting or being resolved, but nobody is asked (7.7)".to_owned(),
            );
        };
        let in_the_middle = matches!(
            pending,
            Pending::Step(_) | Pending::EnterExerted(_) | Pending::Replace(_) | Pending::Shuffle(_)
        );
        self.require(
            in_the_middle || position.frames.is_empty(),
            PositionPart::Pending,
            "lorcana/position/ask",
            || "this cannot be asked while something is being resolved".to_owned(),
        );
        match pending {
            Pending::Order(seat) => self.order(seat),
            Pending::Step(actor) => self.step(actor),
            Pending::Replace(seat) => self.replace(seat),
            Pending::Ready(seat) => {
                let may = seat == self.state.position.active && !self.state.readiable(seat).is_empty();
                self.require(
                    may && stage == Stage::Ready,
                    PositionPart::Pending,
                    "lorcana/position/ask",
                    || format!("{} has no choice of what gets ready (3.2.1.1)", player_name(seat)),
                );
            }
            Pending::EnterExerted(card) => {
                let may = self.state.is_in_play(card) && self.state.may_enter_exerted(card);
                self.require(may, PositionPart::Pending, "lorcana/position/ask", || {
                    let card = self.state.piece(card);
                    format!("{card} is not a ready card in play that may enter exerted (8, Bodyguard)")
                });
            }
            Pending::Sing { song, total } => self.sing(song, total),
            Pending::Shuffle(_) => {
                let resolves = !self.state.position.frames.is_empty();
                self.require(resolves, PositionPart::Pending, "lorcana/position/ask", || {
                    "a deck is shuffled in the middle of a game only because of an effect".to_owned()
                });
            }
            Pending::ShiftAlso { card, onto } => self.shift(card, onto, None),
            Pending::ShiftDiscard { card, onto, left } => self.shift(card, onto, Some(left)),
        }
    }

    /// The game state check banishes cards with too much damage (1.8).
    fn nobody_is_dying(&mut self) {
        for seat in SEATS {
            for &id in self.state.zone(seat, Zone::Play) {
                if self.state.is_dying(id) {
                    let (damage, willpower) = (self.state.status(id).damage, self.state.traits(id).willpower);
                    let name = self.name(id);
                    let message =
                        format!("{name} has {damage} damage and willpower {willpower}: it is banished (1.8)");
                    self.wrong(PositionPart::Card(id), "lorcana/position/banished", message);
                }
            }
        }
    }

    fn challenge(&mut self, stage: Stage) {
        let state = self.state;
        if let Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target } = stage {
            let may = state.owner(by) == state.position.active && state.printed(by).is_character;
            self.require(may, PositionPart::Game, "lorcana/position/challenge", || {
                format!(
                    "{} is not a character of the active player and cannot challenge (4.6)",
                    state.piece(by)
                )
            });
            let printed = state.printed(target);
            let is_such = printed.is_character || printed.is_location;
            let may = state.owner(target) != state.position.active && is_such;
            self.require(may, PositionPart::Game, "lorcana/position/challenge", || {
                let target = state.piece(target);
                format!("{target} is not an opposing character or location and cannot be challenged (4.6)")
            });
        }
        if let Stage::Challenge { by, target } = stage {
            let are_there = state.is_in_play(by) && state.is_in_play(target);
            self.require(are_there, PositionPart::Game, "lorcana/position/challenge", || {
                "one of the two in the challenge has left play, so it is at its end (4.6.9)".to_owned()
            });
        }
    }

    fn order(&mut self, seat: Seat) {
        let position = &self.state.position;
        let (name, count) =
            (player_name(seat), position.bag.iter().filter(|trigger| trigger.controller == seat).count());
        self.require(count >= 2, PositionPart::Pending, "lorcana/position/ask", || {
            format!("{name} is asked which trigger comes next, but has {count} in the bag (7.7)")
        });
        self.require(seat == position.bag_of, PositionPart::Pending, "lorcana/position/ask", || {
            format!("{name} is asked which trigger comes next, but the other player's are resolved (7.7)")
        });
    }

    /// There are several replacements for damage to a card of this player (6.5.7).
    fn replace(&mut self, seat: Seat) {
        let state = self.state;
        let (place, sources) = state.next_replaced().unwrap_or_default();
        let affected = state.position.coming.get(place).map(|damage| state.owner(damage.card));
        self.require(
            sources.len() > 1 && affected == Some(seat),
            PositionPart::Pending,
            "lorcana/position/ask",
            || format!("{} has no choice between replacements (6.5.7)", player_name(seat)),
        );
    }

    /// What cards were is known in order, and only while something waits that may ask for it (6.7.6).
    fn last_known(&mut self) {
        let position = &self.state.position;
        let is_sorted = position.left.is_sorted_by(|a, b| a.card < b.card);
        let is_needed = position.left.is_empty() || position.pending.is_some();
        self.require(is_sorted && is_needed, PositionPart::Game, "lorcana/position/left", || {
            "what cards were before they left play is known once each, sorted, and only while something waits"
                .to_owned()
        });
    }

    /// Damage comes to cards that can have damage, and only while a replacement of it is chosen. Strikes count in
    /// challenges.
    fn damage(&mut self) {
        let state = self.state;
        let position = &state.position;
        let is_chosen = matches!(position.pending, Some(Pending::Replace(_)));
        for (place, damage) in position.coming.iter().enumerate() {
            let (about, name) = (PositionPart::Coming(place), state.piece(damage.card));
            let printed = state.printed(damage.card);
            let can_be = state.is_in_play(damage.card) && (printed.is_character || printed.is_location);
            self.require(can_be, about, "lorcana/position/coming", || {
                format!("damage is coming to {name}, which cannot have damage now (1.9)")
            });
            self.require(is_chosen, about, "lorcana/position/coming", || {
                format!("damage is coming to {name}, but no replacement is chosen (6.5.7)")
            });
            self.require(damage.past.is_sorted_by(|a, b| a < b), about, "lorcana/position/coming", || {
                "the cards whose replacement has had its chance are not sorted".to_owned()
            });
        }
        let fights = |&id: &CardId| state.is_in_play(id) && state.other_side(id).is_some();
        let holds = position.struck.iter().all(fights) && position.struck.is_sorted_by(|a, b| a < b);
        self.require(holds, PositionPart::Game, "lorcana/position/struck", || {
            "only the two cards of a challenge can have been struck in it (4.6)".to_owned()
        });
    }

    /// The step of the last frame asks this actor, and there is an answer.
    fn step(&mut self, asked: Actor) {
        let wrong = |check: &mut Self, message: &str| {
            check.wrong(PositionPart::Pending, "lorcana/position/ask", message);
        };
        let Some((frame, op)) = self.state.op() else {
            return wrong(self, "an answer is pending, but nothing is being resolved");
        };
        match self.state.pool(op, frame) {
            None => wrong(self, "there is nothing to choose in the step that is being resolved"),
            Some((actor, _)) if actor != asked => wrong(self, "this step asks somebody else"),
            Some(_) => {}
        }
    }

    /// Questions about singing and shifting come up in the main step, for a card in the active player's hand or one that may be
    /// played like one, or for a card that an effect plays.
    fn is_being_played(&mut self, card: CardId) {
        let state = self.state;
        let is_in_slot = |frame: &Frame| frame.slots.iter().any(|one| one.card == card && !one.moved);
        let is_there = match state.position.frames.last() {
            Some(frame) => is_in_slot(frame) && state.status(card).zone != Zone::Play,
            None => {
                state.owner(card) == state.position.active
                    && (state.status(card).zone == Zone::Hand
                        || state.playable_elsewhere(state.owner(card)).contains(&card))
                    && state.position.stage == Stage::Main
            }
        };
        self.require(is_there, PositionPart::Pending, "lorcana/position/ask", || {
            format!("{} is not being played", state.piece(card))
        });
    }

    fn sing(&mut self, song: CardId, total: u8) {
        self.is_being_played(song);
        let state = self.state;
        let may = state.further_singers(song).next().is_some();
        self.require(may, PositionPart::Pending, "lorcana/position/ask", || {
            "nobody else can sing".to_owned()
        });
        let can_be_sung = state.can_be_sung_together(song, total);
        self.require(can_be_sung, PositionPart::Pending, "lorcana/position/ask", || {
            format!("the remaining characters cannot sing {} together (8)", state.piece(song))
        });
    }

    /// A Shift that still needs a second character, or this many discards.
    fn shift(&mut self, card: CardId, onto: CardId, left: Option<u8>) {
        self.is_being_played(card);
        let state = self.state;
        let is_own = state.owner(onto) == state.owner(card) && state.is_in_play(onto);
        let shift = state.shift_onto(card, onto).ok();
        let fits = match left {
            None => {
                shift.is_some_and(|shift| matches!(shift.onto, Onto::OneOrBoth | Onto::Both))
                    && state.partners(card, onto).next().is_some()
            }
            Some(left) => {
                let most = shift.map_or(0, |shift| match shift.cost {
                    ShiftCost::Discard(most, _) => most,
                    ShiftCost::Ink(_) | ShiftCost::InkDrops(_) => 0,
                });
                (1..=most).contains(&left) && state.shift_discards(card, onto).len() >= usize::from(left)
            }
        };
        self.require(is_own && fits, PositionPart::Pending, "lorcana/position/ask", || {
            format!("{} cannot be shifted onto {} like this (8)", state.piece(card), state.piece(onto))
        });
    }

    /// Lasting effects are on cards in play, and grant only what their source can grant.
    fn effects(&mut self) {
        for (place, effect) in self.state.position.effects.iter().enumerate() {
            let about = PositionPart::Effect(place);
            if let EffectTarget::Card(id) = effect.on {
                self.require(self.state.is_in_play(id), about, "lorcana/position/effect", || {
                    format!("an effect lasts on {}, which is not in play", self.state.piece(id))
                });
            }
            let Modifier::Of(card, number) = effect.modifier else {
                let is_on_card = matches!(effect.on, EffectTarget::Card(_));
                self.require(is_on_card, about, "lorcana/position/effect", || {
                    "such an effect lasts on cards only".to_owned()
                });
                continue;
            };
            let fits = matches!(
                (CardRules::of(card).gifts.get(usize::from(number)), effect.on),
                (Some(Gift::Card(_)), EffectTarget::Card(_))
                    | (Some(Gift::Group(..)), EffectTarget::Group)
                    | (Some(Gift::Player(_) | Gift::Watch(_) | Gift::Later(_)), EffectTarget::Player(_))
            );
            self.require(fits, about, "lorcana/position/effect", || {
                format!("{} leaves no effect {number} behind on that", card.key())
            });
        }
    }

    fn triggers(&mut self) {
        for (place, trigger) in self.state.position.bag.iter().enumerate() {
            let (about, source) = (PositionPart::Trigger(place), self.state.piece(trigger.source));
            let fits = is_triggered(trigger.ability, source.card());
            self.require(fits, about, "lorcana/position/trigger", || {
                format!("{source} has no such triggered ability")
            });
        }
    }

    fn frames(&mut self) {
        let state = self.state;
        let position = &state.position;
        for (place, frame) in position.frames.iter().enumerate() {
            let (about, source) = (PositionPart::Frame(place), state.piece(frame.source));
            let mut require = |holds: bool, message: &str| {
                self.require(holds, about, "lorcana/position/frame", || format!("{source} {message}"));
            };
            let origin = Origin::of(frame, source.card());
            require(origin.is_some(), "has no such ability or effect");
            let Some(origin) = origin else { continue };
            let is_last = place + 1 == position.frames.len();
            require(origin.may_wait() || is_last, "cannot wait for something else that resolves");
            require(
                origin != Origin::Activated || frame.controller == position.active,
                "is used in the other player's turn",
            );
            let steps = AbilityRules::of(frame.ability).map_or(0, |rules| rules.program.ops.len());
            let next = usize::from(frame.step);
            let fits = match position.pending {
                Some(Pending::Step(_)) if is_last => next < steps,
                _ => next <= steps,
            };
            require(fits, "has no such step");
            if frame.ability == AbilityRef::Payment && next == 0 {
                let is_playable = state.own_playable(source) == Ok(frame.source)
                    && frame.controller == position.active
                    && state.may_play(frame.source).is_ok();
                require(is_playable, "cannot be paid for");
            }
            if origin == Origin::Action {
                let is_on_its_way = state.status(frame.source).zone == Zone::Play;
                let is_twice = position.frames[..place].iter().any(|other| other.source == frame.source);
                require(is_on_its_way && !is_twice, "is not being played");
            }
        }
    }
}

/// Where an ability that is being resolved comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Trigger,
    Activated,
    Action,
    /// The cost by which a card is played for free.
    Cost,
    /// What happens as a card enters play.
    Entering,
}

impl Origin {
    /// None if the card has no such ability.
    fn of(frame: &Frame, card: Card) -> Option<Self> {
        if is_triggered(frame.ability, card) {
            return Some(Self::Trigger);
        }
        if frame.ability == AbilityRef::Payment {
            return Some(Self::Cost);
        }
        let AbilityRef::Card(of, number) = frame.ability else { return None };
        let rules = CardRules::of(of);
        let is_own = of == card;
        match rules.ability(number)?.source {
            // The card that granted it may have left play meanwhile.
            Source::Ability(Ability::Activated { .. }) if is_own || usize::from(number) >= rules.printed => {
                Some(Self::Activated)
            }
            Source::Ability(Ability::Effect(_)) if is_own => Some(Self::Action),
            Source::Steps(steps) if is_own => {
                let is_cost = |own: &&Own| matches!(own, Own::Free { cost, .. } if std::ptr::eq(cost.as_slice(), steps));
                Some(if rules.own.iter().any(is_cost) { Self::Cost } else { Self::Entering })
            }
            _ => None,
        }
    }

    /// Whether it may stand before something else that resolves.
    const fn may_wait(self) -> bool {
        matches!(self, Self::Action | Self::Trigger | Self::Activated | Self::Cost)
    }
}

/// Whether a card has this triggered ability, or could have been granted it.
fn is_triggered(ability: AbilityRef, card: Card) -> bool {
    let is_character = matches!(card.facts().kind, Kind::Character { .. });
    match ability {
        AbilityRef::Support | AbilityRef::Vanish | AbilityRef::Temporary => is_character,
        AbilityRef::Payment => false,
        AbilityRef::Card(of, number) => {
            let rules = CardRules::of(of);
            match rules.ability(number).map(|ability| ability.source) {
                Some(Source::Ability(Ability::Triggered { .. })) => {
                    of == card || usize::from(number) >= rules.printed
                }
                // What has waited for a later moment.
                Some(Source::Steps(steps)) => {
                    let later = rules.number_of_steps(steps);
                    rules.gifts.iter().any(|gift| matches!(gift, Gift::Later(one) if Some(*one) == later))
                }
                _ => false,
            }
        }
    }
}
