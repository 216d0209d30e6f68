//! What triggered abilities wait for.

use super::{Teller, capital, verb};
use crate::language::{Destination, Filter, Players, Test, When, Who};

impl Teller {
    /// "whenever you play a character and at the end of your turn".
    pub(super) fn whens(&self, whens: &[When]) -> String {
        if let [When::Quests(one), When::Challenges(two, against)] = whens
            && one == two
            && against.is_empty()
        {
            return format!("whenever {} quests or challenges", self.who(one).0);
        }
        whens.iter().map(|when| self.when(when)).collect::<Vec<_>>().join(" and ")
    }

    pub(super) fn when(&self, when: &When) -> String {
        match when {
            When::TurnBegins(players) => format!("at the start of {}", self.turn(players)),
            When::TurnEnds(players) => format!("at the end of {}", self.turn(players)),
            other => format!("whenever {}", self.event(other)),
        }
    }

    pub(super) fn turn(&self, players: &Players) -> String {
        match players {
            Players::You => "your turn".to_owned(),
            Players::EachOpponent => "each opponent's turn".to_owned(),
            Players::EachPlayer => "each player's turn".to_owned(),
            _ => "their turn".to_owned(),
        }
    }

    /// Who does it, without "here", and what is added for that.
    fn who(&self, who: &Who) -> (String, &'static str) {
        match who {
            Who::This => (self.this().to_owned(), ""),
            Who::Ref(_) => ("they".to_owned(), ""),
            Who::ThisOr(filter) => (format!("{} or {}", self.this(), self.some(filter)), ""),
            Who::Any(filter) => match filter.as_slice() {
                [rest @ .., Test::Here] => (self.some(rest), " while here"),
                all => (self.some(all), ""),
            },
        }
    }

    fn some(&self, filter: &[Test]) -> String {
        match filter {
            [Test::Yours | Test::Theirs, ..] => format!("one of {}", self.np_or(filter, true, false, "or")),
            [Test::Other, rest @ ..] => format!("another {}", self.np(rest, false, false)),
            all => format!("a {}", self.np(all, false, false)),
        }
    }

    fn one(&self, who: &Who, base: &str, rest: &str) -> String {
        let (words, here) = self.who(who);
        let one = !matches!(who, Who::Ref(_));
        format!("{words} {}{}{rest}{here}", verb(base, one), if rest.is_empty() { "" } else { " " })
    }

    fn is_done(&self, who: &Who, what: &str) -> String {
        let (words, here) = self.who(who);
        let is = if matches!(who, Who::Ref(_)) { "are" } else { "is" };
        format!("{words} {is} {what}{here}")
    }

    fn players_do(&self, players: &Players, base: &str, rest: &str) -> String {
        match players {
            Players::You => format!("you {base} {rest}"),
            Players::EachOpponent => format!("an opponent {} {rest}", verb(base, true)),
            _ => format!("a player {} {rest}", verb(base, true)),
        }
    }

