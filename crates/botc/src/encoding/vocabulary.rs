//! The token table. Characters come last, in the order of [`Character::all`], so that a newly published one
//! shifts only the ids of characters.

use gaslamp_core::{Seat, Token, id_of};

use crate::characters::{Character, ReminderToken, Team};
use crate::rules::{Laid, Reminder, SEATS, Side};

/// The names of all tokens; the index is the id.
#[rustfmt::skip]
pub const VOCABULARY: [&str; 417] = [
    "<PASS>", "<CHOOSE>", "<CHOOSE_TWO>", "<ATTACK_TWO>", "<ATTACK_THREE>", "<CHOOSE_CHARACTER>", "<NAME>", "<SHOOT>",
    "<SUSPECT>", "<UNMASK>", "<NOMINATE>", "<VOTE>", "<ABSTAIN>", "<VISIT>", "<CLAIM>", "<ASK>",
    "<DEAL>", "<TELL>", "<PICK>", "<PICK_NOBODY>", "<RULE>", "<SHOW>",
    "<SETUP>", "<NIGHT>", "<DAY>", "<EVENING>",
    "<YOU_ARE>", "<MINION_INFO>", "<DEMON_INFO>", "<KNOWS>", "<KNOWS_CHOSEN>", "<KNOWS_IN_PLAY>", "<MAD>", "<CHOOSES_FOR>", "<GAINS>", "<GIVES>", "<TOLD>", "<SHOWN>",
    "<BECAME>", "<TURNED>", "<MISFIRED>", "<PLACED>", "<REMOVED>", "<DIED>", "<REVIVED>", "<DAWN>", "<COUNTED>",
    "<EXECUTED>", "<WON>",
    "<END>", "<UNKNOWN>", "<YES>", "<NO>", "<GOOD>", "<EVIL>", "<ALIVE>", "<DEAD>", "<HAS_VOTE>",
    "<NO_VOTE>", "<NOBODY>", "<NOTHING>", "<UNTOLD>", "<PAIR>", "<ONE_OF>", "<PLAYERS>", "<PLAYER_IS>", "<ALL_CHARACTERS>", "<CLOCKWISE>",
    "<ANTICLOCKWISE>", "<GRIMOIRE>", "<EVIL_TEAM>",
    "<THINGS>",
    "<I_AM>", "<REPORT>", "<GUESSES>", "<ACCUSATION>", "<STATEMENT>",
    "<TOWNSFOLK>", "<OUTSIDER>", "<MINION>", "<DEMON>", "<TRAVELLER>", "<FABLED>", "<LORIC>",
    "<NOT>", "<AND>", "<OR>", "<XOR>", "<IFF>", "<IS_EVIL>", "<IS_CHARACTER>", "<IS_TEAM>", "<IN_PLAY>",
    "<EXACTLY>", "<EVIL_PAIRS>", "<DEMON_TO_MINION>", "<RED_HERRING_OF>", "<BETWEEN>",
    "<TOWNSFOLK_ROW>", "<TOWNSFOLK_ROW_OR_LONGER>", "<TEAMS_AMONG>", "<NEXT_TO>",
    "<IS_IMPAIRED>", "<IS_MAD>", "<TOKEN_AT>", "<TARGET>", "<TARGETS>",
    "<SEAT_0>", "<SEAT_1>", "<SEAT_2>", "<SEAT_3>", "<SEAT_4>", "<SEAT_5>", "<SEAT_6>", "<SEAT_7>",
    "<SEAT_8>", "<SEAT_9>", "<SEAT_10>", "<SEAT_11>", "<SEAT_12>", "<SEAT_13>", "<SEAT_14>", "<SEAT_15>",
    "<SEAT_16>", "<SEAT_17>", "<SEAT_18>", "<SEAT_19>",
    "<NUMBER_0>", "<NUMBER_1>", "<NUMBER_2>", "<NUMBER_3>", "<NUMBER_4>", "<NUMBER_5>", "<NUMBER_6>",
    "<NUMBER_7>", "<NUMBER_8>", "<NUMBER_9>", "<NUMBER_10>", "<NUMBER_11>", "<NUMBER_12>", "<NUMBER_13>",
    "<NUMBER_14>", "<NUMBER_15>", "<NUMBER_16>", "<NUMBER_17>", "<NUMBER_18>", "<NUMBER_19>", "<NUMBER_20>",
    "<PLUS_20>",
    "<REMINDER_IS_THE>", "<REMINDER_1>", "<REMINDER_2>", "<REMINDER_2ND>", "<REMINDER_3>",
    "<REMINDER_3_ATTACKS>", "<REMINDER_3_VOTES>", "<REMINDER_ABNORMAL>", "<REMINDER_ABOUT_TO_DIE>",
    "<REMINDER_ACTS_TWICE>", "<REMINDER_ALIGNED>", "<REMINDER_ALIVE>", "<REMINDER_AMIGO>",
    "<REMINDER_CANNOT_DIE>", "<REMINDER_CHOSEN>", "<REMINDER_CLAIMED>", "<REMINDER_CORRECT>",
    "<REMINDER_CURSED>", "<REMINDER_DAY_1>", "<REMINDER_DAY_2>", "<REMINDER_DAY_3>", "<REMINDER_DAY_4>",
    "<REMINDER_DAY_5>", "<REMINDER_DEAD>", "<REMINDER_DEMON_NOT_VOTED>", "<REMINDER_DEMON_VOTED>",
    "<REMINDER_DIED_TODAY>", "<REMINDER_DOESNT_KILL>", "<REMINDER_DRUNK>", "<REMINDER_DRUNK_1>",
    "<REMINDER_DRUNK_2>", "<REMINDER_DRUNK_3>", "<REMINDER_EVERYONE_IS_DRUNK>", "<REMINDER_EVIL_WAKES>",
    "<REMINDER_FALSE_INFO>", "<REMINDER_FAUX_PAW>", "<REMINDER_FEAR>", "<REMINDER_FINAL_NIGHT_NO_ATTACK>",
    "<REMINDER_FRIEND>", "<REMINDER_GOAL>", "<REMINDER_GOOD_PLAYER_EXECUTED>", "<REMINDER_GRANDCHILD>",
    "<REMINDER_GUESS_USED>", "<REMINDER_HAIRCUTS_TONIGHT>", "<REMINDER_HAS_ABILITY>", "<REMINDER_HAT>",
    "<REMINDER_IS_THE_DEMON>", "<REMINDER_KNOW>", "<REMINDER_LUNAR>", "<REMINDER_LUNCH>", "<REMINDER_MAD>", "<REMINDER_MASTER>",
    "<REMINDER_MAY_NOT_NOMINATE>", "<REMINDER_MINION>", "<REMINDER_MINION_NOMINATED>",
    "<REMINDER_MINIONS_NOT_NOMINATED>", "<REMINDER_NEGATIVE_VOTE>", "<REMINDER_NIGHT_1>",
    "<REMINDER_NIGHT_2>", "<REMINDER_NIGHT_3>", "<REMINDER_NO_ABILITY>", "<REMINDER_NO_MORE_EVIL>",
    "<REMINDER_NOMINATE_EVIL>", "<REMINDER_NOMINATE_GOOD>", "<REMINDER_NOT_ME>", "<REMINDER_ONCE>",
    "<REMINDER_OUTSIDER>", "<REMINDER_POISONED>", "<REMINDER_PROTECTED>", "<REMINDER_RED_HERRING>",
    "<REMINDER_REGISTER_FALSELY>", "<REMINDER_SAFE>", "<REMINDER_SOBER_HEALTHY>",
    "<REMINDER_SOMETHING_BAD>", "<REMINDER_STORMCAUGHT>", "<REMINDER_STORYTELLER_ABILITY>",
    "<REMINDER_SURVIVES_EXECUTION>", "<REMINDER_TEA_PARTY_TONIGHT>", "<REMINDER_TOWNSFOLK>",
    "<REMINDER_TURNS_EVIL>", "<REMINDER_TWIN>", "<REMINDER_VISITOR>", "<REMINDER_WHOOPSIE>",
    "<REMINDER_WRONG>", "<REMINDER_X>",
    "<ACROBAT>", "<ALCHEMIST>", "<ALSAAHIR>", "<AMNESIAC>", "<ARTIST>", "<ATHEIST>", "<BALLOONIST>",
    "<BANSHEE>", "<BOUNTY_HUNTER>", "<CANNIBAL>", "<CHAMBERMAID>", "<CHEF>", "<CHOIRBOY>", "<CLOCKMAKER>",
    "<COURTIER>", "<CULT_LEADER>", "<DREAMER>", "<EMPATH>", "<ENGINEER>", "<EXORCIST>", "<FARMER>",
    "<FISHERMAN>", "<FLOWERGIRL>", "<FOOL>", "<FORTUNE_TELLER>", "<GAMBLER>", "<GENERAL>", "<GOSSIP>",
    "<GRANDMOTHER>", "<HIGH_PRIESTESS>", "<HUNTSMAN>", "<INNKEEPER>", "<INVESTIGATOR>", "<JUGGLER>",
    "<KING>", "<KNIGHT>", "<LIBRARIAN>", "<LYCANTHROPE>", "<MAGICIAN>", "<MATHEMATICIAN>", "<MAYOR>",
    "<MINSTREL>", "<MONK>", "<NIGHTWATCHMAN>", "<NOBLE>", "<ORACLE>", "<PACIFIST>", "<PHILOSOPHER>",
    "<PIXIE>", "<POPPY_GROWER>", "<PREACHER>", "<PRINCESS>", "<PROFESSOR>", "<RAVENKEEPER>", "<SAGE>",
    "<SAILOR>", "<SAVANT>", "<SEAMSTRESS>", "<SHUGENJA>", "<SLAYER>", "<SNAKE_CHARMER>", "<SOLDIER>",
    "<STEWARD>", "<TEA_LADY>", "<TOWN_CRIER>", "<UNDERTAKER>", "<VILLAGE_IDIOT>", "<VIRGIN>",
    "<WASHERWOMAN>", "<BARBER>", "<BUTLER>", "<DAMSEL>", "<DRUNK>", "<GOLEM>", "<GOON>", "<HATTER>",
    "<HERETIC>", "<HERMIT>", "<KLUTZ>", "<LUNATIC>", "<MOONCHILD>", "<MUTANT>", "<OGRE>", "<PLAGUE_DOCTOR>",
    "<POLITICIAN>", "<PUZZLEMASTER>", "<RECLUSE>", "<SAINT>", "<SNITCH>", "<SWEETHEART>", "<TINKER>",
    "<ZEALOT>", "<ASSASSIN>", "<BARON>", "<BOFFIN>", "<BOOMDANDY>", "<CERENOVUS>", "<DEVILS_ADVOCATE>",
    "<EVIL_TWIN>", "<FEARMONGER>", "<GOBLIN>", "<GODFATHER>", "<HARPY>", "<MARIONETTE>", "<MASTERMIND>",
    "<MEZEPHELES>", "<ORGAN_GRINDER>", "<PIT_HAG>", "<POISONER>", "<PSYCHOPATH>", "<SCARLET_WOMAN>",
    "<SPY>", "<SUMMONER>", "<VIZIER>", "<WIDOW>", "<WITCH>", "<WIZARD>", "<WRAITH>", "<XAAN>",
    "<AL_HADIKHIA>", "<FANG_GU>", "<IMP>", "<KAZALI>", "<LEGION>", "<LEVIATHAN>", "<LIL_MONSTA>",
    "<LLEECH>", "<LORD_OF_TYPHON>", "<NO_DASHII>", "<OJO>", "<PO>", "<PUKKA>", "<RIOT>", "<SHABALOTH>",
    "<VIGORMORTIS>", "<VORTOX>", "<YAGGABABBLE>", "<ZOMBUUL>", "<APPRENTICE>", "<BARISTA>", "<BEGGAR>",
    "<BISHOP>", "<BONE_COLLECTOR>", "<BUREAUCRAT>", "<BUTCHER>", "<CACKLEJACK>", "<DEVIANT>", "<GANGSTER>",
    "<GNOME>", "<GUNSLINGER>", "<HARLOT>", "<JUDGE>", "<MATRON>", "<SCAPEGOAT>", "<THIEF>", "<VOUDON>",
    "<ANGEL>", "<BUDDHIST>", "<DEUS_EX_FIASCO>", "<DJINN>", "<DOOMSAYER>", "<DUCHESS>", "<FERRYMAN>",
    "<FIBBIN>", "<FIDDLER>", "<HELLS_LIBRARIAN>", "<REVOLUTIONARY>", "<SENTINEL>", "<SPIRIT_OF_IVORY>",
    "<TOYMAKER>", "<BIG_WIG>", "<BOOTLEGGER>", "<GARDENER>", "<GOD_OF_UG>", "<HINDU>", "<KNAVES>", "<POPE>",
    "<STORM_CATCHER>", "<TOR>", "<VENTRILOQUIST>", "<ZENOMANCER>", "<LEGIONARY>", "<PRODIGY>",
];

