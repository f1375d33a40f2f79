import Geofencing
import HTTPService
import HTTPTypes
import Posix

/// What an item of a query says; throws a `Problem` if it makes no sense. `name`: the item's.
extension String {
    func time(of name: String) throws(Problem) -> Timestamp {
        guard let time = Timestamp(iso8601: self) else {
            throw Problem(
                .badRequest, "\(name): \(quoted) is not a time, as in 2026-05-01T12:00:00Z")
        }
        return time
    }

    func number(of name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let number = Int(self), range.contains(number) else {
            let limits =
                range.upperBound == .max
                ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw Problem(.badRequest, "\(name): \(quoted) is not a number \(limits)")
        }
        return number
    }
}
