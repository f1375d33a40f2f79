"""What options of the package's build save: the daemon with and without each, stripped, half a minute
after its start.

Prints the table of docs/performance.md. Compiles four times in .build/options; the rest is linking."""
import os
import subprocess
import threading
import time
from dataclasses import dataclass
from instructions import collected, without_debug_information
from live import HELLO, Daemon
from measuring import ROOT, SWIFT, has, median, say, workshop
from servers import accepted, listening
from size import answer

SECONDS, ROUNDS = 30, 3
SCRATCH = ROOT / ".build/options"
LIBRARIES = SCRATCH / "libraries"
NO_UNWINDING = "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) *(.gcc_except_table) } }"


@dataclass(frozen=True)
class Build:
    """Options of the compiler and the linker, and whether libgps stays Debian's."""
    compiler: tuple = ()
    linker: tuple = ()
    shared: bool = False

    def program(self):
        """Only another compiler's options compile again."""
        libraries = () if self.shared else (f"-L{LIBRARIES}",)
        environment = os.environ | (
            {} if self.shared else {"PKG_CONFIG_PATH": f"{LIBRARIES}/pkgconfig"})
        scratch = SCRATCH / "".join(["compiled", *self.compiler])
        linker = [part for word in (*self.linker, *libraries) for part in ("-Xlinker", word)]
        say(f"package: {' '.join([*self.compiler, *linker])}")
        subprocess.run([SWIFT, "build", "-c", "release", "--static-swift-stdlib", "--product",
                        "geofenced", "--scratch-path", scratch, "-Xswiftc", "-use-ld=lld",
                        *self.compiler, *linker], cwd=ROOT, env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        return scratch / "release/geofenced"


PLAIN = Build()
SECTIONS = ("-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xcc",
            "-ffunction-sections")
SIZE = ("-Xswiftc", "-Osize")
HIDDEN = ("--no-export-dynamic",)
PACKED = ("-z", "pack-relative-relocs")
FOLDED = ("--icf=all",)


def pairs(directory):
    """What each row is about, with it and without it."""
    script = directory / "without-unwinding.ld"
    script.write_text(f"{NO_UNWINDING} INSERT AFTER .text;\n")
    unwinding = ("-T", str(script))
    made = [
        ("libgps within, without D-Bus", PLAIN, Build(shared=True)),
        ("`--no-export-dynamic`", Build(linker=HIDDEN), PLAIN),
        ("`-z pack-relative-relocs`", Build(linker=PACKED), PLAIN),
        ("`-z now`", Build(linker=("-z", "now")), PLAIN),
        ("`--icf=all`", Build(linker=FOLDED), PLAIN),
        ("`-function-sections`", Build(SECTIONS), PLAIN),
        ("`-Osize`", Build(SIZE), PLAIN),
        ("nothing to unwind with", Build(linker=unwinding), PLAIN),
    ]
    everything = HIDDEN + PACKED + FOLDED + unwinding
    if has("valgrind"):
        order = ordering(directory)
        made.append(("functions in order of use", Build(SECTIONS, order), Build(SECTIONS)))
        everything += order
    return made + [("all of these", Build(SECTIONS + SIZE, everything), Build(shared=True))]


def ordering(directory):
    """Lays the functions together that a walk calls."""
    settings = directory / "walk.toml"
    settings.write_text(f'source = "nmea:{ROOT}/traces/amsterdam-walk.nmea"\nspeed = "max"\n'
                        f'state_directory = "{directory}/walk"\n'
                        f'[notifications]\nsocket = "{directory}/n.sock"\n'
                        f'[control]\nsocket = "{directory}/c.sock"\n')
    program = without_debug_information(Build(SECTIONS).program(), directory)
    called = collected([program, "--config", settings], directory, swift=True)
    names = directory / "called"
    names.write_text("".join(f"{name.rpartition(' [')[0]}\n" for name in called))
    return ("--no-warn-symbol-ordering", f"--symbol-ordering-file={names}")


def idle(program):
    """KiB: private dirty memory, PSS."""
    with workshop() as directory:
        source = listening()
        daemon = Daemon(directory, source.getsockname()[1], program=program)
        guest = accepted(source)
        threading.Thread(target=answer, args=[guest], daemon=True).start()
        guest.sendall(HELLO)
        time.sleep(SECONDS)
        found = [daemon.kibibytes("smaps_rollup", name) for name in ("Private_Dirty", "Pss")]
        guest.close()
        daemon.stop()
    return found


def main():
    subprocess.run([ROOT / "debian/link-statically", LIBRARIES], check=True)
    with workshop() as directory:
        rows = pairs(directory)
        builds = {build: directory / f"geofenced-{number}" for number, build in enumerate(
            dict.fromkeys(build for _, *both in rows for build in both))}
        for build, copy in builds.items():
            subprocess.run(["strip", "-o", copy, build.program()], check=True)
        measured = {build: [] for build in builds}
        for number in range(ROUNDS):
            say(f"package: round {number + 1} of {ROUNDS}")
            for build, copy in builds.items():
                measured[build].append(idle(copy))
        print("| with, and what that saves | private dirty, KiB | PSS, KiB | file, KB |")
        print("|---|---:|---:|---:|")
        for words, *both in rows:
            cells = []
            for build in both:
                memory = [median(values) for values in zip(*measured[build])]
                cells.append([*memory, builds[build].stat().st_size // 1000])
            print(f"| {words} | " + " | ".join(
                f"{now:,.0f} (−{before - now:,.0f})".replace("−-", "+")
                for now, before in zip(*cells)) + " |")


if __name__ == "__main__":
    main()
