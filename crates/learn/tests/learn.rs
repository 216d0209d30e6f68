//! What learners are shown is what the views of the seats say, and batches do what single tables do.

use std::sync::Arc;

use gaslamp_core::{Actor, Choice, Rng, Run, Seat, Token, View};
use gaslamp_learn::trajectory::{mask_bytes, trajectories};
use gaslamp_learn::{Arrays, Batch, Decision as _, Kind, Learnable, Options, Players, Table, Turn};
use gaslamp_lorcana::deck::{self, SAMPLES};

type Observe<G> = fn(&View<G>) -> Vec<Token>;

const MAFIA: Observe<gaslamp_mafia::State> = |view| gaslamp_mafia::encoding::observe(view).tokens;
const BOTC: Observe<gaslamp_botc::State> = |view| gaslamp_botc::encoding::observe(view).tokens;
const LORCANA: Observe<gaslamp_lorcana::State> = |view| gaslamp_lorcana::encoding::observe(view).tokens;

fn duel() -> gaslamp_lorcana::Setup {
    let deck = |at: usize| deck::Deck::read(SAMPLES[at].1).expect("a sample deck");
    gaslamp_lorcana::Setup::Fresh { decks: [deck(0), deck(1)] }
}

fn edition(name: &str, players: usize) -> gaslamp_botc::Setup {
    let script = gaslamp_botc::Script::built_in(name).expect("an edition");
    gaslamp_botc::Setup { script, ..gaslamp_botc::Setup::trouble_brewing(players) }
}

fn kind<G: Learnable>(setup: G::Setup, options: Options) -> Arc<Kind<G>> {
    Arc::new(Kind::new(setup, options).expect("a legal set-up"))
}

fn random_id<G: Learnable>(table: &Table<G>, rng: &mut Rng) -> usize {
    let decision = table.decision();
    decision.nth(rng.below(decision.count() as u32) as usize).expect("something is legal")
}

fn run_of<G: Learnable>(table: &Table<G>) -> Run<G> {
    table.record().expect("a record").replay().expect("it replays")
}

/// What a seat reads at a table is what is made of its view, at every decision and of every seat, whether agents play or not.
fn reads_its_view<G: Learnable>(setup: G::Setup, players: Players, games: u64, observe: Observe<G>) {
    let kind = kind::<G>(setup, Options { players, ..Options::default() });
    for game in 0..games {
        let mut table = Table::new(Arc::clone(&kind), 5, game).expect("a table");
        let mut rng = Rng::for_game(9, game);
        // Replaying everything at every step would take as long as a long test may.
        let mut next_look = 0;
        loop {
            let turn = table.turn();
            if table.steps() >= next_look || !matches!(turn, Turn::Seat(_)) {
                next_look = table.steps() + 1 + rng.below(40);
                let run = run_of(&table);
                for seat in (0..kind.seats()).map(Seat::new) {
                    let view = run.view(seat);
                    assert_eq!(table.tokens(seat), observe(&view), "game {game}, {turn:?}, {seat:?}");
                    assert_eq!(turn == Turn::Seat(seat), view.to_act(), "game {game}, {turn:?}");
                }
            }
            let Turn::Seat(_) = turn else { break };
            table.step(random_id(&table, &mut rng)).expect("a legal id");
        }
        assert_eq!(table.turn(), Turn::Over, "game {game}");
        assert_eq!(table.outcome(), run_of(&table).state().outcome());
    }
}

fn agents(side: &'static str, name: &str) -> Players {
    Players { sides: vec![(side, name.to_owned())], ..Players::default() }
}

#[test]
fn seats_of_mafia_read_their_views() {
    reads_its_view(gaslamp_mafia::Rules::default(), Players::default(), 20, MAFIA);
    reads_its_view(gaslamp_mafia::Rules::default(), agents("red", "heuristic"), 10, MAFIA);
    let rules = gaslamp_mafia::Rules { unanimous_kill: true, ..gaslamp_mafia::Rules::default() };
    reads_its_view(rules, agents("black", "random"), 5, MAFIA);
}

#[test]
fn seats_of_botc_read_their_views() {
    for (name, players) in [("tb", 5), ("tb", 9), ("snv", 10), ("bmr", 12)] {
        reads_its_view(edition(name, players), Players::default(), 8, BOTC);
    }
    reads_its_view(edition("tb", 7), agents("evil", "heuristic"), 5, BOTC);
    let scripted = Players { storyteller: Some("scripted".to_owned()), ..Players::default() };
    reads_its_view(edition("tb", 8), scripted, 5, BOTC);
}

