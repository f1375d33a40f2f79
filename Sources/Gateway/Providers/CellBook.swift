import Geofencing
import MQTT

/// Which cells of a server are here, which are to be asked for, and when. It asks nobody.
struct CellBook: Sendable {
    /// What is here of a cell.
    struct Kept: Hashable, Sendable {
        /// When the server has said so last.
        var fetched: Timestamp
        /// Features.
        var count: Int
        var validators: CellValidators?
        /// The day on which a device was last near.
        var wanted: Timestamp
        /// Features of the last answer, if it had so much less that the next one decides.
        var doubted: Int?
    }

    enum Next: Hashable {
        case ask(PlaceCell)
        /// `nil`: until something is wanted.
        case wait(until: Timestamp?)
    }

    private(set) var kept: [PlaceCell: Kept]
    /// Those that were never there, with a number that grows: what is wanted last comes first, as it is
    /// where a device is now.
    private var missing: [PlaceCell: Int] = [:]
    private var wishes = 0
    /// When each was asked for.
    private var underWay: [PlaceCell: Timestamp] = [:]
    /// Cells that are not asked for until then.
    private var waits: [PlaceCell: (until: Timestamp, backoff: Backoff)] = [:]
    /// Set while the server does not work, and until it has answered a few times after that.
    private var serverWait: ServerWait?
    private var pace: Pace
    /// Seconds after which a cell is asked for again.
    private let refresh: Double

    private struct ServerWait {
        var until: Timestamp
        var backoff: Backoff
        var answers = 0
    }

    /// Answers after which a server works again that did not.
    private static let answersToTrust = 3

    /// Days of a cell where nobody is: until then it is asked for like others, so that a request does not
    /// say who is where.
    private static let longestUnwanted = 30.0 * 86_400
    /// Seconds until an answer is asked for again that lacks much.
    static let doubtfulWait = 60.0
    /// Seconds, at least, until a cell is asked for again whose answer was wrong.
    private static let wrongWait = 60.0
    /// Cells that are to be asked for.
    static let mostMissing = 20_000
    /// Cells that are kept. Each has some 50 places in a town.
    static let most = 50_000

    init(_ kept: [PlaceCell: Kept], refresh: Double, pace: Pace) {
        (self.kept, self.refresh, self.pace) = (kept, refresh, pace)
    }

    /// Goes on with what is here, and wants what it wanted.
    mutating func use(_ kept: [PlaceCell: Kept]) {
        self.kept = kept
        missing = missing.filter { kept[$0.key] == nil }
        waits = [:]
    }

    /// Devices are near these now, the nearest first. Returns those of which that was not known today.
    mutating func want(_ cells: [PlaceCell], at now: Timestamp) -> [PlaceCell] {
        var news: [PlaceCell] = []
        for cell in cells.reversed() {
            if let known = kept[cell] {
                guard !(0..<86_400).contains(now - known.wanted) else { continue }
                kept[cell]?.wanted = now
                news.append(cell)
            } else {
                wishes += 1
                missing[cell] = wishes
            }
        }
        // While a server is away, devices go on: where they were long ago is not asked for any more.
        if missing.count > Self.mostMissing {
            let recent = wishes - Self.mostMissing / 2
            missing = missing.filter { $0.value > recent || underWay[$0.key] != nil }
        }
        return news
    }

    /// What to do now. A cell that is returned is under way until `answered` or `failed`.
    mutating func next(at now: Timestamp) -> Next {
        let next = choice(at: now)
        guard case .ask(let cell) = next else { return next }
        if let pause = pace.take(at: now) { return .wait(until: pause) }
        underWay[cell] = now
        return next
    }

    /// There may be thousands of cells: nothing is copied.
    private func choice(at now: Timestamp) -> Next {
        if let serverWait {
            if serverWait.until > now { return .wait(until: serverWait.until) }
            // One request finds out whether it is there again.
            if !underWay.isEmpty { return .wait(until: nil) }
        }
        let waiting = missing.lazy.filter { underWay[$0.key] == nil }
        let free = waiting.filter { isFree($0.key, now) }
        if let cell = free.max(by: { $0.value < $1.value })?.key { return .ask(cell) }
        let known = kept.lazy.filter {
            underWay[$0.key] == nil && now - $0.value.wanted < Self.longestUnwanted
        }
        let due = known.filter { isFree($0.key, now) && isOld($0.value, at: now) }
        if let cell = due.min(by: { $0.value.fetched < $1.value.fetched })?.key {
            return .ask(cell)
        }
        let nextFree = waiting.compactMap { waits[$0.key]?.until }.min()
        let nextDue = known.map { cell, state in
            max(waits[cell]?.until ?? now, state.doubted != nil ? now : state.fetched + refresh)
        }.min()
        return .wait(until: [nextFree, nextDue].compactMap(\.self).min())
    }

