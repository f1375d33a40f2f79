"""Rows of houses along the sides of a block, with their addresses."""

import math
from collections import defaultdict
from dataclasses import dataclass

from ground import inset, middle


@dataclass
class House:
    point: tuple
    street: str
    number: int
    postcode: str
    way: int

    def address(self):
        return {"addr:street": self.street, "addr:housenumber": self.number,
                "addr:postcode": self.postcode, "addr:city": "Meeuwhaven"}


@dataclass
class Style:
    """How a quarter is built: metres."""
    width: tuple  # of a house
    depth: tuple
    setback: float  # of the house from the middle of the street
    gap: float = 0  # between houses; 0: they are built in rows
    kind: str = "house"
    chance: float = 1.0  # that there is a house


OLD = Style((6, 11), (10, 14), 5.5, kind="house", chance=0.97)
ROWS = Style((22, 40), (9, 10), 11, gap=5, kind="terrace", chance=0.95)
PAIRS = Style((13, 16), (9, 12), 13, gap=6, kind="semidetached_house", chance=0.93)
VILLAS = Style((10, 16), (9, 15), 17, gap=14, kind="detached", chance=0.9)
HALLS = Style((30, 75), (28, 45), 14, gap=12, kind="industrial", chance=0.8)


class Houses:
    def __init__(self, osm, random):
        self.osm, self.random = osm, random
        self.all = []
        self.numbers = defaultdict(int)  # of a street's side: the last one given
        self.postcodes = {}

    def block(self, corners, streets, style):
        """Houses along the sides of a block that have a street; `corners` are anticlockwise."""
        front = inset(corners, [style.setback if street else 2.0 for street in streets])
        for i, street in enumerate(streets):
            if street:
                deep = inset(front, [style.depth[1]] * len(front))
                self.row(front, deep, i, street, style)

    def row(self, front, deep, side, street, style):
        """A row along one side, from corner to corner, which it shares with the rows beside it."""
        a, b = front[side], front[(side + 1) % len(front)]
        back_a, back_b = deep[side], deep[(side + 1) % len(deep)]
        length = math.dist(a, b)
        if length < style.width[0] or math.dist(back_a, back_b) > 1.5 * length:
            return
        along = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        inwards = -along[1], along[0]
        corner_a, corner_b = (self.reach(back_a, a, along), self.reach(back_b, a, along))
        # Where houses stand apart, corners are gardens; a corner house has both its streets.
        at = corner_a if style.gap else 0.0
        until = corner_b if style.gap else length
        while at < until - style.width[0] * 0.8:
            width = self.random.uniform(*style.width)
            if until - at - width < style.width[0]:
                width = min(until - at, style.width[1] * 1.3)
            depth = self.random.uniform(*style.depth)
            if self.random.random() < style.chance:
                part = depth / style.depth[1]
                first = max(at, corner_a * part)
                last = min(at + width, length - (length - corner_b) * part)
                self.house([
                    self.place(a, along, inwards, at, 0),
                    self.place(a, along, inwards, at + width, 0),
                    self.place(a, along, inwards, last, depth),
                    self.place(a, along, inwards, first, depth)], street, side < len(front) / 2, style)
            at += width + style.gap

    @staticmethod
    def reach(point, origin, along):
        return (point[0] - origin[0]) * along[0] + (point[1] - origin[1]) * along[1]

    @staticmethod
    def place(origin, along, inwards, distance, depth):
        return (origin[0] + along[0] * distance + inwards[0] * depth,
                origin[1] + along[1] * distance + inwards[1] * depth)

    def house(self, corners, street, is_first, style):
        # Odd numbers stand on one side of a street, even ones on the other.
        parity = 1 if is_first else 2
        key = street, parity
        self.numbers[key] = self.numbers[key] + 2 if self.numbers[key] else parity
        postcode = self.postcodes.setdefault(
            street, f"{101 + len(self.postcodes) // 20:04d} "
                    f"{'ABCDEFGHJKLMNPRSTVWX'[len(self.postcodes) % 20]}A")
        house = House(middle(corners), street, self.numbers[key], postcode, 0)
        house.way = self.osm.area(corners, building=style.kind, **house.address())
        self.all.append(house)

    def on(self, street):
        return [house for house in self.all if house.street == street]

