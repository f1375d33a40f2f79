import Posix
import Subprocess
import SystemPackage

/// A notification on the desktop, as `notify-send` shows it.
struct NotifySend: Sendable {
    var text: DesktopText
    var actions: [DesktopAction] = []
    /// The desktop's number of the notification that it replaces; `nil`: of none.
    var replaces: String?

    private static let program = Executable.name("notify-send")

    /// Throws if `notify-send` is not installed.
    static func check() async throws {
        do {
            _ = try await Subprocess.run(
                program, arguments: ["--version"], output: .discarded, error: .discarded)
        } catch {
            throw DesktopError.missing
        }
    }

    /// Returns when the notification is gone, or at once if there is no action. `shown`: is called
    /// with the desktop's number for it; `chosen`: with each action that somebody chooses.
    func run(
        shown: (String) -> Void = { _ in }, chosen: (DesktopAction) async -> Void = { _ in }
    ) async throws {
        // notify-send 0.8.1 keeps the number to itself until the notification is gone, if it writes to a
        // pipe: nothing else would be shown until somebody chooses. stdbuf has it write line by line.
        let result = try await Subprocess.run(
            .name("stdbuf"), arguments: Arguments(["-oL", "notify-send"] + arguments),
            input: .none, output: .sequence, error: .string(limit: 4096)
        ) { process in
            for try await line in process.standardOutput.strings() {
                if let action = DesktopAction(rawValue: line) {
                    await chosen(action)
                } else {
                    shown(line)
                }
            }
        }
        if !result.terminationStatus.isSuccess, !Task.isCancelled {
            throw DesktopError.refused(result.standardError)
        }
    }

    private var arguments: [String] {
        ["--app-name=geofenced", "--icon=mark-location", "--print-id"]
            + (replaces.map { ["--replace-id=\($0)"] } ?? [])
            + actions.map { "--action=\($0.rawValue)=\($0.title)" } + ["--", text.title, text.body]
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
            // It warns first, and says at the end why it gave up.
            "notify-send: \(reason.split(separator: "\n").last.map { String($0).visible } ?? "failed")"
        }
    }
}
