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
    OVER "mafia/over" "the game has ended; nobody acts any more"
    DEAL_FIRST "mafia/deal/first" "nothing can be done before the roles are dealt"
    DEAL_ONCE "mafia/deal/once" "the roles are dealt once, before everything else"
    TALK_ONLY "mafia/phase/talk" "this may only be said in a turn or in last words"
    VOTE_ONLY "mafia/phase/vote" "votes are cast only while the table votes"
    NIGHT_ONLY "mafia/phase/night" "this is done at night"
    NIGHT_STEP "mafia/night/step" "this step of the night is for another action"
    TURN_LENGTH "mafia/turn/length" "a turn has no room for another action; end it"
    TURN_REPEATED "mafia/turn/repeated" "nothing is said twice in one turn"
    NOMINATE_ONCE "mafia/nominate/once-a-turn" "a turn has one nomination"
    NOMINATE_AGAIN "mafia/nominate/again" "nobody is nominated twice a day"
    NOMINATE_LAST_WORDS "mafia/nominate/last-words" "last words nominate nobody"
    TARGET_SELF "mafia/target/self" "the target is somebody else"
    TARGET_OUT "mafia/target/out" "the target must still be in the game"
    TARGET_SEAT "mafia/target/seat" "the table has ten seats, 0 to 9"
    VOTE_NOMINEE "mafia/vote/not-nominated" "only those who stand in this vote can be voted against"
    VOTE_ROUND_ONE "mafia/vote/round" "rounds 1 and 2 vote against one player"
    VOTE_ROUND_THREE "mafia/vote/lift" "round 3 votes on all the tied together"
}
