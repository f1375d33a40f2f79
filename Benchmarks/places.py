"""Places: a million of them imported, and what is asked of them, here and in PostGIS."""
import os
import re
import shutil
import subprocess
from functools import cache
from measuring import PROGRAMS, ROOT, Row, built, interleaved, median, processor, ratio, \
    run_directory, say, swift_built, workshop
from servers import POSTGRES, postgis

COUNT = 1_000_000
ROUNDS = 3
QUESTIONS = {
    "brand within 1.9 km, PostGIS": """
        SELECT place.id FROM sample, place WHERE sample.id = :n AND brand = 'Shell'
            AND ST_DWithin(place.position, sample.position, 1900);""",
    "nearest 20 of a category, PostGIS": """
        SELECT near.id FROM sample, LATERAL (SELECT id FROM place WHERE amenity = 'cafe'
            ORDER BY place.position <-> sample.position LIMIT 20) near WHERE sample.id = :n;""",
}
TABLES = f"""
CREATE EXTENSION postgis; CREATE EXTENSION btree_gist;
CREATE UNLOGGED TABLE line (feature jsonb);
\\copy line FROM 'places.geojsonseq' WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
CREATE TABLE place AS SELECT row_number() OVER ()::int AS id,
    feature->'properties'->>'brand' AS brand, feature->'properties'->>'amenity' AS amenity,
    ST_Centroid(ST_GeomFromGeoJSON(feature->'geometry'))::geography AS position FROM line;
DROP TABLE line;
CREATE INDEX ON place USING gist (brand, position);
CREATE INDEX ON place USING gist (amenity, position);
CREATE TABLE sample AS SELECT row_number() OVER ()::int AS id, position FROM
    (SELECT position FROM place WHERE brand IS NULL AND id % {COUNT // 1000} = 0 LIMIT 800) p;
ALTER TABLE sample ADD PRIMARY KEY (id);
VACUUM ANALYZE;
"""


@cache
def made_up():
    say(f"places: making {COUNT:,} up")
    path = run_directory() / "places.geojsonseq"
    with open(path, "wb") as file:
        subprocess.run([ROOT / "Benchmarks/make-places", str(COUNT)], stdout=file, check=True)
    return path


@cache
def imported_database():
    """With the places, and nothing else."""
    path = run_directory() / "imported.sqlite"
    imported(made_up(), path)
    return path


def copy_imported(directory):
    """As the database of a daemon whose state is in the directory; its path."""
    for suffix in ("", "-imported-1"):
        path = imported_database()
        shutil.copy(path.with_name(path.name + suffix), directory / ("places.sqlite" + suffix))
    return directory / "places.sqlite"