    private func isFree(_ cell: PlaceCell, _ now: Timestamp) -> Bool {
        waits[cell].map { $0.until <= now } ?? true
    }

    /// An age below zero means that the clock was put back.
    private func isOld(_ state: Kept, at now: Timestamp) -> Bool {
        state.doubted != nil || !(0..<refresh).contains(now - state.fetched)
    }

    /// The server has answered, and its answer is here.
    mutating func answered(_ cell: PlaceCell, _ state: Kept) {
        missing[cell] = nil
        end(cell)
        kept[cell] = state
        waits[cell] = nil
    }

    /// As it said the last time.
    mutating func unchanged(_ cell: PlaceCell, at now: Timestamp) {
        end(cell)
        kept[cell]?.fetched = now
        kept[cell]?.doubted = nil
        waits[cell] = nil
    }

    /// Whether an answer of `count` features is not believed before it was given twice: it lacks a third
    /// or more of what is here, and was not as much the last time.
    func isDoubtful(_ cell: PlaceCell, _ count: Int) -> Bool {
        func lacks(_ count: Int, of other: Int) -> Bool { other > 0 && count * 3 <= other * 2 }
        guard let known = kept[cell], lacks(count, of: known.count) else { return false }
        guard let doubted = known.doubted else { return true }
        return lacks(count, of: doubted) || lacks(doubted, of: count)
    }

    mutating func doubt(_ cell: PlaceCell, _ count: Int, at now: Timestamp) {
        end(cell)
        kept[cell]?.doubted = count
        waits[cell] = (now + Self.doubtfulWait, Backoff())
    }

    /// It is asked for again later; a server that is away, for nothing until then.
    mutating func failed(
        _ cell: PlaceCell, _ fault: ProviderFault, at now: Timestamp, jitter: Double
    ) {
        if fault.isOfServer {
            underWay[cell] = nil
            // Several that were under way fail together, and count once.
            if let serverWait, serverWait.until > now { return }
            var backoff = serverWait?.backoff ?? Backoff()
            let seconds = backoff.wait(asked: fault.retryAfter, jitter: jitter)
            serverWait = ServerWait(until: now + seconds, backoff: backoff)
        } else {
            end(cell)
            var backoff = waits[cell]?.backoff ?? Backoff()
            let seconds = backoff.wait(asked: Self.wrongWait, jitter: jitter)
            waits[cell] = (now + seconds, backoff)
        }
    }

    /// The server has answered. It works if it was asked after it had not.
    private mutating func end(_ cell: PlaceCell) {
        guard let asked = underWay.removeValue(forKey: cell), let wait = serverWait,
            asked >= wait.until
        else { return }
        serverWait?.answers += 1
        if wait.answers + 1 >= Self.answersToTrust || missing.isEmpty { serverWait = nil }
    }

    /// Whether the server has not failed lately.
    var isServerTrusted: Bool { serverWait == nil }

    /// It was broken off, and says nothing of the server.
    mutating func release(_ cell: PlaceCell) { underWay[cell] = nil }

    /// Whatever was waited for may have changed: nothing waits any more.
    mutating func endWaits() { (serverWait, waits) = (nil, [:]) }

    /// Cells where nobody has been for longest, if there are too many; they are kept no longer.
    mutating func takeSurplus() -> [PlaceCell] {
        guard kept.count > Self.most else { return [] }
        let surplus = kept.sorted { $0.value.wanted < $1.value.wanted }
            .prefix(kept.count - Self.most * 9 / 10).map(\.key)
        for cell in surplus { kept[cell] = nil }
        return surplus
    }

    /// When the server has said last what is here, of the oldest and of the newest cell.
    var age: (oldest: Timestamp, newest: Timestamp)? {
        let times = kept.values.lazy.map(\.fetched)
        guard let oldest = times.min(), let newest = times.max() else { return nil }
        return (oldest, newest)
    }

    /// Cells that devices need and that are not here.
    var behind: Int { missing.count }
}

/// How often a server may be asked: a few times at once, and then at a pace.
struct Pace: Sendable {
    /// Requests that may follow each other at once.
    let burst: Double
    /// Seconds between two after that.
    let pause: Double
    private var left: Double
    private var last: Timestamp?

    init(burst: Double, pause: Double) {
        (self.burst, self.pause, left) = (burst, pause, burst)
    }

    /// Without limits.
    static let free = Pace(burst: .infinity, pause: 0)
    /// Below the 10,000 requests a day that the main server of Overpass asks people to keep to.
    static let overpass = Pace(burst: 8, pause: 10)

    /// `nil`: one may be sent now, and is counted. Else when.
    mutating func take(at now: Timestamp) -> Timestamp? {
        guard burst.isFinite else { return nil }
        if let last { left = min(burst, left + max(0, now - last) / pause) }
        last = now
        guard left < 1 else {
            left -= 1
            return nil
        }
        return now + (1 - left) * pause
    }
}
