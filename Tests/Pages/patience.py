"""Waiting for a thing, and not for a time: how busy the machine is, no check knows."""

import time

# Seconds for anything to become so. It is soon so on an idle machine; this is for one with very much
# else to do.
PATIENCE = 300


def until(what, read, is_so=bool, page=None):
    """What `read()` gives, once `is_so` of it. `page`: one that has to go on meanwhile, so that what
    it asks for is heard here."""
    end = time.monotonic() + PATIENCE
    while not is_so(now := read()):
        assert time.monotonic() < end, f"{what}: after {PATIENCE} s it is {str(now)[:2000]!r}"
        if page:
            page.wait_for_timeout(50)
        else:
            time.sleep(0.05)
    return now


def until_is(what, read, wanted, page=None):
    return until(f"{what} should be {wanted!r}", read, lambda now: now == wanted, page)
