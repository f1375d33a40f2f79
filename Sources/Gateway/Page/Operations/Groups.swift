import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// Households and organisations.
extension GatewayAPI {
    private static let name = Parameter("name", .text(1...80))
    private static let currency = Parameter(
        "currency", .text(0...3), "Three letters of ISO 4217, as in EUR; empty takes it away.")
    private static let area = [
        Parameter("name", .text(1...80)), Parameter("lat", .number(-90...90)),
        Parameter("lon", .number(-180...180)),
        Parameter("radius", .number(10...100_000), "Metres."),
    ]
    private static let newArea = area.requiring(["name", "lat", "lon"])
    private static let address = Parameter(
        "address", .text(0...200),
        "Says where it is, without lat and lon; empty takes it away.")
    private static let newSite = area.requiring(["name"]) + [address]

    static let groups: [Operation] = [
        .answering(
            .get, "groups", "list_groups", "The person's groups; for this machine, all.",
            .list("groups", of: "Group", as: .group)
        ) { api, call in
            try await api.community.groups(by: call.known())
        },
        .answering(
            .post, "groups", "add_group", "Makes a household, or registers an organisation.",
            body: [
                Parameter("kind", .choice(Group.Kind.allCases.map(\.rawValue)), required: true),
                Parameter("name", .text(1...80), required: true), currency,
                Parameter("admin", .text(1...40), "Who becomes its admin; only from this machine."),
            ], .added("Group", as: .group)
        ) { api, call in
            let caller = try call.known()
            let admin = call.arguments.text("admin").flatMap { PersonID($0) }
            if caller != .machine, call.arguments.says("admin") {
                throw Problem(field: "admin", "is for programs of this machine: leave it out")
            }
            return try await api.community.addGroup(
                Group.Kind(rawValue: call.arguments.text("kind")!)!,
                name: call.arguments.text("name")!, currency: call.arguments.text("currency"),
                admin: admin, by: caller)
        },
        .answering(
            .get, "groups/{group}", "get_group", "With members, sites and places, for members.",
            .item("Group", as: .group)
        ) { api, call in
            try await api.community.group(call.groupInPath(), by: call.known())
        },
        .answering(
            .patch, "groups/{group}", "change_group", "Changes what the body says; its admins.",
            body: [name, currency], .item("Group", as: .group), current: currentGroup
        ) { api, call in
            try await api.community.editGroup(
                call.groupInPath(), name: call.arguments.text("name"),
                currency: call.arguments.text("currency"), by: call.known())
        },
        .doing(
            .delete, "groups/{group}", "remove_group", "Removes it; its admin, when alone in it.",
            query: [
                Parameter(
                    "members", .flag,
                    "Also forgets its members who are in no other group; only from this machine.")
            ], current: currentGroup
        ) { api, call in
            let caller = try call.known()
            let withMembers = call.query("members") == "true"
            if withMembers, caller != .machine {
                throw Problem(field: "members", "is for programs of this machine: leave it out")
            }
            try await api.remove(call.groupInPath(), withMembers: withMembers, by: caller)
        },
        .answering(
            .get, "groups/{group}/sites", "list_sites", "The sites of an organisation.",
            .list("sites", of: "Site", as: .site)
        ) { api, call in
            try await api.community.sites(of: call.groupInPath(), by: call.known())
        },
        .answering(
            .post, "groups/{group}/sites", "add_site",
            "Adds a site, at lat and lon or else where its address is; its admins.", body: newSite,
            .added("Site", as: .site)
        ) { api, call in
            let group = try call.groupInPath()
            _ = try await api.community.sites(of: group, by: try call.known())
            return try await api.community.addSite(
                of: group, name: call.arguments.text("name")!, area: api.siteArea(call),
                address: call.arguments.text("address"), by: call.known())
        },
        .answering(
            .patch, "groups/{group}/sites/{site}", "change_site",
            "Changes what the body says, and takes along the deals where it was. A new address alone does not move it: send lat and lon.",
            body: area + [address], .item("Site", as: .site), current: currentSite
        ) { api, call in
            let area = try call.area(changing: try await currentSite(api, call))
            let site = try await api.community.editSite(
                try call.number("site"), of: try call.groupInPath(),
                name: call.arguments.text("name"), area: area,
                address: call.arguments.text("address"), by: try call.known())
            // While the daemon is away, its deals wait for `DaemonSync`.
            try? await api.movedSites.bringUpToDate()
            return site
        },
        .doing(
            .delete, "groups/{group}/sites/{site}", "remove_site", "Removes a site.",
            current: currentSite
        ) { api, call in
            try await api.community.removeSite(
                call.number("site"), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .get, "groups/{group}/places", "list_group_places",
            "The places of a household, at which arrivals are told.",
            .list("places", of: "GroupPlace", as: .groupPlace)
        ) { api, call in
            try await api.community.places(of: call.groupInPath(), by: call.known())
        },
        .answering(
            .post, "groups/{group}/places", "add_group_place", "Adds a place; its members.",
            body: newArea, .added("GroupPlace", as: .groupPlace)
        ) { api, call in
            try await api.community.addPlace(
                of: call.groupInPath(), name: call.arguments.text("name")!, area: call.area!,
                by: call.known())
        },
        .answering(
            .patch, "groups/{group}/places/{place_number}", "change_group_place",
            "Changes what the body says.", body: area, .item("GroupPlace", as: .groupPlace),
            current: currentPlace
        ) { api, call in
            let area = try call.area(changing: try await currentPlace(api, call))
            let (place, askedAgain) = try await api.community.editPlace(
                try call.number("place_number"), of: try call.groupInPath(),
                name: call.arguments.text("name"), area: area, by: try call.known())
            for arrival in askedAgain { await api.tell(ofMoved: arrival) }
            return place
        },
        .doing(
            .delete, "groups/{group}/places/{place_number}", "remove_group_place",
            "Removes a place.", current: currentPlace
        ) { api, call in
            try await api.community.removePlace(
                call.number("place_number"), of: call.groupInPath(), by: call.known())
        },
    ]

    /// Where a new site is.
    private func siteArea(_ call: Call) async throws -> Area {
        let arguments = call.arguments
        try call.checkPosition()
        if let area = call.area { return area }
        guard let address = arguments.text("address"), !address.isEmpty else {
            throw Problem(field: "lat", "is missing: send lat and lon, or an address")
        }
        let (latitude, longitude) = try await position(of: address, "address")
        return Area(
            latitude: latitude, longitude: longitude,
            radius: arguments.number("radius") ?? Call.usualRadius)
    }

    private static let currentGroup: Operation.Current = { api, call in
        try await api.community.group(call.groupInPath(), by: call.known()).versioned(by: .group)
    }

    private static let currentSite: Operation.Current = { api, call in
        let sites = try await api.community.sites(of: call.groupInPath(), by: call.known())
        let number = try call.number("site")
        return try sites.first { $0.id == number }?.versioned(by: .site)
    }

    private static let currentPlace: Operation.Current = { api, call in
        let places = try await api.community.places(of: call.groupInPath(), by: call.known())
        let number = try call.number("place_number")
        return try places.first { $0.id == number }?.versioned(by: .groupPlace)
    }
}

extension Call {
    /// Metres, where none are said.
    fileprivate static let usualRadius = 100.0

    /// `nil` if the body does not say where.
    fileprivate var area: Area? {
        guard let latitude = arguments.number("lat"), let longitude = arguments.number("lon") else {
            return nil
        }
        return Area(
            latitude: latitude, longitude: longitude,
            radius: arguments.number("radius") ?? Self.usualRadius)
    }

    /// Throws a `Problem` if the body says one of lat and lon alone.
    fileprivate func checkPosition() throws(Problem) {
        let names = ["lat", "lon"]
        guard names.contains(where: arguments.says),
            let missing = names.first(where: { !arguments.says($0) })
        else { return }
        throw Problem(field: missing, "is missing: send lat and lon together")
    }

    /// As the body says, and for the rest as `current`; `nil` if the body says nothing of it, or there
    /// is nothing to change.
    fileprivate func area(changing current: AnyJSON?) throws(Problem) -> Area? {
        try checkPosition()
        guard ["lat", "radius"].contains(where: arguments.says) else { return nil }
        func value(_ name: String) -> Double? { arguments.number(name) ?? current?[name]?.number }
        guard let latitude = value("lat"), let longitude = value("lon"),
            let radius = value("radius")
        else { return nil }
        return Area(latitude: latitude, longitude: longitude, radius: radius)
    }
}
