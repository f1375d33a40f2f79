import Formats
package import Geofencing
import Simulation

/// The journey of a scenario, read as the NMEA that `geofencectl simulate` makes of it.
///
/// The journey is written as text and read again, so that both give the same digits.
package struct SimulatedSource: PositionSource {
    package let isLive = false

    private let file: TraceFile
    private var trace: SimulatedTrace?
    private var writer = NMEAWriter()
    private var reader = NMEAReader()
    private var hasEnded = false

    /// Bytes of a scenario; people write it by hand, and its route is another file.
    private static let longest = 1 << 20
    /// Bytes of NMEA that are made at a time, and an epoch more.
    private static let piece = 256 * 1024

    package init(_ file: TraceFile) {
        self.file = file
    }

    /// Whether a file that begins like this has a line `[[leg]]`.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let leg = Array("[[leg]]".utf8)
        return head.split(separator: UInt8(ascii: "\n")).contains { line in
            line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: leg)
        }
    }

    package mutating func next() async throws -> [Report]? {
        var trace = try await opened()
        defer { self.trace = trace }
        while !hasEnded {
            var bytes: [UInt8] = []
            while bytes.count < Self.piece, let epoch = trace.next() {
                writer.write(epoch, to: &bytes)
            }
            hasEnded = bytes.isEmpty
            let reports = bytes.withUnsafeBytes { reader.read(hasEnded ? nil : $0) }
            if !reports.isEmpty { return reports }
        }
        return nil
    }

    package var tally: [Tally] { reader.tally.filter { $0.name == "sentences" } }

    private func opened() async throws -> SimulatedTrace {
        if let trace { return trace }
        return try SimulatedTrace(try await scenario())
    }

    /// Its points have to be coordinates: no database of places is open here.
    private func scenario() async throws -> Scenario {
        var bytes: [UInt8] = []
        while let piece = try await file.next() {
            bytes.append(contentsOf: piece)
            if bytes.count > Self.longest {
                throw TraceError.damaged(file.name, line: 1, what: "no scenario is that long")
            }
        }
        return try await Scenario(try TOMLDocument(bytes, name: file.name))
    }
}
