import Geofencing
import Posix

/// A position that somebody wrote in numbers.
struct WrittenCoordinate {
    var coordinate: Coordinate
    /// Whether the text itself says which number is the latitude, as `52.37N 4.89E` does.
    var isCertain: Bool

    /// Reads `52.3731,4.8926`, latitude first, `52.3731 4.8926`, `52,3731 4,8926`, `52°22'N 4°53'E`,
    /// or a `geo:` URI (RFC 5870); `nil` if the text is none of them.
    ///
    /// Throws if the numbers are not degrees of a point on the Earth.
    init?(_ text: String) throws(Refusal) {
        let text = text.trimmed
        guard text.utf8.count <= 100 else { return nil }
        if text.lowercased().hasPrefix("geo:") {
            let numbers = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
            guard let pair = Self.pair(numbers, of: 2...3) else { return nil }
            self.init(try Limits.coordinate(latitude: pair.0, longitude: pair.1), true)
        } else if let pair = Self.pair(text[...], of: 2...2) {
            self.init(try Self.uncertain(pair.0, pair.1), false)
        } else if let (first, second) = AngleScanner.pair(text) {
            try self.init(first, second)
        } else {
            return nil
        }
    }

    private init(_ coordinate: Coordinate, _ isCertain: Bool) {
        self.coordinate = coordinate
        self.isCertain = isCertain
    }

    /// `nil` if the two are on one axis.
    private init?(_ first: Angle, _ second: Angle) throws(Refusal) {
        let (one, two) = (first.axis, second.axis)
        guard one != two || one == nil else { return nil }
        if one == nil, two == nil {
            self.init(try Self.uncertain(first.degrees, second.degrees), false)
        } else {
            let isSwapped = one == .longitude || two == .latitude
            let (y, x) = isSwapped ? (second, first) : (first, second)
            self.init(try Limits.coordinate(latitude: y.degrees, longitude: x.degrees), true)
        }
    }

    /// The first two of so many numbers with commas between them; `nil` for anything else.
    private static func pair(_ text: Substring, of counts: ClosedRange<Int>) -> (Double, Double)? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double(String($0).trimmed)
        }
        guard counts.contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
        else { return nil }
        return (latitude, longitude)
    }

    private static func uncertain(
        _ latitude: Double, _ longitude: Double
    ) throws(Refusal) -> Coordinate {
        do {
            return try Limits.coordinate(latitude: latitude, longitude: longitude)
        } catch {
            guard abs(latitude) <= 180, abs(longitude) <= 90 else { throw error }
            throw Refusal(
                .invalid, "latitude",
                "\(latitude) is not between -90 and 90: did you mean \(longitude),\(latitude)?")
        }
    }
}

/// Degrees that somebody wrote.
struct Angle {
    var degrees: Double
    /// `nil` if the text does not say which it is.
    var axis: Axis?

    enum Axis {
        case latitude, longitude
    }
}

/// Reads angles as `52.37`, `N52.37`, `52°22.2'N` and `52° 22' 12" N`.
private struct AngleScanner {
    private var rest: Substring.UnicodeScalarView
    /// Whether numbers are written as `52,37`.
    private let hasCommas: Bool
    private var hasMarks = false
    /// Whether the last angle ended with a letter or a degree sign.
    private var isClosed = false

    /// The two angles that are all of the text; `nil` if it is anything else.
    ///
    /// Two numbers without any mark, point or comma are none: they may be a postcode and a house.
    static func pair(_ text: String) -> (Angle, Angle)? {
        let plain = text.reduce(into: "") { $0 += marks[$1] ?? String($1) }.uppercased()
        for hasCommas in [false, true] {
            var scanner = AngleScanner(plain, hasCommas)
            // In `52.37 E4.89`, the letter may belong to either number.
            if let first = scanner.angle(), scanner.separator(),
                first.axis != nil || scanner.hemisphere() == nil, let second = scanner.angle(),
                scanner.rest.isEmpty, scanner.hasMarks
            {
                return (first, second)
            }
        }
        return nil
    }

    private static let marks: [Character: String] = [
        "º": "°", "˚": "°", "′": "'", "’": "'", "´": "'", "″": "\"", "”": "\"", "“": "\"",
        "−": "-",
    ]

    private init(_ text: String, _ hasCommas: Bool) {
        rest = text.unicodeScalars[...]
        self.hasCommas = hasCommas
    }

    private mutating func angle() -> Angle? {
        let before = hemisphere()
        blanks()
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard var degrees = number() else { return nil }
        isClosed = take("°")
        if isClosed {
            hasMarks = true
            guard let minutes = part("'", worth: 60), let seconds = part("\"", worth: 3600) else {
                return nil
            }
            degrees += minutes + seconds
        }
        let after = before == nil ? hemisphereAfter() : nil
        guard let side = before ?? after else {
            return Angle(degrees: isNegative ? -degrees : degrees)
        }
        (hasMarks, isClosed) = (true, true)
        // `-33.9 S` can be meant either way.
        if isNegative { return nil }
        let isOther = side == "S" || side == "W"
        return Angle(
            degrees: isOther ? -degrees : degrees,
            axis: side == "N" || side == "S" ? .latitude : .longitude)
    }

    /// Degrees of so many minutes or seconds; 0 if there are none, `nil` if they are 60 or more.
    private mutating func part(_ mark: Unicode.Scalar, worth parts: Double) -> Double? {
        let start = rest
        blanks()
        if let number = number(), take(mark) { return number < 60 ? number / parts : nil }
        rest = start
        return 0
    }

    private mutating func hemisphere() -> Unicode.Scalar? {
        guard let letter = rest.first, "NSEW".unicodeScalars.contains(letter) else { return nil }
        rest = rest.dropFirst()
        return letter
    }

    private mutating func hemisphereAfter() -> Unicode.Scalar? {
        let start = rest
        let isApart = take(" ")
        blanks()
        if let letter = hemisphere() {
            if !isApart || rest.first?.isDigit != true { return letter }
        }
        rest = start
        return nil
    }

    /// Between two angles; a comma is none without a blank where numbers have commas.
    private mutating func separator() -> Bool {
        let start = rest
        blanks()
        let hasSign = take(",") || hasCommas && take(";")
        if hasSign, hasCommas, rest.first != " ", start.first == "," { return false }
        blanks()
        return start.count != rest.count || isClosed
    }

    private mutating func number() -> Double? {
        let whole = digits()
        guard (1...3).contains(whole.utf8.count) else { return nil }
        guard take(hasCommas ? "," : ".") else {
            let isPart = rest.first.map { "°'\"".unicodeScalars.contains($0) } ?? false
            return hasCommas && !isPart ? nil : Double(whole)
        }
        let fraction = digits()
        guard !fraction.isEmpty else { return nil }
        hasMarks = true
        return Double("\(whole).\(fraction)")
    }

    private mutating func digits() -> String {
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        return String(digits)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func blanks() { while take(" ") {} }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
