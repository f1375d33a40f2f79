import Formats
import Posix

/// Bytes; certificates, keys and tokens are smaller.
private let largestFile = 1 << 20

/// Characters.
private let longestCredit = 200

extension TOMLValue {
    func address() throws(TOMLError) -> TCPAddress {
        let wanted = "an address and a port, as in \"127.0.0.1:8377\" or \"[::1]:8377\""
        let text = try text(wanted)
        if let address = TCPAddress(text) { return address }
        throw error("\(text.quoted) is not an address", use: wanted)
    }

    func origin() throws(TOMLError) -> WebOrigin {
        let wanted = "https://HOST or https://HOST:PORT, without a path"
        let text = try text(wanted)
        if let origin = WebOrigin(text) { return origin }
        throw error("\(text.quoted) is not a URL of this kind", use: wanted)
    }

    /// The path of a file that can be read.
    func readableFile() throws(TOMLError) -> String {
        let path = try path()
        do {
            _ = try InputFile.contents(of: path, limit: largestFile)
        } catch {
            throw .refused(location, why: "\(error)")
        }
        return path
    }

    /// The path of a file that can be read, but not by everybody.
    func secretFile() throws(TOMLError) -> String {
        let path = try path()
        _ = try secret(in: path)
        return path
    }

    /// The path of a file with a token, which is one line of visible ASCII.
    func tokenFile() throws(TOMLError) -> String {
        let path = try path()
        let lines = try secret(in: path).split(separator: UInt8(ascii: "\n"))
        guard lines.count == 1, lines[0].allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .refused(
                location, why: "\(path): is not a token: write one there, on a line of its own")
        }
        return path
    }

    private func secret(in path: String) throws(TOMLError) -> [UInt8] {
        do {
            return try InputFile.secret(in: path, limit: largestFile)
        } catch {
            throw .refused(location, why: "\(error)")
        }
    }
}

extension TOMLValue {
    /// Where tiles are; nobody may read on the way which places people look at.
    func tileURL() throws(TOMLError) -> TileURL {
        let wanted = "https://HOST/PATH with {z}, {x} and {y} in it"
        let text = try text(wanted)
        guard let url = TileURL(text) else {
            throw error("\(text.quoted) is not the address of tiles", use: wanted)
        }
        if url.origin.isSecure || url.origin.isLoopback { return url }
        throw error("\(url) can be read on its way", use: "https, or a server of this machine")
    }

    /// Whose data a map has.
    func credit() throws(TOMLError) -> String {
        let wanted = "at most \(longestCredit) characters, as in \"© OpenStreetMap contributors\""
        let text = try text(wanted)
        guard !text.trimmed.isEmpty else { throw error("is empty", use: wanted) }
        guard text.count <= longestCredit else {
            throw error("has \(text.count) characters", use: wanted)
        }
        return text.trimmed
    }
}
