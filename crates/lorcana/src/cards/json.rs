//! Cards and sets as JSON.
//!
//! **Writes** the objects of `data/cards.json`, which has one on each line. Fields that do not apply to a card are
//! left out, but lists are always present; `most_copies` is null where a deck may have any number.

use serde_json::{Map, Value, json};

use super::{Abilities, Facts, Ink, Keyword, Onto, Printing, Set, Shift, ShiftCost};

impl Facts {
    /// The facts as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
        put("id", json!(self.id));
        put("key", json!(self.key));
        put("full_name", json!(self.full_name));
        put("name", json!(self.name));
        if let Some(version) = self.version {
            put("version", json!(version));
        }
        if !self.names.is_empty() {
            put("names", json!(self.names));
        }
        put("type", json!(self.kind.name()));
        put("inks", self.inks.iter().map(Ink::name).collect());
        put("cost", json!(self.cost));
        put("inkable", json!(self.inkable));
        let numbers = [
            ("strength", self.strength()),
            ("willpower", self.willpower()),
            ("lore", self.lore()),
            ("move_cost", self.move_cost()),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                put(name, json!(number));
            }
        }
        put("classifications", self.classifications.iter().map(|class| class.name()).collect());
        put("keywords", self.keywords.iter().map(|keyword| keyword.to_json()).collect());
        put("abilities", self.abilities.to_json());
        if let Some(class) = self.any_ink {
            put("any_ink", json!(class.name()));
        }
        put("most_copies", json!(self.most_copies));
        put("core", json!(self.core));
        put("infinity", json!(self.infinity));
        put("printings", self.printings.iter().map(|printing| printing.to_json()).collect());
        Value::Object(object)
    }
}

impl Keyword {
    /// The keyword as a JSON object: `{"keyword":"Singer","value":5}`.
    #[must_use]
    pub fn to_json(self) -> Value {
        let mut object = json!({ "keyword": self.name() });
        match (self, self.value()) {
            (Self::Shift(shift), _) => shift.put_into(&mut object),
            (_, Some(value)) => object["value"] = json!(value),
            (_, None) => {}
        }
        object
    }
}

impl Shift {
    fn put_into(self, object: &mut Value) {
        match self.cost {
            ShiftCost::Ink(ink) => object["ink"] = json!(ink),
            ShiftCost::Discard(count, of) => {
                object["discard"] = json!(count);
                object["of"] = json!(of.name());
            }
            ShiftCost::InkDrops(drops) => object["ink_drops"] = json!(drops),
        }
        let onto = match self.onto {
            Onto::SameName => None,
            Onto::Class(class) => Some(json!({ "classification": class.name() })),
            Onto::AnyCharacter => Some(json!("any_character")),
            Onto::ItemNamed(item) => Some(json!({ "item": item })),
            Onto::OneOrBoth => Some(json!("one_or_both")),
            Onto::Both => Some(json!("both")),
        };
        if let Some(onto) = onto {
            object["onto"] = onto;
        }
        if self.temporary {
            object["temporary"] = json!(true);
        }
    }
}

impl Abilities {
    /// How many abilities there are of each kind, with the kind's name as in published card lists.
    #[must_use]
    pub const fn by_kind(self) -> [(&'static str, u8); 4] {
        [
            ("triggered", self.triggered),
            ("static", self.lasting),
            ("activated", self.activated),
            ("effects", self.effects),
        ]
    }

    fn to_json(self) -> Value {
        let some = self.by_kind().into_iter().filter(|&(_, count)| count > 0);
        Value::Object(some.map(|(kind, count)| (kind.to_owned(), json!(count))).collect())
    }
}

impl Printing {
    fn to_json(self) -> Value {
        let mut object = json!({
            "id": self.id,
            "set": self.set.code,
            "number": self.number,
            "rarity": self.rarity.name(),
        });
        if let Some(variant) = self.variant {
            object["variant"] = json!(variant);
        }
        object
    }
}

impl Set {
    /// The set as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "code": self.code, "name": self.name, "type": self.kind.name(), "released": self.released })
    }
}
