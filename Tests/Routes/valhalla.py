"""A real Valhalla on 127.0.0.1, as scripts/route-tools fetches it."""

import json
import pathlib
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from node import eventually
from patience import PATIENCE
from processes import finished, tied

PACKAGE = pathlib.Path(sys.prefix) / "valhalla" / "valhalla"
COSTINGS = {"foot": "pedestrian", "bike": "bicycle", "car": "auto"}


class Valhalla:
    """`extracts`: paths of .osm.pbf files."""

    def __init__(self, folder, extracts):
        self.folder = pathlib.Path(folder)
        tiles = self.folder / "tiles"
        tiles.mkdir(parents=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.settings = self.folder / "valhalla.json"
        self.settings.write_text(self.run(
            sys.executable, PACKAGE / "valhalla_build_config.py", "--mjolnir-tile-dir", tiles,
            "--mjolnir-tile-extract", "", "--httpd-service-listen",
            self.url.replace("http", "tcp")))
        self.run(
            PACKAGE / "bin" / "valhalla_build_tiles", "-c", self.settings, "-j", "1", *extracts)
        self.process = None

    def run(self, *words):
        made = finished(words, capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(f"routes: {words[0]}: {(made.stderr or made.stdout)[-1000:]}")
        return made.stdout

    def start(self):
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(
                # Its parts talk within the process, and not through sockets in /tmp.
                [PACKAGE / "bin" / "valhalla_service", "--inproc-sockets", self.settings, "1"],
                stdout=log, stderr=log, preexec_fn=tied())
        eventually("valhalla answers", self.answers)

    def stop(self, how=signal.SIGKILL):
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def answers(self):
        try:
            return urllib.request.urlopen(f"{self.url}/status", timeout=PATIENCE).status == 200
        except OSError:
            return False

    def route(self, start, goal, by):
        """Metres and `None`, or `None` and why there is no way."""
        question = {
            "locations": [{"lat": lat, "lon": lon} for lat, lon in (start, goal)],
            "costing": COSTINGS[by], "units": "kilometers"}
        try:
            with urllib.request.urlopen(
                    f"{self.url}/route", json.dumps(question).encode(), PATIENCE) as answer:
                return json.load(answer)["trip"]["summary"]["length"] * 1000, None
        except urllib.error.HTTPError as refusal:
            return None, json.load(refusal)["error"]
