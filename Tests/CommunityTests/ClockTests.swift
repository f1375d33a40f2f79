import Geofencing
import TestSupport
import Testing

@testable import Community

@Suite struct ClockTests {
    /// What was made before the clock was set.
    struct Before {
        let folder = TemporaryFolder()
        let time = TestTime()
        var community: Community
        let anna: PersonID
        let session: Secret
        let open: Secret
        let used: Secret
        let over: Secret

        init() async throws {
            community = try .open(in: folder, time)
            anna = try await community.add("Anna")
            over = try await community.addLink(for: anna, by: .machine).secret
            time.pass(2 * day)
            used = try await community.addLink(for: anna, by: .machine).secret
            _ = try await community.join(used)
            session = try await community.signIn(anna).secret
            open = try await community.addLink(for: anna, by: .machine).secret
        }

        /// As it is now: the session, the open link, the used one and the one that is over.
        func living() async throws -> String {
            var text = try await community.session(session) == nil ? "-" : "y"
            for link in [open, used, over] {
                do {
                    _ = try await community.look(link)
                    text += "y"
                } catch {
                    text += "-"
                }
            }
            return text
        }
    }

    @Test(arguments: [0, year, -year, 40 * day, -40 * day, 2 * hour, -2 * hour, 100 * year])
    func `a clock that is set ends nothing and revives nothing`(by: Int64) async throws {
        let before = try await Before()
        before.time.set(by: by)
        #expect(try await before.living() == "yy--")
        // And time goes on as it would have.
        before.time.pass(day - 1)
        #expect(try await before.living() == "yy--")
        before.time.pass(1)
        #expect(try await before.living() == "y---")
        before.time.pass(30 * day)
        #expect(try await before.living() == "----")
        before.time.set(by: -by)
        #expect(try await before.living() == "----")
    }

    @Test(arguments: [0, year, -year])
    func `so it is when the clock is set while the gateway is stopped`(by: Int64) async throws {
        var before = try await Before()
        before.time.set(by: by)
        before.community = try .open(in: before.folder, before.time)
        #expect(try await before.living() == "yy--")
        before.time.pass(day)
        before.community = try .open(in: before.folder, before.time)
        #expect(try await before.living() == "y---")
    }

    @Test(arguments: [
        // For how long the machine was off, as its clock says, and what lives after.
        (0, "yy--"), (hour, "yy--"), (day, "y---"), (29 * day, "y---"), (year, "y---"),
        (-hour, "yy--"), (-year, "yy--"),
    ])
    func `while the machine is off, at most a day passes, and never a negative time`(
        off: Int64, expected: String
    ) async throws {
        var before = try await Before()
        before.time.restart(after: off)
        before.community = try .open(in: before.folder, before.time, boot: "second")
        #expect(try await before.living() == expected)
    }

    @Test func `a clock that is set back and forth lets sessions grow no older and no younger`()
        async throws
    {
        let before = try await Before()
        for _ in 0..<10 {
            before.time.set(by: year)
            #expect(try await before.living().first == "y")
            before.time.set(by: -year)
            #expect(try await before.living().first == "y")
        }
        let session = try await before.community.sessions(of: before.anna, by: .machine)[0]
        #expect(session.began.seconds == TestTime.start + 2 * day)
    }

    @Test func `a phone is shared until the clock says so, and not again when it is set back`()
        async throws
    {
        let street = try await Street()
        let until = Timestamp(seconds: street.time.now + hour)
        try await street.community.share(
            "ben-phone", with: street.home, level: .position, until: until,
            by: .person(street.ben))
        func seen() async throws -> Visibility? {
            try await street.community.seenPhones(by: .person(street.carl)).levels["ben-phone"]
        }
        #expect(try await seen() == .position)
        street.time.pass(hour)
        street.time.set(by: -2 * hour)
        #expect(try await seen() == nil)
    }

    @Test(arguments: [0, 30, 60, -60])
    func `a clock that runs a little wrong is not set`(drift: Int64) {
        var clock = SteadyClock()
        clock.last = .init(time: 1000, uptime: 10, boot: "b")
        #expect(clock.step(to: .init(time: 1500 + drift, uptime: 510, boot: "b")) == 0)
        let set = drift + 3600 * (drift < 0 ? -1 : 1)
        #expect(clock.step(to: .init(time: 1500 + set, uptime: 510, boot: "b")) == set)
    }
}
