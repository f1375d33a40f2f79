"""Three phones that walk through the made-up town and say so as OwnTracks does, to a broker of their
own; the gateway takes them from there, and tells messages there and at a webhook."""

import http.server
import json
import math
import os
import pwd
import shutil
import subprocess
import threading
import time
import tomllib

from served import TRACES, Failure, Served, come_to_end, free_port

DEGREE = 111_195  # metres of latitude
ACCURACY = 8  # metres


class Way:
    """Back and forth along the legs of a scenario, at one speed."""

    def __init__(self, scenario, backwards=False):
        with open(TRACES / scenario, "rb") as file:
            plan = tomllib.load(file)
        points = [tuple(plan["from"])]
        for leg in plan["leg"]:
            points += map(tuple, [*leg.get("via", []), *([leg["to"]] if "to" in leg else [])])
        points = points[::-1] if backwards else points
        self.points = points + points[-2::-1]
        self.ends = [0.0]  # metres from the beginning, at each point
        for one, other in zip(self.points, self.points[1:]):
            self.ends.append(self.ends[-1] + math.hypot(*metres(one, other)))

    def at(self, distance):
        """Latitude, longitude and degrees from north, after so many metres."""
        distance %= self.ends[-1]
        index = next(i for i, end in enumerate(self.ends) if end > distance) - 1
        one, other = self.points[index], self.points[index + 1]
        share = (distance - self.ends[index]) / (self.ends[index + 1] - self.ends[index])
        north, east = metres(one, other)
        return (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]),
                math.degrees(math.atan2(east, north)) % 360)


def metres(one, other):
    """North and east."""
    east = (other[1] - one[1]) * DEGREE * math.cos(math.radians(one[0]))
    return (other[0] - one[0]) * DEGREE, east


class Phone:
    """OwnTracks over MQTT: a position every other second, published with QoS 1, and retained."""

    EVERY = 2  # seconds; OwnTracks says whole ones

    def __init__(self, person, name, way, speed, port):
        self.person, self.name, self.way, self.speed = person, name, way, speed
        self.id, self.topic = f"{person}-phone", f"owntracks/{person}/phone"
        self.start = self.due = time.time()
        # It reads a line for each message.
        self.publisher = subprocess.Popen(
            ["mosquitto_pub", "-p", str(port), "-i", self.id, "-q", "1", "-r", "-l",
             "-t", self.topic],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)

    def go_on(self):
        now = time.time()
        if now < self.due:
            return
        self.due = now + self.EVERY
        latitude, longitude, course = self.way.at((now - self.start) * self.speed)
        self.publisher.stdin.write(json.dumps({
            "_type": "location", "tid": self.person[:2].upper(), "tst": int(now),
            "lat": round(latitude, 6), "lon": round(longitude, 6), "acc": ACCURACY,
            "vel": round(self.speed * 3.6), "cog": round(course)}) + "\n")
        self.publisher.stdin.flush()

    def end(self):
        self.publisher.stdin.close()
        come_to_end(self.publisher)


class Told(http.server.BaseHTTPRequestHandler):
    """A program that is told notices, at a webhook; `tell`: called with each."""

    tell = staticmethod(print)

    def do_POST(self):
        notice = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.tell(notice)

    def log_message(self, *_):
        """Nothing: what it is told is printed."""


class Station(Served):
    """With a broker, and a receiver that stands at home: all else that moves is phones."""

    device, device_name = "home", "The receiver at home"

    def __init__(self, programs, folder, port=0):
        super().__init__(programs, folder, port=port)
        self.broker = free_port(self.port + 1)

    def start_broker(self):
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program or not shutil.which("mosquitto_pub"):
            raise Failure("mosquitto is not here: apt install mosquitto mosquitto-clients")
        config = self.folder / "mosquitto.conf"
        # Nothing is left out while the gateway is away. It may not become another account here.
        config.write_text(f"listener {self.broker} 127.0.0.1\nallow_anonymous true\n"
                          "max_queued_messages 0\nset_tcp_nodelay true\n"
                          f"user {pwd.getpwuid(os.getuid()).pw_name}\n")
        self.run_other(program, ["-c", config], "running")

    def write_configuration(self):
        super().write_configuration()
        text = self.config.read_text()
        home = self.folder / "home.nmea"
        home.write_text(sentence("GNRMC,093000.00,A,5454.384,N,00312.256,E,0.0,0.0,040726,,,A")
                        + sentence("GNGGA,093000.00,5454.384,N,00312.256,E,1,11,0.9,10.4,M,,M,,"))
        text = text.replace(f"nmea:{TRACES}/town-walk.nmea.gz", f"nmea:{home}")
        self.config.write_text(text.replace('"loop"', '"wait"'))
        with open(self.folder / "gateway.toml", "a") as file:
            file.write(self.more())

    def more(self):
        """What else gateway.toml says."""
        return f'[mqtt]\nurl = "mqtt://127.0.0.1:{self.broker}"\n'


