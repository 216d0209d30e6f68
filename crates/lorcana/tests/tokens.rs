//! Tokens: stable ids, strict reading, masks, observations without secrets, and the page that is made from the tables.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use gaslamp_core::trace::Phase;
use gaslamp_core::{
    Actions, Actor, Choice, Contents, Event as _, Game as _, Rng, Seat, Token, TokenError, Tokens as _, View,
};
use gaslamp_lorcana::encoding::{
    FIRST_CARD, GRAMMAR, Item, VERSION, VOCABULARY, decode_for, decode_sequence, documentation, encode_for,
    encode_now, name, next_token_mask_for, observe, read_tokens,
};
use gaslamp_lorcana::rules::ability::{Deed, Modifier, Sort, Word};
use gaslamp_lorcana::rules::piece::{SEATS, opponent};
use gaslamp_lorcana::rules::position::{Effect, On, Status, Until, Zone};
use gaslamp_lorcana::rules::{Action, Answer, Event, Order, Piece, Setup, State};
use gaslamp_lorcana::{Card, Deck, Seed};

const BS01: &str = include_str!("data/decks/bs01.txt");
const RP01: &str = include_str!("data/decks/rp01.txt");
const PUPPIES: &str = "10 Microbots\n50 Dalmatian Puppy - Tail Wagger\n";
const P1: Seat = SEATS[0];
const P2: Seat = SEATS[1];

/// More steps than any of these games has.
const STEPS: usize = 10_000;

/// A game and everything that happened in it.
struct Table {
    state: State,
    contents: Contents<Order>,
    log: Vec<(Phase, Event)>,
}

impl Table {
    fn new(setup: &Setup) -> Self {
        let state = State::start(setup).expect("a legal set-up");
        Self { state, contents: Contents::default(), log: Vec::new() }
    }

    fn fresh(decks: [&str; 2]) -> Self {
        Self::new(&Setup::Fresh { decks: decks.map(|deck| Deck::read(deck).expect("a deck")) })
    }

    fn dealt(seed: &str) -> Self {
        let decks = [BS01, RP01].map(|deck| Deck::read(deck).expect("a deck"));
        Self::new(&Setup::Dealt { decks, seed: Seed::read(seed).expect("a seed") })
    }

    fn legal(&self) -> Actions<State> {
        let mut legal = Actions::new();
        self.state.legal(&mut legal);
        legal
    }

    fn apply(&mut self, action: Action) {
        let Self { state, contents, log } = self;
        let applied = state.apply(action, contents, &mut |phase, event| log.push((phase, event)));
        applied.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
    }

    /// Something legal; whether there was any. A turn ends seldom, so that much is played.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let legal = self.legal();
        let Some(&first) = rng.pick(&legal) else { return false };
        let again = matches!(first, Choice::Action(Action::EndTurn)) && rng.below(3) > 0;
        let choice = if again { *rng.pick(&legal).expect("still there") } else { first };
        let action = match choice {
            Choice::Action(action) => action,
            Choice::Open(open) => self.state.sample(open, rng, &mut self.contents),
        };
        self.apply(action);
        true
    }

    fn view(&self, seat: Seat) -> View<State> {
        let is_to_act = self.state.to_act() == Some(Actor::Seat(seat));
        let seen = self.log.iter().filter_map(|(phase, event)| Some((*phase, event.seen_by(seat)?)));
        View {
            seat,
            names: vec!["p1".to_owned(), "p2".to_owned()],
            now: self.state.sight(seat),
            seen: seen.collect(),
            heard: Vec::new(),
            legal: if is_to_act { self.legal() } else { Actions::new() },
            ended: self.state.outcome().map(|outcome| (outcome.result, outcome.score(seat))),
        }
    }
}

fn decks(seed: u64) -> [&'static str; 2] {
    [[BS01, RP01], [RP01, BS01], [RP01, RP01], [PUPPIES, BS01]][seed as usize % 4]
}

/// Plays a random game and looks at every table of it, also the first and the last one.
fn play(seed: u64, mut look: impl FnMut(&Table, usize)) -> Table {
    let mut rng = Rng::new(seed);
    let mut table = Table::fresh(decks(seed));
    for step in 0..STEPS {
        look(&table, step);
        if !table.step(&mut rng) {
            return table;
        }
    }
    panic!("seed {seed}: not over after {STEPS} steps");
}

fn actions(legal: &Actions<State>) -> impl Iterator<Item = Action> {
    legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    })
}

fn encoded(action: Action) -> Vec<Token> {
    let mut tokens = Vec::new();
    State::encode(action, &mut tokens);
    tokens
}

fn encoded_for(seat: Seat, action: Action) -> Vec<Token> {
    let mut tokens = Vec::new();
    encode_for(seat, action, &mut tokens);
    tokens
}

fn rewritten(seat: Seat, items: &[Item]) -> Vec<Token> {
    let mut tokens = Vec::new();
    items.iter().for_each(|item| item.encode(seat, &mut tokens));
    tokens
}

fn words(tokens: &[Token]) -> String {
    let bare = |&token: &Token| name(token).trim_matches(['<', '>']).to_owned();
    tokens.iter().map(bare).collect::<Vec<_>>().join(" ")
}

/// Token ids, with `#9999` for what has no name.
fn raw(text: &str) -> Vec<Token> {
    let one = |word: &str| match word.strip_prefix('#') {
        Some(number) => vec![number.parse().expect("a number")],
        None => read_tokens(word).unwrap_or_else(|error| panic!("{word}: {error}")),
    };
    text.split_whitespace().flat_map(one).collect()
}

fn piece(text: &str) -> Piece {
    Piece::read(text).unwrap_or_else(|| panic!("no piece: {text}"))
}

