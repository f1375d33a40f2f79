/// What can be chosen in a notification on the desktop.
enum DesktopAction: String, CaseIterable {
    case route, mute, explain, visit, undo

    /// What the button says.
    var title: String {
        switch self {
        case .route: "Route"
        case .mute: "Not this one again"
        case .explain: "Explain"
        case .visit: "Website"
        case .undo: "Undo"
        }
    }
}
