"""What the programs make of real servers of places: pygeoapi and tipg over PostGIS, and a cache before
them. $1: where the programs are; after it, parts of the names of those checks that are run, instead of
all."""

import pathlib
import sys
import tempfile
import time
from collections import Counter
from math import cos, hypot, radians, sin

from node import Node, eventually, journey
from servers import CAFES, FIJI, ROAD, TOWNS, Servers

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
ONLY = sys.argv[2:]
# The least that a provider may be refreshed after.
REFRESH = 60
# Metres a second.
MOTORWAY = 130 / 3.6


def settings(servers):
    passwords = servers.folder / "passwords"
    passwords.touch(mode=0o600)
    passwords.write_text(f"*:*:*:*:{servers.password}\n")
    return f"""
[deals]
postgres = "host=127.0.0.1 port={servers.ports['postgres']} dbname=geo user=geo passfile={passwords}"
[[places.provider]]
name = "road"
kind = "ogc-features"
url = "{servers.cache}"
collection = "public.places"
refresh = {REFRESH}
[[places.provider]]
name = "other"
kind = "ogc-features"
url = "{servers.pygeoapi}"
collection = "places"
[[places.provider]]
name = "shops"
kind = "ogc-features"
url = "{servers.pygeoapi}"
collection = "shops"
properties = {{id = "gid", name = "title", brand = "chain", category = "what", street = "street_line"}}
[[places.provider]]
name = "houses"
kind = "ogc-features"
url = "{servers.tipg}"
collection = "public.buildings"
[[places.provider]]
name = "deals"
kind = "ogc-features"
url = "{servers.cache}"
collection = "public.deals"
of = "deals"
refresh = {REFRESH}
"""


def apart(at, fix):
    """Metres between a place (lat, lon) and a fix that is near."""
    return 111195 * hypot(
        at[0] - fix["lat"], (at[1] - fix["lon"]) * cos(radians(at[0])))


