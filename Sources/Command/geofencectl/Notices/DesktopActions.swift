import APIClient
import Geofencing
import Posix
import Subprocess

/// Does what somebody chooses in a notification on the desktop.
struct DesktopActions: Sendable {
    /// Whose notices these are; `nil` if that is not known, and then nothing is explained.
    var daemon: APIClient?
    var mutes: AccountMutes

    /// What can be done with a message. `canMute`: whether there is somebody for whom it is muted.
    func offered(for message: [NoticeSummary], canMute: Bool) -> [DesktopAction] {
        // Who has left is not on the way there.
        guard message.first?.transition != .exit else { return [] }
        return DesktopAction.allCases.filter { action in
            switch action {
            case .route: true
            case .mute: canMute
            case .explain: daemon != nil && message.contains { $0.sequence != nil }
            case .visit: DesktopText(message).website != nil
            case .undo: false
            }
        }
    }

    /// What goes wrong is shown as well.
    func `do`(_ action: DesktopAction, with message: [NoticeSummary]) async {
        guard let first = message.first else { return }
        do {
            switch action {
            case .route: try await route(to: first)
            case .mute: try await mute(message)
            case .explain: try await show(first.name, try await explanation(of: message))
            case .visit:
                if let website = DesktopText(message).website { _ = try await open(website) }
            case .undo: break
            }
        } catch {
            try? await show(first.name, "\(error)")  // There may be no desktop any more.
        }
    }

    /// Opens the place in the program that the desktop has for maps.
    private func route(to notice: NoticeSummary) async throws {
        let center = notice.center
        let address =
            "geo:\(String(decimals: 6, center.latitude)),\(String(decimals: 6, center.longitude))"
        guard try await !open(address) else { return }
        try await show(
            notice.name, "no program opens \(address): install one for maps, as gnome-maps")
    }

    private func explanation(of message: [NoticeSummary]) async throws -> String {
        guard let daemon else { return "" }
        var sentences: [String] = []
        for notice in message {
            guard let sequence = notice.sequence else { continue }
            let device = notice.device.map { [(name: "device", value: $0)] } ?? []
            let report = try ExplanationReport(
                json: try await daemon.object(
                    "/v1/explain", [(name: "sequence", value: "\(sequence)")] + device))
            sentences +=
                report.moments.isEmpty
                ? [report.emptiness] : report.moments.map(report.sentence)
        }
        return sentences.joined(separator: "\n")
    }

    private func mute(_ message: [NoticeSummary]) async throws {
        let added = try await mutes.add(message)
        let text = DesktopText(
            title: message.first?.name ?? "", body: "You will not be told of this again.")
        var isUndone = false
        try await NotifySend(text: text, actions: [.undo]).run(chosen: { _ in isUndone = true })
        if isUndone { try await mutes.remove(added) }
    }

    private func show(_ title: String, _ body: String) async throws {
        try await NotifySend(text: DesktopText(title: title, body: body)).run()
    }

    /// Returns `false` if nothing opens it.
    private func open(_ address: String) async throws -> Bool {
        let result = try await Subprocess.run(
            .name("xdg-open"), arguments: [address], input: .none, output: .discarded,
            error: .discarded)
        return result.terminationStatus.isSuccess
    }
}
