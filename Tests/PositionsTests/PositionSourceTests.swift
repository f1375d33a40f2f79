import Geofencing
import TestSupport
import Testing

@testable import Positions

/// What must be true of every source of positions.
struct PositionSourceTests {
    /// One source to be read: a trace in a file, or the double.
    struct Opening: Sendable, CustomTestStringConvertible {
        /// `nil` is the double.
        let example: SourceExample?

        var testDescription: String { example?.scheme ?? "double" }

        static let all = SourceExample.traces.map { Opening(example: $0) } + [Opening(example: nil)]

        /// The source, which reads on after so many reports.
        func source(in file: TemporaryFile, after reports: Int = 0) -> sending any PositionSource {
            guard let example else { return ListedSource(after: reports) }
            return SourceExample.open(example.location(file), after: reports)
        }

        func file() -> TemporaryFile { example?.file() ?? TemporaryFile("") }
    }

    private func rest(of source: any PositionSource) async throws -> [Report] {
        var source = source
        var all: [Report] = []
        while let reports = try await source.next() { all += reports }
        return all
    }

    @Test func `every source of the list is tried here`() {
        let traces = SourceExample.traces.map(\.scheme)
        #expect(PositionSources.all.map(\.name) == ["gpsd"] + traces)
        #expect(PositionSources.traceFormats == traces)
    }

    @Test(arguments: Opening.all)
    func `reports come in order, none is missing, and the end stays the end`(
        opening: Opening
    ) async throws {
        let file = opening.file()
        var source = opening.source(in: file)
        #expect(!source.isLive)
        var times: [Timestamp] = []
        while let reports = try await source.next() {
            #expect(!reports.isEmpty)
            times += reports.compactMap(\.time)
        }
        #expect(times.count == 5)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1 })
        #expect(try await source.next() == nil)
    }

    @Test(arguments: Opening.all)
    func `what was counted is named once, and never less than before`(
        opening: Opening
    ) async throws {
        let file = opening.file()
        var source = opening.source(in: file)
        var before = source.tally.sum
        while try await source.next() != nil {
            #expect(source.tally.sum >= before)
            before = source.tally.sum
        }
        #expect(before >= 5)
        let names = source.tally.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Opening.all)
    func `reading on yields the rest, and nothing twice`(opening: Opening) async throws {
        let file = opening.file()
        let all = try await rest(of: opening.source(in: file))
        for count in 0...all.count {
            #expect(
                try await rest(of: opening.source(in: file, after: count)) == Array(all[count...]))
        }
        #expect(try await rest(of: opening.source(in: file, after: 99)).isEmpty)
    }

    @Test(arguments: Opening.all)
    func `where to read on is after what was handed out, also when it is paced`(
        opening: Opening
    ) async throws {
        let file = opening.file()
        var sources = [opening.source(in: file)]
        sources.append(
            PacedSource(opening.source(in: file), factor: 1e6, clock: ContinuousClock()))
        for var source in sources {
            var count = 0
            while let reports = try await source.next() {
                count += reports.count
                #expect(source.resumePoint?.reports == count)
            }
        }
    }

    @Test(arguments: Opening.all)
    func `reading can be called off`(opening: Opening) async {
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let file = opening.file()
            var source = opening.source(in: file)
            return try await source.next()
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}

/// What must be true of every trace that is named for `--source`.
struct TraceSourceTests {
    private func complaint(_ example: SourceExample, _ file: TemporaryFile) async -> String? {
        await TestSupport.complaint(about: file.path) {
            var source = try await PositionSources.open(example.location(file))
            while try await source.next() != nil {}
        }
    }

    @Test(arguments: SourceExample.traces)
    func `a trace is no receiver, and known by its content`(example: SourceExample) async throws {
        let file = example.file()
        #expect(try !PositionSources.isReceiver(example.location(file)))
        #expect(try await PositionSources.traceFormat(of: file.path) == example.scheme)
        #expect(try await PositionSources.traceFormat(of: example.location(file)) == example.scheme)
    }

    @Test(arguments: SourceExample.traces)
    func `what cannot be read is an error that says where and what`(
        example: SourceExample
    ) async throws {
        #expect(await complaint(example, example.file("")) == "walk.trace:1: the file is empty")
        let cut = TemporaryFile(gzip(example.text.utf8).dropLast(9), name: "walk.trace")
        #expect(await complaint(example, cut)?.hasPrefix("walk.trace: ") == true)
        let missing = await TestSupport.complaint(about: "") {
            _ = try await PositionSources.open("\(example.scheme):no-such-file")
        }
        #expect(missing == "no-such-file: cannot be opened: no such file or directory")
    }

    @Test(arguments: SourceExample.traces)
    func `a damaged trace is an error with its line, or the damage is counted`(
        example: SourceExample
    ) async throws {
        guard let damage = example.damage else {
            var counts: [Int] = []
            for file in [example.file(), example.file(example.text + "$GPRMC,1*00\r\n")] {
                var source = try await PositionSources.open(example.location(file))
                while try await source.next() != nil {}
                counts.append(source.tally.sum)
            }
            #expect(counts[0] < counts[1])
            return
        }
        let text = example.text.replacing(damage.old, with: damage.new)
        #expect(text != example.text)
        #expect(await complaint(example, example.file(text))?.hasPrefix(damage.message) == true)
    }
}

/// What must be true of every receiver that is named for `--source`.
struct ReceiverSourceTests {
    private static let fix =
        #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
        + #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"a","driver":"u-blox"}]}"#
        + "\r\n"
        + #"{"class":"TPV","device":"a","mode":3,"time":"2026-12-01T12:00:00.000Z","lat":52.0,"#
        + #""lon":4.0,"eph":5.0}"# + "\r\n"

    @Test func `a receiver is live, begins where it is, and ends when it is called off`()
        async throws
    {
        let link = ScriptedLink([.init((1, Self.fix)), nil], length: 30)
        var source = GPSDSource(try GPSDAddress(""), link: link)
        #expect(source.isLive)
        var fixes = 0
        await #expect(throws: CancellationError.self) {
            while let reports = try await source.next() {
                #expect(!reports.isEmpty)
                #expect(source.resumePoint == nil)
                fixes += reports.count { if case .fix = $0 { true } else { false } }
            }
        }
        #expect(fixes == 1)
        #expect(source.tally.sum > 0)
    }

    @Test func `a location says that it is a receiver, and what is wrong with it`() throws {
        #expect(try PositionSources.isReceiver("gpsd:localhost:2947"))
        #expect(throws: LocationError.badPort("0")) {
            try PositionSources.check("gpsd:localhost:0")
        }
    }
}

extension [Tally] {
    /// Of all that was counted.
    fileprivate var sum: Int {
        reduce(0) { sum, tally in
            switch tally.count {
            case .total(let count): sum + count
            case .each(let counts): sum + counts.values.reduce(0, +)
            }
        }
    }
}
