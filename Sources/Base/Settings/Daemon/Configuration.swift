package import Geofencing
import Posix

/// The settings of `geofenced.toml`, with their defaults.
///
/// A setting is a property here, and a key in `Configuration.Key`.
package struct Configuration: Equatable, Sendable {
    /// Where fixes come from, as in `nmea:/path`.
    package var source = "gpsd:localhost:2947"
    /// Of traces only.
    package var speed = Speed.factor(1)
    /// Of traces only.
    package var atEnd = AtEnd.exit
    /// Of traces only: whether their times are moved, so that they begin now.
    package var now = false
    /// The directory of what outlives the process.
    package var stateDirectory = "/var/lib/geofenced"
    package var device = Device()
    package var fixes = Fixes()
    package var regions = Regions()
    package var notifications = Notifications()
    package var devices = Devices()
    package var positions = Positions()
    package var control = Control()

    package init() {}

    /// What to do when a trace has ended.
    package enum AtEnd: String, CaseIterable, Sendable {
        case exit, wait, loop
    }

    /// The daemon's own source, as a device.
    package struct Device: Equatable, Sendable {
        /// By default the host's name, made to fit.
        package var id = DeviceID(fitting: hostName())
    }

    package struct Fixes: Equatable, Sendable {
        /// Metres; a fix of exactly this accuracy passes.
        package var maxAccuracy = 20.0
        /// `nil`: accept in traces, drop from a live receiver.
        package var unknownAccuracy: UnknownAccuracy?
        /// Metres of accuracy for each unit of HDOP.
        package var hdopMetres = 5.0
    }

    /// What to do with fixes that do not say their accuracy.
    package enum UnknownAccuracy: String, CaseIterable, Sendable {
        case accept, drop
    }

    package struct Regions: Equatable, Sendable {
        /// A GeoJSON file that the regions are in; `nil` is none.
        package var file: String?
        /// Metres, for a region that has no radius of its own.
        package var radius = Region.defaultRadius
        /// Metres from where regions were last looked up to where they are looked up again.
        package var refreshDistance = 1500.0
        /// Metres around the device within which regions are looked up.
        package var loadRadius = 3000.0
        /// Seconds inside a region until a dwell is reported; 0: none is.
        package var dwell = 300.0
        /// Seconds out of a region after which coming back is reported; 0: at once.
        package var cooldown = 150.0
        /// Seconds after which regions are looked up again, wherever the device is.
        package var refreshAge = 86_400.0
    }

    package struct Notifications: Equatable, Sendable {
        /// The path of the notification socket.
        package var socket = "/run/geofenced/notifications.sock"
        /// Which are reported; at least one.
        package var transitions: Set<Transition.Kind> = [.enter]
        /// Days that notices are kept.
        package var keepDays = 90
        package var durability = Durability.full
    }

    /// What a reported notice survives.
    package enum Durability: String, CaseIterable, Sendable {
        /// A power cut.
        case full
        /// The death of the process.
        case normal
    }

    /// The devices whose positions are pushed to the control socket.
    package struct Devices: Equatable, Sendable {
        /// Whether the first position of an unknown device makes it known.
        package var automatic = false
        /// How many there may be.
        package var most = 100_000
        /// How many are kept in memory: those that moved last.
        package var inMemory = 10_000
        /// Which are reported; at least one.
        package var transitions: Set<Transition.Kind> = [.enter, .dwell, .exit]
        /// MiB for the last positions of all devices, which explanations need; 0: none are kept.
        package var explainMemory = 16
    }

    package struct Positions: Equatable, Sendable {
        /// Days that positions are kept; 0: none are.
        package var keepDays = 30
    }

    package struct Control: Equatable, Sendable {
        /// The path of the control socket.
        package var socket = "/run/geofenced/control.sock"
    }
}