/// The number of verbs that seats have; their ids come first.
pub const VERBS: usize = 16;

/// The number of characters; their ids come last.
pub const CHARACTERS: usize = 183;

/// The greatest number that is a single token.
pub(super) const GREATEST: u32 = 20;

const fn id(word: &str) -> Token {
    id_of(&VOCABULARY, word)
}

pub(super) const PASS: Token = id("PASS");
pub(super) const CHOOSE: Token = id("CHOOSE");
pub(super) const CHOOSE_TWO: Token = id("CHOOSE_TWO");
pub(super) const ATTACK_TWO: Token = id("ATTACK_TWO");
pub(super) const ATTACK_THREE: Token = id("ATTACK_THREE");
pub(super) const CHOOSE_CHARACTER: Token = id("CHOOSE_CHARACTER");
pub(super) const NAME: Token = id("NAME");
pub(super) const SUSPECT: Token = id("SUSPECT");
pub(super) const UNMASK: Token = id("UNMASK");
pub(super) const SHOOT: Token = id("SHOOT");
pub(super) const NOMINATE: Token = id("NOMINATE");
pub(super) const VOTE: Token = id("VOTE");
pub(super) const ABSTAIN: Token = id("ABSTAIN");
pub(super) const VISIT: Token = id("VISIT");
pub(super) const CLAIM: Token = id("CLAIM");
pub(super) const ASK: Token = id("ASK");

