//! The lines of a player: what they claim to have done and learned.

use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{
    Bluffs, CharacterList, ChoiceShape, DayVerb, Formula, Profile, Report, Shape, Side, Statement, Subject,
    is_playable,
};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::log::name_of;
use super::piece::Piece;
use super::read::Reader;
use super::terms::Line;
use crate::botc::case::{Case, Learned, Player, Testimony, TestimonyEntry};

/// The beginning of a line with a Demon's bluffs.
pub(super) const NOT_IN_PLAY: &str = "not in play";

/// Stands between an ability and the board that it was asked about.
const ABOUT: &str = " about ";

/// The beginning of a line with something that another player's ability told.
const TOLD: &str = "told ";

/// What is told of a character that somebody has.
const IN_PLAY: &str = "in play";

/// The form of a line about whether two players are of the same side.
const SAME: Form = Form::Told(&[2], Telling::Same);

/// The part of an ability's line after the colon: what is chosen and what is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One of these numbers of players, with no information.
    Players(&'static [usize]),
    /// One of these numbers of players, if any are named, and what is told about them.
    Told(&'static [usize], Telling),
    /// Information about two players whom nobody chose.
    Pair {
        or_none: bool,
    },
    Number,
    /// This many players, whom nobody chose.
    Shown(usize),
    /// A player who was chosen, and one who was shown.
    ChosenAndShown,
    /// A player and a character that was chosen for them.
    Naming,
    /// A player and the character that they are.
    PlayerIs,
    /// Characters, any number of them.
    Characters,
    Direction,
    /// Whom the player suspected, and who was shown.
    Suspect,
    Character,
    Statement,
    Things,
}

/// What is told about the named players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Telling {
    Answer,
    /// Whether two players are of the same side.
    Same,
    Number,
    Side,
    Is,
    OneOf,
}

impl Form {
    /// The form of a character's line, by what it chooses, is told and does during the day; `None` if no line can express that.
    pub(super) fn of(ability: Character) -> Option<Self> {
        let profile = Profile::of(ability)?;
        match (profile.choice(), profile.day_verb()) {
            (ChoiceShape::CharacterOrPass, _) => return Some(Self::Character),
            (ChoiceShape::Naming, _) => return Some(Self::Naming),
            (_, Some(DayVerb::Suspect)) => return Some(Self::Suspect),
            _ => {}
        }
        let named = named(&profile)?;
        Some(match profile.telling() {
            Shape::Silent if named.is_empty() => return None,
            Shape::Silent => Self::Players(named),
            // What was shown has a line of its own; whom its owner chose has this.
            Shape::Grimoire if !named.is_empty() => Self::Players(named),
            Shape::Pair(_) => Self::Pair { or_none: false },
            Shape::PairOrNobody(_) => Self::Pair { or_none: true },
            Shape::Number(_) if named.is_empty() => Self::Number,
            Shape::Number(_) => Self::Told(named, Telling::Number),
            Shape::Players { count, .. } if named.is_empty() => Self::Shown(usize::from(count)),
            Shape::Players { count: 1, .. } if named == [1] => Self::ChosenAndShown,
            Shape::Players { .. } => return None,
            Shape::PlayerIs => Self::PlayerIs,
            Shape::Characters(_) => Self::Characters,
            Shape::Side => Self::Told(named, Telling::Side),
            Shape::Direction => Self::Direction,
            Shape::Answer if profile.compares_sides() => Self::Told(named, Telling::Same),
            Shape::Answer if profile.day_verb() == Some(DayVerb::Ask) => Self::Statement,
            Shape::Answer => Self::Told(named, Telling::Answer),
            Shape::Is => Self::Told(named, Telling::Is),
            Shape::OneOf => Self::Told(named, Telling::OneOf),
            Shape::Things => Self::Things,
            // Lines about a grimoire or the evil team have their own syntax.
            Shape::Grimoire | Shape::Team | Shape::AnyTeam => return None,
        })
    }

    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Players([.., 3]) => "Ann, Ben, Cy",
            Self::Players([2]) => "Ann, Ben",
            Self::Players(_) => "Ann",
            Self::Told([], Telling::Answer) => "yes",
            Self::Told([], Telling::Is) => "Chef",
            Self::Told([], Telling::OneOf) => "Chef | Imp",
            Self::Told([2], Telling::Answer) => "Ann, Ben = yes",
            Self::Told([2], Telling::Is) => "Ann, Ben = Chef",
            Self::Told([2], Telling::OneOf) => "Ann, Ben = Chef | Imp",
            Self::Told(_, Telling::Answer) => "Ann = yes",
            Self::Told(_, Telling::Is) => "Ann = Chef",
            Self::Told(_, Telling::OneOf) => "Ann = Chef | Imp",
            Self::Told([2], Telling::Same) => "Ann, Ben = same` or `Ann, Ben = different",
            Self::Told([2], Telling::Number) => "Ann, Ben = 1",
            Self::Told(_, Telling::Same) => "Ann = same",
            Self::Told(_, Telling::Number) => "Ann = 1",
            Self::Told(_, Telling::Side) => "Ann = good",
            Self::Shown(1) => "Ann",
            Self::Shown(2) => "Ann, Ben",
            Self::Shown(_) => "Ann, Ben, Cy",
            Self::ChosenAndShown => "Ann -> Ben",
            Self::Naming | Self::PlayerIs => "Ann = Chef",
            Self::Characters => "Drunk, Saint` or `none",
            Self::Direction => "clockwise` or `anticlockwise",
            Self::Suspect => "guessed Ann, demon Ben",
            Self::Pair { or_none: false } => "Ann, Ben = Chef",
            Self::Pair { or_none: true } => "Ann, Ben = Drunk` or `none",
            Self::Number => "1",
            Self::Character => "Chef",
            Self::Statement => "evil(Ann)",
            Self::Things => "evil(Ann) / chef(1)",
        }
    }
}

