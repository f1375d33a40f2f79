"""The island outside the town: coast, dunes, woods, fields, a village, a railway."""

import math

import names
from ground import beside, between, blob, curve, inset, is_inside, middle, polar, rough
from houses import PAIRS, VILLAS
from streets import Quarter

# Anticlockwise, land to the left. The middle part, moles and docks, is straight.
WEST_SHORE = [(-3300, 300), (-3050, -60), (-2500, -260), (-2000, -420), (-1500, -520), (-1200, -600),
              (-1070, -655)]
HARBOUR = [(-1030, -660), (-640, -660), (-560, -775), (-300, -915), (-285, -890), (-545, -748),
           (-606, -655), (-606, -215), (606, -215), (640, -215), (640, -545), (520, -700), (300, -830),
           (-60, -930), (-52, -952), (310, -855), (545, -722), (690, -560), (760, -560), (760, -275),
           (860, -275), (860, -560), (1000, -560), (1000, -275), (1100, -275), (1100, -560),
           (1480, -560)]
EAST_SHORE = [(1620, -470), (2100, -420), (2700, -560), (3400, -380), (4200, -500), (4800, -100),
              (5100, 500), (4950, 1200), (5200, 1800), (4800, 2500), (4300, 2900), (3500, 3000)]
NORTH_SHORE = [(3500, 3000), (2600, 3350), (1600, 3200), (600, 3450), (-400, 3300), (-1400, 3000),
               (-2200, 2600), (-2800, 1900), (-3100, 1100), (-3300, 300)]


VILLAGE = [(3400, 1230), (4150, 1200), (4200, 1760), (3420, 1790)]
TOWN_WEST = [(-1700, -700), (-1000, -700), (-1000, 400), (-1250, 400), (-1250, -150), (-1700, -150)]


