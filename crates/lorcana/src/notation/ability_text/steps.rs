//! What is done.

use super::{Teller, capital};
use crate::language::{
    Ability, Amount, Choice, Count, Done, Duration, Modifier, Moment, Place, Placed, PlayerModifier, Players,
    Pool, Ref, Restriction, Step, Target,
};

impl Teller {
    /// Steps as sentences.
    pub(super) fn steps(&self, steps: &[Step]) -> String {
        let sentences = self.several(steps, false);
        let mut text = String::new();
        for (at, one) in sentences.iter().enumerate() {
            let capital = if at == 0 { one.clone() } else { capital(one) };
            text.push_str(&capital);
            if !text.ends_with('.') {
                text.push('.');
            }
            if at + 1 < sentences.len() {
                text.push(' ');
            }
        }
        text
    }

    /// Steps within one sentence.
    pub(super) fn acts(&self, steps: &[Step], given: bool) -> String {
        self.several(steps, given).join(" and ")
    }

    /// Each step by itself, but for those that are said together.
    fn several(&self, steps: &[Step], given: bool) -> Vec<String> {
        let mut said = Vec::new();
        let mut rest = steps;
        while let [first, after @ ..] = rest {
            (said, rest) = match rest {
                // "Put all cards from under chosen character on …"
                [
                    Step::Choose(choice),
                    Step::Put(Target::Each(Pool::Under(Ref::Slot(slot)), filter), to),
                    rest @ ..,
                ] if *slot == choice.slot && filter.is_empty() => {
                    let words =
                        format!("put all cards from under {} {}", self.choice(choice), self.place(to));
                    (joined(said, words), rest)
                }
                // "Reveal a character card and an item card and put them into your hand."
                [
                    Step::Show(Target::Chosen(one)),
                    Step::Show(Target::Chosen(two)),
                    Step::Put(Target::Ref(Ref::Slot(first)), to),
                    Step::Put(Target::Ref(Ref::Slot(second)), same),
                    rest @ ..,
                ] if *first == one.slot && *second == two.slot && to == same => {
                    let (one, two) = (self.choice(one), self.choice(two));
                    (joined(said, format!("reveal {one} and {two} and put them {}", self.place(to))), rest)
                }
                _ => (joined(said, self.act(first, given)), after),
            };
        }
        said
    }

    /// One step; after "may" things are given, not got.
    pub(super) fn act(&self, step: &Step, given: bool) -> String {
        match step {
            Step::May(players, steps) => self.may(players, steps),
            Step::To { first, then, otherwise } => self.to(first, then, otherwise, given),
            Step::Pay(_, costs, steps) => {
                format!("you may pay {} to {}", self.price(costs), self.acts(steps, true))
            }
            Step::UnlessPaid(_, n, steps) => {
                format!("{} unless their player pays {n} ⬡", self.acts(steps, given))
            }
            Step::If { so, then, otherwise } if then.is_empty() => {
                format!("{} unless {}", self.acts(otherwise, given), self.condition(so))
            }
            Step::If { so, then, otherwise } => {
                if let Some(words) = self.put_elsewhere(so, then, otherwise) {
                    return words;
                }
                format!("if {}, {}{}", self.condition(so), self.acts(then, given), self.otherwise(otherwise))
            }
            Step::Instead { does, so, then } => {
                // What is given instead for a time of its own is given to the same that is chosen.
                if let (
                    [Step::Gives(who @ Target::Chosen(_), ..)],
                    [Step::Gives(Target::Ref(Ref::Slot(_)), what, lasts)],
                ) = (does.as_slice(), then.as_slice())
                    && *lasts != Duration::AsBefore
                {
                    let (one, two) = (self.acts(does, given), self.gives(who, what, lasts, given));
                    return format!("{one}. If {}, {two} instead", self.condition(so));
                }
                format!(
                    "{}. If {}, {} instead",
                    self.acts(does, given),
                    self.condition(so),
                    self.acts(then, given)
                )
            }
            Step::Unreduced(steps) => {
                format!("{}. This damage can't be reduced by Resist", self.acts(steps, given))
            }
            Step::OneOrAll { so, lists } => {
                format!(
                    "choose one of the following. If {}, choose both instead: {}",
                    self.condition(so),
                    self.bullets(lists)
                )
            }
            Step::OneOf(players, lists) => self.one_of(players, lists),
            Step::ForEachPlayer(players, steps) => self.for_each_player(players, steps),
            Step::Repeat(n, steps) => format!("{}, {}", self.for_each(n), self.acts(steps, given)),
            Step::Watch(ability, duration) => self.watch(ability, duration),
            Step::Later(Moment::EndOfTurn, steps) => {
                format!("at the end of the turn, {}", self.acts(steps, given))
            }
            Step::Later(Moment::EndOfChallenge, steps) => {
                format!("{} after the challenge", self.acts(steps, given))
            }
            Step::Later(Moment::EndOfYourTurn, steps) => {
                format!("at the end of your turn, {}", self.acts(steps, given))
            }
            Step::Gives(who, modifiers, duration) => self.gives(who, modifiers, duration, given),
            Step::PlayerGets(players, what, duration) => self.player_gets(players, what, duration),
            other => self.simple(other),
        }
    }

