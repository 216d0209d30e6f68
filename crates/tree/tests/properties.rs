//! Properties of ids and paths.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use gaslamp_core::IdKey;
use gaslamp_tree::{Id, NodePath, id};
use proptest::prelude::*;

/// Keys that differ in what is hashed or in their letter. There are enough of them to collide in two digits.
fn keys() -> impl Strategy<Value = Vec<IdKey>> {
    let key = ("[a-c]", "[a-z0-9.]{0,3}", "[a-z0-9.]{0,3}");
    prop::collection::btree_set(key, 0..120).prop_map(|keys| {
        let keys = keys.into_iter();
        keys.map(|(letter, from, to)| IdKey { prefix: letter.chars().next().unwrap_or('a'), from, to })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ids_differ_and_do_not_depend_on_the_order((keys, shuffled) in keys().prop_flat_map(|keys| {
        let order: Vec<usize> = (0..keys.len()).collect();
        (Just(keys), Just(order).prop_shuffle())
    })) {
        let ids = id::ids(&keys).unwrap();
        prop_assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), keys.len());
        let moved: Vec<IdKey> = shuffled.iter().map(|&at| keys[at].clone()).collect();
        let expected: Vec<Id> = shuffled.iter().map(|&at| ids[at].clone()).collect();
        prop_assert_eq!(id::ids(&moved).unwrap(), expected);
        for (key, id) in keys.iter().zip(&ids) {
            let whole = Id::whole(key).unwrap();
            prop_assert!(id.begins(&whole));
            // No id is a prefix of another action's, and those of one group have the same length.
            for (other, other_id) in keys.iter().zip(&ids).filter(|(other, _)| *other != key) {
                prop_assert!(!id.begins(&Id::whole(other).unwrap()));
                let same_group = id.first_digits(2) == other_id.first_digits(2);
                prop_assert!(!same_group || id.as_str().len() == other_id.as_str().len());
            }
            let alone = !ids.iter().any(|other| other != id && other.first_digits(2) == id.first_digits(2));
            prop_assert_eq!(alone, id.as_str().len() == 3);
        }
    }

    #[test]
    fn paths_read_as_they_are_written(parts in prop::collection::vec("[a-z][0-9a-f]{2,32}", 1..20)) {
        let text = parts.join("/");
        let path: NodePath = text.parse().unwrap();
        prop_assert_eq!(path.depth(), parts.len());
        prop_assert_eq!(path.to_string(), text);
    }

    #[test]
    fn whatever_is_read_stays_below_the_root(text in "(\\.\\.|/|\\.|[a-z][0-9a-f]{1,3}|\\PC){0,8}") {
        match text.parse::<NodePath>() {
            Ok(path) => {
                prop_assert_eq!(path.to_string(), text.as_str());
                let place = std::path::PathBuf::from(path.to_string());
                prop_assert!(path.is_root() || place.components().all(
                    |part| matches!(part, std::path::Component::Normal(_))));
            }
            Err(error) => {
                let part = text.split('/').nth(error.component - 1);
                prop_assert_eq!(part, Some(error.text.as_str()));
            }
        }
    }
}
