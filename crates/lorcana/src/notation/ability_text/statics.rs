//! What cards and players get.

use super::nouns::stat_sign;
use super::{Teller, listed, verb};
use crate::language::{
    Amount, Condition, Duration, Filter, KeywordGift, Modifier, PlayerModifier, Players, Restriction,
};

/// Modifiers that one verb covers.
enum Group {
    Stats,
    Gains,
    Cannot,
    Alone,
}

fn group(modifier: &Modifier) -> Group {
    match modifier {
        Modifier::Stat(..) => Group::Stats,
        Modifier::Keyword(_) | Modifier::KeywordTimes(..) | Modifier::Ability(_) | Modifier::Class(_) => {
            Group::Gains
        }
        Modifier::Cannot(_) => Group::Cannot,
        _ => Group::Alone,
    }
}

impl Teller {
    /// "gets +1 ¤ and gains Rush", and for each what.
    pub(super) fn gets(&self, modifiers: &[Modifier], one: bool) -> (String, String) {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = modifiers;
        while let Some(first) = rest.first() {
            let same = |other: &&Modifier| {
                std::mem::discriminant(&group(other)) == std::mem::discriminant(&group(first))
            };
            let length =
                if matches!(group(first), Group::Alone) { 1 } else { rest.iter().take_while(same).count() };
            parts.push(self.together(&rest[..length], one));
            rest = &rest[length..];
        }
        let each = modifiers.iter().find_map(|one| match one {
            Modifier::Stat(_, n) if is_lost(n) => None,
            Modifier::Stat(_, Amount::ForEach(_, _, each)) | Modifier::KeywordTimes(_, each) => {
                Some(self.for_each(each))
            }
            _ => None,
        });
        (parts.join(" and "), each.unwrap_or_default())
    }

    fn together(&self, modifiers: &[Modifier], one: bool) -> String {
        let words: Vec<String> = modifiers.iter().map(|modifier| self.modifier(modifier, one)).collect();
        match modifiers.first().map(group) {
            Some(Group::Stats) if matches!(modifiers, [Modifier::Stat(_, n)] if is_lost(n)) => {
                format!("{} {}", verb("lose", one), words.concat())
            }
            Some(Group::Stats) => format!("{} {}", verb("get", one), listed(&words, "and")),
            Some(Group::Gains) => format!("{} {}", verb("gain", one), listed(&words, "and")),
            Some(Group::Cannot) => format!("can't {}", self.deeds(modifiers)),
            _ => words.concat(),
        }
    }

    /// "+1 ¤ and Rush", as it is given.
    pub(super) fn gift(&self, modifiers: &[Modifier]) -> String {
        listed(&modifiers.iter().map(|one| self.modifier(one, true)).collect::<Vec<_>>(), "and")
    }

    fn modifier(&self, modifier: &Modifier, one: bool) -> String {
        let does = |base: &str, rest: &str| format!("{} {rest}", verb(base, one));
        match modifier {
            Modifier::Stat(stat, Amount::N(n)) => format!("{n:+} {}", stat_sign(*stat)),
            Modifier::Stat(stat, n) if is_lost(n) => {
                format!("{} {}", stat_sign(*stat), self.so_much_less(n))
            }
            Modifier::Stat(stat, Amount::ForEach(n, ..)) => match **n {
                Amount::N(n) => format!("{n:+} {}", stat_sign(*stat)),
                ref other => self.equal(other),
            },
            Modifier::Stat(stat, n) => format!("+ {} equal to {}", stat_sign(*stat), self.equal(n)),
            Modifier::Keyword(gift) | Modifier::KeywordTimes(gift, _) => keyword(gift),
            Modifier::Ability(ability) => {
                let inner = Self::of(crate::cards::Kind::Character { strength: 0, willpower: 0, lore: 0 });
                format!("\"{}\"", super::capital(&inner.ability(ability)))
            }
            Modifier::Loses(name) => does("lose", name.name()),
            Modifier::CannotGain(name) => format!("can't gain {name}"),
            Modifier::Cannot(deed) => self.deed(deed),
            Modifier::MustQuest => "must quest if able".to_owned(),
            Modifier::ChallengesReady(filter) if filter.is_empty() => {
                "can challenge ready characters".to_owned()
            }
            Modifier::ChallengesReady(filter) => {
                format!("can challenge ready {}", self.np(filter, true, false))
            }
            Modifier::NoChallengeDamage => does("take", "no damage from challenges"),
            Modifier::NoDamage => "can't be dealt damage".to_owned(),
            Modifier::NoDamageUnlessChallenged => {
                "can't be dealt damage unless they're being challenged".to_owned()
            }
            Modifier::NoDamageWhileChallenging => does("take", "no damage while challenging"),
            Modifier::WhileChallenging(filter, what) => {
                format!("{} while challenging a {}", self.gets(what, one).0, self.np(filter, false, false))
            }
            Modifier::WhileChallenged(what) => format!("{} while being challenged", self.gets(what, one).0),
            Modifier::LosesAbility(name) => does("lose", &format!("the {name} ability")),
            Modifier::SingsFor(n) => does("count", &format!("as having +{n} cost to sing songs")),
            Modifier::Class(name) => format!("the {name} classification"),
            Modifier::EntersExerted => does("enter", "play exerted"),
            Modifier::EntersDamaged(n) => does("enter", &format!("play with {n} damage")),
            Modifier::MovesFor(None) => "may move here for free".to_owned(),
            Modifier::MovesFor(Some(n)) => format!("may move here for {n} ⬡ less"),
            Modifier::CountsAsInkable => does("count", "as having ◉"),
            Modifier::QuestsAtOnce => "can quest the turn they're played".to_owned(),
            other => self.rarer(other, one),
        }
    }

