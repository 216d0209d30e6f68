//! Observations of random games: what they reveal and what they hide.

use super::grammar::Grammar;
use super::*;

#[test]
fn observations_follow_the_grammar_and_only_grow() {
    let grammar = Grammar::new();
    for seed in 0..8 {
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
            EffectTarget::Card(tipo),
            Modifier::Strength(-9),
            Until::EndOfTurn,
            "STRENGTH MINUS NUMBER_9 UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Willpower(1),
            Until::StartOfTurn(P1),
            "WILLPOWER NUMBER_1 UNTIL_START_OF_TURN ME",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Lore(1),
            Until::Ready(P2),
            "LORE NUMBER_1 UNTIL_READIED OPPONENT",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Challenger(2),
            Until::EndOfChallenge,
            "CHALLENGER NUMBER_2 UNTIL_END_OF_CHALLENGE",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Resist(1),
            Until::EndOfTurn,
            "RESIST NUMBER_1 UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Singer(7),
            Until::EndOfTurn,
            "SINGER NUMBER_7 UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Has(KeywordFlag::Ward),
            Until::EndOfTurn,
            "WARD UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::Cannot(Restriction::Quest),
            Until::EndOfTurn,
            "CANNOT QUEST UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Card(tipo),
            Modifier::ChallengesReady,
            Until::EndOfTurn,
            "CHALLENGES_READY UNTIL_END_OF_TURN",
        ),
        (EffectTarget::Card(tipo), Modifier::Shielded, Until::EndOfTurn, "SHIELDED UNTIL_END_OF_TURN"),
        (
            EffectTarget::Player(P1),
            Modifier::Cheaper(CardType::Song, 1),
            Until::EndOfTurn,
            "ON_PLAYER ME CHEAPER SONG NUMBER_1 UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Player(P2),
            Modifier::NextCheaper(CardType::CharacterOrLocation, 2),
            Until::EndOfTurn,
            "ON_PLAYER OPPONENT NEXT_CHEAPER CHARACTER_OR_LOCATION NUMBER_2 UNTIL_END_OF_TURN",
        ),
        (
            EffectTarget::Player(P2),
            Modifier::MoreInk(1),
            Until::EndOfTurn,
            "ON_PLAYER OPPONENT MORE_INK NUMBER_1 UNTIL_END_OF_TURN",
        ),
    ];
    position.effects =
        lasting.map(|(on, modifier, until, _)| LastingEffect { source: tink, on, modifier, until }).to_vec();
    let state = State::from_position(position).expect("a position");
    let mut tokens = Vec::new();
    encode_now(&state.visible_state(P1), &mut tokens);
    Grammar::new().check("now", &tokens);
    let told = words(&tokens);
    let (_, side) = told.split_once(" IN_PLAY ").expect("the own side");
    assert_eq!(side.split_once(" END").map(|(play, _)| play), Some(LATER_SIDE));
    let told: Vec<&str> = told.split(" LASTING ME tinker_bell_giant_fairy COPY_A ").skip(1).collect();
    assert_eq!(told.len(), lasting.len());
    for (told, (on, _, _, expected)) in told.into_iter().zip(lasting) {
        let target = if on == EffectTarget::Card(tipo) { "ME tipo_growing_son COPY_A " } else { "" };
        assert_eq!(told, format!("{target}{expected}"));
    }
}
