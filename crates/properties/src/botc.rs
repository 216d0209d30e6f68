//! What must hold for the readers of Blood on the Clocktower.

use gaslamp_botc::notation::analysis::{self, Analysis};
use gaslamp_botc::notation::any::{self, Parts};
use gaslamp_botc::notation::frame::{self, Layout, Options};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::notation::{bag, formula, script, townsquare};
use gaslamp_botc::picture::{self, Audience};
use gaslamp_botc::rules::bag_check::{BagRules, Draw};
use gaslamp_botc::rules::phase::place;
use gaslamp_botc::rules::{Open, default_names};
use gaslamp_botc::{Bag, Setup, State};
use gaslamp_core::svg::Theme;
use gaslamp_core::trace::{self, diagram};
use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Game, Notation, Rng, Token, Tokens};
use gaslamp_deduce::botc::puzzle;
use gaslamp_referee::sat::context::{self, Context};
use gaslamp_referee::sat::{Check, Stop};

/// Tokens that are accepted as an action encode to the same tokens again.
pub fn tokens_round_trip(bytes: &[u8]) {
    let pairs =
        bytes.chunks(2).map(|pair| Token::from(pair[0]) | Token::from(*pair.last().unwrap_or(&0)) << 8);
    for tokens in [pairs.collect::<Vec<_>>(), bytes.iter().map(|&byte| Token::from(byte)).collect()] {
        match State::decode(&tokens) {
            Ok(action) => {
                let mut again = Vec::new();
                State::encode(action, &mut again);
                assert_eq!(again, tokens);
            }
            Err(error) => assert!(error.at <= tokens.len()),
        }
    }
}

/// A statement that is accepted is written and read back to the same statement.
pub fn statements_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let names = default_names(5);
    if let Ok(statement) = formula::read(&names, text) {
        let written = formula::write(&names, &statement);
        assert_eq!(formula::read(&names, &written), Ok(statement), "{written}");
    }
}

/// Any trace tells a story, or is refused: every problem has its place, and the plain trace that is written of it reads the
/// same; whatever is drawn or told of it is drawn and told.
pub fn stories_are_told(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let account = match TraceInput::read(text) {
        Ok(account) => account,
        Err(problems) => return assert!(!problems.is_empty()),
    };
    let story = account.model();
    let read_from_text = account.run.is_none();
    let places = account.unreadable.iter().chain(account.does_not_replay.iter()).chain(&story.problems);
    for span in places.filter_map(|problem| problem.span).filter(|_| read_from_text) {
        assert!(text.get(span.range()).is_some());
    }
    let plain = story.plain(&account.trace, Naming::Short);
    let again = trace::line::read(&plain.to_string(), State::DIALECT);
    assert_eq!(again.problems, []);
    let named = story.by_name(&plain);
    for draw in [diagram::ascii, diagram::mermaid, diagram::plantuml] {
        assert!(!draw(&named, &story.names, State::DIALECT).is_empty());
    }
    assert!(!analysis::write(&Analysis::of(&named, &story)).is_empty());
}

/// Any trace has a context, and every place in it is in the text.
pub fn contexts_are_told(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(account) = TraceInput::read(text) else { return };
    let story = account.model();
    let context = Context::of(&account, &story);
    assert!(!context::write(&context, Naming::Short).is_empty());
    let spans = context.problems.iter().filter_map(|problem| problem.span);
    for span in spans.filter(|_| account.run.is_none()) {
        assert!(text.get(span.range()).is_some());
    }
}

/// Small tables are judged quickly.
const MOST_CHECKED: usize = 6;

/// A grimoire or a trace of a small table is legal, or there is a reason why it is not.
pub fn checks_have_reasons(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let is_small = |players: usize| (5..=MOST_CHECKED).contains(&players);
    let Parts { grimoire, trace } = any::parts(text);
    let sheet = grimoire.and_then(|text| line::read(text).ok()).filter(|sheet| is_small(sheet.players.len()));
    let account = trace.as_deref().and_then(|text| TraceInput::read(text).ok());
    let story = account.as_ref().map(TraceInput::model).filter(|story| is_small(story.names.len()));
    let is_short = |story: &TraceModel| story.events.iter().all(|deed| place(deed.phase).0 <= 2);
    if let Some(story) = story.filter(is_short) {
        let setup = Setup::trouble_brewing(story.names.len());
        explain(Check::of_model(&setup, &story, None, &Stop::default()));
    }
    if let Some(sheet) = sheet {
        let setup = Setup::trouble_brewing(sheet.players.len());
        explain(Check::of_sheet(&setup, &sheet, 2, &Stop::default()));
    }
}

