import APIClient
import FoundationEssentials

extension AnyJSON {
    /// Reads a reply's body.
    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(AnyJSON.self, from: Data(body))
    }

    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
    }
}
