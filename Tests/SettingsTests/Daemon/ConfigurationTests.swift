import Formats
import Geofencing
import Settings
import Testing

private func read(_ text: String) throws(ConfigurationError) -> Configuration {
    do {
        return try Configuration(TOMLDocument(Array(text.utf8), name: "g.toml"))
    } catch let error as ConfigurationError {
        throw error
    } catch {
        preconditionFailure("not TOML: \(error)")
    }
}

private func message(_ text: String) -> String? {
    do {
        _ = try read(text)
        return nil
    } catch {
        return error.description
    }
}

struct ConfigurationTests {
    @Test func `an empty file is the defaults`() throws {
        #expect(try read("") == Configuration())
    }

    @Test func `every key is taken over`() throws {
        let configuration = try read(
            """
            source = "gpx:/walk.gpx"
            speed = "max"
            at_end = "loop"
            state_directory = "/state"
            [device]
            id = "pi-car.2"
            [fixes]
            max_accuracy = 30
            unknown_accuracy = "accept"
            hdop_metres = 4.5
            [regions]
            file = "/regions.geojson"
            radius = 150
            refresh_distance = 1000
            load_radius = 2500.5
            dwell = 0
            cooldown = 60
            refresh_age = 3600
            [notifications]
            socket = "/n.sock"
            transitions = ["exit", "dwell", "exit"]
            keep_days = 7
            durability = "normal"
            [devices]
            automatic = true
            most = 5
            in_memory = 4
            transitions = ["exit"]
            explain_memory = 0
            [positions]
            keep_days = 0
            [control]
            socket = "/c.sock"
            """)
        var expected = Configuration()
        expected.source = "gpx:/walk.gpx"
        expected.speed = .max
        expected.atEnd = .loop
        expected.stateDirectory = "/state"
        expected.device.id = DeviceID(fitting: "pi-car.2")
        expected.fixes.maxAccuracy = 30
        expected.fixes.unknownAccuracy = .accept
        expected.fixes.hdopMetres = 4.5
        expected.regions.file = "/regions.geojson"
        expected.regions.radius = 150
        expected.regions.refreshDistance = 1000
        expected.regions.loadRadius = 2500.5
        expected.regions.dwell = 0
        expected.regions.cooldown = 60
        expected.regions.refreshAge = 3600
        expected.notifications.socket = "/n.sock"
        expected.notifications.transitions = [.exit, .dwell]
        expected.notifications.keepDays = 7
        expected.notifications.durability = .normal
        expected.devices.automatic = true
        expected.devices.most = 5
        expected.devices.inMemory = 4
        expected.devices.transitions = [.exit]
        expected.devices.explainMemory = 0
        expected.positions.keepDays = 0
        expected.control.socket = "/c.sock"
        #expect(configuration == expected)
    }

