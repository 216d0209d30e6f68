//! How the table of facts is written: one line for each card.

/// One card:
/// `card!(id, key, name - version, kind, [inks], cost, inkable, [classifications], [keywords], [abilities], [printings])`,
/// followed by fields that differ from the defaults.
macro_rules! card {
    ($id:literal, $key:literal, $name:literal - $version:literal, $($rest:tt)*) => {
        card!(@ $id, $key, $name, concat!($name, " - ", $version), Some($version), $($rest)*)
    };
    (@ $id:expr, $key:expr, $name:expr, $full_name:expr, $version:expr, $kind:expr, [$($ink:ident),*],
        $cost:expr, $inkable:expr, [$($classification:expr),*], [$($keyword:expr),*],
        [$triggered:expr, $lasting:expr, $activated:expr, $effects:expr], [$($printing:tt),*]
        $(, $field:ident: $value:expr)*) => {
        $crate::cards::Facts {
            id: $id,
            key: $key,
            full_name: $full_name,
            name: $name,
            version: $version,
            kind: $kind,
            inks: $crate::cards::Inks::of(&[$($crate::cards::Ink::$ink),*]),
            cost: $cost,
            inkable: $inkable,
            classifications: &[$($classification),*],
            keywords: &[$($keyword),*],
            abilities: $crate::cards::Abilities {
                triggered: $triggered,
                lasting: $lasting,
                activated: $activated,
                effects: $effects,
            },
            printings: &[$(printing! $printing),*],
            $($field: $value,)*
            ..$crate::cards::table::USUAL
        }
    };
    ($id:literal, $key:literal, $name:literal, $($rest:tt)*) => {
        card!(@ $id, $key, $name, $name, None, $($rest)*)
    };
}

/// One printing: `(id, place of the set, number, rarity)`, and the variant if it has one.
macro_rules! printing {
    ($id:expr, $set:expr, $number:expr, $rarity:expr) => {
        printing!(@ $id, $set, $number, $rarity, None)
    };
    ($id:expr, $set:expr, $number:expr, $rarity:expr, $variant:literal) => {
        printing!(@ $id, $set, $number, $rarity, Some($variant))
    };
    (@ $id:expr, $set:expr, $number:expr, $rarity:expr, $variant:expr) => {
        $crate::cards::Printing { id: $id, set: &SETS[$set], number: $number, rarity: $rarity, variant: $variant }
    };
}

/// A Shift keyword: `shift!(cost, onto, temporary)`.
macro_rules! shift {
    ($cost:expr, $onto:expr, $temporary:expr) => {
        $crate::cards::Keyword::Shift($crate::cards::Shift {
            cost: $cost,
            onto: $onto,
            temporary: $temporary,
        })
    };
}

/// The classifications: `Variant = "Name as on cards"`.
macro_rules! classifications {
    ($($variant:ident = $name:literal,)*) => {
        /// A word of a card's type line that other cards may refer to.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Classification {
            $(#[doc = $name] #[serde(rename = $name)] $variant,)*
        }

        impl std::fmt::Display for Classification {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl Classification {
            /// All of them, in alphabetical order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name, as on cards.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The classification with this name.
            #[must_use]
            pub fn read(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}

pub(super) use {card, classifications, printing, shift};

use super::{Abilities, Facts, Inks, Kind, USUAL_COPIES};

/// The defaults of most cards.
pub(super) const USUAL: Facts = Facts {
    id: 0,
    key: "",
    full_name: "",
    name: "",
    version: None,
    names: &[],
    kind: Kind::Item,
    inks: Inks::of(&[]),
    cost: 0,
    inkable: false,
    classifications: &[],
    keywords: &[],
    abilities: Abilities { triggered: 0, lasting: 0, activated: 0, effects: 0 },
    printings: &[],
    most_copies: Some(USUAL_COPIES),
    any_ink: None,
    core: false,
    infinity: true,
};
