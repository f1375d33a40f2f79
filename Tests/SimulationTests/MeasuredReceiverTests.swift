import Formats
import Geofencing
import Testing

@testable import Simulation

extension SimulationTests {
    /// Hours of the simulator have what was measured of real receivers, within a third or so: a log
    /// of a day has no more than that to say. docs/simulation.md has the figures and their sources.
    struct MeasuredReceiverTests {
        private static let here = Coordinate(latitude: 52.3731, longitude: 4.8926)
        private static let e = 2.718_281_828

        /// A second of a journey north.
        struct Second {
            var fix: Fix
            /// Metres that it is off.
            var error: Offset
            /// What its velocity is more than the true one, in metres per second; `nil` without a
            /// course on the move.
            var velocity: Offset?
        }

        private func seconds(
            hours: Double, _ mode: TravelMode, _ sky: Sky, speed: Double,
            _ kind: ReceiverKind = .phone, seed: UInt64 = 1
        ) -> [Second] {
            let leg = Scenario.Leg(
                mode: mode, points: [], speed: speed, lights: 0, sky: sky, receiver: kind,
                accuracy: .honest, location: TOMLLocation(file: "", line: 1, key: ""))
            var scenario = Scenario(legs: [leg])
            (scenario.seed, scenario.isMeasured) = (seed, true)
            let point = Vector(Self.here)
            let state = Motion.State(
                point: point, heading: point.eastAndNorth.north, speed: speed, leg: 0)
            var receiver = MeasuredReceiver(scenario)
            return (0..<Int(hours * 3600)).compactMap { place in
                let time = scenario.start + Double(place)
                guard let fix = receiver.observe(state, leg, at: time, after: 1).fix else {
                    return nil
                }
                var second = Second(fix: fix, error: error(fix, Self.here))
                if let speed = fix.speed, let track = fix.track {
                    let (sine, cosine) = DeterministicMath.sineAndCosine(track * .pi / 180)
                    second.velocity = Offset(
                        east: speed * sine, north: speed * cosine - state.speed)
                }
                return second
            }
        }

        // MARK: Excursions

        /// Errors of more than 20 m until one of less than 15 m.
        private struct Found {
            /// Seconds since the error was 8 m.
            var rise: Double
            /// Seconds with more than 20 m.
            var length = 0.0
            var peak = 0.0
            /// What the stated accuracy is multiplied by since the error was 8 m.
            var accuracy: Double
        }

        private func excursions(_ seconds: [Second]) -> [Found] {
            var found: [Found] = []
            var isOn = false
            var calm: Second?
            for second in seconds {
                let metres = second.error.length
                if metres < 8 { calm = second }
                if metres < 15 { isOn = false }
                guard metres > 20 else { continue }
                if !isOn, let calm {
                    found.append(
                        Found(
                            rise: second.fix.time - calm.fix.time,
                            accuracy: second.fix.accuracy! / calm.fix.accuracy!))
                    isOn = true
                }
                guard !found.isEmpty else { continue }
                found[found.count - 1].length += 1
                found[found.count - 1].peak = max(found[found.count - 1].peak, metres)
            }
            return found
        }

        @Test func `between high buildings, excursions are as many, as high, as slow and as long`()
        {
            let hours = 48.0
            let seconds = seconds(hours: hours, .walk, .canyon, speed: 1.4)
            let found = excursions(seconds)
            #expect((7...10).contains(Double(found.count) / hours), "\(found.count)")
            let peaks = found.map(\.peak)
            #expect((25...32).contains(peaks.quantile(0.5)), "\(peaks.quantile(0.5))")
            #expect((45...68).contains(peaks.quantile(0.9)), "\(peaks.quantile(0.9))")
            #expect((90...150).contains(peaks.quantile(1)), "\(peaks.quantile(1))")
            let lengths = found.map(\.length)
            #expect((28...48).contains(lengths.quantile(0.5)), "\(lengths.quantile(0.5))")
            #expect((105...185).contains(lengths.quantile(0.9)), "\(lengths.quantile(0.9))")
            #expect(lengths.quantile(1) < 800, "\(lengths.quantile(1))")
            let rises = found.map(\.rise)
            #expect((13...24).contains(rises.quantile(0.5)), "\(rises.quantile(0.5))")
            #expect((45...80).contains(rises.quantile(0.9)), "\(rises.quantile(0.9))")
            #expect((0.06...0.16).contains(rises.share { $0 <= 2 }), "\(rises.share { $0 <= 2 })")
            #expect((0.38...0.58).contains(rises.share { $0 > 20 }), "\(rises.share { $0 > 20 })")
            let steps = zip(seconds, seconds.dropFirst()).map { now, next in
                Offset(
                    east: next.error.east - now.error.east,
                    north: next.error.north - now.error.north
                ).length
            }
            #expect(steps.quantile(1) < 50)
        }

        @Test func `the accuracy hardly knows of the error`() {
            let seconds = seconds(hours: 48, .walk, .canyon, speed: 1.4, seed: 2)
            let (errors, accuracies) = (seconds.map(\.error.length), seconds.map(\.fix.accuracy!))
            #expect(abs(correlation(errors, accuracies)) < 0.16)
            let times = zip(errors, accuracies).map { $0 / $1 }
            #expect((0.2...0.34).contains(times.share { $0 > 2 }), "\(times.share { $0 > 2 })")
            #expect((0.09...0.15).contains(times.share { $0 > 4 }), "\(times.share { $0 > 4 })")
            let onsets = excursions(seconds).map(\.accuracy)
            #expect((0.9...1.2).contains(onsets.quantile(0.5)), "\(onsets.quantile(0.5))")
            #expect(seconds.allSatisfy { $0.fix.hdop == 0.6 }, "of a phone")
        }