/// How many players a line names, chosen by the ability or the subject of its information; `None` if no line can express the choice.
fn named(profile: &Profile) -> Option<&'static [usize]> {
    match profile.choice() {
        ChoiceShape::One | ChoiceShape::OneOrPass => Some(&[1]),
        ChoiceShape::Two | ChoiceShape::TwoOrPass | ChoiceShape::TwoInOrder => Some(&[2]),
        ChoiceShape::OneOrThree => Some(&[1, 3]),
        ChoiceShape::Nothing if profile.subject() == Subject::Executed => Some(&[1]),
        ChoiceShape::Nothing => Some(&[]),
        ChoiceShape::CharacterOrPass | ChoiceShape::Naming | ChoiceShape::Believed => None,
    }
}

/// A line about something other than the use of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    /// The player has become another character.
    Became,
    /// An evil player was told about their own team.
    ToldTeam,
    /// A player saw the grimoire.
    ToldGrimoire,
    /// A player was told to be mad.
    Mad,
}

impl Special {
    pub(super) const ALL: [Self; 4] = [Self::Became, Self::ToldTeam, Self::ToldGrimoire, Self::Mad];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Became => "became",
            Self::ToldTeam => "told team",
            Self::ToldGrimoire => "told grimoire",
            Self::Mad => "mad",
        }
    }

    fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|line| line.word() == word)
    }
}

