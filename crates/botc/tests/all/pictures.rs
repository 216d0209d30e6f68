//! Pictures of grimoires: they are XML, nothing overlaps, everything is on the table, public ones contain no
//! secret, and what was drawn is read back. `GASLAMP_BLESS=1` rewrites those in `tests/goldens`.

use crate::driver::files;
use crate::xml;

use std::collections::BTreeSet;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player, ScriptNote};
use gaslamp_botc::notation::line;
use gaslamp_botc::picture::{Audience, Caption, Share, html, is_picture, read, shares, svg, worlds};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::Rng;
use gaslamp_core::svg::{Anchor, Area, Text, Theme};

use files::agrees_with_file;
use xml::{assert_well_formed, attribute, number, unescape};

const BOTH: [Audience; 2] = [Audience::Storyteller, Audience::Public];

/// Names that are hard to draw; a number after each keeps players apart.
const NAMES: [&str; 12] = [
    "Ann",
    "Zoë Åsa-Märta",
    "星の王子さま",
    "\"Q\" <& Sons>",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Wilhelmina Wagner-Wittelsbach von und zu Wolkenstein",
    "a\\b",
    "🙂🙃",
    "e\u{301}\u{302}\u{303}",
    "i",
    "שלום",
    "--><svg><desc>[]</desc>",
];

const NOTES: [&str; 6] = [
    "hush",
    "",
    "a long note of the Storyteller that needs more lines than there are and so is cut",
    "Unbrechbaresdonaudampfschifffahrtswort",
    "<b>&amp;</b> \"quoted\" \\ ]]>",
    "ざわざわ ざわざわ",
];

fn character(rng: &mut Rng) -> Character {
    let all: Vec<Character> = Character::all().filter(|one| one.team() <= Team::Traveller).collect();
    *rng.pick(&all).expect("characters")
}

fn some(rng: &mut Rng, least: u32, most: u32) -> CharacterSet {
    let mut set = CharacterSet::NONE;
    let count = least + rng.below(most - least + 1);
    while set.len() < count as usize {
        set = set.with(character(rng));
    }
    set
}

fn token(rng: &mut Rng) -> PlacedReminder {
    let all: Vec<ReminderToken> = ReminderToken::all().collect();
    match rng.below(5) {
        0 => PlacedReminder::Note((*rng.pick(&NOTES).expect("notes")).to_owned()),
        _ => PlacedReminder::Reminder(*rng.pick(&all).expect("tokens")),
    }
}

/// A grimoire of that many players, with up to that many tokens at each seat.
fn grimoire(rng: &mut Rng, players: usize, tokens: u32) -> GrimoireText {
    let is_plain = rng.below(3) == 0;
    let player = |index: usize, rng: &mut Rng| Player {
        name: match is_plain {
            true => format!("Player{index}"),
            false => format!("{} {index}", rng.pick(&NAMES).expect("names")),
        },
        character: match rng.below(6) {
            0 => Known::Nothing,
            1 => Known::OneOf(some(rng, 2, 9)),
            _ => Known::Is(character(rng)),
        },
        life: *rng.pick(&[Life::Alive, Life::Alive, Life::Dead, Life::Spent]).expect("lives"),
        tokens: (0..rng.below(tokens + 1)).map(|_| token(rng)).collect(),
    };
    let helpers: Vec<Character> = Character::all().filter(|one| one.team() > Team::Traveller).collect();
    let mut fabled = CharacterSet::NONE;
    for _ in 0..rng.below(4) {
        fabled = fabled.with(*rng.pick(&helpers).expect("helpers"));
    }
    GrimoireText {
        players: (0..players).map(|index| player(index, rng)).collect(),
        script: match rng.below(4) {
            0 => None,
            1 => ScriptNote::built_in("tb"),
            2 => ScriptNote::built_in("snv"),
            _ => Some(ScriptNote {
                title:
                    "Ours: a very long title <of> a script & \"more\" of which nobody reads the last words"
                        .to_owned(),
                characters: some(rng, 5, 25),
            }),
        },
        bluffs: if rng.below(3) == 0 { CharacterSet::NONE } else { some(rng, 1, 4) },
        fabled,
    }
}

