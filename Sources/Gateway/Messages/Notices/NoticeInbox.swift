import APIClient
import MQTT

/// What has come from the daemon, until messages are made of it. What one fix led to is kept
/// together: it may come in pieces.
actor NoticeInbox {
    /// What was taken out, in order.
    enum Piece: Sendable {
        /// Whole moments: for each, all that one fix of a device led to. `cursor`: of the last.
        case moments([[Notice]], upTo: ListenerCursor)
        /// There is nothing before this cursor that is still to come.
        case passed(ListenerCursor)
    }

    private enum Item {
        /// `nil`: it could not be read.
        case notice(Notice?, ListenerCursor)
        case passed(ListenerCursor)
    }

    private var items: [Item] = []
    private let arrived = AsyncSignal()
    private let taken = AsyncSignal()

    /// Items, above which `put` waits.
    private static let most = 1024
    /// Seconds in which pieces of what was sent together arrive.
    private static let pause = 0.05

    /// Waits until there is room.
    func put(_ notices: [(notice: Notice?, position: ListenerCursor)]) async throws {
        try await room()
        items += notices.map { .notice($0.notice, $0.position) }
        arrived.raise()
    }

    func pass(to cursor: ListenerCursor) async throws {
        try await room()
        items.append(.passed(cursor))
        arrived.raise()
    }

    private func room() async throws {
        while items.count >= Self.most { try await taken.wait() }
    }

    /// Waits until there is something, and takes all but a moment that may not be whole.
    func next(_ clock: any GatewayClock) async throws -> [Piece] {
        while items.isEmpty { try await arrived.wait() }
        while true {
            let count = items.count
            try await clock.sleep(seconds: Self.pause)
            let isWhole = items.count == count
            let end = isWhole ? items.count : startOfLastMoment
            guard end > 0 else { continue }
            defer { taken.raise() }
            let all = Array(items[..<end])
            items.removeFirst(end)
            return Self.pieces(all)
        }
    }

    /// 0 if there is one moment alone.
    private var startOfLastMoment: Int {
        guard case .notice(let last?, _) = items.last else { return items.count }
        let earlier = items.lastIndex { item in
            guard case .notice(let notice?, _) = item else { return true }
            return !notice.isOfSameFix(as: last)
        }
        let start = earlier.map { $0 + 1 } ?? 0
        // One fix led to more than there is room for.
        return start == 0 && items.count >= Self.most ? items.count : start
    }

    private static func pieces(_ items: [Item]) -> [Piece] {
        var pieces: [Piece] = []
        for item in items {
            switch (item, pieces.last) {
            case (.passed(let cursor), _): pieces.append(.passed(cursor))
            case (.notice(let notice, let cursor), .moments(var moments, _)):
                moments.add(notice)
                pieces[pieces.count - 1] = .moments(moments, upTo: cursor)
            case (.notice(let notice, let cursor), _):
                var moments: [[Notice]] = []
                moments.add(notice)
                pieces.append(.moments(moments, upTo: cursor))
            }
        }
        return pieces
    }
}

extension [[Notice]] {
    fileprivate mutating func add(_ notice: Notice?) {
        guard let notice else { return }
        if last?.first?.isOfSameFix(as: notice) == true {
            self[count - 1].append(notice)
        } else {
            append([notice])
        }
    }
}
