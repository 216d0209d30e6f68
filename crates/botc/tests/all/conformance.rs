//! The conformance suite of `core`, with what it must know about this game, taken from the rule book.
//!
//! A few hundred seeds here; `./x conformance N` runs as many as wanted.

use std::mem::discriminant;

use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{Action, CharacterList, Content, Dealer, Event, Phrase, Side, Statement};
use gaslamp_botc::{Character, CharacterSet, Script, Setup, State};
use gaslamp_core::conformance::{self, Specimen};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Choice, Game as _, Notation as _, Rng, Run, Seat, Seats};

/// The games to play, each with what draws other deals for it: finding out what may be dealt takes long, so it is done once.
struct Botc {
    games: Vec<(Setup, Dealer)>,
}

/// Tokens that only the Storyteller sees.
const TOKENS: &[&str] = &[
    "poisoner:poisoned",
    "is_the_drunk",
    "is_the_lunatic",
    "imp:dead",
    "witch:cursed",
    "cerenovus:mad",
    "evil_twin:twin",
    "vigormortis:has_ability",
    "vigormortis:poisoned",
    "flowergirl:demon_voted",
    "town_crier:minion_nominated",
    "courtier:drunk_3",
    "devils_advocate:survives_execution",
    "exorcist:chosen",
    "godfather:died_today",
    "goon:drunk",
    "grandmother:grandchild",
    "innkeeper:safe",
    "minstrel:everyone_is_drunk",
    "moonchild:dead",
    "sailor:drunk",
    "shabaloth:alive",
    "tinker:dead",
];

/// Characters of all editions, which meet at one table.
const MIXED: &str = "artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady empath \
                     fortune_teller ravenkeeper virgin slayer mayor drunk lunatic recluse saint butler pit_hag \
                     poisoner spy scarlet_woman fang_gu po pukka vortox zombuul imp";

fn mixed(players: usize) -> Setup {
    let characters = MIXED.split_whitespace().map(|name| Character::read(name).expect("a character"));
    let setup = Setup::trouble_brewing(players);
    Setup { script: Script::new("Mixed", characters), ..setup }
}

/// Characters that change the set-up or do not know what they are, with some to think they are.
const ODD: &str = "balloonist village_idiot chef empath fortune_teller monk ravenkeeper virgin slayer philosopher \
                   mathematician professor recluse saint butler drunk lunatic sweetheart marionette xaan poisoner spy \
                   baron scarlet_woman pit_hag kazali lord_of_typhon imp vortox";

fn odd(players: usize) -> Setup {
    let characters = ODD.split_whitespace().map(|name| Character::read(name).expect("a character"));
    let setup = Setup::trouble_brewing(players);
    Setup { script: Script::new("Odd", characters), ..setup }
}

fn edition(name: &str, players: usize) -> Setup {
    let script = Script::built_in(name).expect("an edition");
    Setup { script, ..Setup::trouble_brewing(players) }
}

/// A script of any characters that are implemented.
fn random(number: usize) -> Setup {
    let script = Script::random(&mut Rng::for_game(6, number as u64));
    Setup { script, ..Setup::trouble_brewing(5 + number % 11) }
}

/// How many random scripts are played.
const RANDOM: usize = 40;

impl Botc {
    fn new() -> Self {
        let small = Setup { counts: Some([1, 1, 0, 1]), ..Setup::trouble_brewing(3) };
        let large = Setup { counts: Some([11, 3, 4, 2]), ..mixed(20) };
        let named = Setup {
            names: ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus"].map(str::to_owned).to_vec(),
            ..mixed(7)
        };
        let mut setups: Vec<Setup> = (5..=15).map(Setup::trouble_brewing).collect();
        setups.extend((5..=15).map(mixed));
        setups.extend([5, 7, 10, 13, 15].map(odd));
        for name in ["snv", "bmr"] {
            setups.extend((5..=15).map(|players| edition(name, players)));
        }
        setups.extend([small, large, named]);
        setups.extend((0..RANDOM).map(random));
        let game = |setup: Setup| {
            let counts = setup.base_counts().expect("usual numbers");
            let dealer = Dealer::new(&setup.script, counts).expect("bags");
            (setup, dealer)
        };
        Self { games: setups.into_iter().map(game).collect() }
    }

