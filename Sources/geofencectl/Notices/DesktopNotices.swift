import Geofencing
import Posix
import Subprocess
import SystemPackage

/// Shows notices on the desktop. Each stay has one notification, which dwell and exit replace.
final class DesktopNotices {
    /// The notification of the present stay in each region, by the region's id.
    private var stays: [String: Notification] = [:]

    /// A notification that was shown.
    private struct Notification {
        /// The desktop's number for it.
        var id: String
        /// Waits for a click on it.
        var click: Task<Void, Never>
    }

    /// Throws if `notify-send` is not installed.
    init() async throws {
        do {
            _ = try await Subprocess.run(
                Self.program, arguments: ["--version"], output: .discarded, error: .discarded)
        } catch {
            throw DesktopError.missing
        }
    }

    deinit {
        for stay in stays.values { stay.click.cancel() }
    }

    /// Returns when the notice is shown. Errors are written to standard error; later notices are
    /// shown all the same.
    func show(_ notice: NoticeSummary) async {
        let stay = stays.removeValue(forKey: notice.regionID)
        // The new notification takes over the number.
        stay?.click.cancel()
        let id = notice.transition == .enter ? nil : stay?.id
        do {
            let shown = try await present(DesktopText(notice), replacing: id)
            if notice.transition == .exit { shown.click.cancel() }
            stays[notice.regionID] = notice.transition == .exit ? nil : shown
        } catch {
            StandardError.write(line: "--desktop: \(error)")
        }
    }

    private static let program = Executable.name("notify-send")
    /// The number that stands for a notification that was not shown.
    private static let nobody = "0"
    /// The name of the action, by which `notify-send` reports that it was chosen.
    private static let visit = "visit"

    private func present(
        _ text: DesktopText, replacing id: String?
    ) async throws -> Notification {
        var arguments = ["--app-name=geofenced", "--icon=mark-location", "--print-id"]
        if let id { arguments.append("--replace-id=\(id)") }
        if text.website != nil { arguments.append("--action=\(Self.visit)=Website") }
        arguments += ["--", text.title, text.body]
        let (lines, said) = AsyncThrowingStream<String, any Error>.makeStream()
        let click = Self.follow(arguments, text.website, said)
        for try await id in lines where id != Self.nobody {
            return Notification(id: id, click: click)
        }
        throw DesktopError.nobody
    }

    private static func follow(
        _ arguments: [String], _ website: String?,
        _ said: AsyncThrowingStream<String, any Error>.Continuation
    ) -> Task<Void, Never> {
        Task.detached {
            do {
                try await run(arguments, website, said)
                said.finish()
            } catch {
                said.finish(throwing: error)
            }
        }
    }

    /// Runs `notify-send`, and passes on each line that it prints. It ends when the notification is
    /// gone, or at once if there is no action.
    private static func run(
        _ arguments: [String], _ website: String?,
        _ said: AsyncThrowingStream<String, any Error>.Continuation
    ) async throws {
        let result = try await Subprocess.run(
            program, arguments: Arguments(arguments), input: .none, output: .sequence,
            error: .string(limit: 4096)
        ) { process in
            for try await line in process.standardOutput.strings() {
                said.yield(line)
                if line == visit, let website { try await open(website) }
            }
        }
        if !result.terminationStatus.isSuccess, !Task.isCancelled {
            throw DesktopError.refused(result.standardError)
        }
    }

    private static func open(_ website: String) async throws {
        _ = try await Subprocess.run(
            .name("xdg-open"), arguments: [website], input: .none, output: .discarded,
            error: .discarded)
    }
}

enum DesktopError: Error, CustomStringConvertible {
    case missing
    case nobody
    case refused(String)

    var description: String {
        switch self {
        case .missing: "notify-send is not installed: install libnotify-bin"
        case .nobody: "no desktop takes notifications: run this within its session"
        case .refused(let reason):
            "notify-send: \(reason.split(separator: "\n").first.map { String($0).visible } ?? "failed")"
        }
    }
}
