import Geofencing
import Posix

/// What a notification on the desktop says.
struct DesktopText: Equatable {
    var title: String
    /// Desktops know some tags: `<`, `>` and `&` are escaped.
    var body: String
    /// The website; `nil` if there is no address that a browser can open.
    var website: String?

    /// Characters of the title, and of the body: a longer text would fill the screen.
    private static let longest = 300

    /// What is no notice itself, as what became of an action.
    init(title: String, body: String) {
        self.title = String(title.visible.prefix(Self.longest))
        self.body = String(body.prefix(Self.longestAnswer)).markup
    }

    /// Characters of what somebody has asked for.
    private static let longestAnswer = 1500

    /// `message`: one notice at least; the first gives the title, and each has a line.
    init(_ message: [NoticeSummary]) {
        title = String((message.first?.name ?? "").visible.prefix(Self.longest))
        let lines = message.enumerated().map { i, notice in
            (i == 0 ? "" : "\(notice.regionKind.visible) \(notice.name.visible): ") + notice.said
        }
        body = String(lines.joined(separator: "\n").prefix(Self.longest)).markup
        website = message.lazy.compactMap { $0.details["website"] }.first(where: \.isWebAddress)
    }
}

extension NoticeSummary {
    fileprivate var said: String {
        let what =
            switch transition {
            case .enter: "\(String(decimals: 0, distance)) m away"
            case .dwell: "still here"
            case .exit: "left"
            }
        return ([what] + remarks).joined(separator: " · ")
    }
}

extension String {
    /// Whether it is an address of the web. Nothing else may be opened, because files and programs
    /// have addresses too.
    fileprivate var isWebAddress: Bool {
        ["http://", "https://"].contains { lowercased().hasPrefix($0) }
            && unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }
}
