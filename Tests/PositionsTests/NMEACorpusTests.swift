import Geofencing
import Positions
import TestSupport
import Testing

/// Logs of many receivers, each with the fixes that gpsd 3.22 finds in it.
@Suite(.needsCorpus("corpus/nmea"))
struct NMEACorpusTests {
    @Test(arguments: NMEACorpus.logs)
    func `a log has the fixes that are known to be in it, and no others`(
        _ log: NMEACorpus.Log
    ) async throws {
        var expected = log.fixes[...]
        for fix in try await fixes(of: log) {
            let place = expected.firstIndex { $0.optional == nil || $0.isMet(by: fix) }
            if let place, expected[place].isMet(by: fix) {
                expectHDOP(of: fix, asIn: expected[place], log)
                expected = expected[(place + 1)...]
            } else {
                #expect(log.extras.contains { $0.isMet(by: fix) }, "\(fix) is not expected")
            }
        }
        #expect(!expected.contains { $0.optional == nil }, "missing, from the first on")
    }

    private func fixes(of log: NMEACorpus.Log) async throws -> [Fix] {
        var source = try await PositionSources.open(log.path)
        var fixes: [Fix] = []
        while let reports = try await source.next() {
            for case .fix(let fix) in reports { fixes.append(fix) }
        }
        return fixes
    }

    private func expectHDOP(of fix: Fix, asIn known: NMEACorpus.Known, _ log: NMEACorpus.Log) {
        // gpsd believes the last field of a sentence that was cut off in it.
        if log.name.contains("truncated") { return }
        guard let ours = fix.hdop, let theirs = known.hdop else { return }
        #expect(abs(ours - theirs) <= 0.01, "at \(known.timeOfDay)")
    }
}

extension NMEACorpus.Known {
    fileprivate func isMet(by fix: Fix) -> Bool {
        guard fix.coordinate.isOne(of: positions) else { return false }
        if let time, !fix.isUndated { return "\(fix.time)" == time }
        return fix.timeOfDay == timeOfDay
    }
}

extension NMEACorpus.Extra {
    fileprivate func isMet(by fix: Fix) -> Bool {
        fix.coordinate.isOne(of: positions) && fix.timeOfDay == timeOfDay
    }
}

extension Coordinate {
    fileprivate func isOne(of positions: [[Double]]) -> Bool {
        positions.contains { abs(latitude - $0[0]) <= 1e-7 && abs(longitude - $0[1]) <= 1e-7 }
    }
}

extension Fix {
    /// `hhmmss.sss`
    fileprivate var timeOfDay: String {
        String("\(time)".dropFirst(11).dropLast()).replacing(":", with: "")
    }
}