/// Every word with its id, and some of the cards.
const GOLDEN: &str = "
    0:KEEP 1:ALTER 2:END_TURN 3:INK 4:PLAY 5:SING 6:SHIFT 7:QUEST 8:CHALLENGE 9:MOVE 10:BOOST 11:ACTIVATE
    12:YES 13:NO 14:DONE 15:CHOOSE 16:CHOOSE_PLAYER 17:CHOOSE_TRIGGER 18:CHOOSE_NUMBER 19:BEGIN 20:RANDOM
    21:ME 22:OPPONENT 23:P1 24:P2 25:CHANCE 26:NOBODY 27:HIDDEN 28:END 29:UNKNOWN 30:NUMBER_0 31:NUMBER_1
    32:NUMBER_2 33:NUMBER_3 34:NUMBER_4 35:NUMBER_5 36:NUMBER_6 37:NUMBER_7 38:NUMBER_8 39:NUMBER_9
    40:NUMBER_10 41:NUMBER_11 42:NUMBER_12 43:NUMBER_13 44:NUMBER_14 45:NUMBER_15 46:NUMBER_16 47:NUMBER_17
    48:NUMBER_18 49:NUMBER_19 50:NUMBER_20 51:NUMBER_21 52:NUMBER_22 53:NUMBER_23 54:NUMBER_24 55:NUMBER_25
    56:NUMBER_26 57:NUMBER_27 58:NUMBER_28 59:NUMBER_29 60:NUMBER_30 61:NUMBER_31 62:NUMBER_32 63:NUMBER_33
    64:NUMBER_34 65:NUMBER_35 66:NUMBER_36 67:NUMBER_37 68:NUMBER_38 69:NUMBER_39 70:NUMBER_40 71:NUMBER_41
    72:NUMBER_42 73:NUMBER_43 74:NUMBER_44 75:NUMBER_45 76:NUMBER_46 77:NUMBER_47 78:NUMBER_48 79:NUMBER_49
    80:NUMBER_50 81:NUMBER_51 82:NUMBER_52 83:NUMBER_53 84:NUMBER_54 85:NUMBER_55 86:NUMBER_56 87:NUMBER_57
    88:NUMBER_58 89:NUMBER_59 90:NUMBER_60 91:NUMBER_61 92:NUMBER_62 93:NUMBER_63 94:NUMBER_64 95:NUMBER_65
    96:NUMBER_66 97:NUMBER_67 98:NUMBER_68 99:NUMBER_69 100:NUMBER_70 101:NUMBER_71 102:NUMBER_72
    103:NUMBER_73 104:NUMBER_74 105:NUMBER_75 106:NUMBER_76 107:NUMBER_77 108:NUMBER_78 109:NUMBER_79
    110:NUMBER_80 111:NUMBER_81 112:NUMBER_82 113:NUMBER_83 114:NUMBER_84 115:NUMBER_85 116:NUMBER_86
    117:NUMBER_87 118:NUMBER_88 119:NUMBER_89 120:NUMBER_90 121:NUMBER_91 122:NUMBER_92 123:NUMBER_93
    124:NUMBER_94 125:NUMBER_95 126:NUMBER_96 127:NUMBER_97 128:NUMBER_98 129:NUMBER_99 130:HUNDREDS 131:MINUS
    132:COPY_A 133:COPY_B 134:COPY_C 135:COPY_D 136:COPY_E 137:COPY_F 138:COPY_G 139:COPY_H 140:COPY_I
    141:COPY_J 142:COPY_K 143:COPY_L 144:COPY_M 145:COPY_N 146:COPY_O 147:COPY_P 148:COPY_Q 149:COPY_R
    150:COPY_S 151:COPY_T 152:COPY_U 153:COPY_V 154:COPY_W 155:COPY_X 156:COPY_Y 157:COPY_Z 158:COPY_MORE
    159:SETUP 160:TURN 161:SECRETLY 162:SHUFFLED 163:TURN_BEGINS 164:DRAWS 165:ENTERS 166:DISCARDED
    167:TO_INKWELL 168:PUT_UNDER 169:LOOKS 170:REVEALED 171:TO_HAND 172:TO_BOTTOM 173:TO_TOP 174:LORE
    175:DAMAGED 176:HEALED 177:BANISHED 178:EXERTS 179:READIES 180:TRIGGERS 181:RESOLVES 182:REPLACES 183:WINS
    184:KNOWN_TO_ALL 185:KNOWN_TO_OWNER 186:KNOWN_TO_NOBODY 187:NOW 188:BEFORE_GAME 189:MAIN_STEP
    190:IN_CHALLENGE 191:BETWEEN_STEPS 192:ASKED 193:GAME_OVER 194:ACTIVE 195:TO_ACT 196:SIDE 197:HAND
    198:MY_HAND 199:DECK 200:INKWELL 201:READY_INK 202:INK_DROPS 203:INKINGS_LEFT 204:IN_PLAY 205:DISCARD
    206:LOOKING_AT 207:LASTING 208:ON_PLAYER 209:WAITING 210:RESOLVING 211:EXERTED 212:DRYING 213:DAMAGE
    214:AT 215:UNDER 216:FACEDOWN 217:STRENGTH 218:WILLPOWER 219:CHALLENGER 220:RESIST 221:SINGER
    222:BOOST_COST 223:CHALLENGES_READY 224:SHIELDED 225:CANNOT 226:BE_CHALLENGED 227:READY 228:GRANTS
    229:CHEAPER 230:NEXT_CHEAPER 231:MORE_INK 232:ADVENTUROUS 233:ALERT 234:BODYGUARD 235:EVASIVE 236:RECKLESS
    237:RUSH 238:SUPPORT 239:VANISH 240:WARD 241:ANY_CARD 242:CHARACTER 243:ACTION 244:SONG 245:ITEM
    246:LOCATION 247:CHARACTER_OR_LOCATION 248:UNTIL_END_OF_TURN 249:UNTIL_START_OF_TURN 250:UNTIL_READIED
    251:UNTIL_END_OF_CHALLENGE 252:READY_AT_START 512:ariel_on_human_legs 641:dragon_fire 704:tinker_bell_giant_fairy
    1515:tipo_growing_son 2233:i2i 526:mr._smee_loyal_first_mate 3296:vine_tendril
";

