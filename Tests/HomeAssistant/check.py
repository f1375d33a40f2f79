"""What a real Home Assistant makes of a device that comes to a place and leaves it: the programs, a
broker and Home Assistant, each with folders and ports of its own. $1: where the programs are."""

import contextlib
import datetime
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
HASS = pathlib.Path(sys.executable).with_name("hass")
HOME, AWAY = (52.3727, 4.8936), (52.3830, 4.8936)
PATIENCE = 180  # seconds, on a machine that is busy


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait(what, is_true):
    """Asks until it is so, and returns what it is."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, KeyError):
            if found := is_true():
                return found
        time.sleep(0.1)
    raise SystemExit(f"homeassistant: {what}: not within {PATIENCE} s")


class HomeAssistant:
    """A Home Assistant that knows the broker and a zone, and its only user."""

    def __init__(self, folder, broker):
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / ".storage").mkdir(parents=True)
        (folder / "configuration.yaml").write_text(f"""
homeassistant:
  name: Check
  latitude: {HOME[0]}
  longitude: {HOME[1]}
  elevation: 0
  unit_system: metric
  time_zone: UTC
http:
  server_host: 127.0.0.1
  server_port: {self.port}
api:
config:
zone:
logger:
  default: warning
""")
        entry = {
            "created_at": "2026-01-01T00:00:00+00:00", "modified_at": "2026-01-01T00:00:00+00:00",
            "data": {"broker": "127.0.0.1", "port": broker, "discovery": True,
                     "discovery_prefix": "homeassistant"},
            "disabled_by": None, "discovery_keys": {}, "domain": "mqtt",
            "entry_id": "01JMQTT0000000000000000000", "minor_version": 2, "options": {},
            "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user",
            "subentries": [], "title": "127.0.0.1", "unique_id": None, "version": 1}
        self.store("core.config_entries", 1, 4, {"entries": [entry]})
        self.store("onboarding", 4, 1, {
            "done": ["user", "core_config", "analytics", "integration"]})
        subprocess.run([HASS, "--script", "auth", "-c", folder, "add", "ann", "word"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def store(self, key, version, minor, data):
        (self.folder / ".storage" / key).write_text(json.dumps(
            {"version": version, "minor_version": minor, "key": key, "data": data}))

    def start(self):
        self.log = open(self.folder / "log", "w")
        return subprocess.Popen([HASS, "-c", self.folder], stdout=self.log, stderr=self.log)

    def ask(self, path, body=None, token=None, is_form=False):
        data = body and (
            urllib.parse.urlencode(body) if is_form else json.dumps(body)).encode()
        request = urllib.request.Request(self.url + path, data=data)
        if body and not is_form:
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def sign_in(self):
        flow = self.ask("/auth/login_flow", {
            "client_id": self.url, "handler": ["homeassistant", None],
            "redirect_uri": self.url})["flow_id"]
        code = self.ask(f"/auth/login_flow/{flow}", {
            "client_id": self.url, "username": "ann", "password": "word"})["result"]
        self.token = self.ask("/auth/token", {
            "grant_type": "authorization_code", "code": code, "client_id": self.url},
            is_form=True)["access_token"]
        return self.token

    def states(self):
        states = self.ask("/api/states", token=self.token)
        return {state["entity_id"]: state for state in states}


def push(control, *positions):
    """Positions of the phone, so many seconds ago."""
    now = datetime.datetime.now(datetime.timezone.utc)
    body = [{"time": (now - datetime.timedelta(seconds=ago)).isoformat(), "lat": where[0],
             "lon": where[1], "accuracy": 8} for ago, where in positions]
    subprocess.run(
        ["curl", "-sSf", "--unix-socket", control, "http://x/v1/devices/ann.phone/positions",
         "--json", json.dumps(body)], check=True, stdout=subprocess.DEVNULL)


def check(folder, running):
    broker = free_port()
    (folder / "mosquitto.conf").write_text(
        f"listener {broker} 127.0.0.1\nallow_anonymous true\nuser root\n"
        "log_dest stderr\nlog_type subscribe\n")
    mosquitto = shutil.which("mosquitto") or "/usr/sbin/mosquitto"

    def start(*command):
        name = pathlib.Path(command[0]).name
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=open(folder / f"{name}.log", "w"))
        running.append(process)
        return process

    start(mosquitto, "-c", folder / "mosquitto.conf")
    home = HomeAssistant(folder / "home", broker)
    running.append(home.start())

    (folder / "regions.geojson").write_text(json.dumps({
        "type": "FeatureCollection", "features": [{
            "type": "Feature", "id": "shop", "properties": {"name": "Corner shop", "radius": 200},
            "geometry": {"type": "Point", "coordinates": [HOME[1], HOME[0]]}}]}))
    (folder / "empty.gpx").write_text(
        '<gpx version="1.1" creator="check"><trk><trkseg><trkpt lat="10" lon="10">'
        "<time>2026-05-01T10:00:00Z</time></trkpt></trkseg></trk></gpx>")
    control, notices = folder / "control", folder / "notices"
    (folder / "geofenced.toml").write_text(f"""
