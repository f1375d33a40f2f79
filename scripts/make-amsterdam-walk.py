#!/usr/bin/env python3
"""Writes traces/amsterdam-walk.nmea: a walk from Centraal Station over Dam to Leidseplein.

The way was drawn by hand. The receiver is made up: an error that wanders (first-order
Gauss-Markov, 3 m, one minute) and white noise of half a metre; worse among the houses of
Kalverstraat, where some fixes are too coarse to be used. The same seed gives the same bytes.
"""

import math
import random
from datetime import datetime, timedelta, timezone

WAY = [
    (52.37800, 4.90010), (52.37690, 4.89905), (52.37520, 4.89640), (52.37390, 4.89440),
    (52.37310, 4.89320), (52.37270, 4.89210), (52.37160, 4.89170), (52.37000, 4.89110),
    (52.36880, 4.89070), (52.36870, 4.88980), (52.36740, 4.88950), (52.36640, 4.88740),
    (52.36540, 4.88530), (52.36460, 4.88370), (52.36410, 4.88280),
]
START = datetime(2026, 5, 1, 10, 0, 0, tzinfo=timezone.utc)
STEP = 2  # seconds between fixes
SPEED = 1.35  # metres per second
STOPS = {4: 420, 9: 60}  # seconds at a point of the way: an ice cream at Dam, a look at Spui
COARSE = (7, 8)  # between these points the sky is narrow
METRES_NORTH = 111_260.0  # per degree, at 52.37 N
METRES_EAST = 68_090.0


def positions():
    """The true position every STEP seconds, with the leg it is on and the speed."""
    for leg, (here, there) in enumerate(zip(WAY, WAY[1:])):
        for _ in range(STOPS.get(leg, 0) // STEP):
            yield here, leg, 0.0, 0.0
        north = (there[0] - here[0]) * METRES_NORTH
        east = (there[1] - here[1]) * METRES_EAST
        length = math.hypot(north, east)
        track = math.degrees(math.atan2(east, north)) % 360
        steps = max(1, round(length / (SPEED * STEP)))
        for i in range(steps):
            part = i / steps
            yield (
                (here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part),
                leg, SPEED, track,
            )
    for _ in range(15):
        yield WAY[-1], len(WAY) - 1, 0.0, 0.0


def angle(degrees, width):
    whole = int(abs(degrees))
    return f"{whole:0{width}d}{(abs(degrees) - whole) * 60:08.5f}"


def sentence(body):
    checksum = 0
    for character in body:
        checksum ^= ord(character)
    return f"${body}*{checksum:02X}\r\n"


def main():
    noise = random.Random(20260501)
    fade = math.exp(-STEP / 60)
    drift = [0.0, 0.0]
    with open("traces/amsterdam-walk.nmea", "w", newline="") as trace:
        for count, ((latitude, longitude), leg, speed, track) in enumerate(positions()):
            narrow = COARSE[0] <= leg < COARSE[1]
            sigma = 6.0 if narrow else 3.0
            for axis in (0, 1):
                drift[axis] = drift[axis] * fade + noise.gauss(0, sigma * math.sqrt(1 - fade**2))
            latitude += (drift[0] + noise.gauss(0, 0.5)) / METRES_NORTH
            longitude += (drift[1] + noise.gauss(0, 0.5)) / METRES_EAST
            error = sigma * (noise.uniform(2.0, 3.2) if narrow else noise.uniform(0.9, 1.3))
            hdop = error / 4
            time = START + timedelta(seconds=count * STEP)
            clock = time.strftime("%H%M%S.00")
            place = f"{angle(latitude, 2)},N,{angle(longitude, 3)},E"
            trace.write(sentence(
                f"GNRMC,{clock},A,{place},{max(0, speed + noise.gauss(0, 0.1)) / 0.514444:.2f},"
                f"{track:.1f},{time:%d%m%y},,,A"))
            trace.write(sentence(
                f"GNGGA,{clock},{place},1,{8 if narrow else 12:02d},{hdop:.1f},2.0,M,43.0,M,,"))
            trace.write(sentence(
                f"GNGST,{clock},{error * 1.4:.1f},,,,{error / 2**0.5:.1f},"
                f"{error / 2**0.5:.1f},{error * 1.5:.1f}"))


main()
