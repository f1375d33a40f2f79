import Formats
import Geofencing
import Posix

/// A GPX document as it is read: takes its elements in order, and makes reports of its track
/// points.
struct GPXDocument: XMLContent {
    private(set) var counts = GPXCounts()

    private var reports: [Report] = []
    /// The elements that are open, the outermost first.
    private var open = [GPXElement.document]
    private var point = GPXPoint()
    private var text = GPXText()
    /// Whether the next fix begins a segment.
    private var isInterrupted = false
    /// How many track points had no time; the next is this many seconds after the beginning of
    /// 1970.
    private var undatedPoints = 0
    /// Whether a track point had a time. Then those without one are no fixes.
    private var hasTimes = false
    /// Points without a time, while none had one.
    private var timeless: [Fix] = []
    /// Whether the app that has written it calls an accuracy in metres `hdop`.
    private var hdopIsAccuracy = false

    /// With more points than these at its beginning, none of which has a time, a track has no times.
    private static let mostTimeless = 1000

    /// Bytes of a name that a message shows.
    private static let shownName = 64

    /// The reports of the track points that have ended since the last call.
    mutating func takeReports() -> [Report] {
        let taken = reports
        reports = []
        reports.reserveCapacity(taken.count)
        return taken
    }

    mutating func start(_ name: Span<UInt8>, in line: () -> Int) throws(XMLFault.What) -> Bool {
        guard let element = open[open.count - 1].child(name) else {
            let shown = name.extracting(first: Self.shownName)
            let text = shown.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            throw .refused("the root element is '<\(text)>', not '<gpx>'")
        }
        open.append(element)
        switch element {
        case .track: counts.tracks += 1
        case .segment:
            counts.segments += 1
            isInterrupted = true
        case .route: counts.routes += 1
        case .trackPoint, .routePoint, .waypoint: point = GPXPoint()
        case .value: text.clear()
        case .document, .gpx, .extensions, .foreign: break
        }
        return element.value != nil
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if case .gpx = open[open.count - 1], name.equals("creator") {
            hdopIsAccuracy = Self.writersOfAccuracy.contains {
                value.extracting(first: $0.utf8CodeUnitCount).equalsIgnoringCase($0)
            }
        }
        guard open[open.count - 1].isPoint, let kind = GPXPoint.Value(attribute: name) else {
            return
        }
        point.read(kind, value)
    }

    mutating func text(_ piece: Span<UInt8>) {
        text.append(piece)
    }

    mutating func end() -> Bool {
        switch open.removeLast() {
        case .trackPoint: add(point)
        case .routePoint: count(\.routePoints)
        case .waypoint: count(\.waypoints)
        case .value(let value): text.read(value, into: &point)
        default: break
        }
        return open[open.count - 1].value != nil
    }

    /// Whether a point of a track may come next.
    var isInSegment: Bool {
        if case .segment = open[open.count - 1] { true } else { false }
    }

    /// How the names of apps begin that write Android's accuracy as `hdop`, under each of their names.
    private static let writersOfAccuracy: [StaticString] = ["osmand", "locus"]

    private mutating func count(_ kind: WritableKeyPath<GPXCounts, Int>) {
        counts[keyPath: point.coordinate == nil ? \.invalidPoints : kind] += 1
    }

    /// Takes a point of a track, in the order of the file.
    mutating func add(_ point: GPXPoint) {
        guard let coordinate = point.coordinate else {
            counts.invalidPoints += 1
            if point.isPause { isInterrupted = true }
            return
        }
        counts.points += 1
        var fix = point.fix(at: point.time ?? nextUndated(), coordinate)
        if hdopIsAccuracy { (fix.accuracy, fix.hdop) = (fix.accuracy ?? fix.hdop, nil) }
        fix.isUndated = point.time == nil
        if fix.isUndated, hasTimes { return reports.append(.noTime(fix)) }
        if !fix.isUndated, !hasTimes { beginTimes() }
        fix.startsSegment = isInterrupted
        isInterrupted = false
        guard fix.isUndated, undatedPoints <= Self.mostTimeless else {
            finish()
            return reports.append(.fix(fix))
        }
        timeless.append(fix)
    }

    private mutating func beginTimes() {
        hasTimes = true
        isInterrupted = isInterrupted || timeless.contains(where: \.startsSegment)
        reports += timeless.map { .noTime($0) }
        timeless = []
    }

    /// No times come any more: points without one are a second apart.
    mutating func finish() {
        reports += timeless.map { .fix($0) }
        timeless = []
    }

    private mutating func nextUndated() -> Timestamp {
        defer { undatedPoints += 1 }
        return Timestamp(milliseconds: Int64(undatedPoints) * 1000)
    }
}
