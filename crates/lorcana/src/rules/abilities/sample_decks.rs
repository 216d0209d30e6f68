//! The cards of the two sample decks.

use super::shapes::*;

/// A full hand keeps it exerted: three cards share it.
const STONE_BY_DAY: Ability = during(If::HandAtLeast(Yours, 3), THIS, Cannot(Deed::Ready));

const RECORDS: Ability = paid(&[Cost::Exert, Cost::Ink(1)], &[draw(1), gain(1)]);

pub(super) const CARDS: &[Entry] = &[
    (
        card("tinker_bell_giant_fairy"),
        &[
            when_played(&[Do::Each(OPPOSING, Verb::Deal(N(1)))]),
            when_beats(&[Do::May(2), Do::Choose(OPPOSING), deal(2)]),
        ],
    ),
    (card("tipo_growing_son"), &[when_played(&[Do::May(1), Do::HandToInk { exerted: true }])]),
    (card("pleakley_scientific_expert"), &[when_played(&[Do::Choose(YOURS), INK_IT])]),
    (card("mulan_disguised_soldier"), &[when_played(&[Do::May(2), draw(1), discard(1)])]),
    (
        card("jasmine_resourceful_infiltrator"),
        &[when_played(&[Do::May(2), Do::Choose(OTHER), gets_for_long(Resist(1))])],
    ),
    (
        card("jasmine_steady_strategist"),
        &[when_quests(&[Do::Look(3), Do::Take(CHARACTER.class(Class::Ally)), Do::RestToBottom])],
    ),
    (
        card("vincenzo_santorini_the_explosives_expert"),
        &[when_played(&[Do::May(2), Do::Choose(CHARACTER), deal(3)])],
    ),
    (
        card("beyond_the_horizon"),
        &[Effect(&[Do::PickPlayers, Do::DiscardHand(Whose::Picked), Do::Draw(Whose::Picked, N(3))])],
    ),
    (
        card("namaari_single_minded_rival"),
        &[
            when(&[When::Played(THIS), When::TurnBegins(Yours)], &[Do::May(2), draw(1), discard(1)]),
            per(Amount::Discard(Yours), Strength(1)),
        ],
    ),
    (
        card("hades_infernal_schemer"),
        &[when_played(&[Do::May(2), Do::Choose(OPPOSING), Do::Chosen(Verb::ToInk { exerted: false })])],
    ),
    (
        card("jasmine_fearless_princess"),
        &[
            during(If::YourTurn, THIS, Has(Word::Evasive)),
            paid(&[Cost::Discard(1)], &[discard(1), Do::This(this_turn(Challenger(3)))]),
        ],
    ),
    (
        card("strength_of_a_raging_fire"),
        &[Effect(&[Do::Choose(CHARACTER), Do::Chosen(Verb::Deal(Amount::Count(YOURS)))])],
    ),
    (
        card("he_hurled_his_thunderbolt"),
        &[Effect(&[
            Do::Choose(CHARACTER),
            deal(4),
            Do::Each(YOURS.class(Class::Deity), this_turn(Challenger(2))),
        ])],
    ),
    (
        card("cinderella_dream_come_true"),
        &[when_if(
            &[When::TurnEnds(Yours)],
            If::PlayedThisTurn(CHARACTER.class(Class::Princess)),
            &[Do::May(3), Do::HandToInk { exerted: false }, Do::IfChosen(1), draw(1)],
        )],
    ),
    (card("spooky_sight"), &[Effect(&[Do::Each(CHARACTER.cost_to(3), Verb::ToInk { exerted: true })])]),
    (
        card("goliath_clan_leader"),
        &[
            when(
                &[When::TurnEnds(Everybodys)],
                &[Do::DiscardTo(Whose::Actives, 2), Do::DrawTo(Whose::Actives, 2)],
            ),
            STONE_BY_DAY,
        ],
    ),
    (card("lexington_small_in_stature"), &[STONE_BY_DAY]),
    (card("elsa_the_fifth_spirit"), &[when_played(&[Do::Choose(OPPOSING), EXERT_IT])]),
    (card("the_library_a_gift_for_belle"), &[when(&[When::Banished(HERE)], &[Do::May(1), draw(1)])]),
    (card("diablo_obedient_raven"), &[when_banished(&[Do::May(1), draw(1)])]),
    (card("madam_mim_tiny_adversary"), &[always(YOUR_OTHERS, Challenger(1))]),
    (card("genie_wish_fulfilled"), &[when_played(&[draw(1)])]),
    (card("magical_maneuvers"), &[Effect(&[Do::Choose(YOURS), RETURN_IT, Do::Choose(CHARACTER), EXERT_IT])]),
    (card("they_never_come_back"), &[Effect(&[Do::ChooseUpTo(2, CHARACTER), STAYS_EXERTED, draw(1)])]),
    (
        card("dumbo_ninth_wonder_of_the_universe"),
        &[RECORDS, always(YOUR_OTHERS.with(Word::Evasive), Grants(2)), Granted(&RECORDS)],
    ),
    (card("sisu_emboldened_warrior"), &[per(Amount::Hand(Opponents), Strength(1))]),
    (card("lumiere_fiery_friend"), &[always(YOUR_OTHERS, Strength(1))]),
    (
        card("demona_scourge_of_the_wyvern_clan"),
        &[when_played(&[Do::Each(OPPOSING, Verb::Exert), Do::DrawTo(Everybodys, 3)]), STONE_BY_DAY],
    ),
    (
        card("hades_looking_for_a_deal"),
        &[when_played(&[
            Do::May(6),
            Do::Choose(OPPOSING),
            Do::IfChosen(4),
            Do::Offer(2),
            Do::Chosen(Verb::ToBottom),
            Do::Stop,
            draw(2),
        ])],
    ),
    (
        card("the_headless_horseman_terror_of_sleepy_hollow"),
        &[
            when_played(&[Do::Choose(OPPOSING.strength_to(2)), BANISH_IT]),
            on_your_turn(&[When::Banished(OPPOSING)], &[Do::Each(YOURS, this_turn(Strength(1)))]),
        ],
    ),
    (
        card("cheshire_cat_inexplicable"),
        &[when(
            &[When::PutUnder(THIS)],
            &[Do::May(3), Do::Choose(CHARACTER), Do::ChooseAlso(OPPOSING), Do::MoveDamage(2)],
        )],
    ),
];
