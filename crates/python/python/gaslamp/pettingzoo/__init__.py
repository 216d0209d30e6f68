"""The games as PettingZoo environments: ``mafia_v0``, ``botc_v0`` and ``lorcana_v0``, each with ``env``, ``raw_env`` and ``parallel_env``.

>>> from gaslamp.pettingzoo import mafia_v0
>>> env = mafia_v0.env()
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((512,), (95,))
"""
