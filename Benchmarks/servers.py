"""Servers of the benchmark's own, in a temporary directory, ended with it."""
import os
import shutil
import socket
import subprocess
from contextlib import contextmanager
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
