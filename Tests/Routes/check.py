"""The routes of the gateway beside those of a real Valhalla, for pairs of places of two real
extracts: how long they are, and how soon they come. $1: where the programs are; $2: how many pairs,
instead of 200. Run by the Python that scripts/route-tools prints."""

import csv
import json
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import cos, hypot, radians

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / part)
             for part in ("Providers", "Pages")]
from api import Connection  # noqa: E402
from node import Node, eventually  # noqa: E402
from processes import finished  # noqa: E402
from valhalla import Valhalla  # noqa: E402

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
PLACES = pathlib.Path(__file__).resolve().parents[3] / "shared" / "places"
TOWNS = {"Andorra": "andorra-2025-01", "Monaco": "monaco-2023-12"}
EXTRACTS = [PLACES / f"{name}.osm.pbf" for name in TOWNS.values()]
MODES = ("foot", "bike", "car")
SEED = 1
# Metres from an asked point, beyond which a way is not near it (docs/routes.md).
FARTHEST = 500
# Metres of a way that is compared.
SHORTEST = 20
# Seconds that an answer may take.
SOON = 0.3
# What the last step says.
GOAL = {"en": "destination", "nl": "bestemming"}


def random_pairs():
    """(town, start, goal), always the same."""
    for town, name in TOWNS.items():
        with open(PLACES / f"{name}.csv") as file:
            points = [(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)]
        chance = random.Random(f"{SEED} {town}")
        for _ in range(PAIRS // len(TOWNS)):
            yield town, *chance.sample(points, 2)


def apart(one, other):
    """Metres between two points (lat, lon) that are near."""
    return 111195 * hypot(one[0] - other[0], (one[1] - other[1]) * cos(radians(one[0])))


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def percent(part, of):
    return f"{100 * part / of:3.0f} %"


class Check:
    def __init__(self, node, valhalla):
        self.node, self.valhalla = node, valhalla
        self.pairs = list(random_pairs())

    def ask(self, start, goal, by, language="en"):
        """Status, JSON and seconds of the answer."""
        question = {"from": list(start), "to": list(goal), "by": by, "language": language}
        connection, begun = Connection(str(self.node.gateway_socket)), time.monotonic()
        connection.request(
            "POST", "/api/route", json.dumps(question), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        contents = json.loads(answer.read())
        connection.close()
        return answer.status, contents, time.monotonic() - begun

    def run(self):
        self.routino_comes_near_valhalla()
        self.node.stop("geofenced-gateway")
        self.node.settings = f'[routes]\nvalhalla = "{self.valhalla.url}"\n'
        self.node.start("geofenced-gateway")
        for check in (self.valhalla_is_asked_first, self.routino_answers_while_it_is_away,
                      self.it_is_asked_again_when_it_is_back):
            check()
            print(f"routes: {check.__name__.replace('_', ' ')}", flush=True)

    def routino_comes_near_valhalla(self):
        for by in MODES:
            quotients, alone, times = {town: [] for town in TOWNS}, Counter(), []
            for town, start, goal in self.pairs:
                wanted, why = self.valhalla.route(start, goal, by)
                status, route, seconds = self.ask(start, goal, by)
                times.append(seconds)
                assert status in (200, 422), f"{by} {start} {goal}: {status} {route}"
                if status == 200 and wanted is not None:
                    assert route["engine"] == "routino", route["engine"]
                    # A quotient of a few metres says nothing.
                    if wanted >= SHORTEST:
                        quotients[town].append(route["distance"] / wanted)
                elif status == 200:
                    alone[f"routino alone finds a way, Valhalla: {why}"] += 1
                elif wanted is not None:
                    alone[f"Valhalla alone finds a way, routino: {route['code']}"] += 1
                else:
                    alone["none finds a way"] += 1
            for town, some in [*quotients.items(), ("both", sum(quotients.values(), []))]:
                self.tell(by, town, some)
            for words, count in alone.most_common():
                print(f"routes: {by}: {count} × {words}")
            middle = percentile(times, 50)
            print(f"routes: {by}: answers after {middle * 1000:.0f} ms, 95 % within "
                  f"{percentile(times, 95) * 1000:.0f} ms, all within {max(times) * 1000:.0f} ms",
                  flush=True)
            assert middle < SOON, f"{by}: {middle} s"

    def tell(self, by, town, quotients):
        def within(part):
            return percent(sum(abs(one - 1) <= part for one in quotients), len(quotients))

        low, middle, high = (percentile(quotients, share) for share in (10, 50, 90))
        print(f"routes: {by:4} {town:7} {len(quotients):4} routes: {within(0.05)} within 5 %, "
              f"{within(0.1)} within 10 %; quotients {low:.2f} {middle:.2f} {high:.2f}", flush=True)
        assert 0.95 < middle < 1.05, f"{by}, {town}: routes are {middle} of Valhalla's"

    def valhalla_is_asked_first(self):
        for _, start, goal in self.pairs:
            for by in MODES:
                wanted, _ = self.valhalla.route(start, goal, by)
                for language in GOAL:
                    status, route, _ = self.ask(start, goal, by, language)
                    what = f"{by} {language} {start} {goal}: {wanted} {status} {route}"
                    if wanted is None or status == 422:
                        # A way that begins or ends too far away counts as none.
                        assert status == 422, what
                        assert wanted is None or route["code"] == "no_way_near", what
                        continue
                    assert status == 200 and route["engine"] == "valhalla", what
                    assert abs(route["distance"] - wanted) <= 1, what
                    ends = [pair[::-1] for pair in route["line"]["coordinates"]]
                    assert apart(ends[0], start) <= FARTHEST, what
                    assert apart(ends[-1], goal) <= FARTHEST, what
                    if route["distance"] >= 1:
                        assert all(step["text"] for step in route["steps"]), what
                        assert GOAL[language] in route["steps"][-1]["text"].lower(), what

    def routino_answers_while_it_is_away(self):
        """It is killed while routes are asked for."""
        pairs = self.near_pairs()
        with ThreadPoolExecutor(4) as pool:
            answers = [pool.submit(self.ask, start, goal, "foot") for _, start, goal in pairs]
            answers[len(answers) // 4].result()
            self.valhalla.stop()
            engines = Counter()
            for answer in answers:
                status, route, _ = answer.result()
                assert status == 200, f"{status} {route}"
                engines[route["engine"]] += 1
        assert engines["routino"] and engines["valhalla"], engines

    def it_is_asked_again_when_it_is_back(self):
        self.valhalla.start()
        _, start, goal = self.near_pairs()[0]
        eventually("valhalla is asked again",
                   lambda: self.ask(start, goal, "foot")[1]["engine"] == "valhalla")

    def near_pairs(self):
        """Pairs between which each engine finds a way."""
        return [pair for pair in self.pairs if pair[0] == "Monaco"]


def main():
    if missing := [file for file in EXTRACTS if not file.exists()]:
        print(f"routes: not checked: {missing[0]} is not here")
        return
    with tempfile.TemporaryDirectory(prefix="routes-") as folder:
        valhalla = Valhalla(f"{folder}/valhalla", EXTRACTS)
        node = Node(f"{folder}/node", PROGRAMS)
        try:
            valhalla.start()
            node.start()
            imported = finished(
                [PROGRAMS / "geofencectl", "places", "import", *EXTRACTS, "--no-map", "--routes",
                 "--socket", node.control, "--gateway-socket", node.gateway_socket],
                capture_output=True, text=True)
            assert imported.returncode == 0, imported.stderr
            Check(node, valhalla).run()
        except BaseException:
            if "geofenced-gateway" in node.running:
                print(node.log("geofenced-gateway")[-3000:], file=sys.stderr)
            raise
        finally:
            node.end()
            valhalla.stop()


main()