pub(super) const DEAL: Token = id("DEAL");
pub(super) const TELL: Token = id("TELL");
pub(super) const PICK: Token = id("PICK");
pub(super) const PICK_NOBODY: Token = id("PICK_NOBODY");
pub(super) const RULE: Token = id("RULE");
pub(super) const SHOW: Token = id("SHOW");

pub(super) const SETUP: Token = id("SETUP");
pub(super) const NIGHT: Token = id("NIGHT");
pub(super) const DAY: Token = id("DAY");
pub(super) const EVENING: Token = id("EVENING");

pub(super) const YOU_ARE: Token = id("YOU_ARE");
pub(super) const MINION_INFO: Token = id("MINION_INFO");
pub(super) const DEMON_INFO: Token = id("DEMON_INFO");
pub(super) const KNOWS: Token = id("KNOWS");
pub(super) const KNOWS_CHOSEN: Token = id("KNOWS_CHOSEN");
pub(super) const KNOWS_IN_PLAY: Token = id("KNOWS_IN_PLAY");
pub(super) const MAD: Token = id("MAD");
pub(super) const CHOOSES_FOR: Token = id("CHOOSES_FOR");
pub(super) const GAINS: Token = id("GAINS");
pub(super) const GIVES: Token = id("GIVES");
pub(super) const TOLD: Token = id("TOLD");
pub(super) const SHOWN: Token = id("SHOWN");
pub(super) const BECAME: Token = id("BECAME");
pub(super) const TURNED: Token = id("TURNED");
pub(super) const PLACED: Token = id("PLACED");
pub(super) const REMOVED: Token = id("REMOVED");
pub(super) const MISFIRED: Token = id("MISFIRED");
pub(super) const DIED: Token = id("DIED");
pub(super) const REVIVED: Token = id("REVIVED");
pub(super) const DAWN: Token = id("DAWN");
pub(super) const COUNTED: Token = id("COUNTED");
pub(super) const EXECUTED: Token = id("EXECUTED");
pub(super) const WON: Token = id("WON");