/// Grimoires of all sizes, empty and full ones.
fn grimoires() -> impl Iterator<Item = GrimoireText> {
    let mut rng = Rng::new(11);
    (0..=GrimoireText::MOST).flat_map(move |players| {
        [0, 2, 6, 6].map(|tokens| grimoire(&mut rng, players, tokens)).into_iter().collect::<Vec<_>>()
    })
}

fn examples() -> [(usize, GrimoireText); 3] {
    let text = [
        "[Ann:imp Ben:poisoner *Cy:washerwoman(washerwoman:townsfolk)* Dee:empath(poisoner:poisoned,ft:red_herring) \
         *~~Eve~~:slayer(slayer:no_ability)*] script{tb} bluffs{chef monk saint}",
        "[Ann:washerwoman Ben:chef(washerwoman:townsfolk) *Charlotte:empath(imp:dead)* \
         Dee:fortune_teller(poisoner:poisoned) *~~Eve~~:monk* Fay:ravenkeeper(monk:safe,washerwoman:wrong) \
         Gus:soldier(drunk:is_the_drunk,\"claims Mayor since day 2\") Hal:butler(ft:red_herring) Ivy:poisoner \
         *~~Jo~~:imp*] script{tb} bluffs{slayer virgin saint} fabled{angel}",
        "[Ann:clockmaker Ben:dreamer *Cy:snake_charmer(vortox:dead)* Dee:mathematician(mathematician:abnormal) \
         *~~Eve~~:flowergirl(flowergirl:demon_voted)* Fay:{town_crier oracle} \"Guðrún Ósvífursdóttir\":oracle \
         Hal:? Ivy:seamstress(seamstress:no_ability,cerenovus:mad) Jo:philosopher(philosopher:drunk) \
         *Kim:artist(artist:no_ability)* Lee:mutant(evil_twin:twin) *Mo:gunslinger* Nia:evil_twin \
         Oz:{fang_gu no_dashii vigormortis vortox witch}] script{snv} bluffs{juggler sage klutz} \
         fabled{angel buddhist}",
    ];
    let read = |text| line::read(text).expect("a grimoire");
    [(5, read(text[0])), (10, read(text[1])), (15, read(text[2]))]
}

/// A shape or a text of a picture.
#[derive(Clone, Debug)]
struct Piece {
    /// The group of the picture it is in: a seat or the centre.
    group: usize,
    class: String,
    area: Area,
    /// Whether it is a circle.
    is_round: bool,
    text: Option<String>,
}

impl Piece {
    fn has(&self, class: &str) -> bool {
        self.class.split(' ').any(|one| one == class)
    }

    /// Whether two pieces overlap.
    fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.area, other.area);
        let between = |from: i32, to: i32, start: i32, end: i32| (start - to).max(from - end).max(0);
        let middle = |area: Area| (area.x + area.width / 2, area.y + area.height / 2);
        let is_within = |x: i32, y: i32, radius: i32| x * x + y * y < radius * radius;
        let disc_and_box = |disc: Area, other: Area| {
            let (x, y) = middle(disc);
            let right = between(x, x, other.x, other.right());
            is_within(right, between(y, y, other.y, other.bottom()), disc.width / 2)
        };
        match (self.is_round, other.is_round) {
            (false, false) => a.overlaps(b),
            (true, false) => disc_and_box(a, b),
            (false, true) => disc_and_box(b, a),
            (true, true) => {
                let ((x, y), (x2, y2)) = (middle(a), middle(b));
                is_within(x - x2, y - y2, (a.width + b.width) / 2)
            }
        }
    }
}

/// Everything with a position, and the number of groups.
fn pieces(svg: &str) -> (Vec<Piece>, usize) {
    let (mut pieces, mut group, mut depth) = (Vec::new(), 0, 0);
    for element in svg.lines() {
        if element.starts_with("<g") {
            depth += 1;
            group += usize::from(depth == 1);
            continue;
        }
        if element == "</g>" {
            depth -= 1;
            continue;
        }
        let class = attribute(element, "class").unwrap_or_default().to_owned();
        let (tag, rest) = element.split_once('>').unwrap_or((element, ""));
        let number = |name| number(tag, name);
        let (area, text) = if tag.starts_with("<text") {
            let text = unescape(rest.split("</text>").next().unwrap_or_default());
            let anchor = match attribute(tag, "text-anchor") {
                Some("middle") => Anchor::Middle,
                _ => Anchor::Start,
            };
            let (x, y, size) = (number("x"), number("y"), number("font-size"));
            (Text { x, y, size, anchor, class: "", text: &text }.area(), Some(text))
        } else if tag.starts_with("<circle") {
            let (x, y, r) = (number("cx"), number("cy"), number("r"));
            (Area { x: x - r, y: y - r, width: 2 * r, height: 2 * r }, None)
        } else if tag.starts_with("<rect") {
            let (x, y, width, height) = (number("x"), number("y"), number("width"), number("height"));
            (Area { x, y, width, height }, None)
        } else {
            continue;
        };
        pieces.push(Piece { group, class, area, is_round: tag.starts_with("<circle"), text });
    }
    assert_eq!(depth, 0);
    (pieces, group)
}

