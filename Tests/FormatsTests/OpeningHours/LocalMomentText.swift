import Formats
import Geofencing

extension CivilDate {
    /// As in `2026-01-05`.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }
}

extension LocalMoment {
    /// As in `2026-01-05 09:30`.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let date = CivilDate(parts[0]) else { return nil }
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 2 else { return nil }
        self.init(date, minute: clock[0] * 60 + clock[1])
    }
}
