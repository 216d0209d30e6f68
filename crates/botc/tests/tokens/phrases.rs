//! Every phrase is written in a way of its own.

use std::sync::Arc;

use super::grammar::Grammar;
use super::*;

/// One formula of each kind.
const DRUNK: Reminder = Reminder::with_name("puzzlemaster", "drunk");
const POISONED: Reminder = Reminder::with_name("widow", "poisoned");

fn formulas() -> Vec<(Formula, &'static str)> {
    let evil = |index| Formula::Evil(seat(index));
    let join = |joint| Formula::Join(joint, Box::new(evil(1)), Box::new(evil(2)));
    vec![
        (Formula::Not(Box::new(evil(0))), "NOT IS_EVIL SEAT_0"),
        (join(Joint::And), "AND IS_EVIL SEAT_1 IS_EVIL SEAT_2"),
        (join(Joint::Or), "OR IS_EVIL SEAT_1 IS_EVIL SEAT_2"),
        (join(Joint::Xor), "XOR IS_EVIL SEAT_1 IS_EVIL SEAT_2"),
        (join(Joint::Iff), "IFF IS_EVIL SEAT_1 IS_EVIL SEAT_2"),
        (Formula::Role(seat(3), character("imp")), "IS_CHARACTER SEAT_3 IMP"),
        (Formula::Type(seat(3), Team::Minion), "IS_TEAM SEAT_3 MINION"),
        (Formula::InPlay(character("drunk")), "IN_PLAY DRUNK"),
        (Formula::Exactly(1, vec![evil(1), evil(2)]), "EXACTLY NUMBER_1 IS_EVIL SEAT_1 IS_EVIL SEAT_2 END"),
        (Formula::Exactly(0, Vec::new()), "EXACTLY NUMBER_0 END"),
        (Formula::EvilPairs(21), "EVIL_PAIRS PLUS_20 NUMBER_1"),
        (Formula::DemonToMinion(20), "DEMON_TO_MINION NUMBER_20"),
        (Formula::RedHerring(seat(1), seat(1)), "RED_HERRING_OF SEAT_1 SEAT_1"),
        (Formula::Between(character("drunk"), Team::Townsfolk), "BETWEEN DRUNK TOWNSFOLK"),
        (Formula::TownsfolkRow { length: 3, or_longer: false }, "TOWNSFOLK_ROW NUMBER_3"),
        (
            Formula::TownsfolkRow { length: 41, or_longer: true },
            "TOWNSFOLK_ROW_OR_LONGER PLUS_20 PLUS_20 NUMBER_1",
        ),
        (
            Formula::TypesAmong(2, vec![seat(4), seat(2), seat(4)]),
            "TEAMS_AMONG NUMBER_2 SEAT_4 SEAT_2 SEAT_4 END",
        ),
        (Formula::NextTo(character("imp"), character("fang gu")), "NEXT_TO IMP FANG_GU"),
        (Formula::Impaired(seat(3)), "IS_IMPAIRED SEAT_3"),
        (Formula::Mad(seat(3)), "IS_MAD SEAT_3"),
        (
            Formula::Token { kind: DRUNK, by: Some(seat(1)), on: seat(2) },
            "TOKEN_AT PUZZLEMASTER REMINDER_DRUNK SEAT_1 SEAT_2",
        ),
        (
            Formula::Token { kind: POISONED, by: None, on: seat(2) },
            "TOKEN_AT WIDOW REMINDER_POISONED NOBODY SEAT_2",
        ),
        (Formula::Target(seat(1), seat(2)), "TARGET SEAT_1 SEAT_2"),
        (Formula::Targets(seat(1), vec![seat(2), seat(2)]), "TARGETS SEAT_1 SEAT_2 SEAT_2 END"),
    ]
}

fn report(night: u16, chosen: &[usize], told: Option<Statement>) -> Claim {
    let chosen = chosen.iter().map(|&index| seat(index)).collect();
    Claim::Report(Report { night, ability: character("fortune teller"), chosen, told })
}

fn said(claim: Claim) -> Phrase {
    Phrase::Said(Arc::new(claim))
}

/// A token in a grimoire.
fn laid(owner: &str, name: &str) -> Laid {
    let owner = character(owner);
    let token = ReminderToken::read(owner, name).expect(name);
    if token.marks_its_owner() { Laid::IsThe(owner) } else { Laid::Reminder(token) }
}

