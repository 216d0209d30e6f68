//! The encoded abilities of a card, in words of our own.
//!
//! **Writes** a line for each ability, made from its data alone: `when this is played: you may (draw 1 card; discard 1
//! card)`. What is said is what the engine plays. Nothing reads it.

use gaslamp_core::number_format::plural;

use crate::cards::Card;
use crate::rules::abilities;
use crate::rules::ability::{
    Ability, Amount, CardEffect, CardType, Condition, Cost, Duration, Filter, Modifier, PlayerFilter,
    ReplacedEvent, Replacement, Restriction, Side, Step, When,
};

/// The encoded abilities of a card.
#[must_use]
pub fn abilities(card: Card) -> Vec<String> {
    let all = abilities::of(card);
    all.iter().filter(|ability| abilities::is_printed(ability)).map(|one| ability(one, all)).collect()
}

/// An ability of a card with these abilities.
fn ability(one: &Ability, all: &[Ability]) -> String {
    match *one {
        Ability::Triggered { when, only, does } => {
            let whens: Vec<String> = when.iter().map(event).collect();
            // What is asked again when it resolves is said once.
            let does = match does {
                [Step::If(again, n), rest @ ..]
                    if usize::from(*n) == rest.len() && condition(*again, "") == condition(only, "") =>
                {
                    rest
                }
                does => does,
            };
            format!("{}{}: {}", whens.join(" or "), condition(only, ", "), steps(does))
        }
        Ability::Activated { cost, once, does } => {
            let costs: Vec<String> = cost.iter().map(price).collect();
            let once = if once { " (once a turn)" } else { "" };
            // The discard of the price is the first step.
            let paid = usize::from(cost.iter().any(|cost| matches!(cost, Cost::Discard(_))));
            let does = does.get(paid..).unwrap_or_default();
            format!("{}{once}: {}", costs.join(", "), steps(does))
        }
        Ability::Static { only, on, gives, times } => lasting(only, on, &[gives], times, all),
        Ability::StaticAll { only, on, gives, times } => lasting(only, on, gives, times, all),
        Ability::PlayerStatic { only, players, gives } => {
            format!("for {}: {}{}", player(players), modifier(gives), condition(only, " "))
        }
        Ability::Replaces { only, would, instead, once } => {
            let once = if once { ", the first time each turn" } else { "" };
            format!("{}{once}{}: {}", replaced(would), condition(only, ", "), replacement(instead))
        }
        Ability::Effect(does) => steps(does),
        Ability::Granted(granted) => ability(granted, all),
    }
}

fn lasting(only: Condition, on: Filter, gives: &[Modifier], times: Amount, all: &[Ability]) -> String {
    let gives: Vec<String> = gives
        .iter()
        .map(|&given| match given {
            Modifier::Grants(number) => match all.get(usize::from(number)) {
                Some(granted) => format!("“{}”", ability(granted, all)),
                None => modifier(given),
            },
            given => modifier(given),
        })
        .collect();
    let times = match times {
        Amount::N(1) => String::new(),
        times => format!(" times {}", amount(times)),
    };
    format!("{}: {}{times}{}", cards(on), gives.join(", "), condition(only, " "))
}

fn event(when: &When) -> String {
    match *when {
        When::Played(filter) => format!("when {} is played", card(filter)),
        When::Quests(filter) => format!("when {} quests", card(filter)),
        When::Challenges(filter) => format!("when {} challenges", card(filter)),
        When::IsChallenged(filter) => format!("when {} is challenged", card(filter)),
        When::Banished(filter) => format!("when {} is banished", card(filter)),
        When::BanishedInChallenge(filter) => format!("when {} is banished in a challenge", card(filter)),
        When::BanishesInChallenge(filter) => format!("when {} banishes another in a challenge", card(filter)),
        When::Sings(filter) => format!("when {} sings a song", card(filter)),
        When::Moves(filter) => format!("when {} moves to a location", card(filter)),
        When::PutUnder(filter) => format!("when a card is put under {}", card(filter)),
        When::Damaged(filter) => format!("when {} is damaged", card(filter)),
        When::TurnBegins(whose) => format!("when {} turn begins", possessive(whose)),
        When::TurnEnds(whose) => format!("when {} turn ends", possessive(whose)),
        When::Draws(whose) => format!("when a card is drawn by {}", player(whose)),
        When::Inks(whose) => format!("when a card is inked by {}", player(whose)),
        When::ChosenByAction => "when an opponent's action chooses this".to_owned(),
    }
}

