//! The board text: every state of a game reads back, lenient forms mean what they say, every error is reported at
//! once with its place, and no text panics.

use crate::common;

use gaslamp_core::{Actions, Choice, Contents, Game as _, Rng};
use gaslamp_lorcana::notation::board::{self, FILLED_DECK, FILLER};
use gaslamp_lorcana::rules::position::{Position, Status, Zone};
use gaslamp_lorcana::rules::{Action, Piece};
use gaslamp_lorcana::{Card, CardCopy, Setup, State};
use proptest::prelude::*;

use common::{any_decks, decks, games};

/// What is going on in a board that covers most of the reader's branches.
const BUSY: &str = "\
turn 5 p1 challenge p1.mulan_disguised_soldier.b p2.mulan_disguised_soldier.a
p1 lore 3 inked 1 tokens 2 altered 1
p1 hand mr._smee_loyal_first_mate.aa tipo_growing_son.a
p1 play the_library_a_gift_for_belle.a mulan_disguised_soldier.b(exerted) cheshire_cat_inexplicable.a(drying,\
damage=2,at=the_library_a_gift_for_belle.a,temporary,used=0+boost)
p1 under tipo_growing_son.b(of=cheshire_cat_inexplicable.a,depth=2,facedown) \
cheshire_cat_inexplicable.b(of=cheshire_cat_inexplicable.a,depth=1)
p1 ink goliath_clan_leader.a goliath_clan_leader.b(exerted)
p1 discard genie_wish_fulfilled.a
p1 deck tipo_growing_son.d tipo_growing_son.c
p2 lore 0
p2 play mulan_disguised_soldier.a(exerted)
p2 deck
bag p2
past moved p1 card p1.cheshire_cat_inexplicable.a other p1.the_library_a_gift_for_belle.a
past healed p2 number 3
effect resist+1 on p1.mulan_disguised_soldier.b by p1.tipo_growing_son.a until start-of-turn-p1
effect hamish,_hubert_&_harris_making_mischief#2 on p2 by p2.mulan_disguised_soldier.a until end-of-turn
effect cannot-ready on group by p2.mulan_disguised_soldier.a until next-turn-p2 about p1.genie_wish_fulfilled.a
trigger p2 by p2.mulan_disguised_soldier.a code mulan_disguised_soldier#0 subject p1.mulan_disguised_soldier.b \
player p1 number 2 at 300
trigger p1 by p1.cheshire_cat_inexplicable.a code support
frame p1 by p1.cheshire_cat_inexplicable.a code cheshire_cat_inexplicable#0
frame p2 by p2.mulan_disguised_soldier.a code mulan_disguised_soldier#0 step 2 subject p1.genie_wish_fulfilled.a \
player p1 at 2 slots 0:p1.cheshire_cat_inexplicable.a 3:p2.mulan_disguised_soldier.a:moved:controller \
those p1.tipo_growing_son.b p1.tipo_growing_son.a named hamish,_hubert_&_harris_making_mischief result -1 loops 3 2 \
tries 2 failed 2 accepted done 1 left p2.mulan_disguised_soldier.a
left p1.goliath_clan_leader.b strength 6 willpower -1 damage 2
damage dealt 2 on p1.cheshire_cat_inexplicable.a by p2.mulan_disguised_soldier.a past p1.tipo_growing_son.a
struck p1.mulan_disguised_soldier.b p2.mulan_disguised_soldier.a
ask sing p1.tipo_growing_son.a 4
";

