//! What can go wrong with a tree. Every error has a stable id and becomes [`Diagnostic`]s.

use std::fmt;

use gaslamp_core::{Diagnostic, Refusal};

use crate::id::{Id, KeyError};
use crate::path::{NodePath, PathError};
use crate::store::StoreError;

/// Why something could not be done with a tree.
#[derive(Debug)]
pub enum TreeError {
    /// There is no `record.txt` here.
    NoTree {
        /// Where one was looked for.
        place: String,
    },
    /// The tree of another record is already here.
    OtherRecord {
        /// The place of that tree.
        place: String,
    },
    /// The record cannot be read, or no longer applies.
    Record {
        /// The file.
        place: String,
        /// Its text, to which the problems' spans refer.
        text: String,
        /// Everything that is wrong with it.
        problems: Vec<Diagnostic>,
    },
    /// Files of a node that cannot be read or break the rules.
    Files(Vec<BadFile>),
    /// What has been explored does not follow from the node above, because somebody has edited one of them.
    DoesNotFollow {
        /// The node.
        at: NodePath,
    },
    /// A path that does not consist of ids.
    Path(PathError),
    /// A directory or file that cannot be read or written.
    Store(StoreError),
    /// No legal action has this id.
    NoAction {
        /// The node.
        at: NodePath,
        /// The id.
        id: Id,
    },
    /// Several actions have an id that begins like this.
    Ambiguous {
        /// The node.
        at: NodePath,
        /// The given id.
        id: Id,
        /// The actions it may stand for, with their events.
        candidates: Vec<(Id, String)>,
    },
    /// A text that is not an action here.
    Event {
        /// The node.
        at: NodePath,
        /// The given text.
        text: String,
        /// What is wrong with it.
        problem: Box<Diagnostic>,
    },
    /// An action that the rules refuse.
    Refused {
        /// The node.
        at: NodePath,
        /// The action.
        event: String,
        /// The rule that refuses it.
        refusal: Refusal,
    },
    /// A file of the tree that is not as the tree writes it.
    Damaged {
        /// The file.
        place: String,
        /// What is wrong with it.
        problem: Box<Diagnostic>,
    },
    /// The legal actions of a state cannot be told apart.
    Keys {
        /// The node.
        at: NodePath,
        /// The action in question.
        error: KeyError,
    },
}

/// A file of a node that cannot be read or breaks the rules.
#[derive(Debug)]
pub struct BadFile {
    /// The file.
    pub place: String,
    /// Its text, to which the problems' spans refer.
    pub text: String,
    /// Everything that is wrong with it.
    pub problems: Vec<Diagnostic>,
}

impl TreeError {
    /// A stable id. For a refused text or action, it is the id of the refusal.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Self::NoTree { .. } => "tree/no-tree",
            Self::OtherRecord { .. } => "tree/other-record",
            Self::Record { .. } => "tree/record",
            Self::Files(_) => "tree/files",
            Self::DoesNotFollow { .. } => "tree/does-not-follow",
            Self::Path(_) => "tree/path",
            Self::Store(_) => "tree/store",
            Self::NoAction { .. } => "tree/no-such-action",
            Self::Ambiguous { .. } => "tree/ambiguous-id",
            Self::Event { problem, .. } => problem.id,
            Self::Refused { refusal, .. } => refusal.rule.id,
            Self::Damaged { .. } => "tree/damaged",
            Self::Keys { .. } => "tree/same-id",
        }
    }

    /// The error as a diagnostic. Spans refer to the text of the record, or to the event that was given.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let told = Diagnostic::new(self.id(), self.to_string());
        let told = match self {
            Self::Record { problems, .. } if !problems.is_empty() => return problems.clone(),
            Self::Files(files) => return files.iter().flat_map(|file| file.problems.clone()).collect(),
            Self::Event { problem, .. } => {
                Diagnostic { message: self.to_string(), ..Diagnostic::clone(problem) }
            }
            Self::Refused { .. } | Self::NoAction { .. } => Diagnostic::illegal(self.id(), self.to_string()),
            Self::Ambiguous { .. } => told.fix("write more digits of the id"),
            Self::Damaged { .. } => {
                told.fix("compare the file with the path it is in; a removed directory can be explored again")
            }
            Self::OtherRecord { .. } => told.fix("use another directory for the new tree"),
            Self::DoesNotFollow { .. } => Diagnostic::illegal(self.id(), self.to_string())
                .fix("continue from its own path, or remove the directory to explore it again"),
            _ => told,
        };
        vec![told]
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTree { place } => {
                write!(f, "`{place}` is not in a tree: neither it nor a directory above it has a record.txt")
            }
            Self::OtherRecord { place } => write!(f, "`{place}` already holds the tree of another record"),
            Self::Record { place, problems, .. } => {
                write!(f, "`{place}` cannot be read")?;
                problems.iter().try_for_each(|problem| write!(f, "; {}", problem.message))
            }
            Self::Files(files) => {
                let places: Vec<String> = files.iter().map(|file| format!("`{}`", file.place)).collect();
                write!(f, "{} cannot be read", places.join(", "))
            }
            Self::DoesNotFollow { at } => {
                write!(f, "`{at}` has been explored already, but its files differ from what follows here")
            }
            Self::Path(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::NoAction { at, id } => write!(f, "no legal action has the id `{id}` at `{at}`"),
            Self::Ambiguous { at, id, candidates } => {
                write!(f, "`{id}` could be several actions at `{at}`:")?;
                candidates.iter().try_for_each(|(id, event)| write!(f, " {id} ({event})"))
            }
            Self::Event { at, text, problem } => {
                write!(f, "`{text}` is not an action at `{at}`: {}", problem.message)
            }
            Self::Refused { at, event, refusal } => {
                write!(f, "`{event}` is refused at `{at}`: {}", refusal.rule.says)
            }
            Self::Damaged { place, problem } => write!(f, "`{place}` is damaged: {}", problem.message),
            Self::Keys { at, error } => write!(f, "at `{at}` {error}"),
        }
    }
}

impl std::error::Error for TreeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => Some(&error.error),
            _ => None,
        }
    }
}

impl From<StoreError> for TreeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<PathError> for TreeError {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}