#[test]
fn ids_never_move() {
    let golden: Vec<(usize, String)> = GOLDEN
        .split_whitespace()
        .filter_map(|entry| entry.split_once(':'))
        .map(|(id, name)| (id.parse().expect("a number"), name.to_owned()))
        .collect();
    for (id, name) in &golden {
        let ours = VOCABULARY[*id];
        assert!(ours == name || ours == format!("<{name}>"), "{id} was {name}, is {ours}");
    }
    let listed: HashSet<usize> = golden.iter().map(|(id, _)| *id).collect();
    let is_named = |id: &usize| VOCABULARY[*id] != "<SPARE>";
    let missing: Vec<usize> =
        (0..usize::from(FIRST_CARD)).filter(is_named).filter(|id| !listed.contains(id)).collect();
    assert_eq!(missing, [0; 0], "a new word stands in the golden list too");
    assert_eq!((FIRST_CARD, VERSION), (512, 1), "a new version is a decision, not an accident");
}

#[test]
fn every_name_is_there_once_and_cards_are_last() {
    let used: Vec<&str> = VOCABULARY.into_iter().filter(|&name| name != "<SPARE>").collect();
    assert_eq!(used.iter().collect::<BTreeSet<_>>().len(), used.len());
    assert_eq!(State::VOCABULARY, VOCABULARY);
    assert_eq!(VOCABULARY.len(), usize::from(FIRST_CARD) + Card::COUNT);
    for card in Card::all() {
        assert_eq!(VOCABULARY[usize::from(FIRST_CARD) + card.index()], card.key());
        assert!(!card.key().contains(|c: char| c.is_whitespace() || "<>[]#".contains(c)), "{}", card.key());
    }
    let is_word = |name: &&str| name.starts_with('<') && name.ends_with('>');
    assert!(VOCABULARY[..usize::from(FIRST_CARD)].iter().all(is_word));
    // Spare places are the last ones before the cards.
    let first = VOCABULARY.iter().position(|&name| name == "<SPARE>").expect("room");
    assert!(VOCABULARY[first..usize::from(FIRST_CARD)].iter().all(|&name| name == "<SPARE>"));
}

#[test]
fn actions_have_their_words() {
    let tipo = piece("p1.tipo_growing_son.a");
    let late = piece("p2.dalmatian_puppy_tail_wagger.crxp");
    let (a, b) = (
        "P1 tipo_growing_son COPY_A",
        "P2 dalmatian_puppy_tail_wagger \
        COPY_MORE COPY_MORE COPY_MORE COPY_C COPY_R COPY_X COPY_P",
    );
    assert_eq!(late.copy.copy, u16::MAX);
    let table = [
        (Action::Keep, "KEEP".to_owned()),
        (Action::Alter(tipo), format!("ALTER {a}")),
        (Action::EndTurn, "END_TURN".to_owned()),
        (Action::Ink(tipo), format!("INK {a}")),
        (Action::Play(late), format!("PLAY {b}")),
        (Action::Sing { song: tipo, singer: late }, format!("SING {a} {b}")),
        (Action::Shift { card: tipo, onto: late }, format!("SHIFT {a} {b}")),
        (Action::Quest(late), format!("QUEST {b}")),
        (Action::Challenge { by: late, target: tipo }, format!("CHALLENGE {b} {a}")),
        (Action::Move { who: tipo, to: late }, format!("MOVE {a} {b}")),
        (Action::Boost(tipo), format!("BOOST {a}")),
        (
            Action::Activate { card: tipo, of: late.card(), ability: 255 },
            format!("ACTIVATE {a} dalmatian_puppy_tail_wagger HUNDREDS NUMBER_2 NUMBER_55"),
        ),
        (Action::Choose(Answer::Yes), "YES".to_owned()),
        (Action::Choose(Answer::No), "NO".to_owned()),
        (Action::Choose(Answer::Done), "DONE".to_owned()),
        (Action::Choose(Answer::Card(tipo)), format!("CHOOSE {a}")),
        (Action::Choose(Answer::Player(P2)), "CHOOSE_PLAYER P2".to_owned()),
        (Action::Choose(Answer::Trigger(0)), "CHOOSE_TRIGGER NUMBER_0".to_owned()),
        (Action::Choose(Answer::Number(99)), "CHOOSE_NUMBER NUMBER_99".to_owned()),
        (Action::Begin(P1), "BEGIN P1".to_owned()),
        (Action::Random(late), format!("RANDOM {b}")),
    ];
    let mut verbs = BTreeSet::new();
    for (action, text) in table {
        let tokens = encoded(action);
        assert_eq!(words(&tokens), text);
        assert_eq!(State::decode(&tokens), Ok(action), "{text}");
        for (seat, me, other) in [(P1, "P1", "P2"), (P2, "P2", "P1")] {
            let own = encoded_for(seat, action);
            let relative = text.replace(me, "ME").replace(other, "OPPONENT");
            assert_eq!(words(&own), relative);
            assert_eq!(decode_for(seat, &own), Ok(action), "{relative}");
        }
        // Every way to stop early is refused at the end, every way to go on behind it.
        for length in 0..tokens.len() {
            let error = State::decode(&tokens[..length]).expect_err("an unfinished action");
            assert_eq!((error.at, error.id), (length, "lorcana/tokens/unfinished"), "{text}");
        }
        let error = State::decode(&[&tokens[..], &raw("END_TURN")].concat()).expect_err("too long");
        assert_eq!((error.at, error.id), (tokens.len(), "lorcana/tokens/trailing"), "{text}");
        verbs.insert(tokens[0]);
    }
    let all = raw("KEEP")[0]..=raw("RANDOM")[0];
    assert_eq!(verbs, all.collect(), "every verb");
}

#[test]
fn every_copy_and_number_reads_back() {
    let mut tipo = piece("p1.tipo_growing_son.a");
    for copy in 0..=u16::MAX {
        tipo.copy.copy = copy;
        assert_eq!(State::decode(&encoded(Action::Ink(tipo))), Ok(Action::Ink(tipo)));
        let items =
            [Item::Phase(Phase::Turn(copy)), Item::Event(Event::Lore { player: P2, by: copy.cast_signed() })];
        assert_eq!(decode_sequence(P1, &rewritten(P1, &items)), Ok(items.to_vec()));
    }
    for number in 0..=u8::MAX {
        for answer in [Answer::Number(number), Answer::Trigger(number)] {
            assert_eq!(State::decode(&encoded(Action::Choose(answer))), Ok(Action::Choose(answer)));
        }
    }
}

