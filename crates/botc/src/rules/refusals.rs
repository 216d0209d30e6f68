//! The rules that refuse an action, each with its stable id.

use gaslamp_core::Rule;

macro_rules! rules {
    ($($name:ident = $id:literal, $says:literal;)*) => {
        $(pub(crate) static $name: Rule = Rule { id: $id, says: $says };)*
    };
}

rules! {
    OVER = "botc/over", "the game is over";
    NOT_NOW = "botc/not-now", "this is not what is to be decided now";
    NOMINATE_WHEN = "botc/not-now", "nominations come in the evening, after everybody has passed by day, and not during a vote";
    VOTE_WHEN = "botc/not-now", "players vote or abstain when somebody is nominated and their turn comes";
    CHOOSE_WHEN = "botc/not-now", "players choose with their ability when they are woken at night";
    SPEAK_WHEN = "botc/not-now", "players speak, shoot and ask on their turn by day or in the evening, neither at night nor during a vote";
    PASS_WHEN = "botc/not-now", "nobody passes here: in a vote players vote or abstain";
    CONTENT = "botc/content", "the contents of the action are missing or of the wrong kind";
    SETUP_PLAYERS = "botc/setup/players", "a game has 5 to 15 players";
    SETUP_UNSUPPORTED = "botc/setup/unsupported", "the set-up of this character is not implemented";
    DEAL_SIZE = "botc/deal/size", "a deal must have a role for every seat";
    DEAL_TWICE = "botc/deal/twice", "every character can be in play only once";
    DEAL_SCRIPT = "botc/deal/script", "every character in play must be on the script";
    DEAL_DEMONS = "botc/deal/demons", "the number of Demons does not match the set-up";
    DEAL_MINIONS = "botc/deal/minions", "the number of Minions does not match the set-up";
    DEAL_OUTSIDERS = "botc/deal/outsiders", "the number of Outsiders does not fit the characters in play";
    DEAL_TOKEN = "botc/deal/token", "players draw their own token; a player who does not know their own character draws one that they may be shown";
    DEAL_SEATS = "botc/deal/seats", "a character in play demands that players sit otherwise";
    TELL_WHOM = "botc/tell/whom", "it is another player who is to be told something now";
    TELL_INADMISSIBLE = "botc/tell/inadmissible", "this player may not be told this now";
    PICK_CANDIDATE = "botc/pick/candidate", "the Storyteller may not pick this player here";
    PICK_NOBODY = "botc/pick/nobody", "the Storyteller must pick a player here";
    SHOW_TOKEN = "botc/show/token", "this token cannot be shown here";
    CHOOSE_SHAPE = "botc/choose/shape", "the ability does not allow a choice of this kind";
    CHOOSE_TARGET = "botc/choose/target", "this cannot be chosen with the ability";
    PASS_NOT = "botc/pass/not", "a choice must be made here";
    SHOOT_ONCE = "botc/shoot/once", "a player may shoot only once per game";
    SHOOT_SCRIPT = "botc/shoot/script", "no character on this script can shoot";
    SHOOT_SEAT = "botc/shoot/seat", "nobody sits there";
    NOMINATE_DEAD = "botc/nominate/dead", "only living players may nominate";
    NOMINATE_AGAIN = "botc/nominate/again", "a player may nominate only once a day";
    NOMINATE_SPENT = "botc/nominate/spent", "the ability of this player allows no further nomination";
    NOMINATE_TWICE = "botc/nominate/twice", "a player may be nominated only once a day";
    NOMINATE_LIVING = "botc/nominate/living", "a player who must nominate the next has to nominate a living one";
    NOMINATE_NEXT = "botc/nominate/next", "this player must nominate the next living player now";
    NOMINATE_SEAT = "botc/nominate/seat", "nobody sits there";
    SPEAK_NOMINEE = "botc/talk/nominee", "a nominee may say something before the vote, or pass, and do nothing else";
    VOTE_NOMINEE = "botc/vote/nominee", "the vote is on somebody else";
    TALK_ENOUGH = "botc/talk/enough", "a player may make at most eight claims a day";
    TALK_ABOUT = "botc/talk/about", "the claim names a seat, a character or a number that this table does not have";
    GUESS_DAY = "botc/guess/day", "a player may guess once, on the first day they can, and only if the script has such a character";
    GUESS_MANY = "botc/guess/many", "guesses must name the characters of one to five different players";
    GOSSIP_AGAIN = "botc/gossip/again", "a player may make one such statement a day, and only if the script has such a character";
    SUSPECT_NOT = "botc/suspect/not", "only a living player with such an ability may tell the Storyteller whom they suspect, once per game";
    UNMASK_NOT = "botc/unmask/not", "a player may say this once per game, and only if the script has such a character";
    ACCUSE_NOT = "botc/accuse/not", "a player may accuse once a day, and only if the script has such a character";
    ASK_NOT = "botc/ask/not", "only a living player with such an ability may ask the Storyteller, once per game";
    VISIT_NOT = "botc/visit/not", "only a living player with such an ability may visit the Storyteller, once a day";
}