#[test]
fn players_of_lorcana_read_their_views() {
    reads_its_view(duel(), Players::default(), 8, LORCANA);
    reads_its_view(duel(), agents("p2", "greedy"), 4, LORCANA);
}

/// Every listed action can be written id by id, and only these.
fn writes_the_legal_list<G: Learnable>(setup: G::Setup, games: u64) {
    let kind = kind::<G>(setup, Options { has_talk: true, ..Options::default() });
    for game in 0..games {
        let mut table = Table::new(Arc::clone(&kind), 6, game).expect("a table");
        let mut rng = Rng::for_game(10, game);
        let mut next_look = 0;
        while let Turn::Seat(seat) = table.turn() {
            let is_new = table.decision().written().is_empty();
            if is_new && table.steps() >= next_look {
                next_look = table.steps() + 1 + rng.below(40);
                let mut legal = Vec::new();
                table.state().legal(&mut legal);
                let written = all_written(table.decision());
                assert_eq!(written.len(), legal.len(), "game {game}, {seat:?}");
                for choice in &legal {
                    assert!(written.contains(choice), "game {game}, {seat:?}: {choice:?}");
                }
                assert_eq!(table.state().to_act(), Some(Actor::Seat(seat)));
            }
            table.step(random_id(&table, &mut rng)).expect("a legal id");
        }
    }
}

fn all_written<G: Learnable>(decision: &G::Decision) -> Vec<Choice<G>> {
    let mut mask = vec![9; G::ACTIONS];
    decision.mask(&mut mask);
    let ids = (0..decision.count()).map(|nth| decision.nth(nth).expect("as many as are counted"));
    let mut choices = Vec::new();
    let mut count = 0;
    for id in ids {
        assert_eq!((mask[id], decision.contains(id)), (1, true));
        count += 1;
        let mut next = decision.clone();
        match next.take(id) {
            Some(choice) => choices.push(choice),
            None => choices.extend(all_written(&next)),
        }
    }
    assert_eq!(mask.iter().filter(|cell| **cell == 1).count(), count);
    assert!(mask.iter().all(|cell| *cell <= 1), "every cell is written");
    choices
}

#[test]
fn what_is_legal_can_be_written_and_nothing_else() {
    writes_the_legal_list::<gaslamp_mafia::State>(gaslamp_mafia::Rules::default(), 10);
    for (name, players) in [("tb", 9), ("snv", 9), ("bmr", 9)] {
        writes_the_legal_list::<gaslamp_botc::State>(edition(name, players), 4);
    }
    writes_the_legal_list::<gaslamp_lorcana::State>(duel(), 6);
}

/// Arrays of the right size.
struct Owned {
    masks: Vec<u8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut_off: Vec<u8>,
    games: Vec<u64>,
    tokens: Vec<i16>,
    lengths: Vec<i32>,
    present: Vec<i16>,
}

impl Owned {
    fn of<G: Learnable>(batch: &Batch<G>, games: usize) -> Self {
        let shape = batch.shape();
        let padding = Batch::<G>::PADDING as i16;
        Self {
            masks: vec![0; games * shape.actions],
            seats: vec![0; games],
            rewards: vec![0.0; games * shape.seats],
            done: vec![0; games],
            cut_off: vec![0; games],
            games: vec![0; games],
            tokens: vec![padding; games * shape.seats * shape.history],
            lengths: vec![0; games * shape.seats],
            present: vec![padding; games * shape.present],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            done: &mut self.done,
            cut_off: &mut self.cut_off,
            games: &mut self.games,
            tokens: &mut self.tokens,
            lengths: &mut self.lengths,
            present: &mut self.present,
        }
    }
}

