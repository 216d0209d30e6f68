//! Cards: what they are like, where they are, how many are chosen; what was named before; players.

use gaslamp_lorcana::cards::{Classification, Ink, KeywordName};
use gaslamp_lorcana::language::{
    Amount, CardType, Choice, Count, Filter, Players, Pool, Range, Ref, Target, Test,
};

use super::{Table, rules};
use crate::bind::said;

pub(super) fn add(table: &mut Table) {
    refs(table);
    players(table);
    adjectives(table);
    nouns(table);
    afterwards(table);
    pools(table);
    choices(table);
    targets(table);
}

fn refs(t: &mut Table) {
    rules! { t;
        This: "this character" => | | Ref::This;
        This: "this item" => | | Ref::This;
        This: "this location" => | | Ref::This;
        This: "this card" => | | Ref::This;
        This: "this song" => | | Ref::This;
        This: "this action" => | | Ref::This;

        Ref: "<This>" => |this: Ref| this;
        Ref: "<Them>" => |them: Ref| them;
        Them: "them" => | | said::THEM;
        Them: "that character" => | | said::CHARACTER;
        Them: "the exerted character" => | | said::CHARACTER;
        Them: "the moved character" => | | said::MOVED;
        Them: "the chosen character" => | | said::CHOSEN;
        Them: "the banished character" => | | said::CHARACTER;
        Them: "the returned character" => | | said::CHARACTER;
        Them: "that card" => | | said::CARD;
        Them: "the chosen card" => | | said::CHOSEN;
        Them: "the revealed card" => | | said::REVEALED;
        Them: "the discarded card" => | | said::CARD;
        Them: "that action card" => | | said::CARD;
        Them: "that song" => | | said::CARD;
        Them: "that item" => | | said::ITEM;
        Them: "the chosen item" => | | said::CHOSEN;
        Them: "the banished item" => | | said::ITEM;
        Them: "that location" => | | said::LOCATION;
        Them: "those character" => | | said::THOSE;
        Them: "those card" => | | said::THOSE;
        Them: "those location" => | | said::THOSE;
        Them: "each of them" => | | said::THOSE;
        Them: "each of those character" => | | said::THOSE;
        Them: "the challenging character" => | | said::CHALLENGING;
        Them: "the challenged character" => | | said::CHALLENGED;
        Them: "both" => | | said::THOSE;
        Them: "the other character" => | | said::OTHER;
        Owned: "their" => | | said::THEM;
        Owned: "this character's" => | | Ref::This;
        Owned: "this location's" => | | Ref::This;
        Owned: "that character's" => | | said::CHARACTER;
        Owned: "the chosen character's" => | | said::CHOSEN;
        Owned: "the exerted character's" => | | said::CHARACTER;
        Owned: "the banished character's" => | | said::CHARACTER;
        Owned: "the discarded character's" => | | said::CARD;
        Owned: "that item's" => | | said::ITEM;
        Owned: "that location's" => | | said::LOCATION;
    }
}

fn players(t: &mut Table) {
    rules! { t;
        Players: "each opponent" => | | Players::EachOpponent;
        Players: "each opposing player" => | | Players::EachOpponent;
        Players: "all opponent" => | | Players::EachOpponent;
        Players: "opponent" => | | Players::EachOpponent;
        Players: "chosen opponent" => | | Players::ChosenOpponent;
        Players: "chosen player" => | | Players::ChosenPlayer;
        Players: "you and another chosen player each" => | | Players::YouAndChosen;
        Players: "each player" => | | Players::EachPlayer;
        Players: "that player" => | | Players::ThatPlayer;
        Players: "them" => | | Players::ThatPlayer;
        Players: "their player" => | | Players::PlayerOf(said::THEM);
        Players: "that character's player" => | | Players::PlayerOf(said::CHARACTER);
        Players: "the challenging character's player" => | | Players::PlayerOf(said::CHALLENGING);
        Players: "the challenging player" => | | Players::PlayerOf(said::CHALLENGING);
        Players: "the player or player with the most card in their hand" => | | Players::MostCardsInHand;
        Players: "each opponent with more lore than you" => | | Players::EachOpponentAhead;
    }
}