    /// The same card in another place: "return an item card to your hand. Otherwise, put it …".
    fn put_elsewhere(
        &self,
        so: &crate::language::Condition,
        then: &[Step],
        otherwise: &[Step],
    ) -> Option<String> {
        let ([Step::Put(one, to)], [Step::Put(two, elsewhere)]) = (then, otherwise) else { return None };
        let (Target::Chosen(first), Target::Chosen(second)) = (one, two) else { return None };
        let is_same = Choice { slot: 0, ..first.clone() } == Choice { slot: 0, ..second.clone() };
        is_same.then(|| {
            let so = self.condition(so);
            format!("if {so}, {}. Otherwise, put them {}", self.put(one, to), self.place(elsewhere))
        })
    }

    fn for_each_player(&self, players: &Players, steps: &[Step]) -> String {
        let (who, one) = self.players(players);
        let discards = |step: &Step| match step {
            Step::Discard(Players::ThatPlayer, count, filter) => {
                let choice = Choice { count: count.clone(), ..plain(filter.clone()) };
                Some(self.counted_choice(&choice, true))
            }
            _ => None,
        };
        match steps {
            [Step::Reveal(Players::ThatPlayer, Amount::N(1), _), ..] => {
                let rest = self.steps(steps);
                format!("{who} reveals{}", rest.strip_prefix("they reveal").unwrap_or(&rest))
            }
            [Step::Put(Target::Each(..), place)] if place.to == Placed::ShuffledIn => {
                let words = self.acts(steps, false);
                format!(
                    "{who} {}{}",
                    super::verb("shuffle", one),
                    words.strip_prefix("shuffle").unwrap_or(&words)
                )
            }
            [Step::OneOf(Players::ThatPlayer, lists)] if lists.len() == 2 => {
                let lists: Option<Vec<String>> = lists
                    .iter()
                    .map(|list| match list.as_slice() {
                        [only] => discards(only),
                        _ => None,
                    })
                    .collect();
                match lists {
                    Some(lists) => format!(
                        "{who} {} and discard either {}",
                        super::verb("choose", one),
                        lists.join(" or ")
                    ),
                    None => format!("for {who}, {}", self.steps(steps)),
                }
            }
            _ if *players == Players::AnyNumber => {
                format!(
                    "choose any number of players. They {} each",
                    self.about(Players::ThatPlayer).acts(steps, false)
                )
            }
            _ => format!("for {who}, {}", self.steps(steps)),
        }
    }

    fn otherwise(&self, steps: &[Step]) -> String {
        if steps.is_empty() { String::new() } else { format!(". Otherwise, {}", self.acts(steps, false)) }
    }

    fn may(&self, players: &Players, steps: &[Step]) -> String {
        let (who, _) = self.players(players);
        if *players != Players::You {
            return format!("{who} may {}", self.about(Players::ThatPlayer).acts(steps, true));
        }
        let has_subject = |players: &Players| *players != Players::You;
        let have = match steps {
            [
                Step::Draw(players, _)
                | Step::LoseLore(players, _)
                | Step::Discard(players, ..)
                | Step::GainLore(players, _),
            ] => has_subject(players),
            _ => false,
        };
        format!("you may {}{}", if have { "have " } else { "" }, self.acts(steps, true))
    }

    fn to(&self, first: &[Step], then: &[Step], otherwise: &[Step], given: bool) -> String {
        let second = if then.is_empty() {
            String::new()
        } else if matches!(first, [Step::May(..)]) {
            format!(". If you do, {}", self.acts(then, false))
        } else {
            format!(" to {}", self.acts(then, given))
        };
        if let ([Step::May(Players::EachOpponent, _)], true) = (first, then.is_empty()) {
            return format!(
                "{}. For each opponent who doesn't, {}",
                self.acts(first, given),
                self.acts(otherwise, false)
            );
        }
        format!("{}{second}{}", self.acts(first, given), self.otherwise(otherwise))
    }