/// Nothing leaves the picture, no text covers another, and no two groups overlap.
fn assert_clear(svg: &str) {
    let (width, height) = (number(svg, "width"), number(svg, "height"));
    let (pieces, _) = pieces(svg);
    let is_on_table = |piece: &&Piece| !piece.has("paper") && !piece.has("table");
    let pieces: Vec<&Piece> = pieces.iter().filter(is_on_table).collect();
    for (at, piece) in pieces.iter().enumerate() {
        let area = piece.area;
        assert!(area.x >= 0 && area.y >= 0 && area.right() <= width && area.bottom() <= height, "{piece:?}");
        for other in &pieces[at + 1..] {
            let are_texts = piece.text.is_some() && other.text.is_some();
            let are_pills = piece.has("pill") && (other.has("pill") || other.has("disc"));
            if are_texts || are_pills || piece.group != other.group {
                assert!(!piece.overlaps(other), "{piece:?}\n{other:?}\n{svg}");
            }
        }
    }
}

/// The text of a token is inside it.
fn assert_inside(svg: &str) {
    let (pieces, groups) = pieces(svg);
    for group in 1..=groups {
        let group: Vec<&Piece> = pieces.iter().filter(|piece| piece.group == group).collect();
        let disc = group.iter().copied().find(|piece| piece.has("disc"));
        let mut around: Option<&Piece> = None;
        for piece in group {
            if piece.has("pill") || piece.has("chip") {
                around = Some(piece);
            }
            let Some(text) = &piece.text else { continue };
            let Area { x, y, .. } = piece.area;
            if let (Some(disc), true) = (disc, piece.has("character")) {
                let radius = disc.area.width / 2;
                let (middle_x, middle_y) = (disc.area.x + radius, disc.area.y + radius);
                let (right, bottom) = (piece.area.right(), piece.area.bottom());
                for (x, y) in [(x, y), (right, y), (x, bottom), (right, bottom)] {
                    let (right, down) = (x - middle_x, y - middle_y);
                    assert!(right * right + down * down <= radius * radius, "{text} leaves its disc");
                }
            } else if ["owner", "reminder", "words", "character"].iter().any(|class| piece.has(class)) {
                let around = around.expect("a border").area;
                let is_inside = around.x <= x
                    && around.y <= y
                    && piece.area.right() <= around.right()
                    && piece.area.bottom() <= around.bottom();
                assert!(is_inside, "{piece:?} leaves {around:?}");
            }
        }
    }
}

/// Players who draw another token than their own count as what they are: in the legend, at the seat, in the
/// table of the page.
#[test]
fn a_player_is_of_the_team_that_the_reminder_says() {
    let table = [
        ("washerwoman(drunk:is_the_drunk)", "1 Outsider", "Outsider"),
        ("imp(lunatic:is_the_lunatic)", "1 Outsider", "Outsider"),
        ("chef(marionette:is_the_marionette)", "1 Minion", "Minion"),
        ("?(drunk)", "1 Outsider", "Outsider"),
        ("washerwoman(poisoned)", "1 Townsfolk", "Townsfolk"),
    ];
    for (seat, legend, team) in table {
        let grimoire = line::read(&format!("[Ann:{seat}]")).expect("a grimoire");
        let picture = svg(&grimoire, Audience::Storyteller, Theme::Auto);
        assert!(picture.contains(&format!(">{legend}<")), "{seat}: {picture}");
        assert!(picture.contains(&format!("seat {}", team.to_lowercase())), "{seat}: {picture}");
        let page = html(&grimoire, Audience::Storyteller, Theme::Auto);
        assert!(page.contains(&format!("<td>{team}</td>")), "{seat}: {page}");
    }
}