fn adjectives(t: &mut Table) {
    rules! { t;
        Adjectives: "<Adjective> <Adjectives?>" => |one: Test, more: Option<Filter>| {
            let mut all = vec![one];
            all.extend(more.unwrap_or_default());
            all
        };
        Adjective: "your" => | | Test::Yours;
        Adjective: "their" => | | Test::Theirs;
        Adjective: "opposing" => | | Test::Opposing;
        Adjective: "other" => | | Test::Other;
        Adjective: "damaged" => | | Test::Damaged;
        Adjective: "undamaged" => | | Test::Not(Box::new(Test::Damaged));
        Adjective: "exerted" => | | Test::Exerted;
        Adjective: "ready" => | | Test::Not(Box::new(Test::Exerted));
        Adjective: "<Class>" => |class: Classification| Test::Class(class);
        Adjective: "<Ink>" => |ink: Ink| Test::Ink(ink);
        Adjective: "<Classes>" => |classes: Filter| {
            Test::Any(classes.into_iter().map(|class| vec![class]).collect())
        };
        Classes: "<Class> or <Class>" => |one: Classification, two: Classification| vec![Test::Class(one), Test::Class(two)];
        Classes: "<Class> and <Class>" => |one: Classification, two: Classification| vec![Test::Class(one), Test::Class(two)];
        Classes: "<Class> , <Classes>" => |one: Classification, more: Filter| {
            let mut all = vec![Test::Class(one)];
            all.extend(more);
            all
        };
        Classes: "<Class> , <Class> , or <Class>" => |one: Classification, two: Classification, three: Classification| {
            vec![Test::Class(one), Test::Class(two), Test::Class(three)]
        };
        Classes: "<Class> , <Class> , and <Class>" => |one: Classification, two: Classification, three: Classification| {
            vec![Test::Class(one), Test::Class(two), Test::Class(three)]
        };
    }
}

fn kind(kind: CardType) -> Filter {
    vec![Test::Type(kind)]
}

fn any(kinds: &[CardType]) -> Filter {
    vec![Test::Any(kinds.iter().map(|one| kind(*one)).collect())]
}

fn nouns(t: &mut Table) {
    use CardType::{Action, Character, Item, Location, Song};
    rules! { t;
        Np: "<Adjectives?> <Noun> <Posts?>" => |before: Option<Filter>, noun: Filter, after: Option<Filter>| {
            let mut all = before.unwrap_or_default();
            all.extend(noun);
            all.extend(after.unwrap_or_default());
            all
        };
        Noun: "<Kind>" => |kind: Filter| kind;
        Noun: "<Kind> card" => |kind: Filter| kind;
        Noun: "location and character at location" => | | vec![Test::Any(vec![kind(Location), vec![Test::Type(Character), Test::AtLocation]])];
        Noun: "character with <Keyword> or item" => |keyword: KeywordName| {
            vec![Test::Any(vec![vec![Test::Type(Character), Test::Keyword(keyword)], kind(Item)])]
        };
        Noun: "card" => | | Filter::new();
        Noun: "non-character card" => | | vec![Test::Not(Box::new(Test::Type(Character)))];
        Kind: "character" => | | kind(Character);
        Kind: "item" => | | kind(Item);
        Kind: "location" => | | kind(Location);
        Kind: "action" => | | kind(Action);
        Kind: "song" => | | kind(Song);
        Kind: "character or location" => | | any(&[Character, Location]);
        Kind: "character and location" => | | any(&[Character, Location]);
        Kind: "location or character" => | | any(&[Location, Character]);
        Kind: "character or item" => | | any(&[Character, Item]);
        Kind: "character and / or location" => | | any(&[Character, Location]);
        Kind: "item or character" => | | any(&[Item, Character]);
        Kind: "item or location" => | | any(&[Item, Location]);
        Kind: "item and location" => | | any(&[Item, Location]);
        Kind: "location or item" => | | any(&[Location, Item]);
        Kind: "location and item" => | | any(&[Location, Item]);
        Kind: "action or item" => | | any(&[Action, Item]);
        Kind: "action and item" => | | any(&[Action, Item]);
        Kind: "item or action" => | | any(&[Item, Action]);
        Kind: "character , item , or location" => | | any(&[Character, Item, Location]);
        Kind: "character , item , and location" => | | any(&[Character, Item, Location]);
    }
}

