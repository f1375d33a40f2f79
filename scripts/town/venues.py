"""Shops, cafés and all else that people look for, in the houses of the town."""

import math
import re
import unicodedata

SHOPPING = ["Bakkerstraat", "Hoogstraat", "Kerkstraat", "Binnengracht", "Grote Markt", "Korenstraat",
            "Stationsstraat"]
QUAY = ["Havenkade", "Kapiteinsgracht", "Touwslagersstraat"]
OUTSIDE = ["Singelweg", "Ringweg", "Noorderweg", "Oosterweg", "Kerkweg", "Parklaan", "Stationsweg"]

# Chains that the catalogue of brands knows: name, Wikidata, tag, streets.
BRANDS = """
Starbucks Q37158 amenity=cafe Bakkerstraat|Stationsstraat|Havenkade
Costa Q608845 amenity=cafe Hoogstraat
Albert_Heijn Q1653985 shop=supermarket Korenstraat|Singelweg|Kerkweg
Jumbo Q6310864 shop=supermarket Noorderweg
Lidl Q151954 shop=supermarket Ringweg
Aldi Q41171373 shop=supermarket Vissershaven
Spar Q610492 shop=supermarket Dorpsstraat
HEMA Q903805 shop=department_store Hoogstraat|Stationsweg
McDonald's Q38076 amenity=fast_food Stationsstraat|Oosterweg
Burger_King Q177054 amenity=fast_food Kerkstraat
Subway Q244457 amenity=fast_food Stationsweg
KFC Q524757 amenity=fast_food Ringweg
Domino's Q839466 amenity=fast_food Parklaan
Kruidvat Q2226366 shop=chemist Kerkstraat|Noorderweg
Rituals Q62874140 shop=cosmetics Hoogstraat
H&M Q188326 shop=clothes Kerkstraat
C&A Q701338 shop=clothes Bakkerstraat
Zeeman Q184399 shop=clothes Korenstraat
Hunkemöller Q2604175 shop=clothes Hoogstraat
Specsavers Q2000610 shop=optician Bakkerstraat
Action Q2634111 shop=variety_store Oosterweg
Decathlon Q509349 shop=sports Oosterweg
Vodafone Q122141 shop=mobile_phone Kerkstraat
ING Q645708 amenity=bank Binnengracht|Stationsweg
Shell Q110716465 amenity=fuel Oosterweg|Noorderweg
BP Q152057 amenity=fuel Ringweg
Basic-Fit Q40165577 leisure=fitness_centre Singelweg
"""

