import Geofencing

/// A GPX document as it is read: takes its elements in order, yields what its track points say.
struct GPXDocument {
    private(set) var reports: [Report] = []
    private(set) var counts = GPXCounts()

    /// The elements that are open, from the document inwards.
    private var open = [GPXElement.document]
    private var point = GPXPoint()
    private var text = GPXText()
    /// The next fix begins a segment.
    private var isInterrupted = false
    /// Track points without a time: so many seconds after the beginning of 1970 comes the next.
    private var undatedPoints = 0

    /// Names that GPX does not have, of elements, attributes and namespaces.
    private var foreignNames = NameCensus()

    /// Elements in elements; a point of a track is the fourth, and extensions are a few more.
    static let greatestDepth = 100
    static let mostNames = 1000
    /// Bytes of a name with its namespace, which expat copies each time it is used.
    static let longestName = 1000

    /// Text that comes now is wanted.
    private(set) var wantsText = false

    mutating func takeReports() -> [Report] {
        let taken = reports
        reports = []
        reports.reserveCapacity(taken.count)
        return taken
    }

    /// `fullName` has the namespace before the local `name`.
    mutating func start(_ name: Span<UInt8>, of fullName: Span<UInt8>) throws(GPXFault.What) {
        guard open.count <= Self.greatestDepth else { throw .tooDeep }
        guard fullName.count <= Self.longestName else { throw .longName }
        guard let element = open[open.count - 1].child(name) else { throw .otherRoot(name) }
        open.append(element)
        wantsText = false
        switch element {
        case .track: counts.tracks += 1
        case .segment:
            counts.segments += 1
            isInterrupted = true
        case .route: counts.routes += 1
        case .trackPoint, .routePoint, .waypoint: point = GPXPoint()
        case .value:
            text.clear()
            wantsText = true
        case .extensions, .foreign: try note(fullName)
        case .document, .gpx: break
        }
    }

    /// One of the element that started last.
    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(GPXFault.What) {
        guard open[open.count - 1].isPoint, let kind = GPXPoint.Value(attribute: name) else {
            return try note(name)
        }
        point.read(kind, value)
    }

    /// Every name that is not GPX's own has to come by here.
    mutating func note(_ name: Span<UInt8>) throws(GPXFault.What) {
        guard name.count <= Self.longestName else { throw .longName }
        foreignNames.note(name)
        guard foreignNames.count <= Self.mostNames else { throw .tooManyNames }
    }

    mutating func text(_ bytes: Span<UInt8>) {
        text.append(bytes)
    }

    mutating func end() {
        switch open.removeLast() {
        case .trackPoint: end(point)
        case .routePoint: count(\.routePoints)
        case .waypoint: count(\.waypoints)
        case .value(let value): text.read(value, into: &point)
        default: break
        }
        wantsText = open[open.count - 1].value != nil
    }

    /// Whether a point of a track may come next.
    var isInSegment: Bool {
        if case .segment = open[open.count - 1] { true } else { false }
    }

    /// Takes a point of the segment as if its elements had come.
    mutating func add(_ point: GPXPoint) {
        end(point)
    }

    private mutating func count(_ kind: WritableKeyPath<GPXCounts, Int>) {
        counts[keyPath: point.coordinate == nil ? \.invalidPoints : kind] += 1
    }

    private mutating func end(_ point: GPXPoint) {
        guard let coordinate = point.coordinate else {
            counts.invalidPoints += 1
            if point.isPause { isInterrupted = true }
            return
        }
        counts.points += 1
        var fix = point.fix(at: point.time ?? nextUndated(), coordinate)
        fix.isUndated = point.time == nil
        fix.startsSegment = isInterrupted
        isInterrupted = false
        reports.append(.fix(fix))
    }

    private mutating func nextUndated() -> Timestamp {
        defer { undatedPoints += 1 }
        return Timestamp(milliseconds: Int64(undatedPoints) * 1000)
    }
}
