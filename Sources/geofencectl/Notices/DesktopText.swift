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

    init(_ notice: NoticeSummary) {
        title = String(notice.name.visible.prefix(Self.longest))
        let what =
            switch notice.transition {
            case .enter: "\(String(decimals: 0, notice.distance)) m away"
            case .dwell: "still here"
            case .exit: "left"
            }
        let said = ([what] + notice.remarks).joined(separator: " · ")
        body = String(said.prefix(Self.longest)).markup
        website = notice.details["website"].flatMap { $0.isWebAddress ? $0 : nil }
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
