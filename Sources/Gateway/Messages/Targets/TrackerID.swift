/// The two characters by which OwnTracks shows a device (`tid`).
package enum TrackerID {
    /// `device`: its id.
    package static func of(_ device: String) -> String { all(of: device).first ?? ours }

    /// The first is the device's own; the others are for one that has the same as another.
    package static func all(of device: String) -> [String] {
        let letters = device.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let first = letters.first else { return [] }
        let second = letters.dropFirst().map { String($0) } + (0...9).map { "\($0)" }
        return second.map { "\(first)\($0)" }
    }

    /// Of what is told of no device.
    static let ours = "GF"
}