pub(super) const END: Token = id("END");
/// Stands for anything that has no token. No reader accepts it, and nothing in a game needs it.
pub(super) const UNKNOWN: Token = id("UNKNOWN");
pub(super) const YES: Token = id("YES");
pub(super) const NO: Token = id("NO");
pub(super) const GOOD: Token = id("GOOD");
pub(super) const EVIL: Token = id("EVIL");
pub(super) const ALIVE: Token = id("ALIVE");
pub(super) const DEAD: Token = id("DEAD");
pub(super) const HAS_VOTE: Token = id("HAS_VOTE");
pub(super) const NO_VOTE: Token = id("NO_VOTE");
pub(super) const NOBODY: Token = id("NOBODY");
pub(super) const NOTHING: Token = id("NOTHING");
pub(super) const UNTOLD: Token = id("UNTOLD");
pub(super) const PAIR: Token = id("PAIR");
pub(super) const ONE_OF: Token = id("ONE_OF");
pub(super) const PLAYERS: Token = id("PLAYERS");
pub(super) const PLAYER_IS: Token = id("PLAYER_IS");
pub(super) const ALL_CHARACTERS: Token = id("ALL_CHARACTERS");
pub(super) const CLOCKWISE: Token = id("CLOCKWISE");
pub(super) const ANTICLOCKWISE: Token = id("ANTICLOCKWISE");
pub(super) const GRIMOIRE: Token = id("GRIMOIRE");
pub(super) const EVIL_TEAM: Token = id("EVIL_TEAM");
pub(super) const THINGS: Token = id("THINGS");

