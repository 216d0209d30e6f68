//! The cards of the two sample decks.

use super::super::ability::{
    Ability, Amount, Cost, Deed, Do, Filter, If, Lasting, Modifier, Side, Verb, When, Whose, Word,
};
use super::Entry;
use crate::cards::{Card, Classification};
use Ability::{Activated, Effect, Granted, Static, Triggered};
use Amount::N;

const THIS: Filter = Filter::THIS;
const PLAYED: &[When] = &[When::Played(THIS)];
const ONCE: Amount = N(1);

/// "If you have 3 or more cards in your hand, this character can't ready": three cards share it.
const STONE_BY_DAY: Ability = Static {
    only: If::HandAtLeast(Whose::Yours, 3),
    on: THIS,
    gives: Modifier::Cannot(Deed::Ready),
    times: ONCE,
};

const RECORDS: Ability = Activated {
    cost: &[Cost::Exert, Cost::Ink(1)],
    once: false,
    does: &[Do::Draw(Whose::Yours, N(1)), Do::GainLore(Whose::Yours, N(1))],
};

pub(super) const CARDS: &[Entry] = &[
    (
        Card::with_key("tinker_bell_giant_fairy"),
        &[
            Triggered {
                when: PLAYED,
                only: If::Always,
                does: &[Do::Each(Filter::OPPOSING, Verb::Deal(N(1)))],
            },
            Triggered {
                when: &[When::BanishesInChallenge(THIS)],
                only: If::YourTurn,
                does: &[Do::May(2), Do::Choose(Filter::OPPOSING), Do::Chosen(Verb::Deal(N(2)))],
            },
        ],
    ),
    (
        Card::with_key("tipo_growing_son"),
        &[Triggered { when: PLAYED, only: If::Always, does: &[Do::May(1), Do::HandToInk { exerted: true }] }],
    ),
    (
        Card::with_key("pleakley_scientific_expert"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[Do::Choose(Filter::YOURS), Do::Chosen(Verb::ToInk { exerted: true })],
        }],
    ),
    (
        Card::with_key("mulan_disguised_soldier"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[Do::May(2), Do::Draw(Whose::Yours, N(1)), Do::Discard(Whose::Yours, 1)],
        }],
    ),
    (
        Card::with_key("jasmine_resourceful_infiltrator"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[
                Do::May(2),
                Do::Choose(Filter::OTHER),
                Do::Chosen(Verb::Gains(Modifier::Resist(1), ONCE, Lasting::UntilYourNextTurn)),
            ],
        }],
    ),
    (
        Card::with_key("jasmine_steady_strategist"),
        &[Triggered {
            when: &[When::Quests(THIS)],
            only: If::Always,
            does: &[Do::Look(3), Do::Take(Filter::CHARACTER.class(Classification::Ally)), Do::RestToBottom],
        }],
    ),
    (
        Card::with_key("vincenzo_santorini_the_explosives_expert"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[Do::May(2), Do::Choose(Filter::CHARACTER), Do::Chosen(Verb::Deal(N(3)))],
        }],
    ),
    (
        Card::with_key("beyond_the_horizon"),
        &[Effect(&[Do::PickPlayers, Do::DiscardHand(Whose::Picked), Do::Draw(Whose::Picked, N(3))])],
    ),
    (
        Card::with_key("namaari_single_minded_rival"),
        &[
            Triggered {
                when: &[When::Played(THIS), When::TurnBegins(Whose::Yours)],
                only: If::Always,
                does: &[Do::May(2), Do::Draw(Whose::Yours, N(1)), Do::Discard(Whose::Yours, 1)],
            },
            Static {
                only: If::Always,
                on: THIS,
                gives: Modifier::Strength(1),
                times: Amount::Discard(Whose::Yours),
            },
        ],
    ),
    (
        Card::with_key("hades_infernal_schemer"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[Do::May(2), Do::Choose(Filter::OPPOSING), Do::Chosen(Verb::ToInk { exerted: false })],
        }],
    ),
    (
        Card::with_key("jasmine_fearless_princess"),
        &[
            Static { only: If::YourTurn, on: THIS, gives: Modifier::Has(Word::Evasive), times: ONCE },
            Activated {
                cost: &[Cost::Discard(1)],
                once: false,
                does: &[
                    Do::Discard(Whose::Yours, 1),
                    Do::This(Verb::Gains(Modifier::Challenger(3), ONCE, Lasting::ThisTurn)),
                ],
            },
        ],
    ),
    (
        Card::with_key("strength_of_a_raging_fire"),
        &[Effect(&[Do::Choose(Filter::CHARACTER), Do::Chosen(Verb::Deal(Amount::Count(Filter::YOURS)))])],
    ),
    (
        Card::with_key("he_hurled_his_thunderbolt"),
        &[Effect(&[
            Do::Choose(Filter::CHARACTER),
            Do::Chosen(Verb::Deal(N(4))),
            Do::Each(
                Filter::YOURS.class(Classification::Deity),
                Verb::Gains(Modifier::Challenger(2), ONCE, Lasting::ThisTurn),
            ),
        ])],
    ),
    (
        Card::with_key("cinderella_dream_come_true"),
        &[Triggered {
            when: &[When::TurnEnds(Whose::Yours)],
            only: If::PlayedThisTurn(Filter::CHARACTER.class(Classification::Princess)),
            does: &[
                Do::May(3),
                Do::HandToInk { exerted: false },
                Do::IfChosen(1),
                Do::Draw(Whose::Yours, N(1)),
            ],
        }],
    ),
    (
        Card::with_key("spooky_sight"),
        &[Effect(&[Do::Each(Filter::CHARACTER.cost_to(3), Verb::ToInk { exerted: true })])],
    ),
    (
        Card::with_key("goliath_clan_leader"),
        &[
            Triggered {
                when: &[When::TurnEnds(Whose::Everybodys)],
                only: If::Always,
                does: &[Do::DiscardTo(Whose::Actives, 2), Do::DrawTo(Whose::Actives, 2)],
            },
            STONE_BY_DAY,
        ],
    ),
    (Card::with_key("lexington_small_in_stature"), &[STONE_BY_DAY]),
    (
        Card::with_key("elsa_the_fifth_spirit"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[Do::Choose(Filter::OPPOSING), Do::Chosen(Verb::Exert)],
        }],
    ),
    (
        Card::with_key("the_library_a_gift_for_belle"),
        &[Triggered {
            when: &[When::Banished(Filter::HERE)],
            only: If::Always,
            does: &[Do::May(1), Do::Draw(Whose::Yours, N(1))],
        }],
    ),
    (
        Card::with_key("diablo_obedient_raven"),
        &[Triggered {
            when: &[When::Banished(THIS)],
            only: If::Always,
            does: &[Do::May(1), Do::Draw(Whose::Yours, N(1))],
        }],
    ),
    (
        Card::with_key("madam_mim_tiny_adversary"),
        &[Static { only: If::Always, on: Filter::YOUR_OTHERS, gives: Modifier::Challenger(1), times: ONCE }],
    ),
    (
        Card::with_key("genie_wish_fulfilled"),
        &[Triggered { when: PLAYED, only: If::Always, does: &[Do::Draw(Whose::Yours, N(1))] }],
    ),
    (
        Card::with_key("magical_maneuvers"),
        &[Effect(&[
            Do::Choose(Filter::YOURS),
            Do::Chosen(Verb::ToHand),
            Do::Choose(Filter::CHARACTER),
            Do::Chosen(Verb::Exert),
        ])],
    ),
    (
        Card::with_key("they_never_come_back"),
        &[Effect(&[
            Do::ChooseUpTo(2, Filter::CHARACTER),
            Do::Chosen(Verb::Gains(Modifier::Cannot(Deed::Ready), ONCE, Lasting::NextReady)),
            Do::Draw(Whose::Yours, N(1)),
        ])],
    ),
    (
        Card::with_key("dumbo_ninth_wonder_of_the_universe"),
        &[
            RECORDS,
            Static {
                only: If::Always,
                on: Filter::YOUR_OTHERS.with(Word::Evasive),
                gives: Modifier::Grants(2),
                times: ONCE,
            },
            Granted(&RECORDS),
        ],
    ),
    (
        Card::with_key("sisu_emboldened_warrior"),
        &[Static {
            only: If::Always,
            on: THIS,
            gives: Modifier::Strength(1),
            times: Amount::Hand(Whose::Opponents),
        }],
    ),
    (
        Card::with_key("lumiere_fiery_friend"),
        &[Static { only: If::Always, on: Filter::YOUR_OTHERS, gives: Modifier::Strength(1), times: ONCE }],
    ),
    (
        Card::with_key("demona_scourge_of_the_wyvern_clan"),
        &[
            Triggered {
                when: PLAYED,
                only: If::Always,
                does: &[Do::Each(Filter::OPPOSING, Verb::Exert), Do::DrawTo(Whose::Everybodys, 3)],
            },
            STONE_BY_DAY,
        ],
    ),
    (
        Card::with_key("hades_looking_for_a_deal"),
        &[Triggered {
            when: PLAYED,
            only: If::Always,
            does: &[
                Do::May(6),
                Do::Choose(Filter::OPPOSING),
                Do::IfChosen(4),
                Do::Offer(2),
                Do::Chosen(Verb::ToBottom),
                Do::Stop,
                Do::Draw(Whose::Yours, N(2)),
            ],
        }],
    ),
    (
        Card::with_key("the_headless_horseman_terror_of_sleepy_hollow"),
        &[
            Triggered {
                when: PLAYED,
                only: If::Always,
                does: &[Do::Choose(Filter::OPPOSING.strength_to(2)), Do::Chosen(Verb::Banish)],
            },
            Triggered {
                when: &[When::Banished(Filter::OPPOSING)],
                only: If::YourTurn,
                does: &[Do::Each(Filter::YOURS, Verb::Gains(Modifier::Strength(1), ONCE, Lasting::ThisTurn))],
            },
        ],
    ),
    (
        Card::with_key("cheshire_cat_inexplicable"),
        &[Triggered {
            when: &[When::PutUnder(THIS)],
            only: If::Always,
            does: &[
                Do::May(3),
                Do::Choose(Filter::CHARACTER),
                Do::ChooseAlso(Filter::CHARACTER.side(Side::Opposing)),
                Do::MoveDamage(2),
            ],
        }],
    ),
];
