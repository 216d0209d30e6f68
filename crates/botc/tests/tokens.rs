//! Tokens: strict reading, masks, observations of random games, and the page that is generated from the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gaslamp_botc::encoding::{
    CHARACTERS, GRAMMAR, Item, JointMask, OPEN, Observation, VERBS, VERSION, VOCABULARY, decode_content,
    decode_sequence, documentation, encode_content, encode_event, joint_mask, name, observe, read_tokens,
};
use gaslamp_botc::rules::{
    Action, Bluffs, Claim, Content, Deal, Entry, EvilTeam, Formula, Grimoire, Joint, Mark, Open, Phrase,
    Reminder, Report, SEATS, Statement, default_names, is_playable,
};
use gaslamp_botc::{Character, CharacterSet, Script, Setup, Side, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{
    Actions, Actor, Choice, Contents, Game as _, Rng, Run, Seat, Seats, Token, TokenError, Tokens as _,
};

/// More actions than any of these games has.
const PATIENCE: usize = 100_000;

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn set(indexes: &[usize]) -> Seats {
    indexes.iter().map(|&index| seat(index)).collect()
}

fn character(text: &str) -> Character {
    Character::read(text).unwrap_or_else(|| panic!("{text}"))
}

fn bluffs(text: &str) -> Bluffs {
    let set: CharacterSet = text.split_whitespace().map(character).collect();
    Bluffs::new(set).expect("three at most")
}

/// Token ids from names, with `#999` for what has no name.
fn raw(text: &str) -> Vec<Token> {
    let one = |word: &str| match word.strip_prefix('#') {
        Some(number) => number.parse().expect("a number"),
        None => read_tokens(word).expect(word)[0],
    };
    text.split_whitespace().map(one).collect()
}

fn words(tokens: &[Token]) -> String {
    tokens.iter().map(|&token| name(token).replace(['<', '>'], "")).collect::<Vec<_>>().join(" ")
}

fn written(by: Option<Seat>, phrase: &Phrase) -> Vec<Token> {
    let mut tokens = Vec::new();
    encode_event(by, phrase, &mut tokens);
    tokens
}

fn rewritten(items: &[Item]) -> Vec<Token> {
    let mut tokens = Vec::new();
    items.iter().for_each(|item| item.encode(&mut tokens));
    tokens
}

/// A script of everybody who can be played.
fn everybody() -> Script {
    Script::new("", Character::all().filter(|character| is_playable(*character)))
}

/// Tables of several scripts and sizes, the greatest included.
fn setup(seed: u64) -> Setup {
    let of = |script: Script, players| Setup { script, names: default_names(players), counts: None };
    match seed % 5 {
        0 => Setup::trouble_brewing(5),
        1 => Setup::trouble_brewing(12),
        2 => of(everybody(), 9),
        3 => of(everybody(), 15),
        _ => {
            let counts = Some([13, 2, 4, 1]);
            Setup { script: everybody(), names: default_names(SEATS), counts }
        }
    }
}

/// A random game: whoever acts takes any entry of the list, and talks less than would be even odds, so that games
/// are not claims alone. `look` sees every position.
fn play(seed: u64, mut look: impl FnMut(&Run<State>)) -> Run<State> {
    let mut rng = Rng::new(seed);
    let mut run = Run::new(setup(seed)).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut legal = Actions::<State>::new();
    for _ in 0..PATIENCE {
        look(&run);
        run.state().legal(&mut legal);
        let Some(&choice) = rng.pick(&legal) else { return run };
        let is_quiet = matches!(choice, Choice::Open(Open::Claim)) && rng.below(3) > 0;
        let choice = if is_quiet { legal[0] } else { choice };
        let action = run.concrete(choice, &mut rng);
        run.apply(action).unwrap_or_else(|refusal| panic!("seed {seed}: {action:?} {refusal}"));
    }
    panic!("seed {seed}: the game does not end");
}

fn seats(run: &Run<State>) -> impl Iterator<Item = Seat> + use<> {
    (0..run.state().seats()).map(Seat::new)
}

fn check_errors<T: std::fmt::Debug>(
    table: &[(&str, usize, &str)],
    read: impl Fn(&[Token]) -> Result<T, TokenError>,
) {
    for &(text, at, id) in table {
        let error = read(&raw(text)).expect_err(text);
        assert_eq!((error.at, error.id), (at, id), "`{text}`: {error}");
        assert!(!error.message.is_empty(), "{text}");
    }
}

#[test]
fn the_first_words_are_the_verbs() {
    let verbs = "PASS CHOOSE CHOOSE_TWO CHOOSE_THREE CHOOSE_CHARACTER TURN SHOOT NOMINATE VOTE ABSTAIN VISIT CLAIM ASK";
    let ids: Vec<Token> = (0..VERBS as Token).collect();
    assert_eq!(words(&ids), verbs);
    assert_eq!(State::VOCABULARY, VOCABULARY);
    assert_eq!(VERSION, 1, "a new version is a decision, not an accident");
}

#[test]
fn actions_are_read_strictly() {
    let table = [
        ("", 0, "tokens/unfinished"),
        ("#394", 0, "tokens/unknown"),
        ("#65535", 0, "tokens/unknown"),
        ("SEAT_1", 0, "tokens/unexpected"),
        ("SEAT_1 PASS", 0, "tokens/unexpected"),
        ("DAWN END END", 0, "tokens/unexpected"),
        ("IMP", 0, "tokens/unexpected"),
        ("PASS PASS", 1, "tokens/trailing"),
        ("CHOOSE", 1, "tokens/unfinished"),
        ("CHOOSE IMP", 1, "tokens/unexpected"),
        ("CHOOSE #9999", 1, "tokens/unknown"),
        ("CHOOSE UNKNOWN", 1, "tokens/unexpected"),
        ("CHOOSE SEAT_1 SEAT_2", 2, "tokens/trailing"),
        ("CHOOSE_TWO SEAT_1", 2, "tokens/unfinished"),
        ("CHOOSE_THREE SEAT_1 SEAT_2 END", 3, "tokens/unexpected"),
        ("CHOOSE_CHARACTER SEAT_1", 1, "tokens/unexpected"),
        ("TURN SEAT_1", 2, "tokens/unfinished"),
        ("TURN IMP SEAT_1", 1, "tokens/unexpected"),
        ("RULE GOOD", 1, "tokens/unexpected"),
        ("SHOW SEAT_1", 1, "tokens/unexpected"),
        ("TELL NUMBER_1", 1, "tokens/unexpected"),
        ("TELL SEAT_0", 2, "tokens/unfinished"),
        ("TELL SEAT_0 PAIR SEAT_1 SEAT_2", 5, "tokens/unfinished"),
        ("TELL SEAT_0 UNTOLD", 2, "tokens/unexpected"),
        ("TELL SEAT_0 PLUS_20 NUMBER_0", 3, "tokens/unexpected"),
        ("TELL SEAT_0 PLUS_20", 3, "tokens/unfinished"),
        ("TELL SEAT_0 EVIL_TEAM SEAT_2 SEAT_1 END END", 4, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END MONK CHEF END", 5, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END CHEF CHEF END", 5, "tokens/order"),
        ("TELL SEAT_0 EVIL_TEAM END CHEF EMPATH MAYOR MONK END", 8, "tokens/too-many"),
        ("TELL SEAT_0 THINGS", 2, "tokens/content"),
        ("CLAIM", 0, "tokens/content"),
        ("CLAIM I_AM IMP", 0, "tokens/content"),
        ("ASK", 0, "tokens/content"),
        ("DEAL", 0, "tokens/content"),
    ];
    check_errors(&table, State::decode);
}

#[test]
fn sequences_are_read_strictly() {
    let table = [
        ("#394", 0, "tokens/unknown"),
        ("END", 0, "tokens/unexpected"),
        ("UNKNOWN", 0, "tokens/unexpected"),
        ("SEAT_1", 1, "tokens/unfinished"),
        ("SEAT_1 SEAT_2 PASS", 1, "tokens/unexpected"),
        ("SEAT_1 SETUP", 1, "tokens/unexpected"),
        ("NIGHT", 1, "tokens/unfinished"),
        ("NIGHT PLUS_20 NUMBER_1", 1, "tokens/unexpected"),
        ("DAY SEAT_1", 1, "tokens/unexpected"),
        ("SETUP NUMBER_1", 1, "tokens/unexpected"),
        ("YOU_ARE IMP", 2, "tokens/unfinished"),
        ("YOU_ARE IMP DEMON", 2, "tokens/unexpected"),
        ("MINION_INFO SEAT_1 END", 3, "tokens/unfinished"),
        ("DAWN SEAT_2 SEAT_2 END END", 2, "tokens/order"),
        ("COUNTED SEAT_1 NUMBER_2", 3, "tokens/unfinished"),
        ("COUNTED SEAT_1 NUMBER_2 NOTHING", 3, "tokens/unexpected"),
        ("TOLD IMP", 2, "tokens/unfinished"),
        ("TOLD THINGS IS_EVIL SEAT_1", 4, "tokens/unfinished"),
        ("TOLD SAVANT THINGS", 2, "tokens/content"),
        ("CLAIM", 1, "tokens/unfinished"),
        ("CLAIM IMP", 1, "tokens/unexpected"),
        ("CLAIM GUESSES SEAT_1 END", 3, "tokens/unexpected"),
        ("CLAIM REPORT NUMBER_1 MONK SEAT_1 UNTOLD", 5, "tokens/unexpected"),
        ("ASK", 1, "tokens/unfinished"),
        ("ASK AND IS_EVIL SEAT_1", 4, "tokens/unfinished"),
        ("ASK IS_TEAM SEAT_1 GOOD", 3, "tokens/unexpected"),
        ("ASK EXACTLY NUMBER_1 SEAT_1 END", 3, "tokens/unexpected"),
        ("PLACED IMP REMINDER_POISONED SEAT_1 SEAT_2 IMP", 2, "tokens/unexpected"),
        ("SHOWN SEAT_1 IMP ALIVE HAS_VOTE END", 1, "tokens/order"),
        ("SHOWN SEAT_0 IMP ALIVE END", 4, "tokens/unexpected"),
        ("SHOWN SEAT_0 IMP ALIVE HAS_VOTE DRUNK END", 6, "tokens/unexpected"),
        ("DEAL IMP END", 2, "tokens/unexpected"),
    ];
    check_errors(&table, decode_sequence);
    assert_eq!(decode_sequence(&[]), Ok(Vec::new()));
    let crowd = format!("DEAL {} END", "IMP IMP ".repeat(SEATS + 1));
    check_errors(&[(&crowd, 2 * SEATS + 3, "tokens/too-many")], decode_sequence);
}

#[test]
fn numbers_and_formulas_have_a_limit() {
    let claimed = |night: &str| format!("CLAIM REPORT {night} MONK END UNTOLD");
    // 65535 is 3276 times twenty and 15.
    let most = format!("{}NUMBER_15", "PLUS_20 ".repeat(3276));
    assert!(decode_sequence(&raw(&claimed(&most))).is_ok());
    let [above, far_above] =
        [(3276, 16), (9000, 1)].map(|(n, rest)| claimed(&format!("{}NUMBER_{rest}", "PLUS_20 ".repeat(n))));
    let told = format!("TOLD CHEF {}NUMBER_16", "PLUS_20 ".repeat(12));
    let table =
        [(&*above, 2, "tokens/number"), (&far_above, 2, "tokens/number"), (&told, 2, "tokens/number")];
    check_errors(&table, decode_sequence);

    let nested = |depth: usize| format!("ASK {}DRUNK_BETWEEN_TOWNSFOLK", "NOT ".repeat(depth - 1));
    assert!(decode_sequence(&raw(&nested(128))).is_ok());
    check_errors(&[(&nested(129), 129, "tokens/too-deep")], decode_sequence);
    let hostile = vec![raw("NOT")[0]; 1_000_000];
    assert_eq!(decode_content(&[raw("ASK"), hostile].concat()).map_err(|e| e.id), Err("tokens/too-deep"));
}

/// Every kind of action that holds no contents.
fn plain_actions() -> Vec<Action> {
    let (imp, monk) = (character("imp"), character("monk"));
    let team = EvilTeam { minions: set(&[3, 19]), bluffs: bluffs("chef monk") };
    let mut actions = vec![
        Action::PickNobody,
        Action::Rule(false),
        Action::Rule(true),
        Action::Pass,
        Action::Abstain,
        Action::Visit,
        Action::ChooseTwo(seat(0), seat(19)),
        Action::ChooseTwo(seat(19), seat(0)),
        Action::ChooseThree(seat(1), seat(2), seat(3)),
        Action::Turn(seat(4), imp),
    ];
    for index in 0..SEATS {
        let seat = seat(index);
        actions.extend(
            [Action::Pick, Action::Choose, Action::Shoot, Action::Nominate, Action::Vote].map(|a| a(seat)),
        );
    }
    for character in Character::all() {
        actions.extend([Action::Show(character), Action::ChooseCharacter(character)]);
        actions.push(Action::Tell(seat(7), Statement::Is(character)));
    }
    let statements = [
        Statement::Pair { holder: seat(5), wrong: seat(2), character: monk },
        Statement::Nobody,
        Statement::Answer(false),
        Statement::Answer(true),
        Statement::OneOf(monk, imp),
        Statement::Grimoire,
        Statement::Nothing,
        Statement::Team(team),
        Statement::Team(EvilTeam { minions: Seats::NONE, bluffs: Bluffs::default() }),
    ];
    actions.extend(statements.map(|statement| Action::Tell(seat(0), statement)));
    actions.extend((0..=255).map(|number| Action::Tell(seat(0), Statement::Number(number))));
    actions
}

#[test]
fn every_action_has_its_own_tokens_and_reads_back() {
    let actions = plain_actions();
    let mut known = BTreeSet::new();
    for &action in &actions {
        let mut tokens = Vec::new();
        State::encode(action, &mut tokens);
        assert_eq!(State::decode(&tokens), Ok(action));
        for length in 0..tokens.len() {
            let error = State::decode(&tokens[..length]).expect_err("an unfinished action");
            assert_eq!((error.at, error.id), (length, "tokens/unfinished"));
        }
        assert_eq!(decode_sequence(&tokens), Ok(vec![Item::Event { by: None, phrase: Phrase::Act(action) }]));
        assert!(known.insert(tokens));
    }
    assert_eq!(known.len(), actions.len());
}

#[test]
fn actions_with_contents_are_their_verb() {
    let id = Contents::default().intern(Content::Claim(Claim::Role(character("imp"))));
    let table = [
        (Action::Deal(id), "DEAL"),
        (Action::Claim(id), "CLAIM"),
        (Action::Ask(id), "ASK"),
        (Action::Tell(seat(3), Statement::Things(id)), "TELL SEAT_3 THINGS"),
    ];
    for (action, expected) in table {
        let mut tokens = Vec::new();
        State::encode(action, &mut tokens);
        assert_eq!(words(&tokens), expected);
        assert_eq!(State::decode(&tokens).map_err(|e| e.id), Err("tokens/content"));
    }
}

#[test]
fn what_has_no_word_is_never_read() {
    let stray = Seat::new(31);
    let grimoire = |seats| Phrase::Shown(Box::new(Grimoire { seats }));
    let entry = |reminders| Entry { character: character("imp"), is_alive: true, has_vote: true, reminders };
    let note = Mark { reminder: Reminder::GossipTrue, on: seat(0), by: seat(0), character: character("imp") };
    let phrases = [
        Phrase::Act(Action::Choose(stray)),
        Phrase::LunaticIs(stray),
        Phrase::Placed(note),
        grimoire(vec![entry(vec![(character("imp"), "hungry".to_owned())])]),
        grimoire(vec![entry(Vec::new()); 40]),
    ];
    for phrase in phrases {
        let error = decode_sequence(&written(None, &phrase)).expect_err("no word");
        assert_eq!(error.id, "tokens/unexpected", "{phrase:?}");
        assert!(error.message.starts_with("<UNKNOWN>"), "{error}");
    }
}

/// One formula of each kind.
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
        (Formula::Chef(21), "EVIL_PAIRS PLUS_20 NUMBER_1"),
        (Formula::Clockmaker(20), "DEMON_TO_MINION NUMBER_20"),
        (Formula::RedHerring(seat(1), seat(1)), "RED_HERRING_OF SEAT_1 SEAT_1"),
        (Formula::DrunkBetweenTownsfolk, "DRUNK_BETWEEN_TOWNSFOLK"),
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
    ]
}