#[test]
fn what_has_no_words_is_never_read() {
    let mut contents = Contents::default();
    let shuffle = Action::Shuffle(contents.intern(Order::new()));
    assert!(encoded(shuffle).is_empty());
    assert_eq!(words(&encoded(Action::Begin(Seat::new(2)))), "BEGIN UNKNOWN");
    let items = [Item::Event(Event::Acts { by: Actor::Storyteller, action: shuffle, only: None })];
    assert!(rewritten(P1, &items).is_empty());
    assert!(rewritten(P1, &[Item::Phase(Phase::Night(1))]).is_empty());
    check_errors(&[("BEGIN UNKNOWN", 1, "unexpected")], State::decode);
}

fn check_errors<T: std::fmt::Debug>(
    table: &[(&str, usize, &str)],
    read: impl Fn(&[Token]) -> Result<T, TokenError>,
) {
    for &(text, at, id) in table {
        let error = read(&raw(text)).expect_err(text);
        assert_eq!((error.at, error.id), (at, &*format!("lorcana/tokens/{id}")), "`{text}`: {error}");
        assert!(!error.message.is_empty(), "{text}");
    }
}

#[test]
fn actions_are_read_strictly() {
    let table = [
        ("", 0, "unfinished"),
        ("#65535", 0, "unknown"),
        ("#511", 0, "unknown"),
        ("ME", 0, "unexpected"),
        ("i2i", 0, "unexpected"),
        ("SETUP", 0, "unexpected"),
        ("P1 END_TURN", 0, "unexpected"),
        ("INK INK", 1, "unexpected"),
        ("INK #511", 1, "unknown"),
        ("INK i2i COPY_A", 1, "unexpected"),
        ("INK ME i2i COPY_A", 1, "unexpected"),
        ("INK P1 COPY_A", 2, "unexpected"),
        ("INK P1 HIDDEN", 2, "unexpected"),
        ("INK P1 i2i NUMBER_0", 3, "unexpected"),
        ("INK P1 i2i COPY_MORE", 4, "unfinished"),
        ("INK P1 i2i COPY_MORE COPY_A", 5, "unfinished"),
        ("INK P1 i2i COPY_A COPY_A", 4, "trailing"),
        ("INK P1 i2i COPY_MORE COPY_MORE COPY_MORE COPY_C COPY_R COPY_X COPY_Q", 3, "too-large"),
        ("SING P1 i2i COPY_A i2i COPY_A", 4, "unexpected"),
        ("ACTIVATE P1 i2i COPY_A NUMBER_0", 4, "unexpected"),
        ("ACTIVATE P1 i2i COPY_A i2i", 5, "unfinished"),
        ("ACTIVATE P1 i2i COPY_A i2i COPY_A", 5, "unexpected"),
        ("CHOOSE_NUMBER MINUS NUMBER_1", 1, "unexpected"),
        ("CHOOSE_NUMBER HUNDREDS NUMBER_0 NUMBER_1", 2, "unexpected"),
        ("CHOOSE_NUMBER HUNDREDS NUMBER_2 NUMBER_56", 1, "too-large"),
        ("CHOOSE_NUMBER HUNDREDS HUNDREDS NUMBER_1 NUMBER_0 NUMBER_0", 1, "too-large"),
        ("CHOOSE_NUMBER NUMBER_1 NUMBER_0", 2, "trailing"),
        ("CHOOSE_PLAYER CHANCE", 1, "unexpected"),
        ("END_TURN END_TURN", 1, "trailing"),
    ];
    check_errors(&table, State::decode);
    check_errors(&[("INK P1 i2i COPY_A", 1, "unexpected")], |tokens| decode_for(P1, tokens));
    let long = [&raw("CHOOSE_NUMBER")[..], &raw("HUNDREDS").repeat(9), &raw("NUMBER_99").repeat(10)].concat();
    assert_eq!(State::decode(&long).map_err(|e| (e.at, e.id)), Err((1, "lorcana/tokens/too-large")));
    let long = [&raw("INK P1 i2i")[..], &raw("COPY_MORE").repeat(9), &raw("COPY_Z").repeat(10)].concat();
    assert_eq!(State::decode(&long).map_err(|e| (e.at, e.id)), Err((3, "lorcana/tokens/too-large")));
}

#[test]
fn sequences_are_read_strictly() {
    let table = [
        ("#511", 0, "unknown"),
        ("SETUP END_TURN", 1, "unexpected"),
        ("P1 END_TURN", 0, "unexpected"),
        ("TURN", 1, "unfinished"),
        ("TURN HUNDREDS HUNDREDS NUMBER_6 NUMBER_55 NUMBER_36", 1, "too-large"),
        ("ME", 1, "unfinished"),
        ("ME SECRETLY", 2, "unfinished"),
        ("SECRETLY END_TURN", 0, "unexpected"),
        ("CHANCE SHUFFLED ME", 1, "unexpected"),
        ("DRAWS ME", 2, "unfinished"),
        ("DRAWS OPPONENT OPPONENT i2i COPY_A", 0, "secret"),
        ("SETUP TO_INKWELL OPPONENT OPPONENT i2i COPY_A KNOWN_TO_OWNER", 1, "secret"),
        ("TO_TOP ME ME i2i COPY_A KNOWN_TO_NOBODY", 0, "secret"),
        ("TO_TOP ME HIDDEN", 3, "unfinished"),
        ("TO_TOP ME HIDDEN HIDDEN", 3, "unexpected"),
        ("PUT_UNDER ME i2i COPY_A HIDDEN", 4, "unexpected"),
        ("LOOKS ME NUMBER_1 ME i2i COPY_A", 6, "unfinished"),
        ("LOOKS OPPONENT NUMBER_1 OPPONENT i2i COPY_A END", 0, "secret"),
        ("LORE ME MINUS NUMBER_0", 3, "unexpected"),
        ("LORE ME HUNDREDS HUNDREDS NUMBER_3 NUMBER_27 NUMBER_68", 2, "too-large"),
        ("LORE ME MINUS HUNDREDS HUNDREDS NUMBER_3 NUMBER_27 NUMBER_69", 2, "too-large"),
        ("DAMAGED ME i2i COPY_A HUNDREDS NUMBER_2 NUMBER_56", 4, "too-large"),
        ("WINS NOBODY", 1, "unexpected"),
        ("NOW", 0, "unexpected"),
    ];
    check_errors(&table, |tokens| decode_sequence(P1, tokens));
    assert_eq!(decode_sequence(P1, &[]), Ok(Vec::new()));
}