    fn dealer(&self, setup: &Setup) -> &Dealer {
        let game = self.games.iter().find(|(other, _)| other == setup);
        &game.expect("one of the games").1
    }
}

impl Specimen<State> for Botc {
    const STEPS: usize = 100_000;

    fn setups(&self) -> Vec<Setup> {
        self.games.iter().map(|(setup, _)| setup.clone()).collect()
    }

    fn mutants(&self, state: &State, taken: Action, rng: &mut Rng) -> Vec<Action> {
        let size = state.seats() as u32 + 1;
        let seat = |rng: &mut Rng| Seat::new(rng.below(size.min(32)) as usize);
        let character = |rng: &mut Rng| Character::at(rng.below(181) as usize).expect("a character");
        let (a, b, c) = (seat(rng), seat(rng), seat(rng));
        let [x, y] = [character(rng), character(rng)];
        let number = rng.below(22) as u8;
        let statements = [
            Statement::Pair { holder: a, wrong: b, character: x },
            Statement::Nobody,
            Statement::Number(number),
            Statement::Answer(number.is_multiple_of(2)),
            Statement::Is(x),
            Statement::OneOf(x, y),
            Statement::Players([a, b].into_iter().collect()),
            Statement::Players([a, b, c].into_iter().collect()),
            Statement::Players(Seats::only(a)),
            Statement::PlayerIs(a, x),
            Statement::Characters(CharacterList::new([x, y].into_iter().collect()).expect("two")),
            Statement::Side(if number.is_multiple_of(2) { Side::Good } else { Side::Evil }),
            Statement::Clockwise(number.is_multiple_of(2)),
            Statement::Grimoire,
            Statement::Nothing,
        ];
        let mut mutants = vec![
            taken,
            Action::Pick(a),
            Action::PickNobody,
            Action::Rule(number.is_multiple_of(2)),
            Action::Show(x),
            Action::Pass,
            Action::Choose(a),
            Action::ChooseTwo(a, b),
            Action::AttackTwo(a, b),
            Action::AttackThree(a, b, c),
            Action::ChooseCharacter(x),
            Action::Name(a, x),
            Action::Shoot(a),
            Action::Suspect(a),
            Action::Unmask(a),
            Action::Nominate(a),
            Action::Vote(a),
            Action::Abstain,
            Action::Visit,
        ];
        let statement = *rng.pick(&statements).expect("a statement");
        mutants.push(Action::Tell(a, statement));
        if let Action::Tell(to, told) = taken {
            mutants.push(Action::Tell(to, statement));
            mutants.push(Action::Tell(a, told));
        }
        mutants
    }

    fn resample(&self, run: &Run<State>, seat: Seat, rng: &mut Rng) -> Option<Run<State>> {
        let double = Double::of(run, seat, self.dealer(&run.record().setup));
        (0..6).find_map(|_| double.live(rng))
    }

