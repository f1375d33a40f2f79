/// The offsets of a time zone, from the machine's tz database (RFC 9636, *TZif*).
///
/// `TimeZone` of FoundationEssentials knows no zone by name, and the C library one at a time for the
/// whole process.
package struct TimeZoneFile: Sendable {
    /// When the offset changes: seconds since 1970, in order.
    private var changes: [Int64] = []
    /// The offset from then on: seconds east of Greenwich.
    private var offsets: [Int] = []
    /// Before the first change.
    private var firstOffset = 0

    /// `nil` if there is no zone of that name.
    package init?(named name: String, in folder: String = "/usr/share/zoneinfo") {
        guard Self.isName(name),
            let bytes = try? InputFile.contents(of: "\(folder)/\(name)", limit: 1 << 20)
        else { return nil }
        self.init(bytes)
    }

    /// Seconds east of Greenwich at `time`, in seconds since 1970.
    package func offset(at time: Int64) -> Int {
        var time = time
        // The files of Debian end in 2037. The calendar is the same every 28 years.
        if let last = changes.last, last > Self.endOfFiles {
            while time >= last { time -= Self.cycle }
        }
        let next = changes.firstIndex { $0 > time } ?? changes.count
        return next == 0 ? firstOffset : offsets[next - 1]
    }

    /// The beginning of 2037: a zone that still changes then has summer time for good.
    private static let endOfFiles: Int64 = 2_114_380_800
    /// 28 years, in seconds.
    private static let cycle: Int64 = 28 * 36_525 * 864

    /// Beside the zones of the tz database: one that each machine has for itself, and copies, of which
    /// those in `right` count leap seconds.
    private static let noZones: Set<Substring> = [
        "localtime", "posixrules", "Factory", "posix", "right",
    ]

    /// Letters, digits, `+`, `-`, `_`, and slashes between them.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count <= 64 && !noZones.contains(name.prefix { $0 != "/" })
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy(\.isOfName)
            }
    }
}

extension TimeZoneFile {
    /// What a header counts, in its order.
    private struct Counts {
        var isUTC: Int
        var isStandard: Int
        var leapSeconds: Int
        var changes: Int
        var types: Int
        var letters: Int

        /// Bytes of the header.
        static let header = 44

        /// `nil` if there is no header at `start`.
        init?(_ file: [UInt8], at start: Int) {
            guard file.count >= start + Self.header,
                file[start...].starts(with: Array("TZif".utf8))
            else { return nil }
            let counts = (0..<6).map { file.integer(at: start + 20 + 4 * $0, bytes: 4) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            (isUTC, isStandard, leapSeconds) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
            (changes, types, letters) = (Int(counts[3]), Int(counts[4]), Int(counts[5]))
        }

        /// Bytes of what follows. `time`: bytes of a time.
        func size(time: Int) -> Int {
            changes * (time + 1) + types * 6 + letters + leapSeconds * (time + 4) + isStandard
                + isUTC
        }
    }

    /// `nil` if it is no file of version 2 or later.
    package init?(_ file: [UInt8]) {
        guard let old = Counts(file, at: 0), file[4] >= UInt8(ascii: "2") else { return nil }
        let second = Counts.header + old.size(time: 4)
        guard let counts = Counts(file, at: second), counts.types > 0 else { return nil }
        let times = second + Counts.header
        guard file.count >= times + counts.size(time: 8) else { return nil }
        let indices = times + 8 * counts.changes
        let types = indices + counts.changes
        let known = (0..<counts.types).map { Int(file.integer(at: types + 6 * $0, bytes: 4)) }
        let used = file[indices..<types].map(Int.init)
        guard used.allSatisfy({ $0 < known.count }) else { return nil }
        changes = (0..<counts.changes).map { file.integer(at: times + 8 * $0, bytes: 8) }
        offsets = used.map { known[$0] }
        firstOffset = known[0]
    }
}

extension [UInt8] {
    /// A signed number, the highest byte first.
    fileprivate func integer(at start: Int, bytes: Int) -> Int64 {
        let value = self[start..<start + bytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - 8 * bytes
        return Int64(bitPattern: value << unused) >> unused
    }
}

extension UInt8 {
    fileprivate var isOfName: Bool {
        let scalar = Unicode.Scalar(self)
        return switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", "_": true
        default: false
        }
    }
}
