import Community
import Geofencing
import Posix

/// The events of a group as calendars read them (RFC 5545).
struct ICalendar {
    private(set) var text = ""

    init(_ calendar: GroupCalendar, version: String) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", text: "-//geofenced//geofenced-gateway \(version)//EN")
        add("CALSCALE", "GREGORIAN")
        // RFC 7986, 5.1 and 5.7, and as calendars had it before that.
        for name in ["NAME", "X-WR-CALNAME"] { add(name, text: calendar.name) }
        add("REFRESH-INTERVAL;VALUE=DURATION", Self.refresh)
        add("X-PUBLISHED-TTL", Self.refresh)
        for event in calendar.events { add(event) }
        if calendar.events.isEmpty { addZone() }
        add("END", "VCALENDAR")
    }

    /// How often calendars shall ask.
    private static let refresh = "PT1H"

    private mutating func add(_ event: Event) {
        add("BEGIN", "VEVENT")
        add("UID", text: event.uid)
        // Without a METHOD, both say when it was changed last (3.8.7.2).
        add("DTSTAMP", event.changed.basic)
        add("LAST-MODIFIED", event.changed.basic)
        add("CREATED", event.made.basic)
        add("SEQUENCE", "\(event.sequence)")
        if let days = event.days {
            add("DTSTART;VALUE=DATE", days.lowerBound.basic)
            // The first day on which it is not (3.6.1).
            add("DTEND;VALUE=DATE", days.upperBound.advanced(by: 1).basic)
        } else {
            add("DTSTART", event.starts.basic)
            // An end is later than the start (3.8.2.2).
            if event.ends > event.starts { add("DTEND", event.ends.basic) }
        }
        add("SUMMARY", text: event.what)
        if let place = event.place {
            if let name = place.text ?? place.siteName { add("LOCATION", text: name) }
            if let latitude = place.lat, let longitude = place.lon {
                // Six decimals are about 10 cm (3.8.1.6).
                let position = [latitude, longitude].map { String(decimals: 6, $0) }
                add("GEO", position.joined(separator: ";"))
            }
        }
        // Members have no address of mail, which an ATTENDEE must have.
        let names = event.people.map(\.name).joined(separator: ", ")
        let lines = [names, event.note ?? ""].filter { !$0.isEmpty }
        if !lines.isEmpty { add("DESCRIPTION", text: lines.joined(separator: "\n\n")) }
        add("END", "VEVENT")
    }

    /// A calendar has at least one component (3.6).
    private mutating func addZone() {
        let lines = [
            ("BEGIN", "VTIMEZONE"), ("TZID", "UTC"), ("BEGIN", "STANDARD"),
            ("DTSTART", "19700101T000000"), ("TZOFFSETFROM", "+0000"), ("TZOFFSETTO", "+0000"),
            ("END", "STANDARD"), ("END", "VTIMEZONE"),
        ]
        for (name, value) in lines { add(name, value) }
    }

    // MARK: Lines

    private mutating func add(_ name: String, text value: String) {
        add(name, value.escaped)
    }

    /// Bytes of a line without its end.
    private static let longestLine = 75

    /// A line, folded: the further lines of it begin with a blank (3.1).
    private mutating func add(_ name: String, _ value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > Self.longestLine {
                text += "\r\n "
                length = 1
            }
            text.unicodeScalars.append(scalar)
            length += size
        }
        text += "\r\n"
    }
}

extension String {
    /// As a TEXT (3.3.11).
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\", ";", ",": text += "\\\(scalar)"
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Timestamp {
    /// As in `20260501T090000Z`.
    fileprivate var basic: String {
        // 2026-05-01T09:00:00.000Z
        description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

extension CivilDate {
    /// As in `20260501`.
    fileprivate var basic: String { description.filter { $0 != "-" } }
}
