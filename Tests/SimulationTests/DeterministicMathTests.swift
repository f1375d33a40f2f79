import Glibc
import Testing

@testable import Simulation

extension SimulationTests {
    struct DeterministicMathTests {
        private static let steps = (-2000...2000).map { Double($0) * 0.003_17 }

        @Test func `sine and cosine are those of the C library`() {
            let differences = Self.steps.flatMap { angle in
                let (sine, cosine) = DeterministicMath.sineAndCosine(angle)
                return [abs(sine - sin(angle)), abs(cosine - cos(angle))]
            }
            #expect(differences.max()! < 2e-15)
        }

        @Test func `directions are those of the C library`() {
            let differences = Self.steps.map { angle in
                let (x, y) = (7 * cos(angle), 7 * sin(angle))
                return abs(DeterministicMath.arcTangent(y, x) - atan2(y, x))
            }
            #expect(differences.max()! < 2e-15)
            #expect(DeterministicMath.arcTangent(0, 0) == 0)
            #expect(DeterministicMath.arcTangent(1, 0) == .pi / 2)
            #expect(DeterministicMath.arcTangent(0, -1) == .pi)
        }

        @Test func `logarithms and powers are those of the C library`() {
            let numbers = Self.steps.map { ($0, exp($0)) }
            #expect(numbers.map { abs(DeterministicMath.logarithm($1) - log($1)) }.max()! < 4e-15)
            #expect(numbers.map { abs(DeterministicMath.exponential($0) / $1 - 1) }.max()! < 4e-15)
            #expect(DeterministicMath.exponential(-1000) == 0)
            #expect(DeterministicMath.logarithm(1) == 0)
        }

        /// Pinned: another machine must come to the same.
        @Test func `the bits are these`() {
            let (sine, cosine) = DeterministicMath.sineAndCosine(2.5)
            #expect(
                [
                    sine, cosine, DeterministicMath.arcTangent(3, -2),
                    DeterministicMath.logarithm(10),
                    DeterministicMath.exponential(-1.3),
                ].map(\.bitPattern) == [
                    4_603_565_777_395_632_816, 13_828_763_316_576_947_069,
                    4_612_043_601_829_146_482, 4_612_367_379_483_415_829,
                    4_598_581_116_244_124_289,
                ])
        }

        @Test func `normal numbers are normal`() {
            var chance = Chance(seed: 5, for: .error)
            let numbers = (0..<40_000).map { _ in chance.normal() }
            #expect(abs(numbers.mean) < 0.015)
            #expect(abs(numbers.size - 1) < 0.01)
            let beyond = numbers.count { abs($0) > 1.959_964 }
            #expect(abs(Double(beyond) / 40_000 - 0.05) < 0.004)
        }

        @Test func `waiting times have their mean, and offsets theirs`() {
            var chance = Chance(seed: 6, for: .error)
            let waits = (0..<20_000).map { _ in chance.waiting(12) }
            #expect(abs(waits.mean - 12) < 0.35)
            let lengths = (0..<20_000).map { _ in
                let (east, north) = chance.offset(60)
                return hypot(east, north)
            }
            #expect(abs(lengths.mean - 60) < 1)
        }

        @Test func `purposes and seeds have sequences of their own`() {
            let firsts = (0..<4).flatMap { seed in
                [Chance.Purpose.travel, .error, .satellites, .delivery].map { purpose in
                    var chance = Chance(seed: UInt64(seed), for: purpose)
                    return chance.next()
                }
            }
            #expect(Set(firsts).count == firsts.count)
        }
    }
}
