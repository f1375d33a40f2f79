"""make demo-page, make demo-phones: all of it starts, the link opens the page, and nothing is left
behind."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys

from world import ROOT, device, opened, origin_of, section, signed_in, to


@contextlib.contextmanager
def demo(programs, folder, script="demo-page", **environment):
    """The demo as somebody starts it in a terminal, with all that it writes in `folder`."""
    process = subprocess.Popen(
        [ROOT / "scripts" / script, programs], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
        env={**os.environ, "TMPDIR": folder, "DISPLAY": "", "WAYLAND_DISPLAY": "", **environment})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
        process.stdin.close()
        process.stdout.close()


def link(process):
    """The next link that it prints, and the lines before that."""
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://\S+/join#\S+", line):
            return found[0], said
    raise AssertionError(f"it prints no link: {''.join(said)}")


def left(folder):
    """What there is of the demo: files, and programs that were started with these."""
    programs = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{process}/cmdline") as file:
            if f"{folder}/geofenced-demo-" in file.read():
                programs.append(process)
    return [*(name for name in os.listdir(folder) if name.startswith("geofenced-demo-")), *programs]


def moved(page, count):
    """The ids of so many devices that go on."""
    return page.evaluate("""async (count) => {
        const first = new Map(), moved = new Set();
        return new Promise((done) => {
            const events = new EventSource("/api/events");
            events.addEventListener("device", (event) => {
                const { id, fix } = JSON.parse(event.data);
                if (!first.has(id)) first.set(id, `${fix?.lat} ${fix?.lon}`);
                else if (first.get(id) !== `${fix?.lat} ${fix?.lon}`) moved.add(id);
                if (moved.size === count) done([...moved].sort());
            });
        });
    }""", count)


def it_shows_devices_that_move_and_leaves_nothing_behind(browser, programs, folder):
    with demo(programs, folder) as running, device(browser) as page:
        address, _ = link(running)
        signed_in(page, address)
        to(page, "map")
        if shutil.which("tilemaker"):
            page.wait_for_selector("text=Meeuwhaven, a town that does not exist")
        assert moved(page, 2) == ["annas-phone", "bens-phone"]
        for view in ("nearby", "deals", "search", "history", "settings"):
            to(page, view)
        # Enter brings a link for a second browser.
        running.stdin.write("\n")
        running.stdin.flush()
        with device(browser) as other:
            signed_in(other, link(running)[0])
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 0
    assert not left(folder), f"{left(folder)} is left"


def phones_walk_over_mqtt_and_are_told_of_on_every_way(browser, programs, folder):
    # Faster: the first of them is soon at a place.
    with demo(programs, folder, "demo-phones", DEMO_SPEED="20") as running, device(browser) as page:
        address, _ = link(running)
        signed_in(page, address)
        to(page, "map")
        assert moved(page, 3) == ["anna-phone", "ben-phone", "chris-phone"]
        ways = {"mqtt", "webhook"}
        while ways:
            line = running.stdout.readline()
            assert line, "the demo has ended"
            ways.discard(line.split()[0] if line.strip() else "")
        opened(page, f"{origin_of(page)}/messages")
        page.wait_for_selector("main li")
        section(page, "status", "Ways in and out")
        page.wait_for_selector(".ways-in-and-out .badge.good >> nth=2")
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 0
    assert not left(folder), f"{left(folder)} is left"


def a_port_that_is_taken_is_no_obstacle(browser, programs, folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with demo(programs, folder, DEMO_PORT=str(port)) as running:
            address, said = link(running)
            assert f"port {port} is taken" in said[0], said
            assert f":{port}/" not in address, address
    assert running.returncode == 0, "SIGTERM ends it, too"
    assert not left(folder), f"{left(folder)} is left"


def without_tilemaker_it_goes_on_and_says_so(browser, programs, folder):
    path = f"{folder}/some"
    os.mkdir(path)
    os.symlink(os.path.realpath(sys.executable), f"{path}/python3")
    os.symlink(shutil.which("osmium"), f"{path}/osmium")
    with demo(programs, folder, PATH=path) as running:
        _, said = link(running)
        assert any("tilemaker" in line for line in said), said
    assert not left(folder), f"{left(folder)} is left"


def what_goes_wrong_is_said_and_leaves_nothing_behind(browser, programs, folder):
    with demo("/nowhere", folder) as running:
        said = running.stdout.read()
        assert running.wait(timeout=60) == 1 and "/nowhere" in said, said
        assert "Traceback" not in said, said
    assert not left(folder), f"{left(folder)} is left"


CHECKS = [
    it_shows_devices_that_move_and_leaves_nothing_behind,
    phones_walk_over_mqtt_and_are_told_of_on_every_way,
    a_port_that_is_taken_is_no_obstacle,
    without_tilemaker_it_goes_on_and_says_so,
    what_goes_wrong_is_said_and_leaves_nothing_behind,
]
