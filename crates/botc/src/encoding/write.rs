//! From actions, phrases and contents to tokens. Everything is written in exactly one way.

use crate::rules::phase;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats, Token};

use super::vocabulary::*;
use crate::characters::Character;
use crate::rules::{
    Action, Claim, Content, Deal, EvilTeam, Formula, Grimoire, Joint, Mark, Phrase, Report, Statement,
};

/// Appends the tokens of an action. An action with contents is just its verb, since the contents are not
/// available here; [`encode_content`] writes them.
pub(super) fn encode_action(action: Action, out: &mut Vec<Token>) {
    match action {
        Action::Deal(_) => out.push(DEAL),
        Action::Tell(seat, statement) => {
            out.extend([TELL, seat_token(seat)]);
            encode_statement(statement, out);
        }
        Action::Pick(seat) => out.extend([PICK, seat_token(seat)]),
        Action::PickNobody => out.push(PICK_NOBODY),
        Action::Rule(answer) => out.extend([RULE, answer_token(answer)]),
        Action::Show(character) => out.extend([SHOW, character_token(character)]),
        Action::Pass => out.push(PASS),
        Action::Choose(seat) => out.extend([CHOOSE, seat_token(seat)]),
        Action::ChooseTwo(a, b) => out.extend([CHOOSE_TWO, seat_token(a), seat_token(b)]),
        Action::AttackTwo(a, b) => out.extend([ATTACK_TWO, seat_token(a), seat_token(b)]),
        Action::AttackThree(a, b, c) => {
            out.extend([ATTACK_THREE, seat_token(a), seat_token(b), seat_token(c)]);
        }
        Action::ChooseCharacter(character) => out.extend([CHOOSE_CHARACTER, character_token(character)]),
        Action::Name(seat, character) => out.extend([NAME, seat_token(seat), character_token(character)]),
        Action::Shoot(seat) => out.extend([SHOOT, seat_token(seat)]),
        Action::Suspect(seat) => out.extend([SUSPECT, seat_token(seat)]),
        Action::Unmask(seat) => out.extend([UNMASK, seat_token(seat)]),
        Action::Nominate(seat) => out.extend([NOMINATE, seat_token(seat)]),
        Action::Vote(seat) => out.extend([VOTE, seat_token(seat)]),
        Action::Abstain => out.push(ABSTAIN),
        Action::Claim(_) => out.push(CLAIM),
        Action::Ask(_) => out.push(ASK),
        Action::Visit => out.push(VISIT),
    }
}

/// Appends the tokens of a long content. They begin with the verb of its action, except that a Savant's two
/// statements begin with `<THINGS>`, since the action says who is told.
pub fn encode_content(content: &Content, out: &mut Vec<Token>) {
    match content {
        Content::Deal(deal) => encode_deal(deal, out),
        Content::Claim(claim) => encode_claim(claim, out),
        Content::Question(question) => {
            out.push(ASK);
            encode_formula(question, out);
        }
        Content::Things(a, b) => {
            out.push(THINGS);
            encode_formula(a, out);
            encode_formula(b, out);
        }
    }
}

/// Appends the tokens of a phase. Nights and days after the twentieth are written as the twentieth.
pub fn encode_phase(phase: Phase, out: &mut Vec<Token>) {
    let numbered = |word, number: u16| [word, NUMBER_0 + number.min(GREATEST as u16)];
    match phase {
        Phase::SETUP => out.push(SETUP),
        Phase { label: phase::NIGHT, number } => out.extend(numbered(NIGHT, number)),
        Phase { label: phase::DAY, number } => out.extend(numbered(DAY, number)),
        Phase { label: phase::EVENING, number } => out.extend(numbered(EVENING, number)),
        // This game has no others.
        _ => {}
    }
}

/// Appends the tokens of an event: the seat that acts or is told, if there is one, and the phrase.
pub fn encode_event(by: Option<Seat>, phrase: &Phrase, out: &mut Vec<Token>) {
    out.extend(by.map(seat_token));
    encode_phrase(phrase, out);
}