fn report(night: u16, chosen: &[usize], told: Option<Statement>) -> Claim {
    let chosen = chosen.iter().map(|&index| seat(index)).collect();
    Claim::Report(Report { night, ability: character("fortune teller"), chosen, told })
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
        reminders: reminders
            .iter()
            .map(|(owner, name)| (Character::read(owner).expect(owner), (*name).to_owned()))
            .collect(),
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
        (Phrase::Said(Claim::Role(chef)), "CLAIM I_AM CHEF"),
        (Phrase::Said(guesses), "CLAIM GUESSES SEAT_3 IMP SEAT_1 CHEF END"),
        (
            Phrase::Said(report(2, &[5, 1], Some(Statement::Answer(true)))),
            "CLAIM REPORT NUMBER_2 FORTUNE_TELLER SEAT_5 SEAT_1 END YES",
        ),
        (Phrase::Said(report(30, &[], None)), "CLAIM REPORT PLUS_20 NUMBER_10 FORTUNE_TELLER END UNTOLD"),
        (
            Phrase::Said(report(1, &[], Some(Statement::Team(team)))),
            "CLAIM REPORT NUMBER_1 FORTUNE_TELLER END EVIL_TEAM SEAT_1 SEAT_9 END CHEF MONK END",
        ),
        (Phrase::YouAre(imp, Side::Evil), "YOU_ARE IMP EVIL"),
        (Phrase::MinionInfo { demons: set(&[4]), minions: Seats::NONE }, "MINION_INFO SEAT_4 END END"),
        (Phrase::DemonInfo(team), "DEMON_INFO SEAT_1 SEAT_9 END CHEF MONK END"),
        (Phrase::LunaticIs(seat(2)), "LUNATIC_IS SEAT_2"),
        (Phrase::LunaticChose(set(&[3, 1])), "LUNATIC_CHOSE SEAT_1 SEAT_3 END"),
        (Phrase::Became(imp), "BECAME IMP"),
        (Phrase::Turned(Side::Good), "TURNED GOOD"),
        (Phrase::Placed(mark(Reminder::MonkSafe)), "PLACED MONK REMINDER_SAFE SEAT_1 SEAT_2 MONK"),
        (Phrase::Removed(mark(Reminder::PoDead)), "REMOVED PO REMINDER_DEAD SEAT_1 SEAT_2 PO"),
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
        table.push((Phrase::Said(Claim::Gossip(formula.clone())), format!("CLAIM STATEMENT {text}")));
        let other = Formula::Not(Box::new(formula.clone()));
        table.push((Phrase::Things(Box::new((formula, other))), format!("TOLD THINGS {text} NOT {text}")));
    }
    for reminder in Reminder::ALL.iter().copied().filter(|reminder| reminder.name().is_some()) {
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
            Phrase::Said(claim) => Some(Content::Claim(claim)),
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

/// The grammar of the page, to check sequences against and to write them by.
struct Grammar {
    rules: BTreeMap<&'static str, &'static [&'static str]>,
    /// The tokens that a word or a class of the grammar may be.
    known: BTreeMap<&'static str, Vec<Token>>,
}

/// The words of a class, or the word itself, if this is one.
fn class(name: &str) -> Option<Vec<Token>> {
    let between = |first: &str, last: &str| (raw(first)[0]..=raw(last)[0]).collect();
    let last = VOCABULARY.len() as Token - 1;
    let first_character = last + 1 - CHARACTERS as Token;
    match name {
        "seat" => Some(between("SEAT_0", "SEAT_19")),
        "digit" => Some(between("NUMBER_0", "NUMBER_20")),
        "positive" => Some(between("NUMBER_1", "NUMBER_20")),
        "side" => Some(raw("GOOD EVIL")),
        "team" => Some(between("TOWNSFOLK", "LORIC")),
        "reminder" => Some((raw("REMINDER_IS_THE")[0]..first_character).collect()),
        "character" => Some((first_character..=last).collect()),
        _ => name.starts_with('<').then(|| raw(name)),
    }
}

impl Grammar {
    fn new() -> Self {
        let rules: BTreeMap<_, _> = GRAMMAR.iter().copied().collect();
        assert_eq!(rules.len(), GRAMMAR.len(), "every rule once");
        let symbols =
            GRAMMAR.iter().flat_map(|(_, alternatives)| *alternatives).flat_map(|text| text.split(' '));
        let symbols = symbols.map(|symbol| symbol.trim_end_matches('*'));
        let known = symbols.filter_map(|symbol| Some((symbol, class(symbol)?))).collect();
        Self { rules, known }
    }

    fn accepts(&self, rule: &str, tokens: &[Token]) -> bool {
        self.ends(rule, tokens, 0).contains(&tokens.len())
    }

    /// Everywhere that a symbol which begins at `start` may end.
    fn ends(&self, symbol: &str, tokens: &[Token], start: usize) -> BTreeSet<usize> {
        if let Some(known) = self.known.get(symbol) {
            let fits = tokens.get(start).is_some_and(|token| known.contains(token));
            return fits.then_some(start + 1).into_iter().collect();
        }
        if let Some(part) = symbol.strip_suffix('*') {
            let mut ends = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                open.extend(self.ends(part, tokens, at).into_iter().filter(|&end| ends.insert(end)));
            }
            return ends;
        }
        let rule = self.rules.get(symbol).unwrap_or_else(|| panic!("no rule `{symbol}`"));
        let alternative = |alternative: &&str| {
            alternative.split_whitespace().fold(BTreeSet::from([start]), |ends, symbol| {
                ends.into_iter().flat_map(|at| self.ends(symbol, tokens, at)).collect()
            })
        };
        rule.iter().flat_map(alternative).collect()
    }

    /// Writes something by a rule; from some depth on only what is short.
    fn write(&self, symbol: &str, depth: usize, rng: &mut Rng, out: &mut Vec<Token>) {
        if let Some(known) = self.known.get(symbol) {
            out.extend(rng.pick(known));
        } else if let Some(part) = symbol.strip_suffix('*') {
            let most = if depth > 6 { 1 } else { 3 };
            (0..rng.below(most)).for_each(|_| self.write(part, depth + 1, rng, out));
        } else {
            let rule = self.rules.get(symbol).unwrap_or_else(|| panic!("no rule `{symbol}`"));
            let is_short =
                |alternative: &&&str| depth < 8 || !alternative.split(' ').any(|word| word == symbol);
            let alternatives: Vec<_> = rule.iter().filter(is_short).collect();
            let alternative = rng.pick(&alternatives).expect("an alternative");
            alternative.split(' ').for_each(|symbol| self.write(symbol, depth + 1, rng, out));
        }
    }
}

#[test]
fn whatever_the_grammar_writes_is_read() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(11);
    let mut refused = BTreeMap::<&str, usize>::new();
    let mut accepted = BTreeSet::new();
    for _ in 0..30_000 {
        let mut tokens = Vec::new();
        grammar.write("item", 0, &mut rng, &mut tokens);
        match decode_sequence(&tokens) {
            Ok(items) => {
                assert_eq!((items.len(), rewritten(&items)), (1, tokens.clone()), "{}", words(&tokens));
                accepted.extend(tokens.iter().find(|&&token| !words(&[token]).starts_with("SEAT_")).copied());
            }
            Err(error) => {
                let is_mark = tokens[..2].iter().any(|token| raw("PLACED REMOVED").contains(token));
                let is_free = matches!(error.id, "tokens/order" | "tokens/too-many") || is_mark;
                assert!(is_free, "{error}: {}", words(&tokens));
                *refused.entry(error.id).or_default() += 1;
            }
        }
    }
    let starts =
        (0..VOCABULARY.len() as Token).filter(|&token| decode_sequence(&[token]).is_ok_or_unfinished());
    let starts: BTreeSet<Token> = starts.filter(|&token| !words(&[token]).starts_with("SEAT_")).collect();
    let marks: BTreeSet<Token> = raw("PLACED REMOVED").into_iter().collect();
    let missing: Vec<Token> =
        starts.difference(&accepted).copied().filter(|token| !marks.contains(token)).collect();
    assert_eq!(words(&missing), "", "the grammar knows every beginning");
    assert!(accepted.difference(&starts).next().is_none());
    assert!(refused.values().sum::<usize>() < 6_000, "{refused:?}");
}

