import Posix

extension HTTPRequest {
    /// Sends the token along that is the one line of a file. Throws `FileError` or `HTTPFailure`.
    package mutating func authorize(byTokenIn path: String) throws {
        let bytes = try InputFile.contents(of: path, limit: 4096)
        let token = String(decoding: bytes, as: UTF8.self).trimmed
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPFailure("\(path): has no token: write it as the only line")
        }
        headers.append(.init("Authorization", "Bearer \(token)"))
    }
}
