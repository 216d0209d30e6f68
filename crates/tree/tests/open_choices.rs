//! Choices that cannot be listed, with long contents, in a game whose keys collide on purpose.

#![allow(clippy::unwrap_used)]

use gaslamp_core::game::ContentId;
use gaslamp_core::notation::Field;
use gaslamp_core::trace::{self, Dialect, Phase, Verb};
use gaslamp_core::{
    Actor, Choice, Contents, Diagnostic, Event, Game, IdKey, Notation, Outcome, Refusal, Rng, Rule, Run,
    Seat, Seats,
};
use gaslamp_tree::{MemoryStore, NodePath, Store, Tree, TreeError, diff};

/// The Storyteller says words until there are three, and may pass. Words with the same first letter have the
/// same key.
#[derive(Clone, PartialEq, Debug)]
struct Words {
    said: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Deed {
    Pass,
    Say(ContentId),
}

/// A word that was said; an empty one is a pass.
#[derive(Clone, PartialEq, Debug)]
struct Said(String);

impl Event for Said {
    fn seen_by(&self, _: Seat) -> Option<Self> {
        Some(self.clone())
    }
}

static SHOUTING: Rule = Rule { id: "words/shouting", says: "words are not shouted" };
static OVER: Rule = Rule { id: "words/over", says: "three words have been said" };

impl Game for Words {
    const NAME: &'static str = "words";
    const VERSION: u32 = 1;
    type Setup = ();
    type Action = Deed;
    type Open = ();
    type Content = String;
    type Event = Said;
    type VisibleState = ();

    fn start((): &()) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self { said: Vec::new() })
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_act(&self) -> Option<Actor> {
        (self.said.len() < 3).then_some(Actor::Storyteller)
    }

    fn legal(&self, out: &mut Vec<Choice<Self>>) {
        out.clear();
        if self.to_act().is_some() {
            out.extend([Choice::Open(()), Choice::Action(Deed::Pass)]);
        }
    }

    fn check(&self, action: Deed, contents: &Contents<String>) -> Result<(), Refusal> {
        let word = word(contents, action);
        match () {
            () if self.to_act().is_none() => Err(Refusal::from(&OVER)),
            () if word.contains(char::is_uppercase) => Err(Refusal::from(&SHOUTING)),
            () => Ok(()),
        }
    }

    fn apply(
        &mut self,
        action: Deed,
        contents: &Contents<String>,
        emit: &mut impl FnMut(Phase, Said),
    ) -> Result<(), Refusal> {
        self.check(action, contents)?;
        let word = word(contents, action);
        emit(Phase::SETUP, Said(word.clone()));
        self.said.push(word);
        Ok(())
    }