    /// The role beside a player's name occurs in deals and grimoires, which only a Spy sees, in public
    /// guesses, and in what a Pit-Hag chose.
    fn secrets(&self, run: &Run<State>, seat: Seat) -> Vec<String> {
        let log = events(run);
        let shown_grimoire =
            log.iter().any(|(_, event)| event.by == Some(seat) && matches!(event.phrase, Phrase::Shown(_)));
        if shown_grimoire {
            return Vec::new();
        }
        let names = State::names(&run.record().setup);
        let is_said = |event: &gaslamp_core::trace::Event| match event.verb.as_deref() {
            Some("guesses") => true,
            Some("names") => event.actor.as_ref().is_some_and(|actor| actor.name == names[seat.index()]),
            _ => false,
        };
        let guessed: Vec<String> = run
            .trace()
            .events()
            .filter(|(_, event)| is_said(event))
            .flat_map(|(_, event)| {
                event.targets.iter().map(|target| target.name.to_string()).collect::<Vec<_>>()
            })
            .collect();
        // The Demon is told who the Lunatic is, and twins are told of each other.
        let told_of = |other: Seat| {
            let tells = |event: &Event| {
                event.by == Some(seat) && matches!(event.phrase, Phrase::Knows(known, _) if known == other)
            };
            log.iter().any(|(_, event)| tells(event))
        };
        let others = (0..names.len()).map(Seat::new).filter(|other| *other != seat && !told_of(*other));
        let mut secrets: Vec<String> = others
            .map(|other| format!("{}:{}", names[other.index()], run.state().person(other).role))
            .filter(|secret| !guessed.iter().any(|guess| guess.starts_with(secret)))
            .collect();
        secrets.extend(TOKENS.iter().map(|token| (*token).to_owned()));
        secrets
    }
}

/// Everything that happened, from replaying the record.
fn events(run: &Run<State>) -> Vec<(Phase, Event)> {
    let mut state = State::start(&run.record().setup).expect("a legal set-up");
    let mut events = Vec::new();
    for &action in &run.record().actions {
        state
            .apply(action, &run.record().contents, &mut |phase, event| events.push((phase, event)))
            .expect("a record replays");
    }
    events
}

/// Whether a player learns of an event, by the rule book and not by the engine's own word: by day, everything
/// said and done is public except questions and visits to the Storyteller; by night, players know what they
/// chose and were told; deaths at night are known at dawn.
fn learns(phase: Phase, event: &Event, seat: Seat) -> bool {
    let is_night = matches!(phase, Phase { label: NIGHT, .. } | Phase::SETUP);
    let is_own = event.by == Some(seat);
    match &event.phrase {
        Phrase::Dealt(_) | Phrase::Placed(_) | Phrase::Removed(_) | Phrase::Became(_) | Phrase::Turned(_) => {
            false
        }
        Phrase::Act(Action::Pick(_) | Action::PickNobody | Action::Rule(_) | Action::Show(_)) => false,
        Phrase::Act(Action::Visit | Action::Suspect(_)) | Phrase::Asked(_) => is_own,
        Phrase::Act(_) => is_own || !is_night,
        Phrase::Told(..) | Phrase::Things(_) | Phrase::Shown(_) | Phrase::YouAre(..) => is_own,
        Phrase::MinionInfo { .. } | Phrase::DemonInfo(_) => is_own,
        Phrase::Knows(..) | Phrase::KnowsChosen(_) | Phrase::ChoosesFor(_) => is_own,
        // A Demon and whoever gives it an ability learn which, but not who the other is.
        Phrase::Gains(_) | Phrase::Gives(_) => is_own,
        Phrase::KnowsInPlay(_) => is_own || event.by.is_none(),
        Phrase::Mad(_) => is_own,
        Phrase::Said(_) | Phrase::Dawn { .. } | Phrase::Counted { .. } | Phrase::Executed => true,
        Phrase::Won(_) => true,
        Phrase::Died => !is_night,
        Phrase::Revived | Phrase::Misfired => false,
    }
}

/// What a player learns, in a comparable form: which of two is meant stays the Storyteller's secret.
fn known(phase: Phase, event: &Event) -> (Phase, Phrase, Option<Seat>) {
    let mut phrase = event.phrase.clone();
    if let Phrase::Told(_, Statement::Pair { holder, wrong, .. }) = &mut phrase
        && holder > wrong
    {
        std::mem::swap(holder, wrong);
    }
    (phase, phrase, event.by)
}

/// A second version of the same game, in which everything this player cannot know may be different.
struct Double<'a> {
    run: &'a Run<State>,
    /// The same game before its first action.
    start: Run<State>,
    dealer: &'a Dealer,
    seat: Seat,
    /// What the player learned.
    wanted: Vec<(Phase, Phrase, Option<Seat>)>,
    /// The actions that the player knows of, each with who did it.
    script: Vec<(Actor, Action)>,
}