class Island:
    def __init__(self, osm, streets, houses, random):
        self.osm, self.streets, self.houses, self.random = osm, streets, houses, random

    def build(self):
        self.taken = [VILLAGE]  # where no fields are
        self.coast()
        self.nature()
        self.railway()
        self.village()
        self.roads()
        self.fields()
        self.harbour()

    def coast(self):
        west = rough(WEST_SHORE, self.random, 0.12)
        east = rough(EAST_SHORE, self.random, 0.14)
        self.north = rough(NORTH_SHORE, self.random, 0.1)
        self.shore = [*west, *HARBOUR, *east, *self.north[1:-1]]
        self.osm.area(self.shore, natural="coastline")
        smooth = curve(NORTH_SHORE, 140)
        beach, dunes, grass = (
            rough(self.inland(smooth, distance), self.random, 0.12) for distance in (85, 230, 380))
        self.osm.area([*self.north, *reversed(beach)], natural="beach", surface="sand",
                      name="Noordstrand")
        self.osm.area([*beach, *reversed(dunes[1:-1])], natural="sand", name="Noorderduinen")
        self.osm.area([*dunes, *reversed(grass[1:-1])], natural="grassland")
        self.taken.append([*self.north, *reversed(grass)])
        self.osm.area([*west[1:], *reversed(self.inland(west[1:], 55))], natural="beach",
                      surface="sand", name="Weststrand")

    @staticmethod
    def inland(line, distance):
        """A line beside the shore, on its left; a little smoother than that is."""
        moved = []
        for a, b in zip(line[::2], line[1::2]):
            moved.append(between(*beside(a, b, distance), 0.5))
        return [line[0], *moved[1:-1], line[-1]]

    def nature(self):
        random = self.random

        def area(ring, **tags):
            self.taken.append(ring)
            self.osm.area(ring, **tags)

        area(blob(random, (-1350, 1500), 620, 480, 10), natural="wood", name="Meeuwenbos")
        area(blob(random, (2900, 2250), 520, 330), landuse="forest", name="Hertenbos")
        area(blob(random, (-2350, 700), 480, 330), natural="heath", name="Grijze Heide")
        area(blob(random, (-600, 2330), 420, 240), natural="heath", name="Wulpenheide")
        area(blob(random, (1150, 2450), 520, 260), natural="scrub")
        self.lake = blob(random, (350, 2080), 330, 190, 10, 18)
        area(self.lake, natural="water", water="lake", name="Noordermeer")
        area(blob(random, (3900, 2350), 150, 90, 8, 15), natural="water", water="lake", name="De Poel")
        area(blob(random, (4450, 250), 380, 300), natural="wetland", wetland="saltmarsh",
             name="Oosterslikken")
        self.osm.line(rough(curve([(380, 2260), (520, 2600), (420, 2950), (640, 3440)]), random, 0.2),
                      waterway="stream", name="Noorderbeek")
        self.osm.node((-2240, 1650), {"natural": "peak", "name": "Hoge Duin", "ele": "31"})
        self.osm.node((300, -1500), {"natural": "bay", "name": "Zuiderree"})
        self.osm.node((4300, -900), {"natural": "bay", "name": "Slikkengat"})
        self.osm.node((700, 1600), {"place": "island", "name": "Meeuweroog"})
        for point, kind, name, people in [
                ((0, 60), "town", "Meeuwhaven", 11400), ((3830, 1330), "village", "Oosterduin", 640),
                ((-2000, 60), "hamlet", "Westkaap", 35)]:
            self.osm.node(point, {"place": kind, "name": name, "population": people})
        for point, name in [((-880, -420), "Visserswijk"), (polar(169, 850), "Westerwijk"),
                            (polar(124, 860), "Engelse Wijk"), (polar(101, 1230), "Noorderwijk"),
                            (polar(57, 860), "Sterrenwijk"), (polar(79, 1280), "Vogelwijk"),
                            (polar(11, 1150), "Havengebied"), (polar(57, 1300), "Villapark")]:
            self.osm.node(point, {"place": "suburb", "name": name})

    def railway(self):
        line = [*(polar(34, r) for r in (720, 850, 1000, 1150, 1300, 1500, 1700)),
                *curve([polar(34, 1700), (1750, 880), (2300, 1120), (2900, 1240), (3600, 1260),
                        (3980, 1240)])[1:]]
        for offset in (-2.2, 2.2):
            track = [between(*beside(a, b, offset), 0) for a, b in zip(line, line[1:])]
            self.osm.line(track, railway="rail", name="Oosterspoor")
        start, along = polar(34, 668), polar(34, 820)
        for offset in (-14, -8, 8, 14):
            a, b = beside(start, along, offset)
            self.osm.line([a, b, *beside(line[2], line[3], math.copysign(2.2, offset))[:1]],
                          railway="rail", service="siding")
        for offset in (-11, 11):
            a, b = beside(polar(34, 672), polar(34, 810), offset)
            self.osm.area([*beside(a, b, -2), *reversed(beside(a, b, 2))], railway="platform",
                          public_transport="platform")
        front, back = polar(34, 640), polar(34, 662)
        hall = [*beside(front, back, -26), *reversed(beside(front, back, 26))]
        self.osm.area(hall, building="train_station", name="Meeuwhaven Centraal")
        self.osm.node(polar(34, 668), {"railway": "station", "name": "Meeuwhaven Centraal",
                                       "public_transport": "station"})
        self.osm.node(line[-2], {"railway": "station", "name": "Oosterduin",
                                 "public_transport": "station"})
        self.osm.area([*beside(polar(34, 626), polar(34, 638), -34),
                       *reversed(beside(polar(34, 626), polar(34, 638), 34))], highway="pedestrian",
                      area="yes", name="Stationsplein", place="square")
        self.rails = line

    def village(self):
        lanes = list(names.VILLAGE)
        quarter = Quarter([(3480, 1330), (4060, 1300), (4100, 1640), (3500, 1690)], 4, 3)
        self.osm.area(quarter.outline([(0, 0), (3, 2)]), landuse="residential")
        for name, points, kind in [(lanes.pop(0), quarter.row(0), "secondary"),
                                   (lanes.pop(0), quarter.row(3), "residential"),
                                   (lanes.pop(0), quarter.column(0), "residential"),
                                   (lanes.pop(0), quarter.column(4), "residential")]:
            self.streets.add(name, points, kind)
        sides = [names.VILLAGE[i] for i in (0, 3, 1, 2)]
        quarter.build(self.streets, lanes, lambda block, of: self.houses.block(block, of, VILLAS),
                      {"church": [(1, 1)]}, sides)
        a, b, c, d = inset(quarter.block(1, 1), [30] * 4)
        self.osm.area([a, b, c, d], building="church", amenity="place_of_worship",
                      religion="christian", name="Kapel van Oosterduin")
        self.osm.area(inset(quarter.block(1, 1), [8] * 4), landuse="churchyard")
        self.ends = {"village west": quarter.row(0)[0], "village east": quarter.row(0)[4],
                     "village north": quarter.row(3)[2]}

    def roads(self):
        def road(name, kind, *points, **tags):
            self.streets.add(name, curve(list(points)), kind, **tags)

        edge = {angle: polar(angle, 1500) for angle in (135, 112.5, 90, 67.5, 45, 22.5, 0)}
        road("Oosterweg", "primary", edge[22.5], (1800, 560), (2500, 800), (3100, 1180),
             self.ends["village west"])
        road("Slikkenweg", "tertiary", self.ends["village east"], (4420, 1180), (4600, 700),
             (4350, 560))
        road("Duinweg", "primary", edge[112.5], (-760, 1600), (-950, 2100), (-860, 2650), (-900, 2900))
        road("Strandweg", "secondary", self.ends["village north"], (3700, 2050), (3450, 2500),
             (3420, 2820))
        self.lighthouse_road = [polar(180, 1050), (-1300, -150), (-1800, 0), (-2400, 120), (-2900, 260),
                                (-3170, 300)]
        road("Kaapweg", "secondary", *self.lighthouse_road)
        road("Dijkweg", "tertiary", polar(0, 1500), (1900, -150), (2600, -230), (3400, -60), (4100, 40),
             (4350, 560))
        road("Boslaan", "tertiary", edge[135], (-1400, 1150), (-2000, 1200), (-2500, 1250),
             (-2400, 120))
        road("Meerweg", "tertiary", edge[90], (-40, 1650), (-60, 2050), (-300, 2480), (-860, 2650))
        road("Kustweg", "tertiary", (-860, 2650), (200, 2700), (1200, 2750), (2300, 2780), (3420, 2820))
        road("Hertenweg", "unclassified", edge[67.5], (800, 1700), (1500, 2000), (2300, 1900),
             (3700, 2050))
        road(None, "track", (-1400, 1150), (-1250, 1500), (-1500, 1850), (-1000, 2250))
        road(None, "path", (-2000, 1200), (-1600, 1500), (-1250, 1500), (-950, 2100))
        road("Duinpad", "cycleway", (-900, 2900), (-1600, 2650), (-2300, 2150), (-2600, 1500),
             (-2500, 1250))
        road("Meerpad", "footway", *[between((350, 2080), point, 1.12) for point in self.lake[::6]],
             between((350, 2080), self.lake[0], 1.12))
        road(None, "footway", (-60, 2050), between((350, 2080), self.lake[30], 1.12))
        road("Moleweg", "footway", (-628, -640), (-572, -750), (-430, -840), (-300, -902))
        self.streets.add(None, [(-628, -640), (-630, -630)], "footway")

    def fields(self):
        """A patchwork where nothing else is, with ditches and farms."""
        kinds = ["farmland", "meadow", "farmland", "meadow", "meadow", "orchard"]
        shore = self.inland(self.shore, 130)
        quarter = Quarter([(-3300, -500), (5000, -700), (5200, 2900), (-3200, 3300)], 33, 15)
        for row in quarter.points:
            row[:] = [(x + self.random.uniform(-38, 38), y + self.random.uniform(-38, 38))
                      for x, y in row]

        def is_free(point):
            return (is_inside(point, shore) and not any(is_inside(point, of) for of in self.taken)
                    and math.dist(point, (0, -200)) > 1560 and not is_inside(point, TOWN_WEST))

        for j in range(15):
            for i in range(33):
                block = quarter.block(i, j)
                # Its corners, its sides' middles and its own.
                points = [*block, middle(block), *(
                    between(a, b, 0.5) for a, b in zip(block, block[1:] + block[:1]))]
                if not all(is_free(point) for point in points):
                    continue
                self.osm.area(inset(block, [4] * 4), landuse=self.random.choice(kinds))
                if self.random.random() < 0.07:
                    self.farm(between(block[0], block[2], 0.3))
                if i % 2 == 0:
                    self.osm.line(block[:2], waterway="ditch")
                self.osm.line([block[1], block[2]], waterway="ditch")

    def farm(self, point):
        x, y = point
        for dx, dy, w, h, kind in ((0, 0, 14, 10, "farm"), (20, 4, 12, 34, "barn"),
                                   (-6, 24, 22, 14, "farm_auxiliary")):
            self.osm.area([(x + dx, y + dy), (x + dx + w, y + dy), (x + dx + w, y + dy + h),
                           (x + dx, y + dy + h)], building=kind)
        self.osm.area([(x - 14, y - 10), (x + 44, y - 10), (x + 44, y + 48), (x - 14, y + 48)],
                      landuse="farmyard")

    def harbour(self):
        area, line, node = self.osm.area, self.osm.line, self.osm.node
        marina = [(-600, -225), (-330, -225), (-330, -420), (-600, -420)]
        area(marina[::-1], leisure="marina", name="Jachthaven Meeuwhaven")
        for y in (-260, -300, -340, -380):
            line([(-606, y), (-390, y)], man_made="pier")
        line([(-606, -450), (-350, -450)], man_made="pier", name="Vissteiger")
        area([(-606, -444), (-350, -444), (-350, -456), (-606, -456)][::-1], man_made="pier")
        area([(60, -213), (90, -213), (90, -330), (60, -330)][::-1], man_made="pier",
             name="Veersteiger")
        line([(75, -330), (60, -620), (-170, -1050), (-500, -2400), (-900, -5200)], route="ferry",
             name="Veer Meeuwhaven – vasteland", duration="03:10")
        for x, width, depth in [(652, 95, 230), (872, 115, 240), (1115, 150, 230), (1290, 160, 230)]:
            for y in (-545, -420):
                area([(x, y), (x + width, y), (x + width, y + depth * 0.45), (x, y + depth * 0.45)],
                     building="warehouse")
        area([(640, -215), (640, -545), (690, -560), (760, -560), (760, -275), (860, -275), (860, -560),
              (1000, -560), (1000, -275), (1100, -275), (1100, -560), (1480, -560), (1500, -215)],
             landuse="industrial", name="Oosterdokken")
        for name, x, y in [("Vuurtoren De Wachter", -297, -897), ("Vuurtoren Westkaap", -3190, 310)]:
            area([polar(45 * i, 5, (x, y)) for i in range(8)], building="yes", man_made="lighthouse",
                 tourism="attraction", name=name)
        area([(-960, 2860), (-905, 2860), (-905, 2890), (-960, 2890)], building="retail")
        area([(-1560, -250), (-1200, -320), (-1230, -500), (-1500, -420)][::-1], tourism="camp_site",
             name="Camping De Zilte Wind", phone="+44 1632 960120",
             website="https://dezilltewind.example")
