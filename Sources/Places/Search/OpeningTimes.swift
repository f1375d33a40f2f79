import OpeningHours

/// What the opening hours of a place say of a moment.
struct OpeningTimes {
    /// `nil` if that is not known.
    let isOpen: Bool?
    /// When it opens or closes next, as in `2026-05-01T18:00`; `nil` if that is not known, or not
    /// within a week.
    let change: String?

    private static let days = 7

    init(_ place: Place, at moment: LocalMoment) {
        guard let hours = Self.hours(of: place) else {
            (isOpen, change) = (nil, nil)
            return
        }
        isOpen = Self.isOpen(hours, at: moment)
        guard isOpen != nil, let next = hours.nextChange(after: moment, within: Self.days),
            Self.isOpen(hours, at: next) != nil
        else {
            change = nil
            return
        }
        // As in 2026-05-01 18:00
        change = next.description.split(separator: " ").joined(separator: "T")
    }

    /// `nil` if that is not known.
    static func isOpen(_ place: Place, at moment: LocalMoment) -> Bool? {
        hours(of: place).flatMap { isOpen($0, at: moment) }
    }

    private static func hours(of place: Place) -> OpeningHours? {
        // Hours that are not understood are as good as none.
        place.openingHours.flatMap { try? OpeningHours($0) }
    }

    private static func isOpen(_ hours: OpeningHours, at moment: LocalMoment) -> Bool? {
        switch hours.state(at: moment) {
        case .open: true
        case .closed: false
        case .unknown: nil
        }
    }
}

/// Finds out whether places are open, and counts those of which it is not known.
final class HoursFilter {
    private let store: PlaceStore
    private let moment: LocalMoment
    /// Their rows.
    private(set) var notKnown: Set<Int64> = []

    init(_ store: PlaceStore, at moment: LocalMoment) {
        self.store = store
        self.moment = moment
    }

    func isOpen(_ row: Int64) throws -> Bool {
        let isOpen = OpeningTimes.isOpen(try store.place(row: row), at: moment)
        if isOpen == nil { notKnown.insert(row) }
        return isOpen ?? false
    }
}