impl<'a> Double<'a> {
    fn of(run: &'a Run<State>, seat: Seat, dealer: &'a Dealer) -> Self {
        let start = Run::new(run.record().setup.clone()).expect("a legal set-up");
        let mut state: State = *start.state();
        let (mut wanted, mut script) = (Vec::new(), Vec::new());
        for &action in &run.record().actions {
            if is_known(&state, action, seat) {
                script.push((state.to_act().expect("somebody acts"), action));
            }
            let mut take = |phase, event: Event| {
                if learns(phase, &event, seat) {
                    wanted.push(known(phase, &event));
                }
            };
            state.apply(action, &run.record().contents, &mut take).expect("a record replays");
        }
        Self { run, start, dealer, seat, wanted, script }
    }

    /// Plays it; none if this version turns out differently.
    fn live(&self, rng: &mut Rng) -> Option<Run<State>> {
        let mut life = Life::new(self);
        if self.run.record().actions.is_empty() {
            return Some(life.run);
        }
        let mut script = self.script.iter().peekable();
        let deal = self.other_deal(rng)?;
        life.read(&gaslamp_core::trace::line::read_event(&deal).expect("a deal"))?;
        for _ in 0..5000 {
            if script.peek().is_none() && life.is_same_place() {
                return Some(life.run);
            }
            let actor = life.run.state().to_act()?;
            if let Some(action) = self.hidden_action(&mut life.run, actor, rng) {
                life.apply(action)?;
                continue;
            }
            let &(by, action) = script.next()?;
            if by != actor {
                return None;
            }
            life.follow(by, action)?;
        }
        None
    }

    /// A hidden action, at random; none if the next action is one that the player knows of.
    fn hidden_action(&self, other: &mut Run<State>, actor: Actor, rng: &mut Rng) -> Option<Action> {
        if !is_hidden(other.state(), actor, self.seat) {
            return None;
        }
        let mut legal = Actions::<State>::new();
        other.state().legal(&mut legal);
        let choice = *rng.pick(&legal)?;
        Some(match choice {
            // The Demon's targets are worth retrying: otherwise nights hardly ever end with the same dead.
            Choice::Action(action) if !action.chosen().is_empty() && rng.below(3) > 0 => self
                .run
                .record()
                .actions
                .iter()
                .filter(|taken| discriminant(*taken) == discriminant(&action))
                .nth(rng.below(8) as usize)
                .copied()
                .filter(|action| legal.contains(&Choice::Action(*action)))
                .unwrap_or_else(|| other.concrete(choice, rng)),
            choice => other.concrete(choice, rng),
        })
    }

    /// Another deal in which this player has the same token: any that the set-up allows, or the same
    /// characters at other seats, or the same deal.
    fn other_deal(&self, rng: &mut Rng) -> Option<String> {
        let mut contents = self.run.record().contents.clone();
        let own = {
            let mut dealt = *self.start.state();
            let first = *self.run.record().actions.first()?;
            dealt.apply(first, &contents, &mut |_, _| {}).ok()?;
            dealt.person(self.seat)
        };
        let setup = &self.run.record().setup;
        for _ in 0..300 {
            let deal = self.dealer.draw(rng)?;
            let (role, token) = (deal.roles()[self.seat.index()], deal.tokens()[self.seat.index()]);
            if token == own.token && is_same_side(role, own.role) {
                let action = Action::Deal(contents.intern(Content::Deal(deal)));
                let names = State::names(setup);
                return Some(State::write_action(&names, &contents, Actor::Storyteller, action).to_string());
            }
        }
        None
    }
}

/// The second version so far, and what the player has learned in it.
struct Life<'a> {
    double: &'a Double<'a>,
    run: Run<State>,
    learned: usize,
}

impl<'a> Life<'a> {
    fn new(double: &'a Double<'a>) -> Self {
        Self { double, run: double.start.clone(), learned: 0 }
    }

