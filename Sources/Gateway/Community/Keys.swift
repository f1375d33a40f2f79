import Posix
import SQLite

/// Keys: whoever had no answer asks once more with the same key, and nothing is made twice.
extension Connection {
    /// Characters of a key.
    static let longestKey = 64
    /// Seconds for which a key is known.
    static let longestKeyKept: Int64 = 30 * 86_400

    /// The number of what `make` makes; with a key that `person` has used before, of what that has
    /// made, and `make` is not called.
    ///
    /// `key`: `nil`: it is made in any case. `kind`: what is made, as in `bill`. `person`: `nil`: this
    /// machine. Whoever reads it afterwards does so in `madeEarlier(_:)`.
    func once(
        _ key: String?, _ kind: String, in group: GroupID, by person: PersonID?, at now: Int64,
        make: () throws -> Int64
    ) throws -> Int64 {
        guard let key = try key?.checkedName("key", longest: Self.longestKey) else {
            return try make()
        }
        if let made = try made(key, by: person) {
            guard made.kind == kind, made.group == group else {
                throw CommunityError.invalid(
                    field: "key", "\(key.quoted) was used for something else: choose another")
            }
            return made.number
        }
        let number = try make()
        try table("made_key").insert([
            "person": .id(person), "key": .text(key), "kind": .text(kind),
            "group_id": .id(group), "number": .integer(number), "made": .integer(now),
        ])
        return number
    }

    private func made(
        _ key: String, by person: PersonID?
    ) throws -> (kind: String, group: GroupID, number: Int64)? {
        try first(
            """
            SELECT kind, group_id, number FROM made_key
            WHERE coalesce(person, '') = :person AND key = :key
            """, ["person": .text(person?.rawValue ?? ""), "key": .text(key)]
        ) { ($0.text(0) ?? "", $0.group(1), $0.integer(2)) }
    }

    /// Reads what `once` has made. What is not there any more was made at the first time.
    func madeEarlier<Made>(_ read: () throws -> Made) throws -> Made {
        do {
            return try read()
        } catch CommunityError.notFound {
            throw CommunityError.gone(
                "it was made before, and removed since: there is nothing to do")
        }
    }
}
