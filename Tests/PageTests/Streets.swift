import Glibc
import Posix
import Routing
import TestSupport

extension Streets {
    /// Has Routino prepare them in `folder`; returns its files, in their order.
    func prepared(in folder: String) async throws -> [[UInt8]] {
        let file = open("\(folder)/streets.osm", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard writeAll(Array(xml.utf8), to: file) else { throw Errno.current }
        let made = try await filter(
            through: [
                "/usr/bin/planetsplitter", "--dir=\(folder)", "--prefix=\(Routino.prefix)",
                "--tmpdir=\(folder)", "--tagging=/usr/share/routino/tagging.xml",
                "\(folder)/streets.osm",
            ], environment: ["PATH=/usr/bin:/bin"], most: 1 << 20, keepsErrors: true)
        guard made.status == 0 else { throw NotPrepared(words: made.output) }
        return try Routino.files.map {
            try InputFile.contents(of: "\(folder)/\($0)", limit: 1 << 24)
        }
    }

    private struct NotPrepared: Error, CustomStringConvertible {
        var words: [UInt8]
        var description: String { String(decoding: words, as: UTF8.self) }
    }
}
