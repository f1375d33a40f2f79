import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Messages

/// All that is known of one person.
extension GatewayAPI {
    func export(_ person: PersonID, _ call: Call) async throws -> Response {
        let id = person.description
        let known = try await community.export(person, by: try call.known())
        let contents = PersonFile(
            community: known, settings: try await messages.settings(of: id),
            mutes: try await messages.mutes(of: id), messages: try await allMessages(of: id))
        var zip = ZipFile()
        zip.add("person.json", try contents.jsonBytes)
        let favourites = try await daemon.client.send(
            .get, "/v1/favourites", query: [("audience", "person/\(person)")])
        zip.add("favourites.json", favourites.body)
        let deals = try await daemon.json(
            .get, "/v1/deals", query: [("for", "person/\(person)"), ("all", "true")])
        let reserved = (deals["deals"]?.elements ?? [])
            .filter { $0["reserved_by_me"] == .bool(true) }.map(\.withoutDistances)
        zip.add("reservations.json", try AnyJSON.array(reserved).jsonBytes)
        for bulletin in known.bulletins where bulletin.picture != nil {
            let picture = try await community.picture(
                ofBulletin: bulletin.id, of: bulletin.group, by: .machine)
            zip.add("bulletins/\(bulletin.id).jpg", picture.jpeg)
        }
        for phone in known.phones {
            let history = try await daemon.client.send(
                .get, "/v1/history", query: [("device", phone.id), ("format", "ndjson")])
            zip.add("\(phone.id)/notices.ndjson", history.body)
            let positions = try await daemon.client.send(
                .get, "/v1/devices/\(phone.id)/positions")
            zip.add("\(phone.id)/positions.ndjson", positions.body)
        }
        var response = Response.json(bytes: zip.closed(), type: "application/zip")
        response.headers[.contentDisposition] = "attachment; filename=\"\(person).zip\""
        return response
    }

    private struct PersonFile: Encodable {
        var community: PersonExport
        var settings: PersonSettings
        var mutes: [Mute]
        var messages: [Message]
    }

    private func allMessages(of person: String) async throws -> [Message] {
        var all: [Message] = []
        while true {
            let page = try await messages.messages(of: person, before: all.last?.id, limit: 1000)
            all += page
            if page.count < 1000 { return all }
        }
    }
}