/// A condition after a joining word; nothing if there is none.
fn condition(only: Condition, join: &str) -> String {
    let words = match only {
        Condition::Always => return String::new(),
        Condition::YourTurn => "on your turn".to_owned(),
        Condition::OpponentsTurn => "on the opponent's turn".to_owned(),
        Condition::HandAtLeast(whose, n) => format!("if {} hand has {n} or more", possessive(whose)),
        Condition::HandAtMost(whose, n) => format!("if {} hand has {n} or fewer", possessive(whose)),
        Condition::PlayedThisTurn(filter) => format!("if you have played {} this turn", card(filter)),
        Condition::InPlay(1, filter) => format!("while {} is in play", card(filter)),
        Condition::InPlay(n, filter) => {
            format!("while {n} or more {}{} are in play", of_yours(filter), cards(filter))
        }
        Condition::ThisIs(filter) => {
            let filter = Filter { this: false, ..filter };
            let words = format!("{}{}", adjectives(filter), limits(filter).trim_start());
            format!("while this is {}", if words.is_empty() { "in play" } else { words.trim_end() })
        }
        Condition::Under(n) => format!("while {} under it", there_are(n)),
        Condition::Behind => "while you have less lore than the opponent".to_owned(),
        Condition::InkwellAtLeast(n) => format!("while your inkwell has {n} or more"),
        Condition::SubjectIs(filter) => format!("if that card is {}", card(filter)),
    };
    format!("{join}{words}")
}

fn there_are(n: u8) -> String {
    if n == 1 { "a card is".to_owned() } else { format!("{n} or more cards are") }
}

fn price(cost: &Cost) -> String {
    match *cost {
        Cost::Exert => "exert this".to_owned(),
        Cost::Ink(n) => format!("pay {n} ink"),
        Cost::Discard(n) => format!("discard {}", plural(n, "card")),
        Cost::Banish => "banish this".to_owned(),
    }
}

/// Steps in order; those that hang on a question are in parentheses after it.
fn steps(does: &[Step]) -> String {
    let mut said = Vec::new();
    let mut rest = does;
    while let [first, after @ ..] = rest {
        let hanging = match *first {
            Step::May(n) => Some(("you may".to_owned(), n)),
            Step::Offer(n) => Some(("the opponent may accept".to_owned(), n)),
            Step::MayPay(ink, n) => Some((format!("you may pay {ink} ink to"), n)),
            Step::If(only, n) => Some((condition(only, "") + ":", n)),
            Step::IfChosen(n) => Some(("if a card was chosen:".to_owned(), n)),
            _ => None,
        };
        let (words, taken) = match hanging {
            Some((question, n)) => {
                let (inner, _) = after.split_at(usize::from(n).min(after.len()));
                let inner_words = steps(inner);
                let inner_words = if inner.len() > 1 { format!("({inner_words})") } else { inner_words };
                (format!("{question} {inner_words}"), inner.len())
            }
            None => (step(first), 0),
        };
        said.push(words);
        rest = &after[taken..];
    }
    said.join("; ")
}

