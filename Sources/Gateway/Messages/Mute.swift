/// *Not this one again*: what a person does not want to hear of any more.
package struct Mute: Codable, Hashable, Sendable, Identifiable {
    package var id: Int64
    package var subject: Subject
    /// What it is called, for the list of mutes.
    package var title: String

    package init(id: Int64, subject: Subject, title: String) {
        (self.id, self.subject, self.title) = (id, subject, title)
    }

    /// In JSON one of the members `region`, `place` and `target`.
    package enum Subject: Hashable, Sendable {
        /// A region's id, as in `deal/2`.
        case region(String)
        /// A place's id: whatever is there.
        case place(String)
        /// A brand or a category (`amenity=cafe`): any place of it.
        case target(String)
    }

    private enum CodingKeys: String, CodingKey { case id, title }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(Int64.self, forKey: .id)
        title = try members.decode(String.self, forKey: .title)
        subject = try Subject(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(title, forKey: .title)
        try subject.encode(to: encoder)
    }
}

extension Mute.Subject: Codable {
    enum Kind: String, CodingKey, CaseIterable { case region, place, target }

    init(_ kind: Kind, _ value: String) {
        switch kind {
        case .region: self = .region(value)
        case .place: self = .place(value)
        case .target: self = .target(value)
        }
    }

    var parts: (kind: Kind, value: String) {
        switch self {
        case .region(let value): (.region, value)
        case .place(let value): (.place, value)
        case .target(let value): (.target, value)
        }
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Kind.self)
        guard members.allKeys.count == 1, let kind = members.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "say one of region, place and target"))
        }
        self.init(kind, try members.decode(String.self, forKey: kind))
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Kind.self)
        try members.encode(parts.value, forKey: parts.kind)
    }
}
