"""Real servers of places, for checks and to try by hand: PostGIS with made-up tables, pygeoapi and
tipg that serve them, and nginx with a cache before both. All they have is in one folder, and they
listen on 127.0.0.1 alone. Run by the Python that scripts/provider-tools prints: servers.py [PLACES]
"""

import json
import os
import pathlib
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import psycopg2

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Pages"))
from patience import PATIENCE  # noqa: E402
from processes import descendants, end, finished, tied  # noqa: E402

POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
PYTHONS = pathlib.Path(sys.executable).parent
# Seconds a server may take to end by itself.
GRACE = 5
# The most that pygeoapi answers at once, as servers in the field have it.
MOST_ITEMS = 5000

# All positions are (lat, lon). A straight road of 60 km with a café every 400 m, ids from 1.
ROAD = [(44.0, -0.8), (44.5, -0.516)]
CAFES = 151
# Ids of the few near the 180th meridian (both sides) and of the one near the North Pole.
FIJI = range(1001, 1009)
NORTHERNMOST = 1010
# Those of the towns follow, larger than 32 bits can hold, as OpenStreetMap's are.
FIRST_IN_TOWNS = 10_000_000_001
TOWNS = {
    "Andorra la Vella": (42.5063, 1.5218), "Encamp": (42.5347, 1.5801),
    "Canillo": (42.5676, 1.5976), "La Massana": (42.5449, 1.5148), "Ordino": (42.5562, 1.5332),
    "Lleida": (41.6176, 0.6200), "Toulouse": (43.6045, 1.4442), "Perpignan": (42.6986, 2.8956),
    "Paris": (48.8566, 2.3522), "London": (51.5074, -0.1278), "Amsterdam": (52.3727, 4.8936),
    "Berlin": (52.5200, 13.4050), "København": (55.6761, 12.5683), "Tromsø": (69.6492, 18.9553),
    "Lisboa": (38.7223, -9.1393), "Roma": (41.9028, 12.4964), "Wien": (48.2082, 16.3738),
    "Kraków": (50.0647, 19.9450), "Αθήνα": (37.9838, 23.7275), "Reykjavík": (64.1466, -21.9426)}

# `making` is gone when all is made.
TABLES = """
CREATE EXTENSION postgis;
CREATE TABLE places (
    id bigint PRIMARY KEY, name text, brand text, "brand:wikidata" text, amenity text, shop text,
    "addr:street" text, "addr:housenumber" text, "addr:postcode" text, "addr:city" text,
    opening_hours text, website text, phone text, geom geometry(Point, 4326) NOT NULL);
CREATE TABLE shops (
    gid integer PRIMARY KEY, title text, chain text, what text, street_line text,
    geog geometry(Point, 4326) NOT NULL);
CREATE TABLE buildings (
    id integer PRIMARY KEY, name text, amenity text, geom geometry(Polygon, 4326) NOT NULL);
CREATE TABLE deals (
    id text PRIMARY KEY, node text, name text, company text, category text, description text,
    starts timestamptz, ends timestamptz, capacity integer, website text, address text,
    opening_hours text, radius double precision, geom geometry(Point, 4326) NOT NULL);

CREATE SCHEMA making;
CREATE TABLE making.towns AS
    SELECT row_number() OVER () - 1 AS number, town.*
    FROM unnest(%(towns)s, %(lats)s::float8[], %(lons)s::float8[]) AS town (town, lat, lon);
CREATE TABLE making.kinds (number integer, kind text, wikidata text, amenity text, shop text);
INSERT INTO making.kinds VALUES
    (0, 'Starbucks', 'Q37158', 'cafe', NULL), (1, 'McDonald''s', 'Q38076', 'fast_food', NULL),
    (2, 'Lidl', 'Q151954', NULL, 'supermarket'), (3, 'Carrefour', 'Q217599', NULL, 'supermarket'),
    (4, 'Café', NULL, 'cafe', NULL), (5, 'Restaurant', NULL, 'restaurant', NULL),
    (6, 'Farmàcia', NULL, 'pharmacy', NULL), (7, 'Bakery', NULL, NULL, 'bakery'),
    (8, 'Books "& more"', NULL, NULL, 'books'), (9, NULL, NULL, 'bench', NULL);
-- From 0 up to 1, always the same for the same numbers.
CREATE FUNCTION making.chance(n bigint, salt integer) RETURNS float8 IMMUTABLE LANGUAGE sql AS
    'SELECT (hashint8extended(n, salt) & 1048575) / 1048576.0::float8';
CREATE FUNCTION making.spot(lat float8, lon float8) RETURNS geometry IMMUTABLE LANGUAGE sql AS
    'SELECT ST_SetSRID(ST_MakePoint(lon, lat), 4326)';
-- Some `spread` degrees from there, dense in the middle, as a town is.
CREATE FUNCTION making.near(lat float8, lon float8, n bigint, spread float8) RETURNS geometry
    IMMUTABLE LANGUAGE sql AS $$
    SELECT making.spot(lat + off * sin(turn), lon + off * cos(turn) / cos(radians(lat)))
    FROM (SELECT spread * sqrt(-2 * ln(1 - making.chance(n, 1))), 2 * pi() * making.chance(n, 2))
        AS way (off, turn) $$;
"""