fn explain(check: Result<Check<'_>, Diagnostic>) {
    // What is too long to be judged is refused.
    let Ok(mut check) = check else { return };
    let clashes = check.explain().clashes;
    assert_eq!(clashes.is_empty(), check.is_legal());
    for clash in clashes {
        assert!(clash.statements.iter().all(|at| *at < check.statements.len()));
        assert!(!check.statements_of(&clash).is_empty());
    }
}

/// A frame is read, or everything that is wrong with it is told with its place; what is read is written in any layout and read
/// back the same.
pub fn frames_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let sheet = match frame::read(text) {
        Ok(sheet) => sheet,
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in &problems {
                let span = problem.span.expect("what cannot be read has a place");
                assert!(text.get(span.range()).is_some(), "{problem:?}");
            }
            return;
        }
    };
    // One of the layouts, by the length of the text, besides those that are chosen.
    let players = sheet.players.len();
    let layouts: Vec<Layout> = Layout::all(players).collect();
    let given = frame::Choice::Given(layouts[text.len() % layouts.len()]);
    let chosen = ["auto", "square", "area", "width=60", "height=20"].map(frame::Choice::read);
    for (index, choice) in chosen.into_iter().flatten().chain([given]).enumerate() {
        for naming in [Naming::Long, Naming::Short] {
            let options = Options { columns: index % 2 == 0, naming };
            let written = frame::write(&sheet, choice, options).expect("a sheet that was read");
            assert_eq!(frame::read(&written).as_ref(), Ok(&sheet), "{written}");
        }
    }
}