pub(super) const I_AM: Token = id("I_AM");
pub(super) const REPORT: Token = id("REPORT");
pub(super) const GUESSES: Token = id("GUESSES");
pub(super) const ACCUSATION: Token = id("ACCUSATION");
pub(super) const STATEMENT: Token = id("STATEMENT");

pub(super) const TOWNSFOLK: Token = id("TOWNSFOLK");

pub(super) const NOT: Token = id("NOT");
pub(super) const AND: Token = id("AND");
pub(super) const OR: Token = id("OR");
pub(super) const XOR: Token = id("XOR");
pub(super) const IFF: Token = id("IFF");
pub(super) const IS_EVIL: Token = id("IS_EVIL");
pub(super) const IS_CHARACTER: Token = id("IS_CHARACTER");
pub(super) const IS_TEAM: Token = id("IS_TEAM");
pub(super) const IN_PLAY: Token = id("IN_PLAY");
pub(super) const EXACTLY: Token = id("EXACTLY");
pub(super) const EVIL_PAIRS: Token = id("EVIL_PAIRS");
pub(super) const DEMON_TO_MINION: Token = id("DEMON_TO_MINION");
pub(super) const RED_HERRING_OF: Token = id("RED_HERRING_OF");
pub(super) const BETWEEN: Token = id("BETWEEN");
pub(super) const TOWNSFOLK_ROW: Token = id("TOWNSFOLK_ROW");
pub(super) const TOWNSFOLK_ROW_OR_LONGER: Token = id("TOWNSFOLK_ROW_OR_LONGER");
pub(super) const TEAMS_AMONG: Token = id("TEAMS_AMONG");
pub(super) const NEXT_TO: Token = id("NEXT_TO");
pub(super) const IS_IMPAIRED: Token = id("IS_IMPAIRED");
pub(super) const IS_MAD: Token = id("IS_MAD");
pub(super) const TOKEN_AT: Token = id("TOKEN_AT");
pub(super) const TARGET: Token = id("TARGET");
pub(super) const TARGETS: Token = id("TARGETS");

