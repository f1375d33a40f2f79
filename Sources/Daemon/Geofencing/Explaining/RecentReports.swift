/// The reports of the last hours, and what was known before them, so that they can be judged again.
///
/// They are kept in pieces; when there is no more room, the oldest is forgotten.
package struct RecentReports: Sendable {
    private var pieces: [Piece] = []
    /// In memory.
    private(set) var bytes = 0
    /// Whether the source was live when the last piece began.
    private var isLive = false

    private let pieceLength: Int
    private let mostBytes: Int

    /// In all; three hours and a half at one fix a second, and less where the device is near many
    /// regions at once.
    package static let mostBytes = 512 << 10
    /// Reports in a piece.
    private static let pieceLength = 512

    package init() { self.init(pieceLength: Self.pieceLength, mostBytes: Self.mostBytes) }

    /// `pieceLength`: reports in a piece. `mostBytes`: in all.
    init(pieceLength: Int, mostBytes: Int) {
        (self.pieceLength, self.mostBytes) = (pieceLength, mostBytes)
    }

    private struct Piece: Sendable {
        /// What the tracker knew before the first of its reports.
        let memory: [UInt8]
        var records: [Record] = []

        var bytes: Int { memory.count + records.capacity * MemoryLayout<Record>.stride }
    }

    /// Whether it is time to `begin` another piece.
    var isFull: Bool { (pieces.last?.records.count ?? .max) >= pieceLength }

    /// `memory`: what the tracker knows now, in the form of `TrackerState`.
    mutating func begin(_ memory: [UInt8], isLive: Bool) {
        // A source that is of another kind is another journey.
        if isLive != self.isLive { (pieces, bytes) = ([], 0) }
        self.isLive = isLive
        let piece = Piece(memory: memory)
        pieces.append(piece)
        bytes += piece.bytes
        while pieces.count > 1, bytes > mostBytes { removeOldest() }
    }

    mutating func removeOldest() {
        if pieces.isEmpty { return }
        bytes -= pieces.removeFirst().bytes
    }

    mutating func add(_ report: Report) {
        guard let record = Record(report), !pieces.isEmpty else { return }
        let before = pieces[pieces.count - 1].bytes
        pieces[pieces.count - 1].records.append(record)
        bytes += pieces[pieces.count - 1].bytes - before
    }

    package var count: Int { pieces.reduce(0) { $0 + $1.records.count } }

    /// When the oldest of them was; `nil` if there is none that has a time.
    package var since: Timestamp? {
        for piece in pieces {
            for record in piece.records { if let time = record.report.time { return time } }
        }
        return nil
    }

    /// What was known before the first of them; `nil` if there is none.
    package var start: TrackerState? {
        pieces.first.map { TrackerState(memory: $0.memory, inside: [], resumePoint: nil) }
    }

    /// All of them once more.
    package var source: any PositionSource {
        Again(isLive: isLive, pieces: pieces[...])
    }

    private struct Again: PositionSource {
        let isLive: Bool
        var pieces: ArraySlice<Piece>
        var tally: [Tally] { [] }

        mutating func next() async throws -> [Report]? {
            pieces.popFirst().map { $0.records.map(\.report) }
        }
    }
}

/// What rules need of a report, in 40 bytes. Seven digits are enough of everything but where and
/// when.
private struct Record: Sendable {
    private var time: Int64 = 0
    private var latitude = 0.0
    private var longitude = 0.0
    private var accuracy = Float.nan
    private var speed = Float.nan
    private var track = Float.nan
    private var mode: UInt8 = 0
    private var flags: Flags = []

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let isFix = Flags(rawValue: 1)
        static let isClock = Flags(rawValue: 2)
        static let hasTime = Flags(rawValue: 4)
        static let isUndated = Flags(rawValue: 8)
        static let startsSegment = Flags(rawValue: 16)
        /// `accuracy` is dilution.
        static let isDilution = Flags(rawValue: 32)
    }

    /// `nil` if it says nothing of where the device was, or when.
    init?(_ report: Report) {
        if let time = report.time {
            self.time = time.milliseconds
            flags.insert(.hasTime)
        }
        switch report {
        case .reception: return nil
        // Neither says where it was when.
        case .noPosition, .noTime: break
        case .clock: flags.insert(.isClock)
        case .fix(let fix):
            flags.insert(.isFix)
            if fix.isUndated { flags.insert(.isUndated) }
            if fix.startsSegment { flags.insert(.startsSegment) }
            (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
            mode = UInt8(fix.mode.rawValue)
            if let own = fix.accuracy, own > 0, own.isFinite {
                accuracy = Float(own)
            } else if let hdop = fix.hdop {
                accuracy = Float(hdop)
                flags.insert(.isDilution)
            }
            if let value = fix.speed { speed = Float(value) }
            if let value = fix.track { track = Float(value) }
        }
    }

    var report: Report {
        let time = Timestamp(milliseconds: time)
        guard flags.contains(.isFix) else {
            return flags.contains(.isClock)
                ? .clock(time) : .noPosition(flags.contains(.hasTime) ? time : nil)
        }
        var fix = Fix(
            time: time, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        fix.mode = Fix.Mode(rawValue: Int(mode)) ?? .noFix
        fix.isUndated = flags.contains(.isUndated)
        fix.startsSegment = flags.contains(.startsSegment)
        if flags.contains(.isDilution) {
            fix.hdop = Double(accuracy)
        } else {
            fix.accuracy = accuracy.number
        }
        (fix.speed, fix.track) = (speed.number, track.number)
        return .fix(fix)
    }
}

extension Float {
    /// `nil` is written as what is no number.
    fileprivate var number: Double? { isNaN ? nil : Double(self) }
}
