"""A small base map: vector tiles as Mapbox has them, in an MBTiles file."""

import gzip
import math
import sqlite3

EXTENT = 4096


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, contents):
    """A field of bytes, or of a number."""
    if isinstance(contents, bytes):
        return varint(number << 3 | 2) + varint(len(contents)) + contents
    return varint(number << 3) + varint(contents)


def zigzag(number):
    return number << 1 if number >= 0 else (-number << 1) - 1


def geometry(points, is_ring):
    out, last = b"", (0, 0)
    for index, point in enumerate(points):
        if index == 0:
            out += varint(1 << 3 | 1)
        elif index == 1:
            out += varint((len(points) - 1) << 3 | 2)
        out += b"".join(varint(zigzag(now - then)) for now, then in zip(point, last))
        last = point
    return out + (varint(1 << 3 | 7) if is_ring else b"")


def layer(name, features):
    """`features`: kind of form (1 to 3), points, properties."""
    keys, values, out = [], [], field(15, 2) + field(1, name.encode())
    for form, points, properties in features:
        tags = b""
        for key, value in properties.items():
            for known, one in ((keys, key), (values, value)):
                if one not in known:
                    known.append(one)
                tags += varint(known.index(one))
        out += field(2, field(2, tags) + field(3, form) + field(4, geometry(points, form == 3)))
    out += b"".join(field(3, key.encode()) for key in keys)
    out += b"".join(field(4, field(1, value.encode())) for value in values)
    return field(3, out + field(5, EXTENT))


def tile_of(lat, lon, zoom):
    """The tile of a point, and where it is in it."""
    x = (lon / 360 + 0.5) * 2 ** zoom
    y = (0.5 - math.asinh(math.tan(math.radians(lat))) / (2 * math.pi)) * 2 ** zoom
    return (int(x), int(y)), (int(x % 1 * EXTENT), int(y % 1 * EXTENT))


def write_map(path, middle, tiles):
    """A map of `tiles`, by zoom: bytes that all around `middle` (latitude, longitude) have, or
    `{(column, row): bytes}`."""
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (
            zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
        """)
    lat, lon = middle
    metadata = {
        "name": "test", "format": "pbf", "minzoom": min(tiles), "maxzoom": max(tiles),
        "bounds": f"{lon - 0.2},{lat - 0.2},{lon + 0.2},{lat + 0.2}",
        "attribution": "© OpenStreetMap contributors",
    }
    database.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
    for zoom, contents in tiles.items():
        column, row = tile_of(lat, lon, zoom)[0]
        around = contents if isinstance(contents, dict) else {
            (x, y): contents for x in range(column - 3, column + 4) for y in range(row - 3, row + 4)
            if 0 <= x < 2 ** zoom and 0 <= y < 2 ** zoom}
        database.executemany(
            "INSERT INTO tiles VALUES (?, ?, ?, ?)",
            [(zoom, x, 2 ** zoom - 1 - y, gzip.compress(data)) for (x, y), data in around.items()])
    database.commit()
    database.close()
