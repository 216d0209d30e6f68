//! Cards, players and numbers.

use super::{Teller, listed, verb};
use crate::cards::Kind;
use crate::language::{
    Amount, CardType, Choice, Count, Done, Filter, Players, Pool, Range, Ref, Stat, Target, Test,
};

/// A target with whether it is one, for the verb.
pub(super) struct Noun {
    pub(super) words: String,
    pub(super) one: bool,
}

impl Teller {
    pub(super) fn this(&self) -> &'static str {
        match self.kind {
            Kind::Character { .. } => "this character",
            Kind::Item => "this item",
            Kind::Location { .. } => "this location",
            Kind::Action => "this card",
        }
    }

    /// A card as an object: "them".
    pub(super) fn card(&self, card: &Ref) -> String {
        match card {
            Ref::This => self.this().to_owned(),
            Ref::Other => self.other.to_owned(),
            Ref::LocationOf(_) => "that location".to_owned(),
            Ref::Subject | Ref::Slot(_) | Ref::Those => "them".to_owned(),
        }
    }

    pub(super) fn cards(&self, card: &Ref) -> String {
        match card {
            Ref::This | Ref::Other | Ref::LocationOf(_) => format!("{}'s", self.card(card)),
            _ => "their".to_owned(),
        }
    }

    pub(super) fn is(&self, card: &Ref) -> String {
        match card {
            Ref::This | Ref::Other => format!("{} is", self.card(card)),
            _ => "they're".to_owned(),
        }
    }

    /// A card as a subject.
    pub(super) fn subject(&self, target: &Target) -> Noun {
        match target {
            Target::Ref(Ref::This) => Noun { words: self.this().to_owned(), one: true },
            Target::Ref(Ref::Other) => Noun { words: self.card(&Ref::Other), one: true },
            Target::Ref(_) => Noun { words: "they".to_owned(), one: false },
            Target::Chosen(choice) => Noun { words: self.choice(choice), one: choice.count == Count::One },
            Target::Each(..) => Noun { words: self.target(target), one: false },
        }
    }

    pub(super) fn target(&self, target: &Target) -> String {
        match target {
            Target::Ref(card) => self.card(card),
            Target::Chosen(choice) => self.choice(choice),
            Target::Each(Pool::InPlay, filter) if filter.last() == Some(&Test::SangThis) => "them".to_owned(),
            Target::Each(Pool::Slot(_), filter) if filter.is_empty() => "the rest".to_owned(),
            Target::Each(Pool::Slot(_), filter) if *filter == [Test::HighestCost] => {
                "the card with the highest cost revealed this way, or each card tied for highest cost,"
                    .to_owned()
            }
            Target::Each(Pool::InPlay, filter) if matches!(filter.as_slice(), [_, .., Test::Yours]) => {
                format!("each {} you have", self.np(&filter[..filter.len() - 1], false, false))
            }
            Target::Each(Pool::Slot(_), filter) => format!("all revealed {}", self.np(filter, true, true)),
            Target::Each(pool, filter) => {
                // Of one or the other kind, whichever the one was that has the name.
                let is_either = matches!(filter.last(), Some(Test::SameNameAs(_)));
                let what =
                    self.np_or(filter, true, *pool != Pool::InPlay, if is_either { "or" } else { "and" });
                let all =
                    if matches!(filter.first(), Some(Test::Yours | Test::Theirs)) { "" } else { "all " };
                format!("{all}{what}{}", self.from(pool))
            }
        }
    }

    /// "from your discard"; nothing where it goes without saying.
    pub(super) fn from(&self, pool: &Pool) -> String {
        match pool {
            Pool::InPlay | Pool::Slot(_) | Pool::Deck(_) => String::new(),
            Pool::Under(card) => format!(" from under {}", self.card(card)),
            Pool::UnderAny(filter) => format!(" from under {}", self.np(filter, true, false)),
            pool => format!(" from {}", self.pool(pool)),
        }
    }

    /// "your discard".
    pub(super) fn pool(&self, pool: &Pool) -> String {
        let of = |players: &Players, place: &str| format!("{} {place}", self.whose(players));
        match pool {
            Pool::InPlay => "play".to_owned(),
            Pool::Hand(players) => of(players, "hand"),
            Pool::Discard(Players::EachPlayer) => "any discard".to_owned(),
            Pool::Discard(players) => of(players, "discard"),
            Pool::Deck(players) => of(players, "deck"),
            Pool::Inkwell(players) => of(players, "inkwell"),
            Pool::Under(card) => format!("under {}", self.card(card)),
            Pool::UnderAny(filter) => format!("under {}", self.np(filter, true, false)),
            Pool::Slot(_) => "among them".to_owned(),
            Pool::Either(both) => {
                let [one, two] = &**both;
                let second = self.pool(two);
                format!("{} or {}", self.pool(one), second.strip_prefix("your ").unwrap_or(&second))
            }
        }
    }

    pub(super) fn whose(&self, players: &Players) -> String {
        match players {
            Players::You => "your".to_owned(),
            Players::EachOpponent => "opponents'".to_owned(),
            Players::ChosenOpponent => "chosen opponent's".to_owned(),
            Players::ChosenPlayer => "chosen player's".to_owned(),
            _ => "their".to_owned(),
        }
    }

    pub(super) fn players(&self, players: &Players) -> (String, bool) {
        let (words, one) = match players {
            Players::You => ("you", false),
            Players::EachOpponent => ("each opponent", true),
            Players::ChosenOpponent => ("chosen opponent", true),
            Players::ChosenPlayer => ("chosen player", true),
            Players::YouAndChosen => ("you and another chosen player each", false),
            Players::EachPlayer => ("each player", true),
            Players::ThatPlayer => ("they", false),
            Players::PlayerOf(Ref::Other) => ("the challenging player", true),
            Players::PlayerOf(_) => ("their player", true),
            Players::AnyNumber => ("any number of players", false),
            Players::MostCardsInHand => ("the player or players with the most cards in their hand", true),
            Players::EachOpponentAhead => ("each opponent with more lore than you", true),
        };
        (words.to_owned(), one)
    }

    /// "draw", "each opponent draws".
    pub(super) fn does(&self, players: &Players, base: &str, rest: &str) -> String {
        if *players == self.subject {
            return format!("{base} {rest}");
        }
        let (who, one) = self.players(players);
        format!("{who} {} {rest}", verb(base, one))
    }

    pub(super) fn choice(&self, choice: &Choice) -> String {
        let zone = choice.from != Pool::InPlay;
        if matches!(choice.from, Pool::Slot(_)) && choice.what.is_empty() {
            return match &choice.count {
                Count::One => "one".to_owned(),
                Count::Exactly(n) => self.number(n),
                Count::UpTo(n) => format!("up to {}", self.number(n)),
                Count::Any => "any number of them".to_owned(),
                Count::All => "all of them".to_owned(),
            };
        }
        let from = if zone && matches!(choice.from, Pool::Hand(Players::You)) && !choice.is_chosen {
            " from your hand".to_owned()
        } else {
            self.from(&choice.from)
        };
        format!("{}{from}", self.counted_choice(choice, zone))
    }

    /// A choice without where from.
    pub(super) fn counted_choice(&self, choice: &Choice, zone: bool) -> String {
        let (other, what) = match choice.what.as_slice() {
            [Test::Other | Test::OtherThan(_), rest @ ..] => (true, rest),
            all => (false, all),
        };
        let one = choice.count == Count::One;
        let np = |plural: bool| self.np_or(what, plural, zone, "or");
        let owned = matches!(what.first(), Some(Test::Yours | Test::Theirs)) && !choice.is_chosen;
        let n = |n: &Amount| self.number(n);
        match (&choice.count, choice.is_chosen, owned) {
            (Count::One, true, _) => format!("{}chosen {}", if other { "another " } else { "" }, np(false)),
            (Count::Exactly(x), true, _) => {
                format!("{}{} chosen {}", if other { "another " } else { "" }, n(x), np(true))
            }
            (Count::UpTo(x), true, _) => {
                format!("up to {} {}chosen {}", n(x), if other { "other " } else { "" }, np(true))
            }
            (Count::Any, true, _) if choice.total_strength.is_some() => {
                let most = choice.total_strength.unwrap_or_default();
                format!("any number of chosen {} with total ¤ {most} or less", np(true))
            }
            (Count::Any, true, _) => format!("any number of chosen {}", np(true)),
            (Count::One, false, true) => format!("one of {}", np(true)),
            (Count::Exactly(x), false, true) => format!("{} of {}", n(x), np(true)),
            (Count::UpTo(x), false, true) => format!("up to {} of {}", n(x), np(true)),
            (Count::Any, false, _) => format!("any number of {}", np(true)),
            (Count::One, false, false) if is_union(what) => match what {
                [Test::Any(several)] => {
                    let each: Vec<String> =
                        several.iter().map(|one| format!("a {}", self.np(one, false, zone))).collect();
                    each.join(" or ")
                }
                _ => format!("a {}", np(false)),
            },
            (Count::One, false, false) if other => format!("another {}", np(false)),
            (Count::One, false, false) => format!("a {}", np(false)),
            (Count::Exactly(Amount::ForEach(_, _, each)), false, false) => {
                format!("a {} {}", np(false), self.for_each(each))
            }
            (Count::Exactly(x), false, false) => format!("{} {}", n(x), np(!one)),
            (Count::UpTo(x), false, false) => format!("up to {} {}", n(x), np(true)),
            (Count::All, ..) => format!("all {}", np(true)),
        }
    }

    /// A noun with its adjectives and what follows it.
    pub(super) fn np(&self, filter: &[Test], plural: bool, zone: bool) -> String {
        self.np_or(filter, plural, zone, if plural { "and" } else { "or" })
    }

    /// The same with this word between types.
    pub(super) fn np_or(&self, filter: &[Test], plural: bool, zone: bool, word: &str) -> String {
        let noun_at = filter.iter().position(is_noun);
        let split = noun_at
            .unwrap_or_else(|| filter.iter().position(|test| !is_adjective(test)).unwrap_or(filter.len()));
        let mut words: Vec<String> = filter[..split].iter().map(|test| self.adjective(test, word)).collect();
        let noun = noun_at.map_or_else(String::new, |at| self.noun(&filter[at], plural && !zone, word));
        if !noun.is_empty() {
            words.push(noun);
        }
        if zone || noun_at.is_none() {
            words.push(if plural { "cards" } else { "card" }.to_owned());
        }
        let after = noun_at.map_or(split, |at| at + 1);
        words.extend(filter[after..].iter().map(|test| self.after(test)));
        words.join(" ")
    }

    fn noun(&self, test: &Test, plural: bool, word: &str) -> String {
        let name = |kind: CardType| {
            if plural { format!("{}s", type_name(kind)) } else { type_name(kind).to_owned() }
        };
        match test {
            Test::Type(kind) => name(*kind),
            Test::Any(several) => {
                let names: Vec<String> = several
                    .iter()
                    .filter_map(|one| match one.as_slice() {
                        [Test::Type(kind), rest @ ..] => {
                            let mut words = vec![name(*kind)];
                            words.extend(rest.iter().map(|test| self.after(test)));
                            Some(words.join(" "))
                        }
                        _ => None,
                    })
                    .collect();
                listed(&names, word)
            }
            _ => "non-character".to_owned(),
        }
    }

    fn adjective(&self, test: &Test, word: &str) -> String {
        match test {
            Test::Yours => "your".to_owned(),
            Test::Theirs => "their".to_owned(),
            Test::Opposing => "opposing".to_owned(),
            Test::Other | Test::OtherThan(_) => "other".to_owned(),
            Test::Damaged => "damaged".to_owned(),
            Test::Exerted => "exerted".to_owned(),
            Test::Class(class) => class.to_string(),
            Test::Ink(ink) => ink.to_string(),
            Test::Not(inner) if **inner == Test::Damaged => "undamaged".to_owned(),
            Test::Not(inner) if **inner == Test::Exerted => "ready".to_owned(),
            Test::Any(several) => {
                let names: Vec<String> = several
                    .iter()
                    .map(|one| {
                        one.iter().map(|test| self.adjective(test, word)).collect::<Vec<_>>().join(" ")
                    })
                    .collect();
                listed(&names, word)
            }
            other => self.after(other),
        }
    }

    fn after(&self, test: &Test) -> String {
        match test {
            Test::Yours => "of yours".to_owned(),
            Test::Theirs => "of theirs".to_owned(),
            Test::Cost(range) => format!("with cost {}", self.range(range)),
            Test::Strength(Range::Below(Amount::Stat(card, Stat::Strength))) => {
                format!("with less ¤ than {}", self.card(card))
            }
            Test::Strength(Range::UpTo(n)) if !matches!(n, Amount::N(_)) => {
                format!("with ¤ equal to or less than {}", self.equal(n))
            }
            Test::Strength(range) => format!("with {}", self.ranged(range, "¤")),
            Test::Willpower(range) => format!("with {}", self.ranged(range, "⛉")),
            Test::Lore(range) => format!("with {}", self.ranged(range, "◊")),
            Test::Damage(range) => format!("with {}", self.ranged(range, "damage")),
            Test::Keyword(name) => format!("with {name}"),
            Test::Named(name) => format!("named {name}"),
            Test::Any(several) => self.any_after(several),
            Test::Not(inner) => self.not_after(inner),
            Test::Here => "here".to_owned(),
            Test::AtLocation => "at a location".to_owned(),
            Test::At(card) if !matches!(card, Ref::LocationOf(_)) => "there".to_owned(),
            Test::HasUnder => "with a card under them".to_owned(),
            Test::Damaged => "with damage".to_owned(),
            Test::SameNameAs(card) => format!("with the same name as {}", self.card(card)),
            Test::NamedSo => "with that name".to_owned(),
            Test::SangThis => "that sang this song".to_owned(),
            Test::At(Ref::LocationOf(_)) => "at that location".to_owned(),
            Test::WasChallenged => "who was challenged this turn".to_owned(),
            Test::PlayedThisTurn => "you played this turn".to_owned(),
            Test::Inkable => "with ◉".to_owned(),
            Test::LowestCost => "with the lowest cost".to_owned(),
            Test::HighestCost => "with the highest cost".to_owned(),
            Test::Opposing => "opponents have".to_owned(),
            Test::Type(kind) => type_name(*kind).to_owned(),
            other => self.adjective(other, "or"),
        }
    }

    fn any_after(&self, several: &[Filter]) -> String {
        let words: Vec<String> = several
            .iter()
            .map(|one| one.iter().map(|test| self.after(test)).collect::<Vec<_>>().join(" "))
            .collect();
        for prefix in ["named ", "with "] {
            let rest: Option<Vec<String>> =
                words.iter().map(|word| word.strip_prefix(prefix).map(str::to_owned)).collect();
            if let Some(rest) = rest {
                return format!("{prefix}{}", listed(&rest, "or"));
            }
        }
        listed(&words, "or")
    }

    fn not_after(&self, inner: &Test) -> String {
        match inner {
            Test::Damaged => "with no damage".to_owned(),
            Test::Keyword(name) => format!("without {name}"),
            Test::Named(name) => format!("not named {name}"),
            Test::Type(CardType::Song) => "that isn't a song".to_owned(),
            Test::Exerted => "ready".to_owned(),
            other => format!("not {}", self.after(other)),
        }
    }

    fn range(&self, range: &Range) -> String {
        match range {
            Range::Is(n) => self.equal(n),
            Range::From(n) => format!("{} or more", self.equal(n)),
            Range::UpTo(n @ Amount::N(_)) => format!("{} or less", self.equal(n)),
            Range::UpTo(Amount::Plus(both)) => match &**both {
                [Amount::Cost(card), n] => {
                    format!("up to {} more than {}", self.number(n), self.target(card))
                }
                _ => "up to a sum".to_owned(),
            },
            Range::UpTo(n) => format!("equal to or less than {}", self.equal(n)),
            Range::Below(n) => format!("less than {}", self.equal(n)),
            Range::Either(a, b) => format!("{a} or {b}"),
        }
    }

    /// "3 ¤ or more".
    pub(super) fn ranged(&self, range: &Range, what: &str) -> String {
        match range {
            Range::Is(n) => format!("{} {what}", self.number(n)),
            Range::From(n) if what == "damage" => format!("{} or more damage", self.number(n)),
            Range::From(n) => format!("{} {what} or more", self.number(n)),
            Range::UpTo(n) => format!("{} {what} or less", self.number(n)),
            Range::Below(n) => format!("less {what} than {}", self.equal(n)),
            Range::Either(a, b) => format!("{a} or {b} {what}"),
        }
    }

    pub(super) fn number(&self, n: &Amount) -> String {
        match n {
            Amount::N(n) => n.to_string(),
            Amount::Result(Done::ThatMuch) => "that many".to_owned(),
            other => self.equal(other),
        }
    }

    /// "1 lore", "lore equal to …", "1 lore for each …".
    pub(super) fn so_much(&self, n: &Amount, what: &str) -> String {
        match n {
            Amount::N(n) => format!("{n} {what}"),
            Amount::ForEach(n, _, each) => format!("{} {what} {}", self.number(n), self.for_each(each)),
            Amount::AtMost(n, most) => format!("{}, to a maximum of {most} lore", self.so_much(n, what)),
            n => format!("{what} equal to {}", self.equal(n)),
        }
    }

    /// What a number is equal to.
    pub(super) fn equal(&self, n: &Amount) -> String {
        match n {
            Amount::N(n) => n.to_string(),
            Amount::Stat(card, stat) => format!("{} {}", self.cards(card), stat_sign(*stat)),
            Amount::StatOf(card, stat) => format!("the {} of {}", stat_sign(*stat), self.target(card)),
            Amount::Cost(card) => match &**card {
                Target::Ref(card) => format!("{} cost", self.cards(card)),
                card => format!("the cost of {}", self.target(card)),
            },
            Amount::Damage(card) => format!("the damage on {}", self.target(card)),
            Amount::Result(Done::LoreLost) => "the lore lost this way".to_owned(),
            Amount::Result(Done::ThatMuch) => "that much".to_owned(),
            Amount::Lore(players) => format!("{} lore", self.whose(players)),
            other => format!("the number of {}", self.each(other, true)),
        }
    }

    pub(super) fn for_each(&self, n: &Amount) -> String {
        format!("for each {}", self.each(n, false))
    }

    /// What is counted.
    fn each(&self, n: &Amount, plural: bool) -> String {
        match n {
            Amount::Count(Pool::InPlay, filter) => self.counted(filter, plural),
            Amount::Count(Pool::Hand(Players::EachOpponent), _) => "card in opponents' hands".to_owned(),
            Amount::Count(pool, filter) => {
                format!("{} in {}", self.np(filter, plural, true), self.pool(pool))
            }
            Amount::Under(card) => format!("card under {}", self.card(card)),
            Amount::Damage(card) => format!("1 damage on {}", self.target(card)),
            Amount::InkTypes(Pool::Slot(_), _) => "different ink type of cards revealed this way".to_owned(),
            Amount::InkTypes(_, filter) => format!("different ink type of {}", self.counted(filter, true)),
            Amount::Names(_, filter) => {
                self.counted(filter, plural).replace(" you have", " with a different name you have")
            }
            Amount::Singers => "character that sings this song".to_owned(),
            Amount::Times(event) => self.times(event),
            Amount::AtMost(inner, most) => {
                format!("{}, to a maximum of {most} lore", self.each(inner, plural))
            }
            Amount::ResultOf(Done::Moved, filter) => {
                format!("{} moved this way", self.np(filter, false, true))
            }
            Amount::ResultOf(_, filter) => format!("{} discarded this way", self.np(filter, false, true)),
            Amount::Result(done) => match done {
                Done::DamageRemoved => "1 damage removed this way",
                Done::DamageMoved => "damage counter moved this way",
                Done::LoreLost => "1 lore lost this way",
                Done::Discarded => "card discarded this way",
                Done::Moved => "character you moved this way",
                Done::ItemsBanished => "item banished this way",
                Done::ThatMuch => "of that",
            }
            .to_owned(),
            other => self.equal(other),
        }
    }

    /// "other character you have".
    fn counted(&self, filter: &[Test], plural: bool) -> String {
        let noun_first = !matches!(filter.first(), Some(Test::Yours));
        match filter {
            [what @ .., Test::Yours, Test::Here] if noun_first => {
                format!("{} you have here", self.np(what, plural, false))
            }
            [what @ .., Test::Yours] if noun_first => format!("{} you have", self.np(what, plural, false)),
            what => self.np(what, plural, false),
        }
    }
}