    pub(super) fn event(&self, when: &When) -> String {
        let target = |who: &Who| self.who(who).0;
        match when {
            When::Plays(Players::EachPlayer, who) => self.is_done(who, "played"),
            When::Plays(players, Who::ThisOr(filter)) => self.players_do(
                players,
                "play",
                &format!("{} or another {}", self.this(), self.np(filter, false, false)),
            ),
            When::Plays(players, who) => self.players_do(players, "play", &target(who)),
            When::Quests(who) => self.one(who, "quest", ""),
            When::QuestsAtLocation(who) => self.one(who, "quest", "while at a location"),
            When::Challenges(who, filter) if filter.is_empty() => self.one(who, "challenge", ""),
            When::Challenges(who, filter) => self.one(who, "challenge", &self.opponent(filter)),
            When::IsChallenged(who) => self.is_done(who, "challenged"),
            When::Banished(who) => self.is_done(who, "banished"),
            When::BanishedInChallenge(who) => self.is_done(who, "banished in a challenge"),
            When::ChallengedAndBanished(who) => self.is_done(who, "challenged and banished"),
            When::ChallengesAndIsBanished(who) => self.one(who, "challenge", "and is banished"),
            When::BanishesInChallenge(who) => self.one(who, "banish", "another character in a challenge"),
            When::DealsDamageInChallenge(who) => {
                self.one(who, "deal", "damage to another character in a challenge")
            }
            When::Leaves(who) => self.one(who, "leave", "play"),
            When::ReturnedToHand(who) => self.is_done(who, "returned to your hand from play"),
            When::Sings(who, None) => self.one(who, "sing", "a song"),
            When::Sings(who, Some(keyword)) => self.one(who, "sing", &format!("a song with {keyword}")),
            When::OneOrMoreSing(Who::Any(filter)) => {
                format!("one or more of {} sing a song", self.np(filter, true, false))
            }
            When::OneOrMoreSing(who) => self.one(who, "sing", "a song"),
            When::Moves(players, who, to) => {
                let to = match to {
                    Destination::Any => "to a location",
                    Destination::Here => "here",
                    Destination::HereFromAnother => "here from a location",
                };
                match players {
                    Players::EachPlayer => self.one(who, "move", to),
                    players => self.players_do(players, "move", &format!("{} {to}", target(who))),
                }
            }
            When::PutUnder(players, who) => {
                self.players_do(players, "put", &format!("a card under {}", target(who)))
            }
            When::Damaged(who) => self.one(who, "take", "damage"),
            When::Healed(players, who, 1) => {
                self.players_do(players, "remove", &format!("damage from {}", target(who)))
            }
            When::Healed(players, who, n) => {
                self.players_do(players, "remove", &format!("{n} or more damage from {}", target(who)))
            }
            When::Exerts(who) => self.one(who, "exert", ""),
            When::EntersExerted(who) => self.one(who, "enter", "play exerted"),
            When::Readied(players, who) => self.players_do(players, "ready", &target(who)),
            When::ChosenByOpponent(who) => {
                format!("an opponent chooses {} for an action or ability", target(who))
            }
            When::ChosenForActionOrItem(who) => {
                self.is_done(who, "chosen for an action or an item's ability")
            }
            When::ChosenFor(who, keyword) => self.is_done(who, &format!("chosen for {keyword}")),
            When::ShiftedOnto(who) => format!("you shift a character on top of {}", target(who)),
            When::IsShifted(who) => format!("you shift {}", target(who)),
            other => self.event_of_players(other),
        }
    }

    fn event_of_players(&self, when: &When) -> String {
        let a = |filter: &Filter| format!("a {}", self.np(filter, false, true));
        match when {
            When::PlayedOnThis(filter) => {
                format!("you play a {} on this card", self.np(filter, false, false))
            }
            When::Draws(players) => self.players_do(players, "draw", "a card"),
            When::DrawsInOwnTurn(players) => self.players_do(players, "draw", "a card during their turn"),
            When::Inked(players) => format!("a card is put into {} inkwell", self.whose(players)),
            When::Inks(players) => self.players_do(players, "put", "a card into your inkwell"),
            When::Discards(players, filter) => self.players_do(players, "discard", &a(filter)),
            When::DiscardsMany(Players::EachOpponent, n) => {
                format!("your opponent discards {n} or more cards")
            }
            When::DiscardsMany(players, n) => {
                self.players_do(players, "discard", &format!("{n} or more cards"))
            }
            When::DiscardsThis(players) => self.players_do(players, "discard", "this card"),
            When::LeavesDiscard(players) => format!("a card leaves {} discard", self.whose(players)),
            When::Milled(players, n) => self.players_do(
                players,
                "put",
                &format!("{n} or more cards into your discard from your deck"),
            ),
            When::ThisMilled => "this card is put into your discard from your deck".to_owned(),
            When::ReturnsFromDiscard(players, filter) => {
                self.players_do(players, "return", &format!("{} from your discard to your hand", a(filter)))
            }
            When::RemovesInkDrop(players) => self.players_do(players, "remove", "an ink drop"),
            When::PaysAtMost(players, n, filter) => self.players_do(
                players,
                "pay",
                &format!("{n} ⬡ or less to play a {}", self.np(filter, false, false)),
            ),
            When::PlaysNth(players, n, filter) => {
                let nth = if *n == 2 { "second" } else { "third" };
                self.players_do(
                    players,
                    "play",
                    &format!("a {nth} {} in a turn", self.np(filter, false, false)),
                )
            }
            When::Uses(players, keyword, filter) => self.players_do(
                players,
                "use",
                &format!("the {keyword} ability of a {}", self.np(filter, false, false)),
            ),
            When::ActionDamages(_, filter) => {
                format!("one of your actions deals damage to a {}", self.np(filter, false, false))
            }
            other => capital(&format!("{other:?}")),
        }
    }

    fn opponent(&self, filter: &[Test]) -> String {
        match filter {
            [Test::Type(crate::language::CardType::Character), ..] => {
                format!("another {}", self.np(filter, false, false))
            }
            all => format!("a {}", self.np(all, false, false)),
        }
    }
}
