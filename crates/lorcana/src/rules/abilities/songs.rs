//! Songs. How they can be sung follows from their facts: the cost, and Sing Together.

use super::shapes::*;

/// Each player puts the top card of the deck into the inkwell, exerted.
const EVERYBODY_RAMPS: Step = Step::TopToInk { players: Everyone, exerted: true };

pub(super) const CARDS: &[Entry] = &[
    (card("be_our_guest"), &[Effect(&[Step::Look(4), Step::Take(CHARACTER), Step::RestToBottom])]),
    (card("reflection"), &[Effect(&[Step::Look(3), Step::RestToTop])]),
    (card("part_of_your_world"), &[Effect(&[Step::ReturnFromDiscard(CHARACTER)])]),
    (card("i_won't_give_in"), &[Effect(&[Step::ReturnFromDiscard(CHARACTER.cost_to(2))])]),
    (card("friends_on_the_other_side"), &[Effect(&[draw(2)])]),
    (card("strike_a_good_match"), &[Effect(&[draw(2), discard(1)])]),
    (card("sudden_chill"), &[Effect(&[they_discard(1)])]),
    (card("a_whole_new_world"), &[Effect(&[Step::DiscardHand(Everyone), Step::Draw(Everyone, N(7))])]),
    (card("mother_knows_best"), &[Effect(&[Step::Choose(CHARACTER), RETURN_IT])]),
    (card("poor_unfortunate_souls"), &[Effect(&[Step::Choose(Filter::ANY.cost_to(2)), RETURN_IT])]),
    (
        card("we_don't_talk_about_bruno"),
        &[Effect(&[Step::Choose(CHARACTER), RETURN_IT, Step::DiscardAtRandom(PlayerFilter::ChosenOwner, 1)])],
    ),
    (card("be_prepared"), &[Effect(&[Step::Each(CHARACTER, CardEffect::Banish)])]),
    (card("i_find_'em,_i_flatten_'em"), &[Effect(&[Step::Each(ITEM, CardEffect::Banish)])]),
    (
        card("world's_greatest_criminal_mind"),
        &[Effect(&[Step::Choose(CHARACTER.strength_from(5)), BANISH_IT])],
    ),
    (card("let_it_go"), &[Effect(&[Step::Choose(CHARACTER), INK_IT])]),
    (card("into_the_unknown"), &[Effect(&[Step::Choose(CHARACTER.exerted()), INK_IT])]),
    (card("one_jump_ahead"), &[Effect(&[RAMP])]),
    (card("friend_like_me"), &[Effect(&[EVERYBODY_RAMPS, EVERYBODY_RAMPS, EVERYBODY_RAMPS])]),
    (card("grab_your_sword"), &[Effect(&[Step::Each(OPPOSING, CardEffect::Deal(N(2)))])]),
    (card("malicious,_mean,_and_scary"), &[Effect(&[Step::Each(OPPOSING, CardEffect::Put(N(1)))])]),
    (card("let_the_storm_rage_on"), &[Effect(&[Step::Choose(CHARACTER), deal(2), draw(1)])]),
    (card("and_then_along_came_zeus"), &[Effect(&[Step::Choose(CHARACTER_OR_LOCATION), deal(5)])]),
    (card("heal_what_has_been_hurt"), &[Effect(&[Step::Choose(CHARACTER), heal(3), draw(1)])]),
    (
        card("try_everything"),
        &[Effect(&[
            Step::Choose(CHARACTER),
            heal(3),
            READY_IT,
            gets(NO_QUEST),
            gets(Cannot(Restriction::Challenge)),
        ])],
    ),
    (card("go_the_distance"), &[Effect(&[Step::Choose(YOURS.damaged()), READY_IT, gets(NO_QUEST), draw(1)])]),
    (
        card("painting_the_roses_red"),
        &[Effect(&[Step::ChooseUpTo(2, CHARACTER), gets(Strength(-1)), draw(1)])],
    ),
    (card("seldom_all_they_seem"), &[Effect(&[Step::Choose(CHARACTER), gets(Strength(-3))])]),
    (
        card("he's_a_tramp"),
        &[Effect(&[
            Step::Choose(CHARACTER),
            Step::Chosen(CardEffect::Gains(Strength(1), Amount::Count(YOURS), Duration::ThisTurn)),
        ])],
    ),
    (card("you_can_fly!"), &[Effect(&[Step::Choose(CHARACTER), gets_for_long(Has(KeywordFlag::Evasive))])]),
    (
        card("mother_will_protect_you"),
        &[Effect(&[Step::Choose(CHARACTER), gets_for_long(Cannot(Restriction::BeChallenged))])],
    ),
    (
        card("but_i'm_much_faster"),
        &[Effect(&[Step::Choose(CHARACTER), gets(Has(KeywordFlag::Alert)), gets(Challenger(2))])],
    ),
    (card("akood_et_emuti"), &[Effect(&[next_cheaper(CardType::Character, 2), draw(1)])]),
    (card("higitus_figitus"), &[Effect(&[Step::InkDrops(3)])]),
    (
        card("education_or_elimination"),
        &[Effect(&[
            either(5),
            draw(1),
            Step::Choose(YOURS),
            gets_for_long(Lore(1)),
            gets_for_long(Has(KeywordFlag::Evasive)),
            Step::Stop,
            Step::Choose(CHARACTER.damaged()),
            BANISH_IT,
        ])],
    ),
    // Sing Together.
    (card("a_pirate's_life"), &[Effect(&[they_lose(2), gain(2)])]),
    (card("the_mob_song"), &[Effect(&[Step::ChooseUpTo(3, CHARACTER_OR_LOCATION), deal(3)])]),
    (
        card("stopped_chaos_in_its_tracks"),
        &[Effect(&[Step::ChooseUpTo(2, CHARACTER.strength_to(3)), RETURN_IT])],
    ),
    (card("red_moon_ritual"), &[Effect(&[Step::Choose(CHARACTER), BANISH_IT])]),
];
