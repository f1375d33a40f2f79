import FoundationEssentials
import Geofencing

/// A journey as one page of HTML that needs no other file: fixes, why some were dropped, regions,
/// notices, and the truth if it is known.
struct MapPage {
    var title: String
    /// Every report with a position, in order, and why the filter has dropped it, if it has.
    var fixes: [(fix: Fix, dropReason: DropReason?)] = []
    var regions: [Region] = []
    var notices: [Transition] = []
    /// Where the device truly was, in order; empty if that is not known.
    var truth: [Coordinate] = []

    /// The most fixes that are shown: with more, a browser would be too slow.
    private static let mostFixes = 100_000

    /// The page, ready to be written to a file.
    func html() throws -> [UInt8] {
        let encoder = JSONEncoder()
        let json = Array(try encoder.encode(Journey(self, atMost: Self.mostFixes)))
        let page = PackageResources.journey_html
        let place = page.firstRange(of: Array("type=\"application/json\">".utf8))!.upperBound
        // A `<` could end the script that the data stand in.
        let data = json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
        return page[..<place] + data + page[place...]
    }
}

/// The data for the script of the page: columns of whole numbers. Positions and times are
/// differences to the row before.
private struct Journey: Encodable {
    var title: String
    /// Longitude and latitude of the middle of the map.
    var origin: [Double]
    /// One of this number of fixes is in the data.
    var every: Int
    var reasons = DropReason.allCases.map(\.name)
    var fixes: Fixes
    var truth: Way
    var regions: [Circle]
    var notices: [Told]

    struct Fixes: Encodable {
        /// Ten-millionths of a degree.
        var lat: [Int] = []
        var lon: [Int] = []
        /// Milliseconds since 1970.
        var time: [Int64] = []
        /// Decimetres; 0 if unknown.
        var accuracy: [Int] = []
        /// The index in `reasons` of why it was dropped; -1 if it was not.
        var reason: [Int] = []
        /// The indices of fixes that no line leads to.
        var breaks: [Int] = []
    }

    struct Way: Encodable {
        var lat: [Int] = []
        var lon: [Int] = []
    }

    struct Circle: Encodable {
        var id: String
        var kind: String
        var name: String
        var lat: Double
        var lon: Double
        var radius: Double
    }

    struct Told: Encodable {
        var type: String
        var region: String
        var name: String
        var time: Int64
        var lat: Double
        var lon: Double
        var distance: Int
        var rule: String
        var cause: String?
    }

    /// Seconds between two fixes: after a longer time, a line between them would be a guess.
    private static let longestGap = 60.0

    init(_ page: MapPage, atMost limit: Int) {
        title = page.title
        every = max(1, (page.fixes.count + limit - 1) / limit)
        let kept = stride(from: 0, to: page.fixes.count, by: every).map { page.fixes[$0] }
        let places = kept.map(\.fix.coordinate)
        fixes = Fixes()
        (fixes.lat, fixes.lon) = (places.map(\.latitude).steps, places.map(\.longitude).steps)
        let truth = stride(from: 0, to: page.truth.count, by: max(1, page.truth.count / limit)).map
        {
            page.truth[$0]
        }
        self.truth = Way(lat: truth.map(\.latitude).steps, lon: truth.map(\.longitude).steps)
        var time: Int64 = 0
        var last: Fix?
        for (i, (fix, dropReason)) in kept.enumerated() {
            fixes.time.append(fix.time.milliseconds - time)
            time = fix.time.milliseconds
            fixes.accuracy.append(Int(min(1e6, (fix.accuracy ?? 0) * 10).rounded()))
            fixes.reason.append(dropReason?.rawValue ?? -1)
            guard dropReason == nil else { continue }
            if let last, fix.startsSegment || fix.time - last.time > Self.longestGap * Double(every)
            {
                fixes.breaks.append(i)
            }
            last = fix
        }
        regions = page.regions.map {
            Circle(
                id: $0.id, kind: $0.kind, name: $0.name, lat: $0.center.latitude,
                lon: $0.center.longitude, radius: $0.radius)
        }
        notices = page.notices.map {
            Told(
                type: $0.kind.rawValue, region: $0.region.id, name: $0.region.name,
                time: $0.time.milliseconds, lat: $0.fix.coordinate.latitude,
                lon: $0.fix.coordinate.longitude, distance: Int($0.distance.rounded()),
                rule: $0.rule.rawValue, cause: $0.cause?.rawValue)
        }
        let middle =
            page.notices.first?.fix.coordinate ?? places.first ?? page.regions.first?.center
        origin = middle.map { [$0.longitude, $0.latitude] } ?? [0, 0]
    }
}

extension [Double] {
    /// The numbers in ten-millionths, each as the difference to the one before.
    fileprivate var steps: [Int] {
        var last = 0
        return map { value in
            let now = Int((value * 1e7).rounded())
            defer { last = now }
            return now - last
        }
    }
}
