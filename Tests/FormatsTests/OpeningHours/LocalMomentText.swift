import Formats
import Geofencing

extension LocalMoment {
    /// As in `2026-01-05 09:30`.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let date = CivilDate(String(parts[0])) else { return nil }
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 2 else { return nil }
        self.init(date, minute: clock[0] * 60 + clock[1])
    }
}