    @Test(arguments: [
        ("spede = 2", "1: spede: is unknown: did you mean 'speed'?"),
        ("source = 3", "1: source: 3 is a number: use a source in quotes"),
        ("source = ''", "1: source: is empty: use a source"),
        ("speed = 0", #"1: speed: 0 is not a speed: use a factor from 0.001 to 1000000, or "max""#),
        (
            "speed = -1",
            #"1: speed: -1 is not a speed: use a factor from 0.001 to 1000000, or "max""#
        ),
        (
            "speed = nan",
            #"1: speed: nan is not a speed: use a factor from 0.001 to 1000000, or "max""#
        ),
        (
            "speed = 1e7",
            #"1: speed: 10000000 is not a speed: use a factor from 0.001 to 1000000, or "max""#
        ),
        (
            "speed = 'fast'",
            #"1: speed: 'fast' is not a speed: use a factor from 0.001 to 1000000, or "max""#
        ),
        ("at_end = 'stop'", #"1: at_end: 'stop' is not known: use "exit", "wait" or "loop""#),
        (
            "state_directory = \"a\\u0000b\"",
            "1: state_directory: has a NUL in it: use a path without"
        ),
        (
            "fixes.max_accuracy = 'twenty'",
            "1: fixes.max_accuracy: 'twenty' is text: use a number of metres"
        ),
        (
            "fixes.max_accuracy = nan",
            "1: fixes.max_accuracy: nan is not finite: use a number of metres above 0"
        ),
        (
            "fixes.max_accuracy = inf",
            "1: fixes.max_accuracy: inf is not finite: use a number of metres above 0"
        ),
        (
            "fixes.max_accuracy = 0.0",
            "1: fixes.max_accuracy: 0 is not above 0: use a number of metres above 0"
        ),
        (
            "fixes.unknown_accuracy = true",
            #"1: fixes.unknown_accuracy: true is a boolean: use "accept" or "drop""#
        ),
        (
            "fixes.hdop_metres = -5",
            "1: fixes.hdop_metres: -5 is not above 0: use a number of metres above 0"
        ),
        ("regions.file = ''", "1: regions.file: is empty: use a path"),
        (
            "regions.radius = 100001",
            "1: regions.radius: 100001 is over 100000: use a number of metres above 0 at most 100000"
        ),
        ("regions.dwell = -1", "1: regions.dwell: -1 is below 0: use a number of seconds from 0"),
        (
            "regions.cooldown = inf",
            "1: regions.cooldown: inf is not finite: use a number of seconds from 0"
        ),
        (
            "regions.refresh_age = 0",
            "1: regions.refresh_age: 0 is not above 0: use a number of seconds above 0"
        ),
        (
            "regions.load_radius = 2519",
            "1: regions.load_radius: a load_radius of 2519 misses regions: use at least 2520 (refresh_distance, longest way, max_accuracy: 1500 + 1000 + 20)"
        ),
        (
            "\n[regions]\nrefresh_distance = 5000",
            "3: regions.refresh_distance: a load_radius of 3000 misses regions: use at least 6020 (refresh_distance, longest way, max_accuracy: 5000 + 1000 + 20)"
        ),
        (
            "notifications.transitions = []",
            #"1: notifications.transitions: is empty: use at least one, as in ["enter"]"#
        ),
        (
            "notifications.transitions = 'enter'",
            "1: notifications.transitions: 'enter' is text: use a list of transitions"
        ),
        (
            "notifications.transitions = [\n'enter',\n'left']",
            #"3: notifications.transitions[2]: 'left' is not known: use "enter", "dwell" or "exit""#
        ),
        (
            "notifications.keep_days = 0",
            "1: notifications.keep_days: 0 is below 1: use a whole number of days from 1 to 36500"
        ),
        (
            "notifications.keep_days = 1.5",
            "1: notifications.keep_days: 1.5 is a number: use a whole number of days"
        ),
        (
            "notifications.durability = 'none'",
            #"1: notifications.durability: 'none' is not known: use "full" or "normal""#
        ),
        (
            "device.id = 'My Phone'",
            "1: device.id: 'My Phone' is not an id: use up to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or digit"
        ),
        ("device.id = 3", "1: device.id: 3 is a number: use an id in quotes"),
        ("devices.automatic = 'yes'", "1: devices.automatic: 'yes' is text: use true or false"),
        (
            "devices.most = 0",
            "1: devices.most: 0 is below 1: use a whole number of devices from 1 to 1000000"
        ),
        (
            "devices.in_memory = -1",
            "1: devices.in_memory: -1 is below 1: use a whole number of devices from 1 to 1000000"
        ),
        (
            "devices.transitions = []",
            #"1: devices.transitions: is empty: use at least one, as in ["enter"]"#
        ),
        (
            "devices.explain_memory = 5000",
            "1: devices.explain_memory: 5000 is over 4096: use a whole number of MiB from 0 to 4096"
        ),
        (
            "positions.keep_days = -1",
            "1: positions.keep_days: -1 is below 0: use a whole number of days from 0 to 36500"
        ),
        (
            "control.socket = '/run/geofenced/notifications.sock'",
            "1: control.socket: is the socket for control and notifications: use two paths"
        ),
        (
            "[control]\nsocket = \"/run/\\u0000\"",
            "2: control.socket: has a NUL in it: use a path without"
        ),
        ("[[regions]]\nfile = 'x'", "1: regions: is a list: use a table, as in [regions]"),
    ])
    func `a bad value names file, line and key`(text: String, expected: String) {
        #expect(message(text) == "g.toml:\(expected)")
    }

    @Test func `a socket path is at most 107 bytes`() {
        let path = "/" + String(repeating: "é", count: 53)
        #expect(message("control.socket = '\(path)'") == nil)
        #expect(
            message("control.socket = '\(path)x'")
                == "g.toml:1: control.socket: is 108 bytes long: use a path of at most 107")
    }

    @Test func `all that is wrong is told, in the order of the lines`() {
        let text = """
            [regions]
            radius = "wide"
            raduis = 5
            [fixes]
            max_accuracy = -1
            """
        #expect(
            message(text) == """
                g.toml:2: regions.radius: 'wide' is text: use a number of metres
                g.toml:3: regions.raduis: is unknown: did you mean 'radius'?
                g.toml:5: fixes.max_accuracy: -1 is not above 0: use a number of metres above 0
                """)
    }

