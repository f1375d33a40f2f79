"""What the demos share: they start, open the page, go until Ctrl-C, and leave nothing behind."""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile

from served import Failure

PORT = int(os.environ.get("DEMO_PORT", 8377))


class Ended(Exception):
    """Somebody has asked it to end."""


def open_browser(link):
    """Where there is a desktop, and somebody before it."""
    has_screen = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if has_screen and sys.stdout.isatty() and shutil.which("xdg-open"):
        subprocess.Popen(["xdg-open", link], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True)


def until_it_ends(demo):
    listening = [sys.stdin]
    while True:
        demo.go_on()
        demo.check()
        if select.select(listening, [], [], 0.5)[0]:
            if sys.stdin.readline():
                print(f"good once: {demo.link()}", flush=True)
            else:
                listening = []


def end(*_):
    raise Ended


def play(make, look_at):
    """`make`: of a folder, what is served; `look_at`: what to do on the page."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    with tempfile.TemporaryDirectory(prefix="geofenced-demo-") as folder:
        demo = None
        try:
            demo = make(folder)
            if demo.port != PORT:
                print(f"port {PORT} is taken: the page is at {demo.port}", flush=True)
            demo.start()
            link = demo.link()
            open_browser(link)
            print(f"Anna's page, good once:\n\n  {link}\n{look_at}", flush=True)
            until_it_ends(demo)
        except Ended:
            print("\nended: nothing is left of it")
        except Failure as failure:
            sys.exit(f"the demo cannot go on: {failure}")
        finally:
            # Not again: a second Ctrl-C would leave the programs running.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            if demo:
                demo.end()
