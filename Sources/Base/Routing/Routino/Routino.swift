import Geofencing
import Glibc
import Posix

/// Debian's `routino-router`, on a database that `planetsplitter` has made of an extract. It is a program
/// of its own (AGPL), which may write nothing, and takes little time and memory.
package struct Routino: RoutingEngine {
    /// Where Debian's package routino has it.
    package static let program = "/usr/bin/routino-router"
    /// What the names of a database's files begin with.
    package static let prefix = "routes"
    /// Of a database, in the order in which it is handed on.
    package static let parts = ["nodes", "relations", "segments", "ways"]
    package static let files = parts.map { "\(prefix)-\($0).mem" }
    /// Beside it: what the program says.
    package static let wordsFile = "words.xml"
    package static var words: [UInt8] { PackageResources.routino_words_xml }

    package let name = "routino"
    private let program: String
    /// Has the files of a database.
    private let folder: String
    private let credit: String

    private static let limits = ProgramLimits(seconds: 20, memory: 256 << 20)
    /// Bytes of an answer: a hundred for each of 200,000 points.
    private static let longest = 20 << 20

    package init(in folder: String, credit: String, program: String = program) {
        (self.folder, self.credit, self.program) = (folder, credit, program)
    }

    package func route(_ request: RouteRequest) async throws -> Route {
        let (found, points) = try await points(request)
        let acts = RoutinoActs(try await said(found, "--output-html"))
        guard points.all.count > 1 else { throw failure("it says no way") }
        let route = Route(points, acts, request, engine: name, credit: credit)
        try route.checkEnds(request)
        return route
    }

    /// The points of the way, and between which ends it was found.
    private func points(
        _ request: RouteRequest
    ) async throws -> (RouteRequest, RoutinoPoints) {
        do {
            return (request, RoutinoPoints(try await said(request, "--output-text-all")))
        } catch let error as RoutingError where error == .unconnected(request.by) {
            // From the end of a one-way street nothing leads away; from its neighbours it often does.
            let end = ContinuousClock.now + .seconds(Self.limits.seconds)
            for metres in [40.0, 80] {
                var best: (RouteRequest, RoutinoPoints)?
                // In the extract of a large country each of them may take seconds.
                for other in request.moved(by: metres) where ContinuousClock.now < end {
                    guard let text = try await saidIfAny(other) else { continue }
                    let points = RoutinoPoints(text)
                    if best.map({ points.length < $0.1.length }) ?? true { best = (other, points) }
                }
                if let best { return best }
            }
            throw error
        }
    }

    private func saidIfAny(_ request: RouteRequest) async throws -> String? {
        do {
            return try await said(request, "--output-text-all")
        } catch let error as RoutingError where error.isOfPoints {
            return nil
        }
    }

    private func said(_ request: RouteRequest, _ format: String) async throws -> String {
        let words =
            [
                program, "--dir=\(folder)", "--prefix=\(Self.prefix)",
                "--translations=\(folder)/\(Self.wordsFile)", "--language=en", "--output-stdout",
                format, "--lat1=\(request.from.latitude)", "--lon1=\(request.from.longitude)",
                "--lat2=\(request.to.latitude)", "--lon2=\(request.to.longitude)",
            ] + RoutinoProfile(request.by).options
        let made: Filtered
        do {
            made = try await filter(
                through: Self.limits.words(words), environment: ["PATH=/usr/bin:/bin"],
                most: Self.longest, keepsErrors: true)
        } catch let error as Errno {
            throw failure("\(error)")
        }
        if made.hasHitLimit { throw RoutingError.tooMuch(engine: name) }
        let text = String(decoding: made.output, as: UTF8.self)
        guard made.status == 0 else { throw error(text, request) }
        return text
    }

    /// What its last line means (src/router.c of 3.3.3).
    private func error(_ text: String, _ request: RouteRequest) -> RoutingError {
        let words = String(text.split(separator: "\n").last ?? "it does not say why")
        for (number, isStart) in [(1, true), (2, false)]
        where words.contains("close to specified point \(number)") {
            return .tooFar(.init(isStart: isStart, by: request.by))
        }
        if words.contains("compatible with profile") { return .unconnected(request.by) }
        return failure(words.shortened)
    }

    private func failure(_ why: String) -> RoutingError { .failed(engine: name, why) }
}

extension RouteRequest {
    /// With one end so many metres to the north, east, south or west.
    fileprivate func moved(by metres: Double) -> [RouteRequest] {
        let ends: [WritableKeyPath<RouteRequest, Coordinate>] = [\.from, \.to]
        return ends.flatMap { end in
            [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)].map { north, east in
                let (point, degrees) = (self[keyPath: end], metres / 111_195)
                var request = self
                request[keyPath: end] = Coordinate(
                    latitude: point.latitude + north * degrees,
                    longitude: point.longitude + east * degrees / cos(point.latitude * .pi / 180))
                return request
            }
        }
    }
}

extension RoutingError {
    /// Whether other points may do.
    fileprivate var isOfPoints: Bool {
        switch self {
        case .unconnected, .tooFar: true
        default: false
        }
    }
}
