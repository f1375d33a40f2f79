"""The map as OpenStreetMap has it: nodes, ways, relations."""

from xml.sax.saxutils import quoteattr

from ground import degrees

HEADER = """<?xml version="1.0" encoding="UTF-8"?>
<!-- Meeuwhaven on Meeuweroog: an island in the North Sea that does not exist, with streets, shops,
     telephone numbers and web sites that do not exist. Drawn by scripts/make-town; nothing is
     copied from a map. -->
"""
# South-west and north-east: the island, and the sea round it.
EDGES = (-7500, -5500), (9500, 7500)


class Map:
    def __init__(self):
        self.nodes = {}  # latitude and longitude: number
        self.points = {}  # number: point of the plan
        self.node_tags = {}
        self.ways = []  # numbers of nodes, tags
        self.relations = []  # numbers of ways with their roles, tags

    def node(self, point, tags=None):
        """Where two things are at the same spot, they share a node: streets cross there."""
        number = self.nodes.setdefault(degrees(point), len(self.nodes) + 1)
        self.points.setdefault(number, point)
        if tags:
            self.node_tags.setdefault(number, {}).update(tags)
        return number

    def line(self, points, **tags):
        numbers = [self.node(point) for point in points]
        return self.way([a for a, b in zip(numbers, [*numbers[1:], None]) if a != b], tags)

    def area(self, points, **tags):
        numbers = [self.node(point) for point in points]
        return self.way([*numbers, numbers[0]], tags)

    def way(self, numbers, tags):
        self.ways.append((numbers, tags))
        return len(self.ways)

    def holed(self, outer, holes, **tags):
        """An area with holes."""
        ways = [(self.area(outer), "outer"), *((self.area(hole), "inner") for hole in holes)]
        self.relations.append((ways, {"type": "multipolygon", **tags}))

    def write(self, file):
        def tags(of):
            return "".join(f"<tag k={quoteattr(name)} v={quoteattr(str(value))}/>"
                           for name, value in of.items())

        (south, west), (north, east) = (degrees(corner) for corner in EDGES)
        file.write(HEADER + '<osm version="0.6" generator="make-town">\n')
        file.write(f'<bounds minlat="{south}" minlon="{west}" maxlat="{north}" maxlon="{east}"/>\n')
        for (latitude, longitude), number in self.nodes.items():
            file.write(f'<node id="{number}" version="1" lat="{latitude}" lon="{longitude}">'
                       f"{tags(self.node_tags.get(number, {}))}</node>\n")
        for number, (nodes, named) in enumerate(self.ways, 1):
            refs = "".join(f'<nd ref="{node}"/>' for node in nodes)
            file.write(f'<way id="{number}" version="1">{refs}{tags(named)}</way>\n')
        for number, (ways, named) in enumerate(self.relations, 1):
            members = "".join(f'<member type="way" ref="{way}" role="{role}"/>'
                              for way, role in ways)
            file.write(f'<relation id="{number}" version="1">{members}{tags(named)}</relation>\n')
        file.write("</osm>\n")
