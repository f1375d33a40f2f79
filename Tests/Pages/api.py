"""/api and /v1 as programs of this machine ask them."""

import http.client
import json
import socket

from patience import PATIENCE, until


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=PATIENCE)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self.path)


def send(path, method, address, body=None, headers=None):
    """The answer as JSON, `None` if it has none. `path`: of the socket."""
    connection = Connection(path)
    text = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
    kind = ("application/x-ndjson" if isinstance(body, str) else
            "image/png" if isinstance(body, bytes) else "application/json")
    headers = {**({"Content-Type": kind} if text else {}), **(headers or {})}
    connection.request(method, address, text, headers)
    answer = connection.getresponse()
    contents = answer.read().decode()
    connection.close()
    assert answer.status < 300, f"{method} {address}: {answer.status} {contents}"
    return json.loads(contents) if contents else None


def api(gateway, person, method, address, body=None):
    """As the page asks for `person`."""
    headers = {"Geofenced-Person": person} if person else {}
    return send(gateway.socket, method, f"/api/{address}", body, headers)


def known(gateway, device):
    """Waits until the daemon knows a phone: the gateway tells it soon."""
    until(f"the daemon should know {device}",
          lambda: [one["id"] for one in send(gateway.control, "GET", "/v1/devices")["devices"]],
          lambda devices: device in devices)


def push(gateway, device, positions):
    """Positions (time, latitude, longitude) of a phone."""
    for start in range(0, len(positions), 10_000):
        lines = "".join(
            json.dumps({"time": moment, "lat": lat, "lon": lon, "accuracy": 5}) + "\n"
            for moment, lat, lon in positions[start:start + 10_000])
        send(gateway.control, "POST", f"/v1/devices/{device}/positions", lines)
