//! The rules that can refuse an action, each with its stable id.

use gaslamp_core::Rule;

macro_rules! rules {
    ($($name:ident $id:literal $says:literal)*) => {
        $(pub(super) static $name: Rule = Rule { id: $id, says: $says };)*

        /// Every rule that can refuse an action.
        pub static REFUSALS: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    OVER "mafia/over" "the game is over"
    DEAL_FIRST "mafia/deal/first" "nothing can be done before the roles are dealt"
    DEAL_ONCE "mafia/deal/once" "roles are dealt only once, before everything else"
    TALK_ONLY "mafia/phase/talk" "this may only be said in a turn or in last words"
    VOTE_ONLY "mafia/phase/vote" "votes are cast only while the table votes"
    NIGHT_ONLY "mafia/phase/night" "this can only be done at night"
    NIGHT_STEP "mafia/night/step" "this step of the night needs another action"
    TURN_LENGTH "mafia/turn/length" "the turn has no room for another action; end it"
    TURN_REPEATED "mafia/turn/repeated" "nothing may be said twice in one turn"
    NOMINATE_ONCE "mafia/nominate/once-a-turn" "a turn has at most one nomination"
    NOMINATE_AGAIN "mafia/nominate/again" "a player may be nominated only once a day"
    NOMINATE_LAST_WORDS "mafia/nominate/last-words" "last words cannot nominate anyone"
    TARGET_SELF "mafia/target/self" "the target must be somebody else"
    TARGET_OUT "mafia/target/out" "the target must still be in the game"
    TARGET_SEAT "mafia/target/seat" "the table has ten seats, 0 to 9"
    VOTE_NOMINEE "mafia/vote/not-nominated" "only nominees of this round can be voted against"
    VOTE_ROUND_ONE "mafia/vote/round" "in rounds 1 and 2, vote against one player"
    VOTE_ROUND_THREE "mafia/vote/lift" "in round 3, vote on all the tied players together"
}
