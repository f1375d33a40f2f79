"""Which part of what only repeats a run looks at: another one with each seed."""

import os
import random

# Words of the environment, which check.py gives to all that it starts: any text, and `all` or `some`.
SEED = os.environ.get("TEST_SEED", "")
IS_ALL = os.environ.get("TEST_SHARE") == "all"

# How often something was looked at, and how often it would be in a run of all.
looked = {"at": 0, "of": 0}
# What this machine lacks, and what was not checked therefore.
unchecked = set()


def share(name, things, count):
    """`count` of `things`, in their order, as the seed and `name` say; all of them in a run of all."""
    things = list(things)
    chosen = range(len(things))
    if not IS_ALL:
        chosen = sorted(random.Random(f"{SEED} {name}").sample(chosen, count))
    looked["at"] += len(chosen)
    looked["of"] += len(things)
    return [things[index] for index in chosen]