        // MARK: Correlations

        @Test(arguments: [
            (TravelMode.walk, 1.4, 35.0...58.0), (.car, 12, 15...26), (.tram, 11, 10...45),
        ])
        func `on the move, errors last as long as they do`(
            mode: TravelMode, speed: Double, memory: ClosedRange<Double>
        ) {
            let seconds = seconds(hours: 24, mode, .open, speed: speed, .ubloxF9)
            // A single excursion would outweigh hours of the rest.
            let found = fading(seconds.map { min(2, max(-2, $0.error.east)) }, most: 300)
            #expect(memory.contains(found), "\(found) s")
        }

        @Test func `standing, they last longer, another time at each stand`() {
            let memories = (1...12).map { seed in
                let seconds = seconds(
                    hours: 12, .parked, .open, speed: 0, .ubloxF9, seed: UInt64(seed))
                return fading(seconds.map(\.error.east), most: 600)
            }
            #expect(memories.allSatisfy { (40...300).contains($0) }, "\(memories)")
            #expect(memories.quantile(0.8) > 1.4 * memories.quantile(0.2), "\(memories)")
        }

        // MARK: Velocity

        @Test func `the velocity follows the error in part, and has noise of its own`() {
            let seconds = seconds(hours: 24, .walk, .suburban, speed: 1.4)
            let velocities = seconds.map { $0.velocity! }
            func share(over width: Int) -> Double {
                var (both, changes) = (0.0, 0.0)
                for place in stride(from: 0, to: seconds.count - width - 1, by: width) {
                    let change =
                        seconds[place + width].error.north - seconds[place].error.north
                    let driven = velocities[place + 1...place + width].map { $0.north + 0.2 }
                        .reduce(0, +)
                    both += change * driven
                    changes += change * change
                }
                return both / changes
            }
            #expect((0.2...0.4).contains(share(over: 1)), "\(share(over: 1))")
            #expect((0.35...0.55).contains(share(over: 15)), "\(share(over: 15))")
            let sideways = velocities.map(\.east)
            #expect((0.25...0.42).contains(sideways.size), "\(sideways.size)")
            #expect((2...5).contains(fading(sideways, most: 30)))
            #expect((-0.28 ... -0.12).contains(velocities.map(\.north).mean), "too slow on foot")
        }

        // MARK: Standing

        @Test func `standing, each kind of receiver says another thing`() {
            func stand(_ kind: ReceiverKind) -> [Second] {
                seconds(hours: 6, .parked, .suburban, speed: 0, kind)
            }
            let phone = stand(.phone)
            #expect(phone.allSatisfy { $0.fix.speed == 0 && $0.fix.track == nil })
            #expect(Set(phone.map(\.fix.coordinate)).count > phone.count / 2, "it creeps")

            let ublox = stand(.ublox6)
            #expect(ublox.allSatisfy { Measured.creeping.contains($0.fix.speed!) })
            for (limits, share) in [(0.0..<0.5, 0.93), (0.5..<0.8, 0.56)] {
                let slow = ublox.filter { limits.contains($0.fix.speed!) }
                let blank = slow.map { $0.fix.track == nil ? 1.0 : 0 }.mean
                #expect(abs(blank - share) < 0.05, "\(limits): \(blank)")
            }

            let f9 = stand(.ubloxF9)
            #expect(f9.allSatisfy { $0.fix.speed! > 0 })
            #expect(Set(f9.map { $0.fix.track! }).count == 1, "the last course, frozen")

            let held = stand(.hold)
            let places = held.map(\.fix.coordinate)
            let steps = zip(places, places.dropFirst()).filter { $0 != $1 }
                .map { $0.distance(to: $1) }
            #expect(Double(steps.count) / Double(places.count) < 0.05, "it hardly moves")
            #expect(steps.quantile(0.5) > 9.5, "and then at once")
            #expect(held.share { $0.fix.speed == 0 && $0.fix.track == nil } > 0.95)
        }

        // MARK: -

        /// The first lag, in places, at which the correlation is below 1/e.
        private func fading(_ values: [Double], most: Int) -> Double {
            let mean = values.mean
            let centred = values.map { $0 - mean }
            let square = centred.map { $0 * $0 }.mean
            let lag = (1..<most).first { lag in
                zip(centred, centred.dropFirst(lag)).map(*).mean < square / Self.e
            }
            return Double(lag ?? most)
        }

        private func correlation(_ a: [Double], _ b: [Double]) -> Double {
            let (meanA, meanB) = (a.mean, b.mean)
            let both = zip(a, b).map { ($0 - meanA) * ($1 - meanB) }.mean
            return both / (a.map { $0 - meanA }.size * b.map { $0 - meanB }.size)
        }
    }
}

extension Array {
    fileprivate func share(_ isMeant: (Element) -> Bool) -> Double {
        Double(count(where: isMeant)) / Double(count)
    }
}

extension [Double] {
    fileprivate func quantile(_ share: Double) -> Double {
        let sorted = sorted()
        return sorted[Swift.min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