    fn one_of(&self, players: &Players, lists: &[Vec<Step>]) -> String {
        if let [one, two] = lists
            && one.len() == 1
            && two.len() == 1
            && !matches!((one.as_slice(), two.as_slice()), ([Step::If { .. }], _) | (_, [Step::If { .. }]))
        {
            return format!("{} or {}", self.acts(one, false), self.acts(two, false));
        }
        format!("{}: {}", self.does(players, "choose", "one"), self.bullets(lists))
    }

    fn bullets(&self, lists: &[Vec<Step>]) -> String {
        let lists: Vec<String> =
            lists.iter().map(|list| format!("• {}", capital(&self.steps(list)))).collect();
        lists.join(" ")
    }

    fn watch(&self, ability: &Ability, duration: &Duration) -> String {
        match ability {
            Ability::Triggered { during: None, limit: Some(_), when, does }
                if *duration == Duration::ThisTurn =>
            {
                let event = when.iter().map(|one| self.event(one)).collect::<Vec<_>>().join(" or ");
                format!("the next time {event} this turn, {}", self.steps(does))
            }
            Ability::Triggered { during, limit, when, does } if *duration == Duration::ThisTurn => {
                self.triggered(during.as_ref(), limit.as_ref(), when, does, Some("this turn"))
            }
            other => format!("{}, {}", self.duration(duration), self.ability(other)),
        }
    }

    fn gives(&self, who: &Target, modifiers: &[Modifier], duration: &Duration, given: bool) -> String {
        let lasts = self.duration(duration);
        let is_gift = |one: &Modifier| {
            matches!(
                one,
                Modifier::Stat(..) | Modifier::Keyword(_) | Modifier::Class(_) | Modifier::Ability(_)
            )
        };
        if given && modifiers.iter().all(is_gift) {
            let each = self.gets(modifiers, true).1;
            return format!("give {} {} {lasts} {each}", self.target(who), self.gift(modifiers))
                .trim_end()
                .to_owned();
        }
        let who = self.subject(who);
        if let [Modifier::Cannot(Restriction::Unless(deed, so))] = modifiers {
            return format!("{} can't {} {lasts} unless {}", who.words, self.deed(deed), self.condition(so));
        }
        if let [Modifier::Shielded] = modifiers {
            return format!(
                "{lasts}, the next time {} would be dealt damage, they take no damage instead",
                who.words
            );
        }
        if let [Modifier::Cannot(Restriction::Challenge), Modifier::MustQuest] = modifiers {
            return format!("{} can't challenge and must quest {lasts} if able", who.words);
        }
        if matches!((modifiers, duration), ([Modifier::NoChallengeDamage], Duration::Challenge)) {
            return format!("{} takes no damage from the challenge", who.words);
        }
        let (gets, each) = self.gets(modifiers, who.one);
        format!("{} {gets} {lasts} {each}", who.words).trim_end().to_owned()
    }

    fn player_gets(&self, players: &Players, what: &PlayerModifier, duration: &Duration) -> String {
        let words = self.players_get(players, what);
        if matches!(what, PlayerModifier::NextGets(..)) {
            return words;
        }
        let words = if *players == self.subject && !words.starts_with("you may") {
            words.strip_prefix("you ").unwrap_or(&words).to_owned()
        } else {
            words
        };
        format!("{words} {}", self.duration(duration))
    }

