//! The characters that the rules of thumb know by name.

use gaslamp_botc::Character;

pub(super) const BUTLER: Character = Character::with_id("butler");
pub(super) const CHEF: Character = Character::with_id("chef");
pub(super) const DREAMER: Character = Character::with_id("dreamer");
pub(super) const EMPATH: Character = Character::with_id("empath");
pub(super) const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");
pub(super) const IMP: Character = Character::with_id("imp");
pub(super) const INVESTIGATOR: Character = Character::with_id("investigator");
pub(super) const JUGGLER: Character = Character::with_id("juggler");
pub(super) const LIBRARIAN: Character = Character::with_id("librarian");
pub(super) const MAYOR: Character = Character::with_id("mayor");
pub(super) const MONK: Character = Character::with_id("monk");
pub(super) const RAVENKEEPER: Character = Character::with_id("ravenkeeper");
pub(super) const RECLUSE: Character = Character::with_id("recluse");
pub(super) const SAINT: Character = Character::with_id("saint");
pub(super) const SAVANT: Character = Character::with_id("savant");
pub(super) const SLAYER: Character = Character::with_id("slayer");
pub(super) const SOLDIER: Character = Character::with_id("soldier");
pub(super) const UNDERTAKER: Character = Character::with_id("undertaker");
pub(super) const WASHERWOMAN: Character = Character::with_id("washerwoman");

/// Who learns something night after night: worth poisoning, worth killing.
pub(super) const INFORMED: [Character; 4] = [EMPATH, FORTUNE_TELLER, UNDERTAKER, DREAMER];

/// Who learns something on the first night and never again.
pub(super) const ONCE_INFORMED: [Character; 4] = [WASHERWOMAN, LIBRARIAN, INVESTIGATOR, CHEF];
