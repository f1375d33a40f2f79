import HTTPService
import HTTPTypes
import Posix
import Synchronization

/// Counts what anybody may do, by address: ten a minute are enough for wrong secrets, new codes and
/// sign-ups.
final class AttemptLimit: Sendable {
    /// Per address and minute.
    static let most = 10
    /// Addresses that are remembered; beyond them all share one count.
    fileprivate static let mostAddresses = 10_000

    fileprivate struct Window {
        var minute: Int64
        var counts: [String: Int] = [:]
    }

    private let window = Mutex(Window(minute: 0))
    /// Seconds that nobody sets.
    private let uptime: @Sendable () -> Double

    init(uptime: @escaping @Sendable () -> Double) {
        self.uptime = uptime
    }

    /// One more came from there. Throws a `Problem` if that is too many.
    func note(_ peer: Peer) throws(Problem) {
        guard let key = peer.network else { return }
        try note(key)
    }

    /// As for a peer, for whatever else counts.
    func note(_ key: String) throws(Problem) {
        let count = window.withLock { $0.add(key, at: minute) }
        guard count > Self.most else { return }
        let rest = 60 - Int(uptime()) % 60
        var problem = Problem(.tooManyRequests, "too many tries: wait \(rest) s")
        problem.headers[.retryAfter] = "\(rest)"
        throw problem
    }

    private var minute: Int64 { Int64(uptime()) / 60 }
}

/// What one person lets the page tell another: each thing once a day, and few things at all.
final class TellingLimit: Sendable {
    /// For one person from another, a day.
    static let most = 10
    /// Seconds.
    private static let day = 86_400.0

    private struct Told {
        var since = 0.0
        var things: [String: Set<String>] = [:]
    }

    private let told = Mutex(Told())
    /// Seconds that nobody sets.
    private let uptime: @Sendable () -> Double

    init(uptime: @escaping @Sendable () -> Double) {
        self.uptime = uptime
    }

    /// Whether it may be told; then it counts as told.
    func admits(_ thing: String, from one: String, to other: String) -> Bool {
        let now = uptime()
        return told.withLock { told in
            if now - told.since >= Self.day { told = Told(since: now) }
            let pair = "\(one) \(other)"
            guard told.things[pair, default: []].count < Self.most else { return false }
            return told.things[pair, default: []].insert(thing).inserted
        }
    }
}

extension AttemptLimit.Window {
    /// Returns how many there are now.
    fileprivate mutating func add(_ key: String, at minute: Int64) -> Int {
        if minute != self.minute { self = Self(minute: minute) }
        let isKnown = counts[key] != nil || counts.count < AttemptLimit.mostAddresses
        let counted = isKnown ? key : ""
        counts[counted, default: 0] += 1
        return counts[counted, default: 0]
    }
}

extension Peer {
    /// An IPv4 address, or the 64 bits of an IPv6 one that a home is given; `nil` for programs of
    /// this machine.
    var network: String? {
        guard case .address(let address) = self else { return nil }
        return address?.network ?? "gone"
    }
}