/// Phrases of every kind, and how they are written.
fn phrases() -> Vec<(Phrase, String)> {
    let (imp, monk, chef) = (character("imp"), character("monk"), character("chef"));
    let team = EvilTeam { minions: set(&[9, 1]), bluffs: bluffs("monk chef") };
    let mark = |reminder: Reminder| Mark { reminder, on: seat(1), by: seat(2), character: reminder.owner() };
    let entry = |character, is_alive, has_vote, reminders: &[(&str, &str)]| Entry {
        character,
        is_alive,
        has_vote,
        reminders: reminders.iter().map(|(owner, name)| laid(owner, name)).collect(),
    };
    let grimoire = Grimoire {
        seats: vec![
            entry(monk, true, true, &[("drunk", "is_the_drunk"), ("poisoner", "poisoned")]),
            entry(imp, false, true, &[]),
            entry(chef, false, false, &[("po", "3_attacks"), ("scarlet woman", "is_the_demon")]),
        ],
    };
    let pair = Statement::Pair { holder: seat(2), wrong: seat(4), character: chef };
    let guesses = Claim::Guesses(vec![(seat(3), imp), (seat(1), chef)]);
    let deal = Deal::new(&[(imp, imp), (character("drunk"), monk)]).expect("two seats");
    let mut table = vec![
        (Phrase::Dealt(Box::new(deal)), "DEAL IMP IMP DRUNK MONK END"),
        (Phrase::Act(Action::Nominate(seat(10))), "NOMINATE SEAT_10"),
        (Phrase::Told(monk, pair), "TOLD MONK PAIR SEAT_2 SEAT_4 CHEF"),
        (Phrase::Told(chef, Statement::Number(2)), "TOLD CHEF NUMBER_2"),
        (Phrase::Told(character("undertaker"), Statement::Is(imp)), "TOLD UNDERTAKER IMP"),
        (
            Phrase::Shown(Box::new(grimoire)),
            "SHOWN \
            SEAT_0 MONK ALIVE HAS_VOTE DRUNK REMINDER_IS_THE POISONER REMINDER_POISONED \
            SEAT_1 IMP DEAD HAS_VOTE \
            SEAT_2 CHEF DEAD NO_VOTE PO REMINDER_3_ATTACKS SCARLET_WOMAN REMINDER_IS_THE_DEMON END",
        ),
        (said(Claim::Role(chef)), "CLAIM I_AM CHEF"),
        (said(guesses), "CLAIM GUESSES SEAT_3 IMP SEAT_1 CHEF END"),
        (
            said(report(2, &[5, 1], Some(Statement::Answer(true)))),
            "CLAIM REPORT NUMBER_2 FORTUNE_TELLER SEAT_5 SEAT_1 END YES",
        ),
        (said(report(30, &[], None)), "CLAIM REPORT PLUS_20 NUMBER_10 FORTUNE_TELLER END UNTOLD"),
        (
            said(report(1, &[], Some(Statement::Team(team)))),
            "CLAIM REPORT NUMBER_1 FORTUNE_TELLER END EVIL_TEAM SEAT_1 SEAT_9 END CHEF MONK END",
        ),
        (Phrase::YouAre(imp, Side::Evil), "YOU_ARE IMP EVIL"),
        (Phrase::MinionInfo { demons: set(&[4]), minions: Seats::NONE }, "MINION_INFO SEAT_4 END END"),
        (Phrase::DemonInfo(team), "DEMON_INFO SEAT_1 SEAT_9 END CHEF MONK END"),
        (Phrase::Knows(seat(2), character("lunatic")), "KNOWS SEAT_2 LUNATIC"),
        (Phrase::KnowsChosen(set(&[3, 1])), "KNOWS_CHOSEN SEAT_1 SEAT_3 END"),
        (Phrase::KnowsInPlay(imp), "KNOWS_IN_PLAY IMP"),
        (Phrase::Mad(chef), "MAD CHEF"),
        (said(Claim::Accusation(vec![(seat(3), Team::Demon)])), "CLAIM ACCUSATION SEAT_3 DEMON END"),
        (Phrase::ChoosesFor(imp), "CHOOSES_FOR IMP"),
        (Phrase::Gains(imp), "GAINS IMP"),
        (Phrase::Gives(imp), "GIVES IMP"),
        (Phrase::Became(imp), "BECAME IMP"),
        (Phrase::Turned(Side::Good), "TURNED GOOD"),
        (
            Phrase::Placed(mark(Reminder::with_name("monk", "safe"))),
            "PLACED MONK REMINDER_SAFE SEAT_1 SEAT_2 MONK",
        ),
        (
            Phrase::Removed(mark(Reminder::with_name("po", "dead"))),
            "REMOVED PO REMINDER_DEAD SEAT_1 SEAT_2 PO",
        ),
        (Phrase::Misfired, "MISFIRED"),
        (Phrase::Died, "DIED"),
        (Phrase::Revived, "REVIVED"),
        (Phrase::Dawn { died: set(&[1, 2]), revived: set(&[0]) }, "DAWN SEAT_1 SEAT_2 END SEAT_0 END"),
        (Phrase::Dawn { died: Seats::NONE, revived: Seats::NONE }, "DAWN END END"),
        (Phrase::Counted { nominee: seat(1), votes: 20, block: None }, "COUNTED SEAT_1 NUMBER_20 NOBODY"),
        (
            Phrase::Counted { nominee: seat(1), votes: 3, block: Some(seat(1)) },
            "COUNTED SEAT_1 NUMBER_3 SEAT_1",
        ),
        (Phrase::Executed, "EXECUTED"),
        (Phrase::Won(Side::Evil), "WON EVIL"),
    ]
    .into_iter()
    .map(|(phrase, text)| (phrase, text.to_owned()))
    .collect::<Vec<_>>();
    for (formula, text) in formulas() {
        table.push((Phrase::Asked(Box::new(formula.clone())), format!("ASK {text}")));
        table.push((said(Claim::Gossip(formula.clone())), format!("CLAIM STATEMENT {text}")));
        let other = Formula::Not(Box::new(formula.clone()));
        table.push((Phrase::Things(Box::new((formula, other))), format!("TOLD THINGS {text} NOT {text}")));
    }
    for reminder in Reminder::all().filter(|reminder| reminder.name().is_some()) {
        let tokens = written(None, &Phrase::Placed(mark(reminder)));
        table.push((Phrase::Placed(mark(reminder)), words(&tokens)));
    }
    table
}

