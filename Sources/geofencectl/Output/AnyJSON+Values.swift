import APIClient
import FoundationEssentials

extension AnyJSON {
    /// Reads a reply's body.
    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(AnyJSON.self, from: Data(body))
    }

    init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(AnyJSON.self, from: JSONEncoder().encode(value))
    }

    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
    }
}
