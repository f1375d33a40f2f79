import Formats
import Geofencing
import HTTPService
import Hummingbird
import Notifications
import Places

/// The state of the daemon, and the regions that it watches.
extension ControlAPI {
    func addStatus(to routes: Routes) {
        routes.get("status") { _, _ in
            let (device, observer) = await (tracker.device, tracker.observer)
            let reported = await tracker.reported
            let log = await notices.condition
            let fleet = await fleet.condition()
            let places = try await places.with { try $0.placeCount() }
            return Response.json(
                bytes: JSONWriter.line { status in
                    status.member("version", daemon.version)
                    status.member("started", daemon.started)
                    status.member("device", notices.device.description)
                    status.object("source") { source in
                        source.member("location", daemon.source)
                        source.member("live", observer.health != nil)
                        if observer.health == nil {
                            source.member("now", daemon.playsAsOfNow)
                            source.member("ended", observer.hasEnded)
                        }
                        observer.health?.write(
                            to: &source, at: tracker.uptime(), observer.tally)
                    }
                    if let position = device.position {
                        status.object("position") { object in
                            position.write(to: &object)
                            if position.accuracy != nil {
                                object.member("accuracy_from", position.accuracyOrigin.rawValue)
                            }
                            if let hdop = position.hdop { object.member("hdop", hdop) }
                            if let satellites = position.satellites {
                                object.member("satellites", satellites)
                            }
                        }
                    } else {
                        status.null("position")
                    }
                    status.object("fixes") { fixes in
                        fixes.member("reports", observer.counts.read)
                        fixes.member("accepted", observer.counts.accepted)
                        fixes.write(dropped: observer.counts)
                    }
                    status.object("regions") { regions in
                        let counts = device.regionCounts
                        regions.member("loaded", counts.values.reduce(0, +))
                        regions.object("kinds") { kinds in
                            for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
                                kinds.member(kind, count)
                            }
                        }
                        regions.member("inside", device.inside.sorted())
                        regions.member("lookups", observer.lookUps)
                    }
                    status.member("places", places)
                    status.object("notifications") { notifications in
                        notifications.member("log", log.log.description)
                        notifications.member("oldest", log.oldest)
                        notifications.member("latest", log.latest)
                        notifications.member("waiting", log.waiting)
                        if let problem = log.problem { notifications.member("problem", problem) }
                    }
                    status.object("devices") { $0.write(fleet) }
                    status.member("transitions", reported.sorted().map(\.rawValue))
                })
        }
    }

    func addRegions(to routes: Routes) {
        routes.get("regions") { request, _ in
            let device = try await trackedDevice(otherDevice(Self.query(request)))
            let inside = device.inside
            var regions = device.regions.map { region in
                (region, device.position.map { region.center.distance(to: $0.coordinate) })
            }
            regions.sort { ($0.1 ?? 0, $0.0.id) < ($1.1 ?? 0, $1.0.id) }
            var body = Array(#"{"type":"FeatureCollection","features":["#.utf8)
            for (i, (region, distance)) in regions.prefix(Self.mostRegions).enumerated() {
                if i > 0 { body.append(UInt8(ascii: ",")) }
                body += Self.feature(
                    region, distance, isInside: inside.contains(region.id))
            }
            body += Array("]}".utf8)
            return Response.json(bytes: body, type: "application/geo+json")
        }
    }

    /// `other`: `nil` is the daemon's own.
    private func trackedDevice(_ other: DeviceID?) async throws -> TrackedDevice {
        guard let other else { return await tracker.device }
        guard let device = try await known({ try await fleet.tracked(other) }) else {
            throw Problem.unknown(other)
        }
        return device
    }

    /// The most regions in one reply: the nearest to the device.
    private static let mostRegions = 10_000

    private static func feature(
        _ region: Region, _ distance: Double?, isInside: Bool
    ) -> some Sequence<UInt8> {
        JSONWriter.line { feature in
            region.writeFeature(to: &feature) { properties in
                properties.member("inside", isInside)
                if let distance { properties.member("distance", distance, decimals: 1) }
                region.writeDetails(to: &properties)
            }
        }.dropLast()
    }
}

extension ReceiverHealth {
    /// `now`: by the clock of `Tracker.uptime`. `tally`: what the source has counted besides.
    fileprivate func write(to object: inout JSONWriter, at now: Double, _ tally: [Tally]) {
        object.member("state", state.name)
        object.member("message", state.words)
        object.member("seconds", now - since, decimals: 1)
        if let rate = rate(at: now) { object.member("rate", rate, decimals: 2) }
        object.object("counts") { counts in
            for line in tally {
                if case .total(let count) = line.count { counts.member(line.name, count) }
            }
        }
    }
}

extension JSONWriter {
    /// Of all devices but the own one.
    fileprivate mutating func write(_ fleet: Fleet.Condition) {
        member("known", fleet.known)
        member("in_memory", fleet.inMemory)
        member("waiting", fleet.waiting)
        object("positions") { positions in
            positions.member("accepted", fleet.counts.accepted)
            positions.write(dropped: fleet.counts)
        }
    }
}
