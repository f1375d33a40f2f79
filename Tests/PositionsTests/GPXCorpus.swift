import FoundationEssentials
import TestSupport
import Testing

/// The conformance corpus, which is not part of the package.
enum GPXCorpus {
    /// One may be refused for its entities, of which GPX has none.
    static var readable: [Known] {
        all.filter { $0.contents.invalid != true && $0.name != "edge-external-entity" }
    }
    static var damaged: [Known] { all.filter { $0.contents.invalid == true } }

    private static let folder = URL(filePath: Corpus.path("corpus/gpx"))

    static let all: [Known] = {
        // Without the folder the tests do not run.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".gpx") }.sorted().map { name in
            let path = folder.appending(path: name)
            let contents = path.deletingPathExtension().appendingPathExtension("points.json")
            do {
                return Known(
                    name: path.deletingPathExtension().lastPathComponent, path: path.path,
                    contents: try JSONDecoder().decode(
                        Contents.self, from: Data(contentsOf: contents)))
            } catch {
                fatalError("\(contents.path): \(error)")
            }
        }
    }()

    struct Known: Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        var contents: Contents
        var testDescription: String { name }
    }

    struct Contents: Decodable, Sendable {
        var tracks, segments, routes, invalidPoints, hdops: Int?
        var trkpt, rtept, wpt: Points?
        var times: Times?
        var invalid: Bool?
        var pointsBeforeError: Before?

        enum CodingKeys: String, CodingKey {
            case tracks, segments, routes, trkpt, rtept, wpt, invalid
            case invalidPoints = "invalid_points"
            case hdops = "trkpt_hdop"
            case times = "trkpt_time"
            case pointsBeforeError = "points_before_error"
        }
    }

    struct Points: Decodable, Sendable {
        var count: Int
        var sumLatitude, sumLongitude: Double?
        /// Latitude and longitude.
        var first, last: [Double]?

        enum CodingKeys: String, CodingKey {
            case count, first, last
            case sumLatitude = "sum_lat"
            case sumLongitude = "sum_lon"
        }
    }

    struct Times: Decodable, Sendable {
        var count: Int
        var first, last, min, max: String?
        var backwardSteps: Int?

        enum CodingKeys: String, CodingKey {
            case count, first, last, min, max
            case backwardSteps = "backward_steps"
        }
    }

    /// Start tags before the error; the last of them may not have ended.
    struct Before: Decodable, Sendable {
        var trkpt: Int
    }
}
