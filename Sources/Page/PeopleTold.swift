package import Community
package import Messages

/// Who is told of a device: its owner of all that happens to it, a household of who comes and goes.
package struct PeopleTold: Recipients {
    private let community: Community
    private let devices: DeviceFeed

    /// `devices`: they say which device is the daemon's own.
    package init(_ community: Community, _ devices: DeviceFeed) {
        (self.community, self.devices) = (community, devices)
    }

    package func recipients(
        of device: String?, at place: HouseholdPlace?
    ) async throws -> [Recipient] {
        // Until the daemon has said which device is its own, nobody knows whose notice it is: the
        // caller asks again.
        guard let own = await devices.own else { throw OwnDeviceUnknown() }
        let isOwn = device == nil || device == own
        guard let owner = try await community.owner(of: isOwn ? nil : device) else { return [] }
        guard let place else { return [Recipient(person: owner.id.description)] }
        // The daemon's own device is no phone: nobody has shared it.
        guard let device, !isOwn, let group = GroupID(place.group) else { return [] }
        return try await community.watchers(of: device, in: group).map { person in
            Recipient(
                person: person.description,
                arrival: .init(person: owner.id.description, name: owner.name))
        }
    }
}

private struct OwnDeviceUnknown: Error, CustomStringConvertible {
    var description: String { "geofenced has not said yet which device is its own" }
}
