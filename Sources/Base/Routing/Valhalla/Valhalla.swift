import FoundationEssentials
import Geofencing
import Posix

/// A server of Valhalla (valhalla.github.io/valhalla/api/turn-by-turn/api-reference).
package struct Valhalla: RoutingEngine {
    /// Sends a body to `/route` of the server, and returns the status and the whole body of its answer.
    /// Throws what says in words why there is none.
    package typealias Ask =
        @Sendable (_ body: [UInt8]) async throws -> (status: Int, body: [UInt8])

    package let name = "valhalla"
    private let credit: String
    private let ask: Ask

    /// Kilometres or seconds of a way on Earth.
    private static let possible = 0.0...1e8

    package init(credit: String, ask: @escaping Ask) { (self.credit, self.ask) = (credit, ask) }

    package func route(_ request: RouteRequest) async throws -> Route {
        let answer: (status: Int, body: [UInt8])
        do {
            answer = try await ask(Array(try JSONEncoder().encode(Question(request))))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw failure("\(error)")
        }
        guard answer.status == 200 else { throw refusal(answer.body, answer.status, request) }
        guard let trip = try? JSONDecoder().decode(Answer.self, from: Data(answer.body)).trip,
            let leg = trip.legs.first, let line = [Coordinate](polyline: leg.shape),
            line.count > 1,
            leg.maneuvers.allSatisfy({ line.indices.contains($0.begin_shape_index) }),
            leg.figures.allSatisfy(Self.possible.contains)
        else { throw failure("its answer is no route of Valhalla") }
        let route = Route(
            distance: leg.summary.length * 1000, duration: leg.summary.time, line: line,
            steps: leg.maneuvers.map { maneuver in
                Route.Step(
                    maneuver.instruction.visible, distance: maneuver.length * 1000,
                    duration: maneuver.time, at: line[maneuver.begin_shape_index],
                    name: maneuver.street_names?.first?.visible)
            },
            by: request.by, engine: name, credit: credit)
        try route.checkEnds(request)
        return route
    }

    private func failure(_ why: String) -> RoutingError { .failed(engine: name, why) }

    /// What its error codes mean (the reference, *Error codes and conditions*).
    private func refusal(
        _ body: [UInt8], _ status: Int, _ request: RouteRequest
    ) -> RoutingError {
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(body)) else {
            return failure("it answers \(status)")
        }
        switch refusal.error_code {
        case 170, 442: return .unconnected(request.by)
        case 171: return .tooFar(.init(isStart: nil, by: request.by))
        case 154: return .tooMuch(engine: name)
        default: return failure(refusal.error.shortened)
        }
    }
}

// As Valhalla calls them.

private struct Question: Encodable {
    struct Location: Encodable { var lat, lon: Double }

    var locations: [Location]
    var costing: String
    var units = "kilometers"
    var language: String

    init(_ request: RouteRequest) {
        locations = [request.from, request.to].map {
            Location(lat: $0.latitude, lon: $0.longitude)
        }
        costing =
            switch request.by {
            case .foot: "pedestrian"
            case .bike: "bicycle"
            case .car: "auto"
            }
        language =
            switch request.language {
            case .english: "en-US"
            case .dutch: "nl-NL"
            }
    }
}

private struct Answer: Decodable {
    var trip: Trip

    struct Trip: Decodable { var legs: [Leg] }

    struct Leg: Decodable {
        var maneuvers: [Maneuver]
        var summary: Summary
        var shape: String

        var figures: [Double] {
            [summary.time, summary.length] + maneuvers.flatMap { [$0.time, $0.length] }
        }
    }

    struct Summary: Decodable {
        /// Seconds.
        var time: Double
        /// Kilometres.
        var length: Double
    }

    struct Maneuver: Decodable {
        var instruction: String
        var street_names: [String]?
        var time: Double
        var length: Double
        var begin_shape_index: Int
    }
}

private struct Refusal: Decodable {
    var error_code: Int
    var error: String
}

extension [Coordinate] {
    /// Of the encoded polyline algorithm, with six decimals; `nil` if it is none.
    fileprivate init?(polyline text: String) {
        self = []
        var numbers: [Int] = []
        var (number, shift) = (0, 0)
        for byte in text.utf8 {
            guard (63...126).contains(byte), shift < 40 else { return nil }
            let five = Int(byte) - 63
            number |= (five & 0x1F) << shift
            shift += 5
            if five & 0x20 != 0 { continue }
            numbers.append(number & 1 == 0 ? number >> 1 : ~(number >> 1))
            (number, shift) = (0, 0)
        }
        guard shift == 0, numbers.count.isMultiple(of: 2) else { return nil }
        var (latitude, longitude) = (0, 0)
        for i in stride(from: 0, to: numbers.count, by: 2) {
            latitude += numbers[i]
            longitude += numbers[i + 1]
            let point = Coordinate(
                latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
            guard point.isValid else { return nil }
            append(point)
        }
    }
}
