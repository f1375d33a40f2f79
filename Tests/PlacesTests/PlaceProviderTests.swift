import Geofencing
import Glibc
import Posix
import TestSupport
import Testing

@testable import Places

/// What an import expects of whatever gives it places.
@Suite struct PlaceProviderTests {
    private let folder = TemporaryFolder()
    private let store: PlaceStore

    /// All providers, with one that is not the program's.
    private static let providers: [any PlaceProvider.Type] = [PagedPlaces.self] + PlaceProviders.all

    init() throws {
        store = try PlaceStore(.file(folder.file("places.sqlite")), schemas: [])
        // What is there before.
        let before = Pages(Sample.pages.text(Record.cafes(3)))
        _ = try Self.load([ImportInput(before)], into: store, source: "before")
    }

    private static func load(
        _ inputs: [ImportInput], into store: PlaceStore, source: String = "test",
        progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        var places = try PlaceImport(files: [], source: source)
        places.providers = providers
        return try places.run(
            inputs, into: store, finished: Timestamp(milliseconds: 0), progress: progress)
    }

    @discardableResult
    private func load(
        _ input: ImportInput, progress: (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        try Self.load([input], into: store, progress: progress)
    }

    private func read(_ input: ImportInput) throws -> [Record] {
        var provider = try input.provider(among: Self.providers)
        let source = ImportSource(given: "test", path: "")
        var draft = PlaceDraft()
        var records: [Record] = []
        while try provider.next(&draft) {
            records.append(Record(try draft.place(source)))
            draft.clear()
        }
        return records
    }

    private func expectNothingChanged() throws {
        #expect(try store.reading { try $0.placeCount() } == 3)
        #expect(!folder.names.contains { $0.hasSuffix("-import") })
    }

    @Test func `every provider is tried here`() {
        #expect(Sample.all.map(\.provider) == Self.providers.map { $0.name })
    }

    @Test(arguments: Sample.here)
    func `the same places come in the same order, whole or page by page`(sample: Sample) throws {
        let file = TemporaryFile(sample.text(Record.cafes(40)))
        #expect(try read(ImportInput(path: file.path)) == Record.cafes(40))
        guard !sample.needsFile else { return }
        #expect(try read(ImportInput(Pages(sample.text(Record.cafes(40))))) == Record.cafes(40))
    }

    @Test(arguments: Sample.here)
    func `what was read and how far is counted`(sample: Sample) throws {
        let text = sample.text(Record.cafes(1200))
        let file = TemporaryFile(text)
        var reports: [ImportProgress] = []
        let summary = try load(ImportInput(path: file.path)) { reports.append($0) }
        #expect(summary.read == 1200 && summary.added == 1200 && summary.skipped == 0)
        // What must be a file was copied first, which is reported as well.
        if sample.needsFile { #expect(reports.removeFirst().places == 0) }
        #expect(reports.map(\.places) == [0, 1000, 1200, 1200])
        #expect(reports.map(\.isIndexing) == [false, false, false, true])
        guard !sample.needsFile else { return }
        #expect(reports.allSatisfy { $0.bytes == text.utf8.count })
        #expect(reports.last?.bytesRead == text.utf8.count)
    }

    @Test(arguments: Sample.here)
    func `a damaged record is left out, with its reason`(sample: Sample) throws {
        var records = Record.cafes(40)
        records[20].name = String(repeating: "x", count: 1001)
        let file = TemporaryFile(sample.text(records))
        let summary = try load(ImportInput(path: file.path))
        #expect(summary.read == 40 && summary.added == 39 && summary.skipped == 1)
        let reason = try #require(summary.reasons.first)
        #expect(reason.hasPrefix(file.path + ":"))
        #expect(reason.hasSuffix(": name is 1001 bytes long: at most 1000 are kept"))
    }

    @Test(arguments: Sample.here)
    func `what is damaged as a whole is told where, what, and what to do`(sample: Sample) throws {
        let found = complaint(about: sample.damaged.utf8) { _ = try load(ImportInput(path: $0)) }
        #expect(found?.hasPrefix(sample.complaint) == true, "\(found ?? "")")
        try expectNothingChanged()
    }

    @Test(arguments: Sample.here)
    func `half an input changes nothing`(sample: Sample) throws {
        let text = sample.text(Record.cafes(40))
        let cut = try #require(text.firstRange(of: "fé 20")).lowerBound
        let half = TemporaryFile(String(text[..<cut]))
        #expect(throws: (any Error).self) { try load(ImportInput(path: half.path)) }
        try expectNothingChanged()
    }

    @Test(arguments: Sample.here.filter { !$0.needsFile })
    func `a service that fails on the way changes nothing`(sample: Sample) throws {
        let text = sample.text(Record.cafes(1200))
        let failure = FileError.cannotRead("places.example", Errno(ECONNRESET))
        let half = String(text.prefix(text.count / 2))
        #expect(throws: failure) { try load(ImportInput(Pages(half, failure: failure))) }
        try expectNothingChanged()
    }

    @Test(arguments: Sample.here)
    func `it stops when it is asked to, and changes nothing`(sample: Sample) async throws {
        let file = TemporaryFile(sample.text(Record.cafes(1200)))
        let database = folder.file("places.sqlite")
        let stopped = Task {
            let store = try PlaceStore(.file(database), schemas: [])
            let input = try ImportInput(path: file.path)
            _ = try Self.load([input], into: store) { progress in
                #expect(progress.places <= 1000)
                if progress.places == 1000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await stopped.value }
        try expectNothingChanged()
    }
}

/// A place as all providers can say it.
struct Record: Equatable {
    var name: String
    var latitude: Double
    var longitude: Double

    static func cafes(_ count: Int) -> [Record] {
        (0..<count).map {
            Record(name: "Café \($0)", latitude: 40 + Double($0) / 64, longitude: Double($0) / 32)
        }
    }
}

extension Record {
    fileprivate init(_ place: Place) {
        #expect(place.categories == ["amenity=cafe"])
        self.init(
            name: place.name ?? "", latitude: place.coordinate.latitude,
            longitude: place.coordinate.longitude)
    }
}

/// How one provider is told of places.
struct Sample: Sendable, CustomTestStringConvertible {
    var provider: String
    var text: @Sendable ([Record]) -> String
    /// What it cannot read, and what it says of that.
    var damaged: String
    var complaint: String
    /// Another program reads the file.
    var needsFile = false

    var testDescription: String { provider }

    static let all = [pages, osm, geoJSON, gpx, csv]
    static let here = all.filter { !$0.needsFile || InputFile.exists("/usr/bin/osmium") }

    static let pages = Sample(
        provider: "pages",
        text: { records in
            let lines = records.map { "\($0.name);\($0.latitude);\($0.longitude)" }
            return (["#pages"] + lines + ["#end"]).joined(separator: "\n") + "\n"
        },
        damaged: "#pages\na;1\n#end\n",
        complaint: "FILE:2: is not name;latitude;longitude: mend it")

    static let osm = Sample(
        provider: ".osm.pbf",
        text: { records in
            let nodes = records.enumerated().map { index, record in
                """
                <node id="\(index + 1)" version="1" lat="\(record.latitude)" \
                lon="\(record.longitude)"><tag k="name" v="\(record.name)"/>\
                <tag k="amenity" v="cafe"/></node>
                """
            }
            return
                "<?xml version=\"1.0\"?><osm version=\"0.6\">\(nodes.joined(separator: "\n"))</osm>"
        },
        damaged: "<osm version=\"0.6\"><node", complaint: "FILE: osmium cannot read it: ",
        needsFile: true)

    static let geoJSON = Sample(
        provider: "GeoJSON",
        text: { records in
            let features = records.map { record in
                #"{"type":"Feature","properties":{"name":"\#(record.name)","amenity":"cafe"},"#
                    + #""geometry":{"type":"Point","coordinates":["#
                    + "\(record.longitude),\(record.latitude)]}}"
            }
            return #"{"type":"FeatureCollection","features":["#
                + features.joined(separator: ",\n") + "]}"
        },
        damaged: "{\"type\":\"FeatureCollection\",\n\"features\":[\n{\"type\":1}]}",
        complaint: "FILE:3: the type is 1: it must be Feature")

    static let gpx = Sample(
        provider: "GPX",
        text: { records in
            let waypoints = records.map { record in
                """
                <wpt lat="\(record.latitude)" lon="\(record.longitude)"><name>\(record.name)</name>\
                <type>amenity=cafe</type></wpt>
                """
            }
            return "<gpx version=\"1.1\">\(waypoints.joined(separator: "\n"))</gpx>"
        },
        damaged: "<gpx>\n<wpt></gpx>",
        complaint: "FILE:2: is not XML: mismatched tag: is the file complete?")

    static let csv = Sample(
        provider: "CSV",
        text: { records in
            let rows = records.map { "\"\($0.name)\",\($0.latitude),\($0.longitude),amenity=cafe" }
            return (["name,lat,lon,category"] + rows).joined(separator: "\n") + "\n"
        },
        damaged: "name,lat,lon\na,1,2\nb,1\n",
        complaint:
            "FILE:3: the row has 2 columns, and the first line names 3: is a separator or a quote")
}
