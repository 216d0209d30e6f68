//! What the whole of a trace says about its table, whenever it is said.

use gaslamp_botc::characters::{CharacterSet, Team};
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TraceModel};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Character, Script};

use super::character::{impairs, is_deluded};

/// What is known of a table.
pub(super) struct Known {
    /// Every character that is said to be there, by role, belief, event or token.
    pub(super) characters: CharacterSet,
    /// Every character that may be there: those of Trouble Brewing, if no other is named.
    pub(super) possible: CharacterSet,
    /// Whether they are all of Trouble Brewing.
    pub(super) is_trouble_brewing: bool,
    /// Whether the trace tells what everybody was dealt.
    pub(super) is_dealt: bool,
    /// Who does not know what they are, if that is told, and what they are: the Drunk.
    pub(super) deluded: Option<(usize, Character)>,
    /// The Demon that is named first.
    pub(super) demon: Option<Character>,
    /// The one character that makes others drunk or poisoned by choosing them, if nobody else can: the Poisoner.
    pub(super) poisoner: Option<Character>,
}

impl Known {
    pub(super) fn of(model: &TraceModel) -> Self {
        let mut characters = CharacterSet::NONE;
        let players = 0..model.names.len();
        for stint in players.clone().flat_map(|player| model.roles.stints(player)) {
            let standing = [stint.standing.role, stint.standing.believed];
            characters = standing.into_iter().flatten().fold(characters, CharacterSet::with);
        }
        for event in &model.events {
            if let Party::Role(role) = event.by {
                characters = characters.with(role);
            }
            if let Act::Tokens(changes) = &event.act {
                characters = changes.iter().fold(characters, |set, change| set.with(change.token.owner()));
            }
        }
        let is_dealt = |player| model.roles.of(player).any(|fact| matches!(fact.says, Says::Dealt(..)));
        let deluded = |player: usize| {
            let stints = model.roles.stints(player);
            let role = stints.iter().filter_map(|stint| stint.standing.role).find(|role| is_deluded(*role));
            role.map(|role| (player, role))
        };
        let demon = characters.iter().find(|character| character.team() == Team::Demon);
        let script = Script::built_in("tb").map_or(CharacterSet::NONE, |script| script.set());
        let is_trouble_brewing = characters.minus(script).is_empty();
        let of_script = |characters: CharacterSet| if is_trouble_brewing { only(characters) } else { None };
        let poisoners = Reminder::all().filter_map(Reminder::token).filter(|token| impairs(*token));
        let poisoners: CharacterSet = poisoners
            .filter(|token| !token.marks_its_owner())
            .map(gaslamp_botc::characters::ReminderToken::owner)
            .collect();
        Self {
            characters,
            possible: if is_trouble_brewing { script } else { Character::all().collect() },
            is_trouble_brewing,
            is_dealt: !model.names.is_empty() && players.clone().all(is_dealt),
            deluded: players.into_iter().find_map(deluded),
            // Trouble Brewing has only one.
            demon: demon.or(of_script(script.and(CharacterSet::team(Team::Demon)))),
            poisoner: of_script(script.and(poisoners)),
        }
    }
}

/// The only one of a set.
fn only(characters: CharacterSet) -> Option<Character> {
    characters.iter().next().filter(|_| characters.len() == 1)
}
