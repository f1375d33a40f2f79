/// Functions that give the same bits on every machine.
///
/// C libraries differ in the last bit of a sine, and then two machines would write different
/// traces. These functions use only addition, multiplication, division and square root, which IEEE
/// 754 defines to the last bit. (Swift never joins two of them into one.) Results are within 2e-15
/// of the true value; the tests check that against the C library.
enum DeterministicMath {
    /// `angle` in radians, between -1e6 and 1e6.
    static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let quarters = (angle * (2 / .pi)).rounded()
        // π/2 in two parts, so that the rest keeps its last digits.
        let rest = angle - quarters * 1.570_796_326_734_125_6 - quarters * 6.077_100_506_506_192e-11
        let square = rest * rest
        var (sine, cosine) = (0.0, 0.0)
        // Taylor's series, beginning with the smallest term. Below π/4 the next term would be under
        // 1e-17.
        var n = 17.0
        while n > 1 {
            sine = square / (n * (n - 1)) * (1 - sine)
            cosine = square / (n * (n + 1)) * (1 - cosine)
            n -= 2
        }
        sine = rest * (1 - sine)
        cosine = 1 - square / 2 * (1 - cosine)
        switch Int(quarters) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The direction of (`x`, `y`) in radians, -π…π; 0 for no direction.
    static func arcTangent(_ y: Double, _ x: Double) -> Double {
        if x == 0, y == 0 { return 0 }
        let (steep, flat) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
        var angle = arcTangent(flat / steep)
        if abs(y) > abs(x) { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// The angle of a tangent from 0 to 1. It is halved twice; then the series is short.
    private static func arcTangent(_ tangent: Double) -> Double {
        var t = tangent
        for _ in 0..<2 { t /= 1 + (1 + t * t).squareRoot() }
        let square = t * t
        var (sum, n) = (0.0, 25.0)
        while n > 0 {
            sum = 1 / n - square * sum
            n -= 2
        }
        return 4 * t * sum
    }

    /// The natural logarithm of a number above 0.
    static func logarithm(_ number: Double) -> Double {
        var (mantissa, exponent) = (number.significand, Double(number.exponent))
        if mantissa > 1.414_213_562_373_095 {
            mantissa /= 2
            exponent += 1
        }
        let t = (mantissa - 1) / (mantissa + 1)
        let square = t * t
        var (sum, n) = (0.0, 23.0)
        while n > 0 {
            sum = 1 / n + square * sum
            n -= 2
        }
        return exponent * 0.693_147_180_559_945_3 + 2 * t * sum
    }

    /// e to the `power`, which is at most 700; 0 below -700.
    static func exponential(_ power: Double) -> Double {
        guard power > -700 else { return 0 }
        let twos = (power / 0.693_147_180_559_945_3).rounded()
        let rest = power - twos * 0.693_147_180_369_123_8 - twos * 1.908_214_929_270_587_7e-10
        var (sum, n) = (1.0, 18.0)
        while n > 0 {
            sum = 1 + rest / n * sum
            n -= 1
        }
        return Double(sign: .plus, exponent: Int(twos), significand: sum)
    }
}