class Phones(Station):
    """Anna, Ben and Chris, a household; their phones walk, and they are told on the page and at the
    broker. `say(way, line)` is called with what arrives there, and at the webhook."""

    def __init__(self, programs, folder, say, speed=12.0, port=0):
        super().__init__(programs, folder, port)
        self.say, self.pace, self.phones, self.readers = say, speed, [], []
        self.hook = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), type("Hook", (Told,), {"tell": staticmethod(self.notice)}))

    def start(self):
        self.start_broker()
        threading.Thread(target=self.hook.serve_forever, daemon=True).start()
        super().start()
        self.people()
        self.listen("geofenced/messages/+", lambda topic, message: self.say(
            "mqtt", f"{topic}: {message['title']}: {message['lines'][0]['text']}"))
        for person, way, speed in (("anna", Way("town-walk.toml"), 1.0),
                                   ("ben", Way("town-ride.toml"), 1.5),
                                   ("chris", Way("town-walk.toml", backwards=True), 0.8)):
            self.phones.append(
                Phone(person, f"{person.title()}'s phone", way, speed * self.pace, self.broker))

    def more(self):
        return super().more() + f"""
            devices = ["anna-phone", "ben-phone", "chris-phone"]
            [phones]
            waypoints = true
            [[webhook]]
            url = "http://127.0.0.1:{self.hook.server_address[1]}/told"
            devices = ["*"]
            """

    def people(self):
        self.ask("POST", "/api/groups", {"kind": "household", "name": "Home", "admin": "anna"})
        for person in ("Ben", "Chris"):
            one = self.person(person)
            self.ask("POST", "/api/groups/home/requests", {"person": person}, "anna")
            request = self.ask("GET", "/api/requests", person=one)["requests"][0]
            self.ask("POST", f"/api/requests/{request['id']}/accept", {}, one)
        latitude, longitude, _ = Way("town-walk.toml").at(0)
        home = self.ask("POST", "/api/groups/home/places", {
            "name": "Home", "lat": latitude, "lon": longitude, "radius": 100}, "anna")
        for person, favourites in (("anna", ["starbucks", "albert heijn", "hema"]),
                                   ("ben", ["lidl", "kruidvat", "shell"]),
                                   ("chris", ["tourism=museum", "jumbo", "hema"])):
            self.ask("POST", "/api/phones", {
                "name": f"{person.title()}'s phone", "id": f"{person}-phone",
                "person": person, "topic": f"owntracks/{person}/phone"})
            self.ask("PUT", f"/api/phones/{person}-phone/sharing/home", {"level": "position"},
                     person)
            self.ask("PATCH", "/api/settings", {
                "ways": {"mqtt": True}, "transitions": ["enter", "exit"]}, person)
            for text in favourites:
                self.ask("POST", "/api/favourites", {"text": text}, person)
        for person in ("ben", "chris"):
            self.ask("POST", "/api/arrivals", {
                "group": "home", "place": home["id"], "person": person, "transition": "enter"},
                "anna")

    def listen(self, topic, hear):
        """Calls `hear` with the topic of each message there, and the message."""
        reader = subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.broker), "-q", "1", "-F", "%t %p", "-t", topic],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        self.readers.append(reader)

        def read():
            for line in reader.stdout:
                topic, text = line.split(" ", 1)
                hear(topic, json.loads(text))

        threading.Thread(target=read, daemon=True).start()

    def notice(self, notice):
        region = notice["data"]["region"]
        self.say("webhook", f"{notice['device']}: {notice['type'].split('.')[-1]} {region['name']}")

    def go_on(self):
        for phone in self.phones:
            phone.go_on()

    def end(self):
        for phone in self.phones:
            phone.end()
        for reader in self.readers:
            reader.terminate()
            come_to_end(reader)
        super().end()
        self.hook.shutdown()
        self.hook.server_close()


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n"
