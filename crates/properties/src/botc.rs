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

/// Tokens accepted as an action encode to the same tokens again.
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

/// An accepted statement reads back as written.
pub fn statements_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let names = default_names(5);
    if let Ok(statement) = formula::read(&names, text) {
        let written = formula::write(&names, &statement);
        assert_eq!(formula::read(&names, &written), Ok(statement), "{written}");
    }
}

/// Any trace has a model, or is refused: every problem has its place, the plain trace written from it reads
/// the same, and it can be drawn and analysed.
pub fn trace_models_are_told(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let input = match TraceInput::read(text) {
        Ok(input) => input,
        Err(problems) => return assert!(!problems.is_empty()),
    };
    let model = input.model();
    let read_from_text = input.run.is_none();
    let places = input.unreadable.iter().chain(input.does_not_replay.iter()).chain(&model.problems);
    for span in places.filter_map(|problem| problem.span).filter(|_| read_from_text) {
        assert!(text.get(span.range()).is_some());
    }
    let plain = model.plain(&input.trace, Naming::Short);
    let again = trace::line::read(&plain.to_string(), State::DIALECT);
    assert_eq!(again.problems, []);
    let named = model.by_name(&plain);
    for draw in [diagram::ascii, diagram::mermaid, diagram::plantuml] {
        assert!(!draw(&named, &model.names, State::DIALECT).is_empty());
    }
    assert!(!analysis::write(&Analysis::of(&named, &model)).is_empty());
}

/// Any trace has a context, and every span in it is within the text.
pub fn contexts_are_told(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(input) = TraceInput::read(text) else { return };
    let model = input.model();
    let context = Context::of(&input, &model);
    assert!(!context::write(&context, Naming::Short).is_empty());
    let spans = context.problems.iter().filter_map(|problem| problem.span);
    for span in spans.filter(|_| input.run.is_none()) {
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
    let grimoire =
        grimoire.and_then(|text| line::read(text).ok()).filter(|grimoire| is_small(grimoire.players.len()));
    let input = trace.as_deref().and_then(|text| TraceInput::read(text).ok());
    let model = input.as_ref().map(TraceInput::model).filter(|model| is_small(model.names.len()));
    let is_short = |model: &TraceModel| model.events.iter().all(|event| place(event.phase).0 <= 2);
    if let Some(model) = model.filter(is_short) {
        let setup = Setup::trouble_brewing(model.names.len());
        explain(Check::of_model(&setup, &model, None, &Stop::default()));
    }
    if let Some(grimoire) = grimoire {
        let setup = Setup::trouble_brewing(grimoire.players.len());
        explain(Check::of_grimoire(&setup, &grimoire, 2, &Stop::default()));
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

/// A frame is read, or all its problems are reported with their places; what is read can be written in any
/// layout and reads back the same.
pub fn frames_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let grimoire = match frame::read(text) {
        Ok(grimoire) => grimoire,
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in &problems {
                let span = problem.span.expect("what cannot be read has a place");
                assert!(text.get(span.range()).is_some(), "{problem:?}");
            }
            return;
        }
    };
    // One of the layouts, chosen by the length of the text, besides those that are computed.
    let players = grimoire.players.len();
    let layouts: Vec<Layout> = Layout::all(players).collect();
    let given = frame::Choice::Given(layouts[text.len() % layouts.len()]);
    let chosen = ["auto", "square", "area", "width=60", "height=20"].map(frame::Choice::read);
    for (index, choice) in chosen.into_iter().flatten().chain([given]).enumerate() {
        for naming in [Naming::Long, Naming::Short] {
            let options = Options { columns: index % 2 == 0, naming };
            let written = frame::write(&grimoire, choice, options).expect("a grimoire that was read");
            assert_eq!(frame::read(&written).as_ref(), Ok(&grimoire), "{written}");
        }
    }
}

/// A script is read, or all its problems are reported; what is read can be checked and reads back as written.
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

/// A grimoire read from a line reads back as written, with long or short names; otherwise every problem has
/// its place.
pub fn grimoire_lines_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match line::read(text) {
        Ok(grimoire) => {
            for naming in [Naming::Long, Naming::Short] {
                let written = line::write(&grimoire, naming);
                assert_eq!(line::read(&written).as_ref(), Ok(&grimoire), "{written}");
            }
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A game state that is read reads back as written, in its own form or on a line; otherwise every problem has
/// its place.
pub fn game_states_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match townsquare::read(text) {
        Ok(grimoire) => {
            assert!(townsquare::is_game_state(text));
            let written = townsquare::write(&grimoire);
            assert_eq!(townsquare::read(&written).as_ref(), Ok(&grimoire), "{written}");
            let written = line::write(&grimoire, Naming::Long);
            assert_eq!(line::read(&written), Ok(grimoire), "{written}");
        }
        Err(problems) => are_placed(&problems, text),
    }
}

/// A bag that is read reads back as written, with long or short names, and so does the bag of the rules that
/// it makes; otherwise every problem has its place. Who draws what is read with its place, and judged.
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

/// A puzzle that is read reads back as written, and is written the same again; every line of it, and every
/// problem of a refused one, has its place.
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

/// The grimoire of a picture is read, or all its problems are reported at places of the text. What is read,
/// from a picture or from a line, can be drawn and reads back.
pub fn pictures_are_read_or_refused(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = picture::read(text);
    assert_eq!(picture::is_picture(text), reading.is_some());
    match reading.unwrap_or_else(|| line::read(text)) {
        Ok(grimoire) => {
            let svg = picture::svg(&grimoire, Audience::Storyteller, Theme::Auto);
            let page = picture::html(&grimoire.public(), Audience::Public, Theme::Dark);
            // XML cannot hold every character.
            let is_lost = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
            if !line::write(&grimoire, line::Naming::Long).contains(is_lost) {
                assert_eq!(picture::read(&page), Some(Ok(grimoire.public())));
                assert_eq!(picture::read(&svg), Some(Ok(grimoire)));
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

/// Whatever was listed before or elsewhere: what is listed now is applied, all else is refused and changes
/// nothing. The first byte is the number of players, the next four the deal, every other one an action: one
/// that was listed in one of the last states, by its index there.
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