    fn simple(&self, step: &Step) -> String {
        match step {
            Step::Again => "repeat this effect".to_owned(),
            Step::Choose(choice) if choice.by == Players::You && !choice.is_chosen => {
                format!("choose {}", self.choice(choice))
            }
            Step::Choose(choice) if choice.by == Players::You => {
                format!("choose {}", self.choice(&Choice { is_chosen: false, ..choice.clone() }))
            }
            Step::Choose(choice) => self.does(&choice.by, "choose", &self.choice(choice)),
            Step::NameCard => "name a card".to_owned(),
            Step::Deal(n, to) => self.deal(n, to),
            Step::DealInstead(n) => format!("deal {} damage", self.number(n)),
            Step::HealInstead(n) => format!("remove up to {} damage", self.number(n)),
            Step::MoveTogether { who, to, .. } => {
                let words: Vec<String> = who.iter().map(|one| self.target(one)).collect();
                let place = self.target(to).replacen("a location", "the same location", 1);
                format!("move {} to {place} for free", words.join(" and "))
            }
            Step::PutDamage(Amount::N(1), to) => format!("put a damage counter on {}", self.target(to)),
            Step::PutDamage(n, to) => {
                format!("put {} damage counters on {}", self.number(n), self.target(to))
            }
            Step::Heal { amount: None, from, .. } => format!("remove all damage from {}", self.target(from)),
            Step::Heal { amount: Some(n), up_to, from, in_total } => {
                let (up_to, total) =
                    (if *up_to { "up to " } else { "" }, if *in_total { " total" } else { "" });
                format!("remove {up_to}{} damage{total} from {}", self.number(n), self.target(from))
            }
            Step::MoveDamage { amount, up_to, from, to } => {
                let amount = amount.as_ref().map_or_else(|| "all".to_owned(), |n| self.number(n));
                let up_to = if *up_to { "up to " } else { "" };
                format!(
                    "move {up_to}{amount} damage counters from {} to {}",
                    self.target(from),
                    self.target(to)
                )
            }
            Step::Banish(what) => self.chosen_by(what, "banish", ""),
            Step::ExertSymbol(what) => format!("⟳ {}", self.target(what)),
            Step::Exert(Target::Each(Pool::Inkwell(players), filter)) if filter.is_empty() => {
                self.does(players, "exert", &format!("all cards in {} inkwell", self.whose(players)))
            }
            Step::Exert(what) => self.chosen_by(what, "exert", ""),
            Step::Ready(what) => self.chosen_by(what, "ready", ""),
            Step::Put(what, to) => self.put(what, to),
            Step::MoveTo { who, to, free } => {
                let here = if matches!(to, Target::Ref(Ref::This)) {
                    "here".to_owned()
                } else {
                    format!("to {}", self.target(to))
                };
                format!("move {} {here}{}", self.target(who), if *free { " for free" } else { "" })
            }
            Step::Play { what, free, exerted, or_shift, then_to, .. } => {
                let words = self.play(what, *free, *exerted);
                let words = match (or_shift, free) {
                    (false, _) => words,
                    (true, true) => words.replacen("play", "play or shift", 1),
                    (true, false) => format!("{words} as if they were in your hand"),
                };
                match then_to {
                    Some(to) => {
                        format!("{words}, then put them {} instead of into your discard", self.place(to))
                    }
                    None => words,
                }
            }
            other => self.of_players(other),
        }
    }

    fn deal(&self, n: &Amount, to: &Target) -> String {
        let to = self.target(to);
        match n {
            Amount::N(n) => format!("deal {n} damage to {to}"),
            Amount::ForEach(n, _, each) => {
                format!("deal {} damage to {to} {}", self.number(n), self.for_each(each))
            }
            Amount::Result(Done::ThatMuch) => format!("deal that much damage to {to}"),
            n @ Amount::Stat(..) => format!("deal damage equal to {} to {to}", self.equal(n)),
            n => format!("deal damage to {to} equal to {}", self.equal(n)),
        }
    }

    /// "banish chosen character", "each opponent chooses and banishes one of their characters".
    fn chosen_by(&self, what: &Target, base: &str, rest: &str) -> String {
        match what {
            Target::Chosen(choice) if choice.by != self.subject => {
                let (who, one) = self.players(&choice.by);
                let (choose, does) = (super::verb("choose", one), super::verb(base, one));
                format!("{who} {choose} and {does} {}{rest}", self.choice(choice))
            }
            what => format!("{base} {}{rest}", self.target(what)),
        }
    }

    fn put(&self, what: &Target, to: &Place) -> String {
        if let (Target::Each(Pool::Under(_), _), Placed::Under(card), true) = (what, &to.to, to.facedown) {
            return format!("put {} under {} facedown", self.target(what), self.target(card));
        }
        let place = self.place(to);
        match &to.to {
            Placed::ShuffledIn => format!("shuffle {} {place}", self.target(what)),
            Placed::Hand => self.chosen_by(what, "put", " into their hand"),
            _ => self.chosen_by(what, "put", &format!(" {place}")),
        }
    }