/// A script is read, or everything that is wrong with it is told; what is read can be checked, and reads the same when it is
/// written.
pub fn scripts_are_read_or_refused(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match script::read(text) {
        Ok(script) => {
            assert_eq!(script::read(&script::write(&script)).as_ref(), Ok(&script));
            let setup = Setup { script, ..Setup::trouble_brewing(7) };
            if let Err(problems) = State::start(&setup) {
                assert!(!problems.is_empty());
            }
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A grimoire's line that is read reads the same when it is written, long or short; else every problem has its place.
pub fn grimoire_lines_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match line::read(text) {
        Ok(sheet) => {
            for naming in [Naming::Long, Naming::Short] {
                let written = line::write(&sheet, naming);
                assert_eq!(line::read(&written).as_ref(), Ok(&sheet), "{written}");
            }
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A game state that is read reads the same when it is written, as it came or on a line; else every problem has its place.
pub fn game_states_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match townsquare::read(text) {
        Ok(sheet) => {
            assert!(townsquare::is_game_state(text));
            let written = townsquare::write(&sheet);
            assert_eq!(townsquare::read(&written).as_ref(), Ok(&sheet), "{written}");
            let written = line::write(&sheet, Naming::Long);
            assert_eq!(line::read(&written), Ok(sheet), "{written}");
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A bag that is read reads the same when it is written, long or short, and so does the bag of the rules that it makes; else
/// every problem has its place. Who draws what is read with its place, and judged.
pub fn bags_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match bag::read(text) {
        Ok(written) => {
            for naming in [Naming::Long, Naming::Short] {
                let again = bag::write(&written, naming);
                assert_eq!(bag::read(&again).as_ref(), Ok(&written), "{again}");
            }
            match Bag::try_from(&written) {
                Ok(bag) => assert_eq!(bag::read(&bag.to_string()), Ok(written), "{bag}"),
                Err(problems) => assert!(!problems.is_empty()),
            }
        }
        Err(problems) => are_placed(&problems, text),
    }
    match bag::read_draws(text) {
        Ok(placed) => {
            assert!(placed.iter().all(|(_, place)| text.get(place.range()).is_some()));
            let draws: Vec<Draw> = placed.into_iter().map(|(draw, _)| draw).collect();
            let rules = BagRules::new(&Setup::trouble_brewing(5).script);
            let breaches = rules.breaches(&draws);
            for change in rules.repairs(&draws, &breaches).whole {
                assert!(rules.breaches(&change.made(&draws)).is_empty(), "{change:?}");
            }
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A puzzle that is read reads the same when it is written, and is written the same again; every line of it, and every
/// problem of one that is refused, has its place.
pub fn puzzles_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match puzzle::read(text) {
        Ok(read) => {
            let said = read.case.players.iter().flat_map(|player| &player.says).map(|said| said.span);
            for span in said.chain(read.case.log.iter().map(|seen| seen.span)) {
                let span = span.expect("what is read has a place");
                assert!(text.get(span.range()).is_some(), "{span:?}");
            }
            let written = puzzle::write(&read);
            let again = puzzle::read(&written).expect("a written puzzle is readable");
            assert_eq!(puzzle::write(&again), written);
            assert_eq!(again.without_spans(), read.without_spans(), "{written}");
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// There are problems, and each points at characters of the text.
fn are_placed(problems: &[Diagnostic], text: &str) {
    assert!(!problems.is_empty());
    for problem in problems {
        let span = problem.span.expect("what cannot be read has a place");
        assert!(text.get(span.range()).is_some(), "{problem:?}");
    }
}

/// The grimoire of a picture is read, or everything that is wrong with it is told, at places of the text. What is read,
/// from a picture or from a line, is drawn and read back.
pub fn pictures_are_read_or_refused(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = picture::read(text);
    assert_eq!(picture::is_picture(text), reading.is_some());
    match reading.unwrap_or_else(|| line::read(text)) {
        Ok(sheet) => {
            let svg = picture::svg(&sheet, Audience::Storyteller, Theme::Auto);
            let page = picture::html(&sheet.public(), Audience::Public, Theme::Dark);
            // XML cannot hold every character.
            let is_lost = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
            if !line::write(&sheet, line::Naming::Long).contains(is_lost) {
                assert_eq!(picture::read(&page), Some(Ok(sheet.public())));
                assert_eq!(picture::read(&svg), Some(Ok(sheet)));
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for span in problems.iter().filter_map(|problem| problem.span) {
                assert!(text.get(span.range()).is_some());
            }
        }
    }
}

/// Whatever was listed before or elsewhere: what is listed now is applied, all else is refused and changes nothing.
/// The first byte is the number of players, the next four the deal, every other one an action: one that was listed
/// in one of the last states, by its place there.
pub fn unlisted_actions_are_refused(bytes: &[u8]) {
    let [players, a, b, c, d, rest @ ..] = bytes else { return };
    let setup = Setup::trouble_brewing(5 + usize::from(players % 11));
    let mut state = State::start(&setup).expect("a legal set-up");
    let mut contents = Contents::default();
    let mut rng = Rng::new(u64::from(u32::from_be_bytes([*a, *b, *c, *d])));
    let deal = state.sample(Open::Deal, &mut rng, &mut contents);
    state.apply(deal, &contents, &mut |_, _| {}).expect("a deal that was drawn");
    let (mut legal, mut known) = (Actions::<State>::new(), vec![deal]);
    for &byte in rest {
        state.legal(&mut legal);
        assert_eq!(state.to_act().is_some(), !legal.is_empty());
        known.extend(legal.iter().filter_map(|choice| match choice {
            Choice::Action(action) => Some(*action),
            Choice::Open(_) => None,
        }));
        // Now and then an action that was listed some time ago.
        let at = known.len() - 1 - usize::from(byte) % known.len();
        let action = known[at];
        let is_listed = legal.contains(&Choice::Action(action));
        let before = state;
        let answer = state.apply(action, &contents, &mut |_, _| {});
        assert_eq!(answer.is_ok(), is_listed, "{action:?}");
        assert!(is_listed || state == before);
        let forgotten = known.len().saturating_sub(400);
        known.drain(..forgotten);
    }
}
