import FoundationEssentials
import Geofencing
import Posix

/// What a person wants to read of a notice.
struct NoticeSummary: Equatable {
    /// Its number in the log; `nil` of a replay, and of what is read from a file.
    var sequence: Int?
    var transition: Transition.Kind
    var time: Timestamp
    var isUndated = false
    /// Of the fix on which it was decided.
    var fixTime: Timestamp
    /// The id of the device whose it is; `nil` of a replay, and of before there were several.
    var device: String?
    /// Whether the device is named: where it could be another.
    var namesDevice = false
    /// Seconds from when it happened until it was written down, if it is late.
    var late: Double?
    var regionID: String
    var regionKind: String
    var name: String
    /// Of the circle.
    var center: Coordinate
    /// The id of the place that it is around; `nil` if the notice names none.
    var placeID: String?
    /// Metres to the centre.
    var distance: Double
    /// The rule, as a notice names it: `initial`, `segment`, …
    var rule: String
    var cause: String?
    /// Seconds since the enter; `nil` of an enter.
    var stay: Double?
    /// What is known of the deal, the place or whatever it is, by name.
    var details: [String: String] = [:]
    /// The names of details that are shown as they are, as nothing is known of their kind here.
    var unknownDetails: Set<String> = []

    /// One line: time, transition, kind, name, distance, and remarks. `goesOn`: without the first
    /// two, which are in a line above.
    func text(_ style: Style, goesOn: Bool = false) -> String {
        let when = isUndated ? "undated \(time.description.dropFirst(11).dropLast(5))" : time.local
        let verb = transition.rawValue.padded(to: -5)
        let name = name.visible
        var text = String(repeating: " ", count: when.count + verb.count + 4)
        if !goesOn {
            text = "\(style.faint(when))  "
            text += "\(transition == .enter ? style.green(verb) : verb)  "
        }
        text += "\(regionKind.visible.padded(to: -9))  "
        text += style.bold(name) + String(repeating: " ", count: max(0, 28 - name.count))
        text += "  \((String(decimals: 0, distance) + " m").padded(to: 6))"
        let remarks = remarks
        return remarks.isEmpty ? text : text + "  " + style.faint(remarks.joined(separator: " · "))
    }

    /// Remarks, safe for a terminal.
    var remarks: [String] {
        var remarks: [String] = []
        if namesDevice, let device { remarks.append(device.visible) }
        if rule == "segment", transition == .enter { remarks.append("passed through") }
        switch cause {
        case "startup", "added", "refresh": remarks.append("already there")
        case "started": remarks.append("begins now")
        case "ended": remarks.append("has ended")
        case "removed": remarks.append("was removed")
        default: break
        }
        if let stay { remarks.append("after \(stay.inTime)") }
        guard transition != .exit else { return remarks }
        for name in ["company", "place", "address", "opening_hours"] {
            if let value = details[name] { remarks.append(value.visible) }
        }
        if let ends = details["ends"].flatMap({ Timestamp(iso8601: $0) }) {
            remarks.append("until \(ends.local(seenFrom: time))")
        }
        for name in unknownDetails.sorted() {
            remarks.append("\(name): \(details[name] ?? "")".visible)
        }
        return remarks
    }

    /// What a notice says in its object `title`.
    mutating func add(_ fields: [(name: String, value: String)], titled title: String) {
        // Its title is the name of the region, and the rest is for programs.
        if title == "watch" { return }
        for field in fields {
            // A place has a name besides that of the region if it is what a watch was for.
            details[title == "place" && field.name == "name" ? "place" : field.name] = field.value
        }
        guard title != "deal", title != "place" else { return }
        unknownDetails.formUnion(fields.map(\.name).filter { !Self.knownDetails.contains($0) })
    }

    /// Those that have a form of their own.
    private static let knownDetails: Set = [
        "company", "place", "address", "opening_hours", "ends", "website",
    ]
}

extension NoticeSummary {
    init(_ transition: Transition) {
        self.init(
            transition: transition.kind, time: transition.time, isUndated: transition.fix.isUndated,
            fixTime: transition.fix.time, regionID: transition.region.id,
            regionKind: transition.region.kind,
            name: transition.region.name, center: transition.region.center,
            distance: transition.distance,
            rule: transition.rule.rawValue,
            cause: transition.cause?.rawValue, stay: transition.stay)
        for details in [transition.region.details, transition.region.place].compactMap(\.self) {
            add(details.fields.map { ($0.name, $0.value) }, titled: details.title)
        }
    }
}