fn step(step: &Step) -> String {
    let into_ink = |exerted| if exerted { "into the inkwell, exerted" } else { "into the inkwell" };
    match *step {
        Step::May(_) | Step::Offer(_) | Step::MayPay(..) | Step::If(..) | Step::IfChosen(_) => String::new(),
        Step::Stop => "stop".to_owned(),
        Step::Choose(filter) => format!("choose {}", card(filter)),
        Step::ChooseUpTo(n, filter) => format!("choose up to {n} {}{}", of_yours(filter), cards(filter)),
        Step::ChooseAlso(filter) => format!("also choose {}", card(filter)),
        Step::Chosen(effect) => card_effect(effect, "the chosen"),
        Step::This(effect) => card_effect(effect, "this"),
        Step::Subject(effect) => card_effect(effect, "that card"),
        Step::Each(filter, effect) => card_effect(effect, &format!("all {}", cards(filter))),
        Step::MoveDamage(n) => format!("move up to {n} damage from the first chosen to the second"),
        Step::Draw(who, Amount::N(n)) => format!("{}draw {}", acts(who), plural(n, "card")),
        Step::Draw(who, by) => format!("{}draw cards: {}", acts(who), amount(by)),
        Step::DrawTo(who, n) => format!("{}draw up to a hand of {n}", acts(who)),
        Step::Discard(who, n) => format!("{}discard {}", acts(who), plural(n, "card")),
        Step::DiscardTo(who, n) => format!("{}discard down to a hand of {n}", acts(who)),
        Step::DiscardHand(who) => format!("{}discard the hand", acts(who)),
        Step::DiscardAtRandom(who, n) => format!("{}discard {} at random", acts(who), plural(n, "card")),
        Step::GainLore(who, by) => format!("{}gain {}", acts(who), so_much("lore", by)),
        Step::LoseLore(who, by) => format!("{}lose {}", acts(who), so_much("lore", by)),
        Step::HandToInk { exerted } => format!("put a card of your hand {}", into_ink(exerted)),
        Step::TopToInk { players, exerted } => {
            format!("{}put the top card of the deck {}", acts(players), into_ink(exerted))
        }
        Step::TopUnder => "put the top card of your deck under this".to_owned(),
        Step::Look(n) => format!("look at the top {}", plural(n, "card")),
        Step::Take(filter) => format!("you may take {} of them", card(filter)),
        Step::RestToBottom => "the rest goes to the bottom".to_owned(),
        Step::OrderBottom => "in any order".to_owned(),
        Step::RestToTop => "the rest goes back on top".to_owned(),
        Step::PickPlayers => "pick any players".to_owned(),
        Step::PlayFree(filter) => format!("you may play {} for free", card(filter)),
        Step::ReturnFromDiscard(filter) => format!("take {} from your discard", card(filter)),
        Step::ThisToHand => "take this from the discard".to_owned(),
        Step::ThisToInk { exerted } => format!("put this from the discard {}", into_ink(exerted)),
        Step::Player(who, given, until) => {
            format!("{}: {}, {}", player(who), modifier(given), duration(until))
        }
        Step::InkDrops(n) => format!("gain {}", plural(n, "ink drop")),
        Step::EndTemporary => "heal this and take it back to hand".to_owned(),
    }
}

fn card_effect(effect: CardEffect, on: &str) -> String {
    match effect {
        CardEffect::Deal(by) => format!("deal {} to {on}", so_much("damage", by)),
        CardEffect::Put(by) => format!("put {} on {on}", so_much("damage", by)),
        CardEffect::Heal(by) => format!("heal up to {by} damage of {on}"),
        CardEffect::Exert => format!("exert {on}"),
        CardEffect::Ready => format!("ready {on}"),
        CardEffect::Banish => format!("banish {on}"),
        CardEffect::ToHand => format!("return {on} to hand"),
        CardEffect::ToInk { exerted: true } => format!("put {on} into the inkwell, exerted"),
        CardEffect::ToInk { exerted: false } => format!("put {on} into the inkwell"),
        CardEffect::ToBottom => format!("put {on} under the deck"),
        CardEffect::Gains(given, times, until) => {
            let times = match times {
                Amount::N(1) => String::new(),
                times => format!(" times {}", amount(times)),
            };
            format!("{on}: {}{times}, {}", modifier(given), duration(until))
        }
    }
}

/// `2 damage`, `damage equal to its strength`.
fn so_much(noun: &str, by: Amount) -> String {
    match by {
        Amount::N(n) => format!("{n} {noun}"),
        by => format!("{noun} equal to {}", amount(by)),
    }
}

fn amount(by: Amount) -> String {
    match by {
        Amount::N(n) => n.to_string(),
        Amount::Count(filter) => format!("the number of {}", cards(filter)),
        Amount::Strength => "its strength".to_owned(),
        Amount::Hand(who) => format!("the number of cards in {} hand", possessive(who)),
        Amount::Discard(who) => format!("the number of cards in {} discard", possessive(who)),
        Amount::Under => "the number of cards under it".to_owned(),
        Amount::Damage => "its damage".to_owned(),
        Amount::ChosenStrength => "the strength of the chosen".to_owned(),
        Amount::SubjectCost => "the cost of that card".to_owned(),
    }
}