/// Writes what a player says.
pub(super) fn write(case: &Case, names: &[String], player: &Player, what: &Testimony) -> String {
    match what {
        Testimony::Report(report) => {
            format!("N{} {}: {}", report.night, report.ability.name(), write_report(case, report))
        }
        Testimony::Chose { night, ability, character } => {
            format!("N{night} {}: {}", ability.name(), character.name())
        }
        Testimony::Named { night, ability, seat, character } => {
            format!("N{night} {}: {} = {}", ability.name(), name_of(case, *seat), character.name())
        }
        Testimony::Learned { night, what } => match what {
            Learned::Knows(seat, character) => {
                format!("N{night} {TOLD}{}: {}", character.name(), name_of(case, *seat))
            }
            Learned::InPlay(character) => format!("N{night} {TOLD}{}: {IN_PLAY}", character.name()),
            Learned::Mad(character) => {
                let about = character.map_or("?", Character::name);
                format!("N{night} {}: {about}", Special::Mad.word())
            }
        },
        Testimony::Suspected { day, ability, seat, told } => {
            let [seat, told] = [seat, told].map(|seat| name_of(case, *seat));
            format!("D{day} {}: guessed {seat}, demon {told}", ability.name())
        }
        Testimony::Answered { day, ability, truth } => {
            format!("D{day} {}: {}", ability.name(), formula::write_titled(names, truth))
        }
        Testimony::AnsweredElsewhere { day, ability, truth } => {
            let linked = case.variant.linked.as_ref();
            let (id, names) =
                linked.map_or_else(Default::default, |linked| (linked.id.as_str(), linked.case.names()));
            format!("D{day} {}{ABOUT}{id}: {}", ability.name(), formula::write_titled(&names, truth))
        }
        Testimony::Things { day, ability, things } => {
            let things = things.each_ref().map(|thing| formula::write_titled(names, thing));
            format!("D{day} {}: {}", ability.name(), things.join(" / "))
        }
        Testimony::Became { night, character } => {
            format!("N{night} {}: {}", Special::Became.word(), character.name())
        }
        Testimony::Bluffs(characters) => {
            let bluffs: Vec<&str> = characters.iter().map(Character::name).collect();
            let demon = demon_of(case, player).map_or("?", Character::name);
            format!("N1 {demon}: {NOT_IN_PLAY} {}", bluffs.join(", "))
        }
        Testimony::Team { demons, minions } => {
            let list =
                |seats: Seats| seats.iter().map(|seat| name_of(case, seat)).collect::<Vec<_>>().join(", ");
            let minions = format!("minions {}", list(*minions));
            let demons = demons.map(|demons| format!("demons {} / ", list(demons))).unwrap_or_default();
            format!("N1 {}: {demons}{minions}", Special::ToldTeam.word())
        }
        Testimony::Grimoire { night, roles } => {
            let roles: Vec<&str> = roles.iter().map(|role| role.name()).collect();
            format!("N{night} {}: {}", Special::ToldGrimoire.word(), roles.join(", "))
        }
    }
}

/// The Demon that was shown the bluffs, which a case does not store: the one that the player claims to be, or one that may be in play.
fn demon_of(case: &Case, player: &Player) -> Option<Character> {
    let is_demon = |character: &Character| character.team() == Team::Demon && is_playable(*character);
    let claimed = player.claims.iter().copied();
    claimed.chain(case.hidden.iter()).chain(Character::all()).find(is_demon)
}

fn write_report(case: &Case, report: &Report) -> String {
    let list = |seats: &[Seat]| seats.iter().map(|seat| name_of(case, *seat)).collect::<Vec<_>>().join(", ");
    let chosen = list(&report.chosen);
    let about = if chosen.is_empty() { String::new() } else { format!("{chosen} = ") };
    match report.told {
        Some(Statement::Pair { holder, wrong, character }) => {
            format!("{} = {}", list(&[holder, wrong]), character.name())
        }
        Some(Statement::Nobody) => "none".to_owned(),
        Some(Statement::Number(number)) => format!("{about}{number}"),
        Some(Statement::Players(players)) => {
            let shown = list(&players.iter().collect::<Vec<_>>());
            if chosen.is_empty() { shown } else { format!("{chosen} -> {shown}") }
        }
        Some(Statement::PlayerIs(seat, character)) => format!("{} = {}", list(&[seat]), character.name()),
        Some(Statement::Characters(characters)) => {
            let names: Vec<&str> = characters.iter().map(Character::name).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        }
        Some(Statement::Side(side)) => format!("{about}{}", side.name()),
        Some(Statement::Clockwise(way)) => if way { "clockwise" } else { "anticlockwise" }.to_owned(),
        Some(Statement::Answer(answer)) if Form::of(report.ability) == Some(SAME) => {
            format!("{about}{}", if answer { "same" } else { "different" })
        }
        Some(Statement::Answer(answer)) => format!("{about}{}", if answer { "yes" } else { "no" }),
        Some(Statement::Is(character)) => format!("{about}{}", character.name()),
        Some(Statement::OneOf(good, evil)) => format!("{about}{} | {}", good.name(), evil.name()),
        // There is nothing to report but the choice.
        _ => chosen,
    }
}

impl<'a> Reader<'a> {
    /// Reads what a player says.
    pub(super) fn said(&mut self, piece: Piece<'a>) -> Option<TestimonyEntry> {
        let line = self.line(piece)?;
        let what = self.saying(&line)?;
        Some(TestimonyEntry { what, span: Some(line.whole.span()) })
    }

