"""Nodes with people and households on them, and how one is divided in two."""

import itertools
import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Providers"))
from node import Node, send, tied  # noqa: E402

# The favourite of all: Starbucks.
BRAND = "Q37158"
# Households that are made at once.
MAKERS = 8


def populate(phones):
    """Adds phones to their nodes, with their owners and households, and an admin who is in none."""
    for node in {phone.node for phone in phones}:
        node.ask("POST", "/api/people", {"name": "Admin", "admin": True})
    households = [list(some) for _, some in itertools.groupby(phones, lambda one: one.group)]
    with ThreadPoolExecutor(MAKERS) as makers:
        list(makers.map(lambda some: some[0].node.add_household(some), households))


class Station(Node):
    """A node with people on it. Those who call its methods are on its machine."""

    @property
    def name(self):
        return self.folder.name

    def command(self, *arguments):
        """geofencectl, as a process."""
        return subprocess.Popen(
            [self.programs / "geofencectl", *map(str, arguments)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=tied())

    def run(self, *arguments):
        process = self.command(*arguments)
        error = process.communicate()[1]
        if process.returncode:
            raise SystemExit(f"scale: geofencectl {' '.join(map(str, arguments[:3]))}: {error}")

    # People

    def ask_as(self, person, method, path, body=None):
        return send(str(self.gateway_socket), method, f"/api/{path}", body,
                    {"Geofenced-Person": person})

    def ids(self, what):
        path = "/v1/devices" if what == "devices" else f"/api/{what}"
        return [one["id"] for one in self.ask("GET", path)[what]]

    def add_household(self, phones):
        for phone in phones:
            self.ask("POST", "/api/people", {"name": phone.person})
            phone.token = self.ask("POST", "/api/phones", {
                "name": phone.id, "person": phone.person})["token"]
        first, group = phones[0].person, phones[0].group
        self.ask("POST", "/api/groups", {"kind": "household", "name": group, "admin": first})
        for phone in phones[1:]:
            self.ask_as(first, "POST", f"groups/{group}/requests", {"person": phone.person})
            request = self.ask_as(phone.person, "GET", "requests")["requests"][0]["id"]
            self.ask_as(phone.person, "POST", f"requests/{request}/accept")
        # Some households have the favourite together; in the others, each has it.
        together = {} if phones[0].household % 3 else {"audience": f"group/{group}"}
        for phone in phones[:1] if together else phones:
            self.ask_as(phone.person, "POST", "favourites", {"text": BRAND, **together})

    # Backup

    def files(self, name):
        """Where the daemon, or the gateway, keeps what it knows."""
        return self.folder / ("state" if name == "geofenced" else "gateway")

    def back_up(self, file):
        """The daemon does not run."""
        # Without the second, a copy begins another log: no two notices get the same id.
        left_out = shutil.ignore_patterns("notifications.spare", "notifications.last")
        shutil.copytree(
            self.files("geofenced"), file.with_suffix(".daemon"), ignore=left_out)
        self.run("gateway", "backup", file, "--state-directory", self.files("geofenced-gateway"))

    def put_back(self, file):
        """What the daemon knew at the backup; it does not run."""
        shutil.rmtree(self.files("geofenced"))
        shutil.copytree(file.with_suffix(".daemon"), self.files("geofenced"))

    def restoring(self, file, groups=()):
        """The arguments that have the gateway know these groups as they were, or all."""
        only = ["--only", *groups] if groups else []
        return ["gateway", "restore", file, "--state-directory", self.files("geofenced-gateway"),
                *only]

    def removing(self, groups):
        """The arguments that remove groups and their members."""
        return ["groups", "remove", *groups, "--with-members", "--yes",
                "--gateway-socket", self.gateway_socket]

    def memory(self, name):
        """MB of its own, and its part of what it shares with others."""
        with open(f"/proc/{self.running[name].pid}/smaps_rollup") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024
