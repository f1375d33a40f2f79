"""A node: a daemon and a gateway of their own, in one folder, as programs of this machine ask them."""

import http.client
import json
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Pages"))
from api import send  # noqa: E402
from processes import tied  # noqa: E402

PATIENCE = 120  # seconds, on a machine that is busy


def eventually(what, is_true, seconds=PATIENCE):
    """Asks until it is so, and returns what it is."""
    end, found = time.monotonic() + seconds, None
    while time.monotonic() < end:
        if found := is_true():
            return found
        time.sleep(0.1)
    raise SystemExit(f"providers: {what}: not within {seconds} s")


class Node:
    """`settings`: of gateway.toml, besides where things are."""

    def __init__(self, folder, programs, settings=""):
        self.folder, self.programs = pathlib.Path(folder), pathlib.Path(programs)
        self.folder.mkdir(mode=0o700)
        self.control, self.notices = self.folder / "control.sock", self.folder / "notices.sock"
        self.gateway_socket = self.folder / "gateway.sock"
        (self.folder / "state").mkdir(mode=0o700)
        (self.folder / "gateway").mkdir(mode=0o700)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.settings, self.running = settings, {}
        self.told, self.listener = [], None

    def start(self, *names):
        for name in names or ("geofenced", "geofenced-gateway"):
            if name == "geofenced":
                config = self.folder / "geofenced.toml"
                config.write_text(
                    # Nothing is received here: positions are pushed.
                    f'source = "gpsd:127.0.0.1:1"\nstate_directory = "{self.folder}/state"\n'
                    f'[notifications]\nsocket = "{self.notices}"\n[devices]\nautomatic = true\n'
                    f'[control]\nsocket = "{self.control}"\n')
            else:
                config = self.folder / "gateway.toml"
                config.write_text(
                    f'listen = "127.0.0.1:{self.port}"\nstate_directory = "{self.folder}/gateway"\n'
                    f'socket = "{self.gateway_socket}"\n[daemon]\ncontrol = "{self.control}"\n'
                    f'notifications = "{self.notices}"\n{self.settings}')
            log = open(self.folder / f"{name}.log", "a")
            self.running[name] = subprocess.Popen(
                [self.programs / name, "--config", config], stdout=log, stderr=log,
                preexec_fn=tied())
            path = self.control if name == "geofenced" else self.gateway_socket
            eventually(f"{name} answers", lambda path=path: self.answers(path))

    def stop(self, name, how=signal.SIGTERM):
        process = self.running.pop(name)
        process.send_signal(how)
        process.wait(PATIENCE)

    def end(self):
        for name in list(self.running):
            self.stop(name)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def answers(self, path):
        try:
            self.ask("GET", "/v1/status" if path == self.control else "/api/status")
            return True
        except (OSError, http.client.HTTPException):
            return False

    def ask(self, method, path, body=None, person=None):
        """JSON in and out, of the gateway or the daemon; what is refused is an error."""
        headers = {"Geofenced-Person": person} if person else {}
        where = self.gateway_socket if path.startswith("/api") else self.control
        return send(str(where), method, path, body, headers)

    def provider(self, name):
        return self.way(f"places/{name}")

    def way(self, name):
        ways = self.ask("GET", "/api/status")["ways"]
        return next((way for way in ways if way["id"] == name), None)

    def listen(self):
        """Collects notices from now on, in `told`."""
        client = socket.socket(socket.AF_UNIX)
        client.connect(str(self.notices))
        client.sendall(b'{"since":"2000-01-01T00:00:00Z"}\n')

        def read():
            for line in client.makefile():
                notice = json.loads(line)
                if "data" in notice:
                    self.told.append(notice)

        self.listener = threading.Thread(target=read, daemon=True)
        self.listener.start()


def journey(legs, speed, start):
    """Fixes of each second of a way through points (lat, lon); `speed`: metres a second; `start`: Unix
    seconds of the first."""
    from math import atan2, cos, degrees, hypot, radians
    fixes, second = [], 0
    for (lat, lon), (to_lat, to_lon) in zip(legs, legs[1:]):
        north = (to_lat - lat) * 111195
        east = (to_lon - lon) * 111195 * cos(radians((lat + to_lat) / 2))
        length = hypot(north, east)
        steps = max(1, round(length / speed))
        for step in range(steps):
            part = step / steps
            fixes.append({
                "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + second)),
                "lat": lat + (to_lat - lat) * part, "lon": lon + (to_lon - lon) * part,
                "accuracy": 5, "speed": speed, "track": degrees(atan2(east, north)) % 360})
            second += 1
    return fixes