# Everybody else: tag, streets, names.
OTHERS = [
    ("amenity=cafe", SHOPPING + QUAY, "Café Het Baken|De Koffiebrander|Koffiehuis De Loods|"
     "Lepel & Vork|Café Zonder Naam|The Tin Whistle|De Theekoepel|Brood & Bord"),
    ("amenity=cafe", OUTSIDE + ["Sterrenplein"], "Café Kompas|De Buurvrouw|Espresso Noord"),
    ("amenity=cafe", ["Dorpsstraat"], "Café Duinzicht"),
    ("amenity=restaurant", SHOPPING + QUAY, "De Gulle Gans|Restaurant Zilt|Trattoria Da Nino|"
     "Het Wapen van Meeuweroog|Saffraan|Kombuis|Golden Wok|De Oesterput|"
     "Tandoori Lantern|Eethuis Bosporus"),
    ("amenity=restaurant", OUTSIDE, "Pannenkoekenhuis De Molen|Sushi Kanoet"),
    ("amenity=pub", QUAY + ["Vissershaven", "Visserskade"], "De Laatste Boot|The Salty Dog|"
     "Proeflokaal 't Vaatje|In den Dronken Walvis|The Lamp and Anchor"),
    ("amenity=bar", SHOPPING, "Bar Eb|Stormglas"),
    ("amenity=fast_food", QUAY + ["Visserskade"], "Vistent Haring & Zo|Friethuis De Kade"),
    ("amenity=fast_food", ["Kerkweg", "Ringweg"], "Snackbar Noord"),
    ("amenity=ice_cream", ["Havenkade", "Grote Markt"], "IJssalon Poolster|Gelateria Luna"),
    ("shop=bakery", SHOPPING + OUTSIDE, "Bakkerij Van der Meeuw|De Warme Wind|Broodje Zeemeermin"),
    ("shop=butcher", OUTSIDE, "Slagerij Ter Duin"),
    ("shop=seafood", ["Visserskade", "Havenkade"], "Vishandel Zeilmaker|De Verse Vangst"),
    ("shop=greengrocer", SHOPPING, "Groenteboer Spruit"),
    ("shop=cheese", SHOPPING, "Kaashuis De Wrongel"),
    ("shop=books", SHOPPING + QUAY, "Boekhandel Inktvis|The Dog-Eared Page|Antiquariaat Foliant"),
    ("shop=clothes", SHOPPING, "Wol & Wind|Boetiek Madelief"),
    ("shop=shoes", SHOPPING, "Schoenmakerij Leest"),
    ("shop=toys", SHOPPING, "De Tinnen Soldaat"),
    ("shop=gift", SHOPPING + QUAY, "Meeuw & Meer|Scheepswinkel Knoop"),
    ("shop=florist", SHOPPING + OUTSIDE, "Bloemen Floor|De Groene Hoek"),
    ("shop=jewelry", SHOPPING, "Juwelier Barnsteen"),
    ("shop=hairdresser", SHOPPING + OUTSIDE, "Kapsalon Krul|Knip Knap|Hair by Hanna|De Kam"),
    ("shop=bicycle", OUTSIDE + QUAY, "Fietsen Spaak|Rijwielhuis Trapper"),
    ("shop=hardware", OUTSIDE, "IJzerhandel Moer"),
    ("shop=convenience", OUTSIDE, "Avondwinkel Noord"),
    ("shop=convenience", ["Dorpsstraat"], "Dorpswinkel Oosterduin"),
    ("shop=wine", SHOPPING, "Wijnkoperij Kurk"),
    ("amenity=pharmacy", SHOPPING, "Apotheek De Gaper"),
    ("amenity=pharmacy", ["Perronlaan", "Stationsweg"], "Stationsapotheek"),
    ("amenity=pharmacy", ["Kerkweg", "Buitenring"], "Apotheek Noord"),
    ("amenity=pharmacy", ["Haringstraat", "Vissershaven"], "Apotheek Visserswijk"),
    ("amenity=doctors", ["Ringweg", "Kerkweg"], "Huisartsen De Ring|Huisartsen Noord"),
    ("amenity=dentist", OUTSIDE + QUAY, "Tandartsen Kiezel|Mondzorg Molaar"),
    ("amenity=veterinary", OUTSIDE, "Dierenarts Pluis"),
    ("amenity=library", ["Kapiteinsgracht"], "Bibliotheek Meeuwhaven"),
    ("amenity=cinema", ["Korenstraat", "Stationsstraat"], "Filmhuis Lichtbundel"),
    ("amenity=police", ["Singelweg"], "Politie Meeuweroog"),
    ("amenity=fire_station", ["Ringweg"], "Brandweer Meeuwhaven"),
    ("amenity=post_office", SHOPPING, "Postkantoor"),
    ("amenity=community_centre", OUTSIDE, "Buurthuis De Ark"),
    ("amenity=kindergarten", OUTSIDE, "Crèche Kikkerdril"),
    ("amenity=bicycle_rental", ["Singelweg"], "Fietsverhuur Station"),
    ("amenity=bicycle_rental", ["Havenkade"], "Fietsverhuur Haven"),
    ("tourism=hotel", ["Grote Markt", "Havenkade"], "Hotel De Gouden Meeuw|Grand Hotel Noordzee|"
     "Hotel Het Loodswezen"),
    ("tourism=hotel", ["Singelweg", "Perronlaan"], "Station Hotel"),
    ("tourism=hostel", QUAY, "Hostel Hangmat"),
    ("tourism=guest_house", ["Kapiteinsgracht"], "Bed & Breakfast Jutter"),
    ("tourism=guest_house", ["Dorpsstraat", "Kerklaan"], "Logement Duinzicht"),
    ("tourism=museum", QUAY + ["Visserskade"], "Museum van de Mist|Reddingmuseum Joris Hak"),
    ("tourism=gallery", SHOPPING, "Galerie Blauw|Atelier Schelp"),
    ("tourism=information", ["Grote Markt"], "VVV Meeuweroog"),
    ("office=notary", ["Kapiteinsgracht"], "Notariskantoor Zegel"),
    ("craft=sailmaker", ["Visserskade"], "Zeilmakerij De Spriet"),
    ("leisure=swimming_pool", ["Noorderweg"], "Zwembad De Bruinvis"),
]

