import Community
import HTTPService
import HTTPTypes
import MQTT
package import Routing
import Synchronization

/// Looks for routes, one at a time: a small machine has no memory for two. Nobody keeps it from others:
/// a person has one route a second, and at most five that wait; all programs of this machine together
/// have 50 that wait.
package final class RouteDesk: Sendable {
    /// The engines that there are now, the best first.
    private let engines: @Sendable () async -> [any RoutingEngine]
    private let locks = KeyedLock()
    private let turns = Mutex(Turns())
    /// Seconds that nobody sets.
    private let uptime: @Sendable () -> Double
    private let sleep: @Sendable (Double) async throws -> Void

    /// Seconds between two routes of one person.
    static let pause = 1.0
    /// Of one person.
    static let mostWaiting = 5
    /// Of all programs of this machine.
    static let mostOfPrograms = 50
    /// Metres of a way that is none.
    private static let here = 1.0

    private struct Turns {
        /// By person: how many wait or are looked for, and when the next may begin.
        var waiting: [PersonID: Int] = [:]
        var next: [PersonID: Double] = [:]
        /// Of programs of this machine.
        var ofPrograms = 0

        mutating func leave(_ person: PersonID, now: Double) {
            waiting[person, default: 1] -= 1
            guard waiting[person] == 0 else { return }
            waiting[person] = nil
            // Those whose turn has come long ago are remembered no longer.
            next = next.filter { waiting[$0.key] != nil || $0.value > now }
        }
    }

    /// `sleep`: for so many seconds.
    package init(
        uptime: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (Double) async throws -> Void,
        engines: @escaping @Sendable () async -> [any RoutingEngine]
    ) {
        (self.uptime, self.sleep, self.engines) = (uptime, sleep, engines)
    }

    /// Of the engines.
    func names() async -> [String] { await engines().map(\.name) }

    /// `person`: `nil` for programs of this machine, which need not pause. Throws `RoutingError`, or
    /// a `Problem` if they have too many that wait.
    func route(_ request: RouteRequest, for person: PersonID?) async throws -> Route {
        guard let person else {
            let isFull = turns.withLock { turns in
                turns.ofPrograms += 1
                return turns.ofPrograms > Self.mostOfPrograms
            }
            defer { turns.withLock { $0.ofPrograms -= 1 } }
            if isFull { throw Self.tooMany }
            return try await found(request)
        }
        let wait = try take(person)
        defer { turns.withLock { $0.leave(person, now: uptime()) } }
        if wait > 0 { try await sleep(wait) }
        return try await found(request)
    }

    /// How many of a person's wait, or are looked for; `nil`: of programs of this machine.
    func waiting(_ person: PersonID?) -> Int {
        turns.withLock { turns in person.map { turns.waiting[$0] ?? 0 } ?? turns.ofPrograms }
    }

    /// Returns the seconds until it is their turn.
    private func take(_ person: PersonID) throws(Problem) -> Double {
        let now = uptime()
        let wait = turns.withLock { turns -> Double? in
            let count = turns.waiting[person, default: 0]
            guard count <= Self.mostWaiting else { return nil }
            turns.waiting[person] = count + 1
            let start = max(now, turns.next[person] ?? now)
            turns.next[person] = start + Self.pause
            return start - now
        }
        if let wait { return wait }
        throw Self.tooMany
    }

    private static var tooMany: Problem {
        var problem = Problem(
            .tooManyRequests, "you ask for too many routes at once: try again in a few seconds")
        problem.headers[.retryAfter] = "\(mostWaiting)"
        return problem
    }

    private func found(_ request: RouteRequest) async throws -> Route {
        let engines = await engines()
        guard !engines.isEmpty else { throw RoutingError.noEngine }
        return try await locks.take("route") {
            try Task.checkCancellation()
            var first: (any Error)?
            for engine in engines {
                do {
                    let route = try await engine.route(request)
                    guard route.distance < Self.here else { return route }
                    return .none(
                        at: route.line[0], by: request.by, engine: route.engine,
                        credit: route.credit)
                } catch let error as RoutingError where error.isOfEngine {
                    // The next one may know better.
                    first = first ?? error
                }
            }
            throw first ?? RoutingError.noEngine
        }
    }
}

extension RoutingError {
    /// Whether it is the engine that does not work, and not the question.
    fileprivate var isOfEngine: Bool {
        switch self {
        case .failed, .tooMuch: true
        default: false
        }
    }
}
