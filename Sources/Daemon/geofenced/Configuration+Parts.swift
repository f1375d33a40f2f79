import Geofencing
import Notifications
import Settings

extension Configuration {
    var notificationLog: NotificationLog.Settings {
        NotificationLog.Settings(
            durability: notifications.durability == .full ? .full : .normal,
            keepDays: notifications.keepDays, keepPositionDays: positions.keepDays)
    }

    var fleet: Fleet.Settings {
        var settings = Fleet.Settings()
        settings.rules = rules
        settings.transitions = devices.transitions
        settings.most = devices.most
        settings.inMemory = devices.inMemory
        settings.automatic = devices.automatic
        settings.explainMemory = devices.explainMemory << 20
        settings.keepsPositions = positions.keepDays > 0
        return settings
    }

    /// The keys that differ in `other`, and that are read only when the daemon starts.
    func keysThatNeedRestart(in other: Configuration) -> [String] {
        var keys: [String] = []
        if source != other.source { keys.append("source") }
        if speed != other.speed { keys.append("speed") }
        if atEnd != other.atEnd { keys.append("at_end") }
        if now != other.now { keys.append("now") }
        if stateDirectory != other.stateDirectory { keys.append("state_directory") }
        if device.id != other.device.id { keys.append("device.id") }
        if notifications.socket != other.notifications.socket {
            keys.append("notifications.socket")
        }
        if control.socket != other.control.socket { keys.append("control.socket") }
        return keys
    }
}