# From nothing about hours to the last quarter of them.
HOURS = {
    "amenity=cafe": ["Mo-Su 08:00-18:00", "Tu-Su 09:00-17:30", "Mo-Fr 07:30-18:00; Sa,Su 09:00-18:00",
                     "Mo-Th 10:00-23:00; Fr,Sa 10:00-01:00; Su 11:00-22:00"],
    "amenity=restaurant": ["We-Su 17:00-22:00", "Mo-Su 12:00-15:00,17:00-22:30", "Tu-Su 17:30-22:00"],
    "amenity=pub": ["Mo-Su 15:00-01:00", "Mo-Th 16:00-24:00; Fr-Su 14:00-02:00"],
    "amenity=bar": ["We-Sa 20:00-03:00"],
    "amenity=fast_food": ["Mo-Su 10:00-23:00", "Mo-Su 11:00-22:00; Fr,Sa 11:00-24:00"],
    "amenity=ice_cream": ["Apr-Oct: Mo-Su 11:00-22:00", "Mo-Su 12:00-21:00"],
    "amenity=fuel": ["24/7", "Mo-Su 06:00-23:00"],
    "amenity=pharmacy": ["Mo-Fr 08:30-17:30; Sa 09:00-13:00", "Mo-Su 08:00-23:00"],
    "amenity=library": ["Mo-Fr 10:00-18:00; Sa 10:00-16:00; PH off"],
    "amenity=police": ["24/7"], "amenity=fire_station": ["24/7"], "tourism=hotel": ["24/7"],
    "amenity=cinema": ["Mo-Su 13:00-23:30"],
    "tourism=museum": ["Tu-Su 11:00-17:00", "Apr-Oct: We-Su 10:00-17:00; Nov-Mar: Sa,Su 12:00-16:00"],
    "shop=supermarket": ["Mo-Sa 08:00-22:00; Su 10:00-20:00", "Mo-Su 07:00-22:00"],
    "shop=bakery": ["Tu-Sa 07:00-17:00", "Mo-Sa 06:30-17:30; Su 08:00-13:00"],
    "leisure=fitness_centre": ["Mo-Fr 06:30-23:00; Sa,Su 08:00-18:00"],
    "leisure=swimming_pool": ["Mo-Fr 07:00-21:30; Sa,Su 09:00-17:00"],
}
SHOPS = ["Mo-Sa 09:30-18:00; Su 12:00-17:00", "Tu-Fr 10:00-18:00; Sa 09:00-17:00",
         "Mo 13:00-18:00; Tu-Sa 09:30-18:00", "Mo-Fr 09:00-17:00"]
MORE = {"Café Het Baken": {"wheelchair": "yes", "outdoor_seating": "yes",
                           "description": "Pie as high as a lighthouse"},
        "De Gulle Gans": {"cuisine": "regional", "description": "What the island has, and the sea"},
        "Museum van de Mist": {"description": "Every fog since 1902, in jars"},
        "Boekhandel Inktvis": {"description": "Second-hand upstairs"},
        "Golden Wok": {"cuisine": "chinese"}, "Trattoria Da Nino": {"cuisine": "italian"}}


class Venues:
    def __init__(self, osm, houses, random):
        self.osm, self.random = osm, random
        self.houses = {}
        for house in houses.all:
            self.houses.setdefault(house.street, []).append(house)
        self.taken = []
        self.all = []  # name, point of the plan, tags
        self.phones = iter(range(960200, 960990))

    def build(self):
        for line in BRANDS.split("\n")[1:-1]:
            name, wikidata, tag, streets = line.split(" ")
            name = name.replace("_", " ")
            for street in streets.split("|"):
                self.venue(name, tag, [street], {"brand": name, "brand:wikidata": wikidata})
        for tag, streets, names in OTHERS:
            for name in names.split("|"):
                self.venue(name, tag, streets, MORE.get(name, {}))

    def venue(self, name, tag, streets, more):
        house = self.free(streets)
        key, value = tag.split("=")
        tags = {key: value, "name": name, **house.address(), **more}
        if self.random.random() < 0.85:
            tags["opening_hours"] = self.random.choice(HOURS.get(tag, SHOPS))
        if self.random.random() < 0.6:
            tags["phone"] = f"+44 1632 {next(self.phones)}"
        if "brand" not in tags and self.random.random() < 0.55:
            tags["website"] = f"https://{domain(name)}.example"
        self.osm.node(house.point, tags)
        self.all.append((name, house.point, tags))

    def free(self, streets):
        """A house of one of the streets; not just beside another venue, if there is room."""
        streets = [street for street in streets if street in self.houses]
        for apart in (25, 12, 0):
            for _ in range(40):
                house = self.random.choice(self.houses[self.random.choice(streets)])
                if all(math.dist(house.point, other) > apart for other in self.taken):
                    self.taken.append(house.point)
                    return house
        raise SystemExit(f"there is no room left in {streets}")

    def named(self, name, street=None):
        return next(venue for venue in self.all
                    if venue[0] == name and street in (None, venue[2]["addr:street"]))


def domain(name):
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")


def bus_stops(osm, streets):
    """Along the larger streets, named after what crosses there."""
    at = {}
    for name, points in streets.lines:
        for point in points:
            at.setdefault(point, []).append(name)
    last = []
    for name, points in streets.lines:
        if name not in ("Noorderweg", "Oosterweg", "Westerweg", "Stationsweg", "Singelweg", "Ringweg"):
            continue
        for point in points:
            others = [other for other in at[point] if other not in (name, None)]
            if others and all(math.dist(point, stop) > 330 for stop in last):
                last.append(point)
                x, y = point
                osm.node((x + 4, y + 4), {"highway": "bus_stop", "public_transport": "platform",
                                          "name": others[0]})