/// The grammar of the page, to check sequences against and to write them by.
struct Grammar {
    rules: BTreeMap<&'static str, &'static [&'static str]>,
    /// The tokens that a word or a class of the grammar may be.
    known: BTreeMap<&'static str, BTreeSet<Token>>,
}

/// The words of a class, or the word itself, if this is one.
fn class(symbol: &str) -> Option<BTreeSet<Token>> {
    let between = |first: &str, last: &str| (raw(first)[0]..=raw(last)[0]).collect();
    match symbol {
        "digit" => Some(between("NUMBER_0", "NUMBER_99")),
        "positive" => Some(between("NUMBER_1", "NUMBER_99")),
        "letter" => Some(between("COPY_A", "COPY_Z")),
        "card" => Some((FIRST_CARD..VOCABULARY.len() as Token).collect()),
        _ => symbol.starts_with('<').then(|| raw(symbol).into_iter().collect()),
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

    fn check(&self, rule: &str, tokens: &[Token]) {
        let end = self.end(rule, tokens, 0).unwrap_or(0);
        let (done, wrong) = tokens.split_at(end);
        let shown = &wrong[..wrong.len().min(12)];
        assert_eq!(
            end,
            tokens.len(),
            "no {rule}: … {} | {}",
            words(&done[end.saturating_sub(12)..]),
            words(shown)
        );
    }

    /// Where a symbol ends that begins at `start`; the first alternative that fits is meant.
    fn end(&self, symbol: &str, tokens: &[Token], start: usize) -> Option<usize> {
        if let Some(known) = self.known.get(symbol) {
            return tokens.get(start).filter(|token| known.contains(token)).map(|_| start + 1);
        }
        if let Some(part) = symbol.strip_suffix('*') {
            let next = |at: &usize| self.end(part, tokens, *at);
            return std::iter::successors(Some(start), next).last();
        }
        let rule = self.rules.get(symbol).unwrap_or_else(|| panic!("no rule `{symbol}`"));
        let all = |alternative: &&str| {
            alternative.split(' ').try_fold(start, |at, symbol| self.end(symbol, tokens, at))
        };
        rule.iter().find_map(all)
    }

    /// Writes something by a rule; from some depth on only what is short.
    fn write(&self, symbol: &str, depth: usize, rng: &mut Rng, out: &mut Vec<Token>) {
        if let Some(known) = self.known.get(symbol) {
            out.extend(known.iter().nth(rng.below(known.len() as u32) as usize));
        } else if let Some(part) = symbol.strip_suffix('*') {
            (0..rng.below(3)).for_each(|_| self.write(part, depth + 1, rng, out));
        } else {
            let rule = self.rules.get(symbol).unwrap_or_else(|| panic!("no rule `{symbol}`"));
            let alternative = if depth < 6 { rng.pick(rule).expect("an alternative") } else { &rule[0] };
            alternative.split(' ').for_each(|symbol| self.write(symbol, depth + 1, rng, out));
        }
    }
}

#[test]
fn whatever_the_grammar_writes_is_read() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(11);
    let mut starts = BTreeSet::new();
    for _ in 0..30_000 {
        let mut tokens = Vec::new();
        grammar.write("item", 0, &mut rng, &mut tokens);
        match decode_sequence(P2, &tokens) {
            Ok(items) => {
                assert_eq!((items.len(), rewritten(P2, &items)), (1, tokens.clone()), "{}", words(&tokens));
                starts.insert(tokens[0]);
            }
            // The grammar does not say how large numbers are nor what is secret.
            Err(error) => {
                let is_free = ["lorcana/tokens/too-large", "lorcana/tokens/secret"].contains(&error.id);
                assert!(is_free, "{error}: {}", words(&tokens));
            }
        }
    }
    let begins = |token: &Token| match decode_sequence(P2, &[*token]) {
        Ok(items) => items.len() == 1,
        Err(error) => error.at == 1,
    };
    let all: BTreeSet<Token> = (0..VOCABULARY.len() as Token).filter(begins).collect();
    assert_eq!(starts, all, "the grammar knows every beginning");
}

/// Almost right sequences never panic, and whatever is accepted encodes to itself.
#[test]
fn damaged_sequences_are_refused_or_read_back() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(7);
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut tokens = Vec::new();
        let rule = ["action", "item", "seen"][rng.below(3) as usize];
        grammar.write(rule, 0, &mut rng, &mut tokens);
        tokens.push(rng.below(VOCABULARY.len() as u32 + 2) as Token);
        let (a, b) = (rng.below(tokens.len() as u32) as usize, rng.below(tokens.len() as u32) as usize);
        tokens.swap(a, b);
        tokens.truncate(tokens.len() - rng.below(3) as usize % tokens.len());
        match decode_sequence(P2, &tokens) {
            Ok(items) => {
                assert_eq!(rewritten(P2, &items), tokens);
                accepted += 1;
            }
            Err(error) => {
                let is_known = error.at <= tokens.len() && error.id.starts_with("lorcana/tokens/");
                assert!(is_known && !error.message.is_empty(), "{error}: {}", words(&tokens));
            }
        }
        if let Ok(action) = decode_for(P2, &tokens) {
            assert_eq!(encoded_for(P2, action), tokens);
            accepted += 1;
        }
    }
    assert!(accepted > 5_000, "{accepted}");
}

#[test]
fn the_grammar_knows_every_word() {
    let known: BTreeSet<Token> = Grammar::new().known.into_values().flatten().collect();
    let named = (0..VOCABULARY.len() as Token).filter(|&token| name(token) != "<SPARE>");
    let missing: Vec<Token> = named.filter(|token| !known.contains(token)).collect();
    // The words of actions that no seat sees, and what no reader accepts.
    assert_eq!(words(&missing), "P1 P2 UNKNOWN");
}

