package import Geofencing

/// Which notices a listener wants to hear.
package struct NoticeFilter: Hashable, Sendable {
    /// `nil`: all of them; so with the others.
    package var transitions: Set<Transition.Kind>?
    /// Of regions.
    package var kinds: Set<String>?
    /// As notices name them: `nil` among them is for notices that name none.
    package var devices: Set<DeviceID?>?

    /// Whether the client wants to hear which notices are forgotten.
    package var tellsForgotten = false

    package init() {}

    func wants(_ entry: NoticeEntry) -> Bool {
        if entry.isForgotten { return tellsForgotten }
        return transitions?.contains(entry.transition) ?? true
            && kinds?.contains(entry.regionKind) ?? true
            && devices?.contains(entry.device) ?? true
    }
}
