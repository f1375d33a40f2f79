import FoundationEssentials
import Geofencing
import Posix
import TestSupport
import Testing
import XML

@testable import Positions

/// What is read by its shape comes to what it comes to when it is read with care.
struct FastPathTests {
    struct Trace: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { URL(filePath: path).lastPathComponent }
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "traces").path

    /// Those of the package, and those of the corpora that are there.
    static let all =
        names(inDirectory: folder)
        .filter { $0.contains(".nmea") || $0.contains(".gpx") }.sorted()
        .map { Trace(path: "\(folder)/\($0)") }
        + (NMEACorpus.logs.map(\.path) + GPXCorpus.all.map(\.path)).map { Trace(path: $0) }

    /// All that a trace comes to.
    private struct Outcome: Equatable {
        var reports: [Report] = []
        var tally: [Tally] = []
        var error: String?
    }

    private func read(_ trace: Trace, usesFastPaths: Bool) async throws -> Outcome {
        var options = TraceOptions()
        options.usesFastPaths = usesFastPaths
        var outcome = Outcome()
        var source: any PositionSource
        do {
            source = try await PositionSources.open(trace.path, options)
        } catch {
            outcome.error = "\(error)"
            return outcome
        }
        do {
            while let more = try await source.next() { outcome.reports += more }
        } catch {
            outcome.error = "\(error)"
        }
        outcome.tally = source.tally
        return outcome
    }

    @Test(arguments: all)
    func `a trace is read the same with fast paths and without`(_ trace: Trace) async throws {
        let quick = try await read(trace, usesFastPaths: true)
        #expect(quick == (try await read(trace, usesFastPaths: false)))
        #expect(quick.error != nil || !quick.tally.isEmpty)
    }

    @Test(arguments: all)
    func `a damaged trace is read the same with fast paths and without`(
        _ trace: Trace
    ) async throws {
        let file = try TraceFile(path: trace.path)
        // An empty file has no bytes to damage.
        guard let piece = try? await file.next() else { return }
        // What follows is more of the same.
        let good = withExtendedLifetime(file) { Array(piece.prefix(8000)) }
        let isGPX = good.withUnsafeBytes { XMLParser.recognises($0) }
        var random = SplitMix64(seed: UInt64(good.count))
        for round in 0..<Share.rounds(20, few: 3) {
            var bytes = Self.damaged(good, &random)
            // With wrong checksums, little of the damage would be read.
            if !isGPX, round % 2 == 0 { bytes = Self.mended(bytes) }
            let pieces = round % 3 == 0 ? 1 << 18 : Int.random(in: 1...2000, using: &random)
            let read = isGPX ? Self.gpx : Self.nmea
            #expect(read(bytes, pieces, true) == read(bytes, pieces, false), "round \(round)")
        }
    }

    private static func gpx(_ bytes: [UInt8], _ pieces: Int, _ usesFastPaths: Bool) -> Outcome {
        let outcome = GPXOutcome(bytes, pieces: pieces, usesFastPaths: usesFastPaths)
        return Outcome(
            reports: outcome.reports, tally: outcome.tally, error: outcome.fault.map { "\($0)" })
    }

    private static func nmea(_ bytes: [UInt8], _ pieces: Int, _ usesFastPaths: Bool) -> Outcome {
        var reader = NMEAReader(usesFastPaths: usesFastPaths)
        var outcome = Outcome()
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            // What lies behind a piece is no part of it.
            let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
            outcome.reports += piece.withUnsafeBytes { reader.read($0) }
        }
        outcome.reports += reader.read(nil)
        outcome.tally = reader.tally
        return outcome
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
                let telling = Array("<>&\"'/= ]!?-:0.,*$NSA\r\n".utf8)
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

    /// Each sentence that has a checksum has the right one.
    private static func mended(_ log: [UInt8]) -> [UInt8] {
        log.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { text in
            guard text.first == UInt8(ascii: "$"), let star = text.firstIndex(of: UInt8(ascii: "*"))
            else { return text + [UInt8(ascii: "\n")] }
            let body = text[..<star].dropFirst()
            let sum = String(body.reduce(0, ^), radix: 16, uppercase: true)
            return text[...star] + Array("\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
        }
    }
}
