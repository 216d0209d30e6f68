//! The rules that refuse an action, each with its stable id.

use gaslamp_core::Rule;

macro_rules! rules {
    ($($name:ident = $id:literal, $says:literal;)*) => {
        $(pub(crate) static $name: Rule = Rule { id: $id, says: $says };)*
    };
}

rules! {
    OVER = "botc/over", "the game is over";
    NOT_NOW = "botc/not-now", "this is not what is asked now";
    CONTENT = "botc/content", "the action has no such content";
    SETUP_PLAYERS = "botc/setup/players", "a game has 5 to 15 players";
    SETUP_UNSUPPORTED = "botc/setup/unsupported", "the set-up of this character is not known";
    DEAL_SIZE = "botc/deal/size", "a deal has a role for every seat";
    DEAL_TWICE = "botc/deal/twice", "every character is in play once at the most";
    DEAL_SCRIPT = "botc/deal/script", "every character in play is one of the script";
    DEAL_DEMONS = "botc/deal/demons", "the number of Demons is not that of the set-up";
    DEAL_MINIONS = "botc/deal/minions", "the number of Minions is not that of the set-up";
    DEAL_OUTSIDERS = "botc/deal/outsiders", "the number of Outsiders does not fit the Minions and Demons in play";
    DEAL_TOKEN = "botc/deal/token", "players draw their own token; who does not know their own character draws one that it may be shown";
    TELL_WHOM = "botc/tell/whom", "another player is to be told something now";
    TELL_INADMISSIBLE = "botc/tell/inadmissible", "this player may not be told this here";
    PICK_CANDIDATE = "botc/pick/candidate", "the Storyteller may not decide on this player here";
    PICK_NOBODY = "botc/pick/nobody", "the Storyteller must decide on somebody here";
    SHOW_TOKEN = "botc/show/token", "this token cannot be shown here";
    CHOOSE_SHAPE = "botc/choose/shape", "the ability does not choose like this";
    CHOOSE_TARGET = "botc/choose/target", "the ability cannot choose this";
    PASS_NOT = "botc/pass/not", "this choice cannot be passed over";
    SHOOT_ONCE = "botc/shoot/once", "a player says \"I shoot\" once a game";
    SHOOT_SCRIPT = "botc/shoot/script", "nobody on this script could shoot";
    SHOOT_SEAT = "botc/shoot/seat", "nobody sits there";
    NOMINATE_DEAD = "botc/nominate/dead", "only the living nominate";
    NOMINATE_AGAIN = "botc/nominate/again", "a player nominates once a day";
    NOMINATE_TWICE = "botc/nominate/twice", "a player is nominated once a day";
    NOMINATE_SEAT = "botc/nominate/seat", "nobody sits there";
    VOTE_NOMINEE = "botc/vote/nominee", "the vote is about somebody else";
    TALK_ENOUGH = "botc/talk/enough", "a player makes at most eight claims a day";
    TALK_ABOUT = "botc/talk/about", "the claim names a seat, a character or a number that this table has not";
    GUESS_DAY = "botc/guess/day", "guesses are made once, on the first day of whoever may guess, where the script has such a character";
    GUESS_MANY = "botc/guess/many", "guesses name the characters of one to five different players";
    GOSSIP_AGAIN = "botc/gossip/again", "a statement is made once a day, where the script has such a character";
    ASK_NOT = "botc/ask/not", "only a living player with such an ability asks the Storyteller, once a game";
    VISIT_NOT = "botc/visit/not", "only a living player with such an ability visits the Storyteller, once a day";
}