    fn place(&self, place: &Place) -> String {
        let mut words = match &place.to {
            Placed::Hand => "into their hand".to_owned(),
            Placed::Inkwell => "into their inkwell".to_owned(),
            Placed::Discard => "into their discard".to_owned(),
            Placed::Bottom => "on the bottom of their deck".to_owned(),
            Placed::Top => "on top of their deck".to_owned(),
            Placed::TopOrBottom => "on either the top or the bottom of their deck".to_owned(),
            Placed::TopOrDiscard => "on top of their deck or into their discard".to_owned(),
            Placed::ShuffledIn => "into their deck".to_owned(),
            Placed::Under(card) => format!("under {}", self.target(card)),
        };
        match (&place.to, place.facedown, place.exerted) {
            (Placed::Under(_), true, _) => words = format!("facedown {words}"),
            (Placed::Under(_), false, _) => words.push_str(" faceup"),
            (_, true, true) => words.push_str(" facedown and exerted"),
            (_, true, false) => words.push_str(" facedown"),
            (_, false, true) => words.push_str(" exerted"),
            _ => {}
        }
        if place.any_order {
            words.push_str(" in any order");
        }
        if place.random_order {
            words.push_str(" in a random order");
        }
        words
    }

    fn play(&self, what: &Target, free: bool, exerted: bool) -> String {
        let what = match what {
            Target::Chosen(choice) => {
                let from = if matches!(choice.from, Pool::Hand(Players::You)) {
                    String::new()
                } else {
                    self.from(&choice.from)
                };
                match (&choice.from, choice.what.as_slice()) {
                    // The place comes before the rest of what is said of the card.
                    (Pool::Either(_), [noun, rest @ ..]) if !rest.is_empty() => {
                        let noun = Choice { what: vec![noun.clone()], ..choice.clone() };
                        let all = self.counted_choice(choice, false);
                        let short = self.counted_choice(&noun, false);
                        format!("{short}{from}{}", all.strip_prefix(&short).unwrap_or_default())
                    }
                    _ => format!("{}{from}", self.counted_choice(choice, false)),
                }
            }
            other => self.target(other),
        };
        let free = if free { " for free" } else { "" };
        format!("play {what}{free}{}", if exerted { " and they enter play exerted" } else { "" })
    }

    fn of_players(&self, step: &Step) -> String {
        let cards = |n: &Amount| match n {
            Amount::N(1) => "a card".to_owned(),
            Amount::N(n) => format!("{n} cards"),
            Amount::Result(Done::ThatMuch) => "that many cards".to_owned(),
            Amount::Plus(both) if both[0] == Amount::Result(Done::ThatMuch) => {
                format!("that many cards plus {}", self.number(&both[1]))
            }
            Amount::ForEach(n, _, each) if **n == Amount::N(1) => format!("a card {}", self.for_each(each)),
            n => self.so_much(n, "cards"),
        };
        match step {
            Step::Draw(players, n) => self.does(players, "draw", &cards(n)),
            Step::DrawTo(players, Amount::Count(..)) => {
                self.does(players, "draw", "until you have the same number")
            }
            Step::DrawTo(Players::EachPlayer, n) => {
                let n = self.number(n);
                format!("each player with fewer than {n} cards in their hand draws until they have {n}")
            }
            Step::DrawTo(players @ Players::You, n) => {
                self.does(players, "draw", &format!("until you have {} cards in your hand", self.number(n)))
            }
            Step::DrawTo(players, n) => {
                self.does(players, "draw", &format!("until they have {}", self.number(n)))
            }
            Step::DrawFromBottom(players) => {
                self.does(players, "draw", "a card from the bottom of your deck")
            }
            Step::Discard(players, count, filter) => {
                let choice = Choice { count: count.clone(), ..plain(filter.clone()) };
                self.does(players, "choose", &format!("and discard {}", self.counted_choice(&choice, true)))
            }
            Step::DiscardFromRevealed(players, Count::All, filter) => {
                let what = self.np(filter, false, true);
                self.does(
                    players,
                    "reveal",
                    &format!("their hand and discards each {what} revealed this way"),
                )
            }
            Step::DiscardFromRevealed(players, count, filter) => {
                let choice = Choice { count: count.clone(), ..plain(filter.clone()) };
                let what = self.counted_choice(&choice, true);
                self.does(players, "reveal", &format!("their hand and discards {what} of your choice"))
            }
            Step::RevealHandAndDiscard(players, count, filter) => {
                let choice = Choice { count: count.clone(), ..plain(filter.clone()) };
                let what = self.counted_choice(&choice, true);
                self.does(players, "reveal", &format!("their hand and discards {what} of their choice"))
            }
            Step::DiscardAtRandom(players, n) => {
                self.does(players, "discard", &format!("{} at random", cards(n)))
            }
            Step::DiscardTo(players, n) => {
                self.does(players, "discard", &format!("until they have {n} cards in their hand"))
            }
            Step::DiscardHand(players) => {
                self.does(players, "discard", &format!("{} hand", self.whose_own(players)))
            }
            Step::RevealHand(players) => self.does(players, "reveal", "their hand"),
            Step::LookAtHand(Players::EachOpponent) => "look at each opponent's hand".to_owned(),
            Step::LookAtHand(players) => format!("look at {} hand", self.whose(players)),
            Step::PutTop(Players::ChosenPlayer, n, to) => {
                format!("put the top {} of chosen player's deck {}", top(n), self.place(to))
            }
            Step::PutTop(players, n, to) => self.does(
                players,
                "put",
                &format!("the top {} of {} deck {}", top(n), self.whose_own(players), self.place(to)),
            ),
            Step::GainLore(players, n) => self.does(players, "gain", &self.so_much(n, "lore")),
            Step::LoseLore(players, n) => self.does(players, "lose", &self.so_much(n, "lore")),
            Step::InkDrops(players, n) => self.does(players, "get", &format!("{} ink drop", self.number(n))),
            other => self.of_decks(other),
        }
    }

