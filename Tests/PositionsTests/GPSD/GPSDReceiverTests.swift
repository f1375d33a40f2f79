import Geofencing
import Testing

@testable import Positions

/// Which reports become of gpsd's messages.
struct GPSDReceiverTests {
    private static let noon = Timestamp(iso8601: "2026-12-01T12:00:00Z")!

    /// Messages and when they come.
    private func reports(
        _ messages: [(Double, GPSDMessage)], wanted: String? = nil
    ) -> [Report] {
        var receiver = GPSDReceiver(wanted: wanted)
        return messages.flatMap { receiver.take($1, at: $0, system: Self.noon) }
    }

    private func fixes(_ messages: [(Double, GPSDMessage)], wanted: String? = nil) -> [Fix] {
        reports(messages, wanted: wanted).compactMap {
            if case .fix(let fix) = $0 { fix } else { nil }
        }
    }

    private func position(
        _ second: Double?, eph: Double? = 5, device: String = "a", latitude: Double = 52,
        mode: Int = 3, status: Int = 0
    ) -> GPSDMessage {
        .position(
            .init(
                device: device, time: second.map { Self.noon + $0 }, mode: mode,
                latitude: mode < 2 ? nil : latitude, longitude: mode < 2 ? nil : 4, eph: eph,
                status: status))
    }

    private func device(_ path: String, driver: String? = nil, isGone: Bool = false) -> GPSDMessage
    {
        .device(.init(path: path, driver: driver, isGone: isGone))
    }

    // MARK: - Epochs

    @Test func `two positions of one time are one fix, and the fuller counts`() {
        let both = fixes([
            (0, position(0, latitude: 1)), (0.1, position(0, latitude: 2)),
            (1, position(1, latitude: 3)),
        ])
        #expect(both.map(\.coordinate.latitude) == [1, 3], "the first was complete")
        let fuller = fixes([
            (0, position(0, eph: nil, latitude: 1)), (0.1, position(0, latitude: 2)),
            (1, position(1, latitude: 3)),
        ])
        #expect(fuller.map(\.coordinate.latitude) == [2, 3])
    }

    @Test func `one that stays alone is not waited for again`() {
        var receiver = GPSDReceiver()
        let counts = (0..<4).map { second in
            receiver.take(position(Double(second), eph: nil), at: Double(second), system: Self.noon)
                .filter { if case .fix = $0 { true } else { false } }.count
        }
        #expect(counts == [0, 2, 1, 1])
    }

    @Test func `a position after none of the same time is a fix`() {
        #expect(fixes([(0, position(0, mode: 1)), (0.1, position(0))]).count == 1)
    }

