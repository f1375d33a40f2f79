"""A made-up world of regions: towns large and small, in them streets where places stand closely, and
journeys through them."""
import math
import random
from array import array
from functools import cache
from itertools import accumulate
from measuring import run_directory

REGIONS = 1_000_000
FIXES = 100_000
JOURNEY = 1000  # fixes, one a second, as bench-fences knows
# In the middle of a town, a square kilometre.
DENSITY = 200
METRES_NORTH = 111_000


class Town:
    def __init__(self, random, places):
        self.latitude = math.degrees(math.asin(random.uniform(-0.6, 0.9)))
        self.longitude = random.uniform(-179, 179)
        self.metres_east = METRES_NORTH * math.cos(math.radians(self.latitude))
        self.spread = 1000 * math.sqrt(places / (2 * math.pi * DENSITY))
        self.streets = [self.around(random, 0, 0, self.spread) for _ in range(places // 40 + 1)]

    def around(self, random, east, north, spread):
        return random.gauss(east, spread), random.gauss(north, spread)

    def place(self, random):
        """Metres east and north of the middle: two of three places stand in a street."""
        if random.random() < 0.67:
            return self.around(random, *random.choice(self.streets), 120)
        return self.around(random, 0, 0, self.spread)

    def point(self, east, north):
        """Latitude and longitude, to 1e-7 degrees as maps have them."""
        return (round(self.latitude + north / METRES_NORTH, 7),
                round(self.longitude + east / self.metres_east, 7))


def journey(random, town):
    """From place to place, walking, cycling or driving."""
    speed = random.choice([1.4, 1.4, 1.4, 5, 5, 14])
    east, north = town.place(random)
    goal = town.place(random)
    for _ in range(JOURNEY):
        yield town.point(east, north)
        distance = math.hypot(goal[0] - east, goal[1] - north)
        if distance < speed:
            goal = town.place(random)
            continue
        east += (goal[0] - east) / distance * speed + random.gauss(0, 0.3)
        north += (goal[1] - north) / distance * speed + random.gauss(0, 0.3)


@cache
def written():
    """Two files of doubles: any first part of the regions is as the whole is, only sparser."""
    chance = random.Random(1)
    count = REGIONS // 400
    # By Zipf's law: the second town has half as many as the first.
    weights = [1 / rank for rank in range(1, count + 1)]
    share = REGIONS / sum(weights)
    towns = [Town(chance, int(weight * share)) for weight in weights]
    cumulative = list(accumulate(weights))
    regions, fixes = array("d"), array("d")
    for town in chance.choices(towns, cum_weights=cumulative, k=REGIONS):
        regions.extend(town.point(*town.place(chance)))
    for town in chance.choices(towns, cum_weights=cumulative, k=FIXES // JOURNEY):
        for point in journey(chance, town):
            fixes.extend(point)
    for name, numbers in [("regions", regions), ("fixes", fixes)]:
        with open(run_directory() / name, "wb") as file:
            numbers.tofile(file)
    return run_directory() / "regions", run_directory() / "fixes"
