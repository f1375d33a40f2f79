package import Community
package import Messages

/// Who is told of a device: its owner of all that happens to it, and others of a household of what they have
/// asked for.
package struct PeopleTold: Recipients {
    private let community: Community
    private let devices: DeviceFeed

    /// `devices`: they say which device is the daemon's own.
    package init(_ community: Community, _ devices: DeviceFeed) {
        (self.community, self.devices) = (community, devices)
    }

    package func recipients(
        of device: String?, at place: HouseholdPlace?, _ transition: String
    ) async throws -> [Recipient] {
        guard let owner = try await owner(of: device) else { return [] }
        guard let place else { return [Recipient(person: owner.id.description)] }
        // The daemon's own device is no phone, so it is shared with nobody.
        guard let device, let group = GroupID(place.group),
            let transition = Arrival.Transition(rawValue: transition)
        else { return [] }
        return try await community.watchers(
            of: device, at: place.place, in: group, transition
        ).map { person in
            Recipient(
                person: person.description,
                arrival: .init(person: owner.id.description, name: owner.name))
        }
    }
}

extension PeopleTold {
    /// `nil`: nobody is told of it.
    private func owner(of device: String?) async throws -> Person? {
        if let device {
            if let owner = try await community.owner(of: device) { return owner }
            // Until the daemon has said which device is its own, nobody knows whose this is: the
            // caller asks again.
            guard let own = await devices.own else { throw OwnDeviceUnknown() }
            guard device == own else { return nil }
        }
        return try await community.owner(of: nil)
    }
}

private struct OwnDeviceUnknown: Error, CustomStringConvertible {
    var description: String { "geofenced has not said yet which device is its own" }
}
