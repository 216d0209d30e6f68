//! Every world that fits a case. Accepts a [`Case`], emits [`Worlds`].

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use gaslamp_botc::rules::{ConstrainedRun, Deal, Formula, Profile, State, Statement};
use gaslamp_botc::{Character, CharacterSet, Script};
use gaslamp_core::{Diagnostic, Seat, Seats};
use rayon::prelude::*;

use super::case::{Case, Learned, Player, PublicEvent, Testimony, TestimonyEntry};
use super::deal_hypothesis::{DealHypothesis, believes_evil, claimed, counts, each_supposition};
use super::hidden::Hidden;
use super::timeline::Timeline;
use super::variant::Links;
use super::why::Question;
use super::world_search::{Options, WorldSearch};
use super::worlds::{World, Worlds};

/// A prepared case, for which every hypothesis can be tried.
pub struct Solver<'a> {
    pub(super) case: &'a Case,
    counts: [usize; 4],
    timeline: Timeline,
    options: Options,
    table: ConstrainedRun,
    /// All hypotheses, unless there are too many to keep.
    hypotheses: Option<Vec<DealHypothesis>>,
}

/// Finds every world.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn solve(case: &Case) -> Result<Worlds, Vec<Diagnostic>> {
    Solver::new(case).map(|solver| solver.worlds(&Watch::default()))
}

/// The handle of whoever waits for an answer: it shows the progress, and can stop the search.
#[derive(Debug, Default)]
pub struct Watch {
    /// How many hypotheses have been tried.
    pub tried: AtomicUsize,
    /// How many worlds have been found, some of them perhaps more than once.
    pub found: AtomicUsize,
    /// Set to stop with what has been found.
    pub stop: Arc<AtomicBool>,
}

/// How many hypotheses one thread tries at a time.
const CHUNK: usize = 64;

/// The most hypotheses that are kept.
pub const MOST_LISTED: usize = 200_000;

/// How many are made at a time if they are not kept.
const BATCH: usize = 16_384;

/// A world that was found.
pub(super) struct Found {
    pub(super) world: World,
    /// A bit for each question that holds, and for each that does not, on some branch that leads to this world.
    pub(super) yes: u64,
    pub(super) no: u64,
}

