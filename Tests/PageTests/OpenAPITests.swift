import FoundationEssentials
import TestSupport
import Testing

@testable import Page

/// The description of `/api`, as programs read it.
struct OpenAPITests {
    private struct Document: Decodable { var paths: [String: [String: Described]] }

    private struct Described: Decodable { var parameters: [Parameter] }

    private struct Parameter: Decodable {
        struct Schema: Decodable {
            var type: String?

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Key.self)
                // Of query items there may be several.
                type = try? members.decode(String.self, forKey: .type)
            }

            private enum Key: CodingKey { case type }
        }
        var name: String?
        var `in`: String?
        var schema: Schema?
    }

    /// Parts of paths that are words.
    private static let words: Set = ["group", "person", "phone", "device", "id"]

    @Test func `what is a number in a path is described as an integer`() throws {
        let text = OpenAPI(version: "1", operations: GatewayAPI.operations).text
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        var numbers: Set<String> = []
        for (path, operations) in document.paths {
            for (method, operation) in operations {
                for parameter in operation.parameters where parameter.in == "path" {
                    let name = try #require(parameter.name)
                    let type = Self.words.contains(name) ? "string" : "integer"
                    #expect(parameter.schema?.type == type, "\(method) \(path): \(name)")
                    if type == "integer" { numbers.insert(name) }
                }
            }
        }
        #expect(
            numbers.isSuperset(of: ["arrival", "bill", "deal", "item", "link", "stock", "thing"]))
    }
}
