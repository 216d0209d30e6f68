//! States and moves as facts, and moves back. Accepts what the engine knows, emits places in the tables of the rules; nothing is decided
//! here.

use gaslamp_botc::rules::script::Step;
use gaslamp_botc::rules::{
    Bluffs, CharacterList, Content, Deal, EvilTeam, Part, Pending, Reminder, Statement, Topic,
};
use gaslamp_botc::{Action, Character, CharacterSet, Script, Side, State};
use gaslamp_core::{Actor, Contents, Seat, Seats};

use super::formula::Truth;
use super::moves::Move;
use super::profile::{Profile, mark_term};
use super::question::Question;
use super::rules::word;
use crate::asp::program::Failure;
use crate::asp::transition::{Facts, Place, Transition};

/// The predicates of the parts of a move.
pub(super) const PARTS: &[&str] = &[
    "verb", "by", "to", "target", "nth", "holder", "wrong", "named", "other", "number", "bluff", "twice",
    "may_hold", "may_fail", "is_fact", "is_none", "guessed",
];

/// The predicates that say where the game is and what is done: at each of these points most rules have no place.
pub(super) const TURNING_POINTS: &[&str] = &["stage", "first_night", "ask", "place", "ruling", "verb"];

/// What every name of the rules stands for, looked up once.
#[derive(Debug)]
pub(super) struct Places {
    seats: usize,
    characters: Vec<Character>,
    roles: Vec<Vec<Place>>,
    /// Whoever is not what they think, and what they may think they are.
    delusions: Vec<(Character, Character, Place)>,
    evil: Vec<Place>,
    alive: Vec<Place>,
    ghost_vote: Vec<Place>,
    /// By token, or what the Storyteller remembers without one.
    reminders: Vec<(Reminder, Vec<Place>)>,
    /// The same, by who has laid it; where several might have.
    laid: Vec<(Reminder, Vec<Vec<Place>>)>,
    /// Who is impaired by a token, has gained whose ability, has done so in vain, and is alive but seems dead; where that can be.
    dulled: Option<Vec<Place>>,
    gained: Vec<(Character, Vec<Place>)>,
    vain: Option<Vec<Place>>,
    seems_dead: Option<Vec<Place>>,
    /// A side that has lost when the Storyteller has decided, whether one more day is played, and whether somebody died today.
    lost: Option<[Place; 2]>,
    /// Whether good has lost by an execution by then, and whether the end is looked for then; where somebody keeps good from winning.
    open_end: Option<[Place; 2]>,
    extra: Option<[Place; 2]>,
    died_today: Option<Place>,
    known_alive: Option<Vec<Place>>,
    woken: Option<Vec<Place>>,
    /// Who is attacked next, by number and seat, and by whom.
    aims: Vec<Vec<Place>>,
    aimer: Option<Vec<Place>>,
    owes: Option<Vec<Place>>,
    /// Who has died impaired; what was named before the Storyteller rules; which character a token is about; all guesses by seat and character, and
    /// who was guessed rightly.
    died_dulled: Option<Vec<Place>>,
    named_before: Vec<(Character, Place)>,
    abouts: Vec<(Reminder, Character, Place)>,
    guesses: Vec<Vec<Place>>,
    is_guessed: Option<Vec<Place>>,
    was_right: Option<Vec<Place>>,
    first_day: Option<Place>,
    fresh_by_day: Option<Vec<Place>>,
    guess_parts: Vec<Vec<Place>>,
    /// Between which acts of the day the Storyteller is asked, and which seat is next.
    joints: Vec<(&'static str, Place)>,
    joint_at: Option<Vec<Place>>,
    is_closed: Option<Place>,
    question: Option<[Place; 3]>,
    questioners: CharacterSet,
    stages: [Place; 4],
    first_night: Place,
    winner: [Place; 2],
    /// What may be asked, whose rulings the Storyteller gives, and the deaths that they are about.
    asks: Vec<(&'static str, Place)>,
    asked: Vec<Place>,
    rulings: Vec<(Character, Place)>,
    causes: Vec<(&'static str, Place)>,
    /// Which rulings wait for others, where they can: by kind, ability and seat.
    awaits: Vec<(&'static str, Character, Vec<Place>)>,
    /// Whose ability a death is of; where something hangs on it.
    attacker: Option<Vec<Place>>,
    order: Vec<(Step, Place)>,
    acted: Vec<Place>,
    chosen: Vec<Place>,
    died_tonight: Vec<Place>,
    /// Who has become somebody else tonight, and lacks the token to begin with; where that matters.
    fresh: Option<Vec<Place>>,
    unprepared: Option<Vec<Place>>,
    /// Whose ability went wrong, for certain or perhaps, and who has kept whom safe in vain; where somebody counts that.
    misfired: Option<Vec<Place>>,
    doubtful: Option<Vec<Place>>,
    vain_wards: Option<Vec<Vec<Place>>>,
    untold: Vec<Place>,
    passed: Vec<Place>,
    cursor: Vec<Place>,
    has_nominated: Vec<Place>,
    was_nominated: Vec<Place>,
    /// Who has done what is done by day once a game or once a day, where somebody on the script can.
    has_used: Vec<(&'static str, Option<Vec<Place>>)>,
    nominator: Vec<Place>,
    nominee: Vec<Place>,
    voter: Vec<Place>,
    hand: Vec<Place>,
    block: Vec<Place>,
    most_votes: Vec<Place>,
    executed: Vec<Place>,
    execution_killed: Place,
    day_over: Place,

    verbs: Vec<(&'static str, Place)>,
    by: Vec<Place>,
    by_storyteller: Place,
    to: Vec<Place>,
    target: Vec<Place>,
    holder: Vec<Place>,
    wrong: Vec<Place>,
    twice: Place,
    nth: Vec<Vec<Place>>,
    named: Vec<Place>,
    other: Option<Vec<Place>>,
    other_stranger: Option<Place>,
    /// What is said may be true, may be false, is true in fact, and nothing of it is.
    truth: Option<[Place; 4]>,
    named_stranger: Place,
    number: Vec<Place>,
    bluff: Vec<(Character, Place)>,
    bluff_stranger: Place,

    /// The game goes on by itself: as what is asked, and as a move.
    pub(super) on: Place,
    pub(super) goes_on: Facts,
    /// The first night comes after a deal.
    pub(super) begin: Facts,
    ask_begin: Place,
}

const ASKS: &[&str] =
    &["choice", "tell", "team", "registers", "pick", "show", "turn", "vote", "decide", "last"];

/// What is done by day once a game or once a day.
const DAY_ACTS: &[&str] = &["shoot", "guess", "utter", "visit"];

/// Between which acts of the day something may happen.
const JOINTS: &[&str] = &["talk", "nominations", "count", "close"];

const VERBS: &[&str] = &[
    "pick",
    "pick_nobody",
    "choose",
    "tell_pair",
    "tell_nobody",
    "tell_number",
    "tell_yes",
    "tell_no",
    "tell_is",
    "tell_grimoire",
    "tell_nothing",
    "tell_team",
    "rule_yes",
    "rule_no",
    "show",
    "pass",
    "nominate",
    "shoot",
    "claim",
    "claim_role",
    "guess",
    "utter",
    "question",
    "visit",
    "attack",
    "choose_character",
    "name",
    "tell_one_of",
    "tell_things",
    "tell_players",
    "tell_person",
    "tell_characters",
    "vote",
    "abstain",
];

impl Places {
    pub(super) fn new(
        rules: &Transition,
        script: &Script,
        seats: usize,
        profile: &Profile,
    ) -> Result<Self, Failure> {
        let characters = script.characters().to_vec();
        let fluent = |name: &str| rules.fluent(name);
        let part = |name: &str| rules.part(name);
        let from = |open: &str| {
            (0..seats).map(|seat| fluent(&format!("{open}{seat})"))).collect::<Result<Vec<_>, _>>()
        };
        let by_seat = |predicate: &str| from(&format!("{predicate}("));
        let part_by_seat = |predicate: &str| {
            (0..seats).map(|seat| part(&format!("{predicate}({seat})"))).collect::<Result<Vec<_>, _>>()
        };
        let by_character = |predicate: &str, seat: usize| {
            let place =
                |character: &Character| fluent(&format!("{predicate}({seat},{})", character.facts().id));
            characters.iter().map(place).collect::<Result<Vec<_>, _>>()
        };
        let table = |predicate: &str| {
            (0..seats).map(|seat| by_character(predicate, seat)).collect::<Result<Vec<_>, _>>()
        };
        let named = |character: &Character| part(&format!("named({})", character.facts().id));
        let is_here = |mark: &Reminder| characters.contains(&mark.owner());
        let marks: Vec<Reminder> = Reminder::all().filter(is_here).collect();
        let both = |names: [&str; 2]| Some([fluent(names[0]).ok()?, fluent(names[1]).ok()?]);
        let part_from = |open: &str| {
            (0..seats).map(|seat| part(&format!("{open}{seat})"))).collect::<Result<Vec<_>, _>>().ok()
        };
        let order = |step: Step| fluent(&format!("place({})", word(step)?)).ok().map(|place| (step, place));
        let steps = characters.iter().map(|character| Step::Character(*character)).chain([Step::DemonInfo]);
        let made = |names: [&str; 2]| -> Result<Facts, Failure> {
            let mut made = Facts::default();
            for name in names {
                made.insert(part(name)?);
            }
            Ok(made)
        };
        let delusion = |&(who, thinks): &(Character, Character)| {
            let name = format!("thinks({},{})", who.facts().id, thinks.facts().id);
            Ok((who, thinks, fluent(&name)?))
        };
        // Not every script has everything that may be asked or ruled on.
        let known = |predicate: &str, name: &str| fluent(&format!("{predicate}({name})")).ok();
        let ids = || characters.iter().map(|character| character.facts().id);
        let good = characters.iter().copied().filter(|character| CharacterSet::GOOD.contains(*character));
        let bluff =
            |character: Character| Ok((character, part(&format!("bluff({})", character.facts().id))?));
        Ok(Self {
            seats,
            roles: table("role")?,
            delusions: profile.delusions.iter().map(delusion).collect::<Result<_, Failure>>()?,
            evil: by_seat("evil")?,
            alive: by_seat("alive")?,
            ghost_vote: by_seat("ghost_vote")?,
            reminders: marks
                .iter()
                .filter_map(|mark| Some((*mark, from(&format!("reminder({},", mark_term(*mark))).ok()?)))
                .collect(),
            laid: marks
                .iter()
                .filter_map(|mark| {
                    let at = |seat: usize| from(&format!("laid({},{seat},", mark_term(*mark)));
                    Some((*mark, (0..seats).map(at).collect::<Result<_, _>>().ok()?))
                })
                .collect(),
            dulled: by_seat("is_dulled").ok(),
            gained: characters
                .iter()
                .filter_map(|character| {
                    let id = character.facts().id;
                    let of = |seat: usize| fluent(&format!("gained({seat},{id})"));
                    Some((*character, (0..seats).map(of).collect::<Result<_, _>>().ok()?))
                })
                .collect(),
            vain: by_seat("is_vain").ok(),
            seems_dead: by_seat("seems_dead").ok(),
            lost: both(["lost(good)", "lost(evil)"]),
            open_end: both(["is_good_forfeit", "is_end_open"]),
            extra: both(["is_extra", "is_extra_due"]),
            died_today: fluent("died_today").ok(),
            known_alive: by_seat("known_alive").ok(),
            woken: by_seat("was_woken").ok(),
            aims: (1..=3).map_while(|at| from(&format!("aim({at},")).ok()).collect(),
            aimer: by_seat("aimer").ok(),
            owes: by_seat("owes").ok(),
            died_dulled: by_seat("died_dulled").ok(),
            named_before: characters
                .iter()
                .filter_map(|character| Some((*character, known("named_before", character.facts().id)?)))
                .collect(),
            abouts: marks
                .iter()
                .flat_map(|mark| characters.iter().map(move |character| (*mark, *character)))
                .filter_map(|(mark, character)| {
                    let name = format!("about({},{})", mark_term(mark), character.facts().id);
                    Some((mark, character, fluent(&name).ok()?))
                })
                .collect(),
            guesses: table("guess").unwrap_or_default(),
            is_guessed: by_seat("is_guessed").ok(),
            was_right: by_seat("was_right").ok(),
            first_day: fluent("first_day").ok(),
            fresh_by_day: by_seat("is_new").ok(),
            guess_parts: (0..seats)
                .map_while(|seat| {
                    let of =
                        |character: &Character| part(&format!("guessed({seat},{})", character.facts().id));
                    characters.iter().map(of).collect::<Result<Vec<_>, _>>().ok()
                })
                .collect(),
            joints: JOINTS.iter().filter_map(|name| Some((*name, known("joint", name)?))).collect(),
            joint_at: by_seat("joint_at").ok(),
            is_closed: fluent("is_closed").ok(),
            questioners: profile.speakers("question"),
            question: {
                let of = |name: &str| fluent(name).ok();
                of("question_may_hold")
                    .zip(of("question_may_fail"))
                    .zip(of("question_is_fact"))
                    .map(|((hold, fail), fact)| [hold, fail, fact])
            },
            stages: [
                fluent("stage(setup)")?,
                fluent("stage(night)")?,
                fluent("stage(talk)")?,
                fluent("stage(evening)")?,
            ],
            first_night: fluent("first_night")?,
            winner: [fluent("winner(good)")?, fluent("winner(evil)")?],
            asks: ASKS.iter().filter_map(|name| Some((*name, known("ask", name)?))).collect(),
            asked: by_seat("asked")?,
            rulings: characters
                .iter()
                .filter_map(|character| Some((*character, known("ruling", character.facts().id)?)))
                .collect(),
            causes: ids()
                .chain(["execution"])
                .filter_map(|name| Some((name, known("cause", name)?)))
                .collect(),
            awaits: ASKS
                .iter()
                .flat_map(|kind| characters.iter().map(move |character| (*kind, *character)))
                .filter_map(|(kind, character)| {
                    let places = from(&format!("awaits({kind},{},", character.facts().id)).ok()?;
                    Some((kind, character, places))
                })
                .collect(),
            attacker: by_seat("attacker").ok(),
            order: steps.filter_map(order).collect(),
            acted: by_seat("acted")?,
            chosen: by_seat("chosen")?,
            died_tonight: by_seat("died_tonight")?,
            fresh: by_seat("fresh").ok(),
            unprepared: by_seat("is_unprepared").ok(),
            misfired: by_seat("misfired").ok(),
            doubtful: by_seat("is_doubtful").ok(),
            vain_wards: (0..seats)
                .map(|guard| from(&format!("vain_ward({guard},")))
                .collect::<Result<_, _>>()
                .ok(),
            untold: by_seat("untold")?,
            passed: by_seat("passed")?,
            cursor: by_seat("cursor")?,
            has_nominated: by_seat("has_nominated")?,
            was_nominated: by_seat("was_nominated")?,
            has_used: DAY_ACTS.iter().map(|act| (*act, from(&format!("has_used({act},")).ok())).collect(),
            nominator: by_seat("nominator")?,
            nominee: by_seat("nominee")?,
            voter: by_seat("voter")?,
            hand: by_seat("hand")?,
            block: by_seat("block")?,
            most_votes: (0..=seats)
                .map(|count| fluent(&format!("most_votes({count})")))
                .collect::<Result<_, _>>()?,
            executed: by_seat("executed")?,
            execution_killed: fluent("execution_killed")?,
            day_over: fluent("day_over")?,
            verbs: VERBS
                .iter()
                .map(|name| Ok((*name, part(&format!("verb({name})"))?)))
                .collect::<Result<_, Failure>>()?,
            by: part_by_seat("by")?,
            by_storyteller: part("by(st)")?,
            to: part_by_seat("to")?,
            target: part_by_seat("target")?,
            holder: part_by_seat("holder")?,
            wrong: part_by_seat("wrong")?,
            named: characters.iter().map(named).collect::<Result<_, _>>()?,
            number: (0..=seats + 1)
                .map(|count| part(&format!("number({count})")))
                .collect::<Result<_, _>>()?,
            bluff: good.map(bluff).collect::<Result<_, Failure>>()?,
            named_stranger: part("named(stranger)")?,
            bluff_stranger: part("bluff(stranger)")?,
            twice: part("twice")?,
            nth: (1..=3).map_while(|at| part_from(&format!("nth({at},"))).collect(),
            other: characters
                .iter()
                .map(|character| part(&format!("other({})", character.facts().id)))
                .collect::<Result<_, _>>()
                .ok(),
            other_stranger: part("other(stranger)").ok(),
            truth: {
                let all: Result<Vec<Place>, _> =
                    ["may_hold", "may_fail", "is_fact", "is_none"].map(part).into_iter().collect();
                all.ok().and_then(|all| all.try_into().ok())
            },
            on: fluent("ask(on)")?,
            goes_on: made(["verb(goes_on)", "by(st)"])?,
            begin: made(["verb(begin)", "by(st)"])?,
            ask_begin: fluent("ask(begin)")?,
            characters,
        })
    }

    /// A state in which somebody is asked something, or which is over.
    pub(super) fn state(&self, state: &State) -> Result<Facts, Failure> {
        if state.pending() == Pending::Deal {
            return Err(Failure::Unknown("a table before the deal".to_owned()));
        }
        let mut facts = self.people(state)?;
        let inside = state.omniscient();
        let all = |facts: &mut Facts, places: &[Place], seats: Seats| {
            seats.iter().for_each(|seat| facts.insert(places[seat.index()]));
        };
        all(&mut facts, &self.untold, inside.untold);
        let counted = [(&self.misfired, inside.misfired), (&self.doubtful, inside.may_have_misfired)];
        for (places, seats) in counted {
            places.iter().for_each(|places| all(&mut facts, places, seats));
        }
        let used = [inside.shot, inside.guessed, inside.uttered, inside.visited];
        for ((act, places), seats) in self.has_used.iter().zip(used) {
            match places {
                Some(places) => all(&mut facts, places, seats),
                None if seats.is_empty() || *act != "shoot" => {}
                None => return Err(Failure::Unknown("a shot on this script".to_owned())),
            }
        }
        self.seldom(state, &mut facts);
        for (guard, ward) in inside.vain_wards.into_iter().flatten() {
            let places = self.vain_wards.as_ref().map(|places| places[guard.index()][ward.index()]);
            places.into_iter().for_each(|place| facts.insert(place));
        }
        if let Some(seat) = inside.executed {
            facts.insert(self.executed[seat.index()]);
        }
        if inside.execution_killed {
            facts.insert(self.execution_killed);
        }
        if let Some(side) = inside.winner {
            facts.insert(self.winner[usize::from(side == Side::Evil)]);
        }
        match inside.part {
            Part::Setup => facts.insert(self.stages[0]),
            Part::Night {
                place,
                acted,
                chosen,
                died,
                fresh,
                unprepared,
                known_living,
                woken,
                died_impaired,
                chosen_character,
                attacks,
                attacker,
            } => {
                self.died_dulled.iter().for_each(|places| all(&mut facts, places, died_impaired));
                if let (Pending::Ruling(_), Some(named)) = (state.pending(), chosen_character) {
                    let known = self.named_before.iter().find(|(known, _)| *known == named);
                    known.into_iter().for_each(|(_, place)| facts.insert(*place));
                }
                for (places, seats) in [(&self.known_alive, known_living), (&self.woken, woken)] {
                    places.iter().for_each(|places| all(&mut facts, places, seats));
                }
                for (places, aimed) in self.aims.iter().zip(attacks) {
                    aimed.into_iter().for_each(|seat| facts.insert(places[seat.index()]));
                }
                if let (Some(places), Some(_)) = (&self.aimer, attacks[0]) {
                    facts.insert(places[attacker.index()]);
                }
                facts.insert(self.stages[1]);
                if inside.is_first {
                    facts.insert(self.first_night);
                }
                let known = place.and_then(|place| self.order.iter().find(|(step, _)| *step == place));
                known.into_iter().for_each(|(_, place)| facts.insert(*place));
                all(&mut facts, &self.acted, acted);
                all(&mut facts, &self.died_tonight, died);
                for (places, seats) in [(&self.fresh, fresh), (&self.unprepared, unprepared)] {
                    places.iter().for_each(|places| all(&mut facts, places, seats));
                }
                // The news of the evil team is about nobody's choice.
                if matches!(state.pending(), Pending::Telling(_, Topic::Ability(_))) {
                    all(&mut facts, &self.chosen, chosen);
                }
            }
            Part::Talk { passed } => {
                facts.insert(self.stages[2]);
                all(&mut facts, &self.passed, passed);
            }
            Part::Evening { passed, cursor, nominators, nominated, vote, block, most_votes, is_over } => {
                facts.insert(self.stages[3]);
                if !is_over {
                    all(&mut facts, &self.passed, passed);
                    facts.insert(self.cursor[cursor.index()]);
                    facts.insert(self.most_votes[usize::from(most_votes)]);
                    if let (Some(place), true) = (self.is_closed, inside.is_closed) {
                        facts.insert(place);
                    }
                }
                all(&mut facts, &self.has_nominated, nominators);
                all(&mut facts, &self.was_nominated, nominated);
                if let Some(vote) = vote {
                    facts.insert(self.nominator[vote.nominator.index()]);
                    facts.insert(self.nominee[vote.nominee.index()]);
                    all(&mut facts, &self.voter, vote.voters);
                    all(&mut facts, &self.hand, vote.hands);
                }
                block.into_iter().for_each(|seat| facts.insert(self.block[seat.index()]));
                if is_over {
                    facts.insert(self.day_over);
                }
            }
        }
        self.question(state, &mut facts)?;
        Ok(facts)
    }

    /// A table that was dealt and that nothing has happened at: everybody lives and may vote.
    pub(super) fn dealt(&self, deal: &Deal) -> Result<Facts, Failure> {
        if deal.size() != self.seats {
            return Err(Failure::Unknown(format!("a deal to {} seats here", deal.size())));
        }
        let mut facts = Facts::default();
        for (seat, (&role, &token)) in deal.roles().iter().zip(deal.tokens()).enumerate() {
            facts.insert(self.roles[seat][self.number_of(role)?]);
            self.belief(&mut facts, role, token)?;
            facts.insert(self.alive[seat]);
            facts.insert(self.ghost_vote[seat]);
            if CharacterSet::EVIL.contains(role) {
                facts.insert(self.evil[seat]);
            }
        }
        facts.insert(self.stages[0]);
        facts.insert(self.ask_begin);
        Ok(facts)
    }

    /// Who is what, who lives and votes, and which tokens lie there.
    fn people(&self, state: &State) -> Result<Facts, Failure> {
        let mut facts = Facts::default();
        let inside = state.omniscient();
        for seat in (0..self.seats).map(Seat::new) {
            facts.insert(self.roles[seat.index()][self.number_of(inside.role(seat))?]);
            if !inside.is_unshown(seat) {
                self.belief(&mut facts, inside.role(seat), inside.token(seat))?;
            }
        }
        let alive = inside.living.or(inside.undead);
        let sets = [(inside.evil, &self.evil), (alive, &self.alive), (inside.ghost_votes, &self.ghost_vote)];
        for (seats, places) in sets {
            seats.iter().for_each(|seat| facts.insert(places[seat.index()]));
        }
        for mark in inside.marks() {
            let kind = mark.reminder;
            let is_about = |(known, about, _): &&(Reminder, Character, Place)| {
                *known == kind && *about == mark.character && mark.character != kind.owner()
            };
            self.abouts.iter().filter(is_about).for_each(|(.., place)| facts.insert(*place));
            let laid = self.laid.iter().find(|(known, _)| *known == kind);
            laid.iter().for_each(|(_, places)| facts.insert(places[mark.on.index()][mark.by.index()]));
            match self.reminders.iter().find(|(known, _)| *known == kind) {
                Some((_, places)) => facts.insert(places[mark.on.index()]),
                // What is only remembered may be known to the rules in another way.
                None if kind.token().is_none() => {}
                None => {
                    let owner = kind.owner().name();
                    return Err(Failure::Unknown(format!("a token of the {owner}")));
                }
            }
        }
        Ok(facts)
    }

    /// What few scripts have.
    fn seldom(&self, state: &State, facts: &mut Facts) {
        let inside = state.omniscient();
        let sets = [
            (&self.dulled, inside.impaired),
            (&self.vain, inside.vain),
            (&self.seems_dead, inside.undead),
            (&self.owes, inside.last_choices),
        ];
        for (places, seats) in sets {
            for seat in seats.iter() {
                places.iter().for_each(|places| facts.insert(places[seat.index()]));
            }
        }
        for seat in (0..self.seats).map(Seat::new) {
            let (ability, person) = (inside.ability(seat), state.person(seat));
            let is_believed = self.delusions.iter().any(|(who, ..)| *who == person.role);
            let own = if is_believed { person.token } else { person.role };
            if ability != own && ability != person.role {
                let known = self.gained.iter().find(|(known, _)| *known == ability);
                known.into_iter().for_each(|(_, places)| facts.insert(places[seat.index()]));
            }
        }
        self.guessing(state, facts);
        if let (Some(places), Some(side)) = (self.lost, inside.lost) {
            facts.insert(places[usize::from(side == Side::Evil)]);
        }
        let flags = [
            (self.open_end.map(|[forfeit, _]| forfeit), inside.is_good_forfeit),
            (self.open_end.map(|[_, open]| open), inside.is_end_open),
            (self.extra.map(|[now, _]| now), inside.is_extra_day),
            (self.extra.map(|[_, due]| due), inside.is_extra_day_due),
            (self.died_today, inside.died_today),
        ];
        flags.into_iter().filter(|(_, is_so)| *is_so).for_each(|(place, _)| {
            place.into_iter().for_each(|place| facts.insert(place));
        });
        let is_day = matches!(inside.part, Part::Talk { .. } | Part::Evening { is_over: false, .. });
        if let (true, Some((name, seat))) = (is_day, inside.interlude) {
            let joint = self.joints.iter().find(|(known, _)| *known == name);
            joint.into_iter().for_each(|(_, place)| facts.insert(*place));
            self.joint_at.iter().for_each(|places| facts.insert(places[seat.index()]));
        }
        let is_asked = matches!(state.pending(), Pending::Telling(_, Topic::Ability(_))) && is_day;
        if let (Some(places), true) = (self.question, is_asked) {
            for (place, is_so) in places.into_iter().zip(inside.question) {
                if is_so && self.is_question(state) {
                    facts.insert(place);
                }
            }
        }
    }

    /// Who was guessed to be what, and who of them was that; whether it is the first day, and who has a first day of their own.
    fn guessing(&self, state: &State, facts: &mut Facts) {
        let inside = state.omniscient();
        let is_day = matches!(inside.part, Part::Talk { .. } | Part::Evening { .. });
        if let (Some(place), true) = (self.first_day, is_day && inside.is_first) {
            facts.insert(place);
        }
        if let (Some(places), true) = (&self.fresh_by_day, !matches!(inside.part, Part::Setup)) {
            inside.fresh.iter().for_each(|seat| facts.insert(places[seat.index()]));
        }
        let Some(guessed) = &self.is_guessed else { return };
        let named = |word: &str| -> Vec<(Seat, Seat, Character)> {
            let marks = inside.marks().filter(|mark| mark.reminder.token().is_none());
            let marks = marks.filter(|mark| mark.reminder.word() == word);
            marks.map(|mark| (mark.by, mark.on, mark.character)).collect()
        };
        let (guesses, facts_then) = (named("guess"), named("was"));
        for (by, on, character) in guesses {
            facts.insert(guessed[on.index()]);
            if let (Ok(at), Some(places)) = (self.number_of(character), self.guesses.get(on.index())) {
                facts.insert(places[at]);
            }
            if let (Some(places), true) = (&self.was_right, facts_then.contains(&(by, on, character))) {
                facts.insert(places[on.index()]);
            }
        }
    }

    /// Whether whoever is about to hear something has asked for it with a question.
    fn is_question(&self, state: &State) -> bool {
        let Pending::Telling(seat, _) = state.pending() else { return false };
        let ability = state.omniscient().ability(seat);
        self.questioners.contains(ability)
    }

    /// What somebody thinks they are who is not; all others know what they are.
    fn belief(&self, facts: &mut Facts, role: Character, token: Character) -> Result<(), Failure> {
        let mut beliefs = self.delusions.iter().filter(|(who, ..)| *who == role).peekable();
        if beliefs.peek().is_none() {
            return Ok(());
        }
        let (name, thinks) = (role.name(), token.name());
        let unknown = || Failure::Unknown(format!("a {name} with the token of the {thinks}"));
        let (.., place) = beliefs.find(|(_, thinks, _)| *thinks == token).ok_or_else(unknown)?;
        facts.insert(*place);
        Ok(())
    }

    fn number_of(&self, character: Character) -> Result<usize, Failure> {
        let place = self.characters.iter().position(|known| *known == character);
        place.ok_or_else(|| Failure::Unknown(format!("the {} on this script", character.name())))
    }

    /// What is asked, and about whom.
    fn question(&self, state: &State, facts: &mut Facts) -> Result<(), Failure> {
        let Some(question) = Question::of(state)? else { return Ok(()) };
        let Question { kind, about, ability, cause, attacker } = question;
        let unknown = || Failure::Unknown(format!("{question:?} on this script"));
        let ask = self.asks.iter().find(|(known, _)| *known == kind);
        facts.insert(ask.ok_or_else(unknown)?.1);
        facts.insert(self.asked[about.index()]);
        if let Some(ability) = ability {
            let ruling = self.rulings.iter().find(|(known, _)| *known == ability);
            facts.insert(ruling.ok_or_else(unknown)?.1);
        }
        if let Some(cause) = cause {
            let known = self.causes.iter().find(|(known, _)| *known == cause);
            facts.insert(known.ok_or_else(unknown)?.1);
        }
        if let (Some(places), Some(seat)) = (&self.attacker, attacker) {
            facts.insert(places[seat.index()]);
        }
        for later in state.omniscient().later_rulings() {
            let kind = Question::kind(later)?;
            let is_it = |(known, ability, _): &&(_, _, _)| *known == kind && *ability == later.ability;
            let known = self.awaits.iter().find(is_it);
            let unknown = || Failure::Unknown(format!("{later:?} that waits on this script"));
            facts.insert(known.ok_or_else(unknown)?.2[later.about.index()]);
        }
        Ok(())
    }

    /// A move as facts.
    pub(super) fn move_facts(
        &self,
        by: Actor,
        action: Action,
        contents: &Contents<Content>,
        truth: Option<Truth>,
    ) -> Result<Facts, Failure> {
        let made = Move::of(by, action, contents)?;
        let mut facts = Facts::default();
        facts.insert(match by {
            Actor::Storyteller => self.by_storyteller,
            Actor::Seat(seat) => self.at(&self.by, seat)?,
        });
        self.verb(&mut facts, made.verb);
        if let Some(to) = made.to {
            facts.insert(self.at(&self.to, to)?);
        }
        for seat in made.targets.iter() {
            facts.insert(self.at(&self.target, seat)?);
        }
        if let Some((holder, wrong)) = made.pair {
            facts.insert(self.at(&self.holder, holder)?);
            facts.insert(self.at(&self.wrong, wrong)?);
        }
        if let Some(character) = made.named {
            let known = self.characters.iter().position(|known| *known == character);
            facts.insert(known.map_or(self.named_stranger, |at| self.named[at]));
        }
        if let Some(number) = made.number {
            facts.insert(self.number[usize::from(number).min(self.seats + 1)]);
        }
        for character in made.bluffs.iter() {
            let known = self.bluff.iter().find(|(known, _)| *known == character);
            facts.insert(known.map_or(self.bluff_stranger, |(_, place)| *place));
        }
        if made.twice {
            facts.insert(self.twice);
        }
        let unknown = || Failure::Unknown(format!("the move {action:?} on this script"));
        for (at, seat) in made.attacked.into_iter().enumerate().filter_map(|(at, seat)| Some((at, seat?))) {
            facts.insert(self.at(self.nth.get(at).ok_or_else(unknown)?, seat)?);
        }
        if let Some(character) = made.other {
            let places = self.other.as_ref().ok_or_else(unknown)?;
            let known = self.characters.iter().position(|known| *known == character);
            facts.insert(known.map(|at| places[at]).or(self.other_stranger).ok_or_else(unknown)?);
        }
        for (seat, character) in made.guesses(contents) {
            let places = self.guess_parts.get(seat.index()).ok_or_else(unknown)?;
            // Whoever is not on the script is nobody.
            if let Ok(at) = self.number_of(character) {
                facts.insert(places[at]);
            }
        }
        if let Some(Truth { may_hold, may_fail, is_fact, is_none }) = truth {
            let places = self.truth.ok_or_else(unknown)?;
            for (place, is_so) in places.into_iter().zip([may_hold, may_fail, is_fact, is_none]) {
                if is_so {
                    facts.insert(place);
                }
            }
        }
        Ok(facts)
    }

    fn verb(&self, made: &mut Facts, verb: &str) {
        let known = self.verbs.iter().find(|(known, _)| *known == verb);
        known.into_iter().for_each(|(_, place)| made.insert(*place));
    }

    fn at(&self, places: &[Place], seat: Seat) -> Result<Place, Failure> {
        let place = places.get(seat.index()).copied();
        place.ok_or_else(|| Failure::Unknown(format!("seat {} at this table", seat.index() + 1)))
    }

    /// The move with these parts; nothing if it is talk.
    pub(super) fn action(&self, made: &Facts) -> Result<Option<Action>, Failure> {
        let seats = |places: &[Place]| -> Seats {
            (0..self.seats).filter(|&seat| made.contains(places[seat])).map(Seat::new).collect()
        };
        let one = |places: &[Place]| {
            seats(places).lowest().ok_or_else(|| Failure::Unknown("a move without its player".to_owned()))
        };
        let named = || {
            let place = self.named.iter().position(|place| made.contains(*place));
            place
                .map(|place| self.characters[place])
                .ok_or_else(|| Failure::Unknown("a move without its character".to_owned()))
        };
        let verb = self.verbs.iter().find(|(_, place)| made.contains(*place)).map_or("", |(verb, _)| verb);
        let statement = match verb {
            "tell_pair" => {
                let (holder, wrong) = (one(&self.holder)?, one(&self.wrong)?);
                Statement::Pair { holder, wrong, character: named()? }
            }
            "tell_nobody" => Statement::Nobody,
            "tell_number" => {
                let number = self.number.iter().position(|place| made.contains(*place));
                Statement::Number(number.unwrap_or_default() as u8)
            }
            "tell_yes" => Statement::Answer(true),
            "tell_no" => Statement::Answer(false),
            "tell_is" => Statement::Is(named()?),
            "tell_one_of" => {
                let other = self.other.iter().flatten().position(|place| made.contains(*place));
                let other = other.map(|at| self.characters[at]);
                let missing = || Failure::Unknown("a move without its second character".to_owned());
                Statement::OneOf(named()?, other.ok_or_else(missing)?)
            }
            "tell_players" => Statement::Players(seats(&self.target)),
            "tell_person" => Statement::PlayerIs(one(&self.target)?, named()?),
            "tell_characters" => {
                let told = self.bluff.iter().filter(|(_, place)| made.contains(*place));
                let told = told.map(|(character, _)| *character).collect();
                Statement::Characters(CharacterList::new(told).unwrap_or_default())
            }
            "tell_grimoire" => Statement::Grimoire,
            "tell_nothing" => Statement::Nothing,
            "tell_team" => {
                let told = self.bluff.iter().filter(|(_, place)| made.contains(*place));
                let bluffs = Bluffs::new(told.map(|(character, _)| *character).collect()).unwrap_or_default();
                Statement::Team(EvilTeam { minions: seats(&self.target), bluffs })
            }
            "show" => return Ok(Some(Action::Show(named()?))),
            "choose_character" => return Ok(Some(Action::ChooseCharacter(named()?))),
            "name" => return Ok(Some(Action::Name(one(&self.target)?, named()?))),
            "attack" => {
                let attacked = |at: usize| self.nth.get(at).map(|places| one(places)).transpose();
                let missing = || Failure::Unknown("an attack on nobody".to_owned());
                let (Some(a), Some(b)) = (attacked(0)?, attacked(1)?) else { return Err(missing()) };
                let is_third = self.nth.get(2).is_some_and(|places| !seats(places).is_empty());
                let third = if is_third { attacked(2)? } else { None };
                return Ok(Some(third.map_or(Action::AttackTwo(a, b), |c| Action::AttackThree(a, b, c))));
            }
            _ => return self.plain_action(verb, seats(&self.target)),
        };
        Ok(Some(Action::Tell(one(&self.to)?, statement)))
    }

    fn plain_action(&self, verb: &str, targets: Seats) -> Result<Option<Action>, Failure> {
        let mut rest = targets.iter();
        let action = match (verb, rest.next(), rest.next()) {
            ("claim", None, _) => return Ok(None),
            ("visit", None, _) => Action::Visit,
            ("pick", Some(seat), None) => Action::Pick(seat),
            ("pick_nobody", None, _) => Action::PickNobody,
            ("rule_yes", None, _) => Action::Rule(true),
            ("rule_no", None, _) => Action::Rule(false),
            ("pass", None, _) => Action::Pass,
            ("choose", Some(seat), None) => Action::Choose(seat),
            ("choose", Some(a), Some(b)) => Action::ChooseTwo(a, b),
            ("shoot", Some(seat), None) => Action::Shoot(seat),
            ("nominate", Some(seat), None) => Action::Nominate(seat),
            ("vote", Some(seat), None) => Action::Vote(seat),
            ("abstain", None, _) => Action::Abstain,
            _ => return Err(Failure::Unknown(format!("the move {verb} of {targets:?}"))),
        };
        Ok(Some(action))
    }

    pub(super) fn is_over(&self, facts: &Facts) -> bool {
        self.winner.iter().any(|place| facts.contains(*place))
    }

    /// Whether a fact still means something when the game is over.
    pub(super) fn is_lasting(fact: &str) -> bool {
        ["winner(", "alive(", "role(", "evil("].iter().any(|name| fact.starts_with(name))
    }
}
