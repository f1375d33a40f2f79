"""Phones with OwnTracks over HTTP, each on the way of its owner."""

import base64
import http.client
import json
import pathlib
import random
import sys
import threading
import time
from math import cos, radians, sin

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Providers"))
from node import eventually, journey  # noqa: E402
from servers import TOWNS  # noqa: E402

# People of a household, each of whom has one phone.
MEMBERS = 4
# Metres a second, and seconds between two positions.
SPEED, EVERY = 5, 20
# Half the length of a way, and how far the middle is from that of the town, at most: degrees.
REACH, ASIDE = 0.007, 0.005
# Connections to each node that send at once.
SENDERS = 16
# Seconds that phones wait after one was refused.
PAUSE = 0.2


class Phone:
    """OwnTracks over HTTP, on somebody's way straight through a town."""

    def __init__(self, number, start):
        self.id, self.person, self.start = f"phone-{number}", f"person-{number}", start
        self.household = number // MEMBERS
        self.group = f"household-{self.household}"
        self.node, self.token, self.sent = None, None, 0
        chance = random.Random(number)
        # Neighbours may be on two nodes, or three.
        lat, lon = list(TOWNS.values())[self.household // 4 % len(TOWNS)]
        angle, aside = radians(chance.uniform(0, 360)), chance.uniform(-ASIDE, ASIDE)
        lat, narrow = lat - aside * sin(angle), cos(radians(lat))
        lon += aside * cos(angle) / narrow
        north, east = REACH * cos(angle), REACH * sin(angle) / narrow
        self.way = journey(
            [(lat - north, lon - east), (lat + north, lon + east)], SPEED, start)[::EVERY]

    def send(self, connections):
        """Whether its next position was taken. `connections`: one for each port, which are kept."""
        fix, port = self.way[self.sent], self.node.port
        body = {"_type": "location", "tid": "GF", "tst": self.start + EVERY * self.sent,
                "lat": round(fix["lat"], 6), "lon": round(fix["lon"], 6), "acc": 10,
                "vel": round(SPEED * 3.6), "cog": round(fix["track"])}
        word = base64.b64encode(f"{self.id}:{self.token}".encode()).decode()
        if port not in connections:
            connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connections[port].request("POST", "/owntracks", json.dumps(body), {
                "Authorization": f"Basic {word}", "Content-Type": "application/json"})
            answer = connections[port].getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            connections.pop(port).close()
            return False
        if 400 <= answer.status < 500:
            raise SystemExit(f"scale: {self.id} was answered {answer.status}: iPhones lose that")
        self.sent += answer.status < 300
        return answer.status < 300


class Sending:
    """The phones send what they have, all at once, one position of each after the other."""

    def __init__(self, phones, most=1000):
        """`most`: positions of each."""
        self.phones, self.most, self.begun, self.faults = phones, most, time.monotonic(), []
        self.refused = 0
        self.threads = [
            threading.Thread(target=self.run, args=(phones[part::SENDERS],), daemon=True)
            for part in range(SENDERS)]
        for thread in self.threads:
            thread.start()

    def run(self, phones):
        connections = {}
        try:
            while left := [one for one in phones if one.sent < min(self.most, len(one.way))]:
                taken = [phone.send(connections) for phone in left]
                self.refused += taken.count(False)
                if not all(taken):
                    time.sleep(PAUSE)
        except BaseException as fault:
            self.faults.append(fault)

    def reach(self, share):
        """Waits until so much of all has been sent."""
        wanted = share * sum(min(self.most, len(phone.way)) for phone in self.phones)
        eventually(f"{share:.0%} is sent", lambda: self.faults or sum(
            phone.sent for phone in self.phones) >= wanted, 600)
        if self.faults:
            raise self.faults[0]

    def end(self):
        """Returns how many seconds it took."""
        self.reach(1)
        for thread in self.threads:
            thread.join()
        return time.monotonic() - self.begun
