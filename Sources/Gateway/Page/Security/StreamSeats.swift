import Community
import HTTPService
import HTTPTypes
import Synchronization

/// Counts the streams that are open, so that one person cannot take all connections with them: a
/// stream is never idle, and nothing else ends it.
final class StreamSeats: Sendable {
    /// For one person: browsers with a few tabs each.
    static let most = 20

    private let taken = Mutex<[PersonID: Int]>([:])

    init() {}

    /// One stream; it is given back when nobody holds it any more.
    final class Seat: Sendable {
        private let person: PersonID
        private let seats: StreamSeats

        fileprivate init(_ person: PersonID, _ seats: StreamSeats) {
            (self.person, self.seats) = (person, seats)
        }

        deinit { seats.free(person) }
    }

    /// Throws a `Problem` if the person has too many.
    func take(_ person: PersonID) throws(Problem) -> Seat {
        let isThere = taken.withLock { taken in
            guard taken[person, default: 0] < Self.most else { return false }
            taken[person, default: 0] += 1
            return true
        }
        guard isThere else {
            throw Problem(
                .tooManyRequests, "\(Self.most) streams are open already: close some pages first")
        }
        return Seat(person, self)
    }

    private func free(_ person: PersonID) {
        taken.withLock { taken in
            let rest = (taken[person] ?? 1) - 1
            taken[person] = rest > 0 ? rest : nil
        }
    }
}
