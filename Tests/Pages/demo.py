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
import threading

from browser import evaluated
from patience import PATIENCE, until
from processes import tied
from share import unchecked
from world import ROOT, device, free_port, opened, origin_of, section, signed_in, to


class Demo:
    """The demo as somebody starts it in a terminal, with all that it writes in `folder`."""

    def __init__(self, programs, folder, script="demo-page", **environment):
        self.folder, self.said, self.read = folder, [], 0
        self.process = subprocess.Popen(
            [ROOT / "scripts" / script, programs], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
            # It ends what it has started.
            preexec_fn=tied(signal.SIGTERM),
            env={**os.environ, "DEMO_PORT": str(free_port()), "TMPDIR": folder, "DISPLAY": "",
                 "WAYLAND_DISPLAY": "", **environment})
        self.reading = threading.Thread(target=self.hear, daemon=True)
        self.reading.start()

    def hear(self):
        for line in self.process.stdout:
            self.said.append(line)

    def next_line(self, is_it):
        """The next line of which `is_it` is something, and that."""
        def found():
            has_ended = not self.reading.is_alive()
            while self.read < len(self.said):
                self.read += 1
                if it := is_it(self.said[self.read - 1]):
                    return it
            assert not has_ended, f"it has ended: {''.join(self.said)}"
            return None
        return until("a line of the demo", found)

    def link(self):
        return self.next_line(lambda line: re.search(r"http://\S+/join#\S+", line))[0]

    def end(self, number=signal.SIGTERM):
        """The status with which it ends by a signal."""
        self.process.send_signal(number)
        return self.status()

    def status(self):
        """The status with which it ends by itself."""
        status = self.process.wait(timeout=PATIENCE)
        self.reading.join(timeout=PATIENCE)
        return status


@contextlib.contextmanager
def demo(*arguments, **options):
    one = Demo(*arguments, **options)
    try:
        yield one
    except Exception as error:
        error.add_note(f"the demo has said: {''.join(one.said)}")
        raise
    finally:
        if one.process.poll() is None:
            one.end()
        one.process.stdin.close()
        one.process.stdout.close()
    until("what is left", lambda: left(one.folder), lambda those: not those)


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
    return evaluated(page, """async (count) => {
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
        signed_in(page, running.link())
        to(page, "map")
        if shutil.which("tilemaker"):
            page.wait_for_selector("text=Meeuwhaven, a town that does not exist")
        else:
            unchecked.add("the base map of make demo-page: tilemaker is not here")
        assert moved(page, 2) == ["annas-phone", "bens-phone"]
        for view in ("nearby", "deals", "search", "history", "settings"):
            to(page, view)
        # Enter brings a link for a second browser.
        running.process.stdin.write("\n")
        running.process.stdin.flush()
        with device(browser) as other:
            signed_in(other, running.link())
        assert running.end(signal.SIGINT) == 0


def phones_walk_over_mqtt_and_are_told_of_on_every_way(browser, programs, folder):
    # Faster: the first of them is soon at a place.
    with demo(programs, folder, "demo-phones", DEMO_SPEED="20") as running, device(browser) as page:
        signed_in(page, running.link())
        to(page, "map")
        assert moved(page, 3) == ["anna-phone", "ben-phone", "chris-phone"]
        ways = {"mqtt", "webhook"}
        while ways:
            way, = running.next_line(lambda line: set(line.split()[:1]) & ways)
            ways.discard(way)
        opened(page, f"{origin_of(page)}/messages")
        page.wait_for_selector("main li")
        section(page, "status", "Ways in and out")
        page.wait_for_selector(".ways-in-and-out .badge.good >> nth=2")
        assert running.end(signal.SIGINT) == 0


def a_port_that_is_taken_is_no_obstacle(browser, programs, folder):
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with demo(programs, folder, DEMO_PORT=str(port)) as running:
            address = running.link()
            assert any(f"port {port} is taken" in line for line in running.said), running.said
            assert f":{port}/" not in address, address
            assert running.end() == 0, "SIGTERM ends it, too"


def without_tilemaker_it_goes_on_and_says_so(browser, programs, folder):
    path = f"{folder}/some"
    os.mkdir(path)
    os.symlink(os.path.realpath(sys.executable), f"{path}/python3")
    os.symlink(shutil.which("osmium"), f"{path}/osmium")
    with demo(programs, folder, PATH=path) as running:
        running.link()
        assert any("tilemaker" in line for line in running.said), running.said


def what_goes_wrong_is_said_and_leaves_nothing_behind(browser, programs, folder):
    with demo("/nowhere", folder) as running:
        assert running.status() == 1 and "/nowhere" in "".join(running.said), running.said
        assert "Traceback" not in "".join(running.said), running.said


CHECKS = [
    it_shows_devices_that_move_and_leaves_nothing_behind,
    phones_walk_over_mqtt_and_are_told_of_on_every_way,
    a_port_that_is_taken_is_no_obstacle,
    without_tilemaker_it_goes_on_and_says_so,
    what_goes_wrong_is_said_and_leaves_nothing_behind,
]