const fn possessive(who: PlayerFilter) -> &'static str {
    match who {
        PlayerFilter::You => "your",
        PlayerFilter::Opponent => "the opponent's",
        PlayerFilter::Everyone => "each player's",
        PlayerFilter::Active => "the active player's",
        PlayerFilter::Picked => "each picked player's",
        PlayerFilter::ChosenOwner => "its owner's",
    }
}

const fn player(who: PlayerFilter) -> &'static str {
    match who {
        PlayerFilter::You => "you",
        PlayerFilter::Opponent => "the opponent",
        PlayerFilter::Everyone => "both players",
        PlayerFilter::Active => "the active player",
        PlayerFilter::Picked => "the picked players",
        PlayerFilter::ChosenOwner => "the owner of the chosen",
    }
}

/// Who does something, before the verb; you need not be named.
fn acts(who: PlayerFilter) -> String {
    match who {
        PlayerFilter::You => String::new(),
        who => format!("{} must ", player(who)),
    }
}

const fn duration(until: Duration) -> &'static str {
    match until {
        Duration::ThisTurn => "this turn",
        Duration::UntilYourNextTurn => "until your next turn",
        Duration::NextReady => "until after the next ready step",
        Duration::ThisChallenge => "in this challenge",
    }
}

fn replaced(would: ReplacedEvent) -> String {
    match would {
        ReplacedEvent::BeDealtDamage(filter) => format!("if {} would be dealt damage", card(filter)),
        ReplacedEvent::TakeDamage(filter) => format!("if {} would take damage", card(filter)),
        ReplacedEvent::BeBanished(filter) => format!("if {} would be banished", card(filter)),
        ReplacedEvent::Discard(who) => format!("if an effect would make {} discard", player(who)),
    }
}

const fn replacement(instead: Replacement) -> &'static str {
    match instead {
        Replacement::Nothing => "that does not happen",
        Replacement::PutOnThis => "the damage is put on this",
        Replacement::ToInk => "it goes into the inkwell, exerted",
        Replacement::ToHand => "it returns to hand",
    }
}

/// One card that a filter means: `an opposing character`, `another card of yours`.
fn card(filter: Filter) -> String {
    if filter.this {
        return format!("this{}", limits(filter));
    }
    let words = format!("{}{}", adjectives(filter), card_type(filter.card_type));
    let article = match words.chars().next().map(|first| first.to_ascii_lowercase()) {
        _ if filter.other => "another",
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    };
    let whose = if filter.side == Side::Your { " of yours" } else { "" };
    format!("{article} {words}{whose}{}", limits(filter))
}

/// `of` between a number and your cards.
const fn of_yours(filter: Filter) -> &'static str {
    if matches!(filter.side, Side::Your) { "of " } else { "" }
}

/// All cards that a filter means: `your other characters`.
fn cards(filter: Filter) -> String {
    if filter.this {
        return format!("this{}", limits(filter));
    }
    let whose = if filter.side == Side::Your { "your " } else { "" };
    let other = if filter.other { "other " } else { "" };
    let kind = match filter.card_type {
        CardType::CharacterOrLocation => "characters and locations".to_owned(),
        kind => format!("{}s", card_type(kind)),
    };
    format!("{whose}{other}{}{kind}{}", adjectives(filter), limits(filter))
}

fn adjectives(filter: Filter) -> String {
    let mut words = String::new();
    if filter.side == Side::Opposing {
        words += "opposing ";
    }
    words += match filter.exerted {
        Some(true) => "exerted ",
        Some(false) => "ready ",
        None => "",
    };
    words += match filter.damaged {
        Some(true) => "damaged ",
        Some(false) => "undamaged ",
        None => "",
    };
    if let Some(class) = filter.class {
        words += class.name();
        words += " ";
    }
    words
}

