package import Geofencing

/// Which notices a listener wants to hear.
package struct NoticeFilter: Hashable, Sendable {
    /// `nil`: all of them; so with the others.
    package var transitions: Set<Transition.Kind>?
    /// Of regions.
    package var kinds: Set<String>?
    /// As notices name them: `nil` among them is for notices that name none.
    package var devices: Set<DeviceID?>?

    package init() {}

    func wants(_ entry: NoticeEntry) -> Bool {
        transitions?.contains(entry.transition) ?? true
            && kinds?.contains(entry.regionKind) ?? true
            && devices?.contains(entry.device) ?? true
    }
}
