package import Geofencing

/// Somebody who wants to be told when another member of a household comes to a place, or leaves it.
package struct Arrival: Hashable, Codable, Sendable {
    package enum Transition: String, Codable, Sendable, CaseIterable {
        case enter, exit
    }

    package enum State: String, Codable, Sendable, CaseIterable {
        /// For the person to allow it.
        case waits
        case active
        /// Allowed, but the person shows no phone to the household now.
        case paused
        /// By the person whom it is about. It is in their export alone, and waits if it is asked for
        /// again.
        case ended
    }

    package var id: Int64
    package var group: GroupID
    /// The number of the household's place.
    package var place: Int64
    package var placeName: String
    /// Who comes or goes.
    package var person: PersonID
    /// As the household calls them.
    package var personName: String
    /// Who is told.
    package var asker: PersonID
    package var askerName: String
    package var transition: Transition
    package var state: State
    package var asked: Timestamp

    enum CodingKeys: String, CodingKey {
        case id, group, place, person, asker, transition, state, asked
        case placeName = "place_name"
        case personName = "person_name"
        case askerName = "asker_name"
    }
}
