//! What pronouns mean.
//!
//! The parser leaves a mark for each ("them", "that character", "the rest"). This pass walks an ability in the order of its text, numbers
//! the slots of what is chosen, looked at and revealed, and puts for each mark the nearest thing mentioned before that fits: a slot, the
//! subject of the trigger, or the card itself.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;
use serde_json::{Value, json};

/// The marks that the parser leaves.
pub mod said {
    use gaslamp_lorcana::language::{Pool, Ref};

    /// "They".
    pub const THEM: Ref = Ref::Slot(200);
    /// "That character".
    pub const CHARACTER: Ref = Ref::Slot(201);
    /// "That card".
    pub const CARD: Ref = Ref::Slot(202);
    /// "That item".
    pub const ITEM: Ref = Ref::Slot(203);
    /// "That location".
    pub const LOCATION: Ref = Ref::Slot(204);
    /// "Those characters".
    pub const THOSE: Ref = Ref::Slot(205);
    /// "The chosen card".
    pub const CHOSEN: Ref = Ref::Slot(206);
    /// "The revealed card".
    pub const REVEALED: Ref = Ref::Slot(207);
    /// "The other character": of a challenge, or of two that were named.
    pub const OTHER: Ref = Ref::Slot(208);
    /// "The challenging character".
    pub const CHALLENGING: Ref = Ref::Slot(211);
    /// "The challenged character".
    pub const CHALLENGED: Ref = Ref::Slot(212);
    /// "The moved character".
    pub const MOVED: Ref = Ref::Slot(215);
    /// Of two things that were named, the one before the last.
    pub const FORMER: Ref = Ref::Slot(213);
    /// "From there": the place that was looked at.
    pub const THERE: Pool = Pool::Slot(214);
    /// What was looked at or revealed: "one", "the rest".
    pub const LOOKED: Pool = Pool::Slot(210);

    /// The words for a mark.
    pub(super) fn words(mark: u64) -> &'static str {
        match mark {
            200 => "they",
            201 => "that character",
            202 => "that card",
            203 => "that item",
            204 => "that location",
            205 => "those",
            206 => "the chosen one",
            207 => "the revealed card",
            208 => "the other character",
            211 => "the challenging character",
            212 => "the challenged character",
            213 => "the two",
            214 => "there",
            215 => "the moved character",
            _ => "the rest",
        }
    }
}

/// Something that was mentioned.
#[derive(Clone)]
struct Mention {
    /// How the language refers to it.
    means: Value,
    /// The types that it may have; none: any.
    types: Vec<String>,
    in_play: bool,
    many: bool,
    looked: bool,
    chosen: bool,
    /// The step that has named it.
    step: usize,
}

struct Binder {
    kind: Kind,
    mentions: Vec<Mention>,
    slots: u64,
    /// The number of the step.
    step: usize,
    /// The slot of the rest, if it is not the one of what was looked at.
    rest: Option<u64>,
    /// Whether the subject of the trigger is moved.
    moves: bool,
    /// The card that is said to be at a location.
    at_location: Option<Value>,
    /// Cards that only a condition speaks of, as what a step acts on.
    spoken: Option<Value>,
    /// The place that was looked at.
    there: Option<Value>,
    /// Whether the cards that are in the slot last revealed are of several players, each of whom revealed one.
    of_each: bool,
    /// Whether a player other than you was named.
    player: bool,
    /// Whether the subject of the trigger challenges or is challenged, and what it is.
    fight: Option<(bool, Value)>,
    problem: Option<String>,
}

/// Binds all pronouns of an ability of a card of this kind.
///
/// # Errors
/// What a pronoun that means nothing, or two things, says.
pub fn bind(ability: &Ability, kind: Kind) -> Result<Ability, String> {
    let mut value = serde_json::to_value(ability).map_err(|error| error.to_string())?;
    let mut binder = Binder {
        kind,
        mentions: Vec::new(),
        slots: 0,
        step: 0,
        rest: None,
        moves: false,
        at_location: None,
        spoken: None,
        there: None,
        of_each: false,
        player: false,
        fight: None,
        problem: None,
    };
    binder.walk(&mut value, "");
    match binder.problem {
        Some(problem) => Err(problem),
        None => serde_json::from_value(value).map_err(|error| error.to_string()),
    }
}