fn limits(filter: Filter) -> String {
    let mut words = String::new();
    let mut add = |holds: bool, text: &dyn Fn() -> String| {
        if holds {
            words.push(' ');
            words += &text();
        }
    };
    if filter.this {
        add(filter.exerted == Some(true), &|| "(exerted)".to_owned());
        add(filter.exerted == Some(false), &|| "(ready)".to_owned());
        add(filter.damaged == Some(true), &|| "(damaged)".to_owned());
        add(filter.damaged == Some(false), &|| "(undamaged)".to_owned());
    }
    add(filter.named.is_some(), &|| format!("named {}", filter.named.unwrap_or_default()));
    add(filter.keyword.is_some(), &|| {
        filter.keyword.map(|keyword| format!("with {keyword:?}")).unwrap_or_default()
    });
    add(filter.cost_from > 0, &|| format!("of cost {} or more", filter.cost_from));
    add(filter.cost_to < u8::MAX, &|| format!("of cost {} or less", filter.cost_to));
    add(filter.strength_from > 0, &|| format!("with strength {} or more", filter.strength_from));
    add(filter.strength_to < u8::MAX, &|| format!("with strength {} or less", filter.strength_to));
    add(filter.here, &|| "here".to_owned());
    add(filter.at_location, &|| "at a location".to_owned());
    words
}

/// What a card or a player gets.
pub(crate) fn modifier(modifier: Modifier) -> String {
    match modifier {
        Modifier::Strength(by) => format!("strength {by:+}"),
        Modifier::Willpower(by) => format!("willpower {by:+}"),
        Modifier::Lore(by) => format!("lore {by:+}"),
        Modifier::Challenger(by) => format!("Challenger {by:+}"),
        Modifier::Resist(by) => format!("Resist {by:+}"),
        Modifier::Singer(by) => format!("Singer {by}"),
        Modifier::Has(keyword) => format!("{keyword:?}"),
        Modifier::Cannot(restriction) => cannot(restriction).to_owned(),
        Modifier::ChallengesReady => "challenges ready".to_owned(),
        Modifier::Grants(_) => "an ability of the source".to_owned(),
        Modifier::Shielded => "shielded".to_owned(),
        Modifier::Cheaper(of, by) => format!("each {} costs {by} less", card_type(of)),
        Modifier::NextCheaper(of, by) => format!("the next {} costs {by} less", card_type(of)),
        Modifier::MoreInk(by) => format!("may ink {by} more each turn"),
    }
}

/// A restriction.
pub(crate) const fn cannot(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::Quest => "cannot quest",
        Restriction::Challenge => "cannot challenge",
        Restriction::BeChallenged => "cannot be challenged",
        Restriction::Ready => "cannot ready",
        Restriction::ReadyAtStart => "cannot ready at the start of a turn",
        Restriction::Sing => "cannot sing",
        Restriction::Move => "cannot move",
    }
}

const fn card_type(card_type: CardType) -> &'static str {
    match card_type {
        CardType::Any => "card",
        CardType::Character => "character",
        CardType::Action => "action",
        CardType::Song => "song",
        CardType::Item => "item",
        CardType::Location => "location",
        CardType::CharacterOrLocation => "character or location",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_ability_has_words() {
        for card in abilities::encoded() {
            for words in abilities(card) {
                let is_whole = !words.is_empty()
                    && !words.contains("  ")
                    && !words.starts_with([' ', ':', ';'])
                    && !words.ends_with([' ', ':', ';']);
                assert!(is_whole, "{card}: {words:?}");
            }
        }
    }

    #[test]
    fn abilities_are_told_in_our_own_words() {
        for (key, words) in [
            (
                "tipo_growing_son",
                "when this is played: you may put a card of your hand into the inkwell, exerted",
            ),
            ("lumiere_fiery_friend", "your other characters: strength +1"),
            (
                "jasmine_steady_strategist",
                "when this quests: look at the top 3 cards; you may take an Ally character of them; the rest goes to the bottom",
            ),
            ("mulan_disguised_soldier", "when this is played: you may (draw 1 card; discard 1 card)"),
        ] {
            assert_eq!(Card::from_key(key).map(abilities), Some(vec![words.to_owned()]));
        }
    }
}
