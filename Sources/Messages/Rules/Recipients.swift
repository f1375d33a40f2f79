/// Says who is told of a device. The gateway's people are one.
package protocol Recipients: Sendable {
    /// Those that are told of what happens to `device`, and why.
    ///
    /// `device`: `nil` of notices that name none, which are the daemon's own. `place`: `nil` unless
    /// the region is a household's place. Without one this is the owner. With one these are the
    /// other members of that household who have asked for it, and whom the owner lets be told.
    /// `transition`: `enter`, `dwell` or `exit`.
    func recipients(
        of device: String?, at place: HouseholdPlace?, _ transition: String
    ) async throws -> [Recipient]
}

/// A place that a household has named in order to hear who comes and goes: what the details of its
/// watch say (`{"group":"home","place":7}`).
package struct HouseholdPlace: Codable, Hashable, Sendable {
    package var group: String
    package var place: Int64

    /// The set that has the watches of all these places.
    package static let set = "household"

    package init(group: String, place: Int64) { (self.group, self.place) = (group, place) }
}

/// Somebody who is told, and as what.
package struct Recipient: Hashable, Sendable {
    /// The id of the person.
    package var person: String
    /// Who comes or goes; `nil` if it is the person's own device.
    package var arrival: Arriving?

    package init(person: String, arrival: Arriving? = nil) {
        (self.person, self.arrival) = (person, arrival)
    }

    /// The owner of a device that shows arrivals.
    package struct Arriving: Hashable, Sendable {
        package var person: String
        package var name: String

        package init(person: String, name: String) { (self.person, self.name) = (person, name) }
    }
}