/// Steps and tests whose card need not be in play.
const ANYWHERE: &[&str] = &[
    "Put",
    "Show",
    "Play",
    "Is",
    "IsNamedCard",
    "SameNameAs",
    "Cost",
    "Stat",
    "StatOf",
    "PlayedWith",
    "PlayedWithInkDrop",
    "PlayerOf",
];

/// Steps that act on cards, of which a sentence has one; two cards that one of them names are equally near.
const STEPS: &[&str] = &[
    "Banish",
    "Choose",
    "Deal",
    "Exert",
    "ExertSymbol",
    "Gives",
    "Heal",
    "MoveDamage",
    "MoveTo",
    "MoveTogether",
    "Play",
    "Put",
    "PutDamage",
    "PutTop",
    "Ready",
    "Search",
    "Show",
];

/// Events of players that are about a card.
const OF_A_CARD: &[&str] =
    &["Discards", "ReturnsFromDiscard", "PaysAtMost", "PlaysNth", "PlayedOnThis", "Uses", "ActionDamages"];

/// Players other than you.
const PLAYERS: &[&str] = &[
    "EachOpponent",
    "ChosenOpponent",
    "ChosenPlayer",
    "YouAndChosen",
    "EachPlayer",
    "MostCardsInHand",
    "EachOpponentAhead",
    "AnyNumber",
];

/// Players who each do something.
const EACH: &[&str] = &["EachPlayer", "EachOpponent"];

