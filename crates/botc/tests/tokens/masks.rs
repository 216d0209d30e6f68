//! Masks compared with the legal list and the rules.

use super::*;

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
                    let tokens = encoded(action);
                    assert_eq!(State::decode(&tokens), Ok(action));
                    tokens
                })
                .collect();
            // Long lists of what the Storyteller may tell are examined only now and then.
            if listed.is_empty() || legal.len() > 100 && step % 10 != 0 || legal.len() > 3_000 {
                return;
            }
            let written =
                written_under_mask::<State>(|prefix, mask| run.state().next_token_mask(prefix, mask));
            assert_eq!(written, listed, "seed {seed} step {step}");
            looked += 1;
        });
    }
    assert!(looked > 2_000, "{looked}");
}

#[test]
fn a_wrong_prefix_is_reported_at_its_first_wrong_word() {
    let mut run = Run::<State>::new(setup(0)).expect("a table");
    assert_eq!(next_words(run.state(), ""), Err((0, "tokens/open")));
    assert_eq!(next_words(run.state(), "DEAL"), Err((0, "tokens/open")));
    let mut rng = Rng::new(3);
    let mut legal = Actions::<State>::new();
    // To the first turn of the evening: everyone has passed by then.
    while run.state().phase().label != EVENING {
        run.state().legal(&mut legal);
        let choice = legal[0];
        let action = run.concrete(choice, &mut rng);
        run.apply(action).expect("legal");
    }
    let all = "SEAT_0 SEAT_1 SEAT_2 SEAT_3 SEAT_4";
    assert_eq!(next_words(run.state(), ""), Ok("PASS SHOOT NOMINATE".to_owned()));
    assert_eq!(next_words(run.state(), "NOMINATE"), Ok(all.to_owned()));
    assert_eq!(next_words(run.state(), "SHOOT"), Ok(all.to_owned()));
    assert_eq!(next_words(run.state(), "SHOOT SEAT_4"), Ok(String::new()));
    assert_eq!(next_words(run.state(), "PASS"), Ok(String::new()));
    for (prefix, at) in [
        ("VOTE", 0),
        ("CLAIM", 0),
        ("SEAT_1", 0),
        ("#407", 0),
        ("#65535", 0),
        ("NOMINATE SEAT_5", 1),
        ("NOMINATE IMP", 1),
        ("PASS PASS", 1),
        ("NOMINATE SEAT_1 SEAT_1", 2),
    ] {
        assert_eq!(next_words(run.state(), prefix), Err((at, "tokens/not-legal")), "{prefix}");
    }
    let over = play(0, |_| {});
    assert_eq!(next_words(over.state(), ""), Err((0, "tokens/nobody-to-act")));
    // A mask that is too short is filled as far as it goes.
    assert_eq!(run.state().next_token_mask(&[], &mut [true; 3]), Ok(()));
}

/// The joint mask from its definition: what `check` accepts.
fn mask_by_check(run: &Run<State>, open: &[Open]) -> JointMask {
    let mut mask = JointMask::NOTHING;
    let is_legal = |action| run.state().check(action, &run.record().contents).is_ok();
    let all = || (0..SEATS).map(Seat::new);
    for (verb, action) in [(0, Action::Pass), (12, Action::Abstain), (13, Action::Visit)] {
        mask.verbs[verb] = is_legal(action);
    }
    for seat in all() {
        let named = [
            (1, Action::Choose(seat)),
            (7, Action::Shoot(seat)),
            (8, Action::Suspect(seat)),
            (9, Action::Unmask(seat)),
            (10, Action::Nominate(seat)),
            (11, Action::Vote(seat)),
        ];
        for (verb, action) in named {
            mask.seats[verb][seat.index()] = is_legal(action);
        }
    }
    for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
        if is_legal(Action::ChooseTwo(a, b)) {
            mask.pairs[a.index()][b.index()] = true;
            [a, b].iter().for_each(|seat| mask.seats[2][seat.index()] = true);
        }
        if is_legal(Action::AttackTwo(a, b)) {
            mask.pairs[a.index()][b.index()] = true;
            [a, b].iter().for_each(|seat| mask.seats[3][seat.index()] = true);
        }
        for c in all() {
            if is_legal(Action::AttackThree(a, b, c)) {
                mask.triples.push([a, b, c].map(|seat| seat.index() as u8));
                [a, b, c].iter().for_each(|seat| mask.seats[4][seat.index()] = true);
            }
        }
    }
    for character in Character::all() {
        mask.characters[5][character.index()] = is_legal(Action::ChooseCharacter(character));
        for seat in all().filter(|&seat| is_legal(Action::Name(seat, character))) {
            mask.names[seat.index()][character.index()] = true;
            mask.seats[6][seat.index()] = true;
            mask.characters[6][character.index()] = true;
        }
    }
    for verb in 0..VERBS {
        mask.verbs[verb] |= mask.seats[verb].contains(&true) || mask.characters[verb].contains(&true);
    }
    mask.open = OPEN.map(|(kind, _)| open.contains(&kind));
    mask.verbs[14] = mask.open[..4].contains(&true);
    mask.verbs[15] = mask.open[4];
    mask
}

#[test]
fn the_joint_mask_is_what_the_rules_accept() {
    let mut verbs = [0; VERBS];
    for seed in 0..60 {
        let mut step = 0;
        play(seed, |run| {
            step += 1;
            let Some(Actor::Seat(actor)) = run.state().to_act() else { return };
            let view = run.view(actor);
            let mask = joint_mask(&view);
            (0..VERBS).for_each(|verb| verbs[verb] += usize::from(mask.verbs[verb]));
            // By night there is more to see than in a day's talk.
            if step % 20 != 0 && run.state().phase().label != NIGHT {
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
    mask.names[19][180] = true;
    mask.open[1] = true;
    let json = mask.to_json();
    let size = |name: &str| json[name].as_array().map(Vec::len);
    let inner = |name: &str| json[name][0].as_array().map(Vec::len);
    assert_eq!([size("verbs"), size("verb_names"), size("open")], [Some(VERBS), Some(VERBS), Some(5)]);
    assert_eq!([size("seats"), inner("seats")], [Some(VERBS), Some(SEATS)]);
    assert_eq!([size("pairs"), inner("pairs")], [Some(SEATS), Some(SEATS)]);
    assert_eq!([size("characters"), inner("characters")], [Some(VERBS), Some(CHARACTERS)]);
    assert_eq!([size("names"), inner("names")], [Some(SEATS), Some(CHARACTERS)]);
    assert_eq!(json["verbs"].to_string(), "[0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0]");
    assert_eq!(json["triples"].to_string(), "[[0,4,19]]");
    assert_eq!(json["open"].to_string(), "[0,1,0,0,0]");
    assert_eq!([&json["names"][19][180], &json["names"][19][179]], [1, 0]);
    assert_eq!(json["verb_names"][3], "<ATTACK_TWO>");
    assert_eq!(json["open_names"][1], "guesses");
}