    fn whose_own(&self, players: &Players) -> &'static str {
        if *players == Players::You { "your" } else { "their" }
    }

    fn of_decks(&self, step: &Step) -> String {
        let deck = |players: &Players| match players {
            Players::EachOpponent => "each opponent's deck".to_owned(),
            other => format!("{} deck", self.whose(other)),
        };
        match step {
            Step::Look(players, n @ Amount::N(_), _) => {
                format!("look at the top {} of {}", top(n), deck(players))
            }
            Step::Look(players, n, _) => format!(
                "look at a number of cards from the top of {} equal to {}",
                deck(players),
                self.equal(n)
            ),
            Step::Reveal(players, n @ Amount::N(_), _) if *players != Players::You => {
                self.does(players, "reveal", &format!("the top {} of their deck", top(n)))
            }
            Step::Reveal(players, n @ Amount::N(_), _) => {
                format!("reveal the top {} of {}", top(n), deck(players))
            }
            Step::Reveal(players, n, _) => format!(
                "reveal a number of cards from the top of {} equal to {}",
                deck(players),
                self.equal(n)
            ),
            Step::RevealUntil(filter, _) => {
                format!(
                    "reveal cards from the top of your deck until you reveal a {}",
                    self.np(filter, false, true)
                )
            }
            Step::Show(what) => format!("reveal {}", self.target(what)),
            Step::LookAt(pool) => format!("look at the cards in {}", self.pool(pool)),
            Step::Search(choice) => format!("search your deck for {}", self.counted_choice(choice, true)),
            Step::InkwellToHand(_, Count::Exactly(n)) => {
                format!("return {} cards at random from your inkwell to your hand", self.number(n))
            }
            Step::InkwellDownTo(players, n) => {
                let (n, inkwell) = (self.number(n), "cards in their inkwell");
                let return_them = "returns cards at random from their inkwell to their hand until they have";
                format!(
                    "{} with more than {n} {inkwell} {return_them} {n} {inkwell}",
                    self.players(players).0
                )
            }
            Step::UseFree(name) => format!("use {}'s {name} ability for free", self.this()),
            Step::Shift { what, free } => {
                format!("shift {}{}", self.target(what), if *free { " for free" } else { "" })
            }
            Step::Shuffle(players) => format!("shuffle {}", deck(players)),
            other => format!("{other:?}"),
        }
    }
}

fn joined(mut all: Vec<String>, one: String) -> Vec<String> {
    all.push(one);
    all
}

fn plain(what: crate::language::Filter) -> Choice {
    Choice {
        by: Players::You,
        count: Count::One,
        from: Pool::InPlay,
        what,
        is_chosen: false,
        at_random: false,
        total_strength: None,
        slot: 0,
    }
}

fn top(n: &Amount) -> String {
    match n {
        Amount::N(1) => "card".to_owned(),
        Amount::N(n) => format!("{n} cards"),
        _ => "cards".to_owned(),
    }
}
