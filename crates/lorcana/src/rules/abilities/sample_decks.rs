//! The cards of the two sample decks.

use super::shapes::*;

/// A full hand keeps it exerted; three cards share this ability.
const STONE_BY_DAY: Ability = during(Condition::HandAtLeast(You, 3), THIS, Cannot(Restriction::Ready));

const RECORDS: Ability = paid(&[Cost::Exert, Cost::Ink(1)], &[draw(1), gain(1)]);

pub(super) const CARDS: &[Entry] = &[
    (
        card("tinker_bell_giant_fairy"),
        &[
            when_played(&[Step::Each(OPPOSING, CardEffect::Deal(N(1)))]),
            when_beats(&[Step::May(2), Step::Choose(OPPOSING), deal(2)]),
        ],
    ),
    (card("tipo_growing_son"), &[when_played(&[Step::May(1), Step::HandToInk { exerted: true }])]),
    (card("pleakley_scientific_expert"), &[when_played(&[Step::Choose(YOURS), INK_IT])]),
    (card("mulan_disguised_soldier"), &[when_played(&[Step::May(2), draw(1), discard(1)])]),
    (
        card("jasmine_resourceful_infiltrator"),
        &[when_played(&[Step::May(2), Step::Choose(OTHER), gets_for_long(Resist(1))])],
    ),
    (
        card("jasmine_steady_strategist"),
        &[when_quests(&[Step::Look(3), Step::Take(CHARACTER.class(Class::Ally)), Step::RestToBottom])],
    ),
    (
        card("vincenzo_santorini_the_explosives_expert"),
        &[when_played(&[Step::May(2), Step::Choose(CHARACTER), deal(3)])],
    ),
    (
        card("beyond_the_horizon"),
        &[Effect(&[
            Step::PickPlayers,
            Step::DiscardHand(PlayerFilter::Picked),
            Step::Draw(PlayerFilter::Picked, N(3)),
        ])],
    ),
    (
        card("namaari_single_minded_rival"),
        &[
            when(&[When::Played(THIS), When::TurnBegins(You)], &[Step::May(2), draw(1), discard(1)]),
            per(Amount::Discard(You), Strength(1)),
        ],
    ),
    (
        card("hades_infernal_schemer"),
        &[when_played(&[
            Step::May(2),
            Step::Choose(OPPOSING),
            Step::Chosen(CardEffect::ToInk { exerted: false }),
        ])],
    ),
    (
        card("jasmine_fearless_princess"),
        &[
            during(Condition::YourTurn, THIS, Has(KeywordFlag::Evasive)),
            paid(&[Cost::Discard(1)], &[discard(1), Step::This(this_turn(Challenger(3)))]),
        ],
    ),
    (
        card("strength_of_a_raging_fire"),
        &[Effect(&[Step::Choose(CHARACTER), Step::Chosen(CardEffect::Deal(Amount::Count(YOURS)))])],
    ),
    (
        card("he_hurled_his_thunderbolt"),
        &[Effect(&[
            Step::Choose(CHARACTER),
            deal(4),
            Step::Each(YOURS.class(Class::Deity), this_turn(Challenger(2))),
        ])],
    ),
    (
        card("cinderella_dream_come_true"),
        &[when(
            &[When::TurnEnds(You)],
            &[
                Step::If(Condition::PlayedThisTurn(CHARACTER.class(Class::Princess)), 4),
                Step::May(3),
                Step::HandToInk { exerted: false },
                Step::IfChosen(1),
                draw(1),
            ],
        )],
    ),
    (
        card("spooky_sight"),
        &[Effect(&[Step::Each(CHARACTER.cost_to(3), CardEffect::ToInk { exerted: true })])],
    ),
    (
        card("goliath_clan_leader"),
        &[
            when(
                &[When::TurnEnds(Everyone)],
                &[Step::DiscardTo(PlayerFilter::Active, 2), Step::DrawTo(PlayerFilter::Active, 2)],
            ),
            STONE_BY_DAY,
        ],
    ),
    (card("lexington_small_in_stature"), &[STONE_BY_DAY]),
    (card("elsa_the_fifth_spirit"), &[when_played(&[Step::Choose(OPPOSING), EXERT_IT])]),
    (card("the_library_a_gift_for_belle"), &[when(&[When::Banished(HERE)], &[Step::May(1), draw(1)])]),
    (card("diablo_obedient_raven"), &[when_banished(&[Step::May(1), draw(1)])]),
    (card("madam_mim_tiny_adversary"), &[always(YOUR_OTHERS, Challenger(1))]),
    (card("genie_wish_fulfilled"), &[when_played(&[draw(1)])]),
    (
        card("magical_maneuvers"),
        &[Effect(&[Step::Choose(YOURS), RETURN_IT, Step::Choose(CHARACTER), EXERT_IT])],
    ),
    (card("they_never_come_back"), &[Effect(&[Step::ChooseUpTo(2, CHARACTER), STAYS_EXERTED, draw(1)])]),
    (
        card("dumbo_ninth_wonder_of_the_universe"),
        &[RECORDS, always(YOUR_OTHERS.with(KeywordFlag::Evasive), Grants(2)), Granted(&RECORDS)],
    ),
    (card("sisu_emboldened_warrior"), &[per(Amount::Hand(Opponent), Strength(1))]),
    (card("lumiere_fiery_friend"), &[always(YOUR_OTHERS, Strength(1))]),
    (
        card("demona_scourge_of_the_wyvern_clan"),
        &[when_played(&[Step::Each(OPPOSING, CardEffect::Exert), Step::DrawTo(Everyone, 3)]), STONE_BY_DAY],
    ),
    (
        card("hades_looking_for_a_deal"),
        &[when_played(&[
            Step::May(6),
            Step::Choose(OPPOSING),
            Step::IfChosen(4),
            Step::Offer(2),
            Step::Chosen(CardEffect::ToBottom),
            Step::Stop,
            draw(2),
        ])],
    ),
    (
        card("the_headless_horseman_terror_of_sleepy_hollow"),
        &[
            when_played(&[Step::Choose(OPPOSING.strength_to(2)), BANISH_IT]),
            on_your_turn(&[When::Banished(OPPOSING)], &[Step::Each(YOURS, this_turn(Strength(1)))]),
        ],
    ),
    (
        card("cheshire_cat_inexplicable"),
        &[when(
            &[When::PutUnder(THIS)],
            &[Step::May(3), Step::Choose(CHARACTER), Step::ChooseAlso(OPPOSING), Step::MoveDamage(2)],
        )],
    ),
];