#[test]
fn every_phrase_is_written_in_its_way_and_reads_back() {
    let grammar = Grammar::new();
    let mut everything = Vec::new();
    for (at, (phrase, text)) in phrases().into_iter().enumerate() {
        let by = (at % 3 > 0).then(|| seat(at % SEATS));
        let tokens = written(by, &phrase);
        let by_words = by.map(|by| format!("SEAT_{} ", by.index())).unwrap_or_default();
        assert_eq!(words(&tokens), format!("{by_words}{text}"));
        let item = Item::Event { by, phrase };
        assert_eq!(decode_sequence(&tokens), Ok(vec![item.clone()]), "{text}");
        assert!(grammar.accepts("item", &tokens), "{text}");
        for length in 1..tokens.len() {
            let error = decode_sequence(&tokens[..length]).expect_err("a part of a phrase");
            assert_eq!((error.at, error.id), (length, "tokens/unfinished"), "{text}");
        }
        everything.push(item);
    }
    assert_eq!(
        decode_sequence(&rewritten(&everything)),
        Ok(everything),
        "phrases in a row do not run together"
    );
}

#[test]
fn contents_read_back() {
    let mut contents: Vec<Content> = Vec::new();
    for (phrase, _) in phrases() {
        contents.extend(match phrase {
            Phrase::Dealt(deal) => Some(Content::Deal(*deal)),
            Phrase::Said(claim) => Some(Content::Claim(Arc::unwrap_or_clone(claim))),
            Phrase::Asked(question) => Some(Content::Question(*question)),
            Phrase::Things(things) => Some(Content::Things(things.0, things.1)),
            _ => None,
        });
    }
    let grammar = Grammar::new();
    for content in contents {
        let mut tokens = Vec::new();
        encode_content(&content, &mut tokens);
        assert!(grammar.accepts("content", &tokens), "{}", words(&tokens));
        assert_eq!(decode_content(&tokens), Ok(content));
        tokens.push(0);
        let error = decode_content(&tokens).expect_err("one too many");
        assert_eq!((error.at, error.id), (tokens.len() - 1, "tokens/trailing"));
    }
    check_errors(&[("", 0, "tokens/unfinished"), ("PASS", 0, "tokens/unexpected")], decode_content);
}
