"""The old town: half rings of streets and canals round the market, open to the harbour."""

import math

import ground
import names
from ground import polar
from houses import OLD

STEP = 11.25
ANGLES = [180 - STEP * i for i in range(17)]
CANALS = [("Binnengracht", 150, 180, 157, 173), ("Kapiteinsgracht", 360, 398, 367, 391),
          ("Singel", 560, 622, 571, 609)]
# Streets along the rings: radius, name, kind.
RINGS = [
    (75, "Grote Markt", "pedestrian"), (150, "Binnengracht", "residential"),
    (180, "Binnengracht", "residential"), (270, None, "residential"),
    (360, "Kapiteinsgracht", "residential"), (398, "Kapiteinsgracht", "residential"),
    (480, None, "residential"), (560, "Singel", "residential")]
RADIALS = {  # angle: name, kind
    157.5: ("Westerstraat", "tertiary"), 135: ("Hoogstraat", "pedestrian"),
    112.5: ("Noorderstraat", "tertiary"), 90: ("Kerkstraat", "pedestrian"),
    67.5: ("Stationsstraat", "tertiary"), 45: ("Korenstraat", "residential"),
    22.5: ("Oosterstraat", "tertiary")}
# Blocks that are something else than houses: inner radius, index of the first angle.
SPECIAL = {(180, 8), (180, 4), (398, 6), (75, 8), (398, 12), (270, 2), (270, 14)}


def ring(radius, angles=ANGLES):
    return [polar(angle, radius) for angle in angles]


def build(osm, streets, houses):
    lanes = list(names.CENTRE)
    for name, _, _, inner, outer in CANALS:
        shore = [(x, -219) for x in (-inner, -outer)], [(x, -219) for x in (outer, inner)]
        band = [*ring(inner), *reversed(shore[1]), *reversed(ring(outer)), *reversed(shore[0])]
        osm.area(list(reversed(band)), natural="water", water="canal", name=name)
        osm.line([(-(inner + outer) / 2, -222), *ring((inner + outer) / 2),
                  ((inner + outer) / 2, -222)], waterway="canal", name=name)
    rings = {}
    for radius, name, kind in RINGS:
        rings[radius] = name or lanes.pop(0)
        streets.add(rings[radius], ring(radius), kind)
    rings[622] = "Singelweg"
    for angle, (name, kind) in RADIALS.items():
        radii = [75, 150, 180, 270, 360, 398, 480, 560, 622]
        streets.crossed(name, [polar(angle, r) for r in radii], kind, [1, 4, 7])
    harbour_front(streets)
    spokes = {angle: name for angle, (name, _) in RADIALS.items()} | {180: "Havenkade", 0: "Havenkade"}
    for inner, outer in [(75, 150), (180, 270), (270, 360), (398, 480), (480, 560)]:
        lane_every = 1 if inner >= 398 else 2
        for i in range(0, 16, lane_every):
            angles = [ANGLES[i], ANGLES[i + lane_every]]
            if lane_every == 1 and i % 2 == 0:
                spokes[inner, angles[1]] = lane = lanes.pop(0)
                streets.add(lane, [polar(angles[1], inner), polar(angles[1], outer)], "living_street")
            if (inner, i) in SPECIAL:
                continue
            sides = [rings[inner], spokes.get(angles[0]) or spokes[inner, angles[0]],
                     rings[outer], spokes.get(angles[1]) or spokes[inner, angles[1]]]
            arc = ANGLES[i:i + lane_every + 1]
            corners = [*ring(inner, arc), *ring(outer, arc[::-1])]
            names_of = [sides[0]] * lane_every + [sides[3]] + [sides[2]] * lane_every + [sides[1]]
            houses.block(corners, names_of, OLD)


def harbour_front(streets):
    """Along the quay, over the mouths of the canals."""
    right = [75, 150, 180, 270, 360, 398, 480, 560, 622]
    xs = [*(-x for x in reversed(right)), *right]
    streets.crossed("Havenkade", [(x, -200) for x in xs], "secondary", [0, 3, 6, 10, 13, 16])


def sights(osm):
    """What stands where no houses do."""
    market = [*ring(73), (73, -197), (-73, -197)]
    osm.area(market[::-1], highway="pedestrian", area="yes", name="Grote Markt", place="square")
    hall = block(75, 150, 8)
    osm.area(inset(hall, 8), building="civic", amenity="townhall", name="Stadhuis", height=18,
             **address("Grote Markt", 1), opening_hours="Mo-Fr 09:00-17:00; Th 09:00-20:00",
             phone="+44 1632 960100", website="https://stadhuis.meeuwhaven.example")
    church = block(180, 270, 8)
    osm.area(inset(church, 4), highway="pedestrian", area="yes", name="Kerkplein", place="square")
    osm.area(cross(polar(78.75, 225), 42, 13, 11.25), building="church", amenity="place_of_worship",
             religion="christian", name="Sint-Joriskerk", tourism="attraction", height=46,
             **address("Kerkplein", 1), opening_hours="Tu-Sa 10:00-17:00; Su 13:00-17:00")
    museum = block(180, 270, 4)
    osm.area(inset(museum, 4), leisure="garden", name="Museumtuin")
    osm.area(cross(polar(123.75, 225), 34, 20, -33.75), building="museum", tourism="museum",
             name="Zeemuseum", wheelchair="yes", **address("Noorderstraat", 2),
             opening_hours="Tu-Su 10:00-17:00; Mo off; Dec 25 off", phone="+44 1632 960101",
             website="https://zeemuseum.example",
             description="Ships in bottles, a whale's jaw, and the storm of 1783")
    osm.area(inset(block(270, 360, 2), 5), leisure="park", name="Weeshuistuin")
    school = block(398, 480, 6, 1)
    osm.area(inset(school, 4), amenity="school", name="De Kleine Kapitein")
    osm.area(inset(school, 18), building="school")
    theatre = block(398, 480, 12, 1)
    osm.area(inset(theatre, 9), building="civic", amenity="theatre", name="De Stadsschouwburg",
             **address("Korenstraat", 40), phone="+44 1632 960102",
             website="https://schouwburg.meeuwhaven.example")
    parking = block(270, 360, 14)
    osm.area(inset(parking, 6), amenity="parking", name="Parking Havenkade", capacity=140,
             fee="yes", surface="asphalt")


def block(inner, outer, i, steps=2):
    arc = ANGLES[i:i + steps + 1]
    return [*ring(inner, arc), *ring(outer, arc[::-1])]


def inset(corners, distance):
    return ground.inset(corners, [distance] * len(corners))


def address(street, number):
    return {"addr:street": street, "addr:housenumber": number, "addr:postcode": "0100 AA",
            "addr:city": "Meeuwhaven"}


def cross(centre, length, width, turn):
    """The plan of a church: twelve corners, turned by degrees to the right."""
    a, b, c = length / 2, width / 2, length * 0.28
    corners = [(-a, -b), (-b, -b), (-b, -c), (b, -c), (b, -b), (a, -b), (a, b), (b, b), (b, c),
               (-b, c), (-b, b), (-a, b)]
    sine, cosine = math.sin(math.radians(-turn)), math.cos(math.radians(-turn))
    return [(centre[0] + x * cosine - y * sine, centre[1] + x * sine + y * cosine)
            for x, y in corners]