fn read(text: &str) -> Position {
    board::read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// The status of a piece in a position.
fn status(position: &Position, piece: &str) -> Status {
    let piece = Piece::read(piece).expect("a piece");
    position.pieces.binary_search(&piece).map(|index| position.cards[index]).expect("on the board")
}

/// A random action of a state, and the state after it; none when the game is over.
fn step(state: &mut State, rng: &mut Rng, contents: &mut Contents<Vec<Piece>>) -> bool {
    let mut legal = Actions::<State>::new();
    state.legal(&mut legal);
    // Ending the turn comes first in the list and is avoided, so that boards fill up.
    let index = (rng.below(legal.len().max(1) as u32)).max(rng.below(legal.len().max(1) as u32));
    let action: Action = match legal.get(index as usize) {
        None => return false,
        Some(Choice::Action(action)) => *action,
        Some(Choice::Open(open)) => state.sample(*open, rng, contents),
    };
    state.apply(action, contents, &mut |_, _| {}).expect("a listed action");
    true
}

#[test]
fn every_state_of_a_game_reads_back() {
    for game in 0..games(30) {
        let mut rng = Rng::for_game(7, game);
        let mut contents = Contents::default();
        let decks = if game % 3 == 0 { decks() } else { any_decks(&mut rng) };
        let mut state = State::start(&Setup::Fresh { decks }).expect("a game");
        for _ in 0..400 {
            let text = board::write(state.position());
            let position = read(&text);
            assert_eq!(&position, state.position(), "{text}");
            assert_eq!(State::from_position(position).as_ref(), Ok(&state), "{text}");
            let line = text.replace('\n', ";");
            assert_eq!(&read(&line), state.position(), "{line}");
            if !step(&mut state, &mut rng, &mut contents) {
                break;
            }
        }
    }
}

#[test]
fn what_is_written_is_canonical() {
    let position = read(BUSY);
    assert_eq!(board::write(&position), BUSY);
    assert_eq!(position.frames[1].loops, [3, 2]);
    assert_eq!(position.pieces.len(), 13);
}

#[test]
fn every_card_can_stand_anywhere() {
    for card in Card::all() {
        let key = card.key();
        assert_eq!(CardCopy::read(key), None, "a key that looks like a copy");
        assert!(!key.contains(['(', ')', ';', '#', '=', ':']) && !key.contains(char::is_whitespace), "{key}");
        let text = format!(
            "p1 lore 0; p1 hand {key}.c; p1 play {key} stitch_new_dog(at={key}.c,exerted,of={key}.d); p1 deck {key}.d; \
             frame p1 by p1.{key}.c code {key}#0 slots 1:p1.{key}.a:moved named {key}"
        );
        let position = read(&text);
        assert_eq!(read(&board::write(&position)), position, "{key}");
        let [frame] = position.frames.as_slice() else { panic!("{key}") };
        assert_eq!((frame.named, frame.slots.len()), (Some(card), 1), "{key}");
        if card != FILLER && key != "stitch_new_dog" {
            let dog = status(&position, "p1.stitch_new_dog.a");
            assert_eq!(dog.location.map(|id| position.pieces[id.index()].copy.copy), Some(2), "{key}");
            assert!(dog.exerted);
        }
    }
}

#[test]
fn lenient_forms_are_read() {
    let canonical = "turn 1 p1 main\np1 lore 0\np1 play stitch_new_dog.a(exerted,damage=1)\np1 deck\np2 lore 0\np2 deck\n";
    for text in [
        "p1 play stitch_new_dog(exerted,damage=1); p1 deck; p2 deck",
        "# a board\r\nP1 PLAY Stitch_New_Dog.A( Exerted , DAMAGE=1 ) # the dog; p1 hand x\r\n\r\np2 deck 0;p1 deck;;",
        "\u{feff}turn 1 P1\np1 play stitchnewdog(damage=1,dry exerted)\np1 deck\np2 deck\n",
        "p2 deck;p1 deck;p1 lore 0 ; p1 play stitch_new_dog.a(exerted,damage=1,depth=0)",
    ] {
        assert_eq!(board::write(&read(text)), canonical, "{text}");
    }
}

#[test]
fn what_is_left_out_is_filled_in() {
    let position =
        read("p1 hand 2 stitch_new_dog stitch_new_dog; p1 play stitch_new_dog.a; p1 ink 6/4; p2 ink 3");
    let count = |seat: usize, zone: Zone, is: fn(&Status) -> bool| {
        let cards = position.pieces.iter().zip(&position.cards);
        cards.filter(|(piece, card)| piece.owner.index() == seat && card.zone == zone && is(card)).count()
    };
    assert_eq!((count(0, Zone::Inkwell, |_| true), count(0, Zone::Inkwell, |card| !card.exerted)), (6, 4));
    assert_eq!((count(1, Zone::Inkwell, |card| !card.exerted), count(0, Zone::Hand, |_| true)), (3, 4));
    assert_eq!([position.decks[0].len(), position.decks[1].len()], [FILLED_DECK; 2]);
    assert_eq!(status(&position, "p1.stitch_new_dog.a").zone, Zone::Play);
    assert_eq!(status(&position, "p1.stitch_new_dog.c").zone, Zone::Hand);

    let stack = read(
        "p1 under tipo_growing_son(of=stitch_new_dog) aurora_regal_princess(of=stitch_new_dog); p1 play stitch_new_dog",
    );
    assert_eq!(status(&stack, "p1.aurora_regal_princess.a").depth, 2);

    let facts = FILLER.facts();
    assert!(
        facts.inkable && facts.keywords.is_empty() && facts.abilities.total() == 0 && facts.lore().is_some()
    );
}

#[test]
fn everything_wrong_is_told_at_once_with_its_place() {
    let text = "\
nonsense
p1
p1 magic 3
p1 lore x
p1 inked
p1 lore 300
p1 hand no_such_card
p1 hand stich_new_dog
p1 play stitch_new_dog.a(sleeping) stitch_new_dog.b(damage=999,at=maui_demigod) pumbaa_friendly_warthog(exerted
p1 ink 3/5
p1 hand 2/1
p1 deck 99999999999999999999
p1 deck 20000
p2 play stitch_new_dog.a
p1 hand stitch_new_dog.a
turn
turn x p3 dancing
bag
bag p3
effect
effect strong on stitch_new_dog by p2.stitch_new_dog until never
effect strength+1 on p1 on p2
trigger p1 by p1.stitch_new_dog.a code nothing#0 subject maui
frame p1 by p1.stitch_new_dog.a code support slots 0:p1.maui_demigod.a player p7
frame p1 by p1.stitch_new_dog.a code support done 1000
past slept p1
ask sing p1.stitch_new_dog.a
ask
";
    let problems = board::read(text).expect_err("a wrong board");
    let told: Vec<(&str, &str)> =
        problems.iter().map(|d| (d.id, d.span.map_or("", |span| &text[span.range()]))).collect();
    assert_eq!(
        told,
        [
            ("lorcana/board/line", "nonsense"),
            ("lorcana/board/player", "p1"),
            ("lorcana/board/player", "magic"),
            ("lorcana/board/number", "x"),
            ("lorcana/board/number", "inked"),
            ("lorcana/board/number", "300"),
            ("lorcana/board/unknown-card", "no_such_card"),
            ("lorcana/board/unknown-card", "stich_new_dog"),
            ("lorcana/board/flag", "sleeping"),
            ("lorcana/board/flag", "damage=999"),
            ("lorcana/board/parenthesis", "exerted"),
            ("lorcana/board/number", "3/5"),
            ("lorcana/board/number", "2/1"),
            ("lorcana/board/number", "99999999999999999999"),
            ("lorcana/board/number", "20000"),
            ("lorcana/board/twice", "stitch_new_dog.a"),
            ("lorcana/board/not-here", "maui_demigod"),
            ("lorcana/board/turn", "turn"),
            ("lorcana/board/number", "x"),
            ("lorcana/board/who", "p3"),
            ("lorcana/words/stage", "dancing"),
            ("lorcana/board/part", "bag"),
            ("lorcana/board/who", "p3"),
            ("lorcana/board/part", "effect"),
            ("lorcana/board/part", "effect"),
            ("lorcana/board/part", "effect"),
            ("lorcana/board/part", "effect"),
            ("lorcana/words/modifier", "strong"),
            ("lorcana/board/whose", "stitch_new_dog"),
            ("lorcana/words/until", "never"),
            ("lorcana/board/part", "on"),
            ("lorcana/words/ability", "nothing#0"),
            ("lorcana/board/unknown-card", "maui"),
            ("lorcana/board/who", "p7"),
            ("lorcana/board/not-here", "p1.maui_demigod.a"),
            ("lorcana/board/number", "1000"),
            ("lorcana/words/what", "slept"),
            ("lorcana/words/ask", "sing p1.stitch_new_dog.a"),
            ("lorcana/words/ask", "ask"),
        ]
    );
    assert_eq!(problems[7].fix.as_deref(), Some("`stitch_new_dog`"));
}

/// What every text keeps: no panic, places inside the text, and what is read is written so that it reads back.
fn judge(text: &str) -> Result<(), TestCaseError> {
    match board::read(text) {
        Ok(position) => {
            let written = board::write(&position);
            prop_assert_eq!(board::read(&written), Ok(position));
        }
        Err(problems) => {
            prop_assert!(!problems.is_empty());
            for span in problems.iter().filter_map(|problem| problem.span) {
                prop_assert!(text.get(span.range()).is_some());
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        judge(&text)?;
    }

    #[test]
    fn any_words_are_read_or_refused(words in prop::collection::vec(prop::sample::select(vec![
        "turn", "p1", "p2", "1", "main", "hand", "play", "under", "ink", "deck", "discard", "lore", "past", "moved", "bag",
        "effect", "on", "by", "until", "trigger", "code", "frame", "slots", "0:", "at", "named", "loops", "ask", "sing",
        "order-p1", "stitch_new_dog", "stitch_new_dog.a", "p1.stitch_new_dog.a", "stitch_new_dog(at=stitch_new_dog)",
        "x(of=", "(", ")", ",", "6/4", "65535", "strength+1", "end-of-turn", "support", "#", ";", "\n", "é", "used=",
    ]), 0..40)) {
        judge(&words.join(" "))?;
        judge(&words.concat())?;
    }

    #[test]
    fn mutated_boards_are_read_or_refused(at in 0..BUSY.len(), length in 0..20_usize, put in "[ -~\n]{0,4}") {
        let end = (at + length).min(BUSY.len());
        judge(&format!("{}{put}{}", &BUSY[..at], &BUSY[end..]))?;
    }
}
