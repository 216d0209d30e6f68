"""A player for any game of Gaslamp: passes when it can, otherwise does anything that is legal.

gaslamp botc play --players 7 --seats 'exec:python3 examples/agent.py,heuristic' --storyteller scripted
"""

import json
import random
import sys

chance = random.Random(1)
for line in sys.stdin:
    view = json.loads(line)
    legal = view["legal"]
    if not legal:  # the game is over: view["outcome"] says how it ended
        break
    passes = [index for index, action in enumerate(legal) if "passes" in action or "abstains" in action]
    choice = passes[0] if passes and chance.random() < 0.5 else chance.randrange(len(legal))
    print(json.dumps({"choice": choice}), flush=True)
