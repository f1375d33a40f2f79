import FoundationEssentials
import TestSupport
import Testing

@testable import Formats

/// The opening hours of all places of two small countries.
@Suite(.needsCorpus("places"))
struct OpeningHoursPlacesTests {
    /// How often each text is there.
    private let counts: [String: Int]
    private let understood: [String: Int]

    init() throws {
        counts = try RealPlaces.openingHours()
        // What is refused is what is counted.
        understood = counts.filter { (try? OpeningHours($0.key)) != nil }
    }

    @Test func `of real texts, at least 94 % are understood`() {
        #expect(counts.count > 200)
        #expect(Double(understood.count) >= 0.94 * Double(counts.count))
        let places = counts.values.reduce(0, +)
        #expect(Double(understood.values.reduce(0, +)) >= 0.94 * Double(places))
    }

    @Test func `those that are not are wrong, ambiguous, or need the sun`() {
        #expect(
            counts.keys.filter { understood[$0] == nil }.sorted() == [
                "15 Jun-15 Sep", "Jan-Dez", "Mo-Fr 09:00-1300 & 14:00-18:00",
                "Tu-Sa 10:00-19:00: Su 10:00-14:00", "sunrise-sunset",
            ])
    }
}

/// Places of OpenStreetMap, which are not part of the package.
private enum RealPlaces {
    private static let folder = URL(filePath: Corpus.path("places"))

    static func openingHours() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".geojsonseq") {
            let lines = try Data(contentsOf: folder.appending(path: name))
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                let feature = try JSONDecoder().decode(Feature.self, from: line)
                if let text = feature.properties.openingHours { counts[text, default: 0] += 1 }
            }
        }
        return counts
    }

    private struct Feature: Decodable {
        var properties: Properties

        struct Properties: Decodable {
            var openingHours: String?

            enum CodingKeys: String, CodingKey {
                case openingHours = "opening_hours"
            }
        }
    }
}
