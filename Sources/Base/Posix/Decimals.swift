/// Decimal numbers as text: read exactly, and written with a fixed number of decimals.
extension Double {
    /// The powers of ten that a `Double` holds exactly, from 10⁰ to 10²².
    package static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
    /// Whole numbers up to here are exact, too: 2⁵³.
    private static let largestExact: UInt64 = 1 << 53

    /// The `Double` nearest to a decimal number such as `47.61`, `+1`, `.5` or `4.761e1`, which may
    /// have blanks around it; `nil` for all else, such as `NaN`, hexadecimals, and infinity.
    package init?(decimal text: Span<UInt8>) {
        let text = text.extracting(text.trimmed)
        guard let number = DecimalNumber(text) else { return nil }
        let power = number.exponent.magnitude
        if number.isWhole, number.digits <= Self.largestExact, power < Self.exactPowers.count {
            // One operation on two exact numbers is rounded once, hence correctly.
            let digits = Double(number.digits)
            let factor = Self.exactPowers[Int(power)]
            self = number.exponent < 0 ? digits / factor : digits * factor
            if number.isNegative { negate() }
            return
        }
        let string = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        guard let value = Double(string), value.isFinite else { return nil }
        self = value
    }
}

/// ± `digits` × 10^`exponent`
private struct DecimalNumber {
    var isNegative = false
    var digits: UInt64 = 0
    var exponent = 0
    /// Whether `digits` has room for all digits that there were.
    var isWhole = true

    /// One more digit fits behind a number up to this.
    private static let largestBeforeOne = (UInt64.max - 9) / 10
    /// An exponent beyond this gives zero or infinity, whatever the digits.
    private static let largestExponent = 100_000

    init?(_ text: Span<UInt8>) {
        var index = 0
        let count = text.count
        isNegative = Self.isNegative(text, from: &index)
        let whole = take(text, from: &index)
        var fraction = 0
        if index < count, text[index] == UInt8(ascii: ".") {
            index += 1
            fraction = take(text, from: &index)
        }
        guard whole + fraction > 0 else { return nil }
        exponent = -fraction
        if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            guard let written = Self.exponent(text, from: &index) else { return nil }
            exponent += written
        }
        guard index == count else { return nil }
    }

    /// Reads digits from `index` on, which moves behind them; returns how many there were.
    @inline(__always)
    private mutating func take(_ text: Span<UInt8>, from index: inout Int) -> Int {
        let start = index
        while index < text.count, text[index].isDigit {
            if digits > Self.largestBeforeOne { isWhole = false }
            digits = digits &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0"))
            index += 1
        }
        return index - start
    }

    /// Reads a sign if there is one at `index`, which then moves behind it.
    private static func isNegative(_ text: Span<UInt8>, from index: inout Int) -> Bool {
        guard index < text.count else { return false }
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
        return isNegative
    }

    /// Reads what follows the `e`, from `index` on, which moves behind it; `nil` if there is no
    /// digit.
    private static func exponent(_ text: Span<UInt8>, from index: inout Int) -> Int? {
        let isNegative = isNegative(text, from: &index)
        let start = index
        var exponent = 0
        while index < text.count, text[index].isDigit {
            exponent = min(exponent * 10 + Int(text[index] - UInt8(ascii: "0")), largestExponent)
            index += 1
        }
        guard index > start else { return nil }
        return isNegative ? -exponent : exponent
    }
}

extension [UInt8] {
    /// Appends `number`, rounded to just so many decimals, from 0 to 9.
    ///
    /// What has more than 18 digits then, or is not finite, is written as Swift describes it.
    package mutating func append(_ number: Double, decimals: Int) {
        let scaled = (abs(number) * Double.exactPowers[decimals]).rounded()
        guard scaled < 1e18 else { return append(contentsOf: number.description.utf8) }
        if number < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        append(Int(scaled), digits: 1 + decimals, decimals: decimals)
    }

    /// Appends `number`, 0 or more, filled with zeros in front to so many digits, of which the last
    /// `decimals` stand behind a decimal point.
    package mutating func append(_ number: Int, digits: Int, decimals: Int = 0) {
        let text = String(number).utf8
        append(
            contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, digits - text.count)))
        append(contentsOf: text)
        if decimals > 0 { insert(UInt8(ascii: "."), at: count - decimals) }
    }
}

extension String {
    /// `number`, rounded to just so many decimals, from 0 to 9.
    package init(decimals: Int, _ number: Double) {
        var text: [UInt8] = []
        text.append(number, decimals: decimals)
        self.init(decoding: text, as: UTF8.self)
    }
}
