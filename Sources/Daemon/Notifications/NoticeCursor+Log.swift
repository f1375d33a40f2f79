extension NoticeCursor {
    /// Finds the place where a listener that comes back goes on, and moves there.
    ///
    /// What it says is of an older log, or is no longer kept: then it goes on with the oldest notice.
    package mutating func resume(
        in notices: NotificationLog
    ) throws(AheadOfLog) -> ListenerMessage {
        let (id, oldest, latest) = notices.range
        let isOfOther = log.map { $0 != id.description } ?? false
        guard isOfOther || after <= latest else { throw AheadOfLog(after: after, latest: latest) }
        log = id.description
        guard isOfOther || after + 1 < oldest else { return .resumed(self) }
        after = oldest - 1
        return .gap(oldest: oldest, log: id)
    }

    /// What comes next, and moves behind it; waits until there is something, and returns `nil` when
    /// no more will come.
    ///
    /// An error leaves the cursor where it is.
    package mutating func next(in notices: NotificationLog) async throws -> ListenerMessage? {
        let page = try await notices.page(after: after)
        let id = notices.id
        switch page {
        case .entries(let entries):
            self = NoticeCursor(after: entries[entries.count - 1].sequence, log: id.description)
            return .notices(entries, log: id)
        case .gap(let oldest):
            self = NoticeCursor(after: oldest - 1, log: id.description)
            return .gap(oldest: oldest, log: id)
        case .end: return nil
        }
    }
}

/// What a listener is told.
package enum ListenerMessage: Sendable {
    /// It goes on after this notice, as it asked.
    case resumed(NoticeCursor)
    /// Notices before `oldest` are missing: it goes on with that one, of `log`.
    case gap(oldest: Int, log: LogID)
    /// What came up to this notice was not what the client wants: it has its place there.
    case passed(upTo: Int, log: LogID)
    /// At least one, in order, without gaps.
    case notices([NoticeEntry], log: LogID)
}

/// A listener says that it has had a notice which has not been written yet.
package struct AheadOfLog: Error, Hashable {
    /// The number that it says.
    package var after: Int
    /// The number of the last notice.
    package var latest: Int
}
