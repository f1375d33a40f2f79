"""Streets: what crosses what, and blocks of them."""

from ground import between

WIDTHS = {"primary": 9, "secondary": 8}


class Streets:
    def __init__(self, osm):
        self.osm = osm
        self.lines = []  # name, points
        self.shared = {}  # of a long street that several quarters touch: distance along it: point

    def add(self, name, points, kind="residential", **tags):
        self.lines.append((name, points))
        return self.osm.line(points, highway=kind, **({"name": name} if name else {}), **tags)

    def crossed(self, name, points, kind, bridges, **tags):
        """A street that crosses water between the points whose places in the list are `bridges`."""
        start = 0
        for bridge in sorted(bridges):
            if bridge > start:
                self.add(name, points[start:bridge + 1], kind, **tags)
            self.add(name, points[bridge:bridge + 2], kind, bridge="yes", layer=1, **tags)
            start = bridge + 1
        if start < len(points) - 1:
            self.add(name, points[start:], kind, **tags)

    def touch(self, key, at, point):
        """Some quarter's street ends at `point` of the long street `key`, `at` metres along it."""
        self.shared.setdefault(key, {})[round(at, 3)] = point

    def along(self, key):
        return [point for _, point in sorted(self.shared[key].items())]


class Quarter:
    """Four corners with streets between them: `columns` blocks along the first side, from corner
    to corner, and `rows` of them."""

    def __init__(self, corners, columns, rows):
        self.columns, self.rows = columns, rows
        a, b, c, d = corners
        self.points = [
            [between(between(a, b, i / columns), between(d, c, i / columns), j / rows)
             for i in range(columns + 1)] for j in range(rows + 1)]

    def row(self, j):
        return self.points[j]

    def column(self, i):
        return [row[i] for row in self.points]

    def block(self, i, j):
        p = self.points
        return [p[j][i], p[j][i + 1], p[j + 1][i + 1], p[j + 1][i]]

    def build(self, streets, names, lay, special=None, outer=(None, None, None, None)):
        """Lays its inner streets, and has `lay(block, names of its streets, (i, j))` build. `outer`
        are the names of the streets round it: first side, right, last, left."""
        special = special or {}
        gone = {side for cells in special.values() for side in self.inner_sides(cells)}
        rows = [outer[0], *(names.pop(0) for _ in range(self.rows - 1)), outer[2]]
        columns = [outer[3], *(names.pop(0) for _ in range(self.columns - 1)), outer[1]]
        for j in range(1, self.rows):
            self.pieces(streets, rows[j], [("row", i, j) for i in range(self.columns)],
                        self.row(j), gone)
        for i in range(1, self.columns):
            self.pieces(streets, columns[i], [("column", i, j) for j in range(self.rows)],
                        self.column(i), gone)
        taken = {cell for cells in special.values() for cell in cells}
        for j in range(self.rows):
            for i in range(self.columns):
                if (i, j) not in taken:
                    lay(self.block(i, j), [rows[j], columns[i + 1], rows[j + 1], columns[i]])

    @staticmethod
    def inner_sides(cells):
        """What lies between two blocks that are one."""
        for i, j in cells:
            if (i + 1, j) in cells:
                yield "column", i + 1, j
            if (i, j + 1) in cells:
                yield "row", i, j + 1

    @staticmethod
    def pieces(streets, name, sides, points, gone):
        piece = []
        for side, a, b in zip(sides, points, points[1:]):
            if side in gone:
                if piece:
                    streets.add(name, piece)
                piece = []
            else:
                piece = [*(piece or [a]), b]
        if piece:
            streets.add(name, piece)

    def outline(self, cells):
        """The corners of blocks that are one: a rectangle of them."""
        i0, i1 = min(i for i, _ in cells), max(i for i, _ in cells) + 1
        j0, j1 = min(j for _, j in cells), max(j for _, j in cells) + 1
        p = self.points
        return [*(p[j0][i] for i in range(i0, i1)), *(p[j][i1] for j in range(j0, j1)),
                *(p[j1][i] for i in range(i1, i0, -1)), *(p[j][i0] for j in range(j1, j0, -1))]
