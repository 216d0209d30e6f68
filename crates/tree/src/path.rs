//! Where a node is: the ids from the root down, which are the log of the game below the root.
//!
//! **Reads** ids separated by `/`, or `.` for the root, and nothing else, so that no path leads out of a
//! tree. **Writes** the same.

use std::fmt;
use std::str::FromStr;

use crate::id::{Id, IdError};

/// The ids of the actions from the root to a node.
///
/// It is kept as text: a game is hundreds of actions long, and paths are copied for every child.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodePath(String);

/// A component of a path that is not an id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathError {
    /// The number of the component, counted from 1.
    pub component: usize,
    /// The text of the component.
    pub text: String,
    /// What is wrong with it.
    pub why: IdError,
}

impl NodePath {
    /// The root.
    #[must_use]
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// The ids, from the root down.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> {
        self.0.split('/').filter_map(|id| id.parse().ok())
    }

    /// The ids separated by `/`; empty for the root.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number of actions below the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        if self.is_root() { 0 } else { self.0.matches('/').count() + 1 }
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The node that this action leads to.
    #[must_use]
    pub fn child(&self, id: &Id) -> Self {
        let mut path = self.clone();
        path.push(id);
        path
    }

    /// The node above; none above the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let above = self.0.rsplit_once('/').map_or("", |(above, _)| above);
        (!self.is_root()).then(|| Self(above.to_owned()))
    }

    /// The action that led here; none at the root.
    #[must_use]
    pub fn last(&self) -> Option<Id> {
        self.ids().next_back()
    }

    /// Goes down by one action.
    pub fn push(&mut self, id: &Id) {
        if !self.is_root() {
            self.0.push('/');
        }
        self.0.push_str(id.as_str());
    }

    /// Goes up to this depth; a path that is not that deep stays as it is.
    pub fn truncate(&mut self, depth: usize) {
        let end = match depth {
            0 => Some(0),
            _ => self.0.match_indices('/').nth(depth - 1).map(|(at, _)| at),
        };
        self.0.truncate(end.unwrap_or(self.0.len()));
    }
}

impl FromStr for NodePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        if text == "." {
            return Ok(Self::root());
        }
        for (at, part) in text.split('/').enumerate() {
            part.parse::<Id>().map_err(|why| PathError { component: at + 1, text: part.to_owned(), why })?;
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_root() { "." } else { &self.0 })
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component {} of the path, `{}`, is not an action: {}", self.component, self.text, self.why)
    }
}

impl std::error::Error for PathError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odd_component_is_named() {
        let table = [
            ("", 1, "", IdError::Empty),
            ("/e35", 1, "", IdError::Empty),
            ("e35/", 2, "", IdError::Empty),
            ("e35//n00", 2, "", IdError::Empty),
            ("e35/../n00", 2, "..", IdError::Parent),
            ("..", 1, "..", IdError::Parent),
            ("./e35", 1, ".", IdError::Letter),
            ("e35/state.txt", 2, "state.txt", IdError::Digit),
            ("e35\\n00", 1, "e35\\n00", IdError::Digit),
        ];
        for (text, component, part, why) in table {
            let error = PathError { component, text: part.to_owned(), why };
            assert_eq!(text.parse::<NodePath>(), Err(error), "{text}");
        }
    }

    #[test]
    fn the_root_is_a_dot() {
        assert_eq!(NodePath::root().to_string(), ".");
        assert_eq!(".".parse(), Ok(NodePath::root()));
        assert_eq!(NodePath::root().parent(), None);
        let path: NodePath = "e35/n00".parse().unwrap();
        assert_eq!(path.parent().unwrap().to_string(), "e35");
        assert_eq!(path.parent().unwrap().parent(), Some(NodePath::root()));
        assert_eq!((NodePath::root().depth(), NodePath::root().ids().count()), (0, 0));
        assert_eq!(NodePath::root().last(), None);
    }

    #[test]
    fn paths_are_cut_at_a_depth() {
        let path: NodePath = "e35/n00/n01".parse().unwrap();
        assert_eq!((path.depth(), path.last().unwrap().as_str()), (3, "n01"));
        for (depth, text) in [(0, "."), (1, "e35"), (2, "e35/n00"), (3, "e35/n00/n01"), (9, "e35/n00/n01")] {
            let mut cut = path.clone();
            cut.truncate(depth);
            assert_eq!(cut.to_string(), text);
        }
    }
}
