import Geofencing
import Posix
import Subprocess
import SystemPackage

/// Shows notices on the desktop. Each stay has one notification, which dwell and exit replace.
final class DesktopNotices {
    /// The notification of each present stay.
    private var stays: [Stay: Notification] = [:]

    private struct Stay: Hashable {
        var device: String?
        var region: String

        init(_ notice: NoticeSummary) { (device, region) = (notice.device, notice.regionID) }
    }

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

    /// Shows what is one message, with one transition, and returns when that is done. Errors are
    /// written to standard error; later notices are shown all the same.
    func show(_ message: [NoticeSummary]) async {
        let message = message.filter { $0.late ?? 0 <= Self.latest }
        guard let transition = message.first?.transition else { return }
        let before = message.compactMap { stays.removeValue(forKey: Stay($0)) }
        // The new notification takes over the number.
        for stay in before { stay.click.cancel() }
        let id = transition == .enter ? nil : before.first?.id
        do {
            let shown = try await present(DesktopText(message), replacing: id)
            if transition == .exit { return shown.click.cancel() }
            for notice in message { stays[Stay(notice)] = shown }
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
