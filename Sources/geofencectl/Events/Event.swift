import Geofencing
import Posix

/// What a group has planned, as the gateway has it.
struct Event<In: GroupKind>: NumberedItem {
    struct Place: Decodable {
        var text: String?
        var lat: Double?
        var lon: Double?
        /// A place's id at the daemon.
        var place: String?
        var siteName: String?

        enum CodingKeys: String, CodingKey {
            case text, lat, lon, place
            case siteName = "site_name"
        }

        var words: String {
            let point = lat.flatMap { lat in
                lon.map { "\(String(decimals: 5, lat)),\(String(decimals: 5, $0))" }
            }
            return text ?? siteName ?? place ?? point ?? ""
        }
    }

    var id: Int64
    var what: String
    /// A time; of whole days, a day as `2026-05-01`.
    var start: String
    /// The same; of whole days, the last one.
    var end: String
    var isAllDay: Bool
    var place: Place?
    var people: [Somebody]

    enum CodingKeys: String, CodingKey {
        case id, what, start, end, people
        case isAllDay = "all_day"
        case place = "where"
    }

    static var word: String { "event" }
    static var collection: String { "events" }
    static var example: String { "dentist" }

    var words: String { what }

    /// As in `event 3: Dentist, tomorrow 09:00 to 09:30, at Dam 20, with Anna, Ben`.
    func sentence(at now: Timestamp) -> String {
        let days = end == start ? start : "\(start) to \(end)"
        let place = place.map { "at \($0.words.cut(toWidth: 80))" }
        let with =
            people.isEmpty
            ? nil : "with \(people.map(\.text).joined(separator: ", ").cut(toWidth: 120))"
        return [called, isAllDay ? days.visible : span(at: now), place, with]
            .compactMap(\.self).joined(separator: ", ")
    }

    private func span(at now: Timestamp) -> String { "\(begins(at: now)) to \(ends(at: now))" }

    /// When it begins and ends; `nil` if the gateway says it in another way than it did.
    func times(at now: Timestamp) -> ClosedRange<Timestamp>? {
        guard let begin = CommandTime(argument: start)?.time(at: now),
            let end = CommandTime(argument: end)?.time(at: now), begin <= end
        else { return nil }
        return begin...end
    }

    func begins(at now: Timestamp) -> String {
        isAllDay ? start : Timestamp(iso8601: start)?.localDay(seenFrom: now) ?? start
    }

    /// Without the day if it is the one on which it begins.
    func ends(at now: Timestamp) -> String {
        guard !isAllDay, let start = Timestamp(iso8601: start), let end = Timestamp(iso8601: end)
        else { return end }
        let isSameDay = LocalClock(start)?.day == LocalClock(end)?.day
        return isSameDay ? end.local(seenFrom: start) : end.localDay(seenFrom: now)
    }
}