source = "gpx:{folder}/empty.gpx"
at_end = "wait"
state_directory = "{folder}/state"
[regions]
file = "{folder}/regions.geojson"
[control]
socket = "{control}"
[notifications]
socket = "{notices}"
""")

    def configure(devices):
        (folder / "gateway.toml").write_text(f"""
listen = "127.0.0.1:{free_port()}"
state_directory = "{folder}/gateway-state"
socket = "{folder}/gateway.sock"
[daemon]
control = "{control}"
notifications = "{notices}"
[mqtt]
url = "mqtt://127.0.0.1:{broker}"
devices = {json.dumps(devices)}
""")

    def start_gateway():
        return start(PROGRAMS / "geofenced-gateway", "--config", folder / "gateway.toml")

    start(PROGRAMS / "geofenced", "--config", folder / "geofenced.toml")
    wait("geofenced", control.exists)
    put = ["curl", "-sSf", "--unix-socket", control, "-X", "PUT", "--json",
           '{"name": "Ann\'s phone"}', "http://x/v1/devices/ann.phone"]
    subprocess.run(put, check=True, stdout=subprocess.DEVNULL)
    configure(["ann.phone"])
    gateway = start_gateway()
    wait("Home Assistant", home.sign_in)

    tracker, event = "device_tracker.ann_s_phone", "event.ann_s_phone_notice"
    sensor = "binary_sensor.ann_s_phone_in_corner_shop"
    wait("the event entity", lambda: home.states()[event]["state"] == "unknown")
    # It subscribes some seconds later, and an event is told to who is there.
    wait("the subscription", lambda: "geofenced/events" in (folder / "mosquitto.log").read_text())
    push(control, (120, AWAY), (60, HOME))
    wait("at home", lambda: home.states()[tracker]["state"] == "home")
    state = home.states()[tracker]["attributes"]
    assert state["gps_accuracy"] == 8 and state["regions"] == ["Corner shop"], state
    wait("the sensor is on", lambda: home.states()[sensor]["state"] == "on")
    told = wait("the enter", lambda: home.states()[event]["attributes"]["event_type"] == "enter"
                and home.states()[event])
    assert told["attributes"]["region"] == "Corner shop", told

    push(control, (20, AWAY), (10, AWAY), (0, AWAY))
    wait("away", lambda: home.states()[tracker]["state"] == "not_home")
    wait("the sensor is off", lambda: home.states()[sensor]["state"] == "off")
    wait("the exit", lambda: home.states()[event]["attributes"]["event_type"] == "exit")

    # While the gateway is away, nobody knows where the phone is; the event keeps what it was.
    gateway.terminate()
    gateway.wait(timeout=60)
    wait("unavailable", lambda: home.states()[tracker]["state"] == "unavailable")
    assert home.states()[sensor]["state"] == "unavailable"
    assert home.states()[event]["attributes"]["event_type"] == "exit"
    gateway = start_gateway()
    wait("there again", lambda: home.states()[tracker]["state"] == "not_home")

    # A device that is not to be told any more is gone.
    gateway.terminate()
    gateway.wait(timeout=60)
    configure([])
    start_gateway()
    wait("gone", lambda: not {tracker, event, sensor} & home.states().keys())

    warnings = [line for line in (folder / "home/log").read_text().splitlines()
                if "mqtt" in line and ("WARNING" in line or "ERROR" in line)]
    assert not warnings, warnings
    print("homeassistant: a tracker, an event and a sensor: right")


with tempfile.TemporaryDirectory(prefix="geofenced-homeassistant-") as name:
    running = []
    try:
        check(pathlib.Path(name), running)
    except BaseException:
        for log in pathlib.Path(name).rglob("*log"):
            if log.is_file():
                print(f"== {log.name}", log.read_text()[-2000:], sep="\n", file=sys.stderr)
        raise
    finally:
        for process in reversed(running):
            process.kill()
        for process in running:
            process.wait()
