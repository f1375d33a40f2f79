"""Does the checks that it reads the names of, a line each, in one browser, and says of each how it
went, as a line of JSON. The argument: where the programs are. It is started by check.py."""

import json
import os
import sys
import tempfile
import time
import traceback

import share
from browser import chromium
from checks import CHECKS

OURS = os.path.dirname(os.path.abspath(__file__))


def main(programs):
    answers = os.fdopen(os.dup(1), "w")
    # What a check prints is no answer.
    os.dup2(2, 1)
    with chromium() as browser:
        for line in sys.stdin:
            print(json.dumps(done(line.strip(), browser, programs)), file=answers, flush=True)


def done(name, browser, programs):
    share.looked.update({"at": 0, "of": 0})
    share.unchecked.clear()
    start = time.monotonic()
    error = None
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            CHECKS[name](browser, programs, folder)
    except Exception as exception:
        error = why(exception)
    return {"seconds": time.monotonic() - start, "error": error, "looked": share.looked,
            "unchecked": sorted(share.unchecked)}


def why(error):
    """Where in the checks it came to that, and what was seen last."""
    lines = []
    for one in causes(error):
        for frame in traceback.extract_tb(one.__traceback__):
            if frame.filename.startswith(OURS) and not frame.filename.endswith("worker.py"):
                lines.append(f"{os.path.basename(frame.filename)}:{frame.lineno}: {frame.line}")
        lines += [f"{type(one).__name__}: {one}", *getattr(one, "__notes__", [])]
    return "\n".join(lines)


def causes(error):
    return [*(causes(error.__cause__) if error.__cause__ else []), error]


main(sys.argv[1])