/// Whether it is one of several quite different things.
fn is_union(what: &[Test]) -> bool {
    matches!(what, [Test::Any(several)] if several.iter().any(|one| one.len() > 1))
}

pub(super) fn stat_sign(stat: Stat) -> &'static str {
    match stat {
        Stat::Strength => "¤",
        Stat::Willpower => "⛉",
        Stat::Lore => "◊",
    }
}

fn is_noun(test: &Test) -> bool {
    match test {
        Test::Type(_) => true,
        Test::Any(several) => several.iter().all(|one| matches!(one.as_slice(), [Test::Type(_), ..])),
        Test::Not(inner) => **inner == Test::Type(CardType::Character),
        _ => false,
    }
}

fn is_adjective(test: &Test) -> bool {
    match test {
        Test::Yours
        | Test::Theirs
        | Test::Opposing
        | Test::Other
        | Test::OtherThan(_)
        | Test::Class(_)
        | Test::Ink(_) => true,
        Test::Any(several) => several.iter().all(|one| matches!(one.as_slice(), [Test::Class(_)])),
        _ => false,
    }
}

fn type_name(kind: CardType) -> &'static str {
    match kind {
        CardType::Character => "character",
        CardType::Action => "action",
        CardType::Song => "song",
        CardType::Item => "item",
        CardType::Location => "location",
    }
}
