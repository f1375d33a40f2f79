"""Reading logs: NMEA and GPX of a million fixes, through `geofencectl replay` without regions."""
from measuring import PROGRAMS, ROUNDS, Row, built, has, interleaved, median, processor, ratio, \
    say, workshop
import subprocess

COUNT = 1_000_000
# gpsbabel is slow enough to be measured on so much less; its time is taken times as much.
SHARE = 10


def written(make_track, kind, count, directory):
    path = directory / f"{count}.{kind}"
    with open(path, "wb") as file:
        subprocess.run([make_track, kind, str(count)], stdout=file, check=True)
    return path


def measured(kind, floors, directory):
    """Seconds of processor time for a million fixes, by reader."""
    make_track = built(directory, "make-track.c", "-lm")
    log = written(make_track, kind, COUNT, directory)
    commands = {"ours": [PROGRAMS / "geofencectl", "replay", log]}
    for name, program in floors.items():
        if program:
            commands[name] = [program, log]
    measurements = {name: lambda command=command: processor(command)
                    for name, command in commands.items()}
    gpsbabel = has("gpsbabel")
    if gpsbabel:
        tenth = written(make_track, kind, COUNT // SHARE, directory)
        # Without an output it only reads: less than we do.
        measurements["gpsbabel"] = lambda: SHARE * processor(
            [gpsbabel, "-i", kind, "-f", tenth])
    say(f"{kind}: {COUNT} fixes, {log.stat().st_size / 1e6:.0f} MB")
    return interleaved(ROUNDS, measurements), log.stat().st_size / 1e6


def rows(work, values, megabytes, targets):
    """One for each peer; `targets`: what to call it, the target in words, and how many times our
    time it has to take at least."""
    ours = values["ours"]

    def speed(seconds):
        return f"{median(seconds):.2f} s, {megabytes / median(seconds):,.0f} MB/s"

    made = []
    for peer, (words, target, least) in targets.items():
        if peer not in values:
            continue
        times = ratio(ours, values[peer])
        if times >= 1:
            text = f"{times:.1f} × faster"
        else:
            text = f"{1 / times:.2f} × its CPU"
        made.append(Row(work, "CPU of `replay` without regions", speed(ours), words,
                        speed(values[peer]), text, target,
                        None if least is None else times >= least))
    return made


def nmea():
    with workshop() as directory:
        floors = {"newlines": built(directory, "newlines.c"),
                  "pass": built(directory, "nmea-pass.c")}
        values, megabytes = measured("nmea", floors, directory)
    return rows("NMEA, 1,000,000 epochs of GGA, RMC, GSA, GST", values, megabytes, {
        "gpsbabel": (f"gpsbabel, reading only (1/{SHARE}, times {SHARE})", "≥ 30 × faster", 30),
        "pass": ("C: every checksum, every field", "≤ 3 × its CPU", 1 / 3),
        "newlines": ("C: newlines only, the floor", "", None),
    })


def gpx():
    with workshop() as directory:
        floors = {"expat": built(directory, "expat-pass.c", "-lexpat")}
        values, megabytes = measured("gpx", floors, directory)
    return rows("GPX, 1,000,000 points with time and hdop", values, megabytes, {
        "gpsbabel": (f"gpsbabel, reading only (1/{SHARE}, times {SHARE})", "≥ 5 × faster", 5),
        "expat": ("C: expat with empty handlers", "≤ 1.3 × its CPU", 1 / 1.3),
    })
