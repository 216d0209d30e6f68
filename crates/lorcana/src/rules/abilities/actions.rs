//! Actions that are not songs.

use super::shapes::*;

pub(super) const CARDS: &[Entry] = &[
    (card("dragon_fire"), &[Effect(&[Step::Choose(CHARACTER), BANISH_IT])]),
    (card("energy_blast"), &[Effect(&[Step::Choose(CHARACTER), BANISH_IT, draw(1)])]),
    (card("brawl"), &[Effect(&[Step::Choose(CHARACTER.strength_to(2)), BANISH_IT])]),
    (card("ring_the_bell"), &[Effect(&[Step::Choose(CHARACTER.damaged()), BANISH_IT])]),
    (card("break"), &[Effect(&[Step::Choose(ITEM), BANISH_IT])]),
    (
        card("glean"),
        &[Effect(&[Step::Choose(ITEM), BANISH_IT, Step::GainLore(PlayerFilter::ChosenOwner, N(2))])],
    ),
    (card("fire_the_cannons!"), &[Effect(&[Step::Choose(CHARACTER), deal(2)])]),
    (card("smash"), &[Effect(&[Step::Choose(CHARACTER), deal(3)])]),
    (card("ba_boom!"), &[Effect(&[Step::Choose(CHARACTER_OR_LOCATION), deal(2)])]),
    (card("double_trouble"), &[Effect(&[Step::ChooseUpTo(2, CHARACTER), deal(1)])]),
    (card("mosquito_bite"), &[Effect(&[Step::Choose(CHARACTER), Step::Chosen(CardEffect::Put(N(1)))])]),
    (
        card("mim's_malice"),
        &[Effect(&[Step::Choose(CHARACTER), Step::ChooseAlso(OPPOSING), Step::MoveDamage(3)])],
    ),
    (card("healing_touch"), &[Effect(&[Step::Choose(CHARACTER), heal(4), draw(1)])]),
    (card("quick_patch"), &[Effect(&[Step::Choose(LOCATION), heal(3)])]),
    (card("freeze"), &[Effect(&[Step::Choose(OPPOSING), EXERT_IT])]),
    (card("i'm_stuck!"), &[Effect(&[Step::Choose(CHARACTER.exerted()), STAYS_EXERTED])]),
    (card("you_came_back"), &[Effect(&[Step::Choose(CHARACTER), READY_IT])]),
    (card("fan_the_flames"), &[Effect(&[Step::Choose(CHARACTER), READY_IT, gets(NO_QUEST)])]),
    (card("begone!"), &[Effect(&[Step::Choose(Filter::ANY.cost_to(3)), RETURN_IT])]),
    (
        card("bounce"),
        &[Effect(&[Step::Choose(YOURS), Step::IfChosen(3), RETURN_IT, Step::Choose(CHARACTER), RETURN_IT])],
    ),
    (card("all_funned_out"), &[Effect(&[Step::Choose(YOURS), INK_IT])]),
    (card("ransack"), &[Effect(&[draw(2), discard(2)])]),
    (card("show_me_more!"), &[Effect(&[Step::Draw(Everyone, N(3))])]),
    (card("hypnotize"), &[Effect(&[they_discard(1), draw(1)])]),
    (card("you_have_forgotten_me"), &[Effect(&[they_discard(2)])]),
    (card("bend_to_my_will"), &[Effect(&[Step::DiscardHand(Opponent)])]),
    (card("dangerous_plan"), &[Effect(&[draw(2), Step::DiscardAtRandom(You, 1)])]),
    (card("do_it_again!"), &[Effect(&[Step::ReturnFromDiscard(ACTION)])]),
    (card("just_in_time"), &[Effect(&[Step::PlayFree(CHARACTER.cost_to(5))])]),
    (card("thievery"), &[Effect(&[they_lose(1), gain(1)])]),
    (card("pack_tactics"), &[Effect(&[Step::GainLore(You, Amount::Count(OPPOSING.damaged()))])]),
    (card("scout_ahead"), &[Effect(&[Step::If(Condition::Behind, 1), gain(2)])]),
    (card("pick_a_fight"), &[Effect(&[Step::Choose(CHARACTER), gets(Modifier::ChallengesReady)])]),
    (card("charge!"), &[Effect(&[Step::Choose(CHARACTER), gets(Challenger(2)), gets(Resist(2))])]),
    (
        card("dodge!"),
        &[Effect(&[
            Step::Choose(CHARACTER),
            gets_for_long(Has(KeywordFlag::Ward)),
            gets_for_long(Has(KeywordFlag::Evasive)),
        ])],
    ),
    (card("work_together"), &[Effect(&[Step::Choose(CHARACTER), gets(Has(KeywordFlag::Support))])]),
    (card("sail_the_azurite_sea"), &[Effect(&[Step::Player(You, MoreInk(1), Duration::ThisTurn), draw(1)])]),
    (
        card("hot_potato"),
        &[Effect(&[either(3), Step::Choose(CHARACTER), deal(2), Step::Stop, Step::Choose(ITEM), BANISH_IT])],
    ),
    (
        card("avalanche"),
        &[Effect(&[
            Step::Each(OPPOSING, CardEffect::Deal(N(1))),
            Step::May(2),
            Step::Choose(LOCATION),
            BANISH_IT,
        ])],
    ),
    (
        card("food_fight!"),
        &[
            Effect(&[Step::Each(YOURS, this_turn(Grants(1)))]),
            Granted(&paid(&[Cost::Exert, Cost::Ink(1)], &[Step::Choose(CHARACTER), deal(1)])),
        ],
    ),
    (card("khan_transport_delivery"), &[Effect(&[draw(1), Step::InkDrops(1)])]),
    (card("ink_explosion"), &[Effect(&[Step::Choose(CHARACTER), deal(4), Step::InkDrops(1)])]),
];