    fn sample(&self, (): (), _: &mut Rng, contents: &mut Contents<String>) -> Deed {
        Deed::Say(contents.intern("anything".to_owned()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = Outcome { result: "said", won: Seats::NONE, lost: Seats::NONE };
        self.to_act().is_none().then_some(over)
    }

    fn phase(&self) -> Phase {
        Phase::SETUP
    }

    fn visible_state(&self, _: Seat) {}
}

fn word(contents: &Contents<String>, action: Deed) -> String {
    match action {
        Deed::Pass => String::new(),
        Deed::Say(id) => contents.get(id).cloned().unwrap_or_default(),
    }
}

fn written(word: &str) -> trace::Event {
    if word.is_empty() {
        trace::Event::new("st", "passes")
    } else {
        trace::Event::new("st", "says").arg(word)
    }
}

impl Notation for Words {
    const DIALECT: &'static Dialect =
        &Dialect::new(&[], &[Verb::action("says", &[], false), Verb::action("passes", &[], false)]);

    fn names((): &()) -> Vec<String> {
        vec!["P0".to_owned()]
    }

    fn write_setup((): &()) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn read_setup(_: &[Field<'_>]) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn write_action(_: &[String], contents: &Contents<String>, _: Actor, action: Deed) -> trace::Event {
        written(&word(contents, action))
    }

    fn read_action(
        _: &[String],
        event: &trace::Event,
        contents: &mut Contents<String>,
    ) -> Result<Deed, Diagnostic> {
        let word = event.args.first();
        Ok(word.map_or(Deed::Pass, |word| Deed::Say(contents.intern(word.clone()))))
    }

    fn write_event(_: &[String], event: &Said) -> Option<trace::Event> {
        Some(written(&event.0))
    }

    fn write_state(&self, _: &[String]) -> String {
        self.said.join(" ")
    }

    fn write_visible_state(_: &[String], (): &()) -> String {
        String::new()
    }

    fn facts(&self, _: &[String]) -> Vec<(String, String)> {
        self.said.iter().enumerate().map(|(at, word)| (format!("word {at}"), word.clone())).collect()
    }

    fn id_key(&self, _: &[String], contents: &Contents<String>, action: Deed) -> IdKey {
        let letter: String = word(contents, action).chars().take(1).collect();
        IdKey { prefix: 's', from: "st".to_owned(), to: letter }
    }
}

fn tree() -> Tree<Words, MemoryStore> {
    Tree::create(MemoryStore::new(), &Run::new(()).unwrap()).unwrap()
}

#[test]
fn contents_come_from_the_path() {
    let tree = tree();
    let one = tree.step(&NodePath::root(), "st!says(\"one, two\")").unwrap();
    let two = tree.step(&one, "st!says(two)").unwrap();
    let other = tree.step(&one, "st!passes").unwrap();
    let end = tree.step(&two, "st!says(three)").unwrap();
    let again = Tree::<Words, _>::open(tree.store().clone()).unwrap();
    assert_eq!(again.run_at(&end).unwrap().state().said, ["\"one, two\"", "two", "three"]);
    assert_eq!(tree.store().read(&two, "state.txt").unwrap().unwrap(), "\"one, two\" two\n");
    assert_eq!(again.outcomes(&NodePath::root()).unwrap().total["said"], 1);
    let words: Vec<String> = diff(&again.run_at(&other).unwrap(), &again.run_at(&end).unwrap())
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(words, ["word 1:  -> two", "word 2: three (appeared)"]);
    assert_eq!(again.children(&one).unwrap().len(), 2, "one is listed, one is open");
}

#[test]
fn actions_with_one_key_never_share_a_directory() {
    let tree = tree();
    let root = NodePath::root();
    let first = tree.step(&root, "st!says(ant)").unwrap();
    let second = tree.step(&root, "st!says(ape)").unwrap();
    assert_eq!((first.to_string().len(), second.to_string().len()), (9, 33));
    assert_eq!(tree.step(&root, "st!says(ant)").unwrap(), first);
    assert_eq!(tree.step(&root, "st!says(ape)").unwrap(), second);
    assert_eq!(tree.run_at(&first).unwrap().state().said, ["ant"]);
    assert_eq!(tree.run_at(&second).unwrap().state().said, ["ape"]);
    // There is no third name, and nothing is overwritten.
    assert_eq!(tree.step(&root, "st!says(auk)").unwrap_err().id(), "tree/same-id");
    assert_eq!(tree.children(&root).unwrap().len(), 3);
    // Fewer digits may stand for either.
    let short = first.last().unwrap().first_digits(3);
    match tree.step(&root, short.as_str()).unwrap_err() {
        TreeError::Ambiguous { candidates, .. } => assert_eq!(candidates.len(), 2),
        other => panic!("{other}"),
    }
}

#[test]
fn an_open_choice_that_the_rules_refuse_leaves_nothing() {
    let tree = tree();
    let root = NodePath::root();
    let before = tree.store().list_dirs(&root).unwrap();
    assert_eq!(tree.step(&root, "st!says(LOUD)").unwrap_err().id(), "words/shouting");
    assert_eq!(tree.store().list_dirs(&root).unwrap(), before);
    // A directory that somebody began, or made themselves, is nobody's yet.
    let told = tree.step(&root, "st!says(bee)").unwrap();
    let fresh = self::tree();
    fresh.store().make_dir(&told).unwrap();
    assert_eq!(fresh.node(&told).unwrap_err().id(), "tree/no-such-action");
    assert_eq!(fresh.step(&root, "st!says(bee)").unwrap(), told);
}
