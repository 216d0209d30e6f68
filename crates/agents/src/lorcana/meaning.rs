//! What the words of an ability mean at the table, as far as one player sees it: players, filters, numbers, conditions.
//! What cannot be answered is none.

use gaslamp_core::Seat;
use gaslamp_lorcana::cards::{KeywordName, Kind};
use gaslamp_lorcana::language::{
    Amount, CardType, Condition, Filter, Players, Pool, Range, Ref, Stat, Target, Test,
};
use gaslamp_lorcana::rules::Piece;
use gaslamp_lorcana::rules::modifier::KeywordFlag;
use gaslamp_lorcana::rules::piece::{SEATS, opponent};
use gaslamp_lorcana::view::{InPlay, VisibleSide};

use super::evaluation::Evaluation;
use super::script::Script;

/// A number that depends on what is not known.
const USUAL_AMOUNT: i32 = 2;
/// Larger numbers make no difference.
const MOST: i32 = 99;

/// From where an ability is seen.
#[derive(Clone, Copy)]
pub(super) struct AbilityContext {
    /// Who controls it.
    pub(super) controller: Seat,
    /// The card that has it.
    pub(super) source: Piece,
    /// The ability.
    pub(super) script: Script,
    /// The player it concerns, if players are picked or it concerns one after the other.
    pub(super) picked: Option<Seat>,
    /// The card that has been chosen, if that is over.
    pub(super) chosen: Option<Piece>,
}

impl AbilityContext {
    /// Before anything is chosen.
    pub(super) const fn new(controller: Seat, source: Piece, script: Script) -> Self {
        Self { controller, source, script, picked: None, chosen: None }
    }

    /// With this player picked.
    pub(super) const fn with(self, seat: Seat) -> Self {
        Self { picked: Some(seat), ..self }
    }

    /// While one of these players decides; "you" is nobody whom the text speaks of again.
    pub(super) fn asking(self, players: &Players, seat: Seat) -> Self {
        if *players == Players::You { self } else { self.with(seat) }
    }
}

/// A card anywhere, with its public state if it is in play.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    piece: Piece,
    shown: Option<&'a InPlay>,
}

impl<'a> Known<'a> {
    /// A card in play.
    const fn in_play(card: &'a InPlay) -> Self {
        Self { piece: card.piece, shown: Some(card) }
    }

    /// A card elsewhere.
    const fn elsewhere(piece: Piece) -> Self {
        Self { piece, shown: None }
    }

    fn stat(self, stat: Stat) -> i32 {
        let facts = self.piece.facts();
        let value = match (self.shown, stat) {
            (Some(card), Stat::Strength) => card.traits.strength,
            (Some(card), Stat::Willpower) => card.traits.willpower,
            (Some(card), Stat::Lore) => card.traits.lore,
            (None, Stat::Strength) => facts.strength().unwrap_or(0).into(),
            (None, Stat::Willpower) => facts.willpower().unwrap_or(0).into(),
            (None, Stat::Lore) => facts.lore().unwrap_or(0).into(),
        };
        i32::from(value.max(0))
    }

    fn damage(self) -> i32 {
        self.shown.map_or(0, |card| card.damage.into())
    }

    fn under(self) -> usize {
        self.shown.map_or(0, |card| card.under.len() + card.facedown)
    }

    fn location(self) -> Option<Piece> {
        self.shown.and_then(|card| card.location)
    }

    fn is_of_type(self, kind: CardType) -> bool {
        let facts = self.piece.facts();
        match kind {
            CardType::Character => matches!(facts.kind, Kind::Character { .. }),
            CardType::Action => facts.kind == Kind::Action,
            CardType::Song => facts.is_song(),
            CardType::Item => facts.kind == Kind::Item,
            CardType::Location => matches!(facts.kind, Kind::Location { .. }),
        }
    }

    fn has(self, keyword: KeywordName) -> bool {
        let Some(card) = self.shown else { return self.has_printed(keyword) };
        match keyword {
            KeywordName::Challenger => card.traits.challenger != 0,
            KeywordName::Resist => card.traits.resist != 0,
            KeywordName::Singer => card.traits.singer != 0,
            KeywordName::Boost => card.traits.boost.is_some(),
            _ => KeywordFlag::of(keyword)
                .map_or_else(|| self.has_printed(keyword), |flag| card.traits.has(flag)),
        }
    }

