import Formats
import Geofencing
import Posix

extension Configuration {
    /// The keys of the file, dotted, in the order to show them.
    package enum Key: String, CaseIterable, Sendable {
        case source
        case speed
        case atEnd = "at_end"
        case now
        case stateDirectory = "state_directory"

        case deviceID = "device.id"

        case maxAccuracy = "fixes.max_accuracy"
        case unknownAccuracy = "fixes.unknown_accuracy"
        case hdopMetres = "fixes.hdop_metres"

        case regionFile = "regions.file"
        case radius = "regions.radius"
        case refreshDistance = "regions.refresh_distance"
        case loadRadius = "regions.load_radius"
        case dwell = "regions.dwell"
        case cooldown = "regions.cooldown"
        case refreshAge = "regions.refresh_age"

        case notificationSocket = "notifications.socket"
        case transitions = "notifications.transitions"
        case keepDays = "notifications.keep_days"
        case durability = "notifications.durability"

        case automaticDevices = "devices.automatic"
        case mostDevices = "devices.most"
        case devicesInMemory = "devices.in_memory"
        case deviceTransitions = "devices.transitions"
        case explainMemory = "devices.explain_memory"

        case keepPositionDays = "positions.keep_days"

        case controlSocket = "control.socket"
    }

    /// Sets the property of `key` to a value of the file, or throws what is wrong with that.
    mutating func set(_ key: Key, to value: TOMLValue) throws(TOMLError) {
        switch key {
        case .source: source = try value.path(called: "a source")
        case .speed: speed = try value.speed()
        case .atEnd: atEnd = try value.choice()
        case .now: now = try value.boolean()
        case .stateDirectory: stateDirectory = try value.path()

        case .deviceID: device.id = try value.deviceID()

        case .maxAccuracy: fixes.maxAccuracy = try value.metres()
        case .unknownAccuracy: fixes.unknownAccuracy = try value.choice(of: UnknownAccuracy.self)
        case .hdopMetres: fixes.hdopMetres = try value.metres()

        case .regionFile: regions.file = try value.path()
        case .radius: regions.radius = try value.metres(to: Region.largestRadius)
        case .refreshDistance: regions.refreshDistance = try value.metres()
        case .loadRadius: regions.loadRadius = try value.metres(to: farthest)
        case .dwell: regions.dwell = try value.number(of: "seconds", from: 0)
        case .cooldown: regions.cooldown = try value.number(of: "seconds", from: 0)
        case .refreshAge: regions.refreshAge = try value.number(of: "seconds", above: 0)

        case .notificationSocket: notifications.socket = try value.socketPath()
        case .transitions: notifications.transitions = try value.transitions()
        case .keepDays: notifications.keepDays = try value.integer(of: "days", in: 1...36_500)
        case .durability: notifications.durability = try value.choice()

        case .automaticDevices: devices.automatic = try value.boolean()
        case .mostDevices: devices.most = try value.integer(of: "devices", in: 1...1_000_000)
        case .devicesInMemory:
            devices.inMemory = try value.integer(of: "devices", in: 1...1_000_000)
        case .deviceTransitions: devices.transitions = try value.transitions()
        case .explainMemory: devices.explainMemory = try value.integer(of: "MiB", in: 0...4096)

        case .keepPositionDays: positions.keepDays = try value.integer(of: "days", in: 0...36_500)

        case .controlSocket: control.socket = try value.socketPath()
        }
    }
}

/// Metres; about half-way round the Earth.
private let farthest = 20_000_000.0

extension TOMLValue {
    fileprivate func metres(to most: Double? = nil) throws(TOMLError) -> Double {
        try number(of: "metres", above: 0, to: most)
    }

    fileprivate func deviceID() throws(TOMLError) -> DeviceID {
        let text = try text("an id in quotes")
        if let id = DeviceID(text) { return id }
        throw error("\(text.quoted) is not an id", use: DeviceID.form)
    }

    fileprivate func speed() throws(TOMLError) -> Speed {
        if asText == Speed.maxName { return .max }
        if let speed = asNumber.flatMap(Speed.init(factor:)) { return speed }
        throw error("\(written) is not a speed", use: "\(Speed.limits), or \"\(Speed.maxName)\"")
    }

    fileprivate func transitions() throws(TOMLError) -> Set<Transition.Kind> {
        var kinds: Set<Transition.Kind> = []
        for element in try list(of: "transitions") { kinds.insert(try element.choice()) }
        if kinds.isEmpty { throw error("is empty", use: "at least one, as in [\"enter\"]") }
        return kinds
    }
}
