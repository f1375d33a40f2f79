import APIClient
import Community
import Geofencing
import Messages
import Posix

/// Where groups want to be told something, as watches of the daemon.
extension GroupWatch.SetName {
    /// What changes the set.
    var topics: Set<Change.Topic> {
        switch self {
        case .household: [.groups]
        case .errands: [.groups, .items]
        case .events: [.groups, .events]
        case .bulletins: [.groups, .bulletins]
        }
    }

    /// All of it, each with an id of its own.
    func watches(_ community: Community) async throws -> [AnyJSON] {
        switch self {
        case .household: try await community.householdPlaces().map(AnyJSON.place)
        case .errands: try await community.errands().map(AnyJSON.errands)
        case .events:
            try await community.comingEvents(Timestamp(seconds: systemMilliseconds() / 1000))
                .map(AnyJSON.event)
        case .bulletins: try await community.bulletinsAtSites().map(AnyJSON.bulletins)
        }
    }
}

extension ComingEvent {
    /// Seconds before the start, from when on those who come are told.
    static let early = 3600.0
}

extension AnyJSON {
    /// That somebody enters or leaves the place of a household.
    fileprivate static func place(_ group: GroupID, _ place: GroupPlace) throws -> AnyJSON {
        try watch(of: group, "\(place.id)", place.name, .place(place.id))
            .at(Area(latitude: place.lat, longitude: place.lon, radius: place.radius))
    }

    /// All places at which a household wants something.
    fileprivate static func errands(_ errands: Errands) throws -> AnyJSON {
        try watch(
            of: errands.group, errands.number, "Shopping list of \(errands.groupName)",
            .errand(errands.target)
        ).with(["target": .string(errands.target)])
    }

    fileprivate static func event(_ coming: ComingEvent) throws -> AnyJSON {
        let event = coming.event
        let watch = try watch(of: coming.group, "\(event.id)", event.what, .event(event.id))
            .during(event.starts + -ComingEvent.early, event.ends)
        return event.place?.area.map { watch.at($0) } ?? watch
    }

    /// As long as the site has one.
    fileprivate static func bulletins(_ here: SiteBulletins) throws -> AnyJSON {
        let site = here.site
        let ends = here.bulletins.map(\.until)
        return try watch(of: here.group, "\(site.id)", site.name, .site(site.id))
            .at(Area(latitude: site.lat, longitude: site.lon, radius: site.radius))
            .during(
                here.bulletins.map(\.from).min(),
                ends.contains(nil) ? nil : ends.compactMap(\.self).max())
    }

    // MARK: Parts

    /// `id`: within the group.
    private static func watch(
        of group: GroupID, _ id: String, _ title: String, _ purpose: GroupWatch.Purpose
    ) throws -> AnyJSON {
        .object([
            "id": .string("\(group).\(id)"), "title": .string(title),
            "audience": .string("group/\(group)"),
            "details": try AnyJSON(encoding: GroupWatch("\(group)", purpose)),
        ])
    }

    private func at(_ area: Area) -> AnyJSON {
        with([
            "at": .array([.number(area.latitude), .number(area.longitude)]),
            "radius": .number(area.radius),
        ])
    }

    private func during(_ start: Timestamp?, _ end: Timestamp?) -> AnyJSON {
        with(
            ["starts": start, "ends": end].compactMapValues { time in
                time.map { .string("\($0)") }
            })
    }

    private func with(_ more: [String: AnyJSON]) -> AnyJSON {
        .object(members.merging(more) { $1 })
    }
}