def imported(path, database):
    """Seconds of processor time."""
    for suffix in ("", "-wal", "-shm", "-imported-1"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    return processor([PROGRAMS / "geofencectl", "places", "import", path, "--database", database])


def imports(directory):
    """Rows of the table."""
    path, old = made_up(), imported_database()
    new, rows = directory / "new.sqlite", directory / "rows"
    fill = built(directory, "fill-places.c", "-lsqlite3")
    old = old.with_name(old.name + "-imported-1")
    subprocess.run([fill, "dump", old, rows], check=True)

    def filled(how):
        for suffix in ("", "-wal", "-shm"):
            new.with_name(new.name + suffix).unlink(missing_ok=True)
        return processor([fill, how, old, rows, new])

    say("places: import")
    values = interleaved(ROUNDS, {
        "ours": lambda: imported(path, new), "rtree": lambda: filled("rtree"),
        "strips": lambda: filled("strips")})
    ours = f"{median(values['ours']):.1f} s"
    made = []
    for peer, words, target, least in [
        ("rtree", "C, rows at hand: same table and words, R*Tree", "≤ 0.5 × its CPU", 1 / 0.5),
        ("strips", "C, rows at hand: the leanest layout", "goal ≤ 1.5 × its CPU", 1 / 1.5),
    ]:
        times = ratio(values["ours"], values[peer])
        made.append(Row("Places, 1,000,000", "CPU of `places import`", ours, words,
                        f"{median(values[peer]):.1f} s", f"{1 / times:.2f} × its CPU", target,
                        times >= least))
    return made


def asked(directory, *word):
    """What bench-places prints: p50, p95, p99 and the most in µs, by question."""
    # It adds favourites.
    copy_imported(directory)
    output = subprocess.run([swift_built("bench-places"), directory, *word], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return {found[1]: (*map(int, found.groups()[1:5]), found[6])
            for line in output.splitlines()
            if (found := re.match(r"\| (.*?) \|" + r" (\d+) \|" * 5, line))}


def asked_of_postgis(directory, *names):
    """The same there: each question by itself, prepared, over the socket."""
    with postgis(directory) as environment:
        if not environment:
            return {}
        say("places: loading PostGIS")
        options = {"env": os.environ | environment, "cwd": run_directory(), "check": True,
                   "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([POSTGRES / "psql", "-q", "-v", "ON_ERROR_STOP=1"], input=TABLES, text=True,
                       **options)
        found = {}
        for name in names or QUESTIONS:
            (run_directory() / "question.sql").write_text(
                "\\set n random(1, 800)\n" + " ".join(QUESTIONS[name].split()))
            for log in run_directory().glob("times.*"):
                log.unlink()
            subprocess.run([POSTGRES / "pgbench", "-n", "-M", "prepared", "-t", "1000", "-l",
                            "--log-prefix=times", "-f", "question.sql"], **options)
            times = sorted(int(line.split()[2]) for log in run_directory().glob("times.*")
                           for line in log.read_text().splitlines())
            found[name] = (*(times[min(len(times) * share // 100, len(times) - 1)]
                             for share in (50, 95, 99, 100)), "")
        return found


def brand_rows(found):
    """Rows of the table: what is near of a brand."""
    ours = found["brand within 1.9 km"]
    made = []
    for name, words in [
        ("brand within 1.9 km, PostGIS", "PostGIS, prepared, over its socket"),
        ("brand within 1.9 km, R*Tree in SQLite", "R*Tree joined to a table, SQLite"),
    ]:
        if name in found:
            made.append(Row(
                "Places, 1,000,000", "brand within 1.9 km, p50 / p99", f"{ours[0]} / {ours[2]} µs",
                words, f"{found[name][0]} / {found[name][2]} µs",
                f"{found[name][0] / max(1, ours[0]):.0f} × as fast"))
    made.append(Row("Places, 1,000,000", "brand queries a second, one after the other (of p50)",
                    f"{1e6 / max(1, ours[0]):,.0f}", target="≥ 5,000", met=ours[0] <= 200))
    return made


def typing_rows(found):
    """Rows of the table: a search for each key that is typed."""
    ours, floor = found["typing"], found["typing, bare FTS5"]
    return [Row("Places, 1,000,000", "search for each key typed, CPU, p50 / p95",
                f"{ours[0] / 1000:.1f} / {ours[1] / 1000:.1f} ms",
                "bare FTS5: rows with the same text, p50 / p95",
                f"{floor[0] / 1000:.1f} / {floor[1] / 1000:.1f} ms",
                f"{ours[1] / max(1, floor[1]):.2f} × its p95", "p95 ≤ 30 ms and ≤ 1 × its",
                ours[1] <= min(30_000, floor[1]))]


def measure():
    with workshop() as directory:
        made = imports(directory)
        found = asked(directory, "brand")
        made += typing_rows(asked(directory, "typing"))
        return made + brand_rows(found | asked_of_postgis(directory, next(iter(QUESTIONS))))


def tables():
    """All questions."""
    with workshop() as directory:
        print(f"{COUNT:,} places; times in µs\n\n"
              "| question | p50 | p95 | p99 | most | found |")
        print("|---|---:|---:|---:|---:|---:|")
        for find in (asked, asked_of_postgis):
            for name, values in find(directory).items():
                print(f"| {name} |", " | ".join(map(str, values)), "|", flush=True)


if __name__ == "__main__":
    tables()