pub(super) const SEAT_0: Token = id("SEAT_0");
pub(super) const NUMBER_0: Token = id("NUMBER_0");
pub(super) const PLUS_20: Token = id("PLUS_20");
/// The first of the reminders. It is named after its owner: a Drunk's is `is_the_drunk`.
pub(super) const REMINDER_IS_THE: Token = id("REMINDER_IS_THE");
pub(super) const FIRST_CHARACTER: Token = (VOCABULARY.len() - CHARACTERS) as Token;

/// The teams, in the order of their tokens.
const TEAMS: [Team; 7] =
    [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon, Team::Traveller, Team::Fabled, Team::Loric];

/// The name of a token, or its number if it has none.
#[must_use]
pub fn name(token: Token) -> String {
    VOCABULARY.get(usize::from(token)).map_or_else(|| token.to_string(), |&name| name.to_owned())
}

pub(super) fn seat_token(seat: Seat) -> Token {
    if seat.index() < SEATS { SEAT_0 + seat.index() as Token } else { UNKNOWN }
}

pub(super) fn as_seat(token: Token) -> Option<Seat> {
    Seat::checked(usize::from(token.checked_sub(SEAT_0)?), SEATS)
}

pub(super) const fn character_token(character: Character) -> Token {
    FIRST_CHARACTER + character.index() as Token
}

pub(super) fn as_character(token: Token) -> Option<Character> {
    Character::at(usize::from(token.checked_sub(FIRST_CHARACTER)?))
}

pub(super) const fn side_token(side: Side) -> Token {
    match side {
        Side::Good => GOOD,
        Side::Evil => EVIL,
    }
}

pub(super) const fn as_side(token: Token) -> Option<Side> {
    match token {
        GOOD => Some(Side::Good),
        EVIL => Some(Side::Evil),
        _ => None,
    }
}

pub(super) const fn answer_token(answer: bool) -> Token {
    if answer { YES } else { NO }
}

