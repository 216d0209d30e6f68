//! Observations of random games: what they reveal and what they hide.

use super::grammar::Grammar;
use super::*;

#[test]
fn observations_follow_the_grammar_and_only_grow() {
    let grammar = Grammar::new();
    for seed in 0..games(21) {
        let mut before = [Vec::new(), Vec::new()];
        let last = play(seed, |table, step| {
            for seat in SEATS {
                let mut now = Vec::new();
                encode_now(&table.state.visible_state(seat), &mut now);
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

/// The other player's pieces that an observation names. A card that somebody names has no letters of a copy.
fn named(tokens: &[Token]) -> Vec<Vec<Token>> {
    let opponent = raw("OPPONENT")[0];
    let is_letter = |token: &Token| (raw("COPY_A")[0]..=raw("COPY_MORE")[0]).contains(token);
    let starts =
        tokens.windows(2).enumerate().filter(|(_, pair)| pair[0] == opponent && pair[1] >= FIRST_CARD);
    let pieces = starts.filter_map(|(at, _)| {
        let letters = tokens[at + 2..].iter().take_while(|token| is_letter(token)).count();
        (letters > 0).then(|| tokens[at..at + 2 + letters].to_vec())
    });
    pieces.collect()
}

#[test]
fn no_observation_names_what_the_other_player_keeps_secret() {
    for seed in 0..games(21) {
        // Everything that has ever been face up or revealed, from the perspective of the other player.
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
                    | Event::Acts {
                        action:
                            Action::Ink(piece)
                            | Action::Play(piece)
                            | Action::PlayFree { card: piece, .. }
                            | Action::Sing { song: piece, .. }
                            | Action::Shift { card: piece, .. },
                        ..
                    } => show(*piece),
                    Event::Looks { player, cards, .. } | Event::LooksAt { player, cards, .. } => {
                        cards.iter().filter(|piece| piece.owner != *player).for_each(|piece| show(*piece));
                    }
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
        assert!(hidden > 50, "seed {seed}: {hidden}");
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
        encode_now(&state.visible_state(seat), &mut tokens);
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
    SHIELDED WARD CANNOT QUEST";

/// What lasts for the card in play, with its words.
const LASTING: [(Modifier, Until, &str); 9] = [
    (Modifier::Strength(-9), Until::EndOfTurn, "STRENGTH MINUS NUMBER_9 UNTIL_END_OF_TURN"),
    (Modifier::Willpower(1), Until::StartOfTurn(P1), "WILLPOWER NUMBER_1 UNTIL_START_OF_TURN ME"),
    (Modifier::Lore(1), Until::Ready(P2), "LORE NUMBER_1 UNTIL_READIED OPPONENT"),
    (Modifier::Challenger(2), Until::EndOfChallenge, "CHALLENGER NUMBER_2 UNTIL_END_OF_CHALLENGE"),
    (Modifier::Resist(1), Until::EndOfTurn, "RESIST NUMBER_1 UNTIL_END_OF_TURN"),
    (Modifier::Singer(7), Until::EndOfTurn, "SINGER NUMBER_7 UNTIL_END_OF_TURN"),
    (Modifier::Has(KeywordFlag::Ward), Until::EndOfTurn, "WARD UNTIL_END_OF_TURN"),
    (Modifier::Cannot(Restriction::Quest), Until::EndOfTurn, "CANNOT QUEST UNTIL_END_OF_TURN"),
    (Modifier::Shielded, Until::EndOfTurn, "SHIELDED UNTIL_END_OF_TURN"),
];

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
    let on = EffectTarget::Card(tipo);
    let effect = |(modifier, until, _)| LastingEffect { source: tink, on, modifier, until, about: None };
    position.effects = LASTING.map(effect).to_vec();
    let state = State::from_position(position).expect("a position");
    let mut tokens = Vec::new();
    encode_now(&state.visible_state(P1), &mut tokens);
    Grammar::new().check("now", &tokens);
    let told = words(&tokens);
    let (_, side) = told.split_once(" IN_PLAY ").expect("the own side");
    assert_eq!(side.split_once(" END").map(|(play, _)| play), Some(LATER_SIDE));
    let told: Vec<&str> = told.split(" LASTING ME tinker_bell_giant_fairy COPY_A ").skip(1).collect();
    let expected = LASTING.map(|(_, _, words)| format!("ME tipo_growing_son COPY_A {words}"));
    assert_eq!(told, expected);
}

/// Characters of which more is so than numbers and keywords, with the words for it.
const QUALITIES: [(&str, &str); 5] = [
    ("p1.dale_ready_for_his_shot.a", ""),
    ("p1.elisa_maza_transformed_gargoyle.a", ""),
    ("p1.dash_parr_lava_runner.a", "QUESTS_AT_ONCE "),
    ("p1.hercules_mighty_leader.a", "NO_DAMAGE_UNLESS_CHALLENGED "),
    ("p1.chief_bogo_calling_the_shots.a", "NO_DAMAGE "),
];

#[test]
fn what_is_so_of_a_card_has_its_words() {
    let cards = QUALITIES.map(|(card, _)| format!("4 {}\n", piece(card).card()));
    let start = Table::fresh([&cards.concat(), PUPPIES]).state;
    let mut position = start.position().clone();
    (position.turn, position.stage) = (1, Stage::Main);
    for (card, _) in QUALITIES {
        let id = start.id(piece(card)).expect("in this game");
        position.decks[P1.index()].retain(|&other| other != id);
        position.cards[id.index()].zone = Zone::Play;
    }
    let state = State::from_position(position).expect("a position");
    let told = told(&state.visible_state(P1));
    for (card, expected) in QUALITIES {
        let card = words(&encoded_for(P1, Action::Ink(piece(card)))).replace("INK ", "");
        let (_, status) = told.split_once(&format!("{card} ")).expect("in play");
        let status = status.split(" ME ").next().unwrap_or_default();
        // The first two give this to all of them.
        let expected = format!("{expected}KEEPS_PRINTED_STRENGTH FIGHTS_WITH_WILLPOWER");
        assert!(status.contains(&expected), "{card}: {status}");
    }
}

#[test]
fn effects_on_players_and_groups_have_their_words() {
    let source = piece("p1.tipo_growing_son.a");
    let card = source.card();
    let table = [
        (VisibleTarget::Player(P1), Until::EndOfTurnOf(P1), "ON_PLAYER ME", "UNTIL_END_OF_TURN_OF ME"),
        (VisibleTarget::Player(P2), Until::NextTurnOf(P2), "ON_PLAYER OPPONENT", "IN_NEXT_TURN_OF OPPONENT"),
        (VisibleTarget::Group, Until::SourceLeaves, "ON_GROUP", "UNTIL_SOURCE_LEAVES"),
        (VisibleTarget::Card(source), Until::Leaves, "ME tipo_growing_son COPY_A", "UNTIL_LEAVES"),
    ];
    for (number, (on, until, on_words, until_words)) in (0..).zip(table) {
        let mut now = Table::dealt("0123456.0123456.ab").state.visible_state(P1);
        now.lasting = vec![VisibleEffect { source, on, modifier: Modifier::Of(card, number), until }];
        let told = told(&now);
        let expected = format!(
            " LASTING ME tipo_growing_son COPY_A {on_words} GIFT tipo_growing_son NUMBER_{number} {until_words}"
        );
        assert!(told.ends_with(&expected), "{told}");
    }
}

#[test]
fn abilities_that_wait_or_resolve_have_their_words() {
    let mut now = Table::dealt("0123456.0123456.ab").state.visible_state(P1);
    let (mine, theirs) = (piece("p1.tipo_growing_son.a"), piece("p2.tipo_growing_son.b"));
    let ability = |controller, source, ability, step| VisibleAbility { controller, source, ability, step };
    now.bag = vec![
        ability(P1, mine, AbilityRef::Card(mine.card(), 3), 0),
        ability(P2, theirs, AbilityRef::Support, 0),
        ability(P2, mine, AbilityRef::Vanish, 0),
    ];
    now.resolving = vec![
        ability(P2, theirs, AbilityRef::Card(mine.card(), 0), 300),
        ability(P1, mine, AbilityRef::Temporary, 1),
    ];
    let told = told(&now);
    let expected = " WAITING NUMBER_0 ME ME tipo_growing_son COPY_A ABILITY tipo_growing_son NUMBER_3 \
        WAITING NUMBER_1 OPPONENT OPPONENT tipo_growing_son COPY_B SUPPORT \
        WAITING NUMBER_2 OPPONENT ME tipo_growing_son COPY_A VANISH \
        RESOLVING OPPONENT OPPONENT tipo_growing_son COPY_B ABILITY tipo_growing_son NUMBER_0 \
        HUNDREDS NUMBER_3 NUMBER_0 \
        RESOLVING ME ME tipo_growing_son COPY_A TEMPORARY NUMBER_1";
    assert!(told.ends_with(expected), "{told}");
}

#[test]
fn the_top_card_of_a_deck_is_told_where_it_is_faceup() {
    let mut now = Table::dealt("0123456.0123456.ab").state.visible_state(P1);
    now.sides[P2.index()].top = Some(piece("p2.tipo_growing_son.b"));
    let told = told(&now);
    let (mine, theirs) = told.split_once(" SIDE OPPONENT ").expect("two sides");
    assert!(!mine.contains(" TOP "), "{told}");
    assert!(theirs.contains(" DECK NUMBER_53 TOP OPPONENT tipo_growing_son COPY_B INKWELL "), "{told}");
}

/// The words of what a seat sees, which follow the grammar.
fn told(now: &VisibleState) -> String {
    let mut tokens = Vec::new();
    encode_now(now, &mut tokens);
    Grammar::new().check("now", &tokens);
    words(&tokens)
}
