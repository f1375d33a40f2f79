"""Journeys along the streets of the town, as scenarios of `geofencectl simulate`, with regions and
deals on the way."""

import heapq
import json
import math

from ground import between, degrees

NOON = "2026-07-04"  # a Saturday


class Ways:
    """How one gets from here to there along streets."""

    def __init__(self, streets):
        self.near = {}
        self.places = {}
        for _, points in streets.lines:
            for a, b in zip(points, points[1:]):
                self.join(a, b)

    def join(self, a, b):
        for one, other in ((a, b), (b, a)):
            self.places.setdefault(degrees(one), one)
            self.near.setdefault(degrees(one), set()).add(degrees(other))

    def stop(self, point):
        """A point of the nearest street; from now on, one may turn there."""
        best = None
        for here, others in self.near.items():
            for there in others:
                a, b = self.places[here], self.places[there]
                part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / (
                    math.dist(a, b) ** 2)
                nearest = between(a, b, min(1, max(0, part)))
                if best is None or math.dist(point, nearest) < best[0]:
                    best = math.dist(point, nearest), a, nearest, b
        _, a, nearest, b = best
        for end in (a, b):
            if degrees(end) != degrees(nearest):
                self.join(end, nearest)
        return nearest

    def way(self, start, goal):
        """The shortest: points of the plan."""
        start, goal = degrees(start), degrees(goal)
        done, waiting = {}, [(0, start, None)]
        while waiting:
            length, here, before = heapq.heappop(waiting)
            if here in done:
                continue
            done[here] = before
            if here == goal:
                break
            for there in self.near[here]:
                step = math.dist(self.places[here], self.places[there])
                heapq.heappush(waiting, (length + step, there, here))
        way = [goal]
        while done[way[-1]] is not None:
            way.append(done[way[-1]])
        return [self.places[point] for point in reversed(way)]


def scenario(file, ways, head, mode, stops):
    """`stops` are points with the seconds that one stays there."""
    points = [ways.stop(point) for point, _ in stops]
    file.write(head)
    file.write(f"from = {number(points[0])}\n")
    for a, b, (_, seconds) in zip(points, points[1:], stops[1:]):
        way = ways.way(a, b)
        file.write(f'\n[[leg]]\nmode = "{mode}"\n')
        if way[1:-1]:
            via = [number(point) for point in way[1:-1]]
            lines = ["    " + ", ".join(via[i:i + 4]) + ",\n" for i in range(0, len(via), 4)]
            file.write(f"via = [\n{''.join(lines)}]\n")
        file.write(f"to = {number(b)}\n")
        if seconds:
            file.write(f"stop = {seconds}\n")


def number(point):
    latitude, longitude = degrees(point)
    return f"[{latitude:.6f}, {longitude:.6f}]"


def collection(file, features):
    """GeoJSON, a feature a line, so that a person can read it."""
    lines = []
    for name, point, properties in features:
        latitude, longitude = degrees(point)
        lines.append(json.dumps({
            "type": "Feature", "id": name,
            "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": properties}, ensure_ascii=False))
    file.write('{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n")


def deals(venues):
    """Offers of the day: name, venue, category, description, from, until."""
    table = [
        ("Coffee and pie, 5 euros", "Café Het Baken", "food", "While the terrace is open", 9, 18, 40),
        ("Second scoop free", "Gelateria Luna", "food", "All flavours but liquorice", 11, 20, None),
        ("Harbour round trip, 2 for 1", "VVV Meeuweroog", "activities",
         "Three quarters of an hour past seals and tugs", 9, 17, 12),
        ("Books by weight", "Boekhandel Inktvis", "shopping", "Five euros a kilo", 10, 17, None),
        ("Matinee, half price", "Filmhuis Lichtbundel", "activities", "Silent films with a piano",
         13, 16, 25),
        ("Third herring on the house", "Vistent Haring & Zo", "food", "With onions", 9, 19, None),
        ("Bicycle for the day, 8 euros", "Fietsverhuur Station", "transport", "Back before six",
         9, 18, 6),
        ("Wool sale, a third off", "Wol & Wind", "shopping", "Winter things", 9, 18, None),
        ("Mist by candlelight", "Museum van de Mist", "culture", "With soup afterwards", 10, 17, 30),
        ("Two nights, the third free", "Hotel De Gouden Meeuw", "travel", "From the quay side",
         9, 22, 3)]
    for i, (name, venue, category, text, start, end, room) in enumerate(table, 1):
        _, point, tags = venues.named(venue)
        properties = {"name": name, "company": venue, "category": category, "description": text,
                      "starts": f"{NOON}T{start:02d}:00:00+02:00",
                      "ends": f"{NOON}T{end:02d}:00:00+02:00"}
        if room:
            properties["capacity"] = room
        yield str(i), point, properties


def favourites(venues, brands):
    count = 0
    for brand in brands:
        for name, point, tags in venues.all:
            if name == brand:
                count += 1
                street = f"{tags['addr:street']} {tags['addr:housenumber']}"
                yield f"favourite/{count}", point, {"name": f"{name}, {street}", "kind": "favourite"}


def write(folder, streets, venues):
    offers = list(deals(venues))
    told = [(f"deal/{name}", point, {"kind": "deal", **{
        key: value for key, value in properties.items() if key != "capacity"}})
        for name, point, properties in offers]
    for name, brands in [("town-walk", ["Starbucks", "Albert Heijn", "HEMA"]),
                         ("town-ride", ["Lidl", "Kruidvat", "Shell"])]:
        with open(folder / f"{name}.geojson", "w") as file:
            collection(file, [*favourites(venues, brands), *told])
    with open(folder / "town-deals.geojson", "w") as file:
        collection(file, offers)

    def at(name, street=None):
        return venues.named(name, street)[1]

    ways = Ways(streets)
    with open(folder / "town-walk.toml", "w") as file:
        scenario(file, ways, WALK, "walk", [
            ((545, 155), 0), (at("Starbucks", "Stationsstraat"), 240),
            (at("Albert Heijn", "Korenstraat"), 60),
            (at("Gelateria Luna"), 150), (at("HEMA", "Hoogstraat"), 120), ((-430, -200), 90),
            ((-672, 150), 60), ((-1010, -120), 0)])
    with open(folder / "town-ride.toml", "w") as file:
        scenario(file, ways, RIDE, "bike", [
            ((3830, 1320), 0), (at("Lidl"), 120), (at("Kruidvat", "Noorderweg"), 60),
            ((-880, -420), 0)])


WALK = f"""# From the station of Meeuwhaven through the old town to the harbour, round the park and home; the
# town does not exist (scripts/make-town).
start = {NOON}T09:30:00Z
rate = 0.5
seed = 41
"""
RIDE = f"""# From Oosterduin to Meeuwhaven by bicycle, shopping on the way, with a phone; neither exists
# (scripts/make-town).
start = {NOON}T09:30:00Z
rate = 0.2
seed = 42
receiver = "phone"
"""