pub(super) const fn as_answer(token: Token) -> Option<bool> {
    match token {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
}

pub(super) fn team_token(team: Team) -> Token {
    let at = TEAMS.iter().position(|&known| known == team);
    at.map_or(UNKNOWN, |at| TOWNSFOLK + at as Token)
}

pub(super) fn as_team(token: Token) -> Option<Team> {
    TEAMS.get(usize::from(token.checked_sub(TOWNSFOLK)?)).copied()
}

/// The number that a single token stands for.
pub(super) fn as_number(token: Token) -> Option<u32> {
    token.checked_sub(NUMBER_0).map(u32::from).filter(|&number| number <= GREATEST)
}

/// The token for a reminder of this owner.
pub(super) fn reminder_token(owner: Character, reminder: &str) -> Token {
    let tokens = REMINDER_IS_THE..FIRST_CHARACTER;
    let is_this = |&token: &Token| as_reminder(owner, token).is_some_and(|known| known == reminder);
    tokens.into_iter().find(is_this).unwrap_or(UNKNOWN)
}

/// The name of this owner's reminder that a token stands for.
pub(super) fn as_reminder(owner: Character, token: Token) -> Option<String> {
    if token == REMINDER_IS_THE {
        return Some(format!("is_the_{owner}"));
    }
    let name = (REMINDER_IS_THE..FIRST_CHARACTER).contains(&token).then(|| VOCABULARY[usize::from(token)])?;
    name.strip_prefix("<REMINDER_")?.strip_suffix('>').map(str::to_ascii_lowercase)
}

/// The token for a reminder in a grimoire.
pub(super) fn laid_token(laid: Laid) -> Token {
    match laid {
        Laid::IsThe(_) => REMINDER_IS_THE,
        Laid::Reminder(token) => reminder_token(token.owner(), token.word()),
    }
}

/// The reminder of this owner that a token stands for in a grimoire.
pub(super) fn as_laid(owner: Character, token: Token) -> Option<Laid> {
    if token == REMINDER_IS_THE {
        return Some(Laid::IsThe(owner));
    }
    let name = as_reminder(owner, token)?;
    ReminderToken::of(owner).find(|known| known.word() == name).map(Laid::Reminder)
}

/// The kind of mark with this owner and name.
pub(super) fn as_mark(owner: Character, token: Token) -> Option<Reminder> {
    let name = as_reminder(owner, token)?;
    Reminder::all().find(|kind| kind.owner() == owner && kind.name() == Some(&name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A printed name in the form of notations.
    fn snake(name: &str) -> String {
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        words.map(|word| word.replace('\'', "").to_lowercase()).collect::<Vec<_>>().join("_")
    }

    #[test]
    fn the_last_words_are_the_characters_in_their_order() {
        let names: Vec<String> =
            Character::all().map(|character| format!("<{}>", character.to_string().to_uppercase())).collect();
        assert_eq!(names.len(), CHARACTERS);
        assert_eq!(names, VOCABULARY[usize::from(FIRST_CHARACTER)..]);
        for character in Character::all() {
            assert_eq!(as_character(character_token(character)), Some(character));
        }
        assert_eq!(as_character(VOCABULARY.len() as Token), None);
    }

    #[test]
    fn every_word_is_there_once_and_in_capitals() {
        let words: BTreeSet<&str> = VOCABULARY.into_iter().collect();
        assert_eq!(words.len(), VOCABULARY.len());
        for word in words {
            let bare = word.strip_prefix('<').and_then(|word| word.strip_suffix('>')).expect(word);
            assert!(bare.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'), "{word}");
        }
    }

    #[test]
    fn every_published_reminder_has_a_word() {
        let mut used = BTreeSet::from([REMINDER_IS_THE]);
        for owner in Character::all() {
            let facts = owner.facts();
            for name in facts.reminders.iter().chain(facts.global_reminders).map(|name| snake(name)) {
                // The Amnesiac's are blank.
                if name.is_empty() {
                    continue;
                }
                let token = reminder_token(owner, &name);
                assert_eq!(as_reminder(owner, token).as_deref(), Some(name.as_str()), "{owner}");
                used.insert(token);
            }
        }
        assert!(used.into_iter().eq(REMINDER_IS_THE..FIRST_CHARACTER));
    }

    #[test]
    fn every_mark_that_a_grimoire_shows_has_a_word() {
        for kind in Reminder::all() {
            if let Some(name) = kind.name() {
                assert_eq!(as_mark(kind.owner(), reminder_token(kind.owner(), name)), Some(kind));
            }
        }
        assert_eq!(reminder_token(Character::with_id("imp"), "is_the_drunk"), UNKNOWN);
        assert_eq!(as_reminder(Character::with_id("drunk"), UNKNOWN), None);
    }

    #[test]
    fn seats_teams_and_numbers_follow_each_other() {
        for index in 0..Seat::LIMIT {
            let seat = Seat::new(index);
            assert_eq!(as_seat(seat_token(seat)), Seat::checked(index, SEATS));
        }
        for team in TEAMS {
            assert_eq!(name(team_token(team)), format!("<{}>", team.name().to_uppercase()));
            assert_eq!(as_team(team_token(team)), Some(team));
        }
        for number in 0..=GREATEST as Token {
            assert_eq!(name(NUMBER_0 + number), format!("<NUMBER_{number}>"));
        }
        assert_eq!([as_number(PLUS_20), as_number(SEAT_0)], [None, None]);
        assert_eq!(as_team(NOT), None);
    }
}
