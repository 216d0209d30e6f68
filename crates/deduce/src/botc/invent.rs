//! Invented reports: what a bluffing player claims to have chosen and learned in a night.
//!
//! Accepts a claimed character, a night and a [`Liar`]; emits a [`Report`] of the form that the character's [`Profile`] asks for. The
//! liar decides whom it names and what it says about them.

use gaslamp_botc::rules::{ChoiceShape, NumberUpTo, Profile, Report, Shape, Side, Statement, Subject};
use gaslamp_botc::{Character, Team};
use gaslamp_core::Seat;

/// How a player invents the parts of a report. `None` for any part leaves the liar without a report.
pub trait Liar {
    /// The given number of players, in seat order, whom the liar claims to have chosen with this ability.
    fn chosen(&mut self, ability: &Profile, count: usize) -> Option<Vec<Seat>>;

    /// Who was executed on the day before this night.
    fn executed(&mut self, night: u16) -> Option<Seat>;

    /// That one of two players is a certain character of this team.
    fn pair(&mut self, team: Team) -> Option<Statement>;

    /// The same, or that there is no such character.
    fn pair_or_nobody(&mut self, team: Team) -> Statement {
        self.pair(team).unwrap_or(Statement::Nobody)
    }

    /// A number.
    fn number(&mut self, most: NumberUpTo) -> u8;

    /// Yes or no.
    fn answer(&mut self) -> bool;

    /// The character of a player who was chosen or executed.
    fn character(&mut self, ability: &Profile, about: Seat) -> Option<Character>;

    /// A good and an evil character, one of which the chosen player is.
    fn one_of(&mut self, about: Seat) -> Option<(Character, Character)>;

    /// A good character that a player is.
    fn good_character(&mut self, about: Seat) -> Option<Character> {
        self.one_of(about).map(|(good, _)| good)
    }
}

/// Whether liars who claim this character invent what they chose or learned, or claim to have named a player and a character.
pub(super) fn is_invented(claim: Character) -> bool {
    let Some(profile) = Profile::of(claim) else { return false };
    let is_told = !matches!(
        profile.telling(),
        Shape::Silent | Shape::Characters(_) | Shape::Grimoire | Shape::Team | Shape::AnyTeam | Shape::Things
    );
    match profile.choice() {
        _ if profile.day_verb().is_some() => false,
        ChoiceShape::Nothing => is_told || profile.subject() == Subject::Executed,
        ChoiceShape::One | ChoiceShape::Two | ChoiceShape::Naming => true,
        ChoiceShape::OneOrPass
        | ChoiceShape::TwoOrPass
        | ChoiceShape::OneOrThree
        | ChoiceShape::CharacterOrPass
        | ChoiceShape::TwoInOrder
        | ChoiceShape::Believed => false,
    }
}

/// What a player of this character might report of a night in which it wakes; `None` if there would be nothing to report.
pub fn invent(liar: &mut impl Liar, claim: Character, night: u16) -> Option<Report> {
    let profile = Profile::of(claim)?;
    // What is learned through a day action cannot be invented: either the table saw whether it was done, or it is not a report.
    if profile.day_verb().is_some() {
        return None;
    }
    let chosen = match profile.choice() {
        ChoiceShape::Nothing if profile.subject() == Subject::Executed => vec![liar.executed(night)?],
        ChoiceShape::Nothing => Vec::new(),
        ChoiceShape::One => liar.chosen(&profile, 1)?,
        ChoiceShape::Two => liar.chosen(&profile, 2)?,
        // A player who may pass reports nothing and so has passed; other choices are not reports.
        ChoiceShape::OneOrPass
        | ChoiceShape::TwoOrPass
        | ChoiceShape::OneOrThree
        | ChoiceShape::CharacterOrPass
        | ChoiceShape::TwoInOrder
        | ChoiceShape::Naming
        | ChoiceShape::Believed => return None,
    };
    let told = match profile.telling() {
        Shape::Silent => None,
        Shape::Pair(team) => Some(liar.pair(team)?),
        Shape::PairOrNobody(team) => Some(liar.pair_or_nobody(team)),
        Shape::Number(most) => Some(Statement::Number(liar.number(most))),
        Shape::Answer => Some(Statement::Answer(liar.answer())),
        Shape::Is => Some(Statement::Is(liar.character(&profile, *chosen.first()?)?)),
        Shape::OneOf => {
            let (good, evil) = liar.one_of(*chosen.first()?)?;
            Some(Statement::OneOf(good, evil))
        }
        Shape::Side => {
            let side = if liar.answer() { Side::Evil } else { Side::Good };
            Some(Statement::Side(side))
        }
        Shape::Direction => Some(Statement::Clockwise(liar.answer())),
        Shape::Players { count, .. } => {
            let players = liar.chosen(&profile, usize::from(count))?;
            Some(Statement::Players(players.into_iter().collect()))
        }
        Shape::PlayerIs => {
            let about = *liar.chosen(&profile, 1)?.first()?;
            Some(Statement::PlayerIs(about, liar.good_character(about)?))
        }
        Shape::Characters(_) | Shape::Grimoire | Shape::Team | Shape::AnyTeam | Shape::Things => return None,
    };
    let has_content = !chosen.is_empty() || told.is_some();
    has_content.then_some(Report { night, ability: claim, chosen, told })
}
