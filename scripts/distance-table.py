"""Writes Tests/GeofencingTests/DistanceTable.swift: geodesic distances between points.

    pip install geographiclib==2.1
    python3 scripts/distance-table.py > Tests/GeofencingTests/DistanceTable.swift
"""

import math
import random

from geographiclib.geodesic import Geodesic

random.seed(20260501)
EDGES = [-90, -89.9999, -85.01, -84.99, -45, 0, 1e-6, 52.37, 84.99, 85.01, 89.99, 90]


def point(latitude=None, longitude=None):
    if latitude is None:
        latitude = math.degrees(math.asin(random.uniform(-1, 1)))
    if longitude is None:
        longitude = random.choice([random.uniform(-180, 180), random.choice([-180, 179.999, 180])])
    return latitude, longitude


def pairs():
    for scale in (1, 10, 100, 200, 500, 1000, 1500, 2000):
        starts = [point() for _ in range(12)] + [point(latitude) for latitude in EDGES]
        starts += [point(random.uniform(80, 90)) for _ in range(4)]
        for latitude, longitude in starts:
            length = scale * random.uniform(0.9, 1)
            end = Geodesic.WGS84.Direct(latitude, longitude, random.uniform(0, 360), length)
            yield latitude, longitude, end["lat2"], end["lon2"]
    for scale in (1e4, 1e5, 1e6, 5e6, 1e7, 1.5e7, 1.9e7):
        for latitude, longitude in [point() for _ in range(8)] + [point(90), point(0)]:
            end = Geodesic.WGS84.Direct(latitude, longitude, random.uniform(0, 360), scale)
            yield latitude, longitude, end["lat2"], end["lon2"]
    yield 89.995, 30, 89.995, -150
    yield -89.99, 0, -89.995, 180
    yield 90, 0, 90, 120
    yield 90, 0, -90, 0
    yield 12.5, 180, 12.5, -180


print("// Computed with the PyPI package geographiclib 2.1 (Geodesic.WGS84.Inverse, s12, by C. F. F.")
print("// Karney's algorithms) by scripts/distance-table.py. Do not edit.")
print()
print("/// Two latitudes and longitudes in degrees, and the metres between them.")
print("typealias DistanceRow = (lat1: Double, lon1: Double, lat2: Double, lon2: Double, metres: Double)")
print()
print("let distanceTable: [DistanceRow] = [")
for pair in pairs():
    lat1, lon1, lat2, lon2 = (round(number, 10) for number in pair)
    metres = Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2)["s12"]
    print(f"    ({lat1}, {lon1}, {lat2}, {lon2}, {metres:.6f}),")
print("]")
