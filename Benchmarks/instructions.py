"""Instructions for each fix, counted by valgrind's callgrind: the machine's noise is not in them.

A program is counted on a small log and on one three times as long; the difference is the fixes'."""
import os
import re
import subprocess
from measuring import PROGRAMS, Row, built, has, say, workshop

SMALL, LARGE = 10_000, 30_000


def collected(command, directory, *options, swift):
    """Instructions by function."""
    environment = dict(os.environ)
    if swift:
        environment["LD_PRELOAD"] = str(built(directory, "writable-mask.c", "-shared", "-fPIC"))
    output = directory / "callgrind.out"
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", *options,
                    *map(str, command)], env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listing = subprocess.run(["callgrind_annotate", "--auto=no", "--threshold=100",
                              "--show-percs=no", output], check=True, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True).stdout
    functions = {}
    for line in listing.splitlines():
        if found := re.match(r"\s*([\d,]+)\s+\S*?:(.*?)( \[.*/([^/]*)\])?$", line):
            count, name, _, library = found.groups()
            # What is stripped has no names: then the library is one.
            name = library or name if name.startswith("0x") else name
            if name != "function":
                functions[name] = functions.get(name, 0) + int(count.replace(",", ""))
    return functions


def each(make_command, make_log, kind, directory, *, swift):
    """Instructions for each fix by function: the difference of two lengths."""
    counts = []
    for number in (SMALL, LARGE):
        log = directory / f"{number}.{kind}"
        with open(log, "wb") as file:
            subprocess.run([make_log, kind, str(number)], stdout=file, check=True)
        counts.append(collected(make_command(log), directory, swift=swift))
    small, large = counts
    return {name: (count - small.get(name, 0)) / (LARGE - SMALL) for name, count in large.items()}


def without_debug_information(program, directory):
    """valgrind 3.19 cannot read Swift's."""
    copy = directory / program.name
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def print_top(title, functions, count=25):
    names = "\n".join(functions)
    readable = subprocess.run(["swift", "demangle", "--simplified"], input=names, text=True,
                              stdout=subprocess.PIPE).stdout.splitlines()
    top = sorted(zip(functions.values(), readable), reverse=True)[:count]
    print(f"\n{title}: {sum(functions.values()):,.0f} instructions each, of which\n")
    for instructions, name in top:
        print(f"{instructions:10,.0f}  {name[:150]}")


def measure(top=False):
    if not has("valgrind"):
        return []
    made = []
    with workshop() as directory:
        geofencectl = without_debug_information(PROGRAMS / "geofencectl", directory)
        make_track = built(directory, "make-track.c", "-lm")
        for kind, unit, peer, words, options in [
            ("nmea", "NMEA epoch", "nmea-pass.c", "C: every checksum, every field", []),
            ("gpx", "GPX point", "expat-pass.c", "C: expat with empty handlers", ["-lexpat"]),
        ]:
            say(f"instructions: {kind}")
            ours = each(lambda log: [geofencectl, "replay", log], make_track, kind, directory,
                        swift=True)
            if top:
                print_top(unit, ours)
            total = sum(ours.values())
            theirs = ratio = ""
            if program := built(directory, peer, *options):
                other = sum(each(lambda log: [program, log], make_track, kind, directory,
                                 swift=False).values())
                theirs, ratio = f"{other:,.0f}", f"{total / other:.1f} × as many"
            made.append(Row("Instructions (callgrind)", f"each {unit}, `replay` without regions",
                            f"{total:,.0f}", words, theirs, ratio))
    return made