    /// `demons Ann / minions Ben, Cy`; a Demon is told only of the Minions.
    fn told_team(&mut self, line: &Line<'a>) -> Option<Testimony> {
        let (mut demons, mut minions) = (None, None);
        for part in line.body.split(&['/']) {
            let (word, names) =
                part.split_once(" ").unwrap_or((part, part.part(part.text.len()..part.text.len())));
            let seats = if names.text.is_empty() { Some(Seats::NONE) } else { self.seats(names) };
            match word.text.to_ascii_lowercase().as_str() {
                "demons" => demons = Some(seats?),
                "minions" => minions = Some(seats?),
                _ => self.wrong_body(part, "demons Ann / minions Ben, Cy"),
            }
        }
        self.night(line)?;
        Some(Testimony::Team { demons, minions: minions? })
    }

    /// `Chef, Imp, …`: a character for each seat.
    fn told_grimoire(&mut self, line: &Line<'a>) -> Option<Testimony> {
        let night = self.night(line);
        let pieces = line.body.split(&[',']);
        let roles: Vec<Option<Character>> = pieces.into_iter().map(|piece| self.role(piece)).collect();
        if roles.len() != self.names.len() {
            self.wrong_body(line.body, "Chef, Imp, Saint, …, one for each seat");
            return None;
        }
        Some(Testimony::Grimoire { night: night?, roles: roles.into_iter().collect::<Option<_>>()? })
    }

    fn saying(&mut self, line: &Line<'a>) -> Option<Testimony> {
        let word = line.lower_word();
        match Special::read(&word) {
            Some(Special::Became) => {
                let night = self.night(line);
                let character = self.role(line.body);
                return Some(Testimony::Became { night: night?, character: character? });
            }
            Some(Special::ToldTeam) => return self.told_team(line),
            Some(Special::ToldGrimoire) => return self.told_grimoire(line),
            Some(Special::Mad) => {
                let night = self.night(line);
                let about = if line.body.text == "?" { None } else { Some(self.role(line.body)?) };
                return Some(Testimony::Learned { night: night?, what: Learned::Mad(about) });
            }
            None => {}
        }
        if word.starts_with(TOLD) {
            return self.told_by_another(line);
        }
        if let Some((ability, board)) = line.word.split_once(ABOUT) {
            return self.told_elsewhere(line, ability, board);
        }
        let ability = self.role(line.word)?;
        if is_playable(ability) { self.use_of(ability, line) } else { None }
    }