#[test]
fn nothing_lies_over_anything_else() {
    for (index, grimoire) in grimoires().chain(examples().map(|(_, grimoire)| grimoire)).enumerate() {
        let theme = Theme::ALL[index % Theme::ALL.len()];
        for (audience, grimoire) in [(BOTH[0], grimoire.clone()), (BOTH[1], grimoire.public())] {
            let svg = svg(&grimoire, audience, theme);
            assert_well_formed(&svg);
            assert_clear(&svg);
            assert_inside(&svg);
            assert_eq!(pieces(&svg).1, grimoire.players.len() + 1);
            assert_well_formed(&html(&grimoire, audience, theme));
        }
    }
}

fn caption(above: &str) -> Caption {
    let below = ["1,234,567 worlds fit what is known", "arc: in so many they are evil"].map(str::to_owned);
    Caption {
        above: above.to_owned(),
        title: "A puzzle <of> ours & its name".to_owned(),
        below: below.to_vec(),
    }
}

#[test]
fn shares_are_drawn_around_the_tokens() {
    for (index, grimoire) in grimoires().enumerate() {
        let share = |seat: usize| {
            let evil = (seat + index) as f64 % 5.0 / 4.0;
            Share { evil, demon: evil / 2.0 }
        };
        let all: Vec<Share> = (0..grimoire.players.len()).map(share).collect();
        let picture = shares(&grimoire, &all, &caption("what everybody claims"), Theme::Auto);
        assert_well_formed(&picture);
        assert_clear(&picture);
        assert_inside(&picture);
        assert_eq!(read(&picture), Some(Ok(grimoire.clone())));
        // Nothing at all has no arc, and everything is a whole circle.
        let count = |what: &str| picture.matches(what).count();
        let (none, whole) = (
            all.iter().filter(|share| share.evil == 0.0).count(),
            all.iter().filter(|share| share.evil == 1.0).count(),
        );
        assert_eq!(count("<path class=\"arc evil\""), all.len() - none - whole);
        assert_eq!((count("<circle class=\"arc evil\""), count("ghost vote")), (whole, 0));
    }
}

#[test]
fn worlds_are_drawn_side_by_side() {
    for grimoires in grimoires().collect::<Vec<_>>().chunks(5) {
        let captioned: Vec<(GrimoireText, Caption)> =
            grimoires.iter().map(|grimoire| (grimoire.clone(), caption("a world"))).collect();
        let picture = worlds(&captioned, Theme::Dark);
        assert_well_formed(&picture);
        assert_eq!(read(&picture), Some(Ok(grimoires[0].clone())));
        let (width, height) = (number(&picture, "width"), number(&picture, "height"));
        let tables: Vec<Piece> = pieces(&picture).0.into_iter().filter(|piece| piece.has("table")).collect();
        assert_eq!(tables.len(), grimoires.len());
        for (at, table) in tables.iter().enumerate() {
            let area = table.area;
            assert!(
                area.x >= 0 && area.y >= 0 && area.right() <= width && area.bottom() <= height,
                "{table:?}"
            );
            assert!(tables[at + 1..].iter().all(|other| !table.overlaps(other)), "{table:?}");
        }
    }
    assert_well_formed(&worlds(&[], Theme::Auto));
}

#[test]
fn more_tokens_than_anybody_has_are_counted() {
    let mut grimoire = grimoire(&mut Rng::new(3), 7, 0);
    grimoire.players[2].tokens = vec![PlacedReminder::Note("again".to_owned()); 500];
    grimoire.bluffs = Character::all().fold(CharacterSet::NONE, CharacterSet::with);
    let svg = svg(&grimoire, Audience::Storyteller, Theme::Light);
    assert_clear(&svg);
    assert!(svg.contains(">+489 more</text>") && svg.contains(">+172 more</text>"));
    assert_eq!(read(&svg), Some(Ok(grimoire)));
}

#[test]
fn what_is_drawn_is_read_back() {
    for grimoire in grimoires().chain(examples().map(|(_, grimoire)| grimoire)) {
        for theme in Theme::ALL {
            for picture in [svg(&grimoire, BOTH[0], theme), html(&grimoire, BOTH[1], theme)] {
                assert!(is_picture(&picture));
                assert_eq!(read(&picture), Some(Ok(grimoire.clone())));
                assert_eq!(read(&picture.replace('\n', "\r\n")), Some(Ok(grimoire.clone())));
            }
        }
    }
}

