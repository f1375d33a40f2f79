import Geofencing

/// Notices that are one message: they come at the same moment, of the same place.
extension [NoticeSummary] {
    /// In the order of the first notice of each.
    var messages: [[NoticeSummary]] {
        reduce(into: []) { messages, notice in
            if let i = messages.firstIndex(where: { $0[0].isAlike(notice) }) {
                messages[i].append(notice)
            } else {
                messages.append([notice])
            }
        }
    }

    /// A line for each; what is as in the first line is left out.
    func lines(_ style: Style) -> [String] {
        enumerated().map { $1.text(style, goesOn: $0 > 0) }
    }
}

extension NoticeSummary {
    /// What is the same of an enter and of the exit after it.
    struct Stay: Hashable {
        var device: String?
        var region: String
    }

    var ofStay: Stay { Stay(device: device, region: regionID) }

    /// Metres between the middles of circles that are at one place.
    private static let samePlace = 30.0

    /// Whether both were decided on the same fix.
    func isOfSameFix(as other: NoticeSummary) -> Bool {
        device == other.device && fixTime == other.fixTime
    }

    fileprivate func isAlike(_ other: NoticeSummary) -> Bool {
        isOfSameFix(as: other) && transition == other.transition && isAtPlace(of: other)
    }

    private func isAtPlace(of other: NoticeSummary) -> Bool {
        placeID != nil && placeID == other.placeID
            || center.distance(to: other.center) <= Self.samePlace
    }
}
