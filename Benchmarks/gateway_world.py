"""What the gateway is measured with: a daemon, a broker, a program that is told notices, phones that
send, and a publisher in plain MQTT."""
import http.server
import json
import multiprocessing
import socket
import sys
import threading
import time
from base64 import b64encode
from datetime import datetime, timezone

from footprint import Footprint
from measuring import ROOT

sys.path.insert(0, str(ROOT / "scripts/town"))
from phones import Station  # noqa: E402

PHONES = 20  # of a person, at most
STEP = 10  # seconds from one position of a phone to its next


class World(Station):
    """Phones of people, each with a topic; `told`: whose notices go to the broker. `hook`: a Hook."""

    def __init__(self, programs, folder, hook=None, told=()):
        super().__init__(programs, folder)
        self.hook, self.told, self.phones = hook, told, []

    def more(self):
        hook = f'[[webhook]]\nurl = "{self.hook.address}"\ndevices = ["*"]\n' if self.hook else ""
        names = ", ".join(f'"{name}"' for name in self.told)
        return (super().more() + f'devices = [{names}]\nowntracks_events = false\n'
                f'home_assistant = ""\n{hook}')

    def start(self):
        self.start_broker()
        self.write_configuration()
        self.run("geofenced", self.config, "notifications.sock")
        self.start_gateway()

    def start_gateway(self):
        self.run("geofenced-gateway", self.folder / "gateway.toml", "listening")
        self.footprint = Footprint(self.running["geofenced-gateway"].pid)

    def stop_gateway(self):
        process = self.running.pop("geofenced-gateway")
        process.terminate()
        process.wait()

    def add(self, count):
        """`count` phones; `self.phones` is their ids and tokens."""
        while count > 0:
            number = len(self.phones) // PHONES
            owner = self.person(f"Person {number}")
            for index in range(min(PHONES, count)):
                name = f"phone-{number}-{index}"
                phone = self.ask("POST", "/api/phones", {
                    "name": name, "id": name, "topic": f"owntracks/p{number}/{index}"}, owner)
                self.phones.append((name, phone["token"], phone["topic"]))
            count -= PHONES
        # The daemon gets to know them soon.
        while len(self.taken()) < len(self.phones):
            time.sleep(0.05)

    def taken(self):
        """How many positions the daemon has decided of each phone."""
        devices = self.ask("GET", "/v1/devices", at="control.sock")["devices"]
        return {one["id"]: one.get("accepted", 0) + sum(one.get("dropped", {}).values())
                for one in devices if one["id"].startswith("phone-")}


class Hook:
    """A program that is told notices: when each came, by its region's id."""

    def __init__(self):
        self.came, self.bell = {}, threading.Condition()
        hook = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                moment = time.monotonic()
                self.send_response(204)
                self.end_headers()
                notice = json.loads(body)
                if notice["type"].endswith("enter"):
                    with hook.bell:
                        hook.came[notice["data"]["region"]["id"]] = moment
                        hook.bell.notify()

            def log_message(self, *_):
                """Nothing: the table is on standard output."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, region):
        with self.bell:
            if not self.bell.wait_for(lambda: region in self.came, timeout=30):
                raise SystemExit(f"bench: the webhook was not told of {region} within 30 s")
            return self.came[region]


# MARK: What phones send

def walked(phone, number, start):
    """Time (Unix seconds), latitude and longitude of the position of that number."""
    return start + number * STEP, 52.0 + phone * 0.01 + number * 1e-5, 4.9


def rfc(moment):
    return datetime.fromtimestamp(moment, timezone.utc).isoformat().replace("+00:00", "Z")


def owntracks(position):
    moment, latitude, longitude = position
    return json.dumps({"_type": "location", "tst": int(moment), "lat": latitude, "lon": longitude,
                       "acc": 8, "vel": 0, "tid": "AN"}).encode()


def overland(positions):
    return json.dumps({"locations": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
         "properties": {"timestamp": rfc(moment), "horizontal_accuracy": 8, "speed": 0}}
        for moment, latitude, longitude in positions]}).encode()


def plain(positions):
    """As the daemon itself takes them."""
    return json.dumps([{"time": rfc(moment), "lat": latitude, "lon": longitude, "accuracy": 8,
                        "speed": 0} for moment, latitude, longitude in positions]).encode()


def basic(user, password):
    return f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"


class Sender:
    """A connection that is kept; `address`: a port of this machine, or the path of a socket."""

    def __init__(self, address):
        if isinstance(address, int):
            self.socket = socket.create_connection(("127.0.0.1", address))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address)
        self.file = self.socket.makefile("rb")

    def post(self, path, headers, body):
        """The status of the answer."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall((f"POST {path} HTTP/1.1\r\nContent-Type: application/json\r\n{lines}"
                             f"Content-Length: {len(body)}\r\n\r\n").encode() + body)
        status, length = int(self.file.readline().split()[1]), 0
        while (line := self.file.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self.file.read(length)
        return status


def busy(job, seconds, start, results):
    """One process of the load: of each phone a connection, in turns."""
    sent = []
    threads = []
    end = time.monotonic() + seconds

    def send(index, address, path, headers, batch, body):
        sender, number = Sender(address), 0
        while time.monotonic() < end:
            positions = [walked(index, number + i, start) for i in range(batch)]
            status = sender.post(path, headers, body(positions))
            if status == 503:
                continue
            if status != 200:
                raise SystemExit(f"bench: {path}: {status}")
            number += batch
        sent.append(number)

    for one in job:
        threads.append(threading.Thread(target=send, args=one))
        threads[-1].start()
    for thread in threads:
        thread.join()
    results.put(sum(sent))


def load(jobs, seconds, start, processes=4):
    """Positions a second that were answered as taken. `jobs`: of each phone what `busy` sends."""
    results = multiprocessing.Queue()
    parts = [jobs[number::processes] for number in range(processes)]
    workers = [multiprocessing.Process(target=busy, args=(part, seconds, start, results))
               for part in parts if part]
    began = time.monotonic()
    for worker in workers:
        worker.start()
    total = sum(results.get(timeout=seconds + 60) for _ in workers)
    for worker in workers:
        worker.join()
    return total / (time.monotonic() - began)


# MARK: MQTT

class Publisher:
    """MQTT 3.1.1 with QoS 1, and so many messages on their way at most."""

    WINDOW = 500

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(bytes([0x10, 17, 0, 4]) + b"MQTT" + bytes([4, 2, 0, 0, 0, 5]) + b"bench")
        self.socket.recv(4)

    def publish(self, messages):
        """All of `messages`, `(topic, payload)` each, until the broker has acknowledged them."""
        number = acknowledged = 0
        rest = b""
        for topic, payload in messages:
            number += 1
            name = topic.encode()
            body = (len(name).to_bytes(2, "big") + name + (number % 65535 + 1).to_bytes(2, "big")
                    + payload)
            self.socket.sendall(bytes([0x32]) + length(len(body)) + body)
            while number - acknowledged >= self.WINDOW:
                rest += self.socket.recv(65536)
                acknowledged, rest = acknowledged + len(rest) // 4, rest[len(rest) // 4 * 4:]
        while acknowledged < number:
            rest += self.socket.recv(65536)
            acknowledged, rest = acknowledged + len(rest) // 4, rest[len(rest) // 4 * 4:]


def length(number):
    """As MQTT writes it: seven bits a byte."""
    written = b""
    while True:
        number, digit = divmod(number, 128)
        written += bytes([digit | (0x80 if number else 0)])
        if not number:
            return written