fn afterwards(t: &mut Table) {
    rules! { t;
        Posts: "<Post> <Posts?>" => |one: Test, more: Option<Filter>| {
            let mut all = vec![one];
            all.extend(more.unwrap_or_default());
            all
        };
        Post: "of yours" => | | Test::Yours;
        Post: "of theirs" => | | Test::Theirs;
        Post: "with cost <Range>" => |range: Range| Test::Cost(range);
        Post: "with the same cost or less" => | | Test::Cost(Range::UpTo(Amount::Cost(Box::new(Target::Ref(said::THEM)))));
        Post: "with cost <Range> or named <Name>" => |range: Range, name: String| {
            Test::Any(vec![vec![Test::Cost(range)], vec![Test::Named(name)]])
        };
        Post: "from here" => | | Test::Here;
        Post: "with cost <Range> each" => |range: Range| Test::Cost(range);
        Post: "with <Number> ¤ or less" => |n: i16| Test::Strength(Range::UpTo(Amount::N(n)));
        Post: "with <Number> ¤ or less each" => |n: i16| Test::Strength(Range::UpTo(Amount::N(n)));
        Post: "with <Number> ¤ or more" => |n: i16| Test::Strength(Range::From(Amount::N(n)));
        Post: "with <Number> ¤" => |n: i16| Test::Strength(Range::Is(Amount::N(n)));
        Post: "with less ¤ than <Ref>" => |card: Ref| Test::Strength(Range::Below(Amount::Stat(card, gaslamp_lorcana::language::Stat::Strength)));
        Post: "with ¤ equal to or less than <Amount>" => |n: Amount| Test::Strength(Range::UpTo(n));
        Post: "with <Number> ⛉ or less" => |n: i16| Test::Willpower(Range::UpTo(Amount::N(n)));
        Post: "with <Number> ⛉ or more" => |n: i16| Test::Willpower(Range::From(Amount::N(n)));
        Post: "with <Number> ◊ or less" => |n: i16| Test::Lore(Range::UpTo(Amount::N(n)));
        Post: "with <Number> ◊ or more" => |n: i16| Test::Lore(Range::From(Amount::N(n)));
        Post: "with <Keyword>" => |keyword: KeywordName| Test::Keyword(keyword);
        Post: "with <Keyword> or <Keyword>" => |one: KeywordName, two: KeywordName| {
            Test::Any(vec![vec![Test::Keyword(one)], vec![Test::Keyword(two)]])
        };
        Post: "without <Keyword>" => |keyword: KeywordName| Test::Not(Box::new(Test::Keyword(keyword)));
        Post: "named <Name>" => |name: String| Test::Named(name);
        Post: "named <Name> or <Name>" => |one: String, two: String| named(vec![one, two]);
        Post: "named <Name> and <Name>" => |one: String, two: String| named(vec![one, two]);
        Post: "named <Name> and / or <Name>" => |one: String, two: String| named(vec![one, two]);
        Post: "named <Name> , <Name> , or <Name>" => |one: String, two: String, three: String| named(vec![one, two, three]);
        Post: "named <Name> , <Name> , and <Name>" => |one: String, two: String, three: String| named(vec![one, two, three]);
        Post: "named <Name> or with <Keyword>" => |name: String, keyword: KeywordName| {
            Test::Any(vec![vec![Test::Named(name)], vec![Test::Keyword(keyword)]])
        };
        Post: "not named <Name>" => |name: String| Test::Not(Box::new(Test::Named(name)));
        Post: "here" => | | Test::Here;
        Post: "at a location" => | | Test::AtLocation;
        Post: "at location" => | | Test::AtLocation;
        Post: "at that location" => | | Test::At(said::LOCATION);
        Post: "there" => | | Test::At(said::LOCATION);
        Post: "with a card under them" => | | Test::HasUnder;
        Post: "that have a card under them" => | | Test::HasUnder;
        Post: "with damage" => | | Test::Damaged;
        Post: "with no damage" => | | Test::Not(Box::new(Test::Damaged));
        Post: "with the same name as <Ref>" => |card: Ref| Test::SameNameAs(card);
        Post: "with the same name" => | | Test::SameNameAs(said::THEM);
        Post: "with that name" => | | Test::NamedSo;
        Post: "who was challenged this turn" => | | Test::WasChallenged;
        Post: "you played this turn" => | | Test::PlayedThisTurn;
        Post: "with ◉" => | | Test::Inkable;
        Post: "with the lowest cost" => | | Test::LowestCost;
        Post: "with the highest cost" => | | Test::HighestCost;
        Post: "that is not a song" => | | Test::Not(Box::new(Test::Type(CardType::Song)));
        Post: "that is not a song card" => | | Test::Not(Box::new(Test::Type(CardType::Song)));
        Range: "<Number>" => |n: i16| Range::Is(Amount::N(n));
        Range: "<Number> or less" => |n: i16| Range::UpTo(Amount::N(n));
        Range: "<Number> or more" => |n: i16| Range::From(Amount::N(n));
        Range: "<Number> or <Number>" => |a: i16, b: i16| Some(Range::Either(u8::try_from(a).ok()?, u8::try_from(b).ok()?));
        Range: "equal to or less than <Amount>" => |n: Amount| Range::UpTo(n);
        Range: "up to <Number> more than <Ref>" => |n: i16, card: Ref| {
            Range::UpTo(Amount::Plus(Box::new([Amount::Cost(Box::new(Target::Ref(card))), Amount::N(n)])))
        };
    }
}

