import FoundationEssentials
package import Geofencing
package import Posix

/// As much of a notice of entering a region as a score needs.
package struct EnterNotice: Hashable, Sendable {
    /// The id of the region.
    package var region: String
    /// When it was decided: the time of the fix, or that of the notice if it is later.
    package var time: Timestamp

    package init(region: String, time: Timestamp) {
        self.region = region
        self.time = time
    }

    /// Reads the notices of entering from a file of CloudEvents, one on each line; `-` is standard
    /// input. Throws `ScoreError` or `FileError`.
    package static func read(path: String) throws -> [EnterNotice] {
        let file = try InputFile(path: path)
        var notices: [EnterNotice] = []
        var (line, number) = ([UInt8](), 0)
        func take() throws {
            number += 1
            defer { line.removeAll(keepingCapacity: true) }
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) else { return }
            guard let event = try? JSONDecoder().decode(Event.self, from: Data(line)) else {
                throw ScoreError.notANotice(FileLine(file.name, number))
            }
            guard event.type == "geofence.enter" else { return }
            let times = [event.time, event.data?.fix?.time].compactMap(\.self).compactMap {
                Timestamp(iso8601: $0)
            }
            guard let region = event.data?.region?.id, let time = times.max() else {
                throw ScoreError.notANotice(FileLine(file.name, number))
            }
            notices.append(EnterNotice(region: region, time: time))
        }
        while let piece = try file.next() {
            for byte in piece {
                if byte == UInt8(ascii: "\n") { try take() } else { line.append(byte) }
                guard line.count <= Self.longestLine else {
                    throw ScoreError.notANotice(FileLine(file.name, number + 1))
                }
            }
        }
        if !line.isEmpty { try take() }
        return notices
    }

    /// Bytes.
    private static let longestLine = 1 << 20

    private struct Event: Decodable {
        var type: String
        var time: String?
        var data: Content?

        struct Content: Decodable {
            var region: Named?
            var fix: Timed?
        }
        struct Named: Decodable { var id: String }
        struct Timed: Decodable { var time: String? }
    }
}

extension Visits {
    /// Bytes; the visits of a year are less.
    private static let largestFile = 64 << 20

    /// Reads what `simulate --visits` has written. Throws `ScoreError` or `FileError`.
    package static func read(path: String) throws -> Visits {
        let bytes = try InputFile.contents(of: path, limit: largestFile)
        do {
            let visits = try JSONDecoder().decode(Visits.self, from: Data(bytes))
            let times = visits.visits.flatMap { [$0.nearFrom, $0.nearTo, $0.enter, $0.exit] }
            let grazes = visits.grazes.flatMap { [$0.nearFrom, $0.nearTo] }
            guard (times + grazes).allSatisfy({ Timestamp(iso8601: $0) != nil }) else {
                throw ScoreError.notVisits(path)
            }
            return visits
        } catch {
            throw ScoreError.notVisits(path)
        }
    }
}

/// Why nothing can be scored.
package enum ScoreError: Error, Equatable, CustomStringConvertible {
    case notVisits(String)
    case notANotice(FileLine)

    package var description: String {
        switch self {
        case .notVisits(let path):
            "\(path.visible): is not a file of visits: make one with simulate --visits"
        case .notANotice(let line):
            "\("\(line)".visible): is not a notice: use what replay --output ndjson writes"
        }
    }
}
