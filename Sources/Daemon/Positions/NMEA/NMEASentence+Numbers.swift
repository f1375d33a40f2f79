import Geofencing

/// What the fields with these numbers say; `nil` if they are empty or malformed.
extension NMEASentence {
    /// A number without a sign.
    func decimal(_ number: Int) -> Double? { self[number].decimal }

    /// A number with an optional minus in front.
    func signedDecimal(_ number: Int) -> Double? { self[number].signedDecimal }

    /// Degrees, 0..<360.
    func direction(_ number: Int) -> Double? {
        guard let value = decimal(number), value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }

    /// The field in which the coordinate begins; `nil`: such a sentence has none.
    var coordinateField: Int? {
        switch kind {
        case .gga, .gns: 2
        case .rmc, .pubx00: 3
        case .gll: 1
        case .gsa, .gst, .gbs, .vtg, .zda, .gsv, .pubx04, .pgrme, .psrfepe, .other: nil
        }
    }

    /// From four fields, the first of which is `number`; `nil` also for what is nowhere on the
    /// Earth.
    func coordinate(at number: Int) -> Coordinate? {
        guard let latitude = angle(number, positive: "N", negative: "S"),
            let longitude = angle(number + 2, positive: "E", negative: "W")
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    /// Degrees from `dddmm.mmmm` and the letter of the hemisphere, which is the next field.
    private func angle(_ number: Int, positive: UnicodeScalar, negative: UnicodeScalar) -> Double? {
        guard let value = decimal(number) else { return nil }
        // The same as rounding down, and quicker.
        let degrees = Double(Int(value / 100))
        let minutes = value - degrees * 100
        guard minutes < 60 else { return nil }
        switch letter(number + 1) {
        case UInt8(ascii: positive): return degrees + minutes / 60
        case UInt8(ascii: negative): return -(degrees + minutes / 60)
        default: return nil
        }
    }
}