/// A batch shows what its tables show one by one, on any number of threads, over the ends of games, however short the history is.
fn batches_are_tables<G: Learnable>(setup: G::Setup, players: Players, steps: usize, history: usize) {
    const GAMES: usize = 150;
    let kind = kind::<G>(setup, Options { players, ..Options::default() });
    let batch = |threads| Batch::new(&kind, GAMES, 3, threads, history).expect("a batch");
    let (mut one, mut two) = (batch(1), batch(3));
    let (mut first, mut second) = (Owned::of(&one, GAMES), Owned::of(&two, GAMES));
    one.reset(4, first.arrays()).expect("a new start");
    two.reset(4, second.arrays()).expect("a new start");
    let mut table = Table::new(Arc::clone(&kind), 4, 7).expect("a table");
    let (mut ids, mut other_ids, mut present) = (vec![0; GAMES], vec![0; GAMES], Vec::new());
    let shape = one.shape();
    let mut ended = 0;
    for step in 0..steps {
        assert_eq!(first.masks, second.masks, "step {step}");
        assert_eq!((&first.tokens, &first.lengths), (&second.tokens, &second.lengths), "step {step}");
        assert_eq!((&first.seats, &first.games), (&second.seats, &second.games), "step {step}");
        assert_eq!((&first.done, &first.present), (&second.done, &second.present), "step {step}");
        let Turn::Seat(seat) = table.turn() else { panic!("the table plays on") };
        assert_eq!(first.seats[7], seat.index() as i8);
        let row = (7 * shape.seats + seat.index()) * history;
        let (seen, written) = table.sequence(seat);
        let all = [seen, written].concat();
        let shown: Vec<i16> = all[all.len().saturating_sub(history)..].iter().map(|t| *t as i16).collect();
        assert_eq!(first.lengths[7 * shape.seats + seat.index()], shown.len() as i32, "step {step}");
        let (begin, rest) = first.tokens[row..row + history].split_at(shown.len());
        assert_eq!(begin, shown, "step {step}");
        assert!(rest.iter().all(|token| *token == Batch::<G>::PADDING as i16), "step {step}");
        table.present(seat, &mut present);
        assert!(present.len() <= G::PRESENT.max(1), "{} tokens of the present", present.len());
        let of_present = &first.present[7 * shape.present..8 * shape.present];
        assert!(of_present.iter().zip(&present).all(|(cell, token)| *cell == *token as i16));
        assert!(of_present[present.len()..].iter().all(|token| *token == Batch::<G>::PADDING as i16));
        one.sample(&mut ids);
        two.sample(&mut other_ids);
        assert_eq!(ids, other_ids);
        table.step(ids[7] as usize).expect("a legal id");
        if step % 50 == 0 {
            let before = (first.masks.clone(), first.tokens.clone());
            let mut wrong = ids.clone();
            wrong[100] = G::ACTIONS as i32;
            let refused = one.step(&wrong, first.arrays()).expect_err("an id beyond the last");
            assert!(refused.message.contains("game 100"), "{refused}");
            wrong[100] = -1;
            one.step(&wrong, first.arrays()).expect_err("a negative id");
            one.step(&ids[1..], first.arrays()).expect_err("one id too few");
            assert_eq!(before, (first.masks.clone(), first.tokens.clone()));
        }
        one.step(&ids, first.arrays()).expect("legal ids");
        two.step(&ids, second.arrays()).expect("legal ids");
        if first.done[7] == 1 {
            ended += 1;
            let scores: Vec<f32> = (0..shape.seats)
                .map(|seat| table.outcome().map_or(0.0, |it| it.score(Seat::new(seat)).into()))
                .collect();
            assert_eq!(first.rewards[7 * shape.seats..8 * shape.seats], scores);
            table.begin(4, 7 + (ended * GAMES) as u64).expect("another game");
            assert_eq!(first.games[7], table.seeds().1);
        }
    }
    assert!(ended > 1, "{ended} games");
}

#[test]
fn batches_of_mafia_are_tables() {
    batches_are_tables::<gaslamp_mafia::State>(
        gaslamp_mafia::Rules::default(),
        Players::default(),
        1_500,
        1024,
    );
    batches_are_tables::<gaslamp_mafia::State>(
        gaslamp_mafia::Rules::default(),
        agents("black", "heuristic"),
        500,
        60,
    );
}

#[test]
fn batches_of_botc_are_tables() {
    batches_are_tables::<gaslamp_botc::State>(edition("tb", 5), Players::default(), 1_500, 200);
}

#[test]
fn batches_of_lorcana_are_tables() {
    batches_are_tables::<gaslamp_lorcana::State>(duel(), Players::default(), 1_500, 300);
}