fn named(names: Vec<String>) -> Test {
    Test::Any(names.into_iter().map(|name| vec![Test::Named(name)]).collect())
}

fn pools(t: &mut Table) {
    rules! { t;
        From: "from your discard" => | | Pool::Discard(Players::You);
        From: "in your discard" => | | Pool::Discard(Players::You);
        From: "from their discard" => | | Pool::Discard(Players::ThatPlayer);
        From: "from chosen player's discard" => | | Pool::Discard(Players::ChosenPlayer);
        From: "from chosen opponent's discard" => | | Pool::Discard(Players::ChosenOpponent);
        From: "from any discard" => | | Pool::Discard(Players::EachPlayer);
        From: "in their discard" => | | Pool::Discard(Players::ThatPlayer);
        From: "from your hand" => | | Pool::Hand(Players::You);
        From: "in your hand" => | | Pool::Hand(Players::You);
        From: "from their hand" => | | Pool::Hand(Players::ThatPlayer);
        From: "in their hand" => | | Pool::Hand(Players::ThatPlayer);
        From: "from your hand or discard" => | | Pool::Either(Box::new([Pool::Hand(Players::You), Pool::Discard(Players::You)]));
        From: "from your inkwell" => | | Pool::Inkwell(Players::You);
        From: "in your inkwell" => | | Pool::Inkwell(Players::You);
        From: "from their inkwell" => | | Pool::Inkwell(Players::ThatPlayer);
        From: "in their inkwell" => | | Pool::Inkwell(Players::ThatPlayer);
        From: "from there" => | | said::THERE;
        From: "from under <Np>" => |what: Filter| (what.first() == Some(&Test::Yours)).then_some(Pool::UnderAny(what));
        From: "that was under <Ref>" => |card: Ref| Pool::Under(card);
        From: "from under <Ref>" => |card: Ref| Pool::Under(card);
        From: "under <Ref>" => |card: Ref| Pool::Under(card);
    }
}

/// A choice of so many cards that look like this.
pub(super) fn choose(count: Count, what: Filter) -> Choice {
    Choice {
        by: Players::You,
        count,
        from: Pool::InPlay,
        what,
        is_chosen: false,
        at_random: false,
        total_strength: None,
        slot: 0,
    }
}

