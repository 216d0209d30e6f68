//! The rules a second time. [`asp`] states them in answer set programming, written from the rule books and not from the engines, and
//! lets clingo judge every move of a game by them; where the two statements differ, one of them is wrong. [`sat`] looks at what somebody
//! wrote down of a game. Nothing here prints or reads files: the rules are part of the program.

#[cfg(feature = "clingo")]
pub mod asp;
pub mod sat;
