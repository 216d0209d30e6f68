//! What the whole of a story says about its table, whenever it is said.

use gaslamp_botc::characters::{CharacterSet, Team};
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TraceModel};
use gaslamp_botc::{Character, Script};

pub(super) const BUTLER: Character = Character::with_id("butler");
pub(super) const DRUNK: Character = Character::with_id("drunk");
pub(super) const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");
pub(super) const IMP: Character = Character::with_id("imp");
pub(super) const MAYOR: Character = Character::with_id("mayor");
pub(super) const MONK: Character = Character::with_id("monk");
pub(super) const POISONER: Character = Character::with_id("poisoner");
pub(super) const RAVENKEEPER: Character = Character::with_id("ravenkeeper");
pub(super) const RECLUSE: Character = Character::with_id("recluse");
pub(super) const SAINT: Character = Character::with_id("saint");
pub(super) const SCARLET_WOMAN: Character = Character::with_id("scarletwoman");
pub(super) const SLAYER: Character = Character::with_id("slayer");
pub(super) const SOLDIER: Character = Character::with_id("soldier");
pub(super) const SPY: Character = Character::with_id("spy");
pub(super) const UNDERTAKER: Character = Character::with_id("undertaker");
pub(super) const VIRGIN: Character = Character::with_id("virgin");

/// What is known of a table.
pub(super) struct Known {
    /// Every character that is said to be there, by role, belief, deed or token.
    pub(super) characters: CharacterSet,
    /// Whether they are all of Trouble Brewing.
    pub(super) is_trouble_brewing: bool,
    /// Whether the story tells what everybody was dealt.
    pub(super) is_dealt: bool,
    /// Who is the Drunk, if that is told.
    pub(super) drunk: Option<usize>,
    /// The Demon that is named first.
    pub(super) demon: Option<Character>,
}

impl Known {
    pub(super) fn of(story: &TraceModel) -> Self {
        let mut characters = CharacterSet::NONE;
        let players = 0..story.names.len();
        for stint in players.clone().flat_map(|player| story.roles.stints(player)) {
            let standing = [stint.standing.role, stint.standing.believed];
            characters = standing.into_iter().flatten().fold(characters, CharacterSet::with);
        }
        for deed in &story.events {
            if let Party::Role(role) = deed.by {
                characters = characters.with(role);
            }
            if let Act::Tokens(changes) = &deed.act {
                characters = changes.iter().fold(characters, |set, change| set.with(change.token.owner()));
            }
        }
        let is_dealt = |player| story.roles.of(player).any(|fact| matches!(fact.says, Says::Dealt(..)));
        let is_drunk = |player: &usize| {
            let stints = story.roles.stints(*player);
            stints.iter().any(|stint| stint.standing.role == Some(DRUNK))
        };
        let demon = characters.iter().find(|character| character.team() == Team::Demon);
        let is_trouble_brewing =
            Script::built_in("tb").is_some_and(|tb| characters.minus(tb.set()).is_empty());
        Self {
            characters,
            is_trouble_brewing,
            is_dealt: !story.names.is_empty() && players.clone().all(is_dealt),
            drunk: players.into_iter().find(is_drunk),
            // Trouble Brewing has but one.
            demon: demon.or(is_trouble_brewing.then_some(IMP)),
        }
    }
}
