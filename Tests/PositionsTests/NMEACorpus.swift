import FoundationEssentials
import TestSupport
import Testing

/// The conformance corpus, which is not part of the package.
enum NMEACorpus {
    private static let folder = URL(filePath: Corpus.path("corpus/nmea"))

    static let logs: [Log] = {
        // Without the folder the tests do not run.
        guard Corpus.has("corpus/nmea") else { return [] }
        do {
            let index = try JSONDecoder().decode(
                [Entry].self, from: Data(contentsOf: folder.appending(path: "index.json")))
            return try index.map { entry in
                let path = folder.appending(path: entry.file).path
                let lines = try Data(contentsOf: URL(filePath: path + ".fixes.jsonl"))
                return Log(
                    name: entry.file, path: path,
                    fixes: try lines.split(separator: UInt8(ascii: "\n")).map {
                        try JSONDecoder().decode(Known.self, from: $0)
                    },
                    extras: entry.extras)
            }
        } catch {
            fatalError("\(folder.path): \(error)")
        }
    }()

    struct Log: Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        /// In order; all but the optional ones must be found.
        var fixes: [Known]
        /// May be found besides, anywhere.
        var extras: [Extra]
        var testDescription: String { name }
    }

    private struct Entry: Decodable {
        var file: String
        var extras: [Extra]

        enum CodingKeys: String, CodingKey {
            case file
            case extras = "may_add"
        }
    }

    struct Extra: Decodable, Sendable {
        /// `hhmmss.sss`
        var timeOfDay: String
        /// Latitude and longitude; any of them.
        var positions: [[Double]]

        enum CodingKeys: String, CodingKey {
            case timeOfDay = "tod"
            case positions = "pos"
        }
    }

    struct Known: Decodable, Sendable {
        /// `nil` where the log has told no date so far.
        var time: String?
        /// `hhmmss.sss`
        var timeOfDay: String
        var latitude: Double
        var longitude: Double
        var hdop: Double?
        /// Other positions that sentences of the same epoch have.
        var others: [[Double]]?
        /// Why it need not be found.
        var optional: String?

        var positions: [[Double]] { [[latitude, longitude]] + (others ?? []) }

        enum CodingKeys: String, CodingKey {
            case time, hdop
            case timeOfDay = "tod"
            case latitude = "lat"
            case longitude = "lon"
            case others = "alt"
            case optional = "opt"
        }
    }
}
