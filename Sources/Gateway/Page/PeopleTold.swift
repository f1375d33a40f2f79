package import Community
import Geofencing
package import Messages

/// Who is told of a device: its owner of all that happens to it, and of what groups have there; others
/// of a household of what they have asked for.
package struct PeopleTold: Recipients {
    private let community: Community
    private let devices: DeviceMirror

    /// `devices`: they say which device is the daemon's own.
    package init(_ community: Community, _ devices: DeviceMirror) {
        (self.community, self.devices) = (community, devices)
    }

    package func recipients(of notice: Notice) async throws -> [Recipient] {
        guard let owner = try await owner(of: notice.device) else { return [] }
        guard let watch = notice.watch?.group else { return [Recipient(person: owner.id.rawValue)] }
        guard let group = GroupID(watch.group) else { return [] }
        if case .place(let place) = watch.purpose {
            return try await watchers(of: notice, at: place, in: group, owner)
        }
        guard notice.transition == "enter" else { return [] }
        return try await matters(of: watch.purpose, in: group, for: owner.id, at: notice.time)
            .map { Recipient(person: owner.id.rawValue, content: $0) }
    }
}

extension PeopleTold {
    /// Others of a household who are told that the owner of the device comes or goes.
    private func watchers(
        of notice: Notice, at place: Int64, in group: GroupID, _ owner: Person
    ) async throws -> [Recipient] {
        // The daemon's own device is no phone, so it is shared with nobody.
        guard let device = notice.device,
            let transition = Arrival.Transition(rawValue: notice.transition)
        else { return [] }
        let arrival = MessageContent.Arrival(person: owner.id.rawValue, name: owner.name)
        return try await community.watchers(
            of: device, at: place, in: group, transition, time: notice.time
        )
        .map { Recipient(person: $0.rawValue, content: .arrival(arrival)) }
    }

    /// What a group has for somebody who came at `time`, as it is now.
    private func matters(
        of purpose: GroupWatch.Purpose, in group: GroupID, for person: PersonID, at time: Timestamp
    ) async throws -> [MessageContent] {
        switch purpose {
        case .place: return []
        case .errand(let target):
            let errands = try await community.errands(for: target, of: group, told: person)
            return errands.map { [.errands($0)] } ?? []
        case .event(let id):
            let coming = try await community.event(id, of: group, told: person)
            // It may have been put off since the daemon was told.
            return coming.flatMap { $0.event.isTold(at: time) ? [.event($0)] : nil } ?? []
        case .site(let site):
            return try await community.bulletins(at: site, of: group, told: person)
                .map { .bulletin($0) }
        }
    }

    /// `nil`: nobody is told of it.
    package func owner(of device: String?) async throws -> Person? {
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

extension Event {
    fileprivate func isTold(at time: Timestamp) -> Bool {
        starts + -ComingEvent.early...ends ~= time
    }
}

private struct OwnDeviceUnknown: Error, CustomStringConvertible {
    var description: String { "geofenced has not said yet which device is its own" }
}
