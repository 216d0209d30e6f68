//! Items.

use super::shapes::*;

pub(super) const CARDS: &[Entry] = &[
    (card("dinglehopper"), &[exert(&[Step::Choose(CHARACTER), heal(1)])]),
    (card("healing_decanter"), &[exert(&[Step::Choose(CHARACTER), heal(2)])]),
    (card("wildcat's_wrench"), &[exert(&[Step::Choose(LOCATION), heal(2)])]),
    (card("magic_golden_flower"), &[paid(&[Cost::Banish], &[Step::Choose(CHARACTER), heal(3)])]),
    (card("lantern"), &[exert(&[next_cheaper(CardType::Character, 1)])]),
    (card("heart_of_atlantis"), &[exert(&[next_cheaper(CardType::Character, 2)])]),
    (card("dr._facilier's_cards"), &[exert(&[next_cheaper(CardType::Action, 1)])]),
    (card("scrooge's_top_hat"), &[exert(&[next_cheaper(CardType::Item, 1)])]),
    (card("magic_mirror"), &[paid(&[Cost::Exert, Cost::Ink(4)], &[draw(1)])]),
    (card("junior_woodchuck_guidebook"), &[paid(&[Cost::Exert, Cost::Ink(1), Cost::Banish], &[draw(2)])]),
    (
        card("white_rabbit's_pocket_watch"),
        &[paid(&[Cost::Exert, Cost::Ink(1)], &[Step::Choose(CHARACTER), gets(Has(KeywordFlag::Rush))])],
    ),
    (
        card("shield_of_virtue"),
        &[paid(&[Cost::Exert, Cost::Ink(3)], &[Step::Choose(CHARACTER), READY_IT, gets(NO_QUEST)])],
    ),
    (
        card("sword_of_truth"),
        &[paid(&[Cost::Banish], &[Step::Choose(CHARACTER.class(Class::Villain)), BANISH_IT])],
    ),
    (card("eye_of_the_fates"), &[exert(&[Step::Choose(CHARACTER), gets(Lore(1))])]),
    (card("fishbone_quill"), &[exert(&[Step::HandToInk { exerted: false }])]),
    (
        card("beast's_mirror"),
        &[paid(&[Cost::Exert, Cost::Ink(3)], &[Step::If(Condition::HandAtMost(You, 0), 1), draw(1)])],
    ),
    (card("plasma_blaster"), &[paid(&[Cost::Exert, Cost::Ink(2)], &[Step::Choose(CHARACTER), deal(1)])]),
    (card("sleepy's_flute"), &[exert(&[Step::If(Condition::PlayedThisTurn(SONG), 1), gain(1)])]),
    (
        card("spaghetti_dinner"),
        &[paid(&[Cost::Exert, Cost::Ink(1)], &[Step::If(Condition::InPlay(2, YOURS), 1), gain(1)])],
    ),
    (card("ratigan's_marvelous_trap"), &[paid(&[Cost::Banish], &[they_lose(2)])]),
    (card("mouse_armor"), &[exert(&[Step::Choose(CHARACTER), gets_for_long(Resist(1))])]),
    (card("pot_of_honey"), &[paid(&[Cost::Banish], &[Step::Choose(CHARACTER.exerted()), STAYS_EXERTED])]),
    (card("heart_of_te_fiti"), &[paid(&[Cost::Exert, Cost::Ink(2)], &[RAMP])]),
    (card("merlin's_carpetbag"), &[paid(&[Cost::Exert, Cost::Ink(1)], &[Step::ReturnFromDiscard(ITEM)])]),
    (
        card("rls_legacy's_cannon"),
        &[paid(
            &[Cost::Exert, Cost::Ink(2), Cost::Discard(1)],
            &[discard(1), Step::Choose(CHARACTER_OR_LOCATION), deal(2)],
        )],
    ),
    (
        card("half_hexwell_crown"),
        &[
            paid(&[Cost::Exert, Cost::Ink(2)], &[draw(1)]),
            paid(
                &[Cost::Exert, Cost::Ink(2), Cost::Discard(1)],
                &[discard(1), Step::Choose(CHARACTER), EXERT_IT],
            ),
        ],
    ),
    (
        card("starlight_vial"),
        &[
            exert(&[next_cheaper(CardType::Action, 2)]),
            paid(&[Cost::Ink(2), Cost::Banish], &[draw(2), discard(1)]),
        ],
    ),
    (
        card("battering_ram"),
        &[
            exert(&[Step::Choose(CHARACTER.damaged()), deal(1)]),
            paid(&[Cost::Exert, Cost::Banish], &[Step::Choose(LOCATION), BANISH_IT]),
        ],
    ),
    (
        card("pawpsicle"),
        &[when_played(&[Step::May(1), draw(1)]), paid(&[Cost::Banish], &[Step::Choose(CHARACTER), heal(2)])],
    ),
    (
        card("inkrunner"),
        &[
            when_played(&[draw(1)]),
            paid(&[Cost::Exert, Cost::Ink(1)], &[Step::Choose(CHARACTER), gets(Has(KeywordFlag::Alert))]),
        ],
    ),
    (
        card("coconut_basket"),
        &[when(&[When::Played(YOURS)], &[Step::May(2), Step::Choose(CHARACTER), heal(2)])],
    ),
    (
        card("ursula's_shell_necklace"),
        &[when(&[When::Played(SONG.side(Side::Your))], &[Step::MayPay(1, 1), draw(1)])],
    ),
    (
        card("maurice's_workshop"),
        &[when(
            &[When::Played(Filter { other: true, ..ITEM.side(Side::Your) })],
            &[Step::MayPay(1, 1), draw(1)],
        )],
    ),
    (card("signed_contract"), &[when(&[When::Played(SONG.side(Side::Opposing))], &[Step::May(1), draw(1)])]),
    (card("jeweled_collar"), &[when(&[When::IsChallenged(YOURS)], &[Step::May(1), RAMP])]),
    (
        card("musketeer_tabard"),
        &[when(&[When::Banished(YOURS.with(KeywordFlag::Bodyguard))], &[Step::May(1), draw(1)])],
    ),
    (card("unconventional_tool"), &[when_banished(&[next_cheaper(CardType::Item, 2)])]),
    (card("ruby_coil"), &[on_your_turn(&[When::Inks(You)], &[Step::Choose(CHARACTER), gets(Strength(2))])]),
    (card("steel_coil"), &[on_your_turn(&[When::Inks(You)], &[Step::May(2), draw(1), discard(1)])]),
    (card("peter_pan's_dagger"), &[always(YOURS.with(KeywordFlag::Evasive), Strength(1))]),
    (card("sardine_can"), &[always(YOURS.exerted(), Has(KeywordFlag::Ward))]),
    (card("snow_fort"), &[always(YOURS, Strength(1)), during(Condition::OpponentsTurn, YOURS, Resist(1))]),
    (
        card("ranger_plane"),
        &[
            always(YOURS, Has(KeywordFlag::Support)),
            exert(&[Step::Choose(CHARACTER.strength_from(10)), gets(Lore(3))]),
        ],
    ),
];
