import HTTPService
import HTTPTypes
import Posix
import Synchronization

/// Counts wrong secrets by address: ten a minute are enough for whoever mistypes one.
package final class AttemptLimit: Sendable {
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

    package init(uptime: @escaping @Sendable () -> Double) {
        self.uptime = uptime
    }

    /// Throws a `Problem` if no more may be tried from there.
    func check(_ peer: Peer) throws(Problem) {
        guard let key = peer.attemptKey, window.withLock({ $0.count(key, at: minute) }) >= Self.most
        else { return }
        let rest = 60 - Int(uptime()) % 60
        var problem = Problem(.tooManyRequests, "too many wrong tries: wait \(rest) s")
        problem.headers[.retryAfter] = "\(rest)"
        throw problem
    }

    /// One more wrong secret came from there.
    func note(_ peer: Peer) {
        guard let key = peer.attemptKey else { return }
        window.withLock { $0.add(key, at: minute) }
    }

    private var minute: Int64 { Int64(uptime()) / 60 }
}

extension AttemptLimit.Window {
    fileprivate func count(_ key: String, at minute: Int64) -> Int {
        guard minute == self.minute else { return 0 }
        return counts[key] ?? counts[""] ?? 0
    }

    fileprivate mutating func add(_ key: String, at minute: Int64) {
        if minute != self.minute { self = Self(minute: minute) }
        let isKnown = counts[key] != nil || counts.count < AttemptLimit.mostAddresses
        counts[isKnown ? key : "", default: 0] += 1
    }
}

extension Peer {
    /// An IPv4 address, or the 64 bits of an IPv6 one that a home is given; `nil` for programs of
    /// this machine.
    fileprivate var attemptKey: String? {
        guard case .address(let address) = self else { return nil }
        return address?.network ?? "gone"
    }
}