#[test]
fn the_same_grimoire_gives_the_same_picture_in_every_theme() {
    let (_, grimoire) = &examples()[1];
    let body = |theme| {
        let svg = svg(grimoire, BOTH[0], theme);
        svg.split_once("</style>").map(|(_, body)| body.to_owned())
    };
    assert_eq!(body(Theme::Light), body(Theme::Dark));
    assert_eq!(body(Theme::Light), body(Theme::Auto));
    for (theme, light, dark, both) in [
        (Theme::Auto, true, true, true),
        (Theme::Light, true, false, false),
        (Theme::Dark, false, true, false),
    ] {
        for text in [svg(grimoire, BOTH[0], theme), html(grimoire, BOTH[0], theme)] {
            let has = |colour: &str| text.contains(&format!(".paper{{fill:{colour}}}"));
            assert_eq!((has("#fdfcf9"), has("#101114")), (light, dark), "{theme:?}");
            assert_eq!(text.contains("prefers-color-scheme"), both, "{theme:?}");
        }
    }
}

/// Every seat describes in words what it shows.
#[test]
fn every_seat_has_its_words() {
    let (_, grimoire) = &examples()[1];
    let svg = svg(grimoire, BOTH[0], Theme::Auto);
    for title in [
        "Grimoire of Trouble Brewing: 10 players, 7 alive, 1 ghost vote left",
        "Ann, the Washerwoman, alive",
        "Charlotte, the Empath, dead, ghost vote left; reminders: Imp: Dead",
        "Jo, the Imp, dead, ghost vote spent",
        "Gus, the Soldier, alive; reminders: Drunk: Is The Drunk, “claims Mayor since day 2”",
    ] {
        assert!(svg.contains(&format!("<title>{title}</title>")), "{title}");
    }
    let (_, grimoire) = &examples()[2];
    let svg = self::svg(grimoire, BOTH[0], Theme::Auto);
    let possible = "Oz, one of Witch, Fang Gu, No Dashii, Vigormortis, Vortox, alive";
    assert!(svg.contains(&format!("<title>{possible}</title>")));
    assert!(svg.contains(">+2 more</text>"));
}

#[test]
fn pages_have_a_table_and_need_nothing_else() {
    for grimoire in grimoires() {
        let page = html(&grimoire, BOTH[0], Theme::Auto);
        assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
        for needed in
            ["<meta name=\"viewport\"", "<title>", "role=\"img\"", "unofficial fan software", "<h1>"]
        {
            assert!(page.contains(needed), "{needed}");
        }
        assert_eq!(page.matches("<th scope=\"row\">").count(), grimoire.players.len());
        assert_eq!(page.contains("<caption>"), !grimoire.players.is_empty());
        let bare = page.replace("http://www.w3.org/2000/svg", "");
        for outside in
            ["http:", "https:", "<script", "<link", "<img", "<image", "href=", "src=", "url(", "@import"]
        {
            assert!(!bare.contains(outside), "{outside}");
        }
    }
}

/// Whether the text has this word as a whole.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
    })
}

/// What somebody at the table must not learn from a grimoire.
fn secrets(grimoire: &GrimoireText) -> BTreeSet<String> {
    let travellers =
        |player: &Player| matches!(player.character, Known::Is(who) if who.team() == Team::Traveller);
    let travellers = grimoire.players.iter().filter(|player| travellers(player));
    let mut public = travellers.fold(grimoire.fabled, |set, player| set.or(player.character.characters()));
    if let Some(script) = grimoire.script.as_ref().filter(|script| script.short_name().is_none()) {
        public = public.or(script.characters);
    }
    let mut characters = grimoire.characters().or(grimoire.bluffs);
    let mut secrets = BTreeSet::new();
    for token in grimoire.players.iter().flat_map(|player| &player.tokens) {
        match token {
            PlacedReminder::Note(note) => drop(secrets.insert(note.clone())),
            PlacedReminder::Reminder(token) => {
                characters = characters.with(token.owner());
                secrets.extend([token.word().to_owned(), token.title().to_owned()]);
            }
        }
    }
    for character in characters.minus(public).iter() {
        secrets.extend([character.word(), character.name(), character.facts().id].map(str::to_owned));
    }
    secrets.remove("");
    // A Librarian is part of Hell's Librarian.
    let names: Vec<&str> = public.iter().flat_map(|one| [one.name(), one.word()]).collect();
    secrets.retain(|secret| !names.iter().any(|name| has_word(name, secret)));
    secrets
}