    @Test func `no position is a report, once`() {
        let found = reports([
            (0, position(0, mode: 1)), (0.1, position(0, mode: 1)), (1, position(1, mode: 0)),
        ])
        #expect(
            found == [.reception(.present), .noPosition(Self.noon), .noPosition(Self.noon + 1)])
    }

    // MARK: - Accuracy

    @Test(
        arguments: [
            ("NMEA0183", 0, 15.2, nil, 0.8), ("NMEA0183", 2, 4.75, nil, 1.0),
            ("NMEA0183", 3, 38, nil, 2),
            ("u-blox", 0, 3.5, 3.5, nil), (nil, 0, 15.2, 15.2, nil), ("NMEA0183", 0, nil, nil, nil),
            ("u-blox", 0, -3, nil, nil),
        ] as [(String?, Int, Double?, Double?, Double?)])
    func `eph is the receiver's own, or made of its HDOP`(
        driver: String?, status: Int, eph: Double?, accuracy: Double?, hdop: Double?
    ) {
        let fix = fixes([
            (0, device("a", driver: driver)), (0, position(0, eph: eph, status: status)),
            (1, position(1, eph: eph, status: status)),
        ]).first
        #expect(fix?.accuracy == accuracy)
        #expect(fix?.hdop == hdop)
    }

    @Test func `an error estimate of the same time or the one before comes first`() {
        let estimate = GPSDMessage.errorEstimate(
            .init(device: "a", time: Self.noon, latitude: 3, longitude: 4))
        let found = fixes([
            (0, device("a", driver: "NMEA0183")), (0, estimate), (0, position(0)), (1, position(1)),
            (2, position(2)),
        ])
        #expect(found.map(\.accuracy) == [5, 5, nil])
        #expect(found[2].hdop == 0.26)
    }

    @Test func `an estimate that always comes after the position is waited for`() {
        var receiver = GPSDReceiver()
        var found: [[Double?]] = []
        for second in 0..<6 {
            let now = Double(second)
            let estimate = GPSDMessage.errorEstimate(
                .init(device: "a", time: Self.noon + now, latitude: 3 * now, longitude: 4 * now))
            // It stops at the fourth.
            let messages =
                second < 4 ? [position(now, eph: 50), estimate] : [position(now, eph: 50)]
            for message in messages {
                found.append(
                    receiver.take(message, at: now, system: Self.noon).compactMap {
                        if case .fix(let fix) = $0 { fix.accuracy } else { nil }
                    })
            }
        }
        #expect(found == [[50], [], [50], [], [], [10], [], [15], [], [15, 50]])
    }

    @Test func `the HDOP of the sky stands in for a missing eph`() {
        let sky = GPSDMessage.sky(.init(device: "a", hdop: 1.5, satellitesUsed: 9))
        let found = fixes([
            (0, sky), (0.1, position(0, eph: nil)), (9, position(9)),
            (10, position(10)),
        ])
        #expect(found.map(\.hdop) == [1.5, nil, nil])
        #expect(found.map(\.satellites) == [9, 9, nil])
    }

    // MARK: - Receivers

    @Test func `of two receivers one is believed until it has no fix for five seconds`() {
        let found = fixes([
            (0, position(0, device: "a", latitude: 1)),
            (0.1, position(0.1, device: "b", latitude: 2)),
            (1, position(1, device: "a", latitude: 1)),
            (1.1, position(1.1, device: "b", latitude: 2)),
            (2, position(2, device: "a", mode: 1)), (3.1, position(3.1, device: "b", latitude: 2)),
            (6.1, position(6.1, device: "b", latitude: 2)),
            (6.5, position(6.5, device: "a", latitude: 1)),
        ])
        #expect(found.map(\.coordinate.latitude) == [1, 1, 2])
    }

    @Test func `only the receiver that is wanted counts`() {
        let found = reports(
            [
                (0, .devices([.init(path: "a")])), (0, position(0, device: "a")),
                (1, device("b")), (1, position(1, device: "b")),
            ], wanted: "b")
        #expect(found.count == 3)
        #expect(
            found[0]
                == .reception(.noReceiver("gpsd does not have b: plug it in, or name another one")))
        #expect(found[1] == .reception(.present))
    }

    @Test func `a receiver that is unplugged and back is told`() {
        let found = reports([
            (0, .devices([])), (1, device("a")), (2, device("a", isGone: true)),
            (3, device("a", isGone: true)), (4, position(4)),
        ])
        let words = found.map { report -> String in
            switch report {
            case .reception(.noReceiver): "none"
            case .reception(.present): "present"
            case .fix: "fix"
            default: "other"
            }
        }
        #expect(words == ["none", "present", "none", "present", "fix"])
    }

    @Test func `that there is no receiver is said at each answer`() {
        let none = GPSDMessage.devices([])
        let found = reports([(0, none), (2, none), (4, .devices([.init(path: "a")])), (6, none)])
        #expect(found.count == 4)
        #expect(found[0] == found[1])
        #expect(found[0] == found[3])
        #expect(found[2] == .reception(.present))
    }

    @Test func `a receiver that gpsd lists and that says nothing is silent`() {
        let list = GPSDMessage.devices([.init(path: "a")])
        #expect(reports([(0, list), (10, list)]) == [.reception(.present), .reception(.silent)])
        let found = reports([
            (0, list), (5, position(5)), (10, list), (16, list), (17, position(17)),
        ])
        #expect(found.count == 5)
        #expect(found[2] == .reception(.silent))
        #expect(found[3] == .reception(.present))
    }

    @Test func `a receiver that gpsd has forgotten is gone`() {
        let found = reports([
            (0, .devices([.init(path: "a")])), (1, position(1)), (12, .devices([])),
        ])
        #expect(
            found.last
                == .reception(
                    .noReceiver("gpsd has none: plug it in, or name it in gpsd's configuration")))
    }
}
