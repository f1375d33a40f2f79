import Geofencing
import HTTPService
import Interests

/// How a device is to be, as people say it; what is left out stays.
struct DeviceDraft: Decodable, Sendable {
    var name: Patch<String>
    var follows: Patch<[String]>
    var maxAccuracy: Patch<Double>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, follows
        case maxAccuracy = "max_accuracy"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownFields(CodingKeys.self)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.decode(Patch<String>.self, forKey: .name)
        follows = try fields.decode(Patch<[String]>.self, forKey: .follows)
        maxAccuracy = try fields.decode(Patch<Double>.self, forKey: .maxAccuracy)
    }

    /// Characters of a name, and how many audiences a device may follow.
    private static let longestName = 1000
    private static let mostAudiences = 1000

    /// Throws a `Problem`.
    func apply(to device: inout Device) throws {
        device.name = name.applied(to: device.name)
        if let name = device.name, name.isEmpty || name.utf8.count > Self.longestName {
            throw Problem(field: "name", "is empty or longer than \(Self.longestName) bytes")
        }
        switch follows {
        case .absent: break
        case .null: device.follows = [.everyone]
        case .value(let names): device.follows = try Self.audiences(names)
        }
        device.maxAccuracy = maxAccuracy.applied(to: device.maxAccuracy)
        if let accuracy = device.maxAccuracy, !(accuracy > 0 && accuracy <= 100_000) {
            throw Problem(
                field: "max_accuracy", "\(accuracy) is not above 0 and at most 100000: use metres")
        }
    }

    private static func audiences(_ names: [String]) throws -> Set<Audience> {
        guard names.count <= mostAudiences else {
            throw Problem(field: "follows", "has more than \(mostAudiences) audiences")
        }
        var audiences: Set<Audience> = []
        for (i, name) in names.enumerated() {
            let audience = try Audience(name, of: "follows[\(i)]")
            guard audience.mayBeFollowed else {
                throw Problem(
                    field: "follows[\(i)]",
                    "\(name) is followed by one device alone, always: leave it out")
            }
            audiences.insert(audience)
        }
        return audiences
    }
}