    fn has_printed(self, keyword: KeywordName) -> bool {
        self.piece.facts().keywords.iter().any(|one| one.which() == keyword)
    }
}

/// Whether all of these are so.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut so_far = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return Some(false),
            None => so_far = None,
        }
    }
    so_far
}

/// Whether any of these is so.
fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    not(all(answers.map(not)))
}

fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|is_so| !is_so)
}

impl<'a> Evaluation<'a> {
    /// The public state of a player.
    pub(super) fn side(self, seat: Seat) -> &'a VisibleSide {
        &self.now.sides[seat.index()]
    }

    /// The players that are meant.
    pub(super) fn seats(self, players: &Players, context: AbilityContext) -> impl Iterator<Item = Seat> {
        SEATS.into_iter().filter(move |&seat| self.means(players, seat, context))
    }

    fn means(self, players: &Players, seat: Seat, context: AbilityContext) -> bool {
        let (controller, side) = (context.controller, self.side(seat));
        match players {
            Players::You => seat == controller,
            Players::EachOpponent | Players::ChosenOpponent => seat != controller,
            Players::EachPlayer | Players::YouAndChosen | Players::AnyNumber => true,
            Players::ThatPlayer => seat == context.picked.unwrap_or(opponent(controller)),
            Players::ChosenPlayer => context.picked == Some(seat),
            Players::PlayerOf(card) => {
                self.referred(card, context).is_some_and(|card| card.piece.owner == seat)
            }
            Players::MostCardsInHand => side.hand >= self.side(opponent(seat)).hand,
            Players::EachOpponentAhead => seat != controller && side.lore > self.side(controller).lore,
        }
    }

    fn known(self, piece: Piece) -> Known<'a> {
        self.find(piece).map_or(Known::elsewhere(piece), Known::in_play)
    }

    /// The card that a reference names.
    fn referred(self, named: &Ref, context: AbilityContext) -> Option<Known<'a>> {
        match named {
            Ref::This => Some(self.known(context.source)),
            Ref::Slot(_) => context.chosen.map(|piece| self.known(piece)),
            Ref::LocationOf(card) => {
                let location = self.referred(card, context)?.location();
                location.map(|piece| self.known(piece))
            }
            Ref::Subject | Ref::Other | Ref::Those => None,
        }
    }

    /// Whether a card in play matches a filter, or might.
    pub(super) fn fits(self, filter: &Filter, card: &InPlay, context: AbilityContext) -> bool {
        self.matches(filter, Known::in_play(card), context).unwrap_or(true)
    }

    /// Whether a card outside play matches a filter, or might.
    pub(super) fn fits_elsewhere(self, filter: &Filter, piece: Piece, context: AbilityContext) -> bool {
        self.matches(filter, Known::elsewhere(piece), context).unwrap_or(true)
    }

    fn matches(self, filter: &Filter, card: Known<'_>, context: AbilityContext) -> Option<bool> {
        all(filter.iter().map(|test| self.passes(test, card, context)))
    }

    fn passes(self, test: &Test, card: Known<'_>, context: AbilityContext) -> Option<bool> {
        let Known { piece, shown } = card;
        let facts = piece.facts();
        let within = |range: &Range, value: i32| self.is_within(range, value, context);
        match test {
            Test::Type(kind) => Some(card.is_of_type(*kind)),
            Test::Any(filters) => any(filters.iter().map(|filter| self.matches(filter, card, context))),
            Test::Not(test) => not(self.passes(test, card, context)),
            Test::Yours => Some(piece.owner == context.controller),
            Test::Opposing => Some(piece.owner != context.controller),
            Test::Theirs => context.picked.map(|seat| piece.owner == seat),
            Test::Other => Some(piece != context.source),
            Test::OtherThan(_) if piece == context.source => Some(false),
            Test::OtherThan(named) => self.referred(named, context).map(|other| other.piece != piece),
            Test::Class(class) => Some(facts.is(*class)),
            Test::Ink(ink) => Some(facts.inks.contains(*ink)),
            Test::Named(name) => Some(facts.is_named(name)),
            Test::SameNameAs(named) => {
                self.referred(named, context).map(|other| other.piece.facts().is_named(facts.name))
            }
            Test::Keyword(keyword) => Some(card.has(*keyword)),
            Test::Cost(range) => within(range, facts.cost.into()),
            Test::Strength(range) => within(range, card.stat(Stat::Strength)),
            Test::Willpower(range) => within(range, card.stat(Stat::Willpower)),
            Test::Lore(range) => within(range, card.stat(Stat::Lore)),
            Test::Damaged => Some(card.damage() > 0),
            Test::Damage(range) => within(range, card.damage()),
            Test::Exerted => shown.map(|card| card.exerted),
            Test::AtLocation => Some(card.location().is_some()),
            Test::Here => Some(self.is_here(card, context)),
            Test::At(named) => {
                self.referred(named, context).map(|location| card.location() == Some(location.piece))
            }
            Test::HasUnder => Some(card.under() > 0),
            Test::Inkable => Some(facts.inkable),
            Test::NamedSo
            | Test::WasChallenged
            | Test::SangThis
            | Test::PlayedThisTurn
            | Test::LowestCost
            | Test::HighestCost => None,
        }
    }

    /// Whether a card is at the location with the ability, or where the character with the ability is.
    fn is_here(self, card: Known<'_>, context: AbilityContext) -> bool {
        let source = self.known(context.source);
        let here =
            if source.is_of_type(CardType::Location) { Some(context.source) } else { source.location() };
        here.is_some() && card.location() == here
    }

    fn is_within(self, range: &Range, value: i32, context: AbilityContext) -> Option<bool> {
        let number = |amount: &Amount| self.known_amount(amount, context);
        match range {
            Range::Is(amount) => number(amount).map(|n| value == n),
            Range::From(amount) => number(amount).map(|n| value >= n),
            Range::UpTo(amount) => number(amount).map(|n| value <= n),
            Range::Below(amount) => number(amount).map(|n| value < n),
            Range::Either(one, two) => Some(value == i32::from(*one) || value == i32::from(*two)),
        }
    }

    /// The value of a number, or a guess.
    pub(super) fn amount(self, amount: &Amount, context: AbilityContext) -> i32 {
        self.known_amount(amount, context).unwrap_or(USUAL_AMOUNT).clamp(-MOST, MOST)
    }

    fn known_amount(self, amount: &Amount, context: AbilityContext) -> Option<i32> {
        match amount {
            Amount::N(n) => Some(i32::from(*n)),
            Amount::Count(pool, filter) => self.count(pool, filter, context).map(|n| n as i32),
            Amount::Stat(named, stat) => self.referred(named, context).map(|card| card.stat(*stat)),
            Amount::StatOf(target, stat) => self.aimed_at(target, context).map(|card| card.stat(*stat)),
            Amount::Cost(target) => {
                self.aimed_at(target, context).map(|card| i32::from(card.piece.facts().cost))
            }
            Amount::Damage(target) => self.damage_on(target, context),
            Amount::Under(named) => self.referred(named, context).map(|card| card.under() as i32),
            Amount::Lore(players) => {
                Some(self.seats(players, context).map(|seat| i32::from(self.side(seat).lore)).sum())
            }
            Amount::ForEach(each, per, of) => {
                let times = self.known_amount(of, context)?.max(0) / i32::from(*per).max(1);
                Some(self.known_amount(each, context)?.saturating_mul(times))
            }
            Amount::Plus(both) => {
                let [one, two] = &**both;
                Some(self.known_amount(one, context)?.saturating_add(self.known_amount(two, context)?))
            }
            Amount::AtMost(amount, most) => {
                self.known_amount(amount, context).map(|n| n.min(i32::from(*most)))
            }
            Amount::Result(_)
            | Amount::ResultOf(..)
            | Amount::InkTypes(..)
            | Amount::Names(..)
            | Amount::Times(_)
            | Amount::Singers => None,
        }
    }

    /// The one card that a target names, unless it is chosen first.
    fn aimed_at(self, target: &Target, context: AbilityContext) -> Option<Known<'a>> {
        match target {
            Target::Ref(named) => self.referred(named, context),
            Target::Chosen(_) | Target::Each(..) => None,
        }
    }

    fn damage_on(self, target: &Target, context: AbilityContext) -> Option<i32> {
        match target {
            Target::Each(Pool::InPlay, filter) => {
                let such = self.in_play().filter(|card| self.fits(filter, card, context));
                Some(such.map(|card| i32::from(card.damage)).sum())
            }
            _ => self.aimed_at(target, context).map(Known::damage),
        }
    }

    /// The number of matching cards of a pool.
    pub(super) fn count(self, pool: &Pool, filter: &Filter, context: AbilityContext) -> Option<usize> {
        let sum = |players: &Players, of: &dyn Fn(Seat) -> Option<usize>| {
            self.seats(players, context).map(of).sum::<Option<usize>>()
        };
        let unseen = |n: usize| if n == 0 || filter.is_empty() { Some(n) } else { None };
        let such = |pieces: &[Piece]| {
            pieces.iter().filter(|&&piece| self.fits_elsewhere(filter, piece, context)).count()
        };
        match pool {
            Pool::InPlay => Some(self.in_play().filter(|card| self.fits(filter, card, context)).count()),
            Pool::Hand(players) => sum(players, &|seat| {
                if seat == self.now.seat { Some(such(&self.now.hand)) } else { unseen(self.side(seat).hand) }
            }),
            Pool::Discard(players) => sum(players, &|seat| Some(such(&self.side(seat).discard))),
            Pool::Deck(players) => sum(players, &|seat| unseen(self.side(seat).deck)),
            Pool::Inkwell(players) => sum(players, &|seat| unseen(self.side(seat).inkwell)),
            Pool::Under(named) => unseen(self.referred(named, context)?.under()),
            Pool::UnderAny(tops) => {
                let tops = self.in_play().filter(|card| self.fits(tops, card, context));
                unseen(tops.map(|card| Known::in_play(card).under()).sum())
            }
            Pool::Slot(_) => None,
            Pool::Either(both) => both.iter().map(|pool| self.count(pool, filter, context)).sum(),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(self, condition: &Condition, context: AbilityContext) -> Option<bool> {
        match condition {
            Condition::All(parts) => all(parts.iter().map(|part| self.holds(part, context))),
            Condition::Any(parts) => any(parts.iter().map(|part| self.holds(part, context))),
            Condition::Not(part) => not(self.holds(part, context)),
            Condition::YourTurn => Some(self.now.active == context.controller),
            Condition::OpponentsTurn => Some(self.now.active != context.controller),
            Condition::There(range, pool, filter) => {
                self.is_within(range, self.count(pool, filter, context)? as i32, context)
            }
            Condition::Is(named, filter) => self.matches(filter, self.referred(named, context)?, context),
            Condition::Compare(one, relation, two) => {
                let (one, two) = (self.known_amount(one, context)?, self.known_amount(two, context)?);
                Some(relation.holds(one, two))
            }
            Condition::AnyOf(players, part) => {
                any(self.seats(players, context).map(|seat| self.holds(part, context.with(seat))))
            }
            Condition::In(named, pool) => self.is_in(self.referred(named, context)?, pool, context),
            Condition::InkDrops => Some(self.side(context.controller).ink_tokens > 0),
            Condition::FirstTurnSecond => Some(self.now.turn == 2 && self.now.active == context.controller),
            Condition::InkwellExerted => Some(self.side(context.controller).ready_ink == 0),
            Condition::Happened(..)
            | Condition::IsNth(..)
            | Condition::PlayedWith(..)
            | Condition::PlayedWithInkDrop(_)
            | Condition::HasMost(_)
            | Condition::DifferentNames
            | Condition::BeingChallenged(_)
            | Condition::Challenging(..)
            | Condition::IsNamedCard(_) => None,
        }
    }

    fn is_in(self, card: Known<'_>, pool: &Pool, context: AbilityContext) -> Option<bool> {
        match pool {
            Pool::InPlay => Some(card.shown.is_some()),
            Pool::Discard(players) => {
                Some(self.seats(players, context).any(|seat| self.side(seat).discard.contains(&card.piece)))
            }
            _ => None,
        }
    }
}
