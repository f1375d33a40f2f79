import Posix
import TestSupport
import Testing

@testable import Simulation

extension SimulationTests {
    /// docs/simulation.md shows the numbers that are used.
    struct DocumentationTests {
        /// The cells of each row of a table, by the first of them.
        private func rows() throws -> [String: [String]] {
            let lines = try Repository.text(of: "docs/simulation.md").split(separator: "\n")
            let cells = lines.filter { $0.hasPrefix("| ") }.map {
                $0.split(separator: "|").map { String($0).trimmed }
            }
            return Dictionary(cells.map { ($0[0], Array($0.dropFirst())) }) { $1 }
        }

        private func text(_ number: Double) -> String {
            number == 0 ? "–" : number == number.rounded() ? "\(Int(number))" : "\(number)"
        }

        @Test func `modes are as they are shown`() throws {
            let rows = try rows()
            for mode in TravelMode.allCases where mode != .parked {
                let limits = mode.limits
                let numbers = [
                    limits.speed, limits.acceleration, limits.braking, limits.sideways,
                    limits.turnRadius, limits.stop, limits.lights,
                ]
                #expect(rows[mode.rawValue] == numbers.map(text) + [limits.sky.rawValue])
            }
        }

        @Test func `errors are as they are shown`() throws {
            let rows = try rows()
            let models = [Sky.open, .suburban, .canyon, .indoor].map(\.errors)
            func numbers(_ row: String) throws -> [[Double]] {
                try #require(rows[row]).map { cell in
                    cell == "–"
                        ? [] : cell.split(separator: ",").compactMap { Double(String($0).trimmed) }
                }
            }
            func burst(_ model: Bursts.Model) -> [Double] {
                if model == .never { return [] }
                return [model.perHour] + (model.size > 0 ? [model.size] : []) + [model.seconds]
            }
            #expect(try numbers("wander, m (Gauss-Markov)") == models.map { [$0.wander] })
            #expect(try numbers("its memory, s (1/e)") == models.map { [$0.memory] })
            #expect(try numbers("white noise, m") == models.map { [$0.white] })
            #expect(try numbers("speed, m/s") == models.map { [$0.speed] })
            #expect(try numbers("jumps: an hour, mean m, mean s") == models.map { burst($0.jumps) })
            #expect(
                try numbers("biases: an hour, mean m, mean s") == models.map { burst($0.biases) })
            #expect(try numbers("outages: an hour, mean s") == models.map { burst($0.outages) })
            #expect(try numbers("satellites used, mean") == models.map { [$0.satellites] })
            let hdop = try numbers("HDOP with that many").flatMap(\.self)
            #expect(zip(hdop, models).allSatisfy { abs($0 - $1.hdop) < 0.006 } && hdop.count == 4)
        }
    }
}
