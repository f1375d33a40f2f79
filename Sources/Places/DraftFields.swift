import Posix

extension Decoder {
    /// Refuses what a draft has no field for, so that a slip of the pen does not go unnoticed.
    package func refuseUnknownFields<Field: CodingKey & CaseIterable>(
        _ fields: Field.Type
    ) throws {
        let known = fields.allCases.map(\.stringValue)
        guard let unknown = try memberNames.first(where: { !known.contains($0) }) else { return }
        let remedy =
            unknown.nearMisses(among: known).first.map { "did you mean \($0)?" }
            ?? "use \(known.joined(separator: ", "))"
        throw Refusal(.invalid, unknown.shortened, "is not known here: \(remedy)")
    }
}

extension Patch {
    /// What `old` becomes, of a field that must be there; `old` is `nil` for what is new.
    package func required(_ field: String, from old: Value?) throws(Refusal) -> Value {
        switch self {
        case .value(let new): return new
        case .null: throw Refusal(.invalid, field, "cannot be taken away: change it instead")
        case .absent:
            guard let old else { throw Refusal(.invalid, field, "is missing: it must be given") }
            return old
        }
    }
}

extension Bool {
    /// In the query of an address.
    init(query text: String, of field: String) throws(Refusal) {
        switch text {
        case "true": self = true
        case "false": self = false
        default: throw Refusal(.invalid, field, "\(text.quoted) is neither true nor false")
        }
    }
}
