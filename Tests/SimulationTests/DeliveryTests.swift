import Geofencing
import Testing

@testable import Simulation

extension SimulationTests {
    struct DeliveryTests {
        private func hour(_ delivery: String) async throws -> [Epoch] {
            Array(try await stay(hours: 5, more: "[delivery]\n" + delivery))
        }

        @Test func `epochs come in order, at the rate, from the start to the end`() async throws {
            let epochs = try await hour("")
            #expect(epochs.count == 1801)
            #expect(
                epochs.enumerated().allSatisfy { place, epoch in
                    epoch.time == Scenario.defaultStart + Double(place) * 10
                        && epoch.fix?.time == epoch.time
                })
        }

        @Test func `the asked share is repeated, late or lost`() async throws {
            let repeated = try await hour("repeated = 0.1")
            let twice = zip(repeated, repeated.dropFirst()).count { $0.time == $1.time }
            #expect(abs(Double(twice) / 1801 - 0.1) < 0.025)
            let late = try await hour("late = 0.1")
            #expect(Set(late.map(\.time)).count == 1801 && late.count == 1801)
            let back = zip(late, late.dropFirst()).count { $0.time > $1.time }
            #expect(abs(Double(back) / 1801 - 0.1) < 0.025)
            let lost = try await hour("lost = 0.1")
            #expect(abs(Double(lost.count) / 1801 - 0.9) < 0.025)
        }

        @Test func `a rollover puts the dates back by 1024 weeks, and nothing else`() async throws {
            let (right, wrong) = (try await hour(""), try await hour("rollover = true"))
            #expect(right.count == wrong.count)
            for (a, b) in zip(right, wrong) {
                #expect(a.time == b.time && a.fix?.coordinate == b.fix?.coordinate)
                let (then, now) = (try #require(b.fix).time, try #require(a.fix).time)
                #expect(now - then == SimulatedTrace.rollover)
            }
        }

        @Test func `what goes wrong on the way changes nothing of the rest`() async throws {
            let plain = Set(try await hour("").map(\.fix))
            let rest = try await hour("lost = 0.5").map(\.fix)
            #expect(rest.count > 600 && plain.isSuperset(of: rest))
        }

        @Test func `another seed is another receiver`() async throws {
            let a = try await stay(hours: 1, seed: 1).map(\.fix)
            #expect(try await stay(hours: 1, seed: 1).map(\.fix) == a)
            #expect(try await stay(hours: 1, seed: 2).map(\.fix) != a)
        }
    }
}