impl Binder {
    fn walk(&mut self, value: &mut Value, context: &str) {
        match value {
            Value::Object(object) => {
                if let Some(spoken) = self.spoken_of(object, context) {
                    *value = spoken;
                    return self.walk(value, context);
                }
                if let Some(mark) = mark(object) {
                    let found = self.resolve(mark, context);
                    *value = found;
                    return;
                }
                let keys: Vec<String> = object.keys().cloned().collect();
                for key in keys {
                    if let Some(inner) = object.get_mut(&key) {
                        self.enter(&key, inner, context);
                    }
                }
                if object.get("Ref").is_some_and(|card| card == "This") && context == "when" {
                    *value = json!("This");
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|one| self.walk(one, context)),
            Value::String(word) if word == "This" => self.mention_this(),
            Value::String(word) if PLAYERS.contains(&word.as_str()) => self.player = true,
            Value::String(word) if word == "ThatPlayer" && !self.player => *value = self.player_of_last(),
            Value::String(word) if word == "Other" && context == "chosen" => {
                if let Some(other) = self.other_than() {
                    *value = json!({ "OtherThan": other });
                }
            }
            Value::String(word) if word == "Other" && context == "each any" => {
                if let Some(other) = self.other_than() {
                    *value = json!({ "OtherThan": other });
                }
            }
            Value::String(word) if word == "Other" && context == "each" && self.kind == Kind::Action => {
                match self.other_than() {
                    Some(other) => *value = json!({ "OtherThan": other }),
                    None => self.fail("\"other\" than nothing that was named"),
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, key: &str, inner: &mut Value, context: &str) {
        self.step += usize::from(STEPS.contains(&key));
        match key {
            "when" => {
                self.walk(inner, "when");
                self.mention_subjects(inner);
            }
            "Ability" | "Watch" => self.nested(key, inner),
            "Chosen" | "Choose" | "Search" => self.choice(inner, context),
            "Each" => {
                let yours = inner.get(1).is_some_and(|what| {
                    *what != Value::Null
                        && what.as_array().is_some_and(|tests| tests.contains(&json!("Yours")))
                });
                self.walk(inner, if yours || self.kind == Kind::Action { "each" } else { "each any" });
                let filter = inner.get(1).cloned().unwrap_or_default();
                let in_play = inner.get(0).is_some_and(|pool| pool == "InPlay");
                self.mentions.push(Mention {
                    means: json!("Those"),
                    types: types(&filter),
                    in_play,
                    many: true,
                    looked: false,
                    chosen: false,
                    step: self.step,
                });
            }
            "SangThis" if context != "when" => {
                self.walk(inner, key);
                self.spoken = Some(json!({ "Each": ["InPlay", [{ "Type": "Character" }, "SangThis"]] }));
            }
            "LookAt" => {
                self.walk(inner, key);
                self.there = Some(inner.clone());
            }
            "Is" => {
                self.walk(inner, key);
                self.told_type(inner);
                if inner[1] == json!(["AtLocation"]) {
                    self.at_location = Some(inner[0].clone());
                }
            }
            "Look" | "Reveal" => {
                self.walk(inner, key);
                self.of_each = EACH.iter().any(|each| inner.get(0).is_some_and(|players| players == each));
                let many = inner.get(1) != Some(&json!(1)) || self.of_each;
                inner[2] = json!(self.slots);
                self.rest = None;
                self.mention_slot(Mention {
                    means: Value::Null,
                    types: vec![],
                    in_play: false,
                    many,
                    looked: true,
                    chosen: false,
                    step: self.step,
                });
            }
            "RevealUntil" => {
                self.walk(inner, key);
                inner[1] = json!(self.slots);
                // The others are in the slot after that of the card that was found: only they are the rest.
                self.mentions.push(Mention {
                    means: json!({ "Slot": self.slots + 1 }),
                    types: vec!["Card".to_owned()],
                    in_play: false,
                    many: true,
                    looked: false,
                    chosen: false,
                    step: self.step,
                });
                self.rest = Some(self.slots + 1);
                self.mention_slot(Mention {
                    means: Value::Null,
                    types: types(&inner[0]),
                    in_play: false,
                    many: false,
                    looked: true,
                    chosen: false,
                    step: self.step,
                });
                self.slots += 1;
            }
            "Draw" | "PutTop" | "Discard" | "DiscardFromRevealed" if inner.is_array() => {
                self.walk(inner, key);
                let mut types = if key == "Discard" { types(&inner[2]) } else { Vec::new() };
                if types.is_empty() {
                    types.push("Card".to_owned());
                }
                let means = json!("Those");
                self.mentions.push(Mention {
                    means,
                    types,
                    in_play: false,
                    many: false,
                    looked: false,
                    chosen: false,
                    step: self.step,
                });
            }
            "Play" => {
                self.walk(inner, key);
                if let Some(last) = self.mentions.last_mut() {
                    last.in_play = true;
                }
            }
            "Ref" => self.walk(inner, context),
            "PlayerOf" => {
                self.player = true;
                self.walk(inner, key);
            }
            "BeingChallenged" => {
                self.walk(inner, key);
                self.fight = Some((false, inner.clone()));
            }
            "ChosenByOpponent" => {
                self.player = true;
                self.walk(inner, "when");
            }
            "who" => self.walk(inner, "who"),
            "MoveDamage" => self.move_damage(inner),
            "If" => self.branches(inner),
            "OneOf" => self.lists(inner),
            "lists" => self.each_list(inner),
            _ if context == "when" => self.walk(inner, "when"),
            _ if ANYWHERE.contains(&key) || key.chars().next().is_some_and(char::is_uppercase) => {
                self.walk(inner, key);
            }
            _ => self.walk(inner, context),
        }
    }

    /// "If it's a character": whoever says "that character" means it then.
    fn told_type(&mut self, is: &Value) {
        let found = types(&is[1]);
        let known = self.mentions.iter().rposition(|mention| mention.means == is[0]);
        if let Some(known) = known
            && !found.is_empty()
            && self.mentions[known].means != "This"
        {
            self.mentions[known].types = found;
        }
    }

    /// Damage is moved to something else than what it is moved from.
    fn move_damage(&mut self, step: &mut Value) {
        if let Some(amount) = step.get_mut("amount") {
            self.walk(amount, "MoveDamage");
        }
        let before = self.mentions.len();
        if let Some(from) = step.get_mut("from") {
            self.walk(from, "MoveDamage");
        }
        let is_group = step.pointer("/from/Each").is_some();
        let from = if is_group { self.mentions.split_off(before) } else { Vec::new() };
        if let Some(to) = step.get_mut("to") {
            self.walk(to, "MoveDamage");
        }
        let to = self.mentions.split_off(before.min(self.mentions.len()));
        self.mentions.extend(from);
        self.mentions.extend(to);
    }

    /// What is named in one branch is not named in the other.
    fn branches(&mut self, step: &mut Value) {
        if let Some(so) = step.get_mut("so") {
            self.walk(so, "If");
        }
        let before = self.mentions.clone();
        if let Some(then) = step.get_mut("then") {
            self.walk(then, "If");
        }
        if let Some(otherwise) = step.get_mut("otherwise") {
            let then = std::mem::replace(&mut self.mentions, before);
            self.walk(otherwise, "If");
            self.mentions = then;
        }
    }

    fn lists(&mut self, step: &mut Value) {
        if let Some(players) = step.get_mut(0) {
            self.walk(players, "OneOf");
        }
        if let Some(lists) = step.get_mut(1) {
            self.each_list(lists);
        }
    }

    fn each_list(&mut self, lists: &mut Value) {
        let before = self.mentions.clone();
        for list in lists.as_array_mut().into_iter().flatten() {
            self.mentions.clone_from(&before);
            self.walk(list, "OneOf");
        }
    }

    /// "That player", if none was named: that of the card named last.
    fn player_of_last(&mut self) -> Value {
        let last =
            self.mentions.iter().rev().find(|mention| mention.means != "This" && mention.means != "Those");
        match last {
            Some(mention) => json!({ "PlayerOf": mention.means }),
            None => {
                self.fail("\"that player\" means nobody who was named");
                Value::Null
            }
        }
    }

    /// An ability within an ability has its own subject, but knows the slots.
    fn nested(&mut self, key: &str, inner: &mut Value) {
        if key == "Ability" {
            let mut own = Self {
                kind: Kind::Item,
                mentions: Vec::new(),
                slots: 0,
                step: 0,
                rest: None,
                moves: false,
                at_location: None,
                spoken: None,
                there: None,
                of_each: false,
                player: false,
                fight: None,
                problem: None,
            };
            own.walk(inner, "");
            self.problem = self.problem.take().or(own.problem);
        } else {
            self.walk(inner, "");
        }
    }

    fn choice(&mut self, choice: &mut Value, context: &str) {
        if let Some(from) = choice.get_mut("from") {
            self.walk(from, context);
        }
        if let Some(count) = choice.get_mut("count") {
            self.walk(count, context);
        }
        if let Some(what) = choice.get_mut("what") {
            self.doubt_other(what);
            self.walk(what, "chosen");
        }
        let from = choice.get("from").cloned();
        let in_play = from.as_ref().is_none_or(|pool| pool == "InPlay");
        let by_each = choice.get("by").is_some_and(|by| EACH.iter().any(|each| by == each));
        let many = choice.get("count").is_some() || by_each;
        let types = choice.get("what").map(types).unwrap_or_default();
        if self.slots > 0
            && let Some(object) = choice.as_object_mut()
        {
            object.insert("slot".to_owned(), json!(self.slots));
        }
        let is_at_location = choice
            .get("what")
            .and_then(Value::as_array)
            .is_some_and(|tests| tests.contains(&json!("AtLocation")));
        if is_at_location {
            self.at_location = Some(json!({ "Slot": self.slots }));
        }
        self.mention_slot(Mention {
            means: Value::Null,
            types,
            in_play,
            many,
            looked: false,
            chosen: true,
            step: self.step,
        });
    }

    /// "Them", if no card that was named fits, but a condition has spoken of some.
    fn spoken_of(&self, object: &serde_json::Map<String, Value>, context: &str) -> Option<Value> {
        let spoken = self.spoken.clone()?;
        let named = object.get("Ref")?.as_object()?;
        if mark(named)? != 200 {
            return None;
        }
        let in_play = |mention: &Mention| mention.in_play && mention.means != "This";
        let fits = |mention: &&Mention| {
            in_play(mention) && (context != "who" || mention.types.iter().any(|one| one == "Character"))
        };
        self.mentions.iter().find(fits).is_none().then_some(spoken)
    }

    fn mention_slot(&mut self, mention: Mention) {
        let means = json!({ "Slot": self.slots });
        self.slots += 1;
        self.mentions.push(Mention { means, ..mention });
    }

    fn mention_this(&mut self) {
        let types = vec![format!("{:?}", self.kind).split(' ').next().unwrap_or_default().to_owned()];
        self.mentions.push(Mention {
            means: json!("This"),
            types,
            in_play: true,
            many: false,
            looked: false,
            chosen: false,
            step: self.step,
        });
    }

    fn mention_subjects(&mut self, whens: &Value) {
        let Some(list) = whens.as_array() else { return };
        let subject = list.iter().find_map(|when| when.as_object().and_then(|when| when.iter().next()));
        let Some((event, inner)) = subject else { return };
        let parts: Vec<&Value> = inner.as_array().map_or_else(|| vec![inner], |list| list.iter().collect());
        let named = parts.iter().find_map(|part| {
            ["Any", "ThisOr"].iter().find_map(|key| part.get(key)).or_else(|| part.get("Ref"))
        });
        // Some events have no card of their own but the last filter.
        self.moves = event == "Moves";
        if matches!(event.as_str(), "DiscardsThis" | "ThisMilled") {
            self.mention_this();
        }
        let who = named.or_else(|| {
            parts.last().copied().filter(|part| OF_A_CARD.contains(&event.as_str()) && part.is_array())
        });
        let attacks = match event.as_str() {
            "Challenges" | "ChallengesAndIsBanished" => Some(true),
            "IsChallenged" | "ChallengedAndBanished" => Some(false),
            _ => None,
        };
        self.fight =
            attacks.map(|attacks| (attacks, if who.is_some() { json!("Subject") } else { json!("This") }));
        let other = |types: Vec<String>| Mention {
            means: json!("Other"),
            types,
            in_play: true,
            many: false,
            looked: false,
            chosen: false,
            step: self.step,
        };
        match event.as_str() {
            "Challenges" | "IsChallenged" | "DealsDamageInChallenge" => {
                self.mentions.insert(0, other(vec!["Character".to_owned()]));
            }
            "Moves" | "QuestsAtLocation" => self.mentions.insert(0, other(vec!["Location".to_owned()])),
            "Sings" | "OneOrMoreSing" => {
                self.mentions.insert(0, Mention { in_play: false, ..other(vec!["Song".to_owned()]) });
            }
            _ => {}
        }
        if let Some(filter) = who {
            let in_play = !matches!(event.as_str(), "Discards" | "ReturnsFromDiscard");
            self.mentions.push(Mention {
                means: json!("Subject"),
                types: types(filter),
                in_play,
                many: event == "OneOrMoreSing",
                looked: false,
                chosen: false,
                step: self.step,
            });
        } else if matches!(event.as_str(), "Inks" | "Inked" | "Draws") {
            self.mentions.push(Mention {
                means: json!("Subject"),
                types: vec![],
                in_play: false,
                many: false,
                looked: false,
                chosen: false,
                step: self.step,
            });
        }
    }

    fn resolve(&mut self, mark: u64, context: &str) -> Value {
        if matches!(mark, 211 | 212) {
            return self.resolve_fighter(mark == 211);
        }
        if mark == 210
            && let Some(rest) = self.rest
        {
            return json!({ "Slot": rest });
        }
        if mark == 215 {
            return if self.moves { json!("Subject") } else { self.resolve(201, context) };
        }
        if mark == 214 {
            if self.there.is_none() {
                self.fail("no place was looked at");
            }
            return self.there.clone().unwrap_or_default();
        }
        if mark == 213 {
            let slots: Vec<Value> =
                self.mentions.iter().filter(|one| one.chosen).map(|one| one.means.clone()).collect();
            return match slots.as_slice() {
                [one, _] => one.clone(),
                _ => {
                    self.fail("there are not two that were named");
                    Value::Null
                }
            };
        }
        let anywhere = ANYWHERE.contains(&context);
        // A location or an item gives something to the character of its trigger, not to itself.
        let to_subject = self.kind != Kind::Action
            && context == "Gives"
            && self
                .mentions
                .iter()
                .any(|one| one.means == "Subject" && one.in_play && one.types == ["Character"]);
        let fits = |mention: &&Mention| {
            let is_this = mention.means == "This";
            let of_type =
                |name: &str| mention.types.is_empty() || mention.types.iter().any(|one| one == name);
            let here = mention.in_play || anywhere;
            match mark {
                200 if to_subject && is_this && !of_type("Character") => false,
                200 => here && mention.means != "Other" && (context != "who" || of_type("Character")),
                201 => here && !is_this && !mention.many && of_type("Character"),
                202 => !is_this || self.mentions.iter().all(|other| other.means == "This"),
                203 => here && of_type("Item") && !is_this && !mention.many,
                204 => here && of_type("Location") && !mention.many,
                205 => mention.many,
                206 => mention.chosen,
                207 => mention.looked,
                208 => {
                    of_type("Character") && (mention.means == "Other" || mention.means.get("Slot").is_some())
                }
                _ => mention.looked,
            }
        };
        if mark == 200 && context == "when" && self.mentions.is_empty() {
            return json!("This");
        }
        let found = self.mentions.iter().rev().find(fits);
        let rival = found.and_then(|found| {
            let other = |mention: &&Mention| {
                mention.means != found.means
                    && mention.step == found.step
                    && mention.means.get("Slot").is_some()
            };
            self.mentions.iter().filter(fits).find(other)
        });
        if let (Some(found), Some(rival)) = (found, rival)
            && !found.looked
            && !rival.looked
            && found.means.get("Slot").is_some()
            && mark != 210
        {
            let (one, two) = (found.means.to_string(), rival.means.to_string());
            self.fail(&format!("\"{}\" may be {one} or {two}", said::words(mark)));
            return Value::Null;
        }
        if let (204, None, Some(card)) = (mark, found, &self.at_location) {
            return json!({ "LocationOf": card });
        }
        match found {
            Some(mention) if mention.looked && self.of_each && mark != 210 => {
                self.fail("each player's own revealed card");
                Value::Null
            }
            Some(mention) => mention.means.clone(),
            None => {
                self.fail(&format!("\"{}\" means nothing that was named", said::words(mark)));
                Value::Null
            }
        }
    }

    /// The challenging or the challenged character: one is the subject of the event, the other the other.
    fn resolve_fighter(&mut self, challenging: bool) -> Value {
        match &self.fight {
            Some((attacks, _)) if *attacks != challenging => json!("Other"),
            Some((_, subject)) => subject.clone(),
            None => {
                self.fail("no challenge was named");
                Value::Null
            }
        }
    }

    /// What "another" excludes, if it is not the card itself: the card named last.
    fn other_than(&self) -> Option<Value> {
        let last = self.mentions.iter().rev().find(|mention| mention.in_play && mention.means != "Other")?;
        (last.means != "This").then(|| last.means.clone())
    }

    /// "Another" in the effect of a challenge: than this card, or than the other one of the challenge?
    fn doubt_other(&mut self, what: &Value) {
        let has = |word: &str| what.as_array().is_some_and(|tests| tests.iter().any(|test| test == word));
        let fight =
            self.mentions.first().is_some_and(|first| first.means == "Other" && first.types == ["Character"]);
        if fight && has("Other") && !has("Yours") && self.slots == 0 {
            self.fail("\"another\" may be than either character of the challenge");
        }
    }

    fn fail(&mut self, problem: &str) {
        self.problem.get_or_insert_with(|| problem.to_owned());
    }
}

fn mark(object: &serde_json::Map<String, Value>) -> Option<u64> {
    let mark = object.get("Slot")?.as_u64()?;
    (object.len() == 1 && mark >= 200).then_some(mark)
}

/// The card types that a filter allows.
fn types(filter: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(filter, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                match (key.as_str(), inner) {
                    ("Type", Value::String(name)) => found.push(name.clone()),
                    ("Any", _) => collect(inner, found),
                    _ => {}
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|one| collect(one, found)),
        _ => {}
    }
}
