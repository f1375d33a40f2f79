import FoundationEssentials
import Posix
import TestSupport
import Testing

@testable import Positions

/// Traces come to the same whether expat reads all of them or not.
struct PlainPointTraceTests {
    struct Trace: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { URL(filePath: path).lastPathComponent }
    }

    private static let folder = "\(Repository.root)/traces"

    /// Those of the package, and those of the corpus if it is there.
    static let all =
        names(inDirectory: folder).filter { $0.contains(".gpx") }.sorted()
        .map { Trace(path: "\(folder)/\($0)") } + GPXCorpus.all.map { Trace(path: $0.path) }

    /// As UTF-8; empty if it cannot be read.
    private func bytes(of trace: Trace) async throws -> [UInt8] {
        let file = try TraceFile(path: trace.path)
        var bytes: [UInt8] = []
        while let piece = try? await file.next() { bytes += piece }
        return bytes
    }

    @Test(arguments: all)
    func `a trace is read the same`(_ trace: Trace) async throws {
        let bytes = try await bytes(of: trace)
        #expect(GPXOutcome(bytes) == GPXOutcome(bytes, readPoint: nil))
    }

    @Test(arguments: all)
    func `a damaged trace is read the same`(_ trace: Trace) async throws {
        let good = Array(try await bytes(of: trace).prefix(8000))
        var random = SplitMix64(seed: UInt64(good.count))
        for round in 0..<Share.rounds(20, few: 3) {
            let bytes = Self.damaged(good, &random)
            let pieces = round % 3 == 0 ? 1 << 18 : Int.random(in: 1...2000, using: &random)
            #expect(
                GPXOutcome(bytes, pieces: pieces)
                    == GPXOutcome(bytes, pieces: pieces, readPoint: nil), "round \(round)")
        }
    }

    /// A few bytes are others, or twice, or gone.
    private static func damaged(_ trace: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var damaged = trace
        for _ in 0..<Int.random(in: 1...5, using: &random) where !damaged.isEmpty {
            let start = Int.random(in: damaged.indices, using: &random)
            let end = min(damaged.count, start + Int.random(in: 1...200, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: damaged[start] = UInt8.random(in: 0...255, using: &random)
            case 1:
                let telling = Array("<>&\"'/= ]!?-:0.,\r\n".utf8)
                damaged[start] = telling.randomElement(using: &random)!
            case 2: damaged.remove(at: start)
            case 3: damaged.removeSubrange(start..<end)
            case 4: damaged.insert(contentsOf: damaged[start..<end], at: start)
            default:
                let other = Int.random(in: damaged.indices, using: &random)
                damaged.insert(contentsOf: damaged[start..<end], at: other)
            }
        }
        return damaged
    }
}