class Check:
    def __init__(self, servers, node):
        self.servers, self.node = servers, node
        self.clock = int(time.time()) - 100_000

    def run(self):
        for name, check in list(vars(Check).items()):
            if not name.startswith(("the_", "a_", "an_", "what_")):
                continue
            if not ONLY or any(part in name for part in ONLY):
                check(self)
                print(f"providers: {name.replace('_', ' ')}", flush=True)

    def push(self, device, fixes):
        self.node.ask("POST", f"/v1/devices/{device}/positions", fixes)

    def stand(self, device, position, seconds=20):
        fixes = [{
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.clock + second)),
            "lat": position[0], "lon": position[1], "accuracy": 5} for second in range(seconds)]
        self.clock += seconds
        self.push(device, fixes)

    def places(self, position, source, radius=300):
        near = f"{position[0]},{position[1]}"
        answer = self.node.ask("GET", f"/v1/places?near={near}&radius={radius}&limit=1000")
        found = [feature for feature in answer["places"] if feature["id"].startswith(source + "/")]
        return {place["id"]: place for place in found}

    def told(self, device, count, seconds=60):
        def enough():
            told = [notice["data"]["region"]["name"] for notice in self.node.told
                    if notice["device"] == device and notice["type"] == "geofence.enter"]
            return told if len(told) >= count else None
        return eventually(f"{count} notices of {device}", enough, seconds)

    # In the order in which they are run.

    def the_same_café_of_two_servers_is_told_once_on_the_way(self):
        """A car on a motorway, ten times as fast by the clock as by its own."""
        # It begins 6 km before the first of them.
        start = [1.1 * one - 0.1 * other for one, other in zip(*ROAD)]
        fixes = journey([start, ROAD[1]], MOTORWAY, self.clock)
        self.clock += len(fixes)
        for start in range(0, len(fixes), 10):
            begun = time.monotonic()
            self.push("car", fixes[start:start + 10])
            time.sleep(max(0, 1 - (time.monotonic() - begun)))
        wanted = (CAFES + 9) // 10
        told = self.told("car", wanted)
        assert len(told) == wanted, told
        for name in ("road", "other"):
            way = self.node.provider(name)
            assert way["works"] and way["kept"]["cells"] > 10, way
            assert "faults" not in way["counts"], way

    def a_hundred_walkers_are_told_each_place_on_their_way_once(self):
        """Five in each town, straight on for half an hour, a minute in each second."""
        starbucks = self.servers.sql(
            "SELECT id, ST_Y(geom), ST_X(geom) FROM places WHERE brand = 'Starbucks'")
        others = self.servers.sql(
            "SELECT -gid, ST_Y(geog), ST_X(geog) FROM shops WHERE chain = 'Starbucks'")
        ways = {}
        for number, (lat, lon) in enumerate(TOWNS.values()):
            for turn in range(5):
                angle = radians(72 * turn + 7 * number)
                north, east = 0.011 * cos(angle), 0.011 * sin(angle) / cos(radians(lat))
                ways[f"walker-{number}-{turn}"] = journey(
                    [(lat - north, lon - east), (lat + north, lon + east)], 1.4, self.clock)
        length = max(map(len, ways.values()))
        self.clock += length
        for start in range(0, length, 60):
            begun = time.monotonic()
            for walker, fixes in ways.items():
                if part := fixes[start:start + 60]:
                    self.push(walker, part)
            time.sleep(max(0, 1 - (time.monotonic() - begun)))
        faults, told, clear = [], Counter(), 0
        self.settled()
        for notice in self.node.told:
            region = notice["data"]["region"]
            if notice["type"] == "geofence.enter" and region["kind"] == "favourite":
                source, place = region["id"].split("/")[1:]
                told[notice["device"], -int(place) if source == "shops" else int(place)] += 1
        for walker, fixes in ways.items():
            near = [row for row in starbucks + others if apart(row[1:], fixes[0]) < 6000]
            for place, *at in near:
                way = [apart(at, fix) for fix in fixes]
                count, nearest = told[walker, place], min(way)
                if count > 1 or count and nearest > 215:
                    faults.append((walker, place, count, round(nearest)))
                # Of two that are as one, any is told. What is at the beginning comes too late.
                alone = all(apart(at, dict(lat=other[1], lon=other[2])) > 80
                            for other in near if other[0] != place)
                if alone and nearest < 185 and min(way[:120]) > 300:
                    clear += 1
                    if count != 1:
                        faults.append((walker, place, count, round(nearest)))
        assert not faults and clear > 100, (clear, faults[:20])

    def settled(self):
        """Waits until no more notices come."""
        count = -1
        while count != (count := len(self.node.told)):
            time.sleep(1)

    def what_the_server_changes_is_changed_here(self):
        at = TOWNS["Canillo"]
        self.stand("walker", at)
        before = eventually("places of a town", lambda: self.places(at, "road"))
        ids = sorted(int(key.split("/")[1]) for key in before)
        gone, renamed = ids[0], ids[-1]
        self.servers.sql(f"DELETE FROM places WHERE id = {gone}")
        self.servers.sql(f"UPDATE places SET name = 'Renamed' WHERE id = {renamed}")
        after = eventually(
            "one is gone", lambda: (now := self.places(at, "road"))
            and f"road/{gone}" not in now and now, 3 * REFRESH)
        assert set(before) - set(after) == {f"road/{gone}"}, set(before) - set(after)
        assert after[f"road/{renamed}"]["name"] == "Renamed"

    def what_a_server_calls_otherwise_has_our_names(self):
        row = self.servers.sql(
            "SELECT gid, title, chain, what, street_line, ST_Y(geog), ST_X(geog) FROM shops "
            "WHERE chain IS NOT NULL LIMIT 1")[0]
        at = (row[5], row[6])
        self.stand("shopper", at)
        place = eventually("a shop", lambda: self.places(at, "shops").get(f"shops/{row[0]}"))
        found = (place["name"], place.get("brand"), place["categories"], place["address"])
        assert (found[0], found[1]) == (row[1], row[2]), found
        assert row[3] in found[2], found

    def a_building_is_where_its_middle_is(self):
        row = self.servers.sql(
            "SELECT name, ST_Y(ST_Centroid(geom)), ST_X(ST_Centroid(geom)) FROM buildings "
            "WHERE name IS NOT NULL LIMIT 1")[0]
        self.stand("builder", row[1:])
        eventually("a building", lambda: [
            place for place in self.places(row[1:], "houses", 20).values()
            if place["name"] == row[0]])

    def the_world_goes_on_beyond_180_degrees(self):
        rows = self.servers.sql(
            f"SELECT id, ST_Y(geom), ST_X(geom) FROM places WHERE id BETWEEN {FIJI[0]} AND {FIJI[-1]}")
        east = max(rows, key=lambda row: row[2])
        self.stand("sailor", (east[1], 179.9999))
        wanted = {f"road/{row[0]}" for row in rows}
        eventually("both sides", lambda: wanted <= set(
            self.places((east[1], 179.9999), "road", 20_000)))

    def deals(self):
        answer = self.node.ask("GET", "/v1/deals?all=true")
        return {deal["reference"]: deal for deal in answer["deals"] if "reference" in deal}

    def the_deals_of_a_server_are_deals_here(self):
        rows = self.servers.sql(
            "SELECT id, name, ends, ST_Y(geom), ST_X(geom) FROM deals WHERE starts < now() "
            "AND ends > now() + interval '1 hour' ORDER BY id")
        first = rows[0]
        self.stand("customer", first[3:])
        deal = eventually("a deal", lambda: self.deals().get(f"deals/{first[0]}"))
        assert (deal["name"], deal["active"]) == (first[1], True), deal
        # 40 m due north.
        self.servers.sql(
            "UPDATE deals SET name = 'Half', geom = ST_Translate(geom, 0, 0.00036) "
            f"WHERE id = '{first[0]}'")
        eventually("it changes", lambda: self.deals()[f"deals/{first[0]}"]["name"] == "Half",
                   3 * REFRESH)
        assert self.deals()[f"deals/{first[0]}"]["lat"] > deal["lat"]
        self.servers.sql(f"DELETE FROM deals WHERE id = '{first[0]}'")
        eventually("it ends", lambda: f"deals/{first[0]}" not in self.deals(), 4 * REFRESH)

    def an_organisations_deals_are_written_for_others_and_come_back_once(self):
        person = self.node.ask("POST", "/api/people", {"name": "Cleo"})["person"]["id"]
        self.node.ask(
            "POST", "/api/groups", {"kind": "organisation", "name": "Acme", "admin": person})
        lat, lon = TOWNS["Wien"]
        draft = {"name": "Jause \"für 2\"", "category": "food", "lat": lat, "lon": lon,
                 "ends": "2099-01-01T00:00:00Z", "capacity": 7}
        deal = self.node.ask("POST", "/api/groups/acme/deals", draft, person)
        self.node.ask("POST", "/v1/deals", {**draft, "company": "Another account"})

        def rows():
            return self.servers.sql(
                "SELECT id, name, company, ends = '2099-01-01 00:00:00Z', capacity, "
                "round(ST_Y(geom)::numeric, 4)::float, node FROM deals WHERE node <> 'elsewhere'")

        row, = eventually("it is written", rows)
        node = row[-1]
        assert row == (f"{node}:acme:1", draft["name"], "Acme", True, 7, lat, node), row
        # Another node's, which is left alone, comes here; ours does not come again.
        self.servers.sql(
            "INSERT INTO deals (id, node, name, company, category, starts, ends, geom) SELECT "
            "'other:acme:1', 'other', 'Theirs', company, category, starts, ends, geom FROM deals "
            "WHERE node <> 'elsewhere'")
        self.stand("guest", (lat, lon))
        eventually("theirs", lambda: self.deals().get("deals/other:acme:1"))
        assert f"deals/{node}:acme:1" not in self.deals(), self.deals()
        self.servers.stop("postgres")
        self.node.ask("PATCH", f"/api/groups/acme/deals/{deal['id']}", {"name": "Wein"}, person)
        way = eventually("it is said", lambda: self.node.way("deals/postgres")["works"] is False
                         and self.node.way("deals/postgres"))
        assert "refused" in way["error"] or "connect" in way["error"], way
        self.servers.start("postgres")
        eventually("it is changed", lambda: {row[1] for row in rows()} == {"Wein", "Theirs"})
        self.node.ask("DELETE", f"/api/groups/acme/deals/{deal['id']}", person=person)
        eventually("it goes", lambda: {row[1] for row in rows()} == {"Theirs"})

    def a_server_that_is_away_takes_nothing_away(self):
        at, known = TOWNS["Encamp"], TOWNS["Canillo"]
        self.stand("early", known)
        eventually("places of a town", lambda: self.places(known, "road"))
        self.servers.stop("tipg")
        self.servers.stop("nginx")
        self.stand("late", at)
        away = eventually("it is said", lambda: (
            way := self.node.provider("road"))["works"] is False and way)
        assert "listens" in away["error"] and away["behind"] >= 1, away
        assert self.places(known, "road")
        self.servers.start("tipg")
        self.servers.start("nginx")
        eventually("it comes", lambda: self.places(at, "road"))
        eventually("it works", lambda: self.node.provider("road")["works"] is True)
        lines = self.node.log("geofenced-gateway").splitlines()
        said = [line for line in lines if line.endswith("provider=road")]
        assert ["is not used" in line for line in said] == [True, False], said

    def a_restart_asks_for_nothing_that_is_here(self):
        self.stand("resident", TOWNS["Ordino"])
        eventually("places of a town", lambda: self.places(TOWNS["Ordino"], "other"))
        kept = eventually("all is here", lambda: (
            way := self.node.provider("other"))["behind"] == 0 and way["kept"]["cells"])
        self.node.stop("geofenced-gateway")
        self.node.start("geofenced-gateway")
        eventually("it is read", lambda: self.node.provider("other")["kept"]["cells"] == kept)
        assert "requests" not in self.node.provider("other")["counts"]

    def a_phone_that_does_not_allow_it_is_not_followed(self):
        person = self.node.ask("POST", "/api/people", {"name": "Ann"})["person"]["id"]
        self.node.ask("POST", "/api/phones", {"name": "Ann phone", "person": person})
        phone = self.node.ask("PATCH", "/api/phones/ann-phone", {"asks_servers": False})
        assert phone["asks_servers"] is False, phone
        eventually("it is known", lambda: any(
            device["id"] == "ann-phone" for device in self.node.ask("GET", "/v1/devices")["devices"]))
        kept = self.node.provider("other")["kept"]["cells"]
        at = TOWNS["Lisboa"]
        self.stand("ann-phone", at)
        # Whoever comes after is asked for.
        self.stand("tourist", TOWNS["Roma"])
        eventually("the other", lambda: self.places(TOWNS["Roma"], "other"))
        assert not self.places(at, "other"), kept


def main():
    with tempfile.TemporaryDirectory(prefix="providers-") as folder:
        pathlib.Path(folder).chmod(0o755)
        with Servers(f"{folder}/servers", places=20_000, cache_seconds=1) as servers:
            node = Node(f"{folder}/node", PROGRAMS, settings(servers))
            try:
                node.start()
                node.listen()
                node.ask("POST", "/v1/favourites", {"wikidata": "Q37158", "audience": "everyone"})
                Check(servers, node).run()
            except BaseException:
                print(node.log("geofenced-gateway")[-3000:], file=sys.stderr)
                raise
            finally:
                node.end()


main()
