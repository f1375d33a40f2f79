import Geofencing
import Posix

/// Shows notices on the desktop. Each stay has one notification, which dwell and exit replace.
final class DesktopNotices {
    /// The notification of each present stay.
    private var stays: [NoticeSummary.Stay: Notification] = [:]
    private let actions: DesktopActions

    /// Seconds; what happened longer ago is not shown.
    private static let latest = 600.0

    /// A notification that was shown.
    private struct Notification {
        /// The desktop's number for it.
        var id: String
        /// Waits for a click on it.
        var click: Task<Void, Never>
    }

    /// Throws if `notify-send` is not installed.
    init(_ actions: DesktopActions) async throws {
        self.actions = actions
        try await NotifySend.check()
    }

    deinit {
        for stay in stays.values { stay.click.cancel() }
    }

    /// Shows what is one message, with one transition, and returns when that is done. Errors are
    /// written to standard error; later notices are shown all the same.
    func show(_ message: [NoticeSummary]) async {
        let muted = await actions.mutes.list()
        let message = message.filter { notice in
            notice.late ?? 0 <= Self.latest && muted?.contains { $0.covers(notice) } != true
        }
        guard let transition = message.first?.transition else { return }
        let before = message.compactMap { stays.removeValue(forKey: $0.ofStay) }
        // The new notification takes over the number.
        for stay in before { stay.click.cancel() }
        do {
            let shown = try await present(
                message,
                NotifySend(
                    text: DesktopText(message),
                    actions: actions.offered(for: message, canMute: muted != nil),
                    replaces: transition == .enter ? nil : before.first?.id))
            if transition == .exit { return shown.click.cancel() }
            for notice in message { stays[notice.ofStay] = shown }
        } catch {
            StandardError.write(line: "--desktop: \(error)")
        }
    }

    /// The number that stands for a notification that was not shown.
    private static let nobody = "0"

    private func present(
        _ message: [NoticeSummary], _ notification: NotifySend
    ) async throws -> Notification {
        let (ids, said) = AsyncThrowingStream<String, any Error>.makeStream()
        let actions = actions
        let click = Task.detached {
            do {
                try await notification.run(
                    shown: { said.yield($0) }, chosen: { await actions.do($0, with: message) })
                said.finish()
            } catch {
                said.finish(throwing: error)
            }
        }
        for try await id in ids where id != Self.nobody {
            return Notification(id: id, click: click)
        }
        throw DesktopError.nobody
    }
}