    /// `Artist about NQT50b: evil(Ann)`: a statement about the players of the linked board.
    fn told_elsewhere(&mut self, line: &Line<'a>, who: Piece<'a>, board: Piece<'a>) -> Option<Testimony> {
        let day = self.day(line);
        let ability = self.role(who)?;
        if Form::of(ability) != Some(Form::Statement) {
            let message = format!("the {} asks no questions", ability.name());
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(who.span()));
            return None;
        }
        let names =
            self.other.as_ref().filter(|other| other.id == board.text).map(|other| other.names.clone());
        let Some(names) = names.filter(|names| !names.is_empty()) else {
            if self.other.as_ref().is_some_and(|other| other.id == board.text) {
                // That the board is not there is said of the key.
                return None;
            }
            let message = format!("`{}` is not the board that this one is linked to", board.text);
            let problem = Diagnostic::new("deduce/puzzle/linked", message).at(board.span());
            self.problems.push(problem.fix(format!("linked = \"{}\"", board.text)));
            return None;
        };
        let truth = self.statement_about(&names, line.body);
        Some(Testimony::AnsweredElsewhere { day: day?, ability, truth: truth? })
    }

    /// What a player claims to have done with an ability, or learned from it.
    fn use_of(&mut self, ability: Character, line: &Line<'a>) -> Option<Testimony> {
        if ability.team() == Team::Demon && begins_bluffs(line.body.text) {
            return self.bluffs(line).map(Testimony::Bluffs);
        }
        let Some(form) = Form::of(ability) else {
            let message = format!("there is no line for the ability of the {}", ability.name());
            let problem = Diagnostic::new("deduce/puzzle/line", message).at(line.word.span());
            self.problems.push(problem.fix(format!(
                "leave out the line; what is shown of the evil team or of the grimoire is written `{}` and `{}`",
                Special::ToldTeam.word(),
                Special::ToldGrimoire.word()
            )));
            return None;
        };
        match form {
            Form::Statement => {
                let day = self.day(line);
                let truth = self.statement(line.body);
                Some(Testimony::Answered { day: day?, ability, truth: truth? })
            }
            Form::Things => {
                let day = self.day(line);
                let things = self.things(line.body);
                Some(Testimony::Things { day: day?, ability, things: things? })
            }
            Form::Naming => {
                let night = self.night(line);
                let (who, character) = self.told_of(form, line.body)?;
                let seat = self.seat(who);
                let character = self.role(character);
                Some(Testimony::Named { night: night?, ability, seat: seat?, character: character? })
            }
            Form::Suspect => {
                let day = self.day(line);
                let (seat, told) = self.suspected(line.body)?;
                Some(Testimony::Suspected { day: day?, ability, seat, told })
            }
            Form::Character => {
                let night = self.night(line);
                let character = self.role(line.body);
                Some(Testimony::Chose { night: night?, ability, character: character? })
            }
            _ => {
                let night = self.night(line);
                let report = self.report(form, line.body);
                let (chosen, told) = report?;
                Some(Testimony::Report(Report { night: night?, ability, chosen, told }))
            }
        }
    }

    fn things(&mut self, body: Piece<'a>) -> Option<[Formula; 2]> {
        let [first, second] = body.split(&['/'])[..] else {
            self.wrong_body(body, Form::Things.example());
            return None;
        };
        let first = self.statement(first);
        let second = self.statement(second);
        Some([first?, second?])
    }

    /// The bluffs that a Demon is shown in the first night.
    fn bluffs(&mut self, line: &Line<'a>) -> Option<CharacterSet> {
        let night = self.night(line);
        if night.is_some_and(|night| night != 1) {
            let problem = Diagnostic::new("deduce/puzzle/phase", "bluffs are shown in the first night");
            self.problems.push(problem.at(line.phase.span()).fix("N1"));
        }
        let list = line.body.part(NOT_IN_PLAY.len()..line.body.text.len()).trim();
        let pieces = list.split(&[',']);
        let characters = self.roles(&pieces);
        if pieces.len() > Bluffs::COUNT {
            let message = format!("a Demon is shown at most {} characters", Bluffs::COUNT);
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(list.span()));
        }
        night.map(|_| characters)
    }

    /// Who was chosen, and what was told.
    fn report(&mut self, form: Form, body: Piece<'a>) -> Option<(Vec<Seat>, Option<Statement>)> {
        match form {
            Form::Players(many) => Some((self.so_many_seats(body, many)?, None)),
            Form::Number => Some((Vec::new(), Some(Statement::Number(self.number(body)?)))),
            Form::Shown(count) => {
                let seats = self.so_many_seats(body, &[count])?;
                Some((Vec::new(), Some(Statement::Players(seats.into_iter().collect()))))
            }
            Form::ChosenAndShown => {
                let (chosen, shown) = self.arrow(body)?;
                Some((vec![chosen], Some(Statement::Players(Seats::only(shown)))))
            }
            Form::PlayerIs => {
                let (who, character) = self.told_of(form, body)?;
                let seat = self.seat(who);
                let character = self.role(character);
                Some((Vec::new(), Some(Statement::PlayerIs(seat?, character?))))
            }
            Form::Characters => Some((Vec::new(), Some(Statement::Characters(self.all_of_team(body)?)))),
            Form::Direction => Some((Vec::new(), Some(Statement::Clockwise(self.direction(body)?)))),
            Form::Pair { or_none: true } if body.text.eq_ignore_ascii_case("none") => {
                Some((Vec::new(), Some(Statement::Nobody)))
            }
            Form::Pair { .. } => {
                let (players, told) = self.told_of(form, body)?;
                let seats = self.so_many_seats(players, &[2]);
                let character = self.role(told);
                let [holder, wrong] = seats?[..] else { return None };
                Some((Vec::new(), Some(Statement::Pair { holder, wrong, character: character? })))
            }
            Form::Told(many, telling) => {
                let (seats, told) = if many.is_empty() {
                    (Some(Vec::new()), body)
                } else {
                    let (players, told) = self.told_of(form, body)?;
                    (self.so_many_seats(players, many), told)
                };
                let told = match telling {
                    Telling::Answer => self.answer(told).map(Statement::Answer),
                    Telling::Same => self.one_word(told, "same", "different").map(Statement::Answer),
                    Telling::Number => self.number(told).map(Statement::Number),
                    Telling::Side => {
                        let is_good = self.one_word(told, "good", "evil");
                        is_good.map(|is_good| Statement::Side(if is_good { Side::Good } else { Side::Evil }))
                    }
                    Telling::Is => self.role(told).map(Statement::Is),
                    Telling::OneOf => self.one_of(told),
                };
                Some((seats?, Some(told?)))
            }
            Form::Naming | Form::Suspect | Form::Character | Form::Statement | Form::Things => None,
        }
    }

    /// `Ann, Ben = …`: the players, and what is told about them.
    fn told_of(&mut self, form: Form, body: Piece<'a>) -> Option<(Piece<'a>, Piece<'a>)> {
        let parts = body.split_once("=");
        if parts.is_none() {
            self.wrong_body(body, form.example());
        }
        parts
    }

    fn answer(&mut self, piece: Piece<'a>) -> Option<bool> {
        self.one_word(piece, "yes", "no")
    }

    fn direction(&mut self, piece: Piece<'a>) -> Option<bool> {
        self.one_word(piece, "clockwise", "anticlockwise")
    }

    /// Whether a piece is the first of two words, rather than the second.
    fn one_word(&mut self, piece: Piece<'a>, first: &str, second: &str) -> Option<bool> {
        let is = |word: &str| piece.text.eq_ignore_ascii_case(word);
        if is(first) || is(second) {
            return Some(is(first));
        }
        let message = format!("`{}` is neither `{first}` nor `{second}`", piece.text);
        self.unknown("deduce/puzzle/answer", piece, message, [first, second].into_iter());
        None
    }

    /// `Drunk, Saint`, or `none`.
    fn all_of_team(&mut self, body: Piece<'a>) -> Option<CharacterList> {
        if body.text.eq_ignore_ascii_case("none") {
            return Some(CharacterList::default());
        }
        let characters = self.roles(&body.split(&[',']));
        let list = CharacterList::new(characters);
        if list.is_none() {
            let message = format!("at most {} characters can be told", CharacterList::MOST);
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(body.span()));
        }
        list
    }

    /// `guessed A, demon B`.
    fn suspected(&mut self, body: Piece<'a>) -> Option<(Seat, Seat)> {
        let parts = body.split_once(",").and_then(|(guess, demon)| {
            let (guessed, seat) = guess.split_once(" ")?;
            let (shown, told) = demon.split_once(" ")?;
            let is = |piece: Piece<'_>, word| piece.text.eq_ignore_ascii_case(word);
            (is(guessed, "guessed") && is(shown, "demon")).then_some((seat, told))
        });
        let Some((seat, told)) = parts else {
            self.wrong_body(body, Form::Suspect.example());
            return None;
        };
        let seat = self.seat(seat);
        let told = self.seat(told);
        Some((seat?, told?))
    }

    /// `told Nightwatchman: A`, `told Widow: in play`.
    fn told_by_another(&mut self, line: &Line<'a>) -> Option<Testimony> {
        let night = self.night(line);
        let character = self.role(line.word.part(TOLD.len()..line.word.text.len()).trim());
        let what = if line.body.text.eq_ignore_ascii_case(IN_PLAY) {
            character.map(Learned::InPlay)
        } else {
            let seat = self.seat(line.body);
            character.zip(seat).map(|(character, seat)| Learned::Knows(seat, character))
        };
        Some(Testimony::Learned { night: night?, what: what? })
    }

    /// `Role | Role`, one good and one evil, in either order.
    fn one_of(&mut self, piece: Piece<'a>) -> Option<Statement> {
        let Some((first, second)) = piece.split_once("|") else {
            self.wrong_body(piece, "Chef | Imp");
            return None;
        };
        let first = self.role(first);
        let second = self.role(second);
        let (first, second) = (first?, second?);
        let is_pair = |good, evil| CharacterSet::GOOD.contains(good) && CharacterSet::EVIL.contains(evil);
        if is_pair(first, second) {
            return Some(Statement::OneOf(first, second));
        }
        if is_pair(second, first) {
            return Some(Statement::OneOf(second, first));
        }
        let message = format!("`{}` should be one good and one evil character", piece.text);
        self.problems.push(Diagnostic::new("deduce/puzzle/one-of", message).at(piece.span()));
        None
    }
}

/// Whether a text begins like a list of bluffs, ignoring case.
pub(super) fn begins_bluffs(text: &str) -> bool {
    text.get(..NOT_IN_PLAY.len()).is_some_and(|start| start.eq_ignore_ascii_case(NOT_IN_PLAY))
}
