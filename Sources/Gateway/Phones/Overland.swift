import Geofencing
package import HTTPTypes

/// Overland of iOS and Android: features of GeoJSON (github.com/aaronpk/Overland-iOS).
package enum Overland: PhoneProtocol {
    package static let name = "overland"
    package static let path = "overland"
    package static let methods: [HTTPRequest.Method] = [.post]

    package static func credentials(of request: PhoneRequest) -> PhoneCredentials? {
        let token =
            request.headers[.authorization]?.words(after: "Bearer")
            ?? request.query.first { $0.name == "token" }?.value
        return PhoneCredentials(token: token)
    }

    package static func message(of request: PhoneRequest) -> PhoneMessage {
        guard let batch = Batch(json: request.body) else {
            return PhoneMessage(.notJSON)
        }
        var message = PhoneMessage()
        for feature in batch.locations {
            // A pause or a level of the battery has a place as well, of any earlier time.
            if feature.isPosition {
                message.add(feature.position)
            } else {
                message.ignore(.noPosition)
            }
        }
        if batch.locations.isEmpty { message.ignore(.noPosition) }
        return message
    }

    package static func answer(_ news: [String]) -> (type: String, text: String) {
        ("application/json", #"{"result":"ok"}"#)
    }

    private struct Batch: Decodable {
        var locations: [Feature] = []

        enum Key: String, CodingKey { case locations }

        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: Key.self) else { return }
            locations = (try? object.decode([Feature].self, forKey: .locations)) ?? []
        }
    }

    private struct Feature: Decodable {
        var isPosition = false
        var position: PhonePosition?

        enum Key: String, CodingKey { case geometry, properties }
        enum Geometry: String, CodingKey { case coordinates }
        enum Property: String, CodingKey {
            case timestamp, altitude, speed, course, action
            case accuracy = "horizontal_accuracy"
        }

        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: Key.self),
                let properties = try? object.nestedContainer(
                    keyedBy: Property.self, forKey: .properties)
            else { return }
            let action = properties.text(.action)
            isPosition = !properties.contains(.action) || action == "visit"
            let geometry = try? object.nestedContainer(keyedBy: Geometry.self, forKey: .geometry)
            let point = (try? geometry?.decode([Double].self, forKey: .coordinates)) ?? []
            guard point.count >= 2 else { return }
            position = PhonePosition(
                time: properties.text(.timestamp).flatMap { Timestamp(rfc3339: $0) },
                latitude: point[1],
                longitude: point[0])
            position?.set(accuracy: properties.number(.accuracy))
            position?.set(speed: properties.number(.speed), track: properties.number(.course))
            position?.altitude = properties.number(.altitude)
        }
    }
}