/// Appends the tokens of a phrase, even of one that only the Storyteller knows.
pub fn encode_phrase(phrase: &Phrase, out: &mut Vec<Token>) {
    match phrase {
        Phrase::Dealt(deal) => encode_deal(deal, out),
        Phrase::Act(action) => encode_action(*action, out),
        Phrase::Told(ability, statement) => {
            out.extend([TOLD, character_token(*ability)]);
            encode_statement(*statement, out);
        }
        Phrase::Things(things) => {
            out.extend([TOLD, THINGS]);
            encode_formula(&things.0, out);
            encode_formula(&things.1, out);
        }
        Phrase::Shown(grimoire) => encode_grimoire(grimoire, out),
        Phrase::Asked(question) => {
            out.push(ASK);
            encode_formula(question, out);
        }
        Phrase::Said(claim) => encode_claim(claim, out),
        Phrase::YouAre(character, side) => {
            out.extend([YOU_ARE, character_token(*character), side_token(*side)]);
        }
        Phrase::MinionInfo { demons, minions } => {
            out.push(MINION_INFO);
            encode_set(*demons, out);
            encode_set(*minions, out);
        }
        Phrase::DemonInfo(team) => {
            out.push(DEMON_INFO);
            encode_team(*team, out);
        }
        Phrase::Knows(seat, character) => {
            out.extend([KNOWS, seat_token(*seat), character_token(*character)]);
        }
        Phrase::KnowsInPlay(character) => out.extend([KNOWS_IN_PLAY, character_token(*character)]),
        Phrase::Mad(character) => out.extend([MAD, character_token(*character)]),
        Phrase::KnowsChosen(seats) => {
            out.push(KNOWS_CHOSEN);
            encode_set(*seats, out);
        }
        Phrase::ChoosesFor(character) => out.extend([CHOOSES_FOR, character_token(*character)]),
        Phrase::Gains(character) => out.extend([GAINS, character_token(*character)]),
        Phrase::Gives(character) => out.extend([GIVES, character_token(*character)]),
        Phrase::Became(character) => out.extend([BECAME, character_token(*character)]),
        Phrase::Turned(side) => out.extend([TURNED, side_token(*side)]),
        Phrase::Placed(mark) => {
            out.push(PLACED);
            encode_mark(*mark, out);
        }
        Phrase::Removed(mark) => {
            out.push(REMOVED);
            encode_mark(*mark, out);
        }
        Phrase::Misfired => out.push(MISFIRED),
        Phrase::Died => out.push(DIED),
        Phrase::Revived => out.push(REVIVED),
        Phrase::Dawn { died, revived } => {
            out.push(DAWN);
            encode_set(*died, out);
            encode_set(*revived, out);
        }
        Phrase::Counted { nominee, votes, block } => {
            out.extend([COUNTED, seat_token(*nominee)]);
            encode_number(u32::from(*votes), out);
            out.push(block.map_or(NOBODY, seat_token));
        }
        Phrase::Executed => out.push(EXECUTED),
        Phrase::Won(side) => out.extend([WON, side_token(*side)]),
    }
}

fn encode_number(number: u32, out: &mut Vec<Token>) {
    let mut rest = number;
    while rest > GREATEST {
        out.push(PLUS_20);
        rest -= GREATEST;
    }
    out.push(NUMBER_0 + rest as Token);
}

fn encode_seats(seats: impl IntoIterator<Item = Seat>, out: &mut Vec<Token>) {
    out.extend(seats.into_iter().map(seat_token));
    out.push(END);
}

fn encode_set(seats: Seats, out: &mut Vec<Token>) {
    encode_seats(seats.iter(), out);
}

fn encode_characters(characters: impl IntoIterator<Item = Character>, out: &mut Vec<Token>) {
    out.extend(characters.into_iter().map(character_token));
    out.push(END);
}

fn encode_team(team: EvilTeam, out: &mut Vec<Token>) {
    encode_set(team.minions, out);
    encode_characters(team.bluffs.iter(), out);
}

fn encode_statement(statement: Statement, out: &mut Vec<Token>) {
    match statement {
        Statement::Pair { holder, wrong, character } => {
            out.extend([PAIR, seat_token(holder), seat_token(wrong), character_token(character)]);
        }
        Statement::Nobody => out.push(NOBODY),
        Statement::Number(number) => encode_number(u32::from(number), out),
        Statement::Answer(answer) => out.push(answer_token(answer)),
        Statement::Is(character) => out.push(character_token(character)),
        Statement::OneOf(good, evil) => {
            out.extend([ONE_OF, character_token(good), character_token(evil)]);
        }
        Statement::Players(players) => {
            out.push(PLAYERS);
            encode_set(players, out);
        }
        Statement::PlayerIs(seat, character) => {
            out.extend([PLAYER_IS, seat_token(seat), character_token(character)]);
        }
        Statement::Characters(list) => {
            out.push(ALL_CHARACTERS);
            encode_characters(list.iter(), out);
        }
        Statement::Side(side) => out.push(side_token(side)),
        Statement::Clockwise(way) => out.push(if way { CLOCKWISE } else { ANTICLOCKWISE }),
        Statement::Grimoire => out.push(GRIMOIRE),
        Statement::Nothing => out.push(NOTHING),
        Statement::Team(team) => {
            out.push(EVIL_TEAM);
            encode_team(team, out);
        }
        Statement::Things(_) => out.push(THINGS),
    }
}

fn encode_claim(claim: &Claim, out: &mut Vec<Token>) {
    out.push(CLAIM);
    match claim {
        Claim::Role(character) => out.extend([I_AM, character_token(*character)]),
        Claim::Report(report) => encode_report(report, out),
        Claim::Guesses(guesses) => {
            out.push(GUESSES);
            for &(seat, character) in guesses {
                out.extend([seat_token(seat), character_token(character)]);
            }
            out.push(END);
        }
        Claim::Accusation(accused) => {
            out.push(ACCUSATION);
            for &(seat, team) in accused {
                out.extend([seat_token(seat), team_token(team)]);
            }
            out.push(END);
        }
        Claim::Gossip(formula) => {
            out.push(STATEMENT);
            encode_formula(formula, out);
        }
    }
}

