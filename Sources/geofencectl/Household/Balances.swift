import APIClient
import Geofencing
import Places
import Posix

/// Who owes whom, as the gateway has it.
struct Balances: Decodable {
    struct Balance: Decodable {
        /// `nil`: they are not on this machine any more.
        var person: String?
        var name: String
        /// By which bills name who is not on this machine any more; `nil`: they are in no bill.
        var party: Int64?
        var isMember: Bool
        /// Minor units: what is owed to them; negative: what they owe.
        var balance: Int64

        enum CodingKeys: String, CodingKey {
            case person, name, party, balance
            case isMember = "is_member"
        }

        /// As bills name them: an id, or as in `#7`; `nil`: they are in none.
        var called: String? { person ?? party.map { "#\($0)" } }
    }

    struct Payment: Decodable {
        var from: Somebody
        var to: Somebody
        var amount: Int64
    }

    var balances: [Balance]
    var payments: [Payment]
}

extension Membership {
    /// Somebody as bills name them.
    func party(_ text: String) async throws -> String { try await parties([text])[0] }

    /// Members as `members(_:)` finds them, and who has left while something is open: by id or name, or
    /// by number, as in `#7`, who is not on this machine any more.
    func parties(_ texts: [String]) async throws -> [String] {
        if texts.isEmpty { return [] }
        let all = try await client.get("\(group.path)/balances", as: Balances.self).balances
        let left = all.filter { !$0.isMember }
        var parties: [String] = []
        for text in texts {
            do {
                parties.append(try await member(text))
            } catch let refusal as Refusal {
                let named = left.filter { $0.name.folded == text.folded && !text.isEmpty }
                guard
                    let found = left.first(where: { $0.called == text })
                        ?? (named.count == 1 ? named[0] : nil)
                else { throw refusal }
                parties.append(found.called ?? text)
            }
        }
        return parties
    }
}