/// A copy goes on like its original, and a record leads to the same table.
#[test]
fn copies_and_records_go_on_alike() {
    let kind = kind::<gaslamp_botc::State>(edition("snv", 7), Options::default());
    let mut table = Table::new(Arc::clone(&kind), 1, 0).expect("a table");
    let mut rng = Rng::new(3);
    for _ in 0..120 {
        if table.turn() == Turn::Over {
            break;
        }
        table.step(random_id(&table, &mut rng)).expect("a legal id");
    }
    let Turn::Seat(seat) = table.turn() else { return };
    let mut copy = table.fork().expect("no agents play");
    let mut again = Table::new(kind, 1, 0).expect("a table");
    again.resume(&run_of(&table)).expect("a legal record");
    assert_eq!(copy.sequence(seat), table.sequence(seat));
    assert_eq!((again.turn(), again.tokens(seat)), (table.turn(), table.tokens(seat)));
    let id = random_id(&table, &mut rng);
    copy.step(id).expect("legal");
    assert_ne!((copy.steps(), copy.decision().written()), (table.steps(), table.decision().written()));
}

/// What cannot be is refused by name.
#[test]
fn wrong_options_are_refused() {
    let refused = |players: Players, has_chance| {
        let options = Options { players, has_chance, ..Options::default() };
        let problems = Kind::<gaslamp_mafia::State>::new(gaslamp_mafia::Rules::default(), options);
        problems.expect_err("a wrong option").iter().map(|problem| problem.id).collect::<Vec<_>>()
    };
    assert_eq!(refused(agents("green", "random"), false), ["learn/side"]);
    assert_eq!(refused(agents("red", "nobody"), false), ["play/agent"]);
    let at_seat_12 = Players { seats: vec![(Seat::new(12), "random".to_owned())], ..Players::default() };
    assert_eq!(refused(at_seat_12, false), ["learn/seat"]);
    assert_eq!(refused(agents("red", "random"), true), ["learn/chance"]);
}

/// Whoever takes the ids of a trajectory plays the same game, and has read as much at every step.
fn trajectories_lead_back<G: Learnable>(setup: G::Setup, players: Players, games: u64) {
    let watched = kind::<G>(setup.clone(), Options { players, ..Options::default() });
    let bare = kind::<G>(setup, Options { has_talk: true, ..Options::default() });
    for game in 0..games {
        let mut table = Table::new(Arc::clone(&watched), 8, game).expect("a table");
        let mut rng = Rng::for_game(11, game);
        while let Turn::Seat(_) = table.turn() {
            table.step(random_id(&table, &mut rng)).expect("a legal id");
        }
        let run = run_of(&table);
        let all = trajectories(&bare, &run).expect("everybody's trajectory");
        let mut again = Run::<G>::new(run.record().setup.clone()).expect("the same set-up");
        let mut next = vec![0; all.len()];
        let mut ids = Vec::new();
        for (at, &action) in run.record().actions.iter().enumerate() {
            if let Some(Actor::Seat(seat)) = again.state().to_act() {
                let trajectory = &all[seat.index()];
                ids.clear();
                G::spell(seat, action, &run.record().contents, &mut ids);
                for &id in &ids {
                    let step = trajectory.steps[next[seat.index()]];
                    assert_eq!((usize::from(step.id), step.at as usize), (id, at));
                    let bytes = mask_bytes::<G>();
                    let mask = &trajectory.masks[next[seat.index()] * bytes..][..bytes];
                    assert_eq!(mask[id / 8] >> (id % 8) & 1, 1, "game {game}, action {at}");
                    next[seat.index()] += 1;
                }
                if at % 17 == 0 {
                    let before = next[seat.index()] - ids.len();
                    let read = trajectory.steps[before].read as usize;
                    let table = {
                        let mut table = Table::new(Arc::clone(&bare), 0, 0).expect("a table");
                        table.resume(&run.at(at).expect("a beginning")).expect("a legal record");
                        table.tokens(seat).to_vec()
                    };
                    assert_eq!(trajectory.tokens[..read], table, "game {game}, action {at}");
                }
            }
            let contents = run.record().contents.clone();
            again.draw(|_, own| own.clone_from(&contents));
            again.apply(action).expect("a legal action");
        }
        assert!(all.iter().zip(&next).all(|(trajectory, taken)| trajectory.steps.len() == *taken));
    }
}

#[test]
fn trajectories_lead_back_to_the_game() {
    trajectories_lead_back::<gaslamp_mafia::State>(
        gaslamp_mafia::Rules::default(),
        agents("red", "heuristic"),
        4,
    );
    trajectories_lead_back::<gaslamp_botc::State>(edition("snv", 8), agents("good", "heuristic"), 3);
    trajectories_lead_back::<gaslamp_lorcana::State>(duel(), agents("p1", "greedy"), 2);
}