    /// Acts; none if the action is refused, or tells the player something other than in the first version.
    fn apply(&mut self, action: Action) -> Option<()> {
        let (wanted, seat) = (&self.double.wanted, self.double.seat);
        let (mut learned, mut is_on_course) = (self.learned, true);
        let mut mirror = *self.run.state();
        let mut take = |phase, event: Event| {
            if learns(phase, &event, seat) {
                is_on_course &= wanted.get(learned) == Some(&known(phase, &event));
                learned += 1;
            }
        };
        mirror.apply(action, &self.run.record().contents, &mut take).ok()?;
        self.learned = learned;
        self.run.apply(action).ok()?;
        is_on_course.then_some(())
    }

    fn read(&mut self, event: &gaslamp_core::trace::Event) -> Option<()> {
        let action = self.run.read_action(event).ok()?;
        self.apply(action)
    }

    /// Does what was done in the first version. Which of two is meant may differ here.
    fn follow(&mut self, by: Actor, action: Action) -> Option<()> {
        let record = self.double.run.record();
        let event = State::write_action(&State::names(&record.setup), &record.contents, by, action);
        let action = self.run.read_action(&event).ok()?;
        let is_refused = self.run.state().check(action, &self.run.record().contents).is_err();
        self.apply(match action {
            Action::Tell(to, Statement::Pair { holder, wrong, character }) if is_refused => {
                Action::Tell(to, Statement::Pair { holder: wrong, wrong: holder, character })
            }
            action => action,
        })
    }

    /// Everything has been learned, and the two games are at points that look the same.
    fn is_same_place(&self) -> bool {
        let (a, b) = (self.double.run.state(), self.run.state());
        let seat = self.double.seat;
        // Nobody can tell whether the Storyteller is still preparing the game or it is already night.
        let phase = |state: &State| match state.phase() {
            Phase::SETUP => Phase::new(NIGHT, 1),
            phase => phase,
        };
        let visible = |state: &State| state.to_act().filter(|actor| !is_hidden(state, *actor, seat));
        self.learned == self.double.wanted.len()
            && phase(a) == phase(b)
            && visible(a) == visible(b)
            && a.outcome().is_some() == b.outcome().is_some()
            // Players know when their own eyes are open: that is what waking means.
            && a.visible_state(seat).is_awake == b.visible_state(seat).is_awake
    }
}

/// Whether a player with these roles would be told that they are on the same side. A Lunatic thinks they are
/// the Demon.
fn is_same_side(a: Character, b: Character) -> bool {
    let lunatic = Character::read("lunatic").expect("a character");
    let evil = CharacterSet::EVIL.with(lunatic);
    evil.contains(a) == evil.contains(b)
}

/// Whether a player cannot know what this actor does now: at night others act unseen, and so does the
/// Storyteller unless the player is told something.
fn is_hidden(state: &State, actor: Actor, seat: Seat) -> bool {
    let is_night = matches!(state.phase(), Phase { label: NIGHT, .. } | Phase::SETUP);
    match actor {
        Actor::Storyteller => state.about_to_hear().map(|(told, _)| told) != Some(seat),
        Actor::Seat(other) => is_night && other != seat,
    }
}

/// Whether the player knows of this action: it is not hidden, nor another player's private question by day.
fn is_known(state: &State, action: Action, seat: Seat) -> bool {
    let actor = state.to_act().expect("somebody acts");
    let is_private = matches!(action, Action::Ask(_) | Action::Visit) && actor.seat() != Some(seat);
    !is_hidden(state, actor, seat) && !is_private
}

#[test]
fn the_game_keeps_the_contract() {
    let seeds = std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(200);
    let tally = conformance::check(&Botc::new(), 0..seeds);
    assert_eq!(tally.games as u64, seeds);
    assert!(tally.refused as u64 > 1000 * seeds, "{tally:?}");
    assert!(tally.disguises as u64 > seeds / 2, "{tally:?}");
}
