"""Where things are: metres east and north of the quay at the market, and what can be made of points."""

import math

# In the North Sea, where no land is.
LATITUDE, LONGITUDE = 54.905, 3.195
METRES_NORTH = 111_330.0  # per degree
METRES_EAST = METRES_NORTH * math.cos(math.radians(LATITUDE))


def degrees(point):
    """Latitude and longitude of a point of the plan, to a decimetre.

    The plan is all circles and straight lines; the ground is not.
    """
    x, y = point
    x, y = (x + 26 * math.sin(y / 430 + 1.3) + 13 * math.sin((x + y) / 290),
            y + 22 * math.sin(x / 510 + 0.4) + 11 * math.sin((x - 2 * y) / 330 + 2))
    return round(LATITUDE + y / METRES_NORTH, 6), round(LONGITUDE + x / METRES_EAST, 6)


def polar(angle, radius, centre=(0.0, -200.0)):
    """A point of the town's rings, whose centre is at the quay; the angle is from the east."""
    return (centre[0] + radius * math.cos(math.radians(angle)),
            centre[1] + radius * math.sin(math.radians(angle)))


def between(a, b, part):
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def middle(points):
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def beside(a, b, distance):
    """The line from `a` to `b`, moved to its left."""
    length = math.dist(a, b)
    x, y = (a[1] - b[1]) / length * distance, (b[0] - a[0]) / length * distance
    return (a[0] + x, a[1] + y), (b[0] + x, b[1] + y)


def crossing(a, b, c, d):
    """Where the line through `a` and `b` meets that through `c` and `d`."""
    e, f = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = e[0] * f[1] - e[1] * f[0]
    if abs(turn) < 1e-6 * math.hypot(*e) * math.hypot(*f):
        return c
    return between(a, b, ((c[0] - a[0]) * f[1] - (c[1] - a[1]) * f[0]) / turn)


def inset(polygon, distances):
    """A polygon (anticlockwise, nearly convex) whose sides have moved inwards, each by its own."""
    sides = [beside(a, b, distance)
             for a, b, distance in zip(polygon, polygon[1:] + polygon[:1], distances)]
    return [crossing(*sides[i - 1], *sides[i]) for i in range(len(sides))]


def is_inside(point, polygon):
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def curve(points, step=60):
    """A smooth line through the points (Catmull-Rom)."""
    ends = [points[0], *points, points[-1]]
    line = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        count = max(1, round(math.dist(b, c) / step))
        for t in (i / count for i in range(count)):
            line.append(tuple(
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2
                       + (3 * q - p - 3 * r + s) * t**3)
                for p, q, r, s in zip(a, b, c, d)))
    return [*line, points[-1]]


def rough(points, random, roughness=0.16, shortest=35):
    """A line as nature draws it: the middle of each side moves, again and again."""
    line = [points[0]]
    for a, b in zip(points, points[1:]):
        length = math.dist(a, b)
        if length < shortest:
            line.append(b)
            continue
        x, y = between(a, b, random.uniform(0.4, 0.6))
        move = random.gauss(0, roughness * length / 2)
        moved = x + (a[1] - b[1]) / length * move, y + (b[0] - a[0]) / length * move
        line += rough([a, moved, b], random, roughness, shortest)[1:]
    return line


def blob(random, centre, east, north, corners=9, shortest=30):
    """A wood or a lake: round, but not quite."""
    round_it = [polar(360 * i / corners, 1, (0, 0)) for i in range(corners)]
    sizes = [random.uniform(0.75, 1.15) for _ in round_it]
    ring = [(centre[0] + x * east * size, centre[1] + y * north * size)
            for (x, y), size in zip(round_it, sizes)]
    return rough([*ring, ring[0]], random, 0.3, shortest)[:-1]


def cut(line, start, end):
    """Of points along a line, those from the distance `start` to the distance `end`."""
    part, gone = [], 0.0
    for a, b in zip(line, line[1:]):
        length = math.dist(a, b)
        for distance in (start, end):
            if gone <= distance < gone + length:
                part.append(between(a, b, (distance - gone) / length))
        if start < gone + length < end:
            part.append(b)
        gone += length
    return part