#[test]
fn legal_actions_read_back_and_the_mask_is_the_legal_list() {
    let mut verbs = BTreeSet::new();
    for seed in 0..12 {
        play(seed, |table, step| {
            let legal = table.legal();
            let mut own = Vec::new();
            for action in actions(&legal) {
                let tokens = encoded(action);
                assert_eq!(State::decode(&tokens), Ok(action), "seed {seed} step {step}");
                verbs.insert(tokens[0]);
                for seat in SEATS {
                    let tokens = encoded_for(seat, action);
                    assert_eq!(decode_for(seat, &tokens), Ok(action), "seed {seed} step {step}");
                }
            }
            if let Some(Actor::Seat(seat)) = table.state.to_act() {
                own.extend(actions(&legal).map(|action| encoded_for(seat, action)));
                assert_eq!(observe(&table.view(seat)).legal, own, "seed {seed} step {step}");
                assert!(table.view(opponent(seat)).legal.is_empty());
            }
            if step % 7 == 0 && actions(&legal).next().is_some() {
                let listed: BTreeSet<_> = actions(&legal).map(encoded).collect();
                let written = written(|prefix, mask| table.state.next_token_mask(prefix, mask));
                assert_eq!(written, listed, "seed {seed} step {step}");
            }
            if step % 7 == 3
                && let Some(Actor::Seat(seat)) = table.state.to_act()
            {
                let view = table.view(seat);
                let written = written(|prefix, mask| next_token_mask_for(&view, prefix, mask));
                assert_eq!(written, own.into_iter().collect(), "seed {seed} step {step}");
            }
        });
    }
    // No card of these decks asks for a number in most games.
    verbs.extend(raw("CHOOSE_NUMBER"));
    let missing: Vec<Token> =
        (raw("KEEP")[0]..raw("BEGIN")[0]).filter(|verb| !verbs.contains(verb)).collect();
    assert_eq!(words(&missing), "", "verbs that were never legal");
}

/// Everything that can be written under the mask.
fn written(mask_of: impl Fn(&[Token], &mut [bool]) -> Result<(), TokenError>) -> BTreeSet<Vec<Token>> {
    let mut mask = vec![true; VOCABULARY.len()];
    let mut whole = BTreeSet::new();
    let mut open = vec![Vec::new()];
    while let Some(prefix) = open.pop() {
        mask_of(&prefix, &mut mask).expect("a prefix made under the mask");
        let next: Vec<usize> = (0..mask.len()).filter(|&token| mask[token]).collect();
        open.extend(next.iter().map(|&token| [&prefix[..], &[token as Token]].concat()));
        if next.is_empty() {
            whole.insert(prefix);
        }
    }
    whole
}

#[test]
fn a_wrong_prefix_is_reported_at_its_first_wrong_word() {
    let table = Table::dealt("0123456.0123456.ab");
    let next = |prefix: &str| {
        let mut mask = vec![true; VOCABULARY.len()];
        let answer = table.state.next_token_mask(&raw(prefix), &mut mask).map_err(|e| (e.at, e.id));
        let open: Vec<Token> = (0..mask.len() as Token).filter(|&token| mask[usize::from(token)]).collect();
        assert!(answer.is_ok() || open.is_empty(), "{prefix}");
        answer.map(|()| words(&open))
    };
    let steps = [
        ("", "END_TURN INK"),
        ("END_TURN", ""),
        ("INK", "P1"),
        ("INK P1 tipo_growing_son", "COPY_A"),
        ("INK P1 tipo_growing_son COPY_A", ""),
    ];
    for (prefix, expected) in steps {
        assert_eq!(next(prefix), Ok(expected.to_owned()), "{prefix}");
    }
    let wrong = [
        ("KEEP", 0),
        ("#65535", 0),
        ("INK ME", 1),
        ("INK P2", 1),
        ("INK P1 i2i", 2),
        ("INK P1 tipo_growing_son COPY_B", 3),
        ("INK P1 tipo_growing_son COPY_A COPY_A", 4),
        ("END_TURN END_TURN", 1),
    ];
    for (prefix, at) in wrong {
        assert_eq!(next(prefix), Err((at, "lorcana/tokens/not-legal")), "{prefix}");
    }
    // A mask of another length is filled as far as it goes.
    assert_eq!(table.state.next_token_mask(&[], &mut []), Ok(()));
}

#[test]
fn where_nothing_is_listed_there_is_no_mask() {
    let mut mask = vec![true; VOCABULARY.len()];
    let mut ask =
        |state: &State, prefix: &[Token]| state.next_token_mask(prefix, &mut mask).map_err(|e| e.id);
    let mut table = Table::fresh([BS01, RP01]);
    assert_eq!(ask(&table.state, &[]), Ok(()));
    table.apply(Action::Begin(P2));
    assert_eq!(ask(&table.state, &[]), Err("lorcana/tokens/open"));
    let over = play(1, |_, _| {});
    assert_eq!(ask(&over.state, &raw("END_TURN")), Err("lorcana/tokens/nobody-to-act"));
    let waiting = Table::dealt("x").view(P2);
    let answer = next_token_mask_for(&waiting, &[], &mut mask).map_err(|e| e.id);
    assert_eq!(answer, Err("lorcana/tokens/nobody-to-act"));
}

