"""Looks at the pages that the programs write. The only argument: where the programs are."""

import sys
import tempfile
import traceback

import demo
import history
import journey
import map
import notices
import people
import phones
import places
import settings
from browser import chromium

# A page is a module with CHECKS: functions that take the browser, the folder of the programs, and a
# folder to write to, and raise an AssertionError.
PAGES = [demo, history, journey, map, notices, people, phones, places, settings]


def main(programs):
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for page in PAGES:
            for check in page.CHECKS:
                count += 1
                try:
                    check(browser, programs, folder)
                except Exception:
                    failures += 1
                    print(f"pages: {page.__name__}: {check.__name__.replace('_', ' ')}: failed")
                    traceback.print_exc()
    if failures:
        sys.exit(1)
    print(f"the pages are as they should be in chromium: {count} checks")


main(sys.argv[1])
