//! What was written down of a game of Blood on the Clocktower, looked at by the rules: [`context`] says what was so when, as far as a
//! trace tells.

pub mod context;
