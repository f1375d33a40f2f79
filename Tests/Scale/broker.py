"""mosquitto, and what nodes tell there."""

import json
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Providers"))
from node import eventually, tied  # noqa: E402
from servers import free_ports  # noqa: E402


class Broker:
    """`told` has each notice of a node once, as a listener takes it."""

    def __init__(self, folder):
        self.folder, self.port, self.processes = folder, free_ports(1).pop(), []
        # By node, id, and what would tell two with one id apart, in the order in which they came.
        self.told, self.again = {}, 0
        # Of devices, by node and id: where each is, and those of which that was taken back.
        self.positions, self.taken_back = {}, set()

    def __enter__(self):
        config, log = self.folder / "mosquitto.conf", open(self.folder / "mosquitto.log", "w")
        config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n"
                          "max_queued_messages 0\nset_tcp_nodelay true\n")
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        listener = ["mosquitto_sub", "-V", "5", "-p", str(self.port), "-i", "scale", "-c",
                    "-q", "1", "-F", "%t %p", "-t", "geofenced/#"]
        for command in [program, "-c", config], listener:
            self.processes.append(subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=tied()))
            eventually("the broker listens", self.answers)
        threading.Thread(target=self.read, daemon=True).start()
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def answers(self):
        with socket.socket() as trial:
            return not trial.connect_ex(("127.0.0.1", self.port))

    def read(self):
        for line in self.processes[1].stdout:
            topic, _, contents = line.rstrip("\n").partition(" ")
            _, node, kind, device = topic.split("/", 3)
            if kind == "positions":
                if self.positions.get((node, device)) and not contents:
                    self.taken_back.add((node, device))
                self.positions[node, device] = contents
            elif kind == "notices":
                notice = json.loads(contents)
                key = node, notice["id"], notice["time"], device, notice["subject"]
                self.again += key in self.told
                self.told.setdefault(key, notice)

    def settle(self):
        """Waits until nothing more comes."""
        count = -1
        while count != (count := len(self.told)):
            time.sleep(5)
