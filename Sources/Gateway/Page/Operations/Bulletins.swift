import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// What organisations tell their members.
extension GatewayAPI {
    private static let title = Parameter("title", .text(1...Community.longestTitle))
    private static let changes = [
        title, Parameter("text", .lines(0...Community.longestBulletin), "May have lines."),
        Parameter("site", .integer(1...Int64.max), nullable: true, "Null: for all."),
        Parameter("from", .time, "From when it is in force; now, where nothing is said."),
        Parameter("until", .time, nullable: true, "Null: until it is removed."),
    ]
    private static let new = changes.requiring(["title"])
    private static let bulletinPath = "groups/{group}/bulletins/{bulletin}"

    static let bulletins: [Operation] = [
        .answering(
            .get, "groups/{group}/bulletins", "list_bulletins",
            "Bulletins in force of the member's own sites and of all sites, the newest first; for admins, of all sites.",
            query: [Parameter("all", .flag, "For admins: also those that are over or to come.")],
            .list("bulletins", of: "Bulletin")
        ) { api, call in
            let bulletins = try await api.community.bulletins(
                of: try call.groupInPath(), isAll: call.query("all") == "true",
                by: try call.known())
            return try bulletins.map { try $0.shown() }
        },
        .answering(
            .post, "groups/{group}/bulletins", "add_bulletin", "Writes a bulletin; its admins.",
            body: new + [key], .added("Bulletin")
        ) { api, call in
            let bulletin = try await api.community.addBulletin(
                of: try call.groupInPath(), title: call.arguments.text("title")!,
                text: call.arguments.text("text") ?? "", site: call.arguments.integer("site"),
                from: call.arguments.time("from"), until: call.arguments.time("until"),
                key: call.arguments.text("key"), by: try call.known())
            return try bulletin.shown()
        },
        .reading(bulletinPath, "Bulletin", currentBulletin),
        .answering(
            .patch, bulletinPath, "change_bulletin", "Changes what the body says; its admins.",
            body: changes, .item("Bulletin"), current: currentBulletin
        ) { api, call in
            let arguments = call.arguments
            let bulletin = try await api.community.editBulletin(
                try call.number("bulletin"), of: try call.groupInPath(),
                title: arguments.text("title"), text: arguments.text("text"),
                site: arguments.says("site") ? .some(arguments.integer("site")) : nil,
                from: arguments.time("from"),
                until: arguments.says("until") ? .some(arguments.time("until")) : nil,
                by: try call.known())
            return try bulletin.shown()
        },
        .doing(
            .delete, bulletinPath, "remove_bulletin", "Removes a bulletin; its admins.",
            current: currentBulletin
        ) { api, call in
            try await api.community.removeBulletin(
                call.number("bulletin"), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .put, "\(bulletinPath)/picture", "set_bulletin_picture",
            "Gives it this picture, of at most 5 MiB; its admins.", upload: PictureMaker.mediaTypes,
            .item("Bulletin"), current: currentBulletin
        ) { api, call in
            let (id, group) = (try call.number("bulletin"), try call.groupInPath())
            try await api.community.checkPicture(ofBulletin: id, of: group, by: try call.known())
            let jpeg = try await api.pictures.picture(of: call.request)
            let bulletin = try await api.community.setPicture(
                jpeg, ofBulletin: id, of: group, by: try call.known())
            return try bulletin.shown()
        },
        Operation(
            .get, "\(bulletinPath)/picture", "get_bulletin_picture", "Its picture.",
            query: pictureQuery, pictureAnswers
        ) { api, call in
            let picture = try await api.community.picture(
                ofBulletin: try call.number("bulletin"), of: try call.groupInPath(),
                by: try call.known())
            return .picture(picture.jpeg, number: picture.number, call)
        },
        .doing(
            .delete, "\(bulletinPath)/picture", "remove_bulletin_picture",
            "Takes its picture away; its admins.", current: currentBulletin
        ) { api, call in
            try await api.community.setPicture(
                nil, ofBulletin: call.number("bulletin"), of: call.groupInPath(), by: call.known())
        },
        .doing(
            .post, "\(bulletinPath)/read", "read_bulletin", "The person has read it.", for: .person
        ) { api, call in
            try await api.community.readBulletin(
                call.number("bulletin"), of: call.groupInPath(), by: .person(call.person()))
        },
        .answering(
            .get, "\(bulletinPath)/readers", "list_readers",
            "Who has read it, and who was told on arrival; its admins.",
            .list("readers", of: "BulletinReader")
        ) { api, call in
            try await api.community.readers(
                of: call.number("bulletin"), in: call.groupInPath(), by: call.known())
        },
    ]

    private static let currentBulletin: Operation.Current = { api, call in
        try await api.community.bulletin(
            call.number("bulletin"), of: call.groupInPath(), by: call.known()
        ).shown()
    }
}

extension Bulletin {
    fileprivate func shown() throws -> AnyJSON {
        var members = try AnyJSON(encoding: self).members
        members["picture"] = picture.map {
            .string("/api/groups/\(group)/bulletins/\(id)/picture?v=\($0)")
        }
        return try AnyJSON.object(members).versioned(by: .bulletin)
    }
}