/// Whether a single token begins an item.
trait Begins {
    fn is_ok_or_unfinished(&self) -> bool;
}

impl Begins for Result<Vec<Item>, TokenError> {
    fn is_ok_or_unfinished(&self) -> bool {
        self.as_ref().is_ok_and(|items| items.len() == 1) || self.as_ref().is_err_and(|error| error.at == 1)
    }
}

/// Random token sequences never panic, and whatever is accepted encodes to itself.
#[test]
fn random_tokens_are_refused_or_read_back() {
    let mut rng = Rng::new(7);
    let grammar = Grammar::new();
    let mut accepted = 0;
    for round in 0..60_000 {
        let mut tokens = Vec::new();
        if round % 2 == 0 {
            tokens.extend((0..1 + rng.below(6)).map(|_| rng.below(VOCABULARY.len() as u32 + 2) as Token));
        } else {
            // Something readable with one token changed.
            grammar.write("item", 3, &mut rng, &mut tokens);
            let at = rng.below(tokens.len() as u32) as usize;
            tokens[at] = rng.below(VOCABULARY.len() as u32 + 2) as Token;
        }
        match decode_sequence(&tokens) {
            Ok(items) => {
                assert_eq!(rewritten(&items), tokens);
                assert!(grammar.accepts("sequence", &tokens), "{}", words(&tokens));
                accepted += 1;
            }
            Err(error) => {
                assert!(error.at <= tokens.len() && error.id.starts_with("tokens/"), "{error}");
                // What stands before the error is the beginning of something.
                let before = decode_sequence(&tokens[..error.at]);
                let is_beginning = before.as_ref().map_or_else(|e| e.id == "tokens/unfinished", |_| true);
                assert!(is_beginning || error.id == "tokens/too-many", "{error}: {}", words(&tokens));
            }
        }
        if let Ok(action) = State::decode(&tokens) {
            let mut again = Vec::new();
            State::encode(action, &mut again);
            assert_eq!(again, tokens);
        }
        if let Ok(content) = decode_content(&tokens) {
            let mut again = Vec::new();
            encode_content(&content, &mut again);
            assert_eq!(again, tokens);
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}

#[test]
fn phases_stop_counting_at_twenty() {
    let table = [
        (Phase::Setup, "SETUP"),
        (Phase::Night(1), "NIGHT NUMBER_1"),
        (Phase::Day(20), "DAY NUMBER_20"),
        (Phase::Evening(21), "EVENING NUMBER_20"),
        (Phase::Night(u16::MAX), "NIGHT NUMBER_20"),
    ];
    for (phase, text) in table {
        let mut tokens = Vec::new();
        Item::Phase(phase).encode(&mut tokens);
        assert_eq!(words(&tokens), text);
        let read = decode_sequence(&tokens).expect(text);
        assert_eq!(rewritten(&read), tokens);
    }
}

/// Everything that holds of one observation.
fn check_observation(run: &Run<State>, seat: Seat) -> Observation {
    let view = run.view(seat);
    let seen = observe(&view);
    let items = decode_sequence(&seen.tokens).unwrap_or_else(|error| panic!("{seat:?}: {error}"));
    assert_eq!(rewritten(&items), seen.tokens);
    let events: Vec<&Item> = items.iter().filter(|item| matches!(item, Item::Event { .. })).collect();
    assert_eq!(events.len(), view.seen.len());
    for (item, (_, event)) in events.iter().zip(&view.seen) {
        assert_eq!(**item, Item::Event { by: event.by, phrase: event.phrase.clone() }, "{seat:?}");
    }
    check_phases(&items, &view.seen.iter().map(|(phase, _)| *phase).collect::<Vec<_>>());
    let parts = [&seen.public_tokens, &seen.private_tokens].map(|tokens| {
        let items = decode_sequence(tokens).expect("readable");
        items.into_iter().filter(|item| matches!(item, Item::Event { .. })).count()
    });
    assert_eq!(parts.iter().sum::<usize>(), events.len(), "public and private make up the whole");
    let is_to_act = run.state().to_act() == Some(Actor::Seat(seat));
    assert_eq!(seen.legal_mask, is_to_act.then(|| joint_mask(&view)));
    seen
}

/// Every event stands in its phase, and no phase is left out.
fn check_phases(items: &[Item], of_events: &[Phase]) {
    let mut expected = of_events.iter();
    let mut now = None;
    for item in items {
        match (item, now) {
            (Item::Phase(phase), None) => assert_eq!(*phase, Phase::Setup),
            (Item::Phase(phase), Some(before)) => match before {
                Phase::Setup => assert_eq!(*phase, Phase::Night(1)),
                Phase::Night(number) => assert_eq!(*phase, Phase::Day(number)),
                Phase::Day(number) => assert_eq!(*phase, Phase::Evening(number)),
                Phase::Evening(number) => assert_eq!(*phase, Phase::Night((number + 1).min(20))),
                Phase::Turn(_) => panic!("this game has no turns"),
            },
            (Item::Event { .. }, now) => {
                let saturated = expected.next().map(|phase| match *phase {
                    Phase::Setup => Phase::Setup,
                    Phase::Night(number) => Phase::Night(number.min(20)),
                    Phase::Day(number) => Phase::Day(number.min(20)),
                    Phase::Evening(number) => Phase::Evening(number.min(20)),
                    Phase::Turn(_) => panic!("this game has no turns"),
                });
                assert_eq!(now, saturated);
            }
        }
        if let Item::Phase(phase) = item {
            now = Some(*phase);
        }
    }
}

#[test]
fn observations_read_back_and_only_grow() {
    let grammar = Grammar::new();
    let mut kinds = BTreeSet::new();
    let mut events = BTreeSet::new();
    for seed in 0..25 {
        let mut before: Vec<Observation> = Vec::new();
        let mut step = 0;
        let end = play(seed, |run| {
            step += 1;
            if step % 61 != 0 {
                return;
            }
            let now: Vec<Observation> = seats(run).map(|seat| check_observation(run, seat)).collect();
            assert!(now.iter().all(|seen| seen.public_tokens == now[0].public_tokens), "seed {seed}");
            for (old, new) in before.iter().zip(&now) {
                assert!(new.tokens.starts_with(&old.tokens), "seed {seed}");
                assert!(new.public_tokens.starts_with(&old.public_tokens), "seed {seed}");
                assert!(new.private_tokens.starts_with(&old.private_tokens), "seed {seed}");
            }
            before = now;
        });
        for seat in seats(&end) {
            let seen = check_observation(&end, seat);
            assert_eq!(seen.legal_mask, None);
            let start = words(&seen.tokens[..3]);
            assert_eq!(start, format!("SETUP SEAT_{} YOU_ARE", seat.index()));
            let last = &seen.tokens[seen.tokens.len() - 2..];
            assert!(["WON GOOD", "WON EVIL"].contains(&words(last).as_str()));
            kinds.extend(seen.tokens);
            let view = end.view(seat);
            events.extend(view.seen.iter().map(|(_, event)| written(event.by, &event.phrase)));
        }
    }
    assert!(events.iter().all(|tokens| grammar.accepts("item", tokens)));
    let kinds: Vec<Token> = kinds.into_iter().filter(|&token| token < raw("SEAT_0")[0]).collect();
    let expected = "CHOOSE_THREE TURN VISIT MINION_INFO DEMON_INFO LUNATIC_IS LUNATIC_CHOSE TOLD SHOWN DAWN COUNTED \
                    REPORT GUESSES STATEMENT THINGS ASK EXACTLY NEXT_TO HAS_VOTE NO_VOTE DEAD PAIR ONE_OF";
    for word in expected.split_whitespace() {
        assert!(kinds.contains(&raw(word)[0]), "{word} was never seen in {}", words(&kinds));
    }
    assert!(!kinds.contains(&raw("UNKNOWN")[0]), "everything has a word");
    for secret in raw("DEAL TELL PICK PICK_NOBODY RULE SHOW BECAME TURNED PLACED REMOVED REVIVED") {
        assert!(!kinds.contains(&secret), "{} is the Storyteller's", name(secret));
    }
}

/// Everything that can be written under the mask.
fn write_under_mask(state: &State, prefix: &mut Vec<Token>, out: &mut BTreeSet<Vec<Token>>) {
    let mut mask = vec![true; VOCABULARY.len()];
    state.next_token_mask(prefix, &mut mask).expect("a prefix made under the mask");
    let next: Vec<Token> = (0..mask.len()).filter(|&token| mask[token]).map(|token| token as Token).collect();
    if next.is_empty() {
        out.insert(prefix.clone());
    }
    for token in next {
        prefix.push(token);
        write_under_mask(state, prefix, out);
        prefix.pop();
    }
}

#[test]
fn writing_under_the_mask_gives_the_legal_list() {
    let mut looked = 0;
    for seed in 0..10 {
        let mut step = 0;
        play(seed, |run| {
            step += 1;
            let mut legal = Actions::<State>::new();
            run.state().legal(&mut legal);
            let listed: BTreeSet<Vec<Token>> = legal
                .iter()
                .filter_map(|choice| match choice {
                    Choice::Action(action) => Some(*action),
                    Choice::Open(_) => None,
                })
                .map(|action| {
                    let mut tokens = Vec::new();
                    State::encode(action, &mut tokens);
                    assert_eq!(State::decode(&tokens), Ok(action));
                    tokens
                })
                .collect();
            // Long lists of what the Storyteller may tell are looked at now and then.
            if listed.is_empty() || legal.len() > 100 && step % 10 != 0 || legal.len() > 3_000 {
                return;
            }
            let mut written = BTreeSet::new();
            write_under_mask(run.state(), &mut Vec::new(), &mut written);
            assert_eq!(written, listed, "seed {seed} step {step}");
            looked += 1;
        });
    }
    assert!(looked > 2_000, "{looked}");
}

#[test]
fn a_wrong_prefix_is_reported_at_its_first_wrong_word() {
    let mut run = Run::<State>::new(setup(0)).expect("a table");
    let next = |run: &Run<State>, prefix: &str| {
        let mut mask = vec![true; VOCABULARY.len()];
        run.state().next_token_mask(&raw(prefix), &mut mask).map_err(|e| (e.at, e.id))?;
        let open: Vec<Token> = (0..mask.len() as Token).filter(|&token| mask[usize::from(token)]).collect();
        Ok(words(&open))
    };
    assert_eq!(next(&run, ""), Err((0, "tokens/open")));
    assert_eq!(next(&run, "DEAL"), Err((0, "tokens/open")));
    let mut rng = Rng::new(3);
    let mut legal = Actions::<State>::new();
    // To the first turn of the evening: everybody has passed by then.
    while !matches!(run.state().phase(), Phase::Evening(_)) {
        run.state().legal(&mut legal);
        let choice = legal[0];
        let action = run.concrete(choice, &mut rng);
        run.apply(action).expect("legal");
    }
    let all = "SEAT_0 SEAT_1 SEAT_2 SEAT_3 SEAT_4";
    assert_eq!(next(&run, ""), Ok("PASS SHOOT NOMINATE".to_owned()));
    assert_eq!(next(&run, "NOMINATE"), Ok(all.to_owned()));
    assert_eq!(next(&run, "SHOOT"), Ok(all.to_owned()));
    assert_eq!(next(&run, "SHOOT SEAT_4"), Ok(String::new()));
    assert_eq!(next(&run, "PASS"), Ok(String::new()));
    for (prefix, at) in [
        ("VOTE", 0),
        ("CLAIM", 0),
        ("SEAT_1", 0),
        ("#394", 0),
        ("#65535", 0),
        ("NOMINATE SEAT_5", 1),
        ("NOMINATE IMP", 1),
        ("PASS PASS", 1),
        ("NOMINATE SEAT_1 SEAT_1", 2),
    ] {
        assert_eq!(next(&run, prefix), Err((at, "tokens/not-legal")), "{prefix}");
    }
    let over = play(0, |_| {});
    assert_eq!(next(&over, ""), Err((0, "tokens/nobody-to-act")));
    // A mask that is too short is filled as far as it goes.
    assert_eq!(run.state().next_token_mask(&[], &mut [true; 3]), Ok(()));
}

/// The joint mask from its definition: what `check` accepts.
fn mask_by_check(run: &Run<State>, open: &[Open]) -> JointMask {
    let mut mask = JointMask::NOTHING;
    let is_legal = |action| run.state().check(action, &run.record().contents).is_ok();
    let all = || (0..SEATS).map(Seat::new);
    for (verb, action) in [(0, Action::Pass), (9, Action::Abstain), (10, Action::Visit)] {
        mask.verbs[verb] = is_legal(action);
    }
    for seat in all() {
        let named = [(1, Action::Choose(seat)), (6, Action::Shoot(seat)), (7, Action::Nominate(seat))];
        for (verb, action) in named.into_iter().chain([(8, Action::Vote(seat))]) {
            mask.seats[verb][seat.index()] = is_legal(action);
        }
    }
    for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
        if is_legal(Action::ChooseTwo(a, b)) {
            mask.pairs[a.index()][b.index()] = true;
            [a, b].iter().for_each(|seat| mask.seats[2][seat.index()] = true);
        }
        for c in all() {
            if is_legal(Action::ChooseThree(a, b, c)) {
                mask.triples.push([a, b, c].map(|seat| seat.index() as u8));
                [a, b, c].iter().for_each(|seat| mask.seats[3][seat.index()] = true);
            }
        }
    }
    for character in Character::all() {
        mask.characters[4][character.index()] = is_legal(Action::ChooseCharacter(character));
        for seat in all().filter(|&seat| is_legal(Action::Turn(seat, character))) {
            mask.turns[seat.index()][character.index()] = true;
            mask.seats[5][seat.index()] = true;
            mask.characters[5][character.index()] = true;
        }
    }
    for verb in 0..VERBS {
        mask.verbs[verb] |= mask.seats[verb].contains(&true) || mask.characters[verb].contains(&true);
    }
    mask.open = OPEN.map(|(kind, _)| open.contains(&kind));
    mask.verbs[11] = mask.open[..3].contains(&true);
    mask.verbs[12] = mask.open[3];
    mask
}

#[test]
fn the_joint_mask_is_what_the_rules_accept() {
    let mut verbs = [0; VERBS];
    for seed in 0..25 {
        let mut step = 0;
        play(seed, |run| {
            step += 1;
            let Some(Actor::Seat(actor)) = run.state().to_act() else { return };
            let view = run.view(actor);
            let mask = joint_mask(&view);
            (0..VERBS).for_each(|verb| verbs[verb] += usize::from(mask.verbs[verb]));
            // By night there is more to see than in a day's talk.
            if step % 20 != 0 && !matches!(run.state().phase(), Phase::Night(_)) {
                return;
            }
            let open: Vec<Open> = view
                .legal
                .iter()
                .filter_map(|choice| match choice {
                    Choice::Open(open) => Some(*open),
                    Choice::Action(_) => None,
                })
                .collect();
            assert!(mask == mask_by_check(run, &open), "seed {seed} step {step}");
            let asleep = Seat::new((actor.index() + 1) % run.state().seats());
            assert!(joint_mask(&run.view(asleep)) == JointMask::NOTHING);
        });
    }
    assert!(verbs.iter().all(|&seen| seen > 0), "every verb was legal somewhere: {verbs:?}");
}

#[test]
fn the_joint_mask_has_a_form_in_json() {
    let mut mask = JointMask::NOTHING;
    mask.verbs[3] = true;
    mask.triples.push([0, 4, 19]);
    mask.turns[19][180] = true;
    mask.open[1] = true;
    let json = mask.to_json();
    let size = |name: &str| json[name].as_array().map(Vec::len);
    let inner = |name: &str| json[name][0].as_array().map(Vec::len);
    assert_eq!([size("verbs"), size("verb_names"), size("open")], [Some(VERBS), Some(VERBS), Some(4)]);
    assert_eq!([size("seats"), inner("seats")], [Some(VERBS), Some(SEATS)]);
    assert_eq!([size("pairs"), inner("pairs")], [Some(SEATS), Some(SEATS)]);
    assert_eq!([size("characters"), inner("characters")], [Some(VERBS), Some(CHARACTERS)]);
    assert_eq!([size("turns"), inner("turns")], [Some(SEATS), Some(CHARACTERS)]);
    assert_eq!(json["verbs"].to_string(), "[0,0,0,1,0,0,0,0,0,0,0,0,0]");
    assert_eq!(json["triples"].to_string(), "[[0,4,19]]");
    assert_eq!(json["open"].to_string(), "[0,1,0,0]");
    assert_eq!([&json["turns"][19][180], &json["turns"][19][179]], [1, 0]);
    assert_eq!(json["verb_names"][3], "<CHOOSE_THREE>");
    assert_eq!(json["open_names"][1], "guesses");
}

#[test]
fn tokens_are_read_from_names_and_numbers() {
    let nominated = raw("NOMINATE SEAT_4");
    let numbers = nominated.iter().map(Token::to_string).collect::<Vec<_>>().join(", ");
    for text in ["<NOMINATE> <SEAT_4>", "NOMINATE SEAT_4", "nominate,seat_4", &format!("[{numbers}]")] {
        assert_eq!(read_tokens(text), Ok(nominated.clone()), "{text}");
    }
    assert_eq!(read_tokens(""), Ok(Vec::new()));
    for (text, at) in [
        ("394", 0),
        ("PASS SEAT_20", 1),
        ("0 0 nonsense", 2),
        ("-1", 0),
        ("<PASS", 0),
        ("0 99999999999999999999", 1),
    ] {
        let error = read_tokens(text).expect_err(text);
        assert_eq!((error.at, error.id), (at, "tokens/unknown"), "{text}: {error}");
    }
    for (id, name) in VOCABULARY.iter().enumerate() {
        assert_eq!(read_tokens(name), Ok(vec![id as Token]));
        assert_eq!(read_tokens(&id.to_string()), Ok(vec![id as Token]));
    }
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/botc-tokens.md");
    let text = documentation();
    if std::env::var_os("GASLAMP_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for (at, (kept, made)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(kept, made, "line {}; GASLAMP_BLESS=1 rewrites the page", at + 1);
    }
    assert_eq!(kept.len(), text.len(), "one is longer; GASLAMP_BLESS=1 rewrites the page");
}