    fn so_much_less(&self, n: &Amount) -> String {
        match n {
            Amount::ForEach(_, _, each) => format!("equal to {}", self.equal(each)),
            other => self.equal(other),
        }
    }

    fn rarer(&self, modifier: &Modifier, one: bool) -> String {
        match modifier {
            Modifier::Named(names) => {
                format!("{} as being named {}", verb("count", one), listed(names, "and"))
            }
            Modifier::KeepsPrintedStrength => "¤ can't be reduced below their printed value".to_owned(),
            Modifier::FightsWithWillpower => "deal damage with their ⛉ instead of their ¤".to_owned(),
            other => format!("{other:?}"),
        }
    }

    fn deeds(&self, modifiers: &[Modifier]) -> String {
        let deeds: Vec<&Restriction> = modifiers
            .iter()
            .filter_map(|one| match one {
                Modifier::Cannot(deed) => Some(deed),
                _ => None,
            })
            .collect();
        // What several have in common is said once.
        match deeds.as_slice() {
            [Restriction::UnlessPaid(one, n), Restriction::UnlessPaid(two, same)] if n == same => {
                format!("{} or {} unless you pay {n} ⬡", self.deed(one), self.deed(two))
            }
            [Restriction::Unless(one, so), Restriction::Unless(two, same)] if so == same => {
                format!("{} or {} unless {}", self.deed(one), self.deed(two), self.condition(so))
            }
            all => listed(&all.iter().map(|deed| self.deed(deed)).collect::<Vec<_>>(), "or"),
        }
    }

    pub(super) fn deed(&self, deed: &Restriction) -> String {
        match deed {
            Restriction::Quest => "quest".to_owned(),
            Restriction::Challenge => "challenge".to_owned(),
            Restriction::ChallengeThese(filter) => format!("challenge {}", self.np(filter, true, false)),
            Restriction::ChallengeThis => format!("challenge {}", self.this()),
            Restriction::BeChallenged => "be challenged".to_owned(),
            Restriction::BeChallengedBy(filter) => {
                format!("be challenged by {}", self.np(filter, true, false))
            }
            Restriction::Ready => "ready".to_owned(),
            Restriction::ReadyAtStart => "ready at the start of their turn".to_owned(),
            Restriction::Move => "move to locations".to_owned(),
            Restriction::Sing => "exert to sing songs".to_owned(),
            Restriction::SingThese(filter) => format!("sing {}", self.np(filter, true, false)),
            Restriction::Unless(deed, so) => format!("{} unless {}", self.deed(deed), self.condition(so)),
            Restriction::UnlessPaid(deed, n) => format!("{} unless you pay {n} ⬡", self.deed(deed)),
        }
    }

    pub(super) fn duration(&self, duration: &Duration) -> String {
        match duration {
            Duration::ThisTurn => "this turn".to_owned(),
            Duration::RestOfTurn => "for the rest of this turn".to_owned(),
            Duration::UntilYourNextTurn => "until the start of your next turn".to_owned(),
            Duration::UntilNextTurnOf(_) => "until the start of their next turn".to_owned(),
            Duration::TheirNextTurn => "during their next turn".to_owned(),
            Duration::StartOfTheirNextTurn => "at the start of their next turn".to_owned(),
            Duration::Challenge => "during that challenge".to_owned(),
            Duration::AsBefore | Duration::Unlimited => String::new(),
            Duration::WhileInPlay => format!("while {} is in play", self.this()),
        }
    }

