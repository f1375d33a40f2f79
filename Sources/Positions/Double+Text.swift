extension Double {
    /// Powers of ten that a `Double` holds exactly.
    static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
    /// Whole numbers up to here are exact, too: 2⁵³.
    private static let largestExact: UInt64 = 1 << 53

    /// The number nearest to a decimal one, as `47.61`, `+1`, `.5` or `4.761e1`, maybe with blanks
    /// around it; `nil` for anything else, as `NaN`, hexadecimals, and what is too large.
    init?(decimal text: Span<UInt8>) {
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

/// digits × 10^exponent
private struct DecimalNumber {
    var isNegative = false
    var digits: UInt64 = 0
    var exponent = 0
    /// All digits are in `digits`: there were not too many.
    var isWhole = true

    /// Whatever digit follows, it fits.
    private static let largestBeforeOne = (UInt64.max - 9) / 10
    /// No exponent beyond this makes a difference to a number of sensible length.
    private static let largestExponent = 100_000

    init?(_ text: Span<UInt8>) {
        var place = 0
        let count = text.count
        if place < count, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") {
            isNegative = text[place] == UInt8(ascii: "-")
            place += 1
        }
        let whole = take(text, from: &place)
        var fraction = 0
        if place < count, text[place] == UInt8(ascii: ".") {
            place += 1
            fraction = take(text, from: &place)
        }
        guard whole + fraction > 0 else { return nil }
        exponent = -fraction
        if place < count, text[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            guard let written = Self.exponent(text, from: &place) else { return nil }
            exponent += written
        }
        guard place == count else { return nil }
    }

    /// How many digits there were.
    @inline(__always)
    private mutating func take(_ text: Span<UInt8>, from place: inout Int) -> Int {
        let start = place
        while place < text.count, text[place].isDigit {
            if digits > Self.largestBeforeOne { isWhole = false }
            digits = digits &* 10 &+ UInt64(text[place] &- UInt8(ascii: "0"))
            place += 1
        }
        return place - start
    }

    private static func exponent(_ text: Span<UInt8>, from place: inout Int) -> Int? {
        var sign = 1
        if place < text.count,
            text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+")
        {
            sign = text[place] == UInt8(ascii: "-") ? -1 : 1
            place += 1
        }
        let start = place
        var exponent = 0
        while place < text.count, text[place].isDigit {
            exponent = min(exponent * 10 + Int(text[place] - UInt8(ascii: "0")), largestExponent)
            place += 1
        }
        return place > start ? sign * exponent : nil
    }
}
