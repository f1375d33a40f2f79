"""What grew round the old town: wedges of streets between the Singel and the Ringweg, and beyond."""

import names
from ground import between, curve, inset, polar
from houses import HALLS, OLD, PAIRS, ROWS, VILLAS
from streets import Quarter

INNER, RING, EDGE = 622, 1050, 1500
ROADS = {  # angle: name, kind, to which radius
    180: ("Weststrandweg", "tertiary", RING), 157.5: ("Westerweg", "secondary", RING),
    135: ("Parklaan", "tertiary", EDGE), 112.5: ("Noorderweg", "primary", EDGE),
    90: ("Kerkweg", "tertiary", EDGE), 67.5: ("Stationsweg", "secondary", EDGE),
    45: ("Perronlaan", "tertiary", EDGE), 37.5: ("Wisselstraat", "residential", EDGE),
    30.5: ("Goederenweg", "residential", EDGE), 22.5: ("Oosterweg", "primary", EDGE),
    0: ("Dokweg", "tertiary", EDGE)}
RAIL = 34


def wedge(left, right, inner, outer):
    return [polar(left, inner), polar(right, inner), polar(right, outer), polar(left, outer)]


class Suburbs:
    def __init__(self, osm, streets, houses):
        self.osm, self.streets, self.houses = osm, streets, houses
        self.words = {"west": list(names.WEST), "north": list(names.NORTH),
                      "station": list(names.STATION), "docks": list(names.DOCKS),
                      "fish": list(names.FISH)}

    def build(self):
        for angle in ROADS:
            for radius in (INNER, RING, EDGE):
                if radius <= ROADS[angle][2]:
                    self.touch(angle, radius, polar(angle, radius))
        w, n, s, d = "west", "north", "station", "docks"
        self.quarter(180, 157.5, INNER, RING, 2, 6, w, ROWS,
                     school=[(0, 2)], playground=[(1, 4)])
        park = wedge(157.5, 135, INNER, RING)
        self.quarter(135, 112.5, INNER, RING, 4, 3, w, ROWS, pond=[(1, 1)])
        self.quarter(112.5, 90, INNER, RING, 2, 6, n, ROWS, playground=[(0, 3)], school=[(1, 1)])
        self.quarter(90, 67.5, INNER, RING, 4, 3, n, ROWS, hospital=[(1, 1), (2, 1)])
        self.quarter(67.5, 45, INNER, RING, 2, 6, s, OLD, square=[(0, 2)])
        self.quarter(45, 37.5, INNER, RING, 1, 6, s, ROWS)
        self.quarter(30.5, 22.5, INNER, RING, 1, 5, s, ROWS, shops=[(0, 1)])
        self.quarter(22.5, 0, INNER, RING, 2, 4, d, HALLS)
        self.quarter(135, 112.5, RING, EDGE, 3, 5, w, PAIRS, sports=[(0, 2), (0, 3), (1, 2), (1, 3)])
        self.quarter(112.5, 90, RING, EDGE, 5, 3, n, PAIRS, park=[(2, 1)])
        self.quarter(90, 67.5, RING, EDGE, 3, 5, n, PAIRS, school=[(1, 2)], pond=[(2, 1)])
        self.quarter(67.5, 45, RING, EDGE, 5, 3, s, VILLAS, cemetery=[(3, 1), (4, 1)])
        self.quarter(45, 37.5, RING, EDGE, 1, 4, s, PAIRS, allotments=[(0, 2), (0, 3)])
        self.quarter(30.5, 22.5, RING, EDGE, 1, 4, s, HALLS, allotments=[(0, 0)])
        self.quarter(22.5, 0, RING, EDGE, 2, 3, d, HALLS, solar=[(1, 2)])
        self.fishers()
        self.park(park)
        self.rings()
        for angle, (name, kind, _) in ROADS.items():
            self.streets.add(name, self.streets.along(angle), kind)

    def touch(self, angle, radius, point):
        self.streets.touch(angle, radius, point)
        self.streets.touch(("ring", radius), -angle, point)

    def quarter(self, left, right, inner, outer, columns, rows, words, style, **special):
        quarter = Quarter(wedge(left, right, inner, outer), columns, rows)
        for i in range(1, columns):
            for radius, row in ((inner, 0), (outer, rows)):
                angle = left + (right - left) * i / columns
                self.streets.touch(("ring", radius), -angle, quarter.row(row)[i])
        for j in range(1, rows):
            radius = inner + (outer - inner) * j / rows
            self.streets.touch(left, radius, quarter.row(j)[0])
            self.streets.touch(right, radius, quarter.row(j)[-1])
        ring_names = {INNER: "Singelweg", RING: "Ringweg", EDGE: "Buitenring"}
        self.osm.area(quarter.outline([(0, 0), (columns - 1, rows - 1)]),
                      landuse="industrial" if style is HALLS else "residential")
        quarter.build(self.streets, self.words[words],
                      lambda block, names: self.houses.block(block, names, style), special,
                      (ring_names[inner], ROADS[right][0], ring_names[outer], ROADS[left][0]))
        for kind, cells in special.items():
            self.special(kind, quarter.outline(cells))

    def special(self, kind, outline):
        plot = inset(outline, [7] * len(outline))
        tags = {
            "school": {"amenity": "school", "name": next(SCHOOLS) if kind == "school" else None},
            "playground": {"leisure": "playground"},
            "pond": {"leisure": "park", "name": next(PONDS) if kind == "pond" else None},
            "park": {"leisure": "park", "name": "Vogelpark"},
            "square": {"highway": "pedestrian", "area": "yes", "name": "Sterrenplein",
                       "place": "square"},
            "hospital": {"amenity": "hospital", "name": "Eilandziekenhuis", "emergency": "yes",
                         "phone": "+44 1632 960110", "website": "https://ziekenhuis.example"},
            "sports": {"leisure": "sports_centre", "name": "Sportpark De Branding"},
            "cemetery": {"landuse": "cemetery", "name": "Nieuwe Oosterbegraafplaats"},
            "allotments": {"landuse": "allotments", "name": "De Goede Aarde"},
            "shops": {"landuse": "retail"},
            "solar": {"landuse": "industrial", "power": "plant", "name": "Zonneveld Oost"},
        }[kind]
        self.osm.area(plot, **{name: value for name, value in tags.items() if value})
        inner = inset(outline, [26] * len(outline))
        if kind in ("school", "hospital"):
            self.osm.area(inner, building=kind)
        if kind == "shops":
            self.osm.area(inset(outline, [20] * len(outline)), building="retail")
        if kind == "pond":
            self.osm.area(curve([*inset(inner, [8] * len(inner)), inset(inner, [8] * len(inner))[0]],
                                12)[:-1], natural="water", water="pond")
        if kind in ("pond", "park", "cemetery"):
            self.streets.add(None, [*inner, inner[0]], "footway")
            self.streets.add(None, [between(outline[0], outline[1], 0), inner[0]], "footway")
        if kind == "sports":
            corners = inset(outline, [20] * len(outline))
            a, b, c, d = corners[0], corners[2], corners[4], corners[6]
            for i in range(2):
                for j in range(2):
                    pitch = [between(between(a, b, u), between(d, c, u), v) for u, v in (
                        (i / 2 + 0.03, j / 2 + 0.04), (i / 2 + 0.45, j / 2 + 0.04),
                        (i / 2 + 0.45, j / 2 + 0.45), (i / 2 + 0.03, j / 2 + 0.45))]
                    self.osm.area(pitch, leisure="pitch", sport=("soccer", "hockey")[j])

    def fishers(self):
        """West of the harbour, on a rectangle."""
        quarter = Quarter([(-1040, -630), (-630, -630), (-622, -200), (-1050, -200)], 3, 5)
        for i in range(1, 3):
            self.streets.touch(180, INNER + (RING - INNER) * (3 - i) / 3, quarter.row(5)[i])
        self.osm.area(quarter.outline([(0, 0), (2, 4)]), landuse="residential")
        self.streets.add("Visserskade", quarter.row(0), "residential")
        self.streets.add("Zeestraat", quarter.column(0), "residential")
        self.streets.add("Vissershaven", quarter.column(3), "tertiary")
        quarter.build(self.streets, self.words["fish"],
                      lambda block, names: self.houses.block(block, names, OLD),
                      {"square": [(1, 2)]},
                      ("Visserskade", "Vissershaven", "Weststrandweg", "Zeestraat"))
        plot = quarter.outline([(1, 2)])
        self.osm.area(inset(plot, [6] * 4), highway="pedestrian", area="yes", name="Netboetersplein",
                      place="square")

    def park(self, corners):
        """The Stadspark: a lake, lawns, trees, and paths that join the streets round it."""
        a, b, c, d = corners

        def at(u, v):
            return between(between(a, b, u), between(d, c, u), v)

        self.osm.area(inset(corners, [8] * 4), leisure="park", name="Stadspark")
        lake = curve([at(u, v) for u, v in [(0.3, 0.35), (0.5, 0.28), (0.72, 0.4), (0.6, 0.55),
                                            (0.68, 0.68), (0.48, 0.75), (0.4, 0.58), (0.3, 0.5),
                                            (0.3, 0.35)]], 15)[:-1]
        island = curve([at(u, v) for u, v in [(0.47, 0.4), (0.54, 0.39), (0.55, 0.46), (0.48, 0.47),
                                              (0.47, 0.4)]], 8)[:-1]
        self.osm.holed(lake, [island], natural="water", water="lake", name="Zwanenvijver")
        for wood in ([(0.05, 0.72), (0.3, 0.8), (0.35, 0.95), (0.06, 0.95)],
                     [(0.75, 0.05), (0.95, 0.05), (0.95, 0.3), (0.8, 0.25)],
                     [(0.06, 0.06), (0.25, 0.07), (0.16, 0.3), (0.06, 0.34)]):
            ring = [at(u, v) for u, v in wood]
            self.osm.area(curve([*ring, ring[0]], 12)[:-1], natural="wood")
        round_it = [(0.2, 0.5), (0.24, 0.24), (0.5, 0.16), (0.82, 0.36), (0.8, 0.7), (0.5, 0.86),
                    (0.26, 0.7), (0.2, 0.5)]
        self.streets.add("Zwanenpad", curve([at(u, v) for u, v in round_it], 18), "footway")
        for name, ends in [("Rozenlaan", [(0.5, 0), (0.5, 0.16)]),
                           ("Lindelaan", [(0.5, 0.86), (0.5, 1)]),
                           (None, [(0, 0.5), (0.2, 0.5)]), (None, [(0.8, 0.7), (1, 0.75)]),
                           (None, [(0.82, 0.36), (1, 0.25)])]:
            self.streets.add(name, [at(u, v) for u, v in ends], "footway")
        for u, v in [(0, 0.5), (1, 0.75), (1, 0.25)]:
            self.streets.touch(157.5 if u == 0 else 135, INNER + (RING - INNER) * v, at(u, v))
        for radius, v in ((INNER, 0), (RING, 1)):
            self.streets.touch(("ring", radius), -146.25, at(0.5, v))
        self.osm.area(inset([at(0.86, 0.5), at(0.97, 0.5), at(0.97, 0.6), at(0.86, 0.6)], [2] * 4),
                      leisure="playground", name="Speeltuin Stadspark")

    def rings(self):
        for radius, name, kind in ((INNER, "Singelweg", "secondary"), (RING, "Ringweg", "primary"),
                                   (EDGE, "Buitenring", "tertiary")):
            points = self.streets.along(("ring", radius))
            rail = next(i for i, point in enumerate(points) if point == polar(37.5, radius))
            self.streets.crossed(name, points, kind, [rail] if radius > INNER else [])


SCHOOLS = iter(["De Zeester", "De Vuurtoren", "De Kompasroos", "Eilandcollege", "De Golfslag"] * 20)
PONDS = iter(["Vijverhof", "Karperplantsoen"])