    /// What a static ability gives to players.
    pub(super) fn players_get(&self, players: &Players, what: &PlayerModifier) -> String {
        let (who, one) = self.players(players);
        let np = |filter: &Filter, plural: bool| self.np(filter, plural, false);
        let less = |n: &Amount| format!("{who} {} {} ⬡ less", verb("pay", one), self.number(n));
        match what {
            PlayerModifier::Cheaper(filter, n) => format!("{} to play {}", less(n), np(filter, true)),
            PlayerModifier::CheaperWith(filter, keyword, n) => {
                format!("{} to play {} using their {keyword} ability", less(n), np(filter, true))
            }
            PlayerModifier::Dearer(filter, n) => format!(
                "{who} {} {n} ⬡ more to play {}",
                verb("pay", one),
                self.np_or(filter, true, false, "or")
            ),
            PlayerModifier::NextCheaper(filter, n @ Amount::Count(..)) => {
                let less = format!("{who} {} ⬡ less equal to {}", verb("pay", one), self.equal(n));
                format!("{less} for the next {} you play", np(filter, false))
            }
            PlayerModifier::Free(filter) => format!("{who} may play {} for free", np(filter, true)),
            PlayerModifier::Unless(what, so) => {
                format!("{} unless {}", self.players_get(players, what), self.condition(so))
            }
            PlayerModifier::NextGets(filter, modifiers, duration) => {
                let gets = self.gets(modifiers, true).0;
                format!(
                    "the next {} you play this turn {gets} {}",
                    np(filter, false),
                    self.duration(duration)
                )
            }
            PlayerModifier::PlaysFrom(pool, filter) => {
                format!("{who} may play {}{}", np(filter, true), self.from(pool))
            }
            PlayerModifier::NextCheaper(filter, n) => {
                format!("{} for the next {} you play", less(n), np(filter, false))
            }
            PlayerModifier::NextShiftCheaper(filter, n) => {
                format!("{} for the next {} you shift", less(n), np(filter, false))
            }
            PlayerModifier::TopFaceup => {
                format!("{who} {} with the top card of their deck faceup", verb("play", one))
            }
            PlayerModifier::CannotChoose(filter) => {
                format!("{who} can't choose {} for abilities or effects", np(filter, true))
            }
            PlayerModifier::FirstCheaper(filter, Amount::ForEach(n, _, each)) => {
                let (each, less) = (self.for_each(each), less(n));
                format!("{each}, {less} for the first {} you play each turn", np(filter, false))
            }
            PlayerModifier::FirstCheaper(filter, n) => {
                format!("{} for the first {} you play each turn", less(n), np(filter, false))
            }
            PlayerModifier::CannotPlay(filter) => {
                format!("{who} can't play {}", self.np_or(filter, true, false, "or"))
            }
            PlayerModifier::CannotGainLore => format!("{who} can't gain lore"),
            PlayerModifier::CannotLoseLore => format!("{who} can't lose lore"),
            PlayerModifier::WinsAt(n) => format!("{who} {} {n} lore to win the game", verb("need", one)),
            PlayerModifier::MoreInk(_) => format!("{who} may ink an additional card"),
            PlayerModifier::InksFromDiscard => {
                format!("{who} can ink cards from {} discard", self.whose(players))
            }
            PlayerModifier::InkEntersExerted => {
                format!("cards enter {} inkwells exerted", self.whose(players))
            }
            PlayerModifier::MovesHereCheaper(filter, n) => {
                format!("{} to move {} here", less(&Amount::N((*n).into())), self.some_or_yours(filter))
            }
            PlayerModifier::MovesCheaper(filter, Some(n)) => {
                format!("{} to move {} to a location", less(&Amount::N((*n).into())), np(filter, true))
            }
            PlayerModifier::OneChallenge => "each turn, only one character can challenge".to_owned(),
            PlayerModifier::ReadiesAtMost(n, filter) => {
                format!("{who} can't ready more than {n} of {}", np(filter, true))
            }
            PlayerModifier::SkipsDraw => "skip your turn's draw step".to_owned(),
            PlayerModifier::NoHealing => "damage counters can't be removed".to_owned(),
            PlayerModifier::MustChooseThis => {
                format!("{who} must choose {} for actions and abilities if able", self.this())
            }
            other => format!("{who} {other:?}"),
        }
    }

    fn some_or_yours(&self, filter: &Filter) -> String {
        match filter.first() {
            Some(crate::language::Test::Yours) => self.np(filter, true, false),
            _ => format!("a {}", self.np(filter, false, false)),
        }
    }

    /// "during your turn", "while you have an item".
    pub(super) fn during(&self, so: &Condition) -> String {
        match so {
            Condition::YourTurn => "during your turn".to_owned(),
            Condition::OpponentsTurn => "during an opponent's turn".to_owned(),
            Condition::All(all)
                if matches!(all.first(), Some(Condition::YourTurn | Condition::OpponentsTurn)) =>
            {
                all.iter().map(|one| self.during(one)).collect::<Vec<_>>().join(", ")
            }
            other => format!("while {}", self.condition(other)),
        }
    }
}

/// Whether it is as much less as a number of a card, which no text says "for each" of.
fn is_lost(n: &Amount) -> bool {
    matches!(n, Amount::ForEach(n, 1, each) if **n == Amount::N(-1) && matches!(**each, Amount::Stat(..)))
}

fn keyword(gift: &KeywordGift) -> String {
    match (gift.name.name(), gift.value) {
        (name @ ("Challenger" | "Resist"), Some(value)) => format!("{name} +{value}"),
        (name @ ("Boost" | "Shift"), Some(value)) => format!("{name} {value} ⬡"),
        (name, Some(value)) => format!("{name} {value}"),
        (name, None) => name.to_owned(),
    }
}