ROWS = """
SET search_path TO public, making;
INSERT INTO places SELECT
    n, CASE mod(n, 10) WHEN 1 THEN 'Starbucks' ELSE 'Café ' || n END,
    CASE mod(n, 10) WHEN 1 THEN 'Starbucks' END, CASE mod(n, 10) WHEN 1 THEN 'Q37158' END,
    'cafe', NULL, 'Long Road', n, NULL, NULL, NULL, NULL, NULL,
    spot(%(lat)s + (%(to_lat)s - %(lat)s) * (n - 1) / (%(cafes)s - 1),
        %(lon)s + (%(to_lon)s - %(lon)s) * (n - 1) / (%(cafes)s - 1))
FROM generate_series(1, %(cafes)s) n;

INSERT INTO places (id, name, amenity, "addr:city", geom) SELECT
    n, 'Fiji ' || n, 'cafe', 'Taveuni', spot(-16.8 - 0.003 * (n - %(fiji)s),
        CASE mod(n, 2) WHEN 0 THEN 179.995 - 0.004 * (n - %(fiji)s)
            ELSE -179.995 + 0.004 * (n - %(fiji)s) END)
FROM generate_series(%(fiji)s, %(to_fiji)s) n;

INSERT INTO places (id, name, amenity, geom) VALUES
    (%(northernmost)s, 'Pole Café', 'cafe', spot(89.99, 25));

INSERT INTO places SELECT
    %(first)s + n, CASE WHEN wikidata IS NULL THEN kind || ' ' || n ELSE kind END,
    CASE WHEN wikidata IS NOT NULL THEN kind END, wikidata, amenity, shop,
    CASE WHEN chance(n, 4) < 0.7 THEN 'Carrer Major' END,
    CASE WHEN chance(n, 4) < 0.6 THEN 1 + mod(n, 200) END,
    CASE WHEN chance(n, 4) < 0.4 THEN 'AD' || 100 + mod(n, 600) END,
    CASE WHEN chance(n, 4) < 0.7 THEN town END,
    CASE WHEN chance(n, 5) < 0.3 THEN 'Mo-Fr 08:00-19:00; Sa 09:00-14:00' END,
    CASE WHEN chance(n, 6) < 0.2 THEN 'https://places.example/' || n END,
    CASE WHEN chance(n, 7) < 0.2 THEN '+376 ' || 700000 + mod(n, 100000) END,
    near(lat, lon, n, 0.015)
FROM generate_series(0, %(in_towns)s::bigint - 1) n
    JOIN towns ON towns.number = mod(n, 20)
    JOIN kinds ON kinds.number = floor(10 * chance(n, 3));

INSERT INTO shops SELECT
    n, kind, CASE WHEN wikidata IS NOT NULL THEN kind END, coalesce(amenity, shop),
    1 + mod(n, 90) || ' Rue du Port', near(lat, lon, n + 1000000000, 0.01)
FROM generate_series(1, 2000) n
    JOIN towns ON towns.number = mod(n, 20)
    JOIN kinds ON kinds.number = floor(9 * chance(n, 8));

INSERT INTO buildings SELECT  -- squares of 40 m, each seventh around a yard
    n, CASE WHEN mod(n, 5) > 0 THEN 'House ' || n END,
    (ARRAY['cafe', 'school', 'library', 'hospital'])[1 + mod(n, 4)],
    CASE mod(n, 7) WHEN 0 THEN ST_Difference(square, ST_Expand(ST_Centroid(square), 0.0001))
        ELSE square END
FROM generate_series(1, 200) n
    JOIN towns ON towns.number = mod(n, 20),
    LATERAL ST_Expand(near(lat, lon, n + 2000000000, 0.01), 0.0002) AS square;

INSERT INTO deals SELECT  -- 20 are over, 10 are on, 20 are to come
    'deal-' || lpad(n::text, 3, '0'), 'elsewhere', 5 + 5 * mod(n, 8) || ' %% off', kind,
    coalesce('amenity=' || amenity, 'shop=' || shop),
    CASE WHEN mod(n, 3) > 0 THEN 'Only today: "half" a price' END,
    now() + (n - 30.5) * interval '12 hours', now() + (n - 20.5) * interval '12 hours',
    CASE WHEN mod(n, 4) > 0 THEN 10 * n END,
    CASE WHEN mod(n, 2) > 0 THEN 'https://deals.example/' || n END,
    CASE WHEN mod(n, 2) > 0 THEN n || ' Carrer Major, ' || town END,
    NULL, CASE WHEN mod(n, 5) > 0 THEN 50.5 * (1 + mod(n, 4)) END,
    near(lat, lon, n + 3000000000, 0.005)
FROM generate_series(1, 50) n
    JOIN towns ON towns.number = mod(n, 20)
    JOIN kinds ON kinds.number = mod(n, 9);

CREATE INDEX ON places USING gist (geom);
CREATE INDEX ON shops USING gist (geog);
CREATE INDEX ON buildings USING gist (geom);
CREATE INDEX ON deals USING gist (geom);
SET client_min_messages TO warning;
DROP SCHEMA making CASCADE;
ANALYZE;
"""

