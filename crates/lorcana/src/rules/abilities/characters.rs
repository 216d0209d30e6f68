//! Characters: their triggered, activated and static abilities.

use super::shapes::*;

/// This character, while it is exerted.
const EXERTED: Condition = Condition::ThisIs(THIS.exerted());
/// This character, while it is at a location.
const AT_LOCATION: Filter = Filter { at_location: true, ..THIS };

pub(super) const CARDS: &[Entry] = &[
    // Triggered when they are played.
    (card("anna_ice_breaker"), &[when_played(&[Step::Choose(OPPOSING), STAYS_EXERTED])]),
    (
        card("elsa_spirit_of_winter"),
        &[when_played(&[Step::ChooseUpTo(2, CHARACTER), EXERT_IT, STAYS_EXERTED])],
    ),
    (card("arthur_novice_blacksmith"), &[when_played(&[Step::MayPay(1, 1), Step::InkDrops(1)])]),
    (card("miguel_rivera_accomplished_musician"), &[when_played(&[Step::ReturnFromDiscard(CHARACTER)])]),
    (card("elsa_concerned_sister"), &[when_played(&[next_cheaper(CardType::Location, 2)])]),
    (
        card("fred_awesome_boss"),
        &[when(&[When::Played(THIS), When::Played(YOUR_OTHERS.class(Class::Super))], &[Step::InkDrops(1)])],
    ),
    (card("merlin_profoundly_curious"), &[when_played(&[Step::InkDrops(1)]), when_quests(&[draw(1)])]),
    // Triggered when they quest.
    (card("doc_leader_of_the_seven_dwarfs"), &[when_quests(&[next_cheaper(CardType::Character, 1)])]),
    (card("belle_inventive_engineer"), &[when_quests(&[next_cheaper(CardType::Item, 1)])]),
    (card("iago_fake_flamingo"), &[when_quests(&[next_cheaper(CardType::Action, 2)])]),
    (card("daisy_duck_secret_agent"), &[when_quests(&[they_discard(1)])]),
    (card("the_queen_mirror_seeker"), &[when_quests(&[Step::May(2), Step::Look(3), Step::RestToTop])]),
    (card("jasmine_rebellious_princess"), &[when_quests(&[they_lose(1)])]),
    (
        card("winnie_the_pooh_having_a_think"),
        &[when_quests(&[Step::May(1), Step::HandToInk { exerted: false }])],
    ),
    (card("genie_powers_unleashed"), &[when_quests(&[Step::PlayFree(ACTION.cost_to(5))])]),
    (
        card("arthur_wizard's_apprentice"),
        &[when_quests(&[Step::May(4), Step::Choose(YOUR_OTHERS), Step::IfChosen(2), RETURN_IT, gain(2)])],
    ),
    (
        card("chernabog's_followers_creatures_of_evil"),
        &[when_quests(&[
            Step::If(Condition::ThisIs(THIS), 3),
            Step::May(2),
            Step::This(CardEffect::Banish),
            draw(1),
        ])],
    ),
    (card("kristoff_mining_the_ruins"), &[when_quests(&[Step::If(Condition::Under(1), 1), RAMP])]),
    (
        card("robin_hood_ephemeral_archer"),
        &[when_quests(&[Step::If(Condition::Under(1), 2), Step::ChooseUpTo(2, CHARACTER), deal(1)])],
    ),
    (
        card("dash_parr_&_violet_parr_super_siblings"),
        &[when(&[When::Quests(THIS), When::Challenges(THIS)], &[Step::Draw(You, Amount::Under)])],
    ),
    (card("scrooge_mcduck_uncle_moneybags"), &[when_quests(&[next_cheaper(CardType::Item, 1)])]),
    // Triggered when they challenge or are challenged.
    (card("grandma_wu_fierce_red_panda"), &[when_challenges_character(&[gain(2), they_lose(2)])]),
    (
        card("ming_lee_giant_red_panda"),
        &[when_challenges_character(&[Step::This(CardEffect::Ready), Step::This(this_turn(NO_QUEST))])],
    ),
    (
        card("beast_aggressive_lord"),
        &[when_if(
            &[When::Challenges(THIS)],
            Condition::SubjectIs(CHARACTER),
            &[Step::If(Condition::Under(1), 2), they_lose(1), gain(1)],
        )],
    ),
    (
        card("mother_gothel_vain_sorceress"),
        &[when(
            &[When::Challenges(YOURS)],
            &[Step::May(3), Step::Choose(CHARACTER), Step::ChooseAlso(OPPOSING), Step::MoveDamage(1)],
        )],
    ),
    (card("mad_hatter_gracious_host"), &[when_challenged(&[Step::May(1), draw(1)])]),
    (card("cursed_merfolk_ursula's_handiwork"), &[when_challenged(&[they_discard(1)])]),
    (card("belle_hidden_archer"), &[when_challenged(&[Step::DiscardHand(Opponent)])]),
    (card("go_go_tomago_extreme_tester"), &[when_challenged(&[Step::InkDrops(1)])]),
    (
        card("captain_hook_underhanded"),
        &[during(EXERTED, OPPOSING.class(Class::Pirate), NO_QUEST), when_challenged(&[draw(1)])],
    ),
    // Triggered when they or others are banished. On an opponent's turn, one's own character is the challenged one.
    (
        card("cheshire_cat_not_all_there"),
        &[when_if(
            &[When::BanishedInChallenge(THIS)],
            Condition::OpponentsTurn,
            &[Step::Subject(CardEffect::Banish)],
        )],
    ),
    (
        card("kuzco_temperamental_emperor"),
        &[when_if(
            &[When::BanishedInChallenge(THIS)],
            Condition::OpponentsTurn,
            &[Step::May(1), Step::Subject(CardEffect::Banish)],
        )],
    ),
    (card("kuzco_wanted_llama"), &[when_banished(&[Step::May(1), draw(1)])]),
    (card("baloo_von_bruinwald_xiii"), &[when_banished(&[gain(2)])]),
    (card("milo_thatch_king_of_atlantis"), &[when_banished(&[Step::Each(OPPOSING, CardEffect::ToHand)])]),
    (card("mickey_mouse_giant_mouse"), &[when_banished(&[Step::Each(OPPOSING, CardEffect::Deal(N(5)))])]),
    (
        card("prince_eric_expert_helmsman"),
        &[when_banished(&[Step::May(2), Step::Choose(CHARACTER), BANISH_IT])],
    ),
    (card("gramma_tala_storyteller"), &[when_banished(&[Step::May(1), Step::ThisToInk { exerted: true }])]),
    (
        card("wreck_it_ralph_hero's_duty"),
        &[on_your_turn(&[When::Banished(YOUR_OTHERS)], &[Step::This(this_turn(Lore(1)))])],
    ),
    (card("heihei_persistent_presence"), &[when_beaten(&[Step::ThisToHand])]),
    (card("marshmallow_persistent_guardian"), &[when_beaten(&[Step::May(1), Step::ThisToHand])]),
    (
        card("kenai_magical_bear"),
        &[on_your_turn(&[When::BanishedInChallenge(THIS)], &[Step::ThisToHand, gain(1)])],
    ),
    (card("merlin_completing_his_research"), &[when_beaten(&[Step::If(Condition::Under(1), 1), draw(2)])]),
    (card("archimedes_messenger_owl"), &[when_beaten(&[Step::InkDrops(1)])]),
    (card("aladdin_heroic_outlaw"), &[when_beats(&[gain(2), they_lose(2)])]),
    (card("jafar_dreadnought"), &[when_beats(&[Step::May(1), draw(1)])]),
    (
        card("raya_headstrong"),
        &[when_beats(&[Step::May(1), Step::This(CardEffect::Ready), Step::This(this_turn(NO_QUEST))])],
    ),
    (card("kronk_head_of_security"), &[when_beats(&[Step::PlayFree(CHARACTER.cost_to(5))])]),
    (card("mulan_imperial_soldier"), &[when_beats(&[Step::Each(YOUR_OTHERS, this_turn(Lore(1)))])]),
    // Triggered when they sing, move, take damage or are boosted.
    (card("miguel_rivera_promising_musician"), &[when(&[When::Sings(THIS)], &[gain(1)])]),
    (
        card("cinderella_melody_weaver"),
        &[when(&[When::Sings(THIS)], &[Step::Each(YOUR_OTHERS.class(Class::Princess), this_turn(Lore(1)))])],
    ),
    (
        card("bruno_madrigal_singing_seer"),
        &[when(&[When::Sings(THIS)], &[Step::May(1), Step::Draw(You, Amount::Count(YOURS))])],
    ),
    (card("cubby_mighty_lost_boy"), &[when(&[When::Moves(THIS)], &[Step::This(this_turn(Strength(3)))])]),
    (
        card("beast_relentless"),
        &[when(&[When::Damaged(OPPOSING)], &[Step::May(1), Step::This(CardEffect::Ready)])],
    ),
    (
        card("little_john_impermanent_outlaw"),
        &[when(&[When::PutUnder(THIS)], &[Step::This(CardEffect::Ready)])],
    ),
    (
        card("scar_eerily_prepared"),
        &[when(&[When::PutUnder(THIS)], &[Step::Choose(OPPOSING), gets(Strength(-5))])],
    ),
    (
        card("tamatoa_seeker_of_shine"),
        &[when(&[When::PutUnder(CHARACTER_OR_LOCATION.side(Side::Your))], &[Step::This(this_turn(Lore(1)))])],
    ),
    // Triggered when a turn begins or ends, or a card is drawn or inked.
    (
        card("pacha_emperor's_guide"),
        &[
            at_start(&[Step::If(Condition::InPlay(1, ITEM.side(Side::Your)), 1), gain(1)]),
            at_start(&[Step::If(Condition::InPlay(1, LOCATION.side(Side::Your)), 1), gain(1)]),
        ],
    ),
    (
        card("beast_tragic_hero"),
        &[at_start(&[
            Step::If(Condition::ThisIs(THIS.undamaged()), 2),
            draw(1),
            Step::Stop,
            Step::This(this_turn(Strength(4))),
        ])],
    ),
    (
        card("donald_duck_perfect_gentleman"),
        &[at_start(&[Step::May(1), draw(1), Step::Offer(1), Step::Draw(Opponent, N(1))])],
    ),
    (
        card("kuzco_panicked_llama"),
        &[at_start(&[either(2), Step::Draw(Everyone, N(1)), Step::Stop, Step::Discard(Everyone, 1)])],
    ),
    (
        card("simba_pride_protector"),
        &[when(
            &[When::TurnEnds(You)],
            &[Step::If(EXERTED, 2), Step::May(1), Step::Each(YOUR_OTHERS, CardEffect::Ready)],
        )],
    ),
    (
        card("judy_hopps_resourceful_rabbit"),
        &[when(&[When::TurnEnds(You)], &[Step::May(2), Step::Choose(YOUR_OTHERS), READY_IT])],
    ),
    (
        card("royal_guard_octopus_soldier"),
        &[when(&[When::Draws(You)], &[Step::This(this_turn(Challenger(1)))])],
    ),
    (
        card("maleficent_mistress_of_all_evil"),
        &[
            when_quests(&[Step::May(1), draw(1)]),
            on_your_turn(
                &[When::Draws(You)],
                &[Step::May(3), Step::Choose(CHARACTER), Step::ChooseAlso(OPPOSING), Step::MoveDamage(1)],
            ),
        ],
    ),
    (
        card("jafar_striking_illusionist"),
        &[when_if(&[When::Draws(You)], EXERTED, &[Step::If(Condition::YourTurn, 1), gain(1)])],
    ),
    (card("gramma_tala_spirit_of_the_ocean"), &[when(&[When::Inks(You)], &[gain(1)])]),
    (
        card("peter_pan_shadow_catcher"),
        &[on_your_turn(&[When::Inks(You)], &[Step::Choose(OPPOSING), EXERT_IT])],
    ),
    // Activated abilities.
    (card("elsa_snow_queen"), &[exert(&[Step::Choose(OPPOSING), EXERT_IT])]),
    (card("the_queen_wicked_and_vain"), &[exert(&[draw(1)])]),
    (card("tinker_bell_tiny_tactician"), &[exert(&[draw(1), discard(1)])]),
    (card("rapunzel_sunshine"), &[exert(&[Step::Choose(CHARACTER), heal(2)])]),
    (card("robin_hood_capable_fighter"), &[exert(&[Step::Choose(CHARACTER), deal(1)])]),
    (card("namaari_nemesis"), &[paid(&[Cost::Exert, Cost::Banish], &[Step::Choose(CHARACTER), BANISH_IT])]),
    (card("stitch_little_trickster"), &[paid(&[Cost::Ink(1)], &[Step::This(this_turn(Strength(1)))])]),
    (
        card("elsa_fierce_protector"),
        &[paid(&[Cost::Ink(1), Cost::Discard(1)], &[discard(1), Step::Choose(OPPOSING), EXERT_IT])],
    ),
    (
        card("monstro_infamous_whale"),
        &[paid(
            &[Cost::Discard(1)],
            &[discard(1), Step::This(CardEffect::Ready), Step::This(this_turn(NO_QUEST))],
        )],
    ),
    (
        card("stratos_tornado_titan"),
        &[exert(&[Step::GainLore(You, Amount::Count(YOURS.class(Class::Titan)))])],
    ),
    (card("hades_hotheaded_ruler"), &[exert(&[Step::Each(YOURS.class(Class::Titan), CardEffect::Ready)])]),
    (card("yzma_conniving_chemist"), &[exert(&[Step::DrawTo(You, 3)])]),
    (card("pluto_friendly_pooch"), &[exert(&[next_cheaper(CardType::Character, 1)])]),
    (
        card("king_of_hearts_monarch_of_wonderland"),
        &[exert(&[Step::Choose(CHARACTER.exerted()), STAYS_EXERTED])],
    ),
    (
        card("kronk_meat_hut_cook"),
        &[Activated { cost: &[Cost::Ink(1)], once: true, does: &[draw(1), discard(1)] }],
    ),
    (
        card("maui_whale"),
        &[
            always(THIS, Cannot(Restriction::ReadyAtStart)),
            paid(&[Cost::Ink(2)], &[Step::This(CardEffect::Ready), Step::This(this_turn(NO_QUEST))]),
        ],
    ),
    // Static abilities.
    (card("hades_king_of_olympus"), &[per(Amount::Count(YOUR_OTHERS.class(Class::Villain)), Lore(1))]),
    (card("jafar_keeper_of_secrets"), &[per(Amount::Hand(You), Strength(1))]),
    (card("donald_duck_not_again!"), &[per(Amount::Damage, Lore(1))]),
    (card("genie_magical_researcher"), &[per(Amount::Under, Lore(1))]),
    (card("scrooge_mcduck_ghostly_ebenezer"), &[per_all(Amount::Under, &[Strength(1), Willpower(1)])]),
    (
        card("flynn_rider_spectral_scoundrel"),
        &[during_all(Condition::Under(1), THIS, &[Strength(2), Lore(1)])],
    ),
    (
        card("ursula_whisper_of_vanessa"),
        &[during_all(Condition::Under(1), THIS, &[Lore(1), Has(KeywordFlag::Evasive)])],
    ),
    (
        card("pascal_rapunzel's_companion"),
        &[during(Condition::InPlay(1, YOUR_OTHERS), THIS, Has(KeywordFlag::Evasive))],
    ),
    (
        card("starkey_hook's_henchman"),
        &[during(Condition::InPlay(1, YOURS.class(Class::Captain)), THIS, Lore(1))],
    ),
    (
        card("chief_bogo_gazelle_fan"),
        &[during(Condition::InPlay(1, YOURS.named("Gazelle")), THIS, Singer(6))],
    ),
    (card("stitch_covert_agent"), &[during(Condition::ThisIs(AT_LOCATION), THIS, Has(KeywordFlag::Ward))]),
    (card("mother_gothel_selfish_manipulator"), &[during(EXERTED, OPPOSING, NO_QUEST)]),
    (card("genie_main_attraction"), &[during(EXERTED, OPPOSING, Cannot(Restriction::ReadyAtStart))]),
    (
        card("donald_duck_musketeer"),
        &[during(Condition::YourTurn, YOURS.class(Class::Musketeer), Has(KeywordFlag::Evasive))],
    ),
    (card("aurora_dreaming_guardian"), &[always(YOUR_OTHERS, Has(KeywordFlag::Ward))]),
    (card("cogsworth_grandfather_clock"), &[always(YOUR_OTHERS, Resist(1))]),
    (card("rhino_motivational_speaker"), &[always(YOUR_OTHERS, Willpower(2))]),
    (
        card("peter_pan's_shadow_not_sewn_on"),
        &[always(YOUR_OTHERS.with(KeywordFlag::Rush), Has(KeywordFlag::Evasive))],
    ),
    (
        card("cogsworth_talking_clock"),
        &[always(YOURS.with(KeywordFlag::Reckless), Grants(1)), Granted(&exert(&[gain(1)]))],
    ),
    (card("namaari_morning_mist"), &[always(THIS, Modifier::ChallengesReady)]),
    (card("snow_white_fairest_in_the_land"), &[always(THIS, Cannot(Restriction::BeChallenged))]),
    (card("ariel_on_human_legs"), &[always(THIS, Cannot(Restriction::Sing))]),
    (card("max_goof_rockin'_teen"), &[always(THIS, Cannot(Restriction::Move))]),
    (card("percy_pupsicle"), &[always(THIS, Cannot(Restriction::Challenge))]),
    (
        card("belle_strange_but_special"),
        &[you_get(Condition::YourTurn, MoreInk(1)), during(Condition::InkwellAtLeast(10), THIS, Lore(4))],
    ),
];