#[test]
fn the_public_picture_holds_no_secret() {
    // What every public picture says: these words reveal nothing.
    let blank = "[A:? *B:?* *~~C~~:?*] script{tb} fabled{angel}";
    let blank = line::read(blank).expect("a grimoire");
    let usual = html(&blank, Audience::Public, Theme::Auto);
    let mut rng = Rng::new(5);
    let mut searched = 0;
    for grimoire in grimoires() {
        let shown = grimoire.public();
        let pictures = [svg(&shown, BOTH[1], Theme::Auto), html(&shown, BOTH[1], Theme::Auto)];
        for secret in secrets(&grimoire).iter().filter(|secret| !has_word(&usual, secret)) {
            let written = gaslamp_core::svg::escape(secret);
            for picture in &pictures {
                assert!(!has_word(picture, secret) && !has_word(picture, &written), "{secret}");
            }
            searched += 1;
        }
        for seat in pictures[0].split("<g class=\"seat ").skip(1) {
            assert!(seat.starts_with("unknown") || seat.starts_with("traveller"), "{seat}");
        }
        // Whatever else is hidden, the picture is the same.
        let mut other = grimoire.clone();
        other.bluffs = some(&mut rng, 0, 3);
        for player in &mut other.players {
            if player.character == Known::Nothing || player.character.characters().len() > 1 {
                player.character = Known::OneOf(some(&mut rng, 2, 3));
            }
            player.tokens = vec![token(&mut rng)];
        }
        assert_eq!(svg(&other.public(), BOTH[1], Theme::Auto), pictures[0]);
    }
    assert!(searched > 1000, "{searched} secrets are too few");
}

#[test]
fn the_storytellers_picture_holds_the_secrets() {
    let grimoire = grimoire(&mut Rng::new(8), 12, 6);
    let svg = svg(&grimoire, BOTH[0], Theme::Auto);
    let missing: Vec<String> =
        secrets(&grimoire).into_iter().filter(|secret| !has_word(&unescape(&svg), secret)).collect();
    // The official ids are written nowhere.
    assert!(missing.iter().all(|id| Character::all().any(|one| one.facts().id == id)), "{missing:?}");
}

/// How bright a colour `#rrggbb` is, as WCAG 2.2 defines relative luminance.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn texts_stand_out() {
    let (_, grimoire) = &examples()[0];
    for theme in [Theme::Light, Theme::Dark] {
        let svg = svg(grimoire, BOTH[0], theme);
        let colour = |selector: &str| -> &str {
            let rule = format!(".gaslamp-grimoire {selector}{{fill:");
            let (_, rest) = svg.split_once(&rule).unwrap_or_else(|| panic!("{selector} has no colour"));
            &rest[..7]
        };
        let check = |text: &str, ground: &str| {
            let contrast = contrast(colour(text), colour(ground));
            assert!(contrast >= 4.5, "{text} on {ground} has only {contrast:.2} in {}", theme.name());
        };
        for text in [".title", ".text", ".quiet", ".player", ".life", ".dead .player"] {
            check(text, ".table");
        }
        for text in [".owner", ".reminder"] {
            check(text, ".pill");
        }
        check(".words", ".note>.pill");
        check(".dead .character", ".dead .disc");
        for team in ["townsfolk", "outsider", "minion", "demon", "traveller", "unknown"] {
            check(&format!(".{team}>.character"), &format!(".{team}>.disc"));
        }
        for team in ["townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric", "unknown"] {
            check(&format!(".{team}>.character"), &format!(".{team}>.chip"));
            check(".letter", &format!(".{team}>.badge"));
        }
    }
}

#[test]
fn pictures_are_as_before() {
    let check = |name: &str, picture: &str| agrees_with_file(&format!("tests/goldens/{name}"), picture);
    for (players, grimoire) in examples() {
        check(&format!("grimoire-{players}.svg"), &svg(&grimoire, BOTH[0], Theme::Auto));
        check(&format!("town-square-{players}.svg"), &svg(&grimoire.public(), BOTH[1], Theme::Auto));
    }
    let (_, grimoire) = &examples()[0];
    check("grimoire-5.html", &html(grimoire, BOTH[0], Theme::Auto));
}