#[test]
fn observations_follow_the_grammar_and_only_grow() {
    let grammar = Grammar::new();
    for seed in 0..8 {
        let mut before = [Vec::new(), Vec::new()];
        let last = play(seed, |table, step| {
            for seat in SEATS {
                let mut now = Vec::new();
                encode_now(&table.state.sight(seat), &mut now);
                grammar.check("now", &now);
                if step % 23 == 0 {
                    let seen = observe(&table.view(seat));
                    assert_eq!(seen.now, now);
                    let before = &mut before[seat.index()];
                    assert!(seen.tokens.starts_with(before), "seed {seed} step {step}");
                    *before = seen.tokens;
                }
            }
        });
        for seat in SEATS {
            let view = last.view(seat);
            let seen = observe(&view);
            for tokens in [&seen.tokens, &seen.public_tokens, &seen.private_tokens] {
                grammar.check("seen", tokens);
                let items = decode_sequence(seat, tokens).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                assert_eq!(&rewritten(seat, &items), tokens);
            }
            let items = decode_sequence(seat, &seen.tokens).expect("readable");
            let read: Vec<&Event> = items.iter().filter_map(event).collect();
            assert_eq!(read, view.seen.iter().map(|(_, event)| event).collect::<Vec<_>>());
            assert_eq!(words(&seen.tokens[..1]), "SETUP");
        }
        let [mine, theirs] = SEATS.map(|seat| {
            let items = decode_sequence(seat, &observe(&last.view(seat)).public_tokens).expect("readable");
            rewritten(P1, &items)
        });
        assert_eq!(mine, theirs, "seed {seed}: both have seen what is public");
    }
}

fn event(item: &Item) -> Option<&Event> {
    match item {
        Item::Event(event) => Some(event),
        Item::Phase(_) => None,
    }
}

/// The other player's pieces that an observation names.
fn named(tokens: &[Token]) -> Vec<Vec<Token>> {
    let opponent = raw("OPPONENT")[0];
    let is_letter = |token: &Token| (raw("COPY_A")[0]..=raw("COPY_MORE")[0]).contains(token);
    let starts =
        tokens.windows(2).enumerate().filter(|(_, pair)| pair[0] == opponent && pair[1] >= FIRST_CARD);
    let pieces = starts.map(|(at, _)| {
        let letters = tokens[at + 2..].iter().take_while(|token| is_letter(token)).count();
        tokens[at..at + 2 + letters].to_vec()
    });
    pieces.collect()
}

#[test]
fn no_observation_names_what_the_other_player_keeps_secret() {
    for seed in 0..8 {
        // What has ever lain open or been revealed, in the words of the other player.
        let mut open: [HashSet<Vec<Token>>; 2] = Default::default();
        let mut hidden = 0;
        play(seed, |table, step| {
            let at = table.state.position();
            let mut show = |piece: Piece| {
                let tokens = encoded_for(opponent(piece.owner), Action::Ink(piece));
                open[piece.owner.index()].insert(tokens[1..].to_vec());
            };
            for (status, piece) in at.cards.iter().zip(at.pieces.iter()) {
                if matches!(status.zone, Zone::Play | Zone::Discard)
                    || (status.zone == Zone::Under && !status.facedown)
                {
                    show(*piece);
                }
            }
            for (_, event) in &table.log {
                match event {
                    Event::Reveals(piece)
                    | Event::Acts { action: Action::Ink(piece) | Action::Play(piece), .. } => show(*piece),
                    _ => {}
                }
            }
            if step % 5 > 0 {
                return;
            }
            for seat in SEATS {
                let seen = observe(&table.view(seat));
                let everything = [&seen.tokens, &seen.public_tokens, &seen.private_tokens, &seen.now]
                    .into_iter()
                    .chain(&seen.legal);
                for piece in everything.flat_map(|tokens| named(tokens)) {
                    let is_open = open[opponent(seat).index()].contains(&piece);
                    assert!(is_open, "seed {seed} step {step} {seat:?}: {}", words(&piece));
                }
                hidden += table.state.zone(opponent(seat), Zone::Hand).len();
            }
        });
        assert!(hidden > 100, "seed {seed}: {hidden}");
    }
}

#[test]
fn another_hand_looks_the_same() {
    let table = Table::dealt("0123456.0123456.ab");
    let mut position = table.state.position().clone();
    let deck = &mut position.decks[P2.index()];
    let held = table.state.zone(P2, Zone::Hand)[0];
    let drawn = std::mem::replace(&mut deck[0], held);
    position.cards.swap(held.index(), drawn.index());
    let other = State::from_position(position).expect("a position");
    let now = |state: &State, seat| {
        let mut tokens = Vec::new();
        encode_now(&state.sight(seat), &mut tokens);
        tokens
    };
    assert_eq!(now(&other, P1), now(&table.state, P1));
    assert_ne!(now(&other, P2), now(&table.state, P2));
}

const FIRST_SEEN: &str = "TURN NUMBER_1 ME INK ME tipo_growing_son COPY_A \
    TO_INKWELL ME ME tipo_growing_son COPY_A KNOWN_TO_ALL";
const FIRST_NOW: &str = "NOW MAIN_STEP TURN NUMBER_1 ACTIVE ME TO_ACT ME MY_HAND ME tinker_bell_giant_fairy COPY_A ME \
    pleakley_scientific_expert COPY_A ME mulan_disguised_soldier COPY_A ME \
    jasmine_resourceful_infiltrator COPY_A ME jasmine_steady_strategist COPY_A ME \
    vincenzo_santorini_the_explosives_expert COPY_A END LOOKING_AT END SIDE ME LORE NUMBER_0 HAND \
    NUMBER_6 DECK NUMBER_53 INKWELL NUMBER_1 READY_INK NUMBER_1 INK_DROPS NUMBER_0 INKINGS_LEFT NUMBER_0 \
    IN_PLAY END DISCARD END SIDE OPPONENT LORE NUMBER_0 HAND NUMBER_7 DECK NUMBER_53 INKWELL NUMBER_0 \
    READY_INK NUMBER_0 INK_DROPS NUMBER_0 INKINGS_LEFT NUMBER_0 IN_PLAY END DISCARD END";

#[test]
fn the_first_turn_of_a_seed_is_told_like_this() {
    let mut table = Table::dealt("0123456.0123456.ab");
    table.apply(Action::Ink(piece("p1.tipo_growing_son.a")));
    let seen = observe(&table.view(P1));
    assert_eq!(words(&seen.tokens), FIRST_SEEN);
    assert_eq!(words(&seen.now), FIRST_NOW);
    let other = observe(&table.view(P2));
    assert_eq!(words(&other.tokens), FIRST_SEEN.replace("ME", "OPPONENT"));
}

