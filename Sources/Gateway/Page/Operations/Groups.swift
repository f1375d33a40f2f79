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
    private static let newArea = area.map { parameter in
        var parameter = parameter
        parameter.isRequired = parameter.name != "radius"
        return parameter
    }
    private static let address = Parameter(
        "address", .text(0...200),
        "Says where it is, without lat and lon; empty takes it away.")
    private static let newSite =
        newArea.map { parameter in
            var parameter = parameter
            parameter.isRequired = parameter.name == "name"
            return parameter
        } + [address]

    static let groups: [Operation] = [
        Operation(
            .get, "groups", "list_groups", "The person's groups; for this machine, all.",
            for: .signedIn, [.ok(Schema.list("groups", of: "Group"))]
        ) { api, call in
            try Response.json(
                try await api.community.groups(by: try call.known()), in: "groups", as: .group)
        },
        Operation(
            .post, "groups", "add_group", "Makes a household, or registers an organisation.",
            for: .signedIn,
            body: [
                Parameter("kind", .choice(Group.Kind.allCases.map(\.rawValue)), required: true),
                Parameter("name", .text(1...80), required: true), currency,
                Parameter("admin", .text(1...40), "Who becomes its admin; only from this machine."),
            ],
            [.created(Schema.reference("Group"))]
        ) { api, call in
            let caller = try call.known()
            let admin = call.arguments.text("admin").flatMap { PersonID($0) }
            if caller != .machine, call.arguments.says("admin") {
                throw Parameter("admin", .flag).problem(
                    "is for programs of this machine: leave it out")
            }
            let group = try await api.community.addGroup(
                Group.Kind(rawValue: call.arguments.text("kind")!)!,
                name: call.arguments.text("name")!, currency: call.arguments.text("currency"),
                admin: admin, by: caller)
            return try Response.json(group, as: .group, status: .created)
        },
        Operation(
            .get, "groups/{group}", "get_group", "With members, sites and places, for members.",
            for: .signedIn, [.ok(Schema.reference("Group"))]
        ) { api, call in
            try Response.json(
                try await api.community.group(try call.groupInPath(), by: try call.known()),
                as: .group)
        },
        Operation(
            .patch, "groups/{group}", "change_group", "Changes what the body says; its admins.",
            for: .signedIn, body: [name, currency], [.ok(Schema.reference("Group"))],
            current: currentGroup
        ) { api, call in
            try Response.json(
                try await api.community.editGroup(
                    try call.groupInPath(), name: call.arguments.text("name"),
                    currency: call.arguments.text("currency"), by: try call.known()),
                as: .group)
        },
        Operation(
            .delete, "groups/{group}", "remove_group", "Removes it; its admin, when alone in it.",
            for: .signedIn, [.done], current: currentGroup
        ) { api, call in
            try await api.remove(try call.groupInPath(), by: try call.known())
            return .done
        },
        Operation(
            .get, "groups/{group}/sites", "list_sites", "The sites of an organisation.",
            for: .signedIn, [.ok(Schema.list("sites", of: "Site"))]
        ) { api, call in
            let sites = try await api.community.sites(
                of: try call.groupInPath(), by: try call.known())
            return try Response.json(sites, in: "sites", as: .site)
        },
        Operation(
            .post, "groups/{group}/sites", "add_site",
            "Adds a site, at lat and lon or else where its address is; its admins.",
            for: .signedIn, body: newSite, [.created(Schema.reference("Site"))]
        ) { api, call in
            let group = try call.groupInPath()
            _ = try await api.community.sites(of: group, by: try call.known())
            let site = try await api.community.addSite(
                of: group, name: call.arguments.text("name")!, area: try await api.siteArea(call),
                address: call.arguments.text("address"), by: try call.known())
            return try Response.json(site, as: .site, status: .created)
        },
        Operation(
            .patch, "groups/{group}/sites/{site}", "change_site",
            "Changes what the body says, and takes along the deals where it was. A new address alone does not move it: send lat and lon.",
            for: .signedIn, body: area + [address], [.ok(Schema.reference("Site"))],
            current: currentSite
        ) { api, call in
            let area = try call.area(changing: try await currentSite(api, call))
            let site = try await api.community.editSite(
                try call.number("site"), of: try call.groupInPath(),
                name: call.arguments.text("name"), area: area,
                address: call.arguments.text("address"), by: try call.known())
            // While the daemon is away, its deals wait for `DaemonSync`.
            try? await api.movedSites.bringUpToDate()
            return try Response.json(site, as: .site)
        },
        Operation(
            .delete, "groups/{group}/sites/{site}", "remove_site", "Removes a site.",
            for: .signedIn, [.done], current: currentSite
        ) { api, call in
            try await api.community.removeSite(
                try call.number("site"), of: try call.groupInPath(), by: try call.known())
            return .done
        },
        Operation(
            .get, "groups/{group}/places", "list_group_places",
            "The places of a household, at which arrivals are told.", for: .signedIn,
            [.ok(Schema.list("places", of: "GroupPlace"))]
        ) { api, call in
            let places = try await api.community.places(
                of: try call.groupInPath(), by: try call.known())
            return try Response.json(places, in: "places", as: .groupPlace)
        },
        Operation(
            .post, "groups/{group}/places", "add_group_place", "Adds a place; its members.",
            for: .signedIn, body: newArea, [.created(Schema.reference("GroupPlace"))]
        ) { api, call in
            let place = try await api.community.addPlace(
                of: try call.groupInPath(), name: call.arguments.text("name")!,
                area: call.area!, by: try call.known())
            return try Response.json(place, as: .groupPlace, status: .created)
        },
        Operation(
            .patch, "groups/{group}/places/{place_number}", "change_group_place",
            "Changes what the body says.", for: .signedIn, body: area,
            [.ok(Schema.reference("GroupPlace"))], current: currentPlace
        ) { api, call in
            let area = try call.area(changing: try await currentPlace(api, call))
            let (place, askedAgain) = try await api.community.editPlace(
                try call.number("place_number"), of: try call.groupInPath(),
                name: call.arguments.text("name"), area: area, by: try call.known())
            for arrival in askedAgain { await api.tell(ofMoved: arrival) }
            return try Response.json(place, as: .groupPlace)
        },
        Operation(
            .delete, "groups/{group}/places/{place_number}", "remove_group_place",
            "Removes a place.", for: .signedIn, [.done], current: currentPlace
        ) { api, call in
            try await api.community.removePlace(
                try call.number("place_number"), of: try call.groupInPath(), by: try call.known())
            return .done
        },
    ]

    /// Where a new site is.
    private func siteArea(_ call: Call) async throws -> Area {
        let arguments = call.arguments
        try call.checkPosition()
        if let area = call.area { return area }
        guard let address = arguments.text("address"), !address.isEmpty else {
            throw Parameter("lat", .flag).problem("is missing: send lat and lon, or an address")
        }
        let (latitude, longitude) = try await position(of: address, "address")
        return Area(
            latitude: latitude, longitude: longitude,
            radius: arguments.number("radius") ?? Call.usualRadius)
    }

    private static let currentGroup: Operation.Current = { api, call in
        let group = try await api.community.group(try call.groupInPath(), by: try call.known())
        return try AnyJSON(encoding: group).versioned(by: .group)
    }

    private static let currentSite: Operation.Current = { api, call in
        let sites = try await api.community.sites(
            of: try call.groupInPath(), by: try call.known())
        let number = try call.number("site")
        let site = sites.first { $0.id == number }
        return try site.map { try AnyJSON(encoding: $0).versioned(by: .site) }
    }

    private static let currentPlace: Operation.Current = { api, call in
        let places = try await api.community.places(
            of: try call.groupInPath(), by: try call.known())
        let number = try call.number("place_number")
        let place = places.first { $0.id == number }
        return try place.map { try AnyJSON(encoding: $0).versioned(by: .groupPlace) }
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
        throw Parameter(missing, .flag).problem("is missing: send lat and lon together")
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
