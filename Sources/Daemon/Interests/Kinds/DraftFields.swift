package import Places
import Posix

extension Decoder {
    /// Throws a `Refusal` if there is a field that a draft does not have, as one with a typing
    /// error.
    package func refuseUnknownFields<Field: CodingKey & CaseIterable>(
        _ fields: Field.Type
    ) throws {
        let known = fields.allCases.map(\.stringValue)
        guard let unknown = try memberNames.first(where: { !known.contains($0) }) else { return }
        throw Refusal(unknown: unknown, known: known)
    }
}

extension Refusal {
    /// Of a field that is none of `known`.
    init(unknown name: String, known: [String]) {
        let remedy =
            name.nearMisses(among: known).first.map { "did you mean \($0)?" }
            ?? "use \(known.joined(separator: ", "))"
        self.init(.invalid, name.shortened, "is not known here: \(remedy)")
    }
}

extension Patch {
    /// The new value of a field that must have one; `old`: the value so far, `nil` for a new item.
    /// Throws if there would be none.
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