    @Test func `a source that is none is told with all else, and what does not go together too`() {
        let text = """
            source = "gsd:"
            spede = 2
            [control]
            socket = "/run/geofenced/notifications.sock"
            [regions]
            load_radius = "wide"
            refresh_distance = 5000
            """
        #expect {
            try Configuration(TOMLDocument(Array(text.utf8), name: "g.toml")) { source throws in
                struct Unknown: Error, CustomStringConvertible {
                    let description: String
                }
                throw Unknown(description: "no source is called '\(source)': use another")
            }
        } throws: {
            "\($0)" == """
                g.toml:1: source: no source is called 'gsd:': use another
                g.toml:2: spede: is unknown: did you mean 'speed'?
                g.toml:4: control.socket: is the socket for control and notifications: use two paths
                g.toml:6: regions.load_radius: 'wide' is text: use a number of metres
                """
        }
    }

    @Test func `of twenty thousand unknown keys, twenty are told`() {
        let text = (1...20_000).map { "key\($0) = 1\n" }.joined()
        let lines = message(text)?.split(separator: "\n") ?? []
        #expect(lines.count == 21)
        #expect(
            lines.first?.hasPrefix("g.toml:1: key1: is unknown: use one of source, speed, ") == true
        )
        #expect(lines.last == "… and 19980 more errors")
    }

    @Test func `a missing file is one line`() {
        #expect {
            try Configuration.load(path: "/nonexistent/g.toml")
        } throws: {
            "\($0)" == "/nonexistent/g.toml: cannot be opened: no such file or directory"
        }
    }

    @Test func `the defaults are those of the rules`() {
        let (rules, defaults) = (Configuration().rules, Rules())
        #expect(rules.filter.worstAccuracy == defaults.filter.worstAccuracy)
        #expect(rules.filter.ladder == defaults.filter.ladder)
        #expect(rules.acceptsUnknownAccuracy == defaults.acceptsUnknownAccuracy)
        #expect(rules.refresh.distance == defaults.refresh.distance)
        #expect(rules.refresh.reach == defaults.refresh.reach)
        #expect(rules.refresh.age == defaults.refresh.age)
        #expect(rules.regions.dwell == defaults.regions.dwell)
        #expect(rules.regions.cooldown == defaults.regions.cooldown)
    }

    @Test func `the rules follow the configuration`() {
        var configuration = Configuration()
        configuration.fixes.maxAccuracy = 1
        configuration.fixes.hdopMetres = 2
        configuration.fixes.unknownAccuracy = .drop
        configuration.regions.refreshDistance = 3
        configuration.regions.loadRadius = 4
        configuration.regions.refreshAge = 5
        configuration.regions.dwell = 6
        configuration.regions.cooldown = 7
        let rules = configuration.rules
        #expect(rules.filter.worstAccuracy == 1)
        #expect(rules.filter.ladder.hdopMetres == 2)
        #expect(rules.acceptsUnknownAccuracy == false)
        #expect(rules.refresh.distance == 3)
        #expect(rules.refresh.reach == 4)
        #expect(rules.refresh.age == 5)
        #expect(rules.regions.dwell.after == 6)
        #expect(rules.regions.cooldown.time == 7)
    }
}