fn chosen(count: Count, what: Filter) -> Choice {
    Choice { is_chosen: true, ..choose(count, what) }
}

fn other(what: Filter) -> Filter {
    let mut all = vec![Test::Other];
    all.extend(what);
    all
}

fn begins_with_owner(what: &Filter) -> bool {
    matches!(what.first(), Some(Test::Yours | Test::Theirs | Test::Opposing))
}

fn owned(count: Count, what: Filter) -> Option<Choice> {
    begins_with_owner(&what).then(|| choose(count, what))
}

fn unowned(count: Count, what: Filter) -> Option<Choice> {
    (!matches!(what.first(), Some(Test::Yours | Test::Theirs | Test::Other))).then(|| choose(count, what))
}

fn choices(t: &mut Table) {
    rules! { t;
        Choice: "chosen <Np>" => |what: Filter| chosen(Count::One, what);
        Choice: "a chosen <Np>" => |what: Filter| chosen(Count::One, what);
        Choice: "another chosen <Np>" => |what: Filter| chosen(Count::One, other(what));
        Choice: "<Number> chosen <Np>" => |n: i16, what: Filter| chosen(Count::Exactly(Amount::N(n)), what);
        Choice: "another <Number> chosen <Np>" => |n: i16, what: Filter| chosen(Count::Exactly(Amount::N(n)), other(what));
        Choice: "up to <Number> chosen <Np>" => |n: i16, what: Filter| chosen(Count::UpTo(Amount::N(n)), what);
        Choice: "up to <Number> other chosen <Np>" => |n: i16, what: Filter| chosen(Count::UpTo(Amount::N(n)), other(what));
        Choice: "any number of chosen <Np>" => |what: Filter| chosen(Count::Any, what);
        Choice: "any number of chosen <Np> with total ¤ <Number> or less" => |what: Filter, n: i16| {
            Some(Choice { total_strength: Some(u8::try_from(n).ok()?), ..chosen(Count::Any, what) })
        };
        Choice: "any number of <Np>" => |what: Filter| choose(Count::Any, what);
        Choice: "one of <Np>" => |what: Filter| owned(Count::One, what);
        Choice: "<Number> of <Np>" => |n: i16, what: Filter| owned(Count::Exactly(Amount::N(n)), what);
        Choice: "up to <Number> of <Np>" => |n: i16, what: Filter| owned(Count::UpTo(Amount::N(n)), what);
        Choice: "up to <Number> <Np>" => |n: i16, what: Filter| unowned(Count::UpTo(Amount::N(n)), what);
        Choice: "<Number> <Np>" => |n: i16, what: Filter| unowned(Count::Exactly(Amount::N(n)), what);
        Choice: "a <Np>" => |what: Filter| unowned(Count::One, what);
        Choice: "any <Np>" => |what: Filter| unowned(Count::One, what);
        Choice: "another <Np>" => |what: Filter| (!begins_with_owner(&what)).then(|| choose(Count::One, other(what)));
    }
}

fn targets(t: &mut Table) {
    rules! { t;
        Target: "<Ref>" => |card: Ref| Target::Ref(card);
        Target: "<Choice>" => |choice: Choice| Target::Chosen(choice);
        Target: "<Choice> <From>" => |choice: Choice, from: Pool| Target::Chosen(Choice { from, ..choice });
        Target: "<Each>" => |all: Filter| Target::Each(Pool::InPlay, all);
        Target: "<Each> <From>" => |all: Filter, from: Pool| Target::Each(from, all);
        Each: "<Np>" => |all: Filter| all;
        Each: "all <Np>" => |all: Filter| all;
        Each: "all the <Np>" => |all: Filter| all;
        Each: "all of <Np>" => |all: Filter| all;
        Each: "each <Np>" => |all: Filter| all;
        Each: "each <Np> you have" => |all: Filter| {
            let mut all = all;
            all.push(Test::Yours);
            all
        };
        Each: "each of <Np>" => |all: Filter| all;
    }
}