# As a cache before such servers should be: tipg's own `Cache-Control` of an hour does not count,
# and an answer is kept once, uncompressed.
NGINX = """
daemon off; worker_processes 1; {user}
pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  log_format one escape=json '{{"uri":"$request_uri","status":$status,"seconds":$request_time,'
    '"cache":"$upstream_cache_status","agent":"$http_user_agent","method":"$request_method",'
    '"server":"$behind"}}';
  access_log {folder}/requests.log one;
  proxy_cache_path {folder}/cache levels=1:2 keys_zone=places:16m max_size=1g inactive=1d
    use_temp_path=off;
  proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
  proxy_set_header Accept-Encoding "";
  proxy_cache places; proxy_cache_key $behind$request_uri;
  proxy_cache_valid 200 {seconds}s; proxy_cache_valid 404 1m;
  proxy_ignore_headers Cache-Control Expires;
  proxy_cache_lock on; proxy_cache_lock_timeout 10s;
  proxy_cache_background_update on; proxy_cache_revalidate on;
  proxy_cache_use_stale error timeout updating http_500 http_502 http_503;
  add_header X-Cache $upstream_cache_status always; expires {seconds}s;
  gzip on; gzip_types application/geo+json application/json;
  upstream tipg {{ server 127.0.0.1:{tipg}; keepalive 8; }}
  upstream pygeoapi {{ server 127.0.0.1:{pygeoapi}; keepalive 8; }}
"""
NGINX_SERVER = """
  server {{
    listen 127.0.0.1:{port}; set $behind {name};
    location / {{ proxy_pass http://{name}; limit_except GET HEAD {{ deny all; }} }}
    location = /-/awake {{ access_log off; return 204; }}
  }}
"""


def free_ports(count):
    """Below those that Linux gives to connections: a server that is stopped gets its own again."""
    found = set()
    while len(found) < count:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
                found.add(port)
            except OSError:
                pass
    return found


