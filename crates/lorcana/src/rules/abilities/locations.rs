//! Locations.

use super::shapes::*;

/// Somebody is at this location.
const SOMEBODY_HERE: Condition = Condition::InPlay(1, HERE);

pub(super) const CARDS: &[Entry] = &[
    (card("tiana's_palace_jazz_restaurant"), &[always(HERE, Cannot(Restriction::BeChallenged))]),
    (card("khan_industries_greenway_landmark"), &[always(HERE, Cannot(Restriction::BeChallenged))]),
    (card("maui's_place_of_exile_hidden_island"), &[always(HERE, Resist(1))]),
    (card("rapunzel's_tower_secluded_prison"), &[always(HERE, Willpower(3))]),
    (card("khan_stadium_state_of_the_art"), &[always(HERE, Strength(2))]),
    (
        card("hidden_cove_tranquil_haven"),
        &[during_all(Condition::Always, HERE, &[Strength(1), Willpower(1)])],
    ),
    (
        card("fang_river_city"),
        &[during_all(Condition::Always, HERE, &[Has(KeywordFlag::Ward), Has(KeywordFlag::Evasive)])],
    ),
    (
        card("castle_wyvern_above_the_clouds"),
        &[during_all(Condition::Always, HERE, &[Challenger(1), Resist(1)])],
    ),
    (
        card("the_beanstalk_onward_and_upward"),
        &[during_all(Condition::Always, HERE, &[Strength(1), Has(KeywordFlag::Evasive)])],
    ),
    (
        card("hundred_acre_wood_hunny_campsite"),
        &[always(HERE, Willpower(1)), always(HERE.class(Class::Hunny), Lore(1))],
    ),
    (
        card("the_great_illuminary_abandoned_laboratory"),
        &[always(HERE, Grants(1)), Granted(&exert(&[draw(1)]))],
    ),
    (card("belle's_house_maurice's_workshop"), &[you_get(SOMEBODY_HERE, Cheaper(CardType::Item, 1))]),
    (
        card("illuminary_tunnels_linked_caverns"),
        &[
            Ability::Static {
                only: SOMEBODY_HERE,
                on: THIS,
                gives: Lore(1),
                times: Amount::Count(Filter { other: true, ..LOCATION.side(Side::Your) }),
            },
            you_get(SOMEBODY_HERE, Cheaper(CardType::Location, 1)),
        ],
    ),
    (
        card("ariel's_grotto_a_secret_place"),
        &[during(Condition::InPlay(3, ITEM.side(Side::Your)), THIS, Lore(2))],
    ),
    (card("ratigan's_party_seedy_back_room"), &[during(Condition::InPlay(1, HERE.damaged()), THIS, Lore(2))]),
    (card("paradise_falls_exotic_destination"), &[during(SOMEBODY_HERE, THIS, Lore(3))]),
    (card("scrooge's_counting_house_ebenezer's_office"), &[per_all(Amount::Under, &[Willpower(1), Lore(1)])]),
    (card("white_agony_plains_golden_lagoon"), &[per(Amount::Count(HERE), Lore(1))]),
    (
        card("ursula's_garden_full_of_the_unfortunate"),
        &[during(Condition::InPlay(1, HERE.exerted()), OPPOSING, Lore(-1))],
    ),
    (
        card("the_wall_border_fortress"),
        &[during(
            Condition::InPlay(1, HERE.exerted()),
            Filter { other: true, ..LOCATION.side(Side::Your) },
            Cannot(Restriction::BeChallenged),
        )],
    ),
    (card("casa_madrigal_casita"), &[at_start(&[Step::If(SOMEBODY_HERE, 1), gain(1)])]),
    (
        card("skull_rock_isolated_fortress"),
        &[
            always(HERE, Strength(1)),
            at_start(&[Step::If(Condition::InPlay(1, HERE.class(Class::Pirate)), 1), gain(1)]),
        ],
    ),
    (
        card("rescue_rangers_submarine_mobile_headquarters"),
        &[at_start(&[Step::If(SOMEBODY_HERE, 2), Step::May(1), RAMP])],
    ),
    (
        card("the_bayou_mysterious_swamp"),
        &[when(&[When::Quests(HERE)], &[Step::May(2), draw(1), discard(1)])],
    ),
    (
        card("duckburg_funso's_funzone"),
        &[when(&[When::Quests(HERE)], &[next_cheaper(CardType::Character, 2)])],
    ),
    (
        card("the_underworld_river_styx"),
        &[when(&[When::Quests(HERE)], &[Step::MayPay(3, 1), Step::ReturnFromDiscard(CHARACTER)])],
    ),
    (card("thebes_the_big_olive"), &[on_your_turn(&[When::BanishesInChallenge(HERE)], &[gain(2)])]),
    (
        card("beast's_castle_winter_gardens"),
        &[when_if(&[When::Challenges(HERE)], Condition::SubjectIs(CHARACTER), &[gain(1)])],
    ),
    (card("perilous_maze_watery_labyrinth"), &[when(&[When::IsChallenged(HERE)], &[they_discard(1)])]),
    // On an opponent's turn, one's own character is the challenged one.
    (
        card("kuzco's_palace_home_of_the_emperor"),
        &[when_if(
            &[When::BanishedInChallenge(HERE)],
            Condition::OpponentsTurn,
            &[Step::Subject(CardEffect::Banish)],
        )],
    ),
    (
        card("hundred_acre_island_pooh's_home"),
        &[when_if(&[When::Banished(HERE)], Condition::OpponentsTurn, &[gain(1)])],
    ),
    (
        card("training_grounds_impossible_pillar"),
        &[paid(&[Cost::Ink(1)], &[Step::Choose(HERE), gets(Strength(1))])],
    ),
];