impl<'a> Solver<'a> {
    /// Prepares a case.
    ///
    /// # Errors
    /// What the case needs and the rules engine does not support.
    pub fn new(case: &'a Case) -> Result<Self, Vec<Diagnostic>> {
        let counts = counts(case)?;
        let table = undealt(case, counts)?;
        let options = options(case);
        options.hidden.check(case)?;
        let mut hypotheses = Vec::new();
        let all = each_supposition(case, counts, &mut |hypothesis| {
            hypotheses.push(hypothesis);
            if hypotheses.len() > MOST_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let hypotheses = all.is_continue().then_some(hypotheses);
        if hypotheses.is_none() {
            case.variant.check_countable()?;
        }
        let timeline = timeline(case)?;
        Ok(Self { case, counts, timeline, options, table, hypotheses })
    }

    /// Announces the questions that will be asked, so that the search distinguishes what they are about.
    ///
    /// # Errors
    /// What the questions need and the rules engine does not support.
    pub fn asked(mut self, questions: &[Question]) -> Result<Self, Vec<Diagnostic>> {
        self.options.hidden = self.options.hidden.or(Question::hidden(questions));
        self.options.hidden.check(self.case)?;
        Ok(self)
    }

    /// The same without the search's shortcuts, to check them: every hidden choice is followed for itself, whose abilities went wrong
    /// is always noted, and nothing is given up before its end. Fit for small tables only.
    ///
    /// # Errors
    /// What the case needs and the rules engine does not support.
    pub fn exhaustive(mut self) -> Result<Self, Vec<Diagnostic>> {
        self.options.is_exhaustive = true;
        self.table = undealt_counting(self.case, self.counts)?;
        Ok(self)
    }

    /// How many deals the set-up rules and the claims allow; `None` if there are too many to try one by one.
    #[must_use]
    pub fn supposed(&self) -> Option<usize> {
        self.hypotheses.as_ref().map(Vec::len)
    }

    /// Every world, on as many threads as the pool has, always in the same order.
    #[must_use]
    pub fn worlds(&self, watch: &Watch) -> Worlds {
        self.worlds_where(watch, |_, _| true)
    }

    /// Every world for which `is_it` holds; it also gets the state at the end.
    #[must_use]
    pub fn worlds_where(&self, watch: &Watch, is_it: impl Fn(&World, &State) -> bool + Sync) -> Worlds {
        let (found, supposed, is_complete) = self.found(watch, is_it, &[]);
        Worlds::new(found.into_iter().map(|found| found.world), supposed, is_complete)
    }

    /// The worlds for which `is_it` holds, some perhaps more than once, with the answers to the questions; how many hypotheses were
    /// tried, and whether those are all.
    pub(super) fn found(
        &self,
        watch: &Watch,
        is_it: impl Fn(&World, &State) -> bool + Sync,
        asked: &[Question],
    ) -> (Vec<Found>, usize, bool) {
        let (mut found, mut supposed) = (Vec::new(), 0);
        let all = self.each_batch(&mut |batch| {
            let parts: Vec<Vec<Found>> = batch
                .par_chunks(CHUNK)
                .map(|chunk| {
                    let mut search = HypothesisSolver::new(self, watch);
                    let mut worlds = Vec::new();
                    for hypothesis in chunk.iter().take_while(|_| !watch.stop.load(Relaxed)) {
                        let own = search.found(hypothesis, &is_it, asked);
                        watch.tried.fetch_add(1, Relaxed);
                        watch.found.fetch_add(own.len(), Relaxed);
                        worlds.extend(own);
                    }
                    worlds
                })
                .collect();
            found.extend(parts.into_iter().flatten());
            supposed += batch.len();
            if watch.stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_complete = all.is_continue();
        if found.is_empty() && is_complete {
            found.extend(self.lawless_found(watch, &is_it, asked));
        }
        (found, supposed, is_complete)
    }

    /// The world in which everybody is what they claim, if somebody claims a character with which no rules hold, and no other world
    /// exists: a convention of puzzles.
    fn lawless_found(
        &self,
        watch: &Watch,
        is_it: &impl Fn(&World, &State) -> bool,
        asked: &[Question],
    ) -> Option<Found> {
        let claims: Option<Vec<Character>> =
            self.case.players.iter().map(|player| only(&player.claims)).collect();
        let claims = claims.filter(|claims| claims.iter().any(|claim| is_lawless(*claim)))?;
        let has_law = self.ordinary(watch, |_, _| true).is_some();
        if has_law || watch.stop.load(Relaxed) {
            return None;
        }
        let seats: Vec<_> = claims.iter().map(|claim| (*claim, *claim)).collect();
        let table = self.table.dealt(&Deal::new(&seats)?);
        let world = World { end: ends(self.case, &claims), start: claims, evil: table.state().evil() };
        let end = table.state();
        is_it(&world, end).then(|| {
            let (yes, no) = answers(asked, &world, end);
            Found { world, yes, no }
        })
    }

    /// The first world for which `is_it` holds, which also gets the state at the end; `None` if there is none, or if the search is
    /// stopped before.
    #[must_use]
    pub fn find(&self, watch: &Watch, is_it: impl Fn(&World, &State) -> bool + Sync) -> Option<World> {
        self.ordinary(watch, &is_it)
            .or_else(|| self.lawless_found(watch, &is_it, &[]).map(|found| found.world))
    }

    /// The same where the rules hold.
    fn ordinary(&self, watch: &Watch, is_it: impl Fn(&World, &State) -> bool + Sync) -> Option<World> {
        let mut first = None;
        let _ = self.each_batch(&mut |batch| {
            first = batch.par_chunks(CHUNK).find_map_first(|chunk| {
                let mut search = HypothesisSolver::new(self, watch);
                let mut left = chunk.iter().take_while(|_| !watch.stop.load(Relaxed));
                left.find_map(|hypothesis| search.found(hypothesis, &is_it, &[]).into_iter().next())
            });
            if first.is_some() || watch.stop.load(Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        first.map(|found| found.world)
    }

    /// Shows all hypotheses, many at a time, until the caller has enough.
    fn each_batch(&self, visit: &mut dyn FnMut(&[DealHypothesis]) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(all) = &self.hypotheses {
            return visit(all);
        }
        let mut batch = Vec::with_capacity(BATCH);
        each_supposition(self.case, self.counts, &mut |hypothesis| {
            batch.push(hypothesis);
            if batch.len() < BATCH {
                return ControlFlow::Continue(());
            }
            let is_enough = visit(&batch);
            batch.clear();
            is_enough
        })?;
        visit(&batch)
    }
}

/// Finds the worlds of one hypothesis after the other.
pub(super) struct HypothesisSolver<'a> {
    case: &'a Case,
    table: ConstrainedRun,
    search: WorldSearch<'a>,
}

impl<'a> HypothesisSolver<'a> {
    fn new(solver: &'a Solver<'_>, watch: &'a Watch) -> Self {
        Self {
            case: solver.case,
            table: solver.table,
            search: WorldSearch::new(&solver.timeline, solver.options).until(&watch.stop),
        }
    }

    /// What the runs of a hypothesis demand of a linked board, and offer.
    fn links(&mut self, hypothesis: &DealHypothesis) -> Vec<Links> {
        let Some(deal) = Deal::new(&hypothesis.seats) else { return Vec::new() };
        let case = self.case;
        let is_kept = |end: &ConstrainedRun| is_honesty_kept(case, end, hypothesis);
        self.search.links(&self.table.dealt(&deal), hypothesis, is_kept)
    }

    /// The worlds of a hypothesis for which `is_it` holds, without repetitions, in order of their ends, with the answers to the questions.
    fn found(
        &mut self,
        hypothesis: &DealHypothesis,
        is_it: &impl Fn(&World, &State) -> bool,
        asked: &[Question],
    ) -> Vec<Found> {
        let Some(deal) = Deal::new(&hypothesis.seats) else { return Vec::new() };
        let ends = self.search.ends(&self.table.dealt(&deal), hypothesis);
        let case = self.case;
        let honest = ends.iter().map(|(end, _)| end).filter(|end| is_honesty_kept(case, end, hypothesis));
        let worlds = honest.map(|end| (world(hypothesis, end), end.state()));
        let found = worlds.filter(|(world, end)| is_it(world, end)).map(|(world, end)| {
            let (yes, no) = answers(asked, &world, end);
            Found { world, yes, no }
        });
        Found::each_once(found.collect())
    }
}

impl Found {
    /// The worlds in order without repetitions; sides that depend on hidden choices are not certain.
    pub(super) fn each_once(mut found: Vec<Self>) -> Vec<Self> {
        found.sort_by(|a, b| a.world.cmp(&b.world));
        found.dedup_by(|other, first| {
            let is_same = other.world == first.world;
            if is_same {
                first.world.evil = first.world.evil.and(other.world.evil);
                first.yes |= other.yes;
                first.no |= other.no;
            }
            is_same
        });
        found
    }
}

/// A bit for every question that holds, and for every one that does not.
pub(super) fn answers(asked: &[Question], world: &World, end: &State) -> (u64, u64) {
    let bits = asked.iter().enumerate().map(|(at, question)| u64::from(question.is_so(world, end)) << at);
    let yes = bits.fold(0, |yes, bit| yes | bit);
    (yes, !yes)
}

/// The only one of these, if there is one.
fn only(claims: &[Character]) -> Option<Character> {
    match claims {
        [claim] => Some(*claim),
        _ => None,
    }
}

/// Whether a player who began with this token is still what it shows, or says what they have become. A good player whose
/// character lets them lie does not lie about what others' abilities did (rule book of the cast, M17).
fn admits_change(player: &Player, token: Character, state: &State, seat: Seat) -> bool {
    let last = state.all_shown_characters()[seat.index()];
    let says_so =
        |said: &TestimonyEntry| matches!(said.what, Testimony::Became { character, .. } if character == last);
    last == token || player.says.iter().any(says_so)
}

fn is_lawless(character: Character) -> bool {
    Profile::of(character).is_some_and(|profile| profile.is_never_dealt())
}

/// Everybody's last character, if all began as these and changed as they say.
fn ends(case: &Case, claims: &[Character]) -> Vec<Character> {
    let last = |(player, claim): (&Player, &Character)| {
        let mut became = player.says.iter().filter_map(|said| match said.what {
            Testimony::Became { character, .. } => Some(character),
            _ => None,
        });
        became.next_back().unwrap_or(*claim)
    };
    case.players.iter().zip(claims).map(last).collect()
}

/// The timeline of a case, with what a linked board demands and offers.
pub(super) fn timeline(case: &Case) -> Result<Timeline, Vec<Diagnostic>> {
    let mut timeline = Timeline::new(case);
    if let Some(linked) = &case.variant.linked {
        let solver = Solver::new(&linked.case)?;
        if solver.hypotheses.is_none() {
            let message = format!("the linked board `{}` has too many deals", linked.id);
            return Err(vec![Diagnostic::unsupported("deduce/case/too-many", message)]);
        }
        let watch = Watch::default();
        let mut search = HypothesisSolver::new(&solver, &watch);
        let mut partners = Vec::new();
        for links in solver.hypotheses.iter().flatten().flat_map(|hypothesis| search.links(hypothesis)) {
            if !partners.contains(&links) {
                partners.push(links);
            }
        }
        timeline.partners = Some(partners);
    }
    Ok(timeline)
}

pub(super) fn options(case: &Case) -> Options {
    Options {
        demon_may_attack_dead: case.demon_may_attack_dead,
        may_revive: !Profile::select(roles(case), Profile::may_revive).is_empty(),
        hidden: Hidden::of(formulas(case)),
        claims_several: seats_where(case, |player| player.claims.len() > 1),
        tells_all: case.tells_all,
        tells_changes: case.tells_changes,
        silent: seats_where(case, |player| player.claims.is_empty()),
        vague: seats_where(case, |player| player.claims.len() > 1 && player.says.is_empty()),
        is_exhaustive: false,
    }
}

pub(super) fn world(hypothesis: &DealHypothesis, end: &ConstrainedRun) -> World {
    World {
        start: hypothesis.seats.iter().map(|(role, _)| *role).collect(),
        end: end.state().all_roles().to_vec(),
        evil: end.state().evil(),
    }
}

/// Whether everybody may have claimed what they did, given how things ended: who is honest may say so, and who is not may
/// lie. Seats that claim nothing, or whose word is certain, are not asked.
pub(super) fn is_honesty_kept(case: &Case, end: &ConstrainedRun, hypothesis: &DealHypothesis) -> bool {
    let state = end.state();
    let is_kept = |(index, (player, (role, token))): (usize, (&Player, &(Character, Character)))| {
        let seat = Seat::new(index);
        let is_honest = hypothesis.honest.contains(seat);
        match player.claims[..] {
            [] => true,
            [claim, ..] if !case.certain().contains(seat) => {
                let may_lie = || {
                    let thinks_evil = state.is_thought_evil(state.all_roles()[index]);
                    let is_free = thinks_evil || state.evil().contains(seat) || state.is_mad(seat);
                    believes_evil(case, *role)
                        || state.may_lie(seat, claim)
                            && (is_free || admits_change(player, *token, state, seat))
                };
                if is_honest { state.may_be_honest(seat, claim) } else { may_lie() }
            }
            _ => is_honest || state.evil().contains(seat) || believes_evil(case, *role),
        }
    };
    case.players.iter().zip(&hypothesis.seats).enumerate().all(is_kept)
}

/// All characters that may be in play, come into play, or be mentioned.
pub(super) fn roles(case: &Case) -> CharacterSet {
    let united = case.united.unwrap_or(CharacterSet::NONE);
    let mut roles = case.hidden.or(case.also_on_script).or(case.you_may_be).or(claimed(case)).or(united);
    for said in case.players.iter().flat_map(|player| &player.says) {
        roles = roles.or(named(&said.what));
    }
    for seen in &case.log {
        if let PublicEvent::Juggled { guesses, .. } = &seen.what {
            roles = roles.or(guesses.iter().map(|(_, guess)| *guess).collect());
        }
    }
    roles
}

/// The characters that a testimony names.
fn named(saying: &Testimony) -> CharacterSet {
    match saying {
        Testimony::Report(report) => {
            let told: CharacterSet = match report.told {
                Some(
                    Statement::Pair { character, .. }
                    | Statement::Is(character)
                    | Statement::PlayerIs(_, character),
                ) => CharacterSet::only(character),
                Some(Statement::OneOf(a, b)) => CharacterSet::only(a).with(b),
                Some(Statement::Characters(list)) => list.iter().collect(),
                _ => CharacterSet::NONE,
            };
            told.with(report.ability)
        }
        Testimony::Chose { ability, character, .. } => CharacterSet::only(*ability).with(*character),
        Testimony::Named { ability, character, .. } => CharacterSet::only(*ability).with(*character),
        Testimony::Learned { what: Learned::Knows(_, character) | Learned::InPlay(character), .. } => {
            CharacterSet::only(*character)
        }
        Testimony::Learned { what: Learned::Mad(about), .. } => about.iter().copied().collect(),
        Testimony::Suspected { ability, .. } => CharacterSet::only(*ability),
        Testimony::Became { character, .. } => CharacterSet::only(*character),
        Testimony::Bluffs(bluffs) => *bluffs,
        Testimony::Grimoire { roles, .. } => roles.iter().copied().collect(),
        Testimony::Answered { .. }
        | Testimony::AnsweredElsewhere { .. }
        | Testimony::Things { .. }
        | Testimony::Team { .. } => CharacterSet::NONE,
    }
}

/// The script of a case: its characters, in the night order that is used.
pub(super) fn script(case: &Case) -> Script {
    let script = Script::new("", roles(case).iter());
    let played = match &case.script {
        Some(played) => Some(played.clone()),
        None => Script::built_in("tb").filter(|printed| roles(case).minus(printed.set()).is_empty()),
    };
    match played.as_ref().and_then(Script::own_order) {
        Some(order) => script.with_order(order.clone()),
        None => script,
    }
}

/// The table of a case before the deal, at which it is noted whose abilities went wrong.
fn undealt_counting(case: &Case, counts: [usize; 4]) -> Result<ConstrainedRun, Vec<Diagnostic>> {
    let table = ConstrainedRun::new(&script(case), counts)?;
    Ok(table.with_house_rules(case.variant.house).uniting(case.united))
}

/// The table of a case before the deal. Whose abilities went wrong is followed only where somebody speaks of it.
pub(super) fn undealt(case: &Case, counts: [usize; 4]) -> Result<ConstrainedRun, Vec<Diagnostic>> {
    let table = undealt_counting(case, counts)?;
    Ok(if misfire_counters(case).is_empty() { table.ignoring_misfires() } else { table })
}

/// Who claims to have learned how many abilities misfired.
pub(super) fn misfire_counters(case: &Case) -> Seats {
    let counts_misfires = |said: &TestimonyEntry| match &said.what {
        Testimony::Report(report) => {
            Profile::of(report.ability).is_some_and(|profile| profile.counts_misfires())
        }
        _ => false,
    };
    seats_where(case, |player| player.says.iter().any(counts_misfires))
}

fn formulas(case: &Case) -> impl Iterator<Item = &Formula> {
    let said = case.players.iter().flat_map(|player| &player.says).flat_map(|said| match &said.what {
        Testimony::Answered { truth, .. } => vec![truth],
        Testimony::Things { things, .. } => things.iter().collect(),
        _ => Vec::new(),
    });
    let gossip = case.log.iter().filter_map(|seen| match &seen.what {
        PublicEvent::Gossiped { truth, .. } => Some(truth),
        _ => None,
    });
    said.chain(gossip).chain(case.variant.asked_elsewhere.iter().map(|(_, truth)| truth))
}

fn seats_where(case: &Case, is_so: impl Fn(&Player) -> bool) -> Seats {
    let seats = case.players.iter().enumerate().filter(|(_, player)| is_so(player));
    seats.map(|(index, _)| Seat::new(index)).collect()
}