const LATER_SIDE: &str = "ME tinker_bell_giant_fairy COPY_A EXERTED DAMAGE NUMBER_2 UNDER ME jasmine_steady_strategist COPY_A \
    STRENGTH NUMBER_4 WILLPOWER NUMBER_5 LORE NUMBER_2 ME tipo_growing_son COPY_A DRYING STRENGTH MINUS \
    NUMBER_8 WILLPOWER NUMBER_3 LORE NUMBER_2 CHALLENGER NUMBER_2 RESIST NUMBER_1 SINGER NUMBER_7 \
    CHALLENGES_READY SHIELDED WARD CANNOT QUEST";

#[test]
fn a_card_in_play_and_what_lasts_are_told_like_this() {
    let start = Table::dealt("0123456.0123456.ab").state;
    let mut position = start.position().clone();
    let id = |text: &str| start.id(piece(text)).expect("in this game");
    let (tipo, tink, below) = (
        id("p1.tipo_growing_son.a"),
        id("p1.tinker_bell_giant_fairy.a"),
        id("p1.jasmine_steady_strategist.a"),
    );
    for id in [tipo, tink] {
        position.cards[id.index()].zone = Zone::Play;
    }
    position.cards[tipo.index()].drying = true;
    position.cards[tink.index()] = Status { exerted: true, damage: 2, ..position.cards[tink.index()] };
    position.cards[below.index()] =
        Status { zone: Zone::Under, under: Some(tink), depth: 1, ..Status::default() };
    let lasting = [
        (
            On::Card(tipo),
            Modifier::Strength(-9),
            Until::EndOfTurn,
            "STRENGTH MINUS NUMBER_9 UNTIL_END_OF_TURN",
        ),
        (
            On::Card(tipo),
            Modifier::Willpower(1),
            Until::StartOfTurn(P1),
            "WILLPOWER NUMBER_1 UNTIL_START_OF_TURN ME",
        ),
        (On::Card(tipo), Modifier::Lore(1), Until::Ready(P2), "LORE NUMBER_1 UNTIL_READIED OPPONENT"),
        (
            On::Card(tipo),
            Modifier::Challenger(2),
            Until::EndOfChallenge,
            "CHALLENGER NUMBER_2 UNTIL_END_OF_CHALLENGE",
        ),
        (On::Card(tipo), Modifier::Resist(1), Until::EndOfTurn, "RESIST NUMBER_1 UNTIL_END_OF_TURN"),
        (On::Card(tipo), Modifier::Singer(7), Until::EndOfTurn, "SINGER NUMBER_7 UNTIL_END_OF_TURN"),
        (On::Card(tipo), Modifier::Has(Word::Ward), Until::EndOfTurn, "WARD UNTIL_END_OF_TURN"),
        (On::Card(tipo), Modifier::Cannot(Deed::Quest), Until::EndOfTurn, "CANNOT QUEST UNTIL_END_OF_TURN"),
        (On::Card(tipo), Modifier::ChallengesReady, Until::EndOfTurn, "CHALLENGES_READY UNTIL_END_OF_TURN"),
        (On::Card(tipo), Modifier::Shielded, Until::EndOfTurn, "SHIELDED UNTIL_END_OF_TURN"),
        (
            On::Player(P1),
            Modifier::Cheaper(Sort::Song, 1),
            Until::EndOfTurn,
            "ON_PLAYER ME CHEAPER SONG NUMBER_1 UNTIL_END_OF_TURN",
        ),
        (
            On::Player(P2),
            Modifier::NextCheaper(Sort::CharacterOrLocation, 2),
            Until::EndOfTurn,
            "ON_PLAYER OPPONENT NEXT_CHEAPER CHARACTER_OR_LOCATION NUMBER_2 UNTIL_END_OF_TURN",
        ),
        (
            On::Player(P2),
            Modifier::MoreInk(1),
            Until::EndOfTurn,
            "ON_PLAYER OPPONENT MORE_INK NUMBER_1 UNTIL_END_OF_TURN",
        ),
    ];
    position.effects =
        lasting.map(|(on, modifier, until, _)| Effect { source: tink, on, modifier, until }).to_vec();
    let state = State::from_position(position).expect("a position");
    let mut tokens = Vec::new();
    encode_now(&state.sight(P1), &mut tokens);
    Grammar::new().check("now", &tokens);
    let told = words(&tokens);
    let (_, side) = told.split_once(" IN_PLAY ").expect("the own side");
    assert_eq!(side.split_once(" END").map(|(play, _)| play), Some(LATER_SIDE));
    let told: Vec<&str> = told.split(" LASTING ME tinker_bell_giant_fairy COPY_A ").skip(1).collect();
    assert_eq!(told.len(), lasting.len());
    for (told, (on, _, _, expected)) in told.into_iter().zip(lasting) {
        let target = if on == On::Card(tipo) { "ME tipo_growing_son COPY_A " } else { "" };
        assert_eq!(told, format!("{target}{expected}"));
    }
}

#[test]
fn tokens_are_read_from_names_and_numbers() {
    for (id, &name) in VOCABULARY.iter().enumerate().filter(|(_, name)| **name != "<SPARE>") {
        let expected = Ok(vec![id as Token]);
        let bare = name.trim_matches(['<', '>']);
        for text in [name, bare, &id.to_string(), &format!("[{name}, ]")] {
            assert_eq!(read_tokens(text), expected, "{text}");
        }
        let pair = Ok(vec![id as Token, 2, id as Token]);
        assert_eq!(read_tokens(&format!("{name},2,{name}")), pair);
    }
    assert_eq!(read_tokens(" [2,  2\n<end_turn>]END_TURN,,"), Ok(vec![2; 4]));
    for (text, at) in [
        ("SPARE", 0),
        ("511", 0),
        ("65535", 0),
        ("2 99999999999999999999", 1),
        ("2,-1", 1),
        ("2,2,tipo", 2),
        ("<", 0),
        ("<>", 0),
        ("é,ü,ö,ä", 0),
    ] {
        let error = read_tokens(text).expect_err(text);
        assert_eq!((error.at, error.id), (at, "lorcana/tokens/unknown"), "{text}: {error}");
    }
    let many = "2,".repeat(100_000);
    assert_eq!(read_tokens(&many).map(|tokens| tokens.len()), Ok(100_000));
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lorcana-tokens.md");
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
