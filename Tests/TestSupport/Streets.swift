/// A made-up quarter for Routino, in metres east and north of 50° N 5° E.
///
/// Long Street leads 400 m east, Mill Lane from its end 300 m north to a roundabout of 20 m, North Road
/// from that 300 m north; a path is the short cut from the beginning of Long Street to the roundabout.
/// South Road leads the other way from the corner, and Far Lane is an island, 3 km east.
package struct Streets {
    private var nodes = ""
    private var ways = ""
    private var count = 0

    package static func position(_ east: Double, _ north: Double) -> (
        latitude: Double, longitude: Double
    ) {
        (50 + north / 111_229, 5 + east / 71_695)
    }

    /// As `near` takes it.
    package static func text(_ east: Double, _ north: Double) -> String {
        let (latitude, longitude) = position(east, north)
        return "\(latitude),\(longitude)"
    }

    package init() {
        let start = node(0, 0)
        let (corner, entry) = (node(400, 0), node(400, 300))
        let (right, exit, left) = (node(420, 320), node(400, 340), node(380, 320))
        add([start, node(200, 0), corner], "residential", name: "Long Street")
        add([corner, node(400, 150), entry], "residential", name: "Mill Lane")
        add([entry, right, exit, left, entry], "residential", extra: ("junction", "roundabout"))
        add([exit, node(400, 640)], "residential", name: "North Road")
        add([corner, node(400, -200)], "residential", name: "South Road")
        add([start, entry], "footway")
        place(200, 10)
        add([node(3000, 0), node(3900, 0)], "residential", name: "Far Lane")
    }

    private mutating func node(_ east: Double, _ north: Double) -> Int {
        count += 1
        let (latitude, longitude) = Self.position(east, north)
        nodes += "<node id=\"\(count)\" version=\"1\" lat=\"\(latitude)\" lon=\"\(longitude)\"/>\n"
        return count
    }

    /// What has no place is no extract.
    private mutating func place(_ east: Double, _ north: Double) {
        _ = node(east, north)
        nodes.removeLast(3)
        nodes += "><tag k=\"shop\" v=\"kiosk\"/><tag k=\"name\" v=\"Kiosk\"/></node>\n"
    }

    private mutating func add(
        _ nodes: [Int], _ kind: String, name: String? = nil, extra: (String, String)? = nil
    ) {
        var tags = [("highway", kind)]
        if let name { tags.append(("name", name)) }
        if let extra { tags.append(extra) }
        ways +=
            "<way id=\"\(ways.count + 1)\" version=\"1\">"
            + nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
            + tags.map { "<tag k=\"\($0.0)\" v=\"\($0.1)\"/>" }.joined() + "</way>\n"
    }

    /// As an extract of OpenStreetMap.
    package var xml: String {
        "<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n\(nodes)\(ways)</osm>\n"
    }
}
