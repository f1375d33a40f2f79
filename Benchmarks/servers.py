"""Servers of the benchmark's own, in a temporary directory, ended with it."""
import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from measuring import has, say, until

POSTGRES = Path("/usr/lib/postgresql/15/bin")


def answers(address):
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as client:
        return client.connect_ex(address) == 0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening():
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(4)
    server.settimeout(20)
    return server


def accepted(server):
    guest, _ = server.accept()
    guest.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return guest


@dataclass
class Receiver:
    """A gpsd: seconds until it answered, where sentences go in, and a client that watches it."""
    pid: int
    ready: float
    sentences: socket.socket
    client: socket.socket


@contextmanager
def gpsd():
    """Debian's, with a receiver at a port, or None."""
    program = has("gpsd")
    if not program:
        yield None
        return
    receiver, port = listening(), free_port()
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "-N", "-n", "-b", "-S", str(port),
         f"tcp://127.0.0.1:{receiver.getsockname()[1]}"], stderr=subprocess.DEVNULL)
    try:
        until(lambda: answers(("127.0.0.1", port)), 20, "gpsd")
        ready = time.monotonic() - start
        client = socket.create_connection(("127.0.0.1", port), timeout=20)
        client.sendall(b'?WATCH={"enable":true,"json":true};\n')
        yield Receiver(process.pid, ready, accepted(receiver), client)
    finally:
        process.terminate()
        process.wait()


@dataclass
class Broker:
    """A mosquitto: seconds until it answered, a client that publishes and one that reads it."""
    pid: int
    ready: float
    publisher: socket.socket
    subscriber: socket.socket


@contextmanager
def mosquitto():
    """Or None. It is spoken to in MQTT 3.1.1; the topic is `t`."""
    program = has("mosquitto")
    if not program:
        yield None
        return
    port = free_port()
    start = time.monotonic()
    process = subprocess.Popen([program, "-p", str(port)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        until(lambda: answers(("127.0.0.1", port)), 20, "mosquitto")
        ready = time.monotonic() - start
        clients = []
        for letter in b"ps":
            client = socket.create_connection(("127.0.0.1", port), timeout=20)
            client.sendall(bytes([0x10, 13, 0, 4]) + b"MQTT" + bytes([4, 2, 0, 0, 0, 1, letter]))
            client.recv(4)
            clients.append(client)
        clients[1].sendall(bytes([0x82, 6, 0, 1, 0, 1]) + b"t" + bytes([0]))
        clients[1].recv(5)
        yield Broker(process.pid, ready, *clients)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def redis(directory):
    """The path of its socket, or None."""
    program = has("redis-server")
    if not program:
        yield None
        return
    path = str(directory / "redis.sock")
    server = subprocess.Popen(
        [program, "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no",
         "--dir", str(directory)], stdout=subprocess.DEVNULL)
    try:
        until(lambda: os.path.exists(path) and answers(path), 20, "redis-server")
        yield path
    finally:
        server.terminate()
        server.wait()


@contextmanager
def postgis(directory):
    """The environment that leads to it, or None."""
    if not (POSTGRES / "initdb").exists() or not Path(
            "/usr/share/postgresql/15/extension/postgis.control").exists():
        say("PostGIS is not installed: not compared (scripts/install-packages bench)")
        yield None
        return
    cluster, sockets = directory / "cluster", directory / "postgres"
    cluster.mkdir()
    sockets.mkdir()
    # root may not run it.
    server = []
    user = os.environ.get("USER", "postgres")
    if os.getuid() == 0:
        for path in (cluster, sockets):
            shutil.chown(path, "postgres")
        server, user = ["runuser", "-u", "postgres", "--"], "postgres"
    quiet = {"stdout": subprocess.DEVNULL, "check": True, "cwd": "/"}
    subprocess.run([*server, POSTGRES / "initdb", "-D", cluster, "-E", "UTF8", "--locale=C.UTF-8",
                    "--auth=trust", "-U", user], **quiet)
    subprocess.run([*server, POSTGRES / "pg_ctl", "-D", cluster, "-w", "start", "-l",
                    cluster / "log", "-o",
                    f"-k {sockets} -c listen_addresses= -c shared_buffers=1GB"], **quiet)
    try:
        yield {"PGHOST": str(sockets), "PGUSER": user, "PGDATABASE": "postgres",
               "PGOPTIONS": "-c jit=off"}
    finally:
        subprocess.run([*server, POSTGRES / "pg_ctl", "-D", cluster, "-m", "immediate", "stop"],
                       **quiet)
