import Posix

/// The target of a request, as its first line has it.
enum RequestTarget {
    static func encoded(_ path: String, _ query: [(name: String, value: String)]) -> String {
        let items = query.map { "\($0.percentEncoded())=\($1.percentEncoded())" }
        let path = path.percentEncoded(besides: "/:,@")
        return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
    }
}