fn encode_report(report: &Report, out: &mut Vec<Token>) {
    out.push(REPORT);
    encode_number(u32::from(report.night), out);
    out.push(character_token(report.ability));
    encode_seats(report.chosen.iter().copied(), out);
    match report.told {
        Some(statement) => encode_statement(statement, out),
        None => out.push(UNTOLD),
    }
}

fn encode_deal(deal: &Deal, out: &mut Vec<Token>) {
    out.push(DEAL);
    for (&role, &token) in deal.roles().iter().zip(deal.tokens()) {
        out.extend([character_token(role), character_token(token)]);
    }
    out.push(END);
}

fn encode_mark(mark: Mark, out: &mut Vec<Token>) {
    let owner = mark.reminder.owner();
    let reminder = mark.reminder.name().map_or(UNKNOWN, |name| reminder_token(owner, name));
    out.extend([character_token(owner), reminder]);
    out.extend([seat_token(mark.on), seat_token(mark.by), character_token(mark.character)]);
}

fn encode_grimoire(grimoire: &Grimoire, out: &mut Vec<Token>) {
    out.push(SHOWN);
    for (index, entry) in grimoire.seats.iter().enumerate() {
        let seat = Seat::checked(index, Seat::LIMIT).map_or(UNKNOWN, seat_token);
        out.extend([seat, character_token(entry.character)]);
        out.push(if entry.is_alive { ALIVE } else { DEAD });
        out.push(if entry.has_vote { HAS_VOTE } else { NO_VOTE });
        for laid in &entry.reminders {
            out.extend([character_token(laid.owner()), laid_token(*laid)]);
        }
    }
    out.push(END);
}

fn encode_formula(formula: &Formula, out: &mut Vec<Token>) {
    match formula {
        Formula::Not(inner) => {
            out.push(NOT);
            encode_formula(inner, out);
        }
        Formula::Join(joint, a, b) => {
            out.push(match joint {
                Joint::And => AND,
                Joint::Or => OR,
                Joint::Xor => XOR,
                Joint::Iff => IFF,
            });
            encode_formula(a, out);
            encode_formula(b, out);
        }
        Formula::Evil(seat) => out.extend([IS_EVIL, seat_token(*seat)]),
        Formula::Role(seat, character) => {
            out.extend([IS_CHARACTER, seat_token(*seat), character_token(*character)]);
        }
        Formula::Type(seat, team) => out.extend([IS_TEAM, seat_token(*seat), team_token(*team)]),
        Formula::InPlay(character) => out.extend([IN_PLAY, character_token(*character)]),
        Formula::Exactly(count, parts) => {
            encode_counted(EXACTLY, *count, out);
            parts.iter().for_each(|part| encode_formula(part, out));
            out.push(END);
        }
        Formula::EvilPairs(count) => encode_counted(EVIL_PAIRS, *count, out),
        Formula::DemonToMinion(count) => encode_counted(DEMON_TO_MINION, *count, out),
        Formula::RedHerring(teller, herring) => {
            out.extend([RED_HERRING_OF, seat_token(*teller), seat_token(*herring)]);
        }
        Formula::Between(character, team) => {
            out.extend([BETWEEN, character_token(*character), team_token(*team)]);
        }
        Formula::TownsfolkRow { length, or_longer } => {
            encode_counted(if *or_longer { TOWNSFOLK_ROW_OR_LONGER } else { TOWNSFOLK_ROW }, *length, out);
        }
        Formula::TypesAmong(count, seats) => {
            encode_counted(TEAMS_AMONG, *count, out);
            encode_seats(seats.iter().copied(), out);
        }
        Formula::NextTo(a, b) => out.extend([NEXT_TO, character_token(*a), character_token(*b)]),
        Formula::Impaired(seat) => out.extend([IS_IMPAIRED, seat_token(*seat)]),
        Formula::Mad(seat) => out.extend([IS_MAD, seat_token(*seat)]),
        Formula::Token { kind, by, on } => {
            let (owner, name) = (kind.owner(), kind.name().unwrap_or_default());
            out.extend([TOKEN_AT, character_token(owner), reminder_token(owner, name)]);
            out.extend([by.map_or(NOBODY, seat_token), seat_token(*on)]);
        }
        Formula::Target(by, target) => out.extend([TARGET, seat_token(*by), seat_token(*target)]),
        Formula::Targets(by, targets) => {
            out.extend([TARGETS, seat_token(*by)]);
            encode_seats(targets.iter().copied(), out);
        }
    }
}

fn encode_counted(word: Token, count: u8, out: &mut Vec<Token>) {
    out.push(word);
    encode_number(u32::from(count), out);
}
