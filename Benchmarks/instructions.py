"""Instructions for each fix, counted by valgrind's callgrind: the machine's noise is not in them.

A program is counted on a small log and on one three times as long; the difference is the fixes'."""
import os
import re
import subprocess
from fences import SIZES, tenth
from measuring import PROGRAMS, ROOT, Row, built, has, say, swift_built, workshop
from world import written

SMALL, LARGE = 10_000, 30_000
CALLGRIND = ["valgrind", "--tool=callgrind"]


def collected(command, directory, *, swift):
    """Instructions by function."""
    environment = dict(os.environ)
    if swift:
        environment["LD_PRELOAD"] = str(built(directory, "writable-mask.c", "-shared", "-fPIC"))
    output = directory / "callgrind.out"
    subprocess.run([*CALLGRIND, f"--callgrind-out-file={output}", *map(str, command)],
                   env=environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return by_function(output)


def looked_up(program, world, size, directory):
    """Instructions of a fence peer for each fix, by function: counting begins when it is ready."""
    regions, fixes, count = world
    output = directory / "callgrind.out"
    process = subprocess.Popen(
        [*CALLGRIND, f"--callgrind-out-file={output}", "--instr-atstart=no",
         *map(str, [program, regions, size, fixes, count, "/dev/null"])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    process.stdout.readline()
    subprocess.run(["callgrind_control", "--instr=on", str(process.pid)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    process.communicate("1\n")
    return {name: total / count for name, total in by_function(output).items()}


def by_function(output):
    listing = subprocess.run(["callgrind_annotate", "--auto=no", "--threshold=100",
                              "--show-percs=no", output], check=True, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True).stdout
    functions = {}
    for line in listing.splitlines():
        if found := re.match(r"\s*([\d,]+)\s+\S*?:(.*?)( \[.*/([^/]*)\])?$", line):
            count, name, _, library = found.groups()
            if name == "function":
                continue
            # What is stripped has no names.
            name = f"{'?' if name.startswith('0x') else name} [{library or '?'}]"
            functions[name] = functions.get(name, 0) + int(count.replace(",", ""))
    return functions


def each(make_input, kind, make_command, directory, *, swift):
    """Instructions for each fix or place by function: the difference of two lengths."""
    counts = []
    for number in (SMALL, LARGE):
        path = directory / f"{number}.{kind}"
        with open(path, "wb") as file:
            subprocess.run([*make_input, str(number)], stdout=file, check=True)
        counts.append(collected(make_command(path), directory, swift=swift))
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
    libraries = {}
    for name, instructions in functions.items():
        library = name.rpartition("[")[2].rstrip("]")
        libraries[library] = libraries.get(library, 0) + instructions
    print(f"\n{title}: {sum(functions.values()):,.0f} instructions each, of which\n")
    for found in (zip(libraries.values(), libraries), zip(functions.values(), readable)):
        for instructions, name in sorted(found, reverse=True)[:count]:
            if instructions >= 1:
                print(f"{instructions:10,.0f}  {name[:150]}")
        print()


def row(what, ours, words, theirs):
    ours = sum(ours.values())
    made = Row("Instructions (callgrind)", what, f"{ours:,.0f}")
    if theirs:
        theirs = sum(theirs.values())
        made.peer, made.theirs = words, f"{theirs:,.0f}"
        made.ratio = f"{ours / theirs:.2g} × as many"
    return made


def measure(top=False):
    """With `top` it prints the functions that most are in."""
    if not has("valgrind"):
        return []
    with workshop() as directory:
        return logs(directory, top) + fences(directory, top)


def logs(directory, top):
    made = []
    geofencectl = without_debug_information(PROGRAMS / "geofencectl", directory)
    make_track = built(directory, "make-track.c", "-lm")
    for kind, unit, peer, words, options in [
        ("nmea", "NMEA epoch", "nmea-pass.c", "C: every checksum, every field", []),
        ("gpx", "GPX point", "expat-pass.c", "C: expat with empty handlers", ["-lexpat"]),
    ]:
        say(f"instructions: {kind}")
        track = [make_track, kind]
        ours = each(track, kind, lambda log: [geofencectl, "replay", log], directory, swift=True)
        theirs = None
        if program := built(directory, peer, *options):
            theirs = each(track, kind, lambda log: [program, log], directory, swift=False)
        if top:
            print_top(unit, ours)
        made.append(row(f"each {unit}, `replay` without regions", ours, words, theirs))
    say("instructions: places")
    ours = each(
        [ROOT / "Benchmarks/make-places"], "geojsonseq",
        lambda path: [geofencectl, "places", "import", path, "--database", f"{path}.sqlite"],
        directory, swift=True)
    if top:
        print_top("place imported", ours)
    return made + [row("each place imported", ours, "", None)]


def fences(directory, top):
    made = []
    bench = without_debug_information(swift_built("bench-fences"), directory)
    boost = built(directory, "fence-boost.cpp", "-lGeographicLib")
    regions, fixes = written()
    world = (regions, *tenth(fixes, directory, journeys=True))
    for size in SIZES:
        say(f"instructions: {size:,} regions")
        ours = looked_up(bench, world, size, directory)
        theirs = looked_up(boost, world, size, directory) if boost else None
        if top:
            print_top(f"fix among {size:,} regions", ours)
        made.append(row(f"each fix, all rules, {size:,} regions", ours,
                        "boost::geometry R-tree", theirs))
    return made