class Servers:
    """Four servers, called postgres, pygeoapi, tipg and nginx. They end with the `with`, on
    SIGTERM, and with the thread that has started them, which is the main one."""

    def __init__(self, folder, places=20_000, cache_seconds=600, behind_cache=False):
        """`folder`: an empty one, or one to be made. `cache_seconds`: how long nginx keeps things.
        `behind_cache`: pygeoapi's links lead to the cache, and not to itself, whichever of the two
        was asked (its `server.url`); tipg's lead to the one that was asked."""
        self.folder, self.places = pathlib.Path(folder).resolve(), places
        self.cache_seconds, self.behind_cache = cache_seconds, behind_cache
        self.password, self.running = secrets.token_hex(16), {}
        names = ["postgres", "pygeoapi", "tipg", "cache", "cached_pygeoapi"]
        self.ports = dict(zip(names, free_ports(len(names))))
        self.pygeoapi, self.tipg, self.cache, self.cached_pygeoapi = (
            f"http://127.0.0.1:{self.ports[name]}" for name in names[1:])
        # PostgreSQL does not run as root.
        self.account = {}
        if os.geteuid() == 0:
            self.account = {"user": "postgres", "group": "postgres", "extra_groups": []}
        pygeoapi = f"127.0.0.1:{self.ports['pygeoapi']}"
        database = f"postgresql://geo:{self.password}@127.0.0.1:{self.ports['postgres']}/geo"
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.commands = {
            "postgres": [POSTGRES / "postgres", "-D", self.folder / "postgres"],
            "pygeoapi": [PYTHONS / "gunicorn", "-w", "2", "-b", pygeoapi, "--no-control-socket",
                         "pygeoapi.flask_app:APP"],
            "tipg": [PYTHONS / "uvicorn", "--port", str(self.ports["tipg"]), "tipg.main:app"],
            "nginx": [nginx, "-p", self.folder, "-e", self.folder / "nginx.log",
                      "-c", self.folder / "nginx.conf"]}
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PYGEOAPI_CONFIG": str(self.folder / "pygeoapi.yml"),
            "PYGEOAPI_OPENAPI": str(self.folder / "openapi.yml"),
            "DATABASE_URL": database, "TIPG_DB_SCHEMAS": '["public"]'}

    def __enter__(self):
        self.before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            self.make_database()
            self.start("postgres")
            self.fill()
            self.configure()
            for name in "pygeoapi", "tipg", "nginx":
                self.start(name)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in reversed(list(self.running)):
            self.stop(name)
        signal.signal(signal.SIGTERM, self.before)

    def start(self, name):
        """Returns when it answers."""
        log, is_postgres = self.folder / f"{name}.log", name == "postgres"
        # To PostgreSQL, SIGTERM means: when the last client has gone.
        number = signal.SIGINT if is_postgres else signal.SIGTERM
        with open(log, "a") as output:
            self.running[name] = process = subprocess.Popen(
                self.commands[name], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                cwd=self.folder, env=self.environment, preexec_fn=tied(number),
                start_new_session=True, **(self.account if is_postgres else {}))
        until = time.monotonic() + PATIENCE
        while not self.answers(name):
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{name} does not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, name):
        """Returns when it has ended, and all that it has started."""
        process = self.running.pop(name)
        below = descendants(process.pid)
        process.send_signal(signal.SIGINT if name == "postgres" else signal.SIGTERM)
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        end(below)

    def answers(self, name):
        if name == "postgres":
            try:
                return bool(self.sql("SELECT 1", database="postgres"))
            except psycopg2.OperationalError:
                return False
        url = {"pygeoapi": self.pygeoapi + "/conformance?f=json", "tipg": self.tipg + "/healthz",
               "nginx": self.cache + "/-/awake"}[name]
        try:
            with urllib.request.urlopen(url, timeout=10):
                return True
        except OSError:
            return False

    def sql(self, text, values=None, database="geo"):
        """Runs it, and returns the rows, if it has any."""
        connection = psycopg2.connect(host="127.0.0.1", port=self.ports["postgres"], user="geo",
                                      password=self.password, dbname=database)
        try:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute(text, values)
                return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def requests(self):
        """What nginx has answered, oldest first: uri, status, seconds, cache (HIT, MISS, STALE, …;
        empty: not looked into), agent, method, and server, the name of the one behind."""
        if "nginx" in self.running:
            # nginx has one thread: after this, all that was answered before is in the log.
            self.answers("nginx")
        log = (self.folder / "requests.log").read_text()
        return [json.loads(line) for line in log.splitlines()]

    def make_database(self):
        self.folder.mkdir(exist_ok=True)
        data, password = self.folder / "postgres", self.folder / "password"
        data.mkdir(mode=0o700)
        password.touch(mode=0o600)
        password.write_text(self.password)
        if self.account:
            self.folder.chmod(self.folder.stat().st_mode | 0o011)
            shutil.chown(data, "postgres", "postgres")
            shutil.chown(password, "postgres", "postgres")
            if finished(["test", "-w", data], **self.account).returncode:
                raise SystemExit(f"user postgres may not enter the folders above {self.folder}")
        made = finished(
            [POSTGRES / "initdb", "-D", data, "-U", "geo", "--auth=scram-sha-256",
             "--pwfile", password, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
            capture_output=True, text=True, cwd="/", env=self.environment, **self.account)
        if made.returncode:
            raise SystemExit(f"initdb: {made.stderr.strip()}")
        with open(data / "postgresql.conf", "a") as settings:
            settings.write(f"""
listen_addresses = '127.0.0.1'
port = {self.ports["postgres"]}
unix_socket_directories = ''
fsync = off
synchronous_commit = off
full_page_writes = off
max_wal_size = 4GB
timezone = 'UTC'
""")

    def fill(self):
        self.sql("CREATE DATABASE geo", database="postgres")
        (lat, lon), (to_lat, to_lon) = ROAD
        values = {
            "lat": lat, "lon": lon, "to_lat": to_lat, "to_lon": to_lon, "cafes": CAFES,
            "fiji": FIJI[0], "to_fiji": FIJI[-1], "northernmost": NORTHERNMOST,
            "first": FIRST_IN_TOWNS, "in_towns": self.places - CAFES - len(FIJI) - 1,
            "towns": list(TOWNS), "lats": [town[0] for town in TOWNS.values()],
            "lons": [town[1] for town in TOWNS.values()]}
        self.sql(TABLES, values)
        self.sql(ROWS, values)

    def configure(self):
        settings = self.folder / "pygeoapi.yml"
        settings.touch(mode=0o600)
        # JSON is YAML too.
        settings.write_text(json.dumps(self.pygeoapi_settings()))
        made = finished(
            [PYTHONS / "pygeoapi", "openapi", "generate", settings,
             "--output-file", self.folder / "openapi.yml"],
            capture_output=True, text=True, cwd=self.folder, env=self.environment)
        if made.returncode:
            raise SystemExit(f"pygeoapi openapi: {made.stderr.strip()}")
        (self.folder / "nginx.conf").write_text(
            NGINX.format(folder=self.folder, user="user root;" if self.account else "",
                         seconds=self.cache_seconds, **self.ports)
            + NGINX_SERVER.format(port=self.ports["cache"], name="tipg")
            + NGINX_SERVER.format(port=self.ports["cached_pygeoapi"], name="pygeoapi") + "}\n")

    def pygeoapi_settings(self):
        database = {"host": "127.0.0.1", "port": self.ports["postgres"], "dbname": "geo",
                    "user": "geo", "password": self.password, "search_path": ["public"]}

        def collection(table, key, geometry, **more):
            return {
                "type": "collection", "title": table.title(), "description": table,
                "keywords": [table], "links": [],
                "extents": {"spatial": {"bbox": [-180, -90, 180, 90]}},
                "providers": [{"type": "feature", "name": "PostgreSQL", "data": database,
                               "id_field": key, "table": table, "geom_field": geometry, **more}]}
        return {
            "server": {
                "bind": {"host": "127.0.0.1", "port": self.ports["pygeoapi"]},
                "url": self.cached_pygeoapi if self.behind_cache else self.pygeoapi,
                "mimetype": "application/json; charset=UTF-8", "encoding": "utf-8", "gzip": False,
                "languages": ["en-US"], "pretty_print": False, "admin": False,
                "limits": {"default_items": 100, "max_items": MOST_ITEMS, "on_exceed": "throttle"},
                "map": {"url": "", "attribution": ""}},
            "logging": {"level": "ERROR"},
            "metadata": {
                "identification": {
                    "title": "Places", "description": "Places", "keywords": ["places"],
                    "keywords_type": "theme", "terms_of_service": "", "url": self.pygeoapi},
                "license": {"name": "CC0", "url": "https://places.example/licence"},
                "provider": {"name": "Check", "url": self.pygeoapi},
                "contact": {"name": "Check", "email": "check@places.example"}},
            "resources": {
                "places": collection("places", "id", "geom"),
                "shops": collection("shops", "gid", "geog"),
                "buildings": collection("buildings", "id", "geom"),
                "deals": collection("deals", "id", "geom", time_field="starts")}}


def main():
    places = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory(prefix="servers-") as folder, \
            Servers(folder, places) as servers:
        for name in "pygeoapi", "tipg", "cache", "cached_pygeoapi":
            print(f"{name:16} {getattr(servers, name)}", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
